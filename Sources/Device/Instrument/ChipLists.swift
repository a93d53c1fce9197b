// Lists of drivers of one kind, and the chip among them that is fitted: the first that answers.

import LinkProtocol
import Quantities
import RawMemory
import SensorDrivers

// MARK: - Lists

/// Drivers of one kind, counted from 0 on: `Chips` and `LastChip`, `OnlyChip`, or `NoChip`.
public protocol ChipList {
  associatedtype Sample: DriverSample
  /// How many there are.
  static var count: UInt8 { get }
  /// - Parameter milliHertz: the least data rate of each, thousandths of a hertz.
  init(atLeast milliHertz: UInt32)
  /// Lets `search` poll the driver at `index` of this list.
  /// - Parameter count: of the whole list.
  mutating func poll<Bus: RegisterBus & ~Copyable>(
    _ index: UInt8, _ search: inout SensorSearch, _ bus: inout Bus, at now: Instant, of count: UInt8
  ) -> SensorOutcome<Sample>
  /// The identity of the chip at `index`.
  func identity(_ index: UInt8) -> SensorIdentity
  /// The delay of the chip at `index`.
  func delay(_ index: UInt8) -> UInt16
  /// The zero-rate offset of the chip at `index`, 1/100 °/s.
  func zeroRateOffset(_ index: UInt8) -> UInt16
  /// Changes the least data rate of each.
  mutating func setRate(atLeast milliHertz: UInt32)
  /// Does what `test` wants of the chip at `index`.
  mutating func serve(_ index: UInt8, _ test: inout SensorSelfTest)
}

/// A driver of a list. A function of its own: if there are several drivers, it takes less flash than their constants.
@inline(never)
private func makeDriver<Chip: SensorChipDriver>(atLeast milliHertz: UInt32) -> SensorDriver<Chip> {
  SensorDriver(atLeast: milliHertz)
}

/// A chip and those after it.
public struct Chips<Chip: SensorChipDriver, Rest: ChipList>: ChipList where Chip.Sample == Rest.Sample {
  private var driver: SensorDriver<Chip>
  private var rest: Rest

  @inline(__always)
  public static var count: UInt8 { 1 &+ Rest.count }

  @inline(__always)
  public init(atLeast milliHertz: UInt32) {
    driver = makeDriver(atLeast: milliHertz)
    rest = Rest(atLeast: milliHertz)
  }

  @inline(__always)
  public mutating func poll<Bus: RegisterBus & ~Copyable>(
    _ index: UInt8, _ search: inout SensorSearch, _ bus: inout Bus, at now: Instant, of count: UInt8
  ) -> SensorOutcome<Chip.Sample> {
    index == 0
      ? search.poll(&driver, &bus, at: now, of: count) : rest.poll(index &- 1, &search, &bus, at: now, of: count)
  }

  @inline(__always)
  public func identity(_ index: UInt8) -> SensorIdentity { index == 0 ? driver.identity : rest.identity(index &- 1) }

  @inline(__always)
  public func delay(_ index: UInt8) -> UInt16 { index == 0 ? driver.delay : rest.delay(index &- 1) }

  @inline(__always)
  public func zeroRateOffset(_ index: UInt8) -> UInt16 {
    index == 0 ? driver.zeroRateOffset : rest.zeroRateOffset(index &- 1)
  }

  @inline(__always)
  public mutating func setRate(atLeast milliHertz: UInt32) {
    driver.setRate(atLeast: milliHertz)
    rest.setRate(atLeast: milliHertz)
  }

  @inline(__always)
  public mutating func serve(_ index: UInt8, _ test: inout SensorSelfTest) {
    if index == 0 { driver.serve(&test) } else { rest.serve(index &- 1, &test) }
  }
}

/// A list of one chip.
public protocol OneChip: ChipList where Sample == Chip.Sample {
  associatedtype Chip: SensorChipDriver
  var driver: SensorDriver<Chip> { get set }
}

extension OneChip {
  @inline(__always)
  public static var count: UInt8 { 1 }

  @inline(__always)
  public func identity(_: UInt8) -> SensorIdentity { driver.identity }

  @inline(__always)
  public func delay(_: UInt8) -> UInt16 { driver.delay }

  @inline(__always)
  public func zeroRateOffset(_: UInt8) -> UInt16 { driver.zeroRateOffset }

  @inline(__always)
  public mutating func setRate(atLeast milliHertz: UInt32) { driver.setRate(atLeast: milliHertz) }

  @inline(__always)
  public mutating func serve(_: UInt8, _ test: inout SensorSelfTest) { driver.serve(&test) }
}

/// The end of a list.
public struct LastChip<Chip: SensorChipDriver>: OneChip {
  public var driver: SensorDriver<Chip>

  @inline(__always)
  public init(atLeast milliHertz: UInt32) { driver = makeDriver(atLeast: milliHertz) }

