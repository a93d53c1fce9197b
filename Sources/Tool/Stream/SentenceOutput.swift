// Readings as the values of NMEA 0183 sentences, and of everything else that tells a heading to other programs.
import DeviceUnits
import HostSession
import LinkProtocol
import Marine
import Quantities

/// Converts readings to sentences; it keeps the last headings for the rate of turn.
package struct SentenceOutput {
  /// Whether the source is simulated or recorded, which THS reports.
  package let isSimulated: Bool
  /// The card that the device applies; without a card HDG's deviation is empty.
  package let card: DeviationCard
  /// The worst accuracy that a heading may have, degrees; `nil` for any.
  package let worst: Double?
  /// If the heading of the latest reading was left out because its accuracy is worse than `worst`: that accuracy,
  /// degrees.
  package private(set) var withheld: Double?
  private var turning = TurnFromHeadings()
  /// The variation of the latest reading that had one: it is that of the place, and stays while a heading is unsound.
  private var variation: Double?

  package init(isSimulated: Bool, card: DeviationCard = .none, worst: Double? = nil) {
    (self.isSimulated, self.card, self.worst) = (isSimulated, card, worst)
  }

  /// Call this after missed readings. The next reading then has no rate of turn, because the time may have started
  /// again.
  package mutating func addGap() {
    turning.restart()
    variation = nil
  }

  /// The lines of one reading, without their line ends.
  /// - Parameter motion: the values of a gyroscope; `nil` without one.
  package mutating func lines(_ reading: Reading, _ motion: FusionReport? = nil) -> [String] {
    statement(reading, motion).linesWithoutEnds
  }

  /// The values for the sentences of one reading.
  package mutating func statement(_ reading: Reading, _ motion: FusionReport?) -> HeadingStatement {
    var statement = HeadingStatement()
    statement.isSimulated = isSimulated || reading.flags.contains(.injected)
    let assessment = reading.assessment
    statement.field =
      switch assessment.disturbance {
      case .clear, .recovering: .normal
      case .suspect: .suspect
      case .disturbed: .disturbed
      }
    // The orientation of a display does not matter for readers of sentences.
    let isTurned = !reading.flags.contains(.pointsAlongZ) && !reading.flags.contains(.pointsAgainstZ)
    let turn = isTurned ? assessment.orientation.offset : .zero
    if let magnetic = assessment.magnetic, let trueNorth = assessment.trueNorth {
      variation = (trueNorth - magnetic).signedDegrees
    }
    statement.variation = variation
    let usable = reading.mode != .unavailable && assessment.isUsable ? assessment.magnetic : nil
    let found = usable.map { $0 - turn }
    withheld = found == nil ? nil : excess(assessment.accuracy)
    if let magnetic = found, withheld == nil {
      let degrees = magnetic.degrees
      statement.magneticHeading = degrees
      // It is smoothed like the magnetic heading, so that HDG's first field plus its deviation gives HDM.
      statement.sensorHeading = degrees
      if card != .none {
        let (compass, deviation) = card.compass(
          magnetic: degrees, near: reading.source == .compass ? reading.heading.degrees : degrees)
        (statement.sensorHeading, statement.deviation) = (compass, deviation)
      }
      if let trueNorth = assessment.trueNorth.map({ $0 - turn }) {
        statement.trueHeading = trueNorth.degrees
      }
      turning.add(magnetic, at: reading.time)
    } else {
      turning.restart()
    }
    if let motion, let rate = MotionFormat.rateOfTurn(motion) {
      statement.rateOfTurn = Self.isKnown(rate, within: MotionFormat.rateBound(motion)) ? rate * 60 : nil
    } else if let (rate, bound) = turning.rate {
      statement.rateOfTurn = Self.isKnown(rate, within: bound) ? rate * 60 : nil
    }
    Self.fillTilt(of: &statement, from: reading, motion)
    return statement
  }

  /// The gyroscope's tilt, or that of the accelerometer.
  private static func fillTilt(of statement: inout HeadingStatement, from reading: Reading, _ motion: FusionReport?) {
    if let tilt = motion.flatMap(MotionFormat.tilt) {
      (statement.roll, statement.pitch) = (tilt.roll, tilt.pitch)
    } else if reading.mode == .tilted {
      statement.pitch = reading.pitch.signedDegrees
      if reading.flags.contains(.roll) { statement.roll = reading.roll.signedDegrees }
    }
  }

  /// Whether a rate of turn may be sent: its 95 % bound is at most 12° a minute, or a tenth of the rate. Both in degrees a
  /// second. ROT cannot say how wrong it may be.
  static func isKnown(_ rate: Double, within bound: Double) -> Bool { bound <= max(0.2, abs(rate) / 10) }

  /// The accuracy in degrees if it is worse than the limit; otherwise nil. A heading without a stated accuracy may have
  /// any error.
  private func excess(_ hundredths: UInt16?) -> Double? {
    guard let worst else { return nil }
    let accuracy = Double(hundredths ?? 18_000) / 100
    return accuracy > worst ? accuracy : nil
  }
}

extension HeadingStatement {
  /// The sentences, without their line ends.
  var linesWithoutEnds: [String] { lines.map { $0.hasSuffix("\r\n") ? String($0.dropLast()) : $0 } }
}
