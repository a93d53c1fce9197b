// "Did you mean …": finds the name that needs the fewest keystrokes to correct.

/// The number of insertions, deletions, replacements and swaps of neighbours that change one word into the other.
package func editDistance(_ a: String, _ b: String) -> Int {
  let (a, b) = (Array(a), Array(b))
  if a.isEmpty || b.isEmpty { return a.count + b.count }
  var beforePrevious = [Int]()
  var previous = Array(0...b.count)
  for i in 1...a.count {
    var row = [i]
    for j in 1...b.count {
      var best = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, beforePrevious[j - 2] + 1) }
      row.append(best)
    }
    (beforePrevious, previous) = (previous, row)
  }
  return previous[b.count]
}

/// The name nearest to the typed text. `nil` when none is near: more than a third of the text would have to change.
///
/// Text that is exactly the beginning or the end of a single name is also near ("an386" for "mps2-an386").
package func nearestName(to typed: String, among names: [String]) -> String? {
  let typed = typed.lowercased()
  let parts = names.filter {
    typed.count >= 3 && ($0.lowercased().hasPrefix(typed) || $0.lowercased().hasSuffix(typed))
  }
  if parts.count == 1 { return parts[0] }
  let ranked = names.map { (name: $0, distance: editDistance(typed, $0.lowercased())) }
  guard let best = ranked.min(by: { ($0.distance, $0.name) < ($1.distance, $1.name) }) else { return nil }
  return best.distance <= max(1, max(typed.count, best.name.count) / 3) ? best.name : nil
}
