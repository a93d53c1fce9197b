// Carrying out requests (Protocols/link/spec.md, "Requests").
//
// The request is the frame of the decoder. A handler composes its reply on the line, if the reply has contents. It returns the
// answer, and one place sends it.

import Binnacle
import LinkProtocol
import Quantities
import SelfTest
import SensorDrivers

extension CompassInstrument where Navigation: ~Copyable, Motion: ~Copyable {
  /// The longest payload of a ping: the reply needs room for it and for the device time.
  private static var maximumPing: Int { 248 }

  /// Carries out the request in the decoder's frame.
  mutating func answer(at now: Instant) -> Answer {
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
    return carryOut(row.kind, decoder.frame.token, at: now)
  }

  /// Carries out a request whose payload is as its kind asks.
  @inline(__always)
  private mutating func carryOut(_ kind: MessageKind, _ token: UInt8, at now: Instant) -> Answer {
    switch kind {
    case .getHello: return answerHello(token, at: now)
    case .ping: return answerPing(at: now)
    case .setRate: return setRate(at: now)
    case .startStreams: return startStreams(at: now)
    case .stopStreams:
      telemetry.streams.subtract(Streams(rawValue: decoder.frame.payloadByte(Layout.StopStreams.streams)))
      return .acknowledged
    case .injectSample: return inject(at: now)
    case .selfTest: return startSelfTest(token)
    case .reset: return restart(key: ResetRequest.key)
    case .setCalibration: return storage.isAboutToSave ? .busy : useRecord()
    case .getCalibration, .getMounting, .getStatistics, .getCalibrationProgress, .getCalibrationReport,
      .getHeadingSettings, .getLocalField:
      return tell(kind, token, at: now)
    case .setMounting: return setMounting(decoder.frame.payloadByte(Layout.SetMounting.mounting))
    case .provoke: return provoke(decoder.frame.payloadByte(Layout.Provoke.mode))
    case .enterLoader:
      guard capabilities.contains(.loader) else { return .lacking(.loader) }
      return restart(key: LoaderRequest.key)
    case .getSensors: return inquire(.none, needing: .sensorList, token)
    case .testSensor: return testSensor(decoder.frame.payloadByte(Layout.TestSensor.sensor), token)
    case .startCalibration: return startCalibration(at: now)
    case .commandCalibration: return commandCalibration(at: now)
    case .answerPrompt: return answerPrompt()
    case .getStoredRecord: return getStoredRecord(decoder.frame.header)
    case .storeRecord: return storeRecord()
    case .eraseRecords: return eraseRecords()
    case .interruptStorage: return interruptStorage()
    case .setLocation, .setDate, .setReference, .setFilter, .setOrientation, .setDeviation, .setLevelTolerance:
      return set()
    case .setZeroPoint: return setZeroPoint()
    case .setMotion, .getMotion, .injectRate:
      return motion.answer(decoder.frame, &line, about: &compass, capabilities, at: now)
    default:
      if Navigation.needsHeading(kind), !telemetry.computesReadings { updateReading(asked: true, at: now) }
      return navigation.answer(decoder.frame, &line, &compass, &place, at: now)
    }
  }

  /// Answers with the one message that this kind asks for.
  @inline(__always)
  private mutating func tell(_ kind: MessageKind, _ token: UInt8, at now: Instant) -> Answer {
    switch kind {
    case .getCalibration:
      line.begin(.calibration, token: token)
      appendRecord()
    case .getMounting:
      line.begin(.mounting, token: token)
      line.frame.append(compass.mounting.rawValue)
    case .getStatistics:
      line.begin(.statistics, token: token)
      appendStatistics(at: now)
    case .getCalibrationProgress:
      line.begin(.calibrationProgress, token: token)
      appendCalibrationProgress(at: now)
    case .getCalibrationReport:
      line.begin(.calibrationReport, token: token)
      appendCalibrationReport(at: now)
    case .getHeadingSettings:
      line.begin(.headingSettings, token: token)
      appendSettings()
    default:
      line.begin(.localField, token: token)
      appendLocalField()
    }
    return .message
  }

  // MARK: - One request each

  private mutating func answerHello(_ token: UInt8, at now: Instant) -> Answer {
    calibration.questions.beginSession()
    line.begin(.hello, token: token)
    appendHello(at: now)
    return .message
  }

