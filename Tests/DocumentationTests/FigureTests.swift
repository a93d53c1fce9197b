// The figures that README.md and docs/faq.md begin with are those of the documents behind them.

import Foundation
import TerminalInterface
import TestSupport
import Testing

/// The cells of the table rows that begin with these, in docs/notebook/performance.md.
private func measured(_ begin: String...) throws -> [String] {
  let lines = try Document("docs/notebook/performance.md").lines
  let row = try #require(lines.first { $0.hasPrefix("| " + begin.joined(separator: " | ") + " |") })
  return row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
}

/// The middle one of "min / mean / max".
private func mean(_ cell: String) throws -> Double {
  let parts = cell.split(separator: "/").map { $0.trimmingCharacters(in: .whitespaces) }
  try #require(parts.count == 3)
  return try #require(Double(parts[1]))
}

/// To tens, as docs/faq.md has them.
private func cycles(_ cell: String) throws -> String { try Digits.grouped(Int((mean(cell) / 10).rounded()) * 10) }

private func kilobytes(_ bytes: String) throws -> String {
  try Digits.fixed(#require(Double(bytes)) / 1000, 1) + " KB"
}

/// The text under a question, in one line.
private func answer(_ question: String) throws -> String {
  let lines = try Document("docs/faq.md").lines.drop { $0 != "## \(question)" }.dropFirst()
  let text = lines.prefix { !$0.hasPrefix("## ") }.joined(separator: " ")
  try #require(!text.isEmpty, "no answer to: \(question)")
  return text
}

@Test func cost_inReadmeAndAnswers_isThatOfTheBench() throws {
  let cost = try answer("What does it cost?")
  let readme = try Document("README.md").lines.joined(separator: " ")
  let counts = try measured("heading from counts", "cortex-m0")
  for text in [cost, readme] {
    #expect(try text.contains("\(cycles(counts[3])) cycles"))
    #expect(try text.contains("and \(kilobytes(counts[4])) of flash"))
  }
  let service = try measured("heading, service path", "cortex-m0")
  let price = try "\(cycles(service[3])) and \(kilobytes(service[4]))"
  #expect(cost.contains(" \(price)."))

  let image = try measured("microbit", "cortex-m0").suffix(3).map { try #require(Double($0)) }
  for text in [cost, readme] {
    #expect(text.contains("\(Int((image[0] / 1024).rounded())) KiB, and "))
    #expect(text.contains("\(Int(((image[1] + image[2]) / 1024).rounded())) KiB of RAM"))
  }

  let library = try Document("docs/performance.md").lines.joined(separator: " ")
  let whole = try #require(library.firstMatch(of: /it takes ([0-9.]+ KB) of flash and ([0-9.]+ KB of state)/)?.output)
  #expect(cost.contains("\(whole.1) and \(whole.2)"))
}

@Test func comparison_inAnswers_isThatOfTheBench() throws {
  let comparison = try answer("Is it faster than a float library?")
  let peer = try measured("newlib atan2f", "this run")
  #expect(try comparison.contains("takes \(cycles(peer[3])) cycles"))
  #expect(try comparison.contains("and \(kilobytes(peer[4]))"))
  #expect(comparison.contains(peer[2].replacing("e-0", with: "e-") + "°"))
  let angle = try measured("atan2 precise", "cortex-m0")
  #expect(try comparison.contains("here takes \(Int(mean(angle[3]))) and \(kilobytes(angle[4]))"))
}

@Test func angles_toChooseFrom_costWhatTheBenchMeasures() throws {
  let rows = try Document("docs/fixed-point.md").tableRows(under: "The angle")
  let tiers = ["precise", "multiplierless", "tiny"]
  let chosen = rows.filter { $0[0].hasPrefix("`Cordic.") }
  try #require(chosen.count == tiers.count)
  for (tier, row) in zip(tiers, chosen) {
    let cost = try measured("atan2 \(tier)", "cortex-m0")
    #expect(row[0].lowercased() == "`cordic.\(tier)`")
    #expect(try row[3] == "\(Int(mean(cost[3]).rounded()))" && row[4] == cost[4])
    // The bound of Int16, which the table below argues.
    #expect(rows.contains { $0[0] == tier && $0[2] == row[2] })
  }
}

@Test func accuracy_inAnswers_isThatOfTheWorlds() throws {
  let accuracy = try answer("How accurate is a heading?")
  let rows = try Document("docs/notebook/calibration.md").tableRows(under: "8. What it is worth")
  let all = try #require(rows.first { $0[0] == "all" })
  let (half, most) = try (#require(Double(all[4])), #require(Double(all[5])))
  #expect(accuracy.contains("within \(String(format: "%.1f", half))° in half"))
  #expect(accuracy.contains("within \(String(format: "%.1f", most))° in 95 %"))
}

/// docs/calibration.md has some columns of the notebook's table.
@Test func worlds_inTheExplanation_areThoseOfTheNotebook() throws {
  let told = try Document("docs/calibration.md").tableRows(under: "What the result promises")
  let kept = try Document("docs/notebook/calibration.md").tableRows(under: "8. What it is worth")
  try #require(told.count == 8)
  for (short, long) in zip(told, kept) {
    #expect(short == [long[0], long[1], long[2], "\(long[4])°", "\(long[5])°", "\(long[7]) %"])
  }
}
