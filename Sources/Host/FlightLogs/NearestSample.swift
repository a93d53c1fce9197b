// Joins the samples of another sensor to rows by time: each row gets the nearest sample.

/// Gives each row the nearest sample of another sensor while both come.
///
/// A row waits until a sample comes that is not earlier than the row, and then gets the nearest of the last samples. 64
/// samples are kept.
struct NearestSample {
  private var ring: [(time: UInt64, value: SIMD3<Float>)] = []
  private var next = 0
  private var waiting: [(time: UInt64, track: Int, row: Int)] = []

  /// Samples that are further away in time do not belong to a row, microseconds.
  static let farthest: UInt64 = 250_000
  private static let kept = 64

  /// Takes a sample of the other sensor.
  /// - Returns: the rows that now have their sample.
  mutating func join(_ time: UInt64, _ value: SIMD3<Float>) -> [(track: Int, row: Int, value: SIMD3<Float>)] {
    if ring.count < Self.kept { ring.append((time, value)) } else { ring[next] = (time, value) }
    next = (next + 1) % Self.kept
    guard let first = waiting.first, first.time <= time else { return [] }
    var found: [(track: Int, row: Int, value: SIMD3<Float>)] = []
    let ready = waiting.prefix { $0.time <= time }
    for one in ready { if let value = nearest(one.time) { found.append((one.track, one.row, value)) } }
    waiting.removeFirst(ready.count)
    return found
  }

  mutating func wait(_ time: UInt64, track: Int, row: Int) {
    // Without any sample there is usually nothing to wait for. But the sensor may begin later, so the last rows wait.
    if waiting.count >= 1024 { waiting.removeFirst(512) }
    waiting.append((time, track, row))
  }

  /// The rows that still wait at the end.
  mutating func rest() -> [(track: Int, row: Int, value: SIMD3<Float>)] {
    defer { waiting = [] }
    return waiting.compactMap { one in nearest(one.time).map { (one.track, one.row, $0) } }
  }

  private func nearest(_ time: UInt64) -> SIMD3<Float>? {
    func distance(_ other: UInt64) -> UInt64 { other > time ? other - time : time - other }
    guard let best = ring.min(by: { distance($0.time) < distance($1.time) }) else { return nil }
    return distance(best.time) <= Self.farthest ? best.value : nil
  }
}
