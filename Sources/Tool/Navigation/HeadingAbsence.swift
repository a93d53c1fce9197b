// Why there is no heading, or no arrow: one reason with its sentence and its remedy, the same for every command.

import HostSession
import LinkProtocol
import Navigation
import Quantities
import TerminalInterface
import ToolConnection
import ToolStream

/// The reason that a command reports.
package struct HeadingAbsence: Equatable {
  /// The name in JSON.
  package var name: String
  /// One clause without a full stop, with numbers if there are any.
  package var sentence: String
  /// What to do; empty if nothing helps.
  package var remedy: String

  /// The sentence and the remedy.
  package var text: String { remedy.isEmpty ? sentence : "\(sentence). \(remedy)" }

  /// The reasons of `ReasonTable.guidance`.
  package enum Own: Int {
    case locationOld = 1
    case locationInaccurate, noBearing, headingInaccurate, courseInaccurate, noMagnetometer, noReading, notHanging
    case notInView, disturbed, noTrueNorth, flatUnknown, hangingUnknown
  }

  package init(_ own: Own, numbers: String? = nil) {
    self.init(ReasonTable.reason(own.rawValue, of: ReasonTable.guidance))
    if let numbers { sentence += " (\(numbers))" }
  }

  /// Why the pose excludes the device. A board that measures no tilt is not told to change its pose.
  /// - Parameter isHanging: whether it should hang upright; otherwise it should lie flat.
  static func ofPose(isHanging: Bool, isMeasured: Bool) -> HeadingAbsence {
    HeadingAbsence(
      isHanging ? isMeasured ? .notHanging : .hangingUnknown : isMeasured ? .notInView : .flatUnknown)
  }

  private init(_ row: Reason) { (name, sentence, remedy) = (row.name, row.sentence, row.remedy) }

  /// Why a reading has no heading that other programs may use; `nil` if it has one.
  /// - Parameters:
  ///   - reading: the latest one; `nil` if none came.
  ///   - needsTrueNorth: whether a magnetic heading is not enough.
  package static func of(_ reading: Reading?, on connection: Connection, needsTrueNorth: Bool) -> HeadingAbsence? {
    if connection.hello.headingAvailability == .never { return HeadingAbsence(.noMagnetometer) }
    guard let reading else { return HeadingAbsence(.noReading) }
    let assessment = reading.assessment
    if reading.mode == .unavailable {
      return HeadingAbsence(ReasonTable.reason(Int(reading.mainReasonCode), of: ReasonTable.unavailable))
    }
    if assessment.magnetic == nil {
      let row = ReasonTable.ending(assessment.doubts) ?? ReasonTable.reason(0, of: ReasonTable.unavailable)
      var absence = HeadingAbsence(row)
      if assessment.doubts.contains(.uncalibrated) && row.name == "uncalibrated" {
        absence.remedy = "Calibrate the compass: \(connection.calibrateCommand)"
      }
      return absence
    }
    if !assessment.isUsable {
      return HeadingAbsence(.disturbed, numbers: Self.accuracy(assessment.accuracy))
    }
    guard needsTrueNorth, assessment.trueNorth == nil else { return nil }
    let rows = ReasonTable.rows(of: assessment.doubts)
    return rows.first { ["positionUnknown", "dateUnknown", "modelUnavailable"].contains($0.name) }
      .map { HeadingAbsence($0) } ?? HeadingAbsence(.noTrueNorth)
  }

  /// Why guidance shows no arrow; `nil` if it shows one, waits for the first location or has arrived.
  /// - Parameters:
  ///   - settings: the settings of guidance.
  ///   - location: the latest location.
  ///   - reading: fetches the latest reading if it contains the reason.
  package static func of(
    _ report: GuidanceReport, _ settings: SetDestination, _ location: LocationReport?, on connection: Connection,
    reading: () throws -> Reading?
  ) rethrows -> HeadingAbsence? {
    guard let view = report.view else { return nil }
    if view.state == .unavailable {
      let error = location?.fix.horizontalMillimetres ?? 0
      if error > settings.fixMillimetres {
        let (is_, most) = (Double(error) / 1000, Double(settings.fixMillimetres) / 1000)
        return HeadingAbsence(
          .locationInaccurate, numbers: "±\(Digits.fixed(is_, 0)) m, \(Digits.fixed(most, 0)) m at most")
      }
      let (age, most) = (Double(report.fixAge) / 1e6, Double(settings.fixAge) / 1e6)
      return HeadingAbsence(.locationOld, numbers: "\(Digits.fixed(age, 0)) s, \(Digits.fixed(most, 0)) s at most")
    }
    switch view.hidden {
    case .noHeading: return try of(reading(), on: connection, needsTrueNorth: true) ?? HeadingAbsence(.noTrueNorth)
    case .noBearing: return HeadingAbsence(.noBearing)
    case .inaccurate where report.source == .course:
      let degrees = Digits.fixed(2 * report.courseUncertainty.binaryDegrees, 0)
      return HeadingAbsence(.courseInaccurate, numbers: "±\(degrees)°")
    case .inaccurate:
      let isDisturbed = report.disturbance != .clear
      return HeadingAbsence(isDisturbed ? .disturbed : .headingInaccurate, numbers: Self.accuracy(report.accuracy))
    case .notGuiding, nil: return nil
    }
  }

  private static func accuracy(_ hundredths: UInt16?) -> String {
    "±\(Digits.fixed(Double(hundredths ?? 18_000) / 100, 0))°"
  }
}
