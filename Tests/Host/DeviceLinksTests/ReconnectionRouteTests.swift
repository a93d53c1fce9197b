// Which port is asked first, and which may be the one that was lost.
import Foundation
import Quantities
import Testing

@testable import DeviceLinks
@testable import SerialLink

private func port(_ name: String, number: String? = nil, vendor: Int? = 0x0403) -> SerialPortInfo {
  SerialPortInfo(
    name: name, description: "", transport: vendor == nil ? "native" : "usb", usbVendor: vendor,
    usbProduct: vendor.map { _ in 0x6001 }, usbSerialNumber: number, usbManufacturer: nil, usbProductName: nil,
    otherNames: [])
}

private func ranked(_ ports: [SerialPortInfo], lost: SerialPortInfo, exists: Bool = false) -> [String] {
  SerialReconnection.ranked(ports, path: lost.name, lost: lost, exists: exists).map { "\($0.path) \($0.isSame)" }
}

@Test func wayBack_sameNumberUnderAnotherName_comesFirst() {
  let lost = port("/dev/ttyUSB0", number: "A1")
  let now = [port("/dev/ttyUSB0", number: "B2"), port("/dev/ttyUSB1", number: "A1"), port("/dev/ttyS0", vendor: nil)]
  #expect(ranked(now, lost: lost) == ["/dev/ttyUSB1 true", "/dev/ttyUSB0 false"])
}

@Test func wayBack_noNumber_onlyTheSameNameIsTheSamePlace() {
  let lost = port("/dev/ttyUSB0")
  #expect(
    ranked([port("/dev/ttyUSB1"), port("/dev/ttyUSB0")], lost: lost) == ["/dev/ttyUSB0 true", "/dev/ttyUSB1 false"])
}

@Test func wayBack_portOfTheMainboard_isItsPathWhileThatExists() {
  let lost = port("/dev/ttyS0", vendor: nil)
  #expect(ranked([port("/dev/ttyUSB0")], lost: lost, exists: true) == ["/dev/ttyS0 true"])
  #expect(ranked([port("/dev/ttyUSB0")], lost: lost, exists: false) == [])
}

/// The numbers in an adapter's name say where it is plugged in.
@Test func wayBack_ofABus_isItsPathOrANewAdapterOfItsKind() {
  func usb(_ number: Int, at place: String) -> BusInfo {
    BusInfo(path: "/dev/i2c-\(number)", adapter: "i2c-tiny-usb at bus 001 device \(place)", held: [])
  }
  let way = BusPlace(path: "/dev/i2c-7", among: [usb(1, at: "002"), usb(7, at: "005")])
  #expect(way.places([usb(1, at: "002")]) == ["/dev/i2c-7"])
  #expect(way.places([usb(1, at: "002"), usb(7, at: "006")]) == ["/dev/i2c-7"])
  #expect(way.places([usb(1, at: "002"), usb(8, at: "006")]) == ["/dev/i2c-7", "/dev/i2c-8"])
  #expect(way.places([BusInfo(path: "/dev/i2c-7", adapter: "SMBus I801 adapter at efa0", held: [])]) == [])
}

@Test func auto_knownPortsFirstThenUSBThenOthers() {
  let ports = [
    port("/dev/ttyS0", vendor: nil), port("/dev/ttyUSB0", number: "B2"), port("/dev/ttyUSB1", number: "A1"),
  ]
  let order = AutoLink.ranked(ports, known: ["0403:6001:A1": 57_600]).map(\.name)
  #expect(order == ["/dev/ttyUSB1", "/dev/ttyUSB0", "/dev/ttyS0"])
}

@Test func auto_rememberedRateIsAskedFirst() {
  #expect(AutoLink.rates(for: 9_600, isUSB: true) == [9_600, 115_200, 57_600])
  #expect(AutoLink.rates(for: 250_000, isUSB: true).first == 250_000)
  #expect(AutoLink.rates(for: nil, isUSB: false) == [115_200])
}

