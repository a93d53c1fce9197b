// Messages whose memory is sent as it is: every byte of every one.

import RawMemory
import Testing

@testable import LinkProtocol

/// Sends every byte of the image alone through memory and back.
/// - Parameters:
///   - ignored: bytes that a reader sets to zero.
///   - limited: bytes whose larger values are refused, with the largest that is not.
private func checkImage<M: PlainMessage>(
  _: M.Type, length: Int = M.imageLength, ignoring ignored: Set<Int> = [], limiting limited: [Int: UInt8] = [:]
) {
  #expect(_isPOD(M.self), "\(M.self) holds references")
  for offset in 0..<M.imageLength where !ignored.contains(offset) {
    for value in UInt8.min...UInt8.max {
      var bytes = [UInt8](repeating: 0, count: length)
      bytes[offset] = value
      let message = M(payload: bytes.span)
      if let limit = limited[offset], value > limit {
        #expect(message == nil, "\(M.self), byte \(offset), value \(value)")
        continue
      }
      let written = message.map { Array(payload($0).prefix(M.imageLength)) }
      #expect(written == Array(bytes.prefix(M.imageLength)), "\(M.self), byte \(offset), value \(value)")
    }
  }
}

@Test func images_ofEveryMessage_comeBackInEveryByte() {
  checkImage(Statistics.self)
  checkImage(MeterReport.self)
  checkImage(CalibrationProgress.self)
  checkImage(CalibrationPrompt.self)
  checkImage(RawSample.self)
  checkImage(RawMotion.self)
  checkImage(Hello.self)
  checkImage(Reading.self, length: Reading.length)
}

@Test func images_withCheckedBytes_comeBackInTheOthers() {
  // Byte 2 holds flags, byte 3 is reserved.
  checkImage(LocalField.self, ignoring: [2, 3])
  // Byte 108 counts the reasons behind the image.
  checkImage(CalibrationReport.self, length: 109 + 140, limiting: [108: 14])
}
