// Messages of plain fields. What a message means beyond its fields stands in an extension in its own file.
//
// Made by Protocols/tools/make_link.py from Protocols/link/messages.json; a test compares the two.

import Heading
import Quantities
import RawMemory

/// Asks for the device's hello, and states the protocol range of the host.
public struct HelloRequest: PlainMessage, Equatable, Sendable {
  /// Lowest version the host speaks, 1 … 255.
  public var protocolMinimum: UInt8 = ProtocolVersion.minimum
  /// Highest version the host speaks, protocolMinimum … 255.
  public var protocolMaximum: UInt8 = ProtocolVersion.maximum

  public static var imageLength: Int { 2 }

  public init() {}

  public init(protocolMinimum: UInt8 = ProtocolVersion.minimum, protocolMaximum: UInt8 = ProtocolVersion.maximum) {
    self.protocolMinimum = protocolMinimum
    self.protocolMaximum = protocolMaximum
  }

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// Sets the interval between readings.
public struct SetRate: PlainMessage, Equatable, Sendable {
  /// µs from one reading to the next, 1,000 … 60,000,000.
  public var interval: UInt32 = 0

  public static var imageLength: Int { 4 }

  public init() {}

  public init(interval: UInt32 = 0) {
    self.interval = interval
  }

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// Restarts the device. The key prevents a stray frame from doing so.
public struct ResetRequest: Message, Equatable, Sendable {
  /// "RSET" in ASCII, first letter lowest.
  public static var key: UInt32 { 0x5445_5352 }

  public init() {}
  public func append(to frame: inout FrameBuffer) { frame.append(Self.key) }
  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    let key = reader.uint32()
    if reader.isOverrun || key != Self.key { return nil }
  }
}

/// Restarts the device into its boot loader. The key prevents a stray frame from doing so.
public struct LoaderRequest: Message, Equatable, Sendable {
  /// "LOAD" in ASCII, first letter lowest.
  public static var key: UInt32 { 0x4441_4f4c }

  public init() {}
  public func append(to frame: inout FrameBuffer) { frame.append(Self.key) }
  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    let key = reader.uint32()
    if reader.isOverrun || key != Self.key { return nil }
  }
}

/// Asks for a calibration.
public struct CalibrationStart: PlainMessage, Equatable, Sendable {
  /// Bit 0: the samples come by injectSample, and their time is the calibration's; bit 1: a fit may go on behind what
  /// is found, and replace it (calibration, section 4); ignored with bit 0 or 2; bit 2: the accelerometer is
  /// calibrated, and not the magnetometer (its section 9).
  public var flags: Flags = .none
  var reserved: UInt8 = 0
  /// Ms until the instrument is looked at, 0 … 60,000.
  public var delay: UInt16 = 0

  public static var imageLength: Int { 4 }

  public init() {}

  public init(flags: Flags = .none, delay: UInt16 = 0) {
    self.flags = flags
    self.delay = delay
  }

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// A command to a running calibration: the number of the event in Protocols/calibration/transitions.json.
public struct CalibrationCommand: PlainMessage, Equatable, Sendable {
  /// 1 cancel, 2 dismiss, 3 finish, 4 commit, 5 discard; else refused `outOfRange`.
  public var event: UInt8 = 0

  public static var imageLength: Int { 1 }

  public init() {}

  public init(event: UInt8 = 0) {
    self.event = event
  }

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// Erases the stored records. The key prevents a stray frame from doing so.
public struct EraseRecords: Message, Equatable, Sendable {
  /// "ERAS" in ASCII, first letter lowest.
  public static var key: UInt32 { 0x5341_5245 }

  public init() {}
  public func append(to frame: inout FrameBuffer) { frame.append(Self.key) }
  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    let key = reader.uint32()
    if reader.isOverrun || key != Self.key { return nil }
  }
}

/// For tests of power loss: after these erases and writes the store does nothing until restart.
public struct InterruptStorage: PlainMessage, Equatable, Sendable {
  /// Erases and writes that are still carried out.
  public var operations: UInt16 = 0

  public static var imageLength: Int { 2 }

  public init() {}

