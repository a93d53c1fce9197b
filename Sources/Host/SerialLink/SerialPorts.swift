// The serial ports of the system, and the properties of each.
import CSerialPort
import Foundation

/// A serial port and the USB identity of the adapter there.
package struct SerialPortInfo: Sendable, Equatable, Codable {
  /// The path to open, such as /dev/ttyUSB0.
  package var name: String
  package var description: String
  /// "native", "usb" or "bluetooth".
  package var transport: String
  /// USB identity; nil if the port is not USB or the system does not tell.
  package var usbVendor: Int?
  package var usbProduct: Int?
  package var usbSerialNumber: String?
  package var usbManufacturer: String?
  package var usbProductName: String?
  /// Other paths that lead to the same port, such as those under /dev/serial/by-id.
  package var otherNames: [String]
}

/// The serial ports of this machine.
package enum SerialPorts {
  /// All serial ports of the system, sorted by name with numbers in numeric order; empty if there are none.
  package static func list() -> [SerialPortInfo] {
    var ports: UnsafeMutablePointer<OpaquePointer?>?
    guard sp_list_ports(&ports) == SP_OK, let ports else { return [] }
    defer { sp_free_port_list(ports) }
    let links = stableLinks()
    var found: [SerialPortInfo] = []
    var index = 0
    while let port = ports[index] {
      found.append(info(of: port, links: links))
      index += 1
    }
    return found.sorted { $0.name.compare($1.name, options: .numeric) == .orderedAscending }
  }

  /// What to try when a port does not exist, with the names of those that do.
  static func hint() -> String {
    let names = list().map(\.name)
    return names.isEmpty
      ? "This machine has no serial port now: plug the board in and run `binnacle ports`."
      : "Ports here: \(names.joined(separator: ", ")); `binnacle ports` tells more."
  }

  private static func info(of port: OpaquePointer, links: [String: [String]]) -> SerialPortInfo {
    let name = text(sp_get_port_name(port)) ?? ""
    let transport = sp_get_port_transport(port)
    var vendor: Int32 = 0
    var product: Int32 = 0
    let hasIdentity = transport == SP_TRANSPORT_USB && sp_get_port_usb_vid_pid(port, &vendor, &product) == SP_OK
    return SerialPortInfo(
      name: name,
      description: text(sp_get_port_description(port)) ?? "",
      transport: transport == SP_TRANSPORT_USB ? "usb" : transport == SP_TRANSPORT_BLUETOOTH ? "bluetooth" : "native",
      usbVendor: hasIdentity ? Int(vendor) : nil,
      usbProduct: hasIdentity ? Int(product) : nil,
      usbSerialNumber: text(sp_get_port_usb_serial(port)),
      usbManufacturer: text(sp_get_port_usb_manufacturer(port)),
      usbProductName: text(sp_get_port_usb_product(port)),
      otherNames: links[name] ?? [])
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  /// The links that udev keeps for each port; empty on systems without udev.
  private static func stableLinks() -> [String: [String]] {
    var links: [String: [String]] = [:]
    for folder in ["/dev/serial/by-id", "/dev/serial/by-path"] {
      for entry in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() {
        let link = "\(folder)/\(entry)"
        guard let target = realpath(link, nil) else { continue }
        defer { free(target) }
        links[String(cString: target), default: []].append(link)
      }
    }
    return links
  }
}
