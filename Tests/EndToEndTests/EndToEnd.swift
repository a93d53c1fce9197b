// The program as its users run it: real command lines, real firmware in QEMU, in two rows.
import TestSupport
import Testing

/// Every test that runs `binnacle` but calibrations. Serial: each has an emulator or a core of this machine to itself.
@Suite(.serialized, .repeatedAfterStandstill) struct EndToEnd {}

/// Calibrations, beside those: what takes them long is a board that is turned in real time.
@Suite(.serialized, .repeatedAfterStandstill) struct EndToEndCalibration {}
