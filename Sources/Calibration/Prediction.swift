// What heading error a fit will leave: from where its samples lie and how far they are off.
import Correction
import FixedPoint
import Quantities

/// Works through the reservoir with a fitted model, in slices. Equations: docs/calibration.md, section 5.
struct Prediction {
  private(set) var order = ModelOrder.none
  private var normal: Int32 = 2
  private var next: Int32 = 0
  private(set) var cells = Coverage()
  /// Σ δ² of the samples looked at, Q24, and their number.
  private(set) var squares: Int64 = 0
  private(set) var used: Int32 = 0
  /// Whether the samples leave an unknown of the model open: no error can be predicted.
  private(set) var isOpen = false
  /// Samples more than half a radius off the surface.
  private(set) var strayed: Int32 = 0
  /// Σ d, Σ d·w (Q12·127) and their number: samples whose down is known.
  private(set) var downSum = Vector3.zero
  private(set) var dipSum: Int32 = 0
  private(set) var withDown: Int32 = 0

  init() {}

  mutating func begin(_ columns: ModelColumns, _ triangle: inout Triangle) {
    self = Prediction()
    order = columns.order
    normal = columns.normal
    triangle = Triangle()
  }

  /// Unknowns of the error, the level among them; all nine but for the planar model.
  var unknowns: Int { order == .planar ? 5 : 9 }
  /// Those that the model fits.
  var fitted: Int {
    switch order {
    case .ellipsoid: 9
    case .axisAligned: 6
    case .sphere: 4
    default: 5
    }
  }

  /// Looks at up to four samples. Returns whether that were all.
  mutating func look(_ reservoir: inout Reservoir, _ outcome: inout FitOutcome, _ triangle: inout Triangle)
    -> Bool
  {
    let last = next &+ 4 < reservoir.count ? next &+ 4 : reservoir.count
    // R in 15 bits, and 2^27 over it.
    var bits: Int32 = 0
    let radius = outcome.radiusQ8
    while radius &>> bits >= 1 &<< 15 { bits = bits &+ 1 }
    let inverse = (1 &<< 27) / (radius &>> bits)
    while next < last {
      let sample = reservoir[next]
      let down = reservoir.down(next)
      next = next &+ 1
      let v = Self.corrected(sample, &reservoir, &outcome)
      // In units of the radius, Q12; three radii and more are limited.
      func share(_ component: Int32) -> Int32 {
        let short = component.shifted(rightBy: bits)
        let limited = short > 98_304 ? 98_304 : short < -98_304 ? -98_304 : short
        return (limited &* inverse &+ 0x4000) &>> 15
      }
      let w = Vector3(x: share(v.x), y: share(v.y), z: share(v.z))
      if look(w, &triangle), down != .zero {
        withDown = withDown &+ 1
        downSum = Vector3(x: downSum.x &+ down.x, y: downSum.y &+ down.y, z: downSum.z &+ down.z)
        // |w| ≤ 1.6·2^12: 48 products of 20 bits.
        dipSum = dipSum &+ w.x &* down.x &+ w.y &* down.y &+ w.z &* down.z
      }
    }
    return next == reservoir.count
  }

  /// S·(m − h) of a sample of the reservoir, 1/256 of its unit.
  @inline(never)
  static func corrected(_ sample: Vector3, _ reservoir: inout Reservoir, _ outcome: inout FitOutcome) -> Vector3 {
    let v = Vector3(
      x: (sample.x &<< reservoir.shift) &+ reservoir.origin.x &- outcome.centre.x,
      y: (sample.y &<< reservoir.shift) &+ reservoir.origin.y &- outcome.centre.y,
      z: (sample.z &<< reservoir.shift) &+ reservoir.origin.z &- outcome.centre.z)
    func row(_ s: Vector3) -> Int32 { Int64(s.x, s.y, s.z, dot: v).word(rightBy: 24) }
    return Vector3(x: row(outcome.softIron.rows.0), y: row(outcome.softIron.rows.1), z: row(outcome.softIron.rows.2))
  }

