// The World Magnetic Model in Double, from its technical report and a released coefficient file.
//
// Source: A. Chulliat et al., "The US/UK World Magnetic Model for 2025-2030", technical report, NOAA/NCEI 2025;
// equation numbers are those of its section 1.2. The associated Legendre functions follow the report's definition
// (equations 5 and 6) and are computed by recursion in degree; their derivatives come from differentiating that
// recursion. Equation 16 gives the same but divides by the cosine of latitude, which loses all digits at the poles.

/// A spherical harmonic model of the main field and its secular change.
public struct ReferenceWorldModel: Sendable {
  /// Why a text is not a coefficient file.
  public struct FormatError: Error, Equatable, Sendable {
    /// Line of the file, from 1.
    public var line: Int
    /// The error in that line.
    public var reason: String
  }

  /// Gauss coefficients of one degree and order.
  struct Coefficients: Sendable, Equatable {
    /// nT.
    var g = 0.0
    var h = 0.0
    /// nT per year.
    var gRate = 0.0
    var hRate = 0.0
  }

  /// The model's name in the file.
  public let name: String
  /// The decimal year for which `g` and `h` are valid.
  public let epoch: Double
  /// The highest degree and order.
  public let degree: Int
  /// The coefficients of degree n ≥ 1 and order m ≤ n are at n(n + 1)/2 + m.
  private let coefficients: [Coefficients]

  private static func index(_ n: Int, _ m: Int) -> Int { n * (n + 1) / 2 + m }

