// The output of a stream's report for others: its readings as they come, and the result of its check.
import LinkProtocol
import Quantities
import Verdict

/// Receives the same input as a stream's report.
protocol StreamObserver: AnyObject {
  /// - Parameter motion: `nil` without a gyroscope.
  func add(_ reading: Reading, _ motion: FusionReport?)
  func mark(_ gap: StreamGap)
  func report(_ event: SensorEvent)
  /// Readings are to be sentences, from now on.
  /// - Returns: whether the observer writes them, so that none go to the results.
  func beginSentences(isSimulated: Bool, card: DeviationCard) -> Bool
}

extension StreamObserver {
  func beginSentences(isSimulated: Bool, card: DeviationCard) -> Bool { false }
}

/// The result of a stream's check.
struct StreamVerdict {
  var pass: Bool
  var numeric: VerdictPart
  /// `nil` if the true heading was not checked, and then why.
  var truth: VerdictPart?
  var unjudged: String?
}
