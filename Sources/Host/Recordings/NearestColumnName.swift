// Finds the column name that the user probably meant.

import TerminalInterface

/// The candidate that differs from `word` by the fewest single characters, if they are few; case is ignored.
func nearest(to word: String, among candidates: [String]) -> String? {
  // Thousands of names, or a name of a megabyte, were probably not meant: the search is limited.
  let candidates = candidates.filter { $0.utf8.count <= 100 }.prefix(500)
  // A name that continues `word`, perhaps with its unit, is nearer than another name of the same length.
  let longer = candidates.filter { $0.lowercased().hasPrefix(word.lowercased()) }
  if word.count > 1, longer.count == 1 { return longer[0] }
  let typed = word.lowercased()
  let ranked = candidates.map { (name: $0, distance: editDistance(typed, $0.lowercased())) }
  guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
  return best.distance <= max(2, typed.count / 2) ? best.name : nil
}
