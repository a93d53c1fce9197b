// The models of chips with accelerometer and gyroscope alone; see ModelTests.swift.
import Quantities
import SensorDrivers
import TestSupport
import Testing

extension ModelTests {
  @Test func lsm6dsox_isAsInItsDataSheet() {
    checkModel(
      LSM6DSOXModel(),
      """
      0F=6C 10=00 11=00 12=04 14=00 18=E0 1E=00
      fixed 0F fixed 1E fixed 22 fixed 28
      keeps 10 FE
      keeps 11 FE
      keeps 12 7E 81
      keeps 14 FF
      keeps 18 FF
      off
      force -100 250 1000
      turn -70000 7000 1400000
      heat 35000
      10<10 +79999 1E=00 +1 1E=05
      low 28 -1639 4098 16393
      1E=04
      low 20 2560
      1E=00
      10<20 +38461 1E=00 +1 1E=05 2D=40 21=0A 1E=00
      10<30 +19230 1E=00 +1 1E=05 2D=40 21=0A
      10<40 +9614 1E=00 +1 1E=05 2D=40 21=0A
      10<50 +4807 1E=00 +1 1E=05 2D=40 21=0A
      10<60 +2403 1E=00 +1 1E=05 2D=40 21=0A
      10<70 +1199 1E=00 +1 1E=05 2D=40 21=0A
      10<80 +599 1E=00 +1 1E=05 2D=40 21=0A
      10<90 +299 1E=00 +1 1E=05 2D=40 21=0A
      10<A0 +149 1E=00 +1 1E=05 2D=40 21=0A
      10<78 +1200
      low 28 -820 2049 8197
      10<7C +1200
      low 28 -410 1025 4098
      10<74 +1200
      low 28 -205 512 2049
      10<00 1E=04 21=0A
      11<40 +9614 1E=00 +1 1E=02
      low 22 -8000 800 32767
      1E=00
      11<44 +9615
      low 22 -4000 400 32767
      11<48 +9615
      low 22 -2000 200 32767
      11<4C +9615
      low 22 -1000 100 20000
      11<42 +9615
      low 22 -16000 1600 32767
      force 3000 -3000 0
      11<00 10<40 +9615
      low 28 32767 -32768 0
      force 0 0 0
      turn 0 0 0
      14<01 +9615
      low 28 8197 8197 8197
      14<02 +9615
      low 28 -8197 -8197 -8197
      11<4C 14<04 +9615
      low 22 4286 4286 4286
      14<0C +9615
      low 22 -4286 -4286 -4286
      12<00 11<00 14<00
      force 1000 -1000 500
      +9615
      row 28 09 09 09
      12<04
      row 28 09 40
      12<05
      silent
      +49
      silent
      +1 10=00 12=04
      12<84 +9999
      silent
      +1 12=04
      """)
  }

  @Test func mpu6050_isAsInItsDataSheet() {
    let script = """
      6B=40 19=00 1A=00 1B=00 1C=00 37=00 3A=00
      fixed 75 fixed 3A fixed 3B fixed 43
      keeps 6B FF 80
      keeps 19 FF
      keeps 1B FF
      keeps 37 FF
      keeps 6C FF
      off
      +1000000 3A=00
      force -100 250 1000
      turn -100000 10000 200000
      1A<03 19<04 6B<01 +4999 3A=00 +1 3A=01 3A=00
      high 3B -1638 4096 16384
      high 43 -13100 1310 26200
      19<09 6B<01 +9999 3A=00 +1 3A=01
      1A<00 19<07 +999 3A=00 +1 3A=01
      1A<07 19<00 +124 3A=00 +1 3A=01
      1A<01 19<00 +999 3A=00 +1 3A=01
      1C<08 1B<08 +1000
      high 3B -819 2048 8192
      high 43 -6550 655 13100
      1C<10 1B<10 +1000
      high 3B -410 1024 4096
      high 43 -3280 328 6560
      1C<18 1B<18 +1000
      high 3B -205 512 2048
      high 43 -1640 164 3280
      force 40000 -40000 0
      turn 3000000 -3000000 0
      +1000
      high 3B 32767 -32768 0
      high 43 32767 -32768 0
      37<10 3A=01 +1000 3B=7F 3A=00 37<00
      force -100 250 1000
      turn -100000 10000 200000
      1C<80 1B<80 +1000
      high 3B 6554 4096 16384
      high 43 0 1310 26200
      1C<40 1B<40 +1000
      high 3B -1638 12288 16384
      high 43 -13100 14410 26200
      1C<20 1B<20 +1000
      high 3B -1638 4096 24576
      high 43 -13100 1310 32767
      1C<00 1B<00 3A=01 6B<41 +1000000 3A=00
      6B<80
      silent
      +99999
      silent
      +1 6B=40 1C=00
      """
    checkModel(
      MPU6050Model(), "75=68\n" + script + "\nheat 36530\n1A<01 6B<00 +1000\nhigh 41 0\nheat 37530\n+1000\nhigh 41 340")
    checkModel(
      MPU6050Model(whoAmI: 0x70),
      "75=70\n" + script + "\nheat 21000\n1A<01 6B<00 +1000\nhigh 41 0\nheat 31000\n+1000\nhigh 41 3338")
    checkModel(MPU6050Model(whoAmI: 0x71), "75=71 6B=01 +125 3A=01")
    checkBypass(MPU6050Model(), \.letsThrough, bypass: 0x37, master: 0x6a)
  }

