// The USB devices that are plugged in, and whether this user may open them.
import Foundation

/// A USB device, as Linux lists it.
package struct USBDevice: Equatable, Sendable {
  /// Vendor and product, "2e8a:0003".
  package let identity: String
  /// Its own name; empty if it has none.
  package let product: String
  /// The file with which to open it.
  package let node: String

  /// Whether this user may open it.
  package var isAccessible: Bool { access(node, R_OK | W_OK) == 0 }

  /// The line for /etc/udev/rules.d that allows access for the user who is logged in at this machine.
  package var udevRule: String {
    let parts = identity.split(separator: ":")
    return "SUBSYSTEM==\"usb\", ATTR{idVendor}==\"\(parts[0])\", ATTR{idProduct}==\"\(parts[1])\", TAG+=\"uaccess\""
  }

  /// All devices, in the order of their names in `folder`.
  package static func list(in folder: String = "/sys/bus/usb/devices", nodes: String = "/dev/bus/usb") -> [USBDevice] {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    return names.compactMap { name in
      func value(_ key: String) -> String? {
        (try? String(contentsOfFile: "\(folder)/\(name)/\(key)", encoding: .utf8))?
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
      guard let vendor = value("idVendor"), let product = value("idProduct"),
        let bus = value("busnum").flatMap({ Int($0) }), let number = value("devnum").flatMap({ Int($0) })
      else { return nil }
      func padded(_ value: Int) -> String { String(repeating: "0", count: max(0, 3 - "\(value)".count)) + "\(value)" }
      return USBDevice(
        identity: "\(vendor):\(product)", product: value("product") ?? "",
        node: "\(nodes)/\(padded(bus))/\(padded(number))")
    }
  }
}
