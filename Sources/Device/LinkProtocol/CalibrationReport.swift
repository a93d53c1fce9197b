// The result of a calibration, with every limit that was checked (Protocols/link/spec.md, "calibrationReport").

import Calibration
import Quantities
import RawMemory

/// One reason: a limit and the value that was compared with it.
public struct ReportedReason: Equatable, Sendable {
  /// A reason code of Protocols/calibration, section 6.
  public var code: UInt8
  public var weight: ReasonWeight
  /// In the unit that the code defines.
  public var measured: Int32
  public var limit: Int32

  public init(code: UInt8, weight: ReasonWeight, measured: Int32, limit: Int32) {
    self.code = code
    self.weight = weight
    self.measured = measured
    self.limit = limit
  }

  @inline(never)
  public func append(to frame: inout FrameBuffer) {
    frame.append(code)
    frame.append(weight.rawValue)
    frame.append(measured)
    frame.append(limit)
  }
}

extension CalibrationReport {
  /// Bits of `flags`.
  public struct Flags: FlagSet {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The result passed every gate.
    public static var accepted: Flags { Flags(rawValue: 1) }
    /// It is in use.
    public static var adopted: Flags { Flags(rawValue: 2) }
    /// It was stored, and read back equal.
    public static var stored: Flags { Flags(rawValue: 4) }
    /// The device can store records.
    public static var hasStore: Flags { Flags(rawValue: 8) }
    /// There is a report: a calibration has ended since boot.
    public static var present: Flags { Flags(rawValue: 16) }
    /// The report is about the accelerometer: b and A replace h and S, in micro-g, and the errors are tilt errors.
    public static var accelerometer: Flags { Flags(rawValue: 32) }
  }

  /// The largest number of reasons: 109 + 14 · 10 bytes fit into a payload.
  public static var maximumReasons: Int { 14 }

  /// The rows of S, Q24: corrected = S·(m − h).
  public var softIron: (Vector3, Vector3, Vector3) {
    get { (softIron0, softIron1, softIron2) }
    set { (softIron0, softIron1, softIron2) = newValue }
  }

  /// Reason `index`, 0 ..< `reasonCount`.
  public func reason(_ index: Int) -> ReportedReason {
    let at = index &* 3
    return ReportedReason(
      code: UInt8(truncatingIfNeeded: reasons[at]),
      weight: ReasonWeight(rawValue: UInt8(truncatingIfNeeded: reasons[at] &>> 8)) ?? .note,
      measured: Int32(bitPattern: reasons[at &+ 1]), limit: Int32(bitPattern: reasons[at &+ 2]))
  }

  /// Adds a reason. Reasons beyond `maximumReasons` are left out.
  public mutating func add(_ reason: ReportedReason) {
    let count = Int(truncatingIfNeeded: reasonCount)
    guard count < Self.maximumReasons else { return }
    let at = count &* 3
    reasons[at] = UInt32(truncatingIfNeeded: reason.code) | UInt32(truncatingIfNeeded: reason.weight.rawValue) &<< 8
    reasons[at &+ 1] = UInt32(bitPattern: reason.measured)
    reasons[at &+ 2] = UInt32(bitPattern: reason.limit)
    reasonCount &+= 1
  }

  public func append(to frame: inout FrameBuffer) {
    var copy = self
    frame.append(image: &copy)
    for i in 0..<Int(truncatingIfNeeded: reasonCount) { reason(i).append(to: &frame) }
  }

  public init?(payload: Span<UInt8>) {
    self.init(image: payload)
    let count = Int(truncatingIfNeeded: reasonCount)
    guard count <= Self.maximumReasons else { return nil }
    var reader = ByteReader(payload.extracting(Self.imageLength...))
    reasonCount = 0
    for _ in 0..<count {
      let code = reader.uint8()
      let weight = ReasonWeight(rawValue: reader.uint8()) ?? .note
      let measured = reader.int32()
      add(ReportedReason(code: code, weight: weight, measured: measured, limit: reader.int32()))
    }
    if reader.isOverrun { return nil }
  }

  public static func == (a: CalibrationReport, b: CalibrationReport) -> Bool {
    guard
      a.time == b.time, a.state == b.state, a.flags == b.flags, a.modelOrder == b.modelOrder, a.grade == b.grade,
      a.confidence == b.confidence, a.predictedTypical == b.predictedTypical,
      a.predictedWorst == b.predictedWorst, a.residual == b.residual, a.heldOutResidual == b.heldOutResidual
    else { return false }
    guard
      a.dip == b.dip, a.dipSpread == b.dipSpread, a.tilt == b.tilt, a.axisRatio == b.axisRatio,
      a.middleRatio == b.middleRatio, a.fieldStrength == b.fieldStrength, a.samples == b.samples,
      a.rejected == b.rejected, a.milliseconds == b.milliseconds, a.coverage == b.coverage
    else { return false }
    guard a.hardIron == b.hardIron, a.softIron0 == b.softIron0, a.softIron1 == b.softIron1, a.softIron2 == b.softIron2,
      a.reasonCount == b.reasonCount
    else { return false }
    for i in 0..<Int(truncatingIfNeeded: a.reasonCount) where a.reason(i) != b.reason(i) { return false }
    return true
  }
}

extension FrameBuffer {
  /// Sets how many reasons follow the report at the beginning of the payload.
  public mutating func setReasonCount(_ count: UInt8) {
    put(count, at: FrameLimits.headerLength &+ Layout.CalibrationReport.reasonCount)
  }
}
