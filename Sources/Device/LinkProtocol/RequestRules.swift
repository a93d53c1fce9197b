// The allowed ranges of the fields of requests (Protocols/link/messages.json), as `MessageRows` has them.

/// A field that is out of its range: its value, and the nearest allowed one.
public struct Breach {
  public var value: Int32
  public var limit: Int32
}

/// Ranges that apply to every board. The handler of a request checks conditions that depend on more than the field.
public enum RequestRules {
  /// How a field is read, and where its range is.
  private enum Form {
    /// A field of one byte. Its range is from the lower four bits of the rule's third byte to the rule's last byte.
    static var byte: UInt8 { 0 }
    /// Fields of two bytes; of four bytes; of four signed bytes; and the same, but checked only if bit 0 of the
    /// payload's first byte is set. The rule's last byte is a row of `ranges`.
    static var half: UInt8 { 0x10 }
    static var word: UInt8 { 0x20 }
    static var signed: UInt8 { 0x30 }
    static var signedIfSet: UInt8 { 0x40 }
  }

  /// The first field of the request in `frame` that is out of its range.
  @export(interface)
  public static func breach(in frame: borrowing FrameBuffer) -> Breach? {
    let kind = frame.kind
    var at = 0
    while at < MessageRows.ruleBytes {
      if MessageRows.rules[at] == kind, let found = breach(in: frame, rule: at) { return found }
      at &+= 4
    }
    return nil
  }

  private static func breach(in frame: borrowing FrameBuffer, rule at: Int) -> Breach? {
    let place = Int(truncatingIfNeeded: MessageRows.rules[at &+ 1])
    let form = MessageRows.rules[at &+ 2]
    let row = Int(truncatingIfNeeded: MessageRows.rules[at &+ 3])
    var value = frame.payloadWord(place)
    var least = UInt32(truncatingIfNeeded: form & 0x0f)
    var most = UInt32(truncatingIfNeeded: row)
    if form < Form.half {
      value &= 0xff
    } else {
      if form == Form.half { value &= 0xffff }
      least = MessageRows.ranges[row &* 2]
      most = MessageRows.ranges[row &* 2 &+ 1]
    }
    if form == Form.signedIfSet, frame.payloadByte(0) & 1 == 0 { return nil }
    // With the highest bit flipped, signed numbers can be compared as unsigned numbers.
    let flip: UInt32 = form >= Form.signed ? 0x8000_0000 : 0
    if value ^ flip >= least ^ flip {
      if value ^ flip <= most ^ flip { return nil }
      least = most
    }
    return Breach(value: Int32(bitPattern: value), limit: Int32(bitPattern: least))
  }
}
