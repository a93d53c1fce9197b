// Properties of the message kinds, and numbers that messages share (Protocols/link/spec.md).

import Quantities
import RawMemory

extension MessageKind {
  /// Whether the message goes from host to device.
  public var isRequest: Bool { rawValue < 0x80 }

  /// The shortest payload. A longer payload contains fields of a later version, which are ignored.
  public var minimumLength: Int { MessageTable.minimumLength(of: rawValue) ?? 0 }

  /// The hash in hello. With it, a host can report what the other end lacks before it sends a request.
  public static var tableHash: UInt32 { MessageTable.hash }
}

/// A message with a fixed layout: written into a frame, read from a payload.
public protocol Message {
  /// Appends the fields to a frame that already has its header.
  func append(to frame: inout FrameBuffer)
  /// Reads the fields; bytes beyond them are ignored.
  /// - Returns: `nil` if the payload is shorter than the layout or a field is out of its range.
  init?(payload: Span<UInt8>)
}

/// Why the device refused a request.
public enum RefusalReason: UInt8, Sendable {
  /// The kind is not in the device's table.
  case unknownKind = 1
  /// The payload is shorter than the layout: detail is its length, limit the shortest allowed.
  case tooShort = 2
  /// A field is out of range: detail is the value, limit the nearest allowed value.
  case outOfRange = 3
  /// The protocol version ranges do not overlap: detail is the host's version, limit the device's.
  case protocolMismatch = 4
  /// The calibration record is not acceptable: detail is the `RecordDefect` of Protocols/calibration/spec.md.
  case badRecord = 5
  /// The device cannot do this: detail is the missing capability bit.
  case notSupported = 6
  /// The device is busy with an earlier request of this kind.
  case busy = 7
  /// The request is not allowed in the present state of the calibration: detail is the event, limit the state.
  case illegalEvent = 8
  /// The store did not keep the record: detail is the store's error.
  case notStored = 9
}

/// What a device can do: bits of hello.
public struct Capabilities: FlagSet {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A magnetometer is wired to the board.
  public static var magnetometer: Capabilities { Capabilities(rawValue: 1) }
  /// An accelerometer is wired to the board.
  public static var accelerometer: Capabilities { Capabilities(rawValue: 2) }
  /// Samples can be injected.
  public static var injection: Capabilities { Capabilities(rawValue: 4) }
  /// Faults can be caused on request (images for tests and demonstrations).
  public static var provocation: Capabilities { Capabilities(rawValue: 8) }
  /// A watchdog resets the device when the main loop stops.
  public static var watchdog: Capabilities { Capabilities(rawValue: 16) }
  /// Calibration records survive a restart.
  public static var storage: Capabilities { Capabilities(rawValue: 32) }
  /// The device has the world model: with place and date it gives true headings.
  public static var worldModel: Capabilities { Capabilities(rawValue: 64) }
  /// The device has fixes, guidance, heading sources and the swing of a deviation card.
  public static var navigation: Capabilities { Capabilities(rawValue: 128) }
  /// A gyroscope is wired to the board.
  public static var gyroscope: Capabilities { Capabilities(rawValue: 256) }
  /// The device fuses the rates of a gyroscope into its attitude and heading.
  public static var motion: Capabilities { Capabilities(rawValue: 512) }
  /// The user of the device built its firmware, around the library for C: there is no image of ours for it.
  public static var ownFirmware: Capabilities { Capabilities(rawValue: 0x1000) }
  /// The device can restart into a boot loader that takes new firmware.
  public static var loader: Capabilities { Capabilities(rawValue: 0x2000) }
  /// The device can list the chips on its sensor bus.
  public static var sensorList: Capabilities { Capabilities(rawValue: 0x4000) }
  /// The device can let its sensor chips test themselves.
  public static var sensorTest: Capabilities { Capabilities(rawValue: 0x8000) }
}

/// Which streams the device sends: bits of startStreams and stopStreams.
public struct Streams: FlagSet {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Headings with all values from which they were computed.
  public static var readings: Streams { Streams(rawValue: 1) }
  /// The samples of the magnetometer.
  public static var rawSamples: Streams { Streams(rawValue: 2) }
  /// The counters of both directions, once a second.
  public static var statistics: Streams { Streams(rawValue: 4) }
  /// Faults and changes of state of sensors.
  public static var sensorEvents: Streams { Streams(rawValue: 8) }
  /// The progress of a calibration, and the question whether it should be shown.
  public static var calibration: Streams { Streams(rawValue: 16) }
  /// The raw field and its difference from a baseline.
  public static var meter: Streams { Streams(rawValue: 32) }
  /// The arrow to the destination.
  public static var guidance: Streams { Streams(rawValue: 64) }
  /// The samples of accelerometers and gyroscopes.
  public static var rawMotion: Streams { Streams(rawValue: 128) }
}

/// A fault that the device causes on request, to prove that checks can fail and that faults are reported.
public enum Provocation: UInt8, Sendable {
  /// Back to normal.
  case none = 0
  /// X of the core's input is negated.
  case sign = 1
  /// X and Y of the core's input are exchanged.
  case swap = 2
  /// X of the core's input is scaled by 1.05 (times 21, divided by 20, rounded half up).
  case gain = 3
  /// In every 16th frame sent (sequence number divisible by 16) one bit is flipped.
  case wire = 4
  /// A Swift trap.
  case trap = 5
  /// A hard fault: a load from an odd address.
  case hardFault = 6
  /// The main loop stops; a watchdog resets the device.
  case hang = 7
}
