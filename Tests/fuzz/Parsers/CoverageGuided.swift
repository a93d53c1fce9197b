// The function that libFuzzer calls, where the parsers are built with it: `make fuzz`.

import Foundation

private let chosen = FuzzedParser.all.first { $0.name == ProcessInfo.processInfo.environment["BINNACLE_PARSER"] }

/// One input for the parser that BINNACLE_PARSER names.
@c(LLVMFuzzerTestOneInput)
package func parseOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  guard let chosen else { fatalError("BINNACLE_PARSER names no parser") }
  chosen.parse(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
