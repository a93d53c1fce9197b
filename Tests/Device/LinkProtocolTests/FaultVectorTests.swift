// Streams with errors: what the decoder finds and counts, against the vectors.

import LinkProtocol
import Testing

struct FaultCase: Decodable {
  var name: String
  var operation: String
  var bytes: String
  var values: [UInt8]?
  var follower: String?
  var found: [String]?
  var runs: Int?
  var firstFound: Int?
  var frames: Int
  var corrupt: Int
  var overlong: Int
}

/// Every variant that the case's operation makes of `first` (the vector file says which).
func forEachVariant(of first: [UInt8], _ vector: FaultCase, _ body: ([UInt8]) -> Void) {
  let values = vector.values ?? []
  for at in 0..<(first.count + (vector.operation == "insert" ? 1 : 0)) {
    let before = Array(first[..<at])
    // Without the byte at `at`; not used by insert, which may stand at the end.
    let after = Array(first.dropFirst(at + 1))
    switch vector.operation {
    case "truncate": body(before)
    case "delete": body(before + after)
    case "insert": for value in values { body(before + [value] + Array(first[at...])) }
    case "set": for value in values where value != first[at] { body(before + [value] + after) }
    case "exclusiveOr": for value in values { body(before + [value ^ first[at]] + after) }
    default: Issue.record("unknown operation \(vector.operation)")
    }
  }
}

@Test func faults_streams_areFoundAndCounted() throws {
  for v in try linkVectors("faults", as: VectorFile<FaultCase>.self).cases where v.operation == "none" {
    var decoder = FrameDecoder()
    let found = decoder.feedAll(bytes(hex: v.bytes))
    #expect(found == v.found?.map { FoundFrame(contents: bytes(hex: $0)) }, "\(v.name)")
    #expect(decoder.counters == [v.frames, v.corrupt, v.overlong], "\(v.name)")
  }
}

@Test func faults_split_changesNothing() throws {
  for v in try linkVectors("faults", as: VectorFile<FaultCase>.self).cases where v.operation == "split" {
    let stream = bytes(hex: v.bytes)
    let expected = v.found?.map { FoundFrame(contents: bytes(hex: $0)) }
    for at in 0...stream.count {
      var decoder = FrameDecoder()
      let found = decoder.feedAll(stream[..<at]) + decoder.feedAll(stream[at...])
      #expect(found == expected, "\(v.name) at \(at)")
      #expect(decoder.counters == [v.frames, v.corrupt, v.overlong], "\(v.name) at \(at)")
    }
  }
}

@Test func faults_everyChangedByte_costsItsFrameAlone() throws {
  let names = ["truncate", "delete", "insert", "set", "exclusiveOr"]
  let cases = try linkVectors("faults", as: VectorFile<FaultCase>.self).cases.filter { names.contains($0.operation) }
  #expect(Set(cases.map(\.operation)) == Set(names))
  for v in cases {
    let first = bytes(hex: v.bytes)
    let follower = bytes(hex: v.follower!)
    var reference = FrameDecoder()
    let frames = reference.feedAll(first + follower)
    try #require(frames.count == 2, "\(v.name)")
    var runs = 0
    var firstFound = 0
    var followerMissed = 0
    var sums = [0, 0, 0]
    forEachVariant(of: first, v) { variant in
      var decoder = FrameDecoder()
      let found = decoder.feedAll(variant + [0] + follower)
      runs += 1
      firstFound += found.contains(frames[0]) ? 1 : 0
      followerMissed += found.last == frames[1] ? 0 : 1
      for i in 0..<3 { sums[i] += decoder.counters[i] }
    }
    #expect(followerMissed == 0, "\(v.name)")
    #expect(runs == v.runs && firstFound == v.firstFound, "\(v.name)")
    #expect(sums == [v.frames, v.corrupt, v.overlong], "\(v.name)")
  }
}
