// A thread that moves the field around an emulated board.
import Foundation
import SerialLink

/// Sets an emulated board's field repeatedly along a path in time.
///
/// Every setting is recorded in the board's `fieldLog`. The thread ends with `stop`, with the mover, with the board,
/// and at the first field that the board does not accept.
///
/// If the emulator reports the board's own time, the path follows that time. Otherwise a board that runs slowly would
/// see a faster rotation: a gyroscope could not integrate it, and field and force would belong to different attitudes.
package final class FieldMover: @unchecked Sendable {
  /// The state that the thread shares with the mover. The thread must not keep the mover itself alive.
  private final class State: @unchecked Sendable {
    let monitor = Monitor()
    var mustStop = false
    var isOver = false
    var failure: EmulatorError?
  }

  private let state = State()

  /// Starts moving.
  ///
  /// - Parameters:
  ///   - board: a board with a magnetometer. The mover does not keep it alive.
  ///   - updatesPerSecond: 1 to 200; each update stops the firmware for about 2 ms. Updates that would come too late
  ///     are skipped.
  ///   - force: maps seconds since the start to the specific force in micro-g, for boards whose emulator has an
  ///     accelerometer.
  ///   - rate: maps seconds since the start to the rate of turn in degrees a second, for boards whose emulator has a
  ///     gyroscope.
  ///   - path: maps seconds since the start to the field in nanotesla along the chip's axes.
  package init(
    _ board: EmulatedBoard, updatesPerSecond: Double, force: (@Sendable (Double) -> SIMD3<Double>)? = nil,
    rate: (@Sendable (Double) -> SIMD3<Double>)? = nil, path: @escaping @Sendable (Double) -> SIMD3<Double>
  ) {
    let period = 1 / min(max(updatesPerSecond, 1), 200)
    let thread = Thread { [state, weak board] in
      Self.run(state, period: period) { seconds throws(EmulatorError) in
        guard let board else { return false }
        // The values stay in force until the next update, so they are those of the middle between the two updates.
        let time = try board.seconds().map { $0 + period / 2 } ?? seconds
        try board.moveField(to: EmulatedField(rounding: path(time)), force: force?(time), rate: rate?(time))
        return true
      }
    }
    thread.name = "field mover"
    thread.start()
  }

  deinit {
    stop()
  }

  private static func run(
    _ state: State, period: Double, set: (_ seconds: Double) throws(EmulatorError) -> Bool
  ) {
    let start = MonotonicClock.nanoseconds()
    var step = 0.0
    var failure: EmulatorError?
    while !state.monitor.locked({ state.mustStop }) {
      do throws(EmulatorError) {
        let elapsed = Double(MonotonicClock.nanoseconds() - start) / 1e9
        guard try set(elapsed) else { break }
      } catch {
        failure = error
        break
      }
      let elapsed = Double(MonotonicClock.nanoseconds() - start) / 1e9
      step = max(step + 1, (elapsed / period).rounded(.up))
      let next = Deadline(nanoseconds: start + UInt64(step * period * 1e9))
      state.monitor.locked {
        while !state.mustStop, state.monitor.wait(until: next) {}
      }
    }
    state.monitor.locked {
      state.failure = failure
      state.isOver = true
      state.monitor.broadcast()
    }
  }

  /// Why the mover ended without a request, or nil.
  package var failure: EmulatorError? { state.monitor.locked { state.failure } }

  /// Stops moving and waits until the last setting is complete.
  package func stop() {
    state.monitor.locked {
      state.mustStop = true
      state.monitor.broadcast()
      while !state.isOver { _ = state.monitor.wait(until: .never) }
    }
  }
}
