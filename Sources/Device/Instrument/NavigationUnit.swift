// Navigation in the instrument: fixes, destination, sources, the swing. It passes data on; other modules compute.

import Binnacle
import FieldMonitor
import FixedPoint
import LinkProtocol
import Navigation
import Quantities
import RawMemory

/// Passes fixes to the course filter, to guidance and to a swing, and headings to guidance.
public struct NavigationUnit: NavigationPart, ~Copyable {
  private let inPlace = InPlace()
  /// The course filter. It also decides for which positions the world model is evaluated again.
  private var locations = LocationFilter(settings: LocationFilter.Settings(distanceMillimetres: leastDistance))
  /// Whether guidance uses the course as its heading.
  private var goesByCourse = CourseChoice()
  private var guide: Guidance?
  private var selector = SourceSelector()
  /// What the host says about the user: whether the user looks at the device, and whether a sensor on the head gives data.
  private var isForeground = true
  private var hasHeadset = false
  private var context = WearingContext.standard
  /// Guidance uses the course from this speed on, millimetres per second; 0: never.
  private var courseAbove: UInt32 = 0
  /// A fix with a larger error is ignored, millimetres; 0: no fix is ignored.
  private var worstFix: UInt32 = 0
  private var pose: HeldPose?
  /// The latest heading without any deviation card, and the heading relative to true north; `nil` if there is none.
  private var compass: BinaryAngle?
  private var heading: BinaryAngle?
  /// The accuracy of the heading, hundredths of a degree, and the field monitor's state.
  private var accuracy: UInt16?
  private var disturbance = DisturbanceState.clear
  /// Whether the magnetic heading is usable.
  private var isTrusted = false

  /// The field of a place holds for this distance around it, in millimetres.
  private static var leastDistance: UInt32 { 1_000_000 }

  public init() {}

  /// `.navigation`.
  public static var capabilities: Capabilities { .navigation }

  /// Receives the reading of a sample.
  public mutating func receive(_ reading: inout CompassReading, at now: Instant) {
    forgetHeading()
    if reading.isSolved { compass = reading.solution.heading }
    isTrusted = reading.assessment.isUsable
    heading = isTrusted ? reading.assessment.trueNorth : nil
    accuracy = reading.assessment.accuracy
    disturbance = reading.assessment.disturbance
    if reading.isSolved, let force = reading.force { pose = HeldPose(force) }
    update(at: now)
  }

  /// Reports that there is no heading.
  public mutating func loseHeading(at now: Instant) {
    forgetHeading()
    update(at: now)
  }

  private mutating func forgetHeading() {
    compass = nil
    heading = nil
    accuracy = nil
    disturbance = .clear
    pose = nil
    isTrusted = false
  }

  /// Appends a `GuidanceReport`.
  public mutating func appendGuidance(to frame: inout FrameBuffer, at now: Instant) {
    guidance(at: now).append(to: &frame)
  }

  // MARK: - Fixes and the destination

  /// Adds a fix.
  /// - Parameter place: the position in the heading service. A host may have set it or cleared it.
  /// - Returns: the fix's position, if it is far enough from `place` to evaluate the world model again.
  mutating func add(fix given: Fix, from place: Position?, declination: Int32?, at now: Instant) -> Position? {
    var fix = given
    // The source does not know the device's time, or its time is in the future.
    if fix.time.microseconds == 0 || fix.time > now { fix.time = now }
    if let error = fix.horizontalMillimetres, worstFix > 0, error > worstFix {
      return nil
    }
    locations.told = place
    let isTold = locations.add(fix: fix)
    guide?.add(fix: fix)
    goesByCourse.update(speed: locations.speed(at: now), threshold: courseAbove)
    swing.add(compass, course: locations.course(at: now), speed: fix.speed ?? 0, declination: declination, at: now)
    update(at: now)
    return isTold ? fix.position : nil
  }

  mutating func guide(_ request: SetDestination) {
    guard let destination = request.destination else {
      guide = nil
      return
    }
    var settings = Guidance.Settings(
      arrivalMillimetres: Int64(bitPattern: UInt64(widening: request.arrivalMillimetres)))
    settings.earth = request.isEllipsoidal ? .wgs84 : .meanSphere
    settings.leaveMillimetres = Int64(bitPattern: UInt64(widening: request.leaveMillimetres))
    settings.fixesToArrive = request.fixesToArrive
    settings.fixAge = UInt64(widening: request.fixAge)
    settings.fixMillimetres = request.fixMillimetres
    settings.worstAccuracy = request.worstAccuracy
    var guidance = Guidance(to: destination, settings: settings)
    if let latest = locations.latest { guidance.add(fix: latest) }
    guide = guidance
  }

