// Finds the processes that have a port open. It reads /proc, so it works on Linux only; elsewhere it finds none.
import Foundation

/// A process that has a device node open.
struct PortHolder: Equatable {
  let process: Int32
  let command: String
}

enum PortHolders {
  /// The processes that have the node open, as far as this user may see them. Root sees all, other users their own.
  static func list(path: String) -> [PortHolder] {
    guard let pointer = realpath(path, nil) else { return [] }
    defer { free(pointer) }
    let target = String(cString: pointer)
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap(Int32.init).sorted().compactMap { process in
      hasOpen(process: process, target: target)
        ? PortHolder(process: process, command: command(of: process)) : nil
    }
  }

  /// "minicom (process 4711)", or nil if no process is visible.
  static func describe(path: String) -> String? {
    let holders = list(path: path)
    // This process also has the port open now. It is the answer only if there is no other.
    let others = holders.filter { $0.process != getpid() }
    if let other = others.first { return "\(other.command) (process \(other.process))" }
    return holders.isEmpty ? nil : "this program itself (process \(getpid()))"
  }

  private static func hasOpen(process: Int32, target: String) -> Bool {
    let folder = "/proc/\(process)/fd"
    guard let descriptors = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return false }
    return descriptors.contains { descriptor in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
        guard let start = buffer.baseAddress else { return false }
        let length = readlink("\(folder)/\(descriptor)", start, buffer.count - 1)
        guard length > 0 else { return false }
        start[length] = 0
        return strcmp(start, target) == 0
      }
    }
  }

  private static func command(of process: Int32) -> String {
    let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
    return name?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "a program"
  }
}