  public init(operations: UInt16 = 0) {
    self.operations = operations
  }

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// Which readings are delivered, and how much they are smoothed.
public struct SetFilter: PlainMessage, Equatable, Sendable {
  /// 2^−32 turns, 0 … 2^31; 0 (after boot): every reading is delivered.
  public var minimumChange: UInt32 = 0
  /// µs; 0 (after boot): none.
  public var heartbeat: UInt32 = 0
  /// µs, 0 … 60,000,000; 0 (after boot): no smoothing.
  public var timeConstant: UInt32 = 0
  /// µs, 10,000 and more; 1,000,000 after boot.
  public var sampleTimeout: UInt32 = 1_000_000

  public static var imageLength: Int { 16 }

  public init() {}

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// Whether the gyroscope is used, and how old the quantities of the samples are.
public struct SetMotion: PlainMessage, Equatable, Sendable {
  /// Bit 0: the gyroscope is used (set after boot); 1: a `periodicMotion` precedes each reading that is due while
  /// readings is on (clear after boot).
  public var flags: Flags = .usesGyroscope
  var reserved: UInt8 = 0
  /// µs, −30,000 … 30,000, of the magnetometer; where the estimate of it begins; after boot the board's.
  public var fieldDelay: Int16 = 600
  /// µs, −30,000 … 30,000, of the accelerometer; after boot the board's.
  public var forceDelay: Int16 = 0
  /// µs, 0 … 30,000, of the gyroscope; after boot the board's.
  public var rateDelay: UInt16 = 0

  public static var imageLength: Int { 8 }

  public init() {}

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// One rate for the fusion.
public struct InjectedRate: Message, Equatable, Sendable {
  /// µs, the host's count.
  public var time: Instant = Instant(microseconds: 0)
  /// What a count is worth: code of heading, section 3; 0: 2^−20 rad/s.
  public var scale: RateScale = .q20
  /// Bit 0: an axis is beyond the range.
  public var flags: Flags = .none
  /// X, Y, Z of the sensor.
  public var counts: Vector3 = .zero

  public init() {}

  public func append(to frame: inout FrameBuffer) {
    frame.append(time.microseconds)
    frame.append(scale.rawValue)
    frame.append(flags.rawValue)
    frame.append(counts)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    time = Instant(microseconds: reader.uint64())
    scale = RateScale(rawValue: reader.uint8())
    flags = Flags(rawValue: reader.uint8())
    counts = reader.vector3()
    if reader.isOverrun { return nil }
  }
}

/// The device's answer to getHello.
public struct Hello: PlainMessage, Equatable, Sendable {
  /// Lowest version the device speaks.
  public var protocolMinimum: UInt8 = ProtocolVersion.minimum
  /// Highest version the device speaks.
  public var protocolMaximum: UInt8 = ProtocolVersion.maximum
  /// Firmware version.
  public var firmwareMajor: UInt8 = 0
  public var firmwareMinor: UInt8 = 0
  public var firmwarePatch: UInt8 = 0
  /// Of the magnetometer: 0 none, 1 starting, 2 ready, 3 unavailable.
  public var sensorStateCode: UInt8 = 0
  /// Bit 0 magnetometer, 1 accelerometer, 2 injection, 3 provocation, 4 watchdog, 5 storage: calibration records
  /// outlive a restart, 6 world model: place and date give a true heading, 7 navigation: fixes, guidance, sources,
  /// swing, 8 gyroscope, 9 motion: the device fuses the rates of a gyroscope, 12 its user built the firmware around the
  /// library, 13 a boot loader that `enterLoader` starts, 14 the sensor bus can be listed, 15 chips can test
  /// themselves.
  public var capabilities: Capabilities = .none
  /// First eight bytes of the image's ELF build id, the first as the highest; 0 when it has none.
  public var imageHash: UInt64 = 0
  /// Section 4.
  public var messageTableHash: UInt32 = 0
  /// Name, 1 … 16 ASCII characters, padded with zeros.
  public var board: BoardName = BoardName(bytes: InlineArray(repeating: 0))
  /// The magnetometer: 0 none or not answered yet, else a code of the table of chips (heading).
  public var sensorChip: UInt8 = 0
  /// 7-bit bus address.
  public var sensorAddress: UInt8 = 0
  /// Identity registers as read, zeros until the chip answered (LSM303DLHC: 48 34 33).
  public var sensorIdentity: SensorIdentityBytes = SensorIdentityBytes()
  /// Of the last restart: 0 no fault, 1 Swift trap, 2 hard fault, 3 watchdog.
  public var faultCauseCode: UInt8 = 0
  /// Longest payload the device takes, 256.
  public var maximumPayload: UInt16 = 256
  /// 1 after power-on, one more after each reset.
  public var bootCounter: UInt32 = 0
  /// Device time, µs.
  public var time: Instant = Instant(microseconds: 0)
  /// Boot in which the fault happened; this and what follows 0 without a fault.
  var registers: FaultRegisters = FaultRegisters()
  // Not aligned, so it is stored in halves.
  private var boardIdentifierHalves = HalvedLong()
  /// Tells boards of a kind apart; 0 when there is no such number.
  public var boardIdentifier: UInt64 {
    get { boardIdentifierHalves.value }
    set { boardIdentifierHalves.value = newValue }
  }
  /// As sensorState.
  public var accelerometer: FittedSensor = FittedSensor()
  /// As sensorState.
  public var gyroscope: FittedSensor = FittedSensor()
  /// Which magnetometer of the board sensorChip is, from 0 on.
  public var sensorInstance: UInt8 = 0

