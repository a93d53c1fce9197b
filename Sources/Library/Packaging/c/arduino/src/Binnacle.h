// A compass, or a whole board for the program `binnacle`, with the sensors on Wire.
//
// BinnacleCompass gives headings to your sketch. BinnacleDevice makes the board one that `binnacle calibrate`, `binnacle serve`
// and all other commands on a PC talk to. Both find the chips by themselves. The functions of C are in core/binnacle_device.h.
#pragma once

#include <Arduino.h>
#include <Wire.h>
#include <math.h>

#include "core/BinnacleLine.h"
#include "core/BinnacleRecords.h"
#include "core/BinnacleStorage.h"
#include "core/BinnacleWire.h"
#include "core/binnacle_words.h"

/// A compass of the sensors on Wire. Call begin() once, and update() in each loop().
class BinnacleCompass {
public:
  /// A module with X forward, Y left and Z up, as most are.
  BinnacleCompass() { setAxes(BINNACLE_PLUS_X, BINNACLE_MINUS_Y); }

  /// Which axes of the modules, as printed on them, point forward and right. X forward, Y left, Z up: BINNACLE_PLUS_X and
  /// BINNACLE_MINUS_Y. Y forward, Z up: BINNACLE_PLUS_Y and BINNACLE_PLUS_X. Returns whether there are such axes.
  bool setAxes(int32_t forward, int32_t right) {
    bool are_axes = true;
    for (int32_t sensor = 0; sensor < 3; sensor++) are_axes = setAxes(sensor, forward, right) && are_axes;
    return are_axes;
  }
  /// The same for one sensor, if it is on a module of its own: BINNACLE_MAGNETOMETER, BINNACLE_ACCELEROMETER or BINNACLE_GYROSCOPE.
  bool setAxes(int32_t sensor, int32_t forward, int32_t right) {
    // Two codes for each axis: a pair of one axis is none.
    if (sensor < 0 || sensor > 2 || forward < 0 || forward > 5 || right < 0 || right > 5) return false;
    if (forward / 2 == right / 2) return false;
    axes[sensor][0] = forward, axes[sensor][1] = right;
    if (has_begun) apply_axes(sensor);
    return true;
  }

  /// Keeps the calibration there. Call it before begin(); without it, the calibration is kept in what the core has
  /// (Preferences of an ESP32, or the first 512 bytes of the EEPROM), and nowhere on a core that has neither: see isKept().
  void keepIn(BinnacleStorage &memory) { storage = &memory; }

