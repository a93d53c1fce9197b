// The output of a stream's report for other parts of the program: its readings as they come, and the result of its
// check.
import LinkProtocol
import Quantities
import StreamCheck
import ToolConnection

/// Receives the same input as a stream's report.
package protocol StreamObserver: AnyObject {
  /// - Parameter motion: `nil` without a gyroscope.
  func add(_ reading: Reading, _ motion: FusionReport?)
  func mark(_ gap: StreamGap)
  func report(_ event: SensorEvent)
  /// From now on, readings are to be written as sentences.
  /// - Returns: whether the observer writes them; then they are not written to the results.
  func beginSentences(isSimulated: Bool, card: DeviationCard) -> Bool
}

extension StreamObserver {
  package func beginSentences(isSimulated: Bool, card: DeviationCard) -> Bool { false }
}

/// The result of a stream's check.
package struct StreamVerdict {
  package var pass: Bool
  package var numeric: VerdictPart
  /// `nil` if the true heading was not checked; then the reason why.
  package var truth: VerdictPart?
  package var unjudged: String?
}
