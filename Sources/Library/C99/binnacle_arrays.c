/* The functions of binnacle_arrays.h: many samples a call, for hosts. The Python package compiles this file.

   This text is made from the Swift sources of Binnacle, as binnacle.c is: change them, not this file.
   SPDX-License-Identifier: Apache-2.0 */
#include "binnacle.c"
#include "binnacle_arrays.h"


/* ---- Types ------------------------------------------------------------------------------------------------------- */

typedef struct OptionalFitConfiguration {
  FitConfiguration value;
  uint8_t isNone;
} OptionalFitConfiguration;

/* ---- Functions that are called before they are written ----------------------------------------------------------- */

static void limits_(OptionalFitConfiguration *t1, int32_t settingsSensor_range, int32_t settingsLowest_strength,
    int32_t settingsHighest_strength, uint32_t settingsIs_plain);
static void report_(const FitOutcome *outcome, uint32_t t1, uint32_t t2, uint32_t t3, uint32_t limitsHighestStrength,
    binnacle_fit_result *result);

/* ---- Calibration: Sources/Compass/Calibration -------------------------------------------------------------------- */

/* Adds one sample of a plain fit: every sample counts. An image without plain fits does not contain this function.
   (Sources/Compass/Calibration/Fit/CalibrationFit.swift) */
static uint8_t CalibrationFit_addPlainly(const CalibrationSample *sample, CalibrationFit *self) {
  RecentSamples t14;
  if (self->stage != 0) {
    self->stage = 0;
    Result_uint32_uint32 t1 = InlineArray_init_repeating(0);
    self->scratch.memory.robustSphere.found[0] = (int16_t)(uint16_t)t1.e0;
    self->scratch.memory.robustSphere.found[1] = (int16_t)(uint16_t)(t1.e0 >> 16);
    self->scratch.memory.prediction.fits = (uint16_t)t1.e1;
    self->scratch.memory.robustSphere.found[3] = (int16_t)(uint16_t)(t1.e1 >> 16);
    self->scratch.memory.bytes[8] = 0;
    self->scratch.memory.bytes[9] = 0;
    uint32_t t3;
    if (self->gate.found[3] != 0) {
      uint32_t t2 = self->reservoir.seen;
      t3 = t2 + t2;
    } else {
      t3 = 40;
    }
    RecentSamples_init_nextSearch(&t14, t3);
    self->scratch.memory.recentSamplesFrom12.recentSamples = t14;
    self->roughness.count = (int32_t)((uint32_t)self->roughness.count | 3);
  }
  int32_t t4 = sample->field.x;
  int32_t t5 = sample->field.y;
  int32_t t6 = sample->field.z;
  int32_t t7 = self->configuration.sensorRange;
  uint8_t result;
  if (Vector3_isWithin((uint32_t)sub32(t7, 1), (uint32_t)t4, (uint32_t)t5, (uint32_t)t6)) {
    result = (uint8_t)((int32_t)(self->moments.sums[0] >> 30) < 131072 ? 0 : 4);
  } else {
    uint16_t t8 = self->saturatedCount;
    if (t8 < 65535u) {
      self->saturatedCount = (uint16_t)(t8 + 1);
      result = 2;
    } else {
      result = 2;
    }
  }
  if (result != 0) {
    return result;
  }
  int32_t before = (int32_t)self->moments.scale;
  if (CalibrationFit_isApart(&sample->field, &self->scratch.memory.recentSamplesFrom12.recentSamples.lastOffered,
      before + 10)) {
    self->scratch.memory.recentSamplesFrom12.recentSamples.lastOffered.x = t4;
    self->scratch.memory.recentSamplesFrom12.recentSamples.lastOffered.y = t5;
    self->scratch.memory.recentSamplesFrom12.recentSamples.lastOffered.z = t6;
    Reservoir_offer(sample, &self->scratch.memory.recentSamplesFrom12.recentSamples.chance, &self->reservoir);
  }
  self->isAbsorbed = 1;
  uint8_t now = (uint8_t)(sample->time >> 20);
  if (now != self->periods.last || self->periods.count == 0) {
    self->periods.last = now;
    uint8_t t10 = self->periods.count;
    if (t10 < 99) {
      self->periods.count = (uint8_t)(t10 + 1);
    }
  }
  Moments_add(t4, t5, t6, &self->moments);
  Roughness_follow(&sample->field, &self->scratch.memory.recentSamplesFrom12.recentSamples.differences,
      &self->roughness);
  int32_t t11 = (int32_t)self->moments.scale;
  if (before < t11) {
    uint32_t t12 = self->reservoir.seen;
    uint32_t kept = (uint32_t)(t12 < 40 ? t12 : 40);
    uint32_t t13 = t12 >> (uint32_t)((t11 - before) & 0x1f);
    self->reservoir.seen = t13;
    self->reservoir.seen = t13 < kept ? kept : t13;
    return 0;
  }
  return 0;
}

/* (Sources/Compass/Calibration/Fit/Cholesky.swift) */
static void Triangle_init(Triangle *t1) {
  int32_t t2 = 0;
  int32_t t4[45];
  for (;;) {
    int32_t t3 = t2 + 1;
    t4[t2] = 0;
    if (t3 == 45) {
      break;
    }
    t2 = t3;
  }
  memcpy(t1->entries, t4, 45 * sizeof t1->entries[0]);
}


/* ---- BinnacleC: Sources/Library/BinnacleC ------------------------------------------------------------------------ */

/* (Sources/Library/BinnacleArrays/Rows.swift) */
binnacle_result binnacle_array_angles(size_t count, const int32_t *y, const int32_t *x, uint32_t *angles_q32_turns,
    uint8_t *is_valid) {
  if (count == 0) {
    return 0;
  }
  uint32_t arguments = (uint32_t)((int32_t)count < 0 ? 4294967291u : (uint32_t)(268435456 < (int32_t)count
      ? 4294967291u : 0));
  bool t4 = (uintptr_t)y == 0;
  if (t4) {
    arguments = (uint32_t)(arguments != 0 ? arguments : 4294967295u);
  } else if (arguments == 0) {
    arguments = (uint32_t)(((uintptr_t)y & BEYOND_ALIGNMENT_32) != 0 ? 4294967293u : arguments);
  }
  bool t5 = (uintptr_t)x == 0;
  if (t5) {
    arguments = (uint32_t)(arguments != 0 ? arguments : 4294967295u);
  } else if (arguments == 0) {
    arguments = (uint32_t)(((uintptr_t)x & BEYOND_ALIGNMENT_32) != 0 ? 4294967293u : arguments);
  }
  bool t6 = (uintptr_t)angles_q32_turns == 0;
  if (t6) {
    arguments = (uint32_t)(arguments != 0 ? arguments : 4294967295u);
  } else if (arguments == 0) {
    arguments = (uint32_t)(((uintptr_t)angles_q32_turns & BEYOND_ALIGNMENT_32) != 0 ? 4294967293u : arguments);
  }
  bool t7 = (uintptr_t)is_valid == 0;
  if (t7) {
    return (int32_t)(uint32_t)(arguments == 0 ? 4294967295u : arguments);
  }
  if (arguments != 0) {
    return (int32_t)arguments;
  }
  if (t4 || t5 || t6 || t7) {
    return (int32_t)arguments;
  }
  if (0 >= (int32_t)count) {
    return 0;
  }
  int32_t i = 0;
  for (;;) {
    Result_uint32_uint8 t8 = Cordic_Precise_angle_y_x(y[i], x[i]);
    bool t9 = t8.e1 == 1;
    angles_q32_turns[i] = (uint32_t)(t9 ? 0 : t8.e0);
    is_valid[i] = (uint8_t)!t9;
    i = add32(i, 1);
    if (i >= (int32_t)count) {
      return 0;
    }
  }
}

