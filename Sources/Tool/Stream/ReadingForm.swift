// The forms of the output of a stream.
import HostSession
import LinkProtocol
import Quantities
import ToolCommandLine

/// What a stream writes to standard output.
package enum OutputForm: Sendable {
  /// Rows for people, or JSON lines, with titles, remarks, gaps and a verdict between and after them.
  case readings
  /// Forms of other programs, which have a place for readings only.
  case sentences, coreLocation, table

  /// Whether the form has a place for readings only.
  package var isForeign: Bool { if case .readings = self { false } else { true } }

  private static let options: [(option: CommandOption, form: OutputForm)] = [
    (.nmea, .sentences), (.coreLocation, .coreLocation), (.csv, .table), (.json, .readings),
  ]

  /// The form that the user asked for.
  package init(_ arguments: ParsedArguments) throws {
    let given = Self.options.filter { arguments.flag($0.option) }
    guard given.count < 2 else {
      throw UsageError(
        "\(given.map { "--\($0.option.name)" }.joined(separator: " and ")) are different forms of the output.\nChoose one."
      )
    }
    self = given.first?.form ?? .readings
    if arguments.flag(.check), isForeign {
      throw UsageError(
        "--check ends with a verdict, for which --\(given[0].option.name) has no form.\nLeave out one of them.")
    }
  }
}

/// A form with one line for each reading.
protocol ReadingForm {
  /// The line before all others; `nil` without one.
  var header: String? { get }
  /// - Parameters:
  ///   - motion: `nil` without a gyroscope.
  ///   - movement: `nil` without locations.
  func line(_ reading: Reading, _ motion: FusionReport?, _ movement: Movement?) -> String
}

extension StreamReport {
  /// Begins an output that depends on the device; rows and JSON do not.
  ///
  /// - Parameters:
  ///   - mounting: asks for sensor axes to body axes.
  ///   - card: asks for the deviation card.
  ///   - time: when a reading was made, seconds since 1970.
  func begin<Failure: Error>(
    _ form: OutputForm, isSimulated: Bool, mounting: () throws(Failure) -> AxisRemap,
    card: () throws(Failure) -> DeviationCard, time: @escaping (Reading) -> Double
  ) throws(Failure) {
    switch form {
    case .readings: break
    case .sentences: writeSentences(isSimulated: isSimulated, card: try card())
    case .coreLocation: write(CoreLocationOutput(mounting: try mounting(), time: time))
    case .table: write(TableOutput(mounting: try mounting()))
    }
  }
}