  /// Reads a `.COF` file: a line with epoch, name and release, then n, m, g, h and their rates, then a line of nines.
  ///
  /// - Throws: `FormatError` for a line of any other form, and for an incomplete degree.
  public init(text: String) throws(FormatError) {
    var epoch: Double?
    var name = ""
    var found: [Coefficients] = []
    var (expectedDegree, expectedOrder) = (1, 0)
    for (index, row) in text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline }).enumerated() {
      let words = row.split(separator: " ").map(String.init)
      if words.isEmpty { continue }
      if epoch == nil {
        guard words.count >= 2, let value = Double(words[0]) else {
          throw FormatError(line: index + 1, reason: "the first line must have an epoch and a name")
        }
        (epoch, name) = (value, words[1])
        found.append(Coefficients())
        continue
      }
      if words[0].hasPrefix("9999") { break }
      let values = words.compactMap(Double.init)
      guard words.count == 6, values.count == 6 else {
        throw FormatError(line: index + 1, reason: "six numbers were expected")
      }
      guard values[0] == Double(expectedDegree), values[1] == Double(expectedOrder) else {
        throw FormatError(line: index + 1, reason: "degree \(expectedDegree), order \(expectedOrder) were expected")
      }
      found.append(Coefficients(g: values[2], h: values[3], gRate: values[4], hRate: values[5]))
      (expectedDegree, expectedOrder) =
        expectedOrder == expectedDegree ? (expectedDegree + 1, 0) : (expectedDegree, expectedOrder + 1)
    }
    guard let epoch, expectedOrder == 0, expectedDegree > 1 else {
      throw FormatError(line: 0, reason: "the file ends within a degree")
    }
    self.name = name
    self.epoch = epoch
    degree = expectedDegree - 1
    coefficients = found
  }

  /// A vector north-east-down: a field, or its annual change.
  public struct Vector: Equatable, Sendable {
    public var north: Double
    public var east: Double
    public var down: Double
  }

  /// The model's result for one place and time.
  public struct Field: Equatable, Sendable {
    /// nT.
    public var vector: Vector
    /// nT per year.
    public var rate: Vector

    /// √(X² + Y²), nT (equation 19).
    public var horizontal: Double { (vector.north * vector.north + vector.east * vector.east).squareRoot() }
    /// √(H² + Z²), nT.
    public var total: Double { (horizontal * horizontal + vector.down * vector.down).squareRoot() }
    /// −180° to 180°; `nil` without a horizontal field.
    public var declination: Double? { ReferenceAngle.signedDegrees(y: vector.east, x: vector.north) }
    /// −90° to 90°, positive down; `nil` without a field.
    public var dip: Double? { ReferenceAngle.signedDegrees(y: vector.down, x: horizontal) }

    // Equation 20.
    /// nT per year.
    public var horizontalRate: Double { (vector.north * rate.north + vector.east * rate.east) / horizontal }
    /// nT per year.
    public var totalRate: Double {
      (vector.north * rate.north + vector.east * rate.east + vector.down * rate.down) / total
    }
    /// Degrees per year.
    public var declinationRate: Double {
      (vector.north * rate.east - vector.east * rate.north) / (horizontal * horizontal) * (180 / .pi)
    }
    /// Degrees per year.
    public var dipRate: Double {
      (horizontal * rate.down - vector.down * horizontalRate) / (total * total) * (180 / .pi)
    }
  }

  /// The field at a place on or above the WGS84 ellipsoid.
  /// - Parameters:
  ///   - latitude: geodetic, degrees. At a pole the result is the limit.
  ///   - longitude: degrees.
  ///   - height: kilometres above the ellipsoid.
  ///   - year: decimal year.
  public func field(latitude: Double, longitude: Double, height: Double, year: Double) -> Field {
    // Equations 7 and 8 convert geodetic to geocentric coordinates. The cosine of ±90° in Double is 6e-17 and not 0, so
    // that terms divided by it reach their limit at the poles.
    let phi = latitude * (.pi / 180)
    let lambda = longitude * (.pi / 180)
    let flattening = 1 / 298.257223563
    let eccentricity2 = flattening * (2 - flattening)
    let prime = 6378.137 / (1 - eccentricity2 * sine(phi) * sine(phi)).squareRoot()
    let outward = (prime + height) * cosine(phi)
    let upward = (prime * (1 - eccentricity2) + height) * sine(phi)
    let radius = (outward * outward + upward * upward).squareRoot()
    let (s, c) = (upward / radius, outward / radius)

    let (p, slopes) = legendre(sine: s, cosine: c)
    var field = Vector(north: 0, east: 0, down: 0)
    var rate = field
    for n in 1...degree {
      // Equation 9 gives the coefficients, 10 to 12 the field, 13 to 15 its annual change.
      let power = pow(6371.2 / radius, n + 2)
      for m in 0...n {
        let k = coefficients[Self.index(n, m)]
        let value = p[Self.index(n, m)]
        let slope = slopes[Self.index(n, m)]
        let (cosOrder, sinOrder) = (cosine(Double(m) * lambda), sine(Double(m) * lambda))
        func add(_ g: Double, _ h: Double, to sum: inout Vector) {
          let along = g * cosOrder + h * sinOrder
          sum.north -= power * along * slope
          sum.east += power * Double(m) * (g * sinOrder - h * cosOrder) * value / c
          sum.down -= power * Double(n + 1) * along * value
        }
        add(k.g + (year - epoch) * k.gRate, k.h + (year - epoch) * k.hRate, to: &field)
        add(k.gRate, k.hRate, to: &rate)
      }
    }
    // Equation 17 rotates from the geocentric vertical to the geodetic one.
    let sinTilt = s * cosine(phi) - c * sine(phi)
    let cosTilt = c * cosine(phi) + s * sine(phi)
    func turned(_ v: Vector) -> Vector {
      Vector(
        north: v.north * cosTilt - v.down * sinTilt, east: v.east, down: v.north * sinTilt + v.down * cosTilt)
    }
    return Field(vector: turned(field), rate: turned(rate))
  }

  /// Schmidt semi-normalised functions and their derivatives with respect to latitude in radians, by `index`.
  private func legendre(sine s: Double, cosine c: Double) -> (values: [Double], slopes: [Double]) {
    var p = [Double](repeating: 0, count: Self.index(degree + 1, 0))
    var d = p
    p[0] = 1
    for m in 0...degree {
      let head = Self.index(m, m)
      if m > 0 {
        // Equations 5 and 6 with n = m, from n = m − 1.
        let factor = m == 1 ? 1 : (Double(2 * m - 1) / Double(2 * m)).squareRoot()
        let before = Self.index(m - 1, m - 1)
        p[head] = factor * c * p[before]
        d[head] = factor * (c * d[before] - s * p[before])
      }
      for n in (m + 1)..<(degree + 1) {
        let (one, two) = (Self.index(n - 1, m), n - 2 >= m ? Self.index(n - 2, m) : nil)
        let back = Double((n - 1) * (n - 1) - m * m).squareRoot()
        let ahead = Double(n * n - m * m).squareRoot()
        let twice = Double(2 * n - 1)
        p[Self.index(n, m)] = (twice * s * p[one] - (two.map { back * p[$0] } ?? 0)) / ahead
        d[Self.index(n, m)] = (twice * (s * d[one] + c * p[one]) - (two.map { back * d[$0] } ?? 0)) / ahead
      }
    }
    return (p, d)
  }

  private func pow(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }
}

extension ReferenceWorldModel {
  /// The model in the device's code, in Double.
  public static let released: ReferenceWorldModel = {
    do throws(FormatError) { return try ReferenceWorldModel(text: releasedText) } catch {
      preconditionFailure("line \(error.line) of the released coefficients: \(error.reason)")
    }
  }()
}
