// The emulators that run now, in a form that a signal handler may read.
import Foundation

/// Process groups of running emulators.
enum ProcessGroups {
  private static let capacity = 64
  private static let lock = NSLock()
  /// Fixed memory, zero where free: a signal handler may neither lock nor allocate.
  private nonisolated(unsafe) static let table: UnsafeMutablePointer<pid_t> = {
    let table = UnsafeMutablePointer<pid_t>.allocate(capacity: capacity)
    table.initialize(repeating: 0, count: capacity)
    return table
  }()

  /// A 65th emulator is not entered: its lifeline still ends it.
  static func add(_ group: pid_t) {
    lock.withLock {
      if let free = (0..<capacity).first(where: { table[$0] == 0 }) { table[free] = group }
    }
  }

  static func remove(_ group: pid_t) {
    lock.withLock {
      for index in 0..<capacity where table[index] == group { table[index] = 0 }
    }
  }

  /// Kills them all. Calls nothing but `kill(2)`, so a signal handler may use it.
  static func killAll() {
    var index = 0
    while index < capacity {
      let group = table[index]
      if group > 0 { kill(-group, SIGKILL) }
      index += 1
    }
  }
}
