// The command-line layer: dispatch, parsing, messages and statuses.
import SerialLink
import TerminalInterface
import Testing

@testable import ToolCommandLine

/// Shows what it was given, and fails as told.
private struct ProbeCommand: Subcommand {
  static let rate = CommandOption("rate", "HZ", "readings per second")
  static let duration = CommandOption("duration", "SECONDS", "how long")
  static let output = CommandOption("output", letter: "o", "FILE", "where to")
  static let verbose = CommandOption.flag("verbose", letter: "v", "say more")
  static let shard = CommandOption("shard", "I/N", "part I of N")
  static let unit = CommandOption("unit", "UNIT", "unit of the columns", among: ["nT", "uT", "gauss"])
  static let fail = CommandOption.flag("fail", "throw an error")

  let name = "probe"
  let summary = "show what was given"
  let arguments = [CommandArgument("LINK", "the device"), CommandArgument("FILE", .optional, "a file")]
  let options = [rate, duration, output, verbose, shard, unit, fail, .seed, .json]
  let examples = [CommandExample("probe auto", "shows it")]

  func run(_ arguments: ParsedArguments) throws -> ToolCommandLine.ExitStatus {
    if arguments.flag(Self.fail) { throw LinkError.lost(name: "wire", reason: "cut") }
    var object: JSONObject = ["positionals": .array(arguments.positionals.map { .string($0) })]
    object["rate"] = .optional(try arguments.number(Self.rate, in: 0.1...220)) { .double($0) }
    object["duration"] = .optional(try arguments.seconds(Self.duration)) { .double($0) }
    object["output"] = .optional(arguments.text(Self.output)) { .string($0) }
    object["verbose"] = .bool(arguments.flag(Self.verbose))
    object["shard"] = .optional(try arguments.part(Self.shard, atMost: 99)) {
      .string("part \($0.index) of \($0.count)")
    }
    object["unit"] = .optional(try arguments.choice(Self.unit)) { .string($0) }
    object["seed"] = .integer(try arguments.seed())
    arguments.console.line(object)
    return .verdictFailed
  }
}

private let tool = CommandLineTool(
  tree: [
    .command(ProbeCommand()),
    .group(CommandGroup(name: "boxes", summary: "work with boxes", members: [ProbeCommand()])),
  ],
  version: "1.2.3")

private func run(_ line: String) -> (status: Int32, results: String, remarks: String) {
  let spy = SpyConsole()
  let status = tool.run(line.split(separator: " ").map(String.init), console: spy.console)
  return (status, spy.results, spy.remarks)
}

@Test func options_areReadWhereverTheyStand() {
  let (status, results, remarks) = run("probe -v --rate=50 auto --duration 500ms -o out.bin file --shard 2/8 --unit uT")
  #expect(status == 1)
  #expect(remarks.isEmpty)
  #expect(
    results == """
      {"positionals":["auto","file"],"rate":50.0,"duration":0.5,"output":"out.bin","verbose":true,\
      "shard":"part 2 of 8","unit":"uT","seed":1}

      """)
}

@Test func options_absentAreNil() {
  let results = run("probe auto").results
  #expect(results.contains(#""rate":null,"duration":null,"output":null,"verbose":false,"shard":null"#))
}

@Test func options_lastOfSeveralCounts() {
  #expect(run("probe auto --rate 5 --rate 7").results.contains(#""rate":7.0"#))
}

@Test func options_valueMayBeginWithMinus() {
  #expect(run("probe auto --output -X,Y").results.contains(#""output":"-X,Y""#))
}

@Test func options_abbreviationIsUnderstood() {
  #expect(run("probe auto --dur 2m").results.contains(#""duration":120.0"#))
}

@Test func words_afterTwoDashesAreArguments() {
  #expect(run("probe -- --rate").results.contains(#"["--rate"]"#))
}

@Test func seed_takesAll64Bits() {
  #expect(run("probe auto --seed 18446744073709551615").results.contains(#""seed":18446744073709551615"#))
}

