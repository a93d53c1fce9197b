// The guided calibration of binnacle.h.

// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Binnacle
import CBinnacle
import Calibration

@c @implementation
public func binnacle_calibration_init(
  _ calibration: UnsafeMutablePointer<binnacle_calibration>?, _ size: Int
) -> binnacle_result {
  let code = refusal(
    storage: UInt(bitPattern: calibration), size: size, is: MemoryLayout<binnacle_calibration>.size,
    holds: MemoryLayout<CompassCalibration>.size)
  guard code == Code.success, let calibration else { return code }
  return initialise(UnsafeMutableRawPointer(calibration), Kind.calibration, CompassCalibration())
}

@c @implementation
public func binnacle_calibration_set_store(
  _ calibration: UnsafeMutablePointer<binnacle_calibration>?, _ hasStore: Int32
) -> binnacle_result {
  with(calibration) { calibration in
    calibration.hasStore = hasStore != 0
    return Code.success
  }
}

// MARK: - Commands

@c @implementation
public func binnacle_calibration_start(
  _ calibration: UnsafeMutablePointer<binnacle_calibration>?, _ sensor: Int32, _ flags: UInt32, _ delay: UInt32,
  _ now: UInt64
) -> binnacle_result {
  with(calibration) { calibration in
    guard sensor == 0 || sensor == 1, flags <= 1, delay <= 65_535 else { return Code.range }
    do throws(IllegalCalibrationEvent) {
      try calibration.start(
        sensor == 0 ? .magnetometer : .accelerometer, delayMilliseconds: UInt16(truncatingIfNeeded: delay),
        refits: flags != 0, at: Instant(microseconds: now))
      return Code.success
    } catch { return Code.state }
  }
}

/// The commands without further arguments.
private enum Command { case finish, cancel, commit, discard }

@inline(never)
private func carryOut(
  _ command: Command, _ calibration: UnsafeMutablePointer<binnacle_calibration>?, _ now: UInt64
) -> Int32 {
  with(calibration) { calibration in
    let now = Instant(microseconds: now)
    do throws(IllegalCalibrationEvent) {
      switch command {
      case .finish: try calibration.finish(at: now)
      case .cancel: try calibration.cancel(at: now)
      case .commit: try calibration.commit(at: now)
      case .discard: try calibration.discard(at: now)
      }
      return Code.success
    } catch { return Code.state }
  }
}

@c @implementation
public func binnacle_calibration_finish(
  _ calibration: UnsafeMutablePointer<binnacle_calibration>?, _ now: UInt64
) -> binnacle_result { carryOut(.finish, calibration, now) }

@c @implementation
public func binnacle_calibration_cancel(
  _ calibration: UnsafeMutablePointer<binnacle_calibration>?, _ now: UInt64
) -> binnacle_result { carryOut(.cancel, calibration, now) }

@c @implementation
public func binnacle_calibration_commit(
  _ calibration: UnsafeMutablePointer<binnacle_calibration>?, _ now: UInt64
) -> binnacle_result { carryOut(.commit, calibration, now) }

@c @implementation
public func binnacle_calibration_discard(
  _ calibration: UnsafeMutablePointer<binnacle_calibration>?, _ now: UInt64
) -> binnacle_result { carryOut(.discard, calibration, now) }

@c @implementation
public func binnacle_calibration_saved(
  _ calibration: UnsafeMutablePointer<binnacle_calibration>?, _ isStored: Int32, _ now: UInt64
) -> binnacle_result {
  with(calibration) { calibration in
    calibration.saved(isStored != 0, at: Instant(microseconds: now)) ? Code.success : Code.state
  }
}

// MARK: - Work

@c @implementation
public func binnacle_calibration_step(
  _ calibration: UnsafeMutablePointer<binnacle_calibration>?, _ compass: UnsafeMutablePointer<binnacle_compass>?,
  _ now: UInt64
) -> binnacle_result {
  with(calibration) { calibration in
    with(compass) { compass in
      calibration.step(&compass, at: Instant(microseconds: now))
        ? Int32(truncatingIfNeeded: BINNACLE_NEW_RECORD) : Code.success
    }
  }
}

// MARK: - Results

