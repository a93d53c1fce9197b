// Combines a calibration from a file with the one in use: parts that the file does not have stay.
//
// A calibration of one sensor keeps the record's part for the other (Protocols/calibration/spec.md, section 2).
import Correction
import Quantities
import ToolStream

/// The record that an import gives to a device.
struct CalibrationParts: Equatable {
  enum Part: String {
    case magnetometer
    case accelerometer
  }

  var record: CalibrationRecord
  /// The part of the record in use that stays, because the file has none.
  var kept: Part?
  /// The part that is lost, because it belongs to another sensor.
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
    // One code is valid for both parts. A file that names no sensor is assumed to belong to the same sensor as the part
    // that stays.
    let isKnown = used.sensorChip != 0
    record.sensorChip = isKnown ? used.sensorChip : file.record.sensorChip
    record.sensorSerial = isKnown ? used.sensorSerial : file.record.sensorSerial
  }

  /// What happened to a part that the file does not have; nil if there was none.
  func words(path: String) -> String? {
    if let kept { return "the \(kept.rawValue)'s calibration stays as it was: \(path) has none" }
    return lost.map { "the \($0.rawValue)'s calibration is gone: it was another sensor's, and \(path) has none" }
  }
}

extension CalibrationRecord {
  /// Whether neither sensor has a calibration.
  var isUncalibrated: Bool { modelOrder == .none && accelerometer == nil }

  /// The sensor that has a calibration in `other` but not here, while the other sensor has one here.
  fileprivate func missing(of other: CalibrationRecord) -> CalibrationParts.Part? {
    if modelOrder != .none, accelerometer == nil, other.accelerometer != nil { return .accelerometer }
    if modelOrder == .none, accelerometer != nil, other.modelOrder != .none { return .magnetometer }
    return nil
  }
}

extension CalibrationJSON.Import {
  /// Whether the numbers may belong to the sensor with this code; 0 means any sensor.
  fileprivate func isOfSensor(_ chip: UInt8) -> Bool {
    switch sensor {
    case .unsaid: true
    case .chip(let own): chip == 0 || own.rawValue == chip
    case .unknown: chip == 0
    }
  }
}
