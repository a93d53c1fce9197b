// A sample from the host for the device to compute (Protocols/link/spec.md, "injectSample").

import Quantities
import RawMemory

/// One sample for the device to compute. The reply is a `Reading` (kind `computed`).
public struct InjectedSample: Message, Equatable, Sendable {
  /// When the sample was taken, in the host's count of microseconds.
  public var time: Instant
  /// The value of one count.
  public var scale: FieldScale
  /// Counts of the sensor's X, Y and Z: within 12 bits for the scales of chips, within ±2^21 for nanotesla.
  public var counts: Vector3
  /// Specific force in the axes of the magnetometer, micro-g, or `nil` for a level compass.
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