@Test(arguments: [
  ("probe auto --rat 5 --rte 5", "There is no option --rte.\nDid you mean --rate?"),
  ("probe auto --zzzzzz", "There is no option --zzzzzz.\nSee `binnacle probe --help`."),
  ("probe auto -x", "There is no option -x.\nSee `binnacle probe --help`."),
  ("probe auto --rate", "--rate needs a value: --rate HZ (readings per second)."),
  ("probe auto -o", "-o needs a value: -o, --output FILE (where to)."),
  ("probe auto --output=", "--output needs a value: -o, --output FILE (where to)."),
  ("probe auto --verbose=3", "--verbose takes no value: say more."),
  ("probe", "LINK is missing: the device.\nSee `binnacle probe --help`."),
  ("probe a b c", "“c” is one argument too many.\nSee `binnacle probe --help`."),
  ("probe a --rate fast", "--rate wants a number from 0.1 to 220, not “fast”."),
  ("probe a --rate nan", "--rate wants a number from 0.1 to 220, not “nan”."),
  ("probe a --rate 1e9", "--rate wants a number from 0.1 to 220, not “1e9”."),
  ("probe a --duration 0", "--duration wants a time such as 10, 500ms, 2m or 1h, at most 31536000 seconds, not “0”."),
  ("probe a --shard 9/8", "--shard wants part i of n, written i/n, such as 2/8 (n up to 99), not “9/8”."),
  ("probe a --shard 1", "--shard wants part i of n, written i/n, such as 2/8 (n up to 99), not “1”."),
  ("probe a --seed -1", "--seed wants a whole number from 0 to 18,446,744,073,709,551,615, not “-1”."),
  ("probe a --unit nt", "--unit takes nT, uT, gauss, not “nt”; did you mean nT?"),
  ("porbe a", "There is no command “porbe”.\nDid you mean `binnacle probe`?"),
  ("boxes prbe a", "There is no command “boxes prbe”.\nDid you mean `binnacle boxes probe`?"),
  ("boxes --verbose", "`boxes` needs a command before --verbose.\nSee `binnacle boxes --help`."),
  ("--json probe", "The command comes first, then its options: binnacle COMMAND --json.\nSee `binnacle --help`."),
  ("xylophone", "There is no command “xylophone”.\nSee `binnacle --help` for those there are."),
])
func usageError_saysWhatAndWhatNext(line: String, message: String) {
  let (status, results, remarks) = run(line)
  #expect(status == 2)
  #expect(results.isEmpty)
  #expect(remarks == "binnacle: \(message)\n")
}

@Test func error_ofALinkEndsWithItsStatus() {
  let (status, results, remarks) = run("probe auto --fail")
  #expect(status == 3)
  #expect(results.isEmpty)
  #expect(remarks == "binnacle: wire is gone: cut.\nStart again.\n")
}

@Test func nothing_givenShowsTheOverviewAndFails() {
  let (status, results, remarks) = run("")
  #expect(status == 2)
  #expect(results.isEmpty)
  #expect(remarks.contains("Commands:"))
}

@Test func version_isPrinted() {
  #expect(run("--version") == (0, "binnacle 1.2.3\n", ""))
}

@Test func help_isTheSameByEitherWay() {
  let (status, results, _) = run("help boxes probe")
  #expect(status == 0)
  #expect(results == run("boxes probe --help").results)
  #expect(results == run("boxes probe auto -h").results)
  #expect(run("help probe").results == run("probe --help").results)
  #expect(run("help boxes").results == run("boxes --help").results)
  #expect(run("help").results == run("--help").results)
}

@Test func helpOfACommand_isMadeFromItsDescription() {
  #expect(
    run("probe --help").results == """
      binnacle probe: show what was given.

      Usage: binnacle probe LINK [FILE] [OPTIONS]

      Examples:
        binnacle probe auto
            shows it

      Arguments:
        LINK  the device
        FILE  a file

      Options:
        --rate HZ           readings per second
        --duration SECONDS  how long
        -o, --output FILE   where to
        -v, --verbose       say more
        --shard I/N         part I of N
        --unit UNIT         unit of the columns
        --fail              throw an error
        --seed N            seed of the random inputs, 0 … 2^64 − 1 (default 1)
        --json              JSON lines, also on a terminal
        -h, --help          show this help

      """)
}