  public static var imageLength: Int { 117 }

  public init() {}

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// The device's counters since boot.
public struct Statistics: PlainMessage, Equatable, Sendable {
  /// Device time, µs.
  public var time: Instant = Instant(microseconds: 0)
  /// Good frames, known or not.
  public var framesReceived: UInt32 = 0
  /// Frames handed to the line.
  public var framesSent: UInt32 = 0
  /// Frames dropped because the transmit ring was full.
  public var framesDropped: UInt32 = 0
  /// Section 1.
  public var framesCorrupt: UInt32 = 0
  /// Section 1.
  public var framesOverlong: UInt32 = 0
  /// Good frames of a kind that is no request of the table.
  public var framesUnknown: UInt32 = 0
  /// New samples of the sensor.
  public var samples: UInt32 = 0
  /// Times the sensor had nothing new.
  public var staleSamples: UInt32 = 0
  /// Faults that the driver reported.
  public var sensorFaults: UInt32 = 0
  /// Times the sensor became unavailable and was initialised again.
  public var sensorRestarts: UInt32 = 0
  /// Deepest use of the stack, bytes.
  public var stackHighWater: UInt32 = 0
  /// Bytes of stack; 0 when not known.
  public var stackSize: UInt32 = 0

  public static var imageLength: Int { 56 }

  public init() {}

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// What a chip's test of itself gave.
public struct SensorTest: PlainMessage, Equatable, Sendable {
  /// As in the request.
  public var sensorCode: UInt8 = 0
  /// 0 no sensor of this kind delivers, 1 the device knows no test for its chip, 2 the test was carried out, 3 it broke
  /// off.
  public var outcomeCode: UInt8 = 0
  /// Of outcome 3, as in `sensorEvent`; else 0.
  public var register: UInt8 = 0
  /// The same.
  public var error: UInt8 = 0
  /// The same.
  public var detail: UInt16 = 0
  var reserved: UInt16 = 0
  /// Of outcome 2: X, Y, Z with the test on less without it; nT, micro-g or 2^−20 rad/s, in the sensor's axes.
  public var change: Vector3 = .zero

  public static var imageLength: Int { 20 }

