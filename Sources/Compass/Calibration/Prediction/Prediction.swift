// Predicts the heading error that remains after a fit, from where its samples lie and how far they are from the
// surface.

import Correction
import FixedPoint
import Quantities
import RawMemory

/// Evaluates the samples in the reservoir with a fitted model, in slices. Equations: docs/notebook/calibration.md,
/// section 5.
///
/// Axes are exchanged so that z is vertical. In the planar model z is the normal of the plane, and w.z is 0.
struct Prediction: ~Copyable {
  private let inPlace = InPlace()
  /// Whether the samples do not determine an unknown of the model. Then no error can be predicted.
  private(set) var isOpen = false
  private var isPlanar = false
  private var upright: UInt8 = 0
  /// The unknowns that the model fits, including the level: as a set of bits, and their number.
  private var fits: UInt16 = 0
  private var fitted: UInt8 = 0
  /// The number of the next sample; then how many samples were used, how many are more than half a radius off the
  /// surface, and for how many the down direction is known.
  private var next: Int8 = 0
  private var used: Int8 = 0
  private(set) var strayed: Int8 = 0
  private var withDown: Int8 = 0
  private(set) var cells = DirectionCells()
  /// Σ δ² of the samples used, Q24: at most 40 times (10/16)².
  private var squares: Int32 = 0
  /// The largest deviation of the samples used, Q24.
  private var largest: UInt32 = 0
  /// Σ d and Σ d·w (Q12·127), over the samples whose down direction is known.
  private var downSum = Vector3.zero
  private var dipSum: Int32 = 0

  // The results.

  /// σ of one direction cell, Q15.
  var sigma: Int32 = 0
  /// Mean square of the deviations relative to R², Q30, that remains after white noise has averaged out in each cell.
  var settled: Int32 = 0
  /// Mean square of the white noise on each axis relative to R², Q30.
  var noise: Int32 = 0
  /// The mean variance of the heading from what the samples do not determine, (1/100 degree)² times cos² of the dip;
  /// then the cosine of the dip, Q12.
  var fitVariance: UInt32 = 0
  var horizontal: Int32 = 0
  /// The largest eigenvalue of S, Q24.
  var largestEigenvalue: Int32 = 0

  init() {}

  var isSound: Bool {
    // The compiler assumes that a flag is 0 or 1 and may compute with it, so check that.
    Unchecked.isCase(isOpen, of: 2) && Unchecked.isCase(isPlanar, of: 2) && upright < 3 && fitted <= 9 && next >= 0
      && next <= Reservoir.capacity
  }

  /// Unknowns of the error: the level, a.x, a.y, a.z, p, E.zz, E.xy, E.xz, E.yz.
  static var unknowns: Int8 { 9 }

  mutating func begin(_ columns: ModelColumns, _ triangle: inout Triangle) {
    self = Prediction()
    isPlanar = columns.order == .planar
    upright = UInt8(truncatingIfNeeded: columns.normal)
    fitted = UInt8(truncatingIfNeeded: columns.count)
    // The plane fits the level, a.x, a.y, p and E.xy.
    fits = isPlanar ? 0b0_0101_0111 : (1 &<< UInt16(fitted)) &- 1
    triangle = Triangle()
  }

  /// Evaluates up to four samples. Returns whether all samples are evaluated.
  mutating func evaluate(
    _ reservoir: inout Reservoir, _ outcome: inout FitOutcome, _ triangle: inout Triangle, isTrimmed: Bool
  ) -> Bool {
    var at = Int32(next)
    let last = at &+ 4 < reservoir.count ? at &+ 4 : reservoir.count
    next = Int8(truncatingIfNeeded: last)
    // The radius R in 15 bits, and 2^27/R.
    var bits: Int32 = 0
    let radius = outcome.radiusQ8
    while radius &>> bits >= 1 &<< 15 { bits = bits &+ 1 }
    let inverse = (1 &<< 27 as Int32).truncatedQuotient(by: radius &>> bits)
    while at < last {
      let v = reservoir.corrected(at, &outcome)
      let down = reservoir.down(at)
      let isLeftOut = isTrimmed && reservoir.isNew(at)
      at = at &+ 1
      if isLeftOut {
        strayed = strayed &+ 1
        continue
      }
      let w = Vector3(
        x: Self.share(v.x, bits, inverse), y: Self.share(v.y, bits, inverse), z: Self.share(v.z, bits, inverse))
      if add(w.turned(upright: upright), &triangle), down != .zero {
        withDown = withDown &+ 1
        downSum = Vector3(x: downSum.x &+ down.x, y: downSum.y &+ down.y, z: downSum.z &+ down.z)
        // |w| ≤ 1.6·2^12: the sum of 40 products of 20 bits fits.
        dipSum = dipSum &+ w.x &* down.x &+ w.y &* down.y &+ w.z &* down.z
      }
    }
    return last == reservoir.count
  }

