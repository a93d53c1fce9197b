// Writes a reading of the link once, from what was measured, found and assessed.

import Correction
import FieldMonitor
import Heading
import LinkProtocol
import Quantities

extension Reading {
  /// Writes the reading of one sample into `self`, which must be a new `Reading()`.
  /// - Parameters:
  ///   - sample: counts and field in sensor axes.
  ///   - number: the sample's number since boot.
  ///   - isMeasured: whether the counts could be converted to a field.
  @inline(never)
  mutating func compose(
    _ sample: inout FieldSample, number: UInt32, isMeasured: Bool, _ evidence: inout HeadingEvidence,
    _ assessment: inout HeadingAssessment, _ tilt: TiltForce, _ pipeline: borrowing Pipeline
  ) {
    time = sample.time
    sampleNumber = number
    counts = sample.counts
    scale = sample.scale
    reason = evidence.reason
    if isMeasured {
      temperatureEighths = sample.temperatureEighths
      if sample.isStale { flags.insert(.stale) }
      if sample.isOverflowed { flags.insert(.overflow) }
      if pipeline.isProvoked { flags.insert(.provoked) }
      if pipeline.pointsThroughDisplay {
        flags.insert(pipeline.pointer.forward == .plusZ ? .pointsAlongZ : .pointsAgainstZ)
      }
      if assessment.isDisplayFlat { flags.insert(.flat) }
      if pipeline.record.modelOrder != .none {
        flags.insert(.calibrated)
        grade = pipeline.record.grade
      }
      if let force = evidence.observation.specificForce {
        flags.insert(.specificForce)
        specificForce = force
      }
      field = pipeline.input(of: sample.field)
      correctedField = evidence.observation.field
    }
    if evidence.isSolved { add(&evidence.solution, HeadingMode(rawValue: evidence.mode) ?? .unavailable) }
    self.assessment = assessment
    tilt.complete(&self, from: sample.origin)
  }

  /// Roll and pitch are computed here, because a reading that is not sent does not need them.
  @inline(never)
  private mutating func add(_ solution: inout HeadingSolution, _ mode: HeadingMode) {
    self.mode = mode
    heading = solution.heading
    dip = solution.dip
    horizontalNanotesla = solution.horizontalNanotesla
    flags.insert(.dip)
    pitch = solution.pitch
    if let roll = solution.roll {
      self.roll = roll
      flags.insert(.roll)
    }
  }
}
