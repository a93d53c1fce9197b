// The choice of heading source against the table in Protocols/navigation and against the document's own table.
import Foundation
import Navigation
import Quantities
import TestSupport
import Testing

@Suite struct SourceSelectorTests {
  private static let features: [(String, HeadingFeature)] = [
    ("placeCallout", .placeCallout), ("intersectionCallout", .intersectionCallout), ("beaconCallout", .beaconCallout),
    ("myLocation", .myLocation), ("nearbyMarkers", .nearbyMarkers), ("aroundMe", .aroundMe),
    ("aheadOfMe", .aheadOfMe), ("beacon", .beacon),
  ]
  private static let sources: [String: HeadingSource] = ["course": .course, "head": .head, "device": .device]
  private static let actions: [String: NoHeadingAction] = ["skip": .skip, "none": .none, "dim": .dim]

  /// "Heading in Soundscape", section "Heading Priority", typed from the document; iPhone is the device.
  private static let document = """
    Place Callout|n/a|n/a|n/a|Head|Course|iPhone|Skip
    Intersection Callout|Course|Head|iPhone|Head|Course|iPhone|Skip
    Beacon Callout|n/a|n/a|n/a|Head|Course|iPhone|Skip
    My Location|Course|Head|iPhone|Head|Course|iPhone|n/a
    Nearby Markers|Course|Head|iPhone|Head|Course|iPhone|n/a
    Around Me|Course|Head|iPhone|Head|Course|iPhone|n/a
    Ahead of Me|Head|iPhone|Course|Head|Course|iPhone|n/a
    Beacon|Head|iPhone|Course|Head|Course|iPhone|Dim
    """

  private struct File: Decodable {
    var version: Int
    var priorities: [String: [String: [String]?]]
    var withoutHeading: [String: String]
  }

  private static func file() throws -> File {
    let data = try Data(contentsOf: URL(fileURLWithPath: Repository.path("Protocols/navigation/sources.json")))
    return try JSONDecoder().decode(File.self, from: data)
  }

  private static func list(_ priority: SourcePriority?) -> [HeadingSource]? {
    priority.map { [$0.first, $0.second, $0.third] }
  }

  @Test func tables_areThoseOfTheFile() throws {
    let file = try Self.file()
    #expect(file.version == 1)
    #expect(Set(file.priorities.keys) == Set(Self.features.map(\.0)))
    #expect(Set(file.withoutHeading.keys) == Set(Self.features.map(\.0)))
    for (name, feature) in Self.features {
      for (use, key) in [(HeadingUse.collection, "collection"), (.presentation, "presentation")] {
        let stored = try #require(file.priorities[name]?[key])
        #expect(Self.list(feature.priority(for: use)) == stored?.compactMap { Self.sources[$0] }, "\(name) \(key)")
      }
      #expect(feature.actionWithoutHeading == Self.actions[file.withoutHeading[name] ?? ""], "\(name)")
    }
  }

  @Test func tables_areThoseOfTheDocument() {
    let names: [Substring: HeadingSource] = ["Course": .course, "Head": .head, "iPhone": .device]
    let actions: [Substring: NoHeadingAction] = ["Skip": .skip, "n/a": .none, "Dim": .dim]
    for (line, (_, feature)) in zip(Self.document.split(separator: "\n"), Self.features) {
      let cells = line.split(separator: "|")
      let collection = cells[1...3].compactMap { names[$0] }
      #expect(Self.list(feature.priority(for: .collection)) == (collection.isEmpty ? nil : collection), "\(line)")
      #expect(Self.list(feature.priority(for: .presentation)) == cells[4...6].compactMap { names[$0] }, "\(line)")
      #expect(feature.actionWithoutHeading == actions[cells[7]], "\(line)")
    }
  }

