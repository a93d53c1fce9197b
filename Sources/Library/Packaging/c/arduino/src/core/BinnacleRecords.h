// The records of the two classes in a BinnacleStorage.
#pragma once

#include <string.h>

#include "BinnacleStorage.h"
#include "binnacle_device.h"

namespace binnacle {

/// Why a record is not kept.
constexpr const char *lost_record = "the last save failed: the calibration will be lost when the power is off";

/// The record of a BinnacleCompass, in two places: where each write() of the memory stays at once, a cut of the power during a
/// save leaves the former record.
class CompassRecords {
public:
  /// Loads the record, if there is one.
  void begin(BinnacleStorage *memory, binnacle_compass &compass) {
    storage = memory;
    text = memory && memory->size() >= compass_bytes
        ? ""
        : "calibrations are not stored: this board has no memory of 512 bytes for them; give one to keepIn()";
    if (*text) storage = nullptr;
    saved = sizeof record;
    for (slot = 0; storage && slot < 2; slot++)
      if (storage->read(slot * slot_bytes, record, sizeof record) &&
          binnacle_compass_set_record(&compass, record, sizeof record) == BINNACLE_OK)
        return;
    slot = 1;
  }
  bool hasPlace() const { return storage != nullptr; }
  bool isKept() const { return !*text; }
  const char *reason() const { return text; }

  /// Begins to save the record that the compass uses.
  void save(const binnacle_compass &compass) {
    if (storage && binnacle_compass_get_record(&compass, record, sizeof record) == BINNACLE_OK) saved = 0;
  }
  /// Does a step of a save. Returns whether it has just ended; reason() says how.
  bool step() {
    if (saved >= sizeof record) return false;
    const uint32_t other = 1 - slot, most = storage->step();
    const uint32_t left = sizeof record - saved, count = left < most ? left : most;
    bool is_right = storage->write(other * slot_bytes + saved, record + saved, count);
    saved = is_right ? saved + count : sizeof record;
    if (is_right && saved < sizeof record) return false;
    if (is_right && is_there(other)) {
      // Without its first byte the former record is none.
      const uint8_t none = 0;
      is_right = storage->write(slot * slot_bytes, &none, 1) && storage->flush() && is_there(other);
      slot = other;
    } else {
      is_right = false;
    }
    text = is_right ? "" : lost_record;
    return true;
  }

private:
  static constexpr uint32_t slot_bytes = compass_bytes / 2;
  BinnacleStorage *storage = nullptr;
  const char *text = "";
  uint8_t record[BINNACLE_RECORD_SIZE];
  // How many bytes of the record are written; all of them: there is nothing to save.
  uint32_t saved = sizeof record;
  uint32_t slot = 1;

  /// Whether the memory gives the record back.
  bool is_there(uint32_t place) {
    uint8_t part[8];
    for (uint32_t i = 0; i < sizeof record; i += sizeof part)
      if (!storage->read(place * slot_bytes + i, part, sizeof part) || memcmp(part, record + i, sizeof part) != 0)
        return false;
    return true;
  }
};

/// The memory of a BinnacleDevice.
class DeviceRecords {
public:
  /// The memory for binnacle_board; null if nothing can be kept. This object must stay where it is.
  const binnacle_memory *begin(BinnacleStorage *memory) {
    storage = memory, is_written = has_failed = false;
    text = memory && memory->size() >= device_bytes
        ? ""
        : "nothing is stored: this board has no memory of 1,024 bytes for it; give one to keepIn()";
    if (*text) return nullptr;
    place = memory->size() < kept_bytes ? 0 : compass_bytes;
    functions = binnacle_memory();
    functions.context = this;
    functions.read = read;
    functions.write = write;
    functions.size = device_bytes;
    return &functions;
  }
  bool isKept() const { return !*text; }
  const char *reason() const { return text; }

  /// After each run of the device. Within a record it pauses for one run at most, and after it, it reads the record back for
  /// several: three runs without a write lie between. What a flush did not keep cannot be read, so that the device says so.
  void rest() {
    if (!is_written || ++pauses < 3) return;
    is_written = false;
    has_failed = !storage->flush();
    text = has_failed ? lost_record : "";
  }

private:
  BinnacleStorage *storage = nullptr;
  binnacle_memory functions;
  const char *text = "";
  uint32_t place = 0;
  uint8_t pauses = 0;
  bool is_written = false, has_failed = false;

  static int32_t read(void *context, uint32_t at, uint8_t *bytes, uint32_t count) {
    DeviceRecords &it = *(DeviceRecords *)context;
    return !it.has_failed && it.storage->read(it.place + at, bytes, count) ? 0 : 1;
  }
  static int32_t write(void *context, uint32_t at, const uint8_t *bytes, uint32_t count) {
    DeviceRecords &it = *(DeviceRecords *)context;
    it.is_written = true, it.has_failed = false, it.pauses = 0;
    for (uint32_t i = 0, step = it.storage->step(); i < count; i += step) {
      if (it.storage->write(it.place + at + i, bytes + i, count - i < step ? count - i : step)) continue;
      it.is_written = false, it.text = lost_record;
      return 1;
    }
    return 0;
  }
};

}  // namespace binnacle
