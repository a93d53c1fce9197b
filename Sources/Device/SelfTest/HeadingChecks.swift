// Checks of the table of sensors, of Correction and of Heading.

import Correction
import Heading
import Quantities
import RawMemory

extension SelfTestList {
  static func sensorDecoding() -> Int32 {
    var wrong = Mismatches()
    // At 1100 counts per gauss for X and Y and 980 for Z: 1 gauss, −1 gauss, 1 gauss.
    let counts = Vector3(x: 1100, y: -1100, z: 980)
    let scale = FieldScale(rawValue: 1)
    wrong.expect(scale.field(of: counts)?.nanotesla == Vector3(x: 100_000, y: -100_000, z: 100_000))
    wrong.expect(!scale.isBeyondRange(counts))
    wrong.expect(scale.isBeyondRange(Vector3(x: -4096, y: 1, z: 1)))
    // An accelerometer's half of the same chip: 1 mg a count.
    let force = ForceScale(rawValue: 1).force(of: Vector3(x: 1000, y: -250, z: 3))
    wrong.expect(force?.microG == Vector3(x: 1_000_000, y: -250_000, z: 3000))
    return wrong.count
  }

  static func correctionOrder() -> Int32 {
    var record = CalibrationRecord()
    record.hardIron = Vector3(x: 1000 << 8, y: -500 << 8, z: 250 << 8)
    // A factor of 2 along x and 1/2 along y: S·m − h would give (1000, 1000, 750).
    record.softIron = MatrixQ24(
      Vector3(x: 2 << 24, y: 0, z: 0), Vector3(x: 0, y: 1 << 23, z: 0), Vector3(x: 0, y: 0, z: 1 << 24))
    let sums = record.correctionSums(for: MagneticField(nanotesla: Vector3(x: 1000, y: 1000, z: 1000)))
    // 750 nT in 2^−32 nT.
    let expected: Int64 = 0x2ee_0000_0000
    return sums.x == 0 && sums.y == expected && sums.z == expected ? 0 : 1
  }

  static func recordRoundTrip() -> Int32 {
    var record = CalibrationRecord()
    record.sensorChip = 1
    record.modelOrder = .ellipsoid
    record.grade = 2
    record.date = 9820
    record.temperatureEighths = -40
    record.hardIron = Vector3(x: -123_456, y: 654_321, z: 1 << 30)
    var bytes = record.bytes()
    var wrong = Mismatches()
    // The checksum of these bytes, composed and summed with Python's struct and zlib.
    wrong.expect(checksum(of: bytes.span) == 0xa1f3_f49f)
    wrong.expect(isReadAndWritten(bytes.span))
    bytes[21] ^= 1
    wrong.expect(!isReadAndWritten(bytes.span))
    return wrong.count
  }

  /// Whether the bytes are a valid record that is written again with the same checksum.
  @inline(never)
  private static func isReadAndWritten(_ bytes: Span<UInt8>) -> Bool {
    do throws(RecordDefect) {
      return checksum(of: try CalibrationRecord(bytes: bytes).bytes().span) == checksum(of: bytes)
    } catch {
      return false
    }
  }

  /// The last word of a record: its checksum, which depends on all its bytes.
  @inline(never)
  private static func checksum(of record: Span<UInt8>) -> UInt32 {
    var reader = ByteReader(record.extracting((CalibrationRecord.length &- 4)..<CalibrationRecord.length))
    return reader.uint32()
  }

  static func levelQuarters() -> Int32 {
    var wrong = Mismatches()
    var field = Vector3(x: 5_000_000, y: 0, z: 9_000_000)
    var expected: UInt32 = 0
    var found = HeadingSolution()
    repeat {
      wrong.expect(solve(&found, field, force: nil) && found.heading.rawValue == expected)
      // When the instrument turns to the east, the field that points north comes from the left.
      field = Vector3(x: field.y, y: 0 &- field.x, z: field.z)
      expected &+= 0x4000_0000
    } while expected != 0
    return wrong.count
  }

  /// Field in nanotesla and specific force in micro-g; then heading, roll, pitch and dip, as signed 2^−32 turns.
  #if objectFormat(ELF)
    @section(".rodata.selftest.tilted")
  #endif
  private static let tilted: [60 of Int32] = [
    20000, -3000, 41000, 0, 0, -1_000_000,
    101_775_998, 0, 0, 760_502_944,
    12000, 15000, -30000, 300_000, -400_000, -860_000,
    -941_433_687, 297_592_382, 209_404_257, -493_018_933,
    -25000, 8000, 38000, -700_000, 250_000, -650_000,
    -1_820_714_125, -250_987_283, -538_623_651, 78_114_425,
    3000, -22000, 45000, 500_000, 500_000, 700_000,
    -1_217_158_633, -1_723_502_637, 359_903_823, -311_913_518,
    -9000, -17000, -52000, -120_000, -950_000, -280_000,
    -1_152_331_848, 877_817_496, -82_420_846, -418_526_853,
    30000, 100, 900, 960_000, -20_000, 270_000,
    15_590_544, 2_096_941_489, 885_842_462, -906_077_241,
  ]

  static func tiltedAgainstDouble() -> Int32 {
    var worst = WorstDistance()
    var found = HeadingSolution()
    var row = 0
    while row < 60 {
      let m = vector(tilted.span, row)
      let field = Vector3(x: m.x &<< 8, y: m.y &<< 8, z: m.z &<< 8)
      if solve(&found, field, force: vector(tilted.span, row &+ 3)) {
        worst.compare(found.heading.signed, tilted[row &+ 6])
        worst.compare(found.roll?.signed ?? 0, tilted[row &+ 7])
        worst.compare(found.pitch.signed, tilted[row &+ 8])
        worst.compare(found.dip.signed, tilted[row &+ 9])
      } else {
        worst.fail()
      }
      row &+= 10
    }
    return worst.value
  }

  /// Three numbers of a table as a vector.
  static func vector(_ table: Span<Int32>, _ at: Int) -> Vector3 {
    Vector3(x: table[at], y: table[at &+ 1], z: table[at &+ 2])
  }

  /// Finds heading and attitude of a field in any unit.
  /// - Returns: whether there is a heading.
  @inline(never)
  static func solve(_ found: inout HeadingSolution, _ field: Vector3, force: Vector3?) -> Bool {
    do throws(HeadingFailure) {
      try found.solve(
        field: FineField(mantissa: field.mantissa(bits: 30), exponent: 0),
        specificForce: force.map { Acceleration(microG: $0) })
      return true
    } catch {
      return false
    }
  }
}
