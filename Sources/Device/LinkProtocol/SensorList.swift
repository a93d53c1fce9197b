// What is on the sensor bus: the reply to getSensors.

import Quantities
import RawMemory

/// The chips on the device's sensor bus, and its lines.
public struct SensorList: Message, Equatable, Sendable {
  /// The most findings that the message has room for.
  public static var capacity: Int { 16 }

  /// The lines of the bus when the device looked.
  public var lines = BusLines.none
  /// How many findings there are, 0 to `capacity`.
  public private(set) var count = 0
  private var findings = [16 of ProbeFinding](repeating: .none)

  public init() {}

  public static func == (a: SensorList, b: SensorList) -> Bool {
    for i in 0..<capacity where a.findings[i] != b.findings[i] { return false }
    return a.lines == b.lines && a.count == b.count
  }

  /// Appends a finding. If there is no room, it is left out.
  public mutating func add(_ finding: ProbeFinding) {
    guard count < Self.capacity else { return }
    findings[count] = finding
    count &+= 1
  }

  /// Finding `index`, 0 to `count` − 1.
  public subscript(index: Int) -> ProbeFinding { findings[index] }

  public func append(to frame: inout FrameBuffer) {
    frame.append(lines.rawValue)
    frame.append(UInt8(truncatingIfNeeded: count))
    for i in 0..<Self.capacity {
      let finding = findings[i]
      frame.append(finding.address)
      frame.append(finding.chip.rawValue)
      frame.append(finding.register)
      frame.append(finding.count)
      frame.append(finding.bytes)
    }
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    lines = BusLines(rawValue: reader.uint8())
    count = Int(reader.uint8())
    for i in 0..<Self.capacity {
      findings[i] = ProbeFinding(
        address: reader.uint8(), chip: SensorChip(rawValue: reader.uint8()), register: reader.uint8(),
        count: reader.uint8(), bytes: reader.uint32())
    }
    if reader.isOverrun || count > Self.capacity { return nil }
  }
}