/* (Sources/Library/BinnacleArrays/Rows.swift) */
binnacle_result binnacle_array_headings_from_counts(size_t count, const int16_t *field_counts,
    const int16_t *force_counts, uint32_t *headings_q32_turns, uint8_t *is_valid) {
  if (count == 0) {
    return 0;
  }
  uint32_t arguments = (uint32_t)((int32_t)count < 0 ? 4294967291u : (uint32_t)(268435456 < (int32_t)count
      ? 4294967291u : 0));
  bool t4 = (uintptr_t)field_counts == 0;
  if (t4) {
    arguments = (uint32_t)(arguments != 0 ? arguments : 4294967295u);
  } else if (arguments == 0) {
    arguments = (uint32_t)(((uintptr_t)field_counts & BEYOND_ALIGNMENT_16) != 0 ? 4294967293u : arguments);
  }
  bool t5 = (uintptr_t)force_counts == 0;
  if (t5) {
    arguments = (uint32_t)(arguments != 0 ? arguments : 4294967295u);
  } else if (arguments == 0) {
    arguments = (uint32_t)(((uintptr_t)force_counts & BEYOND_ALIGNMENT_16) != 0 ? 4294967293u : arguments);
  }
  bool t6 = (uintptr_t)headings_q32_turns == 0;
  if (t6) {
    arguments = (uint32_t)(arguments != 0 ? arguments : 4294967295u);
  } else if (arguments == 0) {
    arguments = (uint32_t)(((uintptr_t)headings_q32_turns & BEYOND_ALIGNMENT_32) != 0 ? 4294967293u : arguments);
  }
  bool t7 = (uintptr_t)is_valid == 0;
  if (t7) {
    return (int32_t)(uint32_t)(arguments == 0 ? 4294967295u : arguments);
  }
  if (arguments != 0) {
    return (int32_t)arguments;
  }
  if (t4 || t5 || t6 || t7) {
    return (int32_t)arguments;
  }
  if (0 >= (int32_t)count) {
    return 0;
  }
  int32_t i = 0;
  for (;;) {
    int32_t at = mul32(i, 3);
    int32_t t8 = add32(at, 1);
    int32_t t9 = add32(at, 2);
    Result_uint32_uint8 t10 = TiltCompensation_heading_field_force((uint32_t)(uint16_t)field_counts[at]
        | ((uint32_t)(uint16_t)field_counts[t8] << 16), field_counts[t9], (uint32_t)(uint16_t)force_counts[at]
        | ((uint32_t)(uint16_t)force_counts[t8] << 16), force_counts[t9]);
    bool t11 = t10.e1 == 1;
    headings_q32_turns[i] = (uint32_t)(t11 ? 0 : t10.e0);
    is_valid[i] = (uint8_t)!t11;
    i = add32(i, 1);
    if (i >= (int32_t)count) {
      return 0;
    }
  }
}

/* (Sources/Library/BinnacleArrays/Rows.swift) */
binnacle_result binnacle_array_solve(size_t count, const int32_t *field_q8_nanotesla, const int32_t *force_micro_g,
    binnacle_solution *solutions, uint8_t *status) {
  uintptr_t t1 = 0;
  if (count == 0) {
    return 0;
  }
  uint32_t arguments = (uint32_t)((int32_t)count < 0 ? 4294967291u : (uint32_t)(268435456 < (int32_t)count
      ? 4294967291u : 0));
  bool t3 = (uintptr_t)field_q8_nanotesla == 0;
  if (t3) {
    arguments = (uint32_t)(arguments != 0 ? arguments : 4294967295u);
  } else if (arguments == 0) {
    arguments = (uint32_t)(((uintptr_t)field_q8_nanotesla & BEYOND_ALIGNMENT_32) != 0 ? 4294967293u : arguments);
  }
  bool t4 = (uintptr_t)force_micro_g == 0;
  if (!t4) {
    if (arguments == 0) {
      arguments = (uint32_t)(((uintptr_t)force_micro_g & BEYOND_ALIGNMENT_32) != 0 ? 4294967293u : arguments);
    }
  }
  bool t5 = (uintptr_t)solutions == 0;
  if (t5) {
    arguments = (uint32_t)(arguments != 0 ? arguments : 4294967295u);
  } else if (arguments == 0) {
    arguments = (uint32_t)(((uintptr_t)solutions & BEYOND_ALIGNMENT_32) != 0 ? 4294967293u : arguments);
  }
  bool t6 = (uintptr_t)status == 0;
  if (t6) {
    return (int32_t)(uint32_t)(arguments == 0 ? 4294967295u : arguments);
  }
  if (arguments != 0) {
    return (int32_t)arguments;
  }
  if (t3 || t5 || t6) {
    return (int32_t)arguments;
  }
  if (0 >= (int32_t)count) {
    return 0;
  }
  int32_t i = 0;
  for (;;) {
    solutions[i].heading_q32_turns = 0;
    solutions[i].dip_q32_turns = 0;
    solutions[i].roll_q32_turns = 0;
    solutions[i].pitch_q32_turns = 0;
    solutions[i].horizontal_nanotesla = 0;
    status[i] = 0;
    int32_t t7 = mul32(i, 3);
    int32_t x = field_q8_nanotesla[t7];
    int32_t t8 = add32(t7, 1);
    int32_t y = field_q8_nanotesla[t8];
    int32_t t9 = add32(t7, 2);
    int32_t z = field_q8_nanotesla[t9];
    int32_t t10;
    int32_t t11;
    int32_t t12;
    uint8_t t13;
    if (t4) {
      t10 = 0;
      t11 = 0;
      t12 = 0;
      t13 = 1;
    } else {
      t10 = force_micro_g[t7];
      t11 = force_micro_g[t8];
      t12 = force_micro_g[t9];
      t13 = 0;
    }
    HeadingSolution found;
    uint8_t t2;
    TiltCompensation_solve_field_specificForce_2(&found, x, y, z, t10, t11, t12, t13, NULL, &t1, &t2);
    if (t1 != 0) {
      t1 = 0;
    } else if (t4) {
      solutions[i].heading_q32_turns = found.heading;
      solutions[i].dip_q32_turns = (int32_t)found.dip;
      solutions[i].roll_q32_turns = 0;
      solutions[i].pitch_q32_turns = 0;
      solutions[i].horizontal_nanotesla = found.horizontalNanotesla;
      status[i] = 1;
    } else {
      int32_t t14 = found.up.y;
      int32_t t15 = found.up.z;
      Result_uint32_uint8 t16 = Cordic_Precise_angle_y_x(sub32(0, t14), sub32(0, t15));
      solutions[i].heading_q32_turns = found.heading;
      solutions[i].dip_q32_turns = (int32_t)found.dip;
      bool t17 = t16.e1 == 1;
      if (t17) {
        solutions[i].roll_q32_turns = 0;
      } else {
        solutions[i].roll_q32_turns = (int32_t)t16.e0;
      }
      int64_t t18 = Int64_adding_times(t14, t14, 0);
      int64_t across = Int64_adding_times(t15, t15, t18);
      uint32_t root = UInt64_approximateSquareRoot((uint64_t)across);
      Result_uint32_uint8 t19 = Cordic_Precise_angle_y_x(found.up.x, (int32_t)root);
      solutions[i].pitch_q32_turns = (int32_t)(uint32_t)(t19.e1 == 1 ? 0 : t19.e0);
      solutions[i].horizontal_nanotesla = found.horizontalNanotesla;
      status[i] = (uint8_t)(t17 ? 1 : 2);
    }
    i = add32(i, 1);
    if (i >= (int32_t)count) {
      return 0;
    }
  }
}

