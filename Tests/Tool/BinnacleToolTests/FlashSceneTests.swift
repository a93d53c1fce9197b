// binnacle flash where two boards are, or some that may not be opened.
import BoardKit
import Foundation
import SerialLink
import TestSupport
import Testing

@testable import ToolCommandLine
@testable import ToolFlash

private func pico() throws -> Loader {
  let json = """
    {"kind": "uf2", "family": "RP2040", "identifiers": ["RPI-RP2"], "port": "2e8a:000a", "entry": "Hold BOOTSEL."}
    """
  return try JSONDecoder().decode(Loader.self, from: Data(json.utf8))
}

private func port(_ name: String, product: Int = 0x000a) throws -> SerialPortInfo {
  let json = """
    {"name": "\(name)", "description": "", "transport": "usb", "usbVendor": \(0x2e8a), "usbProduct": \(product),
      "usbProductName": "Binnacle compass", "otherNames": []}
    """
  return try JSONDecoder().decode(SerialPortInfo.self, from: Data(json.utf8))
}

private func drive(in folder: TemporaryFolder, _ name: String) throws -> LoaderDrive {
  let path = folder.path(name)
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  _ = try folder.write("Model: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n", to: "\(name)/INFO_UF2.TXT")
  return try #require(LoaderDrive(at: path))
}

private func failure(_ scene: FlashScene) throws -> CommandError? {
  let finder = LoaderFinder(try pico(), port: nil, patience: 0, SpyConsole().console, scene: scene)
  do {
    _ = try finder.find(given: nil)
    return nil
  } catch { return error as? CommandError }
}

@Test func flash_ofTwoBoards_writesToNeither() throws {
  let folder = try TemporaryFolder()
  let drives = [try drive(in: folder, "RPI-RP2"), try drive(in: folder, "RPI-RP21")]
  let two = try failure(FlashScene(drives: { drives }, ports: { [] }, devices: { [] }))
  #expect(two?.status == .usage)
  #expect(
    two?.description
      == "Two boards show their drives: \(drives[0].path), \(drives[1].path).\nNothing was written. Name one of them with --drive."
  )
  let ports = [try port("/dev/ttyACM0"), try port("/dev/ttyACM1"), try port("/dev/ttyACM2", product: 0x000c)]
  let running = try failure(FlashScene(drives: { [] }, ports: { ports }, devices: { [] }))
  #expect(running?.status == .usage)
  #expect(
    running?.description
      == "Two boards are plugged in: /dev/ttyACM0, /dev/ttyACM1.\n"
      + "Nothing was written. Name one of them with --port, or unplug the others.")
}

@Test func flash_saysWhatItSeesAndMayNotOpen_withTheRule() throws {
  let folder = try TemporaryFolder()
  for name in ["1-1", "bus/001"] {
    try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
  }
  for (name, content) in [
    ("idVendor", "2e8a\n"), ("idProduct", "0003\n"), ("busnum", "1\n"), ("devnum", "7\n"), ("product", "RP2 Boot\n"),
  ] { _ = try folder.write(content, to: "1-1/\(name)") }
  let scene = FlashScene(
    drives: { [] }, ports: { [try? port("/dev/binnacle-test-port")].compactMap { $0 } },
    devices: { USBDevice.list(in: folder.url.path, nodes: folder.path("bus")) })
  #expect(
    FlashSight.lines(scene) == [
      "seen: port /dev/binnacle-test-port, 2e8a:000a Binnacle compass; you may not open it: sudo usermod -aG dialout $USER, "
        + "log in again",
      "seen: USB 2e8a:0003, an RP2040 in its boot loader; you may not open it. Put this line into "
        + "/etc/udev/rules.d/70-binnacle.rules and plug it in again: "
        + #"SUBSYSTEM=="usb", ATTR{idVendor}=="2e8a", ATTR{idProduct}=="0003", TAG+="uaccess""#,
    ])
  // A device whose node may be opened.
  _ = try folder.write("", to: "bus/001/007")
  #expect(FlashSight.lines(scene).last == "seen: USB 2e8a:0003, an RP2040 in its boot loader")
}
