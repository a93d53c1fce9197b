// Cases of the vectors that the Double reference and the integer core both run (Protocols/heading, sections 8 to 11).

/// `accuracy.json`: angles in 2^−32 turn.
public struct AccuracyCase: Decodable, Sendable {
  public let name: String
  public let pitch: UInt32
  public let dip: UInt32
  public let heading: UInt32
  public let fieldVarianceQ32: UInt32
  public let tiltVarianceQ32: UInt32
  public let calibrationHundredths: UInt16
  public let horizontalNanotesla: UInt32?
  public let yearsOutside: UInt32
  public let state: String
  public let offsetSquaredQ31: UInt32
  /// 4 nT.
  public let expectedUnits: UInt16
  public let expectedHorizontalUnits: UInt16
  public let hasDip: Bool
  public let accuracyDegrees: Double
  public let trueAccuracyDegrees: Double?
  public let grade: UInt8?
}

/// `assessment.json`
public struct JudgementCase: Decodable, Sendable {
  public let name: String
  public let compass: UInt32?
  /// A to E, 2^−32 turn, signed or not.
  public let card: [Int64]
  public let declination: UInt32?
  public let display: String
  public let choice: String
  public let horizontalNanotesla: UInt32
  public let modelledNanotesla: UInt32?
  public let isStated: Bool
  public let magneticDegrees: Double?
  public let trueDegrees: Double?
  public let reference: String
  public let zone: String?
}

/// `pointing.json`
public struct PointingCase: Decodable, Sendable {
  public let name: String
  public let number: UInt8
  public let fieldQ8: [Int32]
  public let specificForceMicroG: [Int32]?
  public let headingDegrees: Double?
}

/// `smoothing.json`
public struct SmoothingCase: Decodable, Sendable {
  public struct Sample: Decodable, Sendable {
    public let time: UInt64
    public let heading: UInt32?
    public let smoothedDegrees: Double?
  }
  public let name: String
  public let timeConstant: UInt32
  public let samples: [Sample]
}

/// `events.json`
public struct EventsCase: Decodable, Sendable {
  public struct Telling: Decodable, Sendable {
    public let time: UInt64
    public let heading: UInt32?
    public let magnetic: Bool
    public let trueNorth: Bool
    public let grade: UInt8
    public let disturbance: UInt8
    public let reference: String
    public let mode: UInt8
    public let orientation: String
    public let events: [String]
  }
  public let name: String
  public let minimumChange: UInt32
  public let heartbeat: UInt32
  public let readings: [Telling]
}

/// `orientation.json`
public struct OrientationCase: Decodable, Sendable {
  public struct Sample: Decodable, Sendable {
    public let specificForceMicroG: [Int32]
    public let orientation: String
    public let flat: Bool
  }
  public let name: String
  public let samples: [Sample]
}

/// `monitor.json`
public struct MonitorCase: Decodable, Sendable {
  public struct Finding: Decodable, Sendable {
    public let state: String
    public let strengthDeviation: Double
    public let dipDeviation: Double?
    public let fieldVariance: Double
    public let tiltVariance: Double
    public let offsetSquared: Double
    public let isTrusted: Bool
    public let isHanging: Bool
    /// What is held to from the next sample on.
    public let expectedNanotesla: UInt32
  }
  public struct Segment: Decodable, Sendable {
    public let count: Int
    public let interval: UInt64
    public let fieldQ8: [Int32]
    public let specificForceMicroG: [Int32]?
    public let dip: UInt32?
    public let isOverflowed: Bool
    public let isRepeated: Bool
    public let after: Finding
  }
  public let name: String
  public let strengthNanotesla: UInt32
  public let dip: UInt32?
  public let residualNanotesla: UInt32
  public let worldNanotesla: UInt32?
  public let segments: [Segment]
  /// Number of the sample, and the state from it on.
  public let states: [Change]

  public struct Change: Decodable, Equatable, Sendable {
    public let number: Int
    public let state: String

    public init(number: Int, state: String) { (self.number, self.state) = (number, state) }

    public init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      number = try list.decode(Int.self)
      state = try list.decode(String.self)
    }
  }

  /// One sample of a segment.
  public struct Sample {
    public let time: UInt64
    public let fieldQ8: SIMD3<Int32>
    public let specificForce: SIMD3<Int32>?
    public let dip: UInt32?
    public let isOverflowed: Bool
  }

  /// Runs all samples.
  /// - Parameters:
  ///   - take: judges one sample and gives the new state.
  ///   - check: called after each segment with what must hold then.
  /// - Returns: the changes of state.
  public func run(_ take: (Sample) -> String, _ check: (Int, Finding) -> Void) -> [Change] {
    var changes = [Change(number: 0, state: "clear")]
    var (time, number) = (UInt64(0), 0)
    for (index, segment) in segments.enumerated() {
      for n in 0..<segment.count {
        let field = segment.fieldQ8
        let noise: Int32 = segment.isRepeated || n % 2 == 0 ? 0 : 1
        let state = take(
          Sample(
            time: time, fieldQ8: SIMD3(field[0], field[1] + noise, field[2]),
            specificForce: segment.specificForceMicroG.map { SIMD3($0[0], $0[1], $0[2]) }, dip: segment.dip,
            isOverflowed: segment.isOverflowed))
        if state != changes.last?.state { changes.append(Change(number: number, state: state)) }
        time += segment.interval
        number += 1
      }
      check(index, segment.after)
    }
    return changes
  }
}

/// `meter.json`
public struct MeterCase: Decodable, Sendable {
  public struct Sample: Decodable, Sendable {
    public let field: [Int32]
    public let specificForceMicroG: [Int32]?
  }
  /// The sample after which the baseline is refused, the reason's code, and by how much the field or gravity moved: nanotesla or
  /// hundredths of a degree.
  public struct Refusal: Decodable, Sendable {
    public let after: Int
    public let reason: Int
    public let amount: Double
  }
  public struct Reading: Decodable, Sendable {
    public let field: [Int32]
    public let specificForceMicroG: [Int32]?
    public let isOverflowed: Bool
    public let magnitude: Double
    public let isLost: Bool
    public let isGuarded: Bool
    public let difference: [Double]?
    public let differenceMagnitude: Double?
    public let normalised: [Int32]
  }
  public let name: String
  public let baseline: [Sample]
  public let refused: Refusal?
  public let readings: [Reading]
}
