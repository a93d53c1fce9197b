// Reads latitude and longitude in the forms in which people write them. The page has the same reader, parsePlace in
// Sources/Web/Page/place.js, and Tests/Data/places.json holds both to the same answers.
import Foundation

/// What a text says about a place, or that it says nothing.
struct PlaceText {
  /// Degrees, positive to the north and east.
  private(set) var latitude = 0.0
  private(set) var longitude = 0.0
  /// Metres; `nil` if the text has none.
  private(set) var height: Double?

  /// The first reading of the text that is a place.
  init?(_ text: String) {
    let plain = Self.normalised(text)
    for parts in Self.splits(plain) where read(parts) { return }
    return nil
  }

  /// The text with one form of each mark, in capitals, with single blanks.
  static func normalised(_ text: String) -> String {
    var plain = text.uppercased()
    for (mark, others) in [("°", "º˚"), ("'", "′’‘´`"), ("\"", "″”“"), ("-", "−–")] {
      plain = String(plain.map { others.contains($0) ? mark.first! : $0 })
    }
    return plain.replacing("''", with: "\"").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The ways to divide a text into latitude, longitude and perhaps height, the likeliest first. A comma is decimal only
  /// where it separates nothing.
  private static func splits(_ text: String) -> [[String]] {
    func decimal(_ parts: [some StringProtocol]) -> [String] { parts.map { String($0).replacing(",", with: ".") } }
    let cells = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let half = "(?:[NSEW][^NSEW]+|[^NSEW]+[NSEW])"
    let lettered = text.wholeMatch(of: try! Regex("(\(half))[ ,/]*(\(half))(?:[ ,]+([^NSEW]+))?"))
    return [
      decimal(text.split(separator: ";", omittingEmptySubsequences: false)),
      cells,
      decimal(text.split(separator: ", ", omittingEmptySubsequences: false)),
      decimal(lettered.map { $0.output.dropFirst().compactMap(\.substring) } ?? []),
      decimal(text.split(separator: " ")),
      cells.count == 4 && !text.contains(".") ? ["\(cells[0]).\(cells[1])", "\(cells[2]).\(cells[3])"] : [],
    ].filter { (2...3).contains($0.count) }
  }

  /// - Returns: whether the parts are a place.
  private mutating func read(_ parts: [String]) -> Bool {
    guard var first = Self.coordinate(parts[0]), var second = Self.coordinate(parts[1]) else { return false }
    if first.axis == .longitude, second.axis == .latitude { swap(&first, &second) }
    guard first.axis != .longitude, second.axis != .latitude, first.degrees.magnitude <= 90,
      second.degrees.magnitude <= 180
    else { return false }
    height = nil
    if parts.count == 3 {
      guard let metres = Self.metres(parts[2]) else { return false }
      height = metres
    }
    (latitude, longitude) = (first.degrees, second.degrees)
    return true
  }

  private enum Axis { case latitude, longitude }

  private static let number = #"(\d+(?:\.\d*)?|\.\d+)"#

  /// `37.5`, `-37.5`, `37.5S`, `S37 30`, `37-30.5N`, `37°20'N` or `37°20'15.5"N`. Without a letter, minutes need their mark.
  private static func coordinate(_ text: String) -> (degrees: Double, axis: Axis?)? {
    let marked = "(?: ?° ?| )\(number) ?'(?: ?\(number) ?\")?"
    let form =
      "([NSEW])? ?([+-])? ?\(number)(?: ?°|\(marked)| ?° ?\(number) ?\"|[ -]\(number)(?:[ -]\(number))?)? ?([NSEW])?"
    guard let found = text.trimmingCharacters(in: .whitespaces).wholeMatch(of: try! Regex(form)) else { return nil }
    let parts = found.output.map { $0.substring.map(String.init) }
    let (before, sign, after) = (parts[1], parts[2], parts[9])
    // A letter together with a sign could be a contradiction, and so could two letters.
    guard [before, sign, after].compactMap({ $0 }).count < 2 else { return nil }
    let letter = before ?? after
    let (minutes, seconds) = (parts[4] ?? parts[7], parts[5] ?? parts[6] ?? parts[8])
    if parts[7] != nil, letter == nil { return nil }
    let numbers = [parts[3], minutes, seconds].map { Double($0 ?? "0") ?? .nan }
    guard numbers.allSatisfy(\.isFinite), numbers[1] < 60, numbers[2] < 60,
      minutes == nil || numbers[0] == numbers[0].rounded(), seconds == nil || numbers[1] == numbers[1].rounded()
    else { return nil }
    let degrees = numbers[0] + numbers[1] / 60 + numbers[2] / 3600
    let isNegative = sign == "-" || letter == "S" || letter == "W"
    let axis: Axis? = letter.map { "NS".contains($0) ? .latitude : .longitude }
    return (isNegative ? -degrees : degrees, axis)
  }

  /// `420` or `420 m`.
  private static func metres(_ text: String) -> Double? {
    text.trimmingCharacters(in: .whitespaces).wholeMatch(of: try! Regex("([+-]?\(number)) ?M?"))?.output[1].substring
      .flatMap { Double($0) }
  }
}
