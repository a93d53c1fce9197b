// Opening ports that are absent, forbidden, busy or no ports at all.
import Foundation
import TestSupport
import Testing

@testable import SerialLink

private func failure(opening path: String) -> LinkError? {
  do throws(LinkError) {
    try openSerial(path: path).close()
    return nil
  } catch {
    return error
  }
}

@Test func openSerial_absentPort_saysWhichPortsThereAre() {
  guard case .notFound("/dev/ttyNoSuchPort", let hint) = failure(opening: "/dev/ttyNoSuchPort") else {
    Issue.record("opened")
    return
  }
  #expect(hint.contains("binnacle ports"))
}

@Test func openSerial_fileOrOtherDevice_isRefused() throws {
  let folder = try TemporaryFolder()
  for path in [try folder.write("not a port", to: "file"), folder.url.path, "/dev/null"] {
    guard case .cannotOpen(path, _) = failure(opening: path) else {
      Issue.record("\(path): \(String(describing: failure(opening: path)))")
      continue
    }
  }
}

@Test func openSerial_pseudoTerminal_fallsBackToPlainTerminal() throws {
  let device = try TemporaryTerminal()
  let stream = try openSerial(path: device.path)
  defer { stream.close() }
  #expect(stream is TerminalStream)
  #expect(stream.name == device.path)
}

@Test func openSerial_linkToPort_isOpenedUnderItsOwnName() throws {
  let device = try TemporaryTerminal()
  let folder = try TemporaryFolder()
  let link = folder.path("usb-Binnacle-if00")
  #expect(symlink(device.path, link) == 0)
  let stream = try openSerial(path: link)
  defer { stream.close() }
  #expect(stream.name == link)
}

@Test func openSerial_unknownBaud_isRefusedAndLeavesThePortFree() throws {
  let device = try TemporaryTerminal()
  // Another opener keeps the terminal, and with it its exclusive mode, alive.
  let witness = open(device.path, O_RDWR | O_NOCTTY)
  defer { close(witness) }
  let error = #expect(throws: LinkError.self) { try openSerial(path: device.path, baud: 12_345) }
  guard case .cannotOpen = error else { return unexpected(error) }
  #expect(!LinuxTerminal.isExclusive(witness))
  let stream = try openSerial(path: device.path)
  #expect(LinuxTerminal.isExclusive(witness))
  stream.close()
  #expect(!LinuxTerminal.isExclusive(witness))
}

@Test func openSerial_secondOpening_isBusyUntilTheFirstCloses() throws {
  let device = try TemporaryTerminal()
  let first = try openSerial(path: device.path)
  guard case .busy(device.path, let holder?) = failure(opening: device.path) else {
    return unexpected(failure(opening: device.path))
  }
  #expect(holder.contains("process \(getpid())"))
  first.close()
  #expect(failure(opening: device.path) == nil)
}

@Test func openSerial_lockedByAnotherProcess_namesIt() throws {
  let device = try TemporaryTerminal()
  // Holds the port open on descriptor 9 under an advisory lock, as careful serial programs do.
  let holder = try TemporaryProcess(
    "sh", ["-c", "exec 9<>\"$1\"; flock -n 9 && echo held; read _", "sh", device.path])
  #expect(holder.line() == "held")
  #expect(
    failure(opening: device.path)
      == .busy(name: device.path, holder: "sh (process \(holder.process.processIdentifier))"))
  holder.end()
  #expect(failure(opening: device.path) == nil)
}

@Test func openSerial_exclusiveModeOfAnotherProcess_isBusyEvenForRoot() throws {
  let device = try TemporaryTerminal()
  let holder = try TemporaryProcess(
    "python3",
    [
      "-c",
      "import sys,fcntl,termios;p=open(sys.argv[1],'rb+',0);fcntl.ioctl(p,termios.TIOCEXCL);print('held',flush=True);sys.stdin.read()",
      device.path,
    ])
  #expect(holder.line() == "held")
  guard case .busy(device.path, let name?) = failure(opening: device.path) else {
    return unexpected(failure(opening: device.path))
  }
  #expect(name.contains("process \(holder.process.processIdentifier)"))
}

@Test func openSerial_withoutPermission_namesTheGroup() async throws {
  // Root may open everything: the opening itself happens in a child that has given root up.
  await #expect(processExitsWith: .success) {
    let device = try TemporaryTerminal()
    var group: String?
    chmod(device.path, 0)
    if getuid() == 0 {
      guard let dialout = getgrnam("dialout") else { exit(2) }
      chown(device.path, 0, dialout.pointee.gr_gid)
      chmod(device.path, 0o660)
      group = "dialout"
      if setgroups(0, nil) != 0 || setgid(65534) != 0 || setuid(65534) != 0 { exit(3) }
    }
    do throws(LinkError) {
      try openSerial(path: device.path).close()
    } catch {
      exit(error == .permission(name: device.path, group: group) ? 0 : 1)
    }
    exit(1)
  }
}

@Test func serialPorts_list_isSortedAndNamed() {
  let ports = SerialPorts.list()
  for port in ports {
    #expect(port.name.hasPrefix("/dev/"))
    #expect(["native", "usb", "bluetooth"].contains(port.transport))
    #expect((port.usbVendor == nil) == (port.usbProduct == nil))
  }
  let names = ports.map(\.name)
  let sorted = names.sorted { $0.compare($1, options: .numeric) == .orderedAscending }
  #expect(names == sorted)
}