  public init() {}

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// One reading: time, counts, and all that was computed from them, so that a host can repeat the computation.
public struct Reading: PlainMessage, Equatable, Sendable {
  /// µs: device time of the sample; of an injected one the time it came with; without a sample the time of the reading.
  public var time: Instant = Instant(microseconds: 0)
  /// Number of the sample since boot, modulo 2^32: 1 for the first, 0 before it. Injected samples are counted
  /// separately, also refused ones; a stale sample keeps its number.
  public var sampleNumber: UInt32 = 0
  /// As the chip gave them; X, Y, Z of the sensor.
  public var counts: Vector3 = .zero
  /// What a count is worth.
  public var scale: FieldScale = .nanotesla
  /// 0 unavailable, 1 level, 2 tilted.
  public var modeCode: UInt8 = 0
  /// Below.
  public var flags: Flags = .none
  /// NT, sensor axes, as it entered the core.
  public var field: MagneticField = MagneticField(nanotesla: .zero)
  /// Micro-g, body frame, as the accelerometer's part of the record corrects it; 0 without the flag.
  public var specificForce: Acceleration = Acceleration(microG: .zero)
  /// Q8 nT (1/256 nT), body frame, after record and mounting.
  public var correctedField: CorrectedField = CorrectedField(q8Nanotesla: .zero)
  /// 2^−32 turns clockwise from magnetic north; 0 when unavailable.
  public var heading: BinaryAngle = .zero
  /// 2^−32 turns, right side down positive, −½ … ½ turn as signed.
  public var roll: BinaryAngle = .zero
  /// 2^−32 turns, nose up positive, −¼ … ¼ turn as signed.
  public var pitch: BinaryAngle = .zero
  /// 2^−32 turns, below the horizon positive, −¼ … ¼ turn as signed.
  public var dip: BinaryAngle = .zero
  /// NT, length of the horizontal part of the corrected field.
  public var horizontalNanotesla: UInt32 = 0
  /// 1/8 °C of the sensor chip, relative; 0x7FFF: none.
  var temperatureValue: Int16 = Int16.max
  /// Of the calibration record in use: 0 none, 1 poor, 2 fair, 3 good.
  public var grade: UInt8 = 0
  /// Below.
  public var reasonCode: UInt8 = 0
  /// The heading service's assessment.
  public var assessment = HeadingAssessment()
  /// The sensors that delivered the samples.
  public var sensors = ReadingSensors()

  public static var imageLength: Int { 88 }

  @inline(never)
  public init() {}
}

/// A magnetometer's sample before any correction.
public struct RawSample: PlainMessage, Equatable, Sendable {
  /// Device time at which the registers were read, µs.
  public var time: Instant = Instant(microseconds: 0)
  /// As in reading.
  public var sampleNumber: UInt32 = 0
  /// As in reading.
  public var counts: Vector3 = .zero
  /// As in reading.
  public var scale: FieldScale = .nanotesla
  /// Bits 0 … 2 of reading's.
  var flagsValue: UInt8 = 0
  /// As in reading.
  var temperatureValue: Int16 = Int16.max
  /// As sensorChip of hello.
  public var chip: UInt8 = 0
  /// Which magnetometer of the board, from 0 on.
  public var instance: UInt8 = 0

  public static var imageLength: Int { 30 }

  public init() {}

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// A fault or a change of state of a sensor.
public struct SensorEvent: PlainMessage, Equatable, Sendable {
  /// Device time, µs.
  public var time: Instant = Instant(microseconds: 0)
  /// As sensorState of hello.
  public var stateCode: UInt8 = 0
  /// As sensorChip of hello.
  public var chip: UInt8 = 0
  /// The register that was accessed.
  public var register: UInt8 = 0
  /// Below; 0 when there is none.
  public var kind: UInt8 = 0
  /// Below.
  public var detail: UInt16 = 0
  /// Which sensor of its kind of the board, from 0 on.
  public var instance: UInt8 = 0

  public static var imageLength: Int { 15 }

  public init() {}

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// An accelerometer's or a gyroscope's sample before any correction.
public struct RawMotion: PlainMessage, Equatable, Sendable {
  /// Device time at which the registers were read, µs.
  public var time: Instant = Instant(microseconds: 0)
  /// Counts the samples of this sensor since boot from 1 on, modulo 2^32; a stale sample keeps its number.
  public var sampleNumber: UInt32 = 0
  /// As the chip gave them; X, Y, Z of the sensor.
  public var counts: Vector3 = .zero
  /// What a count is worth: code of heading, section 3; 0: 1 micro-g, 2^−20 rad/s.
  public var scale: UInt8 = 0
  /// Bits 0 … 2 of reading's.
  var flagsValue: UInt8 = 0
  /// Code of the table of chips.
  public var chip: UInt8 = 0
  /// Which sensor of its kind of the board, from 0 on.
  public var instance: UInt8 = 0

