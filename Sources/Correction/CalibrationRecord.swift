// The calibration record: what was found, for which sensor, and its bytes (Protocols/calibration/spec.md).

import Bytes
import Quantities

/// A 3×3 matrix in Q24: 2^24 stands for 1. Row-major.
public struct MatrixQ24: Equatable, Sendable {
  public var rows: (Vector3, Vector3, Vector3)

  public init(_ first: Vector3, _ second: Vector3, _ third: Vector3) { rows = (first, second, third) }

  /// The unit matrix.
  public static var identity: MatrixQ24 {
    MatrixQ24(
      Vector3(x: 1 << 24, y: 0, z: 0), Vector3(x: 0, y: 1 << 24, z: 0), Vector3(x: 0, y: 0, z: 1 << 24))
  }

  public static func == (a: MatrixQ24, b: MatrixQ24) -> Bool { a.rows == b.rows }
}

/// How many parameters of the error model the record's data determined.
public enum ModelOrder: UInt8, Sendable {
  /// Nothing: the identity.
  case none = 0
  /// Circle in the plane.
  case planar = 1
  /// Hard iron only.
  case sphere = 2
  /// Hard iron and one gain an axis.
  case axisAligned = 3
  /// Hard iron and the full symmetric matrix.
  case ellipsoid = 4
}

/// What is wrong with the bytes of a record.
public enum RecordDefect: UInt8, Error, Sendable {
  case tooShort = 1
  case magic = 2
  case version = 3
  case length = 4
  case checksum = 5
  case sensor = 6
  case modelOrder = 7
  case grade = 8
  case hardIronRange = 9
  case softIronRange = 10
  /// The determinant of S is not positive, or the matrix is so flat that directions are lost.
  case singular = 11
  case reserved = 12
}

/// corrected = S·(m − h), with where it came from. Sensor axes.
public struct CalibrationRecord: Equatable, Sendable {
  /// `SensorChip` code the record was made with; 0 for any.
  public var sensorChip: UInt8 = 0
  public var modelOrder: ModelOrder = .none
  /// 0 (none) to 3 (best).
  public var grade: UInt8 = 0
  /// 0 when not known.
  public var sensorSerial: UInt32 = 0
  /// Days since 2000-01-01 UTC.
  public var date: Int32?
  /// 1/8 °C, relative.
  public var temperatureEighths: Int16?
  /// h in 1/256 nanotesla, each within ±2^30.
  public var hardIron: Vector3 = .zero
  /// S, each entry within ±2^29 (±32).
  public var softIron: MatrixQ24 = .identity
  /// Strength of the corrected field in nanotesla; 0 when not known.
  public var fieldStrength: UInt32 = 0
  /// Predicted heading error in 1/100 degree; 65535 when not known.
  public var predictedError: UInt16 = 65535

  public init() {}

  /// Nothing is corrected.
  public static var identity: CalibrationRecord { CalibrationRecord() }

  /// Bytes of a record.
  public static var length: Int { 80 }
  static var magic: UInt16 { 0x4342 }
  static var formatVersion: UInt8 { 1 }
  /// Largest magnitude of a component of h: 4,194,304 nT.
  static var hardIronLimit: UInt32 { 1 << 30 }
  /// Largest magnitude of an entry of S: 32.
  static var softIronLimit: UInt32 { 1 << 29 }
}

extension CalibrationRecord {
  /// The record as 80 bytes, checksum last.
  public func bytes() -> InlineArray<80, UInt8> {
    var buffer = InlineArray<80, UInt8>(repeating: 0)
    do {
      var writer = ByteWriter(buffer.mutableSpan)
      writer.uint16(Self.magic)
      writer.uint8(Self.formatVersion)
      writer.uint8(UInt8(truncatingIfNeeded: Self.length))
      writer.uint8(sensorChip)
      writer.uint8(modelOrder.rawValue)
      writer.uint8(grade)
      writer.uint8((date == nil ? 0 : 1) | (temperatureEighths == nil ? 0 : 2))
      writer.uint32(sensorSerial)
      writer.int32(date ?? 0)
      writer.int16(temperatureEighths ?? 0)
      writer.uint16(0)
      Self.write(hardIron, &writer)
      Self.write(softIron.rows.0, &writer)
      Self.write(softIron.rows.1, &writer)
      Self.write(softIron.rows.2, &writer)
      writer.uint32(fieldStrength)
      writer.uint16(predictedError)
      writer.uint16(0)
    }
    let crc = CRC32.of(buffer.span.extracting(0..<76))
    buffer[76] = UInt8(truncatingIfNeeded: crc)
    buffer[77] = UInt8(truncatingIfNeeded: crc &>> 8)
    buffer[78] = UInt8(truncatingIfNeeded: crc &>> 16)
    buffer[79] = UInt8(truncatingIfNeeded: crc &>> 24)
    return buffer
  }

  /// Reads and checks a record; nothing of a defective one is used.
  public init(bytes: Span<UInt8>) throws(RecordDefect) {
    guard bytes.count >= Self.length else { throw .tooShort }
    var reader = ByteReader(bytes)
    guard reader.uint16() == Self.magic else { throw .magic }
    guard reader.uint8() == Self.formatVersion else { throw .version }
    guard reader.uint8() == UInt8(truncatingIfNeeded: Self.length) else { throw .length }
    let crc = CRC32.of(bytes.extracting(0..<76))
    var tail = ByteReader(bytes.extracting(76..<80))
    guard tail.uint32() == crc else { throw .checksum }

    sensorChip = reader.uint8()
    guard sensorChip <= SensorChip.lsm303dlhc.rawValue else { throw .sensor }
    guard let order = ModelOrder(rawValue: reader.uint8()) else { throw .modelOrder }
    modelOrder = order
    grade = reader.uint8()
    guard grade <= 3 else { throw .grade }
    let flags = reader.uint8()
    sensorSerial = reader.uint32()
    let day = reader.int32()
    date = flags & 1 == 1 ? day : nil
    let temperature = reader.int16()
    temperatureEighths = flags & 2 == 2 ? temperature : nil
    guard flags <= 3, reader.uint16() == 0 else { throw .reserved }
    hardIron = Self.vector(&reader)
    softIron = MatrixQ24(Self.vector(&reader), Self.vector(&reader), Self.vector(&reader))
    fieldStrength = reader.uint32()
    predictedError = reader.uint16()
    guard reader.uint16() == 0 else { throw .reserved }
    guard hardIron.isWithin(Self.hardIronLimit) else { throw .hardIronRange }
    guard softIron.rows.0.isWithin(Self.softIronLimit), softIron.rows.1.isWithin(Self.softIronLimit),
      softIron.rows.2.isWithin(Self.softIronLimit)
    else { throw .softIronRange }
    guard softIron.isUsable else { throw .singular }
  }

  private static func write(_ v: Vector3, _ writer: inout ByteWriter) {
    writer.int32(v.x)
    writer.int32(v.y)
    writer.int32(v.z)
  }

  private static func vector(_ reader: inout ByteReader) -> Vector3 {
    let x = reader.int32()
    let y = reader.int32()
    let z = reader.int32()
    return Vector3(x: x, y: y, z: z)
  }
}
