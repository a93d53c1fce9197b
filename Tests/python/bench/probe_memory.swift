// What the tests of raw memory call on the emulated core and on the host: Tests/python/test_raw_memory.py.

import Correction
import FixedPoint
import Heading
import LinkProtocol
import Quantities
import RawMemory

/// The raw value of case `number` of enumeration `kind`; 0xffff for `nil`.
@c(binnacle_memory_case)
public func memoryCase(_ kind: UInt32, _ number: UInt32) -> UInt32 {
  let number = UInt8(truncatingIfNeeded: number)
  func raw(_ value: UInt8?) -> UInt32 { value.map { UInt32(truncatingIfNeeded: $0) } ?? 0xffff }
  switch kind {
  case 0: return raw(Unchecked.enumeration(numbered: number, as: AxisRemap.SignedAxis.self).rawValue)
  case 1: return raw(Unchecked.enumeration(numbered: number, as: ReferenceChoice.self).rawValue)
  case 2: return raw(Unchecked.enumeration(numbered: number, as: DisplayOrientation?.self)?.rawValue)
  case 3: return raw(Unchecked.enumeration(numbered: number, as: MessageKind.self).rawValue)
  case 4: return raw(MessageTable.row(of: number)?.kind.rawValue)
  default: return raw(AxisRemap(rawValue: number)?.rawValue)
  }
}

/// The number with these halves, shifted to the right by `count`.
@c(binnacle_memory_double_word)
public func memoryDoubleWord(_ low: UInt32, _ high: UInt32, _ count: UInt32) -> UInt32 {
  UInt32(truncatingIfNeeded: Unchecked.doubleWord(low: low, high: high) &>> UInt64(widening: count))
}

/// Bytes of message `kind` in memory; for a message with more behind its image, where that begins.
@c(binnacle_memory_size)
public func memorySize(_ kind: UInt32) -> UInt32 {
  if kind == 8 {
    var reading = Reading()
    let start = withUnsafeMutablePointer(to: &reading) { UInt(bitPattern: $0) }
    let behind = withUnsafeMutablePointer(to: &reading.assessment) { UInt(bitPattern: $0) }
    return UInt32(truncatingIfNeeded: behind &- start)
  }
  let size =
    switch kind {
    case 0: MemoryLayout<Statistics>.size
    case 1: MemoryLayout<MeterReport>.size
    case 2: MemoryLayout<CalibrationProgress>.size
    case 3: MemoryLayout<CalibrationPrompt>.size
    case 4: MemoryLayout<RawSample>.size
    case 5: MemoryLayout<RawMotion>.size
    case 6: MemoryLayout<Hello>.size
    case 7: MemoryLayout<LocalField>.size
    default: MemoryLayout<CalibrationRecord>.size
    }
  return UInt32(truncatingIfNeeded: size)
}

@inline(__always)
func memoryPass<M: Message>(_: M.Type, _ payload: Span<UInt8>, _ frame: inout FrameBuffer) {
  if let message = M(payload: payload) { message.append(to: &frame) }
}

/// Reads message `kind` from `count` bytes and writes it again. Returns the length of what was written; 0 when it was refused.
@c(binnacle_memory_message)
public func memoryMessage(
  _ kind: UInt32, _ bytes: UnsafePointer<UInt8>, _ count: UInt32, _ output: UnsafeMutablePointer<UInt8>
) -> UInt32 {
  let payload = Span(_unsafeStart: bytes, count: Int(truncatingIfNeeded: count))
  var frame = FrameBuffer()
  frame.begin(FrameHeader(kind: 0, token: 0, sequence: 0))
  switch kind {
  case 0: memoryPass(Statistics.self, payload, &frame)
  case 1: memoryPass(MeterReport.self, payload, &frame)
  case 2: memoryPass(CalibrationProgress.self, payload, &frame)
  case 3: memoryPass(CalibrationPrompt.self, payload, &frame)
  case 4: memoryPass(RawSample.self, payload, &frame)
  case 5: memoryPass(RawMotion.self, payload, &frame)
  case 6: memoryPass(Hello.self, payload, &frame)
  case 7: memoryPass(LocalField.self, payload, &frame)
  case 8: memoryPass(Reading.self, payload, &frame)
  case 9: memoryPass(CalibrationReport.self, payload, &frame)
  default:
    var record = CalibrationRecord()
    record.setImage(0..<CalibrationRecord.length, from: payload)
    let written = record.bytes()
    for i in 0..<CalibrationRecord.length { output[i] = written[i] }
    return UInt32(truncatingIfNeeded: CalibrationRecord.length)
  }
  let length = frame.payloadLength
  for i in 0..<length { output[i] = frame.payloadByte(i) }
  return UInt32(truncatingIfNeeded: length)
}

/// Writes `value` as one, two, four or eight bytes at `offset` of a shared storage, and then all 72 bytes of it.
@c(binnacle_memory_storage)
public func memoryStorage(
  _ offset: UInt32, _ width: UInt32, _ value: UInt32, _ output: UnsafeMutablePointer<UInt8>
) -> UInt32 {
  var storage = SharedStorage<9>()
  let at = Int(truncatingIfNeeded: offset)
  switch width {
  case 1: storage[UInt8.self, at: at] = UInt8(truncatingIfNeeded: value)
  case 2: storage[UInt16.self, at: at] = UInt16(truncatingIfNeeded: value)
  case 4: storage[UInt32.self, at: at] = value
  default: storage[UInt64.self, at: at] = Unchecked.doubleWord(low: value, high: 0)
  }
  for i in 0..<72 { output[i] = storage[UInt8.self, at: i] }
  return UInt32(truncatingIfNeeded: MemoryLayout<SharedStorage<9>>.size)
}

/// State whose initialiser tells where it ran.
struct MemoryHeld: ~Copyable {
  private let inPlace = InPlace()
  var numbers = InlineArray<64, Int32>(repeating: 7)
  var initialisedAt: UInt = 0

  init() { initialisedAt = address }

  var address: UInt {
    @inline(never)
    mutating get { withUnsafeMutablePointer(to: &numbers) { UInt(bitPattern: $0) } }
  }
}

/// State in state, as the parts of an instrument are.
struct MemoryHolder: ~Copyable {
  private let inPlace = InPlace()
  var before: UInt32 = 1
  var held = MemoryHeld()
}

/// 1 when a state of 270 bytes and its part were initialised where they live.
@c(binnacle_memory_in_place)
public func memoryInPlace() -> UInt32 {
  var holder = MemoryHolder()
  return holder.held.initialisedAt == holder.held.address ? 1 : 0
}
