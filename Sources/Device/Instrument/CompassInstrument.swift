// The device half without input and output: bytes, samples and time go in, bytes come out.
//
// `DeviceLoop` passes input to it and sends its bytes. Nothing here waits, allocates or reads a clock. Other files have its
// parts: samples (InstrumentSamples), readings (InstrumentReadings), requests (RequestHandling and the files it names), the
// calibration and the store.

import Binnacle
import LinkProtocol
import Quantities
import RawMemory
import SelfTest
import SensorDrivers

/// Counts of events since boot.
struct DeviceCounts {
  var samples: UInt32 = 0
  var staleSamples: UInt32 = 0
  var sensorFaults: UInt32 = 0
  /// Times when a sensor was initialised again after faults.
  var sensorRestarts: UInt32 = 0
  /// Frames of an unknown kind.
  var framesUnknown: UInt32 = 0
  /// Deepest use of the stack, bytes.
  var stackHighWater: UInt32 = 0
}

/// A compass on a link: its sensors, its settings, its store, the requests of a host and the messages to it. `Compass` and its
/// companions compute.
///
/// `Navigation` selects an instrument with navigation (`NavigationUnit`) or without (`WithoutNavigation`). `Motion` selects an
/// instrument that fuses the rates of a gyroscope (`MotionUnit`) or one without a gyroscope (`WithoutMotion`).
public struct CompassInstrument<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>: ~Copyable {
  // The members are in the order of their size: a Cortex-M0 reads the first 124 bytes behind a pointer with one
  // instruction.
  /// What the board has. A sensor that the board may not have counts from its first sample on.
  var capabilities: Capabilities
  /// The next self-test to run, and the token of the request for it.
  var selfTest: (next: Int, token: UInt8)?
  /// The key of the pending restart; 0 if there is none.
  var restartKey: UInt32 = 0
  /// The pending request about the sensor bus: a self-test of the chip of this kind, or, without a kind, the list of
  /// chips. Then whether the board has received it, and the token of the request.
  var inquiry: (kind: SensorKind, isTold: Bool, token: UInt8)?
  /// The failure that the board is requested to cause, and how fields are altered at present.
  var pendingFailure: Provocation?
  var provocation = Provocation.none
  var pendingRate: UInt32?
  var injectedSamples: UInt32 = 0
  /// The number of the sample in the last reading, to mark repetitions.
  var reportedSample: UInt32 = 0
  var telemetry = Telemetry()
  var storage = StorageService()
  var session = CalibrationSession()
  var sensor = SensorWatch()
  var accelerometer = SensorWatch()
  var counts = DeviceCounts()
  let identity: DeviceIdentity
  /// The last sample of the magnetometer as its chip delivered it.
  var sample = FieldSample(
    time: Instant(microseconds: 0), counts: .zero, scale: .nanotesla, field: MagneticField(nanotesla: .zero))
  /// Whether the last reading was of injected samples, which have their own time.
  var isInjected = false
  var meter = ZeroPointMeter()
  var metered = MeterReading(field: MagneticField(nanotesla: .zero), isSaturated: false)
  var compass = Compass()
  /// The frame of a request that arrives.
  var decoder = FrameDecoder()
  /// The frames that wait for the line.
  var line: Transmitter
  var place = CompassPlace()
  var calibration = CompassCalibration()
  var navigation = Navigation()
  var motion = Motion()
  private let inPlace = InPlace()

  public init(identity: DeviceIdentity) { self.init(identity, parts: .none) }

  /// - Parameter parts: what the parts of the device around the instrument can do.
  @inline(__always)
  init(_ identity: DeviceIdentity, parts: Capabilities) {
    self.identity = identity
    line = Transmitter(baud: identity.baud)
    capabilities = identity.capabilities.union(parts)
    calibration.hasStore = capabilities.contains(.storage)
    sensor.isFitted = capabilities.contains(.magnetometer)
    accelerometer.isFitted = capabilities.contains(.accelerometer)
    if capabilities.contains(.storage) { _ = storage.ask(.load, for: .boot) }
  }

