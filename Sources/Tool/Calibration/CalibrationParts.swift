// A calibration from a file beside the one in use: what the file has no part of stays.
//
// A calibration of one sensor keeps the record's part of the other (Protocols/calibration/spec.md, section 2).
import Correction
import Quantities

/// The record that an import gives a device.
struct CalibrationParts: Equatable {
  enum Part: String {
    case magnetometer
    case accelerometer
  }

  var record: CalibrationRecord
  /// What stays of the record in use, for the file has none.
  var kept: Part?
  /// What goes, for it was found for another sensor.
  var lost: Part?

  init(_ file: CalibrationJSON.Import, inUse used: CalibrationRecord) {
    record = file.record
    guard let missing = file.record.missing(of: used) else { return }
    guard file.isOfSensor(used.sensorChip) else {
      lost = missing
      return
    }
    kept = missing
    switch missing {
    case .accelerometer:
      record.accelerometer = used.accelerometer
    case .magnetometer:
      record = used
      record.accelerometer = file.record.accelerometer
    }
    // One code stands for both parts: a file that names no sensor is taken for that of the part that stays.
    let isKnown = used.sensorChip != 0
    record.sensorChip = isKnown ? used.sensorChip : file.record.sensorChip
    record.sensorSerial = isKnown ? used.sensorSerial : file.record.sensorSerial
  }

  /// What became of a part that the file does not have; nil where there was none.
  func words(path: String) -> String? {
    if let kept { return "the \(kept.rawValue)'s calibration stays as it was: \(path) has none" }
    return lost.map { "the \($0.rawValue)'s calibration is gone: it was another sensor's, and \(path) has none" }
  }
}

extension CalibrationRecord {
  /// Whether neither sensor was calibrated.
  var isUncalibrated: Bool { modelOrder == .none && accelerometer == nil }

  /// The sensor that was calibrated in `other` and not here, where the other one was.
  fileprivate func missing(of other: CalibrationRecord) -> CalibrationParts.Part? {
    if modelOrder != .none, accelerometer == nil, other.accelerometer != nil { return .accelerometer }
    if modelOrder == .none, accelerometer != nil, other.modelOrder != .none { return .magnetometer }
    return nil
  }
}

extension CalibrationJSON.Import {
  /// Whether its numbers may be of the sensor with this code; 0 is any.
  fileprivate func isOfSensor(_ chip: UInt8) -> Bool {
    switch sensor {
    case .unsaid: true
    case .chip(let own): chip == 0 || own.rawValue == chip
    case .unknown: chip == 0
    }
  }
}
