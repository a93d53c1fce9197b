// Runs one target on its own thread, with a bounded queue, and tries again after a failure.
import Foundation
import SerialLink

/// An event of a target, for the user.
package enum TargetNews: Equatable, Sendable {
  /// The target cannot be used: why, and what to do. Each fault is reported once; the target is tried again.
  case failed(String)
  /// It works again.
  case recovered
  /// Another remark for the user.
  case remark(String)
}

/// One target with its thread. The publisher never waits for it.
package final class TargetRunner: @unchecked Sendable {
  package let name: String
  package let form: PublishedForm
  /// Seconds until the next attempt: after the first failure, and at most.
  static let firstPause = 0.5
  static let longestPause = 10.0
  /// After a target has worked for this many seconds, a failure is reported again.
  static let soundSeconds = 10.0

  private let target: any PublishTarget
  private let waitingLimit: Int
  private let report: @Sendable (TargetNews) -> Void
  private let lock = NSCondition()
  private var queue: [[UInt8]] = []
  private var isStopping = false
  private var hasEnded = false
  private var hasTried = false
  private var dropped = 0
  private var known = TargetCounters()
  private var announced: Announcement?
  private var openPlace: String?
  private let wakeReceiver: Int32
  private let wakeSender: Int32

  /// - Parameter report: gets news on the target's thread.
  package init(_ target: any PublishTarget, report: @escaping @Sendable (TargetNews) -> Void) throws(LinkError) {
    (self.target, self.report) = (target, report)
    (name, form, waitingLimit) = (target.name, target.form, target.waitingLimit)
    (wakeReceiver, wakeSender) = try LinuxSocket.pair(name: target.name)
    for end in [wakeReceiver, wakeSender] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    close(wakeReceiver)
    close(wakeSender)
  }

  /// What it has done so far.
  package var counters: TargetCounters {
    lock.withLock {
      var counters = known
      counters.skipped += dropped
      return counters
    }
  }

  /// The target's name with the port that the system chose; `nil` while it is not open.
  package var place: String? { lock.withLock { openPlace } }

  /// What to announce; `nil` while it is not open.
  package var announcement: Announcement? { lock.withLock { announced } }

  /// Starts the thread, and waits until the target was tried for the first time, at most 2 seconds.
  package func start() {
    let thread = Thread { [self] in run() }
    thread.name = "target"
    thread.stackSize = 512 << 10
    thread.start()
    let end = Date().addingTimeInterval(2)
    lock.withLock { while !hasTried, lock.wait(until: end) {} }
  }

  /// Queues the lines of one reading, and returns at once.
  package func publish(_ message: [UInt8]) {
    let isFirst = lock.withLock {
      queue.append(message)
      if queue.count > waitingLimit {
        queue.removeFirst()
        dropped += 1
      }
      return queue.count == 1
    }
    if isFirst { wake() }
  }

  /// Ends the thread and closes the target.
  /// - Parameter seconds: after which it is abandoned. It may wait for a name lookup.
  package func stop(within seconds: Double = 1) {
    lock.withLock { isStopping = true }
    wake()
    let end = Date().addingTimeInterval(seconds)
    lock.withLock { while !hasEnded, lock.wait(until: end) {} }
  }

  private func wake() {
    var byte: UInt8 = 0
    _ = write(wakeSender, &byte, 1)
  }

  // MARK: - Its thread

  private var isOpen = false
  private var pause = firstPause
  private var nextTry = Deadline.now
  /// What to do about the faults that were reported since the target has last worked: the reasons of one fault may vary.
  private var reportedFaults: Set<String> = []
  private var openedAt: UInt64 = 0

  private func run() {
    Self.ignoreBrokenPipes()
    while !lock.withLock({ isStopping }) {
      if !isOpen, nextTry.hasPassed { open() }
      let ready = wait()
      let messages = removeMessages()
      var left = messages[...]
      if isOpen {
        let sent = target.counters.sent
        do throws(TargetFault) {
          if let remark = try target.attend(ready) { report(.remark(remark)) }
          while let message = left.first {
            try target.send(message)
            left.removeFirst()
          }
          recordSuccess(hasSent: target.counters.sent > sent)
        } catch {
          fail(error)
        }
      }
      let lost = left.count { !target.keep($0) }
      lock.withLock {
        known = target.counters
        dropped += lost
      }
    }
    let lost = finish()
    lock.withLock {
      dropped += lost
      known = target.counters
      hasEnded = true
      lock.broadcast()
    }
  }

  /// Sends the last messages, and ends the target.
  /// - Returns: how many of them are lost.
  private func finish() -> Int {
    var lost = 0
    for message in removeMessages() {
      if isOpen, (try? target.send(message)) != nil { continue }
      if !target.keep(message) { lost += 1 }
    }
    target.end()
    return lost
  }

  /// A library writes to sockets without asking for no signal. The signal comes to the thread that writes.
  private static func ignoreBrokenPipes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  private func open() {
    do throws(TargetFault) {
      try target.open()
      isOpen = true
      openedAt = MonotonicClock.nanoseconds()
    } catch {
      fail(error)
    }
    lock.withLock {
      announced = isOpen ? target.announcement : nil
      openPlace = isOpen ? target.place : nil
      hasTried = true
      lock.broadcast()
    }
  }

  private func fail(_ fault: TargetFault) {
    target.close()
    isOpen = false
    lock.withLock { (announced, openPlace) = (nil, nil) }
    nextTry = .after(seconds: pause)
    pause = min(pause * 2, Self.longestPause)
    let advice = fault.description.split(separator: "\n").last.map(String.init) ?? ""
    if reportedFaults.insert(advice).inserted { report(.failed(fault.description)) }
  }

  /// Records that messages were sent. After some time the target counts as working, and a new failure is reported.
  private func recordSuccess(hasSent: Bool) {
    guard hasSent, !reportedFaults.isEmpty || pause > Self.firstPause else { return }
    guard Double(MonotonicClock.nanoseconds() - openedAt) / 1e9 > Self.soundSeconds else { return }
    if !reportedFaults.isEmpty { report(.recovered) }
    (reportedFaults, pause) = ([], Self.firstPause)
  }

  /// Waits for a message, an event of the target, or a second.
  private func wait() -> [pollfd] {
    var list = [pollfd(fd: wakeReceiver, events: Int16(POLLIN), revents: 0)]
    if isOpen { list += target.watched }
    let end = isOpen ? Deadline.after(seconds: 1) : min(nextTry, .after(seconds: 1))
    guard poll(&list, nfds_t(list.count), end.pollMilliseconds) > 0 else { return [] }
    if list[0].revents != 0 {
      var bytes = (UInt64(0), UInt64(0))
      _ = withUnsafeMutableBytes(of: &bytes) { read(wakeReceiver, $0.baseAddress, $0.count) }
    }
    return list.dropFirst().filter { $0.revents != 0 }
  }

  private func removeMessages() -> [[UInt8]] {
    lock.withLock {
      defer { queue.removeAll(keepingCapacity: true) }
      return queue
    }
  }
}
