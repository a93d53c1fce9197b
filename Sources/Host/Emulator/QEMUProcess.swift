// The QEMU process. It never outlives its host, whatever way the host ends.
import Foundation
import SerialLink

/// QEMU under a small shell that kills it when the host ends.
///
/// The shell waits for the end of its standard input; only this process holds the other end. The kernel closes that end
/// when this process ends by return, error, signal or SIGKILL. The shell then kills QEMU. Both run in their own process
/// group, so that Ctrl-C on the terminal reaches only the host, which can still talk to the board and finish its
/// summary.
final class QEMUProcess: @unchecked Sendable {
  /// The descriptors of QEMU for its serial line and its control socket.
  static let serialDescriptor: Int32 = 3
  static let controlDescriptor: Int32 = 4

  /// The host's ends. QEMU's errors come over `diagnostics`.
  let serial: Int32
  let control: Int32
  let diagnostics: Int32
  /// The process group of the shell and QEMU.
  let group: pid_t

  private let lock = NSLock()
  private var lifeline: Int32

  /// The shell closes its copies of the sockets, so that the sockets end when QEMU ends. `$1` is the program.
  private static let script = """
    "$@" </dev/null &
    machine=$!
    exec 2>&- 3>&- 4>&-
    read -r end
    kill -9 $machine
    wait $machine
    """

  /// - Parameters:
  ///   - program: absolute path.
  ///   - name: for messages.
  ///   - needsRoom: whether the serial line must buffer more than a few frames.
  init(program: String, arguments: [String], name: String, needsRoom: Bool = false) throws(LinkError) {
    // Odd entries go to the child. All entries are closed on exec in every other child of this process.
    var ends: [Int32] = []
    do throws(LinkError) {
      for index in 0..<4 {
        let isSerial = index == 2
        let (ours, theirs) =
          isSerial && needsRoom ? try LinuxSocket.roomyPair(name: name) : try LinuxSocket.pair(name: name)
        ends += [ours, theirs]
      }
    } catch {
      for end in ends { close(end) }
      throw error
    }
    // Descriptors must be above the numbers that the child will use: a descriptor copied onto itself would stay closed
    // on exec.
    for index in ends.indices where ends[index] <= Self.controlDescriptor {
      let copy = fcntl(ends[index], F_DUPFD_CLOEXEC, Self.controlDescriptor + 1)
      close(ends[index])
      ends[index] = copy
    }
    let places: [(Int, Int32)] = [(1, 0), (3, 2), (5, Self.serialDescriptor), (7, Self.controlDescriptor)]
    let command = ["/bin/sh", "-c", Self.script, "sh", program] + arguments
    var started: pid_t = 0
    let status = Self.spawn(command, places.map { (ends[$0], $1) }, &started)
    for index in stride(from: 1, to: ends.count, by: 2) {
      close(ends[index])
      ends[index] = -1
    }
    guard status == 0 else {
      for end in ends where end >= 0 { close(end) }
      throw .cannotOpen(name: name, reason: String(cString: strerror(status)))
    }
    (lifeline, diagnostics, serial, control) = (ends[0], ends[2], ends[4], ends[6])
    group = started
  }

  private static func spawn(_ command: [String], _ places: [(Int32, Int32)], _ started: inout pid_t) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (source, target) in places { posix_spawn_file_actions_adddup2(&actions, source, target) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))

    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer {
      for word in words { free(word) }
    }
    return posix_spawn(&started, command[0], &actions, &attributes, &words, environ)
  }

  /// Kills QEMU and waits until it is gone. Calling it twice is harmless. The descriptors stay open for their reader.
  func end() {
    let isFirst = lock.withLock {
      guard lifeline >= 0 else { return false }
      close(lifeline)
      lifeline = -1
      return true
    }
    guard isFirst else { return }
    var status: Int32 = 0
    // The shell needs about a millisecond. If someone has stopped it, the whole group is killed.
    for _ in 0..<500 {
      if waitpid(group, &status, WNOHANG) != 0 { return }
      usleep(2_000)
    }
    kill(-group, SIGKILL)
    waitpid(group, &status, 0)
  }

  /// Closes the host's ends. Call it only when no thread reads from them.
  func closeDescriptors() {
    for descriptor in [serial, control, diagnostics] { close(descriptor) }
  }

  /// The absolute path of a program in PATH, or nil. A name that is a path is returned as it is.
  static func find(_ program: String) -> String? {
    if program.hasPrefix("/") { return access(program, X_OK) == 0 ? program : nil }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }
}
