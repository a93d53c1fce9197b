// The accelerometer's samples in the instrument: their age, their faults, and what a reading says of them.

import Instrument
import LinkProtocol
import Quantities
import SensorDrivers
import Testing

private let up = Acceleration(microG: Vector3(x: 0, y: 0, z: -1_000_000))
private let chip = SensorIdentity(chip: .lsm303dlhcAccelerometer, address: 0x19, identityBytes: 0)

/// An instrument with both sensors and readings every 10 ms.
private final class ForceBench {
  var instrument: CompassInstrument<NavigationUnit, WithoutMotion>
  private var decoder = FrameDecoder()
  private var now: UInt64 = 1_000_000
  private var messages: [(kind: UInt8, payload: [UInt8])] = []

  init(_ streams: Streams?, capabilities: Capabilities = Capabilities.magnetometer.union(.accelerometer)) {
    instrument = CompassInstrument<NavigationUnit, WithoutMotion>(
      identity: DeviceIdentity(
        board: BoardName("force"), capabilities: capabilities.union(.injection), imageHash: 0, bootCounter: 1,
        fault: nil))
    ask(.setRate, [0x10, 0x27, 0, 0])
    if let streams { ask(.startStreams, [streams.rawValue]) }
  }

  var instant: Instant { Instant(microseconds: now) }

  func ask(_ kind: MessageKind, _ payload: [UInt8] = []) {
    for byte in request(kind, token: 1, payload) { instrument.receive(byte, at: instant) }
    run(milliseconds: 1)
  }

  func run(milliseconds: Int) {
    for _ in 0..<(milliseconds * 10) {
      now += 100
      instrument.run(at: instant)
      while let byte = instrument.nextByte() {
        guard decoder.feed(byte) == .frame else { continue }
        messages.append((decoder.frame.header.kind, contents(decoder.frame)))
      }
    }
  }

  /// A sample of the force now.
  func force(isSaturated: Bool = false, isStale: Bool = false) {
    let sample = ForceSample(
      time: instant, counts: Vector3(x: 0, y: 0, z: -1000), scale: ForceScale(rawValue: 1), force: up,
      isStale: isStale, isSaturated: isSaturated,
      origin: SampleOrigin(chip: .lsm303dlhcAccelerometer, address: 0x19, instance: 1))
    instrument.receive(.sample(sample), from: chip, at: instant)
  }

  /// A sample of the force now, of an accelerometer that the board may lack.
  func possibleForce(_ force: Vector3 = up.microG) {
    let sample = ForceSample(
      time: instant, counts: Vector3(x: 0, y: 0, z: -1000), scale: ForceScale(rawValue: 1),
      force: Acceleration(microG: force),
      origin: SampleOrigin(chip: .lsm303dlhcAccelerometer, address: 0x19, instance: 1))
    instrument.receive(possible: .sample(sample), from: chip, at: instant)
  }

  /// A sample of the field now, and the reading that follows.
  func reading() throws -> Reading {
    let field = Vector3(x: 20_000, y: 0, z: 43_000)
    let sample = FieldSample(
      time: instant, counts: field, scale: .nanotesla, field: MagneticField(nanotesla: field),
      origin: SampleOrigin(chip: .lsm303dlhc, address: 0x1e, instance: 2))
    instrument.receive(.sample(sample), from: .absent, at: instant)
    run(milliseconds: 15)
    return try last(.reading, Reading.self)
  }

  func last<M: Message>(_ kind: MessageKind, _ type: M.Type) throws -> M {
    let payload = try #require(messages.last { $0.kind == kind.rawValue }, "\(kind) among \(messages.map(\.kind))")
      .payload
    let message = M(payload: payload.span)
    return try #require(message)
  }

  func count(_ kind: MessageKind) -> Int { messages.count { $0.kind == kind.rawValue } }
}

@Test func reading_saysHowOldItsForceWas() throws {
  let bench = ForceBench(.readings)
  bench.force()
  bench.run(milliseconds: 120)
  let reading = try bench.reading()
  #expect(reading.mode == .tilted)
  #expect(reading.sensors.forceAge == 120)
  #expect(reading.sensors.forceScale == 1)
  #expect(reading.sensors.forceChip == 2)
  #expect(reading.sensors.forceInstance == 1)
  #expect(reading.sensors.fieldChip == 1)
  #expect(reading.sensors.fieldInstance == 2)
  #expect(reading.assessment.doubts.contains(.tiltUnknown) == false)
}

