// The packet with which PJRC's MotionCal sends a calibration to a sketch.

import Recordings

/// 68 bytes: 117, 84, sixteen 32-bit floating-point numbers, and a checksum of all bytes before it. Low bytes come
/// first.
///
/// The numbers: offsets of the accelerometer and of the gyroscope, the hard iron in µT, the field's strength in µT, and
/// xx, yy, zz, xy, xz, yz of the matrix. MotionCal sends zeros for the first six, and so does this program.
struct MotionCalPacket: Equatable {
  static let length = 68
  let numbers: [Float]

  init(_ correction: AppliedCorrection) throws {
    let (h, strength) = try correction.inUnit(.microtesla, for: .motioncal)
    let m = correction.symmetric.rows
    let six = [m[0].x, m[1].y, m[2].z, m[0].y, m[0].z, m[1].z]
    numbers = ([Double](repeating: 0, count: 6) + [h.x, h.y, h.z, strength] + six).map { Float($0) }
  }

  var bytes: [UInt8] {
    var packet: [UInt8] = [117, 84]
    for number in numbers {
      for byte in 0..<4 { packet.append(UInt8(truncatingIfNeeded: number.bitPattern >> (8 * UInt32(byte)))) }
    }
    let check = Self.check(packet)
    return packet + [UInt8(truncatingIfNeeded: check), UInt8(check >> 8)]
  }

  /// CRC-16/MODBUS; of a whole packet it is 0.
  static func check(_ bytes: [UInt8]) -> UInt16 {
    bytes.reduce(0xffff) { crc, byte in
      (0..<8).reduce(crc ^ UInt16(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xa001 : value >> 1 }
    }
  }
}
