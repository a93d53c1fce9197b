// What Linux tells of its I2C buses, and what is said of one that cannot be used. /dev and /sys are folders of the tests.
import Foundation
import SerialLink
import TestSupport
import Testing

@testable import DeviceLinks

/// A computer with these nodes in its /dev, one name and one chip of a driver in its /sys.
private func computer(_ folder: TemporaryFolder, nodes: [String]) throws -> LinuxBuses {
  let files = FileManager.default
  let (devices, chips) = (folder.url.path + "/dev", folder.url.path + "/sys/bus/i2c/devices")
  try files.createDirectory(atPath: devices, withIntermediateDirectories: true)
  for node in nodes { try Data().write(to: URL(fileURLWithPath: "\(devices)/\(node)")) }
  for (name, text) in [("i2c-1", "bcm2835 (i2c@7e804000)\n"), ("1-001e", "hmc5883l\n"), ("11-0068", "ds1307\n")] {
    try files.createDirectory(atPath: "\(chips)/\(name)", withIntermediateDirectories: true)
    try text.write(toFile: "\(chips)/\(name)/name", atomically: true, encoding: .utf8)
  }
  try files.createSymbolicLink(
    atPath: "\(chips)/1-001e/driver", withDestinationPath: "../../../bus/i2c/drivers/hmc5843_i2c")
  return LinuxBuses(devices: devices, system: folder.url.path + "/sys")
}

@Test func buses_areListedByNumber_withAdapterAndWhatTheKernelHas() throws {
  let folder = try TemporaryFolder()
  let buses = try computer(folder, nodes: ["i2c-11", "i2c-1", "i2c", "ttyS0"])
  let held = HeldAddress(address: 0x1e, chip: "hmc5883l", driver: "hmc5843_i2c")
  #expect(
    buses.list() == [
      BusInfo(path: folder.url.path + "/dev/i2c-1", adapter: "bcm2835 (i2c@7e804000)", held: [held]),
      BusInfo(
        path: folder.url.path + "/dev/i2c-11", adapter: "",
        held: [HeldAddress(address: 0x68, chip: "ds1307", driver: nil)]),
    ])
  #expect(buses.path(of: "11") == folder.url.path + "/dev/i2c-11" && buses.path(of: "/dev/i2c-1") == "/dev/i2c-1")
  #expect(buses.held(onBusAt: folder.url.path + "/dev/i2c-1") == [held])
}

@Test func address_thatTheKernelHas_isToldWithItsDriver() {
  let told = [
    HeldAddress(address: 0x0c, chip: "ak8963", driver: "ak8975"), HeldAddress(address: 0x68, chip: "", driver: nil),
  ]
  #expect(
    HeldAddress.remarks([0x0c, 0x68, 0x69], told, onBusAt: "/dev/i2c-1") == [
      "0x0c on /dev/i2c-1 is in use by the kernel's driver ak8975 (ak8963); it is left alone. To free it: "
        + "`echo 1-000c | sudo tee /sys/bus/i2c/drivers/ak8975/unbind`",
      "the kernel uses 0x68, 0x69 on /dev/i2c-1; they are left alone",
    ])
  #expect(HeldAddress.remarks([], told, onBusAt: "/dev/i2c-1").isEmpty)
}

@Test func bus_thatIsNotThere_namesThoseThatAre_orHowItIsSwitchedOn() throws {
  let (some, none) = (try TemporaryFolder(), try TemporaryFolder())
  let buses = try computer(some, nodes: ["i2c-1"])
  let error = #expect(throws: LinkError.self) { try LinuxBus(path: some.url.path + "/dev/i2c-7", among: buses) }
  #expect(error?.description.hasSuffix("Buses here: \(some.url.path)/dev/i2c-1 (bcm2835 (i2c@7e804000)).") == true)
  let empty = LinuxBuses(devices: none.url.path, system: none.url.path)
  let absent = #expect(throws: LinkError.self) { try LinuxBus(path: none.url.path + "/i2c-1", among: empty) }
  #expect(absent?.description.contains("raspi-config nonint do_i2c 0") == true)
  #expect(absent?.exitStatus == 5)
}

@Test func bus_withoutPermission_namesTheGroup() throws {
  let folder = try TemporaryFolder()
  let buses = try computer(folder, nodes: ["i2c-1"])
  let path = folder.url.path + "/dev/i2c-1"
  #expect(chmod(path, 0o600) == 0)
  #expect(buses.opening(path, code: EACCES).description.contains("sudo groupadd -f i2c"))
}

@Test func bus_thatIsAFile_isRefused() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("", to: "i2c-1")
  let error = #expect(throws: LinkError.self) { try LinuxBus(path: path) }
  #expect(error?.description.contains("it is no I2C bus") == true)
}

@Test func bus_thatAnotherProgramUses_isRefused() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("", to: "i2c-1")
  let other = open(path, O_RDWR)
  defer { close(other) }
  #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
  let error = #expect(throws: LinkError.self) { try LinuxBus(path: path) }
  #expect(error == .busy(name: path, holder: "another program of Binnacle"))
}

/// The memory modules of a PC are on that bus. A stub of the kernel is none.
@Test(arguments: [
  ("SMBus I801 adapter at efa0", true), ("SMBus PIIX4 adapter port 0 at 0b00", true), ("SMBus stub driver", false),
  ("bcm2835 (i2c@7e804000)", false), ("i2c-tiny-usb at bus 001 device 005", false),
])
func bus_ofTheMainboard_isNotSearched(adapter: String, isRefused: Bool) throws {
  let folder = try TemporaryFolder()
  let buses = try computer(folder, nodes: ["i2c-1"])
  let path = folder.url.path + "/dev/i2c-1"
  try adapter.write(
    toFile: folder.url.path + "/sys/bus/i2c/devices/i2c-1/name", atomically: true, encoding: .utf8)
  let error = #expect(throws: LinkError.self) { try LinuxBus(path: path, among: buses) }
  #expect(error?.description.contains("it is the bus of the mainboard (\(adapter))") == isRefused)
}

@Test func bus_behindALink_isThatOfItsNode() throws {
  let folder = try TemporaryFolder()
  let buses = try computer(folder, nodes: ["i2c-1"])
  let link = folder.url.path + "/compass"
  try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.url.path + "/dev/i2c-1")
  #expect(buses.held(onBusAt: link).count == 1 && LinuxBuses.resolved(link)?.hasSuffix("/dev/i2c-1") == true)
}
