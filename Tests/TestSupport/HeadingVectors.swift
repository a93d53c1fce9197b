// Cases of the vectors that the Double reference and the integer core both run (Protocols/heading, sections 8 to 11).

/// `accuracy.json`: angles in 2^−32 turn.
package struct AccuracyCase: Decodable, Sendable {
  package let name: String
  package let pitch: UInt32
  package let dip: UInt32
  package let heading: UInt32
  package let fieldVarianceQ32: UInt32
  package let tiltVarianceQ32: UInt32
  package let calibrationHundredths: UInt16
  package let horizontalNanotesla: UInt32?
  package let yearsOutside: UInt32
  package let state: String
  package let offsetSquaredQ31: UInt32
  /// 4 nT.
  package let expectedUnits: UInt16
  package let expectedHorizontalUnits: UInt16
  package let hasDip: Bool
  package let accuracyDegrees: Double
  package let trueAccuracyDegrees: Double?
  package let grade: UInt8?
}

/// `assessment.json`
package struct JudgementCase: Decodable, Sendable {
  package let name: String
  package let compass: UInt32?
  /// A to E, 2^−32 turn, signed or not.
  package let card: [Int64]
  package let declination: UInt32?
  package let display: String
  package let choice: String
  package let horizontalNanotesla: UInt32
  package let modelledNanotesla: UInt32?
  package let isStated: Bool
  package let magneticDegrees: Double?
  package let trueDegrees: Double?
  package let reference: String
  package let zone: String?
}

/// `pointing.json`
package struct PointingCase: Decodable, Sendable {
  package let name: String
  package let number: UInt8
  package let fieldQ8: [Int32]
  package let specificForceMicroG: [Int32]?
  package let headingDegrees: Double?
}

/// `smoothing.json`
package struct SmoothingCase: Decodable, Sendable {
  package struct Sample: Decodable, Sendable {
    package let time: UInt64
    package let heading: UInt32?
    package let smoothedDegrees: Double?
  }
  package let name: String
  package let timeConstant: UInt32
  package let samples: [Sample]
}

/// `events.json`
package struct EventsCase: Decodable, Sendable {
  package struct Telling: Decodable, Sendable {
    package let time: UInt64
    package let heading: UInt32?
    package let magnetic: Bool
    package let trueNorth: Bool
    package let grade: UInt8
    package let disturbance: UInt8
    package let reference: String
    package let mode: UInt8
    package let orientation: String
    package let events: [String]
  }
  package let name: String
  package let minimumChange: UInt32
  package let heartbeat: UInt32
  package let readings: [Telling]
}

/// `orientation.json`
package struct OrientationCase: Decodable, Sendable {
  package struct Sample: Decodable, Sendable {
    package let specificForceMicroG: [Int32]
    package let orientation: String
    package let flat: Bool
  }
  package let name: String
  package let samples: [Sample]
}

/// `monitor.json`
package struct MonitorCase: Decodable, Sendable {
  package struct Finding: Decodable, Sendable {
    package let state: String
    package let strengthDeviation: Double
    package let dipDeviation: Double?
    package let fieldVariance: Double
    package let tiltVariance: Double
    package let offsetSquared: Double
    package let isTrusted: Bool
    package let isHanging: Bool
    /// What is held to from the next sample on.
    package let expectedNanotesla: UInt32
  }
  package struct Segment: Decodable, Sendable {
    package let count: Int
    package let interval: UInt64
    package let fieldQ8: [Int32]
    package let specificForceMicroG: [Int32]?
    package let dip: UInt32?
    package let isOverflowed: Bool
    package let isRepeated: Bool
    package let after: Finding
  }
  package let name: String
  package let strengthNanotesla: UInt32
  package let dip: UInt32?
  package let residualNanotesla: UInt32
  package let worldNanotesla: UInt32?
  package let segments: [Segment]
  /// Number of the sample, and the state from it on.
  package let states: [Change]

  package struct Change: Decodable, Equatable, Sendable {
    package let number: Int
    package let state: String

    package init(number: Int, state: String) { (self.number, self.state) = (number, state) }

    package init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      number = try list.decode(Int.self)
      state = try list.decode(String.self)
    }
  }

  /// One sample of a segment.
  package struct Sample {
    package let time: UInt64
    package let fieldQ8: SIMD3<Int32>
    package let specificForce: SIMD3<Int32>?
    package let dip: UInt32?
    package let isOverflowed: Bool
  }

  /// Runs all samples.
  /// - Parameters:
  ///   - take: judges one sample and gives the new state.
  ///   - check: called after each segment with what must hold then.
  /// - Returns: the changes of state.
  package func run(_ take: (Sample) -> String, _ check: (Int, Finding) -> Void) -> [Change] {
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
package struct MeterCase: Decodable, Sendable {
  package struct Sample: Decodable, Sendable {
    package let field: [Int32]
    package let specificForceMicroG: [Int32]?
  }
  /// The sample after which the baseline is refused, the reason's code, and by how much the field or gravity moved: nanotesla or
  /// hundredths of a degree.
  package struct Refusal: Decodable, Sendable {
    package let after: Int
    package let reason: Int
    package let amount: Double
  }
  package struct Reading: Decodable, Sendable {
    package let field: [Int32]
    package let specificForceMicroG: [Int32]?
    package let isOverflowed: Bool
    package let magnitude: Double
    package let isLost: Bool
    package let isGuarded: Bool
    package let difference: [Double]?
    package let differenceMagnitude: Double?
    package let normalised: [Int32]
  }
  package let name: String
  package let baseline: [Sample]
  package let refused: Refusal?
  package let readings: [Reading]
}