  public static var imageLength: Int { 28 }

  public init() {}

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// The progress of a calibration: how far it is, what it has seen, and what it needs next.
public struct CalibrationProgress: PlainMessage, Equatable, Sendable {
  /// Device time, µs.
  public var time: Instant = Instant(microseconds: 0)
  /// Of the calibration, 0 … 10.
  public var state: UInt8 = 0
  /// 0 … 100; 100 only after a commit.
  public var percent: UInt8 = 0
  /// Why it is in this state: code of calibration, section 6; 0 none.
  public var reason: UInt8 = 0
  /// What would help: code of its section 5; 0 nothing.
  public var advice: UInt8 = 0
  /// In the fit.
  public var samples: UInt32 = 0
  /// Left out: outliers, overflows, and what came during a solve.
  public var rejected: UInt32 = 0
  /// Direction cell n was seen: bit n mod 32 of word n / 32, its section 5.
  public var coverage: DirectionCells = DirectionCells()
  /// Largest tilt from level seen, 1/100 degree; 65535 unknown.
  public var tilt: UInt16 = CalibrationProgress.unknownAngle
  /// Until the state's time is over, rounded up; 0 for a state without end.
  public var secondsLeft: UInt16 = 0
  /// Of the last solve, 0 none yet.
  public var modelOrder: UInt8 = 0
  /// Of the last solve.
  public var grade: UInt8 = 0
  /// Worst heading error by the last solve, 1/100 degree; 65535 unknown.
  public var predictedError: UInt16 = CalibrationProgress.unknownAngle
  /// Bit 0: the accelerometer is calibrated: directions are those of the specific force, angles tilt errors; others 0.
  var subject: UInt16 = 0
  // Not aligned, so it is stored in halves.
  private var measuredHalves = HalvedWord()
  /// What belongs to reason.
  public var measured: Int32 {
    get { measuredHalves.value }
    set { measuredHalves.value = newValue }
  }
  // Not aligned, so it is stored in halves.
  private var limitHalves = HalvedWord()
  /// What belongs to reason.
  public var limit: Int32 {
    get { limitHalves.value }
    set { limitHalves.value = newValue }
  }

  public static var imageLength: Int { 50 }

  public init() {}

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// The report: first fixed fields, then reasons.
public struct CalibrationReport: PlainMessage, Equatable, Sendable {
  /// Device time at which it was made, µs.
  public var time: Instant = Instant(microseconds: 0)
  /// Of the calibration now.
  public var state: UInt8 = 0
  /// Bit 0 accepted, 1 in use, 2 stored and read back equal, 3 the device can store, 4 there is a report, 5 it is the
  /// accelerometer's: b in micro-g Q8 and S in the places of h and S, strength in micro-g, angles are tilt errors.
  public var flags: Flags = .none
  /// As in the record.
  public var modelOrder: UInt8 = 0
  /// As in the record.
  public var grade: UInt8 = 0
  /// 0 … 100: calibration, section 6.
  public var confidence: UInt8 = 0
  var reserved: UInt8 = 0
  /// RMS heading error, 1/100 degree; 65535 unknown.
  public var predictedTypical: UInt16 = 0xffff
  /// Heading error that 95 of 100 stay below, 1/100 degree; 65535 unknown.
  public var predictedWorst: UInt16 = 0xffff
  /// RMS of |c| about the field strength, samples in the fit, 1/100 %; 65535 unknown.
  public var residual: UInt16 = 0xffff
  /// The same of the samples kept aside.
  public var heldOutResidual: UInt16 = 0xffff
  /// 1/100 degree, downwards positive; 32767 unknown.
  public var dip: Int16 = Int16.max
  /// Standard deviation of the dip, 1/100 degree; 65535 unknown.
  public var dipSpread: UInt16 = 0xffff
  /// Largest tilt from level seen, 1/100 degree; 65535 unknown.
  public var tilt: UInt16 = 0xffff
  /// Longest semi-axis of the ellipsoid over the shortest, 1/1000; 0 unknown.
  public var axisRatio: UInt16 = 0
  /// Middle semi-axis over the shortest, 1/1000; 0 unknown.
  public var middleRatio: UInt16 = 0
  /// NT, of the corrected field.
  public var fieldStrength: UInt32 = 0
  /// In the fit.
  public var samples: UInt32 = 0
  /// Left out.
  public var rejected: UInt32 = 0
  /// From start to report.
  public var milliseconds: UInt32 = 0
  /// As in calibrationProgress.
  public var coverage: DirectionCells = DirectionCells()
  /// H, Q8 nT.
  public var hardIron: Vector3 = .zero
  /// First row of S, Q24.
  public var softIron0: Vector3 = .zero
  /// Second row.
  public var softIron1: Vector3 = .zero
  /// Third row.
  public var softIron2: Vector3 = .zero
  /// 0 … 14.
  public var reasonCount: UInt8 = 0
  /// Three words per reason: code and weight, measured, limit.
  var reasons = InlineArray<42, UInt32>(repeating: 0)

