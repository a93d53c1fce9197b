// The program as its users run it: real command lines, real firmware in QEMU, one after the other.
import TestSupport
import Testing

/// Every test that runs `binnacle`. Serial: each has an emulator or a core of this machine to itself.
@Suite(.serialized, .repeatedAfterStandstill) struct EndToEnd {}
