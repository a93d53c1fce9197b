// The field monitor in Double (Protocols/heading/spec.md, section 8).

/// The field that a monitor expects.
package struct ReferenceExpectation: Equatable, Sendable {
  package var strengthNanotesla: Double
  package var dipDegrees: Double?
  /// The strength from the world model; `nil` if place or date are not known.
  package var worldNanotesla: Double?

  /// - Parameter residualNanotesla: RMS deviation of the strength after calibration; 0 if unknown.
  package init(
    strengthNanotesla: Double, dipDegrees: Double?, residualNanotesla: Double = 0, worldNanotesla: Double? = nil
  ) {
    self.strengthNanotesla = strengthNanotesla
    self.dipDegrees = dipDegrees
    residual = residualNanotesla / strengthNanotesla
    self.worldNanotesla = worldNanotesla
  }

  /// The residual relative to the strength that is expected first.
  let residual: Double
  var limit: Double { min(max(0.07, 3 * residual), 0.15) }

  /// Switches to the world model's strength, or back to the record's, if a deviation shows that it is nearer by more
  /// than 1 %.
  /// - Returns: whether it switched.
  mutating func switchStrength(for deviation: Double) -> Bool {
    guard let other = worldNanotesla, other >= 8192 else { return false }
    let apart = other / strengthNanotesla - 1
    guard abs(deviation - apart) + 0.01 < abs(deviation) else { return false }
    worldNanotesla = strengthNanotesla
    strengthNanotesla = other
    return true
  }
}

