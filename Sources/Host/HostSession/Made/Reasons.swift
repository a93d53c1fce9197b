// The reasons and their texts.
//
// Made by Protocols/tools/make_reasons.py from Protocols/reasons.json; a test compares the two.

extension ReasonTable {
  /// Why a reading has no heading: `UnavailableReason`.
  package static let unavailable: [Reason] = [
    Reason(0, "none", "no reason given"),
    Reason(
      1, "sensorFault", "the magnetometer does not answer; it is being initialised again",
      "Check its wiring and supply."),
    Reason(2, "overflow", "the field is beyond the sensor's range", "Move magnets and iron away."),
    Reason(3, "noHorizontalField", "there is no horizontal field", "Hold the instrument level, away from iron."),
    Reason(
      4, "noSpecificForce", "there is no specific force: free fall, or the accelerometer gives zeros",
      "If this lasts for more than a second, check the accelerometer and its wiring."),
    Reason(5, "unknownScale", "the board does not know this scale", "Flash the board with newer firmware."),
    Reason(6, "countsOutOfRange", "the counts are out of range", "Check the samples that are injected."),
    Reason(7, "sensorStarting", "the magnetometer is starting", "Wait a second."),
    Reason(
      8, "noFreshSample", "the magnetometer has given nothing new for too long", "Check its wiring; reset the board."),
    Reason(
      9, "pointsVertically", "the axis that points is within 4° of the vertical, where it has no heading",
      "Hold that axis more level. Without an accelerometer, choose another pointing axis."),
  ]

  /// The reasons to doubt a heading: `HeadingDoubts`, by bit.
  package static let doubts: [Reason] = [
    Reason(0, "uncalibrated", "no calibration is in use", "Calibrate the compass."),
    Reason(1, "tiltUnknown", "the tilt is not known: the instrument is assumed to be level", "Hold it level."),
    Reason(2, "accelerated", "the specific force is not 1 g", "Hold it still."),
    Reason(
      3, "freeFall", "there is almost no specific force: free fall, or the accelerometer gives zeros",
      "If this lasts for more than a second, check the accelerometer and its wiring."),
    Reason(4, "disturbed", "the field is disturbed", "Move away from iron and magnets."),
    Reason(5, "dipDeviates", "the dip is not what was expected", "Move away from iron and magnets."),
    Reason(6, "weakHorizontalField", "the horizontal field is weak here"),
    Reason(7, "nearPole", "a magnetic pole is too near for a compass", "Go by the course of a receiver."),
    Reason(8, "positionUnknown", "the position is not known", "Tell it, with --location."),
    Reason(9, "dateUnknown", "the date is not known", "Tell it, with --date."),
    Reason(10, "modelUnavailable", "the world model does not hold here and now"),
    Reason(11, "clockBackwards", "time ran backwards"),
    Reason(12, "saturated", "an axis is beyond the sensor's range", "Move magnets and iron away."),
    Reason(13, "outdated", "the sensor has given nothing new for too long", "Check its wiring; reset the board."),
    Reason(14, "stuck", "the sensor gives the same counts again and again", "Reset the board."),
    Reason(15, "noField", "the whole field is zero", "Check the sensor's wiring."),
    Reason(16, "forceOutdated", "the accelerometer's last sample is too old", "Check its wiring; reset the board."),
    Reason(17, "forceFault", "the accelerometer has failed", "Check its wiring; reset the board."),
    Reason(
      18, "notEarths", "the field is too weak or too strong to be the Earth's",
      "Check the unit of the field. A dead sensor measures nearly nothing, a magnet nearby too much."),
  ]

