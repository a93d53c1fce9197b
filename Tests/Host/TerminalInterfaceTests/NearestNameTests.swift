// "Did you mean …".
import TerminalInterface
import Testing

private let boards = ["lm3s6965evb", "microbit", "mps2-an386"]

@Test(arguments: [
  ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("abc", "abd", 1), ("abc", "acb", 1), ("kitten", "sitting", 3),
  ("stream", "steram", 1),
])
func editDistance_countsKeystrokes(a: String, b: String, expected: Int) {
  #expect(editDistance(a, b) == expected)
  #expect(editDistance(b, a) == expected)
}

@Test(arguments: [
  ("micorbit", "microbit"), ("Microbit", "microbit"), ("lm3s6965", "lm3s6965evb"), ("an386", "mps2-an386"),
  ("mps2-an385", "mps2-an386"),
])
func nearestName_findsWhatWasMeant(typed: String, expected: String) {
  #expect(nearestName(to: typed, among: boards) == expected)
}

@Test(arguments: ["stm32f4", "", "x"])
func nearestName_isNilWhereNothingIsNear(typed: String) {
  #expect(nearestName(to: typed, among: boards) == nil)
}
