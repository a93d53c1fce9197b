// The calibration record's bytes: written in version 2, read in versions 1 and 2 (Protocols/calibration/spec.md).

import Bytes
import Quantities

extension CalibrationRecord {
  /// Bytes of a record as it is written.
  public static var length: Int { 216 }
  /// Bytes of a record of version 1, the shortest that is read.
  public static var lengthOfVersion1: Int { 80 }
  static var magic: UInt16 { 0x4342 }
  static var formatVersion: UInt8 { 2 }
  /// Largest magnitude of a component of h: 4,194,304 nT.
  static var hardIronLimit: UInt32 { 1 << 30 }
  /// Largest magnitude of an entry of S: 32.
  static var softIronLimit: UInt32 { 1 << 29 }
  /// Largest magnitude of a component of the accelerometer's offset: 16.7 g.
  static var accelerometerLimit: UInt32 { 1 << 24 }

  private enum Flag {
    static var date: UInt8 { 1 }
    static var temperature: UInt8 { 2 }
    static var dip: UInt8 { 4 }
    static var covariance: UInt8 { 8 }
  }

  private var flags: UInt8 {
    (date == nil ? 0 : Flag.date) | (temperatureEighths == nil ? 0 : Flag.temperature)
      | (dip == nil ? 0 : Flag.dip) | (covariance == nil ? 0 : Flag.covariance)
  }

  /// The record as 216 bytes, checksum last.
  public func bytes() -> InlineArray<216, UInt8> {
    var buffer = InlineArray<216, UInt8>(repeating: 0)
    do {
      var writer = ByteWriter(buffer.mutableSpan)
      writer.uint16(Self.magic)
      writer.uint8(Self.formatVersion)
      writer.uint8(UInt8(truncatingIfNeeded: Self.length))
      writer.uint8(sensorChip)
      writer.uint8(modelOrder.rawValue)
      writer.uint8(grade)
      writer.uint8(flags)
      writer.uint32(sensorSerial)
      writer.int32(date ?? 0)
      writer.int16(temperatureEighths ?? 0)
      writer.uint16(sampleCount)
      writer.vector(hardIron)
      writer.matrix(softIron)
      writer.uint32(fieldStrength)
      writer.uint16(predictedError)
      writer.uint16(predictedTypicalError)
      writer.uint32(dip?.rawValue ?? 0)
      writer.uint16(residual)
      writer.uint8(tiltSeen)
      writer.uint8(accelerometer?.modelOrder.rawValue ?? 0)
      writer.uint32(coverage.words.0)
      writer.uint32(coverage.words.1)
      writer.uint32(coverage.words.2)
      let covariance = covariance ?? CovarianceTerms()
      writer.int8(covariance.exponent)
      writer.uint8(0)
      writer.uint16(0)
      for i in 0..<CovarianceTerms.count { writer.int32(covariance.terms[i]) }
      let accelerometer = accelerometer ?? AccelerometerRecord()
      writer.vector(accelerometer.offset)
      writer.matrix(accelerometer.matrix)
      writer.vector(accelerometer.rotation)
    }
    let body = Self.length &- 4
    let crc = CRC32.of(buffer.span.extracting(0..<body))
    buffer[body] = UInt8(truncatingIfNeeded: crc)
    buffer[body &+ 1] = UInt8(truncatingIfNeeded: crc &>> 8)
    buffer[body &+ 2] = UInt8(truncatingIfNeeded: crc &>> 16)
    buffer[body &+ 3] = UInt8(truncatingIfNeeded: crc &>> 24)
    return buffer
  }

