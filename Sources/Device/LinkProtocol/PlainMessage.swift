// Messages that have the same layout in memory and on the wire.

import FixedPoint
import RawMemory

/// A message whose fixed fields are declared in the order of the wire, aligned and without gaps. All target processors
/// are little-endian, so the memory itself is sent without conversion. A field that needs interpretation (an optional,
/// an enumeration) is a property that reads the stored bytes.
///
/// More fields may follow after `imageLength`; the type appends and reads them itself. Tests check the layout with
/// vectors made elsewhere and with `MemoryLayout`.
public protocol PlainMessage: Message, MemoryImage {
  /// A message whose fields have their defaults.
  init()
}

extension PlainMessage {
  public func append(to frame: inout FrameBuffer) {
    var copy = self
    frame.append(image: &copy)
  }

  /// The fixed fields as received, unchecked.
  /// - Returns: `nil` when the payload is shorter.
  @inline(__always)
  init?(image payload: Span<UInt8>) {
    guard payload.count >= Self.imageLength else { return nil }
    self.init()
    setImage(0..<Self.imageLength, from: payload)
  }
}

/// A word of four bytes whose place on the wire is even, but not a multiple of four.
struct HalvedWord: Equatable, Sendable {
  private var low: UInt16 = 0
  private var high: UInt16 = 0

  var value: Int32 {
    get { Int32(truncatingIfNeeded: UInt32(truncatingIfNeeded: low) | UInt32(truncatingIfNeeded: high) &<< 16) }
    set {
      low = UInt16(truncatingIfNeeded: newValue)
      high = UInt16(truncatingIfNeeded: newValue &>> 16)
    }
  }
}

/// A number of eight bytes that is not at a multiple of eight on the wire.
struct HalvedLong: Equatable, Sendable {
  private var low: UInt32 = 0
  private var high: UInt32 = 0

  var value: UInt64 {
    get { UInt64(high: high, low: low) }
    set {
      low = newValue.lowHalf
      high = newValue.highHalf
    }
  }
}

extension FrameBuffer {
  /// Appends the fixed fields of a message. The message is `inout`, because a borrowed message would first be copied to
  /// the stack.
  @inline(__always)
  public mutating func append<M: PlainMessage>(image message: inout M) {
    message.withImage { append($0) }
  }
}