  /// An instrument on a board whose magnetometer's axes are not forward, right and down.
  /// - Parameter mounting: how the magnetometer is mounted. It is in force after every start until the host sets
  ///   another.
  public init(identity: DeviceIdentity, mounting: AxisRemap) {
    self.init(identity: identity)
    setMounting(mounting)
  }

  /// Whether compass, calibration, place and the queue are within their ranges; the memory may have been overwritten. A device in
  /// memory that a C program lends looks at it before each call.
  public var isSound: Bool {
    mutating get { line.isSound && compass.isSound && calibration.isSound && place.isSound }
  }

  /// Whether the world model is being evaluated for a new place or date: `run` does one slice.
  public var isComputingField: Bool { place.state == .computing }

  /// Sets how the sensors are mounted: all of them have the axes of the magnetometer.
  mutating func setMounting(_ mounting: AxisRemap) {
    compass.mounting = mounting
    compass.forceMounting = mounting
    motion.setMounting(mounting)
  }

  // MARK: - The line

  /// Receives one byte from the line. A complete request is carried out at once.
  @inline(never)
  public mutating func receive(_ byte: UInt8, at now: Instant) {
    guard decoder.feed(byte) == .frame else { return }
    line.send(answer(at: now), to: decoder.frame.header)
  }

  /// Sets whether the line in use has the baud rate of the identity. A USB port has no rate: its host accepts bytes
  /// when it can, and `SerialPort.canSend` says when.
  public mutating func setLineHasRate(_ hasRate: Bool) { line.setLineHasRate(hasRate) }

  /// The next byte for the line; `nil` when there is nothing to send.
  @inline(never)
  public mutating func nextByte() -> UInt8? { line.nextByte() }

  // MARK: - One slice of work

  /// Does the pending work: at most one slice of a calibration, one slice of the world model, one reading, one
  /// statistics message and one self-test.
  @inline(never)
  public mutating func run(at now: Instant) {
    line.advance(to: now)
    runCalibration(at: now)
    if Navigation.hasWorldModel { place.step(&compass) }
    motion.work()
    if telemetry.isReadingDue(at: now) {
      updateReading(asked: false, at: now)
      if telemetry.streams.contains(.guidance) {
        line.begin(.periodicGuidance)
        navigation.appendGuidance(to: &line.frame, at: now)
        line.commit()
      }
    }
    if telemetry.areStatisticsDue(at: now) {
      line.begin(.periodicStatistics)
      appendStatistics(at: now)
      line.commit()
    }
    if let (next, token) = selfTest, line.hasRoom(forPayload: 80) { runSelfTest(next, token: token) }
  }

  private mutating func runSelfTest(_ index: Int, token: UInt8) {
    if !Navigation.hasSelfTests || index == SelfTestList.count {
      selfTest = nil
      return line.send(
        .acknowledged, to: FrameHeader(kind: MessageKind.selfTest.rawValue, token: token, sequence: 0))
    }
    line.begin(.selfTestResult, token: token)
    SelfTestList.run(index).append(to: &line.frame)
    line.commit()
    selfTest = (index &+ 1, token)
  }

  /// The next action that the device must do. `DeviceLoop` calls it until it returns `nil`.
  @inline(never)
  mutating func nextAction() -> BoardAction? {
    if let interval = pendingRate {
      pendingRate = nil
      // Intervals are whole microseconds. A host that wants 75 Hz sends 13,333 µs, which is slightly more than 75 Hz.
      // Without the added microsecond the sensor would run at 220 Hz for it.
      return .setSensorRate(milliHertz: 1_000_000_000 / (interval &+ 1))
    }
    if let request = storage.fetchRequest() { return .storage(request) }
    if let kind = inquiry?.kind, inquiry?.isTold == false {
      inquiry?.isTold = true
      return kind == .none ? .listSensors : .testSensor(kind)
    }
    // The acknowledgement must first be sent completely: the reset would lose bytes that wait in a UART.
    guard line.isAtRest else { return nil }
    if let failure = pendingFailure {
      pendingFailure = nil
      return .fail(failure)
    }
    return restartKey == 0 ? nil : restartKey == ResetRequest.key ? .reset : .enterLoader
  }
}
