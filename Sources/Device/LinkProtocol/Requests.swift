// Requests with fields (Protocols/link/spec.md, "Requests").

import ByteCoding
import Quantities

/// Asks for the device's hello, and states the protocol range of the host.
public struct HelloRequest: Message, Equatable, Sendable {
  public var protocolMinimum: UInt8
  public var protocolMaximum: UInt8

  public init(
    protocolMinimum: UInt8 = ProtocolVersion.minimum, protocolMaximum: UInt8 = ProtocolVersion.maximum
  ) {
    self.protocolMinimum = protocolMinimum
    self.protocolMaximum = protocolMaximum
  }

  public func append(to frame: inout FrameBuffer) {
    frame.append(protocolMinimum)
    frame.append(protocolMaximum)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    protocolMinimum = reader.uint8()
    protocolMaximum = reader.uint8()
    if reader.isOverrun { return nil }
  }
}

/// Sets the interval between readings.
public struct SetRate: Message, Equatable, Sendable {
  /// Microseconds from one reading to the next, `minimum`…`maximum`.
  public var intervalMicroseconds: UInt32

  /// 1 kHz.
  public static var minimum: UInt32 { 1_000 }
  /// One reading a minute.
  public static var maximum: UInt32 { 60_000_000 }

  public init(intervalMicroseconds: UInt32) { self.intervalMicroseconds = intervalMicroseconds }

  public func append(to frame: inout FrameBuffer) { frame.append(intervalMicroseconds) }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    intervalMicroseconds = reader.uint32()
    if reader.isOverrun { return nil }
  }
}

/// One sample for the core to compute; the reply is a `Reading` (kind `computed`).
public struct InjectedSample: Message, Equatable, Sendable {
  /// When the sample was taken, in the host's count of microseconds.
  public var time: Instant
  /// The value of one count.
  public var scale: FieldScale
  /// Counts of the sensor's X, Y and Z. Within 12 bits for chip scales, within ±2^21 for nanotesla.
  public var counts: Vector3
  /// Specific force in the body frame, or `nil` for a level compass.
  public var specificForce: Acceleration?
  /// How long before `time` the force was measured, in milliseconds.
  public var forceAge: UInt16

  public init(
    time: Instant, scale: FieldScale, counts: Vector3, specificForce: Acceleration?, forceAge: UInt16 = 0
  ) {
    self.forceAge = forceAge
    self.time = time
    self.scale = scale
    self.counts = counts
    self.specificForce = specificForce
  }

  public func append(to frame: inout FrameBuffer) {
    frame.append(time.microseconds)
    frame.append(scale.rawValue)
    frame.append(specificForce == nil ? UInt8(0) : UInt8(1))
    frame.append(counts)
    frame.append(specificForce?.microG ?? Vector3.zero)
    frame.append(forceAge)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    time = Instant(microseconds: reader.uint64())
    scale = FieldScale(rawValue: reader.uint8())
    let flags = reader.uint8()
    counts = reader.vector3()
    let force = reader.vector3()
    specificForce = flags & 1 == 1 ? Acceleration(microG: force) : nil
    forceAge = reader.uint16()
    if reader.isOverrun { return nil }
  }
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

extension FrameBuffer {
  /// Appends x, y, z.
  @inline(never)
  mutating func append(_ v: Vector3) {
    append(v.x)
    append(v.y)
    append(v.z)
  }
}

extension ByteReader {
  /// Reads x, y, z.
  @inline(never)
  mutating func vector3() -> Vector3 {
    let x = int32()
    let y = int32()
    let z = int32()
    return Vector3(x: x, y: y, z: z)
  }
}