/* (Sources/Library/BinnacleArrays/Rows.swift) */
binnacle_result binnacle_array_correct(size_t count, const uint8_t *record, size_t record_size_bytes,
    const int32_t *nanotesla, int32_t *q8_nanotesla) {
  uintptr_t t10 = 0;
  int32_t arguments = (int32_t)((int32_t)count < 0 ? -5 : (int32_t)(268435456 < (int32_t)count ? -5 : 0));
  bool t1 = (uintptr_t)record == 0;
  if (t1) {
    if (arguments == 0) {
      if (count != 0) {
        arguments = -1;
        goto L1;
      }
      return -1;
    }
  }
  if (count == 0) {
    goto L2;
  }
L1:;
  if ((uintptr_t)nanotesla == 0) {
    arguments = (int32_t)(arguments != 0 ? arguments : -1);
  } else if (arguments == 0) {
    arguments = (int32_t)(((uintptr_t)nanotesla & BEYOND_ALIGNMENT_32) != 0 ? -3 : arguments);
  }
  if ((uintptr_t)q8_nanotesla == 0) {
    if (arguments == 0) {
      return -1;
    }
  } else if (arguments == 0 && ((uintptr_t)q8_nanotesla & BEYOND_ALIGNMENT_32) != 0) {
    return -3;
  }
L2:;
  if (arguments != 0 || t1) {
    return arguments;
  }
  if ((int32_t)record_size_bytes < 0) {
    return -2;
  }
  CalibrationRecord t11;
  uint8_t t12;
  CalibrationRecord_init_bytes(&t11, (uintptr_t)record, (int32_t)record_size_bytes, NULL, &t10, &t12);
  if (t10 != 0) {
    uint8_t error = t12;
    t10 = 0;
    int32_t t2 = (int32_t)(uint8_t)(error + 1);
    return -32 - (int32_t)(t2 < 6 ? t2 : 6);
  }
  if ((uintptr_t)nanotesla != 0) {
    if ((uintptr_t)q8_nanotesla != 0) {
      if (0 < (int32_t)count) {
        int32_t i = 0;
        do {
          int32_t t3 = mul32(i, 3);
          int32_t t4 = add32(t3, 1);
          int32_t t5 = add32(t3, 2);
          CorrectionSums self;
          CalibrationRecord_correctionSums_for(&self, nanotesla[t3], nanotesla[t4], nanotesla[t5], &t11);
          uint64_t self2 = (uint64_t)self.x;
          int32_t t6 = (int32_t)(self2 >> 32);
          uint64_t self3 = (uint64_t)self.y;
          int32_t t7 = (int32_t)(self3 >> 32);
          uint64_t self4 = (uint64_t)self.z;
          int32_t t8 = (int32_t)(self4 >> 32);
          int32_t foundX;
          int32_t foundY;
          int32_t foundZ;
          if (((uint32_t)((t6 ^ (t6 >> 31)) | (t7 ^ (t7 >> 31))) | (uint32_t)(t8 ^ (t8 >> 31))) >= 4194304u) {
            Result_int32_int32_int32 t9 = CorrectionSums_saturated(&self);
            foundX = t9.e0;
            foundY = t9.e1;
            foundZ = t9.e2;
          } else {
            uint32_t fraction = (uint32_t)self2 >> 23;
            uint32_t fraction2 = (uint32_t)self3 >> 23;
            uint32_t fraction3 = (uint32_t)self4 >> 23;
            foundX = add32((int32_t)((uint32_t)t6 << 8), (int32_t)((fraction >> 1) + (fraction & 1)));
            foundY = add32((int32_t)((uint32_t)t7 << 8), (int32_t)((fraction2 >> 1) + (fraction2 & 1)));
            foundZ = add32((int32_t)((uint32_t)t8 << 8), (int32_t)((fraction3 >> 1) + (fraction3 & 1)));
          }
          q8_nanotesla[t3] = foundX;
          q8_nanotesla[t4] = foundY;
          q8_nanotesla[t5] = foundZ;
          i = add32(i, 1);
        } while (i < (int32_t)count);
      }
      return 0;
    }
  }
  return 0;
}

/* (Sources/Library/BinnacleArrays/Rows.swift) */
binnacle_result binnacle_array_world_fields(size_t count, const binnacle_moment *moments, int32_t extrapolates,
    binnacle_world_field *fields) {
  uintptr_t t1 = 0;
  if (count == 0) {
    return 0;
  }
  uint32_t arguments = (uint32_t)((int32_t)count < 0 ? 4294967291u : (uint32_t)(268435456 < (int32_t)count
      ? 4294967291u : 0));
  bool t2 = (uintptr_t)moments == 0;
  if (t2) {
    arguments = (uint32_t)(arguments != 0 ? arguments : 4294967295u);
  } else if (arguments == 0) {
    arguments = (uint32_t)(((uintptr_t)moments & BEYOND_ALIGNMENT_32) != 0 ? 4294967293u : arguments);
  }
  bool t3 = (uintptr_t)fields == 0;
  if (t3) {
    if (arguments == 0) {
      return -1;
    }
  } else {
    if (arguments != 0) {
      return (int32_t)arguments;
    }
    if (((uintptr_t)fields & BEYOND_ALIGNMENT_32) != 0) {
      return -3;
    }
    if (arguments == 0) {
      if (t2 || t3) {
        return (int32_t)arguments;
      }
      if (0 < (int32_t)count) {
        binnacle_world_field t8;
        memset(&t8, 0, 36);
        bool t4 = extrapolates != 0;
        int32_t i = 0;
        do {
          fields[i] = t8;
          int32_t latitude = moments[i].latitude_q32_turns;
          int32_t longitude = moments[i].longitude_q32_turns;
          int32_t height = moments[i].height_millimetres;
          int32_t t5 = WorldMagneticModel_Moment_init(moments[i].days_since_2000);
          GeomagneticField found;
          uint8_t t9;
          WorldMagneticModel_field_at_moment_extrapolating(&found, latitude, longitude, height, t5, t4, NULL, &t1, &t9);
          if (t1 != 0) {
            uint8_t error = t9;
            t1 = 0;
            fields[i].result = -16 - (int32_t)(uint8_t)(error + 1);
          } else {
            fields[i].field_q8_nanotesla[0] = found.q8Nanotesla.x;
            fields[i].field_q8_nanotesla[1] = found.q8Nanotesla.y;
            fields[i].field_q8_nanotesla[2] = found.q8Nanotesla.z;
            fields[i].horizontal_q8_nanotesla = found.horizontalQ8;
            fields[i].total_q8_nanotesla = found.totalQ8;
            bool t6 = found.declinationIsNone == 1;
            fields[i].declination_q32_turns = (int32_t)(uint32_t)(t6 ? 0 : found.declination);
            fields[i].has_declination = (uint32_t)!t6;
            uint32_t t7;
            if (found.dipIsNone == 1) {
              t7 = 0;
            } else {
              t7 = found.dip;
            }
            fields[i].dip_q32_turns = (int32_t)t7;
          }
          i = add32(i, 1);
        } while (i < (int32_t)count);
        return 0;
      }
      return 0;
    }
  }
  return (int32_t)arguments;
}

/* (Sources/Library/BinnacleArrays/Series.swift) */
binnacle_result binnacle_array_compass_headings(binnacle_compass *compass, size_t count, const int32_t *nanotesla,
    const int32_t *force_micro_g, uint32_t *headings_q32_turns, uint8_t *is_valid) {
  if (count == 0) {
    return 0;
  }
  uint32_t arguments = (uint32_t)((int32_t)count < 0 ? 4294967291u : (uint32_t)(268435456 < (int32_t)count
      ? 4294967291u : 0));
  bool t3 = (uintptr_t)nanotesla == 0;
  int32_t code;
  if (t3) {
    code = (int32_t)(uint32_t)(arguments != 0 ? arguments : 4294967295u);
  } else if (arguments != 0) {
    code = (int32_t)arguments;
  } else {
    code = (int32_t)(uint32_t)(((uintptr_t)nanotesla & BEYOND_ALIGNMENT_32) != 0 ? 4294967293u : arguments);
  }
  bool t4 = (uintptr_t)force_micro_g == 0;
  if (!t4) {
    if (code == 0) {
      code = (int32_t)(((uintptr_t)force_micro_g & BEYOND_ALIGNMENT_32) != 0 ? -3 : code);
    }
  }
  bool t5 = (uintptr_t)headings_q32_turns == 0;
  if (t5) {
    code = (int32_t)(code != 0 ? code : -1);
  } else if (code == 0) {
    code = (int32_t)(((uintptr_t)headings_q32_turns & BEYOND_ALIGNMENT_32) != 0 ? -3 : code);
  }
  bool t6 = (uintptr_t)is_valid == 0;
  if (t6) {
    return (int32_t)(code == 0 ? -1 : code);
  }
  if (code != 0) {
    return code;
  }
  if (t3 || t5 || t6) {
    return code;
  }
  if (0 >= (int32_t)count) {
    return 0;
  }
  int32_t i = 0;
  for (;;) {
    if (!t4) {
      code = binnacle_compass_add_force(compass, &force_micro_g[mul32(i, 3)], 0, 0);
      if (code != 0) {
        return code;
      }
    }
    code = binnacle_compass_add_field(compass, &nanotesla[mul32(i, 3)], 0, 0);
    if (code != 0) {
      return code;
    }
    headings_q32_turns[i] = 0;
    uint32_t t7 = (uint32_t)binnacle_compass_heading(compass, &headings_q32_turns[i]);
    is_valid[i] = (uint8_t)(t7 == 0 ? 1 : 0);
    i = add32(i, 1);
    if (i >= (int32_t)count) {
      return 0;
    }
  }
}

