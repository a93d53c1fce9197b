// The words of the library: its version, and what its codes mean.
//
// In: a code of binnacle.h. Out: what it means, in English.
// Free to change: nothing by hand; texts of reasons are in Protocols/reasons.json.
// Made by Sources/Library/Maker/make.py from binnacle.h.

#include "binnacle.h"

const char *binnacle_version(void) { return BINNACLE_VERSION; }

const char *binnacle_strerror(binnacle_result result) {
  switch (result) {
    case BINNACLE_OK: return "success";
    case BINNACLE_NEW_RECORD: return "a new record is in use and waits to be stored";
    case BINNACLE_UNCALIBRATED: return "done, but the record has no calibration of the magnetometer: start one";
    case BINNACLE_TOO_SOON:
      return "the sample is used, but came less than 250 microseconds after the one before: are the times in milliseconds?";
    case BINNACLE_ERROR_NULL: return "a pointer is null";
    case BINNACLE_ERROR_SIZE: return "the size does not match this version of the library";
    case BINNACLE_ERROR_ALIGNMENT: return "a pointer is not aligned for its type";
    case BINNACLE_ERROR_UNINITIALISED: return "the object was not initialised, has another type, or was overwritten";
    case BINNACLE_ERROR_RANGE: return "a number is outside its range";
    case BINNACLE_ERROR_STATE: return "the object is in a state that does not allow this command";
    case BINNACLE_ERROR_NO_HEADING:
      return "there is no heading: there is no sample yet, the field is vertical or zero, or a sensor is lost";
    case BINNACLE_ERROR_NO_TRUE_NORTH: return "true north is not known: no place was set, or it has no declination";
    case BINNACLE_ERROR_NOTHING: return "the list has no entry at this index";
    case BINNACLE_ERROR_WHOLE_DEGREES:
      return "latitude and longitude look like whole degrees: multiply them by 10000000";
    case BINNACLE_ERROR_LATITUDE: return "the latitude is beyond 90 degrees";
    case BINNACLE_ERROR_TOO_LOW: return "the height is below -1 km, where the world model does not hold";
    case BINNACLE_ERROR_TOO_HIGH: return "the height is above 850 km, where the world model does not hold";
    case BINNACLE_ERROR_BEFORE_MODEL: return "the date is before the world model's first day, 2025-01-01";
    case BINNACLE_ERROR_AFTER_MODEL: return "the date is after the world model's last day, 2030-01-01";
    case BINNACLE_ERROR_BEYOND_EXTRAPOLATION: return "the date is more than ten years outside the world model";
    case BINNACLE_ERROR_RECORD_SHORT: return "the bytes are fewer than those of a record";
    case BINNACLE_ERROR_RECORD_MAGIC: return "the bytes do not begin as a record does";
    case BINNACLE_ERROR_RECORD_VERSION: return "the record has a version that this library does not know";
    case BINNACLE_ERROR_RECORD_LENGTH: return "the length of the record is not that of its version";
    case BINNACLE_ERROR_RECORD_CHECKSUM: return "the checksum of the record is wrong";
    case BINNACLE_ERROR_RECORD_FIELD: return "the record has a field that is outside its range";
    default: return "a code that this library does not have";
  }
}
