// Finds what somebody probably meant.

/// The candidate with the fewest single-character changes from `word`, if they are few; case is ignored.
func nearest(to word: String, among candidates: [String]) -> String? {
  // A name that is followed by its unit is nearer than another of the same length.
  let longer = candidates.filter { $0.lowercased().hasPrefix(word.lowercased()) }
  if word.count > 1, longer.count == 1 { return longer[0] }
  let typed = Array(word.lowercased())
  let ranked = candidates.map { (name: $0, distance: changes(typed, Array($0.lowercased()))) }
  guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
  return best.distance <= max(2, typed.count / 2) ? best.name : nil
}

/// Levenshtein's distance: insertions, deletions and substitutions.
private func changes(_ a: [Character], _ b: [Character]) -> Int {
  var row = Array(0...b.count)
  for (i, x) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, y) in b.enumerated() {
      let substituted = diagonal + (x == y ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(substituted, diagonal + 1, row[j] + 1)
    }
  }
  return row[b.count]
}