/* (Sources/Library/BinnacleArrays/Series.swift) */
binnacle_result binnacle_array_compass_readings(binnacle_compass *compass, size_t count,
    const uint64_t *times_microseconds, const int32_t *nanotesla, const uint8_t *has_field,
    const int32_t *force_micro_g, const uint8_t *has_force, binnacle_reading *readings) {
  if (count == 0) {
    return 0;
  }
  uint32_t arguments = (uint32_t)((int32_t)count < 0 ? 4294967291u : (uint32_t)(268435456 < (int32_t)count
      ? 4294967291u : 0));
  bool t3 = (uintptr_t)times_microseconds == 0;
  if (t3) {
    arguments = (uint32_t)(arguments != 0 ? arguments : 4294967295u);
  } else if (arguments == 0) {
    arguments = (uint32_t)(((uintptr_t)times_microseconds & BEYOND_ALIGNMENT_64) != 0 ? 4294967293u : arguments);
  }
  bool t4 = (uintptr_t)nanotesla == 0;
  int32_t code;
  if (t4) {
    code = (int32_t)(uint32_t)(arguments != 0 ? arguments : 4294967295u);
  } else if (arguments != 0) {
    code = (int32_t)arguments;
  } else {
    code = (int32_t)(uint32_t)(((uintptr_t)nanotesla & BEYOND_ALIGNMENT_32) != 0 ? 4294967293u : arguments);
  }
  bool t5 = (uintptr_t)has_field == 0;
  bool t6 = (uintptr_t)force_micro_g == 0;
  if (!t6) {
    if (code == 0) {
      code = (int32_t)(((uintptr_t)force_micro_g & BEYOND_ALIGNMENT_32) != 0 ? -3 : code);
    }
  }
  bool t7 = (uintptr_t)has_force == 0;
  bool t8 = (uintptr_t)readings == 0;
  if (t8) {
    if (code == 0) {
      return -1;
    }
  } else {
    if (code != 0) {
      return code;
    }
    if (((uintptr_t)readings & BEYOND_ALIGNMENT_64) != 0) {
      return -3;
    }
    if (code == 0) {
      if (t3 || t4 || t8) {
        return code;
      }
      if (0 >= (int32_t)count) {
        return 0;
      }
      int32_t i = 0;
      for (;;) {
        uint64_t time = times_microseconds[i];
        if (!t6) {
          if (!t7) {
            if (has_force[i] == 0) {
              goto L1;
            }
          }
          code = binnacle_compass_add_force(compass, &force_micro_g[mul32(i, 3)], time, 0);
          if (code != 0) {
            goto L2;
          }
        }
L1:;
        if (!t5) {
          if (has_field[i] == 0) {
            code = 0;
            goto L2;
          }
        }
        code = binnacle_compass_add_field(compass, &nanotesla[mul32(i, 3)], time, 0);
L2:;
        if (code == 0) {
          code = binnacle_compass_read(compass, times_microseconds[i], &readings[i]);
        }
        if (code != 0) {
          return code;
        }
        i = add32(i, 1);
        if (i >= (int32_t)count) {
          return 0;
        }
      }
    }
  }
  return code;
}

/* (Sources/Library/BinnacleArrays/Series.swift) */
binnacle_result binnacle_array_motion_estimates(binnacle_motion *motion, binnacle_compass *compass, size_t count,
    const uint64_t *times_microseconds, const int32_t *rates_q20_radians_per_second, const uint8_t *has_rate,
    const int32_t *force_micro_g, const uint8_t *has_force, const int32_t *nanotesla, const uint8_t *has_field,
    binnacle_motion_estimate *estimates) {
  if (count == 0) {
    return 0;
  }
  uint32_t arguments = (uint32_t)((int32_t)count < 0 ? 4294967291u : (uint32_t)(268435456 < (int32_t)count
      ? 4294967291u : 0));
  bool t4 = (uintptr_t)times_microseconds == 0;
  if (t4) {
    arguments = (uint32_t)(arguments != 0 ? arguments : 4294967295u);
  } else if (arguments == 0) {
    arguments = (uint32_t)(((uintptr_t)times_microseconds & BEYOND_ALIGNMENT_64) != 0 ? 4294967293u : arguments);
  }
  bool t5 = (uintptr_t)rates_q20_radians_per_second == 0;
  if (t5) {
    arguments = (uint32_t)(arguments != 0 ? arguments : 4294967295u);
  } else if (arguments == 0) {
    arguments = (uint32_t)(((uintptr_t)rates_q20_radians_per_second & BEYOND_ALIGNMENT_32) != 0 ? 4294967293u
        : arguments);
  }
  bool t6 = (uintptr_t)has_rate == 0;
  bool t7 = (uintptr_t)force_micro_g == 0;
  int32_t code2;
  if (t7) {
    code2 = (int32_t)(uint32_t)(arguments != 0 ? arguments : 4294967295u);
  } else if (arguments != 0) {
    code2 = (int32_t)arguments;
  } else {
    code2 = (int32_t)(uint32_t)(((uintptr_t)force_micro_g & BEYOND_ALIGNMENT_32) != 0 ? 4294967293u : arguments);
  }
  bool t8 = (uintptr_t)has_force == 0;
  bool t9 = (uintptr_t)nanotesla == 0;
  if (t9) {
    code2 = (int32_t)(code2 != 0 ? code2 : -1);
  } else if (code2 == 0) {
    code2 = (int32_t)(((uintptr_t)nanotesla & BEYOND_ALIGNMENT_32) != 0 ? -3 : code2);
  }
  bool t10 = (uintptr_t)has_field == 0;
  bool t11 = (uintptr_t)estimates == 0;
  if (t11) {
    if (code2 == 0) {
      return -1;
    }
  } else {
    if (code2 != 0) {
      return code2;
    }
    if (((uintptr_t)estimates & BEYOND_ALIGNMENT_64) != 0) {
      return -3;
    }
    if (code2 == 0) {
      if (t4 || t5 || t7 || t9 || t11) {
        return code2;
      }
      if (0 >= (int32_t)count) {
        return 0;
      }
      int32_t i = 0;
      for (;;) {
        int32_t code;
        if (!t6) {
          if (has_rate[i] == 0) {
            code = 0;
            goto L1;
          }
        }
        code = binnacle_motion_add_rate(motion, &rates_q20_radians_per_second[mul32(i, 3)], times_microseconds[i], 0);
L1:;
        int32_t t12;
        if (code == 0) {
          uint64_t time = times_microseconds[i];
          if (!t8) {
            if (has_force[i] == 0) {
              goto L2;
            }
          }
          code = binnacle_compass_add_force(compass, &force_micro_g[mul32(i, 3)], time, 0);
          if (code != 0) {
            goto L3;
          }
L2:;
          if (!t10) {
            if (has_field[i] == 0) {
              code = 0;
              goto L3;
            }
          }
          code = binnacle_compass_add_field(compass, &nanotesla[mul32(i, 3)], time, 0);
L3:;
          t12 = 0;
        } else {
          t12 = 0;
        }
        while (t12 < 8 && code >= 0) {
          code = binnacle_motion_step(motion, compass);
          t12 = add32(t12, 1);
        }
        code2 = (int32_t)(0 < code ? 0 : code);
        if (code2 == 0) {
          code2 = binnacle_motion_get(((binnacle_motion *)((uintptr_t)motion == 0 ? 0 : (uintptr_t)motion)),
              &estimates[i]);
        }
        if (code2 != 0) {
          return code2;
        }
        i = add32(i, 1);
        if (i >= (int32_t)count) {
          return 0;
        }
      }
    }
  }
  return code2;
}

