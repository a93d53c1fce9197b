// Detects a sensor that delivers the same bytes as new samples without end.
import Quantities

/// Whether a sensor's samples contain noise, which distinguishes a sensor at rest from a frozen sensor.
public enum SensorNoise: Sendable {
  /// A real chip: even at rest its last bits move.
  case present
  /// An emulated chip whose field is exact: a field that nobody moves gives the same bytes without end.
  case absent
}

/// Counts how often the same bytes came as new.
///
/// - Blank bytes (all 0x00 or all 0xFF) count as stuck after 32 samples and 1 s: no field of the Earth reads 0 or −1 on
///   three axes at once, with or without noise.
/// - Any other bytes count as stuck after 256 samples and 10 s, where noise is present. At ±1.3 gauss the noise of
///   2 milligauss (datasheet table 3, magnetic resolution) is two counts, and three axes repeat less than once in
///   a hundred samples; in the widest range it is half a count, and a sample in the middle of a code repeats with
///   probability 0.4 (three axes), 256 in a row with 1e-100.
/// - Bytes that count as stuck do so until other bytes come: writing the registers again proves nothing.
struct StuckDataWatch {
  /// The bytes that came last.
  private(set) var last = RegisterBytes(repeating: 0)
  /// When `last` first came, low 32 bits of the microseconds: a run is judged within seconds.
  private var since: UInt32 = 0
  /// How often `last` came, limited to 65,535; 0 before the first.
  private(set) var repetitions: UInt16 = 0
  let noise: SensorNoise
  private var isStuck = false

  init(noise: SensorNoise) { self.noise = noise }

  /// Adds one new sample.
  /// - Parameters:
  ///   - bytes: zero beyond `count`.
  ///   - count: how many data bytes the chip has.
  /// - Returns: whether the data counts as stuck.
  mutating func add(_ bytes: RegisterBytes, count: UInt8, at now: Instant) -> Bool {
    guard isLast(bytes), repetitions > 0 else {
      last = bytes
      since = UInt32(truncatingIfNeeded: now.microseconds)
      repetitions = 1
      isStuck = false
      return false
    }
    if repetitions < UInt16.max { repetitions &+= 1 }
    let elapsed = UInt32(truncatingIfNeeded: now.microseconds) &- since
    if isBlank(count) {
      if repetitions >= 32 && elapsed >= 1_000_000 { isStuck = true }
    } else if noise == .present {
      if repetitions >= 256 && elapsed >= 10_000_000 { isStuck = true }
    }
    return isStuck
  }

  private func isLast(_ bytes: RegisterBytes) -> Bool {
    var index = 0
    while index < 16 {
      guard bytes[index] == last[index] else { return false }
      index &+= 1
    }
    return true
  }

  /// All zeros or all ones: the bytes of a broken data path.
  private func isBlank(_ count: UInt8) -> Bool {
    guard last[0] == 0 || last[0] == 0xff else { return false }
    var index = 1
    while index < Int(count) {
      guard last[index] == last[0] else { return false }
      index &+= 1
    }
    return true
  }
}