  /// Reads and checks a record of version 1 or 2; nothing of a defective one is used.
  ///
  /// What version 1 does not hold is unknown afterwards.
  public init(bytes: Span<UInt8>) throws(RecordDefect) {
    guard bytes.count >= Self.lengthOfVersion1 else { throw .tooShort }
    var reader = ByteReader(bytes)
    guard reader.uint16() == Self.magic else { throw .magic }
    let version = reader.uint8()
    guard version == 1 || version == Self.formatVersion else { throw .version }
    let length = version == 1 ? Self.lengthOfVersion1 : Self.length
    guard reader.uint8() == UInt8(truncatingIfNeeded: length) else { throw .length }
    guard bytes.count >= length else { throw .tooShort }
    let crc = CRC32.of(bytes.extracting(0..<(length &- 4)))
    var tail = ByteReader(bytes.extracting((length &- 4)..<length))
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
    date = flags & Flag.date != 0 ? day : nil
    let temperature = reader.int16()
    temperatureEighths = flags & Flag.temperature != 0 ? temperature : nil
    sampleCount = reader.uint16()
    hardIron = reader.vector()
    softIron = reader.matrix()
    fieldStrength = reader.uint32()
    predictedError = reader.uint16()
    predictedTypicalError = reader.uint16()
    if version == 1 {
      guard flags <= 3, sampleCount == 0, predictedTypicalError == 0 else { throw .reserved }
      predictedTypicalError = 65535
    } else {
      guard flags <= 15 else { throw .reserved }
      try readVersion2(&reader, flags: flags)
    }
    guard hardIron.isWithin(Self.hardIronLimit) else { throw .hardIronRange }
    guard softIron.isWithin(Self.softIronLimit) else { throw .softIronRange }
    guard softIron.isUsable else { throw .singular }
    guard let accelerometer else { return }
    guard accelerometer.offset.isWithin(Self.accelerometerLimit), accelerometer.matrix.isWithin(Self.softIronLimit)
    else { throw .accelerometerRange }
    guard accelerometer.matrix.isUsable else { throw .accelerometerSingular }
  }

  /// Bytes 76 … 211.
  private mutating func readVersion2(_ reader: inout ByteReader, flags: UInt8) throws(RecordDefect) {
    let dipValue = BinaryAngle(rawValue: reader.uint32())
    dip = flags & Flag.dip != 0 ? dipValue : nil
    residual = reader.uint16()
    tiltSeen = reader.uint8()
    let accelerometerOrder = reader.uint8()
    coverage = DirectionCells(reader.uint32(), reader.uint32(), reader.uint32())
    var covariance = CovarianceTerms()
    covariance.exponent = reader.int8()
    let reserved = UInt16(truncatingIfNeeded: reader.uint8()) | reader.uint16()
    for i in 0..<CovarianceTerms.count { covariance.terms[i] = reader.int32() }
    self.covariance = flags & Flag.covariance != 0 ? covariance : nil
    var accelerometer = AccelerometerRecord()
    accelerometer.offset = reader.vector()
    accelerometer.matrix = reader.matrix()
    accelerometer.rotation = reader.vector()
    guard tiltSeen <= 90 || tiltSeen == 255, reserved == 0, reader.uint32() == 0 else { throw .reserved }
    guard let order = ModelOrder(rawValue: accelerometerOrder) else { throw .accelerometerOrder }
    accelerometer.modelOrder = order
    self.accelerometer = order == .none ? nil : accelerometer
  }
}

extension MatrixQ24 {
  func isWithin(_ limit: UInt32) -> Bool {
    rows.0.isWithin(limit) && rows.1.isWithin(limit) && rows.2.isWithin(limit)
  }
}

extension ByteWriter {
  @inline(never)
  @_lifetime(self: copy self)
  mutating func vector(_ v: Vector3) {
    int32(v.x)
    int32(v.y)
    int32(v.z)
  }

  @_lifetime(self: copy self)
  mutating func matrix(_ m: MatrixQ24) {
    vector(m.rows.0)
    vector(m.rows.1)
    vector(m.rows.2)
  }
}

extension ByteReader {
  @inline(never)
  mutating func vector() -> Vector3 {
    let x = int32()
    let y = int32()
    let z = int32()
    return Vector3(x: x, y: y, z: z)
  }

  mutating func matrix() -> MatrixQ24 { MatrixQ24(vector(), vector(), vector()) }
}