  /// 8 features × 2 uses × 8 combinations of three sources, in both contexts.
  @Test(arguments: [WearingContext.standard, .kayaking])
  func everyCombination_matchesTheTable(context: WearingContext) throws {
    let file = try Self.file()
    var cases = 0
    for (name, feature) in Self.features {
      for (use, key) in [(HeadingUse.collection, "collection"), (.presentation, "presentation")] {
        for combination in 0..<8 {
          let present: [HeadingSource] = [.course, .head, .device].enumerated().filter {
            combination >> $0.offset & 1 == 1
          }.map(\.element)
          let hasDevice = present.contains(.device)
          let surroundings = Surroundings(
            isMoving: present.contains(.course), hasHeadset: present.contains(.head),
            isForeground: context == .standard && hasDevice,
            pose: context == .kayaking ? (hasDevice ? .upright : .flat) : .other, context: context)
          var selector = SourceSelector(settlingTime: 0)
          selector.update(surroundings, at: Instant(microseconds: 5))
          let choice = selector.choice(for: feature, use, at: Instant(microseconds: 5))
          let list = try #require(file.priorities[name]?[key])
          let expected: SourceChoice
          if let list {
            let first = list.compactMap { Self.sources[$0] }.first { present.contains($0) }
            let action = try #require(Self.actions[file.withoutHeading[name] ?? ""])
            expected = first.map(SourceChoice.source) ?? .unavailable(action)
          } else {
            expected = .notApplicable
          }
          #expect(choice == expected, "\(name) \(key) with \(present)")
          cases += 1
        }
      }
    }
    #expect(cases == 128)
  }

  @Test func device_isAvailableByContext() {
    func has(_ context: WearingContext, foreground: Bool, _ pose: HeldPose) -> Bool {
      Surroundings(isMoving: false, hasHeadset: false, isForeground: foreground, pose: pose, context: context)
        .has(.device)
    }
    #expect(has(.standard, foreground: true, .other))
    #expect(has(.standard, foreground: false, .flat))
    #expect(!has(.standard, foreground: false, .upright))
    #expect(has(.kayaking, foreground: false, .upright))
    #expect(!has(.kayaking, foreground: true, .flat))
  }

  @Test func pose_followsTheTilt() {
    func pose(_ roll: Double, _ pitch: Double) -> HeldPose {
      let (r, p) = (roll * .pi / 180, pitch * .pi / 180)
      let poses = [1e5, 1e6, 1e9].map { size in
        HeldPose(
          Acceleration(
            microG: Vector3(
              x: Int32(sin(p) * size), y: Int32(-sin(r) * cos(p) * size), z: Int32(-cos(r) * cos(p) * size))))
      }
      #expect(Set(poses).count == 1, "roll \(roll), pitch \(pitch): only the direction counts")
      return poses[0]
    }
    #expect(pose(0, 0) == .flat && pose(-29, 29) == .flat)
    #expect(pose(31, 0) == .other && pose(0, -45) == .other)
    #expect(pose(0, 75) == .upright && pose(90, 5) == .upright && pose(-100, 0) == .upright)
    #expect(pose(179, 0) == .other)
    #expect(HeldPose(Acceleration(microG: .zero)) == .other)
  }

  @Test func betterSource_isTakenOnlyOnceItHasSettled() {
    func now(_ seconds: Double) -> Instant { Instant(microseconds: UInt64(seconds * 1e6)) }
    func here(course: Bool, head: Bool) -> Surroundings {
      Surroundings(isMoving: course, hasHeadset: head, isForeground: true, pose: .flat)
    }
    var selector = SourceSelector()
    selector.update(here(course: false, head: false), at: now(0))
    // Nothing has settled: what is there is taken at once.
    #expect(selector.choice(for: .aroundMe, .collection, at: now(0)) == .source(.device))
    selector.update(here(course: true, head: false), at: now(2))
    #expect(selector.choice(for: .aroundMe, .collection, at: now(2.5)) == .source(.device))
    #expect(selector.choice(for: .aroundMe, .collection, at: now(3)) == .source(.course))
    // Gone is gone.
    selector.update(here(course: false, head: false), at: now(3.1))
    #expect(selector.choice(for: .aroundMe, .collection, at: now(3.1)) == .source(.device))
    // A flicker does not count as settled.
    selector.update(here(course: true, head: false), at: now(3.5))
    selector.update(here(course: false, head: false), at: now(3.9))
    selector.update(here(course: true, head: false), at: now(4.0))
    #expect(selector.choice(for: .aroundMe, .collection, at: now(4.6)) == .source(.device))
  }
}
