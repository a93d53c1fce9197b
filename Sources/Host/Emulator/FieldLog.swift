// Which field was there when: what a reading is compared with.
import SerialLink

/// Every field that was set on a board, in order. Safe to use from any thread.
///
/// A setting is entered before QEMU is told, so that even a reading that overtakes QEMU's answer finds its field.
public final class FieldLog: @unchecked Sendable {
  /// Settings kept: at 100 a second, almost three hours. Then the older half is forgotten.
  public static let capacity = 1_000_000

  private let monitor = Monitor()
  private var settings: [FieldSetting] = []

  public init() {}

  /// A change to this field begins now.
  func begin(_ field: EmulatedField) {
    append(FieldSetting(field: field, changeBegan: MonotonicClock.nanoseconds(), changeEnded: .max))
  }

  /// The change begun last is done, and this field is there.
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
  public func append(_ setting: FieldSetting) {
    monitor.locked {
      if settings.count >= Self.capacity { settings.removeFirst(Self.capacity / 2) }
      settings.append(setting)
    }
  }

  /// All settings, oldest first; the last may be under way.
  public var all: [FieldSetting] { monitor.locked { settings } }

  /// The field that was set last.
  public var last: FieldSetting? { monitor.locked { settings.last } }

  /// The settings that were in force at some moment of an interval, oldest first: those whose change had begun by its
  /// end and that were not yet surely replaced at its start.
  ///
  /// - Parameter interval: `MonotonicClock` nanoseconds, not in the future.
  public func settings(during interval: ClosedRange<UInt64>) -> [FieldSetting] {
    monitor.locked {
      // Settings are in order of time: find the first that was not surely replaced before the interval.
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
