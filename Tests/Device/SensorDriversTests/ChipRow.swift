// The table of the chips: each suite has the row of its chip, and the same checks go over each row.
import Quantities
import SensorDrivers
import TestSupport
import Testing

/// One chip: what is on its bus, how it fails, and the numbers of its data sheet.
struct ChipRow<Chip: SensorChipDriver> {
  var chip: SensorChip
  /// Address and registers as the transcript spells them. `nil` of a chip that has no identity.
  var identity: (register: UInt8, expected: UInt8)?
  /// `nil` of a chip without a flag of new data, whose data cannot be old unseen: it is stuck.
  var statusRegister: UInt8?
  var dataRegister: UInt8
  /// What is written before the identity is read: a bank, and what passes the bus on.
  var before: [String] = []
  /// Every transaction from the identity up to the read-back.
  var bringUp: [String]
  /// The first register that is found changed when the supply was lost: what was written, and its default. `nil` of a
  /// chip whose registers cannot be read, and which a reset leaves as the driver wants it.
  var lost: (register: UInt8, written: UInt8, byDefault: UInt8)?
  /// Of a chip without an identity, or with 0xff, as an empty bus reads: the first register that is read back, and what it holds.
  var readBackFirst: (register: UInt8, written: UInt8)?
  /// The register that is met first when the line is held low, where it is not the status.
  var firstHeld: UInt8?
  /// Thousandths of a hertz: a rate whose configuration is not what a reset leaves.
  var rate: UInt32 = 75_000
  /// Milliseconds that the chip takes to wake during its bring-up.
  var wakesWithin = 0
  /// All rates that the driver offers, thousandths of a hertz, the slowest first.
  var rates: [UInt32]
  /// Rates that are asked for, and those that are chosen.
  var asked: [(asked: UInt32, given: UInt32)] = []
  /// How many samples of ten seconds may be missing: a share of the rate, and hundredths of a sample.
  var slack: (share: Int, hundredths: Int) = (20, 300)
  /// The codes of its scales.
  var scales: ClosedRange<UInt8>
  /// The registers that are read back, and which of their bits must be as written.
  var kept: [(register: UInt8, mask: UInt8)]
  /// What selects the bank of these registers, and in which register; 0 for a chip without banks.
  var bank: (value: UInt8, register: UInt8) = (0, 0)
  /// Transactions after which the chip needs time, milliseconds.
  var pauses: [(after: String, milliseconds: UInt64)] = []
  /// Where an identity of one byte is, and what may stand there, if that is not `identity`.
  var identities: (register: UInt8, values: [UInt8])?
  var model: () -> SensorModel

  typealias Bench = ModelBench<Chip>

  /// Rates, faults and facts.
  func checkAll() throws {
    for (asked, given) in asked {
      Bench.expectRate(model(), asked: asked, given: given, slack: Int(given) / slack.share + slack.hundredths)
    }
    try checkFaults()
    try checkFacts()
  }
}

/// What a first sample is compared by.
protocol TestedSample {
  /// What acts on the chip.
  static var quantity: WritableKeyPath<ModelWorld, [Int]> { get }
  var counts: Vector3 { get }
  var scaleCode: UInt8 { get }
  var origin: SampleOrigin { get }
  /// Whether it is marked as beyond the range, or as old.
  var isMarked: Bool { get }
  var temperature: Int16? { get }
  /// Whether it says this value, in its own unit; a rate in degrees a second, as near as its fraction is.
  func says(_ value: [Int]) -> Bool
}

extension FieldSample: TestedSample {
  static var quantity: WritableKeyPath<ModelWorld, [Int]> { \.field }
  var scaleCode: UInt8 { scale.rawValue }
  var isMarked: Bool { isOverflowed || isStale }
  var temperature: Int16? { temperatureEighths }
  func says(_ value: [Int]) -> Bool { field.nanotesla == Vector3(value) }
}

extension ForceSample: TestedSample {
  static var quantity: WritableKeyPath<ModelWorld, [Int]> { \.milliG }
  var scaleCode: UInt8 { scale.rawValue }
  var isMarked: Bool { isSaturated || isStale }
  var temperature: Int16? { nil }
  func says(_ value: [Int]) -> Bool { force.microG == Vector3(value) }
}

extension RateSample: TestedSample {
  static var quantity: WritableKeyPath<ModelWorld, [Int]> { \.milliDegrees }
  var scaleCode: UInt8 { scale.rawValue }
  var isMarked: Bool { isSaturated || isStale }
  var temperature: Int16? { nil }
  func says(_ value: [Int]) -> Bool {
    // A degree a second is 2^20 · π / 180.
    for (found, degrees) in zip([rate.q20.x, rate.q20.y, rate.q20.z], value.map(Double.init)) {
      let expected: Double = degrees * 18_300.976
      if abs(Double(found) - expected) >= 0.5 + abs(degrees) * 0.2 { return false }
    }
    return true
  }
}

extension Vector3 {
  fileprivate init(_ axes: [Int]) { self.init(x: Int32(axes[0]), y: Int32(axes[1]), z: Int32(axes[2])) }
}

extension ChipRow where Chip.Sample: TestedSample {
  /// The bring-up and the first sample, without noise.
  /// - Parameters:
  ///   - milliseconds: after which there is one sample and no second.
  ///   - world: what acts on the chip, in the unit of `ModelWorld`.
  ///   - transcript: all that is on the bus after its recovery.
  ///   - value: in the unit of the sample.
  func checkFirstSample(
    after milliseconds: Int, of world: [Int], milliCelsius: Int = 25_000, instance: UInt8 = 0, transcript: [String],
    counts: [Int], value: [Int], scale: UInt8, temperatureEighths: Int16? = nil, identityBytes: UInt32
  ) throws {
    var bench = Bench(model())
    bench.model.noiseCounts = 0
    bench.model.world[keyPath: Chip.Sample.quantity] = world
    bench.model.world.milliCelsius = milliCelsius
    if instance != 0 { bench.driver.setInstance(instance) }
    bench.run(milliseconds: milliseconds)
    #expect(bench.bus.transcript == ["recover: true"] + transcript)
    let sample = try #require(bench.samples.first)
    #expect(bench.samples.count == 1)
    #expect(sample.counts == Vector3(counts) && sample.says(value), "\(sample)")
    #expect(sample.scaleCode == scale && sample.temperature == temperatureEighths && !sample.isMarked)
    let address = bench.model.address
    #expect(sample.origin == SampleOrigin(chip: chip, address: address, instance: instance))
    #expect(bench.driver.identity == SensorIdentity(chip: chip, address: address, identityBytes: identityBytes))
  }
}
