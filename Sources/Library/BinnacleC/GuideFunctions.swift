// A calibration with a gyroscope, of binnacle.h.

// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Binnacle
import CBinnacle

@c @implementation
public func binnacle_guide_init(_ guide: UnsafeMutablePointer<binnacle_guide>?, _ size: Int) -> binnacle_result {
  let code = refusal(
    storage: UInt(bitPattern: guide), size: size, is: MemoryLayout<binnacle_guide>.size,
    holds: MemoryLayout<CompassGuide>.size)
  guard code == Code.success, let guide else { return code }
  return initialise(UnsafeMutableRawPointer(guide), Kind.guide, CompassGuide())
}

@c @implementation
public func binnacle_guide_step(
  _ guide: UnsafeMutablePointer<binnacle_guide>?, _ calibration: UnsafeMutablePointer<binnacle_calibration>?,
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ motion: UnsafeMutablePointer<binnacle_motion>?, _ now: UInt64
) -> binnacle_result {
  with(guide) { guide in
    with(calibration) { calibration in
      with(compass) { compass in
        with(motion) { motion in
          guide.step(&calibration, of: &compass, with: &motion, at: Instant(microseconds: now))
            ? Int32(truncatingIfNeeded: BINNACLE_NEW_RECORD) : Code.success
        }
      }
    }
  }
}

@c @implementation
public func binnacle_guide_reason(
  _ guide: UnsafePointer<binnacle_guide>?, _ place: UInt32, _ reason: UnsafeMutablePointer<binnacle_reason>?
) -> binnacle_result {
  with(UnsafeMutablePointer(mutating: guide)) { guide in
    let code = refusal(reason)
    guard code == Code.success, let reason else { return code }
    guard place < UInt32(CompassGuide.reportedCount) else { return Code.range }
    guard let found = guide.reported(UInt16(truncatingIfNeeded: place)) else { return Code.nothing }
    write(found, .note, &reason.pointee)
    return code
  }
}