  @Test func icm20948_isAsInItsDataSheet() {
    checkModel(
      ICM20948Model(),
      """
      00=EA 05=40 06=41 0F=00 1A=00 7F=00
      fixed 00 fixed 1A fixed 2D
      keeps 0F FF
      keeps 03 FF
      keeps 7F 30
      off
      7F<20 01=01 14=01 10=00 11=00
      keeps 01 FF
      keeps 14 FF
      keeps 11 FF
      7F<00
      off
      +1000000 1A=00
      force -100 250 1000
      turn -100000 10000 200000
      heat 31000
      7F<20 10<00 11<04 7F<00 06<01 1A=00 +4443 1A=00 +1 1A=01 1A=00
      high 2D -1638 4096 16384
      high 33 -13100 1310 26200
      high 39 3338
      7F<20 10<01 11<00 7F<00 +228443 1A=00 +1 1A=01
      7F<20 10<00 11<00 14<03 01<03 7F<00 +888
      high 2D -819 2048 8192
      high 33 -6550 655 13100
      7F<20 14<05 01<05 7F<00 +888
      high 2D -410 1024 4096
      high 33 -3280 328 6560
      7F<20 14<07 01<07 7F<00 +888
      high 2D -205 512 2048
      high 33 -1640 164 3280
      1A=01 7F<20 14<06 7F<00 +221 1A=00 +1 1A=01
      force 40000 -40000 0
      turn 3000000 -3000000 0
      +222
      high 2D 32767 -32768 0
      high 33 32767 -32768 0
      1A=01 06<41 +1000000 1A=00
      06<C1
      silent
      +10999
      silent
      +1 06=41 7F<20 14=01
      """)
    checkBypass(ICM20948Model(), \.letsThrough, bypass: 0x0f, master: 0x03)
  }

  @Test func bmi160_isAsInItsDataSheet() {
    checkModel(
      BMI160Model(),
      """
      00=D1 02=00 03=00 40=28 41=03 42=28 43=00 1B=00 7E=00
      fixed 00 fixed 03 fixed 12 fixed 0C fixed 1B
      +1000 40<2A +450 41<05 40=2A 41=05 41<03 41=05
      +449 41<03 41=05 +450 41<03 41=03
      off
      +1000 7E<11 +450 7E<B6 7E=00 +3800 03=00
      off
      force -100 250 1000
      turn -100000 10000 200000
      +1000 7E<11 7E=11 +3799 03=00 +1 03=10 7E=00
      keeps 40 FF
      keeps 41 FF
      keeps 42 FF
      keeps 43 FF
      keeps 4F FF
      keeps 6B FF
      +10000
      low 12 -1638 4096 16384
      1B=00 +9999 1B=00 +1 1B=80
      41<05 +10000
      low 12 -819 2048 8192
      41<08 +10000
      low 12 -410 1024 4096
      41<0C +10000
      low 12 -205 512 2048
      7E<15 7E=15 7E<10 02=40 02=00 +79999 03=10 +1 03=14
      40<21 +10000 17=08 +1279999 1B=40 +1 1B=C0 17=08 40<20 +1280000 17=08 +5000000 1B=40
      low 0C -1640 164 3280
      1B=00 +9999 1B=00 +1 1B=40
      43<01 +10000
      low 0C -3280 328 6560
      43<02 +10000
      low 0C -6560 656 13120
      43<03 +10000
      low 0C -13120 1312 26240
      43<04 +10000
      low 0C -26240 2624 32767
      42<29 +10000 11=7F 1B=00 +4999 1B=00 +1 1B=40
      42<2D +10000 11=7F 1B=00 +312 1B=40
      42<27 +312 11=7F 1B=00 +19000 1B=00 +1000 1B=40
      7E<10 03=04 41<03 41=03 43<00 43=00 7E<11 +3800 03=14
      7E<14 03=10 11=7F 1B=00 +100000 1B=00
      7E<10 03=00
      +1000 7E<B6 40=28 03=00
      +1000 42<2B +450 7E<15 +80000 03=04 1B=00 +1249 1B=00 +1 1B=40
      """)
  }

  /// Bit 1 of `bypass` passes the bus on, unless bit 5 of `master` has the chip use that bus itself.
  private func checkBypass<Host: SensorModel>(
    _ host: Host, _ letsThrough: KeyPath<Host, Bool>, bypass: UInt8, master: UInt8
  ) {
    #expect(!host[keyPath: letsThrough])
    for (register, value, isThrough): (UInt8, UInt8, Bool) in [
      (bypass, 0x02, true), (master, 0x20, false), (master, 0x00, true),
    ] {
      host.write(value, to: register)
      #expect(host[keyPath: letsThrough] == isThrough)
    }
  }
}
