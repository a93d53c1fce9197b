// The recordings of Tests/Data that test calibration, and the published fits of them.

import Foundation
import Recordings

/// One sensor of one recording.
struct CalibrationRecording: Equatable, Sendable, CustomStringConvertible {
  /// The required result for a recording.
  enum Expectation: Equatable, Sendable {
    /// The rows determine an ellipsoid.
    case determined
    /// The rows do not determine an ellipsoid: a full model would be wrong.
    case refused
  }

  /// Its name in `reference-fits.json`.
  var key: String
  /// The path below the folder of recordings.
  var file: String
  /// The value for `--columns`.
  var columns: String
  var unit: FieldUnit
  var accelerationUnit: AccelerationUnit
  var conditions: [RowCondition]
  var expectation: Expectation
  /// Whether the values are 16-bit counts, which a fit uses without scaling.
  var isWhole: Bool
  /// The largest distance of the centre from the published one, in percent of the mean radius.
  var publishedLimitPercent: Double
  /// Whether this is the accelerometer of the recording, which is fitted like a magnetometer.
  var isAccelerometer: Bool

  var description: String { key }

  private init(
    _ key: String, _ file: String, _ columns: String, _ unit: FieldUnit, expects: Expectation = .determined,
    acceleration: AccelerationUnit = .standardGravity, device: String? = nil, isWhole: Bool = false,
    published: Double = 0.3, isAccelerometer: Bool = false
  ) {
    (self.key, self.file, self.columns, self.unit, expectation) = (key, file, columns, unit, expects)
    accelerationUnit = acceleration
    conditions = device.map { [RowCondition(column: "device", value: $0)] } ?? []
    self.isWhole = isWhole
    publishedLimitPercent = published
    self.isAccelerometer = isAccelerometer
  }

  /// Every recording and unit, in the order of `reference-fits.json`.
  ///
  /// The limits against the published fit exist because algebraic and geometric fits differ in principle, most where
  /// the noise is largest. The units are those of the files' `#` lines; `ck_accmag` does not state its scale.
  static let all: [CalibrationRecording] = {
    var list = [
      CalibrationRecording(
        "mag/handheld_counts.csv", "mag/handheld_counts.csv", "mx,my,mz", .counts, isWhole: true),
      CalibrationRecording(
        "mag/qmc5883l_raw.csv", "mag/qmc5883l_raw.csv", "mx,my,mz", .counts, isWhole: true, published: 1),
      CalibrationRecording(
        "mag/qmc5883l_lowpassed.csv", "mag/qmc5883l_lowpassed.csv", "mx,my,mz", .counts, isWhole: true,
        published: 0.35),
      CalibrationRecording("marg/ck_accmag.csv (mag)", "marg/ck_accmag.csv", "mx,my,mz,-ax,-ay,-az", .counts),
      CalibrationRecording(
        "marg/ck_accmag.csv (accel)", "marg/ck_accmag.csv", "ax,ay,az", .counts, isAccelerometer: true),
      CalibrationRecording(
        "marg/xio_fusion.csv (mag)", "marg/xio_fusion.csv", "mx_uT,-my_uT,-mz_uT,ax_g,-ay_g,-az_g", .microtesla,
        expects: .refused),
    ]
    for device in ["BB", "CF", "FG", "IB"] {
      let file = "marg/sap6_shots.csv"
      list += [
        CalibrationRecording(
          "\(file) device \(device) (mag)", file, "mx_uT,my_uT,mz_uT", .microtesla, device: device),
        CalibrationRecording(
          "\(file) device \(device) (accel)", file, "gx_ms2,gy_ms2,gz_ms2", .counts, device: device,
          isAccelerometer: true),
      ]
    }
    for device in ["ab", "ai", "bh", "bi", "fb"] {
      let file = "marg/sap5_shots.csv"
      list += [
        CalibrationRecording(
          "\(file) device \(device) (mag)", file, "mx_uT,my_uT,mz_uT", .microtesla, device: device),
        CalibrationRecording(
          "\(file) device \(device) (accel)", file, "gx_g,gy_g,gz_g", .counts, device: device, isAccelerometer: true),
      ]
    }
    for part in ["a", "b"] {
      let file = "marg/phone_indoor_\(part).csv"
      list.append(
        CalibrationRecording(
          "\(file) (mag)", file, "my_unc,mx_unc,-mz_unc,ay,ax,-az", .microtesla, expects: .refused,
          acceleration: .metresPerSecondSquared))
    }
    let broad = "mx,-my,-mz,ax,-ay,-az"
    list += [
      CalibrationRecording(
        "marg/phone_handheld.csv (mag)", "marg/phone_handheld.csv", "my_uT,mx_uT,-mz_uT,-ay_g,-ax_g,az_g", .microtesla,
        expects: .refused),
      CalibrationRecording(
        "marg/broad_slow_rotation_breaks.csv (mag)", "marg/broad_slow_rotation_breaks.csv", broad, .microtesla,
        acceleration: .metresPerSecondSquared),
      CalibrationRecording(
        "marg/broad_attached_magnet_2cm.csv (mag)", "marg/broad_attached_magnet_2cm.csv", broad, .microtesla,
        expects: .refused, acceleration: .metresPerSecondSquared),
      CalibrationRecording(
        "marg/quad_flight.csv (mag)", "marg/quad_flight.csv", "mx_mG,my_mG,mz_mG,ax,ay,az", .milligauss,
        expects: .refused, acceleration: .metresPerSecondSquared),
    ]
    return list
  }()

