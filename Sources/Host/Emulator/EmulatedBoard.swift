// A board whose firmware image runs in QEMU, as a byte stream.
import Foundation
import SerialLink

/// An emulated board. It is a link like any other. In addition, the program can press its reset button and set its
/// field.
///
/// QEMU ends with `close`, with the last reference to this object, when the boot fails, and when this process ends for
/// any reason. Any thread may call any method.
package final class EmulatedBoard: ByteStream, @unchecked Sendable {
  package let name: String
  package let machine: EmulatedMachine
  /// Every field that was set, with its time; empty for boards without a magnetometer.
  package let fieldLog = FieldLog()
  /// The longest time that a command to QEMU may take, seconds.
  package static let commandSeconds = 20.0
  /// Seconds until an emulator must have started. One in Python loads its packages first, which takes half a minute on a
  /// machine with ten times as much to do as it can.
  static let startSeconds = 60.0

  private let process: QEMUProcess
  /// The file with the content of the board's EEPROM; locked while the emulator runs.
  private var memory: MemoryFile?
  private let pump: MachinePump
  /// Locked while the machine is stopped for a change, so that two changes do not interleave.
  private let changing = NSRecursiveLock()
  private let lock = NSLock()
  private var isClosed = false
  /// The gain setting of the chip that the firmware is assumed to use; it limits the accepted fields.
  private let gain: Int

  // MARK: - Booting

  /// Boots a firmware image. When it returns, the firmware runs in the given field.
  ///
  /// - Parameters:
  ///   - board: a name in `EmulatedMachine.all`.
  ///   - image: path of the ELF file.
  ///   - field: the field around the chip from the first instruction on. Boards without a magnetometer ignore it.
  ///   - gain: the gain setting (1 to 7) that the firmware gives the magnetometer.
  ///   - stateFolder: keeps the board's EEPROM from one emulator to the next; with nil, its content is fresh and
  ///     temporary.
  ///   - extraArguments: appended to QEMU's command line.
  /// - Throws: `unknownBoard`, `missingProgram`, `missingImage`, `fieldOutOfRange`, `noState`, `state` or
  ///   `didNotStart`.
  package convenience init(
    board: String, image: String, field: EmulatedField = .zero, gain: Int = 1, stateFolder: String? = nil,
    extraArguments: [String] = []
  ) throws(EmulatorError) {
    let machine = try EmulatedMachine.named(board)
    try self.init(
      machine: machine, image: image, field: field, gain: gain, stateFolder: stateFolder,
      extraArguments: extraArguments)
  }

  init(
    machine: EmulatedMachine, image: String, field: EmulatedField, gain: Int, stateFolder: String? = nil,
    extraArguments: [String], program: String? = nil, firstReminder: Int32 = 10,
    startSeconds: Double = EmulatedBoard.startSeconds
  ) throws(EmulatorError) {
    try field.check(gain: gain)
    let program = program ?? machine.program
    guard let path = QEMUProcess.find(program) else {
      throw .missingProgram(program, package: machine.package)
    }
    guard access(image, R_OK) == 0 else { throw .missingImage(board: machine.board, path: image) }
    guard stateFolder == nil || machine.memory != nil else { throw .noState(board: machine.board) }
    let memory = try machine.memory.map { kept throws(EmulatorError) in
      try MemoryFile(board: machine.board, in: stateFolder, size: kept.size)
    }
    self.memory = memory
    name = "emulator:\(machine.board)"
    self.machine = machine
    self.gain = gain
    do throws(LinkError) {
      let arguments = machine.commandLine(image: image, memoryFile: memory?.path, extra: extraArguments)
      process = try QEMUProcess(
        program: path, arguments: arguments, name: name, needsRoom: machine.losesBytes)
      do throws(LinkError) {
        pump = try MachinePump(
          process, name: name, emulator: machine.emulatorName, firstReminder: firstReminder)
      } catch {
        process.end()
        process.closeDescriptors()
        throw error
      }
    } catch {
      throw .link(error)
    }
    pump.onGuestReset = { [weak self] moment in
      // The pump's thread must not do this, because it must continue to pump while the field is set again.
      Thread.detachNewThread { [weak self] in self?.restoreField(lostAt: moment) }
    }
    pump.start()
    do throws(EmulatorError) {
      try bringUp(in: field, within: startSeconds)
    } catch {
      close()
      if case .link(.lost(_, let reason)) = error { throw .didNotStart(board: machine.board, reason: reason) }
      throw error
    }
  }

  /// The machine waits at its first instruction (-S) until the control socket is ready and the field is set.
  private func bringUp(in field: EmulatedField, within seconds: Double) throws(EmulatorError) {
    let deadline = Deadline.after(seconds: seconds)
    guard pump.wait(until: deadline, { pump.hasGreeting }) else {
      throw failure(awaiting: "the greeting of \(machine.emulatorName)")
    }
    try execute([("qmp_capabilities", [:])], deadline: deadline)
    if machine.magnetometer != nil { try moveField(to: field) }
    try execute([("cont", [:])], deadline: deadline)
  }

  deinit {
    close()
  }

  // MARK: - ByteStream

  /// QEMU shares the processors of this machine, which other programs may keep busy.
  package var answerSeconds: Double { 5 }

  /// Reads the bytes that have come, at most as many as fit into the buffer; 0 when the deadline passes without a byte.
  package func read(into buffer: UnsafeMutableRawBufferPointer, deadline: Deadline) throws(LinkError) -> Int {
    if buffer.isEmpty { return 0 }
    guard let count = pump.readSerial(into: buffer, deadline: deadline) else { throw lost }
    return count
  }

  /// The bytes that QEMU has not accepted from the line yet. QEMU accepts a byte each time the firmware has read the
  /// one before, and each byte needs a change of threads. On a machine with a load of 16 these are about 30 bytes a
  /// second.
  package var untaken: Int {
    var waiting: Int32 = 0
    // SIOCOUTQ, unix(7); it has the same number as TIOCOUTQ.
    let isKnown = lock.withLock { !isClosed && ioctl(process.serial, UInt(TIOCOUTQ), &waiting) == 0 }
    return isKnown ? Int(waiting) : 0
  }

  /// The number of bytes that are written to the line together. `untaken` decreases by whole pieces.
  private static let piece = 16

  /// Writes all bytes, or fails when the deadline passes.
  package func write(_ bytes: UnsafeRawBufferPointer, deadline: Deadline) throws(LinkError) {
    var rest = bytes
    while !rest.isEmpty {
      let sent = lock.withLock {
        if isClosed { return -2 }
        let count = min(rest.count, Self.piece)
        return send(process.serial, rest.baseAddress, count, LinuxSocket.noSignal | Int32(MSG_DONTWAIT))
      }
      if sent > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[sent...])
        pump.serialWritten()
        continue
      }
      if sent == -2 || (errno != EAGAIN && errno != EINTR) { throw lost }
      if deadline.hasPassed {
        throw .timeout(name: name, awaited: "\(rest.count) of \(bytes.count) bytes to be accepted")
      }
      // It waits in short steps, because `close` may close the descriptor meanwhile.
      let step = min(deadline, .after(seconds: 0.05))
      var watched = pollfd(fd: process.serial, events: Int16(POLLOUT), revents: 0)
      poll(&watched, 1, step.pollMilliseconds)
    }
  }

  /// Ends QEMU and waits until it is gone.
  package func close() {
    let isFirst = lock.withLock {
      defer { isClosed = true }
      return !isClosed
    }
    guard isFirst else { return }
    process.end()
    pump.join()
    memory = nil
  }

  // MARK: - State

  /// The process group in which QEMU runs.
  package var processGroup: Int32 { process.group }

  /// Serial bytes that were dropped because no one read them (64 MiB are kept).
  package var droppedBytes: Int { pump.monitor.locked { pump.droppedBytes } }

  /// QEMU's state of the machine: "running", "paused", ….
  package func status() throws(EmulatorError) -> String {
    let replies = try execute([("query-status", [:])], deadline: .after(seconds: Self.commandSeconds))
    return replies[0].value?["status"] as? String ?? ""
  }

  // MARK: - The field and the reset button

  /// Changes the field between two instructions of the firmware, so that no sample mixes axes of two fields.
  ///
  /// - Parameters:
  ///   - field: nanotesla along the chip's axes.
  ///   - force: the specific force at the same moment, micro-g; for a board whose emulator has an accelerometer.
  ///   - rate: the rate of turn from this moment on, degrees a second about the chip's axes; for a board whose emulator has a
  ///     gyroscope.
  /// - Returns: the setting as it was written to `fieldLog`. The call takes 1 to 2 ms.
  /// - Throws: `noMagnetometer`, `fieldOutOfRange` before anything is sent, `refused`, or `link`.
  @discardableResult
  package func moveField(
    to field: EmulatedField, force: SIMD3<Double>? = nil, rate: SIMD3<Double>? = nil
  ) throws(EmulatorError) -> FieldSetting {
    try field.check(gain: gain)
    guard let path = machine.magnetometer else { throw .noMagnetometer(board: machine.board) }
    changing.lock()
    defer { changing.unlock() }
    let former = fieldLog.last?.field ?? .zero
    let isRunning = fieldLog.last != nil  // The first field is set before the firmware starts.
    let sets = [("mag-x", field.x), ("mag-y", field.y), ("mag-z", field.z)].map { property, value in
      ("qom-set", ["path": path, "property": property, "value": value] as [String: Any])
    }
    let forces = machine.hasAccelerometer ? force.map { Self.settings("force", $0) } ?? [] : []
    let rates = machine.hasGyroscope ? rate.map { Self.settings("rate", $0 * 1000) } ?? [] : []
    let changes = sets + forces + rates
    let commands = isRunning ? [("stop", [:])] + changes + [("cont", [:])] : changes
    fieldLog.begin(field)
    guard let replies = pump.execute(commands, deadline: .after(seconds: Self.commandSeconds)) else {
      throw failure(awaiting: "the field to be set")
    }
    let outcomes = isRunning ? replies.dropFirst().dropLast() : replies[...]
    let taken = outcomes.map { $0.refusal == nil }
    // A refused axis keeps its former field. The log records the field that is there and not the one that was
    // requested.
    let actual = EmulatedField(
      x: taken[0] ? field.x : former.x, y: taken[1] ? field.y : former.y, z: taken[2] ? field.z : former.z)
    let setting = fieldLog.finish(actual)
    if let reason = replies.compactMap(\.refusal).first {
      throw .refused(board: machine.board, command: "the field", reason: reason)
    }
    return setting
  }

  private static func settings(
    _ quantity: String, _ value: SIMD3<Double>
  ) -> [(name: String, arguments: [String: Any])] {
    ["x", "y", "z"].enumerated().map { axis, letter in
      let property = "\(quantity)-\(letter)"
      return ("qom-set", ["path": "accelerometer", "property": property, "value": Int(value[axis].rounded())])
    }
  }

  /// The board's own time since it was created, seconds; `nil` for QEMU, which does not report it. It is behind this
  /// host's time if the emulator is slower than the board.
  package func seconds() throws(EmulatorError) -> Double? {
    guard machine.isScript else { return nil }
    let replies = try execute([("query-clock", [:])], deadline: .after(seconds: Self.commandSeconds))
    return (replies[0].value?["nanoseconds"] as? Int).map { Double($0) / 1e9 }
  }

  /// Presses the reset button. The reset clears the field of the machine; it is set again before the firmware starts.
  package func reset() throws(EmulatorError) {
    changing.lock()
    defer { changing.unlock() }
    let deadline = Deadline.after(seconds: Self.commandSeconds)
    let before = pump.monitor.locked { pump.resets }
    let began = MonotonicClock.nanoseconds()
    try execute([("stop", [:]), ("system_reset", [:])], deadline: deadline)
    guard pump.wait(until: deadline, { pump.resets > before }) else { throw failure(awaiting: "the reset") }
    if machine.magnetometer != nil, let last = fieldLog.last {
      fieldLog.append(
        FieldSetting(field: .zero, changeBegan: began, changeEnded: MonotonicClock.nanoseconds()))
      try moveField(to: last.field)
    }
    try execute([("cont", [:])], deadline: deadline)
  }

  /// Called after the firmware has reset its machine, which cleared the field.
  private func restoreField(lostAt moment: UInt64) {
    guard machine.magnetometer != nil else { return }
    changing.lock()
    defer { changing.unlock() }
    guard let last = fieldLog.last else { return }
    // A field that was set after the reset stays; the reset cleared only an older one.
    if last.changeBegan > moment { return }
    fieldLog.append(
      FieldSetting(field: .zero, changeBegan: moment, changeEnded: MonotonicClock.nanoseconds()))
    // If QEMU has ended meanwhile, the reader of the stream gets the error.
    _ = try? moveField(to: last.field)
  }

  // MARK: - Implementation

  @discardableResult
  private func execute(
    _ commands: [(name: String, arguments: [String: Any])], deadline: Deadline
  ) throws(EmulatorError) -> [ControlReply] {
    guard let replies = pump.execute(commands, deadline: deadline) else {
      throw failure(awaiting: "\(machine.emulatorName) to answer \(commands[0].name)")
    }
    for (command, reply) in zip(commands, replies) {
      if let reason = reply.refusal { throw .refused(board: machine.board, command: command.name, reason: reason) }
    }
    return replies
  }

  private var lost: LinkError {
    if lock.withLock({ isClosed }) { return .lost(name: name, reason: "it was closed here") }
    pump.waitForEnd()
    return .lost(name: name, reason: pump.lastWords)
  }

  private func failure(awaiting what: String) -> EmulatorError {
    let isOver = pump.monitor.locked { pump.isOver }
    return .link(isOver ? lost : .timeout(name: name, awaited: what))
  }
}
