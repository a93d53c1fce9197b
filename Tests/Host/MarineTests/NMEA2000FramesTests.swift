// Headings as frames of NMEA 2000, worked out by hand.
import Foundation
import Marine
import Testing

@Suite struct NMEA2000FramesTests {
  @Test func everything_isInItsFrame() {
    var heading = HeadingStatement()
    (heading.sensorHeading, heading.deviation, heading.variation) = (180, 1, -2)
    (heading.magneticHeading, heading.trueHeading, heading.rateOfTurn) = (181, 179, -60)
    (heading.pitch, heading.roll) = (10, -10)
    var frames = NMEA2000Frames()
    // π is 31416 × 0.0001, 0x7AB8; 1° 175 or 0x00AF; −2° −349 or 0xFEA3; −1° a second is −558505 × 2⁻⁵ × 10⁻⁶, 0xFFF77A57;
    // 10° 1745 or 0x06D1, −10° 0xF92F. Identifiers: priority, then the number of the message, then the address.
    let lines = frames.lines(heading, at: 45_296.789)
    #expect(
      lines == """
        12:34:56.789 R 09F11223 00 B8 7A AF 00 A3 FE FD\r
        12:34:56.789 R 09F11323 00 57 7A F7 FF FF FF FF\r
        12:34:56.789 R 0DF11923 00 FF 7F D1 06 2F F9 FF\r
        12:34:56.789 R 1DF11A23 00 F3 FF FF A3 FE FF FF\r

        """)
  }

  @Test func whatIsUnknown_isNotAvailable() {
    var frames = NMEA2000Frames()
    let lines = frames.lines(HeadingStatement(), at: 0)
    #expect(
      lines == """
        00:00:00.000 R 09F11223 00 FF FF FF 7F FF 7F FD\r
        00:00:00.000 R 09F11323 00 FF FF FF 7F FF FF FF\r

        """)
  }

  /// An angle that rounds to the whole circle is 0, and no angle becomes "not available".
  @Test func heading_isBelowTheWholeCircle() {
    for degrees in [0, 359.99, 359.9969, 359.9999, 0.0001] {
      var heading = HeadingStatement()
      heading.sensorHeading = degrees
      var frames = NMEA2000Frames()
      let bytes = frames.lines(heading, at: 0).split(separator: " ")
      let units = Int(bytes[5] + bytes[4], radix: 16) ?? -1
      let off = (Double(units) / 10_000 * 180 / .pi - degrees + 540).truncatingRemainder(dividingBy: 360) - 180
      // Half of a unit of 0.0001 rad.
      #expect(units < 62_832 && abs(off) < 0.0029, "\(degrees): \(units)")
    }
  }

  @Test func attitudeAndVariation_comeOnceASecond_andSequencesGoAround() {
    var heading = HeadingStatement()
    (heading.variation, heading.pitch) = (3, 1)
    var frames = NMEA2000Frames()
    var slow = 0
    var sequences: [String] = []
    for tenth in 0..<600 {
      // The times of readings come early or late by some milliseconds.
      let lines = frames.lines(heading, at: Double(tenth) / 10 + Double(tenth * 7919 % 30) / 1000)
      #expect(lines.contains("F11923") == lines.contains("F11A23"))
      if lines.contains("F11A23") { slow += 1 }
      sequences.append(String(lines.split(separator: " ")[3]))
    }
    #expect((54...60).contains(slow), "\(slow)")
    #expect(sequences[252] == "FC" && sequences[253] == "00")
    // A clock that is set back does not stop them.
    let late = frames.lines(heading, at: -1000)
    #expect(late.contains("F11A23"))
  }
}

/// An instrument shows the last attitude until another comes.
@Test func attitude_thatIsNoLongerKnown_isTakenBackOnce() {
  var frames = NMEA2000Frames()
  var heading = HeadingStatement()
  (heading.pitch, heading.roll) = (1, 2)
  #expect(frames.lines(heading, at: 0).contains("0DF11923"))
  let taken = frames.lines(HeadingStatement(), at: 0.1)
  #expect(taken.contains("0DF11923") && taken.contains("FF 7F FF 7F FF 7F FF"), "\(taken)")
  #expect(!frames.lines(HeadingStatement(), at: 0.2).contains("0DF11923"))
  #expect(!frames.lines(HeadingStatement(), at: 2).contains("0DF11923"))
}
