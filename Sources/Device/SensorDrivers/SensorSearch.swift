// Which of several chips that a board may carry is fitted, where each has a place of its own.
import Quantities

/// The search among candidates of a kind, of which at most one is fitted.
///
/// They are tried in turn, by the rules of `FirstFitted`: one attempt each, until the identity of one answers and its
/// configuration reads back. That one is fitted and stays so while it works; after a loss the search begins with it. A nest of
/// `FirstFitted` needs more stack with every candidate. This needs the same for any number; the board keeps the drivers, and
/// polls the one whose turn it is.
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