  public static var imageLength: Int { 109 }

  public init() {}
}

/// The state of the store. The calibration record follows if there is one, and then the mark if there is one.
public struct StoredRecord: PlainMessage, Equatable, Sendable {
  /// 0 the device cannot store, 1 nothing stored, 2 the record follows, 3 what is stored cannot be read.
  public var statusCode: UInt8 = 0
  /// Which of the two slots holds it, 0 or 1.
  public var slot: UInt8 = 0
  /// What slot 0 (bits 0 … 3) and slot 1 (bits 4 … 7) hold: 0 blank, 1 valid, 2 damaged, 3 unreadable.
  public var slots: UInt8 = 0
  /// The lowest tag of the parts for which the memory had no room (calibration, "In a device's memory"); 0 there was
  /// room for all.
  public var leftOut: UInt8 = 0
  /// The record's number: each one stored has the next.
  public var sequence: UInt32 = 0

  public static var imageLength: Int { 8 }

  public init() {}

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// The device asks whether the calibration should be shown.
public struct CalibrationPrompt: PlainMessage, Equatable, Sendable {
  /// Device time, µs.
  public var time: Instant = Instant(microseconds: 0)
  /// Why it asks: calibration, section 7.
  public var reason: UInt8 = 0
  /// Of the calibration.
  public var state: UInt8 = 0
  /// Questions since boot, this one included.
  public var count: UInt16 = 0
  /// What belongs to reason.
  public var measured: Int32 = 0
  /// What belongs to reason.
  public var limit: Int32 = 0

  public static var imageLength: Int { 20 }

  public init() {}

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// The request was carried out.
public struct Acknowledgement: PlainMessage, Equatable, Sendable {
  /// Kind of the request.
  public var kind: UInt8 = 0

  public static var imageLength: Int { 1 }

  public init() {}

  public init(kind: UInt8 = 0) {
    self.kind = kind
  }

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// The request was not carried out; nothing has changed.
public struct Refusal: Message, Equatable, Sendable {
  /// Kind of the request.
  public var kind: UInt8 = 0
  /// Below; a host shows the number of a reason it does not know.
  public var reason: UInt8 = 0
  /// What was given; u32 values as their bits.
  public var detail: Int32 = 0
  /// What is allowed; 0 where nothing is said below.
  public var limit: Int32 = 0

  public init() {}

