// What is said of words that are no link.
import TestSupport
import Testing

@testable import DeviceLinks

@Test(arguments: [
  ("walk.csv", "recording:walk.csv"), ("run.binnacle", "capture:run.binnacle"), ("null", "/dev/null"),
  ("emulater:microbit", "emulator:microbit"), ("microbit", "emulator:microbit"),
  ("simulate?seed=3", "simulated?seed=3"), ("aut", "auto"),
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