  /// One corrected sample in units of the radius, Q12. Returns whether it is near the surface.
  private mutating func look(_ w: Vector3, _ triangle: inout Triangle) -> Bool {
    let along = normal == 0 ? w.x : normal == 1 ? w.y : w.z
    var square = w.x &* w.x &+ w.y &* w.y &+ w.z &* w.z
    if order == .planar { square = square &- along &* along }
    // (|w|² − 1)/2, Q24: the radial deviation to first order.
    let deviation = (square &- (1 &<< 24)) &>> 1
    if deviation > 10 &<< 20 || deviation < -(6 &<< 20) {
      strayed = strayed &+ 1
      return false
    }
    used = used &+ 1
    squares = squares &+ Int64(multiplying: deviation, deviation) &>> 24
    // Further samples of a cell are no new evidence: their errors are alike.
    let cell = Coverage.cell(of: w)
    if cells.contains(cell) { return true }
    cells.insert(cell)
    var psi = InlineArray<9, Int32>(repeating: 0)
    psi[0] = 1 &<< 12
    if order == .planar {
      let p = normal == 0 ? w.y : w.x
      let q = normal == 2 ? w.y : w.z
      psi[1] = p
      psi[2] = q
      psi[3] = (p &* p &- q &* q) &>> 12
      psi[4] = (p &* q) &>> 11
    } else {
      psi[1] = w.x
      psi[2] = w.y
      psi[3] = w.z
      let zz = w.z &* w.z
      psi[4] = (w.x &* w.x &- zz) &>> 12
      psi[5] = (w.y &* w.y &- zz) &>> 12
      psi[6] = (w.x &* w.y) &>> 11
      psi[7] = (w.x &* w.z) &>> 11
      psi[8] = (w.y &* w.z) &>> 11
    }
    // Q24, of which 48 with |ψ| ≤ 1.2 stay below 2^30: 1/64 of the information, Q30.
    var i = 0
    while i < unknowns {
      var j = 0
      while j <= i {
        let place = Triangle.place(i, j)
        triangle.entries[place] = triangle.entries[place] &+ psi[i] &* psi[j]
        j = j &+ 1
      }
      i = i &+ 1
    }
    return true
  }

  /// The sine of the dip from gravity, Q12; `nil` where gravity is not known.
  var dipSine: Int32? {
    guard withDown > 8 else { return nil }
    let sine = dipSum / (127 &* withDown)
    return sine > 4096 ? 4096 : sine < -4096 ? -4096 : sine
  }

  /// The largest angle from the mean of down, degrees 0…180; `nil` where gravity is not known.
  func tiltDegrees(_ reservoir: inout Reservoir) -> UInt8? {
    guard withDown > 8 else { return nil }
    guard let mean = downSum.unitQ12 else { return 180 }
    var least: Int32 = 4096
    var i: Int32 = 0
    while i < reservoir.count {
      let d = reservoir.down(i)
      if d != .zero {
        let along = (d.x &* mean.x &+ d.y &* mean.y &+ d.z &* mean.z) / 127
        if along < least { least = along }
      }
      i = i &+ 1
    }
    if least < 0 { return 180 }
    // acos by the half angle's sine: 2·asin√((1 − c)/2), 57.3° a radian, good to 3 % up to 90°.
    let half = Int32(bitPattern: UInt32(bitPattern: (4096 &- least) &<< 11).squareRoot)
    return UInt8(truncatingIfNeeded: (half &* 117) &>> 12)
  }

  /// Mean square of the deviation, Q24.
  var meanSquare: Int32 { used == 0 ? 0 : squares.divided(by: Int64(widening: used)).saturatedToInt32 }

  // MARK: - Covariance

  /// Takes from the information what the samples' own errors bring into it: they lie across the surface as well as
  /// along it, and what they spread is no evidence. E ψψᵀ is larger by Σ_k s_k·J_k J_kᵀ, J_k the slopes of ψ along axis k.
  /// Errors that are alike on every axis before the correction have s_k in proportion to (SSᵀ)_kk after it.
  /// - Parameters:
  ///   - variance: of the errors along the radius over R², Q30.
  func sober(_ triangle: inout Triangle, variance: Int32, _ matrix: MatrixQ24) {
    let s = axisVariances(triangle, variance: variance, matrix)
    // Upwards: the rows of 1 and w, of which JJᵀ is made, change last.
    var i = unknowns
    while i > 1 {
      i = i &- 1
      var j = 0
      while j <= i {
        var a = slopes(i)
        var b = slopes(j)
        var axis = 0
        var sum: Int64 = 0
        while a != 0, b != 0 {
          if a & 15 != 0, b & 15 != 0 {
            let m = Int(truncatingIfNeeded: a & 7) &- 1
            let n = Int(truncatingIfNeeded: b & 7) &- 1
            let mean = triangle.entries[m > n ? Triangle.place(m, n) : Triangle.place(n, m)]
            // 2w·2w, 2w·1 or 1·1, a quarter.
            let term = Int64(multiplying: m != 0 && n != 0 ? mean : m != 0 || n != 0 ? mean &>> 1 : mean &>> 2, s[axis])
            sum = (a ^ b) & 8 == 0 ? sum &+ term : sum &- term
          }
          a = a &>> 4
          b = b &>> 4
          axis = axis &+ 1
        }
        let place = Triangle.place(i, j)
        let rest = Int64(widening: triangle.entries[place]) &- sum &>> 28
        triangle.entries[place] = rest.saturatedToInt32
        j = j &+ 1
      }
    }
  }

