// Reporting an error of the wrong kind.
import Testing

@testable import SerialLink

/// Fails the test, saying which error came instead of the expected one.
func unexpected(_ error: LinkError?) {
  Issue.record("unexpected: \(error.map(String.init(describing:)) ?? "no error")")
}
