// The magnetic field around the emulated chip.
import SerialLink

/// A field along the chip's own axes, in nanotesla, as the emulated LSM303DLHC takes it.
///
/// QEMU's model counts in 10⁻⁵ gauss, which is 1 nT, and takes 0 to the end of the chosen range only. It turns the
/// field into counts when it is set, truncating (hw/sensor/lsm303dlhc_mag.c of QEMU 7.2).
public struct EmulatedField: Sendable, Hashable, Codable {
  public var x: Int
  public var y: Int
  public var z: Int

  public init(x: Int, y: Int, z: Int) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  /// Nanotesla, each rounded to the nearest whole one.
  public init(rounding field: SIMD3<Double>) {
    self.init(x: Int(field.x.rounded()), y: Int(field.y.rounded()), z: Int(field.z.rounded()))
  }

  public static let zero = EmulatedField(x: 0, y: 0, z: 0)

  /// Counts per gauss for X and Y, and for Z, at gain settings 1 to 7 (GN bits 001 to 111).
  /// LSM303DLHC datasheet DocID018771 Rev 2, table 75.
  private static let countsPerGauss = [
    (1100, 980), (855, 760), (670, 600), (450, 400), (400, 355), (330, 295), (230, 205),
  ]

  /// The counts that the chip reports for this field when it is set at a gain setting of 1 to 7.
  public func counts(gain: Int = 1) -> (x: Int, y: Int, z: Int) {
    let (planar, axial) = Self.countsPerGauss[gain - 1]
    return (x * planar / 100_000, y * planar / 100_000, z * axial / 100_000)
  }

  /// The largest fields that the chip takes at a gain setting: a count is at most 2047.
  public static func limit(gain: Int = 1) -> EmulatedField {
    let (planar, axial) = countsPerGauss[gain - 1]
    func largest(_ counts: Int) -> Int { (2048 * 100_000 - 1) / counts }
    return EmulatedField(x: largest(planar), y: largest(planar), z: largest(axial))
  }

  /// - Throws: `fieldOutOfRange` for the first axis that the chip would refuse.
  func check(gain: Int) throws(EmulatorError) {
    let limit = Self.limit(gain: gain)
    for (axis, value, largest) in [("X", x, limit.x), ("Y", y, limit.y), ("Z", z, limit.z)] {
      if value < 0 || value > largest { throw .fieldOutOfRange(axis: axis, nanotesla: value, limit: largest) }
    }
  }
}

/// A field that was set, and when.
public struct FieldSetting: Sendable, Hashable {
  public let field: EmulatedField
  /// The change happened between these `MonotonicClock` nanoseconds: before it the former field was there, after
  /// it this one. In between a reading shows one or the other, never a mixture of their axes.
  public let changeBegan: UInt64
  public let changeEnded: UInt64
}

/// Every field that was set on a board, in order. Safe to use from any thread.
public final class FieldLog: @unchecked Sendable {
  /// Settings kept: at 100 a second, almost three hours. Then the older half is forgotten.
  public static let capacity = 1_000_000

  private let monitor = Monitor()
  private var settings: [FieldSetting] = []

  public init() {}

  public func append(_ setting: FieldSetting) {
    monitor.locked {
      if settings.count >= Self.capacity { settings.removeFirst(Self.capacity / 2) }
      settings.append(setting)
    }
  }

  public var all: [FieldSetting] { monitor.locked { settings } }

  public var last: FieldSetting? { monitor.locked { settings.last } }

  /// The settings that were in force at some moment of an interval, oldest first: those whose change had begun by its
  /// end and that were not yet surely replaced at its start.
  ///
  /// - Parameter interval: `MonotonicClock` nanoseconds.
  public func settings(during interval: ClosedRange<UInt64>) -> [FieldSetting] {
    monitor.locked {
      // Settings are in order of time: first one not surely replaced before the interval.
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
