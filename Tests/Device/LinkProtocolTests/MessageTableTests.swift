// The message table against its vectors.

import LinkProtocol
import Testing

struct TableFile: Decodable {
  struct Case: Decodable {
    var name: String
    var kind: UInt8
    var minimumLength: Int
    var direction: String
  }
  var tableHash: UInt32
  var cases: [Case]
}

@Test func messageTable_vectors_agreeInEveryRow() throws {
  let table = try linkVectors("messages", as: TableFile.self)
  var kinds: [UInt8] = []
  for row in table.cases {
    let kind = try #require(MessageKind(rawValue: row.kind), "\(row.name)")
    #expect("\(kind)" == row.name)
    #expect(kind.minimumLength == row.minimumLength, "\(row.name)")
    #expect((row.direction == "request") == (row.kind < 0x80), "\(row.name)")
    kinds.append(row.kind)
  }
  #expect(kinds == (0...255).filter { MessageKind(rawValue: $0) != nil })
}

@Test func messageTable_row_isOfTheKindThatWasAskedFor() throws {
  var found = 0
  for kind in UInt8(0)...255 {
    let row = MessageTable.row(of: kind)
    #expect(row?.kind == MessageKind(rawValue: kind), "\(kind)")
    #expect(row?.kind.rawValue == (row == nil ? nil : kind))
    found += row == nil ? 0 : 1
  }
  #expect(try found == linkVectors("messages", as: TableFile.self).cases.count)
}

@Test func messageTable_hash_isThatOfTheVectors() throws {
  #expect(MessageKind.tableHash == (try linkVectors("messages", as: TableFile.self)).tableHash)
}
