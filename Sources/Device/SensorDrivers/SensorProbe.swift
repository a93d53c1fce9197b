// Which chips are on an I2C bus, by their identities.
//
// It asks the addresses of known chips only, and reads only, with exceptions: QMC5883L and the chips that answer "H43"
// have an identity that others have, too, and a BMM150 that sleeps has none. There one bit of a register is turned, read
// back and turned back within one step, so that no driver of the board sees it.
import Quantities

/// Looks for known chips, one question a step.
public struct SensorProbe: Sendable {
  /// The most findings that a list has; a bus with sensors has one to four.
  public static var capacity: Int { 16 }

  /// Which row of the table comes next.
  private var row = 0
  /// The address that was asked last, and whether anything answered there, and whether it was identified.
  private var address: UInt8 = 0
  private var isAnswered = false
  private var hasCheckedLines = false
  private var isIdentified = false
  private var unidentified = ProbeFinding.none

  /// What has answered so far.
  public private(set) var findings = InlineArray<16, ProbeFinding>(repeating: .none)
  public private(set) var count = 0
  /// How the lines were when the probe began.
  public private(set) var lines = BusLines.none
  public private(set) var isRunning = false

  public init() {}

  /// Whether its counts are within their ranges; the memory may have been overwritten.
  public var isSound: Bool { row >= 0 && row <= Question.count && count >= 0 && count <= Self.capacity }

  /// Begins to look; `step` does the rest.
  public mutating func begin() {
    self = SensorProbe()
    isRunning = true
  }

  /// Looks at the lines, and then asks one question: at most five transactions. A bus with a line that stays low has no
  /// findings.
  @inline(never)
  public mutating func step<Bus: RegisterBus & ~Copyable>(_ bus: inout Bus) {
    guard isRunning else { return }
    if !hasCheckedLines {
      hasCheckedLines = true
      lines = bus.heldLines
      isRunning = !lines.contains(.clockIsLow) && !lines.contains(.dataIsLow)
      return
    }
    guard let question = Question(row: row) else {
      endAddress()
      isRunning = false
      return
    }
    if question.address != address {
      endAddress()
      address = question.address
      isAnswered = false
      isIdentified = false
      unidentified = .none
    } else if isIdentified || !isAnswered {
      // The address is known, or nothing is there.
      row += 1
      return
    }
    row += 1
    guard let bytes = Self.read(question, &bus) else { return }
    isAnswered = true
    let isRight = bytes == question.bytes && (question.turnedBit == 0 || Self.keeps(question, &bus))
    let finding = ProbeFinding(
      address: address, chip: isRight ? question.chip : .absent, register: question.register, count: question.count,
      bytes: bytes)
    if isRight {
      isIdentified = true
      add(finding)
    } else if unidentified.count == 0 {
      unidentified = finding
    }
  }

  private mutating func endAddress() { if isAnswered && !isIdentified { add(unidentified) } }

  private mutating func add(_ finding: ProbeFinding) {
    guard count < Self.capacity else { return }
    findings[count] = finding
    count += 1
  }

  private static func read<Bus: RegisterBus & ~Copyable>(_ question: Question, _ bus: inout Bus) -> UInt32? {
    do throws(BusFault) {
      let found = try bus.read(from: question.register, of: question.address, count: Int(question.count))
      var bytes: UInt32 = 0
      for index in 0..<Int(question.count) { bytes |= UInt32(found[index]) &<< UInt32(8 &* index) }
      return bytes
    } catch {
      return nil
    }
  }

  /// Whether the chip keeps a turned bit of a register, which is then turned back.
  private static func keeps<Bus: RegisterBus & ~Copyable>(_ question: Question, _ bus: inout Bus) -> Bool {
    do throws(BusFault) {
      let before = try bus.read(from: question.turnedRegister, of: question.address, count: 1)[0]
      try bus.write(before ^ question.turnedBit, to: question.turnedRegister, of: question.address)
      let after = try bus.read(from: question.turnedRegister, of: question.address, count: 1)[0]
      try bus.write(before, to: question.turnedRegister, of: question.address)
      return after == before ^ question.turnedBit
    } catch {
      return false
    }
  }
}

/// One row of the table: what a chip must answer.
struct Question {
  var address: UInt8
  var chip: SensorChip
  var register: UInt8
  var count: UInt8
  /// The first in the lowest byte.
  var bytes: UInt32
  /// A bit that the chip keeps, and its register; 0 where the identity is enough.
  var turnedRegister: UInt8
  var turnedBit: UInt8

  /// How many rows the table has.
  fileprivate static var count: Int { 44 }

