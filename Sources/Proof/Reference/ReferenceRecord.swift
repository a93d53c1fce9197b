// The calibration record: its bytes and the reasons to reject them (Protocols/calibration/spec.md, section 2).

/// Why the bytes of a record are not accepted. Raw values are the names in the specification.
public enum ReferenceRecordDefect: String, Error, Sendable, CaseIterable {
  case tooShort, magic, version, length, checksum, sensor, modelOrder, grade, reserved
  case hardIronRange, softIronRange, singular, accelerometerOrder, accelerometerRange, accelerometerSingular
}

/// A calibration: corrected = S·(m − h), in sensor axes.
public struct ReferenceRecord: Equatable, Sendable {
  /// 0 means any chip; otherwise a code of the table of chips in Protocols/heading.
  public var sensorChip: UInt8 = 0
  /// 0 none, 1 planar, 2 sphere, 3 axis-aligned ellipsoid, 4 ellipsoid.
  public var modelOrder: UInt8 = 0
  /// 0…3.
  public var grade: UInt8 = 0
  /// 0 if unknown.
  public var serial: UInt32 = 0
  /// Days since 2000-01-01 UTC.
  public var date: Int32?
  /// 1/8 °C.
  public var temperatureEighths: Int16?
  /// The vector h in 1/256 nT, each component within ±2^30.
  public var hardIronQ8 = SIMD3<Int32>(repeating: 0)
  /// The rows of S in 2^−24, each entry within ±2^29.
  public var softIronQ24: [SIMD3<Int32>] = [SIMD3(1 << 24, 0, 0), SIMD3(0, 1 << 24, 0), SIMD3(0, 0, 1 << 24)]
  /// Nanotesla; 0 if unknown.
  public var fieldStrengthNanotesla: UInt32 = 0
  /// The worst error, 1/100 degree; 65535 if unknown.
  public var headingErrorHundredths: UInt16 = 65535
  /// The typical error, 1/100 degree; 65535 if unknown.
  public var typicalErrorHundredths: UInt16 = 65535
  /// 0 if unknown.
  public var sampleCount: UInt16 = 0
  /// 2^−32 turns, positive below the horizon.
  public var dip: Int32?
  /// Nanotesla; 65535 if unknown.
  public var residualNanotesla: UInt16 = 65535
  /// 255 if unknown.
  public var tiltSeenDegrees: UInt8 = 255
  public var coverage = SIMD3<UInt32>(repeating: 0)
  /// Twelve integers, and the exponent of their common factor, a power of two.
  public var covariance: (terms: [Int32], exponent: Int8)?
  public var accelerometer: ReferenceAccelerometerRecord?

  /// A record that corrects nothing.
  public init() {}

  /// Hard iron in nanotesla.
  public var hardIronNanotesla: SIMD3<Double> { SIMD3<Double>(hardIronQ8) / 256 }

  /// Reads a record at the start of `bytes`.
  /// - Throws: the first defect in the order of the specification.
  public init(bytes: [UInt8]) throws(ReferenceRecordDefect) {
    guard bytes.count >= 216 else { throw .tooShort }
    func unsigned(_ at: Int, _ count: Int) -> UInt32 {
      (0..<count).reduce(0) { $0 | UInt32(bytes[at + $1]) << UInt32(8 * $1) }
    }
    func signed(_ at: Int) -> Int32 { Int32(bitPattern: unsigned(at, 4)) }
    func vector(_ at: Int) -> SIMD3<Int32> { SIMD3(signed(at), signed(at + 4), signed(at + 8)) }

    guard unsigned(0, 2) == 0x4342 else { throw .magic }
    guard bytes[2] == 1 else { throw .version }
    guard bytes[3] == 216 else { throw .length }
    guard unsigned(212, 4) == cyclicRedundancyCheck(bytes[..<212]) else { throw .checksum }
    guard bytes[4] == 0 || ReferenceScales.magnetometers.contains(bytes[4]) else { throw .sensor }
    guard bytes[5] <= 4 else { throw .modelOrder }
    guard bytes[6] <= 3 else { throw .grade }
    sensorChip = bytes[4]
    modelOrder = bytes[5]
    grade = bytes[6]
    serial = unsigned(8, 4)
    date = bytes[7] & 1 != 0 ? signed(12) : nil
    temperatureEighths = bytes[7] & 2 != 0 ? Int16(bitPattern: UInt16(unsigned(16, 2))) : nil
    hardIronQ8 = vector(20)
    softIronQ24 = [vector(32), vector(44), vector(56)]
    fieldStrengthNanotesla = unsigned(68, 4)
    headingErrorHundredths = UInt16(unsigned(72, 2))
    let isTiltKnown = bytes[82] <= 90
    guard bytes[7] <= 15, unsigned(97, 3) == 0, unsigned(208, 4) == 0, isTiltKnown || bytes[82] == 255 else {
      throw .reserved
    }
    guard bytes[83] <= 4 else { throw .accelerometerOrder }
    sampleCount = UInt16(unsigned(18, 2))
    typicalErrorHundredths = UInt16(unsigned(74, 2))
    dip = bytes[7] & 4 != 0 ? signed(76) : nil
    residualNanotesla = UInt16(unsigned(80, 2))
    tiltSeenDegrees = bytes[82]
    coverage = SIMD3(unsigned(84, 4), unsigned(88, 4), unsigned(92, 4))
    if bytes[7] & 8 != 0 {
      covariance = ((0..<12).map { signed(100 + 4 * $0) }, Int8(bitPattern: bytes[96]))
    }
    if bytes[83] != 0 {
      accelerometer = ReferenceAccelerometerRecord(
        modelOrder: bytes[83], offsetMicroG: vector(148), matrixQ24: [vector(160), vector(172), vector(184)],
        rotation: vector(196))
    }
    if let defect = numericDefect { throw defect }
  }

