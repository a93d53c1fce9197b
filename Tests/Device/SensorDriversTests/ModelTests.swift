// Each register model alone, against a table of its data sheet: values after a reset, what can be written, times, counts
// for a known field, flags that clear by reading. No driver takes part, so that a driver and its model cannot share a mistake.
//
// The tables were written from the data sheets that docs/sensors.md names. `make mutants` alters the models and runs this.
import Quantities
import SensorDrivers
import TestSupport
import Testing

func checkModel(_ model: SensorModel, _ script: String) {
  var run = ModelScript(model)
  run.run(script)
}

@Suite struct ModelTests {
  @Test func lis2mdl_isAsInItsDataSheet() {
    checkModel(
      LIS2MDLModel(),
      """
      4F=40 60=03 61=00 62=00 63=E0 67=00 45=00 4A=00
      fixed 4F fixed 67 fixed 68 fixed 6E
      keeps 60 9F 20
      keeps 62 7F
      keeps 45 FF
      keeps 4A FF
      off
      field 20000 -10000 40000
      heat 20000
      60<00 +99999 67=00 +1 67=0F
      low 68 -133 -67 267
      67=00
      low 6E -40
      +100000 +100000 67=FF
      60<04 6D=01 67=00 +49999 67=00 +1 67=0F
      60<08 6D=01 67=00 +19999 67=00 +1 67=0F
      60<0C 6D=01 67=00 +9999 67=00 +1 67=0F
      62<08 +10000
      high 68 -133 -67 267
      62<00 45<64 4A<01 +10000
      low 68 -233 -67 11
      45<00 4A<00
      field 6000000 -6000000 0
      +10000
      low 68 -32768 -32768 0
      field 20000 -10000 40000
      62<02 +10000
      low 68 0 67 400
      60<23 60=03 62=00 63=E0
      60<03 6D=00 67=00 +300000 67=00
      """)
  }

  @Test func lis3mdl_isAsInItsDataSheet() {
    checkModel(
      LIS3MDLModel(),
      """
      0F=3D 20=10 21=00 22=03 23=00 24=00 27=00 30=E8 31=00 32=00 33=00
      fixed 0F fixed 27 fixed 28 fixed 2E
      keeps 20 FF
      keeps 21 60 04
      keeps 22 27
      keeps 32 FF
      keeps 33 FF
      keeps 30 FF
      keeps 05 FF
      keeps 0A FF
      off
      field 20000 -10000 40000
      heat 30000
      20<1C +2000000 27=00 22<02 +2000000 27=00
      22<01 +12499 27=00 22=01 +1 27=0F 22=03 2D=0A +2000000 27=00
      low 2E 0
      20<80 22<00 +1599999 27=00 +1 27=0F
      row 28 58 58 58
      row A8 58 05 54 FD B1 0A
      27=00
      low 2E 40
      20<84 +799999 27=00 +1 27=0F 2D=0A
      20<88 +399999 27=00 +1 27=0F 2D=0A
      20<8C +199999 27=00 +1 27=0F 2D=0A
      20<90 +99999 27=00 +1 27=0F 2D=0A
      20<94 +49999 27=00 +1 27=0F 2D=0A
      20<98 +24999 27=00 +1 27=0F 2D=0A
      20<9C +12499 27=00 +1 27=0F +12500 27=FF
      20<9E 2D=0A +999 27=00 +1 27=0F 2D=0A
      20<BE +1785 27=00 +1 27=0F 2D=0A
      20<DE +3332 27=00 +1 27=0F 2D=0A
      20<FE +6451 27=00 +1 27=0F 2D=0A
      20<9C 22<20 +1599999 27=00 +1 27=0F
      22<00 21<20 +12500
      low 28 684 -342 1368
      21<40 +12500
      low 28 456 -228 912
      21<60 +12500
      low 28 342 -171 684
      23<02 +12500
      high 28 342 -171 684
      23<00 21<00
      field 600000 -600000 0
      +12500
      low 28 32767 -32768 0
      field 0 0 0
      20<1D +12500
      low 28 13684 13684 3421
      21<04 20=10 22=03
      """)
  }

  @Test func lis3mdl_onSPI_movesOnWithItsBit() throws {
    try checkMovesOn(LIS3MDLModel(), from: 0x22, to: [0x03, 0x00])
  }