/* (Sources/Library/BinnacleArrays/Fits.swift) */
binnacle_result binnacle_array_fit(size_t count, const int32_t *samples, const int32_t *force_micro_g,
    const uint64_t *times_microseconds, const binnacle_fit_settings *settings, binnacle_fit_result *result) {
  uint32_t arguments = (uint32_t)((int32_t)count < 0 ? 4294967291u : (uint32_t)(268435456 < (int32_t)count
      ? 4294967291u : 0));
  bool t2 = (uintptr_t)settings == 0;
  if (t2) {
    arguments = (uint32_t)(arguments != 0 ? arguments : 4294967295u);
  } else if (arguments == 0) {
    arguments = (uint32_t)(((uintptr_t)settings & BEYOND_ALIGNMENT_32) != 0 ? 4294967293u : arguments);
  }
  bool t3 = (uintptr_t)result == 0;
  if (t3) {
    if (arguments == 0) {
      if (count != 0) {
        arguments = 4294967295u;
        goto L1;
      }
      return -1;
    }
  } else if (arguments == 0 && ((uintptr_t)result & BEYOND_ALIGNMENT_32) != 0) {
    if (count != 0) {
      arguments = 4294967293u;
      goto L1;
    }
    return -3;
  }
  if (count == 0) {
    goto L2;
  }
L1:;
  if ((uintptr_t)samples == 0) {
    arguments = (uint32_t)(arguments != 0 ? arguments : 4294967295u);
  } else if (arguments == 0) {
    arguments = (uint32_t)(((uintptr_t)samples & BEYOND_ALIGNMENT_32) != 0 ? 4294967293u : arguments);
  }
  if ((uintptr_t)force_micro_g != 0) {
    if (arguments == 0) {
      arguments = (uint32_t)(((uintptr_t)force_micro_g & BEYOND_ALIGNMENT_32) != 0 ? 4294967293u : arguments);
    }
  }
  if ((uintptr_t)times_microseconds != 0) {
    if (arguments == 0 && ((uintptr_t)times_microseconds & BEYOND_ALIGNMENT_64) != 0) {
      return -3;
    }
  }
L2:;
  if (arguments != 0 || t2 || t3) {
    return (int32_t)arguments;
  }
  if (131072 >= (int32_t)count) {
    OptionalFitConfiguration t1;
    limits_(&t1, settings->sensor_range, settings->lowest_strength, settings->highest_strength,
        (uint32_t)settings->is_plain);
    if (t1.isNone == 1) {
      return -5;
    }
    uint8_t configurationLevelAxis = t1.value.levelAxis;
    uint8_t configurationChoices = t1.value.choices;
    uint16_t configurationAssumedDipTangent = (uint16_t)t1.value.assumedDipTangent;
    uint32_t configurationSensorRange = (uint32_t)t1.value.sensorRange;
    uint32_t configurationLowestStrength = (uint32_t)t1.value.lowestStrength;
    uint32_t configurationHighestStrength = (uint32_t)t1.value.highestStrength;
    CalibrationFit fit;
    CalibrationFit_init(&fit, (uint32_t)configurationLevelAxis | ((uint32_t)configurationChoices << 8)
        | ((uint32_t)configurationAssumedDipTangent << 16), configurationSensorRange, configurationLowestStrength,
        configurationHighestStrength);
    if ((uintptr_t)samples != 0 && 0 < (int32_t)count) {
      int32_t i = 0;
      do {
        uint64_t time;
        if ((uintptr_t)times_microseconds == 0) {
          time = 0;
        } else {
          time = times_microseconds[i];
        }
        int32_t t4 = mul32(i, 3);
        int32_t x = samples[t4];
        int32_t t5 = add32(t4, 1);
        int32_t y = samples[t5];
        int32_t t6 = add32(t4, 2);
        int32_t z = samples[t6];
        int32_t specificForce;
        int32_t specificForce2;
        int32_t specificForce3;
        uint8_t specificForce4;
        if ((uintptr_t)force_micro_g == 0) {
          specificForce = 0;
          specificForce2 = 0;
          specificForce3 = 0;
          specificForce4 = 1;
        } else {
          specificForce = force_micro_g[t4];
          specificForce2 = force_micro_g[t5];
          specificForce3 = force_micro_g[t6];
          specificForce4 = 0;
        }
        CalibrationSample t16;
        t16.field.x = x;
        t16.field.y = y;
        t16.field.z = z;
        bool t7 = specificForce4 == 1;
        t16.specificForce.x = (int32_t)(t7 ? 0 : specificForce);
        t16.specificForce.y = (int32_t)(t7 ? 0 : specificForce2);
        t16.specificForce.z = (int32_t)(t7 ? 0 : specificForce3);
        t16.time = (uint32_t)time;
        if ((uint8_t)(fit.configuration.choices & 1) != 0) {
          CalibrationFit_addPlainly(&t16, &fit);
        } else {
          CalibrationFit_add(&t16, &fit);
        }
        CalibrationFit_step(&fit);
        i = add32(i, 1);
      } while (i < (int32_t)count);
    }
    CalibrationFit_startModel(0, &fit);
    fit.reasons = 0;
    fit.trims = 0;
    fit.outcome.largestError = 65535u;
    CalibrationFit_advance_to(2, &fit);
    uint8_t t11 = fit.configuration.choices;
    if ((uint8_t)(t11 & 1) == 0) {
      int32_t t12 = (int32_t)fit.reservoir.seen;
      if ((uint32_t)t12 < 40) {
        if ((uint8_t)(t11 & 2) != 0) {
          if (t12 >= 6) {
            goto L3;
          }
        } else if (t12 >= 9) {
          goto L3;
        }
        fit.outcome.reasons = 1;
        fit.stage = 12;
        goto L4;
      }
L3:;
      Result_uint32_uint32 t13 = InlineArray_init_repeating(0);
      fit.scratch.memory.robustSphere.found[0] = (int16_t)(uint16_t)t13.e0;
      fit.scratch.memory.robustSphere.found[1] = (int16_t)(uint16_t)(t13.e0 >> 16);
      fit.scratch.memory.prediction.fits = (uint16_t)t13.e1;
      fit.scratch.memory.robustSphere.found[3] = (int16_t)(uint16_t)(t13.e1 >> 16);
      fit.scratch.memory.bytes[8] = 0;
      fit.scratch.memory.bytes[9] = 0;
      fit.isSearching = 1;
    }
L4:;
    int32_t t14 = 0;
    for (;;) {
      uint8_t t15 = CalibrationFit_step(&fit);
      if (t15 != 1 || t14 >= 100000) {
        break;
      }
      t14 = add32(t14, 1);
    }
    report_(&fit.outcome, (uint32_t)configurationLevelAxis | ((uint32_t)configurationChoices << 8)
        | ((uint32_t)configurationAssumedDipTangent << 16), configurationSensorRange, configurationLowestStrength,
        configurationHighestStrength, result);
    return 0;
  }
  return -5;
}

/* (Sources/Library/BinnacleArrays/Fits.swift) */
binnacle_result binnacle_array_align(size_t count, const int32_t *field, const int32_t *down,
    binnacle_rotation *rotation) {
  uint32_t arguments = (uint32_t)((int32_t)count < 0 ? 4294967291u : (uint32_t)(268435456 < (int32_t)count
      ? 4294967291u : 0));
  bool t1 = (uintptr_t)rotation == 0;
  if (t1) {
    if (arguments == 0) {
      if (count != 0) {
        arguments = 4294967295u;
        goto L1;
      }
      return -1;
    }
  } else if (arguments == 0 && ((uintptr_t)rotation & BEYOND_ALIGNMENT_32) != 0) {
    if (count != 0) {
      arguments = 4294967293u;
      goto L1;
    }
    return -3;
  }
  if (count == 0) {
    goto L2;
  }
L1:;
  if ((uintptr_t)field == 0) {
    arguments = (uint32_t)(arguments != 0 ? arguments : 4294967295u);
  } else if (arguments == 0) {
    arguments = (uint32_t)(((uintptr_t)field & BEYOND_ALIGNMENT_32) != 0 ? 4294967293u : arguments);
  }
  if ((uintptr_t)down == 0) {
    if (arguments == 0) {
      return -1;
    }
  } else if (arguments == 0 && ((uintptr_t)down & BEYOND_ALIGNMENT_32) != 0) {
    return -3;
  }
L2:;
  if (arguments != 0 || t1) {
    return (int32_t)arguments;
  }
  if (2000 >= (int32_t)count) {
    if ((uintptr_t)field == 0) {
      return -9;
    }
    if ((uintptr_t)down == 0) {
      return -9;
    }
    Triangle search;
    Triangle_init(&search);
    int32_t t2 = 0;
    int32_t t16[45];
    for (;;) {
      int32_t t3 = t2 + 1;
      t16[t2] = 0;
      if (t3 == 45) {
        break;
      }
      t2 = t3;
    }
    memcpy(search.entries, t16, 45 * sizeof search.entries[0]);
    search.entries[23] = 1278;
    search.entries[24] = 511050;
    Result_uint8_int32_int32_int32 t4 = Triangle_turn(&search);
    bool t5 = 0 < (int32_t)count;
    uint8_t turnStart = t4.e0;
    int32_t turn = t4.e1;
    int32_t turn2 = t4.e2;
    int32_t turn3 = t4.e3;
    uint16_t t6 = (uint16_t)search.entries[27];
    for (;;) {
      if (t5) {
        int32_t i = 0;
        do {
          int32_t t7 = mul32(i, 3);
          int32_t t8 = add32(t7, 1);
          int32_t t9 = add32(t7, 2);
          Triangle_addPair(field[t7], field[t8], field[t9], down[t7], down[t8], down[t9], &search);
          i = add32(i, 1);
        } while (i < (int32_t)count);
      }
      if ((search.entries[30] >> 20) < 8) {
        goto L3;
      }
      int32_t t10 = 0;
      for (;;) {
        if (search.entries[21] < 8) {
          if (t10 >= 3) {
            break;
          }
        } else if (t10 >= 1) {
          break;
        }
        Triangle_eliminate(&search);
        Triangle_readOff(&search);
        t10 = add32(t10, 1);
      }
      bool t11 = Triangle_endPass(&search);
      if (Triangle_isBest(t11, &search)) {
        Result_uint8_int32_int32_int32 t12 = Triangle_turn(&search);
        turnStart = t12.e0;
        turn = t12.e1;
        turn2 = t12.e2;
        turn3 = t12.e3;
        t6 = (uint16_t)search.entries[27];
      }
      if (t11) {
        if (250 >= t6) {
          break;
        }
        if (!Triangle_beginNext(&search)) {
          break;
        }
      }
    }
    Result_int32_int32_int32 t13;
    t13 = SensorTurn_turned(16777216, 0, 0, turnStart, turn, turn2, turn3);
    Result_int32_int32_int32 t14;
    t14 = SensorTurn_turned(0, 16777216, 0, turnStart, turn, turn2, turn3);
    Result_int32_int32_int32 t15;
    t15 = SensorTurn_turned(0, 0, 16777216, turnStart, turn, turn2, turn3);
    rotation->matrix_q24[0] = t13.e0;
    rotation->matrix_q24[1] = t14.e0;
    rotation->matrix_q24[2] = t15.e0;
    rotation->matrix_q24[3] = t13.e1;
    rotation->matrix_q24[4] = t14.e1;
    rotation->matrix_q24[5] = t15.e1;
    rotation->matrix_q24[6] = t13.e2;
    rotation->matrix_q24[7] = t14.e2;
    rotation->matrix_q24[8] = t15.e2;
    return 0;
L3:;
    return -9;
  }
  return -5;
}


