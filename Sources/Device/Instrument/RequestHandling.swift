// Carrying out requests (Protocols/link/spec.md, "Requests").
//
// A handler gets the request, and the line if its reply has contents. It returns the answer, and one place sends it.

import Binnacle
import LinkProtocol
import Quantities
import SelfTest
import SensorDrivers

extension Device where Navigation: ~Copyable, Motion: ~Copyable {
  /// The longest payload of a ping: the reply needs room for it and for the device time.
  private static var maximumPing: Int { 248 }

  /// Carries out the request in the decoder's frame.
  mutating func answer(
    _ decoder: borrowing FrameDecoder, _ line: inout Transmitter, at now: Instant
  ) -> Answer {
    let kind = decoder.frame.kind
    guard kind < 0x80, let row = MessageTable.row(of: kind) else {
      counts.framesUnknown &+= 1
      // Replies are never answered: on a line with an echo, the device would otherwise answer its own replies for ever.
      return kind < 0x80 ? .refused(.unknownKind, value: kind) : .later
    }
    let length = decoder.frame.payloadLength
    guard length >= row.shortest else {
      return .refused(
        .tooShort, detail: Int32(truncatingIfNeeded: length), limit: Int32(truncatingIfNeeded: row.shortest))
    }
    if let breach = RequestRules.breach(in: decoder.frame) {
      return .refused(.outOfRange, detail: breach.value, limit: breach.limit)
    }
    let token = decoder.frame.token
    switch row.kind {
    case .getHello: return answerHello(token, &line, at: now)
    case .ping: return answerPing(decoder.frame, &line, at: now)
    case .setRate: return setRate(decoder.frame, at: now)
    case .startStreams: return startStreams(decoder.frame, at: now)
    case .stopStreams:
      telemetry.streams.subtract(Streams(rawValue: decoder.frame.payloadByte(Layout.StopStreams.streams)))
      return .acknowledged
    case .injectSample: return inject(decoder.frame, &line, at: now)
    case .selfTest: return startSelfTest(token)
    case .reset: return restart(decoder.frame, key: ResetRequest.key)
    case .setCalibration: return storage.isAboutToSave ? .busy : useRecord(decoder.frame)
    case .getCalibration:
      line.begin(.calibration, token: token)
      appendRecord(&line.frame)
    case .setMounting: return setMounting(decoder.frame.payloadByte(Layout.SetMounting.mounting))
    case .getMounting:
      line.begin(.mounting, token: token)
      line.frame.append(compass.mounting.rawValue)
    case .getStatistics:
      line.begin(.statistics, token: token)
      appendStatistics(decoder, &line, at: now)
    case .provoke: return provoke(decoder.frame.payloadByte(Layout.Provoke.mode), &line)
    case .enterLoader:
      guard capabilities.contains(.loader) else { return .lacking(.loader) }
      return restart(decoder.frame, key: LoaderRequest.key)
    case .getSensors: return inquire(.none, needing: .sensorList, token)
    case .testSensor: return testSensor(decoder.frame.payloadByte(Layout.TestSensor.sensor), token)
    case .startCalibration: return startCalibration(decoder.frame, at: now)
    case .commandCalibration: return commandCalibration(decoder.frame, at: now)
    case .getCalibrationProgress:
      line.begin(.calibrationProgress, token: token)
      appendCalibrationProgress(&line, at: now)
    case .getCalibrationReport:
      line.begin(.calibrationReport, token: token)
      appendCalibrationReport(&line, at: now)
    case .answerPrompt: return answerPrompt(decoder.frame)
    case .getStoredRecord: return getStoredRecord(decoder.frame.header, &line)
    case .storeRecord: return storeRecord(decoder.frame)
    case .eraseRecords: return eraseRecords(decoder.frame)
    case .interruptStorage: return interruptStorage(decoder.frame)
    case .setLocation, .setDate, .setReference, .setFilter, .setOrientation, .setDeviation, .setLevelTolerance:
      return set(decoder.frame)
    case .getHeadingSettings:
      line.begin(.headingSettings, token: token)
      appendSettings(&line.frame)
    case .setZeroPoint: return setZeroPoint(decoder.frame)
    case .getLocalField:
      line.begin(.localField, token: token)
      appendLocalField(&line.frame)
    case .setMotion, .getMotion, .injectRate:
      return motion.answer(decoder.frame, &line, about: &compass, capabilities, at: now)
    default:
      if Navigation.needsHeading(row.kind), !telemetry.computesReadings { updateReading(asked: true, &line, at: now) }
      return navigation.answer(decoder.frame, &line, &compass, &place, at: now)
    }
    return .message
  }

