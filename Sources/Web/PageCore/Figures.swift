// Numbers of the core that need no object: an angle, the version, the self-tests.

import Instrument
import IntegerTrigonometry
import LinkProtocol
import Quantities
import SelfTest

/// The angle of the vector (x, y) from x towards y, 2^−32 turns; 0 for (0, 0), which has none.
@c(pageAngle)
public func pageAngle(_ y: Int32, _ x: Int32) -> UInt32 { Cordic.angle(y: y, x: x)?.rawValue ?? 0 }

/// The version of the core: major, minor and patch in three bytes, major highest.
@c(pageVersion)
public func pageVersion() -> UInt32 {
  UInt32(truncatingIfNeeded: Int(BinnacleVersion.major)) &<< 16
    | UInt32(truncatingIfNeeded: Int(BinnacleVersion.minor)) &<< 8
    | UInt32(truncatingIfNeeded: Int(BinnacleVersion.patch))
}

/// The version of the link's protocol.
@c(pageProtocolVersion)
public func pageProtocolVersion() -> UInt32 { UInt32(truncatingIfNeeded: Int(ProtocolVersion.maximum)) }

/// The hash of the message table, as hello reports it.
@c(pageTableHash)
public func pageTableHash() -> UInt32 { MessageKind.tableHash }

/// How many self-tests there are.
@c(pageSelfTestCount)
public func pageSelfTestCount() -> Int32 { Int32(truncatingIfNeeded: SelfTestList.count) }

/// Runs a self-test.
/// - Parameter payload: room for 256 bytes; the payload of a `selfTestResult` is written there.
/// - Returns: its length. Below 0: a `PageCode`.
@c(pageSelfTest)
public func pageSelfTest(_ index: Int32, _ payload: UnsafeMutablePointer<UInt8>?) -> Int32 {
  guard let payload else { return PageCode.address }
  guard index >= 0, index < pageSelfTestCount() else { return PageCode.range }
  var frame = FrameBuffer()
  frame.begin(kind: MessageKind.selfTestResult.rawValue, token: 0)
  SelfTestList.run(Int(index)).append(to: &frame)
  let written = frame.payload
  for i in written.indices { payload[i] = written[i] }
  return Int32(truncatingIfNeeded: written.count)
}
