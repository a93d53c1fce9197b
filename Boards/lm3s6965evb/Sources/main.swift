// micro:bit v1 banner
import CortexM
import Stellaris
import Quantities

nonisolated(unsafe) var clock = Clock()
nonisolated(unsafe) var uart = Uart()
nonisolated(unsafe) let watchdog = Watchdog()
nonisolated(unsafe) var meter = StackMeter()

func put(_ c: UInt8) { while !uart.canSend() {}; uart.send(c) }
func hex(_ v: UInt32) {
  var s: UInt32 = 28
  while true {
    let d = UInt8(truncatingIfNeeded: (v &>> s) & 15)
    put(d < 10 ? 48 &+ d : 87 &+ d)
    if s == 0 { break }
    s &-= 4
  }
  put(32)
}
hex(System.bootCount)
hex(UInt32(truncatingIfNeeded: System.imageHash &>> 32))
if let f = System.lastFault { hex(f.exception); hex(f.pc); hex(f.instruction); hex(f.boot); hex(f.sp) }
put(10)
while true {
  let now = clock.now()
  if let b = uart.receive() {
    if b == 116 { System.provokeTrap() }
    if b == 104 { System.provokeHardFault() }
    if b == 119 { System.provokeHang() }
    if b == 97 { let x: UInt8 = b; put(x + 200) }
    hex(UInt32(truncatingIfNeeded: now.microseconds)); hex(meter.highWater()); put(b); put(10)
  }
  _ = meter.highWater()
  watchdog.feed()
}
