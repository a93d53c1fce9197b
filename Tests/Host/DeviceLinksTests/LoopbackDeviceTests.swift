// The device half in this process keeps what every link promises, whatever its virtual time does.
import Correction
import Foundation
import LinkProtocol
import Quantities
import SerialLink
import Simulation
import TestSupport
import Testing

@testable import DeviceLinks

@Test func loopbackDevice_closedWhileSomebodyReads_endsTheRead() {
  let device = LoopbackDevice(name: "board", sensor: nil)
  Thread.detachNewThread {
    usleep(100_000)
    device.close()
  }
  #expect(throws: LinkError.lost(name: "board", reason: "it was closed")) {
    try device.read(atMost: 1, deadline: .after(seconds: 5))
  }
}

@Test func loopbackDevice_readOfNothing_returnsAtOnce() throws {
  let device = LoopbackDevice(name: "board", sensor: nil)
  let start = Deadline.after(seconds: 2)
  #expect(try device.read(atMost: 0, deadline: .after(seconds: 5)).isEmpty)
  #expect(!start.hasPassed)
}

// MARK: - What a host asks of it

/// A host of one device, which reads for some virtual time.
private func answers(
  of device: LoopbackDevice, to kind: MessageKind, _ payload: [UInt8] = [], bytes most: Int = 4096
) throws -> [(kind: UInt8, payload: [UInt8])] {
  try device.write(
    FakeDevice.frame(kind.rawValue, token: 7) { $0.append(payload.span) }, deadline: .after(seconds: 5))
  var decoder = FrameDecoder()
  var found: [(UInt8, [UInt8])] = []
  for _ in 0..<40 where found.isEmpty {
    for byte in try device.read(atMost: most, deadline: .after(seconds: 0.05)) where decoder.feed(byte) == .frame {
      let bytes = decoder.frame.payload
      if decoder.frame.token == 7 { found.append((decoder.frame.kind, bytes.indices.map { bytes[$0] })) }
    }
  }
  return found
}

private func simulated(_ memory: SimulatedMemory? = nil) -> LoopbackDevice {
  LoopbackDevice(name: "board", sensor: SimulatedSensor(world: World()), motion: nil, memory: memory)
}

private let acknowledged = MessageKind.acknowledged.rawValue

@Test func simulatedDevice_asked_forARate_measuresAtIt() throws {
  let device = simulated()
  #expect(try answers(of: device, to: .setRate, [0xa0, 0x86, 0x01, 0]).first?.kind == acknowledged)
  // Virtual time passes while a host waits; a busy computer may give it none in one wait.
  for _ in 0..<100 where device.sampleTimes.count < 8 {
    _ = try? device.read(atMost: 1, deadline: .after(seconds: 0.02))
  }
  // One sample may have been due at the rate before. Samples come at multiples of the device's step.
  let times = device.sampleTimes.dropFirst(2)
  let intervals = zip(times, times.dropFirst()).map { $1 - $0 }
  #expect(intervals.count > 3 && intervals.allSatisfy { $0 > 60_000 && $0 <= 100_000 }, "\(intervals.prefix(9))")
}

@Test func simulatedDevice_asked_toRestart_keepsItsRecordAndCountsTheBoot() throws {
  let device = simulated(try SimulatedMemory(folder: nil))
  var record = CalibrationRecord()
  record.modelOrder = .sphere
  record.grade = 2
  record.hardIron = Vector3(x: 7, y: 8, z: 9)
  let image = record.bytes()
  let bytes = image.indices.map { image[$0] }
  #expect(try answers(of: device, to: .storeRecord, bytes).first?.kind == acknowledged)
  #expect(try answers(of: device, to: .reset, Array("RSET".utf8)).first?.kind == acknowledged)
  _ = try? device.read(atMost: 1, deadline: .after(seconds: 0.05))
  let hello = try answers(of: device, to: .getHello, [1, 1]).first.flatMap { Hello(payload: $0.payload.span) }
  #expect(hello?.bootCounter == 2 && hello?.capabilities.contains(.storage) == true)
  #expect(try answers(of: device, to: .getCalibration).first?.payload == bytes)
  #expect(try answers(of: device, to: .eraseRecords, Array("ERAS".utf8)).first?.kind == acknowledged)
  #expect(try answers(of: device, to: .getCalibration).first?.payload != bytes)
}

@Test(arguments: [Provocation.trap, .hardFault, .hang])
func simulatedDevice_asked_toFail_ends(failure: Provocation) throws {
  let device = simulated()
  #expect(try answers(of: device, to: .provoke, [failure.rawValue]).first?.kind == acknowledged)
  #expect(throws: LinkError.self) {
    for _ in 0..<100 { _ = try device.read(atMost: 1, deadline: .after(seconds: 0.01)) }
  }
}

@Test(arguments: [
  (MessageKind.getSensors, [UInt8]()), (.testSensor, [1]), (.enterLoader, Array("LOAD".utf8)),
  (.eraseRecords, Array("ERAS".utf8)),
])
func simulatedDevice_asked_forWhatItHasNot_refuses(kind: MessageKind, payload: [UInt8]) throws {
  let reply = try answers(of: simulated(), to: kind, payload).first
  let refusal = reply.flatMap { Refusal(payload: $0.payload.span) }
  #expect(reply?.kind == MessageKind.refused.rawValue && refusal?.reason == RefusalReason.notSupported.rawValue)
}
