// Endpoint 0 of the USB port: enumeration and the requests of a serial port. USB 2.0, chapter 9; PSTN 1.2, section 6.3.
import CRP2040
import CVolatile
import FixedPoint

extension USBSerial {
  /// The next step of a control transfer.
  enum Stage: UInt8 {
    case idle
    /// A reply is being sent.
    case replying
    /// Waiting for the host's empty packet, which ends a reply.
    case endOfReply
    case lineCoding
    /// Sending our empty packet, which ends a request without a reply.
    case acknowledging
  }

  /// A setup request has arrived. It ends any earlier transfer.
  mutating func handleSetup() {
    let head = volatile_load(Registers.USB.setup)
    let tail = volatile_load(Registers.USB.setup &+ 4)
    let (value, length) = (head &>> 16, tail &>> 16)
    control.isData1 = true
    control.stage = .idle
    // The low byte is the type of the request, and the high byte is the request.
    switch head & 0xffff {
    case 0x0680: sendDescriptor(value, length)
    case 0x0500:
      control.newAddress = value & 0x7f
      acknowledge()
    case 0x0900:
      if value & 0xff != 0 { configure() } else { isConfigured = false }
      acknowledge()
    case 0x0880:
      control.reply[0] = isConfigured ? 1 : 0
      reply(1, of: length)
    case 0x0080, 0x0081, 0x0082:
      (control.reply[0], control.reply[1]) = (0, 0)
      reply(2, of: length)
    case 0x0a81:
      control.reply[0] = 0
      reply(1, of: length)
    case 0x0102:
      // CLEAR_FEATURE of an endpoint resets its data toggle.
      if tail & 0xff == 0x82 { sendsData1 = false } else { receivesData1 = false }
      acknowledge()
    case 0x0b01, 0x2321: acknowledge()
    case 0x2221:
      isListening = value & 1 != 0
      acknowledge()
    case 0x2021:
      control.stage = .lineCoding
      arm(0, fromHost: true, length: 64, isData1: true)
    case 0x21a1:
      for i in 0..<7 { control.reply[i] = control.lineCoding[i] }
      reply(7, of: length)
    default: stall()
    }
  }

  private mutating func sendDescriptor(_ value: UInt32, _ length: UInt32) {
    switch value {
    case 0x0100: reply(USBDescriptor.device.span, of: length)
    case 0x0200: reply(USBDescriptor.configuration.span, of: length)
    case 0x0300: reply(USBDescriptor.languages.span, of: length)
    case 0x0301: reply(USBDescriptor.maker, of: length)
    case 0x0302: reply(USBDescriptor.product, of: length)
    case 0x0303: replySerialNumber(of: length)
    default: stall()
    }
  }

  private mutating func reply(_ bytes: Span<UInt8>, of length: UInt32) {
    for i in 0..<bytes.count { control.reply[i] = bytes[i] }
    reply(UInt32(truncatingIfNeeded: bytes.count), of: length)
  }

  private mutating func reply(_ text: StaticString, of length: UInt32) {
    let count = text.utf8CodeUnitCount
    beginString(count)
    for i in 0..<count { put(unsafe text.utf8Start[i], at: i) }
    reply(UInt32(truncatingIfNeeded: count &* 2 &+ 2), of: length)
  }

  /// Replies with the serial number in sixteen hexadecimal digits.
  private mutating func replySerialNumber(of length: UInt32) {
    beginString(16)
    for i in 0..<16 {
      let half = i < 8 ? serialNumber.highHalf : serialNumber.lowHalf
      let digit = UInt8(truncatingIfNeeded: half &>> UInt32(truncatingIfNeeded: 28 &- i & 7 &* 4)) & 15
      put(digit < 10 ? digit &+ 0x30 : digit &+ 0x57, at: i)
    }
    reply(34, of: length)
  }

  private mutating func beginString(_ count: Int) {
    control.reply[0] = UInt8(truncatingIfNeeded: count &* 2 &+ 2)
    control.reply[1] = 3
  }

