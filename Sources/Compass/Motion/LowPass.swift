// The low-pass filter that separates gravity from movement: second order, Butterworth, one step for each block.

import FixedPoint

/// The quantities that are averaged over a block and filtered: vectors in the gyroscope's own frame.
struct BlockMeans {
  /// 0: specific force, 2^−18 g. 1…3: rows of the rotation matrix. 4: field, µT. 5: rate × field, µT/s. 6: rate, rad/s.
  var vectors = [7 of CompactVector](repeating: .zero)

  @inline(__always)
  subscript(_ index: Int) -> CompactVector { vectors[unchecked: index] }

  @inline(__always)
  var rotation: CompactMatrix { CompactMatrix(x: self[1], y: self[2], z: self[3]) }
  @inline(__always)
  var field: CompactVector { self[4] }
  @inline(__always)
  var delayEffect: CompactVector { self[5] }
  @inline(__always)
  var rate: CompactVector { self[6] }
}

/// The coefficients for one block: two integrators. Each adds the share √2·T/τ of its input.
///
/// The time constant changes from block to block. The integrators hold the output and its slope, which do not depend on
/// the time constant: a constant input stays unchanged through each change.
struct LowPassCoefficients {
  let share: CompactNumber

  /// - Parameters:
  ///   - seconds: length of the block.
  ///   - time: the time constant τ, seconds.
  @inline(never)
  init(seconds: CompactNumber, time: CompactNumber) { share = seconds * Constants.rootOfTwo / time }

  /// One step of one component.
  @inline(never)
  func step(_ input: CompactNumber, _ state: inout LowPassState) {
    let force = (input - state.output).adding(Constants.minusRootOfTwo, times: state.slope)
    state.slope = state.slope.adding(share, times: force)
    state.output = state.output.adding(share, times: state.slope)
  }
}

/// The memory of one component.
struct LowPassState {
  var output = CompactNumber.zero
  var slope = CompactNumber.zero

  /// Sets the state to a constant input `mean`.
  mutating func settle(_ mean: CompactNumber) { (output, slope) = (mean, .zero) }
}

/// The filter of the seven vectors of a block.
struct LowPass {
  private var states = [21 of LowPassState](repeating: LowPassState())

  @inline(__always)
  subscript(_ index: Int) -> CompactVector {
    let at = index &* 3
    return CompactVector(
      states[unchecked: at].output, states[unchecked: at &+ 1].output, states[unchecked: at &+ 2].output)
  }

  @inline(__always)
  var rotation: CompactMatrix { CompactMatrix(x: self[1], y: self[2], z: self[3]) }
  @inline(__always)
  var field: CompactVector { self[4] }
  @inline(__always)
  var delayEffect: CompactVector { self[5] }
  @inline(__always)
  var rate: CompactVector { self[6] }

  /// Filters vector `index`.
  /// - Parameter share: 1/number of blocks while the mean of all blocks replaces the filter; `nil` afterwards.
  @inline(never)
  mutating func step(_ index: Int, _ v: CompactVector, _ coefficients: LowPassCoefficients, share: CompactNumber?) {
    let at = index &* 3
    Self.step(v.x, &states[unchecked: at], coefficients, share)
    Self.step(v.y, &states[unchecked: at &+ 1], coefficients, share)
    Self.step(v.z, &states[unchecked: at &+ 2], coefficients, share)
  }

  @inline(never)
  private static func step(
    _ input: CompactNumber, _ state: inout LowPassState, _ coefficients: LowPassCoefficients, _ share: CompactNumber?
  ) {
    if let share {
      state.settle(state.output + (input - state.output) * share)
    } else {
      coefficients.step(input, &state)
    }
  }
}
