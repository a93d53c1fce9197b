// Which of the chips that a board may carry is fitted.
import Quantities

/// Searches the chip that is fitted among the candidates for one kind of sensor. At most one is fitted.
///
/// The candidates are tried in turn, one attempt each, until a chip answers with its identity and keeps its configuration. The
/// search keeps this chip while it works. After a loss it begins with this chip again, and never ends: a chip that comes back
/// is found again. While no chip is fitted, each attempt gives `.unavailable` with its error. In the first round only the last
/// attempt does: until then the sensor is starting. The board has the drivers, and polls the one whose turn it is, so the
/// search needs the same stack for any number of drivers.
public struct SensorSearch: Sendable {
  /// The candidate that is fitted or being tried, from 0 on.
  public private(set) var candidate: UInt8 = 0
  /// All candidates were tried, or one has given a sample.
  private var isRoundOver = false

  /// None was tried yet.
  public init() {}

  /// Polls the candidate whose turn it is.
  /// - Parameters:
  ///   - sensor: the driver of `candidate`.
  ///   - count: how many candidates there are.
  /// - Returns: what the driver gave; `.nothing` for a failure in the first round, but for the last candidate's: until then the
  ///   sensor is starting.
  @inline(never)
  public mutating func poll<Candidate: Sensor, Bus: RegisterBus & ~Copyable>(
    _ sensor: inout Candidate, _ bus: inout Bus, at now: Instant, of count: UInt8
  ) -> SensorOutcome<Candidate.Sample> {
    let outcome = sensor.poll(&bus, at: now)
    switch outcome {
    case .nothing, .fault: return outcome
    case .sample: isRoundOver = true
    case .unavailable:
      if sensor.progress == .refused {
        candidate &+= 1
        if candidate >= count {
          candidate = 0
          isRoundOver = true
        }
      }
      if !isRoundOver { return .nothing }
    }
    return outcome
  }
}

/// Two drivers for one kind of sensor. At most one of them has a chip.
public struct SensorPair<First: Sensor, Second: Sensor> where First.Sample == Second.Sample {
  var search = SensorSearch()
  var first: First
  var second: Second

  /// Neither was tried yet.
  /// - Parameters:
  ///   - first: the driver that is tried first.
  ///   - second: the driver that is tried after it.
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Does the next step on the bus if one is due, and returns its result, as `SensorSearch` does.
  /// - Parameter now: device time; must not run backwards.
  @inline(never)
  public mutating func poll<Bus: RegisterBus & ~Copyable>(
    _ bus: inout Bus, at now: Instant
  ) -> SensorOutcome<First.Sample> {
    search.candidate == 0 ? search.poll(&first, &bus, at: now, of: 2) : search.poll(&second, &bus, at: now, of: 2)
  }

  /// Lets the chip measure at least as often as this, thousandths of a hertz.
  public mutating func setRate(atLeast milliHertz: UInt32) {
    first.setRate(atLeast: milliHertz)
    second.setRate(atLeast: milliHertz)
  }

  /// The chip that answered, `.absent` until one has.
  public var identity: SensorIdentity { search.candidate == 0 ? first.identity : second.identity }
}