  @Test func mmc5603_isAsInItsDataSheet() {
    let model = MMC5603Model()
    checkModel(
      model,
      """
      39=10 18=00
      fixed 39 fixed 18 fixed 00
      1B=00 1C=00
      field 20000 -10000 40000
      1B<08 1B<01 +6599 18=00 +1 18=40
      00=80 01=EB 06=80 02=7F 03=66 07=60 04=81 05=E1 08=40
      1B<10 1B<01 18=00 +6600 18=40
      00=7F 01=51 06=F0 02=80 03=33 07=30
      1C<01 1B<01 +3499 18=00 +1 18=40
      1C<02 1B<01 +1999 18=00 +1 18=40
      1C<03 1B<01 +1199 18=00 +1 18=40
      heat 25000
      1B<01 +1200 09=7D
      field 2990000 0 0
      1B<01 +1200 18=40
      field 4000000 0 0
      1B<08 1B<01 +1200 18=60
      field 20000 -10000 40000
      1B<01 +1200 18=60 1B<08 1B<01 +1200 18=40
      1B<21 +1200
      00=80 01=CC 06=D0 02=7F 03=99 07=A0
      field 9000000 -9000000 0
      1B<21 +1200 00=DA 02=26
      field 20000000 -20000000 0
      1B<21 +1200 00=FF 01=FF 06=F0 02=00 03=00 07=00
      field 20000 -10000 40000
      1B<08 1B<01 +1200 01=EB 18=40
      field 0 0 0
      1A<64 1B<00 1D<10 +20000 01=EB
      1B<80 1D<10 +9999 01=EB +1 01=1E
      field 20000 -10000 40000
      1D<00 +20000 01=1E 1B<81 +1200 01=EB
      field 0 0 0
      +20000 01=EB
      1C<80
      silent
      +19999
      silent
      +1 39=10 18=00
      1A<FF 1D<80 1B<80 1D<90 +999 00=00 +1 00=80
      """)
    #expect(model.pulses == "SRSSS")
  }

  @Test func mmc5983ma_isAsInItsDataSheet() {
    let model = MMC5983MAModel()
    checkModel(
      model,
      """
      2F=30 08=10 09=00 0A=00 0B=00
      fixed 2F fixed 00
      field 20000 -10000 40000
      09<08 09<01 +7999 08=10 +1 08=11
      00=83 01=AE 02=7D 03=99 04=87 05=85 06=20
      08<01 08=10
      09<10 09<01 +8000 08=11 00=7D 01=47 06=F4
      09<08 09<01 +8000 08=11 00=83 01=AE 06=20
      0A<01 09<01 08=10 +3999 08=10 +1 08=11
      0A<02 09<01 +1999 08=10 +1 08=11
      0A<03 09<01 +499 08=10 +1 08=11
      heat 25000
      09<01 +500 07=7D
      09<21 +500
      00=83 01=33 02=7E 03=66
      field 900000 -900000 0
      09<21 +500 00=FF 01=FF 02=00 03=00
      08<01 0B<05 +1000000 08=10
      0B<09 +999999 08=10 +1 08=11
      08<01 0B<0A +99999 08=10 +1 08=11
      08<01 0B<0B +49999 08=10 +1 08=11
      08<01 0B<0C +19999 08=10 +1 08=11
      08<01 0B<0D +9999 08=10 +1 08=11
      08<01 0B<0E +4999 08=10 +1 08=11
      08<01 0B<0F +999 08=10 +1 08=11
      0B<00 0A<80 +9999
      silent
      +1 08=10 2F=30
      """)
    #expect(model.pulses == "SRS")
  }

  @Test func qmc5883l_isAsInItsDataSheet() {
    checkModel(
      QMC5883LModel(),
      """
      0D=FF 0C=01 09=00 0A=00 0B=00 06=00
      fixed 0D fixed 06 fixed 00 fixed 07
      keeps 09 FF
      keeps 0A 41 80
      keeps 0B FF
      off
      field 20000 -10000 40000
      heat 30000
      09<01 +99999 06=00 +1 06=01
      low 00 2400 -1200 4800
      06=00
      low 07 1000
      09<05 +19999 06=00 +1 06=01 05=12
      09<09 +9999 06=00 +1 06=01 05=12
      09<0D +4999 06=00 +1 06=01 +5000 06=05
      09<1D +5000
      low 00 600 -300 1200
      09<0D
      field 300000 -300000 0
      +5000 06=03
      low 00 32767 -32768 0
      field 0 0 0
      +5000 05=00 06=00 +5000 06=01
      field 20000 -10000 40000
      +5000 row 05 12 00 E8 03
      0A<40 +5000 row 05 12 00 60 09 50 FB C0 12 00 60
      0A<80 09=00 06=00 +100000 06=00
      """)
  }

