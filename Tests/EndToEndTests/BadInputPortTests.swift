// Ports that are absent, forbidden, in use, or no ports at all.
import Foundation
import TestSupport
import Testing

extension BadInput {
  @Test func absentPort_saysWhichPortsThereAre() throws {
    for link in ["/dev/ttyNoSuchPort", "serial:/dev/ttyNoSuchPort?baud=9600"] {
      expectRefusal(try Program.run("stream", link), status: 5, "/dev/ttyNoSuchPort is not there", "`binnacle ports`")
    }
  }

  @Test func portWithoutPermission_namesTheGroup() throws {
    let terminal = try TemporaryTerminal()
    // Root may open everything: the program runs as nobody, from a file that was opened before.
    let asNobody = [
      "sh", "-c",
      "exec 9<\"$0\"; exec setpriv --reuid=65534 --regid=65534 --clear-groups /proc/self/fd/9 \"$@\"",
    ]
    chmod(terminal.path, 0)
    if getuid() == 0 {
      let dialout = try #require(getgrnam("dialout"))
      chown(terminal.path, 0, dialout.pointee.gr_gid)
      chmod(terminal.path, 0o660)
    }
    let outcome = try Program.run(["stream", terminal.path], through: getuid() == 0 ? asNobody : [])
    expectRefusal(outcome, status: 5, "No permission to open \(terminal.path)", "sudo usermod -aG dialout $USER")
    if getuid() == 0 { expectRefusal(outcome, status: 5, "it belongs to group dialout") }
  }

  @Test func portInUse_namesTheHolder() throws {
    let terminal = try TemporaryTerminal()
    let holder = try TemporaryProcess(
      "sh", ["-c", "exec 9<>\"$1\"; flock -n 9 && echo held; read _", "sh", terminal.path])
    #expect(holder.line() == "held")
    expectRefusal(
      try Program.run("stream", terminal.path), status: 5,
      "\(terminal.path) is in use by sh (process \(holder.process.processIdentifier)).", "End that program")
  }

  @Test func fileThatIsNoTerminal_isNoPort() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("mx,my,mz\n1,2,3\n", to: "walk.csv")
    expectRefusal(try Program.run("stream", file), status: 2, "A file is replayed: binnacle replay \(file)")
    let directory = folder.url.path
    expectRefusal(try Program.run("stream", directory), status: 5, directory, "not a serial port", "`binnacle ports`")
    expectRefusal(try Program.run("stream", "/dev/null"), status: 5, "/dev/null", "no serial port", "`binnacle ports`")
  }

  @Test func unknownBaud_isRefusedWithThoseThereAre() throws {
    let terminal = try TemporaryTerminal()
    expectRefusal(
      try Program.run("stream", "serial:\(terminal.path)?baud=12345"), status: 5, "12345 baud", "9600")
    expectRefusal(
      try Program.run("stream", "serial:\(terminal.path)?baud=fast"), status: 2, "baud=fast",
      "must be a whole number")
  }

  @Test func serverThatIsNotThere_isAskedFor() throws {
    let link = try TemporaryServer().link
    expectRefusal(try Program.run("stream", link), status: 5, link, "Is the server running")
    expectRefusal(
      try Program.run("stream", "tcp:no.such.host.invalid:1"), status: 5, "no.such.host.invalid", "spelling")
  }
}