  /// Why `guide` shows no arrow or `sources` no heading, where the tables above have no reason.
  package static let guidance: [Reason] = [
    Reason(
      1, "locationOld", "the last location is too old", "Wait for the next one; look at the receiver if none comes."),
    Reason(
      2, "locationInaccurate", "the last location is too inaccurate", "Go where the receiver sees more of the sky."),
    Reason(3, "noBearing", "every direction is the same from here", "Go on for some metres."),
    Reason(
      4, "headingInaccurate", "the heading is too inaccurate",
      "Hold it still, away from iron and magnets, or calibrate the compass."),
    Reason(5, "courseInaccurate", "the course is too inaccurate", "Go faster, or allow more with --worst."),
    Reason(
      6, "noMagnetometer", "the board has no magnetometer",
      "Use another board, or go by the course with --course-above."),
    Reason(7, "noReading", "no reading came", "Reset the board."),
    Reason(8, "notHanging", "it does not hang upright", "Hang it upright, or leave out --kayaking."),
    Reason(9, "notInView", "nobody looks at it, and it does not lie flat", "Lay it flat, or leave out --background."),
    Reason(
      10, "disturbed", "the field is disturbed, and the heading too inaccurate", "Move away from iron and magnets."),
    Reason(11, "noTrueNorth", "true north is not known", "Wait a second."),
    Reason(
      12, "flatUnknown", "nobody looks at it, and it does not measure whether it lies flat", "Leave out --background."),
    Reason(13, "hangingUnknown", "it does not measure whether it hangs upright", "Leave out --kayaking."),
  ]

  /// Why a meter has no zero point: `BaselineLoss`.
  package static let zeroPoint: [Reason] = [
    Reason(
      1, "fieldMoved", "the field moved while the zero point was taken",
      "Lay the instrument down, keep magnets and iron away, and take the zero point again."),
    Reason(
      2, "tiltedWhileTaken", "the instrument was tilted while the zero point was taken",
      "Lay the instrument down, and take the zero point again."),
    Reason(
      3, "tilted", "the instrument was tilted after the zero point",
      "Lay the instrument down, take the zero point again, and move the magnet instead."),
    Reason(
      4, "fieldTurned", "the field turned and kept its strength: the instrument was turned after the zero point",
      "Lay the instrument down, take the zero point again, and move the magnet instead."),
    Reason(
      5, "turned", "the instrument was turned after the zero point",
      "Lay the instrument down, take the zero point again, and move the magnet instead."),
    Reason(
      6, "saturated", "for 3 s the field was beyond the range of the sensor",
      "Take magnets and iron away from the instrument, and take the zero point again."),
  ]

  /// Why a device refused a request: `RefusalReason`.
  package static let refusals: [Reason] = [
    Reason(
      1, "unknownKind", "its firmware is older and does not know this request",
      "Flash the board with the firmware that belongs to this binnacle program."),
    Reason(
      2, "tooShort", "the request is too short",
      "Flash the board with the firmware that belongs to this binnacle program."),
    Reason(3, "outOfRange", "a value is out of range", "Give one within the limit."),
    Reason(
      4, "protocolMismatch", "it does not speak this protocol version",
      "Flash the board with the firmware that belongs to this binnacle program."),
    Reason(5, "badRecord", "the calibration record has a defect", "Export it again, or calibrate anew."),
    Reason(6, "notSupported", "this board cannot do that", "Use another board."),
    Reason(7, "busy", "an earlier request of this kind is still running", "Try again."),
    Reason(8, "illegalEvent", "its calibration is in a state that does not allow it"),
    Reason(9, "notStored", "the store did not keep the record", "Try again."),
  ]

