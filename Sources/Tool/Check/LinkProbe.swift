// The frames of `binnacle check link`, and what a device must answer to each.

import HostSession
import LinkProtocol
import Quantities
import ReadingCheck
import Reference
import ToolConnection
import Verdict

/// The sample that is injected: 20,000 nT horizontal to the north-west of the axis that points, and 40,000 nT down,
/// as the sensor of this device measures it, with its iron and its mounting.
struct LinkSample {
  private let record: ReferenceRecord
  private let mounting: ReferenceMounting
  /// Rotates body axes to those of the axis that points; `nil` if each reading states its axis.
  private let pointing: ReferenceMounting?
  private let counts: Vector3
  private let force: Acceleration?
  /// Whether the device computes samples that come over the link; else it must say that it cannot.
  fileprivate let isComputed: Bool

  /// - Parameters:
  ///   - record: the calibration record in the device.
  ///   - mounting: the mounting in the device.
  ///   - pointer: the axis whose heading the device gives; `nil` for the most level axis.
  ///   - isComputed: whether the device computes samples that come over the link.
  init(
    record: ReferenceRecord = ReferenceRecord(), mounting: AxisRemap = .identity,
    pointer: AxisRemap.SignedAxis? = .plusX, isComputed: Bool = true
  ) {
    self.isComputed = isComputed
    self.record = record
    self.mounting = ReferenceMounting(rawValue: mounting.rawValue) ?? .identity
    pointing = pointer.flatMap { ReferenceMounting(pointing: $0.rawValue) }
    // Without a force the instrument counts as level, and an axis along the vertical has no heading. So X points down.
    let standsUpright = pointer == .plusZ || pointer == .minusZ
    let field = standsUpright ? SIMD3(40_000, 14_142, 14_142) : SIMD3(14_142.0, 14_142, 40_000)
    let inverse = SensorInverse(record: record, mounting: self.mounting)
    // Injected nanotesla have this range.
    let limit = Double(1 << 21)
    counts = FrameRotation.whole(
      inverse.sensor(field).clamped(lowerBound: SIMD3(repeating: -limit), upperBound: SIMD3(repeating: limit)))
    force = standsUpright ? Acceleration(microG: mounting.sensor(Vector3(x: -1_000_000, y: 0, z: 0))) : nil
  }

  /// The sample for a device, which keeps its settings.
  init(of connection: Connection) throws {
    self.init(
      record: try ReferenceRecord(bytes: connection.deviceModel().bytes), mounting: try connection.session.mounting(),
      pointer: try connection.pointingAxis(), isComputed: connection.hello.capabilities.contains(.injection))
  }

  /// The payload of the request with this index.
  func payload(_ index: Int) -> [UInt8] {
    var frame = FrameBuffer()
    frame.begin(FrameHeader(kind: 0, token: 0, sequence: 0))
    InjectedSample(
      time: Instant(microseconds: UInt64(index)), scale: .nanotesla, counts: counts, specificForce: force
    ).append(to: &frame)
    return (0..<frame.payloadLength).map { frame.payload[$0] }
  }

  /// What is wrong with the reading of the sample, or `nil`.
  func complaint(about reading: Reading) -> String? {
    guard reading.counts == counts, reading.scale == .nanotesla else {
      return "came back with counts \(reading.counts.x), \(reading.counts.y), \(reading.counts.z)"
    }
    let comparison = ReadingComparison(reading, record: record, mounting: mounting, pointing: pointing)
    if comparison.hasOtherField { return "entered the core with another field" }
    switch comparison.finding {
    case .unavailable: return "was computed without its sample"
    case .contradicted where comparison.expectedDegrees == nil: return "gave a heading where there is none"
    case .contradicted: return "gave no heading"
    case .withoutHeading, .outsideDomain, .overflowed:
      return comparison.stateMismatches == 0 ? nil : "gave a heading beyond the range of the sensor"
    case .compared:
      let found = ReferenceAngle.degrees(binary: reading.heading.rawValue)
      let expected = comparison.expectedDegrees ?? .nan
      let error = ReferenceAngle.shortestDifferenceDegrees(from: expected, to: found)
      return abs(error) <= ReadingComparison.limitDegrees
        ? nil : "gave heading \(found)°, and \(expected)° is right with the record of the device"
    }
  }
}

/// One frame to send and its expected reply.
struct LinkProbe {
  let kind: MessageKind
  let payload: [UInt8]

  private let sample: LinkSample

  /// The payload sizes run from 0 to the largest and start again; pings and samples alternate.
  init(_ index: Int, _ sample: LinkSample) {
    self.sample = sample
    let size = (index / 2) % (FrameLimits.maximumPayload + 1)
    let isPing = index % 2 == 0
    kind = isPing ? .ping : .injectSample
    // This generator produces every byte value, zeros and runs without zeros among them.
    var state = UInt32(truncatingIfNeeded: index) &* 2_654_435_761 &+ 12_345
    let bytes = isPing ? [] : sample.payload(index)
    payload = (0..<size).map { position in
      if !isPing { return bytes[safe: position] ?? 0xa5 }
      state = state &* 1_664_525 &+ 1_013_904_223
      return index % 3 == 0 ? UInt8(truncatingIfNeeded: position | 1) : UInt8(truncatingIfNeeded: state >> 24)
    }
  }

  /// The size of the reply in the device's ring, where it is encoded: two bytes before it, header, payload and
  /// checksum, at most two code bytes, and the delimiter.
  var replySize: Int {
    (kind == .ping ? 8 + payload.count : Reading.length) + 2 + FrameLimits.maximumEncoded - FrameLimits.maximumPayload
  }

  /// What is wrong with a reply, or `nil`.
  func complaint(about frame: HostFrame) -> String? {
    let what = "\(kind) with \(payload.count) bytes"
    if kind == .ping {
      if payload.count > 248 { return refusal(frame, .outOfRange, Int32(payload.count), 248, what) }
      let echo = frame.payload.dropFirst(8)
      return frame.kind == .pong && Array(echo) == payload ? nil : "\(what) came back different"
    }
    let shortest = kind.minimumLength
    if payload.count < shortest { return refusal(frame, .tooShort, Int32(payload.count), Int32(shortest), what) }
    guard sample.isComputed else {
      return refusal(frame, .notSupported, Int32(Capabilities.injection.rawValue), 0, what)
    }
    guard frame.kind == .computed, let reading: Reading = frame.message() else { return "\(what) was not computed" }
    return sample.complaint(about: reading).map { "\(what) \($0)" }
  }

  private func refusal(
    _ frame: HostFrame, _ reason: RefusalReason, _ detail: Int32, _ limit: Int32, _ what: String
  ) -> String? {
    guard frame.kind == .refused, let refusal: Refusal = frame.message() else { return "\(what) was not refused" }
    return refusal == Refusal(kind: kind.rawValue, reason: reason, detail: detail, limit: limit)
      ? nil : "\(what) was refused for reason \(refusal.reason) (detail \(refusal.detail), limit \(refusal.limit))"
  }
}

extension [UInt8] {
  fileprivate subscript(safe index: Int) -> UInt8? { indices.contains(index) ? self[index] : nil }
}
