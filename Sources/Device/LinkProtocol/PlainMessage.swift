// Messages that stand in memory as they do on the wire.

import RawMemory

/// A message whose fixed fields are declared in the order of the wire, each at a place that is aligned for it, without
/// gaps. All our targets have their low byte first, so what is sent is the memory itself, and nothing is converted. A
/// field that has more to say than its bytes (an optional, a closed set) is a property that looks at them.
///
/// Beyond `imageLength` there may be more, which the type appends and reads itself. Tests hold the layout: vectors made
/// elsewhere, and `MemoryLayout`.
public protocol PlainMessage: Message, MemoryImage {
  /// A message whose fields have their defaults.
  init()
}

extension PlainMessage {
  public func append(to frame: inout FrameBuffer) {
    var copy = self
    frame.append(image: &copy)
  }

  /// The fixed fields as they came, unchecked.
  /// - Returns: `nil` when the payload is shorter.
  @inline(__always)
  init?(image payload: Span<UInt8>) { self.init(image: payload, atLeast: Self.imageLength) }

  /// The same of a payload that may end before the fields that were appended later: these keep their defaults.
  /// - Parameter shortest: where the first of them begins.
  /// - Returns: `nil` when the payload is shorter than that.
  @inline(__always)
  init?(image payload: Span<UInt8>, atLeast shortest: Int) {
    guard payload.count >= shortest else { return nil }
    self.init()
    let count = payload.count < Self.imageLength ? shortest : Self.imageLength
    setImage(0..<count, from: payload)
  }
}

/// A word that the wire's order leaves at an even place only.
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

extension FrameBuffer {
  /// Appends the fixed fields of a message that has an address: what is only borrowed is copied to the stack first.
  @inline(__always)
  public mutating func append<M: PlainMessage>(image message: inout M) {
    message.withImage { append($0) }
  }
}
