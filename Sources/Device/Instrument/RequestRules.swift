// The allowed ranges of the fields of requests, as a table (Protocols/link/spec.md, "Requests").

import LinkProtocol

/// A field that is out of its range, and the nearest allowed value.
struct Breach {
  var value: Int32
  var limit: Int32
}

/// Ranges that hold on every board. The handler of a request checks what depends on more than the field.
enum RequestRules {
  /// How a field is read, and where its range is.
  private enum Form {
    /// One byte. The range is from the lower four bits of the rule's third byte to its last byte.
    static var byte: UInt8 { 0 }
    /// Two bytes; four bytes; four bytes with a sign; the same, but only if bit 0 of the payload's first byte is set.
    /// The rule's last byte is a row of `ranges`.
    static var half: UInt8 { 0x10 }
    static var word: UInt8 { 0x20 }
    static var signed: UInt8 { 0x30 }
    static var signedIfSet: UInt8 { 0x40 }
  }

  /// Kind, place, form, range; in the order in which they are checked.
  private static let rules: [76 of UInt8] = [
    // setRate, setMounting
    0x03, 0, 0x20, 0,
    0x0b, 0, 0x00, 23,
    // commandCalibration, answerPrompt
    0x31, 0, 0x01, 5,
    0x34, 0, 0x00, 2,
    0x34, 1, 0x00, 2,
    // setLocation, setReference
    0x50, 1, 0x40, 1,
    0x52, 0, 0x00, 2,
    // setFilter
    0x53, 0, 0x20, 2,
    0x53, 8, 0x20, 3,
    0x53, 12, 0x20, 4,
    // setOrientation
    0x54, 0, 0x00, 8,
    0x54, 1, 0x00, 6,
    // setDeviation
    0x55, 0, 0x30, 5,
    0x55, 4, 0x30, 5,
    0x55, 8, 0x30, 5,
    0x55, 12, 0x30, 5,
    0x55, 16, 0x30, 5,
    // setZeroPoint, setLevelTolerance
    0x57, 0, 0x10, 6,
    0x59, 0, 0x01, 150,
  ]

  /// The smallest and the largest value, as in the payload.
  private static let ranges: [14 of UInt32] = [
    1_000, 60_000_000,  // microseconds between readings
    0xc000_0000, 0x4000_0000,  // a quarter of a turn of latitude
    0, 0x8000_0000,  // half a turn
    0, 60_000_000,  // microseconds of the time constant
    10_000, 0xffff_ffff,  // microseconds without a sample
    0xe000_0000, 0x2000_0000,  // an eighth of a turn
    0, 256,  // samples of a baseline
  ]

  /// The first field of the request in `frame` that is out of its range.
  @export(interface)
  static func breach(in frame: borrowing FrameBuffer) -> Breach? {
    let kind = frame.kind
    var at = 0
    while at < 76 {
      if rules[at] == kind, let found = breach(in: frame, rule: at) { return found }
      at &+= 4
    }
    return nil
  }

  private static func breach(in frame: borrowing FrameBuffer, rule at: Int) -> Breach? {
    let place = Int(truncatingIfNeeded: rules[at &+ 1])
    let form = rules[at &+ 2]
    let row = Int(truncatingIfNeeded: rules[at &+ 3])
    var value = frame.payloadWord(place)
    var least = UInt32(truncatingIfNeeded: form & 0x0f)
    var most = UInt32(truncatingIfNeeded: row)
    if form < Form.half {
      value &= 0xff
    } else {
      if form == Form.half { value &= 0xffff }
      least = ranges[row &* 2]
      most = ranges[row &* 2 &+ 1]
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
