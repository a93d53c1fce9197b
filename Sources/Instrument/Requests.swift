// Carrying out requests (Protocols/link/spec.md, "Requests").

import Calibration
import Correction
import Quantities
import SelfTest
import Wire

extension Instrument {
  /// Longest payload of a ping: its echo must fit beside the device time.
  private static var maximumPing: Int { 248 }

  mutating func handleFrame(at now: Instant) {
    let header = decoder.frame.header
    let length = decoder.frame.payloadLength
    guard let kind = MessageKind(rawValue: header.kind), kind.isRequest else {
      statistics.framesUnknown &+= 1
      // Replies are never answered: on a line that echoes, the device would answer its own for ever.
      if header.kind < 0x80 {
        refuse(header, .unknownKind, detail: Int32(truncatingIfNeeded: Int(header.kind)), limit: 0)
      }
      return
    }
    guard length >= kind.minimumLength else {
      refuse(
        header, .tooShort, detail: Int32(truncatingIfNeeded: length),
        limit: Int32(truncatingIfNeeded: kind.minimumLength))
      return
    }
    switch kind {
    case .getHello: answerHello(header, at: now)
    case .ping: answerPing(header, length, at: now)
    case .setRate: setRate(header, at: now)
    case .startStreams:
      telemetry.start(Streams(rawValue: decoder.frame.payload[0]), at: now)
      heading.restartEvents()
      acknowledge(header)
    case .stopStreams:
      telemetry.streams.subtract(Streams(rawValue: decoder.frame.payload[0]))
      acknowledge(header)
    case .injectSample: inject(header)
    case .selfTest: startSelfTest(header)
    case .reset: reset(header)
    case .setCalibration: setCalibration(header)
    case .getCalibration:
      let bytes = pipeline.calibration.bytes()
      if header.token != 0 {
        transmitter.begin(.calibration, token: header.token)
        transmitter.append(bytes.span)
        transmitter.commit()
      }
    case .setMounting: setMounting(header)
    case .getMounting:
      let value = pipeline.mounting.rawValue
      reply(header) { transmitter, token in
        transmitter.send(as: .mounting, token: token) { frame in frame.append(value) }
      }
    case .getStatistics:
      let current = currentStatistics(at: now)
      reply(header) { transmitter, token in transmitter.send(current, as: .statistics, token: token) }
    case .provoke: provoke(header)
    case .startCalibration: startCalibration(header, at: now)
    case .commandCalibration: commandCalibration(header, at: now)
    case .getCalibrationProgress:
      let progress = calibrationProgress(at: now)
      reply(header) { transmitter, token in transmitter.send(progress, as: .calibrationProgress, token: token) }
    case .getCalibrationReport:
      let report = calibrationReport(at: now)
      reply(header) { transmitter, token in transmitter.send(report, as: .calibrationReport, token: token) }
    case .answerPrompt: answerPrompt(header, at: now)
    case .eraseRecords where calibrator.state.isRunning:
      refuse(
        header, .illegalEvent, detail: Int32(truncatingIfNeeded: Int(CalibrationEvent.erased.rawValue)),
        limit: Int32(truncatingIfNeeded: Int(calibrator.state.rawValue)))
    case .getStoredRecord, .storeRecord, .eraseRecords: beginStorage(header)
    case .interruptStorage: interruptStorage(header)
    default:
      if !handleHeading(kind, header) { _ = handleNavigation(kind, header, at: now) }
    }
  }

  // MARK: - One request each

  private mutating func answerHello(_ header: FrameHeader, at now: Instant) {
    // The answer goes out whatever versions the host speaks: its layout never changes, and the host decides.
    var hello = Hello(board: identity.board)
    hello.firmwareMajor = BinnacleVersion.major
    hello.firmwareMinor = BinnacleVersion.minor
    hello.firmwarePatch = BinnacleVersion.patch
    hello.capabilities = identity.capabilities.union(.worldModel)
    hello.imageHash = identity.imageHash
    hello.messageTableHash = MessageKind.tableHash
    hello.sensorChip = sensor.identity.chip.rawValue
    hello.sensorAddress = sensor.identity.address
    let bytes = sensor.identity.identityBytes
    hello.sensorIdentity[0] = UInt8(truncatingIfNeeded: bytes)
    hello.sensorIdentity[1] = UInt8(truncatingIfNeeded: bytes &>> 8)
    hello.sensorIdentity[2] = UInt8(truncatingIfNeeded: bytes &>> 16)
    hello.sensorState = sensor.state
    hello.bootCounter = identity.bootCounter
    hello.time = now
    hello.fault = identity.fault
    hello.boardIdentifier = identity.boardIdentifier
    prompter.beginSession()
    reply(header) { transmitter, token in transmitter.send(hello, as: .hello, token: token) }
  }

  private mutating func answerPing(_ header: FrameHeader, _ length: Int, at now: Instant) {
    guard length <= Self.maximumPing else {
      refuse(
        header, .outOfRange, detail: Int32(truncatingIfNeeded: length),
        limit: Int32(truncatingIfNeeded: Self.maximumPing))
      return
    }
    guard header.token != 0 else { return }
    transmitter.begin(.pong, token: header.token)
    transmitter.append(now.microseconds)
    transmitter.append(decoder.frame.payload)
    transmitter.commit()
  }

