// Attitude, heading and dip in Double (Protocols/heading/spec.md, section 4).

/// The results of a field and a specific force. `nil` means undefined, never 0.
public struct ReferenceHeading: Equatable, Sendable {
  /// Positive with the right side down, from −180 (excluded) to 180; undefined for ay = az = 0, and not reported in
  /// level mode.
  public var rollDegrees: Double?
  /// Positive with the nose up, −90…90.
  public var pitchDegrees: Double?
  /// Clockwise from magnetic north, from 0 to 360 (excluded).
  public var headingDegrees: Double?
  /// Positive when the field points down, −90…90.
  public var dipDegrees: Double?
  /// Whether there was no accelerometer, so that roll and pitch were taken as 0.
  public var isLevel: Bool
  /// Length of the field's horizontal part, in the unit of the given field; 0 if the attitude is undefined.
  public var horizontalField: Double
  /// Length of the field, in the same unit.
  public var totalField: Double

  /// Whether section 4 requires an error within 1e−4 degrees here, for a field in nanotesla.
  public var isInAccuracyDomain: Bool {
    headingDegrees != nil && horizontalField >= 5_000 && horizontalField * 20 >= totalField
  }

  /// Computes attitude, heading and dip.
  ///
  /// - Parameters:
  ///   - field: corrected field in body axes, nanotesla.
  ///   - specificForce: body axes, any unit (level and at rest: z negative); `nil` for level mode.
  public init(field b: SIMD3<Double>, specificForce: SIMD3<Double>?) {
    isLevel = specificForce == nil
    totalField = (b * b).sum().squareRoot()
    horizontalField = 0
    let a = specificForce ?? SIMD3(0, 0, -1)
    guard a != .zero else { return }

    let side = (a.y * a.y + a.z * a.z).squareRoot()
    let roll = ReferenceAngle.signedDegrees(y: -a.y, x: -a.z)
    let pitch = ReferenceAngle.signedDegrees(y: a.x, x: side)
    if !isLevel {
      rollDegrees = roll
      pitchDegrees = pitch
    }
    let phi = (roll ?? 0) * (Double.pi / 180)
    let theta = (pitch ?? 0) * (Double.pi / 180)
    var east = b.z * sine(phi) - b.y * cosine(phi)
    var north = b.x * cosine(theta) + b.y * sine(theta) * sine(phi) + b.z * sine(theta) * cosine(phi)
    let down = -b.x * sine(theta) + b.y * cosine(theta) * sine(phi) + b.z * cosine(theta) * cosine(phi)
    // This test for "no horizontal field" needs no sines: the field is parallel to the specific force.
    if SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x) == .zero {
      north = 0
      east = 0
    }
    horizontalField = (north * north + east * east).squareRoot()
    headingDegrees = ReferenceAngle.degrees(y: east, x: north)
    dipDegrees = ReferenceAngle.signedDegrees(y: down, x: horizontalField)
  }

  /// The whole calculation: nanotesla in sensor axes, calibration, mounting, then attitude and heading.
  ///
  /// - Parameters:
  ///   - nanotesla: sensor axes, from the exact conversion.
  ///   - pointing: rotates body axes to those of the pointing axis (section 11).
  ///   - specificForceMicroG: body axes; `nil` for level mode.
  public init(
    nanotesla: SIMD3<Int32>, record: ReferenceRecord = ReferenceRecord(), mounting: ReferenceMounting = .identity,
    pointing: ReferenceMounting = .identity, specificForceMicroG: SIMD3<Int32>?
  ) {
    self.init(
      field: pointing.body(mounting.body(record.corrected(nanotesla: SIMD3<Double>(nanotesla)))),
      specificForce: specificForceMicroG.map { pointing.body(SIMD3<Double>($0)) })
    // Without an accelerometer, down is the body's down axis. A pointing axis along it has no heading.
    let a = specificForceMicroG.map { pointing.body(SIMD3<Double>($0)) }
    let isVertical = a.map { 204 * ($0.y * $0.y + $0.z * $0.z) < $0.x * $0.x } ?? pointing.looksAlongVertical
    if isVertical {
      headingDegrees = nil
      dipDegrees = nil
      horizontalField = 0
    }
  }
}
