// The models of AKM's, iSentek's, PNI's and Bosch's magnetometers alone; see ModelTests.swift.
import Quantities
import SensorDrivers
import TestSupport
import Testing

extension ModelTests {
  @Test func ak8963_isAsInItsDataSheet() {
    let host = MPU6050Model()
    let inside = AK8963Model(behind: host)
    var run = ModelScript(inside, around: host)
    run.run("silent")
    host.write(0x02, to: 0x37)
    #expect(inside.isConnected)
    let model = AK8963Model()
    // 128: no adjustment; 0xff and 0x00: 1.496 and 0.5.
    model.adjustment = [128, 255, 0]
    checkModel(
      model,
      """
      00=48 01=9A 02=00 09=00 0A=00 10=00 11=00 12=00
      fixed 00 fixed 02 fixed 03 fixed 09 fixed 10
      keeps 0C FF
      0A<1F +200 10=80 11=FF 12=00 0A<00 10=00 +100
      0A<0F +200 10=80 0A<00 +100
      field 15000 30000 -60000
      0A<12 +124999 02=00 +1 02=01 09=10
      low 03 200 67 800
      02=00 +125000 02=01 09=10 02=00
      0A<16 0A=12 0A<00 0A<16 0A=00 +100 0A<16 0A=16 +9999 02=00 +1 02=01 09=10 02=00
      +10000 +10000 02=03 09=10
      low 03 200 67 800
      02=00
      field 0 0 0
      +10000
      low 03 200 67 800
      09=10 02=00 +10000
      low 03 0 0 0
      09=10 0A<00 +100
      field 15000 30000 -60000
      0A<06 +10000
      low 03 50 17 200
      09=00
      field 0 6000000 0
      +10000
      low 03 8190 0 0
      09=08 0A<00 +100 0A<16
      field 4911999 0 0
      +10000 02=01 03=00 02=00 09=10
      field 4912000 0 0
      +10000 09=18
      field 6000000 0 0
      +10000 09=18
      low 03 0 26736 0
      09=18
      field 12000000 0 0
      +10000
      low 03 0 32760 0
      09=18 0A<00 +100 0A<11 0A<16 0A=11 +7199 02=00 0A=11 +1 02=01 0A=10
      09=18 +100 0A<18
      field 0 0 0
      +7200
      low 03 200 134 400
      0A=10
      0B<01 0A=00
      """)
  }

  @Test func ak09916_isAsInItsDataSheet() {
    let host = ICM20948Model()
    let inside = AK09916Model(behind: host)
    #expect(!inside.isConnected)
    host.write(0x02, to: 0x0f)
    #expect(inside.isConnected)
    checkModel(
      AK09916Model(),
      """
      00=48 01=09 10=00 18=00 31=00
      fixed 00 fixed 01 fixed 10 fixed 11 fixed 18
      field 15000 30000 -60000
      31<02 +99999 10=00 +1 10=01 18=00 10=00
      31<04 31=02 31<00 31<04 31=00 +100 31<04 31=04 +49999 10=00 +1 10=01 18=00
      31<00 +100 31<06 +19999 10=00 +1 10=01 18=00
      31<00 +100 31<08 +9999 10=00 +1 10=01
      low 11 100 -200 400
      10=00 18=00 +10000 +10000 10=03
      low 11 100 -200 400
      10=02 18=00
      field 6000000 -6000000 0
      +10000 18=08
      low 11 32752 32752 0
      18=08
      field 0 0 0
      31<00 18=08 +100 31<08
      field 4911999 0 0
      +10000 11=EB 18=00
      field 4912000 0 0
      +10000 11=EB 18=08
      field 0 0 0
      31<00 +100 31<01 31<08 31=01 +8199 10=00 +1 10=01 31=00
      18=00 +100 31<10 +8200
      low 11 0 0 -400
      31=00 18=00 +100 31<08 32<01 31=00
      """)
  }

  @Test func ist8310_isAsInItsDataSheet() {
    checkModel(
      IST8310Model(),
      """
      00=10 02=00 0A=00 0B=0C 41=00 42=00
      fixed 00 fixed 02 fixed 03
      keeps 41 FF
      keeps 42 FF
      keeps 0B 0C 03
      off
      field 21000 -10500 42000
      41<24 0A<01 0A=01 +5979 02=00 +1 02=01 0A=00
      low 03 70 -35 -140
      02=00
      0A<01 +5980 0A<01 +5980 02=03
      41<00 08=FF 02=00 0A<01 +1779 02=00 +1 02=01
      field 2000000 -2000000 0
      0A<01 +1780
      low 03 5333 -5333 0
      heat 30000
      0A<01 +1780
      low 1C 40
      field 21000 -10500 42000
      0C<40 0A<01 +1780
      low 03 -70 35 140
      0B<01
      silent
      +9999
      silent
      +1 41=00 0B=0C
      """)
  }

  @Test func rm3100_isAsInItsDataSheet() {
    checkModel(
      RM3100Model(),
      """
      36=22 04=00 05=C8 06=00 07=C8 08=00 09=C8 0B=96 35=1B 34=00 24=00
      fixed 36 fixed 34 fixed 24
      keeps 05 FF
      keeps 0B FF
      keeps 35 0F
      off
      field 20000 -10000 40000
      01<71 +26999 34=00 +1 34=80
      24=00 25=05 26=DC 27=FF 28=FD 29=12 2A=00 2B=0B 2C=B8 34=00
      +27000 34=80 01=71 01=70 24=00 +100000 34=00
      01<71 0B<95 01=70 +100000 34=00
      01<71 +12999 34=00 +1 34=80
      01<00 34=00 0B<97 01<71 +54999 34=00 +1 34=80
      01<00 0B<98 01<71 +109999 34=00 +1 34=80
      01<00 0B<99 01<71 +219999 34=00 +1 34=80
      01<00 0B<94 01<71 +6999 34=00 +1 34=80
      01<00 0B<93 01<71 +2999 34=00 +1 34=80
      01<00 0B<92 01<71 +1699 34=00 +1 34=80
      05<64 07<64 09<64 24=00 +1700 25=02 26=F8
      05<32 07<32 09<32 24=00 +1700 25=01 26=90 28=FF 29=38 2B=03 2C=20
      01<00 24=00 +100000 34=00
      33<8F 33=FF 33<0F 33=0F
      """)
  }

  @Test func bmm150_isAsInItsDataSheet() {
    checkModel(
      BMM150Model(),
      """
      40=00 4B=00 4C=00 5D=00
      4B<01 +2999 40=00 +1 40=32 4B=01 4C=06 4D=3F 4E=07 51=00 52=00
      fixed 40 fixed 42 fixed 5D
      keeps 51 FF
      keeps 52 FF
      keeps 4D FF
      51<12 52<34 4B<00 51=00 4B<01 +2999 51=00 +1 51=00 52=00 4D=3F
      4B<01 40=32
      """)
  }
}
