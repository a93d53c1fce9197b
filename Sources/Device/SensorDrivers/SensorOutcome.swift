// What a look at a sensor gave.
import Quantities

/// What one call of a driver's `poll` gave.
public enum SensorOutcome<Sample: Equatable & Sendable>: Equatable, Sendable {
  /// Nothing to tell: it is not time yet, or bring-up took one step.
  case nothing
  /// A sample, or the last one again when `isStale` says so.
  case sample(Sample)
  /// A transaction failed and will be tried again; the samples so far still stand.
  case fault(SensorError)
  /// There is no sensor to rely on: bring-up failed, or it begins again. Samples are void until the next one.
  case unavailable(SensorError)
}
