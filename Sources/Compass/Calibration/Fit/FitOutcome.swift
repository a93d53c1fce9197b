// The result of a fit, whether it is accepted, and why.

import Correction
import FixedPoint
import Quantities
import RawMemory

/// What a fit did with a sample.
public enum SampleOutcome: UInt8, Sendable {
  /// It counts.
  case accepted
  /// Too near the last sample to add information.
  case repeated
  /// At or beyond the sensor's range.
  case saturated
  /// Far outside the sphere that the other samples lie on.
  case outlier
  /// The fit already holds `CalibrationFit.mostSamples`.
  case full
}

/// The state of a solve in slices.
public enum FitProgress: UInt8, Sendable {
  case idle
  case working
  case finished
}

/// Why a result is refused or a smaller model is used. Raw values go over the link.
///
/// A plain integer and not an `OptionSet`, because `OptionSet` brings code that allocates memory.
public struct FitReasons: Equatable, Hashable, Sendable {
  public var rawValue: UInt16
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// No reason.
  public static var none: FitReasons { FitReasons(rawValue: 0) }
  public var isEmpty: Bool { rawValue == 0 }
  /// Whether this set contains all of `others`.
  public func contains(_ others: FitReasons) -> Bool { rawValue & others.rawValue == others.rawValue }
  /// Whether this set contains at least one of `others`.
  public func intersects(_ others: FitReasons) -> Bool { rawValue & others.rawValue != 0 }
  /// Adds these reasons.
  public mutating func insert(_ others: FitReasons) { rawValue |= others.rawValue }

  /// Fewer samples than the model needs.
  public static var tooFewSamples: FitReasons { FitReasons(rawValue: 1 &<< 0) }
  /// The samples lie too close to a plane or to each other.
  public static var notDetermined: FitReasons { FitReasons(rawValue: 1 &<< 1) }
  /// The quadric through the samples is not an ellipsoid.
  public static var notPositive: FitReasons { FitReasons(rawValue: 1 &<< 2) }
  /// The scatter is as large as the curvature of the surface.
  public static var noiseExceedsCurvature: FitReasons { FitReasons(rawValue: 1 &<< 3) }
  /// The residual is above its limit.
  public static var residual: FitReasons { FitReasons(rawValue: 1 &<< 4) }
  /// Held-out samples fit clearly worse than the fitted samples.
  public static var heldOut: FitReasons { FitReasons(rawValue: 1 &<< 5) }
  /// The predicted heading error is above its limit.
  public static var predictedError: FitReasons { FitReasons(rawValue: 1 &<< 6) }
  /// The radius is not a field strength found on Earth.
  public static var fieldStrength: FitReasons { FitReasons(rawValue: 1 &<< 7) }
  /// The longest axis is more than 5 times the shortest.
  public static var axisRatio: FitReasons { FitReasons(rawValue: 1 &<< 8) }
  /// More than 1 in 32 of the samples were beyond the sensor's range.
  public static var saturated: FitReasons { FitReasons(rawValue: 1 &<< 9) }
  /// More than a quarter of the reservoir's samples were left out as outliers.
  public static var outliers: FitReasons { FitReasons(rawValue: 1 &<< 10) }
  /// The full ellipsoid was not determined: a smaller model is used.
  public static var lowered: FitReasons { FitReasons(rawValue: 1 &<< 11) }

  /// The axis perpendicular to the plane of the samples is not the vertical one.
  public static var notLevel: FitReasons { FitReasons(rawValue: 1 &<< 12) }

  /// The field fits gravity only after axes are exchanged or reversed.
  public static var axesDisagree: FitReasons { FitReasons(rawValue: 1 &<< 13) }

  /// Any of these means that the samples do not belong to one ellipsoid. More samples do not help.
  static var foreign: FitReasons {
    FitReasons(rawValue: Self.residual.rawValue | Self.heldOut.rawValue | Self.outliers.rawValue)
  }

  /// The number of reasons, from bit 0 on.
  public static var count: UInt16 { 14 }
}

