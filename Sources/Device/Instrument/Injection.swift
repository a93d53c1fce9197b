// Samples that come over the link. They are processed like measured samples, and do not change the last measured
// samples.

import Binnacle
import Heading
import LinkProtocol
import Quantities

extension CompassInstrument where Navigation: ~Copyable, Motion: ~Copyable {
  /// Computes the reading of the sample in the request, an `InjectedSample`.
  mutating func inject(at now: Instant) -> Answer {
    guard capabilities.contains(.injection) else { return .lacking(.injection) }
    injectedSamples &+= 1
    var sample = FieldSample(
      time: now, counts: .zero, scale: .nanotesla, field: MagneticField(nanotesla: .zero))
    Self.read(decoder.frame, into: &sample)
    var samples = CompassSamples()
    Self.measure(&sample, provocation, decoder.frame, into: &samples)
    swap(&compass.samples, &samples)
    let reading = compute(sample)
    swap(&compass.samples, &samples)
    line.begin(.computed, token: decoder.frame.token)
    var copy = reading
    copy.appendParts(to: &line.frame)
    return .message
  }

  /// The reading of the samples that the compass holds now.
  @inline(never)
  private mutating func compute(_ sample: FieldSample) -> Reading {
    if !isInjected { begin(isInjected: true) }
    if compass.samples.canBeUsed {
      calibrateInjected(at: sample.time)
      if Motion.fuses {
        if compass.samples.hasTilt { motion.addForce(of: &compass, isInjected: true) }
        motion.addField(of: &compass, isInjected: true)
      }
    }
    var found = CompassReading()
    motion.readSamples(&compass, into: &found)
    var reading = Reading()
    reading.flags.insert(.injected)
    if found.hasSample {
      reading.fill(from: sample, number: injectedSamples)
      if provocation.isOfField { reading.flags.insert(.provoked) }
    } else {
      (reading.sampleNumber, reading.counts, reading.scale) = (injectedSamples, sample.counts, sample.scale)
    }
    reading.fill(from: &found, of: &compass)
    if compass.samples.hasForce { reading.sensors.forceAge = ReadingSensors.age(compass.samples.forceAge) }
    return reading
  }

  @inline(never)
  private static func read(_ request: borrowing FrameBuffer, into sample: inout FieldSample) {
    sample.time.microseconds = UInt64(
      high: request.payloadWord(Layout.InjectSample.time &+ 4), low: request.payloadWord(Layout.InjectSample.time))
    sample.scale.rawValue = request.payloadByte(Layout.InjectSample.scale)
    sample.counts = request.payloadVector(Layout.InjectSample.counts)
  }

  /// Computes the field from counts and scale, and reads the force in the request.
  @inline(never)
  private static func measure(
    _ sample: inout FieldSample, _ provocation: Provocation, _ request: borrowing FrameBuffer,
    into samples: inout CompassSamples
  ) {
    var fault = UnavailableReason.none
    if let field = sample.scale.field(of: sample.counts) {
      sample.field = provocation.altered(field)
      sample.isOverflowed = sample.scale.isBeyondRange(sample.counts)
    } else {
      fault = sample.scale.isKnown ? .countsOutOfRange : .unknownScale
    }
    var force: Acceleration?
    var age: UInt32 = 0
    if request.payloadByte(Layout.InjectSample.flags) & 1 != 0 {
      force = Acceleration(microG: request.payloadVector(Layout.InjectSample.specificForce))
      age = (request.payloadWord(Layout.InjectSample.forceAge) & 0xffff) &* 1000
    }
    samples = CompassSamples(
      sample.field, at: sample.time, isOverflowed: sample.isOverflowed, fault: fault, force: force, forceAge: age)
  }
}