  @Test func qmc5883p_isAsInItsDataSheet() {
    checkModel(
      QMC5883PModel(),
      """
      00=80 0A=00 0B=00 29=00 09=00
      fixed 00 fixed 09 fixed 01
      keeps 0A FF
      keeps 0B 4F 80
      keeps 29 FF
      off
      field 20000 -10000 40000
      29<06 0A<01 +99999 09=00 +1 09=01 09=00
      low 01 200 -100 400
      0B<04 0A<05 +19999 09=00 +1 09=01
      low 01 500 -250 1000
      0B<08 0A<09 +9999 09=00 +1 09=01
      low 01 750 -375 1500
      0B<0C 0A<0D +4999 09=00 +1 09=01
      low 01 3000 -1500 6000
      0A<0F +666 09=00 +1 09=01
      29<00 +667
      low 01 3000 1500 -6000
      29<06
      field 201000 0 0
      +667 09=03
      field 300000 -300000 0
      +667
      low 01 32767 -32768 0
      field 199000 0 0
      +667 09=01 0A<0C +5000 09=00
      0B<80 0A=00 0B=00 29=00 +5000 09=00
      """)
  }

  @Test func hmc5883l_isAsInItsDataSheet() {
    checkModel(
      HMC5883LModel(),
      """
      0A=48 0B=34 0C=33 00=10 01=20 02=01 09=00
      fixed 0A fixed 0B fixed 0C fixed 09 fixed 03
      keeps 00 7F
      keeps 01 E0
      keeps 02 83
      off
      field 20000 -10000 40000
      02<00 +66666 09=00 +1 09=01
      high 03 218 436 -109
      09=00
      00<00 02<00 +1333332 09=00 +1 09=01 08=93 09=00
      00<04 02<00 +666666 09=00 +1 09=01 08=93
      00<08 02<00 +333332 09=00 +1 09=01 08=93
      00<0C 02<00 +133332 09=00 +1 09=01 08=93
      00<14 02<00 +33332 09=00 +1 09=01 08=93
      00<18 02<00 +13332 09=00 +1 09=01 08=93
      01<00 +13333
      high 03 218 436 -109
      +13333
      high 03 274 548 -137
      01<40 +26666
      high 03 164 328 -82
      01<60 +26666
      high 03 132 264 -66
      01<80 +26666
      high 03 88 176 -44
      01<A0 +26666
      high 03 78 156 -39
      01<C0 +26666
      high 03 66 132 -33
      01<E0 +26666
      high 03 46 92 -23
      03=00 09=02 +13333 09=03 08=E9 09=00
      field 0 0 0
      00<19 +13333
      high 03 267 248 267
      00<1A +13333
      high 03 -267 -248 -267
      00<18
      field 1000000 0 0
      +13333
      high 03 -4096 0 0
      field 20000 -10000 40000
      01<20 02<00 +26666 08=93 +13333
      row 07 FF 93 00 DA 01
      row 03 00
      field 0 0 0
      +13333 05=01 06=B4 09=03 08=93 09=00
      +13333 03=00 09=03 02<00 09=01 +13333 08=00
      02<01 +5999 09=00 +1 09=01 02=03
      08=00 +2000000 09=00 02<02 +2000000 09=00
      """)
    checkModel(HMC5883LModel(hasThermometer: true), "keeps 00 FF")
  }

  @Test func mag3110_isAsInItsDataSheet() {
    checkModel(
      MAG3110Model(),
      """
      07=C4 10=00 11=00 08=00 00=00 09=00 0E=00
      fixed 07 fixed 00 fixed 01 fixed 08
      keeps 11 FF
      keeps 09 FF
      keeps 0E FF
      off
      field 20000 -10000 40000
      heat 30000
      11<20 10<01 +12499 00=00 08=00 +1 00=0F 08=01
      high 01 200 -100 400
      00=00 0F=1E
      +12500 +12500 00=FF
      10<20 10=00 10<21 06=90 +24999 00=00 +1 00=0F
      10<00 08=00 10<29 06=90 +49999 00=00 +1 00=0F
      11<00 11=20 10<00 11<00 0A<14 10<01 06=90 +12500 08=02
      high 01 190 -100 400
      fixed 11 fixed 09 10<09 10=01 08=02
      10<00 09<01 10<01 06=90 +12500
      high 01 62 -100 400
      10<00 09<00 10<01 +12500 06=90
      field 3000000 -3000000 0
      +12500
      high 01 19990 -20000 0
      """)
  }
}
