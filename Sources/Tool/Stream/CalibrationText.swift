// The meaning of a calibration's numbers as text.
import Calibration
import Correction
import HostSession
import LinkProtocol
import Quantities
import TerminalInterface

/// Words for the parts of a calibration.
package enum CalibrationText {
  package static func name(_ state: UInt8) -> String {
    CalibrationState(rawValue: state).map { "\($0)" } ?? "state \(state)"
  }

  package static func name(model: UInt8) -> String { ModelOrder(rawValue: model).map(name) ?? "model \(model)" }

  package static func name(_ model: ModelOrder) -> String {
    switch model {
    case .none: "none"
    case .planar: "planar"
    case .sphere: "sphere"
    case .axisAligned: "axis"
    case .ellipsoid: "ellipsoid"
    }
  }

  /// The word for a grade of 0 to 3.
  package static func grade(_ grade: UInt8) -> String {
    grade < 4 ? ["none", "poor", "fair", "good"][Int(grade)] : "grade \(grade)"
  }

  /// The name of a reason for programs.
  package static func code(_ reason: UInt8) -> String {
    ReasonTable.calibration.first { $0.code == Int(reason) }?.name ?? "reason\(reason)"
  }

  /// The text of a reason, with the measured value and its limit.
  package static func text(_ reason: UInt8, measured: Int32, limit: Int32, ofGravity: Bool = false) -> String {
    let own = ofGravity ? ReasonTable.accelerometerTexts : []
    guard let template = ReasonTable.text(reason, measured: measured, limit: limit, of: own + ReasonTable.texts) else {
      return "reason \(reason): \(measured), limit \(limit)"
    }
    return template.split(separator: "{", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index > 0, let end = part.firstIndex(of: "}") else { return String(part) }
      let place = part[..<end].split(separator: ":")
      let number = number(place[0] == "limit" ? limit : measured, form: place.dropFirst().first ?? "", limit: limit)
      return number + part[end...].dropFirst()
    }.joined()
  }

  /// A number in a text: the forms of Protocols/reasons.json.
  private static func number(_ value: Int32, form: Substring, limit: Int32) -> String {
    func fixed(_ divisor: Double, _ decimals: Int) -> String { Digits.fixed(Double(value) / divisor, decimals) }
    switch form {
    case "percent": return fixed(100, 2) + " %"
    case "perMille": return fixed(10, 1) + " %"
    case "tenth": return "\(value / 10)"
    case "degrees": return fixed(100, 1) + "°"
    case "microtesla": return fixed(1000, 1) + " µT"
    case "gravity": return fixed(1e6, 3) + " g"
    case "ratio": return fixed(1000, 2)
    case "ratio1": return fixed(1000, 1)
    case "share": return fixed(Double(max(1, limit)), 2)
    case "eighths": return fixed(8, 0)
    case "axes": return axes(value)
    case "grade": return UInt8(exactly: value).map(grade) ?? "grade \(value)"
    default: return "\(value)"
    }
  }

  /// The axes of a gyroscope, one decimal digit for each axis (Protocols/calibration/spec.md, section 6).
  private static func axes(_ code: Int32) -> String {
    let names = ["?", "+x", "−x", "+y", "−y", "+z", "−z"]
    return [100, 10, 1].map { (place: Int32) in
      let digit = Int(code / place % 10)
      return names.indices.contains(digit) ? names[digit] : "?"
    }.joined(separator: ", ")
  }

  /// Whether a reason means that the instrument is not built as it should be.
  package static func isFault(_ reason: UInt8) -> Bool { ReasonTable.faults.contains(Int(reason)) }

  /// What to do next.
  package static func advice(_ advice: UInt8, mounting: AxisRemap) -> String {
    let key = advice < 16 ? "\(advice)" : side(ofFace: Int(advice) - 16, mounting)?.name ?? ""
    return ReasonTable.advice[key] ?? ReasonTable.advice["other", default: ""]
  }

  /// The side of the instrument for a face of the sensor: 0…5 for +X, −X, +Y, −Y, +Z, −Z.
  package static func side(ofFace face: Int, _ mounting: AxisRemap) -> CoveragePicture.Side? {
    let sides: [(AxisRemap.SignedAxis, CoveragePicture.Side)] = [
      (mounting.forward, .nose), (mounting.forward.opposite, .tail), (mounting.right, .right),
      (mounting.right.opposite, .left), (mounting.down, .belly), (mounting.down.opposite, .top),
    ]
    return sides.first { Int($0.0.rawValue) == face }?.1
  }

  /// The picture of the directions that have been seen.
  package static func picture(_ coverage: DirectionCells, mounting: AxisRemap, wanted: UInt8) -> [String] {
    var faces: [CoveragePicture.Side: Int] = [:]
    for face in 0..<6 { if let side = side(ofFace: face, mounting) { faces[side] = face } }
    let highlight = wanted >= 16 ? side(ofFace: Int(wanted) - 16, mounting) : nil
    return CoveragePicture.lines(highlight: highlight) { side, cell in
      coverage.hasCell(UInt8((faces[side] ?? 0) * 16 + cell))
    }
  }
}

extension DirectionCells {
  /// The number of cells that are set.
  package var seen: Int { (0..<UInt8(Self.total)).count(where: hasCell) }
}

extension RecordDefect {
  /// The words for what is wrong with a record.
  package var text: String {
    switch self {
    case .tooShort, .length: "it is cut short"
    case .magic: "it is no calibration record"
    case .version: "it is of a version that this program does not know"
    case .checksum: "its checksum is wrong"
    case .sensor: "it was made with another sensor"
    case .modelOrder, .grade, .reserved, .accelerometerOrder: "a field holds a value that means nothing"
    case .hardIronRange: "its hard iron is out of range"
    case .softIronRange: "its soft iron is out of range"
    case .singular: "its soft iron loses directions"
    case .accelerometerRange, .accelerometerSingular: "its accelerometer part is not usable"
    }
  }
}
