// The name that was probably meant.

enum NearestName {
  /// The known name closest to `word`, if it is close enough to be a slip of the fingers.
  static func suggestion(for word: String, among names: [String]) -> String? {
    let word = word.lowercased()
    if let begun = names.first(where: { !word.isEmpty && $0.lowercased().hasPrefix(word) }) { return begun }
    let ranked = names.map { (name: $0, distance: distance(word, $0.lowercased())) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, min(word.count, best.name.count) / 2) ? best.name : nil
  }

  /// Fewest insertions, removals, replacements and swaps of neighbours that turn one word into the other
  /// (optimal string alignment).
  static func distance(_ first: String, _ second: String) -> Int {
    let (a, b) = (Array(first), Array(second))
    var older: [Int] = []
    var previous = Array(0...b.count)
    for i in a.indices {
      var current = [i + 1]
      for j in b.indices {
        let replaced = previous[j] + (a[i] == b[j] ? 0 : 1)
        var best = min(replaced, previous[j + 1] + 1, current[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, older[j - 1] + 1) }
        current.append(best)
      }
      (older, previous) = (previous, current)
    }
    return previous[b.count]
  }
}
