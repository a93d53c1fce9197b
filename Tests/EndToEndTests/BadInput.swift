// Input that cannot be used: each case has its exit status and two lines at most.
import TestSupport
import Testing

/// What goes wrong before or instead of work. No emulator runs, so the tests may run side by side.
@Suite(.repeatedAfterStandstill) struct BadInput {}

/// Checks that a run was refused as the user should see it: nothing on standard output, this exit status, and one or
/// two lines that hold all of `words`.
func expectRefusal(
  _ outcome: Outcome, status: Int32, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(outcome.status == status, "\(outcome.remarks)", sourceLocation: sourceLocation)
  #expect(outcome.lines.isEmpty, sourceLocation: sourceLocation)
  expectMessage(outcome.remarks, words, sourceLocation: sourceLocation)
}

/// Checks a message on standard error: the program's name, one or two lines, all of `words`.
func expectMessage(_ remarks: String, _ words: [String], sourceLocation: SourceLocation = #_sourceLocation) {
  let lines = remarks.split(separator: "\n")
  #expect((1...2).contains(lines.count), "\(remarks)", sourceLocation: sourceLocation)
  #expect(remarks.hasPrefix("binnacle: "), "\(remarks)", sourceLocation: sourceLocation)
  for word in words { #expect(remarks.contains(word), "“\(word)” in: \(remarks)", sourceLocation: sourceLocation) }
}
