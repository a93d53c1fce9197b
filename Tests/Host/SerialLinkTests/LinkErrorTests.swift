// Every way a link can fail has its words and its exit status.
import Foundation
import TestSupport
import Testing

@testable import SerialLink

@Test func linkError_namesTheNextStepAndTheExitStatus() {
  let absent = LinkError.notFound(name: "/dev/ttyUSB9", hint: "Ports here: /dev/ttyS0")
  #expect(absent.exitStatus == 5)
  #expect(absent.description == "/dev/ttyUSB9 is not there.\nPorts here: /dev/ttyS0")
  let forbidden = LinkError.permission(name: "/dev/ttyUSB0", group: "dialout")
  #expect(forbidden.exitStatus == 5)
  #expect(forbidden.description.contains("sudo usermod -aG dialout $USER"))
  let busy = LinkError.busy(name: "/dev/ttyUSB0", holder: "minicom (process 12)")
  #expect(busy.exitStatus == 5)
  #expect(busy.description.contains("in use by minicom (process 12)"))
  #expect(LinkError.cannotOpen(name: "x", reason: "y").exitStatus == 5)
  #expect(LinkError.lost(name: "x", reason: "y").exitStatus == 3)
  #expect(LinkError.timeout(name: "x", awaited: "y").exitStatus == 3)
}

@Test func linkError_opening_mapsEveryErrno() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("", to: "node")
  func opening(_ code: Int32) -> LinkError { .opening(name: "N", path: path, code: code) }
  for code in [ENOENT, ENODEV, ENXIO] {
    guard case .notFound("N", _) = opening(code) else { return unexpected(opening(code)) }
  }
  for code in [EACCES, EPERM] {
    guard case .permission("N", _) = opening(code) else { return unexpected(opening(code)) }
  }
  #expect(opening(EBUSY) == .busy(name: "N", holder: nil))
  #expect(opening(EMFILE) == .cannotOpen(name: "N", reason: "Too many open files"))
}

@Test func linkError_permission_namesTheGroupThatMayOpen() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("", to: "node")
  // Changing the group needs root, or to be in the group.
  guard let dialout = getgrnam("dialout"), chown(path, getuid(), dialout.pointee.gr_gid) == 0 else { return }
  chmod(path, 0o660)
  #expect(LinkError.groupAdmitted(to: path) == "dialout")
  chmod(path, 0o600)
  #expect(LinkError.groupAdmitted(to: path) == nil)
  #expect(chown(path, getuid(), 0) != 0 || LinkError.groupAdmitted(to: path) == nil)
}

@Test func linkError_lost_saysWhatToDoNext() {
  for (name, advice) in [
    ("/dev/ttyUSB0", "Check its cable"), ("tcp:host:4000", "server still runs"), ("emulator:x", "Start"),
  ] {
    let lines = LinkError.lost(name: name, reason: "it was unplugged").description.split(separator: "\n")
    #expect(lines.first.map(String.init) == "\(name) is gone: it was unplugged.")
    #expect(lines.count == 2 && lines[1].contains(advice), "\(lines)")
  }
}