  /// The state of guidance.
  mutating func guidance(at now: Instant) -> GuidanceReport {
    var report = GuidanceReport()
    report.time = now
    report.heading = heading
    report.accuracy = accuracy
    report.disturbance = disturbance
    report.speed = locations.speed(at: now)
    if heading != nil { report.source = .device }
    var (used, worst) = (heading, accuracy ?? 18_000)
    if let course = locations.course(at: now) {
      report.course = course.angle
      report.courseUncertainty = course.uncertainty
      if goesByCourse.isOn {
        used = course.angle
        worst = Self.accuracy(ofCourse: course.uncertainty)
        report.source = .course
      }
    }
    report.view = guide?.view(heading: used, accuracy: worst, at: now)
    if let latest = locations.latest {
      let age = now.microseconds &- latest.time.microseconds
      report.fixAge = age < 0xffff_ffff ? age.lowHalf : UInt32.max
    }
    return report
  }

  /// Converts a 68 % uncertainty in 2^−32 turns to a 95 % uncertainty in 1/100 degree, at most half a turn.
  private static func accuracy(ofCourse uncertainty: UInt32) -> UInt16 {
    let hundredths = (UInt64(product: uncertainty, 72_000) &>> 32).lowHalf
    return hundredths < 18_000 ? UInt16(truncatingIfNeeded: hundredths) : 18_000
  }

  // MARK: - Sources

  mutating func surround(_ request: SetSurroundings, at now: Instant) {
    isForeground = request.isForeground
    hasHeadset = request.hasHeadset
    context = request.context
    courseAbove = request.courseAbove
    worstFix = request.desiredAccuracy
    selector.settlingTime = UInt64(widening: request.settlingTime)
    locations.settings.distanceMillimetres =
      request.distanceFilter < Self.leastDistance ? Self.leastDistance : request.distanceFilter
    goesByCourse.update(speed: locations.speed(at: now), threshold: courseAbove)
    update(at: now)
  }

  mutating func sources(at now: Instant) -> SourceReport {
    update(at: now)
    var report = SourceReport()
    report.time = now
    report.pose = pose
    report.context = context
    for raw in 0..<3 as Range<UInt8> {
      guard let source = HeadingSource(rawValue: raw), let age = selector.age(of: source, at: now) else { continue }
      report.available |= 1 &<< raw
      if age >= selector.settlingTime { report.settled |= 1 &<< raw }
    }
    for raw in 0..<8 as Range<UInt8> {
      guard let feature = HeadingFeature(rawValue: raw) else { continue }
      let first = Int(truncatingIfNeeded: raw) &* 2
      report.choices[first] = SourceReport.code(selector.choice(for: feature, .collection, at: now))
      report.choices[first &+ 1] = SourceReport.code(selector.choice(for: feature, .presentation, at: now))
    }
    return report
  }

  /// Updates the available sources. Without a valid heading, the device is not a source in any pose.
  private mutating func update(at now: Instant) {
    let isMoving = locations.course(at: now) != nil
    selector.update(
      Surroundings(
        isMoving: isMoving, hasHeadset: hasHeadset,
        isForeground: isForeground && isTrusted, pose: isTrusted ? pose ?? .other : .other,
        context: context), at: now)
  }

  // MARK: - The swing

  /// The swing in progress, or the last one.
  var swing = SwingUnit()
}

/// A swing of the deviation card: by hand, or by the course.
struct SwingUnit {
  private var mode = SwingMode.none
  /// Its sums are also used for a swing by hand, because there is only one swing at a time.
  private var swing = CourseSwing()
  private var step = SwingStep.none

  /// Adds the movement of a fix.
  mutating func add(
    _ compass: BinaryAngle?, course: LocationFilter.Course?, speed: UInt32, declination: Int32?, at now: Instant
  ) {
    guard mode == .byCourse else { return }
    guard let compass else {
      step = .noHeading
      return
    }
    guard let declination else {
      step = .noDeclination
      return
    }
    switch swing.add(compass: compass, course: course, speed: speed, declination: declination, at: now) {
    case .steadying: step = .steadying
    case .taken: step = .taken
    case .tooSlow: step = .tooSlow
    case .turning: step = .turning
    }
  }

  /// - Returns: whether the action was possible.
  mutating func carryOut(_ request: SwingRequest) -> Bool {
    switch request.action {
    case .end, .begin, .beginByCourse:
      self = SwingUnit()
      if request.action == .begin { mode = .byHand }
      if request.action == .beginByCourse { mode = .byCourse }
    case .take:
      guard mode == .byHand else { return false }
      swing.add(compass: request.compass, deviation: request.compass.shortestDifference(to: request.magnetic))
    case .use: return card != nil
    }
    return true
  }

  /// The card from the headings so far.
  var card: DeviationCard? {
    if case .card(let card) = swing.solver.solve() { return card }
    return nil
  }

  var report: SwingReport {
    var report = SwingReport()
    report.mode = mode
    report.step = step
    report.sectors = swing.solver.sectors
    report.count = swing.solver.count
    switch swing.solver.solve() {
    case .card(let card):
      report.card = card
      report.outcome = .card
    case .refused(.tooFew): report.outcome = .tooFew
    case .refused(.tooNarrow): report.outcome = .tooNarrow
    case .refused(.tooLarge): report.outcome = .tooLarge
    }
    return report
  }
}