  /// The numbers in the file.
  func vectors(in folder: String) throws(RecordingError) -> MeasuredVectors {
    let options = try RecordingOptions(columns: columns, fieldUnit: unit, accelerationUnit: accelerationUnit)
    return try MeasuredVectors(table: RecordingTable(path: "\(folder)/\(file)"), options: options, where: conditions)
  }

  /// The source and sign of each field column. They convert published values to the order and signs used here.
  var order: [(source: Int, sign: Double)] {
    columns.split(separator: ",").prefix(3).map { name in
      let axes: [Character] = ["x", "y", "z"]
      let bare = name.drop { $0 == "-" }
      let axis = axes.firstIndex { bare.dropFirst().first == $0 } ?? 0
      return (axis, name.hasPrefix("-") ? -1 : 1)
    }
  }
}

/// The content of `reference-fits.json`: least-squares ellipsoids from an independent program.
struct PublishedFits: Sendable {
  /// A published fit: offset and mean radius in the recording's unit, soft iron, and residual in per cent.
  struct Ellipsoid: Decodable, Sendable {
    var offset: [Double]
    var meanRadius: Double
    var softIron: [[Double]]
    var rmsPercent: Double

    enum CodingKeys: String, CodingKey {
      case offset
      case meanRadius = "mean_radius"
      case softIron = "soft_iron"
      case rmsPercent = "rms_pct"
    }
  }

  private struct Entry: Decodable {
    var isDetermined: Bool
    var ellipsoid: Ellipsoid?

    enum CodingKeys: String, CodingKey {
      case isDetermined = "ellipsoid_determined"
      case ellipsoid
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      isDetermined = try container.decode(Bool.self, forKey: .isDetermined)
      // For a recording that determines no ellipsoid the file has a text here.
      ellipsoid = isDetermined ? try container.decode(Ellipsoid.self, forKey: .ellipsoid) : nil
    }
  }

  private let entries: [String: Entry]

  /// - Parameter folder: the folder with `reference-fits.json`.
  init(folder: String) throws {
    entries = try JSONDecoder().decode(
      [String: Entry].self, from: Data(contentsOf: URL(fileURLWithPath: "\(folder)/reference-fits.json")))
  }

  /// The names of the entries that have an ellipsoid.
  var determined: Set<String> { Set(entries.filter { $0.value.isDetermined }.keys) }

  /// The published ellipsoid, in the order and with the signs of the recording's columns; `nil` if the recording
  /// determines none.
  func ellipsoid(of recording: CalibrationRecording) -> Ellipsoid? {
    guard var found = entries[recording.key]?.ellipsoid else { return nil }
    let (offset, matrix, order) = (found.offset, found.softIron, recording.order)
    found.offset = order.map { $0.sign * offset[$0.source] }
    found.softIron = order.map { a in order.map { b in a.sign * b.sign * matrix[a.source][b.source] } }
    return found
  }
}
