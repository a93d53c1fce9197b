// A line of a self-test as the host reads it (Protocols/link/spec.md, "selfTestResult").

import RawMemory

/// One line of a self-test as received: `SelfTestReport` with the name's bytes instead of a literal.
public struct SelfTestResult: Sendable {
  /// Counts the tests of one run from 0.
  public var index: UInt8
  /// Tests in the run.
  public var total: UInt8
  /// The code of `SelfTestStatus`, not an enumeration, so that a code of a later version can be shown.
  public var statusCode: UInt8
  /// The measured value and its limit, in the unit that the test's name states.
  public var measured: Int32
  public var limit: Int32
  /// ASCII; the first `nameLength` bytes are valid.
  public var name: InlineArray<64, UInt8>
  /// 0…64.
  public var nameLength: Int

  /// `nil` for a status of a later version.
  public var status: SelfTestStatus? { SelfTestStatus(rawValue: statusCode) }

  /// - Returns: `nil` when the payload ends before the name does, or the name is longer than 64 bytes.
  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    index = reader.uint8()
    total = reader.uint8()
    statusCode = reader.uint8()
    _ = reader.uint8()
    measured = reader.int32()
    limit = reader.int32()
    nameLength = Int(truncatingIfNeeded: reader.uint16())
    name = InlineArray(repeating: 0)
    guard nameLength <= 64 else { return nil }
    for i in 0..<nameLength { name[i] = reader.uint8() }
    if reader.isOverrun { return nil }
  }
}