@c @implementation
public func binnacle_calibration_progress(
  _ calibration: UnsafeMutablePointer<binnacle_calibration>?, _ now: UInt64,
  _ progress: UnsafeMutablePointer<binnacle_progress>?
) -> binnacle_result {
  with(calibration) { calibration in
    let code = refusal(progress)
    guard code == Code.success, let progress else { return code }
    progress.pointee.samples = calibration.sampleCount
    progress.pointee.rejected = calibration.rejectedCount
    progress.pointee.milliseconds_left = calibration.timeLeft(at: Instant(microseconds: now)) / 1000
    progress.pointee.state = calibration.state.rawValue
    progress.pointee.percent = calibration.percent
    progress.pointee.advice = calibration.advice.rawValue
    let coverage = calibration.coverage
    progress.pointee.directions = UInt8(truncatingIfNeeded: coverage.count)
    progress.pointee.coverage = coverage.words
    progress.pointee.duration_milliseconds = calibration.duration
    progress.pointee.sensor = calibration.isOfAccelerometer ? 1 : 0
    progress.pointee.has_committed = calibration.hasCommitted ? 1 : 0
    progress.pointee.waits_for_store = calibration.waitsForStore ? 1 : 0
    progress.pointee.is_stored = calibration.isStored ? 1 : 0
    return code
  }
}

@c @implementation
public func binnacle_calibration_outcome(
  _ calibration: UnsafeMutablePointer<binnacle_calibration>?, _ outcome: UnsafeMutablePointer<binnacle_outcome>?
) -> binnacle_result {
  with(calibration) { calibration in
    let code = refusal(outcome)
    guard code == Code.success, let outcome else { return code }
    outcome.pointee.confidence_percent = calibration.confidence
    let found = calibration.outcome
    outcome.pointee.hard_iron_q8_nanotesla = (found.centre.x, found.centre.y, found.centre.z)
    outcome.pointee.field_nanotesla = found.radius
    outcome.pointee.samples = found.sampleCount
    outcome.pointee.typical_error_centidegrees = found.predictedTypical
    outcome.pointee.worst_error_centidegrees = found.predictedWorst
    outcome.pointee.residual_millipercent = found.residual
    outcome.pointee.held_out_millipercent = found.heldOutResidual
    outcome.pointee.is_accepted = found.accepted ? 1 : 0
    outcome.pointee.model = found.model.rawValue
    outcome.pointee.grade = found.grade
    return code
  }
}

@c @implementation
public func binnacle_calibration_reason(
  _ calibration: UnsafeMutablePointer<binnacle_calibration>?, _ place: UInt32,
  _ reason: UnsafeMutablePointer<binnacle_reason>?
) -> binnacle_result {
  with(calibration) { calibration in
    let code = refusal(reason)
    guard code == Code.success, let reason else { return code }
    guard place < UInt32(CompassCalibration.reportedCount) else { return Code.range }
    let place = UInt16(truncatingIfNeeded: place)
    guard let found = calibration.reported(place) else { return Code.nothing }
    write(found, calibration.weight(place), &reason.pointee)
    return code
  }
}

func write(_ found: CalibrationReason, _ weight: ReasonWeight, _ reason: inout binnacle_reason) {
  reason.measured = found.measured
  reason.limit = found.limit
  reason.code = UInt32(found.code.rawValue)
  reason.weight = UInt32(weight.rawValue)
}

// MARK: - Questions

@c @implementation
public func binnacle_calibration_question(
  _ calibration: UnsafeMutablePointer<binnacle_calibration>?, _ compass: UnsafeMutablePointer<binnacle_compass>?,
  _ now: UInt64, _ reason: UnsafeMutablePointer<binnacle_reason>?
) -> binnacle_result {
  with(calibration) { calibration in
    with(compass) { compass in
      let code = refusal(reason)
      guard code == Code.success, let reason else { return code }
      guard let why = calibration.question(about: &compass, at: Instant(microseconds: now)) else { return Code.nothing }
      write(why, .note, &reason.pointee)
      return code
    }
  }
}

@c @implementation
public func binnacle_calibration_set_questions(
  _ calibration: UnsafeMutablePointer<binnacle_calibration>?, _ interval: UInt32, _ asks: Int32
) -> binnacle_result {
  with(calibration) { calibration in
    guard interval >= UInt32(CalibrationPrompter.shortestInterval), interval <= 65_535 else { return Code.range }
    calibration.questions.setInterval(seconds: UInt16(truncatingIfNeeded: interval))
    calibration.questions.suppressForDevice(asks == 0)
    return Code.success
  }
}
