// Compares a heading function in this process with the equations in Double, for random attitudes.
import Correction
import Heading
import Quantities
import Reference

/// The ways from sensor values to a heading, with the largest allowed error of each.
package enum HeadingPath: String, CaseIterable, Sendable {
  /// Six counts of 16 bits.
  case counts
  /// Nanotesla and micro-g, corrected by a record.
  case service

  /// The largest allowed error of the path, degrees.
  package var limitDegrees: Double {
    switch self {
    case .counts: 1e-5
    case .service: 2e-5
    }
  }
}

/// The functions under test; nil means no heading.
package struct HeadingFunctions: Sendable {
  package var counts: @Sendable (CountsInput) -> BinaryAngle?
  package var service: @Sendable (ServiceInput) -> BinaryAngle?

  package init(
    counts: @escaping @Sendable (CountsInput) -> BinaryAngle?,
    service: @escaping @Sendable (ServiceInput) -> BinaryAngle?
  ) {
    (self.counts, self.service) = (counts, service)
  }

  /// The functions of the device's code.
  package static let core = HeadingFunctions(
    counts: { TiltCompensation.heading(field: $0.field, force: $0.force) },
    service: { TiltCompensation.heading(field: $0.field, specificForce: $0.force, calibration: $0.record) })
}

/// One run of a heading function over many samples. Sample k of a seed is the same in every run.
package struct HeadingSweep: Equatable, Sendable {
  package var path: HeadingPath
  package var samples: SweepSamples

  package init(path: HeadingPath, samples: SweepSamples) { (self.path, self.samples) = (path, samples) }

  /// Runs the sweep.
  ///
  /// - Parameters:
  ///   - threads: how many threads run at once.
  ///   - progress: called about ten times per second on the caller's thread with the number of finished samples;
  ///     returns false to stop.
  package func run(
    threads: Int, functions: HeadingFunctions = .core, progress: (UInt64) -> Bool = { _ in true }
  ) -> AngleTally<UInt64> {
    samples.run(threads: threads, progress: progress) { index, tally in
      var draw = HeadingDraw(seed: samples.seed, index: index)
      switch path {
      case .counts:
        let input = draw.counts()
        tally.add(index: index, answer: functions.counts(input)?.rawValue, expectedDegrees: input.expectedDegrees)
      case .service:
        let input = draw.service()
        tally.add(index: index, answer: functions.service(input)?.rawValue, expectedDegrees: input.expectedDegrees)
      }
    }
  }

  /// The named inputs of a sample, and the exact heading in degrees; with `nil` the heading is left out.
  package func inputs(of index: UInt64) -> [(name: String, value: Double)] {
    var draw = HeadingDraw(seed: samples.seed, index: index)
    let (named, expected): ([(String, [Double])], Double?)
    switch path {
    case .counts:
      let input = draw.counts()
      (named, expected) = (input.named, input.expectedDegrees)
    case .service:
      let input = draw.service()
      (named, expected) = (input.named, input.expectedDegrees)
    }
    var inputs = [(name: "index", value: Double(index))]
    for (name, values) in named {
      for (axis, value) in zip(["X", "Y", "Z"], values) { inputs.append((name + axis, value)) }
    }
    if let expected { inputs.append(("expectedDegrees", expected)) }
    return inputs
  }
}

extension CountsInput {
  /// The heading by the equations in Double.
  var expectedDegrees: Double? {
    ReferenceHeading(
      field: SIMD3(Double(field.x), Double(field.y), Double(field.z)),
      specificForce: SIMD3(Double(force.x), Double(force.y), Double(force.z))
    ).headingDegrees
  }

  var named: [(String, [Double])] {
    [
      ("field", [field.x, field.y, field.z].map(Double.init)), ("force", [force.x, force.y, force.z].map(Double.init)),
    ]
  }
}

extension ServiceInput {
  /// The heading by the equations in Double, with the record's integers taken as exact.
  var expectedDegrees: Double? {
    var record = ReferenceRecord()
    record.hardIronQ8 = SIMD3(hardIronQ8.x, hardIronQ8.y, hardIronQ8.z)
    record.softIronQ24 = softIronQ24.map { SIMD3($0.x, $0.y, $0.z) }
    let (m, a) = (field.nanotesla, force.microG)
    return ReferenceHeading(
      nanotesla: SIMD3(m.x, m.y, m.z), record: record, specificForceMicroG: SIMD3(a.x, a.y, a.z)
    ).headingDegrees
  }

  var named: [(String, [Double])] {
    let vectors = [
      ("nanotesla", field.nanotesla), ("microG", force.microG), ("hardIronQ8", hardIronQ8),
      ("softIronQ24Row1", softIronQ24[0]), ("softIronQ24Row2", softIronQ24[1]), ("softIronQ24Row3", softIronQ24[2]),
    ]
    return vectors.map { ($0, [Double($1.x), Double($1.y), Double($1.z)]) }
  }
}