  /// A coordinate divided by 2^`bits`, times `inverse`, Q12; limited to three radii.
  @inline(never)
  private static func share(_ coordinate: Int32, _ bits: Int32, _ inverse: Int32) -> Int32 {
    let short = coordinate.shifted(rightBy: bits)
    let limited = short > 98_304 ? 98_304 : short < -98_304 ? -98_304 : short
    return (limited &* inverse &+ 0x4000) &>> 15
  }

  /// Adds one corrected sample, in units of the radius, Q12. Returns whether it is near the surface.
  private mutating func add(_ sample: Vector3, _ triangle: inout Triangle) -> Bool {
    let w = isPlanar ? Vector3(x: sample.x, y: sample.y, z: 0) : sample
    let xx = w.x &* w.x
    let yy = w.y &* w.y
    let zz = w.z &* w.z
    // (|w|² − 1)/2, Q24: the radial deviation to first order.
    let deviation = (xx &+ yy &+ zz &- (1 &<< 24)) &>> 1
    if deviation > 10 &<< 20 || deviation < -(6 &<< 20) {
      strayed = strayed &+ 1
      return false
    }
    used = used &+ 1
    squares = squares &+ Int32(truncatingIfNeeded: Int64(multiplying: deviation, deviation) &>> 24)
    if deviation.magnitude > largest { largest = deviation.magnitude }
    // Further samples in a cell add no information, because their errors are alike. In a plane, which has few cells,
    // every sample counts.
    let cell = DirectionCells.cell(of: w)
    if !isPlanar, cells.hasCell(cell) { return true }
    cells.insert(cell)
    var psi = InlineArray<9, Int32>(repeating: 1 &<< 12)
    psi[1] = w.x
    psi[2] = w.y
    psi[3] = w.z
    psi[4] = (xx &- yy) &>> 12
    psi[5] = isPlanar ? 0 : (zz &- (xx &+ yy) &>> 1) &>> 12
    psi[6] = (w.x &* w.y) &>> 11
    psi[7] = (w.x &* w.z) &>> 11
    psi[8] = (w.y &* w.z) &>> 11
    // Q24. The sum over 40 samples with |ψ| ≤ 1.2 stays below 2^30: this is 1/64 of the information in Q30.
    var place = 0
    var i = 0
    while i < 9 {
      var j = 0
      while j <= i {
        triangle.entries[unchecked: place] &+= psi[unchecked: i] &* psi[unchecked: j]
        place = place &+ 1
        j = j &+ 1
      }
      i = i &+ 1
    }
    return true
  }

  /// Whether the plane of a planar model is level: its normal is the axis along gravity, or `axis` if gravity is not known.
  @inline(never)
  func isLevel(_ axis: UInt8) -> Bool {
    if !isPlanar { return true }
    if !knowsDown { return upright == axis }
    let down = downSum.turned(upright: upright)
    return down.x.magnitude <= down.z.magnitude && down.y.magnitude <= down.z.magnitude
  }

  /// Whether gravity is known.
  var knowsDown: Bool { withDown > 8 }

  /// The sine of the dip from gravity, Q12; `nil` when gravity is not known, and in a plane, whose model has no dip.
  var dipSine: Int32? {
    if isPlanar { return 0 }
    guard knowsDown else { return nil }
    let sine = dipSum.truncatedQuotient(by: 127 &* Int32(withDown))
    return sine > 4096 ? 4096 : sine < -4096 ? -4096 : sine
  }

  /// The largest angle between a down direction and the mean of all, degrees 0…180; `nil` if gravity is not known.
  func tiltDegrees(_ reservoir: inout Reservoir) -> UInt8? {
    guard knowsDown else { return nil }
    let mean = downSum.withLength(4096)
    if mean == .zero { return 180 }
    var least: Int32 = 4096 &* 127
    var i: Int32 = 0
    while i < reservoir.count {
      let d = reservoir.down(i)
      if d != .zero {
        let along = d.x &* mean.x &+ d.y &* mean.y &+ d.z &* mean.z
        if along < least { least = along }
      }
      i = i &+ 1
    }
    if least < 0 { return 180 }
    // arccos c = 2·asin√((1 − c)/2), with asin x ≈ x: good to 3 % up to 90°. A radian is 57.3°.
    let half = Int32(
      bitPattern: UInt32(bitPattern: (4096 &- least.truncatedQuotient(by: 127)) &<< 11).roundedSquareRoot)
    return UInt8(truncatingIfNeeded: (half &* 117) &>> 12)
  }

