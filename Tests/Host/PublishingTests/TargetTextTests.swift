// What the user writes after --to.
import Testing

@testable import Publishing

@Suite struct TargetTextTests {
  @Test(arguments: [
    ("nmea+tcp://", "nmea+tcp://127.0.0.1:10110"), ("nmea+tcp://:10111", "nmea+tcp://127.0.0.1:10111"),
    ("nmea+tcp://localhost", "nmea+tcp://127.0.0.1:10110"), ("nmea+tcp://0.0.0.0:5000/", "nmea+tcp://0.0.0.0:5000"),
    ("nmea+tcp://[::1]:0", "nmea+tcp://[::1]:0"), ("json+tcp://", "json+tcp://127.0.0.1:8463"),
    ("nmea+udp://192.168.1.255:10110", "nmea+udp://192.168.1.255:10110"),
    ("nmea+udp://[fe80::1]:2000", "nmea+udp://[fe80::1]:2000"),
    ("nmea+serial:/dev/ttyUSB1", "nmea+serial:/dev/ttyUSB1"),
    ("signalk+tcp://", "signalk+tcp://127.0.0.1:8375"), ("signalk+udp://boat:4123", "signalk+udp://boat:4123"),
    ("n2k+tcp://0.0.0.0", "n2k+tcp://0.0.0.0:1457"), ("n2k+udp://[::1]:1457", "n2k+udp://[::1]:1457"),
    ("mqtt://broker/boat/compass", "mqtt://broker/boat/compass"), ("mqtt://[::1]:1884/a", "mqtt://[::1]:1884/a"),
    ("mqtt://broker:1883/a?credentials=f&keep=60&discovery=off", "mqtt://broker/a"),
    ("mqtts://broker:1883/a", "mqtts://broker:1883/a"), ("mqtts://broker:8883/a", "mqtts://broker/a"),
    ("nmea+serial:///dev/ttyUSB1?baud=38400", "nmea+serial:/dev/ttyUSB1?baud=38400"),
  ])
  func targets_areUnderstood(text: String, name: String) throws {
    #expect(try PublishTargets.target(text).name == name)
  }

  @Test(arguments: [
    ("", "is no target"), ("plotter", "is no target"),
    ("/dev/ttyUSB1", "did you mean nmea+serial:/dev/ttyUSB1?"), ("tcp://", "did you mean nmea+tcp://?"),
    ("udp://10.0.0.255:10110", "did you mean nmea+udp://10.0.0.255:10110?"),
    ("nmea+tpc://:10110", "did you mean nmea+tcp://:10110?"), ("nmea", "did you mean nmea+tcp://?"),
    ("nmea+tcp:10110", "two slashes follow the colon: nmea+tcp://:10110"),
    ("nmea+tcp://:70000", "“70000” is no port: ports are numbers up to 65535"),
    ("nmea+tcp://boat.example:10110", "to send to another machine, nmea+udp://boat.example:10110"),
    ("nmea+tcp://::1:10110", "an IPv6 address stands in brackets"), ("nmea+tcp://[::1", "the bracket"),
    ("nmea+tcp://:10110?talker=II", "“talker” is no option of nmea+tcp; it has none"),
    ("nmea+udp://", "it lacks a host"),
    ("signalk://boat", "did you mean signalk+tcp://?"), ("nmea2000:can0", "did you mean n2k+tcp://?"),
    ("signalk+tcp://boat", "to send to another machine, signalk+udp://boat:8375"),
    ("n2k+udp://10.0.0.2", "at which the program listens: n2k+udp://10.0.0.2:1457"),
    ("mqtt:broker/a", "two slashes follow the colon: mqtt://192.168.1.10/boat/compass"),
    ("mqtt:///a", "it lacks the broker’s host"), ("mqtt://broker", "the topic to publish under follows the host"),
    ("mqtt://broker/", "the topic to publish under"), ("mqtt://broker/a/#", "without “#” and “+”"),
    ("mqtt://broker/a+", "without “#” and “+”"), ("mqtt://broker/$SYS", "the topic to publish under"),
    ("mqtt://broker/a/", "without a slash at its end"), ("mqtt://broker:0/a", "without one it is 1883"),
    ("mqtt://broker:x/a", "“x” is no port"), ("mqtt://broker/a?keep=-1", "keep=-1 must be seconds, up to 86400"),
    ("mqtt://broker/a?discovery=#", "discovery=# must be a topic, or off"),
    ("mqtt://broker/a?password=s", "it has credentials, keep, discovery"),
    ("nmea+udp://10.0.0.255", "at which the plotter listens: nmea+udp://10.0.0.255:10110"),
    ("nmea+serial:", "it needs the path of a port"), ("nmea+serial:ttyUSB1", "it needs the path of a port"),
    ("nmea+serial:/dev/ttyUSB1?baud=fast", "baud=fast must be a rate"),
    ("nmea+serial:/dev/ttyUSB1?baud", "the option “baud” needs a value"),
    ("nmea+serial:/dev/ttyUSB1?baud=4800&baud=9600", "the option baud is there twice"),
    ("nmea+serial:/dev/ttyUSB1?rate=4800", "“rate” is no option of nmea+serial; it has baud"),
  ])
  func mistakes_areNamedWithWhatToWrite(text: String, words: String) {
    let error = #expect(throws: TargetTextError.self) { _ = try PublishTargets.target(text) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    #expect(error?.exitStatus == 2)
  }

  @Test func password_onTheCommandLineIsRefusedAndNotRepeated() {
    let error = #expect(throws: TargetTextError.self) {
      _ = try PublishTargets.target("mqtt://skipper:secret@broker/a")
    }
    let text = error?.description ?? ""
    #expect(text.contains("do not belong on a command line") && text.contains("?credentials=FILE"))
    #expect(!text.contains("secret") && !text.contains("skipper"))
  }

  @Test func kinds_haveTheirOwnNames() {
    let schemes = PublishTargets.kinds.map { $0.scheme }
    #expect(Set(schemes).count == schemes.count)
    for kind in PublishTargets.kinds { #expect(kind.pattern.hasPrefix("\(kind.scheme):")) }
  }
}