  @inline(__always)
  public mutating func poll<Bus: RegisterBus & ~Copyable>(
    _: UInt8, _ search: inout SensorSearch, _ bus: inout Bus, at now: Instant, of count: UInt8
  ) -> SensorOutcome<Chip.Sample> { search.poll(&driver, &bus, at: now, of: count) }
}

/// The list of a board that has one certain chip. Without a search, its failures are reported from the first one on.
public struct OnlyChip<Chip: SensorChipDriver>: OneChip {
  public var driver: SensorDriver<Chip>

  @inline(__always)
  public init(atLeast milliHertz: UInt32) { driver = SensorDriver(atLeast: milliHertz) }

  @inline(__always)
  public mutating func poll<Bus: RegisterBus & ~Copyable>(
    _: UInt8, _ search: inout SensorSearch, _ bus: inout Bus, at now: Instant, of count: UInt8
  ) -> SensorOutcome<Chip.Sample> { driver.poll(&bus, at: now) }
}

/// The list of a board that has no chip of this kind. The image contains no code for it.
public struct NoChip<Sample: DriverSample>: ChipList {
  @inline(__always)
  public static var count: UInt8 { 0 }

  @inline(__always)
  public init(atLeast milliHertz: UInt32) {}

  @inline(__always)
  public mutating func poll<Bus: RegisterBus & ~Copyable>(
    _: UInt8, _ search: inout SensorSearch, _ bus: inout Bus, at now: Instant, of count: UInt8
  ) -> SensorOutcome<Sample> { .nothing }

  @inline(__always)
  public func identity(_: UInt8) -> SensorIdentity { .absent }

  @inline(__always)
  public func delay(_: UInt8) -> UInt16 { 0 }

  @inline(__always)
  public func zeroRateOffset(_: UInt8) -> UInt16 { 0 }

  @inline(__always)
  public mutating func setRate(atLeast milliHertz: UInt32) {}

  @inline(__always)
  public mutating func serve(_: UInt8, _ test: inout SensorSelfTest) {}
}

// MARK: - The fitted chip

/// The fitted chip of a list, if there is one. If there are several, it has functions of its own, because a driver needs much
/// stack, which the rest of the loop must not carry. It cannot be copied, so that it is made in its place. It is generic so
/// that the compiler sees it together with the board's bus.
struct FittedChip<List: ChipList, Bus: RegisterBus & ~Copyable>: ~Copyable {
  private var search = SensorSearch()
  private var list: List
  private let inPlace = InPlace()

  /// None of them has answered yet.
  @inline(__always)
  init(atLeast milliHertz: UInt32) { list = List.count > 1 ? Self.many(milliHertz) : List(atLeast: milliHertz) }

  @inline(never)
  private static func many(_ milliHertz: UInt32) -> List { List(atLeast: milliHertz) }

  /// Does the next step on the bus if one is due, and returns its result.
  /// - Parameters:
  ///   - test: may take it.
  ///   - isTestable: a constant, so that an image without tests contains no code for them.
  @inline(__always)
  mutating func poll(
    _ bus: inout Bus, _ test: inout SensorSelfTest, isTestable: Bool, at now: Instant
  ) -> SensorOutcome<List.Sample> {
    if List.count == 0 { return .nothing }
    guard isTestable else { return poll(&bus, at: now) }
    if test.calls(List.Sample.kind) { serve(&test) }
    var outcome = poll(&bus, at: now)
    test.consume(&outcome)
    return outcome
  }

  @inline(never)
  private mutating func poll(_ bus: inout Bus, at now: Instant) -> SensorOutcome<List.Sample> {
    list.poll(search.candidate, &search, &bus, at: now, of: List.count)
  }

  @inline(never)
  private mutating func serve(_ test: inout SensorSelfTest) { list.serve(search.candidate, &test) }

  /// The chip that answered.
  var identity: SensorIdentity { @inline(__always) get { List.count > 1 ? identityOfMany : list.identity(0) } }
  private var identityOfMany: SensorIdentity { @inline(never) get { list.identity(search.candidate) } }

  /// How much older the quantity is than its time stamp, microseconds.
  var delay: UInt16 { @inline(never) get { list.delay(search.candidate) } }
  /// The zero-rate offset of the chip that answers, 1/100 °/s.
  var zeroRateOffset: UInt16 { list.zeroRateOffset(search.candidate) }

  /// Lets the chip measure at least as often as this.
  @inline(__always)
  mutating func setRate(atLeast milliHertz: UInt32) {
    if List.count > 1 { setRateOfMany(milliHertz) } else { list.setRate(atLeast: milliHertz) }
  }

  @inline(never)
  private mutating func setRateOfMany(_ milliHertz: UInt32) { list.setRate(atLeast: milliHertz) }
}
