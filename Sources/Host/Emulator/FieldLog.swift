// Records when each field was in force. Readings are compared with it.
import SerialLink

/// Every field that was set on a board, in order. Safe to use from any thread.
///
/// A setting is recorded before QEMU receives it, so that even a reading that comes before QEMU's answer finds its
/// field.
package final class FieldLog: @unchecked Sendable {
  /// The number of settings that are kept: almost three hours at 100 per second. Then the older half is deleted.
  package static let capacity = 1_000_000

  private let monitor = Monitor()
  private var settings: [FieldSetting] = []

  package init() {}

  /// Records that a change to this field begins now.
  func begin(_ field: EmulatedField) {
    append(FieldSetting(field: field, changeBegan: MonotonicClock.nanoseconds(), changeEnded: .max))
  }

  /// Records that the last change has ended and that this field is in force.
  func finish(_ field: EmulatedField) -> FieldSetting {
    monitor.locked {
      let begun = settings.removeLast()
      let setting = FieldSetting(
        field: field, changeBegan: begun.changeBegan, changeEnded: MonotonicClock.nanoseconds())
      settings.append(setting)
      return setting
    }
  }

  /// Adds a change that began no earlier than the one before it.
  package func append(_ setting: FieldSetting) {
    monitor.locked {
      if settings.count >= Self.capacity { settings.removeFirst(Self.capacity / 2) }
      settings.append(setting)
    }
  }

  /// All settings, oldest first; the last change may be in progress.
  package var all: [FieldSetting] { monitor.locked { settings } }

  /// The field that was set last.
  package var last: FieldSetting? { monitor.locked { settings.last } }

  /// The settings that were in force at some time of an interval, oldest first. Their change began before the end of
  /// the interval, and it is not certain that they were replaced before its start.
  ///
  /// - Parameter interval: `MonotonicClock` nanoseconds, not in the future.
  package func settings(during interval: ClosedRange<UInt64>) -> [FieldSetting] {
    monitor.locked {
      // The settings are in the order of time: find the first that was not certainly replaced before the interval.
      var (low, high) = (0, settings.count)
      while low < high {
        let middle = (low + high) / 2
        let isReplaced = middle + 1 < settings.count && settings[middle + 1].changeEnded < interval.lowerBound
        if isReplaced { low = middle + 1 } else { high = middle }
      }
      return Array(settings[low...].prefix { $0.changeBegan <= interval.upperBound })
    }
  }
}