  /// Starts Wire at 400 kHz and looks for sensors for up to two seconds. Returns whether there is a magnetometer; if there is
  /// none, reason() says what to do, and update() goes on looking.
  /// @param chips those that may be there, and a null pointer at the end. Name yours, and the sketch gets smaller:
  ///              `static const binnacle_chip *const chips[] = {&BINNACLE_QMC5883L, nullptr};`
#if defined(__AVR__)
  bool begin(TwoWire &wire, const binnacle_chip *const *chips) {
#else
  bool begin(TwoWire &wire = Wire, const binnacle_chip *const *chips = BINNACLE_ALL_SENSORS) {
#endif
    binnacle::WireBus::begin(wire);
    bus = binnacle::WireBus::of(wire, chips, 0);
    has_begun = binnacle_compass_init(&compass, sizeof compass) == BINNACLE_OK &&
        binnacle_calibration_init(&calibration, sizeof calibration) == BINNACLE_OK &&
        binnacle_sensors_init(&sensors, sizeof sensors, &bus, 75000) == BINNACLE_OK;
    if (!has_begun) return false;
    for (int32_t sensor = 0; sensor < 3; sensor++) apply_axes(sensor);
    records.begin(storage, compass);
    binnacle_calibration_set_store(&calibration, records.hasPlace());
    // The accelerometer comes a little after the magnetometer; without it the first heading would be that of a level board.
    uint32_t start = millis(), patience = 2000;
    while (millis() - start < patience && !(has_sample && has_force)) {
      if (has_sample && patience == 2000) start = millis(), patience = 300;
      update();
      yield();
    }
    return has_sample;
  }

  /// Does what is due, in less than 5 ms: reads the sensors and computes a heading. Returns whether there is a new one: false
  /// for ever while there is no heading, so show reason() whatever it returns. It takes longer while flash keeps a new
  /// calibration: some 30 ms on an ESP8266 or RP2040, up to two seconds on an STM32.
  bool update() {
    if (!has_begun) return false;
    const uint64_t now = clock.now();
    const bool is_new = poll(now);
#if !defined(__AVR__)
    if (has_gyroscope)
      for (int i = 0; i < 8 && binnacle_motion_step(&motion, &compass) == BINNACLE_MORE_WORK;) i++;
#endif
    // Without samples too, so that a lost sensor ends the heading.
    if (is_new || (has_sample && now - read_time > 250000)) {
      read_time = now;
#if !defined(__AVR__)
      if (has_gyroscope)
        binnacle_motion_read(&motion, &compass, now, &reading);
      else
#endif
        binnacle_compass_read(&compass, now, &reading);
    }
    calibrate(now);
    if (records.step()) binnacle_calibration_saved(&calibration, records.isKept(), now);
    return is_new && reading.reference != 0;
  }

  /// Degrees clockwise from north, 0 to 359.99; NAN if there is no heading: reason() says why.
  float heading() const {
    return reading.reference == 0 ? NAN : (float)binnacle_centidegrees(reading.heading_q32_turns) / 100;
  }
  /// 95 % of the headings are at most so many degrees off; NAN if it is not known.
  float accuracy() const {
    return reading.reference == 0 || reading.accuracy_centidegrees == 65535
        ? NAN
        : (float)reading.accuracy_centidegrees / 100;
  }
  /// Whether a magnet or iron is near. The heading continues, with a larger accuracy().
  bool isDisturbed() const { return reading.disturbance == BINNACLE_DISTURBANCE_DISTURBED; }
  /// Whether a calibration is in use.
  bool isCalibrated() const { return has_sample && !(reading.doubts & BINNACLE_DOUBT_UNCALIBRATED); }
  /// Everything about the last heading: see binnacle_reading in core/binnacle.h.
  const binnacle_reading &lastReading() const { return reading; }

  /// Whether a magnetometer answers.
  bool hasSensor() const { return has_sample && !is_lost; }

  /// Why there is no heading, or what to do for a better one; an empty text if all is well.
  const char *reason() const {
    if (!has_begun) return "begin() was not called";
    if (!hasSensor())
      return "no magnetometer answers: check SDA, SCL, GND, that the module has the voltage that is printed on it, and that its "
             "chip has a driver (README)";
    if (reading.reference == 0) {
      switch (reading.reason) {
        case BINNACLE_UNAVAILABLE_OVERFLOW: return "the field is beyond the sensor's range: move away from the magnet";
        case BINNACLE_UNAVAILABLE_NO_HORIZONTAL_FIELD: return "the field is vertical or zero";
        case BINNACLE_UNAVAILABLE_NO_SPECIFIC_FORCE: return "the accelerometer measures nothing";
        case BINNACLE_UNAVAILABLE_NO_FRESH_SAMPLE: return "the magnetometer has stopped: check its wires";
        case BINNACLE_UNAVAILABLE_POINTS_VERTICALLY: return "the forward axis is vertical";
        default: break;
      }
      if (reading.doubts & BINNACLE_DOUBT_UNCALIBRATED) return "not calibrated";
      return "no heading yet";
    }
    if (reading.doubts & BINNACLE_DOUBT_UNCALIBRATED) return "not calibrated";
    if (isDisturbed()) return "a magnet or iron is near";
    return has_force && !is_force_lost ? "" : "no accelerometer answers: the board counts as level";
  }

  /// Starts a calibration: turn the board slowly about all its axes until progress() is 100. The old one stays in use until then.
  void startCalibration() {
    outcome_text = "";
    binnacle_calibration_start(&calibration, BINNACLE_MAGNETOMETER, 0, 0, clock.now());
    is_calibrating = true;
  }
  /// Ends the turning early: the result is computed of what was turned so far.
  void finishCalibration() { binnacle_calibration_finish(&calibration, clock.now()); }
  /// Gives up the calibration; the old one stays.
  void cancelCalibration() {
    binnacle_calibration_cancel(&calibration, clock.now());
    is_calibrating = false;
  }
  /// Percent of the calibration: 0 to 99 while it runs, 100 when the new one is in use.
  uint8_t progress() const { return percent; }
  /// Whether a calibration runs. When it has ended and progress() is not 100, calibrationResult() says why.
  bool isCalibrating() const { return is_calibrating; }
  /// What to do now while a calibration runs, such as which axis to turn to the field.
  const char *advice() const { return is_calibrating ? binnacle_advice_words(advised) : ""; }
  /// How the last calibration ended; an empty text before.
  const char *calibrationResult() const { return outcome_text; }

  /// Whether there is a place for a calibration, and the last one is there. If not, it is lost without power.
  bool isKept() const { return has_begun && records.isKept(); }
  /// Why not; an empty text if isKept().
  const char *storageReason() const { return has_begun ? records.reason() : "begin() was not called"; }

private:
  binnacle_compass compass;
  binnacle_calibration calibration;
  binnacle_sensors sensors;
  binnacle_bus bus;
  binnacle_reading reading = {};
  binnacle::Clock clock;
#if !defined(__AVR__)
  binnacle_motion motion;
  bool has_gyroscope = false;
#endif
  BinnacleStorage *storage = binnacle::core_storage();
  binnacle::CompassRecords records;
  int32_t axes[3][2];
  const char *outcome_text = "";
  uint8_t percent = 0;
  uint8_t advised = 0;
  uint64_t read_time = 0;
  bool has_begun = false, has_sample = false, is_lost = false, is_calibrating = false;
  bool has_force = false, is_force_lost = false;

  void apply_axes(int32_t sensor) {
    if (sensor < 2) binnacle_compass_set_axes(&compass, sensor, axes[sensor][0], axes[sensor][1]);
#if !defined(__AVR__)
    if (sensor == 2 && has_gyroscope) binnacle_motion_set_axes(&motion, axes[2][0], axes[2][1]);
#endif
  }

  bool poll(uint64_t now) {
    binnacle_event event;
    bool is_new = false;
    const uint32_t start = micros();
    // A search asks several questions; the rest of them waits for the next call.
    while (binnacle_sensors_poll(&sensors, now, &event) == BINNACLE_MORE_WORK) {
      is_new = take(event) || is_new;
      if ((uint32_t)(micros() - start) > 2000) break;
    }
    return is_new;
  }
  bool take(const binnacle_event &event) {
    if (event.what == BINNACLE_EVENT_FAULT) return false;
    const bool is_gone = event.what == BINNACLE_EVENT_UNAVAILABLE;
    if (event.sensor == BINNACLE_MAGNETOMETER) {
      is_lost = is_gone;
      if (is_gone) {
        binnacle_compass_lose_field(&compass);
      } else {
        binnacle_compass_add_field(&compass, event.value, event.time_microseconds, event.flags);
        has_sample = true;
      }
      // A loss is news, too: the heading ends.
      return true;
    }
    if (event.sensor == BINNACLE_ACCELEROMETER) {
      is_force_lost = is_gone;
      has_force = has_force || !is_gone;
      if (is_gone)
        binnacle_compass_lose_force(&compass);
      else
        binnacle_compass_add_force(&compass, event.value, event.time_microseconds, event.flags);
      return false;
    }
#if !defined(__AVR__)
    if (is_gone) {
      if (has_gyroscope) binnacle_motion_lose(&motion);
    } else {
      if (!has_gyroscope) begin_motion();
      binnacle_motion_add_rate(&motion, event.value, event.time_microseconds, event.flags);
    }
#endif
    return false;
  }
#if !defined(__AVR__)
  void begin_motion() {
    binnacle_identity found;
    binnacle_motion_settings settings = {600, 0, 0, 0};
    int32_t *const delays[3] = {
        &settings.field_microseconds, &settings.force_microseconds, &settings.rate_microseconds};
    for (int32_t sensor = 0; sensor < 3; sensor++) {
      if (binnacle_sensors_identity(&sensors, sensor, &found) != BINNACLE_OK) continue;
      *delays[sensor] = found.delay_microseconds;
      if (sensor == BINNACLE_GYROSCOPE) settings.zero_rate_offset = found.zero_rate_offset;
    }
    has_gyroscope = binnacle_motion_init(&motion, sizeof motion, &settings) == BINNACLE_OK &&
        binnacle_motion_set_axes(&motion, axes[2][0], axes[2][1]) == BINNACLE_OK;
  }
#endif

  void calibrate(uint64_t now) {
    binnacle_progress state;
    binnacle_outcome outcome;
    if (binnacle_calibration_step(&calibration, &compass, now) == BINNACLE_NEW_RECORD) records.save(compass);
    if (!is_calibrating) return;
    binnacle_calibration_progress(&calibration, now, &state);
    percent = state.percent;
    advised = state.advice;
    switch (state.state) {
      case BINNACLE_COLLECTING:
        if (state.advice == BINNACLE_ADVICE_ENOUGH) binnacle_calibration_finish(&calibration, now);
        break;
      case BINNACLE_REVIEW:
        binnacle_calibration_outcome(&calibration, &outcome);
        outcome_text = outcome.grade == BINNACLE_GRADE_GOOD ? "good"
            : outcome.grade == BINNACLE_GRADE_FAIR          ? "fair"
                                                            : "poor";
        binnacle_calibration_commit(&calibration, now);
        break;
      case BINNACLE_FAILED:
        outcome_text = hasSensor() ? "refused: go away from iron, and turn it slowly about all its axes"
                                   : "ended, because the magnetometer was lost";
        is_calibrating = false;
        break;
      default:
        if (state.has_committed) is_calibrating = false, percent = 100;
        break;
    }
  }
};

#if !defined(__AVR__)
/// A whole board for the program `binnacle`. It finds its sensors, and keeps calibration and settings in what the core has:
/// Preferences of an ESP32, or 1,024 bytes of the EEPROM, from byte 512 on. An EEPROM with fewer than 1,536 has them from byte 0
/// on, where a BinnacleCompass would also keep its own.
class BinnacleDevice {
public:
  /// A module with X forward, Y left and Z up, as most are; `--mounting` of `binnacle stream` changes it until the next start.
  BinnacleDevice() {}

