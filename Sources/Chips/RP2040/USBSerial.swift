// The USB port as a serial port: a CDC ACM device with its own driver, polled.
import CVolatile

/// A serial port on USB that never waits.
///
/// Call `poll` at the start of each pass of the main loop and `flush` at its end. Its interrupt only ends the sleep of
/// `Clock`.
public struct USBSerial: ~Copyable {
  /// Whether the host has chosen the configuration.
  public internal(set) var isConfigured = false
  /// Whether a program on the host has opened the port (DTR).
  var isListening = false
  /// Whether the host has suspended the bus, or the cable was pulled.
  private var isSuspended = false
  let serialNumber: UInt64

  var control = USBControl()
  /// The toggles of the data endpoint.
  var sendsData1 = false
  var receivesData1 = false
  /// Bytes in the buffer from the host, and how many of them were read.
  private var received: UInt32 = 0
  private var read: UInt32 = 0
  /// Bytes in the buffer to the host, the incomplete word, and whether the host has not received the last packet yet.
  private var filled: UInt32 = 0
  private var word: UInt32 = 0
  private var isSending = false
  /// Whether the last packet was full: then an empty packet must tell the host that nothing follows.
  private var endsFull = false

  /// - Precondition: `Clock` is running.
  /// - Parameter serialNumber: distinguishes boards.
  public init(serialNumber: UInt64) {
    self.serialNumber = serialNumber
    Self.startClock()
    Reset.release(Registers.Resets.usbController)
    var place: UInt32 = 0
    while place < Registers.USB.controlBuffer {
      volatile_store(Registers.USB.setup &+ place, 0)
      place &+= 4
    }
    volatile_store(Registers.USB.muxing, Registers.USB.toPhysicalLayer)
    volatile_store(Registers.USB.power, Registers.USB.alwaysPowered)
    volatile_store(Registers.USB.mainControl, Registers.USB.controllerEnabled)
    volatile_store(Registers.USB.interruptEnable, Registers.USB.wakes)
    volatile_store(Registers.USB.sieControl, Registers.USB.controlBufferStatus | Registers.USB.pullUp)
  }

  /// 48 MHz: 12 MHz · 100 / 5 / 5 (section 2.18.2).
  private static func startClock() {
    typealias PLL = Registers.PLL
    volatile_store(Registers.Clocks.usbControl &+ Registers.clear, Registers.Clocks.enabled)
    Clock.start(PLL.usb, Registers.Resets.usbPLL, feedback: 100, dividers: 5 << 16 | 5 << 12)
    volatile_store(Registers.Clocks.usbControl, Registers.Clocks.enabled)
  }

  /// Whether a program on the host reads the bytes.
  public var isOpen: Bool { isConfigured && isListening && !isSuspended }

  /// Handles the events of the bus.
  public mutating func poll() {
    let status = volatile_load(Registers.USB.sieStatus)
    isSuspended = status & Registers.USB.suspended != 0
    if status & Registers.USB.busReset != 0 { beginAgain() }
    let done = volatile_load(Registers.USB.bufferStatus)
    volatile_store(Registers.USB.bufferStatus, done)
    if done & Registers.USB.bufferBit(0, fromHost: false) != 0 { controlWasSent() }
    if done & Registers.USB.bufferBit(0, fromHost: true) != 0 { controlWasReceived() }
    if done & Registers.USB.bufferBit(2, fromHost: false) != 0 { isSending = false }
    if done & Registers.USB.bufferBit(2, fromHost: true) != 0 { readPacket() }
    if volatile_load(Registers.USB.sieStatus) & Registers.USB.setupReceived != 0 {
      volatile_store(Registers.USB.sieStatus, Registers.USB.setupReceived)
      handleSetup()
    }
  }

  /// The bus was reset: the device has no address and no configuration.
  private mutating func beginAgain() {
    volatile_store(Registers.USB.bufferStatus, volatile_load(Registers.USB.bufferStatus))
    volatile_store(Registers.USB.address, 0)
    (isConfigured, isListening) = (false, false)
    control.stage = .idle
    control.newAddress = 0
    volatile_store(Registers.USB.sieStatus, Registers.USB.busReset)
  }

  /// Starts the endpoints.
  mutating func configure() {
    typealias USB = Registers.USB
    volatile_store(
      USB.endpointControl(1, fromHost: false), USB.endpointEnabled | USB.interruptType | USB.notificationBuffer)
    volatile_store(USB.endpointControl(2, fromHost: false), USB.endpointEnabled | USB.bulk | USB.sendBuffer)
    volatile_store(USB.endpointControl(2, fromHost: true), USB.endpointEnabled | USB.bulk | USB.receiveBuffer)
    (sendsData1, receivesData1) = (false, false)
    (filled, word, isSending, endsFull) = (0, 0, false, false)
    isConfigured = true
    receiveNext()
  }

  /// Passes a buffer to the controller. The controller must see the rest of the word before the bit that passes the
  /// buffer (section 4.1.2.5.1).
  func arm(_ endpoint: UInt32, fromHost: Bool, length: UInt32, isData1: Bool) {
    let place = Registers.USB.bufferControl(endpoint, fromHost: fromHost)
    let value = length | (isData1 ? Registers.USB.data1 : 0) | (fromHost ? 0 : Registers.USB.isFull)
    volatile_store(place, value)
    // Three cycles of 48 MHz are eight cycles of 125 MHz. Each of these loads takes three or more.
    for _ in 0..<4 { _ = volatile_load(Registers.USB.sieStatus) }
    volatile_store(place, value | Registers.USB.available)
  }

  // MARK: - From the host

  private mutating func receiveNext() {
    (received, read) = (0, 0)
    arm(2, fromHost: true, length: 64, isData1: receivesData1)
    receivesData1.toggle()
  }

  private mutating func readPacket() {
    received = volatile_load(Registers.USB.bufferControl(2, fromHost: true)) & Registers.USB.lengthMask
    if received == 0 { receiveNext() }
  }

  /// The next byte received; `nil` if there is none.
  public mutating func receive() -> UInt8? {
    guard read < received else { return nil }
    let word = volatile_load(Registers.USB.setup &+ Registers.USB.receiveBuffer &+ read & ~3)
    let byte = UInt8(truncatingIfNeeded: word &>> (read & 3 &* 8))
    read &+= 1
    if read == received { receiveNext() }
    return byte
  }

  // MARK: - To the host

  /// Whether there is room for a byte.
  public mutating func canSend() -> Bool { isOpen && !isSending }

  /// Sends a byte. Call it only when `canSend` returns true.
  public mutating func send(_ byte: UInt8) {
    word |= UInt32(byte) &<< (filled & 3 &* 8)
    filled &+= 1
    if filled & 3 == 0 { storeWord() }
    if filled == 64 { launch() }
  }

  /// Sends the bytes in the buffer. If a full packet was the last one, sends an empty packet.
  public mutating func flush() {
    guard isOpen, !isSending, filled > 0 || endsFull else { return }
    if filled & 3 != 0 { storeWord() }
    launch()
  }

  private mutating func storeWord() {
    volatile_store(Registers.USB.setup &+ Registers.USB.sendBuffer &+ (filled &- 1) & ~3, word)
    word = 0
  }

  private mutating func launch() {
    arm(2, fromHost: false, length: filled, isData1: sendsData1)
    sendsData1.toggle()
    endsFull = filled == 64
    (filled, isSending) = (0, true)
  }
}
