// What `binnacle sensors` says of a bus.
import LinkProtocol
import Quantities
import TerminalInterface
import TestSupport
import Testing

@testable import ToolDevice

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
  #expect(advice.count == 5)
  #expect(advice[0].hasPrefix("QMC5883P: sources disagree"))
  #expect(advice[1].hasPrefix("MPU9250: its magnetometer AK8963 does not answer"))
  #expect(advice[2].hasPrefix("ICM20948: its magnetometer AK09916 does not answer"))
  #expect(advice[3].hasPrefix("The MPU9250 at 0x68 hides"))
  #expect(advice[4].hasPrefix("No magnetometer is in use"))
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

// MARK: - Self-tests

private func board(_ chips: [SensorChip]) -> Hello {
  var board = hello(chips[0], at: 0x1e)
  if chips.count > 1 { board.accelerometer.chip = chips[1].rawValue }
  if chips.count > 2 { board.gyroscope.chip = chips[2].rawValue }
  return board
}

private func measured(_ change: Vector3) -> SensorTest {
  var test = SensorTest()
  test.outcomeCode = 2
  test.change = change
  return test
}

@Test func selfTest_showsEachAxisWithItsLimits() throws {
  let report = SensorTestReport(board([.lis2mdl, .lis3dh, .mpu6050Gyroscope])) { kind in
    switch kind {
    case .magnetometer: return measured(Vector3(x: -20_000, y: 1500, z: 50_000))
    case .accelerometer: return measured(Vector3(x: 400_000, y: 398_000, z: -68_000))
    default:
      var none = SensorTest()
      none.outcomeCode = 1
      return none
    }
  }
  #expect(report.passes)
  #expect(
    report.lines == [
      "sensor         chip     axis  change         limits  unit  result",
      "magnetometer   LIS2MDL  X     -20.00   1.50 … 50.00  µT    pass",
      "                        Y       1.50   1.50 … 50.00  µT    pass",
      "                        Z      50.00   1.50 … 50.00  µT    pass",
      "accelerometer  LIS3DH   X      0.400  0.068 … 1.440  g     pass",
      "                        Y      0.398  0.068 … 1.440  g     pass",
      "                        Z     -0.068  0.068 … 1.440  g     pass",
      "gyroscope      MPU6050                                     has no self-test",
    ])
}

@Test func selfTest_deadAxis_fails_andSaysWhatToDo() throws {
  let report = SensorTestReport(board([.lis3mdl])) { _ in measured(Vector3(x: 200_000, y: 12, z: 9999)) }
  #expect(!report.passes)
  #expect(
    report.lines.dropFirst() == [
      "magnetometer  LIS3MDL  X     200.00  100.00 … 300.00  µT    pass",
      "                       Y       0.01  100.00 … 300.00  µT    FAIL",
      "                       Z      10.00   10.00 … 100.00  µT    FAIL",
      "LIS3MDL: Y changed by 0.01, Z changed by 10.00 µT, beyond the limits of its data sheet. Keep it still, take magnets and "
        + "iron away, and test again. If it fails again, the chip is broken or a copy: replace the module.",
    ])
  let json = JSONValue.object(report.json).text
  #expect(json.hasPrefix("{\"what\":\"sensorSelfTest\",\"pass\":false,\"sensors\":[{\"sensor\":\"magnetometer\","))
  #expect(
    json.contains(
      "{\"axis\":\"Y\",\"change\":0.01,\"least\":100.00,\"most\":300.00,\"pass\":false}"))
}

@Test func selfTest_thatBrokeOff_fails_andNamesTheRegister() throws {
  let report = SensorTestReport(board([.lis3mdl])) { _ in
    var test = SensorTest()
    test.outcomeCode = 3
    test.register = 0x20
    test.error = 3
    test.detail = 0xfdfc
    return test
  }
  #expect(!report.passes)
  #expect(report.advice.count == 1 && report.advice[0].contains("register 0x20: 0xFD expected, 0xFC found"))
}

@Test func selfTest_ofADeviceThatCannot_saysSo() {
  let report = SensorTestReport(board([.lsm303dlhc]), nil)
  #expect(report.passes && report.lines.last?.hasSuffix("has no self-test") == true && report.advice.isEmpty)
  let old = SensorTestReport(board([.lis2mdl]), nil)
  #expect(old.passes && old.lines.contains { $0.hasSuffix("not tested") })
  #expect(old.advice[0].contains("Flash the firmware"))
  let none = SensorTestReport(hello(), nil)
  #expect(none.passes && none.lines == ["There is no sensor chip behind this link: nothing can be tested."])
}

/// The drivers ask 0x68 first to pass the bus on.
@Test func sensors_saysWhichAddressHidesAMagnetometer() {
  let package = finding(0x69, .mpu9250, 0x75, [0x71])
  let clock = finding(0x68, .absent, 0x75, [0x00])
  let hidden = SensorReport(list([clock, package]), hello())
  #expect(hidden.advice.contains { $0.contains("Another chip at 0x68 hides the AK8963 in the MPU9250 at 0x69") })
  let found = SensorReport(list([finding(0x0c, .ak8963, 0x00, [0x48]), clock, package]), hello(.ak8963, at: 0x0c))
  #expect(!found.advice.contains { $0.contains("hides") })
  #expect(!SensorReport(list([package]), hello()).advice.contains { $0.contains("hides") })
}