  // MARK: - One request each

  private mutating func answerHello(_ token: UInt8, _ line: inout Transmitter, at now: Instant) -> Answer {
    calibration.questions.beginSession()
    line.begin(.hello, token: token)
    appendHello(&line.frame, at: now)
    return .message
  }

  // The device answers a host of every protocol version: the layout of hello never changes, and the host decides.
  @inline(never)
  private mutating func appendHello(_ frame: inout FrameBuffer, at now: Instant) {
    var hello = Hello(board: identity.board)
    hello.firmwareMajor = BinnacleVersion.major
    hello.firmwareMinor = BinnacleVersion.minor
    hello.firmwarePatch = BinnacleVersion.patch
    hello.messageTableHash = MessageTable.hash
    hello.capabilities = capabilities.union(.worldModel).union(Navigation.capabilities).union(Motion.capabilities)
    hello.imageHash = identity.imageHash
    hello.bootCounter = identity.bootCounter
    hello.boardIdentifier = identity.boardIdentifier
    hello.setFault(identity.faultCause, identity.faultRegisters)
    hello.sensorChip = sensor.identity.chip.rawValue
    hello.sensorAddress = sensor.identity.address
    hello.sensorIdentity = SensorIdentityBytes(sensor.identity.identityBytes)
    hello.sensorState = sensor.state
    hello.accelerometer = FittedSensor(
      accelerometer.identity, state: accelerometer.state, instance: accelerometer.origin.instance)
    motion.describe(&hello)
    hello.time = now
    frame.append(image: &hello)
  }

  private mutating func answerPing(
    _ request: borrowing FrameBuffer, _ line: inout Transmitter, at now: Instant
  ) -> Answer {
    guard request.payloadLength <= Self.maximumPing else {
      return .refused(
        .outOfRange, detail: Int32(truncatingIfNeeded: request.payloadLength),
        limit: Int32(truncatingIfNeeded: Self.maximumPing))
    }
    line.begin(.pong, token: request.token)
    line.frame.append(now.microseconds)
    line.frame.append(request.payload)
    return .message
  }

  private mutating func testSensor(_ code: UInt8, _ token: UInt8) -> Answer {
    let kind = SensorKind(rawValue: code) ?? .none
    guard kind != .none || !capabilities.contains(.sensorTest) else {
      return .refused(.outOfRange, value: code, limit: code == 0 ? 1 : 3)
    }
    return inquire(kind, needing: .sensorTest, token)
  }

  private mutating func inquire(_ kind: SensorKind, needing capability: Capabilities, _ token: UInt8) -> Answer {
    guard capabilities.contains(capability) else { return .lacking(capability) }
    if let inquiry {
      // The host repeats a request if the answer is slow. One answer then serves both requests.
      return inquiry.kind == kind && inquiry.token == token && token != 0 ? .later : .busy
    }
    inquiry = (kind: kind, isTold: false, token: token)
    return .later
  }

  /// Answers with what the board has found on its sensor bus.
  mutating func send(_ probe: borrowing SensorProbe, _ line: inout Transmitter) {
    guard let token = inquiry?.token else { return }
    inquiry = nil
    var list = SensorList()
    list.lines = probe.lines
    for index in 0..<probe.count { list.add(probe.findings[index]) }
    line.begin(.sensorList, token: token)
    list.append(to: &line.frame)
    line.send(.message, to: line.frame.header)
  }

  /// Answers with the result of a chip's self-test.
  mutating func send(_ test: inout SensorSelfTest, _ line: inout Transmitter) {
    guard let token = inquiry?.token else { return }
    inquiry = nil
    test.finish()
    var report = SensorTest()
    report.sensorCode = test.kind.rawValue
    report.outcomeCode = test.outcome.rawValue
    if let error = test.error {
      report.register = error.register
      report.error = error.kind.rawValue
      report.detail = error.detail
    }
    report.change = test.change
    line.begin(.sensorTest, token: token)
    line.frame.append(image: &report)
    line.send(.message, to: line.frame.header)
  }

