// What `binnacle sensors` says of a bus.
import LinkProtocol
import Quantities
import TestSupport
import Testing

@testable import BinnacleTool

private func finding(_ address: UInt8, _ chip: SensorChip, _ register: UInt8, _ bytes: [UInt8]) -> ProbeFinding {
  ProbeFinding(
    address: address, chip: chip, register: register, count: UInt8(bytes.count),
    bytes: bytes.enumerated().map { UInt32($1) << UInt32(8 * $0) }.reduce(0, |))
}

private func list(_ findings: [ProbeFinding], lines: BusLines = .areKnown) -> SensorList {
  var list = SensorList()
  list.lines = lines
  for finding in findings { list.add(finding) }
  return list
}

private func hello(_ chip: SensorChip = .absent, at address: UInt8 = 0) -> Hello {
  var hello = Hello(board: BoardName("pico"))
  hello.sensorChip = chip.rawValue
  hello.sensorAddress = address
  hello.sensorState = chip == .absent ? .unavailable : .ready
  return hello
}

@Test func sensors_showsChipsWithTheirAnswersAndUse() {
  let found = [
    finding(0x0d, .qmc5883l, 0x0d, [0xff]), finding(0x53, .absent, 0x00, [0x12]), finding(0x68, .mpu6050, 0x75, [0x68]),
  ]
  let report = SensorReport(list(found), hello(.qmc5883l, at: 0x0d))
  #expect(report.isUsable)
  #expect(
    report.lines == [
      "address  chip       identity   used as",
      "0x0D     QMC5883L   0x0D = FF  magnetometer",
      "0x53     not known  0x00 = 12  not used",
      "0x68     MPU6050    0x75 = 68  not used",
      "0x53: a chip that Binnacle does not know, or a copy of one. docs/sensors.md lists the known identities.",
    ])
}

@Test(
  arguments: [
    (BusLines.areKnown.union(.clockIsLow).union(.dataIsLow), "SCL and SDA both stay low: wrong voltage suspected"),
    (BusLines.areKnown.union(.clockIsLow), "SCL stays low"), (BusLines.areKnown.union(.dataIsLow), "SDA stays low"),
    (BusLines.dataIsLow, "A line of the bus stays low"),
    (BusLines.areKnown, "Nothing answers at any address. Check that SDA and SCL"),
  ] as [(BusLines, String)])
func sensors_namesAFaultOfTheWiring(lines: BusLines, beginning: String) {
  let report = SensorReport(list([], lines: lines), hello())
  #expect(!report.isUsable && report.rows.isEmpty)
  #expect(report.advice.count == 1 && report.advice[0].hasPrefix(beginning))
}

@Test func sensors_suspectsTheVoltageWhereNothingAnswers() {
  let advice = SensorReport(list([], lines: .areKnown), hello()).advice
  #expect(advice.contains { $0.contains("wrong voltage is suspected") })
}

@Test func sensors_tellsABusThatReadsOnlyOnes() {
  let found = (0..<16).map { finding(UInt8($0 + 8), .absent, 0, [0xff]) }
  #expect(SensorReport(list(found), hello()).advice[0].hasPrefix("Every address answers with 0xFF alone"))
}

@Test func sensors_saysWhatAPackageLacksAndWhatIsDisputed() {
  let found = [
    finding(0x2c, .qmc5883p, 0, [0x80]), finding(0x68, .mpu9250, 0x75, [0x71]), finding(0x69, .icm20948, 0, [0xea]),
  ]
  let advice = SensorReport(list(found), hello()).advice
  #expect(advice.count == 4)
  #expect(advice[0].hasPrefix("QMC5883P: sources disagree"))
  #expect(advice[1].hasPrefix("MPU9250: its magnetometer AK8963 does not answer"))
  #expect(advice[2].hasPrefix("ICM20948: its magnetometer AK09916 does not answer"))
  #expect(advice[3].hasPrefix("No magnetometer is in use"))
}

@Test func sensors_namesTheMagnetometerThatIsUsedAmongTwo() {
  let found = [finding(0x0d, .qmc5883l, 0x0d, [0xff]), finding(0x1e, .lsm303dlhc, 0x0a, [0x48, 0x34, 0x33])]
  let report = SensorReport(list(found), hello(.lsm303dlhc, at: 0x1e))
  #expect(
    report.advice == [
      "2 magnetometers answer: LSM303DLHC at 0x1E is used, and not QMC5883L at 0x0D. To use another, take this one off the bus."
    ])
  #expect(SensorReport(list([found[0]]), hello(.qmc5883l, at: 0x0d)).advice.isEmpty)
}

@Test func sensors_ofABoardThatCannotLook_areThoseOfItsHello() {
  let report = SensorReport(nil, hello(.lsm303dlhc, at: 0x1e))
  #expect(report.rows == [.init(address: 0x1e, chip: "LSM303DLHC", answer: "", use: "magnetometer")])
  #expect(report.advice == ["This board cannot list its bus: these are the sensors that it uses."])
  #expect(SensorReport(nil, hello()).advice == ["This board has no sensor of its own, and cannot list a bus."])
}
