// How much of a long check a test run does: BINNACLE_EFFORT, which the Makefile sets.
import Foundation

/// How much of a long check a test run does.
package enum TestEffort: String, Sendable {
  /// `make check`: enough to find a mistake of the last hour.
  case quick
  /// `make test`: a sample.
  case usual
  /// A target of its own, `make faults` or `make worlds`: all of it.
  case full

  package static let current =
    TestEffort(
      rawValue: ProcessInfo.processInfo.environment["BINNACLE_EFFORT"] ?? "usual") ?? .usual

  /// How many cases a check tries.
  package static func count(quick: Int, usual: Int, full: Int) -> Int {
    switch current {
    case .quick: quick
    case .usual: usual
    case .full: full
    }
  }
}