  // The device answers a host of every protocol version: the layout of hello never changes, and the host decides.
  @inline(never)
  private mutating func appendHello(at now: Instant) {
    var hello = Hello(board: identity.board)
    hello.firmwareMajor = BinnacleVersion.major
    hello.firmwareMinor = BinnacleVersion.minor
    hello.firmwarePatch = BinnacleVersion.patch
    hello.messageTableHash = MessageTable.hash
    hello.capabilities = capabilities.union(Navigation.hasWorldModel ? .worldModel : .none)
      .union(Navigation.capabilities).union(Motion.capabilities)
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
    line.frame.append(image: &hello)
  }

  private mutating func answerPing(at now: Instant) -> Answer {
    guard decoder.frame.payloadLength <= Self.maximumPing else {
      return .refused(
        .outOfRange, detail: Int32(truncatingIfNeeded: decoder.frame.payloadLength),
        limit: Int32(truncatingIfNeeded: Self.maximumPing))
    }
    line.begin(.pong, token: decoder.frame.token)
    line.frame.append(now.microseconds)
    line.frame.append(decoder.frame.payload)
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

  /// Answers with what the board has found on its sensor bus, after `DeviceSensors.beginList`.
  public mutating func send(_ probe: borrowing SensorProbe) {
    guard let token = inquiry?.token else { return }
    inquiry = nil
    var list = SensorList()
    list.lines = probe.lines
    for index in 0..<probe.count { list.add(probe.findings[index]) }
    line.begin(.sensorList, token: token)
    list.append(to: &line.frame)
    line.send(.message, to: line.frame.header)
  }

  /// Answers with the result of a chip's self-test after `DeviceSensors.beginTest`, when the test is over.
  @inline(__always)
  public mutating func send(_ test: inout SensorSelfTest) { if test.isOver { sendResult(of: &test) } }

  @inline(never)
  private mutating func sendResult(of test: inout SensorSelfTest) {
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

  private mutating func setRate(at now: Instant) -> Answer {
    let interval = decoder.frame.payloadWord(Layout.SetRate.interval)
    telemetry.setInterval(interval, at: now)
    pendingRate = interval
    return .acknowledged
  }

  private mutating func startStreams(at now: Instant) -> Answer {
    let streams = Streams(rawValue: decoder.frame.payloadByte(Layout.StartStreams.streams))
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
  func refusal(ofKey key: UInt32) -> Answer? {
    // All keys have the same place in the payload.
    let given = decoder.frame.payloadWord(Layout.Reset.key)
    return given == key ? nil : .beyond(given, key)
  }

  private mutating func restart(key: UInt32) -> Answer {
    if let refused = refusal(ofKey: key) { return refused }
    telemetry.streams = .none
    restartKey = key
    return .acknowledged
  }

  /// Uses the record in the payload, unless it has a defect or belongs to another sensor.
  @inline(never)
  mutating func useRecord() -> Answer {
    do throws(RecordDefect) {
      try compass.useRecord(decoder.frame.payload)
      return .acknowledged
    } catch {
      return .refused(.badRecord, value: error.rawValue)
    }
  }

  // Not inlined: otherwise every request would have its local variables on the stack.
  @inline(never)
  private mutating func appendRecord() { line.frame.append(compass.recordBytes().span) }

  @inline(never)
  private mutating func setMounting(_ code: UInt8) -> Answer {
    if let mounting = AxisRemap(rawValue: code) { setMounting(mounting) }
    return .acknowledged
  }

  private mutating func provoke(_ code: UInt8) -> Answer {
    guard capabilities.contains(.provocation) else { return .lacking(.provocation) }
    guard let provocation = Provocation(rawValue: code) else { return .refused(.outOfRange, value: code, limit: 7) }
    switch provocation {
    case .trap, .hardFault, .hang:
      telemetry.streams = .none
      pendingFailure = provocation
    case .none, .sign, .swap, .gain, .wire:
      self.provocation = provocation
      line.damagesFrames = provocation == .wire
    }
    return .acknowledged
  }

  private mutating func setZeroPoint() -> Answer {
    let samples = Int32(bitPattern: decoder.frame.payloadWord(Layout.SetZeroPoint.samples) & 0xffff)
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
  mutating func appendStatistics(at now: Instant) {
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