  /// The largest deviation of the samples that are near the surface, 1/100 %.
  var largestDeviation: UInt16 { UInt16(truncatingIfNeeded: ((largest &>> 8) &* 10_000) &>> 16) }

  /// The largest deviation divided by 3.2, Q15: an estimate of σ. In 95 % of reservoirs of 40 samples, no sample
  /// deviates more than 3.2 σ.
  var tail: Int32 { Int32(bitPattern: ((largest &>> 9) &* 5) &>> 4) }

  /// Mean square of the deviation, Q24.
  var meanSquare: Int32 { used == 0 ? 0 : squares.truncatedQuotient(by: Int32(used)) }

  /// The number of cells with a sample minus the number of fitted unknowns.
  var freeCells: Int32 { Int32(cells.count) &- Int32(fitted) }

  // MARK: - Covariance

  /// How much the correction amplifies errors that are equal on every axis: (SSᵀ)_kk for each axis (none along the
  /// normal of a plane), and last their mean, weighted by how far along each axis the samples lie. Q16.
  func gains(_ triangle: inout Triangle, _ outcome: inout FitOutcome) -> InlineArray<4, Int32> {
    // Entries are below 8 in a result that is not refused: Q12.
    func square(_ entry: Int) -> Int32 {
      let short = outcome.softIronEntries[unchecked: entry] &>> 12
      return short &* short
    }
    let (xy, xz, yz) = (square(1), square(2), square(4))
    let squares = Vector3(x: square(0) &+ xy &+ xz, y: xy &+ square(3) &+ yz, z: xz &+ yz &+ square(5))
    var axes = Vector3(x: squares.x &>> 8, y: squares.y &>> 8, z: squares.z &>> 8).turned(upright: upright)
    if isPlanar { axes.z = 0 }
    let sum = Int64(
      axes.x, axes.y, axes.z,
      dot: Vector3(x: triangle.entries[2], y: triangle.entries[5], z: triangle.entries[9]))
    return [axes.x, axes.y, axes.z, sum.quotient(by: Int64(widening: triangle.entries[0] &+ 1)) &+ 1]
  }

  /// Removes from the information the part that comes from the samples' own errors. These errors also move samples
  /// along the surface, and that spread is no information: it increases E ψψᵀ by Σ_k s_k·J_k J_kᵀ, where J_k is the
  /// derivative of ψ along axis k and s_k the variance along it, relative to R².
  /// - Parameters:
  ///   - variance: of the errors along the radius, relative to R², Q30.
  ///   - s: the gains; changed on return.
  @export(interface)
  func removeNoiseBias(_ triangle: inout Triangle, variance: Int32, _ s: inout InlineArray<4, Int32>) {
    let whole = Int64(widening: s[3])
    var i = Int(truncatingIfNeeded: Int32(Self.unknowns)) &- 1
    var axis = 0
    // In a plane the third gain is 0, so only two axes count.
    let axes = isPlanar ? 2 : 3
    while axis < axes {
      // At most 1/4, Q17.
      let share = Int64(multiplying: variance, s[unchecked: axis]).quotient(by: whole) &>> 13
      s[unchecked: axis] = share > 1 &<< 15 ? 1 &<< 15 : share
      axis = axis &+ 1
    }
    // From the last row up: the rows of 1 and w, from which JJᵀ is computed, must change last.
    while i > 0 {
      var j = i
      while j > 0 {
        var a = Int32(Slopes.ofUnknowns[unchecked: i])
        var b = Int32(Slopes.ofUnknowns[unchecked: j])
        // In a plane nothing depends on E.zz.
        if isPlanar, j == 5 { a = 0 }
        axis = 0
        var sum: Int32 = 0
        while a != 0 {
          if a & 15 != 0, b & 15 != 0 {
            // Q7·Q17: 40 samples with |w|² ≤ 1.5 stay below 2^30. The factor four is because J holds half the
            // derivatives.
            let mean = triangle[Int(truncatingIfNeeded: a & 3), Int(truncatingIfNeeded: b & 3)] &>> 17
            let term = (mean &* s[unchecked: axis] &<< 2) &>> ((a &>> 2 & 1) &+ (b &>> 2 & 1))
            sum = (a ^ b) & 8 == 0 ? sum &+ term : sum &- term
          }
          a = a &>> 4
          b = b &>> 4
          axis = axis &+ 1
        }
        triangle.entries[unchecked: Triangle.place(i, j)] &-= sum
        j = j &- 1
      }
      i = i &- 1
    }
  }