  /// Which axes of the modules point forward and right, as for BinnacleCompass. Call it before begin().
  void setAxes(uint8_t forward, uint8_t right) { axes[0] = forward, axes[1] = right; }

  /// Keeps records there, if it has 1,024 bytes: see isKept(). Call it before begin().
  void keepIn(BinnacleStorage &memory) { storage = &memory; }

  /// Starts Wire at 400 kHz, and the device.
  /// @param name what `binnacle ports` and others show: 1 to 16 ASCII characters. It must stay.
  /// @param baud of a serial line that is a UART; 0 for USB and sockets.
  /// @return false for a name or axes that cannot be; reason() says so.
  bool begin(
      TwoWire &wire, const char *name, uint32_t baud = 0, const binnacle_chip *const *chips = BINNACLE_ALL_SENSORS) {
    binnacle::WireBus::begin(wire);
    bus = binnacle::WireBus::of(wire, chips, 0);
    board = binnacle_board();
    board.bus = &bus;
    board.name = name;
    board.baud = baud;
    board.forward = axes[0];
    board.right = axes[1];
    board.memory = records.begin(storage);
    result = binnacle_device_init(&device, sizeof device, &board);
    return result == BINNACLE_OK;
  }

  /// Why begin() returned false.
  const char *reason() const { return binnacle_strerror(result); }

  /// Does what is due. Call it in each loop() with the port to the PC: Serial, or a client of a socket.
  template <class Port> void run(Port &port) {
    while (port.available() > 0) binnacle_device_receive(&device, (uint8_t)port.read(), clock.now());
    binnacle_device_run(&device, clock.now());
    records.rest();
    line.send(port, [this]() { return binnacle_device_next_byte(&device); });
  }

  /// Whether calibration and settings are kept. If not, they are lost without power.
  bool isKept() const { return result == BINNACLE_OK && records.isKept(); }
  /// Why not; an empty text if isKept().
  const char *storageReason() const { return result == BINNACLE_OK ? records.reason() : reason(); }

  /// The object of C, for binnacle_device_ functions.
  binnacle_device *object() { return &device; }

private:
  binnacle_device device;
  binnacle_board board;
  binnacle_bus bus;
  binnacle::DeviceRecords records;
  binnacle::Line line;
  binnacle::Clock clock;
  BinnacleStorage *storage = binnacle::core_storage();
  binnacle_result result = BINNACLE_ERROR_UNINITIALISED;
  uint8_t axes[2] = {BINNACLE_PLUS_X, BINNACLE_MINUS_Y};
};
#endif
