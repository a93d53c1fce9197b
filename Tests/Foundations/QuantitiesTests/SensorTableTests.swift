// The table of sensors: every row is exact within 32 bits, and the accelerometer's against its own arithmetic.
import Quantities
import Testing

@Suite struct SensorTableTests {
  @Test func rules_keepEveryProductBelowTwoToThe31() throws {
    let field = try (1...FieldScale.last.rawValue).map { try #require(FieldScale(rawValue: $0).rule) }
    let force = try (1...ForceScale.last.rawValue).map { try #require(ForceScale(rawValue: $0).rule) }
    let rate = try (1...RateScale.last.rawValue).map { try #require(RateScale(rawValue: $0).rule) }
    for rule in field + force + rate {
      #expect((Int64(1) << Int64(rule.registerBits - 1)) * Int64(rule.numerator) < 1 << 31)
      #expect(rule.rangeBits <= rule.registerBits)
      #expect(rule.denominatorXY > 0 && rule.denominatorZ > 0)
    }
    #expect(FieldScale(rawValue: FieldScale.last.rawValue + 1).rule == nil)
    #expect(ForceScale(rawValue: ForceScale.last.rawValue + 1).rule == nil)
    #expect(RateScale(rawValue: RateScale.last.rawValue + 1).rule == nil)
    #expect(FieldScale.nanotesla.rule == nil)
    #expect(ForceScale.microG.rule == nil)
    #expect(RateScale.q20.rule == nil)
  }

  @Test(arguments: [(1, 1000), (2, 2000), (3, 4000), (4, 12_000)] as [(UInt8, Int32)])
  func force_isTheSensitivityTimesTheCount(code: UInt8, microG: Int32) throws {
    let scale = ForceScale(rawValue: code)
    for count: Int32 in [-2048, -1, 0, 1, 2047] {
      let force = try #require(scale.force(of: Vector3(x: count, y: 1, z: -count / 2)))
      #expect(force.microG == Vector3(x: count * microG, y: microG, z: -count / 2 * microG))
    }
    #expect(scale.force(of: Vector3(x: 2048, y: 0, z: 0)) == nil)
    #expect(scale.force(of: Vector3(x: 0, y: 0, z: -2049)) == nil)
    let rule = try #require(scale.rule)
    #expect(rule.isBeyondRange(Vector3(x: 0, y: 2047, z: 0)))
    #expect(rule.isBeyondRange(Vector3(x: 0, y: 0, z: -2048)))
    #expect(!rule.isBeyondRange(Vector3(x: 2046, y: -2046, z: 0)))
  }

  @Test func scaleZero_isTheUnitItself() {
    let v = Vector3(x: 1 << 21, y: -(1 << 21), z: 5)
    #expect(FieldScale.nanotesla.field(of: v)?.nanotesla == v)
    #expect(FieldScale.nanotesla.field(of: Vector3(x: 0, y: (1 << 21) + 1, z: 0)) == nil)
    #expect(ForceScale.microG.force(of: v)?.microG == v)
  }

  @Test func chips_haveKindsAndNames() {
    #expect(SensorChip.absent.kind == .none)
    #expect(SensorChip.lsm303dlhc.kind == .magnetometer)
    #expect(SensorChip.lsm303dlhcAccelerometer.kind == .accelerometer)
    #expect(SensorChip(rawValue: 200).kind == .none)
    #expect("\(SensorChip.lsm303dlhc.name)" == "LSM303DLHC")
  }

  /// Every chip's scales are in the table of its kind, the finest first; names differ.
  @Test func chips_haveScalesInTheOrderOfTheirRanges() throws {
    var names: Set<String> = []
    for code in 1...SensorChip.last.rawValue {
      let chip = SensorChip(rawValue: code)
      #expect(names.insert("\(chip.name)").inserted)
      let ranges = "\(chip.ranges)".split(separator: " ").compactMap { Double($0) }
      #expect(!ranges.isEmpty)
      #expect(ranges == ranges.sorted())
      var finer = 0.0
      for (index, range) in ranges.enumerated() {
        let scale = chip.firstScale + UInt8(index)
        let found: (rule: ScaleRule?, unit: Double) =
          switch chip.kind {
          case .magnetometer: (FieldScale(rawValue: scale).rule, 100_000)
          case .accelerometer: (ForceScale(rawValue: scale).rule, 1_000_000)
          default: (RateScale(rawValue: scale).rule, 1_048_576 * .pi / 180)
          }
        let rule = try #require(found.rule)
        let worth = Double(rule.numerator) / Double(rule.denominatorXY)
        #expect(worth > finer)
        finer = worth
        // Counts reach the range that the chip's table states, with a fifth to spare for the way makers round.
        #expect(worth * Double(rule.largestCount) / found.unit > 0.8 * range, "\(chip.name) at \(range)")
      }
    }
    #expect(SensorChip(rawValue: SensorChip.last.rawValue + 1).kind == .none)
  }
}
