// A heading as an arrow and a number.

public enum Needle {
  private static let arrows = Array("↑↗→↘↓↙←↖")

  /// The arrow nearest to a heading, clockwise from north, which is up; `·` for no heading.
  public static func arrow(_ degrees: Double?) -> Character {
    guard let degrees, degrees.isFinite else { return "·" }
    let sector = Int((wrapped(degrees) / 45).rounded()) % 8
    return arrows[sector]
  }

  /// Arrow and degrees, always 8 characters: `↗  45.0°`, `↑ 359.9°`, `·     –°` for no heading. Never 360.0°.
  public static func text(_ degrees: Double?) -> String {
    guard let degrees, degrees.isFinite else { return "·     –°" }
    let tenths = (wrapped(degrees) * 10).rounded().truncatingRemainder(dividingBy: 3600)
    let digits = Digits.fixed(tenths / 10, 1)
    return "\(arrow(degrees)) " + String(repeating: " ", count: 5 - digits.count) + digits + "°"
  }

  private static func wrapped(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    return rest < 0 ? rest + 360 : rest
  }
}