/// The result of a fit. `accepted` says whether it may be used; the rest says why.
///
/// Fields that start as zero stand together at the beginning, bytes before words.
public struct FitOutcome: Sendable {
  /// The model of this result; with `.none`, the correction is the identity.
  public var model: ModelOrder = .none
  public var accepted = false
  /// 0 not accepted, 1 poor, 2 fair, 3 good.
  public var grade: UInt8 = 0
  /// The range of tilt in the samples, from gravity or from the spread of the field's directions, in degrees: 0 means
  /// ±0, 180 means ±180.
  public var tiltSeen: UInt8 = 0
  /// How many of the 96 directions were seen.
  public var cellsSeen: UInt8 = 0
  /// The fraction that `centre` leaves out, in 1/65536 of the samples' unit, −128…127. It matters for samples in a
  /// coarse unit.
  public var centreRemainder: (x: Int8, y: Int8, z: Int8) = (0, 0, 0)
  /// What is wrong, or why a smaller model is used.
  public var reasons = FitReasons.none
  /// The largest radial deviation of the held-out samples, 1/100 % of the radius. Samples that deviate by more than
  /// half of the radius are left out here and counted in `strayShare`.
  public var largestDeviation: UInt16 = 0
  /// The part of the residual that does not average out (without white noise), 1/100 % of the radius.
  public var settledResidual: UInt16 = 0
  /// The share of samples beyond the sensor's range; the share of the reservoir's samples that were left out as
  /// outliers. 1/1000.
  public var saturatedShare: UInt16 = 0
  public var strayShare: UInt16 = 0
  /// RMS of the radial deviation of the fitted samples, and of the held-out samples; 1/1000 % of the radius, limited to
  /// 65535.
  public var residual: UInt16 = 0
  public var heldOutResidual: UInt16 = 0
  /// The components of `turn.rest` divided by 2^11, each with two bits of `turn.start` in its lowest bits.
  private var packedTurn: (x: Int16, y: Int16, z: Int16) = (0, 0, 0)
  /// How many samples the fit used.
  public var sampleCount: UInt32 = 0
  /// h in 1/256 of the samples' unit.
  public var centre: Vector3 = .zero
  /// Length of a corrected sample, in 1/256 of the samples' unit.
  public var radiusQ8: Int32 = 0
  /// S, symmetric, as six entries: xx, xy, xz, yy, yz, zz, Q24.
  var softIronEntries: InlineArray<6, Int32> = [1 &<< 24, 0, 0, 1 &<< 24, 0, 1 &<< 24]
  /// The predicted worst error of the ellipsoid, also if another model is the result; 65535: unknown.
  public var largestError: UInt16 = 65535
  /// The predicted heading error, RMS and 95th percentile, over attitudes that are tilted as much as the samples; 1/100
  /// degree; 65535: unknown.
  public var predictedTypical: UInt16 = 65535
  public var predictedWorst: UInt16 = 65535
  /// The standard deviation of the dip after the alignment, 1/100 degree; 65535: unknown.
  public var dipSpread: UInt16 = 65535
  /// The dip after the alignment, downwards positive, 1/100 degree; `Int16.max`: unknown.
  public var dip = Int16.max
  /// The longest semi-axis divided by the shortest, 1/1000.
  public var axisRatio: UInt16 = 1000

  public init() {}

  /// Whether `model` is a valid case: the memory may have been overwritten.
  var isSound: Bool { Unchecked.isCase(model, of: 5) }

  /// S, symmetric, determinant 1. A record contains `correction` instead, which also rotates into the axes of gravity.
  public var softIron: MatrixQ24 {
    get { Symmetric(upper: softIronEntries.span, from: 0, halving: 0).matrix }
    set {
      let rows = newValue.rows
      softIronEntries = [rows.0.x, rows.0.y, rows.0.z, rows.1.y, rows.1.z, rows.2.z]
    }
  }

  /// The rotation R of the corrected field into the axes of the accelerometer: R·S corrects and rotates. Without
  /// gravity it is no rotation. It is stored in steps of 2^−13 rad.
  public var turn: SensorTurn {
    get {
      func rest(_ word: Int16) -> Int32 { (Int32(word) &>> 2) &<< 11 }
      let start = packedTurn.x & 3 | (packedTurn.y & 3) &<< 2 | (packedTurn.z & 3) &<< 4
      return SensorTurn(
        start: UInt8(truncatingIfNeeded: start),
        rest: Vector3(x: rest(packedTurn.x), y: rest(packedTurn.y), z: rest(packedTurn.z)))
    }
    set {
      func packed(_ rest: Int32, _ place: UInt8) -> Int16 {
        Int16(truncatingIfNeeded: rest.shifted(rightBy: 11) &<< 2 | Int32(newValue.start &>> place & 3))
      }
      packedTurn = (packed(newValue.rest.x, 0), packed(newValue.rest.y, 2), packed(newValue.rest.z, 4))
    }
  }

  /// The field strength, in the samples' unit.
  public var radius: UInt32 { UInt32(bitPattern: radiusQ8.shifted(rightBy: 8)) }

  /// Resets to an empty result, in place.
  @inline(never)
  mutating func clear() { self = FitOutcome() }

  /// S·v, in the unit of v.
  @inline(never)
  mutating func corrected(_ v: Vector3) -> Vector3 {
    func row(_ x: Int, _ y: Int, _ z: Int) -> Int32 {
      var row = Vector3(
        x: softIronEntries[unchecked: x], y: softIronEntries[unchecked: y], z: softIronEntries[unchecked: z])
      return row.product(with: v)
    }
    return Vector3(x: row(0, 1, 2), y: row(1, 3, 4), z: row(2, 4, 5))
  }
}
