// Carrying out requests (Protocols/link/spec.md, "Requests").
//
// The present request is in the decoder's frame until the next byte is received. Handlers read it there and answer with
// `acknowledge`, `refuse`, or `beginReply` and `endReply`.

import Calibration
import Correction
import FieldMonitor
import FixedPoint
import Heading
import LinkProtocol
import Quantities
import SelfTest
import SensorDrivers

extension CompassInstrument where Way: ~Copyable, Gyro: ~Copyable {
  /// The longest payload of a ping: the reply must have room for it and the device time.
  private static var maximumPing: Int { 248 }

  /// Kind and token of the present request.
  var request: FrameHeader { decoder.frame.header }

  mutating func handleFrame() {
    let kind = decoder.frame.kind
    guard kind < 0x80, let row = MessageTable.row(of: kind) else {
      statistics.framesUnknown &+= 1
      // A reply is never answered: on a line with an echo, the device would answer its own replies for ever.
      if kind < 0x80 { refuse(.unknownKind, value: kind, limit: 0) }
      return
    }
    let length = decoder.frame.payloadLength
    guard length >= row.shortest else {
      return refuse(
        .tooShort, detail: Int32(truncatingIfNeeded: length), limit: Int32(truncatingIfNeeded: row.shortest))
    }
    if let breach = RequestRules.breach(in: decoder.frame) {
      return refuse(.outOfRange, detail: breach.value, limit: breach.limit)
    }
    switch row.kind {
    case .getHello: answerHello()
    case .ping: answerPing(length)
    case .setRate: setRate()
    case .startStreams: startStreams()
    case .stopStreams:
      telemetry.streams.subtract(Streams(rawValue: decoder.frame.payloadByte(Layout.StopStreams.streams)))
      acknowledge()
    case .injectSample: inject()
    case .selfTest: startSelfTest()
    case .reset: restart(key: ResetRequest.key)
    case .setCalibration: setCalibration()
    case .getCalibration:
      beginReply(.calibration)
      appendRecord()
      endReply()
    case .setMounting: setMounting()
    case .getMounting:
      beginReply(.mounting)
      transmitter.frame.append(pipeline.mounting.rawValue)
      endReply()
    case .getStatistics:
      beginReply(.statistics)
      appendStatistics()
      endReply()
    case .provoke: provoke()
    case .enterLoader: if has(.loader) { restart(key: LoaderRequest.key) }
    case .getSensors: beginSensorList()
    case .startCalibration: startCalibration()
    case .commandCalibration: commandCalibration()
    case .getCalibrationProgress:
      beginReply(.calibrationProgress)
      appendCalibrationProgress()
      endReply()
    case .getCalibrationReport:
      beginReply(.calibrationReport)
      appendCalibrationReport()
      endReply()
    case .answerPrompt: answerPrompt()
    case .getStoredRecord, .storeRecord, .eraseRecords:
      beginStorage(row.kind)
    case .interruptStorage: interruptStorage()
    case .setLocation, .setDate, .setReference, .setFilter, .setOrientation, .setDeviation, .getHeadingSettings,
      .setZeroPoint, .getLocalField, .setLevelTolerance:
      handleHeading(row.kind, row.shortest)
    case .setMotion, .getMotion, .injectRate: Gyro.carryOut(row.kind, in: &self)
    default: Way.carryOut(kind, in: &self, at: now)
    }
  }

  // MARK: - One request each

  private mutating func answerHello() {
    // The device answers every protocol version of a host: the layout of hello never changes, and the host decides.
    hello.sensorChip = sensor.identity.chip.rawValue
    hello.sensorAddress = sensor.identity.address
    hello.sensorIdentity = SensorIdentityBytes(sensor.identity.identityBytes)
    hello.sensorState = sensor.state
    hello.accelerometer = FittedSensor(
      accelerometer.identity, state: accelerometer.state, instance: accelerometer.sample?.origin.instance ?? 0)
    gyro.describe(&hello)
    hello.time = now
    prompter.beginSession()
    beginReply(.hello)
    transmitter.frame.append(image: &hello)
    endReply()
  }

  private mutating func answerPing(_ length: Int) {
    guard length <= Self.maximumPing else {
      return refuse(
        .outOfRange, detail: Int32(truncatingIfNeeded: length), limit: Int32(truncatingIfNeeded: Self.maximumPing))
    }
    beginReply(.pong)
    transmitter.frame.append(now.microseconds)
    transmitter.frame.append(decoder.frame.payload)
    endReply()
  }

  private mutating func beginSensorList() {
    guard has(.sensorList) else { return }
    guard sensorList == nil else { return refuseBusy() }
    sensorList = (isTold: false, token: decoder.frame.token)
  }

  /// Answers with what the board has found on its sensor bus, after `BoardAction.listSensors`.
  public mutating func send(_ probe: borrowing SensorProbe) {
    guard let token = sensorList?.token else { return }
    sensorList = nil
    var list = SensorList()
    list.lines = probe.lines
    for index in 0..<probe.count { list.add(probe.findings[index]) }
    transmitter.begin(.sensorList, token: token)
    list.append(to: &transmitter.frame)
    endReply()
  }

