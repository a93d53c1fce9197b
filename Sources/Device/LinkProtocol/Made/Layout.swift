// Where fields stand in the payloads of requests, and of replies that are kept as bytes.
//
// Made by Protocols/tools/make_link.py from Protocols/link/messages.json; a test compares the two.

/// The place of each field, in bytes from the beginning of the payload.
public enum Layout {
  /// `getHello`, 0x01.
  public enum GetHello {
    /// `u8`.
    public static var protocolMinimum: Int { 0 }
    /// `u8`.
    public static var protocolMaximum: Int { 1 }
  }
  /// `ping`, 0x02.
  public enum Ping {
    /// `rest`.
    public static var data: Int { 0 }
  }
  /// `setRate`, 0x03.
  public enum SetRate {
    /// `u32`, us, 1000…60000000.
    public static var interval: Int { 0 }
  }
  /// `startStreams`, 0x04.
  public enum StartStreams {
    /// `u8`.
    public static var streams: Int { 0 }
  }
  /// `stopStreams`, 0x05.
  public enum StopStreams {
    /// `u8`.
    public static var streams: Int { 0 }
  }
  /// `injectSample`, 0x06.
  public enum InjectSample {
    /// `u64`, us.
    public static var time: Int { 0 }
    /// `u8`.
    public static var scale: Int { 8 }
    /// `u8`.
    public static var flags: Int { 9 }
    /// `i32 × 3`, nT.
    public static var counts: Int { 10 }
    /// `i32 × 3`, ug.
    public static var specificForce: Int { 22 }
    /// `u16`, ms.
    public static var forceAge: Int { 34 }
  }
  /// `reset`, 0x08.
  public enum Reset {
    /// `u32`.
    public static var key: Int { 0 }
  }
  /// `setCalibration`, 0x09.
  public enum SetCalibration {
    /// `216 bytes`.
    public static var record: Int { 0 }
  }
  /// `setMounting`, 0x0b.
  public enum SetMounting {
    /// `u8`, 0…23.
    public static var mounting: Int { 0 }
  }
  /// `provoke`, 0x0e.
  public enum Provoke {
    /// `u8`, 0…7.
    public static var mode: Int { 0 }
  }
  /// `enterLoader`, 0x10.
  public enum EnterLoader {
    /// `u32`.
    public static var key: Int { 0 }
  }
  /// `testSensor`, 0x12.
  public enum TestSensor {
    /// `u8`, 1…3.
    public static var sensor: Int { 0 }
  }
  /// `startCalibration`, 0x30.
  public enum StartCalibration {
    /// `u8`.
    public static var flags: Int { 0 }
    /// `u8`.
    public static var reserved: Int { 1 }
    /// `u16`, ms.
    public static var delay: Int { 2 }
  }
  /// `commandCalibration`, 0x31.
  public enum CommandCalibration {
    /// `u8`, 1…5.
    public static var event: Int { 0 }
  }
  /// `answerPrompt`, 0x34.
  public enum AnswerPrompt {
    /// `u8`, 0…2.
    public static var answer: Int { 0 }
    /// `u8`, 0…2.
    public static var scope: Int { 1 }
    /// `u16`, s.
    public static var interval: Int { 2 }
  }
  /// `storeRecord`, 0x36.
  public enum StoreRecord {
    /// `216 bytes`.
    public static var record: Int { 0 }
  }
  /// `eraseRecords`, 0x37.
  public enum EraseRecords {
    /// `u32`.
    public static var key: Int { 0 }
  }
  /// `interruptStorage`, 0x38.
  public enum InterruptStorage {
    /// `u16`.
    public static var operations: Int { 0 }
  }
  /// `setLocation`, 0x50.
  public enum SetLocation {
    /// `u8`.
    public static var locationFlags: Int { 0 }
    /// `i32`, 2^-32 turn, -1073741824…1073741824.
    public static var latitude: Int { 1 }
    /// `i32`, 2^-32 turn.
    public static var longitude: Int { 5 }
    /// `i32`, mm.
    public static var height: Int { 9 }
  }
  /// `setDate`, 0x51.
  public enum SetDate {
    /// `u8`.
    public static var dateFlags: Int { 0 }
    /// `i32`.
    public static var days: Int { 1 }
  }
  /// `setReference`, 0x52.
  public enum SetReference {
    /// `u8`, 0…2.
    public static var reference: Int { 0 }
  }
  /// `setFilter`, 0x53.
  public enum SetFilter {
    /// `u32`, 2^-32 turn, 0…2147483648.
    public static var minimumChange: Int { 0 }
    /// `u32`, us.
    public static var heartbeat: Int { 4 }
    /// `u32`, us, 0…60000000.
    public static var timeConstant: Int { 8 }
    /// `u32`, us, 10000…4294967295.
    public static var sampleTimeout: Int { 12 }
  }
  /// `setOrientation`, 0x54.
  public enum SetOrientation {
    /// `u8`, 0…8.
    public static var display: Int { 0 }
    /// `u8`, 0…6.
    public static var pointer: Int { 1 }
  }
  /// `setDeviation`, 0x55.
  public enum SetDeviation {
    /// `i32`, 2^-32 turn, -536870912…536870912.
    public static var a: Int { 0 }
    /// `i32`, -536870912…536870912.
    public static var b: Int { 4 }
    /// `i32`, -536870912…536870912.
    public static var c: Int { 8 }
    /// `i32`, -536870912…536870912.
    public static var d: Int { 12 }
    /// `i32`, -536870912…536870912.
    public static var e: Int { 16 }
  }
  /// `setZeroPoint`, 0x57.
  public enum SetZeroPoint {
    /// `u16`, 0…256.
    public static var samples: Int { 0 }
  }
  /// `setLevelTolerance`, 0x59.
  public enum SetLevelTolerance {
    /// `u8`, degree/10, 1…150.
    public static var levelTolerance: Int { 0 }
  }
  /// `setFix`, 0x60.
  public enum SetFix {
    /// `u8`.
    public static var flags: Int { 0 }
    /// `u64`, us.
    public static var time: Int { 1 }
    /// `i32`.
    public static var latitude: Int { 9 }
    /// `i32`.
    public static var longitude: Int { 13 }
    /// `i32`.
    public static var height: Int { 17 }
    /// `u32`, mm.
    public static var horizontal: Int { 21 }
    /// `u32`, mm.
    public static var speed: Int { 25 }
    /// `u32`, 2^-32 turn.
    public static var course: Int { 29 }
    /// `u32`, 2^-32 turn.
    public static var courseUncertainty: Int { 33 }
  }
  /// `setDestination`, 0x61.
  public enum SetDestination {
    /// `u8`.
    public static var flags: Int { 0 }
    /// `i32`.
    public static var latitude: Int { 1 }
    /// `i32`.
    public static var longitude: Int { 5 }
    /// `u32`, mm.
    public static var arrival: Int { 9 }
    /// `u32`, mm.
    public static var leave: Int { 13 }
    /// `u8`.
    public static var fixesToArrive: Int { 17 }
    /// `u32`, us.
    public static var fixAge: Int { 18 }
    /// `u32`, mm.
    public static var fixAccuracy: Int { 22 }
    /// `u16`, degree/100.
    public static var worstAccuracy: Int { 26 }
  }
  /// `setSurroundings`, 0x63.
  public enum SetSurroundings {
    /// `u8`.
    public static var flags: Int { 0 }
    /// `u32`, us.
    public static var settlingTime: Int { 1 }
    /// `u32`, mm/s.
    public static var courseAbove: Int { 5 }
    /// `u32`, mm.
    public static var distanceFilter: Int { 9 }
    /// `u32`, mm.
    public static var desiredAccuracy: Int { 13 }
  }
  /// `swing`, 0x65.
  public enum Swing {
    /// `u8`.
    public static var action: Int { 0 }
    /// `u32`, 2^-32 turn.
    public static var compass: Int { 1 }
    /// `u32`.
    public static var magnetic: Int { 5 }
  }
  /// `setMotion`, 0x70.
  public enum SetMotion {
    /// `u8`.
    public static var flags: Int { 0 }
    /// `u8`.
    public static var reserved: Int { 1 }
    /// `i16`, us, -30000…30000.
    public static var fieldDelay: Int { 2 }
    /// `i16`, us, -30000…30000.
    public static var forceDelay: Int { 4 }
    /// `u16`, us, 0…30000.
    public static var rateDelay: Int { 6 }
  }
  /// `injectRate`, 0x72.
  public enum InjectRate {
    /// `u64`, us.
    public static var time: Int { 0 }
    /// `u8`.
    public static var scale: Int { 8 }
    /// `u8`.
    public static var flags: Int { 9 }
    /// `i32 × 3`.
    public static var counts: Int { 10 }
  }
  /// `calibrationReport`, 0xb3.
  public enum CalibrationReport {
    /// `u64`, us.
    public static var time: Int { 0 }
    /// `u8`.
    public static var state: Int { 8 }
    /// `u8`, ug.
    public static var flags: Int { 9 }
    /// `u8`.
    public static var modelOrder: Int { 10 }
    /// `u8`.
    public static var grade: Int { 11 }
    /// `u8`.
    public static var confidence: Int { 12 }
    /// `u8`.
    public static var reserved: Int { 13 }
    /// `u16`, degree/100.
    public static var predictedTypical: Int { 14 }
    /// `u16`, degree/100.
    public static var predictedWorst: Int { 16 }
    /// `u16`, %/100.
    public static var residual: Int { 18 }
    /// `u16`.
    public static var heldOutResidual: Int { 20 }
    /// `i16`, degree/100.
    public static var dip: Int { 22 }
    /// `u16`, degree/100.
    public static var dipSpread: Int { 24 }
    /// `u16`, degree/100.
    public static var tilt: Int { 26 }
    /// `u16`.
    public static var axisRatio: Int { 28 }
    /// `u16`.
    public static var middleRatio: Int { 30 }
    /// `u32`, nT.
    public static var fieldStrength: Int { 32 }
    /// `u32`.
    public static var samples: Int { 36 }
    /// `u32`.
    public static var rejected: Int { 40 }
    /// `u32`.
    public static var milliseconds: Int { 44 }
    /// `u32 × 3`.
    public static var coverage: Int { 48 }
    /// `i32 × 3`, nT/256.
    public static var hardIron: Int { 60 }
    /// `i32 × 3`, 2^-24.
    public static var softIron0: Int { 72 }
    /// `i32 × 3`.
    public static var softIron1: Int { 84 }
    /// `i32 × 3`.
    public static var softIron2: Int { 96 }
    /// `u8`.
    public static var reasonCount: Int { 108 }
    /// `reasonCount`.
    public static var reasons: Int { 109 }
  }
  /// `headingSettings`, 0xd6.
  public enum HeadingSettings {
    /// `u8`.
    public static var locationFlags: Int { 0 }
    /// `i32`.
    public static var latitude: Int { 1 }
    /// `i32`.
    public static var longitude: Int { 5 }
    /// `i32`.
    public static var height: Int { 9 }
    /// `u8`.
    public static var dateFlags: Int { 13 }
    /// `i32`.
    public static var days: Int { 14 }
    /// `u8`.
    public static var reference: Int { 18 }
    /// `u8`.
    public static var display: Int { 19 }
    /// `u8`.
    public static var pointer: Int { 20 }
    /// `u32`.
    public static var minimumChange: Int { 21 }
    /// `u32`.
    public static var heartbeat: Int { 25 }
    /// `u32`.
    public static var timeConstant: Int { 29 }
    /// `u32`.
    public static var sampleTimeout: Int { 33 }
    /// `i32`.
    public static var a: Int { 37 }
    /// `i32`.
    public static var b: Int { 41 }
    /// `i32`.
    public static var c: Int { 45 }
    /// `i32`.
    public static var d: Int { 49 }
    /// `i32`.
    public static var e: Int { 53 }
    /// `u8`.
    public static var levelTolerance: Int { 57 }
  }
}