  private mutating func setRate(_ request: borrowing FrameBuffer, at now: Instant) -> Answer {
    let interval = request.payloadWord(Layout.SetRate.interval)
    telemetry.setInterval(interval, at: now)
    pendingRate = interval
    return .acknowledged
  }

  private mutating func startStreams(_ request: borrowing FrameBuffer, at now: Instant) -> Answer {
    let streams = Streams(rawValue: request.payloadByte(Layout.StartStreams.streams))
    guard !streams.contains(.guidance) || Navigation.capabilities.contains(.navigation) else {
      return .lacking(.navigation)
    }
    telemetry.start(streams, at: now)
    // The next reading counts as the first.
    compass.service.filter.restart()
    return .acknowledged
  }

  private mutating func startSelfTest(_ token: UInt8) -> Answer {
    // The replies are the only effect of a self-test, so without a reply there is nothing to do.
    guard token != 0 else { return .later }
    guard selfTest == nil else { return .busy }
    selfTest = (0, token)
    return .later
  }

  /// The refusal of a request that does not begin with the required key; `nil` if the key is right.
  static func refusal(ofKeyIn request: borrowing FrameBuffer, _ key: UInt32) -> Answer? {
    // All keys have the same place in the payload.
    let given = request.payloadWord(Layout.Reset.key)
    return given == key ? nil : .beyond(given, key)
  }

  private mutating func restart(_ request: borrowing FrameBuffer, key: UInt32) -> Answer {
    if let refused = Self.refusal(ofKeyIn: request, key) { return refused }
    telemetry.streams = .none
    restartKey = key
    return .acknowledged
  }

  /// Uses the record in the payload, unless it has a defect or belongs to another sensor.
  @inline(never)
  mutating func useRecord(_ request: borrowing FrameBuffer) -> Answer {
    do throws(RecordDefect) {
      try compass.useRecord(request.payload)
      return .acknowledged
    } catch {
      return .refused(.badRecord, value: error.rawValue)
    }
  }

  // Not inlined: otherwise every request would have its local variables on the stack.
  @inline(never)
  private mutating func appendRecord(_ frame: inout FrameBuffer) { frame.append(compass.recordBytes().span) }

  @inline(never)
  private mutating func setMounting(_ code: UInt8) -> Answer {
    if let mounting = AxisRemap(rawValue: code) { setMounting(mounting) }
    return .acknowledged
  }

  private mutating func provoke(_ code: UInt8, _ line: inout Transmitter) -> Answer {
    guard capabilities.contains(.provocation) else { return .lacking(.provocation) }
    guard let provocation = Provocation(rawValue: code) else { return .refused(.outOfRange, value: code, limit: 7) }
    pendingProvocation = provocation
    switch provocation {
    case .trap, .hardFault, .hang: telemetry.streams = .none
    case .none, .sign, .swap, .gain, .wire:
      self.provocation = provocation
      line.damagesFrames = provocation == .wire
    }
    return .acknowledged
  }

  private mutating func setZeroPoint(_ request: borrowing FrameBuffer) -> Answer {
    let samples = Int32(bitPattern: request.payloadWord(Layout.SetZeroPoint.samples) & 0xffff)
    if samples == 0 {
      meter.clear()
    } else {
      meter.begin(samples: samples)
      motion.beginZero()
    }
    return .acknowledged
  }

  /// Appends the present statistics.
  @inline(never)
  mutating func appendStatistics(_ decoder: borrowing FrameDecoder, _ line: inout Transmitter, at now: Instant) {
    var statistics = Statistics()
    statistics.time = now
    statistics.framesReceived = decoder.frames
    statistics.framesCorrupt = decoder.corrupt
    statistics.framesOverlong = decoder.overlong
    statistics.framesSent = line.sent
    statistics.framesDropped = line.dropped
    statistics.framesUnknown = counts.framesUnknown
    statistics.samples = counts.samples
    statistics.staleSamples = counts.staleSamples
    statistics.sensorFaults = counts.sensorFaults
    statistics.sensorRestarts = counts.sensorRestarts
    statistics.stackHighWater = counts.stackHighWater
    statistics.stackSize = identity.stackSize
    line.frame.append(image: &statistics)
  }
}