  /// s_k, Q30, at most 1/2; in a plane those of its two axes.
  private func axisVariances(
    _ triangle: Triangle, variance: Int32, _ matrix: MatrixQ24
  ) -> InlineArray<3, Int32> {
    /// Σ S_kj², Q16.
    func square(_ row: Vector3) -> Int32 {
      let sum =
        Int64(multiplying: row.x, row.x) &+ Int64(multiplying: row.y, row.y) &+ Int64(multiplying: row.z, row.z)
      return (sum &>> 32).saturatedToInt32
    }
    var s = InlineArray<3, Int32>(repeating: 0)
    s[0] = square(order == .planar && normal == 0 ? matrix.rows.1 : matrix.rows.0)
    s[1] = square(order == .planar && normal != 2 ? matrix.rows.2 : matrix.rows.1)
    s[2] = order == .planar ? 0 : square(matrix.rows.2)
    // Their mean, by how far along each axis the samples lie.
    var mean: Int64 = 0
    var k = 0
    while k < unknowns &>> 1 &- (order == .planar ? 0 : 1) {
      mean = mean &+ Int64(multiplying: s[k], triangle.entries[Triangle.place(k &+ 1, k &+ 1)])
      k = k &+ 1
    }
    mean = mean.divided(by: Int64(widening: triangle.entries[0] &+ 1)) &+ 1
    while k > 0 {
      k = k &- 1
      let share = Int64(multiplying: variance, s[k]).divided(by: mean)
      s[k] = share > 1 &<< 29 ? 1 &<< 29 : Int32(truncatingIfNeeded: share)
    }
    return s
  }

  /// The slopes of ψ_i along each axis, four bits an axis from the lowest on: 0 none, 1 one, 2… twice w.x, w.y, w.z, with
  /// 8 for minus. In a plane w.p, w.q.
  private func slopes(_ i: Int) -> UInt32 {
    switch i {
    case 1: 0x001
    case 2: 0x010
    case 3: order == .planar ? 0x0b2 : 0x100
    case 4: order == .planar ? 0x023 : 0xc02
    case 5: 0xc30
    case 6: 0x023
    case 7: 0x204
    case 8: 0x340
    default: 0
    }
  }

  /// Row `row` of the factor. Columns that the model leaves out get the prior instead of data.
  /// - Parameters:
  ///   - deviation: σ of the samples off the surface, Q15.
  mutating func factorRow(_ row: Int, _ triangle: inout Triangle, deviation: Int32) {
    if row < fitted {
      if !triangle.factorRow(row, columns: row &+ 1, leastPivot: 1 &<< 43) { isOpen = true }
      return
    }
    _ = triangle.factorRow(row, columns: fitted, leastPivot: 1 &<< 43)
    var j = fitted
    while j < row {
      triangle.entries[Triangle.place(row, j)] = 0
      j = j &+ 1
    }
    // σ/(8τ), Q30: Q15·2^15/8/(τ = 3/16).
    let sigma = deviation < 1 ? 1 : deviation > 16_384 ? 16_384 : deviation
    triangle.entries[Triangle.place(row, row)] = ((sigma &<< 12) / 3) &<< 4
  }

