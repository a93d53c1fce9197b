// Where a location comes from, as a user gives it: a log, a compass on the head beside it, a real gpsd.
import Foundation
import SerialLink
import TestSupport
import Testing

extension EndToEnd {
  @Test func sources_takeTheHeadAndTheCourse() throws {
    let folder = try TemporaryFolder()
    let log = try folder.write(Voyage(knots: 12, courses: [70], seconds: 1).text, to: "log.nmea")
    let outcome = try Program.run("sources", "simulated", "--head", "simulated", "--location", "nmea:\(log)", "--json")
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let sources = try outcome.verdict()
    #expect(try sources.flag("sources.course.available") && sources.flag("sources.head.available"))
    #expect(abs(try sources.number("sources.course.degrees") - 70) < 0.1)
    #expect(try sources.text("sources.head.reference") == "trueNorth")
    // Settled or not, a course comes before the head for what is said while walking.
    #expect(try sources.text("features.placeCallout.collection") == "n/a")
    #expect(["course", "head"].contains(try sources.text("features.placeCallout.presentation")))
  }

  @Test func sources_aHeadWithoutAHeadingIsSaid() throws {
    let outcome = try Program.run("sources", "simulated", "--head", "emulator:microbit", "--json")
    #expect(outcome.status == 3)
    #expect(outcome.remarks.contains("emulator:microbit gave no valid heading"), "\(outcome.remarks)")
  }

  @Test func swing_byTheCourseOfALogFindsTheCard() throws {
    let folder = try TemporaryFolder()
    let all = stride(from: 10.0, to: 360, by: 45).map { $0 } + [10]
    let log = try folder.write(Voyage(knots: 12, courses: all, seconds: 14).text, to: "log.nmea")
    let outcome = try Program.run("swing", "simulated", "--auto", "--location", "nmea:\(log)", "--json")
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let card = try outcome.verdict()
    #expect(try card.integer("samples") >= 7)
    // No iron; the simulated sensor's counts are that coarse.
    for name in ["a", "b", "c", "d", "e"] { #expect(abs(try card.number("\(name)Degrees")) <= 0.2, "\(name)") }

    // 0.2 m/s across a course at 10 knots are 2.2°.
    let slow = try folder.write(Voyage(knots: 10, courses: all, seconds: 14).text, to: "slow.nmea")
    let refused = try Program.run("swing", "simulated", "--auto", "--location", "nmea:\(slow)", "--json")
    #expect(refused.status == 1)
    #expect(refused.remarks.contains("5.8 m/s (11 knots)"), "\(refused.remarks)")
    #expect(try refused.verdict().text("outcome") == "tooFew")
  }

  @Test(.enabled(if: Daemon.path != nil, "Debian's gpsd is not installed"))
  func gpsd_tellsPlaceAndCourse() throws {
    let daemon = try Daemon(Voyage(knots: 12, courses: [70], seconds: 1200))
    let outcome = try Program.run("sources", "simulated", "--location", daemon.location, "--json")
    #expect(outcome.status == 0, "\(outcome.remarks)")
    #expect(abs(try outcome.verdict().number("sources.course.degrees") - 70) < 0.1)

    let guide = try Program(["guide", "simulated", "--to", "47.5,8.6", "--location", daemon.location, "--json"])
    try guide.waitForLines(20)
    let lines = try guide.interrupt().lines.map { try JSON(line: $0) }
    let guided = try lines.filter { try $0.text("state") == "guiding" }
    #expect(!guided.isEmpty)
    // From 47.4° N, 8.5° E.
    for line in guided { #expect(abs(try line.number("bearingDegrees") - 34.1) < 1) }
    #expect(guided.contains { !$0.isNull("trueHeadingDegrees") })
  }
}

/// The sentences of a receiver that keeps a speed and some courses.
private struct Voyage {
  /// RMC and GGA of each second.
  private(set) var seconds: [String] = []
  var text: String { seconds.joined() }

  init(knots: Double, courses: [Double], seconds each: Int) {
    var (latitude, longitude) = (47.4, 8.5)
    for course in courses {
      for _ in 0..<each {
        let angle = course * .pi / 180
        let degrees = knots * 0.514444 / 111_194.93
        latitude += degrees * cos(angle)
        longitude += degrees * sin(angle) / cos(latitude * .pi / 180)
        let time = seconds.count + 1
        let clock = String(format: "12%02d%02d.00", time / 60 % 60, time % 60)
        let place = String(
          format: "%02d%07.4f,N,%03d%07.4f,E", Int(latitude), latitude.truncatingRemainder(dividingBy: 1) * 60,
          Int(longitude), longitude.truncatingRemainder(dividingBy: 1) * 60)
        seconds.append(
          sentence("GPRMC,\(clock),A,\(place),\(knots),\(course),010726,,,A")
            + sentence("GPGGA,\(clock),\(place),1,08,1.0,400.0,M,48.0,M,,")
            + sentence("GPHDT,\(course),T"))
      }
    }
  }
}

/// A gpsd that listens to a receiver on a pseudo-terminal, ten times as fast as time.
private final class Daemon: @unchecked Sendable {
  static let path: String? = (["/usr/sbin/gpsd", "/usr/local/sbin/gpsd"] as [String]).first { access($0, X_OK) == 0 }

  private let terminal: TemporaryTerminal
  private let process: TemporaryProcess
  let location: String

  init(_ voyage: Voyage) throws {
    let terminal = try TemporaryTerminal()
    // The port is free when the server that found it has gone.
    let port = try TemporaryServer().port
    process = try TemporaryProcess(try #require(Self.path), ["-N", "-n", "-b", "-S", "\(port)", terminal.path])
    self.terminal = terminal
    location = "gpsd:127.0.0.1:\(port)"
    Thread.detachNewThread { [weak terminal] in
      for second in voyage.seconds {
        guard let terminal else { return }
        terminal.send(Array(second.utf8))
        usleep(100_000)
      }
    }
    // It answers once it listens, and knows the receiver after a few packets.
    for _ in 0..<100 {
      if let stream = try? SocketStream.connect(host: "127.0.0.1", port: port, deadline: .after(seconds: 1)) {
        stream.close()
        return
      }
      usleep(50_000)
    }
    throw POSIXError(.ETIMEDOUT)
  }

  deinit { process.end() }
}
