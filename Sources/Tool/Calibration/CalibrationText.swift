// The meaning of a calibration's numbers as text.
import Calibration
import Correction
import HostSession
import LinkProtocol
import Quantities
import TerminalInterface

enum CalibrationText {
  static func name(_ state: UInt8) -> String {
    CalibrationState(rawValue: state).map { "\($0)" } ?? "state \(state)"
  }

  static func name(model: UInt8) -> String { ModelOrder(rawValue: model).map(name) ?? "model \(model)" }

  static func name(_ model: ModelOrder) -> String {
    switch model {
    case .none: "none"
    case .planar: "planar"
    case .sphere: "sphere"
    case .axisAligned: "axis"
    case .ellipsoid: "ellipsoid"
    }
  }

  static func grade(_ grade: UInt8) -> String {
    grade < 4 ? ["none", "poor", "fair", "good"][Int(grade)] : "grade \(grade)"
  }

  /// The name of a reason for programs.
  static func code(_ reason: UInt8) -> String {
    ReasonTable.calibration.first { $0.code == Int(reason) }?.name ?? "reason\(reason)"
  }

  /// The text of a reason, with the measured value and its limit.
  static func text(_ reason: UInt8, measured: Int32, limit: Int32) -> String {
    func percent(_ value: Int32) -> String { Digits.fixed(Double(value) / 100, 2) + " %" }
    func degrees(_ value: Int32) -> String { Digits.fixed(Double(value) / 100, 1) + "°" }
    func perMille(_ value: Int32) -> String { Digits.fixed(Double(value) / 10, 1) + " %" }
    // If only a larger model failed a gate, the text does not give the value that was measured for it.
    if (5...11).contains(reason), measured == 0, limit > 0 { return larger(reason) }
    func microtesla(_ value: Int32) -> String { Digits.fixed(Double(value) / 1000, 1) + " µT" }
    switch reason {
    case 1: return "only \(measured) samples, at least \(limit) are needed"
    case 2: return "the directions seen do not determine the model; turn it further"
    case 3:
      return "the samples do not lie on an ellipsoid: the field changed meanwhile, or too few directions were seen"
    case 4: return "the scatter is as large as the curvature that the fit looks for; keep away from motors and mains"
    case 5:
      // A planar fit has its own limit.
      let surface = limit == FitConfiguration.planarResidualLimit ? "the flat fit" : "the ellipsoid"
      return "the samples lie \(percent(measured)) off \(surface)" + (limit > 0 ? ", \(percent(limit)) at most" : "")
    case 6:
      return "samples that the fit did not see lie \(percent(measured)) off it"
        + (limit > 0 ? ", against \(percent(limit)) expected" : "")
    case 7 where measured == 0xffff: return "the heading error cannot be predicted; turn it further"
    case 7: return "the heading may be \(degrees(measured)) wrong, \(degrees(limit)) at most is accepted"
    case 8: return "a field of \(microtesla(measured)) is not the Earth's (limit \(microtesla(limit)))"
    case 9:
      return "the longest axis is \(Digits.fixed(Double(measured) / 1000, 2)) times the shortest, "
        + "\(Digits.fixed(Double(limit) / 1000, 1)) at most"
    case 10:
      return "\(perMille(measured)) of the samples were beyond the sensor's range, \(perMille(limit)) at most"
    case 11 where measured <= limit:
      return "\(perMille(measured)) of the samples kept fit none of the others and were left out"
    case 11:
      return "\(perMille(measured)) of the samples kept do not fit the others, \(perMille(limit)) at most: a magnet "
        + "passed by, or the place is disturbed"
    case 12: return "a smaller model was used: tilt seen ±\(measured)°; tilt to \(limit)° and more for the full one"
    case 32:
      return "the instrument did not move: the field changed by \(microtesla(measured)), \(microtesla(limit)) is little"
    case 33: return "no sample for \(measured) ms (limit \(limit) ms)"
    case 34:
      return
        "\(Digits.fixed(Double(measured) / 10, 1)) % of the samples beyond the sensor's range, \(limit / 10) % at most"
    case 35: return "nobody answered within \(limit) s"
    case 36: return measured == 2 ? "the store did not answer" : "the record could not be stored"
    case 37, 38:
      let share = Digits.fixed(Double(measured) / Double(max(1, limit)), 2)
      return "a later fit lies \(share) times as far off, on samples of the \(reason == 37 ? "old" : "new") one"
    case 39, 42:
      return "the gyroscope's axes are not the \(other(reason))'s: along its x, y, z the gyroscope has "
        + "\(axes(measured)), and not \(axes(limit))"
    case 40, 43:
      return
        "the \(other(reason)) is turned against the gyroscope by \(degrees(measured)), with a standard deviation of "
        + degrees(limit)
    case 41, 44:
      return "the \(other(reason)) is turned against the gyroscope by \(degrees(measured)), \(degrees(limit)) at most"
    case 64: return "the compass is not calibrated"
    case 65: return "the calibration in use is \(grade(UInt8(clamping: measured)))"
    case 66: return "the field's strength is off by \(Digits.fixed(Double(measured) / 10, 1)) %"
    case 67: return "the dip is off by \(degrees(measured))"
    case 68: return "the field scatters by \(Digits.fixed(Double(measured) / 10, 1)) %"
    case 69: return "the calibration is \(measured) days old"
    case 70: return "the sensor is \(Digits.fixed(Double(measured) / 8, 0)) °C from where it was calibrated"
    case 71:
      return "the sensor was magnetised, by \(Digits.fixed(Double(measured) / 10, 1)) % of the field; "
        + "give it a set/reset pulse, then calibrate"
    default: return "reason \(reason): \(measured), limit \(limit)"
    }
  }

