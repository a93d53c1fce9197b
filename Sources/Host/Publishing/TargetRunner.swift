// Runs one target on a thread of its own: a bounded queue before it, and new tries when it fails.
import Foundation
import SerialLink

/// What happens to a target, for the user.
package enum TargetNews: Equatable, Sendable {
  /// It cannot be used: why, and what to do. Reported once; it is tried again.
  case failed(String)
  /// It works again.
  case recovered
  /// Anything else that is worth a line.
  case remark(String)
}

/// One target with its thread. Whoever publishes never waits for it.
package final class TargetRunner: @unchecked Sendable {
  package let name: String
  package let form: PublishedForm
  /// Messages that may wait; the oldest go first. A target that takes them waits for nobody, so that there are rarely two.
  static let queueLimit = 64
  /// Seconds until the next try: the first, and the longest.
  static let firstPause = 0.5
  static let longestPause = 10.0
  /// A target that worked for so many seconds may fail and be reported again.
  static let soundSeconds = 10.0

  private let target: any PublishTarget
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
    (name, form) = (target.name, target.form)
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

  /// Where it is, with the port that the system chose; `nil` while it is not open.
  package var place: String? { lock.withLock { openPlace } }

  /// What to announce; `nil` while it is not open.
  package var announcement: Announcement? { lock.withLock { announced } }

  /// Starts its thread, and waits until it was tried for the first time, 2 seconds at most.
  package func start() {
    let thread = Thread { [self] in run() }
    thread.name = "target"
    thread.stackSize = 512 << 10
    thread.start()
    let end = Date().addingTimeInterval(2)
    lock.withLock { while !hasTried, lock.wait(until: end) {} }
  }

  /// Queues the lines of one reading. It returns at once.
  package func publish(_ message: [UInt8]) {
    let isFirst = lock.withLock {
      queue.append(message)
      if queue.count > Self.queueLimit {
        queue.removeFirst()
        dropped += 1
      }
      return queue.count == 1
    }
    if isFirst { wake() }
  }

  /// Ends its thread and closes it. A thread that waits for a name to be looked up is left behind after a second.
  package func stop() {
    lock.withLock { isStopping = true }
    wake()
    let end = Date().addingTimeInterval(1)
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
  private var hasToldFault = false
  private var openedAt: UInt64 = 0

  private func run() {
    while !lock.withLock({ isStopping }) {
      if !isOpen, nextTry.hasPassed { open() }
      let ready = wait()
      let messages = removeMessages()
      guard isOpen else {
        lock.withLock { dropped += messages.count }
        continue
      }
      do throws(TargetFault) {
        if let remark = try target.attend(ready) { report(.remark(remark)) }
        for message in messages { try target.send(message) }
        recordSuccess(hasSent: !messages.isEmpty)
      } catch {
        fail(error)
      }
      lock.withLock { known = target.counters }
    }
    // What came last leaves, too.
    if isOpen { for message in removeMessages() { try? target.send(message) } }
    target.close()
    lock.withLock {
      known = target.counters
      hasEnded = true
      lock.broadcast()
    }
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
    guard !hasToldFault else { return }
    hasToldFault = true
    report(.failed(fault.description))
  }

  /// A target that takes messages for some time works, and may fail anew.
  private func recordSuccess(hasSent: Bool) {
    guard hasSent, hasToldFault || pause > Self.firstPause else { return }
    guard Double(MonotonicClock.nanoseconds() - openedAt) / 1e9 > Self.soundSeconds else { return }
    if hasToldFault { report(.recovered) }
    (hasToldFault, pause) = (false, Self.firstPause)
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
