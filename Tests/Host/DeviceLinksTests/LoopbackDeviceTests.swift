// The device half in this process keeps what every link promises, whatever its virtual time does.
import Foundation
import SerialLink
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