  private mutating func put(_ character: UInt8, at index: Int) {
    control.reply[index &* 2 &+ 2] = character
    control.reply[index &* 2 &+ 3] = 0
  }

  /// Sends `count` bytes of `control.reply`, or fewer if the host asked for fewer.
  private mutating func reply(_ count: UInt32, of length: UInt32) {
    control.count = count < length ? count : length
    control.sent = 0
    // A reply that is shorter than requested must end with a packet that is not full.
    control.endsWithEmptyPacket = count < length && count & 63 == 0
    control.stage = .replying
    sendNext()
  }

  private mutating func sendNext() {
    let rest = control.count &- control.sent
    let length = rest < 64 ? rest : 64
    var word: UInt32 = 0
    var i: UInt32 = 0
    while i < length {
      word |= UInt32(control.reply[Int(truncatingIfNeeded: control.sent &+ i)]) &<< (i & 3 &* 8)
      i &+= 1
      if i & 3 == 0 || i == length {
        volatile_store(Registers.USB.setup &+ Registers.USB.controlBuffer &+ (i &- 1) & ~3, word)
        word = 0
      }
    }
    control.sent &+= length
    arm(0, fromHost: false, length: length, isData1: control.isData1)
    control.isData1.toggle()
  }

  private mutating func acknowledge() {
    control.stage = .acknowledging
    arm(0, fromHost: false, length: 0, isData1: true)
  }

  private mutating func stall() {
    // Stalls both directions until the next request (section 4.1.2.5.1 and EP_STALL_ARM).
    volatile_store(Registers.USB.stallArm, 0b11)
    volatile_store(Registers.USB.bufferControl(0, fromHost: false), Registers.USB.stall)
    volatile_store(Registers.USB.bufferControl(0, fromHost: true), Registers.USB.stall)
  }

  /// The host has taken a packet of endpoint 0.
  mutating func controlWasSent() {
    switch control.stage {
    case .replying:
      if control.sent < control.count { return sendNext() }
      if control.endsWithEmptyPacket {
        control.endsWithEmptyPacket = false
        return sendNext()
      }
      control.stage = .endOfReply
      arm(0, fromHost: true, length: 64, isData1: true)
    case .acknowledging:
      control.stage = .idle
      // The new address is valid only from now on (USB 2.0, section 9.4.6).
      if control.newAddress != 0 { volatile_store(Registers.USB.address, control.newAddress) }
      control.newAddress = 0
      if control.wantsLoader { Loader.enter() }
    default: break
    }
  }

  /// The host has sent a packet to endpoint 0.
  mutating func controlWasReceived() {
    guard control.stage == .lineCoding else {
      control.stage = .idle
      return
    }
    let buffer = Registers.USB.setup &+ Registers.USB.controlBuffer
    let (low, high) = (volatile_load(buffer), volatile_load(buffer &+ 4))
    for i in 0..<7 {
      control.lineCoding[i] = UInt8(
        truncatingIfNeeded: (i < 4 ? low : high) &>> (UInt32(truncatingIfNeeded: i) & 3 &* 8))
    }
    // Setting 1200 baud is the usual sign by which programs ask a board to start its loader.
    control.wantsLoader = low == 1200
    acknowledge()
  }
}

/// The state of endpoint 0.
struct USBControl: ~Copyable {
  var stage = USBSerial.Stage.idle
  /// Whether the next packet to the host is DATA1.
  var isData1 = false
  var endsWithEmptyPacket = false
  var wantsLoader = false
  var newAddress: UInt32 = 0
  var count: UInt32 = 0
  var sent: UInt32 = 0
  /// The line settings that the host set: 115200 baud, one stop bit, no parity, eight bits at first. They have no
  /// effect.
  var lineCoding: InlineArray<7, UInt8> = [0x00, 0xc2, 0x01, 0x00, 0, 0, 8]
  var reply = InlineArray<80, UInt8>(repeating: 0)
}