  /// Computes row `row` of the factor. Columns that the model does not fit get the prior instead of data.
  /// - Parameters:
  ///   - deviation: σ of the samples off the surface, Q15.
  mutating func factorRow(_ row: Int, _ triangle: inout Triangle, deviation: Int32) {
    if fits &>> UInt16(truncatingIfNeeded: row) & 1 != 0 {
      // If other columns have priors, the smallest allowed pivot is 2^8 times larger.
      let least: Int64 = fitted == 9 || isPlanar ? 1 &<< 43 : 1 &<< 51
      if !triangle.factorRow(row, columns: row &+ 1, leastPivot: least) { isOpen = true }
      return
    }
    // The data connect this row to no column of a plane, and in other models only to the fitted columns.
    var j = isPlanar ? 0 : Int(truncatingIfNeeded: Int32(fitted))
    _ = triangle.factorRow(row, columns: j, leastPivot: 1 &<< 43)
    while j < row {
      triangle.entries[Triangle.place(row, j)] = 0
      j = j &+ 1
    }
    // σ/(8τ), Q30: Q15·2^15/8/(τ = 3/16).
    let sigma = deviation < 1 ? 1 : deviation > 16_384 ? 16_384 : deviation
    triangle.setPivot(row, UInt32(bitPattern: (sigma &<< 12).truncatedQuotient(by: 3)) &<< 4)
  }

  /// The covariance of the eight unknowns of the heading error, as 15 bits with an exponent. It comes from the square
  /// of the inverse factor (Q12, for 64 times the information).
  /// - Parameters:
  ///   - variance: σ², Q30.
  ///   - dipTangent: the tangent of the dip if gravity does not give it, Q8: for the field along the normal of a planar
  ///     model.
  mutating func covariance(
    _ triangle: inout Triangle, variance: Int32, dipTangent: Int32, _ result: inout HeadingCovariance
  ) {
    if isPlanar {
      // The vertical field relative to the horizontal, Q16: the tangent is taken as at least 1/2.
      let t = dipTangent.magnitude > 2_048 ? 2_048 : dipTangent.magnitude < 128 ? 128 : dipTangent.magnitude
      result.vertical = t &* t
    }
    // No entry is larger than the largest diagonal entry.
    var shift: Int32 = -64
    var i = 8
    while i > 0 {
      let place = Triangle.place(i, i)
      let needed = product(triangle.entries[unchecked: place], place, variance).bitLength &- 15
      if needed > shift { shift = needed }
      if triangle.entries[unchecked: place] == Int32.max, fits &>> UInt16(truncatingIfNeeded: i) & 1 != 0 {
        isOpen = true
      }
      i = i &- 1
    }
    // Leave out the first row and the first column, those of the level.
    var place = 45
    var to = 36
    i = 8
    while i > 0 {
      var j = i
      while j > 0 {
        place = place &- 1
        to = to &- 1
        result.entries[unchecked: to] =
          product(triangle.entries[unchecked: place], place, variance).word(rightBy: shift).saturatedToInt16
        j = j &- 1
      }
      place = place &- 1
      i = i &- 1
    }
    // entry·2^(exponent − 15) = product·2^−48.
    result.exponent = Int8(truncatingIfNeeded: shift &- 33)
    result.upright = upright
  }

  /// An entry of the covariance, Q12·Q30/2^6 = Q48; in a plane the entries of w.z are 0.
  @inline(never)
  private mutating func product(_ entry: Int32, _ place: Int, _ variance: Int32) -> Int64 {
    isPlanar && place == 9 ? 0 : Int64(multiplying: entry, variance)
  }
}

private enum Slopes {
  /// Half the derivatives of ψ_i along each axis, four bits for each axis from the lowest on: 1, 2, 3 are w.x, w.y,
  /// w.z; 4 halves it, or is 1/2 alone; 8 is minus.
  #if objectFormat(ELF)
    @section(".rodata.calibration.slopes")
  #endif
  static let ofUnknowns: [9 of Int16] = [0, 0x004, 0x040, 0x400, 0x0a1, 0x3ed, 0x012, 0x103, 0x230]
}
