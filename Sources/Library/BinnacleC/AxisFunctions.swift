// The axis check of binnacle.h.

// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Binnacle
import CBinnacle

@c @implementation
public func binnacle_axis_check_init(
  _ check: UnsafeMutablePointer<binnacle_axis_check>?, _ size: Int
) -> binnacle_result {
  let code = refusal(
    storage: UInt(bitPattern: check), size: size, is: MemoryLayout<binnacle_axis_check>.size,
    holds: MemoryLayout<AxisCheck>.size)
  guard code == Code.success, let check else { return code }
  return initialise(UnsafeMutableRawPointer(check), Kind.axisCheck, AxisCheck())
}

@c @implementation
public func binnacle_axis_check_add(
  _ check: UnsafeMutablePointer<binnacle_axis_check>?, _ pose: Int32, _ nanotesla: UnsafePointer<Int32>?,
  _ microG: UnsafePointer<Int32>?
) -> binnacle_result {
  with(check) { check in
    var code = refusal(nanotesla)
    if code == Code.success, microG != nil { code = refusal(microG) }
    guard code == Code.success, let nanotesla else { return code }
    guard pose >= 0, pose < 6, let held = AxisPose(rawValue: UInt8(truncatingIfNeeded: pose)) else {
      return Code.range
    }
    let field = vector(nanotesla)
    let force = microG.map { vector($0) } ?? .zero
    guard isWithinRange(field), isWithinRange(force) else { return Code.range }
    guard check.count < AxisCheck.capacity else { return Code.state }
    check.add(field: field, specificForce: force, pose: held)
    return code
  }
}

/// Whether each component is within ±2^21.
private func isWithinRange(_ v: Vector3) -> Bool {
  v.x.magnitude <= 1 &<< 21 && v.y.magnitude <= 1 &<< 21 && v.z.magnitude <= 1 &<< 21
}

@c @implementation
public func binnacle_axis_check_accelerometer(
  _ check: UnsafePointer<binnacle_axis_check>?, _ finding: UnsafeMutablePointer<binnacle_axis_finding>?
) -> binnacle_result {
  with(UnsafeMutablePointer(mutating: check)) { check in
    let code = refusal(finding)
    guard code == Code.success, let finding else { return code }
    write(check.accelerometer(), &finding.pointee)
    return code
  }
}

@c @implementation
public func binnacle_axis_check_magnetometer(
  _ check: UnsafePointer<binnacle_axis_check>?, _ accelerometer: UnsafePointer<binnacle_axis_finding>?,
  _ pointsDown: Int32, _ finding: UnsafeMutablePointer<binnacle_axis_finding>?
) -> binnacle_result {
  with(UnsafeMutablePointer(mutating: check)) { check in
    var code = refusal(finding)
    if code == Code.success, accelerometer != nil { code = refusal(UInt(bitPattern: accelerometer), alignment: 4) }
    guard code == Code.success, let finding else { return code }
    var known: AxisArrangement?
    if let accelerometer, accelerometer.pointee.outcome == AxisFinding.Outcome.certain.rawValue {
      guard
        let remap = axes(
          forward: Int32(accelerometer.pointee.forward), right: Int32(accelerometer.pointee.right))
      else { return Code.range }
      known = AxisArrangement(remap, isMirrored: accelerometer.pointee.is_mirrored != 0)
    }
    write(check.magnetometer(accelerometer: known, pointsDown: pointsDown != 0), &finding.pointee)
    return code
  }
}

private func write(_ found: AxisFinding, _ finding: inout binnacle_axis_finding) {
  finding.disagreement_permille = found.disagreement
  finding.next_disagreement_permille = found.nextDisagreement
  finding.outcome = found.outcome.rawValue
  finding.forward = found.arrangement.remap.forward.rawValue
  finding.right = found.arrangement.remap.right.rawValue
  finding.is_mirrored = found.arrangement.isMirrored ? 1 : 0
}