@Test func knownPorts_areReadBackAndDamageIsNoError() throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("binnacle-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  var known = KnownPorts(folder: folder, environment: [:])
  #expect(known.rates.isEmpty)
  known.remember("0403:6001:A1", rate: 57_600)
  #expect(KnownPorts(folder: folder, environment: [:]).rates == ["0403:6001:A1": 57_600])
  try Data("{".utf8).write(to: folder.appendingPathComponent("ports.json"))
  #expect(KnownPorts(folder: folder, environment: [:]).rates.isEmpty)
}

@Test func address_linesAreReleasedByOptionOrFlag() throws {
  #expect(try LinkAddress("/dev/ttyUSB0?dtr=off") == .serial(path: "/dev/ttyUSB0", baud: 115_200, lines: .released))
  #expect(
    try LinkAddress("serial:/dev/ttyACM0?baud=57600&dtr=on")
      == .serial(path: "/dev/ttyACM0", baud: 57_600, lines: .asserted))
  #expect(try LinkAddress("auto").withoutLines == .auto(lines: .released))
  #expect(throws: LinkAddressError.badOption("/dev/ttyUSB0?dtr=maybe", "dtr=maybe", "on or off")) {
    try LinkAddress("/dev/ttyUSB0?dtr=maybe")
  }
}

@Test(arguments: [
  ("simulated?sate=st", "“sate” is no option of the link “simulated?sate=st”; did you mean state?"),
  (
    "/dev/ttyUSB0?baud=fast",
    "“baud=fast” in the link “/dev/ttyUSB0?baud=fast” must be a whole number, 1200 to 4000000."
  ),
  ("auto?color=red", "“color” is no option of the link “auto?color=red”; it has dtr."),
  ("tcp:host:4000?dtr=off", "“dtr” is no option of the link “tcp:host:4000?dtr=off”, which has none."),
  ("emulator:microbit?state", "“state” in the link “emulator:microbit?state” must be state=VALUE."),
  ("simulated?seed=1&seed=2", "“seed” in the link “simulated?seed=1&seed=2” must be given once."),
  (
    "simulated?state=DIR?circle=20",
    "“state=DIR?circle=20” in the link “simulated?state=DIR?circle=20” must be state=DIR&circle=20: one ? begins the "
      + "options, and & separates them."
  ),
  (
    "simulated?gyro-bias=1,2",
    "“gyro-bias=1,2” in the link “simulated?gyro-bias=1,2” must be degrees a second from -100 to 100, "
      + "one number or three: 0.6,-1.1,0.9."
  ),
  ("simulated?gyro-lag=31", "“gyro-lag=31” in the link “simulated?gyro-lag=31” must be milliseconds from 0 to 30."),
  ("simulated?gyro-scale=x", "“gyro-scale=x” in the link “simulated?gyro-scale=x” must be percent from -20 to 20."),
  ("simulated?circle=0", "“circle=0” in the link “simulated?circle=0” must be seconds from 0.5 to 3600."),
])
func address_badOption_saysWhichOfBothIsWrong(text: String, message: String) {
  #expect {
    _ = try LinkAddress(text)
  } throws: { "\($0)" == message }
}

@Test func knownCards_areReadBack_forgottenWhenTold_andDamageIsNoError() throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("binnacle-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  let card = DeviationCard(a: 1, b: -2, c: 3, d: -4, e: 5)
  var known = KnownCards(folder: folder, environment: [:])
  #expect(known.card(of: 7) == nil)
  known.remember(card, of: 7)
  known.remember(card, of: 0)
  let later = KnownCards(folder: folder, environment: [:])
  #expect(later.card(of: 7) == card && later.card(of: 8) == nil && later.card(of: 0) == nil)
  known.remember(.none, of: 7)
  #expect(KnownCards(folder: folder, environment: [:]).card(of: 7) == nil)
  let file = folder.appendingPathComponent("cards.json")
  for text in ["{", #"{"7": [1, 2]}"#, #"{"7": [2000000000, 0, 0, 0, 0]}"#] {
    try Data(text.utf8).write(to: file)
    #expect(KnownCards(folder: folder, environment: [:]).card(of: 7) == nil, "\(text)")
  }
}
