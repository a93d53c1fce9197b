// One thread receives everything that QEMU sends and never stops receiving. If no one drains the serial line, QEMU
// blocks with its global lock held, and its control socket then hangs as well.
import Foundation
import SerialLink

/// The result of one QEMU command.
struct ControlReply: @unchecked Sendable {
  /// The value of "return"; nil if the command was refused.
  let value: [String: Any]?
  /// The refusal in QEMU's words; nil if the command was carried out.
  let refusal: String?
}

/// Reads the serial line, the control socket and the error output of one QEMU, and keeps the bytes for other threads.
final class MachinePump: @unchecked Sendable {
  /// The bytes that are kept for a reader that does not read. Beyond it the oldest are dropped and counted, as on a
  /// real port.
  static let serialLimit = 64 << 20
  private static let diagnosticsLimit = 8192
  /// The longest time between the end of the first and of the last of QEMU's descriptors, on a busy machine.
  private static let endSeconds = 5.0

  let monitor = Monitor()
  // The monitor guards these:
  private(set) var serial = ByteQueue()
  private(set) var droppedBytes = 0
  private(set) var isOver = false
  private(set) var hasGreeting = false
  private(set) var resets = 0
  private var replies: [Int: ControlReply] = [:]
  private var diagnostics: [UInt8] = []
  private var hasEnded = false

  /// Called on the pump's thread when the firmware resets its machine, with the time in monotonic nanoseconds.
  var onGuestReset: (@Sendable (UInt64) -> Void)?

  private let process: QEMUProcess
  /// The emulator's name in messages.
  private let emulator: String
  private let firstReminder: Int32
  private let wakeReceiver: Int32
  private let wakeSender: Int32
  private var controlLine: [UInt8] = []
  private let controlLock = NSLock()
  private var isJoined = false
  private var nextCommand = 1

  /// - Parameter firstReminder: milliseconds; see `ReceiveReminder`.
  init(_ process: QEMUProcess, name: String, emulator: String, firstReminder: Int32) throws(LinkError) {
    self.process = process
    self.emulator = emulator
    self.firstReminder = firstReminder
    (wakeReceiver, wakeSender) = try LinuxSocket.pair(name: name)
  }

  func start() {
    let thread = Thread { [self] in run() }
    thread.name = "emulator"
    thread.start()
  }

  /// Ends the thread and waits for it. Call it after QEMU has ended.
  func join() {
    controlLock.withLock {
      isJoined = true
      close(wakeSender)
    }
    monitor.locked {
      while !hasEnded { _ = monitor.wait(until: .never) }
    }
    close(wakeReceiver)
    process.closeDescriptors()
  }

  // MARK: - The thread

  private func run() {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { chunk.deallocate() }
    var watched = [process.serial, process.control, process.diagnostics, wakeReceiver].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    var nudge = ReceiveReminder(first: firstReminder)
    while true {
      watched[3].fd = wakeReceiver
      let ready = poll(&watched, 4, nudge.milliseconds)
      if ready < 0 { continue }
      if nudge.isDue(descriptor: process.serial) {
        // It does not wait for the answer, because this same thread has to receive it.
        _ = sendControl([["execute": "query-status", "id": 0]])
      }
      for index in 0..<3 where watched[index].revents != 0 {
        let count = Foundation.read(watched[index].fd, chunk.baseAddress, chunk.count)
        if count <= 0 {
          if count < 0, errno == EINTR { continue }
          watched[index].fd = -1
          continue
        }
        let bytes = UnsafeRawBufferPointer(rebasing: chunk[..<count])
        switch index {
        case 0: appendSerial(bytes)
        case 1: readControl(bytes)
        default: appendDiagnostics(bytes)
        }
      }
      if watched[3].revents & Int16(POLLIN) != 0 {
        let count = Foundation.read(wakeReceiver, chunk.baseAddress, chunk.count)
        if count <= 0 { break }
        nudge.written()
      }
      // The error output is read last, because it may say why the others ended.
      if watched[0].fd < 0, watched[1].fd < 0, watched[2].fd < 0 { break }
    }
    monitor.locked {
      isOver = true
      hasEnded = true
      monitor.broadcast()
    }
  }

  private func appendSerial(_ bytes: UnsafeRawBufferPointer) {
    monitor.locked {
      serial.append(bytes)
      if serial.count > Self.serialLimit {
        let excess = serial.count - Self.serialLimit
        serial.drop(excess)
        droppedBytes += excess
      }
      monitor.broadcast()
    }
  }

  private func appendDiagnostics(_ bytes: UnsafeRawBufferPointer) {
    let hasLostMemory = monitor.locked {
      diagnostics += bytes
      if diagnostics.count > Self.diagnosticsLimit { diagnostics.removeLast(diagnostics.count - Self.diagnosticsLimit) }
      return losesMemory
    }
    // The board does not notice the error: it would read back what it wrote and report that it is stored. Therefore
    // QEMU is ended.
    if hasLostMemory { process.end() }
  }

