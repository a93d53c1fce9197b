// What the command line of `binnacle publish` says about targets and sentences.
import HostSession
import Marine
import Publishing
import TerminalInterface
import ToolCommandLine

extension TargetTextError: UserFacingError {}

struct PublishSettings {
  /// The rates that are possible on a serial line.
  private static let rates = [10, 5, 2, 1, 0.5, 0.2, 0.1]
  /// The share of a line that sentences may use. A line that is always full delays its data.
  private static let share = 0.9

  /// A target with the rate at which it gets readings.
  struct Feed {
    let target: any PublishTarget
    let rate: Double
    /// What the user must know about the rate; `nil` if there is nothing.
    let remark: String?
  }

  let feeds: [Feed]
  let kinds: [SentenceKind]
  let talker: String
  let worst: Double
  /// Whether the readings come from a capture, whose rate cannot be changed.
  let isCapture: Bool
  /// Readings per second that are requested from the device.
  var deviceRate: Double { feeds.map(\.rate).max() ?? PublishedForm.json.usualRate }

  init(_ arguments: ParsedArguments, isCapture: Bool) throws {
    guard let texts = arguments.given[PublishCommand.to.name] else {
      throw UsageError(
        "--to TARGET is missing: where the readings go.\n"
          + "For a plotter on this machine: --to nmea+tcp://   See `binnacle publish --help`.")
    }
    let targets = try texts.map { try PublishTargets.target($0) }
    for (index, target) in targets.enumerated()
    where targets[..<index].contains(where: { $0.name == target.name && !target.name.hasSuffix(":0") }) {
      throw UsageError("--to \(target.name) is there twice.\nLeave out one.")
    }
    let words = try arguments.choices(PublishCommand.sentences)
    let kinds = words.isEmpty ? SentenceKind.allCases : words.compactMap { SentenceKind(rawValue: $0) }
    let hasSentences = targets.contains { $0.form == .sentences }
    for option in [PublishCommand.sentences, PublishCommand.talker] where arguments.flag(option) && !hasSentences {
      throw UsageError(
        "--\(option.name) is for sentences, and no target takes any.\nAdd --to nmea+tcp://, or leave it out.")
    }
    guard !arguments.flag(.worst) || targets.contains(where: \.form.leavesOutHeadings) else {
      throw UsageError(
        "--worst leaves out headings, and JSON lines tell them all, with their accuracy.\nAdd --to nmea+tcp://, or leave it out."
      )
    }
    if hasSentences, !isCapture, !arguments.flag(.location), kinds.allSatisfy(\.isTrue) {
      let what = kinds.count == 1 ? "\(kinds[0].rawValue) tells a true heading" : "HDT and THS tell true headings"
      throw UsageError(
        "\(what), and without a place there is none.\nAdd --location LAT,LON or --location gpsd; or send HDM.")
    }
    talker = try Self.talker(arguments)
    worst = try arguments.worstHeading()
    let rate = try arguments.number(PublishCommand.rate, in: 0.02...1000)
    (self.kinds, self.isCapture) = (kinds, isCapture)
    feeds = targets.map { Self.feed($0, rate, kinds) }
  }

  private static func talker(_ arguments: ParsedArguments) throws -> String {
    guard let text = arguments.text(PublishCommand.talker) else { return "HC" }
    let isRight =
      text.utf8.count == 2 && text.utf8.allSatisfy { (0x41...0x5a).contains($0) || (0x30...0x39).contains($0) }
    guard isRight, text.first != "P" else {
      throw arguments.refusal(
        PublishCommand.talker, text,
        "two capital letters or digits, such as HC (magnetic compass) or II, and no P at the front")
    }
    return text
  }

  /// The rate of a target: the user's rate, otherwise the default rate or what its line carries.
  private static func feed(_ target: any PublishTarget, _ wish: Double?, _ kinds: [SentenceKind]) -> Feed {
    let usualRate = target.form.usualRate
    guard let bytes = target.bytesPerSecond else { return Feed(target: target, rate: wish ?? usualRate, remark: nil) }
    let longest = HeadingStatement.longestReading(kinds)
    let most = Double(bytes) * share / Double(longest)
    let fitting = rates.first { $0 <= most } ?? most
    let rate = wish ?? fitting
    guard rate > fitting || fitting < usualRate else { return Feed(target: target, rate: rate, remark: nil) }
    let line =
      "the line carries \(Digits.grouped(bytes)) bytes a second, and a reading has up to \(longest): "
      + "\(plain(fitting)) a second fit"
    let outcome =
      rate > fitting
      ? ", and --rate asks for \(plain(rate)): what does not fit is left out"
      : rate == fitting && wish == nil ? ", so it gets these" : ""
    let advice = kinds.count > 2 ? "\nFewer sentences fit more often: --sentences HDG,HDT" : ""
    return Feed(target: target, rate: rate, remark: outcome.isEmpty ? nil : line + outcome + "." + advice)
  }

  /// A rate in its shortest form.
  static func plain(_ rate: Double) -> String {
    rate == rate.rounded() ? Digits.fixed(rate, 0) : Digits.significant(rate, 3)
  }
}
