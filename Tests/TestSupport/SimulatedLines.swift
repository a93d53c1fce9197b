// Two open-drain wires with a device on them that may hold either low.
import SensorDrivers

/// An I2C bus as its two lines, with a device that was cut off in the middle of sending.
package struct SimulatedLines: OpenDrainLines {
  /// The clocks the device still needs before it lets the data line go.
  package private(set) var heldClocks: Int
  /// The half periods for which the device keeps the clock low after each release by the master.
  package var stretchedHalfPeriods = 0
  /// Each change the master made and each stop the device saw, in order: `c-`, `c+`, `d-`, `d+`, `stop`, `start`.
  package private(set) var transcript: [String] = []
  /// Half periods the master waited in all.
  package private(set) var halfPeriods = 0

  private var masterClock = true
  private var masterData = true
  private var stretchLeft = 0

  package init(heldClocks: Int = 0) { self.heldClocks = heldClocks }

  package var clockIsHigh: Bool { masterClock && stretchLeft == 0 }
  package var dataIsHigh: Bool { masterData && heldClocks == 0 }

  package mutating func setClock(_ high: Bool) {
    guard high != masterClock else { return }
    transcript.append(high ? "c+" : "c-")
    masterClock = high
    if high {
      stretchLeft = stretchedHalfPeriods
    } else if heldClocks > 0 {
      // The next bit goes out when the clock falls; the line is free after the last one.
      heldClocks -= 1
    }
  }

  package mutating func setData(_ high: Bool) {
    guard high != masterData else { return }
    let before = dataIsHigh
    transcript.append(high ? "d+" : "d-")
    masterData = high
    if clockIsHigh && dataIsHigh != before { transcript.append(dataIsHigh ? "stop" : "start") }
  }

  package mutating func waitHalfPeriod() {
    halfPeriods += 1
    if masterClock && stretchLeft > 0 { stretchLeft -= 1 }
  }
}

/// A bus that a test looks into: what happened on it, and its clock.
package protocol SimulatedBus: RegisterBus {
  /// Lets time pass up to `time`, microseconds; chips measure at their rates.
  mutating func advance(to time: UInt64)
  mutating func clearTranscript()
}

/// Clears a bus on which a chip holds the data line for so many more clocks, and says how that went as a line of a
/// transcript.
func recoverSimulatedBus(_ heldClocks: inout Int, _ transcript: inout [String]) -> Bool {
  var lines = SimulatedLines(heldClocks: heldClocks)
  let isFree = clearStuckBus(&lines)
  heldClocks = lines.heldClocks
  transcript.append("recover: \(isFree)")
  return isFree
}

/// Two digits, as transcripts show bytes.
func hex(_ byte: UInt8) -> String {
  let text = String(byte, radix: 16, uppercase: true)
  return text.count == 1 ? "0" + text : text
}
