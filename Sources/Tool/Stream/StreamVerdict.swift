// What a stream's report gives to others: its readings as they come, and what its check came to.
import LinkProtocol
import Verdict

/// Gets what a stream's report gets, beside its output.
protocol StreamObserver: AnyObject {
  /// - Parameter motion: `nil` without a gyroscope.
  func add(_ reading: Reading, _ motion: FusionReport?)
  func mark(_ gap: StreamGap)
  func report(_ event: SensorEvent)
}

/// What the check of a stream came to.
struct StreamVerdict {
  var pass: Bool
  var numeric: VerdictPart
  /// `nil` if the true heading was not checked, and then why.
  var truth: VerdictPart?
  var unjudged: String?
}