@Test func reading_withAnOldForceIsLevelAndSaysWhy() throws {
  let bench = ForceBench(.readings)
  bench.force()
  bench.run(milliseconds: 260)
  let stale = try bench.reading()
  #expect(stale.mode == .level)
  #expect(!stale.flags.contains(.specificForce))
  #expect(stale.assessment.doubts.contains(.tiltUnknown) == true)
  #expect(stale.assessment.doubts.contains(.forceOutdated) == true)
  #expect(stale.assessment.doubts.contains(.forceFault) == false)
  #expect(stale.sensors.forceAge == 260)
  bench.force()
  #expect(try bench.reading().mode == .tilted)
}

/// A sensor of 5 Hz may be three periods old, not only 250 ms.
@Test func reading_waitsThreePeriodsForASlowAccelerometer() throws {
  let bench = ForceBench(.readings)
  bench.force()
  bench.run(milliseconds: 200)
  bench.force()
  bench.run(milliseconds: 590)
  #expect(try bench.reading().mode == .tilted)
  #expect(try bench.reading().assessment.doubts.contains(.forceOutdated) == true)
}

@Test func reading_withAFaultyForceIsLevelAndSaysWhy() throws {
  let bench = ForceBench(.readings)
  bench.force(isSaturated: true)
  let saturated = try bench.reading()
  #expect(saturated.mode == .level)
  #expect(saturated.assessment.doubts.contains(.forceFault) == true)
  bench.force()
  #expect(try bench.reading().mode == .tilted)

  let error = SensorError(chip: .lsm303dlhcAccelerometer, register: 0x28, kind: .stuckData, detail: 256)
  bench.instrument.receive(SensorOutcome<ForceSample>.unavailable(error), from: chip, at: bench.instant)
  let lost = try bench.reading()
  #expect(lost.mode == .level)
  #expect(lost.assessment.doubts.contains(.forceFault) == true)
  #expect(lost.sensors.forceAge == ReadingSensors.noForce)
}

@Test func sensorEvent_tellsOfTheAccelerometer() throws {
  let bench = ForceBench(.sensorEvents)
  bench.force()
  bench.run(milliseconds: 5)
  #expect(try bench.last(.sensorEvent, SensorEvent.self).state == .ready)
  let error = SensorError(chip: .lsm303dlhcAccelerometer, register: 0x27, kind: .notReady, detail: 50)
  bench.instrument.receive(SensorOutcome<ForceSample>.unavailable(error), from: chip, at: bench.instant)
  bench.run(milliseconds: 5)
  let event = try bench.last(.sensorEvent, SensorEvent.self)
  #expect(event.state == .unavailable)
  #expect(event.chip == 2)
  #expect(event.register == 0x27)
  bench.ask(.getHello, [1, 2])
  let hello = try bench.last(.hello, Hello.self)
  #expect(hello.accelerometer.state == .unavailable)
  #expect(hello.accelerometer.chip == 2)
  #expect(hello.accelerometer.address == 0x19)
}

@Test func rawForce_isSentForEachNewSample() throws {
  let bench = ForceBench(.rawMotion)
  bench.force()
  bench.run(milliseconds: 5)
  bench.force(isStale: true)
  bench.run(milliseconds: 5)
  #expect(bench.count(.rawForce) == 1)
  let raw = try bench.last(.rawForce, RawMotion.self)
  #expect(raw.counts == Vector3(x: 0, y: 0, z: -1000))
  #expect(raw.scale == 1)
  #expect(raw.chip == 2)
  #expect(raw.instance == 1)
  #expect(raw.sampleNumber == 1)
}

@Test(arguments: [(250, true), (251, false)] as [(UInt16, Bool)])
func computed_hasNoTiltFromAnOldInjectedForce(age: UInt16, isTilted: Bool) throws {
  let bench = ForceBench(nil)
  let sample = InjectedSample(
    time: Instant(microseconds: 5_000_000), scale: .nanotesla, counts: Vector3(x: 20_000, y: 0, z: 43_000),
    specificForce: up, forceAge: age)
  bench.ask(.injectSample, contents(of: sample))
  let reading = try bench.last(.computed, Reading.self)
  #expect(reading.mode == (isTilted ? .tilted : .level))
  #expect(reading.sensors.forceAge == age)
  #expect((reading.assessment.doubts.contains(.forceOutdated) == true) == !isTilted)
  #expect((reading.assessment.doubts.contains(.tiltUnknown) == true) == !isTilted)
}

