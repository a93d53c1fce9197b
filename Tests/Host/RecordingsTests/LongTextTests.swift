// Texts of a megabyte that cost time if anything in them is read again and again.

import Foundation
import Testing

@testable import Recordings

/// The size of each text, bytes. What takes quadratic time needs minutes for it; what takes linear time needs seconds
/// without optimisation.
private let size = 200_000

private func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

private let texts: [(name: String, text: String)] = [
  ("a number", many("1", size)), ("a number with a header", "mx,my,mz\n\(many("1", size)),2,3\n"),
  ("a number behind a label", "mx: \(many("1", size)) my: 2 mz: 3\n"),
  ("points behind a label", "mx: \(many("1.", size / 2)) my: 2 mz: 3\n"),
  ("signs behind a label", "mx: \(many("1-", size / 2)) my: 2 mz: 3\n"),
  ("digits of a fraction", "0.\(many("1", size)),2,3\n1,2,3\n"), ("MotionCal", "Raw:\(many("1", size))\n"),
  ("numbers of one label", "m: \(many("12 ", size / 3))\n"),
  ("a long label of many numbers", "\(many("m", size / 2)): \(many("1 ", size / 4))\n"),
  ("labels", (0..<(size / 12)).map { "m\($0): 5" }.joined(separator: " ")),
  ("quotes behind a number", "1 \(many("\"\"(", size / 3))\n"),
  ("a name", "\(many("aX", size / 2)),y,z\n1,2,3\n4,5,6\n"),
  (
    "columns with axes",
    (0..<(size / 8)).map { "f\($0 / 3)\(["x", "y", "z"][$0 % 3])" }.joined(separator: ",") + "\n1,2,3\n"
  ),
  ("columns with one name", many("x,", size / 2) + "\n" + many("1,", size / 2) + "\n"),
  ("columns", (many("1,", size / 4) + "1\n") + (many("2,", size / 4) + "2\n")),
  ("a list in an object", "{\"m\":[\(many("12,", size / 3))1]}\n"),
  (
    "members below a long name",
    "{\"\(many("a", size / 2))\":{\((0..<(size / 24)).map { "\"b\($0)\":1" }.joined(separator: ","))}}\n"
  ),
  (
    "objects in another order",
    (0..<8).map { row in
      let order = (0..<(size / 96)).map { row % 2 == 0 ? $0 : size / 96 - 1 - $0 }
      return "{" + order.map { "\"m\($0)\":1" }.joined(separator: ",") + "}"
    }.joined(separator: "\n")
  ),
  ("a list of lists", "[" + many("[1,2,3],", size / 8) + "[4,5,6]]\n"), ("open quotes", many("1,2,\"3\n", size / 7)),
  ("kinds", (0..<(size / 12)).map { "K\($0),1,2,3" }.joined(separator: "\n")),
]

/// Seconds of CPU that some work takes on its thread: other tests run at the same time.
private func spent(_ work: () -> Void) -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
  let begin = now()
  work()
  return now() - begin
}

@Suite struct LongTextTests {
  @Test(arguments: texts.indices) func longText_takesLinearTime(index: Int) throws {
    let bytes = Array(texts[index].text.utf8)
    let time = spent {
      guard let table = try? RecordingTable(bytes: bytes, name: "long") else { return }
      guard let columns = try? RecordingColumns(table, LineColumns(), allowsPlane: true) else { return }
      _ = try? Recording(table: table, options: columns.options)
    }
    // Without optimisation; quadratic time would be minutes.
    #expect(time < 10, "\(texts[index].name): \(time)")
  }

  @Test(arguments: texts.indices) func text_thatComesInPieces_takesLinearTime(index: Int) throws {
    let bytes = Array(texts[index].text.utf8)
    var reader = LineReader(name: "port", columns: LineColumns(), beginsAnywhere: true)
    let time = spent {
      for start in stride(from: 0, to: bytes.count, by: 64) {
        // A question about the columns ends the reading.
        guard (try? reader.rows(bytes[start..<min(start + 64, bytes.count)])) != nil else { return }
      }
      _ = try? reader.finish()
    }
    #expect(time < 10, "\(texts[index].name): \(time)")
  }

  @Test func port_thatPrintsMuchBeforeItsRows_isRead() throws {
    var reader = LineReader(name: "port", columns: LineColumns(), beginsAnywhere: true)
    var rows: [RecordingRow] = []
    for index in 0..<6_000 { rows += try reader.rows(Array("boot: module \(index) is started\r\n".utf8)) }
    for index in 0..<2_000 { rows += try reader.rows(Array("mx: \(index % 50) my: 3 mz: 40\r\n".utf8)) }
    #expect(rows.count > 1_000, "\(rows.count)")
  }

  @Test func port_whoseClockStartsAgain_goesOn() throws {
    var reader = LineReader(name: "port", columns: LineColumns())
    var rows = try reader.rows(Array("t_s,mx_uT,my_uT,mz_uT\n".utf8))
    for index in 0..<40 { rows += try reader.rows(Array("\(index % 20),\(index),3,40\n".utf8)) }
    // One row is lost, until the next one shows that it was no damaged line.
    #expect(rows.count == 39)
    let times = rows.compactMap { $0.time?.microseconds }
    #expect(times.count == 39 && times == times.sorted())
  }

  @Test func counterOf32Bits_goesOn() throws {
    let text =
      "t_us,mx_uT,my_uT,mz_uT\n"
      + (0..<40).map { "\(UInt32(truncatingIfNeeded: 4_294_900_000 + $0 * 10_000)),\($0),3,40\n" }.joined()
    let table = try RecordingTable(bytes: Array(text.utf8), name: "micros.csv")
    let columns = try RecordingColumns(table, LineColumns(field: .init(.microtesla)))
    let rows = try Recording(table: table, options: columns.options).rows
    #expect(rows.count == 40)
    #expect(rows.last?.time?.seconds(since: try #require(rows.first?.time)) == 0.39)
  }
}