  /// QEMU could not write the file of the board's memory (hw/nvram/eeprom_at24c.c of QEMU 7.2).
  private var losesMemory: Bool {
    String(decoding: diagnostics, as: UTF8.self).contains("failed to write backing file")
  }

  private func readControl(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        controlLine.append(byte)
        continue
      }
      let object = try? JSONSerialization.jsonObject(with: Data(controlLine)) as? [String: Any]
      controlLine.removeAll(keepingCapacity: true)
      if let object { handleControl(object) }
    }
  }

  private func handleControl(_ object: [String: Any]) {
    if let event = object["event"] as? String, event == "RESET" {
      let byGuest = (object["data"] as? [String: Any])?["guest"] as? Bool ?? false
      monitor.locked {
        resets += 1
        monitor.broadcast()
      }
      if byGuest { onGuestReset?(moment(of: object)) }
      return
    }
    monitor.locked {
      if object["QMP"] != nil { hasGreeting = true }
      if let id = object["id"] as? Int, id > 0 {
        let refusal = (object["error"] as? [String: Any])?["desc"] as? String
        replies[id] = ControlReply(value: object["return"] as? [String: Any] ?? [:], refusal: refusal)
      }
      monitor.broadcast()
    }
  }

  /// Converts an event's own time of day to the monotonic clock.
  private func moment(of event: [String: Any]) -> UInt64 {
    let now = MonotonicClock.nanoseconds()
    guard let stamp = event["timestamp"] as? [String: Any], let seconds = stamp["seconds"] as? Int,
      let microseconds = stamp["microseconds"] as? Int
    else { return now }
    let age = Date().timeIntervalSince1970 - Double(seconds) - Double(microseconds) / 1e6
    return now - UInt64(min(max(age, 0), 1) * 1e9)
  }

  // MARK: - For other threads

  /// Bytes were written to the serial line: watch whether QEMU receives them.
  func serialWritten() {
    controlLock.withLock {
      if isJoined { return }
      var byte: UInt8 = 0
      _ = send(wakeSender, &byte, 1, LinuxSocket.noSignal | Int32(MSG_DONTWAIT))
    }
  }

  /// Moves received serial bytes into `buffer`; 0 when the deadline passed, nil when QEMU is gone and everything has
  /// been read.
  func readSerial(into buffer: UnsafeMutableRawBufferPointer, deadline: Deadline) -> Int? {
    monitor.locked {
      while true {
        let count = serial.move(into: buffer)
        if count > 0 { return count }
        if isOver { return nil }
        if deadline.hasPassed || !monitor.wait(until: deadline) { return 0 }
      }
    }
  }

  /// Waits until `condition` holds (it is called with the lock held); false at the deadline or when QEMU is gone.
  func wait(until deadline: Deadline, _ condition: () -> Bool) -> Bool {
    monitor.locked {
      while !condition() {
        if isOver || deadline.hasPassed || !monitor.wait(until: deadline) { return condition() }
      }
      return true
    }
  }

  /// Waits until everything that QEMU wrote has been read. Call this when one of QEMU's descriptors is closed: the
  /// reason may not have arrived yet.
  func waitForEnd() {
    _ = wait(until: .after(seconds: Self.endSeconds)) { false }
  }

  /// Sends commands together and waits for all replies; nil at the deadline or when QEMU is gone.
  func execute(_ commands: [(name: String, arguments: [String: Any])], deadline: Deadline) -> [ControlReply]? {
    let first = controlLock.withLock {
      defer { nextCommand += commands.count }
      return nextCommand
    }
    let ids = first..<first + commands.count
    let objects = zip(ids, commands).map { id, command -> [String: Any] in
      ["execute": command.name, "arguments": command.arguments, "id": id]
    }
    guard sendControl(objects) else {
      waitForEnd()
      return nil
    }
    let isComplete = wait(until: deadline) { ids.allSatisfy { replies[$0] != nil } }
    return monitor.locked {
      let answers = ids.compactMap { replies.removeValue(forKey: $0) }
      return isComplete ? answers : nil
    }
  }

  private func sendControl(_ objects: [[String: Any]]) -> Bool {
    var bytes = Data()
    for object in objects {
      guard let line = try? JSONSerialization.data(withJSONObject: object) else { return false }
      bytes += line + Data("\n".utf8)
    }
    return controlLock.withLock {
      if isJoined { return false }
      // A few hundred bytes go into a socket of some 200 kB, so this does not block.
      return bytes.withUnsafeBytes { send(process.control, $0.baseAddress, $0.count, LinuxSocket.noSignal) == $0.count }
    }
  }

  /// Why the emulator ended, in its own words if it wrote any.
  var lastWords: String {
    monitor.locked {
      if losesMemory { return "the file of its memory cannot be written (state=DIR: is the disk full?)" }
      let lines = String(decoding: diagnostics, as: UTF8.self).split(separator: "\n")
      let said = lines.first { $0.lowercased().hasPrefix(emulator.lowercased()) && !$0.contains("warning") }
      return said.map { "\(emulator) ended (\($0))" } ?? "\(emulator) ended"
    }
  }
}
