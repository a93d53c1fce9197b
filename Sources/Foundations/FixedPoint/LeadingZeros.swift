// Counting the zeros above a number on a core that has no instruction for it.

extension UInt32 {
  /// Zeros above the highest set bit, 0…32. `leadingZeroBitCount` would be a call of twice the time on a Cortex-M0.
  ///
  /// First all bits below the highest set bit are set, so that only 32 words are possible. The top five bits of the
  /// product with a de Bruijn sequence are different for each of them (C. Leiserson, H. Prokop, K. Randall, "Using de
  /// Bruijn Sequences to Index a 1 in a Computer Word", MIT 1998).
  public var leadingZeros: Int32 {
    @export(interface)
    get {
      if self == 0 { return 32 }
      var bits = self | (self &>> 1)
      bits |= bits &>> 2
      bits |= bits &>> 4
      bits |= bits &>> 8
      bits |= bits &>> 16
      let index = (bits &* 0x07c4_acdd) &>> 27
      return Int32(truncatingIfNeeded: Zeros.table[unchecked: Int(truncatingIfNeeded: index)])
    }
  }
}

private enum Zeros {
  #if objectFormat(ELF)
    @section(".rodata.fixedpoint.zeros")
  #endif
  static let table: [32 of UInt8] = [
    31, 22, 30, 21, 18, 10, 29, 2, 20, 17, 15, 13, 9, 6, 28, 1, 23, 19, 11, 3, 16, 14, 7, 24, 12, 4, 8, 25, 5, 26, 27,
    0,
  ]
}