/* ---- BinnacleArrays: Sources/Library/BinnacleArrays -------------------------------------------------------------- */

/* The limits of a fit; `nil` for numbers outside their range. (Sources/Library/BinnacleArrays/Fits.swift) */
static void limits_(OptionalFitConfiguration *t1, int32_t settingsSensor_range, int32_t settingsLowest_strength,
    int32_t settingsHighest_strength, uint32_t settingsIs_plain) {
  uint32_t t2;
  uint8_t t3;
  if (settingsSensor_range >= 1 && 2097152 >= settingsSensor_range && settingsLowest_strength >= 0
      && settingsHighest_strength >= settingsLowest_strength) {
    t2 = 19988480u | (((uint32_t)(uint8_t)(settingsIs_plain != 0 ? 1 : 0) << 8) | 2);
    t3 = 0;
  } else {
    t2 = 0;
    settingsSensor_range = 0;
    settingsLowest_strength = 0;
    settingsHighest_strength = 0;
    t3 = 1;
  }
  t1->value.levelAxis = (uint8_t)t2;
  t1->value.choices = (uint8_t)(t2 >> 8);
  t1->value.assumedDipTangent = (int16_t)(t2 >> 16);
  t1->value.sensorRange = settingsSensor_range;
  t1->value.lowestStrength = settingsLowest_strength;
  t1->value.highestStrength = settingsHighest_strength;
  t1->isNone = t3;
}

