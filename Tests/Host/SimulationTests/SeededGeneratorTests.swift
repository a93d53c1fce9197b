// The generator gives the published sequence and sensible statistics.

import Simulation
import Testing

@Test func generator_givesThePublishedSequence() {
  // First outputs of SeededGenerator for seed 1234567, as printed by S. Vigna's splitmix64.c (prng.di.unimi.it).
  var generator = SeededGenerator(seed: 1_234_567)
  let expected: [UInt64] = [
    6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
    16_408_922_859_458_223_821,
  ]
  for value in expected { #expect(generator.next() == value) }
}

@Test func generator_repeatsForTheSameSeed() {
  var (a, b, c) = (SeededGenerator(seed: 7), SeededGenerator(seed: 7), SeededGenerator(seed: 8))
  let (x, y, z) = (a.gaussian(), b.gaussian(), c.gaussian())
  #expect(x == y && x != z)
}

@Test func gaussian_hasMeanZeroAndUnitDeviation() {
  var generator = SeededGenerator(seed: 42)
  let n = 100_000.0
  var (sum, squares, beyondTwo) = (0.0, 0.0, 0.0)
  for _ in 0..<Int(n) {
    let g = generator.gaussian()
    sum += g
    squares += g * g
    if abs(g) > 2 { beyondTwo += 1 }
  }
  // Five standard errors.
  #expect(abs(sum / n) < 5 / n.squareRoot())
  #expect(abs(squares / n - 1) < 5 * (2 / n).squareRoot())
  #expect(abs(beyondTwo / n - 0.0455) < 5 * (0.0455 / n).squareRoot())
}
