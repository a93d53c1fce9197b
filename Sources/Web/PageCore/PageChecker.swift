// Checks one reading of a device: in the same integers, to the bit, and in Double from the specification.

import Calibration
import Correction
import FieldMonitor
import Heading
import LinkProtocol
import Quantities
import ReadingCheck
import Reference

/// The device's settings: record, mounting and pointing axis.
struct PageChecker: ~Copyable {
  /// The bytes of the record in use; the first `recordLength` of them.
  var record = InlineArray<216, UInt8>(repeating: 0)
  var recordLength = 0
  var mounting: UInt8 = 0
  /// The pointing axis; 6: the most level one.
  var pointer: UInt8 = 0
}

/// What a check found, as JavaScript reads it.
struct PageFinding {
  /// Degrees; NaN: there is none.
  var expected = Double.nan
  var found = Double.nan
  var difference = Double.nan
  /// Bits of the fields that differ: 1 field, 2 corrected field, 4 heading, 8 dip, 16 horizontal, 32 pitch, 64 roll,
  /// 128 mode, 256 reason.
  var differs: UInt32 = 0
  /// A `ReadingComparison.Finding`.
  var finding: UInt8 = 0
  /// Whether the integers could be computed again.
  var isComputed: UInt8 = 0
  var hasOtherField: UInt8 = 0
  var hasMismatch: UInt8 = 0
}

extension PageChecker {
  /// Computes the reading again, both ways.
  borrowing func check(_ reading: Reading) -> PageFinding {
    var finding = PageFinding()
    compareBits(reading, &finding)
    compareReference(reading, &finding)
    return finding
  }

  // MARK: - Integers

  private borrowing func compareBits(_ reading: Reading, _ finding: inout PageFinding) {
    guard let field = reading.scale.field(of: reading.counts) else { return }
    switch reading.reason {
    case .sensorFault, .sensorStarting, .noFreshSample, .countsOutOfRange, .unknownScale: return
    default: finding.isComputed = 1
    }
    let turn = AxisRemap(rawValue: mounting) ?? .identity
    let axis = pointing(of: reading.flags)
    let pointer = AxisRemap.pointing(axis)
    var evidence = HeadingEvidence(at: reading.time)
    if reading.flags.contains(.specificForce) {
      evidence.observation.specificForce = reading.specificForce
      if axis.isVertical(under: reading.specificForce.microG) { evidence.reason = .pointsVertically }
    } else if axis.axis == 2 {
      evidence.reason = .pointsVertically
    }
    if reading.scale.isBeyondRange(reading.counts) { evidence.reason = .overflow }
    var used = CalibrationRecord.identity
    if recordLength > 0 {
      do throws(RecordDefect) {
        used = try CalibrationRecord(bytes: record.span.extracting(0..<recordLength))
      } catch { finding.isComputed = 0 }
    }
    let sums = used.correctionSums(for: field)
    let corrected = CorrectedField(q8Nanotesla: turn.body(sums.rounded.q8Nanotesla))
    evidence.field = sums.fine
    evidence.field.mantissa = pointer.body(turn.body(evidence.field.mantissa))
    evidence.solve(pointer: pointer)

    var differs = Differences()
    differs.record(1, field == reading.field)
    differs.record(2, corrected == reading.correctedField)
    differs.record(256, evidence.reason == reading.reason)
    let mode = evidence.isSolved ? HeadingMode(rawValue: evidence.mode) ?? .unavailable : .unavailable
    differs.record(128, mode == reading.mode)
    if evidence.isSolved {
      let solution = evidence.solution
      differs.record(4, solution.heading == reading.heading)
      differs.record(8, solution.dip == reading.dip)
      differs.record(16, solution.horizontalNanotesla == reading.horizontalNanotesla)
      differs.record(32, solution.pitch == reading.pitch)
      differs.record(64, (solution.roll ?? .zero) == reading.roll)
    }
    finding.differs = differs.bits
  }

  /// The axis whose heading the reading contains.
  private borrowing func pointing(of flags: Reading.Flags) -> AxisRemap.SignedAxis {
    if pointer < 6 { return AxisRemap.SignedAxis(rawValue: pointer) ?? .plusX }
    return flags.contains(.pointsAlongZ) ? .plusZ : flags.contains(.pointsAgainstZ) ? .minusZ : .plusX
  }

  // MARK: - Double

  private borrowing func compareReference(_ reading: Reading, _ finding: inout PageFinding) {
    var known = ReferenceRecord()
    if recordLength > 0 {
      var bytes: [UInt8] = []
      for i in 0..<recordLength { bytes.append(record[i]) }
      do throws(ReferenceRecordDefect) {
        known = try ReferenceRecord(bytes: bytes)
      } catch { return }
    }
    let comparison = ReadingComparison(
      reading, record: known, mounting: ReferenceMounting(rawValue: mounting) ?? .identity,
      pointing: pointer < 6 ? ReferenceMounting(pointing: pointer) : nil)
    finding.finding = comparison.finding.rawValue
    finding.hasOtherField = comparison.hasOtherField ? 1 : 0
    finding.hasMismatch = comparison.stateMismatches > 0 ? 1 : 0
    if reading.mode != .unavailable { finding.found = ReferenceAngle.degrees(binary: reading.heading.rawValue) }
    guard let expected = comparison.expectedDegrees else { return }
    finding.expected = expected
    if reading.mode != .unavailable {
      finding.difference = ReferenceAngle.shortestDifferenceDegrees(from: expected, to: finding.found)
    }
  }
}

/// Bits of fields that differ.
private struct Differences {
  private(set) var bits: UInt32 = 0

  @inline(never)
  mutating func record(_ bit: UInt32, _ isSame: Bool) {
    if !isSame { bits |= bit }
  }
}
