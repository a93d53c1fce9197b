// Sends MotionCal's packet to a sketch, and checks whether the sketch uses it.

import Foundation
import SerialLink
import TerminalInterface
import ToolCommandLine

enum SketchPort {
  /// - Parameters:
  ///   - startSeconds: the time for a board to start, because many boards restart when their port is opened.
  ///   - answerSeconds: the time for the sketch to print the numbers that it uses, which it does with every hundredth
  ///     sample.
  /// - Throws: status 5 if the port cannot be opened, status 1 if the sketch does not show the numbers.
  static func send(
    _ packet: MotionCalPacket, to path: String, _ console: Console, startSeconds: Double = 6, answerSeconds: Double = 10
  ) throws {
    let stream = try openSerial(path: path)
    defer { stream.close() }
    guard try !stream.read(atMost: 4096, deadline: .after(seconds: startSeconds)).isEmpty else {
      throw CommandError(
        .cannotOpen,
        "\(path) prints nothing, so nothing was sent.\nIs it a calibration sketch of NXPMotionSense or Adafruit_AHRS?")
    }
    try stream.write(packet.bytes, deadline: .after(seconds: 5))
    var lines = LineTail()
    let deadline = Deadline.after(seconds: answerSeconds)
    while !deadline.hasPassed, !Interrupt.isRequested {
      for line in lines.next(try stream.read(atMost: 4096, deadline: deadline)) where shows(packet, line) {
        console.remark("binnacle: \(path) uses the calibration")
        return
      }
    }
    throw CommandError(
      .verdictFailed,
      "\(path) got the calibration and did not show it within \(Int(answerSeconds)) s.\n"
        + "Look at the line Cal1: that its sketch prints; its last four numbers should be "
        + packet.numbers[6..<10].map { Digits.fixed(Double($0), 3) }.joined(separator: ",") + ".")
  }

  /// Whether a line shows that a sketch uses the packet: `Cal1:` and the first ten numbers with three decimals.
  static func shows(_ packet: MotionCalPacket, _ line: String) -> Bool {
    guard let begin = line.range(of: "Cal1:") else { return false }
    let numbers = line[begin.upperBound...].split(separator: ",").map {
      Float($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    guard numbers.count == 10 else { return false }
    return zip(numbers, packet.numbers).allSatisfy { told, sent in told.map { abs($0 - sent) <= 0.002 } ?? false }
  }
}

/// Splits the bytes of a port into lines. The bytes after the last line end wait for the rest of their line.
private struct LineTail {
  private var rest: [UInt8] = []
  /// A longer line does not come from such a sketch.
  private static let limit = 4096

  mutating func next(_ bytes: [UInt8]) -> [String] {
    rest += bytes
    var lines = rest.split(separator: 10, omittingEmptySubsequences: false)
    rest = Array((lines.popLast() ?? []).suffix(Self.limit))
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }
}
