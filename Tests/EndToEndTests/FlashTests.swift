// binnacle flash, on folders that look like the drive of a boot loader; the board that answers is the emulated one.
import BoardKit
import Foundation
import TestSupport
import Testing

@Suite(.serialized, .repeatedAfterStandstill) struct Flash {
  /// A folder with the file that a loader shows.
  private func drive(_ identifier: String = "RPI-RP2") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "UF2 Bootloader v2.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: \(identifier)\r\n", to: "INFO_UF2.TXT")
    return folder
  }

  private func content() throws -> Data {
    let image = try Images.of("pico")
    return try Data(contentsOf: try #require(image.uf2))
  }

  @Test func flash_writesTheWholeFile_andChecksTheImageByHello() throws {
    let folder = try drive()
    let content = try content()
    let outcome = try Program.run("flash", "pico", "--drive", folder.url.path, "--port", "emulator:pico")
    #expect(outcome.status == 0, "\(outcome.remarks)")
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("pico.uf2")) == content)
    #expect(outcome.lines.contains("written \(content.count) of \(content.count) bytes"))
    #expect(outcome.lines.contains("It runs the image that was flashed."))
  }

  @Test func flash_dry_writesNothing() throws {
    let folder = try drive()
    _ = try content()
    let outcome = try Program.run("flash", "pico", "--drive", folder.url.path, "--dry-run")
    #expect(outcome.status == 0 && outcome.lines.last == "Nothing was written.")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["INFO_UF2.TXT"])
  }

  /// A file of somebody else's: the board's facts are needed, its own image is not.
  @Test func flash_ofAnotherFile_needsNoBuiltImage() throws {
    let folder = try drive()
    let file = try TemporaryFolder()
    let path = file.path("pico.uf2")
    try content().write(to: URL(fileURLWithPath: path))
    let checkout = try TemporaryFolder()
    for name in ["Boards", "Package.swift", "Sources"] {
      try FileManager.default.createSymbolicLink(
        atPath: checkout.path(name), withDestinationPath: Repository.path(name))
    }
    let words = ["flash", "pico", "--drive", folder.url.path, "--dry-run"]
    let built = try Program.run(words, root: checkout.url.path)
    #expect(built.status == 7 && built.remarks.contains("The image for pico is missing"), "\(built.remarks)")
    let given = try Program.run(words + ["--image", path], root: checkout.url.path)
    #expect(given.status == 0 && given.lines.last == "Nothing was written.", "\(given.remarks)")
  }

  /// The board that answers runs another image: the copy alone is no success.
  @Test func flash_tellsThatAnotherImageRuns() throws {
    let folder = try drive()
    _ = try content()
    let outcome = try Program.run("flash", "pico", "--drive", folder.url.path, "--port", "simulated")
    #expect(outcome.status == 1 && outcome.remarks.contains("The board runs another image"))
  }

  @Test func flash_refusesAWrongDrive() throws {
    _ = try content()
    let other = try drive("SAMD21G18A-Generic-v0")
    let wrong = try Program.run("flash", "pico", "--drive", other.url.path)
    #expect(wrong.status == 2 && wrong.remarks.contains("is of another board: Raspberry Pi RP2 (SAMD21G18A"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.url.path) == ["INFO_UF2.TXT"])
    let none = try TemporaryFolder()
    let empty = try Program.run("flash", "pico", "--drive", none.url.path)
    #expect(empty.status == 5 && empty.remarks.contains("is no drive of a loader: it has no INFO_UF2.TXT"))
    let gone = try Program.run("flash", "pico", "--drive", none.path("gone"))
    #expect(gone.status == 5 && gone.remarks.contains("is no drive of a loader: it is not there"))
    let missing = try Program.run("flash", "pico", "--drive", other.url.path, "--image", none.path("none.uf2"))
    #expect(
      missing.status == 5
        && missing.remarks.contains("none.uf2 cannot be read: there is no such file.\nLeave --image out"))
  }

  @Test func flash_refusesAWrongFile() throws {
    let folder = try drive()
    let content = try content()
    let own = try TemporaryFolder()
    var family = content
    family[28] ^= 1
    for (bytes, reason) in [
      (content.dropLast(512), "block 0 is not the one that belongs there"), (family, "block 0 is for another family"),
      (Data("hello".utf8), "it is no UF2 file, which has blocks"), (Data(count: 512), "block 0 does not begin and end"),
    ] {
      let path = own.path("own.uf2")
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let outcome = try Program.run("flash", "pico", "--drive", folder.url.path, "--image", path)
      #expect(outcome.status == 6 && outcome.remarks.contains(reason), "\(outcome.remarks)")
      #expect(outcome.remarks.contains("Nothing was written. Leave --image out for the image of pico"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["INFO_UF2.TXT"])
  }

  /// The file on the drive is a device that is always full.
  @Test func flash_tellsOfAFullDrive() throws {
    let folder = try drive()
    _ = try content()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("pico.uf2"), withDestinationPath: "/dev/full")
    let outcome = try Program.run("flash", "pico", "--drive", folder.url.path)
    #expect(outcome.status == 6)
    #expect(outcome.remarks.contains("No space left on device before the first byte. Nothing was written;"))
  }

  @Test func flash_passesOnWhatTheLoaderSays() throws {
    let folder = try drive()
    _ = try content()
    _ = try folder.write("flash verification failed\r\n", to: "FAIL.TXT")
    let outcome = try Program.run("flash", "pico", "--drive", folder.url.path, "--wait", "2")
    #expect(outcome.status == 1 && outcome.remarks.contains("The loader refused the file: flash verification failed"))
  }

  @Test func flash_waitsWithABound() throws {
    let folder = try drive()
    _ = try content()
    let outcome = try Program.run("flash", "pico", "--drive", folder.url.path, "--wait", "1")
    #expect(outcome.status == 3 && outcome.remarks.contains("did not come back within 1 s"))
  }

  /// Ctrl-C, when all is written and the board has not come back yet: that is no board that stayed away.
  @Test func flash_interruptedWhileItWaits_saysThatTheFileIsWritten() throws {
    let folder = try drive()
    let content = try content()
    let program = try Program(["flash", "pico", "--drive", folder.url.path, "--wait", "60"])
    // The file, the drive, a line for each 64 KiB, and what it waits for.
    try program.waitForLines(2 + (content.count + 65_535) / 65_536 + 1)
    let outcome = try program.interrupt(within: 10)
    #expect(outcome.status == 3, "\(outcome.remarks)")
    #expect(outcome.remarks.contains("Interrupted while waiting for the board; the whole file was written."))
    #expect(!outcome.remarks.contains("did not come back"))
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("pico.uf2")) == content)
  }

  @Test func flash_withoutADrive_saysWhichButtonToHold() throws {
    _ = try content()
    let none = try Program.run("flash", "pico")
    #expect(none.status == 5 && none.remarks.contains("Hold BOOTSEL while you plug the board in"))
    let emulated = try Program.run("flash", "lm3s6965evb")
    #expect(emulated.status == 2 && emulated.remarks.contains("has no boot loader with a drive"))
  }
}
