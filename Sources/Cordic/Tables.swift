// The constants of the micro-rotations.

/// Step i (0…26) turns by arctan 2^−(i+1). The first octant and the ±45° of a rotation both lie within their sum, 54.9°,
/// so that the step of 45° and its larger gain are not needed.
enum Tables {
  static var steps: Int { 27 }

  /// arctan 2^−(i+1) in 2^−32 turns, rounded to nearest (computed with 50 digits).
  #if objectFormat(ELF)
    @section(".rodata.cordic.steps")
  #endif
  static let arctangent: [27 of Int32] = [
    316_933_406, 167_458_907, 85_004_756, 42_667_331, 21_354_465, 10_679_838, 5_340_245, 2_670_163, 1_335_087,
    667_544, 333_772, 166_886, 83_443, 41_722, 20_861, 10_430, 5_215, 2_608, 1_304, 652, 326, 163, 81, 41, 20, 10, 5,
  ]

  /// 2^32 / ∏ √(1 + 4^−(i+1)): the gain is 1.16443534550591….
  static var inverseGainQ32: UInt32 { 3_688_454_934 }
  /// The same times 2^31.
  static var inverseGainQ31: Int32 { 1_844_227_467 }
}
