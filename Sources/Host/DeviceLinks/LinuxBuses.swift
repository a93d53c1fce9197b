// The I2C buses that Linux lists: their names, and which addresses its own drivers have. No chip is asked.

import Foundation
import SerialLink
import TerminalInterface

/// An I2C bus of this computer.
package struct BusInfo: Equatable, Sendable {
  /// The path to open, such as /dev/i2c-1.
  package var path: String
  /// What the adapter is called: "bcm2835 (i2c@7e804000)".
  package var adapter: String
  /// Addresses that drivers of the kernel have.
  package var held: [HeldAddress]
}

/// An address on a bus that a driver of the kernel has.
package struct HeldAddress: Equatable, Sendable {
  /// 7 bits.
  package var address: UInt8
  /// The name of the chip: "hmc5883l".
  package var chip: String
  /// The name of its driver; `nil` if none is bound.
  package var driver: String?
}

/// The buses of this computer.
package struct LinuxBuses: Sendable {
  private let devices: String
  private let system: String

  /// - Parameters:
  ///   - devices: where the nodes are.
  ///   - system: where the kernel tells of its devices.
  package init(devices: String = "/dev", system: String = "/sys") {
    self.devices = devices
    self.system = system
  }

  /// The path of a bus that a user names by its number or its path.
  package func path(of bus: String) -> String { Int(bus) == nil ? bus : "\(devices)/i2c-\(bus)" }

  /// All buses, sorted by number.
  package func list() -> [BusInfo] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: devices)) ?? []
    return names.compactMap { Self.number($0) }.sorted().map { number in
      BusInfo(
        path: "\(devices)/i2c-\(number)", adapter: text("\(system)/bus/i2c/devices/i2c-\(number)/name") ?? "",
        held: held(on: number))
    }
  }

  /// What the kernel's drivers have on the bus with this path.
  package func held(onBusAt path: String) -> [HeldAddress] {
    Self.number(ofBusAt: path).map(held) ?? []
  }

  /// The path behind links; `nil` if there is none.
  static func resolved(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  private static func number(ofBusAt path: String) -> Int? {
    resolved(path)?.split(separator: "/").last.flatMap { number(String($0)) }
  }

  /// Why the bus at this path must not be searched; `nil` if it may be. On the bus of a mainboard are its memory modules, which
  /// take a register's number at 0x30 to 0x37 for a command of their write protection (JEDEC 21-C, 4.1.6). The kernel calls it
  /// "SMBus I801 adapter at efa0" or alike.
  func refusal(_ path: String) -> LinkError? {
    guard let number = Self.number(ofBusAt: path),
      let adapter = text("\(system)/bus/i2c/devices/i2c-\(number)/name"), adapter.hasPrefix("SMBus "),
      adapter.contains(" at ")
    else { return nil }
    return .cannotOpen(
      name: path,
      reason: "it is the bus of the mainboard (\(adapter)), and a search would write to memory modules.\n"
        + "Connect the sensors to an adapter of their own; `binnacle ports` lists the buses.")
  }

  /// Devices are listed as BUS-ADDRESS: Documentation/i2c/instantiating-devices.rst.
  private func held(on bus: Int) -> [HeldAddress] {
    let folder = "\(system)/bus/i2c/devices"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { name in
      guard name.hasPrefix("\(bus)-"), let address = UInt8(name.dropFirst("\(bus)-".count), radix: 16), address < 128
      else { return nil }
      let driver = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)/driver")
      return HeldAddress(
        address: address, chip: text("\(folder)/\(name)/name") ?? "",
        driver: driver?.split(separator: "/").last.map(String.init))
    }
  }

  private static func number(_ name: String) -> Int? { name.hasPrefix("i2c-") ? Int(name.dropFirst(4)) : nil }

  private func text(_ path: String) -> String? {
    (try? contents(ofFile: path, upTo: .settings)).map {
      String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  // MARK: - Messages

  /// The error for a bus that could not be opened.
  /// - Parameter code: the `errno` of the failed call.
  func opening(_ path: String, code: Int32) -> LinkError {
    switch code {
    case ENOENT, ENODEV, ENXIO: .notFound(name: path, hint: hint())
    case EACCES, EPERM:
      LinkError.groupAdmitted(to: path).map { .permission(name: path, group: $0) }
        ?? .cannotOpen(
          name: path,
          reason: """
            no permission, and its mode gives no group access.
            Run `sudo groupadd -f i2c && sudo chgrp i2c \(path) && sudo chmod g+rw \(path) && sudo usermod -aG i2c $USER`, \
            then log out and in again.
            """)
    default: .cannotOpen(name: path, reason: String(cString: strerror(code)))
    }
  }

  private func hint() -> String {
    let buses = list().map { "\($0.path)\($0.adapter.isEmpty ? "" : " (\($0.adapter))")" }
    guard buses.isEmpty else { return "Buses here: \(buses.joined(separator: ", "))." }
    return """
      This computer shows no I2C bus. On a Raspberry Pi, switch it on: `sudo raspi-config nonint do_i2c 0`; \
      elsewhere: `sudo modprobe i2c-dev`.
      """
  }
}

extension HeldAddress {
  /// "0x1e".
  package static func text(_ address: UInt8) -> String {
    "0x" + (address < 16 ? "0" : "") + String(address, radix: 16)
  }

  /// What to do about addresses that the kernel has.
  /// - Parameters:
  ///   - addresses: those that were asked for.
  ///   - told: what the system tells of them.
  ///   - path: of the bus.
  static func remarks(_ addresses: Set<UInt8>, _ told: [HeldAddress], onBusAt path: String) -> [String] {
    let known = told.filter { addresses.contains($0.address) && $0.driver != nil }
    let others = addresses.subtracting(known.map(\.address)).sorted().map(text)
    let number = path.split(separator: "-").last.map(String.init) ?? "1"
    return known.map { one in
      let id = "\(number)-00\(text(one.address).dropFirst(2))"
      let driver = one.driver ?? ""
      return
        "\(text(one.address)) on \(path) is in use by the kernel's driver \(driver) (\(one.chip)); it is left alone. To "
        + "free it: `echo \(id) | sudo tee /sys/bus/i2c/drivers/\(driver)/unbind`"
    } + (others.isEmpty ? [] : ["the kernel uses \(others.joined(separator: ", ")) on \(path); they are left alone"])
  }
}