  /// The reasons for the state of a calibration, or for a new calibration: codes of
  /// Protocols/calibration/spec.md, sections 6 and 7.
  package static let calibration: [Reason] = [
    Reason(1, "tooFewSamples", "too few samples", "Turn it for longer."),
    Reason(2, "notDetermined", "the directions seen do not determine the model", "Turn it further."),
    Reason(3, "notPositive", "the samples do not lie on an ellipsoid", "Turn it every way, away from steel."),
    Reason(4, "noiseExceedsCurvature", "the scatter is as large as the curvature", "Keep away from motors and mains."),
    Reason(5, "residual", "the samples lie too far off the surface", "Calibrate elsewhere."),
    Reason(6, "heldOut", "samples that the fit did not see lie too far off it", "Calibrate anew."),
    Reason(7, "predictedError", "the heading may be too far off", "Turn it every way."),
    Reason(8, "fieldStrength", "the field is not the Earth's", "Keep away from steel and magnets."),
    Reason(9, "axisRatio", "the longest axis is too long for the shortest", "Move iron away from the sensor."),
    Reason(10, "saturated", "samples were beyond the sensor's range", "Move the magnet away."),
    Reason(11, "outliers", "samples do not fit the others", "Keep magnets away, and calibrate anew."),
    Reason(12, "lowered", "a smaller model was used", "Tilt it further for a full one."),
    Reason(
      13, "notLevel", "the axis that did not change is not the vertical one", "Turn it level, or set its mounting."),
    Reason(
      14, "axesDisagree", "the axes of magnetometer and accelerometer disagree",
      "Correct the axes or signs of one of them."),
    Reason(32, "noMotion", "the instrument did not move", "Turn it."),
    Reason(33, "stale", "no sample came", "Check the sensor."),
    Reason(34, "beyondRange", "samples were beyond the sensor's range", "Move the magnet away."),
    Reason(35, "reviewExpired", "nobody answered", "Calibrate again, and answer."),
    Reason(36, "notStored", "the record could not be stored", "Store it again."),
    Reason(37, "triedOnOld", "a later fit was tried on the samples of the old one"),
    Reason(38, "triedOnNew", "a later fit was tried on new samples"),
    Reason(
      39, "gyroscopeAxes", "axes of the gyroscope are exchanged or reversed against the magnetometer's",
      "Correct how it is mounted."),
    Reason(40, "fieldTurn", "how the magnetometer is turned against the gyroscope"),
    Reason(41, "fieldTurnedFar", "the magnetometer is turned against the gyroscope", "Correct how it is mounted."),
    Reason(
      42, "gyroscopeAxesOfForce", "axes of the gyroscope are exchanged or reversed against the accelerometer's",
      "Correct how it is mounted."),
    Reason(43, "forceTurn", "how the accelerometer is turned against the gyroscope"),
    Reason(44, "forceTurnedFar", "the accelerometer is turned against the gyroscope", "Correct how it is mounted."),
    Reason(64, "uncalibrated", "the compass is not calibrated", "Calibrate it."),
    Reason(65, "poorGrade", "the calibration in use is poor", "Calibrate it."),
    Reason(66, "strengthDeviates", "the field's strength is off", "Calibrate it."),
    Reason(67, "dipDeviates", "the dip is off", "Calibrate it."),
    Reason(68, "residualDeviates", "the field scatters", "Calibrate it."),
    Reason(69, "aged", "the calibration is old", "Calibrate it."),
    Reason(70, "temperatureMoved", "the sensor is at another temperature than when it was calibrated", "Calibrate it."),
    Reason(71, "magnetised", "the sensor was magnetised", "Give it a set/reset pulse, then calibrate."),
  ]