  public func append(to frame: inout FrameBuffer) {
    frame.append(kind)
    frame.append(reason)
    frame.append(detail)
    frame.append(limit)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    kind = reader.uint8()
    reason = reader.uint8()
    detail = reader.int32()
    limit = reader.int32()
    if reader.isOverrun { return nil }
  }
}

/// The Earth's field at the device's place, from its world model.
public struct LocalField: PlainMessage, Equatable, Sendable {
  /// 0 place or date not known, 1 being evaluated, 2 known, 3 the model does not hold.
  public var stateCode: UInt8 = 0
  /// With state 3: 1 latitude, 2 below its heights, 3 above them, 4 before its life, 5 after it, 6 more than ten years
  /// outside.
  public var error: UInt8 = 0
  /// Bit 0: declination is defined; bit 1: dip is; bit 2: extrapolated, the date is outside the model's life.
  var flags: UInt8 = 0
  var reserved: UInt8 = 0
  /// Q8 nT: north, east, down.
  var q8Nanotesla: Vector3 = .zero
  /// Q8 nT.
  public var horizontalQ8: UInt32 = 0
  /// Q8 nT.
  public var totalQ8: UInt32 = 0
  /// 2^−32 turns, east positive.
  var declinationValue: BinaryAngle = .zero
  /// 2^−32 turns, below the horizon positive.
  var dipValue: BinaryAngle = .zero

  public static var imageLength: Int { 32 }

  public init() {}
}

/// One uncalibrated measurement of the field, as a meter shows it, in body axes.
public struct MeterReport: PlainMessage, Equatable, Sendable {
  /// Device time of the sample, µs.
  public var time: Instant = Instant(microseconds: 0)
  /// NT.
  public var field: MagneticField = MagneticField(nanotesla: .zero)
  /// NT.
  public var magnitude: UInt32 = 0
  /// NT, what an axis measures at most; 0 when not known.
  public var range: UInt32 = 0
  /// Bit 0 saturated; 1 stale; 2 a baseline is being taken; 3 difference is there; 4 the baseline was refused or has
  /// ended; 5 an accelerometer watches over it; 6 a gyroscope does.
  public var flags: Flags = .none
  /// Why it was refused or has ended; 0 without flag 4.
  public var loss: UInt8 = 0
  var reserved: UInt8 = 0
  /// NT, field less baseline; 0 without its flag.
  public var difference: MagneticField = MagneticField(nanotesla: .zero)
  /// NT; with a loss what moved: nT for 1 and 4, hundredths of a degree for the others.
  public var differenceMagnitude: UInt32 = 0

  public static var imageLength: Int { 48 }

  public init() {}

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// The state of a swing.
public struct SwingReport: Message, Equatable, Sendable {
  /// 0 none, 1 by hand, 2 by course.
  public var modeCode: UInt8 = 0
  /// Of the last fix: 0 none, 1 steadying, 2 taken, 3 too slow, 4 turning, 5 no heading, 6 declination not known.
  public var stepCode: UInt8 = 0
  /// 0 card, 1 fewer than five headings, 2 more than one of eight sectors empty, 3 a coefficient beyond 45°.
  public var outcomeCode: UInt8 = SwingOutcome.tooFew.rawValue
  /// Bit for each 45° sector around north, north-east, … that has a heading.
  public var sectors: UInt8 = 0
  /// Headings taken.
  public var count: UInt16 = 0
  /// The card, as in setDeviation; 0 without one.
  public var card: DeviationCard = .none

  public init() {}

