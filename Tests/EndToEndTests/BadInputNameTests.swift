// Names that do not exist, and programs and images that are not there.
import BoardKit
import Foundation
import TestSupport
import Testing

extension BadInput {
  /// A command line with a wrong name in it, and what is suggested.
  static let wrongNames: [(words: [String], told: [String])] = [
    (["strem", "simulated"], ["“strem”", "Did you mean `binnacle stream`?"]),
    (["check", "headng"], ["“check headng”", "Did you mean `binnacle check heading`?"]),
    (["boards", "biuld", "microbit"], ["“boards biuld”", "Did you mean `binnacle boards build`?"]),
    (["stream", "simulated", "--redings", "5"], ["--redings", "Did you mean --readings?"]),
    (["stream", "simulated", "--sabotage", "sgn"], ["“sgn”", "did you mean sign?"]),
    (["stream", "simulated", "--readings", "many"], ["--readings wants a whole number", "“many”"]),
    (["stream", "simulated", "--rate", "0"], ["--rate wants a number from 0.02 to 1000", "“0”"]),
    (["stream", "emulator:microbitt"], ["There is no board “microbitt”", "Did you mean microbit?"]),
    (["selftest", "emulator:lm3s6965"], ["There is no board “lm3s6965”", "Did you mean lm3s6965evb?"]),
    (["boards", "build", "mps2-an368"], ["There is no board “mps2-an368”", "Did you mean mps2-an386?"]),
    (["check", "heading", "--on", "emulater:microbit"], ["“emulater:microbit” is no link", "emulator:BOARD"]),
    (["stream", "tcp:localhost"], ["“tcp:localhost” lacks a host and a port"]),
    (["stream", "tcp:localhost:99999"], ["“99999” is no port", "ports are numbers from 1 to 65535"]),
    (["stream"], ["LINK is missing", "binnacle stream --help"]),
    // A board without a magnetometer has nothing to stream, and need not be waited for.
    (["stream", "emulator:microbit"], ["binnacle replay FILE --on emulator:microbit"]),
    (["selftest", "simulated", "--fault", "trp"], ["“trp”", "did you mean trap?"]),
  ]

  @Test(arguments: wrongNames.indices)
  func wrongName_isAnsweredWithTheNearest(index: Int) throws {
    let (words, told) = Self.wrongNames[index]
    let outcome = try Program.run(words)
    #expect(outcome.status == 2, "\(words)")
    #expect(outcome.lines.isEmpty)
    expectMessage(outcome.remarks, told)
  }

  @Test func missingEmulator_isInstalledByMakeSetup() throws {
    for link in ["emulator:microbit", "emulator:lm3s6965evb"] {
      let outcome = try Program.run(["stream", link], through: ["/usr/bin/env", "PATH=/nowhere"])
      expectRefusal(outcome, status: 7, "qemu-system-arm is not installed", "`make setup`")
    }
  }

  @Test func missingImage_isBuiltByBoardsBuild() throws {
    let folder = try checkoutWithoutImages()
    let outcome = try Program.run(["selftest", "emulator:microbit"], root: folder.url.path)
    expectRefusal(outcome, status: 7, "The image for microbit is missing", "`binnacle boards build microbit`")
  }

  @Test func missingCompiler_isNamed() throws {
    let folder = try checkoutWithoutImages()
    let outcome = try Program.run(
      ["boards", "build", "microbit"], root: folder.url.path, through: ["/usr/bin/env", "PATH=/nowhere"])
    #expect(outcome.status == 7, "\(outcome.remarks)")
    #expect(outcome.remarks.contains("`make setup`") || outcome.remarks.contains("Install Swift"), "\(outcome.remarks)")
  }

  @Test func rootThatIsNoCheckout_isRefused() throws {
    let folder = try TemporaryFolder()
    expectRefusal(
      try Program.run(["selftest", "emulator:microbit"], root: folder.url.path), status: 6, folder.url.path,
      "BINNACLE_ROOT must name a checkout")
  }

  private func checkoutWithoutImages() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["Package.swift", "Boards"] {
      try FileManager.default.copyItem(atPath: Repository.path(name), toPath: folder.path(name))
    }
    return folder
  }
}
