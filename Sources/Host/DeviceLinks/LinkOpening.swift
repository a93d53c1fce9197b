// Opens the link for an address.

import BoardKit
import Emulator
import Foundation
import Quantities
import Recordings
import SerialLink
import Simulation

/// An open link and the knowledge about its other end.
package final class OpenedLink {
  package private(set) var stream: any ByteStream
  /// How to find the other end again after it was lost; `nil` if it cannot come back.
  package let way: ReconnectionRoute?
  /// The world around the board; `nil` for real hardware.
  package let bench: (any Bench)?
  /// Whether it is a real port. Then only the board itself can report what is connected.
  package var isReal: Bool { !isEmulated }
  private let isEmulated: Bool
  /// Whether stored records are lost when the link closes: the board is simulated or emulated, without `?state=DIR`.
  package let forgetsRecords: Bool
  private let mover: FieldMover?
  /// The motion of the simulated instrument; `nil` if it cannot be moved from here.
  private let motion: PathSwitch?
  /// The path of the motion when the link was opened.
  private let usualPath: AttitudePath?

  init(
    _ stream: any ByteStream, bench: (any Bench)? = nil, mover: FieldMover? = nil, isEmulated: Bool = false,
    way: ReconnectionRoute? = nil, motion: PathSwitch? = nil, forgetsRecords: Bool = false
  ) {
    self.forgetsRecords = forgetsRecords
    self.motion = motion
    usualPath = motion?.path
    self.stream = stream
    self.way = way
    self.bench = bench
    self.mover = mover
    self.isEmulated = isEmulated
  }

  /// Continues with another stream to the same device; the old stream is closed. A device in this process that found its
  /// port again is the same stream.
  package func replace(_ other: any ByteStream) {
    if stream !== other { stream.close() }
    stream = other
  }

  /// Whether its samples are lines that another firmware prints.
  package var isLines: Bool { (stream as? LoopbackDevice)?.hasLines == true }

  /// What was recognised of these lines; `nil` for other links.
  package var lineFacts: LineFacts? { (stream as? LoopbackDevice)?.lineFacts }

  /// What the user should know of a bus of this computer.
  package var remarks: [String] { (stream as? BusDevice)?.remarks ?? [] }

  /// The force in the line at this device time, in the axes of the line.
  package func lineForce(at instant: Instant) -> Acceleration? { (stream as? LoopbackDevice)?.lineForce(at: instant) }

  /// Whether the instrument is simulated, so that it can be moved from here.
  package var canMove: Bool { motion != nil }

  /// Moves the simulated instrument along another path from now on; `nil` restores the path from the opening of the
  /// link. The change takes effect at the bench's next step, within 50 ms.
  package func move(along path: AttitudePath?) {
    guard let motion, let usualPath else { return }
    motion.path = path ?? usualPath
  }

  /// Whether the instrument's world can be at any place.
  package var hasMovableWorld: Bool { stream is LoopbackDevice && bench is LoopbackBench }

  /// Moves the simulated instrument to a place with this field. Returns `false` for a link whose world cannot change.
  package func settle(horizontalNanotesla: Double, dipDegrees: Double, declinationDegrees: Double) -> Bool {
    guard let device = stream as? LoopbackDevice, let bench = bench as? LoopbackBench else { return false }
    device.settle(horizontalNanotesla: horizontalNanotesla, dipDegrees: dipDegrees)
    bench.settle(horizontalNanotesla: horizontalNanotesla, declinationDegrees: declinationDegrees)
    return true
  }

  /// Replaces the accelerometer of the simulated instrument by one with these errors, and with white noise on each
  /// axis. An emulated board's accelerometer has the noise of its model.
  package func exchangeAccelerometer(_ errors: AccelerometerErrors, noiseMicroG: Double) {
    (stream as? LoopbackDevice)?.exchangeAccelerometer(errors, noiseMicroG: noiseMicroG)
    motion?.accelerometer = errors
  }

  /// Makes a link with virtual time follow the host's clock. Other links already do.
  package func keepRealTime() { (stream as? LoopbackDevice)?.keepRealTime() }

  /// Makes a simulated instrument keep no true values. Use this when no check needs them: in a long stream, memory must
  /// not grow.
  package func forgetTruth() { (stream as? LoopbackDevice)?.forgetTruth() }

  /// Ends the connection and everything that was started for it.
  package func close() {
    mover?.stop()
    stream.close()
  }
}

