// `binnacle` as a process: started, watched, killed if need be, and never leaving anything behind.
import BoardKit
import Foundation
import TestSupport
import Testing

/// What a run of the program came to.
struct Outcome {
  /// The exit status; 128 + n after signal n, as shells count.
  let status: Int32
  /// The lines of standard output.
  let lines: [String]
  let remarks: String

  /// The last line as a JSON object.
  func verdict() throws -> JSON { try JSON(line: #require(lines.last, "no output; \(remarks)")) }

  /// All lines but the last as JSON objects.
  func readings() throws -> [JSON] { try lines.dropLast().map { try JSON(line: $0) } }
}

/// A JSON object, asked by path: `"numeric.pass"`.
struct JSON {
  let object: [String: Any]

  init(line: String) throws {
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
    object = try #require(value as? [String: Any], "no JSON object: \(line.prefix(200))")
  }

  func value(_ path: String) -> Any? {
    path.split(separator: ".").reduce(object as Any?) { ($0 as? [String: Any])?[String($1)] }
  }
  func number(_ path: String) throws -> Double {
    try #require((value(path) as? NSNumber)?.doubleValue, "\(path) is \(String(describing: value(path)))")
  }
  func integer(_ path: String) throws -> Int {
    try #require(value(path) as? Int, "\(path) is \(String(describing: value(path)))")
  }
  func flag(_ path: String) throws -> Bool {
    try #require(value(path) as? Bool, "\(path) is \(String(describing: value(path)))")
  }
  func text(_ path: String) throws -> String {
    try #require(value(path) as? String, "\(path) is \(String(describing: value(path)))")
  }
  func numbers(_ path: String) throws -> [Double] {
    try #require(value(path) as? [Any], "\(path) is missing").map { try #require($0 as? NSNumber).doubleValue }
  }
  func isNull(_ path: String) -> Bool { value(path) is NSNull }
}

/// A running `binnacle`.
final class Program {
  private let process: pid_t
  private let folder: TemporaryFolder
  /// In the environment of the program, and so of everything that it starts.
  private let mark = "BINNACLE_TEST_RUN=\(UUID().uuidString)"
  private let words: [String]
  private var status: Int32?

  /// Starts the program that was built beside these tests.
  /// - Parameters:
  ///   - words: its arguments.
  ///   - root: the checkout whose boards it uses.
  ///   - through: a program, with its first arguments, that runs what follows them: `["env", "PATH=/nowhere"]`.
  init(_ words: [String], root: String = Repository.path(""), through: [String] = []) throws {
    // Every link to an emulator needs an image; the first test that asks builds them all.
    if root == Repository.path(""), words.contains(where: { $0.hasPrefix("emulator:") }) { _ = try Images.built() }
    self.words = words
    folder = try TemporaryFolder()
    let path = Self.path
    try #require(access(path, X_OK) == 0, "\(path) is missing. Run `swift build --product binnacle`.")

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    let create = O_WRONLY | O_CREAT | O_APPEND
    posix_spawn_file_actions_addopen(&actions, 1, folder.path("results"), create, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, folder.path("remarks"), create, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Whatever the test runner blocks or ignores must not reach the program.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let inherited = ProcessInfo.processInfo.environment.filter { $0.key != "BINNACLE_ROOT" }
    let environment = inherited.map { "\($0.key)=\($0.value)" } + [mark, "BINNACLE_ROOT=\(root)"]
    let command = through + [path] + words
    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer {
      for word in arguments + variables { free(word) }
    }
    var started: pid_t = 0
    let result = posix_spawnp(&started, command[0], &actions, &attributes, &arguments, &variables)
    try #require(result == 0, "\(path) does not start: \(String(cString: strerror(result)))")
    process = started
  }

  deinit { end() }

  /// Where it is: where BINNACLE_PROGRAM says, else beside the tests.
  static let path =
    ProcessInfo.processInfo.environment["BINNACLE_PROGRAM"]
    ?? Project.programPath().deletingLastPathComponent().appendingPathComponent("binnacle").path

  /// Runs the program to its end.
  static func run(_ words: String..., root: String = Repository.path(""), within seconds: Double = 120) throws
    -> Outcome
  {
    try run(words, root: root, within: seconds)
  }

  static func run(
    _ words: [String], root: String = Repository.path(""), through: [String] = [], within seconds: Double = 120
  ) throws -> Outcome {
    try Program(words, root: root, through: through).finish(within: seconds)
  }

  /// Waits for the end, and for that of everything that was started. The time over, kills it and fails.
  func finish(within seconds: Double = 120) throws -> Outcome {
    let isOver = wait(seconds) { hasEnded() }
    if !isOver { end() }
    let outcome = Outcome(
      status: status ?? -1, lines: text("results").split(whereSeparator: \.isNewline).map(String.init),
      remarks: text("remarks"))
    try #require(
      isOver, "binnacle \(words.joined(separator: " ")) had not ended after \(seconds) s; \(outcome.remarks)")
    #expect(wait(2) { others().isEmpty }, "binnacle \(words.joined(separator: " ")) left processes behind: \(others())")
    end()
    return outcome
  }

  /// Sends it a signal.
  func signal(_ number: Int32) { kill(process, number) }

  /// Asks it to end, as Ctrl-C does, and waits until it has.
  func interrupt(by number: Int32 = SIGINT, within seconds: Double = 120) throws -> Outcome {
    signal(number)
    return try finish(within: seconds)
  }

  /// Waits until it has written this many lines of results.
  func waitForLines(_ count: Int, within seconds: Double = 60) throws {
    let isThere = wait(seconds) { text("results").utf8.count { $0 == 10 } >= count || hasEnded() }
    try #require(isThere, "binnacle \(words.joined(separator: " ")) wrote no \(count) lines in \(seconds) s")
    try #require(status == nil, "binnacle ended by itself with status \(status ?? 0): \(text("remarks"))")
  }

  /// Waits until it has written a text this many times among its remarks.
  func waitForRemark(_ words: String, count: Int = 1, within seconds: Double = 30) throws {
    let isThere = wait(seconds) { text("remarks").components(separatedBy: words).count > count || hasEnded() }
    try #require(isThere, "binnacle \(self.words.joined(separator: " ")) did not say “\(words)”: \(text("remarks"))")
    try #require(status == nil, "binnacle ended by itself with status \(status ?? 0): \(text("remarks"))")
  }

  /// The emulator that it started.
  func emulator(within seconds: Double = 30) throws -> pid_t {
    var found: pid_t?
    _ = wait(seconds) {
      found = others().first { Self.file($0, "comm")?.hasPrefix("qemu") ?? false }
      return found != nil || hasEnded()
    }
    return try #require(found, "binnacle \(words.joined(separator: " ")) started no emulator; \(text("remarks"))")
  }

  /// Kills the program and whatever it left behind.
  private func end() {
    if !hasEnded() {
      kill(process, SIGKILL)
      _ = wait(5) { hasEnded() }
    }
    if !wait(2, { others().isEmpty }) {
      for other in others() { kill(other, SIGKILL) }
    }
  }

  private func hasEnded() -> Bool {
    if status != nil { return true }
    var raw: Int32 = 0
    guard waitpid(process, &raw, WNOHANG) == process else { return false }
    // wait(2): the low seven bits are the signal, zero for an exit whose status follows.
    status = raw & 0x7f == 0 ? (raw >> 8) & 0xff : 128 + (raw & 0x7f)
    return true
  }

  /// Processes other than the program that carry its mark.
  private func others() -> [pid_t] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap(pid_t.init).filter { $0 != process && Self.file($0, "environ")?.contains(mark) ?? false }
  }

  /// A file of /proc/PID (proc(5)); zombies have an empty environment.
  private static func file(_ process: pid_t, _ name: String) -> String? {
    guard let data = FileManager.default.contents(atPath: "/proc/\(process)/\(name)") else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  private func text(_ name: String) -> String {
    String(decoding: FileManager.default.contents(atPath: folder.path(name)) ?? Data(), as: UTF8.self)
  }

  private func wait(_ seconds: Double, _ condition: () -> Bool) -> Bool {
    let end = DispatchTime.now() + seconds
    while !condition() {
      if DispatchTime.now() > end { return false }
      usleep(5_000)
    }
    return true
  }
}