  private mutating func setRate() {
    let interval = decoder.frame.payloadWord(Layout.SetRate.interval)
    telemetry.setInterval(interval, at: now)
    pendingRate = interval
    acknowledge()
  }

  private mutating func startStreams() {
    let streams = Streams(rawValue: decoder.frame.payloadByte(Layout.StartStreams.streams))
    guard !streams.contains(.guidance) || Way.capabilities.contains(.navigation) else {
      return refuse(lacking: .navigation)
    }
    telemetry.start(streams, at: now)
    heading.restartEvents()
    acknowledge()
  }

  /// Computes the reading of one sample in the request: an `InjectedSample`.
  private mutating func inject() {
    guard has(.injection) else { return }
    injectedSamples &+= 1
    var sample = FieldSample(
      time: now, counts: .zero, scale: .nanotesla, field: MagneticField(nanotesla: .zero))
    readInjected(&sample)
    let tilt = injectedTilt
    var evidence = HeadingEvidence(at: sample.time)
    var assessment = HeadingAssessment()
    let refused = pipeline.measure(&sample)
    if refused == .none {
      calibrate(injected: &sample, specificForce: tilt.force)
      pipeline.correct(&sample, specificForce: tilt.force, into: &evidence)
      if Gyro.fuses { fuse(&evidence) }
    } else {
      evidence.reason = refused
    }
    heading.assess(&evidence, pipeline, isInjected: true, isNew: true, into: &assessment)
    tilt.addDoubts(to: &assessment)
    gyro.receive(&evidence, &assessment)
    if Gyro.fuses, gyro.isFieldTurned { heading.noteTurn() }
    var reading = Reading()
    reading.flags.insert(.injected)
    reading.compose(
      &sample, number: injectedSamples, isMeasured: refused == .none, &evidence, &assessment, tilt, pipeline)
    beginReply(.computed)
    reading.appendParts(to: &transmitter.frame)
    endReply()
  }

  /// Passes an injected sample to the fusion; its force comes at the time of its field.
  private mutating func fuse(_ evidence: inout HeadingEvidence) {
    let observation = evidence.observation
    if let force = observation.specificForce { gyro.add(force: force, at: observation.time, isInjected: true) }
    if !observation.isOverflowed { gyro.add(field: observation.field, at: observation.time, isInjected: true) }
  }

  /// The force of an injected sample. It is processed like a measured one.
  private var injectedTilt: TiltForce {
    guard decoder.frame.payloadByte(Layout.InjectSample.flags) & 1 != 0 else { return TiltForce() }
    let age = UInt16(truncatingIfNeeded: decoder.frame.payloadWord(Layout.InjectSample.forceAge))
    return TiltForce(Acceleration(microG: decoder.frame.payloadVector(Layout.InjectSample.specificForce)), age: age)
  }

  @inline(never)
  private mutating func readInjected(_ sample: inout FieldSample) {
    sample.time.microseconds = UInt64(
      high: decoder.frame.payloadWord(Layout.InjectSample.time &+ 4),
      low: decoder.frame.payloadWord(Layout.InjectSample.time))
    sample.scale.rawValue = decoder.frame.payloadByte(Layout.InjectSample.scale)
    sample.counts = decoder.frame.payloadVector(Layout.InjectSample.counts)
  }

  private mutating func startSelfTest() {
    let token = decoder.frame.token
    // The replies are the only effect of a self-test.
    guard token != 0 else { return }
    guard selfTest == nil else { return refuseBusy() }
    selfTest = (0, token)
  }

  private mutating func restart(key: UInt32) {
    guard hasKey(key) else { return }
    telemetry.streams = .none
    restartKey = key
    acknowledge()
  }

  private mutating func setCalibration() {
    guard !storage.isAboutToSave else { return refuseBusy() }
    if adoptRequested() { acknowledge() }
  }

  /// Puts the record in the payload into use. If the record has a defect or is for another sensor, the request is
  /// refused.
  /// - Returns: whether the record is in use.
  @inline(never)
  mutating func adoptRequested() -> Bool {
    do throws(RecordDefect) {
      try adopt(CalibrationRecord(bytes: decoder.frame.payload))
      return true
    } catch {
      refuse(.badRecord, value: error.rawValue, limit: 0)
      return false
    }
  }

  // Not inlined: its local variables would be on the stack of every request.
  @inline(never)
  private mutating func appendRecord() { transmitter.frame.append(recordToStore.span) }

  @inline(never)
  private mutating func setMounting() {
    if let mounting = AxisRemap(rawValue: decoder.frame.payloadByte(Layout.SetMounting.mounting)) {
      pipeline.mounting = mounting
    }
    acknowledge()
  }

  private mutating func provoke() {
    guard has(.provocation) else { return }
    let value = decoder.frame.payloadByte(Layout.Provoke.mode)
    guard let provocation = Provocation(rawValue: value) else {
      return refuse(.outOfRange, value: value, limit: 7)
    }
    switch provocation {
    case .trap, .hardFault, .hang:
      telemetry.streams = .none
      pendingProvocation = provocation
    case .none, .sign, .swap, .gain, .wire:
      pipeline.provocation = provocation
      transmitter.damagesFrames = provocation == .wire
    }
    acknowledge()
  }
}