@Test func possibleAccelerometer_isNoFaultUntilItHasAnswered() throws {
  let bench = ForceBench(nil, capabilities: .magnetometer)
  let absent = SensorOutcome<ForceSample>.unavailable(
    SensorError(chip: .lsm303dlhcAccelerometer, register: 0x0f, kind: .notReady, detail: 50))
  bench.instrument.receive(possible: absent, from: .absent, at: bench.instant)
  bench.ask(.getHello, [2, 2])
  let before = try bench.last(.hello, Hello.self)
  #expect(before.accelerometer.state == .none && !before.capabilities.contains(.accelerometer))
  bench.possibleForce()
  bench.ask(.getHello, [2, 2])
  let hello = try bench.last(.hello, Hello.self)
  #expect(hello.accelerometer.state == .ready && hello.capabilities.contains(.accelerometer))
  bench.instrument.receive(possible: absent, from: chip, at: bench.instant)
  bench.ask(.getHello, [2, 2])
  #expect(try bench.last(.hello, Hello.self).accelerometer.state == .unavailable, "a loss is told")
}

/// A host waits while a sensor is starting: a board that looks for its sensors says so until it has looked once.
@Test func possibleSensors_areStartingUntilTheBoardHasLookedForThem() throws {
  let bench = ForceBench(nil, capabilities: .none)
  bench.instrument.seek(.magnetometer.union(.accelerometer))
  bench.ask(.getHello, [2, 2])
  var hello = try bench.last(.hello, Hello.self)
  #expect(hello.sensorState == .starting && hello.accelerometer.state == .starting)
  let force = SensorOutcome<ForceSample>.unavailable(
    SensorError(chip: .lis3dh, register: 0x0f, kind: .notReady, detail: 50))
  bench.instrument.receive(possible: force, from: .absent, at: bench.instant)
  let field = SensorOutcome<FieldSample>.unavailable(
    SensorError(chip: .lis2mdl, register: 0x4f, kind: .notReady, detail: 50))
  bench.instrument.receive(possible: field, from: .absent, at: bench.instant)
  bench.ask(.getHello, [2, 2])
  hello = try bench.last(.hello, Hello.self)
  #expect(hello.sensorState == .none && hello.accelerometer.state == .none)
}

@Test func possibleAccelerometer_isMountedAsTheMagnetometer() throws {
  let bench = ForceBench(.readings, capabilities: .magnetometer)
  // X to the left, Y forward, Z down becomes forward, right, down.
  let mounting = try #require(AxisRemap(forward: .plusY, right: .minusX))
  bench.ask(.setMounting, [mounting.rawValue])
  bench.possibleForce(Vector3(x: 300_000, y: 400_000, z: -866_000))
  let reading = try bench.reading()
  #expect(reading.mode == .tilted)
  #expect(reading.specificForce.microG == mounting.body(Vector3(x: 300_000, y: 400_000, z: -866_000)))
}

@Test func possibleSensors_canBeCalibratedOnceTheyHaveAnswered() throws {
  let bench = ForceBench(nil, capabilities: .none)
  // Bit 2: the accelerometer. The first acknowledgement is that of the rate.
  for flags in [UInt8(4), 0] {
    bench.ask(.startCalibration, [flags, 0, 0, 0])
    #expect(try bench.last(.refused, Refusal.self).reason == RefusalReason.notSupported.rawValue)
  }
  bench.possibleForce()
  bench.ask(.startCalibration, [4, 0, 0, 0])
  #expect(bench.count(.acknowledged) == 2)
  bench.ask(.commandCalibration, [1])
  let field = Vector3(x: 20_000, y: 0, z: 43_000)
  let sample = FieldSample(
    time: bench.instant, counts: field, scale: .nanotesla, field: MagneticField(nanotesla: field),
    origin: SampleOrigin(chip: .lsm303dlhc, address: 0x1e, instance: 0))
  bench.instrument.receive(possible: .sample(sample), from: .absent, at: bench.instant)
  bench.ask(.startCalibration, [0, 0, 0, 0])
  #expect(bench.count(.acknowledged) == 4)
}