  /// The same reasons with the measured value and its limit.
  package static let texts: [ReasonText] = [
    ReasonText(1, "only {measured} samples, at least {limit} are needed"),
    ReasonText(2, "the directions seen do not determine the model; turn it further"),
    ReasonText(
      3, "the samples do not lie on an ellipsoid: the field changed meanwhile, or too few directions were seen"),
    ReasonText(4, "the scatter is as large as the curvature that the fit looks for; keep away from motors and mains"),
    ReasonText(5, "the samples lie too far off the surface of a larger model", measured: 0, leastLimit: 1),
    ReasonText(5, "the samples lie {measured:percent} off the flat fit, {limit:percent} at most", limit: 1000),
    ReasonText(5, "the samples lie {measured:percent} off the ellipsoid, {limit:percent} at most", leastLimit: 1),
    ReasonText(5, "the samples lie {measured:percent} off the ellipsoid"),
    ReasonText(6, "the samples lie too far off the surface of a larger model", measured: 0, leastLimit: 1),
    ReasonText(
      6, "samples that the fit did not see lie {measured:percent} off it, against {limit:percent} expected",
      leastLimit: 1),
    ReasonText(6, "samples that the fit did not see lie {measured:percent} off it"),
    ReasonText(7, "a larger model did not pass its gates", measured: 0, leastLimit: 1),
    ReasonText(7, "the heading error cannot be predicted; turn it further", measured: 65535),
    ReasonText(7, "the heading may be {measured:degrees} wrong, {limit:degrees} at most is accepted"),
    ReasonText(8, "a larger model would need a field that is not the Earth's", measured: 0, leastLimit: 1),
    ReasonText(8, "a field of {measured:microtesla} is not the Earth's (limit {limit:microtesla})"),
    ReasonText(9, "a larger model would be too long for its width", measured: 0, leastLimit: 1),
    ReasonText(9, "the longest axis is {measured:ratio} times the shortest, {limit:ratio1} at most"),
    ReasonText(10, "a larger model did not pass its gates", measured: 0, leastLimit: 1),
    ReasonText(10, "{measured:perMille} of the samples were beyond the sensor's range, {limit:perMille} at most"),
    ReasonText(11, "a larger model did not pass its gates", measured: 0, leastLimit: 1),
    ReasonText(11, "{measured:perMille} of the samples kept fit none of the others and were left out", within: true),
    ReasonText(
      11,
      "{measured:perMille} of the samples kept do not fit the others, {limit:perMille} at most: a magnet passed by,"
        + " or the place is disturbed"),
    ReasonText(12, "a smaller model was used: tilt seen ±{measured}°; tilt to {limit}° and more for the full one"),
    ReasonText(
      13,
      "the axis that did not change is not the vertical one: turn it lying level, or set its mounting so that this "
        + "axis points down"),
    ReasonText(
      14,
      "the axes of magnetometer and accelerometer disagree: the dip is constant only if axes are exchanged or "
        + "reversed; correct the mounting of one of them"),
    ReasonText(
      32, "the instrument did not move: the field changed by {measured:microtesla}, {limit:microtesla} is little"),
    ReasonText(33, "no sample for {measured} ms (limit {limit} ms)"),
    ReasonText(34, "{measured:perMille} of the samples beyond the sensor's range, {limit:tenth} % at most"),
    ReasonText(35, "nobody answered within {limit} s"),
    ReasonText(36, "the store did not answer", measured: 2),
    ReasonText(36, "the record could not be stored"),
    ReasonText(37, "a later fit lies {measured:share} times as far off, on samples of the old one"),
    ReasonText(38, "a later fit lies {measured:share} times as far off, on samples of the new one"),
    ReasonText(
      39,
      "the gyroscope's axes are not the magnetometer's: along its x, y, z the gyroscope has {measured:axes}, and "
        + "not {limit:axes}"),
    ReasonText(
      40,
      "the magnetometer is turned against the gyroscope by {measured:degrees}, with a standard deviation of "
        + "{limit:degrees}"),
    ReasonText(41, "the magnetometer is turned against the gyroscope by {measured:degrees}, {limit:degrees} at most"),
    ReasonText(
      42,
      "the gyroscope's axes are not the accelerometer's: along its x, y, z the gyroscope has {measured:axes}, and "
        + "not {limit:axes}"),
    ReasonText(
      43,
      "the accelerometer is turned against the gyroscope by {measured:degrees}, with a standard deviation of "
        + "{limit:degrees}"),
    ReasonText(44, "the accelerometer is turned against the gyroscope by {measured:degrees}, {limit:degrees} at most"),
    ReasonText(64, "the compass is not calibrated"),
    ReasonText(65, "the calibration in use is {measured:grade}"),
    ReasonText(66, "the field's strength is off by {measured:perMille}"),
    ReasonText(67, "the dip is off by {measured:degrees}"),
    ReasonText(68, "the field scatters by {measured:perMille}"),
    ReasonText(69, "the calibration is {measured} days old"),
    ReasonText(70, "the sensor is {measured:eighths} °C from where it was calibrated"),
    ReasonText(
      71, "the sensor was magnetised, by {measured:perMille} of the field; give it a set/reset pulse, then calibrate"),
  ]

