// `binnacle help accuracy`, `grade`, `units`, `exit`: what the numbers and words of the outputs mean.

extension HelpTopic {
  /// The glossary of the outputs.
  package static let glossary = [
    topic(
      "accuracy", "what ±2.4° promises, and what makes it wider",
      "An accuracy belongs to one heading: 95 % of the errors are smaller.",
      [
        ("±2.4°", "a valid heading with its accuracy"),
        ("±12.1° disturbed", "the field is not the Earth's alone; the accuracy already allows for it"),
        ("±180°", "nothing is known: the heading may point anywhere"),
        ("uncalibrated", "no calibration, so there is no accuracy; run `binnacle calibrate LINK`"),
        ("clear, suspect", "the field is as expected; it is not, but for less than 0.4 s"),
        ("disturbed, recovering", "do not steer by it; the field has been as expected for 3 s, wait another 2 s"),
        ("by compass", "magnetometer and accelerometer gave the heading"),
        ("by gyroscope", "the gyroscope carries an earlier heading on, because the present field is less accurate"),
        ("by both", "magnetometer, accelerometer and gyroscope gave it together"),
      ],
      [
        "These make it wider: the calibration's own error, a weak horizontal field near the magnetic poles, tilt "
          + "without an accelerometer, the sensor's noise and steps, a disturbance, time since the last good field.",
        "For true north the error of the declination is added, about 0.4°. `reference` in JSON says which north it is.",
      ]),
    topic(
      "grade", "good, fair, poor: of a heading and of a calibration",
      "A grade is a word for an accuracy. Headings and calibrations have different limits.",
      [
        ("3, good", "heading: within 5°; calibration: predicted worst error within 5°"),
        ("2, fair", "heading: within 15°; calibration: within 7.5°"),
        ("1, poor", "heading: within 45°; calibration: within 15°"),
        ("0, none", "heading: wider or none; calibration: none, or refused"),
      ],
      [
        "The worst error of a calibration is the limit that 95 % of the headings keep, over all directions and the "
          + "tilts that were seen. A heading's accuracy also has the state of the field and the noise of this moment.",
        "JSON: `grade` for the heading, `calibrationGrade` for the calibration. More: docs/heading.md, docs/calibration.md.",
      ]),
    topic(
      "units", "units, axes and signs of all inputs and outputs", "Every key and column has its unit in its name.",
      [
        ("heading", "degrees clockwise from north, 0 … 360, of the forward axis"),
        ("axes", "forward +X, right +Y, down +Z"),
        ("roll, pitch", "degrees; positive with the right side down, with the nose up"),
        ("dip", "degrees of the field below the horizon; positive in the north"),
        ("declination", "degrees from true to magnetic north, east positive; sailors call it variation"),
        ("field", "uT on screen, nT in JSON; 1 uT = 10 mG = 0.01 G = 1000 nT"),
        ("acceleration", "g; at rest and level the specific force is 0, 0, −1: up counts negative"),
        ("rates", "degrees a second, clockwise seen along the axis; rate of turn: to starboard positive"),
        ("time", "seconds since the device started; GMT for receivers and dates"),
        ("places", "degrees, north and east positive; metres above the WGS84 ellipsoid"),
      ],
      [
        "Files may have other units: --unit, --accel-unit, --gyro-unit and --time-unit name them.",
        "Durations are written 10, 500ms, 2m or 1h; places 47.37,8.54 or 47°22'N 8°32'E; dates 2026-07-02 or today.",
      ]),
    HelpTopic(name: "exit", summary: "the exit statuses of every command") {
      (["Every command ends with one of these statuses, for scripts:", ""]
        + HelpText.rows(ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) })
        + [""]
        + HelpText.wrapped(
          "A signal n gives 128 + n. Messages go to standard error, results to standard output.", indent: ""))
        .joined(separator: "\n")
    },
  ]

  private static func topic(
    _ name: String, _ summary: String, _ first: String, _ rows: [(String, String)], _ notes: [String]
  ) -> HelpTopic {
    HelpTopic(name: name, summary: summary) {
      var lines = HelpText.wrapped(first, indent: "") + [""] + HelpText.rows(rows)
      for note in notes { lines += [""] + HelpText.wrapped(note, indent: "") }
      return lines.joined(separator: "\n")
    }
  }
}
