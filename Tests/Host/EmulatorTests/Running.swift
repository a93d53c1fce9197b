// Looking for processes that should be gone.
import Foundation
import SerialLink

/// Processes of a process group that still run (zombies do not).
func running(inGroup group: Int32) -> [Int32] {
  let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return entries.compactMap(Int32.init).filter { process in
    guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = line.lastIndex(of: ")")
    else { return false }
    // After the command in parentheses: state, parent, group (proc(5)).
    let fields = line[line.index(end, offsetBy: 2)...].split(separator: " ")
    return fields[2] == String(group) && fields[0] != "Z"
  }
}

/// Waits until no process of the group runs; false when some still do after the given time.
func isGone(group: Int32, within seconds: Double) -> Bool {
  let deadline = Deadline.after(seconds: seconds)
  while !running(inGroup: group).isEmpty {
    if deadline.hasPassed { return false }
    Thread.sleep(forTimeInterval: 0.005)
  }
  return true
}

/// QEMU itself within a board's process group.
func emulatorProcess(inGroup group: Int32) -> Int32? {
  running(inGroup: group).first {
    (try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8))?.hasPrefix("qemu") ?? false
  }
}
