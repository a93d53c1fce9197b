// Carrying out requests (Protocols/link/spec.md, "Requests").
//
// The request under way stands in the decoder's frame until the next byte comes in; handlers read it there and answer
// with `acknowledge`, `refuse`, or `beginReply` and `endReply`.

import Calibration
import Correction
import Quantities
import SelfTest
import Wire

extension Instrument where Way: ~Copyable {
  /// Longest payload of a ping: its echo must fit beside the device time.
  private static var maximumPing: Int { 248 }

  /// Kind and token of the request under way.
  var request: FrameHeader { decoder.frame.header }

  mutating func handleFrame() {
    let kind = decoder.frame.kind
    guard kind < 0x80, let shortest = MessageTable.minimumLength(of: kind) else {
      statistics.framesUnknown &+= 1
      // Replies are never answered: on a line that echoes, the device would answer its own for ever.
      if kind < 0x80 { refuse(.unknownKind, value: kind, limit: 0) }
      return
    }
    let length = decoder.frame.payloadLength
    guard length >= shortest else {
      return refuse(
        .tooShort, detail: Int32(truncatingIfNeeded: length), limit: Int32(truncatingIfNeeded: shortest))
    }
    switch kind {
    case MessageKind.getHello.rawValue: answerHello()
    case MessageKind.ping.rawValue: answerPing(length)
    case MessageKind.setRate.rawValue: setRate()
    case MessageKind.startStreams.rawValue: startStreams()
    case MessageKind.stopStreams.rawValue:
      telemetry.streams.subtract(Streams(rawValue: decoder.frame.payloadByte(0)))
      acknowledge()
    case MessageKind.injectSample.rawValue: inject()
    case MessageKind.selfTest.rawValue: startSelfTest()
    case MessageKind.reset.rawValue: reset()
    case MessageKind.setCalibration.rawValue: setCalibration()
    case MessageKind.getCalibration.rawValue:
      let bytes = pipeline.record.bytes()
      beginReply(.calibration)
      transmitter.frame.append(bytes.span)
      endReply()
    case MessageKind.setMounting.rawValue: setMounting()
    case MessageKind.getMounting.rawValue:
      beginReply(.mounting)
      transmitter.frame.append(pipeline.mounting.rawValue)
      endReply()
    case MessageKind.getStatistics.rawValue:
      beginReply(.statistics)
      appendStatistics()
      endReply()
    case MessageKind.provoke.rawValue: provoke()
    case MessageKind.startCalibration.rawValue: startCalibration()
    case MessageKind.commandCalibration.rawValue: commandCalibration()
    case MessageKind.getCalibrationProgress.rawValue:
      beginReply(.calibrationProgress)
      appendCalibrationProgress()
      endReply()
    case MessageKind.getCalibrationReport.rawValue:
      beginReply(.calibrationReport)
      appendCalibrationReport()
      endReply()
    case MessageKind.answerPrompt.rawValue: answerPrompt()
    case MessageKind.getStoredRecord.rawValue, MessageKind.storeRecord.rawValue, MessageKind.eraseRecords.rawValue:
      beginStorage(kind)
    case MessageKind.interruptStorage.rawValue: interruptStorage()
    case MessageKind.setLocation.rawValue, MessageKind.setDate.rawValue, MessageKind.setReference.rawValue,
      MessageKind.setFilter.rawValue,
      MessageKind.setOrientation.rawValue, MessageKind.setDeviation.rawValue, MessageKind.getHeadingSettings.rawValue,
      MessageKind.setZeroPoint.rawValue,
      MessageKind.getLocalField.rawValue, MessageKind.setLevelTolerance.rawValue:
      handleHeading(kind)
    default: Way.carryOut(kind, in: &self, at: now)
    }
  }

  // MARK: - One request each

  private mutating func answerHello() {
    // The answer goes out whatever versions the host speaks: its layout never changes, and the host decides.
    hello.sensorChip = sensor.identity.chip.rawValue
    hello.sensorAddress = sensor.identity.address
    hello.sensorIdentity = SensorIdentityBytes(sensor.identity.identityBytes)
    hello.sensorState = sensor.state
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

  private mutating func setRate() {
    guard let request = SetRate(payload: decoder.frame.payload) else { return }
    let interval = request.intervalMicroseconds
    guard interval >= SetRate.minimum, interval <= SetRate.maximum else {
      return refuse(beyond: interval, interval < SetRate.minimum ? SetRate.minimum : SetRate.maximum)
    }
    telemetry.setInterval(interval, at: now)
    pendingRate = interval
    acknowledge()
  }

  private mutating func startStreams() {
    let streams = Streams(rawValue: decoder.frame.payloadByte(0))
    guard !streams.contains(.guidance) || Way.capabilities.contains(.navigation) else {
      return refuse(lacking: .navigation)
    }
    telemetry.start(streams, at: now)
    heading.restartEvents()
    acknowledge()
  }

  private mutating func inject() {
    guard has(.injection) else { return }
    guard let injected = InjectedSample(payload: decoder.frame.payload) else { return }
    injectedSamples &+= 1
    var sample = FieldSample(
      time: injected.time, counts: injected.counts, scale: injected.scale,
      field: MagneticField(nanotesla: .zero))
    var reading = Reading()
    switch pipeline.field(of: injected) {
    case .field(let field, let isOverflowed):
      sample.field = field
      sample.isOverflowed = isOverflowed
      calibrate(injected: sample, specificForce: injected.specificForce)
      pipeline.begin(&reading, sample, number: injectedSamples, specificForce: injected.specificForce)
    case .refused(let reason):
      reading.time = injected.time
      reading.sampleNumber = injectedSamples
      reading.counts = injected.counts
      reading.scale = injected.scale
      reading.reason = reason
    }
    reading.flags.insert(.injected)
    heading.judge(&reading, pipeline)
    beginReply(.computed)
    reading.appendParts(to: &transmitter.frame)
    endReply()
  }

  private mutating func startSelfTest() {
    let token = decoder.frame.token
    // Its reply is all it does.
    guard token != 0 else { return }
    guard selfTest == nil else { return refuseBusy() }
    selfTest = (0, token)
  }

  private mutating func reset() {
    guard ResetRequest(payload: decoder.frame.payload) != nil else {
      return refuse(beyond: 0, ResetRequest.key)
    }
    telemetry.streams = .none
    isResetPending = true
    acknowledge()
  }

  private mutating func setCalibration() {
    guard !storage.isAboutToSave else { return refuseBusy() }
    if adoptRequested() { acknowledge() }
  }

  /// Takes the record in the payload into use, unless it has a defect or is another sensor's: then the request is
  /// refused.
  /// - Returns: whether it is in use.
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

  private mutating func setMounting() {
    let value = decoder.frame.payloadByte(0)
    guard let mounting = AxisRemap(rawValue: value) else { return refuse(.outOfRange, value: value, limit: 23) }
    pipeline.mounting = mounting
    acknowledge()
  }

  private mutating func provoke() {
    guard has(.provocation) else { return }
    let value = decoder.frame.payloadByte(0)
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
