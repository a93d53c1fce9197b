// Headings as deltas of Signal K, worked out by hand.
import Foundation
import Marine
import Testing

/// The values of a delta by their paths, and the update that holds them.
private func values(_ line: String) throws -> (values: [String: Any], update: [String: Any]) {
  let delta = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  #expect(delta["context"] as? String == "vessels.self")
  let update = try #require((delta["updates"] as? [[String: Any]])?.first)
  let list = try #require(update["values"] as? [[String: Any]])
  let pairs = try list.map { (try #require($0["path"] as? String), try #require($0["value"])) }
  return (Dictionary(uniqueKeysWithValues: pairs), update)
}

@Suite struct SignalKDeltasTests {
  @Test func everything_isInRadiansWithEastRightAndUpPositive() throws {
    var heading = HeadingStatement()
    (heading.sensorHeading, heading.deviation, heading.variation) = (88, 2, -10)
    (heading.magneticHeading, heading.trueHeading, heading.rateOfTurn) = (90, 80, -60)
    (heading.pitch, heading.roll) = (18, -9)
    var deltas = SignalKDeltas()
    let line = deltas.line(heading, at: 951_782_399.25)
    #expect(!line.contains("\n"))
    let (found, update) = try values(line)
    // 90° is a quarter of a turn; 60° a minute are 1° a second.
    let wanted = [
      "navigation.headingMagnetic": 1.570796, "navigation.headingTrue": 1.396263,
      "navigation.magneticVariation": -0.174533,
      "navigation.headingCompass": 1.535890, "navigation.magneticDeviation": 0.034907,
      "navigation.rateOfTurn": -0.017453,
    ]
    for (path, value) in wanted { #expect(found[path] as? Double == value, "\(path)") }
    #expect(found["navigation.attitude"] as? [String: Double] == ["pitch": 0.314159, "roll": -0.157080])
    // The last second of 28 February of a leap year, and a quarter.
    #expect(update["timestamp"] as? String == "2000-02-28T23:59:59.250Z")
    #expect(update["source"] as? [String: String] == ["label": "binnacle"])
  }

  @Test func whatIsUnknown_isNull_andWithoutACardThereIsNoCompassHeading() throws {
    var heading = HeadingStatement()
    heading.isSimulated = true
    var deltas = SignalKDeltas()
    var (found, update) = try values(deltas.line(heading, at: 0))
    for path in ["headingMagnetic", "headingTrue", "magneticVariation", "rateOfTurn", "attitude"] {
      #expect(found["navigation.\(path)"] is NSNull, "\(path)")
    }
    #expect(found["navigation.headingCompass"] == nil && found["navigation.magneticDeviation"] == nil)
    #expect(update["source"] as? [String: String] == ["label": "binnacle-simulated", "src": "simulated"])
    heading.pitch = 18
    (found, update) = try values(deltas.line(heading, at: 0))
    #expect(found["navigation.attitude"] as? [String: Double] == ["pitch": 0.314159])
  }

  @Test func notification_comesWithAChangeAndEveryTenSeconds() throws {
    var heading = HeadingStatement()
    var deltas = SignalKDeltas()
    var told: [(Double, String)] = []
    for tenth in 0..<300 {
      let time = 1000 + Double(tenth) / 10
      heading.field = (50..<80).contains(tenth) ? .suspect : (80..<100).contains(tenth) ? .disturbed : .normal
      let notice = try values(deltas.line(heading, at: time)).values["notifications.navigation.headingMagnetic"]
      guard let notice = notice as? [String: Any] else { continue }
      told.append((time, try #require(notice["state"] as? String)))
      #expect((notice["message"] as? String)?.isEmpty == false)
      #expect((notice["method"] as? [String]) == (told.last?.1 == "normal" ? [] : ["visual"]))
    }
    #expect(told.map(\.0) == [1000, 1005, 1008, 1010, 1020])
    #expect(told.map(\.1) == ["normal", "alert", "warn", "normal", "normal"])
  }
}

/// A server keeps the last value of a path for ever.
@Test func deviation_thatIsNoLongerKnown_isTakenBack() throws {
  var deltas = SignalKDeltas()
  var heading = HeadingStatement()
  (heading.magneticHeading, heading.sensorHeading, heading.deviation) = (90, 88, 2)
  _ = deltas.line(heading, at: 0)
  let line = deltas.line(HeadingStatement(), at: 1)
  for path in ["headingCompass", "magneticDeviation"] {
    #expect(line.contains(#"{"path":"navigation.\#(path)","value":null}"#), "\(line)")
  }
}