/// Opens links.
package enum LinkOpener {
  /// Opens a live link.
  /// - Parameters:
  ///   - address: any address except a capture or a recording. Those are files, and other commands read them.
  ///   - imagePath: returns the path of a board's firmware image; called for emulators only.
  package static func open(
    _ address: LinkAddress, imagePath: (String) throws -> String
  ) throws -> OpenedLink {
    switch address {
    case .auto(let lines): return try AutoLink(lines: lines).find()
    case .serial(let path, let baud, let lines):
      let stream = try openSerial(path: path, baud: baud, lines: lines)
      return OpenedLink(stream, way: .serial(SerialReconnection(path: path, baud: baud, lines: lines)))
    case .tcp(let host, let port):
      let stream = try SocketStream.connect(host: host, port: port, deadline: .after(seconds: 5))
      return OpenedLink(stream, way: .tcp(host: host, port: port))
    case .simulated(let circle, let seed, let state, let gyroscope, let hasWaves, let pitch, let roll):
      let circles = AttitudePath.circles(each: circle)
      let world = World(path: (hasWaves ? circles.inWaves : circles).held(pitchDegrees: pitch, rollDegrees: roll))
      let motion = PathSwitch(world.path)
      let device = LoopbackDevice(
        name: "simulated", sensor: SimulatedSensor(world: world, seed: seed),
        gyroscope: gyroscope.map { SimulatedGyroscope(model: $0, seed: seed) }, motion: motion,
        memory: try SimulatedMemory(folder: state))
      return OpenedLink(
        device, bench: LoopbackBench(device: device, world: world), isEmulated: true, motion: motion,
        forgetsRecords: state == nil)
    case .emulator(let board, let circle, let state):
      return try openEmulator(board, world: .bench(circleSeconds: circle), image: try imagePath(board), state: state)
    case .lines(let link):
      let source = try LineSource(link)
      do {
        let memory = try SimulatedMemory(folder: link.state)
        if let folder = link.state, let scale = source.facts?.countScale { try CountScaleFile.write(scale, folder) }
        let device = LoopbackDevice(name: "csv:\(link.path)", lines: source, memory: memory)
        let port = SerialReconnection(path: link.path, baud: link.baud, lines: link.lines)
        return OpenedLink(
          device, way: .lines(LineReconnection(device: device, port: port)), forgetsRecords: link.state == nil)
      } catch {
        source.close()
        throw error
      }
    case .bus(let bus, let state): return try openBus(LinuxBuses().path(of: bus), state: state)
    case .capture, .recording:
      preconditionFailure("files are not live links")
    }
  }

  /// The device's code in this process, which receives injected samples.
  package static func inProcess(name: String) -> OpenedLink {
    OpenedLink(LoopbackDevice(name: name, sensor: nil), isEmulated: true)
  }

  private static func openBus(_ path: String, state: String?) throws -> OpenedLink {
    let bus = try LinuxBus(path: path)
    let name = path.split(separator: "/").last.map(String.init) ?? "i2c"
    let memory = try SimulatedMemory(folder: state ?? StateFile.folder().path, board: name)
    let device = try BusDevice(bus, memory: memory)
    return OpenedLink(
      device, way: .bus(BusReconnection(device: device, place: BusPlace(path: path, among: LinuxBuses().list()))))
  }

  private static func openEmulator(_ board: String, world: World, image: String, state: String?) throws -> OpenedLink {
    let machine = try EmulatedMachine.named(board)
    guard machine.magnetometer != nil else {
      return OpenedLink(
        try EmulatedBoard(board: board, image: image, stateFolder: state), isEmulated: true,
        forgetsRecords: state == nil)
    }
    let start = EmulatedField(rounding: world.sensorField(at: 0))
    let emulated = try EmulatedBoard(board: board, image: image, field: start, stateFolder: state)
    let bench = FieldBench(
      horizontalNanotesla: world.horizontalNanotesla, hardIron: world.hardIronNanotesla, log: emulated.fieldLog)
    let motion = PathSwitch(world.path)
    @Sendable func now() -> World {
      var now = world
      now.path = motion.path
      return now
    }
    let mover = FieldMover(
      emulated, updatesPerSecond: machine.hasGyroscope ? 50 : 20,
      force: { motion.accelerometer.measured(now().specificForceMicroG(at: $0)) },
      rate: { motion.path.degreesPerSecond(at: $0) },
      path: { now().sensorField(at: $0) })
    return OpenedLink(
      emulated, bench: bench, mover: mover, isEmulated: true, motion: motion, forgetsRecords: state == nil)
  }
}
