// `binnacle help forms`: the forms of --as.
import ToolCommandLine

extension HelpTopic {
  /// `binnacle help forms`.
  package static let forms = HelpTopic(
    name: "forms", summary: "the forms of a calibration for firmware and for other projects", text: HelpText.forms)
}

extension HelpText {
  /// `binnacle help forms`.
  package static func forms() -> String {
    var lines = ["A FORM of --as is a calibration as somebody reads it. m is the measured field:", ""]
    lines += rows(RecordForm.allCases.map { ($0.usage, $0.help) })
    let notes = [
      "The axes are those of the calibration. For `fit` they are forward, right, down as --columns gives them; each text "
        + "says which columns x, y and z are. ArduPilot takes these axes. A sketch, Fusion and PX4 correct the sensor's own "
        + "axes: give --columns the file's x, y and z without signs for them.",
      "ardupilot, px4 and motioncal hold a symmetric matrix. A turn between magnetometer and accelerometer is left out "
        + "there, and a remark says how large it is. The others hold it.",
      "A fit in counts has no strength: magneto and fusion take it, the others need a unit.",
      "--send PORT sends the packet of motioncal to a sketch, and waits until the sketch shows the numbers.",
    ]
    for note in notes { lines += [""] + wrapped(note, indent: "") }
    return lines.joined(separator: "\n")
  }
}