  private mutating func setRate(_ header: FrameHeader, at now: Instant) {
    guard let request = SetRate(payload: decoder.frame.payload) else { return }
    let interval = request.intervalMicroseconds
    guard interval >= SetRate.minimum, interval <= SetRate.maximum else {
      let limit = interval < SetRate.minimum ? SetRate.minimum : SetRate.maximum
      refuse(header, .outOfRange, detail: Int32(bitPattern: interval), limit: Int32(bitPattern: limit))
      return
    }
    telemetry.setInterval(interval, at: now)
    pendingRate = interval
    acknowledge(header)
  }

  private mutating func inject(_ header: FrameHeader) {
    guard identity.capabilities.contains(.injection) else { return refuse(header, lacking: .injection) }
    guard let injected = InjectedSample(payload: decoder.frame.payload) else { return }
    injectedSamples &+= 1
    var sample = FieldSample(
      time: injected.time, counts: injected.counts, scale: injected.scale,
      field: MagneticField(nanotesla: .zero))
    var reading: Reading
    switch pipeline.field(of: injected) {
    case .field(let field, let isOverflowed):
      sample.field = field
      sample.isOverflowed = isOverflowed
      calibrate(injected: sample, specificForce: injected.specificForce)
      reading = pipeline.reading(sample, number: injectedSamples, specificForce: injected.specificForce)
    case .refused(let reason):
      reading = Reading()
      reading.time = injected.time
      reading.sampleNumber = injectedSamples
      reading.counts = injected.counts
      reading.scale = injected.scale
      reading.reason = reason
    }
    reading.flags.insert(.injected)
    heading.judge(&reading, pipeline)
    reply(header) { transmitter, token in transmitter.send(reading, as: .computed, token: token) }
  }

  private mutating func startSelfTest(_ header: FrameHeader) {
    // Its reply is all it does.
    guard header.token != 0 else { return }
    guard selfTest == nil else {
      refuse(header, .busy, detail: 0, limit: 0)
      return
    }
    selfTest = (0, header.token)
  }

  private mutating func reset(_ header: FrameHeader) {
    guard ResetRequest(payload: decoder.frame.payload) != nil else {
      refuse(header, .outOfRange, detail: 0, limit: Int32(bitPattern: ResetRequest.key))
      return
    }
    telemetry.streams = .none
    isResetPending = true
    acknowledge(header)
  }

  private mutating func setCalibration(_ header: FrameHeader) {
    guard !storage.isAboutToSave else { return refuse(header, .busy, detail: 0, limit: 0) }
    guard let record = acceptableRecord(header) else { return }
    pipeline.calibration = record
    acknowledge(header)
  }

  /// The record in the payload, unless it has a defect or another sensor's: then the request is refused.
  mutating func acceptableRecord(_ header: FrameHeader) -> CalibrationRecord? {
    do throws(RecordDefect) {
      let record = try CalibrationRecord(bytes: decoder.frame.payload)
      guard isOfFittedSensor(record) else { throw RecordDefect.sensor }
      return record
    } catch {
      refuse(header, .badRecord, detail: Int32(truncatingIfNeeded: Int(error.rawValue)), limit: 0)
      return nil
    }
  }

  private mutating func setMounting(_ header: FrameHeader) {
    let value = decoder.frame.payload[0]
    guard let mounting = AxisRemap(rawValue: value) else {
      refuse(header, .outOfRange, detail: Int32(truncatingIfNeeded: Int(value)), limit: 23)
      return
    }
    pipeline.mounting = mounting
    acknowledge(header)
  }

  private mutating func provoke(_ header: FrameHeader) {
    guard identity.capabilities.contains(.provocation) else { return refuse(header, lacking: .provocation) }
    let value = decoder.frame.payload[0]
    guard let provocation = Provocation(rawValue: value) else {
      refuse(header, .outOfRange, detail: Int32(truncatingIfNeeded: Int(value)), limit: 7)
      return
    }
    switch provocation {
    case .trap, .hardFault, .hang:
      telemetry.streams = .none
      pendingProvocation = provocation
    case .none, .sign, .swap, .gain, .wire:
      pipeline.provocation = provocation
      transmitter.damagesFrames = provocation == .wire
    }
    acknowledge(header)
  }

  // MARK: - Replies

  /// A request with token 0 wants no reply.
  mutating func reply(_ header: FrameHeader, _ body: (inout Transmitter, UInt8) -> Void) {
    if header.token != 0 { body(&transmitter, header.token) }
  }

  mutating func acknowledge(_ header: FrameHeader) {
    reply(header) { transmitter, token in
      transmitter.send(Acknowledgement(kind: header.kind), as: .acknowledged, token: token)
    }
  }

  mutating func refuse(_ header: FrameHeader, lacking capability: Capabilities) {
    refuse(header, .notSupported, detail: Int32(truncatingIfNeeded: Int(capability.rawValue)), limit: 0)
  }

  mutating func refuse(_ header: FrameHeader, _ reason: RefusalReason, detail: Int32, limit: Int32) {
    let refusal = Refusal(kind: header.kind, reason: reason, detail: detail, limit: limit)
    reply(header) { transmitter, token in transmitter.send(refusal, as: .refused, token: token) }
  }
}