  /// The covariance of the eight unknowns of a heading, from the square of the inverse factor (Q12, for 64 times the
  /// information).
  /// - Parameters:
  ///   - variance: σ², Q30.
  ///   - dipTangent: of the dip where gravity does not tell it, Q8: what a planar model leaves along its normal.
  mutating func covariance(_ triangle: inout Triangle, variance: Int32, dipTangent: Int32) -> HeadingCovariance {
    var result = HeadingCovariance()
    // In units of σ²/64: the entries themselves, Q12. Block-scaled to 15 bits.
    if order == .planar {
      // a.p, a.q, and E.pp = −E.qq, E.pq; the component along the normal is off by the whole vertical field.
      return planarCovariance(&triangle, variance: variance, dipTangent)
    }
    var wide = InlineArray<36, Int32>(repeating: 0)
    var i = 0
    while i < 8 {
      var j = 0
      while j <= i {
        wide[Triangle.place(i, j)] = triangle.entries[Triangle.place(i &+ 1, j &+ 1)]
        j = j &+ 1
      }
      i = i &+ 1
    }
    Self.scale(&wide, variance, &result)
    return result
  }

  private mutating func planarCovariance(_ triangle: inout Triangle, variance: Int32, _ dipTangent: Int32)
    -> HeadingCovariance
  {
    var result = HeadingCovariance()
    var wide = InlineArray<36, Int32>(repeating: 0)
    let p = normal == 0 ? 1 : 0
    let q = normal == 2 ? 1 : 2
    let n = Int(truncatingIfNeeded: normal)
    /// Places of a planar unknown among the eight: a.p, a.q, E.pp = −E.qq, E.pq.
    func put(_ i: Int, _ j: Int, _ value: Int32) {
      wide[i >= j ? Triangle.place(i, j) : Triangle.place(j, i)] = value
    }
    func entry(_ i: Int, _ j: Int) -> Int32 { triangle.entries[Triangle.place(i, j)] }
    put(p, p, entry(1, 1))
    put(q, p, entry(2, 1))
    put(q, q, entry(2, 2))
    let mixed = p == 1 ? 7 : q == 1 ? 5 : 6
    put(mixed, p, entry(4, 1))
    put(mixed, q, entry(4, 2))
    put(mixed, mixed, entry(4, 4))
    // E.xx and E.yy are unknowns of their own, E.zz is minus their sum.
    let ee = entry(3, 3)
    if normal == 2 {
      put(3, 3, ee)
      put(4, 4, ee)
      put(4, 3, 0 &- ee)
      put(3, p, entry(3, 1))
      put(3, q, entry(3, 2))
      put(4, p, 0 &- entry(3, 1))
      put(4, q, 0 &- entry(3, 2))
      put(mixed, 3, entry(4, 3))
      put(mixed, 4, 0 &- entry(4, 3))
    } else {
      let at = normal == 1 ? 3 : 4
      put(at, at, ee)
      put(at, p, entry(3, 1))
      put(at, q, entry(3, 2))
      put(at, mixed, entry(4, 3))
    }
    // tan² along the normal, in units of σ²/64, Q12: 2^30·64·2^12/variance. Never less than a tangent of 1/2.
    let t = dipTangent.magnitude > 2_048 ? 2_048 : dipTangent.magnitude < 128 ? 128 : dipTangent.magnitude
    let normalVariance = (Int64(widening: Int32(bitPattern: t &* t)) &<< 32)
      .divided(by: Int64(widening: variance > 256 ? variance : 256)).saturatedToInt32
    put(n, n, normalVariance)
    Self.scale(&wide, variance, &result)
    return result
  }

  /// `wide`·variance/64 as 15 bits with an exponent.
  private static func scale(
    _ wide: inout InlineArray<36, Int32>, _ variance: Int32, _ result: inout HeadingCovariance
  ) {
    // Q12·Q30/2^6 = Q48.
    var largest: Int64 = 0
    var i = 0
    while i < 36 {
      let size = Int64(widening: wide[i] < 0 ? 0 &- wide[i] : wide[i])
      if size > largest { largest = size }
      i = i &+ 1
    }
    let length = (largest &* Int64(widening: variance)).bitLength
    // entry·2^(exponent − 15) = product·2^−48: product in 15 bits.
    let shift = length &- 15
    result.exponent = Int8(truncatingIfNeeded: shift &- 33)
    i = 0
    while i < 36 {
      let product = Int64(multiplying: wide[i], variance)
      result.entries[i] = product.shifted(rightBy: shift).saturatedToInt32.saturatedToInt16
      i = i &+ 1
    }
  }
}