  /// The first defect of h or S, or `nil`. It is for records that were not read from bytes.
  public var numericDefect: ReferenceRecordDefect? {
    func within(_ v: SIMD3<Int32>, _ limit: UInt32) -> Bool { (0..<3).allSatisfy { v[$0].magnitude <= limit } }
    guard within(hardIronQ8, 1 << 30) else { return .hardIronRange }
    guard softIronQ24.allSatisfy({ within($0, 1 << 29) }) else { return .softIronRange }
    guard !isSingular(softIronQ24) else { return .singular }
    guard let accelerometer else { return nil }
    guard within(accelerometer.offsetMicroG, 1 << 24), accelerometer.matrixQ24.allSatisfy({ within($0, 1 << 29) })
    else {
      return .accelerometerRange
    }
    return isSingular(accelerometer.matrixQ24) ? .accelerometerSingular : nil
  }

  /// The record's 216 bytes.
  public var bytes: [UInt8] {
    var out: [UInt8] = []
    func put(_ value: some FixedWidthInteger) {
      for byte in 0..<(value.bitWidth / 8) { out.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
    }
    func put(vectors: [SIMD3<Int32>]) {
      for vector in vectors { for i in 0..<3 { put(vector[i]) } }
    }
    let known = [date != nil, temperatureEighths != nil, dip != nil, covariance != nil]
    put(UInt16(0x4342))
    out += [1, 216, sensorChip, modelOrder, grade]
    put(known.indices.reduce(UInt8(0)) { $0 | (known[$1] ? 1 << $1 : 0) })
    put(serial)
    put(date ?? 0)
    put(temperatureEighths ?? 0)
    put(sampleCount)
    put(vectors: [hardIronQ8] + softIronQ24)
    put(fieldStrengthNanotesla)
    put(headingErrorHundredths)
    put(typicalErrorHundredths)
    put(dip ?? 0)
    put(residualNanotesla)
    out += [tiltSeenDegrees, accelerometer?.modelOrder ?? 0]
    for i in 0..<3 { put(coverage[i]) }
    put(covariance?.exponent ?? 0)
    out += [0, 0, 0]
    for term in covariance?.terms ?? Array(repeating: 0, count: 12) { put(term) }
    let attached = accelerometer ?? ReferenceAccelerometerRecord()
    put(vectors: [attached.offsetMicroG] + attached.matrixQ24 + [attached.rotation])
    put(UInt32(0))
    put(cyclicRedundancyCheck(out[...]))
    return out
  }

  public static func == (a: ReferenceRecord, b: ReferenceRecord) -> Bool { a.bytes == b.bytes }
}

/// The accelerometer's part of a record: corrected = A·(a − b), in the magnetometer's axes.
public struct ReferenceAccelerometerRecord: Equatable, Sendable {
  /// 1 to 4.
  public var modelOrder: UInt8 = 0
  /// The vector b.
  public var offsetMicroG = SIMD3<Int32>(repeating: 0)
  /// The rows of A in 2^−24.
  public var matrixQ24: [SIMD3<Int32>] = [SIMD3(1 << 24, 0, 0), SIMD3(0, 1 << 24, 0), SIMD3(0, 0, 1 << 24)]
  /// 2^−32 turns about each axis.
  public var rotation = SIMD3<Int32>(repeating: 0)

  public init(
    modelOrder: UInt8 = 0, offsetMicroG: SIMD3<Int32> = SIMD3(repeating: 0),
    matrixQ24: [SIMD3<Int32>] = [SIMD3(1 << 24, 0, 0), SIMD3(0, 1 << 24, 0), SIMD3(0, 0, 1 << 24)],
    rotation: SIMD3<Int32> = SIMD3(repeating: 0)
  ) {
    self.modelOrder = modelOrder
    self.offsetMicroG = offsetMicroG
    self.matrixQ24 = matrixQ24
    self.rotation = rotation
  }
}

/// Section 2, "Singular": T is the matrix rounded to Q15. By Hadamard's bound |det T| < 2^63, and so is every partial
/// sum.
private func isSingular(_ rowsQ24: [SIMD3<Int32>]) -> Bool {
  let t = rowsQ24.map { row in (0..<3).map { (Int64(row[$0]) + 256) >> 9 } }
  let determinant =
    t[0][0] * (t[1][1] * t[2][2] - t[1][2] * t[2][1])
    - t[0][1] * (t[1][0] * t[2][2] - t[1][2] * t[2][0])
    + t[0][2] * (t[1][0] * t[2][1] - t[1][1] * t[2][0])
  func digits(_ value: UInt64) -> Int { UInt64.bitWidth - value.leadingZeroBitCount }
  let needed = t.map { row in row.map { digits($0.magnitude) }.reduce(0, max) }.reduce(-10, +)
  return determinant <= 0 || digits(determinant.magnitude) < needed
}

/// CRC-32/ISO-HDLC, bit by bit: polynomial 0xEDB88320 (0x04C11DB7 reflected), initial value and final exclusive-or all
/// ones.
func cyclicRedundancyCheck(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  var register = UInt32.max
  for byte in bytes {
    register ^= UInt32(byte)
    for _ in 0..<8 { register = (register >> 1) ^ (register & 1 == 1 ? 0xedb8_8320 : 0) }
  }
  return ~register
}