/* (Sources/Library/BinnacleArrays/Fits.swift) */
static void report_(const FitOutcome *outcome, uint32_t t1, uint32_t t2, uint32_t t3, uint32_t limitsHighestStrength,
    binnacle_fit_result *result) {
  uint8_t t4 = (uint8_t)t1;
  uint8_t t5 = (uint8_t)(t1 >> 8);
  uint16_t t6 = (uint16_t)(t1 >> 16);
  binnacle_fit_result t111;
  memset(&t111, 0, 244);
  *result = t111;
  uint32_t t7 = (uint32_t)outcome->centre.y;
  uint32_t t8 = (uint32_t)outcome->centre.z;
  result->centre_q8[0] = outcome->centre.x;
  result->centre_q8[1] = (int32_t)t7;
  result->centre_q8[2] = (int32_t)t8;
  uint32_t t9 = (uint32_t)outcome->radiusQ8;
  uint32_t t10 = outcome->sampleCount;
  uint8_t remainder = (uint8_t)outcome->centreRemainder[0];
  uint8_t remainder2 = (uint8_t)outcome->centreRemainder[1];
  uint8_t remainder3 = (uint8_t)outcome->centreRemainder[2];
  uint8_t self = outcome->model;
  bool t11 = outcome->accepted != 0;
  FitOutcome t112;
  t112 = *outcome;
  if (((uintptr_t)t112.softIronEntries & BEYOND_ALIGNMENT_32) != 0) {
    NEVER();
  }
  Symmetric self2;
  Symmetric_init_upper_from_halving(&self2, (uintptr_t)t112.softIronEntries, 6, 0, 0);
  uint32_t aY = (uint32_t)self2.entries[1];
  uint32_t aZ = (uint32_t)self2.entries[2];
  uint32_t bX = (uint32_t)self2.entries[3];
  uint32_t bY = (uint32_t)self2.entries[4];
  uint32_t bZ = (uint32_t)self2.entries[5];
  uint32_t cX = (uint32_t)self2.entries[6];
  uint32_t cY = (uint32_t)self2.entries[7];
  uint32_t cZ = (uint32_t)self2.entries[8];
  result->soft_iron_q24[0] = self2.entries[0];
  result->soft_iron_q24[1] = (int32_t)aY;
  result->soft_iron_q24[2] = (int32_t)aZ;
  result->soft_iron_q24[3] = (int32_t)bX;
  result->soft_iron_q24[4] = (int32_t)bY;
  result->soft_iron_q24[5] = (int32_t)bZ;
  result->soft_iron_q24[6] = (int32_t)cX;
  result->soft_iron_q24[7] = (int32_t)cY;
  result->soft_iron_q24[8] = (int32_t)cZ;
  result->radius_q8 = (int32_t)t9;
  result->samples = t10;
  result->centre_remainder_q16[0] = (int8_t)remainder;
  result->centre_remainder_q16[1] = (int8_t)remainder2;
  result->centre_remainder_q16[2] = (int8_t)remainder3;
  result->model = self;
  uint8_t t12 = outcome->grade;
  uint8_t t13 = outcome->tiltSeen;
  uint8_t t14 = outcome->cellsSeen;
  uint16_t t15 = outcome->predictedTypical;
  uint16_t t16 = outcome->predictedWorst;
  uint16_t t17 = outcome->largestError;
  uint16_t t18 = outcome->residual;
  uint16_t t19 = outcome->heldOutResidual;
  uint16_t t20 = outcome->strayShare;
  uint16_t t21 = outcome->reasons;
  result->is_accepted = (uint8_t)(t11 ? 1 : 0);
  result->grade = t12;
  result->tilt_seen = t13;
  result->directions_seen = t14;
  result->typical_error_centidegrees = t15;
  result->worst_error_centidegrees = t16;
  result->largest_error_centidegrees = t17;
  result->residual_millipercent = t18;
  result->held_out_millipercent = t19;
  result->left_out_permille = t20;
  FitConfiguration limits;
  limits.levelAxis = t4;
  limits.choices = t5;
  limits.assumedDipTangent = (int16_t)t6;
  limits.sensorRange = (int32_t)t2;
  limits.lowestStrength = (int32_t)t3;
  limits.highestStrength = (int32_t)limitsHighestStrength;
  int32_t t24;
  int32_t t25;
  uint8_t t26;
  uint8_t t27;
  if ((uint16_t)(t21 & 1) == 1) {
    Result_int32_int32 t22 = FitConfiguration_measure_of(1, outcome, &limits);
    Result_int32_int32 t23 = FitConfiguration_measure_of(1, outcome, &limits);
    t24 = t22.e0;
    t25 = t22.e1;
    t26 = 1;
    t27 = (uint8_t)(t23.e1 < t23.e0 ? 1 : 0);
  } else {
    t24 = 0;
    t25 = 0;
    t26 = 0;
    t27 = 0;
  }
  FitConfiguration limits2;
  limits2.levelAxis = t4;
  limits2.choices = t5;
  limits2.assumedDipTangent = (int16_t)t6;
  limits2.sensorRange = (int32_t)t2;
  limits2.lowestStrength = (int32_t)t3;
  limits2.highestStrength = (int32_t)limitsHighestStrength;
  int32_t t30;
  int32_t t31;
  uint8_t t32;
  uint8_t t33;
  if ((uint16_t)(t21 & 2) == 2) {
    Result_int32_int32 t28 = FitConfiguration_measure_of(2, outcome, &limits2);
    Result_int32_int32 t29 = FitConfiguration_measure_of(2, outcome, &limits2);
    t30 = t28.e0;
    t31 = t28.e1;
    t32 = 1;
    t33 = (uint8_t)(t29.e1 < t29.e0 ? 1 : 0);
  } else {
    t30 = 0;
    t31 = 0;
    t32 = 0;
    t33 = 0;
  }
  FitConfiguration limits3;
  limits3.levelAxis = t4;
  limits3.choices = t5;
  limits3.assumedDipTangent = (int16_t)t6;
  limits3.sensorRange = (int32_t)t2;
  limits3.lowestStrength = (int32_t)t3;
  limits3.highestStrength = (int32_t)limitsHighestStrength;
  int32_t t36;
  int32_t t37;
  uint8_t t38;
  uint8_t t39;
  if ((uint16_t)(t21 & 4) == 4) {
    Result_int32_int32 t34 = FitConfiguration_measure_of(4, outcome, &limits3);
    Result_int32_int32 t35 = FitConfiguration_measure_of(4, outcome, &limits3);
    t36 = t34.e0;
    t37 = t34.e1;
    t38 = 1;
    t39 = (uint8_t)(t35.e1 < t35.e0 ? 1 : 0);
  } else {
    t36 = 0;
    t37 = 0;
    t38 = 0;
    t39 = 0;
  }
  FitConfiguration limits4;
  limits4.levelAxis = t4;
  limits4.choices = t5;
  limits4.assumedDipTangent = (int16_t)t6;
  limits4.sensorRange = (int32_t)t2;
  limits4.lowestStrength = (int32_t)t3;
  limits4.highestStrength = (int32_t)limitsHighestStrength;
  int32_t t42;
  int32_t t43;
  uint8_t t44;
  uint8_t t45;
  if ((uint16_t)(t21 & 8) == 8) {
    Result_int32_int32 t40 = FitConfiguration_measure_of(8, outcome, &limits4);
    Result_int32_int32 t41 = FitConfiguration_measure_of(8, outcome, &limits4);
    t42 = t40.e0;
    t43 = t40.e1;
    t44 = 1;
    t45 = (uint8_t)(t41.e1 < t41.e0 ? 1 : 0);
  } else {
    t42 = 0;
    t43 = 0;
    t44 = 0;
    t45 = 0;
  }
  FitConfiguration limits5;
  limits5.levelAxis = t4;
  limits5.choices = t5;
  limits5.assumedDipTangent = (int16_t)t6;
  limits5.sensorRange = (int32_t)t2;
  limits5.lowestStrength = (int32_t)t3;
  limits5.highestStrength = (int32_t)limitsHighestStrength;
  int32_t t49;
  int32_t t50;
  uint8_t t51;
  uint8_t t52;
  if ((uint16_t)(t21 & 0x10u) == 16) {
    Result_int32_int32 t46 = FitConfiguration_measure_of(16, outcome, &limits5);
    bool t47 = FitConfiguration_refuses(16, outcome, &limits5);
    Result_int32_int32 t48 = FitConfiguration_measure_of(16, outcome, &limits5);
    t49 = (int32_t)(t47 ? t46.e0 : 0);
    t50 = t46.e1;
    t51 = 1;
    t52 = (uint8_t)(t48.e1 < t48.e0 ? 1 : 0);
  } else {
    t49 = 0;
    t50 = 0;
    t51 = 0;
    t52 = 0;
  }
  FitConfiguration limits6;
  limits6.levelAxis = t4;
  limits6.choices = t5;
  limits6.assumedDipTangent = (int16_t)t6;
  limits6.sensorRange = (int32_t)t2;
  limits6.lowestStrength = (int32_t)t3;
  limits6.highestStrength = (int32_t)limitsHighestStrength;
  int32_t t56;
  int32_t t57;
  uint8_t t58;
  uint8_t t59;
  if ((uint16_t)(t21 & 0x20u) == 32) {
    Result_int32_int32 t53 = FitConfiguration_measure_of(32, outcome, &limits6);
    bool t54 = FitConfiguration_refuses(32, outcome, &limits6);
    Result_int32_int32 t55 = FitConfiguration_measure_of(32, outcome, &limits6);
    t56 = (int32_t)(t54 ? t53.e0 : 0);
    t57 = t53.e1;
    t58 = 1;
    t59 = (uint8_t)(t55.e1 < t55.e0 ? 1 : 0);
  } else {
    t56 = 0;
    t57 = 0;
    t58 = 0;
    t59 = 0;
  }
  FitConfiguration limits7;
  limits7.levelAxis = t4;
  limits7.choices = t5;
  limits7.assumedDipTangent = (int16_t)t6;
  limits7.sensorRange = (int32_t)t2;
  limits7.lowestStrength = (int32_t)t3;
  limits7.highestStrength = (int32_t)limitsHighestStrength;
  int32_t t62;
  int32_t t63;
  uint8_t t64;
  uint8_t t65;
  if ((uint16_t)(t21 & 0x40u) == 64) {
    Result_uint32_int32_int32_uint8 t60 = CalibrationReason_init_bit(outcome, 6, &limits7);
    if (t60.e3 == 1) {
      t62 = 0;
      t63 = 0;
      t64 = 0;
      t65 = 0;
    } else {
      Result_int32_int32 t61 = FitConfiguration_measure_of(64, outcome, &limits7);
      t62 = t60.e1;
      t63 = t60.e2;
      t64 = 1;
      t65 = (uint8_t)(t61.e1 < t61.e0 ? 1 : 0);
    }
  } else {
    t62 = 0;
    t63 = 0;
    t64 = 0;
    t65 = 0;
  }
  FitConfiguration limits8;
  limits8.levelAxis = t4;
  limits8.choices = t5;
  limits8.assumedDipTangent = (int16_t)t6;
  limits8.sensorRange = (int32_t)t2;
  limits8.lowestStrength = (int32_t)t3;
  limits8.highestStrength = (int32_t)limitsHighestStrength;
  int32_t t69;
  int32_t t70;
  uint8_t t71;
  uint8_t t72;
  if ((uint16_t)(t21 & 0x80u) == 128) {
    Result_int32_int32 t66 = FitConfiguration_measure_of(128, outcome, &limits8);
    bool t67 = FitConfiguration_refuses(128, outcome, &limits8);
    Result_int32_int32 t68 = FitConfiguration_measure_of(128, outcome, &limits8);
    t69 = (int32_t)(t67 ? t66.e0 : 0);
    t70 = t66.e1;
    t71 = 1;
    t72 = (uint8_t)((t68.e1 < t68.e0) == (t68.e1 == (int32_t)limitsHighestStrength) ? 1 : 0);
  } else {
    t69 = 0;
    t70 = 0;
    t71 = 0;
    t72 = 0;
  }
  FitConfiguration limits9;
  limits9.levelAxis = t4;
  limits9.choices = t5;
  limits9.assumedDipTangent = (int16_t)t6;
  limits9.sensorRange = (int32_t)t2;
  limits9.lowestStrength = (int32_t)t3;
  limits9.highestStrength = (int32_t)limitsHighestStrength;
  int32_t t76;
  int32_t t77;
  uint8_t t78;
  uint8_t t79;
  if ((uint16_t)(t21 & 0x100u) == 256) {
    Result_int32_int32 t73 = FitConfiguration_measure_of(256, outcome, &limits9);
    bool t74 = FitConfiguration_refuses(256, outcome, &limits9);
    Result_int32_int32 t75 = FitConfiguration_measure_of(256, outcome, &limits9);
    t76 = (int32_t)(t74 ? t73.e0 : 0);
    t77 = t73.e1;
    t78 = 1;
    t79 = (uint8_t)(t75.e1 < t75.e0 ? 1 : 0);
  } else {
    t76 = 0;
    t77 = 0;
    t78 = 0;
    t79 = 0;
  }
  FitConfiguration limits10;
  limits10.levelAxis = t4;
  limits10.choices = t5;
  limits10.assumedDipTangent = (int16_t)t6;
  limits10.sensorRange = (int32_t)t2;
  limits10.lowestStrength = (int32_t)t3;
  limits10.highestStrength = (int32_t)limitsHighestStrength;
  int32_t t83;
  int32_t t84;
  uint8_t t85;
  uint8_t t86;
  if ((uint16_t)(t21 & 0x200u) == 512) {
    Result_int32_int32 t80 = FitConfiguration_measure_of(512, outcome, &limits10);
    bool t81 = FitConfiguration_refuses(512, outcome, &limits10);
    Result_int32_int32 t82 = FitConfiguration_measure_of(512, outcome, &limits10);
    t83 = (int32_t)(t81 ? t80.e0 : 0);
    t84 = t80.e1;
    t85 = 1;
    t86 = (uint8_t)(t82.e1 < t82.e0 ? 1 : 0);
  } else {
    t83 = 0;
    t84 = 0;
    t85 = 0;
    t86 = 0;
  }
  FitConfiguration limits11;
  limits11.levelAxis = t4;
  limits11.choices = t5;
  limits11.assumedDipTangent = (int16_t)t6;
  limits11.sensorRange = (int32_t)t2;
  limits11.lowestStrength = (int32_t)t3;
  limits11.highestStrength = (int32_t)limitsHighestStrength;
  int32_t t89;
  int32_t t90;
  uint8_t t91;
  uint8_t t92;
  if ((uint16_t)(t21 & 0x400u) == 1024) {
    Result_uint32_int32_int32_uint8 t87 = CalibrationReason_init_bit(outcome, 10, &limits11);
    if (t87.e3 == 1) {
      t89 = 0;
      t90 = 0;
      t91 = 0;
      t92 = 0;
    } else {
      Result_int32_int32 t88 = FitConfiguration_measure_of(1024, outcome, &limits11);
      t89 = t87.e1;
      t90 = t87.e2;
      t91 = 1;
      t92 = (uint8_t)(t88.e1 < t88.e0 ? 1 : 0);
    }
  } else {
    t89 = 0;
    t90 = 0;
    t91 = 0;
    t92 = 0;
  }
  FitConfiguration limits12;
  limits12.levelAxis = t4;
  limits12.choices = t5;
  limits12.assumedDipTangent = (int16_t)t6;
  limits12.sensorRange = (int32_t)t2;
  limits12.lowestStrength = (int32_t)t3;
  limits12.highestStrength = (int32_t)limitsHighestStrength;
  int32_t t95;
  int32_t t96;
  uint8_t t97;
  uint8_t t98;
  if ((uint16_t)(t21 & 0x800u) == 2048) {
    Result_int32_int32 t93 = FitConfiguration_measure_of(2048, outcome, &limits12);
    Result_int32_int32 t94 = FitConfiguration_measure_of(2048, outcome, &limits12);
    t95 = t93.e0;
    t96 = t93.e1;
    t97 = 1;
    t98 = (uint8_t)(t94.e1 < t94.e0 ? 1 : 0);
  } else {
    t95 = 0;
    t96 = 0;
    t97 = 0;
    t98 = 0;
  }
  FitConfiguration limits13;
  limits13.levelAxis = t4;
  limits13.choices = t5;
  limits13.assumedDipTangent = (int16_t)t6;
  limits13.sensorRange = (int32_t)t2;
  limits13.lowestStrength = (int32_t)t3;
  limits13.highestStrength = (int32_t)limitsHighestStrength;
  int32_t t101;
  int32_t t102;
  uint8_t t103;
  uint8_t t104;
  if ((uint16_t)(t21 & 0x1000u) == 4096) {
    Result_int32_int32 t99 = FitConfiguration_measure_of(4096, outcome, &limits13);
    Result_int32_int32 t100 = FitConfiguration_measure_of(4096, outcome, &limits13);
    t101 = t99.e0;
    t102 = t99.e1;
    t103 = 1;
    t104 = (uint8_t)(t100.e1 < t100.e0 ? 1 : 0);
  } else {
    t101 = 0;
    t102 = 0;
    t103 = 0;
    t104 = 0;
  }
  FitConfiguration limits14;
  limits14.levelAxis = t4;
  limits14.choices = t5;
  limits14.assumedDipTangent = (int16_t)t6;
  limits14.sensorRange = (int32_t)t2;
  limits14.lowestStrength = (int32_t)t3;
  limits14.highestStrength = (int32_t)limitsHighestStrength;
  int32_t t107;
  int32_t t108;
  uint8_t t109;
  uint8_t t110;
  if ((uint16_t)(t21 & 0x2000u) == 8192) {
    Result_int32_int32 t105 = FitConfiguration_measure_of(8192, outcome, &limits14);
    Result_int32_int32 t106 = FitConfiguration_measure_of(8192, outcome, &limits14);
    t107 = t105.e0;
    t108 = t105.e1;
    t109 = 1;
    t110 = (uint8_t)(t106.e1 < t106.e0 ? 1 : 0);
  } else {
    t107 = 0;
    t108 = 0;
    t109 = 0;
    t110 = 0;
  }
  result->reasons[0].measured = t24;
  result->reasons[0].limit = t25;
  result->reasons[0].holds = t26;
  result->reasons[0].is_own = t27;
  result->reasons[0].reserved[0] = 0;
  result->reasons[0].reserved[1] = 0;
  result->reasons[1].measured = t30;
  result->reasons[1].limit = t31;
  result->reasons[1].holds = t32;
  result->reasons[1].is_own = t33;
  result->reasons[1].reserved[0] = 0;
  result->reasons[1].reserved[1] = 0;
  result->reasons[2].measured = t36;
  result->reasons[2].limit = t37;
  result->reasons[2].holds = t38;
  result->reasons[2].is_own = t39;
  result->reasons[2].reserved[0] = 0;
  result->reasons[2].reserved[1] = 0;
  result->reasons[3].measured = t42;
  result->reasons[3].limit = t43;
  result->reasons[3].holds = t44;
  result->reasons[3].is_own = t45;
  result->reasons[3].reserved[0] = 0;
  result->reasons[3].reserved[1] = 0;
  result->reasons[4].measured = t49;
  result->reasons[4].limit = t50;
  result->reasons[4].holds = t51;
  result->reasons[4].is_own = t52;
  result->reasons[4].reserved[0] = 0;
  result->reasons[4].reserved[1] = 0;
  result->reasons[5].measured = t56;
  result->reasons[5].limit = t57;
  result->reasons[5].holds = t58;
  result->reasons[5].is_own = t59;
  result->reasons[5].reserved[0] = 0;
  result->reasons[5].reserved[1] = 0;
  result->reasons[6].measured = t62;
  result->reasons[6].limit = t63;
  result->reasons[6].holds = t64;
  result->reasons[6].is_own = t65;
  result->reasons[6].reserved[0] = 0;
  result->reasons[6].reserved[1] = 0;
  result->reasons[7].measured = t69;
  result->reasons[7].limit = t70;
  result->reasons[7].holds = t71;
  result->reasons[7].is_own = t72;
  result->reasons[7].reserved[0] = 0;
  result->reasons[7].reserved[1] = 0;
  result->reasons[8].measured = t76;
  result->reasons[8].limit = t77;
  result->reasons[8].holds = t78;
  result->reasons[8].is_own = t79;
  result->reasons[8].reserved[0] = 0;
  result->reasons[8].reserved[1] = 0;
  result->reasons[9].measured = t83;
  result->reasons[9].limit = t84;
  result->reasons[9].holds = t85;
  result->reasons[9].is_own = t86;
  result->reasons[9].reserved[0] = 0;
  result->reasons[9].reserved[1] = 0;
  result->reasons[10].measured = t89;
  result->reasons[10].limit = t90;
  result->reasons[10].holds = t91;
  result->reasons[10].is_own = t92;
  result->reasons[10].reserved[0] = 0;
  result->reasons[10].reserved[1] = 0;
  result->reasons[11].measured = t95;
  result->reasons[11].limit = t96;
  result->reasons[11].holds = t97;
  result->reasons[11].is_own = t98;
  result->reasons[11].reserved[0] = 0;
  result->reasons[11].reserved[1] = 0;
  result->reasons[12].measured = t101;
  result->reasons[12].limit = t102;
  result->reasons[12].holds = t103;
  result->reasons[12].is_own = t104;
  result->reasons[12].reserved[0] = 0;
  result->reasons[12].reserved[1] = 0;
  result->reasons[13].measured = t107;
  result->reasons[13].limit = t108;
  result->reasons[13].holds = t109;
  result->reasons[13].is_own = t110;
  result->reasons[13].reserved[0] = 0;
  result->reasons[13].reserved[1] = 0;
}

