// What the bench calls with plain words, where the functions themselves take structures in memory.

import Correction
import Cordic
import Heading
import Quantities

/// Offset (3 words) and matrix (9 words) into a record.
@c(binnacle_bench_record)
public func benchRecord(_ memory: UnsafeMutableRawPointer, _ words: UnsafePointer<Int32>) {
  func vector(_ at: Int) -> Vector3 { Vector3(x: words[at], y: words[at &+ 1], z: words[at &+ 2]) }
  var record = CalibrationRecord.identity
  record.hardIron = vector(0)
  record.softIron = MatrixQ24(vector(3), vector(6), vector(9))
  memory.initializeMemory(as: CalibrationRecord.self, to: record)
}

/// The service path: nanotesla (3 words) and micro-g (3 words) to a heading, through the record.
@c(binnacle_bench_service)
public func benchService(_ memory: UnsafeRawPointer, _ words: UnsafePointer<Int32>) -> UInt32 {
  let record = memory.assumingMemoryBound(to: CalibrationRecord.self)
  let field = MagneticField(nanotesla: Vector3(x: words[0], y: words[1], z: words[2]))
  let force = Acceleration(microG: Vector3(x: words[3], y: words[4], z: words[5]))
  guard let solution = try? TiltCompensation.solve(field: record.pointee.apply(to: field), specificForce: force)
  else { return 0 }
  return solution.heading.rawValue
}