  /// Texts for a calibration of the accelerometer, where they differ.
  package static let accelerometerTexts: [ReasonText] = [
    ReasonText(1, "only {measured} poses at rest, at least {limit} are needed: each side up in turn"),
    ReasonText(2, "the poses do not determine the model; lay it on other sides, edges and corners too"),
    ReasonText(3, "the poses do not lie on an ellipsoid: the board was not still, or there are too few poses"),
    ReasonText(7, "the tilt may be {measured:degrees} wrong, {limit:degrees} at most is accepted", leastMeasured: 1),
    ReasonText(8, "{measured:gravity} is not gravity (limit {limit:gravity})", leastMeasured: 1),
    ReasonText(
      11, "{measured:perMille} of the poses do not fit the others, {limit:perMille} at most: the board was not still",
      leastMeasured: 1),
    ReasonText(12, "a smaller model was used; the full one needs about twelve poses, edges and corners among them"),
    ReasonText(32, "the board was never still: turn each side up in turn, and hold it for one second or more"),
  ]

  /// Texts for a fit of a recording, by code.
  package static let recordingTexts: [Int: String] = [
    1: "Too few samples that differ: record for a minute, turning the instrument every way.",
    2: "Near a plane or each other, or not on one surface: turn it every way, away from iron.",
    3: "The samples do not lie on an ellipsoid: keep away from steel, and turn it every way.",
    4: "The samples scatter as much as the surface curves: turn it further, away from iron.",
    5: "The samples lie too far off the surface: something disturbed the field; record elsewhere.",
    6: "Samples kept aside agree clearly less: something changed while recording; record anew.",
    7: "The heading would be too far off: the samples cover too little; turn it every way.",
    8: "This strength is not the Earth's: check --unit, and keep away from steel and magnets.",
    9: "The longest axis is too long for the shortest: move iron away from the sensor, or record anew.",
    10: "Samples at the end of the sensor's range: choose a coarser one or move the magnet away.",
    11: "Samples far off the rest: a loose contact, or a magnet passing by; record anew.",
    13: "The axis that did not change is not the third, which is down: give --columns so that it is.",
    14: "Axes of field and acceleration are exchanged or reversed: give --columns as the remark says.",
  ]

  /// Texts where only a larger model than the shown one did not pass, by code.
  package static let largerModelTexts: [Int: String] = [
    1: "Too few samples that differ for an ellipsoid.",
    2: "An ellipsoid is not determined: too little tilt for one.",
    3: "No ellipsoid goes through the samples: too little tilt for one.",
    4: "For an ellipsoid the samples scatter too much: too little tilt for one.",
    5: "An ellipsoid misses the samples by too much.",
    6: "An ellipsoid agrees clearly less with samples kept aside.",
    7: "An ellipsoid would be less certain: too little tilt for one.",
    8: "An ellipsoid would need a field that is not the Earth's.",
    9: "An ellipsoid would be too long for its width.",
  ]

  /// What to do next in a calibration of the magnetometer, by code or by the side to turn to the ground.
  package static let advice: [String: String] = [
    "0": "",
    "1": "Pick it up and begin to turn it.",
    "2": "Keep turning it: roll it over, nose up and down, round and round.",
    "3": "Enough directions. Hold it still, or press Enter.",
    "4": "Many samples do not fit: keep away from iron, magnets and motors.",
    "5": "Look at the report.",
    "nose": "Point the nose to the ground and turn it about.",
    "tail": "Point the nose to the sky and turn it about.",
    "right": "Lay it on its right side and turn it about.",
    "left": "Lay it on its left side and turn it about.",
    "belly": "Hold it level and turn it about.",
    "top": "Turn it upside down and turn it about.",
    "other": "Keep turning it.",
  ]

  /// The codes of reasons which say that the instrument is not built as it should be.
  package static let faults: Set<Int> = [
    39, 41, 42, 44,
  ]
}