  public func append(to frame: inout FrameBuffer) {
    frame.append(modeCode)
    frame.append(stepCode)
    frame.append(outcomeCode)
    frame.append(sectors)
    frame.append(count)
    card.append(to: &frame)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    modeCode = reader.uint8()
    stepCode = reader.uint8()
    outcomeCode = reader.uint8()
    sectors = reader.uint8()
    count = reader.uint16()
    card = DeviationCard(&reader)
    if reader.isOverrun { return nil }
  }
}

/// Attitude and heading from gyroscope, accelerometer and magnetometer.
public struct FusionReport: PlainMessage, Equatable, Sendable {
  /// Device time of the last rate less its delay, µs; 0 before the first.
  public var time: Instant = Instant(microseconds: 0)
  /// Q30: the real part of the unit quaternion that turns body axes into magnetic north, east, down.
  public var attitudeW: Int32 = 1 &<< 30
  /// Q30: its other parts; 1, 0, 0, 0 with state 0.
  public var attitude: Vector3 = .zero
  /// Of the pointing axis, after the deviation card, turned by the display, as in reading; 2^−32 turns; 0 where reason
  /// is neither 0 nor 7.
  public var magneticHeading: BinaryAngle = .zero
  /// The same from true north; 0 without its flag.
  public var trueHeading: BinaryAngle = .zero
  /// About the vertical, clockwise, 2^−20 rad/s, without the bias.
  public var rateOfTurn: Int32 = 0
  /// Of the gyroscope, body axes, 2^−20 rad/s.
  public var bias: AngularRate = AngularRate(q20: .zero)
  /// The largest standard deviation of the three.
  public var biasDeviation: UInt32 = 0
  /// By how much the gyroscope measures too little, Q24.
  public var scaleError: Int32 = 0
  /// Its standard deviation.
  public var scaleDeviation: UInt32 = 0
  /// The field's delay less that of the rate as estimated, µs.
  public var foundDelay: Int32 = 0
  /// Its standard deviation.
  public var foundDelayDeviation: UInt32 = 0
  /// NT, body axes: what was found after the record and is taken away.
  public var hardIron: MagneticField = MagneticField(nanotesla: .zero)
  /// As in reading, of magneticHeading: the fusion's own bound, and what does not average out of the accuracy of the
  /// fields that it has used; 0xFFFF if and only if not fused.
  var accuracyValue: UInt16 = 0xffff
  /// Of the fusion: 0 no attitude, 1 starting: its first three seconds, 2 fused, 3 stuck.
  public var stateCode: UInt8 = 0
  /// Why the heading is not fused, below.
  public var reasonCode: UInt8 = 0
  /// Bit 0: fused: magneticHeading may be used; 1: trueHeading is valid; 2: at rest; 3: the gyroscope is used; 4:
  /// `periodicMotion` is on; 5: the samples are injected; 6: fieldTurned: in three samples on end the compass's heading
  /// was further from the gyroscope's than both bounds allow: the field is disturbed, whatever its strength and dip.
  /// The reading's disturbance is then 2 (disturbed) until three seconds after the last such sample, and its grade is 1
  /// at most.
  public var flags: Flags = .none
  /// Rates missing between two, since the fusion began; this and the counts that follow stop at 65,535.
  public var missing: UInt16 = 0
  /// Rates that came twice.
  public var repeated: UInt16 = 0
  /// Rates older than the one before.
  public var outOfOrder: UInt16 = 0
  /// Forces and fields that came later than 100 ms.
  public var late: UInt16 = 0
  /// Rates beyond the range.
  public var saturated: UInt16 = 0
  /// Times the fusion began anew: after more than a second without a rate, or with an offset above 2 °/s.
  public var restarts: UInt16 = 0
  /// As in setMotion.
  public var fieldDelay: Int16 = 0
  /// As in setMotion.
  public var forceDelay: Int16 = 0
  /// As in setMotion.
  public var rateDelay: UInt16 = 0
  /// Of the compass alone, at the last reading: clockwise from magnetic north, after the deviation card, turned by the
  /// display, without smoothing; 2^−32 turns; 0 where compassAccuracy is 0xFFFF.
  var compassHeadingValue: BinaryAngle = .zero
  /// Of the compass alone, as in reading; 0xFFFF if and only if it has no heading.
  var compassAccuracyValue: UInt16 = 0xffff
  /// Of the compass alone, as in reading: bits 0 … 1 grade, 2 … 3 disturbance.
  public var compassState: UInt8 = 0
  /// Of the last reading's heading: 0 compass, 1 gyroscope, 2 both.
  public var sourceCode: UInt8 = 0
  /// What is wrong with the gyroscope's axes: 0 nothing is known to be, 1 reversed, 2 swapped, 3 scale: beyond ±20 %, 4
  /// unit: 57.3 times too large or too small.
  public var axesFaultCode: UInt8 = 0
  /// Bits 0 … 1: the first axis with that fault, 0 forward, 1 right, 2 down; bits 4, 5, 6: forward, right, down were
  /// found right.
  public var axesState: UInt8 = 0
  /// As of the last fault, 0 before the first: for each axis of the body, forward first, the gyroscope axis that is
  /// parallel to it, as a decimal digit: 1 +x, 2 −x, 3 +y, 4 −y, 5 +z, 6 −z.
  public var axes: UInt16 = 0

  public static var imageLength: Int { 116 }

  public init() {}

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}