/// Monitors strength and dip.
package struct ReferenceFieldMonitor: Sendable {
  /// The states of the field monitor.
  package enum State: String, Sendable { case clear, suspect, disturbed, recovering }

  /// The monitor's result for the field.
  package private(set) var state = State.clear
  /// Smoothed relative deviation of the strength.
  package private(set) var strengthDeviation = 0.0
  /// Smoothed deviation of the dip, radians; `nil` without a dip.
  package private(set) var dipDeviation: Double?
  package private(set) var fieldVariance = 0.0
  package private(set) var tiltVariance = 0.0
  /// Square of the least field beside the Earth's that explains strength and dip.
  package private(set) var offsetSquared = 0.0
  package private(set) var isForceTrusted = false
  package private(set) var isHanging = false

  /// The expectation with the strength in use, of the two that are possible.
  package private(set) var expectation: ReferenceExpectation
  private let levelDegrees: Double
  private var last: UInt64?
  private var recent: Average
  private var long: Average
  private var strength = Average(seconds: 0.26)
  private var dip = Average(seconds: 0.26)
  private var dipSquare = Average(seconds: 1.4, start: 0)
  private var longDipSquare = Average(seconds: 33.6, start: 0)
  private var forceSquare = Average(seconds: 1.4)
  private var quiet = 0.0
  private var loud = 0.0
  private var same = 0.0
  private var lastField: SIMD3<Int32>?
  private var firstForce: SIMD3<Int32>??
  private var hasForceMoved = false

  /// - Parameter levelDegrees: how level an instrument without accelerometer is held; one sigma about each axis.
  package init(_ expectation: ReferenceExpectation, levelDegrees: Double = 5) {
    self.expectation = expectation
    self.levelDegrees = levelDegrees
    let start = expectation.residual > 0 ? expectation.residual : 0.01
    recent = Average(seconds: 1.4, start: start * start)
    long = Average(seconds: 33.6, start: start * start)
  }

  /// Processes one sample.
  /// - Parameters:
  ///   - microseconds: not before the last sample's.
  ///   - fieldQ8: corrected field in body axes, 1/256 nT.
  ///   - specificForceMicroG: `nil` without an accelerometer.
  ///   - dipDegrees: the measured dip.
  package mutating func add(
    microseconds: UInt64, fieldQ8: SIMD3<Int32>, specificForceMicroG: SIMD3<Int32>?, dipDegrees: Double?,
    isOverflowed: Bool
  ) {
    let isFirst = last == nil
    let elapsed = last.map { Double(microseconds - $0) / 1e6 } ?? 0
    last = microseconds
    watchRepetition(fieldQ8, specificForceMicroG, elapsed)
    let length = Self.length(SIMD3<Double>(fieldQ8)) / 256
    if isFirst { _ = expectation.switchStrength(for: self.deviation(of: length)) }
    let deviation = self.deviation(of: length)
    recent.add(deviation * deviation, elapsed)
    strengthDeviation = strength.add(deviation, elapsed)
    let before = fieldVariance
    fieldVariance = max(recent.value ?? 0, long.value ?? 0)

    let force = judgeForce(specificForceMicroG, elapsed)
    var x = strengthDeviation * strengthDeviation / (expectation.limit * expectation.limit)
    let jump = deviation - strengthDeviation
    if jump * jump > 4 * expectation.limit * expectation.limit + 16 * before { x = max(x, 1) }
    let dipNow = addDip(dipDegrees, restless: force.restless, elapsed)
    if let ofDip = dipNow?.x { x = max(x, ofDip) }
    tiltVariance = force.restless + max(0, max(dipSquare.value ?? 0, longDipSquare.value ?? 0) - fieldVariance)
    if force.falls { tiltVariance = 1 }
    if specificForceMicroG == nil {
      let level = levelDegrees * Double.pi / 180
      tiltVariance = level * level
    }

    advance(isOverflowed || length == 0 || isHanging ? 4 : x, elapsed)
    offsetSquared = offset(deviation, dipNow?.square, restless: force.restless)
    if state == .clear {
      long.add(deviation * deviation, elapsed)
      if let dipDeviation, force.restless <= 0.015 * 0.015 { longDipSquare.add(dipDeviation * dipDeviation, elapsed) }
    }
    if abs(strengthDeviation) > 0.02, expectation.switchStrength(for: strengthDeviation) {
      strength = Average(seconds: 0.26, start: self.deviation(of: length))
    }
  }

  /// The relative deviation of a strength in nanotesla.
  private func deviation(of length: Double) -> Double { min(1, length / expectation.strengthNanotesla - 1) }

  /// Whether the force is trusted.
  /// - Returns: how far it is from gravity, squared, now or on average; and whether the instrument falls.
  private mutating func judgeForce(_ microG: SIMD3<Int32>?, _ elapsed: Double) -> (restless: Double, falls: Bool) {
    isForceTrusted = false
    guard let microG else { return (0, false) }
    let size = Self.length(SIMD3<Double>(microG)) / 1e6
    let h = min(1, (size * size - 1) / 2)
    let g = h - h * h / 2
    let average = forceSquare.add(g * g, elapsed)
    isForceTrusted = abs(size - 1) <= 0.05 && average <= 0.05 * 0.05
    return (max(g * g, average), size < 0.1)
  }

  /// Adds the dip to its averages.
  /// - Returns: the square of its deviation, and its x, if the force is trusted; `nil` without a dip.
  private mutating func addDip(
    _ dipDegrees: Double?, restless: Double, _ elapsed: Double
  ) -> (square: Double, x: Double?)? {
    dipDeviation = nil
    guard let expected = expectation.dipDegrees, let dipDegrees else { return nil }
    let apart = max(-1, min(1, (dipDegrees - expected) * (Double.pi / 180)))
    dipSquare.add(apart * apart, elapsed)
    let smoothed = dip.add(apart, elapsed)
    dipDeviation = smoothed
    guard isForceTrusted else { return (apart * apart, nil) }
    let limit = 6 * Double.pi / 180
    let square = limit * limit + 9 * restless
    let own = smoothed * smoothed / square
    let isOfMotion = smoothed * smoothed < square + 2 * restless.squareRoot() - 0.01
    return (apart * apart, own >= 1 && isOfMotion ? 0.75 : own)
  }

  /// Square of the least field beside the Earth's, from the deviation of the strength and the square of that of the dip.
  private func offset(_ deviation: Double, _ dipSquareNow: Double?, restless: Double) -> Double {
    let noise = long.value ?? 0
    var offset = 0.0
    if state != .clear || deviation * deviation > 8 * noise {
      offset = max(fieldVariance, deviation * deviation)
    }
    if let now = dipSquareNow {
      let ofRest = longDipSquare.value ?? 0
      if state != .clear || now > 8 * (noise + ofRest + restless + 0.015 * 0.015) {
        offset += max(dipSquare.value ?? 0, ofRest, now)
      }
    }
    return offset
  }

  /// Whether the three numbers have repeated for 2 s, while the specific force differed from that of the first
  /// repetition.
  private mutating func watchRepetition(_ field: SIMD3<Int32>, _ force: SIMD3<Int32>?, _ elapsed: Double) {
    isHanging = false
    guard field == lastField else {
      lastField = field
      same = 0
      firstForce = nil
      hasForceMoved = false
      return
    }
    if firstForce == nil { firstForce = .some(force) }
    same += elapsed
    if force != firstForce ?? nil { hasForceMoved = true }
    isHanging = same >= 2 && hasForceMoved
  }

  private mutating func advance(_ x: Double, _ elapsed: Double) {
    // Sums of microseconds are exact, sums of seconds are not; the tolerance is one nanosecond.
    quiet = x < 0.5 ? quiet + elapsed : 0
    loud = x >= 1 ? loud + elapsed : 0
    func isOver(_ time: Double, _ limit: Double) -> Bool { time >= limit - 1e-9 }
    switch state {
    case .clear: state = x >= 4 ? .disturbed : x >= 1 ? .suspect : .clear
    case .suspect:
      if x >= 4 || isOver(loud, 0.4) { state = .disturbed } else if isOver(quiet, 1) { state = .clear }
    case .disturbed: if isOver(quiet, 3) { state = .recovering }
    case .recovering:
      if x >= 1 { state = .disturbed } else if isOver(quiet, 5) { state = .clear }
    }
  }

  private static func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }
}

/// An average that approaches each value by the ratio of the elapsed time to its time constant.
private struct Average: Sendable {
  let seconds: Double
  private(set) var value: Double?

  init(seconds: Double, start: Double? = nil) { (self.seconds, value) = (seconds, start) }

  @discardableResult
  mutating func add(_ sample: Double, _ elapsed: Double) -> Double {
    let before = value ?? sample
    let now = before + min(1, elapsed / seconds) * (sample - before)
    value = now
    return now
  }
}
