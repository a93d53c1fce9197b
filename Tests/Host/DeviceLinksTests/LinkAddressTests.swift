// What is said of words that are no link.
import Recordings
import TestSupport
import Testing

@testable import DeviceLinks

@Test(arguments: [
  ("walk.csv", "recording:walk.csv"), ("run.binnacle", "capture:run.binnacle"), ("null", "/dev/null"),
  ("emulater:microbit", "emulator:microbit"), ("microbit", "emulator:microbit"),
  ("simulate?seed=3", "simulated?seed=3"), ("aut", "auto"), ("i2c-1", "i2c:1"),
])
func link_withoutWhatComesBeforeIt_isGuessed(text: String, guess: String) {
  #expect(LinkAddressError.unknown(text).description.hasPrefix("“\(text)” is no link; did you mean \(guess)?\n"))
  #expect(LinkAddressError.unknown(text).description.contains(LinkAddress.forms))
}

@Test func link_thatIsAFile_isGuessedToBeACapture() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("x", to: "kept")
  #expect(LinkAddressError.unknown(path).description.contains("did you mean capture:\(path)?"))
  #expect(!LinkAddressError.unknown("xyzzy-of-nowhere").description.contains("did you mean"))
}

@Test func link_ofLines_namesColumnsUnitsAndRate() throws {
  let text = "csv:/dev/ttyACM0?columns=mx,-my,-mz,ax,-ay,-az&unit=mG&accel-unit=m/s2&baud=9600&state=kept"
  guard case .lines(let link) = try LinkAddress(text) else { throw LinkAddressError.unknown(text) }
  #expect(link.path == "/dev/ttyACM0" && link.baud == 9600 && link.lines == .asserted && link.state == "kept")
  #expect(
    link.columns
      == LineColumns(
        columns: "mx,-my,-mz,ax,-ay,-az", field: .init(.milligauss), acceleration: .init(.metresPerSecondSquared)))
  guard case .lines(let bare) = try LinkAddress("csv:/dev/ttyACM0").withoutLines else {
    throw LinkAddressError.unknown("")
  }
  #expect(bare.baud == 115_200 && bare.lines == .released && bare.columns == LineColumns())
}

@Test(arguments: [
  ("csv:", "lacks a port, such as csv:/dev/ttyACM0"),
  ("csv:/dev/x?unit=X", "must be one of uT, nT, mT, T, mG, G, A/m, counts"),
  ("csv:/dev/x?columns=mx,my", "must be three, six or nine names or places"),
  ("csv:/dev/x?columns=mx,my,my", "must be three, six or nine names or places"),
  ("csv:/dev/x?colums=mx,my,mz", "did you mean columns?"),
])
func link_ofLines_thatIsNone_saysWhatIsWanted(text: String, words: String) {
  let error = #expect(throws: LinkAddressError.self) { try LinkAddress(text) }
  #expect(error?.description.contains(words) == true, "\(String(describing: error))")
}

@Test func noBoard_isSaidWithTheFlashingOfANewOne() {
  let none = NoBoardFound(passedOver: []).description
  #expect(none.hasPrefix("No Binnacle board was found: there are no serial ports\n"))
  #expect(none.contains("binnacle flash BOARD") && none.contains("binnacle stream emulator:"))
}

@Test func link_ofABus_hasItsNumberOrItsPath() throws {
  #expect(try LinkAddress("i2c:1") == .bus("1"))
  #expect(try LinkAddress("i2c:/dev/i2c-11?state=kept") == .bus("/dev/i2c-11", state: "kept"))
  #expect(try LinkAddress("/dev/i2c-1") == .bus("/dev/i2c-1"))
  let error = #expect(throws: LinkAddressError.self) { try LinkAddress("i2c:") }
  #expect(error?.description == "“i2c:” lacks a bus, such as i2c:1 or i2c:/dev/i2c-1.")
}
