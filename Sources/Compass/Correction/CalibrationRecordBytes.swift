// The calibration record's bytes (Protocols/calibration/spec.md, section 2).

import Quantities
import RawMemory

extension CalibrationRecord {
  /// Bytes of a record.
  public static var length: Int { 216 }
  /// The whole record is the image.
  public static var imageLength: Int { length }
  /// Largest magnitude of a component of h: 4,194,304 nT.
  static var hardIronLimit: UInt32 { 1 << 30 }
  /// Largest magnitude of an entry of S: 32.
  static var softIronLimit: UInt32 { 1 << 29 }
  /// Largest magnitude of a component of the accelerometer's offset: 16.7 g.
  static var accelerometerLimit: UInt32 { 1 << 24 }

  /// Magic, version and length as the first word of the bytes.
  static var header: UInt32 { 0x0001_4342 | UInt32(truncatingIfNeeded: length) &<< 24 }

  /// The record as 216 bytes, as in memory, with the checksum last.
  public func bytes() -> InlineArray<216, UInt8> {
    var bytes = InlineArray<216, UInt8>(repeating: 0)
    write(to: &bytes)
    return bytes
  }

  /// Writes the same bytes where they are needed.
  public func write(to bytes: inout InlineArray<216, UInt8>) {
    let end = Self.length &- 4
    var record = self
    // Byte by byte: with `unsafeBitCast`, an optimised build for a PC kept only the checksum (Swift 6.3).
    record.withImage { image in for i in 0..<end { bytes[unchecked: i] = image[unchecked: i] } }
    let checksum = CRC32.of(bytes.span.extracting(0..<end))
    for i in 0..<4 {
      bytes[unchecked: end &+ i] = UInt8(truncatingIfNeeded: checksum &>> UInt32(truncatingIfNeeded: 8 &* i))
    }
  }

  /// Reads and checks a record. A defective record is refused as a whole.
  ///
  /// - Parameter bytes: the record from the first byte on; bytes after it are ignored.
  /// - Throws: the first defect found.
  public init(bytes: Span<UInt8>) throws(RecordDefect) {
    guard bytes.count >= Self.length else { throw .tooShort }
    var reader = ByteReader(bytes)
    let difference = reader.uint32() ^ Self.header
    guard difference & 0xffff == 0 else { throw .magic }
    guard difference & 0xff_ffff == 0 else { throw .version }
    guard difference == 0 else { throw .length }
    guard CRC32.of(bytes.extracting(0..<Self.length)) == CRC32.residue else { throw .checksum }

    self.init()
    // All but header and checksum.
    setImage(4..<(Self.length &- 4), from: bytes)
    try check()
    forgetUnknown()
  }

  /// A calibration that another program found, of grade 1: nothing is known of its error.
  ///
  /// - Parameters:
  ///   - hardIron: h in 1/256 nanotesla.
  ///   - fieldStrength: of the corrected field, nanotesla; 0 when not known.
  /// - Throws: the first number that is out of its range.
  public init(
    hardIron: Vector3, softIron: MatrixQ24, order: ModelOrder, fieldStrength: UInt32
  ) throws(RecordDefect) {
    self.init()
    self.hardIron = hardIron
    self.softIron = softIron
    modelOrder = order
    grade = 1
    self.fieldStrength = fieldStrength
    try check()
  }

  // Inlined: most images have one of both callers.
  @inline(__always)
  private mutating func check() throws(RecordDefect) {
    guard sensorChip == 0 || SensorChip(rawValue: sensorChip).kind == .magnetometer else { throw .sensor }
    guard ModelOrder(rawValue: order) != nil else { throw .modelOrder }
    guard grade <= 3 else { throw .grade }
    guard flags <= 15, tiltSeen <= 90 || tiltSeen == 255, reservedByte == 0, reservedHalf == 0, reservedWord == 0
    else { throw .reserved }
    guard ModelOrder(rawValue: accelerometerOrder) != nil else { throw .accelerometerOrder }
    guard hardIron.isWithin(Self.hardIronLimit) else { throw .hardIronRange }
    switch Self.fitness(of: &softIron) {
    case .beyondRange: throw .softIronRange
    case .singular: throw .singular
    case .usable: break
    }
    if accelerometerOrder == 0 { return }
    guard accelerometerOffset.isWithin(Self.accelerometerLimit) else { throw .accelerometerRange }
    switch Self.fitness(of: &accelerometerMatrix) {
    case .beyondRange: throw .accelerometerRange
    case .singular: throw .accelerometerSingular
    case .usable: break
    }
  }

  private enum Fitness { case usable, beyondRange, singular }

  // `inout`: embedded-swift.md, "Copies".
  @inline(never)
  private static func fitness(of matrix: inout MatrixQ24) -> Fitness {
    if !matrix.isWithin(softIronLimit) { return .beyondRange }
    return matrix.isUsable ? .usable : .singular
  }

  /// Sets fields that are not known to the values that a writer gives them.
  private mutating func forgetUnknown() {
    if flags & Flag.date == 0 { dateValue = 0 }
    if flags & Flag.temperature == 0 { temperatureValue = 0 }
    if flags & Flag.dip == 0 { dipValue = 0 }
    if flags & Flag.covariance == 0 { forgetCovariance() }
    if accelerometerOrder == 0 { accelerometer = nil }
  }
}

extension MatrixQ24 {
  func isWithin(_ limit: UInt32) -> Bool {
    rows.0.isWithin(limit) && rows.1.isWithin(limit) && rows.2.isWithin(limit)
  }
}