  /// The sensor that a reason compares with the gyroscope.
  private static func other(_ reason: UInt8) -> String { reason < 42 ? "magnetometer" : "accelerometer" }

  /// Axes of a gyroscope, a digit each (Protocols/calibration/spec.md, section 6).
  static func axes(_ code: Int32) -> String {
    let names = ["?", "+x", "−x", "+y", "−y", "+z", "−z"]
    return [100, 10, 1].map { (place: Int32) in
      let digit = Int(code / place % 10)
      return names.indices.contains(digit) ? names[digit] : "?"
    }.joined(separator: ", ")
  }

  /// Whether a reason says that the instrument is not built as it should be.
  static func isFault(_ reason: UInt8) -> Bool { [39, 41, 42, 44].contains(reason) }

  /// The text for a larger model than the chosen one.
  private static func larger(_ reason: UInt8) -> String {
    switch reason {
    case 5, 6: "the samples lie too far off the surface of a larger model"
    case 8: "a larger model would need a field that is not the Earth's"
    case 9: "a larger model would be too long for its width"
    default: "a larger model did not pass its gates"
    }
  }

  /// What to do next.
  static func advice(_ advice: UInt8, mounting: AxisRemap) -> String {
    switch advice {
    case 0: return ""
    case 1: return "Pick it up and begin to turn it."
    case 2: return "Keep turning it: roll it over, nose up and down, round and round."
    case 3: return "Enough directions. Hold it still, or press Enter."
    case 4: return "Many samples do not fit: keep away from iron, magnets and motors."
    case 5: return "Look at the report."
    default:
      guard let side = side(ofFace: Int(advice) - 16, mounting) else { return "Keep turning it." }
      switch side {
      case .nose: return "Point the nose to the ground and turn it about."
      case .tail: return "Point the nose to the sky and turn it about."
      case .right: return "Lay it on its right side and turn it about."
      case .left: return "Lay it on its left side and turn it about."
      case .belly: return "Hold it level and turn it about."
      case .top: return "Turn it upside down and turn it about."
      }
    }
  }

  /// The side of the instrument for a face of the sensor: 0…5 for +X, −X, +Y, −Y, +Z, −Z.
  static func side(ofFace face: Int, _ mounting: AxisRemap) -> CoveragePicture.Side? {
    let sides: [(AxisRemap.SignedAxis, CoveragePicture.Side)] = [
      (mounting.forward, .nose), (mounting.forward.opposite, .tail), (mounting.right, .right),
      (mounting.right.opposite, .left), (mounting.down, .belly), (mounting.down.opposite, .top),
    ]
    return sides.first { Int($0.0.rawValue) == face }?.1
  }

  /// The picture of the directions that have been seen.
  static func picture(_ coverage: DirectionCells, mounting: AxisRemap, wanted: UInt8) -> [String] {
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
  var seen: Int { (0..<UInt8(Self.total)).count(where: hasCell) }
}

extension RecordDefect {
  var text: String {
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