  /// Nine bytes a row: address, chip, register, how many bytes of identity, three bytes of it, register and mask of the
  /// bit that is turned. The rows of an address stand together; a longer identity comes before a shorter one. The
  /// numbers are those of docs/sensors.md.
  private static let rows: InlineArray<396, UInt8> = [
    // AK09916.
    0x0c, 22, 0x00, 2, 0x48, 0x09, 0x00, 0x00, 0x00,
    // AK8963.
    0x0c, 19, 0x00, 1, 0x48, 0x00, 0x00, 0x00, 0x00,
    // QMC5883L: bit 0 of the SET/RESET period.
    0x0d, 6, 0x0d, 1, 0xff, 0x00, 0x00, 0x0b, 0x01,
    // MAG3110.
    0x0e, 26, 0x07, 1, 0xc4, 0x00, 0x00, 0x00, 0x00,
    // IST8310.
    0x0e, 24, 0x00, 1, 0x10, 0x00, 0x00, 0x00, 0x00,
    // BMM150, awake.
    0x10, 23, 0x40, 1, 0x32, 0x00, 0x00, 0x00, 0x00,
    // BMM150, asleep: bit 0 of the power control.
    0x10, 23, 0x40, 1, 0x00, 0x00, 0x00, 0x4b, 0x01,
    // BMM150, awake.
    0x11, 23, 0x40, 1, 0x32, 0x00, 0x00, 0x00, 0x00,
    // BMM150, asleep: bit 0 of the power control.
    0x11, 23, 0x40, 1, 0x00, 0x00, 0x00, 0x4b, 0x01,
    // BMM150, awake.
    0x12, 23, 0x40, 1, 0x32, 0x00, 0x00, 0x00, 0x00,
    // BMM150, asleep: bit 0 of the power control.
    0x12, 23, 0x40, 1, 0x00, 0x00, 0x00, 0x4b, 0x01,
    // BMM150, awake.
    0x13, 23, 0x40, 1, 0x32, 0x00, 0x00, 0x00, 0x00,
    // BMM150, asleep: bit 0 of the power control.
    0x13, 23, 0x40, 1, 0x00, 0x00, 0x00, 0x4b, 0x01,
    // LIS3DH.
    0x18, 4, 0x0f, 1, 0x33, 0x00, 0x00, 0x00, 0x00,
    0x19, 4, 0x0f, 1, 0x33, 0x00, 0x00, 0x00, 0x00,
    // LIS3MDL.
    0x1c, 8, 0x0f, 1, 0x3d, 0x00, 0x00, 0x00, 0x00,
    // MMA8653.
    0x1d, 27, 0x0d, 1, 0x5a, 0x00, 0x00, 0x00, 0x00,
    // ADXL345.
    0x1d, 28, 0x00, 1, 0xe5, 0x00, 0x00, 0x00, 0x00,
    // LIS2MDL.
    0x1e, 3, 0x4f, 1, 0x40, 0x00, 0x00, 0x00, 0x00,
    // LIS3MDL.
    0x1e, 8, 0x0f, 1, 0x3d, 0x00, 0x00, 0x00, 0x00,
    // LSM303DLHC: bit 7 of CRA is its thermometer.
    0x1e, 1, 0x0a, 3, 0x48, 0x34, 0x33, 0x00, 0x80,
    // HMC5883L: bit 5 of CRA is averaging.
    0x1e, 5, 0x0a, 3, 0x48, 0x34, 0x33, 0x00, 0x20,
    // RM3100.
    0x20, 25, 0x36, 1, 0x22, 0x00, 0x00, 0x00, 0x00,
    0x21, 25, 0x36, 1, 0x22, 0x00, 0x00, 0x00, 0x00,
    0x22, 25, 0x36, 1, 0x22, 0x00, 0x00, 0x00, 0x00,
    0x23, 25, 0x36, 1, 0x22, 0x00, 0x00, 0x00, 0x00,
    // QMC5883P.
    0x2c, 7, 0x00, 1, 0x80, 0x00, 0x00, 0x00, 0x00,
    // MMC5603.
    0x30, 11, 0x39, 1, 0x10, 0x00, 0x00, 0x00, 0x00,
    // MMC5983MA.
    0x30, 12, 0x2f, 1, 0x30, 0x00, 0x00, 0x00, 0x00,
    // ADXL345.
    0x53, 28, 0x00, 1, 0xe5, 0x00, 0x00, 0x00, 0x00,
    // MPU6050.
    0x68, 13, 0x75, 1, 0x68, 0x00, 0x00, 0x00, 0x00,
    // MPU6500.
    0x68, 15, 0x75, 1, 0x70, 0x00, 0x00, 0x00, 0x00,
    // MPU9250.
    0x68, 17, 0x75, 1, 0x71, 0x00, 0x00, 0x00, 0x00,
    // MPU9255.
    0x68, 17, 0x75, 1, 0x73, 0x00, 0x00, 0x00, 0x00,
    // ICM20948.
    0x68, 20, 0x00, 1, 0xea, 0x00, 0x00, 0x00, 0x00,
    // BMI160.
    0x68, 29, 0x00, 1, 0xd1, 0x00, 0x00, 0x00, 0x00,
    // MPU6050.
    0x69, 13, 0x75, 1, 0x68, 0x00, 0x00, 0x00, 0x00,
    // MPU6500.
    0x69, 15, 0x75, 1, 0x70, 0x00, 0x00, 0x00, 0x00,
    // MPU9250.
    0x69, 17, 0x75, 1, 0x71, 0x00, 0x00, 0x00, 0x00,
    // MPU9255.
    0x69, 17, 0x75, 1, 0x73, 0x00, 0x00, 0x00, 0x00,
    // ICM20948.
    0x69, 20, 0x00, 1, 0xea, 0x00, 0x00, 0x00, 0x00,
    // BMI160.
    0x69, 29, 0x00, 1, 0xd1, 0x00, 0x00, 0x00, 0x00,
    // LSM6DSOX.
    0x6a, 9, 0x0f, 1, 0x6c, 0x00, 0x00, 0x00, 0x00,
    0x6b, 9, 0x0f, 1, 0x6c, 0x00, 0x00, 0x00, 0x00,
  ]

  /// The row of a number; `nil` after the last.
  init?(row: Int) {
    guard row < Self.count else { return nil }
    let first = row &* 9
    address = Self.rows[first]
    chip = SensorChip(rawValue: Self.rows[first &+ 1])
    register = Self.rows[first &+ 2]
    count = Self.rows[first &+ 3]
    bytes = UInt32(Self.rows[first &+ 4]) | UInt32(Self.rows[first &+ 5]) &<< 8 | UInt32(Self.rows[first &+ 6]) &<< 16
    turnedRegister = Self.rows[first &+ 7]
    turnedBit = Self.rows[first &+ 8]
  }
}
