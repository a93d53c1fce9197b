// The models of accelerometers alone; see ModelTests.swift.
import Quantities
import SensorDrivers
import TestSupport
import Testing

extension ModelTests {
  @Test func lis3dh_isAsInItsDataSheet() {
    checkModel(
      LIS3DHModel(),
      """
      0F=33 1E=10 20=07 23=00 27=00
      fixed 0F fixed 27 fixed 28 fixed 2D
      keeps 20 FF
      keeps 23 FF
      keeps 1E FF
      keeps 26 FF
      keeps 2E FF
      off
      force -100 250 1000
      23<08 20<17 +999999 27=00 +1 27=0F
      row 28 A0 A0 A0
      row A8 A0 F9 F0 0F C0 3F 27=00 +1000000
      low 28 -1632 4080 16320
      27=00
      20<27 +99999 27=00 +1 27=0F 29=F9 27=0E 2B=0F 27=0C 2D=3F 27=00
      20<37 +39999 27=00 +1 27=0F 2D=3F
      20<47 +19999 27=00 +1 27=0F 2D=3F
      20<57 +9999 27=00 +1 27=0F 2D=3F
      20<67 +4999 27=00 +1 27=0F 2D=3F
      20<77 +2499 27=00 +1 27=0F +2500 27=FF 2D=3F
      20<97 +743 27=00 +1 27=0F 2D=3F
      23<18 +744
      low 28 -816 2048 8208
      23<28 +744
      low 28 -416 1024 4096
      23<38 +744
      low 28 -144 336 1360
      23<00 +744
      low 28 -1664 4032 16320
      23<48 +744
      high 28 -1632 4080 16320
      20<5F 23<00 +10000
      low 28 -1792 3840 16128
      20<8F +616 27=00 +1 27=0F 2D=3F
      20<9F +185 27=00 +1 27=0F 2D=3F
      20<87 27=00 +100000 27=00
      20<07 +2000000 27=00
      20<57 23<08
      force 3000 -3000 0
      +10000
      low 28 32752 -32768 0
      force 0 0 0
      23<0A +10000
      low 28 4896 4896 4896
      23<0C +10000
      low 28 -4896 -4896 -4896
      """)
    checkModel(
      LIS3DHModel(isRounded: true),
      """
      force -100 250 1000
      23<08 20<57 +10000
      low 28 -1600 4000 16000
      force -120 240 1200
      23<18 +10000
      low 28 -960 1920 9600
      23<28 +10000
      low 28 -480 960 4800
      23<38 +10000
      low 28 -160 320 1600
      """)
  }

  @Test func mma8653_isAsInItsDataSheet() {
    checkModel(
      MMA8653Model(),
      """
      0D=5A 2A=00 0E=00 2B=00 0B=00 00=00
      fixed 0D fixed 00 fixed 01 fixed 0B
      keeps 0E FF
      keeps 2B BF 40
      keeps 29 FF
      keeps 31 FF
      off
      force -100 250 1000
      2A<01 +1249 00=00 0B=00 +1 00=0F 0B=01
      high 01 -1664 4096 16384
      00=00 +1250 +1250 00=FF
      2A<00 0B=00 2A<09 06=00 +2499 00=00 +1 00=0F 2A<00
      2A<11 06=00 +4999 00=00 +1 00=0F 2A<00
      2A<19 06=00 +9999 00=00 +1 00=0F 2A<00
      2A<21 06=00 +19999 00=00 +1 00=0F 2A<00
      2A<29 06=00 +79999 00=00 +1 00=0F 2A<00
      2A<31 06=00 +159999 00=00 +1 00=0F 2A<00
      2A<39 06=00 +639999 00=00 +1 00=0F
      fixed 0E
      2A<00 0E<01 2A<01 +1250
      high 01 -832 2048 8192
      2A<09 2A=01 0B=01
      2A<00 0E<02 2A<01 +1250
      high 01 -384 1024 4096
      2A<00 0E<00 2B<80 2A<01 +1250
      high 01 3264 9024 21312
      2A<00 0E<02 2B<00 2A<01 +1250
      force 9000 -9000 0
      +1250
      high 01 32704 -32768 0
      2B<40
      silent
      +999
      silent
      +1 2A=00 0E=00
      """)
  }

  @Test func adxl345_isAsInItsDataSheet() {
    checkModel(
      ADXL345Model(),
      """
      00=E5 2C=0A 2D=00 30=02 31=00 38=00 1E=00
      fixed 00 fixed 30 fixed 32
      keeps 2C FF
      keeps 2D FF
      keeps 31 FF
      keeps 38 FF
      keeps 1D FF
      keeps 2A FF
      off
      force -500 250 1000
      31<0B 2C<06 2D<08 +159999 30=02 +1 30=82
      low 32 -128 64 256
      30=02
      2C<05 +319999 30=02 +1 30=82 32=80 30=02
      2C<0A +9999 30=02 +1 30=82 +10000 30=83 37=01 30=02
      2C<0D +1249 30=02 +1 30=82
      31<00 +1250
      low 32 -128 64 256
      31<01 +1250
      low 32 -64 32 128
      31<02 +1250
      low 32 -32 16 64
      31<03 +1250
      low 32 -16 8 32
      31<04 +1250
      low 32 -8192 4096 16384
      31<0C +1250
      low 32 -8192 4096 16384
      31<0F +1250
      low 32 -1024 512 2048
      force 20000 -20000 0
      31<0B +1250
      low 32 4095 -4096 0
      31<00 +1250
      low 32 511 -512 0
      force 0 0 0
      31<8B +1250
      low 32 205 -205 307
      2D<00 37=01 30=02 +100000 30=02
      """)
  }

  /// On SPI the bit that lets the address move on is another: bit 6.
  @Test func adxl345_onSPI_movesOnWithItsBit() throws {
    try checkMovesOn(ADXL345Model(), from: 0x2c, to: [0x0a, 0x00])
  }
}

extension ModelTests {
  /// Reads two bytes on SPI with bit 6 of the address and without; the first register is below 0x40.
  func checkMovesOn(_ model: SensorModel, from register: UInt8, to bytes: [UInt8]) throws {
    var wire = ModelWire(model)
    func read(_ first: UInt8) throws -> [UInt8] {
      wire.select(1, true)
      _ = try wire.exchange(first)
      let found = [try wire.exchange(0), try wire.exchange(0)]
      wire.select(1, false)
      return found
    }
    #expect(try read(0x80 | 0x40 | register) == bytes)
    #expect(try read(0x80 | register) == [bytes[0], bytes[0]])
  }
}
