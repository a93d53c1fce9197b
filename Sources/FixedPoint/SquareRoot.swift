// Integer square roots.

extension UInt32 {
  /// ⌊√self⌋, digit by digit: 16 steps, no multiplication.
  public var squareRoot: UInt32 {
    var remainder = self
    var root: UInt32 = 0
    var bit: UInt32 = 1 &<< 30
    while bit != 0 {
      let trial = root | bit
      root = root &>> 1
      if remainder >= trial {
        remainder = remainder &- trial
        root |= bit
      }
      bit = bit &>> 2
    }
    return root
  }
}

extension UInt64 {
  /// ⌊√self⌋, digit by digit: 32 steps, no multiplication.
  public var squareRoot: UInt32 {
    var remainder = self
    var root: UInt64 = 0
    var bit: UInt64 = 1 &<< 62
    while bit != 0 {
      let trial = root | bit
      root = root &>> 1
      if remainder >= trial {
        remainder = remainder &- trial
        root |= bit
      }
      bit = bit &>> 2
    }
    return root.lowHalf
  }
}
