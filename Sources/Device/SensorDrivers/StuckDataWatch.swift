// Noticing a sensor that calls the same bytes new for ever.
import Quantities

/// Whether a sensor's samples carry noise, which tells a still sensor from a frozen one.
public enum SensorNoise: Sendable {
  /// A real chip: even at rest its last bits move.
  case present
  /// An emulated chip whose field is exact: a field that nobody moves gives the same bytes for ever.
  case absent
}

/// Six data bytes, compared as two words.
struct RawSample: Equatable {
  var first: UInt32
  var second: UInt16

  init(_ bytes: RegisterBytes) {
    first = UInt32(bytes[0]) &<< 24 | UInt32(bytes[1]) &<< 16 | UInt32(bytes[2]) &<< 8 | UInt32(bytes[3])
    second = UInt16(bytes[4]) &<< 8 | UInt16(bytes[5])
  }

  /// All zeros or all ones: what a dead data path reads as.
  var isBlank: Bool { (first == 0 && second == 0) || (first == UInt32.max && second == UInt16.max) }
}

/// Counts how often the same bytes came as new.
///
/// - Blank bytes (all 0x00 or all 0xFF) are accused after 32 samples and 1 s: no field of the Earth reads 0 or −1 on
///   three axes at once, with or without noise.
/// - Any other bytes are accused after 256 samples and 10 s, where noise is present. At ±1.3 gauss the noise of
///   2 milligauss (datasheet table 3, magnetic resolution) is two counts, and three axes repeat less than once in
///   a hundred samples; in the widest range it is half a count, and a sample in the middle of a code repeats with
///   probability 0.4 (three axes), 256 in a row with 1e-100.
/// - Bytes once accused stay accused until others come: writing the registers again proves nothing.
struct StuckDataWatch {
  let noise: SensorNoise
  private var last: RawSample?
  private var since = Instant(microseconds: 0)
  private var isAccused = false
  /// How often `last` came, limited to 65,535.
  private(set) var repetitions: UInt16 = 0

  init(noise: SensorNoise) { self.noise = noise }

  /// Takes one new sample into account.
  /// - Returns: whether the data counts as stuck.
  mutating func note(_ sample: RawSample, at now: Instant) -> Bool {
    guard sample == last else {
      last = sample
      since = now
      repetitions = 1
      isAccused = false
      return false
    }
    if repetitions < UInt16.max { repetitions &+= 1 }
    let elapsed = now.elapsed(since: since)
    if sample.isBlank {
      if repetitions >= 32 && elapsed >= 1_000_000 { isAccused = true }
    } else if noise == .present {
      if repetitions >= 256 && elapsed >= 10_000_000 { isAccused = true }
    }
    return isAccused
  }
}
