// What `binnacle flash` finds: drives, ports and USB devices, and those that it may not open.
import BoardKit
import Foundation
import SerialLink

/// What this machine shows about boards. Tests replace it.
struct FlashScene {
  var drives: () -> [LoaderDrive] = { LoaderDrive.mounted() }
  var ports: () -> [SerialPortInfo] = { SerialPorts.list() }
  var devices: () -> [USBDevice] = { USBDevice.list() }
}

enum FlashSight {
  /// The USB identities that are used for flashing, and their meaning.
  private static let known = [
    "2e8a:0003": "an RP2040 in its boot loader", "2e8a:000c": "a Raspberry Pi Debug Probe",
    "2e8a:0004": "an older picoprobe", "0d28:0204": "an interface chip with DAPLink, such as the micro:bit's",
    "0483:3748": "an ST-LINK/V2", "0483:374b": "an ST-LINK/V2-1", "0483:374e": "an ST-LINK/V3",
    "1366:0101": "a J-Link", "303a:1001": "an ESP32 with USB-Serial-JTAG",
  ]

  static func identity(_ vendor: Int, _ product: Int) -> String {
    func four(_ value: Int) -> String { String(("000" + String(value, radix: 16)).suffix(4)) }
    return "\(four(vendor)):\(four(product))"
  }

  /// One line for everything found, with the reason if this user may not use it.
  static func lines(_ scene: FlashScene = FlashScene()) -> [String] {
    var lines = scene.drives().map { drive in
      "seen: drive \(drive.path), \(drive.model) (\(drive.identifier))"
        + (drive.isWritable ? "" : "; you may not write to it")
    }
    for port in scene.ports() {
      guard let vendor = port.usbVendor, let product = port.usbProduct else { continue }
      lines.append(
        "seen: port \(port.name), \(identity(vendor, product)) \(port.usbProductName ?? "")"
          + (access(port.name, R_OK | W_OK) == 0
            ? "" : "; you may not open it: sudo usermod -aG dialout $USER, log in again"))
    }
    for device in scene.devices() {
      guard let name = known[device.identity] else { continue }
      lines.append(
        "seen: USB \(device.identity), \(name)" + (device.isAccessible ? "" : "; you may not open it. " + rule(device)))
    }
    return lines.isEmpty ? ["seen: no loader's drive, no serial port on USB, no debug probe"] : lines
  }

  private static func rule(_ device: USBDevice) -> String {
    "Put this line into /etc/udev/rules.d/70-binnacle.rules and plug it in again: \(device.udevRule)"
  }
}
