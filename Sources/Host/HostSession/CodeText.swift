// The names of numeric codes that come over the link, including those of later versions.
import FieldMonitor
import Heading
import Quantities

/// The name of a value, for JSON and messages.
package enum CodeText {
  /// The name of the case. A value of a later version is "other" with its number.
  package static func name<Known>(_ known: Known?, code: UInt8) -> String { known.map { "\($0)" } ?? "other\(code)" }
}

extension HeadingDoubts {
  /// The names of Protocols/link/spec.md, "reading".
  package var names: [String] { ReasonTable.names(of: self) }
}

extension HeadingEvent {
  private static let all: [(HeadingEvent, String)] = [
    (.first, "first"), (.moved, "moved"), (.validity, "validity"), (.grade, "grade"), (.source, "source"),
    (.heartbeat, "heartbeat"),
  ]

  /// The names of the events that are set, in the order of their bits.
  package var names: [String] { Self.all.filter { contains($0.0) }.map(\.1) }
}
