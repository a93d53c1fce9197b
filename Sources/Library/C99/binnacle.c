/* Binnacle 0.1.0: a compass in integers, as one file of C99. It is also C++17.

   This text is made from the Swift sources of Binnacle, which are its original: change them, not this file. It is for
   compiling, for stepping through and for reading. Above each function stands where it comes from, and what it does.

   Licence: Apache License 2.0, as in the file LICENSE of Binnacle. SPDX-License-Identifier: Apache-2.0

   To build: compile this file with your own and put binnacle.h beside it. It needs <stdint.h>, <stdbool.h>, <stddef.h>,
   memcpy(), and integers of two's complement that a shift to the right keeps negative; it checks that. No other library,
   no heap, no floating point. With GCC or Clang:

     cc -std=c99 -Os -ffunction-sections -fdata-sections -c binnacle.c      and -Wl,--gc-sections where you link

   What you may define:
     BINNACLE_TRAP()                 what to do where the program must not go on; it must not return. Without it the
                                     compiler's trap, or an endless loop. No argument leads there.
     BINNACLE_WITHOUT_CALIBRATION    leaves out binnacle_calibration_..., binnacle_axis_check_... and binnacle_guide_...
     BINNACLE_WITHOUT_MOTION         leaves out binnacle_motion_... and binnacle_guide_...
     BINNACLE_WITHOUT_WORLD_MODEL    leaves out binnacle_declination(), binnacle_compass_set_place() and
                                     binnacle_locator_...
   A linker that drops unused functions makes the last three needless. */
#include "binnacle.h"

#include <stdbool.h>
#if !defined(__STDC_HOSTED__) || __STDC_HOSTED__
#include <string.h>
#elif defined(__cplusplus)
extern "C" void *memcpy(void *to, const void *from, size_t count);
#else
void *memcpy(void *to, const void *from, size_t count);
#endif

/* A program has binnacle.c or binnacle_device.c: a linker that gets both says this name. */
#ifdef __cplusplus
extern "C" {
#endif
extern const char binnacle_use_either_binnacle_c_or_binnacle_device_c;
#ifdef __cplusplus
}
#endif
const char binnacle_use_either_binnacle_c_or_binnacle_device_c = 0;

#ifndef BINNACLE_TRAP
/* Some compilers that say __GNUC__ have no such function: GCC has it since 4. */
#ifdef __has_builtin
#if __has_builtin(__builtin_trap)
#define BINNACLE_TRAP() __builtin_trap()
#endif
#elif defined(__GNUC__) && __GNUC__ >= 4
#define BINNACLE_TRAP() __builtin_trap()
#endif
#ifndef BINNACLE_TRAP
#define BINNACLE_TRAP() ((void)0)
#endif
#endif
/* The header declares the storage of an object as numbers of 64 bits, and here it is a struct. */
#if defined(__GNUC__) || defined(__clang__)
#define MAY_ALIAS __attribute__((__may_alias__))
#else
#define MAY_ALIAS
#endif
/* Where no argument leads. */
#define NEVER()                                                                                                        \
  do {                                                                                                                 \
    BINNACLE_TRAP();                                                                                                   \
    for (;;) {}                                                                                                        \
  } while (0)
/* Ends the compilation where a condition does not hold. */
#define CHECK(name, condition) typedef char check_##name[(condition) ? 1 : -1]
#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__)
#define IS_BIG_ENDIAN (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
#else
#define IS_BIG_ENDIAN 0
#endif

/* Sums, differences and products of signed numbers that wrap around. */

static inline int8_t add8(int8_t a, int8_t b) { return (int8_t)(uint8_t)((uint32_t)a + (uint32_t)b); }
static inline int8_t mul8(int8_t a, int8_t b) { return (int8_t)(uint8_t)((uint32_t)a * (uint32_t)b); }
static inline int32_t add32(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }
static inline int32_t sub32(int32_t a, int32_t b) { return (int32_t)((uint32_t)a - (uint32_t)b); }
static inline int32_t mul32(int32_t a, int32_t b) { return (int32_t)((uint32_t)a * (uint32_t)b); }
static inline int64_t add64(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static inline int64_t sub64(int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }
static inline int64_t mul64(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }
static inline bool uadd_overflows32(uint32_t a, uint32_t b) { return a + b < a; }
static inline bool sadd_overflows32(int32_t a, int32_t b) { return b < 0 ? a < INT32_MIN - b : a > INT32_MAX - b; }
static inline bool ssub_overflows32(int32_t a, int32_t b) { return b < 0 ? a > INT32_MAX + b : a < INT32_MIN + b; }
/* The bits that are 0 in the address of a number of 16 bits. */
struct binnacle_alignment_16 {
  char before;
  uint16_t number;
};
#define BEYOND_ALIGNMENT_16 (offsetof(struct binnacle_alignment_16, number) - 1)
/* The bits that are 0 in the address of a number of 32 bits, and in that of one of 64. */
struct binnacle_alignment_32 {
  char before;
  uint32_t number;
};
#define BEYOND_ALIGNMENT_32 (offsetof(struct binnacle_alignment_32, number) - 1)
struct binnacle_alignment_64 {
  char before;
  uint64_t number;
};
#define BEYOND_ALIGNMENT_64 (offsetof(struct binnacle_alignment_64, number) - 1)

/* ---- Types ------------------------------------------------------------------------------------------------------- */

/* Three counts of a 16-bit sensor in the body frame (forward, right, down).
   (Sources/Compass/Heading/CountsHeading.swift) */
typedef struct Counts {
  int16_t x;
  int16_t y;
  int16_t z;
} Counts;

/* Three signed 32-bit components. The type that holds them gives their meaning and unit.
   (Sources/Foundations/Quantities/Vectors.swift) */
typedef struct Vector3 {
  int32_t x;
  int32_t y;
  int32_t z;
} Vector3;

/* A field after calibration, with eight fraction bits: 1/256 nanotesla.
   
   The fraction is kept because rounding to whole nanotesla alone would cost 2e-3 degrees at a horizontal field of
   20,000 nT. Range ±8,388,607 nT, saturating.
   (Sources/Foundations/Quantities/Vectors.swift) */
typedef struct CorrectedField {
  Vector3 q8Nanotesla;
} CorrectedField;

/* Specific force in micro-g, as an accelerometer senses it: level and at rest it is (0, 0, −1,000,000) in the body
   frame (forward, right, down). Down is the opposite direction.
   (Sources/Foundations/Quantities/Vectors.swift) */
typedef struct Acceleration {
  Vector3 microG;
} Acceleration;

typedef struct OptionalAcceleration {
  Acceleration value;
  uint8_t isNone;
} OptionalAcceleration;

/* S·(m − h) before anything is rounded: each below 2^62, in 2^−32 nT. (Sources/Compass/Correction/Correct.swift) */
typedef struct CorrectionSums {
  int64_t x;
  int64_t y;
  int64_t z;
} CorrectionSums;

/* A field after calibration with all the bits that its direction needs. `CorrectedField` is the same field rounded
   to
   1/256 nT.
   (Sources/Foundations/Quantities/Vectors.swift) */
typedef struct FineField {
  Vector3 mantissa;
  int32_t exponent;
} FineField;

/* The factors with which the variances of field and tilt add to the variance of the heading; Q12. The largest number
   means that the error has no limit.
   (Sources/Compass/Heading/ErrorGains.swift) */
typedef struct ErrorGains {
  uint32_t field;
  uint32_t tilt;
} ErrorGains;

/* A place by geodetic latitude, longitude and height on WGS84. (Sources/Foundations/Quantities/Position.swift) */
typedef struct Position {
  int32_t latitude;
  int32_t longitude;
  int32_t height;
} Position;

/* Sine and cosine of one angle in Q30: 2^30 stands for 1.
   (Sources/Foundations/IntegerTrigonometry/SineCosine.swift) */
typedef struct SineCosine {
  int32_t sine;
  int32_t cosine;
} SineCosine;

/* One of the 24 rotations that map sensor axes to body axes (forward, right, down).
   
   The raw value counts `forward` (6 choices) × `right` (the 4 signed axes perpendicular to it), in the order of
   `SignedAxis`.
   (Sources/Foundations/Quantities/AxisRemap.swift) */
typedef struct AxisRemap {
  uint8_t forward;
  uint8_t right;
  uint8_t down;
} AxisRemap;

/* deviation = A + B sin h + C cos h + D sin 2h + E cos 2h, east positive, with h the compass heading, so that
   magnetic heading = compass heading + deviation.
   
   A is a mounting offset, B and C come from permanent magnetism along and across, D and E from induced magnetism
   (National Geospatial-Intelligence Agency, "Handbook of Magnetic Compass Adjustment", 2004, chapter on the
   analysis of deviations). All in 2^−32 turns, ±45° each.
   (Sources/Foundations/Quantities/DeviationCard.swift) */
typedef struct DeviationCard {
  int32_t a;
  int32_t b;
  int32_t c;
  int32_t d;
  int32_t e;
} DeviationCard;

typedef struct Span {
  uintptr_t e0;
  int32_t e1;
} Span;

/* Reads little-endian integers from a span of bytes, and never beyond its end.
   
   A read past the end returns zero and sets `isOverrun`; the caller checks once, after the last field. Bytes that
   remain are fields of a later version and are ignored (Protocols/link/spec.md, "Extension").
   (Sources/Foundations/RawMemory/Reader.swift) */
typedef struct ByteReader {
  Span bytes;
  int32_t position;
  uint8_t isOverrun;
} ByteReader;

/* A 3×3 matrix in Q24: 2^24 stands for 1. Row-major. (Sources/Compass/Correction/CalibrationRecord.swift) */
typedef struct MatrixQ24 {
  Vector3 rows[3];
} MatrixQ24;

/* A magnetic field in nanotesla. The Earth's is 22,000 to 67,000; sensors here measure up to ±810,000.
   (Sources/Foundations/Quantities/Vectors.swift) */
typedef struct MagneticField {
  Vector3 nanotesla;
} MagneticField;

/* The shares of one sample in the averages, computed from the time since the previous sample.
   (Sources/Compass/FieldMonitor/RunningAverage.swift) */
typedef struct Pace {
  uint32_t recent;
  uint32_t quick;
  uint8_t isFirst;
} Pace;

/* What is known about the error of the calibration in use. (Sources/Compass/Heading/Accuracy.swift) */
typedef struct CalibrationError {
  uint16_t payload;
  uint8_t tag;
} CalibrationError;

/* Limits and choices of a fit. Lengths are in the unit of the samples (nanotesla, micro-g or counts).
   (Sources/Compass/Calibration/Fit/FitConfiguration.swift) */
typedef struct FitConfiguration {
  uint8_t levelAxis;
  uint8_t choices;
  int16_t assumedDipTangent;
  int32_t sensorRange;
  int32_t lowestStrength;
  int32_t highestStrength;
} FitConfiguration;

/* On each axis, the centre is midway between the first and the last eighth of the reservoir. The size is the
   distance
   within which seven of eight samples lie. The median would be wrong: most samples may come from a body at rest,
   which
   is not in the middle.
   
   Lengths are in reservoir coordinates. docs/notebook/calibration.md, section 4.
   (Sources/Compass/Calibration/Sampling/RobustSphere.swift) */
typedef struct RobustSphere {
  int16_t found[4];
  int8_t next;
  int8_t spacing;
} RobustSphere;

/* Why a run failed, was refused, used a smaller model, or why the device asks; with the measured value and its
   limit.
   (Sources/Compass/Calibration/Session/CalibrationLimits.swift) */
typedef struct CalibrationReason {
  uint8_t code;
  int32_t measured;
  int32_t limit;
} CalibrationReason;

/* One bit for each of 96 cells of the sphere of directions, 16 on each face of a cube
   (Protocols/calibration/spec.md,
   section 5).
   (Sources/Foundations/Quantities/DirectionCells.swift) */
typedef struct DirectionCells {
  uint32_t words[3];
} DirectionCells;

/* The columns of equation (1) in docs/notebook/calibration.md that a model has. A column is one of the ten monomials
   1, x, y, z, xx, xy, xz, yy, yz, zz, which are numbered in this order, or the difference of two monomials.
   (Sources/Compass/Calibration/Fit/NormalMatrix.swift) */
typedef struct ModelColumns {
  uint8_t order;
  int8_t normal;
  int8_t size;
  int8_t start;
} ModelColumns;

/* A rotation by any angle: a first part that only exchanges axes (multiples of 90°), then the remaining part.
   (Sources/Compass/Calibration/Fit/Alignment.swift) */
typedef struct SensorTurn {
  uint8_t start;
  Vector3 rest;
} SensorTurn;

/* Settings of the filter. A delay says how old the measured quantity is at the sample's time stamp. It comes from a
   low-pass filter in the chip, half of an averaging window, or half a conversion. Only differences from the
   gyroscope's delay affect the attitude.
   (Sources/Compass/Motion/MotionSettings.swift) */
typedef struct MotionSettings {
  int32_t fieldDelay;
  int32_t forceDelay;
  int32_t rateDelay;
  uint8_t usesField;
  uint16_t zeroRateOffset;
} MotionSettings;

/* The variance of the tilt rate, from the innovations of the bias filter in motion.
   
   An innovation contains noise and the errors of bias and scale. The error of the bias changes slowly: a slow mean
   contains it. The noise of a shaking hand reverses at once and does no harm: a fast mean removes it. The difference
   of the two means is the noise of accelerations that last for seconds: a step, a bend, a start.
   (Sources/Compass/Motion/InnovationNoise.swift) */
typedef struct InnovationNoise {
  int32_t slow[2];
  int32_t fast[2];
  int32_t square;
  int8_t count;
} InnovationNoise;

/* The stated error of the heading: 95 % of the errors are smaller.
   
   An error of the bias about the vertical moves the fused heading away from the field's heading, by up to three
   seconds times that error. No sensor shows this bias if the instrument only rotates about the vertical and was
   never
   at rest.
   
   The filter's variance does not include a field that is wrong for a minute. Two averages reveal such a field: the
   mean of the innovations over ten seconds, and the sum of the corrections by the field, which decays over two
   minutes. A heading that the field has corrected was wrong before, or is wrong now.
   
   How much the field varies from place to place differs from room to room. The mean square of the innovations shows
   it.
   (Sources/Compass/Motion/StatedAccuracy.swift) */
typedef struct StatedAccuracy {
  int32_t weighted;
  int32_t weight;
  int32_t squares;
  int32_t pulled;
  int32_t bound;
} StatedAccuracy;

/* An angular rate in 2^−20 rad/s about three axes, right-handed.
   (Sources/Foundations/Quantities/MotionSample.swift) */
typedef struct AngularRate {
  Vector3 q20;
} AngularRate;

/* Three components. (Sources/Compass/Motion/CompactVector.swift) */
typedef struct CompactVector {
  int32_t x;
  int32_t y;
  int32_t z;
} CompactVector;

/* A unit quaternion in Q30: 2^30 stands for 1. It rotates a vector v to q·v·q*.
   (Sources/Compass/Motion/Quaternion.swift) */
typedef struct Quaternion {
  int32_t w;
  int32_t x;
  int32_t y;
  int32_t z;
} Quaternion;

/* Four numbers: the row of a measurement, or the state. (Sources/Compass/Motion/FourStateFilter.swift) */
typedef struct Row4 {
  int32_t a;
  int32_t b;
  int32_t c;
  int32_t d;
} Row4;

/* A 3×3 matrix by rows. (Sources/Compass/Motion/CompactVector.swift) */
typedef struct CompactMatrix {
  CompactVector x;
  CompactVector y;
  CompactVector z;
} CompactMatrix;

/* The start and the end of a vector in one window. (Sources/Compass/Motion/GyroscopeAxes.swift) */
typedef struct AxesVector {
  CompactVector change;
  CompactVector mean;
} AxesVector;

/* Solves for three unknowns. (Sources/Compass/Motion/SymmetricSolver.swift) */
typedef struct SymmetricSolver {
  int32_t p;
  int32_t q;
  int32_t r;
  int32_t l;
  int32_t m;
  int32_t n;
} SymmetricSolver;

/* The axes with a finding, one bit each. (Sources/Compass/Motion/GyroscopeAxes.swift) */
typedef struct AxesState {
  uint8_t right;
  uint8_t reversed;
  uint8_t scaled;
  uint8_t inUnits;
  uint8_t parallel;
  uint8_t unrelated;
} AxesState;

/* A first-order low-pass for directions. (Sources/Compass/Heading/Smoothing.swift) */
typedef struct HeadingSmoother {
  uint32_t timeConstant;
  uint8_t hasState;
  uint32_t direction;
  uint64_t last;
  uint32_t inverse;
  uint32_t places;
} HeadingSmoother;

/* The heading of the compass alone, beside a heading that a gyroscope has taken part in.
   (Sources/Compass/Heading/HeadingMode.swift) */
typedef struct CompassPart {
  uint32_t magnetic;
  uint16_t accuracy;
  uint8_t grade;
  uint8_t disturbance;
} CompassPart;

/* Three numbers in six bytes. (Sources/Compass/Motion/TurnPairs.swift) */
typedef struct ShortVector {
  int16_t x;
  int16_t y;
  int16_t z;
} ShortVector;

typedef struct OptionalPosition {
  Position value;
  uint8_t isNone;
} OptionalPosition;

/* The directions of three sensor axes in the body: a rotation, or a rotation combined with a mirror image, which no
   rotation can undo.
   (Sources/Compass/Calibration/Axes/AxisCheck.swift) */
typedef struct AxisArrangement {
  AxisRemap remap;
  uint8_t isMirrored;
} AxisArrangement;

/* The result of the poses for one sensor. (Sources/Compass/Calibration/Axes/AxisCheck.swift) */
typedef struct AxisFinding {
  uint8_t outcome;
  AxisArrangement arrangement;
  int32_t disagreement;
  int32_t nextDisagreement;
} AxisFinding;

/* A place of binnacle.h. (Sources/Library/BinnacleC/Samples.swift) */
typedef struct Place {
  Position position;
  int32_t date;
  uint8_t isExtrapolating;
} Place;

/* One term of a sum. (Sources/Compass/Geomagnetism/WorldModelEvaluation.swift) */
typedef struct Term {
  int32_t coefficient;
  int32_t value;
} Term;

/* The main field of the Earth at one place and time, north-east-down on the ellipsoid.
   (Sources/Foundations/Quantities/GeomagneticField.swift) */
typedef struct GeomagneticField {
  Vector3 q8Nanotesla;
  uint32_t horizontalQ8;
  uint32_t totalQ8;
  uint32_t declination;
  uint32_t dip;
  uint8_t declinationIsNone;
  uint8_t dipIsNone;
} GeomagneticField;

/* The field at one place and moment, order by order.
   
   var evaluation = WorldModelEvaluation()
   try evaluation.begin(at: position, moment: moment)
   while !evaluation.isFinished { evaluation.advance() }   // other work fits between
   let field = evaluation.result
   (Sources/Compass/Geomagnetism/WorldModelEvaluation.swift) */
typedef struct WorldModelEvaluation {
  Position position;
  int32_t moment;
  int32_t step;
  int32_t coefficient;
  int32_t head;
  int32_t headOfNext;
  int32_t sine;
  int32_t cosine;
  int32_t radialSine;
  int32_t radialCosine;
  int32_t tilt;
  int32_t cosineOfOrder;
  int32_t sineOfOrder;
  int32_t cosineBefore;
  int32_t sineBefore;
  int32_t cosineOfLongitude;
  int32_t alongSum;
  int32_t eastSum;
  int32_t slopeSum;
  int32_t downSum;
  int32_t zonalDown;
  Term terms[28];
  int32_t factors[12];
  GeomagneticField result;
} WorldModelEvaluation;

/* The service's assessment of one heading. An angle that is not valid is `nil`; no special angle means *invalid*.
   (Sources/Compass/Heading/HeadingAssessment.swift) */
typedef struct HeadingAssessment {
  uint32_t doubts;
  uint32_t magnetic;
  uint32_t trueNorth;
  uint16_t accuracy;
  uint8_t magneticIsNone;
  uint8_t trueNorthIsNone;
  uint8_t accuracyIsNone;
  uint8_t grade;
  uint8_t disturbance;
  uint8_t cause;
  uint8_t reference;
  uint8_t orientation;
  uint8_t isDisplayFlat;
  uint8_t zone;
  uint8_t event;
} HeadingAssessment;

/* The field that a healthy, undisturbed instrument would measure here, and which deviations are normal.
   (Sources/Compass/FieldMonitor/FieldExpectation.swift) */
typedef struct FieldExpectation {
  uint32_t strengthNanotesla;
  uint32_t dip;
  uint8_t dipIsNone;
  uint32_t dipCosine;
  int32_t strengthLimit;
  int32_t residual;
  uint32_t otherNanotesla;
  int32_t inverse;
  int32_t squared;
  int32_t squaredShift;
  int32_t squaredInverse;
} FieldExpectation;

/* A quantity with a fast mean and a slower mean square. (Sources/Compass/FieldMonitor/RunningAverage.swift) */
typedef struct Track {
  int32_t mean;
  int32_t variance;
} Track;

/* (Sources/Compass/FieldMonitor/OffsetTracker.swift) */
typedef struct OffsetTracker {
  Vector3 estimate;
  int32_t unexplained;
  int32_t whole;
  uint32_t age;
  uint32_t sinceStrong;
} OffsetTracker;

/* The result of tilt compensation. (Sources/Compass/Heading/TiltCompensation.swift) */
typedef struct HeadingSolution {
  uint32_t heading;
  uint32_t dip;
  uint32_t horizontalNanotesla;
  ErrorGains gains;
  Vector3 up;
} HeadingSolution;

/* Reports a heading if it has moved far enough since the last reported one, if its validity, grade or source has
   changed, or if nothing was reported for a long time.
   (Sources/Compass/Heading/EventFilter.swift) */
typedef struct EventFilter {
  uint32_t minimumChange;
  uint32_t heartbeat;
  uint32_t heading;
  uint32_t features;
  uint64_t time;
  uint8_t isFirst;
} EventFilter;

/* Up to 40 samples. Every sample that came has the same chance to be in it (Vitter's algorithm R).
   
   The search for the sphere, the held-out check and the prediction use it. Coordinates have 13 bits and a sign,
   relative to the first sample, in units of 2^shift/256.
   (Sources/Compass/Calibration/Sampling/Reservoir.swift) */
typedef struct Reservoir {
  uint32_t seen;
  Vector3 origin;
  int16_t samples[160];
  int8_t coarseness;
} Reservoir;

/* A sample of the field, with gravity if it is known. It is one value, so that it is passed by its address.
   (Sources/Compass/Calibration/Session/CalibrationFitting.swift) */
typedef struct CalibrationSample {
  Vector3 field;
  Vector3 specificForce;
  uint32_t time;
} CalibrationSample;

/* Finds rests in a stream of samples, and the mean force of each.
   
   The instrument is at rest when 64 samples stay within fixed limits of the first one: 0.9 s at 75 Hz, 0.3 s at 220
   Hz. A sensor of this class has 220 µg/√Hz of noise (ST DocID018771, table 3, acceleration noise density), about 2
   mg
   at its widest bandwidth, and a coarse sensor has steps of 4 mg. The limit of 32 mg is 1.8° of tilt. The field
   shows
   a motion that the force does not show: a steady turn about the vertical, in which the centrifugal force is
   constant.
   (Sources/Compass/Calibration/Sampling/RestDetector.swift) */
typedef struct RestDetector {
  uint32_t count;
  Vector3 firstForce;
  Vector3 firstField;
  Vector3 sum;
} RestDetector;

/* x + y + z of the last sample, and its first and second difference. They are lost at an interruption.
   (Sources/Compass/Calibration/Sampling/Roughness.swift) */
typedef struct Differences {
  int32_t last;
  int32_t first;
  int32_t second;
} Differences;

/* The mean absolute third difference of x + y + z. Smooth motion adds (ωΔt)³ of the radius to it; white noise on
   each
   axis adds √(3·2·20/π) of its standard deviation. Errors that depend on the direction look like motion, as they
   should: they do not average out. The mean is of absolute values, not of squares, because a passing magnet leaves a
   few large differences, which would look like noise.
   (Sources/Compass/Calibration/Sampling/Roughness.swift) */
typedef struct Roughness {
  uint32_t sizes;
  int32_t count;
} Roughness;

/* All nine entries, row by row. The owner decides the fixed-point format.
   
   Functions that only read the entries are `mutating`: embedded-swift.md, "Copies".
   (Sources/Compass/Calibration/Fit/SymmetricMatrix.swift) */
typedef struct Symmetric {
  int32_t entries[9];
} Symmetric;

/* An ellipsoid |S(u − h)| = R with det S = 1, in the unit of length of the quadric.
   (Sources/Compass/Calibration/Fit/Ellipsoid.swift) */
typedef struct Ellipsoid {
  int32_t centre[3];
  int32_t matrix[6];
  int32_t radius;
  int32_t level;
} Ellipsoid;

/* The lower triangle of a symmetric matrix of up to nine rows, row by row, or its Cholesky factor in the same place.
   
   The diagonal of the factor holds reciprocals, Q20, because its entries are only used as divisors.
   (Sources/Compass/Calibration/Fit/Cholesky.swift) */
typedef struct Triangle {
  int32_t entries[45];
} Triangle;

/* Counts of faulty samples since the start. Each count stops at its largest value.
   (Sources/Compass/Motion/MotionSettings.swift) */
typedef struct MotionCounts {
  uint16_t missing;
  uint16_t repeated;
  uint16_t outOfOrder;
  uint16_t late;
  uint16_t saturated;
  uint16_t restarts;
} MotionCounts;

/* A rotation matrix in Q13 by rows. A product with 17 bits fits a word, and so does the sum of three.
   (Sources/Compass/Motion/Quaternion.swift) */
typedef struct SmallMatrix {
  Vector3 x;
  Vector3 y;
  Vector3 z;
} SmallMatrix;

/* The part of the filter that works at each sample. (Sources/Compass/Motion/Strapdown.swift) */
typedef struct Strapdown {
  Quaternion attitude;
  SmallMatrix matrix;
  Vector3 rate;
  Vector3 half;
  Vector3 bias;
  int32_t scale;
  Vector3 hardIron;
} Strapdown;

/* Sums over the samples of a block, about 105 ms.
   
   Each sample adds a 17-bit component times a Q13 matrix, divided by 2^8: below 2^23. A block has 105 samples at
   1,000
   Hz, so the sum stays below 2^30.
   (Sources/Compass/Motion/BlockSums.swift) */
typedef struct BlockSums {
  Vector3 force;
  Vector3 field;
  Vector3 delayEffect;
  Vector3 rate;
  SmallMatrix rotation;
  Vector3 rawRate;
  Vector3 rawForce;
  int32_t rates;
  int32_t forces;
  int32_t fields;
  int32_t rotations;
  uint32_t time;
  uint32_t unmeasured;
} BlockSums;

/* Follows the time stamps of the rates. (Sources/Compass/Motion/RateWatch.swift) */
typedef struct RateWatch {
  uint64_t time;
  uint32_t period;
  int32_t last;
  uint32_t constant;
  uint8_t hasBegun;
  uint8_t isStuck;
} RateWatch;

/* Compares each sample with the mean of the last half second. The mean is updated at the end of each block.
   (Sources/Compass/Motion/GyroRestDetector.swift) */
typedef struct RestDetectorRestDetector {
  CompactVector rate;
  CompactVector force;
  Vector3 nearRate;
  Vector3 nearForce;
  uint8_t hasBegun;
  uint8_t hasMoved;
  uint8_t hasStirred;
  uint32_t still;
  uint32_t calm;
} RestDetectorRestDetector;

/* The quantities that are averaged over a block and filtered: vectors in the gyroscope's own frame.
   (Sources/Compass/Motion/LowPass.swift) */
typedef struct BlockMeans {
  CompactVector vectors[7];
} BlockMeans;

/* The memory of one component. (Sources/Compass/Motion/LowPass.swift) */
typedef struct LowPassState {
  int32_t output;
  int32_t slope;
} LowPassState;

/* The filter of the seven vectors of a block. (Sources/Compass/Motion/LowPass.swift) */
typedef struct LowPass {
  LowPassState states[21];
} LowPass;

/* State and covariance. The first three states are a vector; the fourth has another unit.
   (Sources/Compass/Motion/FourStateFilter.swift) */
typedef struct FourStateFilter {
  Row4 state;
  int32_t covariance[10];
  CompactVector withHeading;
} FourStateFilter;

/* A Kalman filter of one state.
   The measurement noise starts from a usual indoor field, whose error stays the same for a second. It grows with the
   deviation of strength and dip from their references. It also grows after a sudden innovation that the heading's
   own
   variance does not explain, so that the gyroscope bridges a disturbance.
   (Sources/Compass/Motion/HeadingFilter.swift) */
typedef struct HeadingFilter {
  uint32_t turn;
  int32_t variance;
  int32_t rateVariance;
  int32_t growth;
  int32_t sourceBound;
  int32_t lasting;
  int32_t measuredDip;
  int32_t strength;
  int32_t dip;
  int32_t bridge;
  int32_t evidence;
  StatedAccuracy accuracy;
  uint32_t fast;
  uint32_t slow;
  uint8_t isReady;
} HeadingFilter;

/* A filter for nine axes, or for six if the settings say that no field is used.
   
   Each sensor's sample has its own time. The caller adds every sample, in body axes and after calibration. It calls
   `work()` until that returns `false`, at least a few times between two samples: a block ends every 105 ms and needs
   8
   slices. If slices remain when the next block ends, they are done at once.
   (Sources/Compass/Motion/MotionFilter.swift) */
typedef struct MotionFilter {
  MotionSettings settings;
  MotionCounts counts;
  Strapdown strapdown;
  BlockSums sums;
  RateWatch watch;
  RestDetectorRestDetector rest;
  BlockMeans means;
  int32_t blockSeconds;
  int32_t lost;
  int8_t stage;
  int8_t turnOfAxes;
  uint8_t hasForce;
  uint8_t hasField;
  uint8_t isSettling;
  int8_t confirmedBlocks;
  int8_t offsetBlocks;
  int16_t appliedDelay;
  LowPass lowPass;
  int32_t agitation;
  int32_t haste;
  InnovationNoise tiltNoise;
  int32_t ironSquare;
  int32_t blocks;
  int32_t seconds;
  Quaternion upright;
  int32_t downX;
  int32_t downY;
  FourStateFilter bias;
  FourStateFilter iron;
  HeadingFilter heading;
  uint8_t inPlace;
} MotionFilter;

/* The sums of the least squares. Each symmetric matrix is a diagonal and the entries xy, xz, yz.
   (Sources/Compass/Motion/GyroscopeAxes.swift) */
typedef struct AxesSums {
  CompactVector ofGains[2];
  CompactVector ofBias[2];
  CompactMatrix mixed;
  CompactMatrix moments;
  CompactVector biasMoment;
  int32_t square;
  int32_t count;
  CompactVector turned;
} AxesSums;

/* The gain of each axis by least squares. (Sources/Compass/Motion/GyroscopeAxes.swift) */
typedef struct AxesGains {
  CompactVector gain;
  CompactVector variance;
  int32_t residual;
  int32_t residualOfEqual;
} AxesGains;

typedef struct OptionalSymmetricSolver {
  SymmetricSolver value;
  uint8_t isNone;
} OptionalSymmetricSolver;

/* Remembers the best and the next best arrangement. (Sources/Compass/Calibration/Axes/AxisCheck.swift) */
typedef struct Search {
  int32_t best;
  int64_t bestCost;
  int64_t nextCost;
  int64_t bestSum;
} Search;

typedef struct Result_uint32_uint8 {
  uint32_t e0;
  uint8_t e1;
} Result_uint32_uint8;

typedef struct Result_uint32_int32_uint32 {
  uint32_t e0;
  int32_t e1;
  uint32_t e2;
} Result_uint32_int32_uint32;

typedef struct Result_int32_uint8 {
  int32_t e0;
  uint8_t e1;
} Result_int32_uint8;

typedef struct Result_int32_int32_int32 {
  int32_t e0;
  int32_t e1;
  int32_t e2;
} Result_int32_int32_int32;

typedef struct Result_int32_int32 {
  int32_t e0;
  int32_t e1;
} Result_int32_int32;

typedef struct Result_uint32_uint8_int32 {
  uint32_t e0;
  uint8_t e1;
  int32_t e2;
} Result_uint32_uint8_int32;

/* The monitor's findings after one sample. (Sources/Compass/FieldMonitor/FieldStatus.swift) */
typedef struct FieldStatus {
  uint8_t state;
  uint8_t cause;
  uint16_t reasons;
  uint32_t strengthSquared;
  int32_t strengthDeviation;
  int32_t dipDeviation;
  uint8_t dipDeviationIsNone;
  uint32_t fieldVariance;
  uint32_t tiltVariance;
  uint32_t offsetSquared;
  uint16_t expectedUnits;
  uint16_t expectedHorizontalUnits;
} FieldStatus;

/* Watches the field of one instrument. Call it with every new sample (not with repetitions) in the order of time.
   (Sources/Compass/FieldMonitor/DisturbanceMonitor.swift) */
typedef struct DisturbanceMonitor {
  uint8_t isExpecting;
  uint8_t isFirst;
  uint8_t repetition;
  uint8_t levelTolerance;
  FieldStatus status;
  uint64_t last;
  CorrectedField lastField;
  Track strength;
  Track dip;
  int32_t forceVariance;
  int32_t longStrengthVariance;
  int32_t longDipVariance;
  uint32_t same;
  uint32_t quiet;
  uint32_t loud;
  FieldExpectation expected;
  Vector3 lastForce;
  OffsetTracker tracker;
} DisturbanceMonitor;

/* corrected = S·(m − h), and where the values came from. Sensor axes.
   
   In memory it has the same 216 bytes as in storage and on the link: every field is at its offset and aligned, and
   all
   our targets store the low byte first. So nothing is converted, and two records are equal when their bytes are. A
   value that is not known has a flag and is zero, or as the specification says.
   (Sources/Compass/Correction/CalibrationRecord.swift) */
typedef struct CalibrationRecord {
  uint32_t header;
  uint8_t sensorChip;
  uint8_t order;
  uint8_t grade;
  uint8_t flags;
  uint32_t sensorSerial;
  int32_t dateValue;
  int16_t temperatureValue;
  uint16_t sampleCount;
  Vector3 hardIron;
  MatrixQ24 softIron;
  uint32_t fieldStrength;
  uint16_t predictedError;
  uint16_t predictedTypicalError;
  uint32_t dipValue;
  uint16_t residual;
  uint8_t tiltSeen;
  uint8_t accelerometerOrder;
  DirectionCells coverage;
  int8_t covarianceExponent;
  uint8_t reservedByte;
  uint16_t reservedHalf;
  int32_t covarianceTerms[12];
  Vector3 accelerometerOffset;
  MatrixQ24 accelerometerMatrix;
  Vector3 accelerometerRotation;
  uint32_t reservedWord;
  uint32_t checksum;
} CalibrationRecord;

/* The last sample of each sensor, in the axes of the magnetometer.
   
   A `Compass` holds one. To assess samples from another source, swap them with the compass's samples, read, and swap
   back.
   
   ```swift
   let age = compass.samples.forceAge  // microseconds
   if !compass.samples.isFresh(at: now, timeout: 1_000_000) || !compass.samples.hasTilt { print("late:", age) }
   compass.samples = CompassSamples()
   ```
   (Sources/Compass/Binnacle/CompassSamples.swift) */
typedef struct CompassSamples {
  uint8_t isNew;
  uint8_t isOverflowed;
  uint8_t isSaturated;
  uint8_t isFieldLost;
  uint8_t isForceLost;
  uint8_t isCorrected;
  uint8_t fault;
  uint8_t halfCountNanotesla;
  uint32_t fieldNumber;
  uint32_t forceNumber;
  uint32_t forceInterval;
  MagneticField field;
  Acceleration force;
  CorrectedField corrected;
  FineField fine;
  uint64_t fieldTime;
  uint64_t forceTime;
} CompassSamples;

/* Follows the attitude, with hysteresis: Protocols/heading/spec.md, section 11, "Orientation from attitude".
   
   The orientation follows from the direction of up in the plane of the display, if the tilt is at least 15°. An edge
   becomes the upper edge when up is within 40° of it, and stays the upper edge until another edge becomes it.
   Neighbouring edges are 90° apart, so there are 10° between them in which nothing changes.
   (Sources/Compass/Heading/OrientationWatch.swift) */
typedef struct OrientationWatch {
  uint8_t edge;
  uint8_t flat;
} OrientationWatch;

/* The heading service of one instrument. (Sources/Compass/Heading/HeadingService.swift) */
typedef struct HeadingService {
  uint64_t last;
  HeadingSmoother smoother;
  EventFilter filter;
  uint32_t modelledHorizontal;
  uint32_t declination;
  uint32_t declinationVariance;
  DeviationCard card;
  GeomagneticField known;
  uint8_t reference;
  uint8_t display;
  uint8_t gap;
  uint8_t isFlatPortrait;
  uint8_t pointsThroughDisplay;
  OrientationWatch watch;
  uint8_t isRunning;
  uint8_t isFieldKnown;
  uint8_t isDeclinationKnown;
  uint8_t isCardEmpty;
} HeadingService;

/* Headings from the samples of a magnetometer and, when there is one, an accelerometer.
   
   Pass each sample to `add`. Then `heading()` gives the bare direction, and `reading(at:)` gives the full
   assessment:
   magnetic and true heading, accuracy, grade, disturbance and attitude. `CompassCalibration` calibrates it, and
   `CompassMotion` adds a gyroscope. Functions that you do not call are not linked into the image.
   
   All directions are in body axes: forward, right, down. All times come from one clock of the device.
   
   ```swift
   var compass = Compass()
   // A module with X forward, Y left, Z up: its axis that points right is −Y.
   if let module = AxisRemap(forward: .plusX, right: .minusY) {
   compass.mounting = module
   compass.forceMounting = module
   }
   // For each pair of samples, first the force: it gives the tilt of the field.
   compass.add(Acceleration(microG: Vector3(x: 0, y: 0, z: 1_000_000)), at: now)
   compass.add(MagneticField(nanotesla: Vector3(x: 20_000, y: 10_000, z: -42_000)), at: now)
   if let heading = compass.heading() {
   print((UInt64(heading.rawValue) * 36_000) >> 32, "hundredths of a degree")  // 2656 hundredths of a degree
   }
   ```
   (Sources/Compass/Binnacle/Compass.swift) */
typedef struct MAY_ALIAS Compass {
  uint8_t inPlace;
  AxisRemap mounting;
  AxisRemap forceMounting;
  AxisRemap pointer;
  uint8_t followsLevel;
  uint8_t pointsThroughDisplay;
  uint8_t expectation;
  uint8_t chip;
  int16_t temperatureEighths;
  uint8_t temperatureEighthsIsNone;
  uint8_t recordNumber;
  uint32_t sampleTimeout;
  CompassSamples samples;
  int32_t date;
  uint8_t dateIsNone;
  DisturbanceMonitor monitor;
  HeadingService service;
  CalibrationRecord record;
} Compass;

typedef struct Result_uintptr_int32 {
  uintptr_t e0;
  int32_t e1;
} Result_uintptr_int32;

/* The accelerometer's own calibration: corrected = A·(a − b), which also turns it into the magnetometer's axes.
   (Sources/Compass/Correction/CalibrationRecord.swift) */
typedef struct AccelerometerRecord {
  uint8_t modelOrder;
  Vector3 offset;
  MatrixQ24 matrix;
  Vector3 rotation;
} AccelerometerRecord;

/* One sample for the monitor. (Sources/Compass/FieldMonitor/FieldObservation.swift) */
typedef struct FieldObservation {
  uint64_t time;
  CorrectedField field;
  OptionalAcceleration specificForce;
  uint32_t dip;
  uint8_t dipIsNone;
  uint8_t isOverflowed;
} FieldObservation;

/* The data of one sample for the service: the correction sets the field, and `solve` sets the heading. It is never
   copied (embedded-swift.md, "In place").
   (Sources/Compass/Heading/HeadingEvidence.swift) */
typedef struct HeadingEvidence {
  FieldObservation observation;
  HeadingSolution solution;
  FineField field;
  CalibrationError calibration;
  uint8_t isSolved;
  uint8_t reason;
  uint8_t mode;
  uint8_t inPlace;
} HeadingEvidence;

/* The assessment of one sample of the field.
   
   ```swift
   var reading = CompassReading()
   compass.read(into: &reading, at: now)
   if let heading = reading.heading, (reading.accuracy ?? 18_000) < 4_500 {  // 45 degrees
   print((UInt64(heading.rawValue) * 36_000) >> 32, "hundredths of a degree")  // 2656 hundredths of a degree
   }
   ```
   (Sources/Compass/Binnacle/CompassReading.swift) */
typedef struct CompassReading {
  uint64_t time;
  uint8_t mode;
  uint8_t source;
  uint8_t reason;
  uint8_t isSolved;
  uint8_t hasSample;
  HeadingAssessment assessment;
  HeadingSolution solution;
  CorrectedField field;
  OptionalAcceleration force;
} CompassReading;

/* Samples that a fit did not use, in nanotesla. Two fits are compared on them.
   (Sources/Compass/Calibration/Session/BackgroundRefit.swift) */
typedef struct HeldOutSamples {
  uint8_t inPlace;
  int32_t count;
  Vector3 samples[12];
} HeldOutSamples;

/* The state of the background fit. (Sources/Compass/Calibration/Session/BackgroundRefit.swift) */
typedef struct BackgroundRefit {
  uint8_t isAllowed;
  uint8_t phase;
  int32_t next;
  uint32_t inUse[2];
  uint32_t candidate[2];
  HeldOutSamples kept;
} BackgroundRefit;

typedef struct Result_uint32_uint32 {
  uint32_t e0;
  uint32_t e1;
} Result_uint32_uint32;

/* The number of samples and 34 sums, of x^a·y^b·z^c for 1 ≤ a + b + c ≤ 4, about an origin that follows the data.
   
   Coordinates have 15 bits and a sign: x = (m − origin)/2^e, with the smallest e that the values so far allow. All
   sums are Q30. The sums of the third and fourth degree are rounded down; `centre` corrects for this. Widths:
   docs/notebook/calibration.md, section 3.
   (Sources/Compass/Calibration/Fit/Moments.swift) */
typedef struct Moments {
  int64_t sums[35];
  Vector3 origin;
  uint16_t settled;
  uint8_t scale;
  uint8_t isWaiting;
  int16_t waiting[3];
} Moments;

/* The seconds (of 2^20 microseconds) in which a sample came.
   (Sources/Compass/Calibration/Sampling/SamplePeriods.swift) */
typedef struct SamplePeriods {
  uint8_t last;
  uint8_t count;
} SamplePeriods;

/* The result of a fit. `accepted` says whether it may be used; the rest says why.
   
   Fields that start as zero stand together at the beginning, bytes before words.
   (Sources/Compass/Calibration/Fit/FitOutcome.swift) */
typedef struct FitOutcome {
  uint8_t model;
  uint8_t accepted;
  uint8_t grade;
  uint8_t tiltSeen;
  uint8_t cellsSeen;
  int8_t centreRemainder[3];
  uint16_t reasons;
  uint16_t largestDeviation;
  uint16_t settledResidual;
  uint16_t saturatedShare;
  uint16_t strayShare;
  uint16_t residual;
  uint16_t heldOutResidual;
  int16_t packedTurn[3];
  uint32_t sampleCount;
  Vector3 centre;
  int32_t radiusQ8;
  int32_t softIronEntries[6];
  uint16_t largestError;
  uint16_t predictedTypical;
  uint16_t predictedWorst;
  uint16_t dipSpread;
  int16_t dip;
  uint16_t axisRatio;
} FitOutcome;

/* The state that describes the most recent samples. It is lost when a solve begins, because the motion during the
   solve is not known.
   (Sources/Compass/Calibration/Sampling/RecentSamples.swift) */
typedef struct RecentSamples {
  Vector3 lastKept;
  Vector3 lastOffered;
  Differences differences;
  uint32_t chance;
  uint32_t outsideShare;
  uint32_t nextSearch;
  uint32_t steps;
  uint8_t hasJumped;
} RecentSamples;

typedef struct RecentSamplesFrom12 {
  uint8_t before[12];
  RecentSamples recentSamples;
} RecentSamplesFrom12;

/* Finds F (the quadric) and s (the noise variance) of sections 1 and 2 in docs/notebook/calibration.md, in slices.
   
   All lengths are in units of 2^`lengthExponent`.
   (Sources/Compass/Calibration/Fit/ModelSolver.swift) */
typedef struct ModelSolver {
  uint8_t inPlace;
  uint8_t state;
  int8_t iterations;
  int8_t row;
  int8_t lengthExponent;
  ModelColumns columns;
  int8_t shifts[9];
  int16_t firstNoise;
  int32_t noise;
  int64_t meanSquare;
  int32_t polynomial[10];
} ModelSolver;

/* Evaluates the samples in the reservoir with a fitted model, in slices. Equations: docs/notebook/calibration.md,
   section 5.
   
   Axes are exchanged so that z is vertical. In the planar model z is the normal of the plane, and w.z is 0.
   (Sources/Compass/Calibration/Prediction/Prediction.swift) */
typedef struct Prediction {
  uint8_t inPlace;
  uint8_t isOpen;
  uint8_t isPlanar;
  uint8_t upright;
  uint16_t fits;
  uint8_t fitted;
  int8_t next;
  int8_t used;
  int8_t strayed;
  int8_t withDown;
  DirectionCells cells;
  int32_t squares;
  uint32_t largest;
  Vector3 downSum;
  int32_t dipSum;
  int32_t sigma;
  int32_t settled;
  int32_t noise;
  uint32_t fitVariance;
  int32_t horizontal;
  int32_t largestEigenvalue;
} Prediction;

typedef struct Vector3From12 {
  uint8_t before[12];
  Vector3 vector3;
} Vector3From12;

typedef struct As_uint32_tx3From12 {
  uint8_t before[12];
  uint32_t as_uint32_tx3[3];
} As_uint32_tx3From12;

typedef struct ModelColumnsFrom5 {
  uint8_t before[5];
  ModelColumns modelColumns;
} ModelColumnsFrom5;

typedef union SharedStorage {
  uint8_t bytes[72];
  uint64_t as_uint64[9];
  RecentSamplesFrom12 recentSamplesFrom12;
  ModelSolver modelSolver;
  Prediction prediction;
  Vector3From12 vector3From12;
  RobustSphere robustSphere;
  As_uint32_tx3From12 as_uint32_tx3From12;
  ModelColumnsFrom5 modelColumnsFrom5;
} SharedStorage;

/* First the search for the sphere and, behind it, the recent samples; then the solver of a model; then its
   prediction;
   then the solver of the next model. Each part is completely initialised before its use, and is not used any more
   when
   the next part begins.
   (Sources/Compass/Calibration/Fit/Scratch.swift) */
typedef struct Scratch {
  SharedStorage memory;
} Scratch;

/* Collects samples in constant memory and fits h and S to them.
   
   The equations are in docs/notebook/calibration.md. `add` costs at most 4,000 cycles of a Cortex-M0+, `step` at
   most
   25,000. A sample that is added between `beginSolve` and the last `step` ends that solve.
   (Sources/Compass/Calibration/Fit/CalibrationFit.swift) */
typedef struct CalibrationFit {
  uint8_t stage;
  int8_t row;
  uint8_t isSearching;
  uint8_t isAbsorbed;
  int8_t trims;
  uint8_t isFlattish;
  uint16_t reasons;
  RobustSphere gate;
  SamplePeriods periods;
  FitConfiguration configuration;
  FitOutcome outcome;
  Scratch scratch;
  Moments moments;
  uint16_t saturatedCount;
  Roughness roughness;
  Triangle triangle;
  Reservoir reservoir;
  uint8_t inPlace;
} CalibrationFit;

/* The state of a run; all zero when it begins. Single bytes come first: a Cortex-M0 reaches them most easily.
   (Sources/Compass/Calibration/Session/CalibrationRun.swift) */
typedef struct CalibrationRun {
  uint8_t hasCommitted;
  uint8_t isFinished;
  uint8_t isComplete;
  uint8_t hasFirst;
  uint8_t percent;
  CalibrationReason reason;
  uint32_t rejected;
  uint32_t sampleCount;
  uint32_t duration;
  uint32_t delay;
  uint32_t seen;
  uint32_t overflowed;
  uint32_t largestMotion;
  uint32_t cells;
  uint32_t cellsAtLastSolve;
  uint32_t slices;
  uint32_t entered;
  uint32_t began;
  uint32_t gathering;
  uint32_t lastNews;
  DirectionCells coverage;
  Vector3 firstField;
  RestDetector rest;
} CalibrationRun;

/* The directions of the field as seen from a preliminary centre. Before a solve this is the middle of the box that
   contains all samples; after a solve, it is the centre that the solve found.
   
   A direction is computed with the centre known at that time. When the centre moves by more than a quarter of the
   radius, counting starts again: asking for a direction twice is better than counting one that was not visited.
   (Sources/Compass/Calibration/Session/CalibrationFitMachine.swift) */
typedef struct LiveCoverage {
  uint8_t isEmpty;
  uint8_t isSolved;
  DirectionCells seen;
  Vector3 low;
  Vector3 high;
  Vector3 centre;
} LiveCoverage;

/* `CalibrationFit` with the directions seen so far.
   (Sources/Compass/Calibration/Session/CalibrationFitMachine.swift) */
typedef struct GuidedFit {
  CalibrationFit fit;
  LiveCoverage live;
} GuidedFit;

/* Runs a calibration while readings continue. The readings do not change until a commit.
   
   In each pass of the main loop, `add` a new sample, `advance(to:)` the time, and call `work(at:)`, which takes at
   most 25,000 Cortex-M0+ cycles. A solve takes about 80 slices, and some hundred if the sensors are rotated far
   against each other. Samples that come during a solve are left out. In `review`, a person reads `outcome` and the
   reasons; then call `handle` with `.commit` or `.discard`. After a commit, `consumeCandidate` returns the result
   once, for `CalibrationRecord.setMagnetometer(from:)`. The run ends with `.stored` or `.notStored` within 5 s, or
   with `handle(saving:)`.
   
   Time may stand still or run backwards, and any input is accepted: limits always end a run. Time has 32 bits: if
   the
   caller makes no call for more than 35 minutes, the machine may miss a deadline.
   (Sources/Compass/Calibration/Session/CalibrationStateMachine.swift) */
typedef struct CalibrationMachine {
  uint8_t e0;
  uint8_t e1;
  uint8_t e2;
  uint8_t e3;
  uint8_t e4;
  uint32_t e5;
  uint32_t e6;
  uint32_t e7;
  CalibrationRun e8;
  BackgroundRefit e9;
  FitOutcome e10;
  GuidedFit e11;
} CalibrationMachine;

/* How often the device asked, and how the host answered.
   (Sources/Compass/Calibration/Session/CalibrationPrompter.swift) */
typedef struct CalibrationPrompter {
  uint64_t lastAsked;
  uint16_t intervalSeconds;
  uint16_t count;
  uint8_t isSuppressedForSession;
  uint8_t isSuppressedForDevice;
  uint8_t lastAskedIsNone;
} CalibrationPrompter;

/* Checks the calibration in use against the field monitor's findings, its age and its temperature.
   
   A field that turns with the instrument changes the measured strength when the instrument turns. Iron at a fixed
   place beside it does not. Iron along the instrument's path also changes the strength without a turn. So changes
   during turns are evidence, if they are larger than changes in the same time without a turn.
   (Sources/Compass/FieldMonitor/CalibrationWatch.swift) */
typedef struct CalibrationWatch {
  uint64_t last;
  Vector3 corner;
  int32_t deviation;
  uint32_t since;
  uint16_t wandering;
  uint16_t proof;
  uint32_t lasting;
  uint8_t evidence;
  uint8_t reported;
  uint8_t isFirst;
} CalibrationWatch;

/* Calibrates a `Compass` while it is turned by hand, and watches the calibration in use.
   
   `start` it, and call `step` after each sample and in each turn of the main loop; `advice` and `percent` say what
   to
   show. In the state `.review` read `outcome` and `reported`, then `commit` or `discard`. When `step` returns
   `true`, a
   new record is in use and waits to be stored: store its bytes, and call `saved`. A value takes 1.6 KB, so make it a
   global of
   `main.swift`.
   
   ```swift
   var calibration = CompassCalibration()
   // At a press of a button; a second press ends the run.
   do { try calibration.start(delayMilliseconds: 2_000, at: now) } catch { try? calibration.cancel(at: now) }
   
   // In each turn of the main loop.
   if calibration.step(&compass, at: now) {
   calibration.saved(store(compass.recordBytes()), at: now)
   }
   switch calibration.state {
   case .collecting where calibration.advice == .enough: try? calibration.finish(at: now)
   case .review where calibration.outcome.grade >= 2: try? calibration.commit(at: now)
   case .review: try? calibration.discard(at: now)
   default: break
   }
   ```
   (Sources/Compass/Binnacle/CompassCalibration.swift) */
typedef struct MAY_ALIAS CompassCalibration {
  uint8_t inPlace;
  uint32_t seen;
  uint32_t watched;
  uint8_t watchedRecord;
  uint8_t checkedRecord;
  uint8_t hasStore;
  uint8_t usesOwnSensor;
  CalibrationPrompter questions;
  CalibrationWatch watch;
  CalibrationMachine machine;
} CompassCalibration;

typedef struct Result_uint32_int32_int32_uint8 {
  uint32_t e0;
  int32_t e1;
  int32_t e2;
  uint8_t e3;
} Result_uint32_int32_int32_uint8;

typedef struct Result_uint32_uint32_uint32_uint8 {
  uint32_t e0;
  uint32_t e1;
  uint32_t e2;
  uint8_t e3;
} Result_uint32_uint32_uint32_uint8;

typedef struct Result_int32_int32_int32_uint8 {
  int32_t e0;
  int32_t e1;
  int32_t e2;
  uint8_t e3;
} Result_int32_int32_int32_uint8;

/* The means of the monomials over the samples, without the bias of the noise variance s (section 2). The unit of
   length is the power of two near the spread of the samples. All means are multiplied by the same number from 1/2 to
   1, which is entry 0. Q55; no entry is beyond ±16.
   (Sources/Compass/Calibration/Fit/NormalMatrix.swift) */
typedef struct UnbiasedMoments {
  int64_t values[35];
} UnbiasedMoments;

typedef struct Result_uint32_uint32_uint32 {
  uint32_t e0;
  uint32_t e1;
  uint32_t e2;
} Result_uint32_uint32_uint32;

typedef struct Result_uint32_uint32_uint32_int32 {
  uint32_t e0;
  uint32_t e1;
  uint32_t e2;
  int32_t e3;
} Result_uint32_uint32_uint32_int32;

/* The uncertainty of a calibration: the covariance of the error that remains after correction, and a lower bound.
   
   After correction, a field with the direction w (unit vector) has the error a + E·w in units of its strength, E
   symmetric with trace 0. The axes are those of the sensor, exchanged so that z is the one that was vertical
   (`upright`). The eight unknowns are, in this order, a.x, a.y, a.z, p = (E.xx − E.yy)/2, E.zz, E.xy, E.xz, E.yz.
   docs/notebook/calibration.md, section 5.
   (Sources/Compass/Correction/HeadingCovariance.swift) */
typedef struct HeadingCovariance {
  int8_t exponent;
  uint8_t upright;
  uint32_t rotation;
  uint32_t vertical;
  int16_t entries[36];
} HeadingCovariance;

typedef struct Result_uint8_int32_int32_int32 {
  uint8_t e0;
  int32_t e1;
  int32_t e2;
  int32_t e3;
} Result_uint8_int32_int32_int32;

typedef struct Result_uint8_uint32_uint32_uint32 {
  uint8_t e0;
  uint32_t e1;
  uint32_t e2;
  uint32_t e3;
} Result_uint8_uint32_uint32_uint32;

typedef struct Result_uint32_int32_int32 {
  uint32_t e0;
  int32_t e1;
  int32_t e2;
} Result_uint32_int32_int32;

typedef struct Result_uint32_int32_uint32_uint8 {
  uint32_t e0;
  int32_t e1;
  uint32_t e2;
  uint8_t e3;
} Result_uint32_int32_uint32_uint8;

/* Compares the turns of field and gravity with the measured rates, and finds reversed, exchanged and wrongly scaled
   axes. It uses the rates as measured, so that no estimate of the bias can hide such a fault.
   
   A vector v that is constant in the world changes in the body by v × θ while the body turns by a small θ. In
   windows
   of 80 to 800 ms, up to 2 s where fields are rare, the watch compares the change with the mean vector and the
   integrated rate. Least squares over all windows give a gain for each axis; an unknown constant rate (the bias) is
   part of the equations. An axis is judged once it has turned by 60°, and only if the gains explain the changes: a
   field that is disturbed explains nothing. If the gains explain nothing, the watch tries the order of the axes that
   fits best.
   (Sources/Compass/Motion/GyroscopeAxes.swift) */
typedef struct GyroscopeAxes {
  uint8_t fault;
  uint8_t state;
  uint16_t arrangement;
  uint8_t hasRate;
  uint8_t isOpen;
  uint8_t isDue;
  int8_t order;
  uint64_t rateTime;
  Vector3 angle;
  uint32_t time;
  Vector3 field;
  Vector3 force;
  AxesSums sums;
} GyroscopeAxes;

/* Judges each sample of the field beside the gyroscope (Protocols/motion/spec.md, "Judgement").
   
   The judge keeps the rotation from the gyroscope's upright frame to north, and the bound of its error in parts:
   what
   averages out; what the gyroscope's bias and scale have added since the last correction; and what does not average
   out,
   which is the error of calibration and field. A field corrects the rotation only while its own lasting error is not
   the
   larger one.
   
   If the compass contradicts both bounds, history decides: a gyroscope that has been confirmed carries the heading
   on,
   because the field has turned. Otherwise the compass is used, with an accuracy as wide as the contradiction.
   (Sources/Compass/Motion/HeadingJudge.swift) */
typedef struct HeadingJudge {
  uint64_t time;
  uint32_t heading;
  uint32_t square;
  uint32_t north;
  int32_t trend;
  int32_t variance;
  int32_t trendVariance;
  int32_t covariance;
  int32_t lasting;
  int32_t turned;
  int32_t difference;
  int32_t shaken;
  int32_t doubt;
  uint32_t former;
  int32_t agreement;
  int32_t heldBound;
  int32_t blocks;
  int32_t contrary;
  int32_t alarm;
  uint8_t hasNorth;
  uint8_t isLasting;
  uint8_t contradictions;
  uint8_t axis;
  uint8_t isReady;
  uint8_t usesField;
} HeadingJudge;

/* Adds the rates of a gyroscope to a `Compass`. The compass must have an accelerometer.
   
   Pass each rate to `add`, and call `step` after each sample of the compass and a few times between. Call `read`
   instead of the
   compass's own `read`: it judges compass and gyroscope together. `fused` gives the fusion's own heading, or why
   there is none.
   
   ```swift
   // The field is 5 ms old at its time; the gyroscope turns by up to 3 degrees a second at rest.
   var motion = CompassMotion(settings: MotionSettings(fieldDelay: 5_000, zeroRateOffset: 300))
   // 1 degree a second about Z is 2^20 · π / 180.
   motion.add(AngularRate(q20: Vector3(x: 0, y: 0, z: 18_301)), at: now)
   while motion.step(&compass) {}
   var reading = CompassReading()
   motion.read(&compass, into: &reading, at: now)
   if let heading = reading.heading { show(heading) }
   ```
   (Sources/Compass/Binnacle/CompassMotion.swift) */
typedef struct MAY_ALIAS CompassMotion {
  uint64_t lastForce;
  MotionFilter filter;
  GyroscopeAxes axes;
  HeadingJudge judge;
  uint32_t seenField;
  uint32_t seenForce;
  CompassPart compassPart;
  uint8_t inPlace;
  AxisRemap mounting;
  uint8_t isOn;
  uint8_t hasRate;
  uint8_t isLost;
  uint8_t hasForce;
  uint8_t record;
  uint8_t source;
} CompassMotion;

typedef struct Result_int32_int32_int32_int32 {
  int32_t e0;
  int32_t e1;
  int32_t e2;
  int32_t e3;
} Result_int32_int32_int32_int32;

/* What the compass finds in one sample of the field. (Sources/Compass/Motion/HeadingJudge.swift) */
typedef struct CompassEvidence {
  uint64_t time;
  uint32_t heading;
  uint8_t headingIsNone;
  uint8_t axis;
  uint8_t isDoubted;
  uint32_t square;
  uint32_t tiltSquare;
  uint32_t noiseSquare;
} CompassEvidence;

typedef struct Result_uint32_uint32_uint8 {
  uint32_t e0;
  uint32_t e1;
  uint8_t e2;
} Result_uint32_uint32_uint8;

typedef struct OptionalAxesGains {
  AxesGains value;
  uint8_t isNone;
} OptionalAxesGains;

/* The estimate at one moment. (Sources/Compass/Motion/MotionEstimate.swift) */
typedef struct MotionEstimate {
  uint64_t time;
  Quaternion attitude;
  uint32_t heading;
  uint32_t headingAccuracy;
  int32_t rateOfTurn;
  AngularRate bias;
  uint32_t biasDeviation;
  int32_t scale;
  uint32_t scaleDeviation;
  int32_t fieldDelay;
  uint32_t fieldDelayDeviation;
  MagneticField hardIron;
  uint8_t state;
  uint8_t headingIsNone;
  uint8_t isAtRest;
} MotionEstimate;

/* The fusion's own heading: a part of what `CompassMotion.read` judges. Use the reading's heading.
   
   ```swift
   let fused = motion.fused(&compass, at: now)
   if let heading = fused.magnetic, fused.isFused { show(heading) }
   ```
   (Sources/Compass/Binnacle/CompassMotion.swift) */
typedef struct FusedHeading {
  MotionEstimate estimate;
  uint32_t magnetic;
  uint32_t trueNorth;
  uint16_t accuracy;
  uint8_t reason;
  uint8_t magneticIsNone;
  uint8_t trueNorthIsNone;
  uint8_t accuracyIsNone;
} FusedHeading;

typedef struct Result_uint32_uint16 {
  uint32_t e0;
  uint16_t e1;
} Result_uint32_uint16;

/* Finds the constant field that rotates with the sensor, from raw samples and the gyroscope's attitude at each
   sample.
   
   A field f that is constant in the gyroscope's frame is measured as m = Rᵀf + h. The squared residuals are smallest
   for (I − R̄ᵀR̄)·h = m̄ − R̄ᵀ·mean(R·m) and f = mean(R·m) − R̄·h (docs/notebook/calibration.md, section 11). The
   memory holds only sums of 16 numbers, and some samples whose directions are computed when the centre is found.
   (Sources/Compass/Motion/FieldCentre.swift) */
typedef struct FieldCentre {
  uint8_t inPlace;
  uint8_t isKnown;
  int32_t count;
  Vector3 centre;
  uint32_t radius;
  Vector3 origin;
  Vector3 sum;
  Vector3 turned;
  SmallMatrix rotation;
  int64_t squares;
  Quaternion lastSummed;
  Quaternion lastKept;
  ShortVector kept[64];
  int32_t keptCount;
} FieldCentre;

/* The measurements before and after a rotation of 75° or more; 32 bytes. (Sources/Compass/Motion/TurnPairs.swift) */
typedef struct TurnPair {
  int16_t w;
  ShortVector axis;
  ShortVector fieldValues[2];
  ShortVector forceValues[2];
} TurnPair;

/* Up to 24 pairs from a whole movement. When the memory is full, every second pair is removed, and from then on half
   as many pairs are added.
   (Sources/Compass/Motion/TurnPairs.swift) */
typedef struct TurnPairs {
  uint8_t inPlace;
  uint8_t isOpen;
  int32_t count;
  int32_t turns;
  int32_t stride;
  Quaternion attitude;
  uint64_t time;
  Vector3 field;
  Vector3 force;
  Vector3 forceSum;
  int32_t forces;
  TurnPair pairs[24];
} TurnPairs;

/* First it finds the arrangement of the axes, then the rest of the rotation by least squares in three passes over
   the
   pairs (docs/notebook/calibration.md, section 11).
   (Sources/Compass/Motion/TurnAlignment.swift) */
typedef struct TurnAlignment {
  Vector3 turn;
  int32_t pairs;
  Quaternion found;
  CompactMatrix sums;
  int32_t squares;
  uint16_t axes;
  uint16_t deviation;
  int8_t pass;
  int8_t order[3];
  uint8_t signs[3];
  uint8_t isMirrored;
} TurnAlignment;

/* Guides a calibration by a gyroscope.
   
   The gyroscope shows whether the instrument moves, where down is during fast movement, and where the centre of the
   field's
   samples lies. After a run it shows how the axes of the three sensors lie to each other. Call `step` in the place
   of
   `CompassCalibration.step`.
   
   ```swift
   var guide = CompassGuide()
   // In place of `calibration.step`.
   if guide.step(&calibration, of: &compass, with: &motion, at: now) {
   calibration.saved(store(compass.recordBytes()), at: now)
   }
   motion.step(&compass)
   for place in 0..<CompassGuide.reportedCount {
   if let finding = guide.reported(place) { print(finding.code.rawValue, finding.measured) }
   }
   ```
   (Sources/Compass/Binnacle/CompassGuide.swift) */
typedef struct MAY_ALIAS CompassGuide {
  FieldCentre centre;
  TurnPairs pairs;
  uint64_t anchorTime;
  TurnAlignment field;
  TurnAlignment force;
  int32_t nextPair;
  uint32_t seenField;
  uint32_t seenForce;
  Quaternion anchor;
  uint16_t restarts;
  uint8_t inPlace;
  uint8_t isGathering;
  uint8_t hasAnchor;
} CompassGuide;

/* Where a compass is and which day it is, for a main loop that must not wait for the world model.
   
   Set position and date, and call `step` in each turn of the main loop: one slice takes at most 4,000 Cortex-M0+
   cycles.
   
   ```swift
   var place = CompassPlace()
   // Zurich: 47.37 degrees north and 8.54 east in 2^−32 turns, and 408 metres.
   place.setPosition(Position(latitude: 565_146_117, longitude: 101_886_169, height: 408_000))
   place.setDate(CalendarDay(year: 2026, month: 7, day: 1), of: &compass)
   // In each turn of the main loop one slice; here all of them.
   while place.step(&compass) {}
   print(place.state)  // known
   ```
   (Sources/Compass/Binnacle/CompassPlace.swift) */
typedef struct MAY_ALIAS CompassPlace {
  int32_t date;
  OptionalPosition position;
  WorldModelEvaluation evaluation;
  uint8_t inPlace;
  uint8_t state;
  uint8_t error;
  uint8_t isNew;
  uint8_t isExtrapolating;
  uint8_t dateIsNone;
} CompassPlace;

typedef struct OptionalGeomagneticField {
  GeomagneticField value;
  uint8_t isNone;
} OptionalGeomagneticField;

/* One pose, measured at rest: the axes of both sensors as measured, 14 bits and sign.
   (Sources/Compass/Calibration/Axes/AxisCheck.swift) */
typedef struct Held {
  Vector3 field;
  Vector3 down;
  uint8_t pose;
} Held;

/* Collects poses and finds how the axes of the sensors point. (Sources/Compass/Calibration/Axes/AxisCheck.swift) */
typedef struct MAY_ALIAS AxisCheck {
  Held held[8];
  int32_t count;
} AxisCheck;

typedef struct Result_uint32_bool_uint32_int32 {
  uint32_t e0;
  bool e1;
  uint32_t e2;
  int32_t e3;
} Result_uint32_bool_uint32_int32;

typedef struct Result_uint32_bool_uint32_uint32 {
  uint32_t e0;
  bool e1;
  uint32_t e2;
  uint32_t e3;
} Result_uint32_bool_uint32_uint32;

/* ---- What must hold of a compiler and of the types --------------------------------------------------------------- */

CHECK(arithmetic_shift, (-1 >> 1) == -1 && (int32_t)0xffffffffu == -1);
CHECK(binnacle_axis_check, sizeof(AxisCheck) + 8 <= sizeof(binnacle_axis_check));
CHECK(binnacle_calibration, sizeof(CompassCalibration) + 8 <= sizeof(binnacle_calibration));
CHECK(binnacle_compass, sizeof(Compass) + 8 <= sizeof(binnacle_compass));
CHECK(binnacle_guide, sizeof(CompassGuide) + 8 <= sizeof(binnacle_guide));
CHECK(binnacle_locator, sizeof(CompassPlace) + 8 <= sizeof(binnacle_locator));
CHECK(binnacle_motion, sizeof(CompassMotion) + 8 <= sizeof(binnacle_motion));
#ifndef __AVR__
CHECK(SharedStorage_RecentSamplesFrom12_before, offsetof(RecentSamplesFrom12, before) == 0);
CHECK(SharedStorage_RecentSamplesFrom12_recentSamples, offsetof(RecentSamplesFrom12, recentSamples) == 12);
#endif
#ifndef __AVR__
CHECK(SharedStorage_ModelSolver_inPlace, offsetof(ModelSolver, inPlace) == 0);
CHECK(SharedStorage_ModelSolver_state, offsetof(ModelSolver, state) == 1);
CHECK(SharedStorage_ModelSolver_iterations, offsetof(ModelSolver, iterations) == 2);
CHECK(SharedStorage_ModelSolver_row, offsetof(ModelSolver, row) == 3);
CHECK(SharedStorage_ModelSolver_lengthExponent, offsetof(ModelSolver, lengthExponent) == 4);
CHECK(SharedStorage_ModelSolver_columns, offsetof(ModelSolver, columns) == 5);
CHECK(SharedStorage_ModelSolver_shifts, offsetof(ModelSolver, shifts) == 9);
CHECK(SharedStorage_ModelSolver_firstNoise, offsetof(ModelSolver, firstNoise) == 18);
CHECK(SharedStorage_ModelSolver_noise, offsetof(ModelSolver, noise) == 20);
CHECK(SharedStorage_ModelSolver_meanSquare, offsetof(ModelSolver, meanSquare) == 24);
CHECK(SharedStorage_ModelSolver_polynomial, offsetof(ModelSolver, polynomial) == 32);
#endif
#ifndef __AVR__
CHECK(SharedStorage_Prediction_inPlace, offsetof(Prediction, inPlace) == 0);
CHECK(SharedStorage_Prediction_isOpen, offsetof(Prediction, isOpen) == 1);
CHECK(SharedStorage_Prediction_isPlanar, offsetof(Prediction, isPlanar) == 2);
CHECK(SharedStorage_Prediction_upright, offsetof(Prediction, upright) == 3);
CHECK(SharedStorage_Prediction_fits, offsetof(Prediction, fits) == 4);
CHECK(SharedStorage_Prediction_fitted, offsetof(Prediction, fitted) == 6);
CHECK(SharedStorage_Prediction_next, offsetof(Prediction, next) == 7);
CHECK(SharedStorage_Prediction_used, offsetof(Prediction, used) == 8);
CHECK(SharedStorage_Prediction_strayed, offsetof(Prediction, strayed) == 9);
CHECK(SharedStorage_Prediction_withDown, offsetof(Prediction, withDown) == 10);
CHECK(SharedStorage_Prediction_cells, offsetof(Prediction, cells) == 12);
CHECK(SharedStorage_Prediction_squares, offsetof(Prediction, squares) == 24);
CHECK(SharedStorage_Prediction_largest, offsetof(Prediction, largest) == 28);
CHECK(SharedStorage_Prediction_downSum, offsetof(Prediction, downSum) == 32);
CHECK(SharedStorage_Prediction_dipSum, offsetof(Prediction, dipSum) == 44);
CHECK(SharedStorage_Prediction_sigma, offsetof(Prediction, sigma) == 48);
CHECK(SharedStorage_Prediction_settled, offsetof(Prediction, settled) == 52);
CHECK(SharedStorage_Prediction_noise, offsetof(Prediction, noise) == 56);
CHECK(SharedStorage_Prediction_fitVariance, offsetof(Prediction, fitVariance) == 60);
CHECK(SharedStorage_Prediction_horizontal, offsetof(Prediction, horizontal) == 64);
CHECK(SharedStorage_Prediction_largestEigenvalue, offsetof(Prediction, largestEigenvalue) == 68);
#endif
#ifndef __AVR__
CHECK(SharedStorage_Vector3From12_before, offsetof(Vector3From12, before) == 0);
CHECK(SharedStorage_Vector3From12_vector3, offsetof(Vector3From12, vector3) == 12);
#endif
#ifndef __AVR__
CHECK(SharedStorage_RobustSphere_found, offsetof(RobustSphere, found) == 0);
CHECK(SharedStorage_RobustSphere_next, offsetof(RobustSphere, next) == 8);
CHECK(SharedStorage_RobustSphere_spacing, offsetof(RobustSphere, spacing) == 9);
#endif
#ifndef __AVR__
CHECK(SharedStorage_As_uint32_tx3From12_before, offsetof(As_uint32_tx3From12, before) == 0);
CHECK(SharedStorage_As_uint32_tx3From12_as_uint32_tx3, offsetof(As_uint32_tx3From12, as_uint32_tx3) == 12);
#endif
#ifndef __AVR__
CHECK(SharedStorage_ModelColumnsFrom5_before, offsetof(ModelColumnsFrom5, before) == 0);
CHECK(SharedStorage_ModelColumnsFrom5_modelColumns, offsetof(ModelColumnsFrom5, modelColumns) == 5);
#endif
CHECK(CalibrationRecord, sizeof(CalibrationRecord) == 216);
#if IS_BIG_ENDIAN
static const uint8_t places_in_CalibrationRecord[216] = {
  3, 2, 1, 0, 4, 5, 6, 7, 11, 10, 9, 8, 15, 14, 13, 12, 17, 16, 19, 18, 23, 22, 21, 20, 27, 26, 25, 24, 31, 30, 29,
  28, 35, 34, 33, 32, 39, 38, 37, 36, 43, 42, 41, 40, 47, 46, 45, 44, 51, 50, 49, 48, 55, 54, 53, 52, 59, 58, 57,
  56, 63, 62, 61, 60, 67, 66, 65, 64, 71, 70, 69, 68, 73, 72, 75, 74, 79, 78, 77, 76, 81, 80, 82, 83, 87, 86, 85,
  84, 91, 90, 89, 88, 95, 94, 93, 92, 96, 97, 99, 98, 103, 102, 101, 100, 107, 106, 105, 104, 111, 110, 109, 108,
  115, 114, 113, 112, 119, 118, 117, 116, 123, 122, 121, 120, 127, 126, 125, 124, 131, 130, 129, 128, 135, 134, 133,
  132, 139, 138, 137, 136, 143, 142, 141, 140, 147, 146, 145, 144, 151, 150, 149, 148, 155, 154, 153, 152, 159, 158,
  157, 156, 163, 162, 161, 160, 167, 166, 165, 164, 171, 170, 169, 168, 175, 174, 173, 172, 179, 178, 177, 176, 183,
  182, 181, 180, 187, 186, 185, 184, 191, 190, 189, 188, 195, 194, 193, 192, 199, 198, 197, 196, 203, 202, 201, 200,
  207, 206, 205, 204, 211, 210, 209, 208, 215, 214, 213, 212
};
#define BYTE_OF_CalibrationRecord(index) places_in_CalibrationRecord[index]
#else
#define BYTE_OF_CalibrationRecord(index) (index)
#endif

/* ---- Functions that are called before they are written ----------------------------------------------------------- */

#if !defined(BINNACLE_WITHOUT_CALIBRATION)
static uint16_t CalibrationTransition_of_in(uint8_t event, uint8_t state, uint32_t t1);
static Result_uint32_int32_int32_uint8 CalibrationReason_init_bit(const FitOutcome *outcome, uint16_t index,
    const FitConfiguration *configuration);
static void FitOutcome_clear(FitOutcome *self);
static void CalibrationFit_restart(CalibrationFit *self);
static uint8_t SavingState_after(uint8_t event, uint8_t self);
static uint32_t CalibrationFit_sampleCount(const CalibrationFit *self);
static void CalibrationFit_beginSolve(CalibrationFit *self);
static Result_int32_int32_int32 Reservoir_sample(int32_t i, const Reservoir *self);
static bool CalibrationState_hasDeadline(uint8_t self);
static bool CalibrationState_wantsSamples(uint8_t self);
static bool CalibrationState_isSolving(uint8_t self);
static bool RestDetector_detectsRest_force_field(int32_t forceX, int32_t forceY, int32_t forceZ, int32_t fieldX,
    int32_t fieldY, int32_t fieldZ, RestDetector *self);
static Result_int32_int32_int32 RestDetector_mean(const RestDetector *self);
static uint32_t Vector3_largestDifference_from(const Vector3 *other, const Vector3 *self);
static void Moments_add(int32_t sampleX, int32_t sampleY, int32_t sampleZ, Moments *self);
static uint8_t GuidedFit_add(const CalibrationSample *sample, GuidedFit *self);
static uint32_t DirectionCells_count(uint32_t word);
static uint32_t DirectionCells_count_2(uint32_t selfWords, uint32_t self, uint32_t self2);
static Result_int32_int32_int32_uint8 GuidedFit_heldOut(int32_t i, const GuidedFit *self);
static uint32_t FitOutcome_deviation_of(const Vector3 *sample, const FitOutcome *self);
static uint8_t GuidedFit_step(GuidedFit *self);
#endif

/* ---- RawMemory: Sources/Foundations/RawMemory -------------------------------------------------------------------- */

static const uint32_t CRC_table[16] = {
  0, 498536548u, 997073096u, 651767980u, 1994146192u, 1802195444u, 1303535960u, 1342533948u, 3988292384u,
  4027552580u, 3604390888u, 3412177804u, 2607071920u, 2262029012u, 2685067896u, 3183342108u
};

static uint8_t AxisRemap_SignedAxis_init_rawValue(uint8_t rawValue) {
  switch (rawValue) {
    case 0: {
      return 0;
    }
    case 1: {
      return 1;
    }
    case 2: {
      return 2;
    }
    case 3: {
      return 3;
    }
    case 4: {
      return 4;
    }
    case 5: {
      return 5;
    }
    default: {
      return 6;
    }
  }
}

static uint8_t DisplayOrientation_init_rawValue(uint8_t rawValue) {
  switch (rawValue) {
    case 0: {
      return 0;
    }
    case 1: {
      return 1;
    }
    case 2: {
      return 2;
    }
    case 3: {
      return 3;
    }
    case 4: {
      return 4;
    }
    case 5: {
      return 5;
    }
    case 6: {
      return 6;
    }
    default: {
      return 7;
    }
  }
}

/* The next byte; 0 beyond the end. (Sources/Foundations/RawMemory/Reader.swift) */
static uint8_t ByteReader_uint8(ByteReader *self) {
  int32_t t1 = self->position;
  if (t1 < self->bytes.e1) {
    uintptr_t t2 = self->bytes.e0;
    if (t1 < 0) {
      NEVER();
    }
    uint8_t value = ((const uint8_t *)t2)[t1];
    self->position = add32(t1, 1);
    return value;
  }
  self->isOverrun = 1;
  return 0;
}

/* The next two bytes, lowest first; 0 beyond the end. (Sources/Foundations/RawMemory/Reader.swift) */
static uint16_t ByteReader_uint16(ByteReader *self) {
  uint8_t low = ByteReader_uint8(self);
  uint8_t t1 = ByteReader_uint8(self);
  return (uint16_t)((uint16_t)low | (uint16_t)((uint32_t)(uint16_t)t1 << 8));
}

/* The next four bytes, lowest first; 0 beyond the end. (Sources/Foundations/RawMemory/Reader.swift) */
static uint32_t ByteReader_uint32(ByteReader *self) {
  uint16_t low = ByteReader_uint16(self);
  uint16_t t1 = ByteReader_uint16(self);
  return (uint32_t)low | ((uint32_t)t1 << 16);
}

static Result_uintptr_int32 Span_extracting(uint32_t t1, uint32_t t2, uintptr_t t3, uint32_t t4) {
  if (t4 < t1 || t4 < t2) {
    NEVER();
  }
  uintptr_t t5 = t3 == 0 ? t3 : (uintptr_t)&((uint8_t *)t3)[t1];
  int32_t t6 = sub32((int32_t)t2, (int32_t)t1);
  if (ssub_overflows32((int32_t)t2, (int32_t)t1)) {
    NEVER();
  }
  Result_uintptr_int32 result;
  result.e0 = t5;
  result.e1 = t6;
  return result;
}

/* The checksum of `bytes`. (Sources/Foundations/RawMemory/CRC32.swift) */
static uint32_t CRC32_of(uintptr_t bytes, int32_t bytes2) {
  uint32_t self;
  if (bytes2 == 0) {
    self = 4294967295u;
  } else {
    if (false) {
      NEVER();
    }
    int32_t t1 = 0;
    self = 4294967295u;
    for (;;) {
      int32_t t2 = add32(t1, 1);
      uint32_t r = self ^ (uint32_t)((const uint8_t *)bytes)[t1];
      uint32_t r2 = (r >> 4) ^ CRC_table[r & 0xfu];
      self = (r2 >> 4) ^ CRC_table[r2 & 0xfu];
      if (t2 == bytes2) {
        break;
      }
      t1 = t2;
    }
  }
  return ~self;
}

static uint8_t ModelOrder_init_rawValue(uint8_t rawValue) {
  switch (rawValue) {
    case 0: {
      return 0;
    }
    case 1: {
      return 1;
    }
    case 2: {
      return 2;
    }
    case 3: {
      return 3;
    }
    case 4: {
      return 4;
    }
    default: {
      return 5;
    }
  }
}

static bool AxisRemap___derived_struct_equals(uint32_t t1, uint32_t t2) {
  uint8_t t3 = (uint8_t)(t1 >> 16);
  uint8_t t4 = (uint8_t)(t2 >> 16);
  bool t5 = (uint8_t)t1 == (uint8_t)t2 && (uint8_t)(t1 >> 8) == (uint8_t)(t2 >> 8);
  if (t5) {
    return t3 == t4;
  }
  return false;
}

#if !defined(BINNACLE_WITHOUT_CALIBRATION)
static Result_uint32_uint32 InlineArray_init_repeating(uint16_t t1) {
  int16_t t4[4];
  int32_t t2 = 0;
  for (;;) {
    int32_t t3 = t2 + 1;
    t4[t2] = (int16_t)t1;
    if (t3 == 4) {
      break;
    }
    t2 = t3;
  }
  Result_uint32_uint32 result;
  result.e0 = (uint32_t)(uint16_t)t4[0] | ((uint32_t)(uint16_t)t4[1] << 16);
  result.e1 = (uint32_t)(uint16_t)t4[2] | ((uint32_t)(uint16_t)t4[3] << 16);
  return result;
}

static uint8_t CalibrationAction_init_rawValue(uint8_t rawValue) {
  switch (rawValue) {
    case 0: {
      return 0;
    }
    case 1: {
      return 1;
    }
    case 2: {
      return 2;
    }
    case 3: {
      return 3;
    }
    case 4: {
      return 4;
    }
    case 5: {
      return 5;
    }
    case 6: {
      return 6;
    }
    case 7: {
      return 7;
    }
    case 8: {
      return 8;
    }
    case 9: {
      return 9;
    }
    case 10: {
      return 10;
    }
    case 11: {
      return 11;
    }
    default: {
      return 12;
    }
  }
}

static uint8_t CalibrationState_init_rawValue(uint8_t rawValue) {
  switch (rawValue) {
    case 0: {
      return 0;
    }
    case 1: {
      return 1;
    }
    case 2: {
      return 2;
    }
    case 3: {
      return 3;
    }
    case 4: {
      return 4;
    }
    case 5: {
      return 5;
    }
    case 6: {
      return 6;
    }
    case 7: {
      return 7;
    }
    case 8: {
      return 8;
    }
    case 9: {
      return 9;
    }
    case 10: {
      return 10;
    }
    default: {
      return 11;
    }
  }
}

static uint32_t CalibrationMachine_since(uint32_t then, const CalibrationMachine *self) {
  int32_t passed = (int32_t)(self->e6 - then);
  return (uint32_t)(passed < 0 ? 0 : (uint32_t)passed);
}

static void CalibrationMachine_give(uint8_t selfCode, uint32_t selfMeasured, uint32_t selfLimit,
    CalibrationMachine *self) {
  self->e8.reason.code = selfCode;
  self->e8.reason.measured = (int32_t)selfMeasured;
  self->e8.reason.limit = (int32_t)selfLimit;
}

static Result_uint32_int32_int32_uint8 CalibrationMachine_reason_bit(uint16_t index, const CalibrationMachine *self) {
  FitConfiguration t7;
  uint8_t t1 = self->e11.fit.configuration.choices;
  uint16_t t2 = (uint16_t)self->e11.fit.configuration.assumedDipTangent;
  uint32_t t3 = (uint32_t)self->e11.fit.configuration.sensorRange;
  uint32_t t4 = (uint32_t)self->e11.fit.configuration.lowestStrength;
  uint32_t t5 = (uint32_t)self->e11.fit.configuration.highestStrength;
  t7.levelAxis = self->e11.fit.configuration.levelAxis;
  t7.choices = t1;
  t7.assumedDipTangent = (int16_t)t2;
  t7.sensorRange = (int32_t)t3;
  t7.lowestStrength = (int32_t)t4;
  t7.highestStrength = (int32_t)t5;
  Result_uint32_int32_int32_uint8 t6 = CalibrationReason_init_bit(&self->e10, index, &t7);
  Result_uint32_int32_int32_uint8 result;
  result.e0 = t6.e0;
  result.e1 = t6.e1;
  result.e2 = t6.e2;
  result.e3 = t6.e3;
  return result;
}

static void CalibrationMachine_recordReason_for(uint8_t event, CalibrationMachine *self) {
  switch (event) {
    case 10: {
      uint32_t t1 = CalibrationMachine_since(self->e7, self);
      CalibrationMachine_give(33, t1 / 1000, 1000, self);
      return;
    }
    case 11: {
      uint32_t t2 = 1000 * self->e8.overflowed;
      uint32_t t3 = self->e8.seen;
      if (t3 == 0) {
        NEVER();
      }
      CalibrationMachine_give(34, t2 / t3, 20, self);
      return;
    }
    case 14:
    case 16: {
      self->e8.reason.code = 0;
      uint16_t t4 = 0;
      uint8_t foundCode = 0;
      for (;;) {
        if (t4 >= 14 || foundCode != 0) {
          return;
        }
        Result_uint32_int32_int32_uint8 t5 = CalibrationMachine_reason_bit(t4, self);
        if (t5.e3 != 1) {
          foundCode = (uint8_t)t5.e0;
          self->e8.reason.code = foundCode;
          self->e8.reason.measured = t5.e1;
          self->e8.reason.limit = t5.e2;
        }
        t4 = (uint16_t)(t4 + 1);
      }
      break;
    }
    case 18: {
      CalibrationMachine_give(36, 1, 0, self);
      return;
    }
    case 9: {
      switch (self->e1) {
        case 2: {
          CalibrationMachine_give(32, self->e8.largestMotion, 5000, self);
          return;
        }
        case 3: {
          uint32_t t6 = self->e8.sampleCount;
          uint32_t t7;
          if (self->e3 != 0) {
            if (t6 >= 6) {
              return;
            }
            t7 = 6;
          } else {
            if (t6 >= 12) {
              return;
            }
            t7 = 12;
          }
          CalibrationMachine_give(1, t6, t7, self);
          return;
        }
        case 7: {
          CalibrationMachine_give(35, 600, 600, self);
          return;
        }
        case 8: {
          CalibrationMachine_give(36, 2, 0, self);
          return;
        }
        default: {
          return;
        }
      }
      break;
    }
    default: {
      return;
    }
  }
}

static void CalibrationMachine_beginRefit(CalibrationMachine *self) {
  if (self->e1 == 9) {
    if (self->e9.isAllowed != 0) {
      if (self->e9.kept.count >= 8) {
        CalibrationFit_restart(&self->e11.fit);
        uint8_t t1 = self->e11.fit.configuration.choices;
        self->e11.live.isEmpty = 1;
        self->e11.live.seen.words[0] = 0;
        self->e11.live.seen.words[1] = 0;
        self->e11.live.seen.words[2] = 0;
        self->e11.live.low.x = 0;
        self->e11.live.low.y = 0;
        self->e11.live.low.z = 0;
        self->e11.live.high.x = 0;
        self->e11.live.high.y = 0;
        self->e11.live.high.z = 0;
        self->e11.live.centre.x = 0;
        self->e11.live.centre.y = 0;
        self->e11.live.centre.z = 0;
        self->e11.live.isSolved = (uint8_t)((uint8_t)(t1 & 2) != 0);
        self->e9.phase = 0;
        self->e9.next = 0;
        return;
      }
      return;
    }
    return;
  }
}

static uint8_t SavingState_init_rawValue(uint8_t rawValue) {
  switch (rawValue) {
    case 0: {
      return 0;
    }
    case 1: {
      return 1;
    }
    case 2: {
      return 2;
    }
    case 3: {
      return 3;
    }
    case 4: {
      return 4;
    }
    case 5: {
      return 5;
    }
    default: {
      return 6;
    }
  }
}

static void CalibrationMachine_keepHeldOut(CalibrationMachine *self) {
  self->e9.kept.count = 0;
  if (self->e9.isAllowed == 0) {
    return;
  }
  int32_t first = 0;
  int32_t t3 = 0;
  for (;;) {
    uint32_t t1 = self->e11.fit.reservoir.seen;
    bool t2 = t1 < 40;
    int32_t i = first;
    do {
      if (t2) {
        if (i >= (int32_t)t1) {
          goto L1;
        }
      }
      if (self->e11.fit.trims == 0) {
        if (self->e11.fit.isAbsorbed != 0) {
          if ((int32_t)self->e11.fit.reservoir.samples[add32(mul32(i, 4), 3)] >= 0) {
            goto L1;
          }
        }
        Result_int32_int32_int32 t4 = Reservoir_sample(i, &self->e11.fit.reservoir);
        if (t3 < 12) {
          self->e9.kept.samples[t3].x = t4.e0;
          self->e9.kept.samples[t3].y = t4.e1;
          self->e9.kept.samples[t3].z = t4.e2;
          t3 = add32(t3, 1);
          self->e9.kept.count = t3;
        }
      }
L1:;
      i = add32(i, 4);
    } while (i < 40);
    first++;
    if (first >= 4) {
      return;
    }
  }
}

static void CalibrationMachine_carryOut(uint8_t action, CalibrationMachine *self) {
  switch (action) {
    case 0:
    case 5:
    case 6:
    case 11:
    case 9: {
      return;
    }
    case 10: {
      CalibrationMachine_beginRefit(self);
      return;
    }
    case 1: {
      FitOutcome_clear(&self->e10);
      uint8_t next = SavingState_after(1, self->e4);
      if (next != 6) {
        self->e4 = next;
      }
      self->e8.hasCommitted = 0;
      self->e8.isFinished = 0;
      self->e8.isComplete = 0;
      self->e8.hasFirst = 0;
      self->e8.percent = 0;
      self->e8.reason.code = 0;
      self->e8.reason.measured = 0;
      self->e8.reason.limit = 0;
      self->e8.rejected = 0;
      self->e8.sampleCount = 0;
      self->e8.duration = 0;
      self->e8.delay = 0;
      self->e8.seen = 0;
      self->e8.overflowed = 0;
      self->e8.largestMotion = 0;
      self->e8.cells = 0;
      self->e8.cellsAtLastSolve = 0;
      self->e8.slices = 0;
      self->e8.gathering = 0;
      self->e8.lastNews = 0;
      self->e8.coverage.words[0] = 0;
      self->e8.coverage.words[1] = 0;
      self->e8.coverage.words[2] = 0;
      self->e8.firstField.x = 0;
      self->e8.firstField.y = 0;
      self->e8.firstField.z = 0;
      self->e8.rest.count = 0;
      self->e8.rest.firstForce.x = 0;
      self->e8.rest.firstForce.y = 0;
      self->e8.rest.firstForce.z = 0;
      self->e8.rest.firstField.x = 0;
      self->e8.rest.firstField.y = 0;
      self->e8.rest.firstField.z = 0;
      self->e8.rest.sum.x = 0;
      self->e8.rest.sum.y = 0;
      self->e8.rest.sum.z = 0;
      uint32_t t1 = self->e6;
      self->e8.entered = t1;
      self->e8.began = t1;
      self->e7 = t1;
      return;
    }
    case 2: {
      uint32_t t2 = self->e6;
      self->e8.gathering = t2;
      self->e8.lastNews = t2;
      return;
    }
    case 3: {
      self->e8.cellsAtLastSolve = self->e8.cells;
      return;
    }
    case 4: {
      self->e8.slices = 0;
      CalibrationFit_beginSolve(&self->e11.fit);
      return;
    }
    case 7: {
      uint8_t next2 = SavingState_after(0, self->e4);
      if (next2 != 6) {
        self->e4 = next2;
      }
      self->e8.hasCommitted = 1;
      self->e2 = 1;
      CalibrationMachine_keepHeldOut(self);
      return;
    }
    case 8: {
      uint8_t next3 = SavingState_after(1, self->e4);
      if (next3 != 6) {
        self->e4 = next3;
      }
      self->e8.percent = 0;
      return;
    }
    default: {
      NEVER();
    }
  }
}

static void CalibrationMachine_updatePercent(CalibrationMachine *self) {
  uint32_t t3;
  switch (self->e1) {
    case 0:
    case 10:
    case 1: {
      return;
    }
    case 2: {
      t3 = 1;
      break;
    }
    case 3:
    case 4: {
      uint32_t t1 = self->e8.cells;
      t3 = 2 + (uint32_t)(t1 < 78 ? t1 : 78);
      break;
    }
    case 5: {
      uint32_t t2 = self->e8.slices;
      t3 = 81 + (uint32_t)(t2 < 56 ? t2 >> 2 : 14);
      break;
    }
    case 6: {
      t3 = 96;
      break;
    }
    case 7: {
      t3 = 98;
      break;
    }
    case 8: {
      t3 = 99;
      break;
    }
    case 9: {
      t3 = (uint32_t)(self->e8.hasCommitted != 0 ? 100 : 0);
      break;
    }
    default: {
      NEVER();
    }
  }
  if ((uint32_t)self->e8.percent < t3) {
    self->e8.percent = (uint8_t)t3;
    return;
  }
}

static bool CalibrationMachine_fire(uint8_t event, CalibrationMachine *self) {
  uint8_t t1 = self->e1;
  uint32_t t2 = (uint32_t)(uint8_t)(self->e2 != 0)
      | ((uint32_t)(uint8_t)(self->e8.sampleCount >= (uint32_t)(self->e3 != 0 ? 6 : 12)) << 8)
      | ((uint32_t)(uint8_t)(self->e8.isComplete == 0) << 16);
  uint16_t t3 = CalibrationTransition_of_in(event, t1, t2);
  if ((uint16_t)(t3 & 0xffu) == 11) {
    return false;
  }
  uint8_t transitionNext = (uint8_t)t3;
  uint8_t transitionAction = (uint8_t)(uint16_t)(t3 >> 8);
  if (event == 3) {
    self->e8.isFinished = 1;
    self->e8.isComplete = 1;
  }
  CalibrationMachine_recordReason_for(event, self);
  if (transitionNext != t1) {
    self->e8.entered = self->e6;
  }
  self->e1 = transitionNext;
  CalibrationMachine_carryOut(transitionAction, self);
  CalibrationMachine_updatePercent(self);
  return true;
}

static uint32_t CalibrationMachine_passed(const CalibrationMachine *self) {
  uint32_t t1;
  switch ((uint32_t)self->e1) {
    case 3:
    case 4: {
      t1 = self->e8.gathering;
      break;
    }
    default: {
      t1 = self->e8.entered;
      break;
    }
  }
  return CalibrationMachine_since(t1, self);
}

static uint32_t CalibrationMachine_allowed(const CalibrationMachine *self) {
  uint8_t self2 = self->e1;
  if (self2 == 1) {
    return self->e8.delay;
  }
  uint8_t t1;
  switch (self2) {
    case 2: {
      t1 = 7;
      break;
    }
    case 3:
    case 4: {
      t1 = 36;
      break;
    }
    case 7: {
      t1 = 120;
      break;
    }
    case 8: {
      t1 = 1;
      break;
    }
    case 10: {
      t1 = 12;
      break;
    }
    default: {
      t1 = 0;
      break;
    }
  }
  return 5000000u * (uint32_t)t1;
}

static void CalibrationMachine_advance_to(uint64_t now, CalibrationMachine *self) {
  self->e6 = (uint32_t)now;
  uint8_t t1 = self->e1;
  if (CalibrationState_hasDeadline(t1)) {
    uint32_t t2 = CalibrationMachine_passed(self);
    uint32_t t3 = CalibrationMachine_allowed(self);
    if (t2 >= t3) {
      uint8_t t4;
      switch ((uint32_t)t1) {
        case 3: {
          self->e8.isComplete = 1;
          break;
        }
        case 1: {
          t4 = 6;
          goto L1;
        }
        default: {
          break;
        }
      }
      t4 = 9;
L1:;
      CalibrationMachine_fire(t4, self);
      return;
    }
  }
  if (CalibrationState_wantsSamples(t1)) {
    uint32_t t6 = self->e7;
    if (1000000u < CalibrationMachine_since(t6, self)) {
      CalibrationMachine_fire(10, self);
      return;
    }
    return;
  }
}

static bool CalibrationMachine_handle_saving_at(uint8_t event, uint64_t now, CalibrationMachine *self) {
  uint8_t next = SavingState_after(event, self->e4);
  if (next == 6) {
    return false;
  }
  self->e4 = next;
  uint32_t t1 = (uint32_t)event;
  if (t1 != 3 && self->e1 == 8) {
    self->e6 = (uint32_t)now;
    CalibrationMachine_fire((uint8_t)(t1 == 4 ? 17 : 18), self);
    return true;
  }
  return true;
}

static bool CalibrationMachine_isMotion(const Vector3 *field, CalibrationMachine *self) {
  if (self->e8.hasFirst == 0) {
    self->e8.hasFirst = 1;
    uint32_t t1 = (uint32_t)field->y;
    uint32_t t2 = (uint32_t)field->z;
    self->e8.firstField.x = field->x;
    self->e8.firstField.y = (int32_t)t1;
    self->e8.firstField.z = (int32_t)t2;
  }
  uint32_t motion = Vector3_largestDifference_from(&self->e8.firstField, field);
  uint32_t t3 = self->e8.largestMotion;
  if (t3 < motion) {
    self->e8.largestMotion = motion;
  } else {
    motion = t3;
  }
  return 5000 < motion;
}

static void CalibrationMachine_follow(CalibrationMachine *self) {
  uint32_t t1 = self->e11.live.seen.words[1];
  uint32_t t2 = self->e11.live.seen.words[2];
  self->e8.coverage.words[0] = self->e11.live.seen.words[0];
  self->e8.coverage.words[1] = t1;
  self->e8.coverage.words[2] = t2;
  self->e8.sampleCount = CalibrationFit_sampleCount(&self->e11.fit);
}

static void CalibrationMachine_addInBackground(const CalibrationSample *sample, CalibrationMachine *self) {
  if (self->e1 == 9) {
    if (self->e9.isAllowed != 0) {
      if (self->e9.kept.count >= 8) {
        if (self->e9.phase == 0) {
          GuidedFit_add(sample, &self->e11);
          if (CalibrationFit_sampleCount(&self->e11.fit) >= 320) {
            uint32_t t2 = self->e11.live.seen.words[0];
            uint32_t t3 = self->e11.live.seen.words[1];
            uint32_t t4 = self->e11.live.seen.words[2];
            if (DirectionCells_count_2(t2, t3, t4) >= 48) {
              CalibrationFit_beginSolve(&self->e11.fit);
              self->e9.phase = 1;
              return;
            }
            return;
          }
          return;
        }
        return;
      }
      return;
    }
    return;
  }
}

static void CalibrationMachine_add_at(CalibrationSample *sample, bool isOverflowed, uint32_t time,
    CalibrationMachine *self) {
  self->e6 = time;
  self->e7 = time;
  uint8_t t1 = self->e1;
  if (CalibrationState_wantsSamples(t1)) {
    uint32_t t2 = self->e8.seen + 1;
    self->e8.seen = t2;
    if (isOverflowed) {
      uint32_t t3 = self->e8.overflowed + 1;
      self->e8.overflowed = t3;
      self->e8.rejected++;
      if (t3 >= 5 && t2 < 50 * t3) {
        CalibrationMachine_fire(11, self);
        return;
      }
      return;
    }
    bool t5 = self->e3 != 0;
    if (t5) {
      int32_t t6 = sample->specificForce.x;
      int32_t t7 = sample->specificForce.y;
      int32_t t8 = sample->specificForce.z;
      if (t6 == 0 && t7 == 0 && t8 == 0) {
        return;
      }
      int32_t t9 = sample->field.x;
      int32_t t10 = sample->field.y;
      int32_t t11 = sample->field.z;
      if (!RestDetector_detectsRest_force_field(t6, t7, t8, t9, t10, t11, &self->e8.rest)) {
        return;
      }
      Result_int32_int32_int32 t12 = RestDetector_mean(&self->e8.rest);
      sample->field.x = t12.e0;
      sample->field.y = t12.e1;
      sample->field.z = t12.e2;
      sample->specificForce.x = 0;
      sample->specificForce.y = 0;
      sample->specificForce.z = 0;
    }
    if (t1 == 2) {
      if (!t5) {
        if (!CalibrationMachine_isMotion(&sample->field, self)) {
          return;
        }
      }
      CalibrationMachine_fire(7, self);
    }
    switch ((uint32_t)GuidedFit_add(sample, &self->e11)) {
      case 2:
      case 3: {
        self->e8.rejected++;
        break;
      }
      default: {
        break;
      }
    }
    CalibrationMachine_follow(self);
    uint32_t count = DirectionCells_count_2(self->e8.coverage.words[0], self->e8.coverage.words[1],
        self->e8.coverage.words[2]);
    if (self->e8.cells < count) {
      self->e8.lastNews = time;
    }
    self->e8.cells = count;
    if (self->e8.isFinished != 0) {
      self->e8.isComplete = 1;
    } else {
      uint32_t t14 = CalibrationMachine_since(self->e8.lastNews, self);
      bool t15 = t14 >= 15000000u;
      self->e8.isComplete = (uint8_t)t15;
      if (!t15) {
        if (count >= self->e8.cellsAtLastSolve + 8 && self->e1 == 3) {
          goto L1;
        }
        return;
      }
    }
    if (self->e1 != 3) {
      return;
    }
L1:;
    uint32_t t16 = self->e8.sampleCount;
    if (self->e3 != 0) {
      if (t16 < 6) {
        return;
      }
    } else if (t16 < 12) {
      return;
    }
    CalibrationMachine_fire(8, self);
    return;
  }
  if (CalibrationState_isSolving(t1)) {
    self->e8.rejected++;
  }
  if (isOverflowed) {
    return;
  }
  CalibrationMachine_addInBackground(sample, self);
}

static bool CalibrationMachine_isRefitting(const CalibrationMachine *self) {
  if (self->e1 == 9) {
    if (self->e9.isAllowed != 0) {
      return self->e9.kept.count >= 8;
    }
    return false;
  }
  return false;
}

static void CalibrationMachine_tryBehind(CalibrationMachine *self) {
  int32_t t1 = self->e9.next;
  self->e9.next = add32(t1, 1);
  int32_t t2 = self->e9.kept.count;
  bool isOld = t1 < t2;
  Vector3 t8;
  uint32_t t5;
  uint32_t t6;
  uint32_t t7;
  if (isOld) {
    t5 = (uint32_t)self->e9.kept.samples[t1].x;
    t6 = (uint32_t)self->e9.kept.samples[t1].y;
    t7 = (uint32_t)self->e9.kept.samples[t1].z;
  } else {
    Result_int32_int32_int32_uint8 t3 = GuidedFit_heldOut(sub32(t1, t2), &self->e11);
    if (t3.e3 == 1) {
      if (self->e9.candidate[0] < self->e9.inUse[0]) {
        if (self->e9.candidate[1] < self->e9.inUse[1]) {
          CalibrationMachine_follow(self);
          self->e10 = self->e11.fit.outcome;
          CalibrationMachine_fire(22, self);
        }
      }
      CalibrationMachine_beginRefit(self);
      return;
    }
    t5 = (uint32_t)t3.e0;
    t6 = (uint32_t)t3.e1;
    t7 = (uint32_t)t3.e2;
  }
  t8.x = (int32_t)t5;
  t8.y = (int32_t)t6;
  t8.z = (int32_t)t7;
  uint32_t was = FitOutcome_deviation_of(&t8, &self->e10);
  uint32_t becomes = FitOutcome_deviation_of(&t8, &self->e11.fit.outcome);
  if (isOld) {
    self->e9.inUse[0] += was;
    self->e9.candidate[0] += becomes;
  } else {
    self->e9.inUse[1] += was;
    self->e9.candidate[1] += becomes;
  }
}

static Result_uint32_uint32_uint32 InlineArray_init_repeating_2(uint32_t t1) {
  int32_t t4[3];
  int32_t t2 = 0;
  for (;;) {
    int32_t t3 = t2 + 1;
    t4[t2] = (int32_t)t1;
    if (t3 == 3) {
      break;
    }
    t2 = t3;
  }
  Result_uint32_uint32_uint32 result;
  result.e0 = (uint32_t)t4[0];
  result.e1 = (uint32_t)t4[1];
  result.e2 = (uint32_t)t4[2];
  return result;
}

static void InlineArray_init_repeating_3(int32_t *t1, uint32_t t2) {
  int32_t t10[6];
  int32_t t3 = 0;
  for (;;) {
    int32_t t4 = t3 + 1;
    t10[t3] = (int32_t)t2;
    if (t4 == 6) {
      break;
    }
    t3 = t4;
  }
  uint32_t t5 = (uint32_t)t10[1];
  uint32_t t6 = (uint32_t)t10[2];
  uint32_t t7 = (uint32_t)t10[3];
  uint32_t t8 = (uint32_t)t10[4];
  uint32_t t9 = (uint32_t)t10[5];
  t1[0] = t10[0];
  t1[1] = (int32_t)t5;
  t1[2] = (int32_t)t6;
  t1[3] = (int32_t)t7;
  t1[4] = (int32_t)t8;
  t1[5] = (int32_t)t9;
}

static void InlineArray_init_repeating_4(int32_t *t1, uint32_t t2) {
  int32_t t9[5];
  int32_t t3 = 0;
  for (;;) {
    int32_t t4 = t3 + 1;
    t9[t3] = (int32_t)t2;
    if (t4 == 5) {
      break;
    }
    t3 = t4;
  }
  uint32_t t5 = (uint32_t)t9[1];
  uint32_t t6 = (uint32_t)t9[2];
  uint32_t t7 = (uint32_t)t9[3];
  uint32_t t8 = (uint32_t)t9[4];
  t1[0] = t9[0];
  t1[1] = (int32_t)t5;
  t1[2] = (int32_t)t6;
  t1[3] = (int32_t)t7;
  t1[4] = (int32_t)t8;
}

static void CalibrationMachine_workBehind(CalibrationMachine *self) {
  uint32_t t1 = (uint32_t)self->e9.phase;
  if (t1 == 2) {
    CalibrationMachine_tryBehind(self);
    return;
  }
  uint8_t t2 = GuidedFit_step(&self->e11);
  if (t2 == 2 && t1 == 1) {
    if (self->e11.fit.outcome.accepted != 0) {
      if (self->e11.fit.outcome.model >= self->e10.model) {
        uint16_t t3 = self->e10.predictedWorst;
        if ((uint16_t)(t3 - (uint16_t)(t3 >> 3)) >= self->e11.fit.outcome.predictedWorst) {
          self->e9.inUse[0] = 0;
          self->e9.inUse[1] = 0;
          self->e9.candidate[0] = 0;
          self->e9.candidate[1] = 0;
          self->e9.phase = 2;
          return;
        }
      }
    }
    CalibrationMachine_beginRefit(self);
    return;
  }
}

static bool CalibrationMachine_isEnough(const CalibrationMachine *self) {
  if (self->e10.accepted != 0) {
    if (self->e10.model == 4) {
      if (self->e10.grade == 3) {
        if (self->e3 != 0) {
          return true;
        }
        return self->e8.cells >= 72;
      }
      return false;
    }
    return false;
  }
  return false;
}

static void CalibrationMachine_conclude(CalibrationMachine *self) {
  CalibrationMachine_follow(self);
  self->e10 = self->e11.fit.outcome;
  uint8_t t1 = self->e10.model;
  uint32_t t2 = CalibrationMachine_since(self->e8.began, self);
  self->e8.duration = t2 / 1000;
  if (t1 == 0) {
    CalibrationMachine_fire((uint8_t)(self->e1 == 4 ? 13 : 14), self);
    return;
  }
  uint8_t t4;
  if (self->e1 == 4) {
    if (!CalibrationMachine_isEnough(self)) {
      t4 = 13;
      goto L1;
    }
  }
  t4 = 12;
L1:;
  CalibrationMachine_fire(t4, self);
}

static void CalibrationMachine_work_at(uint64_t now, CalibrationMachine *self) {
  self->e6 = (uint32_t)now;
  uint8_t t1 = self->e1;
  if (t1 == 6) {
    CalibrationMachine_fire((uint8_t)(self->e10.accepted != 0 ? 15 : 16), self);
    return;
  }
  if (CalibrationMachine_isRefitting(self)) {
    CalibrationMachine_workBehind(self);
    return;
  }
  if (CalibrationState_isSolving(t1)) {
    self->e8.slices++;
    CalibrationMachine_updatePercent(self);
    if (GuidedFit_step(&self->e11) == 2) {
      CalibrationMachine_conclude(self);
      return;
    }
    return;
  }
  if (CalibrationState_wantsSamples(t1)) {
    GuidedFit_step(&self->e11);
    return;
  }
}

static void CalibrationMachine_setCalibrated_at(bool isInUse, uint64_t now, CalibrationMachine *self) {
  self->e6 = (uint32_t)now;
  switch ((uint32_t)self->e1) {
    case 0:
    case 9: {
      if (!CalibrationMachine_fire((uint8_t)(isInUse ? 19 : 20), self)) {
        self->e5++;
      }
      break;
    }
    default: {
      break;
    }
  }
  self->e2 = (uint8_t)isInUse;
}

static uint8_t CalibrationMachine_collectingAdvice(const CalibrationMachine *self) {
  if (self->e10.model == 4) {
    if ((uint16_t)(self->e10.reasons & 0x430u) != 0) {
      return 4;
    }
    if (125 < self->e10.strayShare) {
      return 4;
    }
  }
  uint32_t t4;
  if (self->e3 != 0) {
    t4 = 1;
  } else {
    if (self->e8.cells < 16) {
      return 2;
    }
    t4 = 4;
  }
  uint32_t t1 = self->e8.coverage.words[0];
  uint32_t t2 = self->e8.coverage.words[1];
  uint32_t t3 = self->e8.coverage.words[2];
  uint8_t t6 = 3;
  int32_t index = 0;
  for (;;) {
    uint32_t word = index < 2 ? t1 : (index < 4 ? t2 : t3);
    uint32_t count = DirectionCells_count((index & 1) == 0 ? word & 0xffffu : word >> 16);
    bool t5 = count < t4;
    t6 = t5 ? (uint8_t)(16 + (uint8_t)index) : t6;
    index++;
    if (index >= 6) {
      return t6;
    }
    t4 = t5 ? count : t4;
  }
}

static Result_uint32_int32_int32_uint8 CalibrationMachine_reported(uint16_t index, const CalibrationMachine *self) {
  int32_t reason;
  int32_t reason2;
  if (14 < index) {
    bool old = index == 15;
    uint32_t inUse = self->e9.inUse[0];
    if (0 < inUse && self->e9.phase != 2) {
      uint8_t code;
      if (old) {
        code = 37;
        reason = (int32_t)self->e9.candidate[0];
        reason2 = (int32_t)inUse;
      } else {
        code = 38;
        reason = (int32_t)self->e9.candidate[1];
        reason2 = (int32_t)self->e9.inUse[1];
      }
      Result_uint32_int32_int32_uint8 result7;
      result7.e0 = (uint32_t)code;
      result7.e1 = reason;
      result7.e2 = reason2;
      result7.e3 = 0;
      return result7;
    }
    Result_uint32_int32_int32_uint8 result8;
    result8.e0 = 0;
    result8.e1 = 0;
    result8.e2 = 0;
    result8.e3 = 1;
    return result8;
  }
  if (0 < index) {
    Result_uint32_int32_int32_uint8 t1 = CalibrationMachine_reason_bit((uint16_t)(index - 1), self);
    Result_uint32_int32_int32_uint8 result9;
    result9.e0 = t1.e0;
    result9.e1 = t1.e1;
    result9.e2 = t1.e2;
    result9.e3 = t1.e3;
    return result9;
  }
  uint8_t reasonCode = self->e8.reason.code;
  if (reasonCode == 0) {
    Result_uint32_int32_int32_uint8 result10;
    result10.e0 = 0;
    result10.e1 = 0;
    result10.e2 = 0;
    result10.e3 = 1;
    return result10;
  }
  reason = self->e8.reason.measured;
  reason2 = self->e8.reason.limit;
  if (14 < reasonCode) {
    Result_uint32_int32_int32_uint8 result11;
    result11.e0 = (uint32_t)reasonCode;
    result11.e1 = reason;
    result11.e2 = reason2;
    result11.e3 = 0;
    return result11;
  }
  Result_uint32_int32_int32_uint8 result12;
  result12.e0 = 0;
  result12.e1 = 0;
  result12.e2 = 0;
  result12.e3 = 1;
  return result12;
}

#endif

#if !defined(BINNACLE_WITHOUT_MOTION)
static Result_uint32_uint32 InlineArray_init_repeating_5(uint32_t t1) {
  int32_t t4[2];
  int32_t t2 = 0;
  for (;;) {
    int32_t t3 = t2 + 1;
    t4[t2] = (int32_t)t1;
    if (t3 == 2) {
      break;
    }
    t2 = t3;
  }
  Result_uint32_uint32 result;
  result.e0 = (uint32_t)t4[0];
  result.e1 = (uint32_t)t4[1];
  return result;
}

#endif

#if !defined(BINNACLE_WITHOUT_CALIBRATION) && !defined(BINNACLE_WITHOUT_MOTION)
static void CalibrationMachine_reportTurn_at(uint64_t now, CalibrationMachine *self) {
  if (self->e1 == 2) {
    self->e6 = (uint32_t)now;
    CalibrationMachine_fire(7, self);
    return;
  }
}

static void CalibrationMachine_reportRest_at(uint64_t now, CalibrationMachine *self) {
  if (self->e1 == 2) {
    uint32_t t1 = (uint32_t)now;
    self->e6 = t1;
    self->e7 = t1;
    self->e8.hasFirst = 0;
    return;
  }
}

#endif

#if !defined(BINNACLE_WITHOUT_WORLD_MODEL)
static bool GeomagneticField___derived_struct_equals(const GeomagneticField *a, const GeomagneticField *b) {
  if (a->q8Nanotesla.x == b->q8Nanotesla.x) {
    if (a->q8Nanotesla.y == b->q8Nanotesla.y) {
      if (a->q8Nanotesla.z == b->q8Nanotesla.z) {
        if (a->horizontalQ8 == b->horizontalQ8) {
          if (a->totalQ8 == b->totalQ8) {
            uint32_t a2 = a->declination;
            uint32_t b2 = b->declination;
            uint8_t t1 = b->declinationIsNone;
            if (a->declinationIsNone == 1) {
              if (t1 != 1) {
                return false;
              }
            } else if (t1 == 1 || a2 != b2) {
              return false;
            }
            uint32_t a3 = a->dip;
            uint32_t b3 = b->dip;
            uint8_t t2 = b->dipIsNone;
            if (a->dipIsNone == 1) {
              if (t2 == 1) {
                return true;
              }
            } else if (t2 != 1 && a3 == b3) {
              return true;
            }
            return false;
          }
          return false;
        }
        return false;
      }
      return false;
    }
    return false;
  }
  return false;
}

#endif

#if !defined(BINNACLE_WITHOUT_CALIBRATION)
static uint8_t AxisPose_init_rawValue(uint8_t rawValue) {
  switch (rawValue) {
    case 0: {
      return 0;
    }
    case 1: {
      return 1;
    }
    case 2: {
      return 2;
    }
    case 3: {
      return 3;
    }
    case 4: {
      return 4;
    }
    case 5: {
      return 5;
    }
    default: {
      return 6;
    }
  }
}

#endif

/* ---- FixedPoint: Sources/Foundations/FixedPoint ------------------------------------------------------------------ */

static const uint8_t Zeros_table[32] = {
  31, 22, 30, 21, 18, 10, 29, 2, 20, 17, 15, 13, 9, 6, 28, 1, 23, 19, 11, 3, 16, 14, 7, 24, 12, 4, 8, 25, 5, 26, 27,
  0
};

/* ⌊`value` · `numerator` / `denominator` + ½⌋, exact for every product that fits 31 bits and sign. Beyond it the
   result
   is wrong without any sign of the error; `checked` detects it.
   
   - value: |`value` · `numerator`| ≤ 2^31 − 1.
   - numerator: positive.
   - denominator: positive, at most 2^30.
   - Returns: the quotient; halves go towards positive infinity.
   (Sources/Foundations/FixedPoint/Ratio.swift) */
static int32_t Ratio_exact_over(int32_t value, int32_t numerator, int32_t denominator) {
  int32_t product = mul32(numerator, value);
  if (denominator == 0) {
    NEVER();
  }
  if (product == INT32_MIN) {
    if (denominator == -1) {
      NEVER();
    }
  }
  int32_t quotient = product / denominator;
  int32_t remainder = sub32(product, mul32(denominator, quotient));
  if (remainder < 0) {
    if (mul32(add32(remainder, denominator), 2) >= denominator) {
      return quotient;
    }
    return sub32(quotient, 1);
  }
  if (mul32(remainder, 2) >= denominator) {
    return add32(quotient, 1);
  }
  return quotient;
}

/* (Sources/Foundations/FixedPoint/LeadingZeros.swift) */
static int32_t UInt32_leadingZeros(uint32_t self) {
  if (self == 0) {
    return 32;
  }
  uint32_t bits = self | (self >> 1);
  uint32_t bits2 = bits | (bits >> 2);
  uint32_t bits3 = bits2 | (bits2 >> 4);
  uint32_t bits4 = bits3 | (bits3 >> 8);
  return (int32_t)(uint32_t)Zeros_table[(130329821u * (bits4 | (bits4 >> 16))) >> 27];
}

/* The same, once in the image: it saves 80 bytes and costs a dozen cycles (embedded-swift.md, "Calls").
   (Sources/Foundations/FixedPoint/SquareRoot.swift) */
static Result_uint32_int32_uint32 RootOfWord_called(uint32_t radicand) {
  uint32_t top = radicand >> 16;
  uint32_t inverse = 69888u - ((19968 * top) >> 15);
  uint32_t inverse2 = (inverse * ((3221225472u - top * ((inverse * inverse) >> 16)) >> 16)) >> 15;
  uint32_t inverse3 = (inverse2 * ((3221225472u - top * ((inverse2 * inverse2) >> 16)) >> 16)) >> 15;
  uint32_t t1 = (inverse3 * ((3221225472u - top * ((inverse3 * inverse3) >> 16)) >> 16)) >> 15;
  uint32_t selfWhole = (t1 * top) >> 15;
  Result_uint32_int32_uint32 result;
  result.e0 = selfWhole;
  result.e1 = mul32((int32_t)t1, (int32_t)(radicand - selfWhole * selfWhole) >> 5) >> 17;
  result.e2 = t1;
  return result;
}

/* self + a·b, once in the image: 46 bytes, for 15 more cycles a product (embedded-swift.md, "Calls").
   as for `init(halves:_:)`; the sum has to fit.
   (Sources/Foundations/FixedPoint/LongProduct.swift) */
static int64_t Int64_adding_times(int32_t a, int32_t b, int64_t self) {
  int32_t lowerA = a & 0xffff;
  int32_t upperA = a >> 16;
  int32_t t1 = (int32_t)(int16_t)b;
  int32_t upperB = sub32(b, t1) >> 16;
  int32_t mixed = add32(t1 * upperA, upperB * lowerA);
  int32_t value = t1 * lowerA;
  int64_t t2 = add64(self, add64((int64_t)((uint64_t)((uint32_t)mixed << 16) | ((uint64_t)(uint32_t)(upperB * upperA
      + (mixed >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value));
  return t2;
}

/* (Sources/Foundations/FixedPoint/SquareRoot.swift) */
static uint32_t UInt64_approximateSquareRoot(uint64_t self) {
  if (self == 0) {
    return 0;
  }
  uint32_t t1;
  if ((uint32_t)(self >> 32) == 0) {
    t1 = 16;
    self = (uint64_t)(uint32_t)self << 32;
  } else {
    t1 = 0;
  }
  uint32_t t2 = (uint32_t)(self >> 32);
  uint32_t t3 = (uint32_t)UInt32_leadingZeros(t2);
  uint32_t more = t3 >> 1;
  uint32_t double_ = more + more;
  uint32_t t4 = double_ & 0x1fu;
  uint32_t t5 = (uint32_t)self;
  Result_uint32_int32_uint32 t6 = RootOfWord_called((uint32_t)(((uint64_t)(t5 << t4) | ((uint64_t)((t2 << t4)
      | ((t5 >> 1) >> ((31 - double_) & 0x1fu))) << 32)) >> 32));
  uint32_t t7 = (t6.e0 << 16) + (uint32_t)add32((int32_t)((uint32_t)t6.e1 << 6), 53);
  return (uint32_t)(t7 < 1073741824u ? 4294967295u : t7) >> ((t1 + more) & 0x1fu);
}

/* (Sources/Foundations/FixedPoint/SquareRoot.swift) */
static uint32_t UInt32_squareRoot(uint32_t self) {
  if (self == 0) {
    return 0;
  }
  uint32_t t1 = (uint32_t)UInt32_leadingZeros(self);
  uint32_t half = t1 >> 1;
  uint32_t radicand = self << ((half + half) & 0x1fu);
  Result_uint32_int32_uint32 t2 = RootOfWord_called(radicand);
  uint32_t root = t2.e0 + (uint32_t)(t2.e1 >> 10);
  int32_t rest = (int32_t)(radicand - root * root);
  uint32_t t3 = rest < 0 ? root - 1 : root;
  return ((int32_t)(t3 + t3) < rest ? t3 + 1 : t3) >> (half & 0x1fu);
}

/* (Sources/Foundations/FixedPoint/Reciprocal.swift) */
static uint32_t UInt32_normalisedReciprocal(uint32_t self) {
  uint32_t top = self >> 16;
  uint32_t line = top - 95951u;
  uint32_t rough = (uint32_t)((int32_t)(line * ((line * top) >> 16)) >> 15);
  uint32_t b = 0 - (uint32_t)((int32_t)(rough * ((rough * top) >> 16)) >> 15);
  uint32_t lowerA = self & 0xffffu;
  uint32_t lowerB = b & 0xffffu;
  uint32_t upperB = b >> 16;
  uint32_t t1 = lowerB * lowerA;
  uint32_t first = lowerB * top + (t1 >> 16);
  uint32_t second = upperB * lowerA + (first & 0xffffu);
  int64_t rest = (int64_t)(140737488355328ull - ((uint64_t)((second << 16) | (t1 & 0xffffu))
      | ((uint64_t)(upperB * top + (first >> 16) + (second >> 16)) << 32)));
  uint32_t t2 = (b << 16) + (uint32_t)(mul32((int32_t)b, (int32_t)(rest >> 20)) >> 11);
  return (uint32_t)(t2 < 2147483648u ? 4294967295u : t2);
}

#if !defined(BINNACLE_WITHOUT_CALIBRATION)
/* (Sources/Foundations/FixedPoint/SquareRoot.swift) */
static uint32_t UInt64_squareRoot(uint64_t self) {
  if (self == 0) {
    return 0;
  }
  uint32_t t1;
  if ((uint32_t)(self >> 32) == 0) {
    t1 = 16;
    self = (uint64_t)(uint32_t)self << 32;
  } else {
    t1 = 0;
  }
  uint32_t t2 = (uint32_t)(self >> 32);
  uint32_t t3 = (uint32_t)UInt32_leadingZeros(t2);
  uint32_t more = t3 >> 1;
  uint32_t double_ = more + more;
  uint32_t t4 = double_ & 0x1fu;
  uint32_t t5 = (uint32_t)self;
  uint64_t t6 = (uint64_t)(t5 << t4) | ((uint64_t)((t2 << t4) | ((t5 >> 1) >> ((31 - double_) & 0x1fu))) << 32);
  uint32_t raised = t1 + more;
  Result_uint32_int32_uint32 t7 = RootOfWord_called((uint32_t)(t6 >> 32));
  uint32_t t8 = (t7.e0 << 16) + (uint32_t)add32((int32_t)((uint32_t)t7.e1 << 6), 53);
  uint32_t b = (uint32_t)(t8 < 1073741824u ? 4294967295u : t8);
  uint32_t lowerA = b & 0xffffu;
  uint32_t upperA = b >> 16;
  uint32_t t9 = lowerA * upperA;
  uint32_t t10 = lowerA * lowerA;
  uint32_t first = t9 + (t10 >> 16);
  uint32_t second = t9 + (first & 0xffffu);
  int64_t rest = (int64_t)(t6 - ((uint64_t)((second << 16) | (t10 & 0xffffu)) | ((uint64_t)(upperA * upperA
      + (first >> 16) + (second >> 16)) << 32)));
  uint32_t b2 = b + (uint32_t)(mul32((int32_t)t7.e2, (int32_t)(rest >> 27)) >> 21);
  uint32_t lowerA2 = b2 & 0xffffu;
  uint32_t upperA2 = b2 >> 16;
  uint32_t t11 = lowerA2 * upperA2;
  uint32_t t12 = lowerA2 * lowerA2;
  uint32_t first2 = t11 + (t12 >> 16);
  uint32_t second2 = t11 + (first2 & 0xffffu);
  int64_t last = (int64_t)(t6 - ((uint64_t)((second2 << 16) | (t12 & 0xffffu)) | ((uint64_t)(upperA2 * upperA2
      + (first2 >> 16) + (second2 >> 16)) << 32)));
  if (last < 0) {
    b2--;
  } else if (((uint64_t)b2 << 1) < (uint64_t)last) {
    b2++;
  }
  return b2 >> (raised & 0x1fu);
}

#endif

/* ---- Quantities: Sources/Foundations/Quantities ------------------------------------------------------------------ */

/* Days from 2000-01-01 to 1 January; year ≥ 1. (Sources/Foundations/Quantities/CalendarDay.swift) */
static int32_t CalendarDay_firstDay_ofYear(int32_t year) {
  uint32_t past = (uint32_t)sub32(year, 1);
  uint32_t centuries = past / 100;
  return sub32((int32_t)(365 * past + (past >> 2) - centuries + (centuries >> 2)), 730119);
}

/* Days of the year before the month 1…13. (Sources/Foundations/Quantities/CalendarDay.swift) */
static int32_t CalendarDay_daysBefore_month_isLeap(int32_t month, bool isLeap) {
  if (2 >= month) {
    return mul32(31, sub32(month, 1));
  }
  return add32(sub32(mul32(153, month), 457) / 5, (int32_t)(isLeap ? 60 : 59));
}

/* The day with this date, or `nil` when there is none (month 13, 29 February 2025) or the year is outside 1…9999.
   (Sources/Foundations/Quantities/CalendarDay.swift) */
static Result_int32_uint8 CalendarDay_init_year_month_day(int32_t year, int32_t month, int32_t day) {
  if (year >= 1 && 9999 >= year && month >= 1 && 12 >= month && day >= 1) {
    int32_t t1 = CalendarDay_firstDay_ofYear(add32(year, 1));
    int32_t t2 = CalendarDay_firstDay_ofYear(year);
    bool t3 = sub32(t1, t2) == 366;
    int32_t before = CalendarDay_daysBefore_month_isLeap(month, t3);
    int32_t t4 = CalendarDay_daysBefore_month_isLeap(add32(month, 1), t3);
    if (sub32(t4, before) >= day) {
      Result_int32_uint8 result4;
      result4.e0 = sub32(add32(add32(t2, before), day), 1);
      result4.e1 = 0;
      return result4;
    }
    Result_int32_uint8 result5;
    result5.e0 = 0;
    result5.e1 = 1;
    return result5;
  }
  Result_int32_uint8 result6;
  result6.e0 = 0;
  result6.e1 = 1;
  return result6;
}

#if !defined(BINNACLE_WITHOUT_WORLD_MODEL)
/* The year, the day in it from 0, and the number of days in the year: year + day/length is the decimal year.
   
   Correct for the years 1…9999; a day outside them counts as the nearest day inside.
   (Sources/Foundations/Quantities/CalendarDay.swift) */
static Result_int32_int32_int32 CalendarDay_dayOfYear(int32_t self) {
  int32_t t1 = CalendarDay_firstDay_ofYear(1);
  int32_t t2 = t1 >= self ? t1 : self;
  int32_t t3 = CalendarDay_firstDay_ofYear(10000);
  int32_t t4 = sub32(t3, 1);
  int32_t day = t4 < t2 ? t4 : t2;
  int32_t year = add32(1, (int32_t)((4 * (uint32_t)add32(day, 730119)) / 1461));
  int32_t t5 = add32(year, 1);
  int32_t t6 = CalendarDay_firstDay_ofYear(t5);
  int32_t t7 = day >= t6 ? t5 : year;
  int32_t first = CalendarDay_firstDay_ofYear(t7);
  int32_t t8 = CalendarDay_firstDay_ofYear(add32(t7, 1));
  Result_int32_int32_int32 result;
  result.e0 = t7;
  result.e1 = sub32(day, first);
  result.e2 = sub32(t8, first);
  return result;
}

#endif

/* The remap with these axes, or `nil` when they are not perpendicular to each other.
   (Sources/Foundations/Quantities/AxisRemap.swift) */
static uint32_t AxisRemap_init_forward_right(uint8_t forward, uint8_t right) {
  uint8_t t1 = (uint8_t)(forward >> 1);
  uint8_t t2 = (uint8_t)(right >> 1);
  uint32_t t3;
  if (t1 != t2) {
    uint8_t selfDown = (uint8_t)((uint8_t)(2 * (uint32_t)(uint8_t)((uint8_t)(3 - t1) - t2))
        + (uint8_t)(((t2 != (uint8_t)(t1 == 2 ? 0 : (uint8_t)(t1
        + 1))) != ((uint8_t)(forward & 1) == 1)) != ((uint8_t)(right & 1) == 1) ? 1 : 0));
    t3 = (uint32_t)(((uint32_t)((uint32_t)(uint32_t)selfDown << 16) & 0xffffffu)
        | (uint32_t)(((uint32_t)((uint32_t)(uint32_t)right << 8) & 0xffffffu) | (uint32_t)forward));
  } else {
    t3 = 6;
  }
  return (uint32_t)t3;
}

/* The first coefficient beyond ±45°; `nil` when the card can be used.
   (Sources/Foundations/Quantities/DeviationCard.swift) */
static Result_int32_uint8 DeviationCard_invalid(const DeviationCard *left) {
  int32_t d = left->e;
  int32_t c = left->d;
  int32_t b = left->c;
  int32_t a = left->b;
  int32_t t4 = left->a;
  int32_t t1 = 0;
  for (;;) {
    if (t1 < 0 || t1 >= 5) {
      NEVER();
    }
    int32_t t2 = t1 + 1;
    if (sadd_overflows32(t1, 1)) {
      NEVER();
    }
    uint32_t t3;
    if (t4 < 0) {
      t3 = 0 - (uint32_t)t4 - 1 + 1;
    } else {
      t3 = (uint32_t)t4;
    }
    if (536870912u < t3) {
      Result_int32_uint8 result3;
      result3.e0 = t4;
      result3.e1 = 0;
      return result3;
    }
    if (t2 == 5) {
      Result_int32_uint8 result4;
      result4.e0 = 0;
      result4.e1 = 1;
      return result4;
    }
    t4 = a;
    a = b;
    b = c;
    c = d;
    d = 0;
    t1 = t2;
  }
}

/* What the chip measures; `.none` for no chip and for an unknown one.
   (Sources/Foundations/Quantities/SensorTable.swift) */
static uint8_t SensorChip_kind(uint8_t self) {
  switch (self) {
    case 30:
    case 10:
    case 14:
    case 16:
    case 18:
    case 21: {
      return 3;
    }
    case 1:
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
    case 11:
    case 12:
    case 19:
    case 22:
    case 23:
    case 24:
    case 25:
    case 26: {
      return 1;
    }
    case 2:
    case 4:
    case 9:
    case 13:
    case 15:
    case 17:
    case 20:
    case 27:
    case 28:
    case 29: {
      return 2;
    }
    default: {
      return 0;
    }
  }
}

/* Whether every component lies within ±`limit`.
   limit: at most 2^31 − 1.
   (Sources/Foundations/Quantities/Vectors.swift) */
static bool Vector3_isWithin(uint32_t limit, uint32_t selfX, uint32_t selfY, uint32_t selfZ) {
  uint32_t width = limit + limit;
  if (width < selfX + limit) {
    return false;
  }
  if (width < selfY + limit) {
    return false;
  }
  return width >= selfZ + limit;
}

/* (Sources/Foundations/Quantities/AxisRemap.swift) */
static int32_t AxisRemap_pick(uint8_t axis, int32_t vX, int32_t vY, int32_t vZ) {
  switch ((uint8_t)(axis >> 1)) {
    case 0: {
      vZ = vX;
      break;
    }
    case 1: {
      vZ = vY;
      break;
    }
    default: {
      break;
    }
  }
  return (uint8_t)(axis & 1) == 1 ? (int32_t)(vZ == INT32_MIN ? 2147483647 : sub32(0, vZ)) : vZ;
}

/* The vector `sensor` in the body frame. `Int32.min` saturates when negated.
   (Sources/Foundations/Quantities/AxisRemap.swift) */
static Result_int32_int32_int32 AxisRemap_body(int32_t sensorX, int32_t sensorY, int32_t sensorZ, uint32_t t1) {
  int32_t x = AxisRemap_pick((uint8_t)t1, sensorX, sensorY, sensorZ);
  int32_t y = AxisRemap_pick((uint8_t)(t1 >> 8), sensorX, sensorY, sensorZ);
  int32_t z = AxisRemap_pick((uint8_t)(t1 >> 16), sensorX, sensorY, sensorZ);
  Result_int32_int32_int32 result;
  result.e0 = x;
  result.e1 = y;
  result.e2 = z;
  return result;
}

/* (Sources/Foundations/Quantities/AxisRemap.swift) */
static void AxisRemap_put_on(int32_t value, uint8_t axis, Vector3 *t1) {
  int32_t signed_ = (uint8_t)(axis & 1) == 1 ? (int32_t)(value == INT32_MIN ? 2147483647 : sub32(0, value)) : value;
  switch ((uint8_t)(axis >> 1)) {
    case 0: {
      t1->x = signed_;
      return;
    }
    case 1: {
      t1->y = signed_;
      return;
    }
    default: {
      t1->z = signed_;
      return;
    }
  }
}

/* Microseconds from `earlier` to `self`, limited to 0…2^32 − 1 (71 minutes). A clock that ran backwards gives 0.
   (Sources/Foundations/Quantities/Instant.swift) */
static uint32_t Instant_elapsed_since(uint64_t earlier, uint64_t self) {
  if (earlier >= self) {
    return 0;
  }
  uint64_t difference = self - earlier;
  return (uint32_t)(4294967295u < difference ? 4294967295u : (uint32_t)difference);
}

/* The vector, shifted so that its largest component has `bits` bits and a sign. Bits that are shifted out are lost.
   Zero stays zero.
   bits: 1…31.
   (Sources/Foundations/Quantities/Vectors.swift) */
static Result_int32_int32_int32 Vector3_mantissa_bits(int32_t bits, int32_t selfX, int32_t selfY, int32_t selfZ) {
  uint32_t t1;
  if (selfX < 0) {
    t1 = 0 - (uint32_t)selfX - 1 + 1;
  } else {
    t1 = (uint32_t)selfX;
  }
  uint32_t t2;
  if (selfY < 0) {
    t2 = 0 - (uint32_t)selfY - 1 + 1;
  } else {
    t2 = (uint32_t)selfY;
  }
  uint32_t t3;
  if (selfZ < 0) {
    t3 = 0 - (uint32_t)selfZ - 1 + 1;
  } else {
    t3 = (uint32_t)selfZ;
  }
  int32_t t4 = UInt32_leadingZeros(t1 | t2 | t3);
  int32_t right = sub32(sub32(32, bits), t4);
  if (right >= 0) {
    int32_t t5 = right & 0x1f;
    Result_int32_int32_int32 result3;
    result3.e0 = selfX >> (uint32_t)t5;
    result3.e1 = selfY >> (uint32_t)t5;
    result3.e2 = selfZ >> (uint32_t)t5;
    return result3;
  }
  int32_t t6 = sub32(0, right) & 0x1f;
  Result_int32_int32_int32 result4;
  result4.e0 = (int32_t)((uint32_t)selfX << (uint32_t)t6);
  result4.e1 = (int32_t)((uint32_t)selfY << (uint32_t)t6);
  result4.e2 = (int32_t)((uint32_t)selfZ << (uint32_t)t6);
  return result4;
}

/* Each component limited to ±`limit`.
   limit: not negative.
   (Sources/Foundations/Quantities/Vectors.swift) */
static Result_int32_int32_int32 Vector3_limited_to(int32_t limit, int32_t selfX, int32_t selfY, int32_t selfZ) {
  int32_t t1 = sub32(0, limit);
  int32_t t2 = sub32(0, limit);
  int32_t t3 = sub32(0, limit);
  Result_int32_int32_int32 result;
  result.e0 = limit < selfX ? limit : (selfX < t1 ? t1 : selfX);
  result.e1 = limit < selfY ? limit : (selfY < t2 ? t2 : selfY);
  result.e2 = limit < selfZ ? limit : (selfZ < t3 ? t3 : selfZ);
  return result;
}

/* The same as a function. It only reads `b`, whose address takes one register where the vector takes three.
   (Sources/Foundations/Quantities/Vectors.swift) */
static int64_t Int64_init_dot_2(int32_t aX, int32_t aY, int32_t aZ, const Vector3 *b) {
  int64_t t1 = Int64_adding_times(aX, b->x, 0);
  int64_t t2 = Int64_adding_times(aY, b->y, t1);
  int32_t t3 = b->z;
  return Int64_adding_times(aZ, t3, t2);
}

#if !defined(BINNACLE_WITHOUT_CALIBRATION)
/* Marks a cell, 0…95. (Sources/Foundations/Quantities/DirectionCells.swift) */
static void DirectionCells_insert(uint8_t cell, DirectionCells *self) {
  uint32_t bit = (uint32_t)1 << ((uint32_t)(uint8_t)(cell & 0x1fu) & 0x1fu);
  if (cell < 32) {
    self->words[0] |= bit;
    return;
  }
  if (cell < 64) {
    self->words[1] |= bit;
    return;
  }
  self->words[2] |= bit;
}

/* Whether a cell, 0…95, was seen. (Sources/Foundations/Quantities/DirectionCells.swift) */
static bool DirectionCells_hasCell(uint8_t cell, uint32_t selfWords, uint32_t self, uint32_t self2) {
  return ((cell < 32 ? selfWords : (cell < 64 ? self
      : self2)) & ((uint32_t)1 << ((uint32_t)(uint8_t)(cell & 0x1fu) & 0x1fu))) != 0;
}

/* The remap with this number, or `nil` beyond 23. (Sources/Foundations/Quantities/AxisRemap.swift) */
static uint32_t AxisRemap_init_rawValue(uint8_t rawValue) {
  uint32_t t2;
  if (rawValue < 24) {
    uint8_t forward = (uint8_t)(rawValue >> 2);
    uint8_t index = (uint8_t)(rawValue & 3);
    uint32_t t1 = AxisRemap_init_forward_right(forward, index >= (uint8_t)(forward & 6) ? (uint8_t)(index + 2) : index);
    t2 = t1 & 0xffffffu;
    if ((uint32_t)(t2 & 0xffu) != 6) {
      goto L1;
    }
  }
  t2 = 6;
L1:;
  return (uint32_t)t2;
}

#endif

/* ---- IntegerTrigonometry: Sources/Foundations/IntegerTrigonometry ------------------------------------------------ */

static const uint32_t Precise_arctangent[65] = {
  0, 42719353u, 85417861u, 128074739u, 170669324u, 213181134u, 255589927u, 297875755u, 340019024u, 382000541u,
  423801562u, 465403846u, 506789690u, 547941971u, 588844181u, 629480462u, 669835629u, 709895197u, 749645397u,
  789073198u, 828166314u, 866913213u, 905303124u, 943326033u, 980972688u, 1018234587u, 1055103973u, 1091573821u,
  1127637829u, 1163290394u, 1198526605u, 1233342215u, 1267733622u, 1301697852u, 1335232527u, 1368335849u,
  1401006571u, 1433243970u, 1465047826u, 1496418395u, 1527356380u, 1557862909u, 1587939507u, 1617588076u,
  1646810863u, 1675610441u, 1703989687u, 1731951753u, 1759500051u, 1786638228u, 1813370146u, 1839699863u,
  1865631615u, 1891169797u, 1916318946u, 1941083724u, 1965468907u, 1989479364u, 2013120049u, 2036395985u,
  2059312252u, 2081873977u, 2104086323u, 2125954478u, 2147483648u
};

static const uint8_t Precise_eightfoldZeros[32] = {
  248, 176, 240, 168, 144, 80, 232, 16, 160, 136, 120, 104, 72, 48, 224, 8, 184, 152, 88, 24, 128, 112, 56, 192, 96,
  32, 64, 200, 40, 208, 216, 0
};

static const uint32_t Tiny_arctangent[7] = {
  316933406u, 167458907u, 85004756u, 42667331u, 21354465u, 10679838u, 5340245u
};

static const uint32_t Sines_table[65] = {
  0, 52701887u, 105372028u, 157978697u, 210490206u, 262874923u, 315101295u, 367137861u, 418953276u, 470516330u,
  521795963u, 572761285u, 623381598u, 673626408u, 723465451u, 772868706u, 821806413u, 870249095u, 918167572u,
  965532978u, 1012316784u, 1058490808u, 1104027237u, 1148898640u, 1193077991u, 1236538675u, 1279254516u,
  1321199781u, 1362349204u, 1402678000u, 1442161874u, 1480777044u, 1518500250u, 1555308768u, 1591180426u,
  1626093616u, 1660027308u, 1692961062u, 1724875040u, 1755750017u, 1785567396u, 1814309216u, 1841958164u,
  1868497586u, 1893911494u, 1918184581u, 1941302225u, 1963250501u, 1984016189u, 2003586779u, 2021950484u,
  2039096241u, 2055013723u, 2069693342u, 2083126254u, 2095304370u, 2106220352u, 2115867626u, 2124240380u,
  2131333572u, 2137142927u, 2141664948u, 2144896910u, 2146836866u, 2147483648u
};

/* The angle of (x, y), counter-clockwise from the x axis; `nil` for the zero vector. Every pair of Int32 is
   allowed.
   (Sources/Foundations/IntegerTrigonometry/PreciseAngle.swift) */
static Result_uint32_uint8 Cordic_Precise_angle_y_x(int32_t y, int32_t x) {
  bool t1 = x < 0;
  uint32_t value;
  if (t1) {
    value = 0 - (uint32_t)x - 1 + 1;
  } else {
    value = (uint32_t)x;
  }
  uint32_t first;
  uint32_t t2;
  uint32_t t3;
  uint32_t t4;
  if (y < 0) {
    first = 0 - (uint32_t)y - 1 + 1;
    if (t1) {
      if (value < first) {
        t3 = 2147483648u;
        goto L1;
      }
      if (value == 0) {
        Result_uint32_uint8 result6;
        result6.e0 = 0;
        result6.e1 = 1;
        return result6;
      }
      t4 = 2147483648u;
      goto L2;
    }
    if (value >= first) {
      if (value == 0) {
        Result_uint32_uint8 result7;
        result7.e0 = 0;
        result7.e1 = 1;
        return result7;
      }
      t4 = 1;
      goto L2;
    }
    t2 = 1;
  } else {
    if (!t1) {
      if (value < (uint32_t)y) {
        t3 = 0;
        first = (uint32_t)y;
        goto L1;
      }
      if (value == 0) {
        Result_uint32_uint8 result9;
        result9.e0 = 0;
        result9.e1 = 1;
        return result9;
      }
      t4 = 0;
      first = (uint32_t)y;
      goto L2;
    }
    if (value >= (uint32_t)y) {
      if (value == 0) {
        Result_uint32_uint8 result8;
        result8.e0 = 0;
        result8.e1 = 1;
        return result8;
      }
      t4 = 2147483649u;
      first = (uint32_t)y;
      goto L2;
    }
    t2 = 2147483649u;
    first = (uint32_t)y;
  }
  t4 = t2 - 1073741825u;
  uint32_t old_first;
  old_first = first;
  first = value;
  value = old_first;
  goto L2;
L1:;
  t4 = t3 + 1073741825u;
  uint32_t old_first2;
  old_first2 = first;
  first = value;
  value = old_first2;
L2:;
  uint32_t bits = value | (value >> 1);
  uint32_t bits2 = bits | (bits >> 2);
  uint32_t bits3 = bits2 | (bits2 >> 4);
  uint32_t bits4 = bits3 | (bits3 >> 8);
  uint32_t t5 = ((uint32_t)Precise_eightfoldZeros[(130329821u * (bits4 | (bits4 >> 16))) >> 27] >> 3) & 0x1fu;
  uint32_t large = value << t5;
  uint32_t small = first << t5;
  uint32_t value2 = large >> 16;
  uint32_t line = value2 - 95951u;
  uint32_t i = (20971520u - (uint32_t)((int32_t)(line * ((line * value2) >> 16)) >> 15) * (small >> 16)) >> 25;
  uint32_t t6 = large >> 1;
  uint32_t along = t6 + (small >> 7) * i;
  int32_t beside = (int32_t)(t6 * i - ((small >> 1) << 6)) >> 6;
  bool t7 = (int32_t)along >= 0;
  int32_t t8 = t7 ? (int32_t)((uint32_t)beside << 1) : beside;
  uint32_t t9 = t7 ? along << 1 : along;
  uint32_t value3 = t9 >> 16;
  uint32_t line2 = value3 - 95951u;
  uint32_t rough = (uint32_t)((int32_t)(line2 * ((line2 * value3) >> 16)) >> 15);
  int32_t inverse = (int32_t)(rough * ((rough * value3) >> 16)) >> 15;
  int32_t first2 = mul32(inverse, t8 >> 12) >> 19;
  int32_t remainder = add32(mul32(2670176 - (mul32(217, first2 * first2) >> 20), first2), (10430 * (mul32(inverse,
      add32((int32_t)((uint32_t)t8 << 12), mul32((int32_t)(t9 >> 4), first2)) >> 13) >> 14)) >> 8);
  Result_uint32_uint8 result10;
  result10.e0 = (((Precise_arctangent[i] + (uint32_t)(remainder >> 6)) >> 2) ^ (0 - (t4 & 1))) + t4;
  result10.e1 = 0;
  return result10;
}

/* The angle of (x, y), counter-clockwise from the x axis; `nil` for the zero vector. Every pair of Int32 is
   allowed.
   (Sources/Foundations/IntegerTrigonometry/MultiplierlessAngle.swift) */
static Result_uint32_uint8 Cordic_Multiplierless_angle_y_x(int32_t y, int32_t x) {
  bool t1 = x < 0;
  uint32_t octant2;
  if (t1) {
    octant2 = 0 - (uint32_t)x - 1 + 1;
  } else {
    octant2 = (uint32_t)x;
  }
  uint32_t octant;
  uint32_t octant3;
  uint32_t t2;
  uint32_t t3;
  if (y < 0) {
    octant = 0 - (uint32_t)y - 1 + 1;
    if (t1) {
      if (octant2 < octant) {
        t3 = 2147483648u;
        goto L1;
      }
      if (octant2 == 0) {
        Result_uint32_uint8 result6;
        result6.e0 = 0;
        result6.e1 = 1;
        return result6;
      }
      if (octant2 < 4194304u) {
        octant3 = 2147483648u;
        goto L2;
      }
      if (octant2 >= 1073741824u) {
        octant3 = 2147483648u;
        goto L3;
      }
      y = (int32_t)octant;
      octant3 = 2147483648u;
      goto L4;
    }
    if (octant2 >= octant) {
      if (octant2 == 0) {
        Result_uint32_uint8 result7;
        result7.e0 = 0;
        result7.e1 = 1;
        return result7;
      }
      if (octant2 < 4194304u) {
        octant3 = 1;
        goto L2;
      }
      if (octant2 >= 1073741824u) {
        octant3 = 1;
        goto L3;
      }
      y = (int32_t)octant;
      octant3 = 1;
      goto L4;
    }
    t2 = 1;
  } else {
    if (!t1) {
      if (octant2 < (uint32_t)y) {
        t3 = 0;
        octant = (uint32_t)y;
        goto L1;
      }
      if (octant2 == 0) {
        Result_uint32_uint8 result9;
        result9.e0 = 0;
        result9.e1 = 1;
        return result9;
      }
      if (octant2 < 4194304u) {
        octant3 = 0;
        octant = (uint32_t)y;
        goto L2;
      }
      if (octant2 >= 1073741824u) {
        octant = (uint32_t)y;
        octant3 = 0;
        goto L3;
      }
      octant3 = 0;
      goto L4;
    }
    if (octant2 >= (uint32_t)y) {
      if (octant2 == 0) {
        Result_uint32_uint8 result8;
        result8.e0 = 0;
        result8.e1 = 1;
        return result8;
      }
      if (octant2 < 4194304u) {
        octant3 = 2147483649u;
        octant = (uint32_t)y;
        goto L2;
      }
      if (octant2 >= 1073741824u) {
        octant = (uint32_t)y;
        octant3 = 2147483649u;
        goto L3;
      }
      octant3 = 2147483649u;
      goto L4;
    }
    t2 = 2147483649u;
    octant = (uint32_t)y;
  }
  octant3 = t2 - 1073741825u;
  goto L5;
L1:;
  octant3 = t3 + 1073741825u;
L5:;
  if (octant >= 4194304u) {
    goto L6;
  }
  uint32_t old_octant;
  old_octant = octant;
  octant = octant2;
  octant2 = old_octant;
L2:;
  for (;;) {
    octant2 <<= 8;
    octant <<= 8;
    if (octant2 >= 4194304u) {
      uint32_t old_octant2 = octant2;
      octant2 = octant;
      octant = old_octant2;
      break;
    }
  }
L6:;
  if (octant < 1073741824u) {
    y = (int32_t)octant2;
    octant2 = octant;
    goto L4;
  }
  uint32_t old_octant3;
  old_octant3 = octant;
  octant = octant2;
  octant2 = old_octant3;
L3:;
  y = (int32_t)(octant >> 2);
  octant2 >>= 2;
L4:;
  int32_t sign = y >> 31;
  int32_t t4 = sub32(y, sub32(((int32_t)octant2 >> 1) ^ sign, sign));
  int32_t t5 = add32((int32_t)octant2, sub32((y >> 1) ^ sign, sign));
  int32_t sign2 = t4 >> 31;
  int32_t t6 = sub32(t4, sub32((t5 >> 2) ^ sign2, sign2));
  int32_t t7 = add32(t5, sub32((t4 >> 2) ^ sign2, sign2));
  int32_t sign3 = t6 >> 31;
  int32_t t8 = sub32(t6, sub32((t7 >> 3) ^ sign3, sign3));
  int32_t t9 = add32(t7, sub32((t6 >> 3) ^ sign3, sign3));
  int32_t sign4 = t8 >> 31;
  int32_t t10 = sub32(t8, sub32((t9 >> 4) ^ sign4, sign4));
  int32_t t11 = add32(t9, sub32((t8 >> 4) ^ sign4, sign4));
  int32_t sign5 = t10 >> 31;
  int32_t sum = add32(add32(add32(add32(sub32(316933406 ^ sign, sign), sub32(167458907 ^ sign2, sign2)),
      sub32(85004756 ^ sign3, sign3)), sub32(42667331 ^ sign4, sign4)), sub32(21354465 ^ sign5, sign5));
  int32_t along = add32(t11, sub32((t10 >> 5) ^ sign5, sign5)) >> 6;
  uint32_t rounds = 4;
  int32_t quotient = 0;
  int32_t t12 = sub32(t10, sub32((t11 >> 5) ^ sign5, sign5));
  for (;;) {
    int32_t sign6 = t12 >> 31;
    int32_t t13 = add32(add32(add32(add32(quotient, quotient), 1), sign6), sign6);
    int32_t t14 = (int32_t)((uint32_t)sub32(t12, sub32(along ^ sign6, sign6)) << 1);
    int32_t sign7 = t14 >> 31;
    int32_t t15 = add32(add32(add32(add32(t13, t13), 1), sign7), sign7);
    int32_t t16 = (int32_t)((uint32_t)sub32(t14, sub32(along ^ sign7, sign7)) << 1);
    int32_t sign8 = t16 >> 31;
    quotient = add32(add32(add32(add32(t15, t15), 1), sign8), sign8);
    rounds--;
    if (rounds == 0) {
      break;
    }
    t12 = (int32_t)((uint32_t)sub32(t16, sub32(along ^ sign8, sign8)) << 1);
  }
  int32_t scaled = (int32_t)((uint32_t)quotient << 13);
  uint32_t t17 = (uint32_t)add32(sum, sub32(sub32((scaled >> 1) + (scaled >> 3) + (scaled >> 7) + (scaled >> 8),
      quotient), quotient)) ^ (0 - (octant3 & 1));
  Result_uint32_uint8 result10;
  result10.e0 = t17 + octant3;
  result10.e1 = 0;
  return result10;
}

/* The angle of (x, y), counter-clockwise from the x axis; `nil` for the zero vector. Every pair of Int32 is
   allowed.
   (Sources/Foundations/IntegerTrigonometry/TinyAngle.swift) */
static Result_uint32_uint8 Cordic_Tiny_angle_y_x(int32_t y, int32_t x) {
  bool t1 = ((uint32_t)(x ^ (x >> 31)) | (uint32_t)(y ^ (y >> 31))) >= 268435456u;
  int32_t t2 = t1 ? y >> 3 : y;
  int32_t t3 = t1 ? x >> 3 : x;
  if ((t3 | t2) == 0) {
    Result_uint32_uint8 result3;
    result3.e0 = 0;
    result3.e1 = 1;
    return result3;
  }
  bool t4 = t3 < 0;
  uint32_t sum = (uint32_t)(t4 ? 2147483648u : 0);
  int32_t y2 = t4 ? sub32(0, t2) : t2;
  int32_t x2 = t4 ? sub32(0, t3) : t3;
  if (((uint32_t)(x2 ^ (x2 >> 31)) | (uint32_t)(y2 ^ (y2 >> 31))) < 134217728u) {
    do {
      x2 = (int32_t)((uint32_t)x2 << 1);
      y2 = (int32_t)((uint32_t)y2 << 1);
    } while (((uint32_t)(x2 ^ (x2 >> 31)) | (uint32_t)(y2 ^ (y2 >> 31))) < 134217728u);
  }
  uint32_t t5 = 536870912u;
  int32_t count = 0;
  for (;;) {
    int32_t sign = y2 >> 31;
    int32_t t6 = count & 0x1f;
    int32_t beside = sub32(y2, sub32((x2 >> (uint32_t)t6) ^ sign, sign));
    x2 = add32(x2, sub32((y2 >> (uint32_t)t6) ^ sign, sign));
    sum = sum + ((t5 ^ (uint32_t)sign) - (uint32_t)sign);
    if (count < 7) {
      t5 = Tiny_arctangent[count];
    } else {
      t5 >>= 1;
    }
    count++;
    if (count >= 20) {
      Result_uint32_uint8 result4;
      result4.e0 = sum;
      result4.e1 = 0;
      return result4;
    }
    y2 = beside;
  }
}

/* Sine and cosine of an angle in Q30, −2^30…2^30.
   
   - Returns: each within 1.5e-9 of the exact value (1.6 units); quarter turns are exact, and an angle that is a
   quarter turn larger has the same two numbers exchanged, one of them negated.
   (Sources/Foundations/IntegerTrigonometry/SineCosine.swift) */
static Result_int32_int32 Cordic_sineCosine(uint32_t angle) {
  uint32_t within = angle & 0x3fffffffu;
  uint32_t t1 = (within + 8388608u) >> 24;
  uint32_t t2 = Sines_table[t1];
  uint32_t t3 = Sines_table[64 - (int32_t)t1];
  int64_t self = Int64_adding_times(1686629713, (int32_t)((within - (t1 << 24)) << 6), 0);
  int32_t t4 = (int32_t)((uint64_t)self >> 32);
  int64_t self2 = Int64_adding_times(t4, t4, 0);
  int32_t square = (int32_t)((uint64_t)self2 >> 32);
  int32_t short_ = square >> 8;
  int32_t sine = sub32(t4, (10923 * (mul32(short_, t4 >> 12) >> 16)) >> 16);
  int32_t versine = (square >> 3) - (int32_t)((43 * ((uint32_t)mul32(short_, short_) >> 16)) >> 16);
  int32_t a = (int32_t)(t2 >> 1);
  int32_t b = (int32_t)(t3 >> 1);
  int64_t t5 = Int64_adding_times(b, sine, 0);
  int64_t self3 = Int64_adding_times(a, -versine, t5);
  int64_t t6 = Int64_adding_times(a, sine, 0);
  int64_t self4 = Int64_adding_times(b, versine, t6);
  int32_t half = (int32_t)angle >> 31;
  int32_t sine2 = sub32((int32_t)((t2 + (uint32_t)(add32((int32_t)((uint64_t)self3 >> 32), 1) >> 1) + 1) >> 1) ^ half,
      half);
  int32_t cosine = sub32((int32_t)((t3 - (uint32_t)(add32((int32_t)((uint64_t)self4 >> 32), 1) >> 1) + 1) >> 1) ^ half,
      half);
  bool t7 = (angle & 0x40000000u) == 0;
  Result_int32_int32 result;
  result.e0 = t7 ? sine2 : cosine;
  result.e1 = t7 ? cosine : sub32(0, sine2);
  return result;
}


/* ---- Correction: Sources/Compass/Correction ---------------------------------------------------------------------- */

/* (Sources/Compass/Correction/CalibrationRecord.swift) */
static void CalibrationRecord_init(CalibrationRecord *t1) {
  t1->header = 3623961410u;
  t1->sensorChip = 0;
  t1->order = 0;
  t1->grade = 0;
  t1->flags = 0;
  t1->sensorSerial = 0;
  t1->dateValue = 0;
  t1->temperatureValue = 0;
  t1->sampleCount = 0;
  t1->hardIron.x = 0;
  t1->hardIron.y = 0;
  t1->hardIron.z = 0;
  t1->softIron.rows[0].x = 16777216;
  t1->softIron.rows[0].y = 0;
  t1->softIron.rows[0].z = 0;
  t1->softIron.rows[1].x = 0;
  t1->softIron.rows[1].y = 16777216;
  t1->softIron.rows[1].z = 0;
  t1->softIron.rows[2].x = 0;
  t1->softIron.rows[2].y = 0;
  t1->softIron.rows[2].z = 16777216;
  t1->fieldStrength = 0;
  t1->predictedError = 65535u;
  t1->predictedTypicalError = 65535u;
  t1->dipValue = 0;
  t1->residual = 65535u;
  t1->tiltSeen = 255;
  t1->accelerometerOrder = 0;
  t1->coverage.words[0] = 0;
  t1->coverage.words[1] = 0;
  t1->coverage.words[2] = 0;
  t1->covarianceExponent = 0;
  t1->reservedByte = 0;
  t1->reservedHalf = 0;
  int32_t t2 = 0;
  for (;;) {
    int32_t t3 = t2 + 1;
    t1->covarianceTerms[t2] = 0;
    if (t3 == 12) {
      break;
    }
    t2 = t3;
  }
  t1->accelerometerOffset.x = 0;
  t1->accelerometerOffset.y = 0;
  t1->accelerometerOffset.z = 0;
  t1->accelerometerMatrix.rows[0].x = 16777216;
  t1->accelerometerMatrix.rows[0].y = 0;
  t1->accelerometerMatrix.rows[0].z = 0;
  t1->accelerometerMatrix.rows[1].x = 0;
  t1->accelerometerMatrix.rows[1].y = 16777216;
  t1->accelerometerMatrix.rows[1].z = 0;
  t1->accelerometerMatrix.rows[2].x = 0;
  t1->accelerometerMatrix.rows[2].y = 0;
  t1->accelerometerMatrix.rows[2].z = 16777216;
  t1->accelerometerRotation.x = 0;
  t1->accelerometerRotation.y = 0;
  t1->accelerometerRotation.z = 0;
  t1->reservedWord = 0;
  t1->checksum = 0;
}

/* Whether S keeps directions apart: its determinant is positive and not far below the product of its rows' sizes.
   
   The exact rule is "Singular" in Protocols/calibration/spec.md: entries rounded to Q15, det > 0, and the bit length
   of det at least the sum of the bit lengths of each row's largest entry, less 10.
   
   A record made from a real sensor has 0.3 and more of the volume its rows span; at the bound, 2^−10, one part in a
   thousand of the input decides the output. Runs once, when a record is accepted.
   (Sources/Compass/Correction/Correct.swift) */
static bool MatrixQ24_isUsable(const Vector3 *t1) {
  MatrixQ24 t11;
  uint32_t self = (uint32_t)t1->y;
  uint32_t self2 = (uint32_t)t1->z;
  uint32_t self3 = (uint32_t)t1[1].x;
  uint32_t self4 = (uint32_t)t1[1].y;
  uint32_t self5 = (uint32_t)t1[1].z;
  uint32_t self6 = (uint32_t)t1[2].x;
  uint32_t self7 = (uint32_t)t1[2].y;
  uint32_t self8 = (uint32_t)t1[2].z;
  int32_t all[9];
  t11.rows[0].x = t1->x;
  t11.rows[0].y = (int32_t)self;
  t11.rows[0].z = (int32_t)self2;
  t11.rows[1].x = (int32_t)self3;
  t11.rows[1].y = (int32_t)self4;
  t11.rows[1].z = (int32_t)self5;
  t11.rows[2].x = (int32_t)self6;
  t11.rows[2].y = (int32_t)self7;
  t11.rows[2].z = (int32_t)self8;
  all[0] = t11.rows[0].x;
  all[1] = t11.rows[0].y;
  all[2] = t11.rows[0].z;
  all[3] = t11.rows[1].x;
  all[4] = t11.rows[1].y;
  all[5] = t11.rows[1].z;
  all[6] = t11.rows[2].x;
  all[7] = t11.rows[2].y;
  all[8] = t11.rows[2].z;
  if (((uintptr_t)all & BEYOND_ALIGNMENT_32) != 0) {
    NEVER();
  }
  int32_t headroom = 10;
  int32_t at = 0;
  int64_t determinant;
  int32_t i;
  int32_t t5;
  int32_t t6;
  for (;;) {
    uint32_t bits = 0;
    for (;;) {
      int32_t t2 = ((int32_t *)(uintptr_t)all)[at];
      int32_t entry = (t2 >> 9) + ((t2 >> 8) & 1);
      ((int32_t *)(uintptr_t)all)[at] = entry;
      uint32_t t3;
      if (entry < 0) {
        t3 = 0 - (uint32_t)entry - 1 + 1;
      } else {
        t3 = (uint32_t)entry;
      }
      bits |= t3;
      at = add32(at, 1);
      switch (at) {
        case 3:
        case 6:
        case 9: {
          goto L1;
        }
        default: {
          break;
        }
      }
    }
L1:;
    int32_t t4 = UInt32_leadingZeros(bits);
    headroom = add32(sub32(headroom, 32), t4);
    if (at >= 9) {
      determinant = 0;
      t5 = 2;
      t6 = 1;
      i = 0;
      break;
    }
  }
  for (;;) {
    int32_t t7 = i + 1;
    int64_t t8 = Int64_adding_times(((int32_t *)(uintptr_t)all)[add32(3, t6)], ((int32_t *)(uintptr_t)all)[add32(6,
        t5)], 0);
    int64_t minor = Int64_adding_times(sub32(0, ((int32_t *)(uintptr_t)all)[add32(3, t5)]),
        ((int32_t *)(uintptr_t)all)[add32(6, t6)], t8);
    uint32_t low = (uint32_t)((int32_t *)(uintptr_t)all)[i];
    determinant = add64(determinant, mul64(minor, (int64_t)(uint64_t)(int64_t)(int32_t)low));
    if (t7 == 3) {
      break;
    }
    t6 = t5;
    t5 = i;
    i = t7;
  }
  if (0 < determinant) {
    uint32_t high = (uint32_t)((uint64_t)determinant >> 32);
    uint32_t low2 = (uint32_t)determinant;
    int32_t zeros;
    if (high == 0) {
      int32_t t9 = UInt32_leadingZeros(low2);
      zeros = add32(32, t9);
    } else {
      zeros = UInt32_leadingZeros(high);
    }
    return add32(sub32(64, zeros), headroom) >= 0;
  }
  return false;
}

/* (Sources/Compass/Correction/CalibrationRecordBytes.swift) */
static uint8_t CalibrationRecord_fitness_of(const MatrixQ24 *matrix) {
  int32_t t1 = matrix->rows[0].x;
  int32_t t2 = matrix->rows[0].y;
  int32_t t3 = matrix->rows[0].z;
  int32_t t4 = matrix->rows[1].x;
  int32_t t5 = matrix->rows[1].y;
  int32_t t6 = matrix->rows[1].z;
  int32_t t7 = matrix->rows[2].x;
  int32_t t8 = matrix->rows[2].y;
  int32_t t9 = matrix->rows[2].z;
  if (Vector3_isWithin(536870912u, (uint32_t)t1, (uint32_t)t2, (uint32_t)t3)) {
    if (Vector3_isWithin(536870912u, (uint32_t)t4, (uint32_t)t5, (uint32_t)t6)) {
      if (Vector3_isWithin(536870912u, (uint32_t)t7, (uint32_t)t8, (uint32_t)t9)) {
        bool t10 = MatrixQ24_isUsable(&matrix->rows[0]);
        return (uint8_t)(t10 ? 0 : 2);
      }
      return 1;
    }
    return 1;
  }
  return 1;
}

/* The same as `covariance = nil`, in place. (Sources/Compass/Correction/CalibrationRecord.swift) */
static void CalibrationRecord_forgetCovariance(CalibrationRecord *self) {
  self->flags = (uint8_t)(self->flags & 0xf7u);
  self->covarianceExponent = 0;
  int32_t t1 = 0;
  for (;;) {
    int32_t t2 = t1 + 1;
    self->covarianceTerms[t1] = 0;
    if (t2 == 12) {
      return;
    }
    t1 = t2;
  }
}

/* Sets fields that are not known to the values that a writer gives them.
   (Sources/Compass/Correction/CalibrationRecordBytes.swift) */
static void CalibrationRecord_forgetUnknown(CalibrationRecord *self) {
  uint8_t t1 = self->flags;
  if ((uint8_t)(t1 & 1) == 0) {
    self->dateValue = 0;
  }
  if ((uint8_t)(t1 & 2) == 0) {
    self->temperatureValue = 0;
  }
  if ((uint8_t)(t1 & 4) == 0) {
    self->dipValue = 0;
  }
  if ((uint8_t)(t1 & 8) == 0) {
    CalibrationRecord_forgetCovariance(self);
  }
  if (self->accelerometerOrder == 0) {
    AccelerometerRecord self2;
    self2.matrix.rows[0].x = 16777216;
    self2.matrix.rows[0].y = 0;
    self2.matrix.rows[0].z = 0;
    self2.matrix.rows[1].x = 0;
    self2.matrix.rows[1].y = 16777216;
    self2.matrix.rows[1].z = 0;
    self2.matrix.rows[2].x = 0;
    self2.matrix.rows[2].y = 0;
    self2.matrix.rows[2].z = 16777216;
    self->accelerometerOrder = 0;
    self->accelerometerOffset.x = 0;
    self->accelerometerOffset.y = 0;
    self->accelerometerOffset.z = 0;
    self->accelerometerMatrix = self2.matrix;
    self->accelerometerRotation.x = 0;
    self->accelerometerRotation.y = 0;
    self->accelerometerRotation.z = 0;
    return;
  }
}

/* Reads and checks a record. A defective record is refused as a whole.
   
   bytes: the record from the first byte on; bytes after it are ignored.
   - Throws: the first defect found.
   (Sources/Compass/Correction/CalibrationRecordBytes.swift) */
static void CalibrationRecord_init_bytes(CalibrationRecord *t1, uintptr_t bytes, int32_t bytes2, const void *t2,
    uintptr_t *t3, uint8_t *t4) {
  (void)t2;
  uint8_t t18;
  if (bytes2 >= 216) {
    ByteReader reader;
    reader.bytes.e0 = bytes;
    reader.bytes.e1 = bytes2;
    reader.position = 0;
    reader.isOverrun = 0;
    uint32_t t5 = ByteReader_uint32(&reader);
    uint32_t difference = t5 ^ 0xd8014342u;
    if ((difference & 0xffffu) == 0) {
      if ((difference & 0xffffffu) == 0) {
        if (difference == 0) {
          Result_uintptr_int32 t6 = Span_extracting(0, 216, bytes, (uint32_t)bytes2);
          if (CRC32_of(t6.e0, t6.e1) == 558161692u) {
            CalibrationRecord_init(t1);
            if (211 >= bytes2) {
              NEVER();
            }
            int32_t t7 = 4;
            for (;;) {
              int32_t t8 = t7 + 1;
              ((uint8_t *)(void *)t1)[BYTE_OF_CalibrationRecord(t7)] = ((const uint8_t *)bytes)[t7];
              if (t8 == 212) {
                break;
              }
              t7 = t8;
            }
            uint8_t rawValue = t1->sensorChip;
            if (rawValue != 0) {
              if (SensorChip_kind(rawValue) != 1) {
                t18 = 5;
                goto L1;
              }
            }
            uint8_t t9;
            t9 = t1->order;
            if (ModelOrder_init_rawValue(t9) == 5) {
              t18 = 6;
            } else if (3 >= t1->grade) {
              if (15 >= t1->flags) {
                uint8_t t10 = t1->tiltSeen;
                if (90 < t10) {
                  if (t10 != 255) {
                    t18 = 11;
                    goto L1;
                  }
                }
                if (t1->reservedByte == 0) {
                  if (t1->reservedHalf == 0) {
                    if (t1->reservedWord == 0) {
                      uint8_t t11 = t1->accelerometerOrder;
                      if (ModelOrder_init_rawValue(t11) == 5) {
                        t18 = 12;
                      } else {
                        int32_t t12 = t1->hardIron.x;
                        int32_t t13 = t1->hardIron.y;
                        int32_t t14 = t1->hardIron.z;
                        if (Vector3_isWithin(1073741824u, (uint32_t)t12, (uint32_t)t13, (uint32_t)t14)) {
                          switch (CalibrationRecord_fitness_of(&t1->softIron)) {
                            case 1: {
                              t18 = 9;
                              break;
                            }
                            case 2: {
                              t18 = 10;
                              break;
                            }
                            case 0: {
                              if (t11 != 0) {
                                int32_t t15 = t1->accelerometerOffset.x;
                                int32_t t16 = t1->accelerometerOffset.y;
                                int32_t t17 = t1->accelerometerOffset.z;
                                if (!Vector3_isWithin(16777216u, (uint32_t)t15, (uint32_t)t16, (uint32_t)t17)) {
                                  t18 = 13;
                                  break;
                                }
                                switch (CalibrationRecord_fitness_of(&t1->accelerometerMatrix)) {
                                  case 1: {
                                    t18 = 13;
                                    goto L1;
                                  }
                                  case 2: {
                                    t18 = 14;
                                    goto L1;
                                  }
                                  case 0: {
                                    break;
                                  }
                                  default: {
                                    NEVER();
                                  }
                                }
                              }
                              CalibrationRecord_forgetUnknown(t1);
                              return;
                            }
                            default: {
                              NEVER();
                            }
                          }
                        } else {
                          t18 = 8;
                        }
                      }
                    } else {
                      t18 = 11;
                    }
                  } else {
                    t18 = 11;
                  }
                } else {
                  t18 = 11;
                }
              } else {
                t18 = 11;
              }
            } else {
              t18 = 7;
            }
L1:;
          } else {
            t18 = 4;
          }
        } else {
          t18 = 3;
        }
      } else {
        t18 = 2;
      }
    } else {
      t18 = 1;
    }
  } else {
    t18 = 0;
  }
  *t3 = 1;
  *t4 = t18;
}

/* Writes the same bytes where they are needed. (Sources/Compass/Correction/CalibrationRecordBytes.swift) */
static void CalibrationRecord_write_to(uint8_t *bytes, const CalibrationRecord *self) {
  int32_t i = 0;
  for (;;) {
    int32_t t1 = i + 1;
    bytes[i] = ((const uint8_t *)(const void *)self)[BYTE_OF_CalibrationRecord(i)];
    if (t1 == 212) {
      break;
    }
    i = t1;
  }
  if (false) {
    NEVER();
  }
  uint32_t checksum = CRC32_of((uintptr_t)bytes, 212);
  int32_t i2 = 0;
  for (;;) {
    int32_t t2 = i2 + 1;
    bytes[212 + i2] = (uint8_t)(checksum >> (uint32_t)((i2 * 8) & 0x1f));
    if (t2 == 4) {
      return;
    }
    i2 = t2;
  }
}

/* A calibration that another program found, of grade 1: nothing is known of its error.
   
   
   - hardIron: h in 1/256 nanotesla.
   - fieldStrength: of the corrected field, nanotesla; 0 when not known.
   - Throws: the first number that is out of its range.
   (Sources/Compass/Correction/CalibrationRecordBytes.swift) */
static void CalibrationRecord_init_hardIron_softIron_order_fieldStrength(CalibrationRecord *t1, int32_t hardIronX,
    int32_t hardIronY, int32_t hardIronZ, const MatrixQ24 *softIron, uint8_t order, uint32_t fieldStrength,
    const void *t2, uintptr_t *t3, uint8_t *t4) {
  (void)t2;
  CalibrationRecord t11;
  CalibrationRecord_init(&t11);
  uint8_t rawValue = t11.sensorChip;
  *t1 = t11;
  t1->hardIron.x = hardIronX;
  t1->hardIron.y = hardIronY;
  t1->hardIron.z = hardIronZ;
  t1->softIron = *softIron;
  t1->order = order;
  t1->grade = 1;
  t1->fieldStrength = fieldStrength;
  uint8_t t10;
  if (rawValue != 0) {
    if (SensorChip_kind(rawValue) != 1) {
      t10 = 5;
      goto L1;
    }
  }
  if (ModelOrder_init_rawValue(order) == 5) {
    t10 = 6;
  } else if (15 >= t11.flags) {
    uint8_t t5 = t11.tiltSeen;
    if (90 < t5) {
      if (t5 != 255) {
        t10 = 11;
        goto L1;
      }
    }
    if (t11.reservedByte == 0) {
      if (t11.reservedHalf == 0) {
        if (t11.reservedWord == 0) {
          uint8_t t6 = t11.accelerometerOrder;
          if (ModelOrder_init_rawValue(t6) == 5) {
            t10 = 12;
          } else if (Vector3_isWithin(1073741824u, (uint32_t)hardIronX, (uint32_t)hardIronY, (uint32_t)hardIronZ)) {
            switch (CalibrationRecord_fitness_of(&t1->softIron)) {
              case 1: {
                t10 = 9;
                break;
              }
              case 2: {
                t10 = 10;
                break;
              }
              case 0: {
                if (t6 != 0) {
                  int32_t t7 = t11.accelerometerOffset.x;
                  int32_t t8 = t11.accelerometerOffset.y;
                  int32_t t9 = t11.accelerometerOffset.z;
                  if (!Vector3_isWithin(16777216u, (uint32_t)t7, (uint32_t)t8, (uint32_t)t9)) {
                    t10 = 13;
                    break;
                  }
                  switch (CalibrationRecord_fitness_of(&t1->accelerometerMatrix)) {
                    case 1: {
                      t10 = 13;
                      goto L1;
                    }
                    case 2: {
                      t10 = 14;
                      goto L1;
                    }
                    case 0: {
                      break;
                    }
                    default: {
                      NEVER();
                    }
                  }
                }
                return;
              }
              default: {
                NEVER();
              }
            }
          } else {
            t10 = 8;
          }
        } else {
          t10 = 11;
        }
      } else {
        t10 = 11;
      }
    } else {
      t10 = 11;
    }
  } else {
    t10 = 11;
  }
L1:;
  *t3 = 1;
  *t4 = t10;
}

/* The same, once in the image. `mutating`: embedded-swift.md, "Copies". (Sources/Compass/Correction/Correct.swift) */
static void CalibrationRecord_correctionSums_for(CorrectionSums *t1, int32_t mX, int32_t mY, int32_t mZ,
    const CalibrationRecord *self) {
  int32_t t2 = self->hardIron.x;
  int32_t t3 = self->hardIron.y;
  int32_t t4 = self->hardIron.z;
  if ((uint32_t)(add32(mX, 2097152) | add32(mY, 2097152) | add32(mZ, 2097152)) >= 4194304u) {
    Result_int32_int32_int32 t5 = Vector3_limited_to(2097152, mX, mY, mZ);
    mZ = t5.e2;
    mY = t5.e1;
    mX = t5.e0;
  }
  int32_t x = sub32((int32_t)((uint32_t)mX << 8), t2);
  int32_t y = sub32((int32_t)((uint32_t)mY << 8), t3);
  int32_t z = sub32((int32_t)((uint32_t)mZ << 8), t4);
  int64_t x2 = Int64_init_dot_2(x, y, z, &self->softIron.rows[0]);
  int64_t y2 = Int64_init_dot_2(x, y, z, &self->softIron.rows[1]);
  int64_t z2 = Int64_init_dot_2(x, y, z, &self->softIron.rows[2]);
  t1->x = x2;
  t1->y = y2;
  t1->z = z2;
}

/* (Sources/Compass/Correction/Correct.swift) */
static int32_t CorrectionSums_rounded(int64_t sum) {
  int64_t self = (sum >> 24) + ((sum >> 23) & 1);
  return (int32_t)(2147483647 < self ? 2147483647 : (int32_t)(self < -2147483648ll ? INT32_MIN : (int32_t)self));
}

/* (Sources/Compass/Correction/Correct.swift) */
static Result_int32_int32_int32 CorrectionSums_saturated(const CorrectionSums *self) {
  int32_t x = CorrectionSums_rounded(self->x);
  int32_t y = CorrectionSums_rounded(self->y);
  int32_t z = CorrectionSums_rounded(self->z);
  Result_int32_int32_int32 result;
  result.e0 = x;
  result.e1 = y;
  result.e2 = z;
  return result;
}

#if !defined(BINNACLE_WITHOUT_CALIBRATION)
/* (Sources/Compass/Correction/HeadingCovariance.swift) */
static void HeadingCovariance_init(HeadingCovariance *t1) {
  t1->exponent = 0;
  t1->upright = 2;
  t1->rotation = 0;
  t1->vertical = 0;
  int32_t t2 = 0;
  for (;;) {
    int32_t t3 = t2 + 1;
    t1->entries[t2] = 0;
    if (t3 == 36) {
      return;
    }
    t2 = t3;
  }
}

/* (Sources/Compass/Correction/CalibrationRecord.swift) */
static void CalibrationRecord_set_dip(uint32_t newValueValue, uint8_t newValueIsNone, CalibrationRecord *self) {
  if (newValueIsNone == 1) {
    self->flags = (uint8_t)(self->flags & 0xfbu);
    newValueValue = 0;
  } else {
    self->flags = (uint8_t)(self->flags | 4);
  }
  self->dipValue = newValueValue;
}

/* (Sources/Compass/Correction/CalibrationRecord.swift) */
static void CalibrationRecord_set_temperatureEighths(uint32_t t1, CalibrationRecord *self) {
  uint16_t t2 = (uint16_t)t1;
  uint16_t t3;
  if ((uint8_t)(t1 >> 16) == 1) {
    self->flags = (uint8_t)(self->flags & 0xfdu);
    t3 = 0;
  } else {
    self->flags = (uint8_t)(self->flags | 2);
    t3 = t2;
  }
  self->temperatureValue = (int16_t)t3;
}

/* (Sources/Compass/Correction/CalibrationRecord.swift) */
static void CalibrationRecord_set_date(uint32_t newValueValue, uint8_t newValueIsNone, CalibrationRecord *self) {
  if (newValueIsNone == 1) {
    self->flags = (uint8_t)(self->flags & 0xfeu);
    newValueValue = 0;
  } else {
    self->flags = (uint8_t)(self->flags | 1);
  }
  self->dateValue = (int32_t)newValueValue;
}

/* (Sources/Compass/Correction/CalibrationRecord.swift) */
static bool MatrixQ24_equals(const int32_t *t1, const int32_t *t2) {
  if (((uintptr_t)t1 & BEYOND_ALIGNMENT_32) != 0) {
    NEVER();
  }
  if (((uintptr_t)t2 & BEYOND_ALIGNMENT_32) != 0) {
    NEVER();
  }
  int32_t i = 0;
  for (;;) {
    if (i == 9) {
      return true;
    }
    if (i < 0 || i >= 9) {
      NEVER();
    }
    int32_t t3 = i + 1;
    if (sadd_overflows32(i, 1)) {
      NEVER();
    }
    if (t1[i] != t2[i]) {
      return false;
    }
    i = t3;
  }
}

#endif

/* ---- FieldMonitor: Sources/Compass/FieldMonitor ------------------------------------------------------------------ */

/* (Sources/Compass/FieldMonitor/DisturbanceMonitor.swift) */
static void DisturbanceMonitor_restart(DisturbanceMonitor *self) {
  self->status.state = 0;
  self->status.cause = 0;
  self->status.reasons = 0;
  self->status.strengthSquared = 0;
  self->status.strengthDeviation = 0;
  self->status.dipDeviation = 0;
  self->status.dipDeviationIsNone = 1;
  self->status.fieldVariance = 0;
  self->status.tiltVariance = 0;
  self->status.offsetSquared = 0;
  self->status.expectedUnits = 0;
  self->status.expectedHorizontalUnits = 0;
  self->isFirst = 1;
  self->tracker.estimate.x = 0;
  self->tracker.estimate.y = 0;
  self->tracker.estimate.z = 0;
  self->tracker.unexplained = 0;
  self->tracker.whole = 0;
  self->tracker.age = 0;
  self->tracker.sinceStrong = 4294967295u;
  self->quiet = 0;
  self->loud = 0;
  self->same = 0;
  int32_t residual;
  if (self->isExpecting != 0) {
    residual = self->expected.residual;
  } else {
    residual = 0;
  }
  self->strength.mean = 0;
  self->dip.mean = 0;
  self->dip.variance = 0;
  int32_t value = (int32_t)(0 < residual ? residual : 41);
  int32_t t1 = (int32_t)((uint32_t)mul32(value, value) << 7);
  self->strength.variance = t1;
  self->longStrengthVariance = t1;
  self->longDipVariance = 0;
  self->forceVariance = 0;
}

/* Converts a vector to units that are 2^`places` times larger, each component limited to 2^15.
   - Returns: the square of its length, at most 3·2^30.
   (Sources/Compass/FieldMonitor/FieldUnits.swift) */
static uint32_t DisturbanceMonitor_energy_of_dropping(Vector3 *t1, int32_t places) {
  int32_t t2 = places & 0x1f;
  int32_t x = t1->x >> (uint32_t)t2;
  int32_t y = t1->y >> (uint32_t)t2;
  int32_t z = t1->z >> (uint32_t)t2;
  t1->x = x;
  t1->y = y;
  t1->z = z;
  if (((uint32_t)(add32(x, 32767) | add32(y, 32767)) | (uint32_t)add32(z, 32767)) >= 65536u) {
    Result_int32_int32_int32 t3 = Vector3_limited_to(32767, x, y, z);
    t1->x = t3.e0;
    t1->y = t3.e1;
    t1->z = t3.e2;
    z = t3.e2;
    y = t3.e1;
    x = t3.e0;
  }
  return (uint32_t)mul32(x, x) + (uint32_t)mul32(y, y) + (uint32_t)mul32(z, z);
}

/* The same for any deviation, with a square root. (Sources/Compass/FieldMonitor/FieldExpectation.swift) */
static int32_t FieldExpectation_farDeviation(uint32_t square, int32_t expected, int32_t inverse) {
  int32_t t1 = (int32_t)UInt32_squareRoot(square);
  int32_t t2 = sub32(t1, expected);
  int32_t t3 = add32(mul32(inverse, (int32_t)(32767 < t2 ? 32767 : t2)), 8192) >> 14;
  return (int32_t)(4095 < t3 ? 4095 : (int32_t)(t3 < -4095 ? -4095 : t3));
}

/* Whether this dip and the last strength deviate by at most so many halves of their limits.
   (Sources/Compass/FieldMonitor/MonitorExpectation.swift) */
static bool DisturbanceMonitor_explains_halves(uint32_t measuredValue, uint8_t measuredIsNone, int32_t halves,
    const DisturbanceMonitor *self) {
  int32_t t3;
  if (self->expected.dipIsNone == 1) {
    t3 = 0;
  } else if (measuredIsNone == 1) {
    t3 = 0;
  } else {
    int32_t t1 = (25736 * ((int32_t)(measuredValue - self->expected.dip) >> 16)) >> 16;
    if (4095 < t1) {
      t3 = 4095;
    } else {
      t3 = (int32_t)(t1 < -4095 ? -4095 : t1);
    }
  }
  int32_t t2 = FieldExpectation_farDeviation(self->status.strengthSquared,
      (int32_t)(self->expected.strengthNanotesla >> 2), self->expected.inverse);
  if (t2 < 0) {
    t2 = (int32_t)(0 - (uint32_t)t2 - 1 + 1);
  }
  if (mul32(halves, self->expected.strengthLimit) >= (int32_t)((uint32_t)t2 << 1)) {
    if (t3 < 0) {
      t3 = (int32_t)(0 - (uint32_t)t3 - 1 + 1);
    }
    return mul32(halves, 429) >= (int32_t)((uint32_t)t3 << 1);
  }
  return false;
}

/* Sets the expected strength, in place.
   - Returns: `false`, without a change, for a strength that is impossible at any place on Earth with any usable
   gain.
   (Sources/Compass/FieldMonitor/FieldExpectation.swift) */
static bool FieldExpectation_hold_to(uint32_t strength, FieldExpectation *self) {
  if (strength >= 8192 && strength < 131072u) {
    self->strengthNanotesla = strength;
    int32_t units = (int32_t)(strength >> 2);
    if (units == 0) {
      NEVER();
    }
    self->inverse = 67108864 / units;
    int32_t t1 = mul32(units, units);
    self->squared = t1;
    int32_t t2 = UInt32_leadingZeros((uint32_t)t1);
    int32_t t3 = sub32(17, t2);
    self->squaredShift = t3;
    int32_t t4 = t1 >> (uint32_t)(t3 & 0x1f);
    if (t4 == 0) {
      NEVER();
    }
    self->squaredInverse = 536870912 / t4;
    return true;
  }
  return false;
}

/* Changes to the other of two expectations if the mean strength, or that of the first sample, is nearer to it.
   (Sources/Compass/FieldMonitor/DisturbanceMonitor.swift) */
static void DisturbanceMonitor_reconsider_isFirst(bool isFirst, DisturbanceMonitor *self) {
  int32_t deviation;
  if (isFirst) {
    deviation = FieldExpectation_farDeviation(self->status.strengthSquared,
        (int32_t)(self->expected.strengthNanotesla >> 2), self->expected.inverse);
  } else {
    deviation = self->status.strengthDeviation;
  }
  uint32_t t1 = self->expected.otherNanotesla;
  uint32_t former = self->expected.strengthNanotesla;
  int32_t t2 = sub32(deviation, mul32(self->expected.inverse, (int32_t)((t1 >> 2) - (former >> 2))) >> 14);
  uint32_t t3;
  if (t2 < 0) {
    t3 = 0 - (uint32_t)t2 - 1 + 1;
  } else {
    t3 = (uint32_t)t2;
  }
  uint32_t t4;
  if (deviation < 0) {
    t4 = 0 - (uint32_t)deviation - 1 + 1;
  } else {
    t4 = (uint32_t)deviation;
  }
  if (t3 + 41 < t4) {
    if (FieldExpectation_hold_to(t1, &self->expected)) {
      self->expected.otherNanotesla = former;
      int32_t value = FieldExpectation_farDeviation(self->status.strengthSquared,
          (int32_t)(self->expected.strengthNanotesla >> 2), self->expected.inverse);
      self->strength.mean = (int32_t)((uint32_t)value << 16);
      return;
    }
    return;
  }
}

/* Sets `expectation` in place; see the initialiser of `FieldExpectation`.
   
   - strengthNanotesla: from the record; 0 if unknown.
   - dip: from the world model, or else from the record.
   - residualNanotesla: from the record; 0 or 65535 if unknown.
   - worldNanotesla: the strength of the world model's field; 0 if unknown.
   - sample: the newest sample.
   - isContinued: whether the samples continue at a place that is known better or again. The monitor then keeps its
   state and findings, and its means are converted to the new expectation. Otherwise it restarts. It restarts also
   if the new expectation explains the newest sample, and the former one did not.
   - Returns: whether it has kept them.
   (Sources/Compass/FieldMonitor/MonitorExpectation.swift) */
static bool
    DisturbanceMonitor_expect_strengthNanotesla_dip_residualNanotesla_worldNanotesla_newest_isContinued(uint32_t
    strengthNanotesla, uint32_t dipValue, uint8_t dipIsNone, uint32_t residualNanotesla, uint32_t worldNanotesla,
    const FieldObservation *sample, bool isContinued, DisturbanceMonitor *self) {
  DisturbanceMonitor t12;
  bool t1 = self->isExpecting != 0;
  uint32_t formerValue = self->expected.dip;
  uint8_t formerIsNone = self->expected.dipIsNone;
  Vector3 field;
  field = sample->field.q8Nanotesla;
  if (isContinued) {
    if (sample->field.q8Nanotesla.x == 0) {
      if (sample->field.q8Nanotesla.y == 0) {
        if (sample->field.q8Nanotesla.z == 0) {
          goto L1;
        }
      }
    }
    self->status.strengthSquared = DisturbanceMonitor_energy_of_dropping(&field, 10);
  }
L1:;
  t12 = *self;
  uint32_t t2 = sample->dip;
  uint8_t t3 = sample->dipIsNone;
  bool wasExplained = DisturbanceMonitor_explains_halves(t2, t3, 2, &t12);
  self->expected.otherNanotesla = worldNanotesla;
  if (!FieldExpectation_hold_to(strengthNanotesla, &self->expected)) {
    self->expected.otherNanotesla = 0;
    if (!FieldExpectation_hold_to(worldNanotesla, &self->expected)) {
      self->isExpecting = 0;
      goto L2;
    }
  }
  self->expected.dip = dipValue;
  self->expected.dipIsNone = dipIsNone;
  bool t4;
  t4 = dipIsNone == 1;
  int32_t t6;
  if (t4) {
    t6 = 0;
  } else {
    Result_int32_int32 t5 = Cordic_sineCosine(dipValue);
    t6 = t5.e1 >> 15;
  }
  self->expected.dipCosine = (uint32_t)t6;
  uint32_t t7;
  t7 = self->expected.strengthNanotesla >> 2;
  int32_t t8;
  t8 = self->expected.inverse;
  int32_t t9;
  t9 = mul32(t8, (int32_t)(uint32_t)(residualNanotesla < t7 ? residualNanotesla : 0) >> 2) >> 14;
  self->expected.residual = t9;
  int32_t t10;
  t10 = 3 * t9;
  if (t10 < 287) {
    self->expected.strengthLimit = 287;
    self->isExpecting = 1;
    if (!isContinued || !t1) {
      goto L2;
    }
  } else if (614 < t10) {
    self->expected.strengthLimit = 614;
    self->isExpecting = 1;
    if (!isContinued || !t1) {
      goto L2;
    }
  } else {
    self->expected.strengthLimit = t10;
    self->isExpecting = 1;
    if (!isContinued || !t1) {
      goto L2;
    }
  }
  if (t12.isFirst == 0) {
    int32_t value = FieldExpectation_farDeviation(t12.status.strengthSquared, (int32_t)t7, t8);
    self->strength.mean = (int32_t)((uint32_t)value << 16);
    if (self->expected.otherNanotesla != 0) {
      DisturbanceMonitor_reconsider_isFirst(true, self);
    }
    if (!wasExplained) {
      if ((uint16_t)(self->status.reasons & 0xd000u) == 0) {
        if (sample->isOverflowed == 0) {
          if (DisturbanceMonitor_explains_halves(t2, t3, 1, self)) {
            DisturbanceMonitor_restart(self);
            return false;
          }
        }
      }
    }
    if (formerIsNone == 1 || t4) {
      return true;
    }
    int32_t deviation = self->status.dipDeviation;
    if (self->status.dipDeviationIsNone == 1) {
      return true;
    }
    int32_t value2 = sub32(deviation, (25736 * ((int32_t)(dipValue - formerValue) >> 16)) >> 16);
    self->dip.mean = (int32_t)((uint32_t)(int32_t)(4095 < value2 ? 4095 : (int32_t)(value2 < -4095 ? -4095
        : value2)) << 16);
    return true;
  }
L2:;
  DisturbanceMonitor_restart(self);
  return false;
}

/* `time` + `elapsed`, µs, limited to 2^30, a quarter of an hour; `time` is below that.
   (Sources/Compass/FieldMonitor/RunningAverage.swift) */
static uint32_t added_(uint32_t time, uint32_t elapsed) {
  if (elapsed < 1073741824u) {
    uint32_t sum = time + elapsed;
    return (uint32_t)(sum < 1073741824u ? sum : 1073741824u);
  }
  uint32_t sum2 = time + 1073741824u;
  return (uint32_t)(sum2 < 1073741824u ? sum2 : 1073741824u);
}

/* Counts repetitions of the field. Returns whether the sensor is stuck.
   (Sources/Compass/FieldMonitor/DisturbanceMonitor.swift) */
static bool DisturbanceMonitor_countRepetition(const FieldObservation *sample, uint32_t elapsed,
    DisturbanceMonitor *self) {
  uint32_t forceX;
  uint32_t forceY;
  uint32_t forceZ;
  if (sample->specificForce.isNone == 1) {
    forceX = 0;
    forceY = 0;
    forceZ = 0;
  } else {
    forceX = (uint32_t)sample->specificForce.value.microG.x;
    forceY = (uint32_t)sample->specificForce.value.microG.y;
    forceZ = (uint32_t)sample->specificForce.value.microG.z;
  }
  uint8_t t1 = self->repetition;
  if (t1 == 0) {
    self->lastForce.x = (int32_t)forceX;
    self->lastForce.y = (int32_t)forceY;
    self->lastForce.z = (int32_t)forceZ;
    self->repetition = 1;
    t1 = 1;
  }
  if (!(forceX == (uint32_t)self->lastForce.x && forceY == (uint32_t)self->lastForce.y
      && forceZ == (uint32_t)self->lastForce.z)) {
    self->repetition = 2;
    t1 = 2;
  }
  uint32_t t2 = added_(self->same, elapsed);
  self->same = t2;
  return t2 >= 2000000u && t1 == 2;
}

/* Adds a value, Q12 within ±4095.
   - Returns: the mean, Q12.
   (Sources/Compass/FieldMonitor/RunningAverage.swift) */
static int32_t Track_follow(int32_t value, const Pace *pace, Track *self) {
  int32_t t1 = self->variance;
  uint32_t t2 = pace->recent;
  int32_t difference = sub32((int32_t)((uint32_t)mul32(value, value) << 7), t1);
  self->variance = add32(add32(t1, mul32((int32_t)t2, difference >> 16)),
      (int32_t)((t2 * ((uint32_t)difference & 0xffffu) + 32768u) >> 16));
  int32_t t5;
  if (pace->isFirst != 0) {
    t5 = (int32_t)((uint32_t)value << 16);
  } else {
    int32_t t3 = self->mean;
    uint32_t t4 = pace->quick;
    int32_t difference2 = sub32((int32_t)((uint32_t)value << 16), t3);
    t5 = add32(add32(t3, mul32((int32_t)t4, difference2 >> 16)), (int32_t)((t4 * ((uint32_t)difference2 & 0xffffu)
        + 32768u) >> 16));
  }
  self->mean = t5;
  return (t5 >> 16) + ((t5 >> 15) & 1);
}

/* The level of a square above half of its limit. Rarely called (embedded-swift.md, "Calls").
   (Sources/Compass/FieldMonitor/FieldLevels.swift) */
static uint8_t Level_outside(int32_t square, int32_t limit) {
  return (uint8_t)(square < limit ? 1 : (uint8_t)((square >> 2) >= limit ? 3 : 2));
}

/* One step of the four states. (Sources/Compass/FieldMonitor/DisturbanceMonitor.swift) */
static void DisturbanceMonitor_advance(uint8_t level, uint32_t elapsed, DisturbanceMonitor *self) {
  uint32_t t1 = (uint32_t)level;
  uint32_t t2;
  if (t1 == 0) {
    t2 = added_(self->quiet, elapsed);
  } else {
    t2 = 0;
  }
  self->quiet = t2;
  bool t3 = level >= 2;
  uint32_t t4;
  if (t3) {
    t4 = added_(self->loud, elapsed);
  } else {
    t4 = 0;
  }
  self->loud = t4;
  switch (self->status.state) {
    case 0: {
      switch (t1) {
        case 3: {
          self->status.state = 2;
          return;
        }
        case 2: {
          self->status.state = 1;
          return;
        }
        default: {
          return;
        }
      }
      break;
    }
    case 1: {
      if (t1 != 3) {
        if (t4 < 400000u) {
          if (t2 >= 1000000u) {
            self->status.state = 0;
            return;
          }
          return;
        }
      }
      self->status.state = 2;
      return;
    }
    case 2: {
      if (t2 >= 3000000u) {
        self->status.state = 3;
        return;
      }
      return;
    }
    case 3: {
      if (t3) {
        self->status.state = 2;
        return;
      }
      if (t2 >= 5000000u) {
        self->status.state = 0;
        return;
      }
      return;
    }
    default: {
      NEVER();
    }
  }
}

/* Records the size of a field that is not the Earth's alone, from this sample and from the samples of the last
   second.
   (Sources/Compass/FieldMonitor/DisturbanceMonitor.swift) */
static void DisturbanceMonitor_recordOffset(int32_t strength, int32_t variance, int32_t dipSquare, int32_t dipNoise,
    DisturbanceMonitor *self) {
  bool t1 = self->status.state != 0;
  uint32_t t4;
  if (!t1) {
    if (self->longStrengthVariance >= (strength >> 3)) {
      t4 = 0;
      goto L1;
    }
  }
  t4 = variance < strength ? (uint32_t)strength : (uint32_t)variance;
L1:;
  if (self->status.dipDeviationIsNone != 1) {
    int32_t t2 = self->dip.variance;
    int32_t t3 = self->longDipVariance;
    int32_t seen = t3 < t2 ? t2 : t3;
    if (!t1) {
      if (dipNoise >= (dipSquare >> 5)) {
        goto L2;
      }
    }
    t4 = t4 + (uint32_t)(seen < dipSquare ? dipSquare : seen);
  }
L2:;
  self->status.offsetSquared = t4;
  uint32_t t5 = self->expected.strengthNanotesla >> 2;
  self->status.expectedUnits = (uint16_t)t5;
  uint32_t t6 = self->expected.dipCosine;
  uint16_t t7;
  if (self->expected.dipIsNone == 1) {
    t7 = 0;
  } else {
    t7 = (uint16_t)(((t6 * t5) >> 15) | 1);
  }
  self->status.expectedHorizontalUnits = t7;
}

/* (Sources/Compass/FieldMonitor/OffsetTracker.swift) */
static Result_int32_int32_int32 OffsetTracker_offset(const OffsetTracker *self) {
  int32_t t1 = self->estimate.x;
  int32_t t2 = self->estimate.y;
  int32_t t3 = self->estimate.z;
  Result_int32_int32_int32 result;
  result.e0 = (t1 >> 16) + ((t1 >> 15) & 1);
  result.e1 = (t2 >> 16) + ((t2 >> 15) & 1);
  result.e2 = (t3 >> 16) + ((t3 >> 15) & 1);
  return result;
}

/* (|v|² − 1)/2, Q12. (Sources/Compass/FieldMonitor/OffsetTracker.swift) */
static int32_t OffsetTracker_excess(int32_t vX, int32_t vY, int32_t vZ) {
  return ((int32_t)(((uint32_t)mul32(vX, vX) + (uint32_t)mul32(vY, vY) + (uint32_t)mul32(vZ, vZ)) >> 12) - 4096) >> 1;
}

/* Moves `value` by twice `step` times a slope in Q24. (Sources/Compass/FieldMonitor/OffsetTracker.swift) */
static int32_t OffsetTracker_stepped(int32_t value, int32_t slope, int32_t step) {
  int32_t t1 = slope >> 12;
  return add32(value, mul32(add32(step, step), (int32_t)(4095 < t1 ? 4095 : (int32_t)(t1 < -4095 ? -4095 : t1))));
}

/* Adds one sample of a disturbed field, in units of 4 nT, each component within ±32767.
   (Sources/Compass/FieldMonitor/OffsetTracker.swift) */
static uint8_t OffsetTracker_add_sample_isFlagged_isSaturated(int32_t fieldX, int32_t fieldY, int32_t fieldZ,
    int32_t inverse, uint32_t elapsed, bool isFlagged, bool isSaturated, OffsetTracker *self) {
  uint32_t t1 = self->age;
  if (t1 == 0) {
    self->estimate.x = 0;
    self->estimate.y = 0;
    self->estimate.z = 0;
    self->unexplained = 0;
    self->whole = 0;
  }
  self->age = added_(t1, elapsed);
  Result_int32_int32_int32 t2 = Vector3_limited_to(12287, mul32(inverse, fieldX) >> 14, mul32(inverse, fieldY) >> 14,
      mul32(inverse, fieldZ) >> 14);
  OffsetTracker t13 = *self;
  Result_int32_int32_int32 t3 = OffsetTracker_offset(&t13);
  int32_t x = sub32(t2.e0, t3.e0);
  int32_t y = sub32(t2.e1, t3.e1);
  int32_t z = sub32(t2.e2, t3.e2);
  int32_t plain = OffsetTracker_excess(t2.e0, t2.e1, t2.e2);
  int32_t left = OffsetTracker_excess(x, y, z);
  if (!isSaturated) {
    if (16384 >= plain) {
      uint32_t t4 = t13.sinceStrong;
      if (t4 != 4294967295u) {
        t4 = added_(t4, elapsed);
        self->sinceStrong = t4;
      }
      uint32_t share = elapsed >> 5;
      int32_t value;
      if (65535u < share) {
        if (4095 < left) {
          value = 4095;
          share = 65535u;
        } else {
          value = (int32_t)(left < -4095 ? -4095 : left);
          share = 65535u;
        }
      } else if (4095 < left) {
        value = 4095;
      } else {
        value = (int32_t)(left < -4095 ? -4095 : left);
      }
      int32_t average = t13.unexplained;
      int32_t difference = sub32((int32_t)((uint32_t)mul32(value, value) << 7), average);
      int32_t t5 = add32(add32(average, mul32((int32_t)share, difference >> 16)),
          (int32_t)((share * ((uint32_t)difference & 0xffffu) + 32768u) >> 16));
      self->unexplained = t5;
      int32_t value2 = (int32_t)(4095 < plain ? 4095 : (int32_t)(plain < -4095 ? -4095 : plain));
      int32_t t6 = t13.whole;
      int32_t difference2 = sub32((int32_t)((uint32_t)mul32(value2, value2) << 7), t6);
      int32_t t7 = add32(add32(t6, mul32((int32_t)share, difference2 >> 16)),
          (int32_t)((share * ((uint32_t)difference2 & 0xffffu) + 32768u) >> 16));
      self->whole = t7;
      uint32_t t8 = elapsed >> 3;
      int32_t s;
      int32_t step;
      if (65535u < t8) {
        if (4095 < left) {
          s = 4095;
          step = 32767;
          goto L1;
        }
        step = 32767;
      } else {
        step = (int32_t)(t8 >> 1);
        if (4095 < left) {
          s = 4095;
          goto L1;
        }
      }
      s = (int32_t)(left < -4095 ? -4095 : left);
L1:;
      int32_t t9 = t13.estimate.y;
      int32_t t10 = t13.estimate.z;
      int32_t x2 = OffsetTracker_stepped(t13.estimate.x, mul32(x, s), step);
      int32_t y2 = OffsetTracker_stepped(t9, mul32(y, s), step);
      int32_t z2 = OffsetTracker_stepped(t10, mul32(z, s), step);
      Result_int32_int32_int32 t11 = Vector3_limited_to(805240832, x2, y2, z2);
      self->estimate.x = t11.e0;
      self->estimate.y = t11.e1;
      self->estimate.z = t11.e2;
      if (isFlagged) {
        if (t13.age >= 2000000u) {
          if ((t7 >> 2) < t5) {
            return 2;
          }
          return (uint8_t)(t4 >= 5000000u && 300000000u >= t4 ? 4 : 1);
        }
        return 0;
      }
      return 0;
    }
  }
  self->sinceStrong = 0;
  self->estimate.x = 0;
  self->estimate.y = 0;
  self->estimate.z = 0;
  self->unexplained = 0;
  self->whole = 0;
  return (uint8_t)(isSaturated ? 3 : 2);
}

/* Whether the dip is within 15° of the expected dip with the opposite sign. No magnet causes this without changing
   the strength. An expected dip below 15° has no clear sign.
   (Sources/Compass/FieldMonitor/DisturbanceMonitor.swift) */
static bool DisturbanceMonitor_isMirrored(uint32_t measuredValue, uint8_t measuredIsNone,
    const DisturbanceMonitor *self) {
  if (self->expected.dipIsNone == 1) {
    return false;
  }
  int32_t known = (int32_t)self->expected.dip;
  if (measuredIsNone == 1) {
    return false;
  }
  uint32_t t1;
  if (known < 0) {
    t1 = 0 - (uint32_t)known - 1 + 1;
  } else {
    t1 = (uint32_t)known;
  }
  if (178956971u < t1) {
    int32_t t2 = add32(known, (int32_t)measuredValue);
    uint32_t t3;
    if (t2 < 0) {
      t3 = 0 - (uint32_t)t2 - 1 + 1;
    } else {
      t3 = (uint32_t)t2;
    }
    return t3 < 178956971u;
  }
  return false;
}

/* The same without copying the sample or the findings. (Sources/Compass/FieldMonitor/DisturbanceMonitor.swift) */
static void DisturbanceMonitor_assess(const FieldObservation *sample, DisturbanceMonitor *self) {
  bool isFirst = self->isFirst != 0;
  uint64_t time = sample->time;
  uint32_t elapsed;
  uint16_t t7;
  if (isFirst) {
    elapsed = 0;
    t7 = 0;
  } else {
    uint64_t self2 = time - self->last;
    int32_t t1 = (int32_t)(self2 >> 32);
    if (t1 != 0) {
      bool t2 = t1 < 0;
      elapsed = (uint32_t)(t2 ? 0 : 4294967295u);
      t7 = (uint16_t)(t2 ? 2048 : 0);
    } else {
      elapsed = (uint32_t)self2;
      t7 = 0;
    }
  }
  self->isFirst = 0;
  self->last = time;
  uint32_t t3 = (uint32_t)sample->field.q8Nanotesla.x;
  uint32_t t4 = (uint32_t)sample->field.q8Nanotesla.y;
  uint32_t t5 = (uint32_t)sample->field.q8Nanotesla.z;
  if (t3 == (uint32_t)self->lastField.q8Nanotesla.x && t4 == (uint32_t)self->lastField.q8Nanotesla.y
      && t5 == (uint32_t)self->lastField.q8Nanotesla.z) {
    bool t6 = DisturbanceMonitor_countRepetition(sample, elapsed, self);
    t7 = t6 ? (uint16_t)(t7 | 0x4000u) : t7;
  } else {
    self->same = 0;
    self->lastField.q8Nanotesla.x = (int32_t)t3;
    self->lastField.q8Nanotesla.y = (int32_t)t4;
    self->lastField.q8Nanotesla.z = (int32_t)t5;
    self->repetition = 0;
  }
  Vector3 field;
  field.x = (int32_t)t3;
  field.y = (int32_t)t4;
  field.z = (int32_t)t5;
  uint32_t square = DisturbanceMonitor_energy_of_dropping(&field, 10);
  self->status.strengthSquared = square;
  uint16_t t8 = square == 0 ? (uint16_t)(t7 | 0x8000u) : t7;
  bool t9 = sample->isOverflowed != 0;
  uint16_t t19 = t9 ? (uint16_t)(t8 | 0x1000u) : t8;
  Pace pace;
  uint32_t t10 = elapsed >> 5;
  uint32_t selfRecent;
  if (65535u < t10) {
    uint32_t t11 = elapsed >> 6;
    if (65535u >= t11) {
      selfRecent = 65535u + t11;
      if (65535u >= selfRecent) {
        goto L1;
      }
    }
  } else {
    uint32_t t12 = elapsed >> 6;
    if (65535u < t12) {
      selfRecent = t10 + 65535u;
      if (65535u >= selfRecent) {
        goto L1;
      }
    } else {
      selfRecent = t10 + t12;
      if (65535u >= selfRecent) {
        goto L1;
      }
    }
  }
  uint32_t t13;
  t13 = elapsed >> 2;
  uint32_t selfQuick;
  selfQuick = (uint32_t)(65535u < t13 ? 65535u : t13);
  selfRecent = 65535u;
  goto L2;
L1:;
  uint32_t t14;
  t14 = elapsed >> 2;
  selfQuick = (uint32_t)(65535u < t14 ? 65535u : t14);
L2:;
  pace.recent = selfRecent;
  pace.quick = selfQuick;
  pace.isFirst = (uint8_t)isFirst;
  uint32_t forceValue = (uint32_t)sample->specificForce.value.microG.x;
  uint32_t force = (uint32_t)sample->specificForce.value.microG.y;
  uint32_t force2 = (uint32_t)sample->specificForce.value.microG.z;
  int32_t force3;
  bool force4;
  bool force5;
  uint16_t self4;
  if (sample->specificForce.isNone == 1) {
    uint32_t t15 = (uint32_t)self->levelTolerance;
    force3 = (int32_t)((13083 * (t15 * t15)) >> 1);
    force4 = false;
    force5 = false;
    self4 = (uint16_t)(t19 | 4);
  } else {
    Vector3 units;
    units.x = (int32_t)forceValue;
    units.y = (int32_t)force;
    units.z = (int32_t)force2;
    uint32_t energy = DisturbanceMonitor_energy_of_dropping(&units, 6);
    int32_t half = mul32(2252, (int32_t)(energy >> 12) - 59605) >> 16;
    int32_t t16 = (int32_t)(4095 < half ? 4095 : half);
    int32_t value = t16 - ((t16 * t16) >> 13);
    int32_t square2 = (int32_t)((uint32_t)mul32(value, value) << 7);
    int32_t t18;
    if (isFirst) {
      t18 = square2;
    } else {
      int32_t t17 = self->forceVariance;
      int32_t difference = sub32(square2, t17);
      t18 = add32(add32(t17, mul32((int32_t)selfRecent, difference >> 16)),
          (int32_t)((selfRecent * ((uint32_t)difference & 0xffffu) + 32768u) >> 16));
    }
    self->forceVariance = t18;
    if (48828124u >= energy - 220336915u) {
      if (5379200 >= t18) {
        goto L3;
      }
    }
    t19 = (uint16_t)(t19 | 4);
L3:;
    force5 = energy < 2441406u;
    force3 = t18 < square2 ? square2 : t18;
    force4 = true;
    self4 = force5 ? (uint16_t)(t19 | 0xcu) : t19;
  }
  if (self->isExpecting != 0) {
    if (isFirst) {
      if (self->expected.otherNanotesla != 0) {
        DisturbanceMonitor_reconsider_isFirst(true, self);
      }
    }
    uint32_t t20 = self->expected.strengthNanotesla;
    int32_t t21 = self->expected.inverse;
    int32_t t22 = self->expected.squared;
    uint32_t t23 = (uint32_t)self->expected.squaredShift;
    int32_t t24 = self->expected.squaredInverse;
    uint32_t half2 = (uint32_t)(t22 >> 1);
    int32_t deviation4;
    if (3 * half2 >= square - half2) {
      int32_t e = mul32(t24, sub32((int32_t)square, t22) >> (t23 & 0x1fu)) >> 14;
      int32_t deviation = e - (mul32(e, e) >> 17);
      int32_t deviation2 = e - (mul32(deviation, deviation) >> 17);
      int32_t deviation3 = e - (mul32(deviation2, deviation2) >> 17);
      deviation4 = (e - (mul32(deviation3, deviation3) >> 17) + 8) >> 4;
    } else {
      deviation4 = FieldExpectation_farDeviation(square, (int32_t)(t20 >> 2), t21);
    }
    int32_t t25 = Track_follow(deviation4, &pace, &self->strength);
    self->status.strengthDeviation = t25;
    uint32_t t26 = self->status.fieldVariance;
    int32_t t27 = self->expected.strengthLimit;
    int32_t limit = (int32_t)((uint32_t)mul32(t27, t27) << 7);
    int32_t square3 = (int32_t)((uint32_t)mul32(t25, t25) << 7);
    uint8_t level;
    if (square3 < (limit >> 1)) {
      level = 0;
    } else {
      level = Level_outside(square3, limit);
      self4 = level >= 2 ? (uint16_t)(self4 | 1) : self4;
      if (level >= 2) {
        goto L4;
      }
    }
    int32_t jump;
    jump = sub32(deviation4, t25);
    int32_t edge;
    edge = (int32_t)((uint32_t)t27 << 1);
    if ((int32_t)(t26 >> 4) < sub32(mul32(jump, jump), mul32(edge, edge))) {
      level = 2;
      self4 = (uint16_t)(self4 | 1);
    }
L4:;
    uint32_t measuredValue = sample->dip;
    uint8_t measuredIsNone = sample->dipIsNone;
    self->status.dipDeviation = 0;
    self->status.dipDeviationIsNone = 1;
    uint32_t known = self->expected.dip;
    int32_t dipSquare;
    if (self->expected.dipIsNone == 1) {
      dipSquare = 0;
    } else if (measuredIsNone == 1) {
      dipSquare = 0;
    } else {
      int32_t t28 = (25736 * ((int32_t)(measuredValue - known) >> 16)) >> 16;
      int32_t residual = (int32_t)(4095 < t28 ? 4095 : (int32_t)(t28 < -4095 ? -4095 : t28));
      dipSquare = (int32_t)((uint32_t)(residual * residual) << 7);
      int32_t smoothed = Track_follow(residual, &pace, &self->dip);
      self->status.dipDeviation = smoothed;
      self->status.dipDeviationIsNone = 0;
      if ((uint16_t)(self4 & 4) != 4) {
        int32_t limit2 = add32(23557248, mul32(9, force3));
        int32_t square4 = (int32_t)((uint32_t)mul32(smoothed, smoothed) << 7);
        if (square4 >= (limit2 >> 1)) {
          uint8_t self3 = Level_outside(square4, limit2);
          if (self3 >= 2) {
            int32_t beyond = (sub32(square4, limit2) >> 16) + 328;
            if (beyond * beyond < (int32_t)((uint32_t)force3 << 1)) {
              level = (uint8_t)(level < 1 ? 1 : level);
              goto L5;
            }
            self4 = (uint16_t)(self4 | 0x20u);
          }
          level = level < self3 ? self3 : level;
        }
      }
    }
L5:;
    int32_t t29 = self->strength.variance;
    int32_t t30 = self->longStrengthVariance;
    int32_t variance = t30 < t29 ? t29 : t30;
    self->status.fieldVariance = (uint32_t)variance << 1;
    int32_t t31 = self->dip.variance;
    int32_t t32 = self->longDipVariance;
    uint32_t t34;
    if (force5) {
      t34 = 4294967295u;
    } else {
      int32_t seen = t32 < t31 ? t31 : t32;
      uint32_t t33 = force4 && variance < seen ? (uint32_t)force3 + (uint32_t)sub32(seen, variance) : (uint32_t)force3;
      t34 = (uint32_t)((t33 >> 31) != 0 ? 4294967295u : t33 << 1);
    }
    self->status.tiltVariance = t34;
    uint8_t a = (uint8_t)((uint16_t)(self4 & 0xd000u) != 0 ? 3 : level);
    if (self->status.state == 0) {
      if (a < 2) {
        goto L6;
      }
    }
    DisturbanceMonitor_advance(a, elapsed, self);
L6:;
    self->status.offsetSquared = 0;
    int32_t strengthSquare = (int32_t)((uint32_t)mul32(deviation4, deviation4) << 7);
    int32_t t35 = self->longStrengthVariance;
    int32_t t36 = self->longDipVariance;
    int32_t dipNoise = (t35 >> 2) + (t36 >> 2) + (force3 >> 2) + 119072;
    if (self->status.state == 0) {
      if (t35 >= (strengthSquare >> 3)) {
        if (dipNoise >= (dipSquare >> 5)) {
          goto L7;
        }
      }
    }
    DisturbanceMonitor_recordOffset(strengthSquare, variance, dipSquare, dipNoise, self);
L7:;
    uint32_t t37 = (uint32_t)self->status.state;
    bool t38 = t37 == 0;
    if (t38) {
      uint32_t t39 = elapsed >> 9;
      uint32_t share = (uint32_t)(65535u < t39 ? 65535u : t39);
      int32_t difference2 = sub32(strengthSquare, t35);
      self->longStrengthVariance = add32(add32(t35, mul32((int32_t)share, difference2 >> 16)),
          (int32_t)((share * ((uint32_t)difference2 & 0xffffu) + 32768u) >> 16));
      if (476288 >= force3) {
        int32_t dip = self->status.dipDeviation;
        if (self->status.dipDeviationIsNone != 1) {
          int32_t difference3 = sub32((int32_t)((uint32_t)mul32(dip, dip) << 7), t36);
          self->longDipVariance = add32(add32(t36, mul32((int32_t)share, difference3 >> 16)),
              (int32_t)((share * ((uint32_t)difference3 & 0xffffu) + 32768u) >> 16));
        }
      }
    }
    int32_t fieldX = field.x;
    int32_t fieldY = field.y;
    int32_t fieldZ = field.z;
    if (!t38) {
      if ((uint16_t)(self4 & 0xc000u) == 0) {
        int32_t t40 = self->expected.inverse;
        self->status.cause = OffsetTracker_add_sample_isFlagged_isSaturated(fieldX, fieldY, fieldZ, t40, elapsed,
            t37 == 1 || t37 == 2, t9, &self->tracker);
        if ((uint16_t)(self4 & 0x21u) == 32) {
          if (DisturbanceMonitor_isMirrored(measuredValue, measuredIsNone, self)) {
            self->status.cause = 5;
            goto L8;
          }
          goto L8;
        }
        goto L8;
      }
    }
    self->tracker.age = 0;
    self->tracker.sinceStrong = 4294967295u;
    self->status.cause = 0;
L8:;
    self->status.reasons = self4;
    if (self->expected.otherNanotesla != 0) {
      uint32_t t41 = (uint32_t)self->status.strengthDeviation;
      if ((int32_t)t41 < 0) {
        t41 = 0 - t41 - 1 + 1;
      }
      if (82 < t41) {
        DisturbanceMonitor_reconsider_isFirst(false, self);
        return;
      }
      return;
    }
    return;
  }
  uint16_t self5 = (uint16_t)(self4 | 0x10u);
  self->status.strengthDeviation = 0;
  self->status.dipDeviation = 0;
  self->status.dipDeviationIsNone = 1;
  self->status.offsetSquared = 0;
  self->status.fieldVariance = 0;
  self->status.tiltVariance = (uint32_t)(int32_t)(force5 ? -1 : (int32_t)((uint32_t)force3 << 1));
  uint8_t t42;
  if (square >= 14062500u) {
    if (square < 625050001u) {
      t42 = 0;
      goto L9;
    }
  }
  t42 = 2;
  self5 = (uint16_t)(self4 | 0x11u);
L9:;
  DisturbanceMonitor_advance((uint8_t)((uint16_t)(self5 & 0xd000u) != 0 ? 3 : t42), elapsed, self);
  self->status.cause = (uint8_t)((uint16_t)(self5 & 0x1000u) == 4096 ? 3 : 0);
  self->status.reasons = self5;
}

#if !defined(BINNACLE_WITHOUT_CALIBRATION)
/* Evaluates the change of the strength over a turn, or over the same time without one.
   - Returns: whether it is evidence.
   (Sources/Compass/FieldMonitor/CalibrationWatch.swift) */
static bool CalibrationWatch_weigh(int32_t found, bool hasTurned, int32_t residual, CalibrationWatch *self) {
  int32_t change = sub32(found, self->deviation);
  if (4095 < change) {
    change = 4095;
  } else {
    if (change < -4095) {
      change = -4095;
    } else if (change >= 0) {
      goto L1;
    }
    change = sub32(0, change);
  }
L1:;
  self->deviation = found;
  int32_t t1 = (int32_t)self->wandering;
  if (hasTurned) {
    if (4000000u >= self->since) {
      int32_t most = add32(residual, residual >> 1);
      if (82 < most) {
        if (most >= change) {
          goto L2;
        }
      } else if (82 >= change) {
        goto L2;
      }
      if ((t1 >> 3) < change) {
        self->proof = (uint16_t)change;
        uint8_t t2 = self->evidence;
        if (t2 < 24) {
          self->evidence = (uint8_t)(t2 + 2);
          return true;
        }
        return true;
      }
L2:;
      uint8_t t3 = self->evidence;
      if (0 < t3) {
        self->evidence = (uint8_t)(t3 - 1);
        return false;
      }
      return false;
    }
    return false;
  }
  self->wandering = (uint16_t)add32(t1 - (t1 >> 4), change);
  return false;
}

/* (Sources/Compass/FieldMonitor/CalibrationWatch.swift) */
static Result_uint32_int32_int32 CalibrationWatch_report_once(uint8_t reason, int32_t value, int32_t limit,
    CalibrationWatch *self) {
  uint8_t bit = (uint8_t)((uint32_t)(uint8_t)1 << (uint8_t)((uint8_t)(reason + 1) & 7));
  uint8_t t1 = self->reported;
  if ((uint8_t)(t1 & bit) != 0) {
    Result_uint32_int32_int32 result3;
    result3.e0 = 6;
    result3.e1 = 0;
    result3.e2 = 0;
    return result3;
  }
  self->reported = (uint8_t)(t1 | bit);
  Result_uint32_int32_int32 result4;
  result4.e0 = (uint32_t)reason;
  result4.e1 = value;
  result4.e2 = limit;
  return result4;
}

/* 
   - value: Q12, relative to the strength or in radians.
   - limit: in the same unit.
   (Sources/Compass/FieldMonitor/CalibrationWatch.swift) */
static Result_uint32_int32_int32 CalibrationWatch_report(uint8_t reason, int32_t value, int32_t limit,
    CalibrationWatch *self) {
  int32_t unit = (int32_t)(reason == 1 ? 5730 : 1000);
  Result_uint32_int32_int32 t1 = CalibrationWatch_report_once(reason, mul32(unit, value) >> 12, mul32(unit,
      limit) >> 12, self);
  Result_uint32_int32_int32 result;
  result.e0 = t1.e0;
  result.e1 = t1.e1;
  result.e2 = t1.e2;
  return result;
}

/* Checks the monitor's findings. Call it after each sample.
   - Returns: the first reason that holds and was not reported since `restart`.
   (Sources/Compass/FieldMonitor/CalibrationWatch.swift) */
static Result_uint32_int32_int32 CalibrationWatch_check_at(const DisturbanceMonitor *monitor, uint64_t now,
    CalibrationWatch *self) {
  uint32_t elapsed;
  if (self->isFirst != 0) {
    elapsed = 0;
  } else {
    elapsed = Instant_elapsed_since(self->last, now);
  }
  self->isFirst = 0;
  self->last = now;
  uint32_t t1 = added_(self->since, elapsed);
  self->since = t1;
  if (monitor->isExpecting != 0) {
    uint16_t t2 = monitor->status.reasons;
    if ((uint16_t)(t2 & 0xd008u) != 0) {
      Result_uint32_int32_int32 result7;
      result7.e0 = 6;
      result7.e1 = 0;
      result7.e2 = 0;
      return result7;
    }
    bool t3 = Vector3_isWithin(monitor->expected.strengthNanotesla << 7,
        (uint32_t)sub32(monitor->lastField.q8Nanotesla.x, self->corner.x),
        (uint32_t)sub32(monitor->lastField.q8Nanotesla.y, self->corner.y),
        (uint32_t)sub32(monitor->lastField.q8Nanotesla.z, self->corner.z));
    bool hasTurned = !t3;
    uint32_t t4;
    bool t5;
    if (t3) {
      if (4000000u >= t1) {
        if (self->evidence >= 16) {
          t5 = false;
          goto L1;
        }
        t4 = 0;
        t5 = false;
        goto L2;
      }
    }
    t5 = CalibrationWatch_weigh(monitor->status.strengthDeviation, hasTurned, monitor->expected.residual, self);
    self->corner = monitor->lastField.q8Nanotesla;
    self->since = 0;
    if (self->evidence < 16) {
      t4 = 0;
      goto L2;
    }
L1:;
    t4 = added_(self->lasting, elapsed);
L2:;
    self->lasting = t4;
    if (t5 && t4 >= 60000000u) {
      uint8_t t6 = monitor->status.cause;
      uint32_t t7 = (uint32_t)t6;
      uint8_t t8 = monitor->status.state;
      if (t8 != 1) {
        if (t8 != 2) {
          goto L3;
        }
      }
      bool t9;
      t9 = t7 == 4;
      if (!t9) {
        if (t6 != 1) {
          goto L3;
        }
      }
      if (t7 != 4) {
        if ((uint16_t)(t2 & 1) != 1) {
          if (monitor->status.dipDeviationIsNone != 1) {
            Result_uint32_int32_int32 t10 = CalibrationWatch_report(1, monitor->status.dipDeviation, 429, self);
            Result_uint32_int32_int32 result8;
            result8.e0 = t10.e0;
            result8.e1 = t10.e1;
            result8.e2 = t10.e2;
            return result8;
          }
        }
      }
      Result_uint32_int32_int32 t11;
      t11 = CalibrationWatch_report((uint8_t)(t9 ? 5 : 0), monitor->status.strengthDeviation,
          monitor->expected.strengthLimit, self);
      Result_uint32_int32_int32 result9;
      result9.e0 = t11.e0;
      result9.e1 = t11.e1;
      result9.e2 = t11.e2;
      return result9;
L3:;
      int32_t t12 = monitor->expected.residual;
      int32_t most = add32(t12, t12 >> 1);
      Result_uint32_int32_int32 t13 = CalibrationWatch_report(2, (int32_t)self->proof, (int32_t)(82 < most ? most
          : 82), self);
      Result_uint32_int32_int32 result10;
      result10.e0 = t13.e0;
      result10.e1 = t13.e1;
      result10.e2 = t13.e2;
      return result10;
    }
    Result_uint32_int32_int32 result11;
    result11.e0 = 6;
    result11.e1 = 0;
    result11.e2 = 0;
    return result11;
  }
  Result_uint32_int32_int32 result12;
  result12.e0 = 6;
  result12.e1 = 0;
  result12.e2 = 0;
  return result12;
}

/* 
   - calibrated: the chip's temperature during calibration, 1/8 °C; `nil` if unknown.
   - now: the chip's present temperature, 1/8 °C; `nil` if unknown.
   (Sources/Compass/FieldMonitor/CalibrationWatch.swift) */
static Result_uint32_int32_int32 CalibrationWatch_compare_calibrated_now(uint32_t t1, uint32_t t2,
    CalibrationWatch *self) {
  int16_t t3 = (int16_t)t1;
  int16_t t4 = (int16_t)t2;
  uint8_t t5 = (uint8_t)(t2 >> 16);
  if ((uint8_t)(t1 >> 16) == 1) {
    Result_uint32_int32_int32 result5;
    result5.e0 = 6;
    result5.e1 = 0;
    result5.e2 = 0;
    return result5;
  }
  if (t5 == 1) {
    Result_uint32_int32_int32 result6;
    result6.e0 = 6;
    result6.e1 = 0;
    result6.e2 = 0;
    return result6;
  }
  int32_t moved = (int32_t)t4 - (int32_t)t3;
  if (160 >= moved) {
    if (moved >= -160) {
      Result_uint32_int32_int32 result7;
      result7.e0 = 6;
      result7.e1 = 0;
      result7.e2 = 0;
      return result7;
    }
  }
  Result_uint32_int32_int32 t6 = CalibrationWatch_report_once(4, moved, 160, self);
  Result_uint32_int32_int32 result8;
  result8.e0 = t6.e0;
  result8.e1 = t6.e1;
  result8.e2 = t6.e2;
  return result8;
}

#endif

#if !defined(BINNACLE_WITHOUT_MOTION)
/* The findings about the last sample if somebody else knows the vertical better than an accelerated force. A
   deviation of
   the dip is then a disturbance only as far as that vertical shows it. A field that is doubted stays so: beside a
   magnet that
   turns with the instrument, strength and dip fit by chance again and again, while the heading is wrong.
   dip: Q12 rad.
   (Sources/Compass/FieldMonitor/MonitorExpectation.swift) */
static void DisturbanceMonitor_status_withDip(FieldStatus *t1, int32_t dip, const DisturbanceMonitor *self) {
  FieldStatus status;
  uint8_t t2 = self->status.state;
  status = self->status;
  if (t2 == 0) {
    uint32_t t3 = self->status.offsetSquared;
    if (t3 != 0) {
      if (215168 < self->forceVariance) {
        if (self->expected.dipIsNone != 1) {
          int32_t value = sub32(dip, (25736 * ((int32_t)self->expected.dip >> 16)) >> 16);
          int32_t deviation = (int32_t)(4095 < value ? 4095 : (int32_t)(value < -4095 ? -4095 : value));
          int32_t t4 = self->status.strengthDeviation;
          uint32_t t5 = ((uint32_t)mul32(deviation, deviation) << 7) + ((uint32_t)mul32(t4, t4) << 7);
          if (t5 < t3) {
            status.offsetSquared = (uint32_t)(t5 < 8000000u ? 0 : t5);
          }
          *t1 = status;
          return;
        }
      }
    }
  }
  *t1 = status;
}

#endif

/* ---- Calibration: Sources/Compass/Calibration -------------------------------------------------------------------- */

#if !defined(BINNACLE_WITHOUT_CALIBRATION)
static const uint32_t Row_all[31] = {
  1115649u, 629249u, 41472u, 12167680u, 7909888u, 9373950u, 9375998u, 9382016u, 9390208u, 986112u, 988160u,
  1002496u, 143362u, 2308100u, 21250056u, 21239816u, 21252104u, 10110988u, 10113036u, 10115084u, 4546576u,
  36923408u, 4548624u, 5660704u, 10121248u, 6780992u, 10125376u, 7872640u, 11110656u, 11112704u, 11094272u
};

static const uint16_t SavingRow_all[7] = {4159, 258, 8706, 13060, 17416, 21768, 22020};

static const uint8_t Tables_degrees[35] = {
  0, 1, 2, 3, 4, 1, 2, 3, 4, 2, 3, 4, 3, 4, 4, 1, 2, 3, 4, 2, 3, 4, 3, 4, 4, 2, 3, 4, 3, 4, 4, 3, 4, 4, 4
};

static const uint8_t Tables_products[100] = {
  0, 1, 5, 15, 2, 6, 16, 9, 19, 25, 1, 2, 6, 16, 3, 7, 17, 10, 20, 26, 5, 6, 9, 19, 7, 10, 20, 12, 22, 28, 15, 16,
  19, 25, 17, 20, 26, 22, 28, 31, 2, 3, 7, 17, 4, 8, 18, 11, 21, 27, 6, 7, 10, 20, 8, 11, 21, 13, 23, 29, 16, 17,
  20, 26, 18, 21, 27, 23, 29, 32, 9, 10, 12, 22, 11, 13, 23, 14, 24, 30, 19, 20, 22, 28, 21, 23, 29, 24, 30, 33, 25,
  26, 28, 31, 27, 29, 32, 30, 33, 34
};

static const uint8_t Tables_columns[24] = {
  240, 241, 242, 243, 148, 151, 245, 246, 248, 240, 242, 243, 151, 248, 240, 241, 243, 148, 246, 240, 241, 242, 116,
  245
};

static const int16_t Slopes_ofUnknowns[9] = {0, 4, 64, 1024, 161, 1005, 18, 259, 560};

#endif

/* The exact 64-bit product. The image contains this code once (embedded-swift.md, "Calls"). It takes half the time
   of the library's product of 64 by 64 bits.
   (Sources/Compass/Calibration/Fit/CompactArithmetic.swift) */
static int64_t Int64_init_multiplying(int32_t a, int32_t b) {
  uint32_t lowerA = (uint32_t)a & 0xffffu;
  int32_t upperA = a >> 16;
  uint32_t lowerB = (uint32_t)b & 0xffffu;
  int32_t upperB = b >> 16;
  uint32_t lowest = lowerB * lowerA;
  int32_t first = (int32_t)lowerB * upperA + (int32_t)(lowest >> 16);
  int32_t second = upperB * (int32_t)lowerA + (first & 0xffff);
  return (int64_t)((uint64_t)(((uint32_t)second << 16) | (lowest & 0xffffu)) | ((uint64_t)(uint32_t)(upperB * upperA
      + (first >> 16) + (second >> 16)) << 32));
}

/* The dot product of (x, y, z) and `v`. (Sources/Compass/Calibration/Fit/CompactArithmetic.swift) */
static int64_t Int64_init_dot(int32_t x, int32_t y, int32_t z, int32_t vX, int32_t vY, int32_t vZ) {
  int64_t t1 = Int64_init_multiplying(x, vX);
  int64_t t2 = Int64_init_multiplying(y, vY);
  int64_t t3 = Int64_init_multiplying(z, vZ);
  return add64(add64(t1, t2), t3);
}

/* Shifts to the right for a positive `count`, rounded half up, and to the left for a negative one. |`self`| < 2^62.
   (Sources/Compass/Calibration/Fit/CompactArithmetic.swift) */
static int64_t Int64_shifted_rightBy(int32_t count, int64_t self) {
  if (63 < count) {
    return 0;
  }
  if (0 >= count) {
    int32_t value = sub32(0, count);
    return (int64_t)((uint64_t)self << ((uint64_t)(int64_t)value & 0x3fu));
  }
  int32_t value2 = sub32(count, 1);
  return add64(self >> ((uint64_t)(int64_t)value2 & 0x3fu), 1) >> 1;
}

/* The same as `saturatedToInt32`, but the image contains this code once.
   (Sources/Compass/Calibration/Fit/CompactArithmetic.swift) */
static uint32_t Int64_word(int64_t self) {
  return (uint32_t)(2147483647 < self ? 2147483647u : (uint32_t)(self < -2147483648ll ? 2147483648u : (uint32_t)self));
}

/* `self` / 2^`count`, rounded half up and limited to 32 bits. `count`: 1…63; |`self`| < 2^63 − 2^(`count` − 1).
   (Sources/Compass/Calibration/Fit/CompactArithmetic.swift) */
static int32_t Int64_word_rightBy(int32_t count, int64_t self) {
  int64_t t1 = Int64_shifted_rightBy(count, self);
  return (int32_t)Int64_word(t1);
}

/* The dot product with a matrix row in Q24, rounded half up.
   (Sources/Compass/Calibration/Fit/AccelerometerPart.swift) */
static int32_t Vector3_product_with(int32_t dX, int32_t dY, int32_t dZ, const Vector3 *self) {
  int64_t t1 = Int64_init_dot(self->x, self->y, self->z, dX, dY, dZ);
  return Int64_word_rightBy(24, t1);
}

/* A·(a − b), each component rounded half up once; a unchanged if the accelerometer was not calibrated.
   `mutating`: embedded-swift.md, "Copies".
   force: a, micro-g, sensor axes; a − b saturates.
   (Sources/Compass/Calibration/Fit/AccelerometerPart.swift) */
static Result_int32_int32_int32 CalibrationRecord_correctedForce(int32_t forceX, int32_t forceY, int32_t forceZ,
    const CalibrationRecord *self) {
  if (self->accelerometerOrder == 0) {
    Result_int32_int32_int32 result3;
    result3.e0 = forceX;
    result3.e1 = forceY;
    result3.e2 = forceZ;
    return result3;
  }
  int32_t t1 = self->accelerometerOffset.x;
  int32_t x = sub32(forceX, t1);
  int32_t y;
  if (ssub_overflows32(forceX, t1)) {
    if (forceX < 0) {
      int32_t t2 = self->accelerometerOffset.y;
      if (!ssub_overflows32(forceY, t2)) {
        y = sub32(forceY, t2);
        x = INT32_MIN;
        goto L1;
      }
      x = INT32_MIN;
    } else {
      int32_t t3 = self->accelerometerOffset.y;
      if (!ssub_overflows32(forceY, t3)) {
        y = sub32(forceY, t3);
        x = 2147483647;
        goto L1;
      }
      x = 2147483647;
    }
  } else {
    int32_t t4 = self->accelerometerOffset.y;
    if (!ssub_overflows32(forceY, t4)) {
      y = sub32(forceY, t4);
      goto L1;
    }
  }
  int32_t z;
  if (forceY < 0) {
    int32_t t5 = self->accelerometerOffset.z;
    if (ssub_overflows32(forceZ, t5)) {
      y = INT32_MIN;
      goto L2;
    }
    z = sub32(forceZ, t5);
    y = INT32_MIN;
    goto L3;
  }
  int32_t t6;
  t6 = self->accelerometerOffset.z;
  if (ssub_overflows32(forceZ, t6)) {
    y = 2147483647;
    goto L2;
  }
  z = sub32(forceZ, t6);
  y = 2147483647;
  goto L3;
L1:;
  int32_t t7;
  t7 = self->accelerometerOffset.z;
  if (!ssub_overflows32(forceZ, t7)) {
    z = sub32(forceZ, t7);
    goto L3;
  }
L2:;
  z = (int32_t)(forceZ < 0 ? INT32_MIN : 2147483647);
L3:;
  forceX = Vector3_product_with(x, y, z, &self->accelerometerMatrix.rows[0]);
  forceY = Vector3_product_with(x, y, z, &self->accelerometerMatrix.rows[1]);
  forceZ = Vector3_product_with(x, y, z, &self->accelerometerMatrix.rows[2]);
  Result_int32_int32_int32 result4;
  result4.e0 = forceX;
  result4.e1 = forceY;
  result4.e2 = forceZ;
  return result4;
}

#if !defined(BINNACLE_WITHOUT_CALIBRATION)
/* The state of the background fit. (Sources/Compass/Calibration/Session/BackgroundRefit.swift) */
static void BackgroundRefit_init(BackgroundRefit *t1) {
  t1->isAllowed = 0;
  t1->phase = 0;
  t1->next = 0;
  t1->inUse[0] = 0;
  t1->inUse[1] = 0;
  t1->candidate[0] = 0;
  t1->candidate[1] = 0;
  t1->kept.count = 0;
  int32_t t2 = 0;
  for (;;) {
    int32_t t3 = t2 + 1;
    t1->kept.samples[t2].x = 0;
    t1->kept.samples[t2].y = 0;
    t1->kept.samples[t2].z = 0;
    if (t3 == 12) {
      return;
    }
    t2 = t3;
  }
}

/* (Sources/Compass/Calibration/Fit/Moments.swift) */
static void Moments_init(Moments *t1) {
  int32_t t2 = 0;
  for (;;) {
    int32_t t3 = t2 + 1;
    t1->sums[t2] = 0;
    if (t3 == 35) {
      break;
    }
    t2 = t3;
  }
  t1->origin.x = 0;
  t1->origin.y = 0;
  t1->origin.z = 0;
  t1->settled = 0;
  t1->scale = 0;
  t1->isWaiting = 0;
  t1->waiting[0] = 0;
  t1->waiting[1] = 0;
  t1->waiting[2] = 0;
}

/* (Sources/Compass/Calibration/Fit/CalibrationFit.swift) */
static void CalibrationFit_init(CalibrationFit *t1, uint32_t t2, uint32_t t3, uint32_t t4,
    uint32_t configurationHighestStrength) {
  uint8_t t5 = (uint8_t)t2;
  uint8_t t6 = (uint8_t)(t2 >> 8);
  uint16_t t7 = (uint16_t)(t2 >> 16);
  Moments t15;
  t1->stage = 0;
  t1->row = 0;
  t1->isSearching = 0;
  t1->isAbsorbed = 0;
  t1->trims = 0;
  t1->isFlattish = 0;
  t1->reasons = 0;
  Result_uint32_uint32 t8 = InlineArray_init_repeating(0);
  t1->gate.found[0] = (int16_t)(uint16_t)t8.e0;
  t1->gate.found[1] = (int16_t)(uint16_t)(t8.e0 >> 16);
  t1->gate.found[2] = (int16_t)(uint16_t)t8.e1;
  t1->gate.found[3] = (int16_t)(uint16_t)(t8.e1 >> 16);
  t1->gate.next = 0;
  t1->gate.spacing = 0;
  t1->periods.last = 0;
  t1->periods.count = 0;
  t1->outcome.model = 0;
  t1->outcome.accepted = 0;
  t1->outcome.grade = 0;
  t1->outcome.tiltSeen = 0;
  t1->outcome.cellsSeen = 0;
  t1->outcome.centreRemainder[0] = 0;
  t1->outcome.centreRemainder[1] = 0;
  t1->outcome.centreRemainder[2] = 0;
  t1->outcome.reasons = 0;
  t1->outcome.largestDeviation = 0;
  t1->outcome.settledResidual = 0;
  t1->outcome.saturatedShare = 0;
  t1->outcome.strayShare = 0;
  t1->outcome.residual = 0;
  t1->outcome.heldOutResidual = 0;
  t1->outcome.packedTurn[0] = 0;
  t1->outcome.packedTurn[1] = 0;
  t1->outcome.packedTurn[2] = 0;
  t1->outcome.sampleCount = 0;
  t1->outcome.centre.x = 0;
  t1->outcome.centre.y = 0;
  t1->outcome.centre.z = 0;
  t1->outcome.radiusQ8 = 0;
  t1->outcome.softIronEntries[0] = 16777216;
  t1->outcome.softIronEntries[1] = 0;
  t1->outcome.softIronEntries[2] = 0;
  t1->outcome.softIronEntries[3] = 16777216;
  t1->outcome.softIronEntries[4] = 0;
  t1->outcome.softIronEntries[5] = 16777216;
  t1->outcome.largestError = 65535u;
  t1->outcome.predictedTypical = 65535u;
  t1->outcome.predictedWorst = 65535u;
  t1->outcome.dipSpread = 65535u;
  t1->outcome.dip = 32767;
  t1->outcome.axisRatio = 1000;
  uint64_t *t9 = &t1->scratch.memory.as_uint64[0];
  int32_t t10 = 0;
  for (;;) {
    t10++;
    *t9 = 0;
    if (t10 == 9) {
      break;
    }
    t9 = &t9[1];
  }
  Moments_init(&t15);
  t1->moments = t15;
  t1->saturatedCount = 0;
  t1->roughness.sizes = 0;
  t1->roughness.count = 3;
  int32_t t11 = 0;
  int32_t t16[45];
  for (;;) {
    int32_t t12 = t11 + 1;
    t16[t11] = 0;
    if (t12 == 45) {
      break;
    }
    t11 = t12;
  }
  memcpy(t1->triangle.entries, t16, 45 * sizeof t1->triangle.entries[0]);
  t1->reservoir.seen = 0;
  t1->reservoir.origin.x = 0;
  t1->reservoir.origin.y = 0;
  t1->reservoir.origin.z = 0;
  int32_t t13 = 0;
  for (;;) {
    int32_t t14 = t13 + 1;
    t1->reservoir.samples[t13] = 0;
    if (t14 == 160) {
      break;
    }
    t13 = t14;
  }
  t1->reservoir.coarseness = 0;
  t1->configuration.levelAxis = t5;
  t1->configuration.choices = t6;
  t1->configuration.assumedDipTangent = (int16_t)t7;
  t1->configuration.sensorRange = (int32_t)t3;
  t1->configuration.lowestStrength = (int32_t)t4;
  t1->configuration.highestStrength = (int32_t)configurationHighestStrength;
  RecentSamples self;
  self.lastKept.x = 1073741824;
  self.lastKept.y = 0;
  self.lastKept.z = 0;
  self.lastOffered.x = 1073741824;
  self.lastOffered.y = 0;
  self.lastOffered.z = 0;
  self.differences.last = 0;
  self.differences.first = 0;
  self.differences.second = 0;
  self.chance = 2654435769u;
  self.outsideShare = 0;
  self.steps = 0;
  self.hasJumped = 0;
  self.nextSearch = 40;
  t1->scratch.memory.recentSamplesFrom12.recentSamples = self;
}

/* The solver is initialised inside the machine (embedded-swift.md, "In place").
   (Sources/Compass/Calibration/Session/CalibrationStateMachine.swift) */
static void CalibrationMachine_init(CalibrationMachine *t1) {
  t1->e1 = 0;
  t1->e2 = 0;
  t1->e3 = 0;
  t1->e4 = 0;
  t1->e5 = 0;
  t1->e6 = 0;
  t1->e7 = 0;
  t1->e8.hasCommitted = 0;
  t1->e8.isFinished = 0;
  t1->e8.isComplete = 0;
  t1->e8.hasFirst = 0;
  t1->e8.percent = 0;
  t1->e8.reason.code = 0;
  t1->e8.reason.measured = 0;
  t1->e8.reason.limit = 0;
  t1->e8.rejected = 0;
  t1->e8.sampleCount = 0;
  t1->e8.duration = 0;
  t1->e8.delay = 0;
  t1->e8.seen = 0;
  t1->e8.overflowed = 0;
  t1->e8.largestMotion = 0;
  t1->e8.cells = 0;
  t1->e8.cellsAtLastSolve = 0;
  t1->e8.slices = 0;
  t1->e8.entered = 0;
  t1->e8.began = 0;
  t1->e8.gathering = 0;
  t1->e8.lastNews = 0;
  t1->e8.coverage.words[0] = 0;
  t1->e8.coverage.words[1] = 0;
  t1->e8.coverage.words[2] = 0;
  t1->e8.firstField.x = 0;
  t1->e8.firstField.y = 0;
  t1->e8.firstField.z = 0;
  t1->e8.rest.count = 0;
  t1->e8.rest.firstForce.x = 0;
  t1->e8.rest.firstForce.y = 0;
  t1->e8.rest.firstForce.z = 0;
  t1->e8.rest.firstField.x = 0;
  t1->e8.rest.firstField.y = 0;
  t1->e8.rest.firstField.z = 0;
  t1->e8.rest.sum.x = 0;
  t1->e8.rest.sum.y = 0;
  t1->e8.rest.sum.z = 0;
  BackgroundRefit_init(&t1->e9);
  t1->e10.model = 0;
  t1->e10.accepted = 0;
  t1->e10.grade = 0;
  t1->e10.tiltSeen = 0;
  t1->e10.cellsSeen = 0;
  t1->e10.centreRemainder[0] = 0;
  t1->e10.centreRemainder[1] = 0;
  t1->e10.centreRemainder[2] = 0;
  t1->e10.reasons = 0;
  t1->e10.largestDeviation = 0;
  t1->e10.settledResidual = 0;
  t1->e10.saturatedShare = 0;
  t1->e10.strayShare = 0;
  t1->e10.residual = 0;
  t1->e10.heldOutResidual = 0;
  t1->e10.packedTurn[0] = 0;
  t1->e10.packedTurn[1] = 0;
  t1->e10.packedTurn[2] = 0;
  t1->e10.sampleCount = 0;
  t1->e10.centre.x = 0;
  t1->e10.centre.y = 0;
  t1->e10.centre.z = 0;
  t1->e10.radiusQ8 = 0;
  t1->e10.softIronEntries[0] = 16777216;
  t1->e10.softIronEntries[1] = 0;
  t1->e10.softIronEntries[2] = 0;
  t1->e10.softIronEntries[3] = 16777216;
  t1->e10.softIronEntries[4] = 0;
  t1->e10.softIronEntries[5] = 16777216;
  t1->e10.largestError = 65535u;
  t1->e10.predictedTypical = 65535u;
  t1->e10.predictedWorst = 65535u;
  t1->e10.dipSpread = 65535u;
  t1->e10.dip = 32767;
  t1->e10.axisRatio = 1000;
  t1->e11.live.isEmpty = 1;
  t1->e11.live.seen.words[0] = 0;
  t1->e11.live.seen.words[1] = 0;
  t1->e11.live.seen.words[2] = 0;
  t1->e11.live.low.x = 0;
  t1->e11.live.low.y = 0;
  t1->e11.live.low.z = 0;
  t1->e11.live.high.x = 0;
  t1->e11.live.high.y = 0;
  t1->e11.live.high.z = 0;
  t1->e11.live.centre.x = 0;
  t1->e11.live.centre.y = 0;
  t1->e11.live.centre.z = 0;
  t1->e11.live.isSolved = 0;
  CalibrationFit_init(&t1->e11.fit, 2 | ((uint32_t)0 << 8) | ((uint32_t)305 << 16), 2097152u, 15000, 90000u);
}

/* (Sources/Compass/Calibration/Fit/ModelSolver.swift) */
static bool ModelSolver_isSound(const ModelSolver *self) {
  uint8_t t1 = self->state;
  if (t1 < 8) {
    int8_t t2 = self->columns.normal;
    int8_t t3 = self->columns.size;
    int8_t t4 = self->columns.start;
    bool t5 = self->columns.order < 5 && t2 >= 0 && t2 < 3 && t3 >= 0 && 9 >= t3 && t4 >= 0 && t4 < 24;
    if (t5) {
      int8_t t6 = self->row;
      if (t6 >= 0) {
        return (int8_t)(t1 == 0 ? 8 : 9) >= t6;
      }
      return false;
    }
    return false;
  }
  return false;
}

/* (Sources/Compass/Calibration/Prediction/Prediction.swift) */
static bool Prediction_isSound(const Prediction *self) {
  if (self->isOpen < 2) {
    if (self->isPlanar < 2 && self->upright < 3) {
      if (9 >= self->fitted) {
        int8_t t1 = self->next;
        if (t1 >= 0) {
          return 40 >= (int32_t)t1;
        }
        return false;
      }
      return false;
    }
    return false;
  }
  return false;
}

/* (Sources/Compass/Calibration/Fit/CalibrationFit.swift) */
static bool CalibrationFit_isSound(const CalibrationFit *self) {
  if (self->stage >= 13) {
    return false;
  }
  if (self->outcome.model >= 5) {
    return false;
  }
  int8_t t1 = self->gate.next;
  if (t1 < 0 || 4 < t1) {
    return false;
  }
  int8_t t2 = self->reservoir.coarseness;
  if (2147483647u < self->reservoir.seen || t2 < 0 || t2 >= 32) {
    return false;
  }
  int8_t t3 = self->row;
  if (t3 < 0) {
    return false;
  }
  if (self->isSearching != 0) {
    int8_t t4 = (int8_t)self->scratch.memory.bytes[8];
    if (t4 < 0 || 4 < t4) {
      return false;
    }
  }
  bool t5;
  switch (self->stage) {
    case 4:
    case 5: {
      t5 = ModelSolver_isSound(&self->scratch.memory.modelSolver);
      return t5;
    }
    case 6: {
      if (t3 == 0) {
        t5 = ModelSolver_isSound(&self->scratch.memory.modelSolver);
        return t5;
      }
      t5 = Prediction_isSound(&self->scratch.memory.prediction);
      return t5;
    }
    case 2: {
      return t3 < 3;
    }
    case 7:
    case 8:
    case 9: {
      if (t3 < 9) {
        t5 = Prediction_isSound(&self->scratch.memory.prediction);
        return t5;
      }
      return false;
    }
    case 10: {
      t5 = Prediction_isSound(&self->scratch.memory.prediction);
      return t5;
    }
    default: {
      return true;
    }
  }
}

/* What `event` does in `state`, or `nil` when it is illegal there: then nothing changes.
   (Sources/Compass/Calibration/Session/CalibrationState.swift) */
static uint16_t CalibrationTransition_of_in(uint8_t event, uint8_t state, uint32_t t1) {
  bool factsIsCalibrated = ((uint8_t)t1 & 1) != 0;
  uint32_t t2 = (uint32_t)(((uint8_t)(t1 >> 8) & 1) != 0 ? 16777216u : 0);
  uint32_t t3 = ((uint8_t)(t1 >> 16) & 1) != 0 ? t2 | 0x2000000u : t2;
  uint32_t t4 = (uint32_t)state & 0x1fu;
  int32_t i = 0;
  uint32_t t5;
  for (;;) {
    t5 = Row_all[i];
    i++;
    if (((t5 >> t4) & 1) != 0) {
      if (((t5 >> 11) & 0x1fu) == (uint32_t)event) {
        if ((t5 & 0x3000000u & (0 - t3 - 1)) == 0) {
          break;
        }
      }
    }
    if (i >= 31) {
      return 11;
    }
  }
  uint8_t t6 = CalibrationAction_init_rawValue((uint8_t)((t5 >> 20) & 0xfu));
  uint8_t next = CalibrationState_init_rawValue((uint8_t)((t5 >> 16) & 0xfu));
  return (uint16_t)((uint16_t)((uint32_t)(uint16_t)(uint8_t)(t6 == 12 ? 0 : t6) << 8) | (uint16_t)(next == 11
      ? (uint8_t)(factsIsCalibrated ? 9 : 0) : next));
}

/* The measured value for a reason, and its limit; both are 0 if the reason has no measured value.
   This function and those below are `mutating`: embedded-swift.md, "Copies".
   (Sources/Compass/Calibration/Fit/AcceptanceGates.swift) */
static Result_int32_int32 FitConfiguration_measure_of(uint16_t reason, const FitOutcome *o,
    const FitConfiguration *self) {
  switch (reason) {
    case 1: {
      Result_int32_int32 result12;
      result12.e0 = (int32_t)o->sampleCount;
      result12.e1 = (int32_t)((uint8_t)(self->choices & 2) != 0 ? 6 : 9);
      return result12;
    }
    case 16: {
      Result_int32_int32 result13;
      result13.e0 = (int32_t)o->settledResidual;
      result13.e1 = (int32_t)(o->model == 1 ? 1000 : 500);
      return result13;
    }
    case 32: {
      Result_int32_int32 result14;
      result14.e0 = (int32_t)o->largestDeviation;
      result14.e1 = ((int32_t)o->residual * 6 + 500) / 10;
      return result14;
    }
    case 64: {
      Result_int32_int32 result15;
      result15.e0 = (int32_t)o->predictedWorst;
      result15.e1 = (int32_t)(uint16_t)((uint8_t)(self->choices & 2) != 0 ? 400 : 1500);
      return result15;
    }
    case 128: {
      int32_t t1 = o->radiusQ8;
      int32_t strength = (t1 >> 8) + ((t1 >> 7) & 1);
      int32_t lowest;
      if (o->model == 1) {
        lowest = self->lowestStrength >> 2;
      } else {
        lowest = self->lowestStrength;
      }
      if (strength < lowest) {
        Result_int32_int32 result16;
        result16.e0 = strength;
        result16.e1 = lowest;
        return result16;
      }
      Result_int32_int32 result17;
      result17.e0 = strength;
      result17.e1 = self->highestStrength;
      return result17;
    }
    case 256: {
      Result_int32_int32 result18;
      result18.e0 = (int32_t)o->axisRatio;
      result18.e1 = 5000;
      return result18;
    }
    case 512: {
      Result_int32_int32 result19;
      result19.e0 = (int32_t)o->saturatedShare;
      result19.e1 = 31;
      return result19;
    }
    case 1024: {
      Result_int32_int32 result20;
      result20.e0 = (int32_t)o->strayShare;
      result20.e1 = 250;
      return result20;
    }
    case 2048: {
      Result_int32_int32 result21;
      result21.e0 = (int32_t)o->tiltSeen;
      result21.e1 = 30;
      return result21;
    }
    default: {
      Result_int32_int32 result22;
      result22.e0 = 0;
      result22.e1 = 0;
      return result22;
    }
  }
}

/* Whether a gate refuses a result. (Sources/Compass/Calibration/Fit/AcceptanceGates.swift) */
static bool FitConfiguration_refuses(uint16_t reason, const FitOutcome *outcome, const FitConfiguration *self) {
  if ((uint8_t)(self->choices & 1) != 0 && reason == 32) {
    return false;
  }
  Result_int32_int32 t1 = FitConfiguration_measure_of(reason, outcome, self);
  if (reason == 128) {
    uint32_t t2 = (uint32_t)self->highestStrength;
    if (t2 != 0) {
      return (t1.e1 < t1.e0) == (t1.e1 == (int32_t)t2);
    }
    return false;
  }
  return t1.e1 < t1.e0;
}

/* The reason at bit `index` of a fit's reasons, or `nil` if the bit is clear. The measured value is that of the
   outcome. If only a larger model was refused for this reason, the measured value is the predicted error of that
   model, or 0 for other reasons. `outliers` in an accepted result gives the share of samples that were left out.
   (Sources/Compass/Calibration/Session/CalibrationStateMachineReport.swift) */
static Result_uint32_int32_int32_uint8 CalibrationReason_init_bit(const FitOutcome *outcome, uint16_t index,
    const FitConfiguration *configuration) {
  uint16_t rawValue = (uint16_t)((uint32_t)(uint16_t)1 << (uint16_t)(index & 0xfu));
  bool t1;
  if (rawValue == 1024) {
    if (outcome->accepted != 0) {
      if (0 < outcome->strayShare) {
        t1 = true;
        goto L1;
      }
    }
  }
  if ((uint16_t)(outcome->reasons & rawValue) != rawValue) {
    Result_uint32_int32_int32_uint8 result3;
    result3.e0 = 0;
    result3.e1 = 0;
    result3.e2 = 0;
    result3.e3 = 1;
    return result3;
  }
  t1 = false;
L1:;
  Result_int32_int32 t2 = FitConfiguration_measure_of(rawValue, outcome, configuration);
  int32_t measured;
  if (rawValue < 16 || rawValue >= 2048 || t1) {
    measured = t2.e0;
  } else if (FitConfiguration_refuses(rawValue, outcome, configuration)) {
    measured = t2.e0;
  } else if (rawValue == 64) {
    uint16_t t3 = outcome->largestError;
    measured = (int32_t)(uint32_t)(t3 != 65535u ? (uint32_t)t3 : 0);
  } else {
    measured = 0;
  }
  Result_uint32_int32_int32_uint8 result4;
  result4.e0 = (uint32_t)(uint8_t)(uint32_t)(uint16_t)(index + 1);
  result4.e1 = measured;
  result4.e2 = t2.e1;
  result4.e3 = 0;
  return result4;
}

/* Resets to an empty result, in place. (Sources/Compass/Calibration/Fit/FitOutcome.swift) */
static void FitOutcome_clear(FitOutcome *self) {
  self->model = 0;
  self->accepted = 0;
  self->grade = 0;
  self->tiltSeen = 0;
  self->cellsSeen = 0;
  self->centreRemainder[0] = 0;
  self->centreRemainder[1] = 0;
  self->centreRemainder[2] = 0;
  self->reasons = 0;
  self->largestDeviation = 0;
  self->settledResidual = 0;
  self->saturatedShare = 0;
  self->strayShare = 0;
  self->residual = 0;
  self->heldOutResidual = 0;
  self->packedTurn[0] = 0;
  self->packedTurn[1] = 0;
  self->packedTurn[2] = 0;
  self->sampleCount = 0;
  self->centre.x = 0;
  self->centre.y = 0;
  self->centre.z = 0;
  self->radiusQ8 = 0;
  self->softIronEntries[0] = 16777216;
  self->softIronEntries[1] = 0;
  self->softIronEntries[2] = 0;
  self->softIronEntries[3] = 16777216;
  self->softIronEntries[4] = 0;
  self->softIronEntries[5] = 16777216;
  self->largestError = 65535u;
  self->predictedTypical = 65535u;
  self->predictedWorst = 65535u;
  self->dipSpread = 65535u;
  self->dip = 32767;
  self->axisRatio = 1000;
}

/* Forgets the sums but keeps the gate: when the same motion is repeated, outliers are recognised from its first
   sample on.
   (Sources/Compass/Calibration/Fit/CalibrationFit.swift) */
static void CalibrationFit_refine(CalibrationFit *self) {
  Moments_init(&self->moments);
  self->isAbsorbed = 0;
  self->roughness.sizes = 0;
  self->roughness.count = 3;
  self->periods.last = 0;
  self->periods.count = 0;
  self->stage = 0;
  RecentSamples self2;
  self2.lastKept.x = 1073741824;
  self2.lastKept.y = 0;
  self2.lastKept.z = 0;
  self2.lastOffered.x = 1073741824;
  self2.lastOffered.y = 0;
  self2.lastOffered.z = 0;
  self2.differences.last = 0;
  self2.differences.first = 0;
  self2.differences.second = 0;
  self2.chance = 2654435769u;
  self2.outsideShare = 0;
  self2.steps = 0;
  self2.hasJumped = 0;
  self2.nextSearch = 4294967295u;
  self->scratch.memory.recentSamplesFrom12.recentSamples = self2;
}

/* Forgets everything except the configuration. Each part is cleared by itself, because a whole fit is too large for
   a small stack.
   (Sources/Compass/Calibration/Fit/CalibrationFit.swift) */
static void CalibrationFit_restart(CalibrationFit *self) {
  FitOutcome_clear(&self->outcome);
  CalibrationFit_refine(self);
  self->reservoir.seen = 0;
  self->reservoir.origin.x = 0;
  self->reservoir.origin.y = 0;
  self->reservoir.origin.z = 0;
  int32_t t1 = 0;
  for (;;) {
    int32_t t2 = t1 + 1;
    self->reservoir.samples[t1] = 0;
    if (t2 == 160) {
      break;
    }
    t1 = t2;
  }
  self->reservoir.coarseness = 0;
  Result_uint32_uint32 t3 = InlineArray_init_repeating(0);
  self->gate.found[0] = (int16_t)(uint16_t)t3.e0;
  self->gate.found[1] = (int16_t)(uint16_t)(t3.e0 >> 16);
  self->gate.found[2] = (int16_t)(uint16_t)t3.e1;
  self->gate.found[3] = (int16_t)(uint16_t)(t3.e1 >> 16);
  self->gate.next = 0;
  self->gate.spacing = 0;
  Result_uint32_uint32 t4 = InlineArray_init_repeating(0);
  self->scratch.memory.robustSphere.found[0] = (int16_t)(uint16_t)t4.e0;
  self->scratch.memory.robustSphere.found[1] = (int16_t)(uint16_t)(t4.e0 >> 16);
  self->scratch.memory.prediction.fits = (uint16_t)t4.e1;
  self->scratch.memory.robustSphere.found[3] = (int16_t)(uint16_t)(t4.e1 >> 16);
  self->scratch.memory.bytes[8] = 0;
  self->scratch.memory.bytes[9] = 0;
  RecentSamples self2;
  self2.lastKept.x = 1073741824;
  self2.lastKept.y = 0;
  self2.lastKept.z = 0;
  self2.lastOffered.x = 1073741824;
  self2.lastOffered.y = 0;
  self2.lastOffered.z = 0;
  self2.differences.last = 0;
  self2.differences.first = 0;
  self2.differences.second = 0;
  self2.chance = 2654435769u;
  self2.outsideShare = 0;
  self2.steps = 0;
  self2.hasJumped = 0;
  self2.nextSearch = 40;
  self->scratch.memory.recentSamplesFrom12.recentSamples = self2;
  self->isSearching = 0;
  self->saturatedCount = 0;
}

/* The state after `event`, or `nil` when the event is illegal here: then nothing changes.
   
   The end of a write is illegal while a newer commit waits: it is about the older record.
   (Sources/Compass/Calibration/Session/CalibrationSaving.swift) */
static uint8_t SavingState_after(uint8_t event, uint8_t self) {
  uint16_t t1 = (uint16_t)((uint16_t)self & 0xfu);
  int32_t i = 0;
  uint16_t t2;
  for (;;) {
    t2 = SavingRow_all[i];
    i++;
    if ((uint16_t)((uint16_t)(t2 >> t1) & 1) != 0) {
      if ((uint16_t)((uint16_t)(t2 >> 8) & 0xfu) == (uint16_t)event) {
        break;
      }
    }
    if (i >= 7) {
      return 6;
    }
  }
  uint8_t t3 = SavingState_init_rawValue((uint8_t)(uint32_t)(uint16_t)(t2 >> 12));
  return t3;
}

/* (Sources/Compass/Calibration/Fit/CalibrationFit.swift) */
static uint32_t CalibrationFit_sampleCount(const CalibrationFit *self) {
  uint32_t t1 = self->reservoir.seen;
  uint32_t held = (uint32_t)(t1 < 40 ? t1 : 40);
  uint32_t t2 = (uint32_t)(self->moments.sums[0] >> 30);
  return self->isAbsorbed != 0 ? (t2 < held ? held : t2) : t2 + held;
}

/* Starts a model. `reasons` keeps the reasons against earlier models, and the outcome keeps the prediction of the
   ellipsoid.
   (Sources/Compass/Calibration/Fit/FitStages.swift) */
static void CalibrationFit_startModel(uint8_t model, CalibrationFit *self) {
  uint16_t largestError = self->outcome.largestError;
  uint16_t saturatedShare = self->outcome.saturatedShare;
  FitOutcome_clear(&self->outcome);
  self->outcome.largestError = largestError;
  self->outcome.saturatedShare = saturatedShare;
  self->outcome.model = model;
  self->outcome.sampleCount = CalibrationFit_sampleCount(self);
  self->stage = 3;
}

/* (Sources/Compass/Calibration/Fit/FitStages.swift) */
static void CalibrationFit_advance_to(uint8_t next, CalibrationFit *self) {
  self->stage = next;
  self->row = 0;
}

/* Starts a solve with the samples so far. Then call `step` until it returns `finished`: the result is in `outcome`.
   (Sources/Compass/Calibration/Fit/CalibrationFit.swift) */
static void CalibrationFit_beginSolve(CalibrationFit *self) {
  CalibrationFit_startModel(0, self);
  self->reasons = 0;
  self->trims = 0;
  self->outcome.largestError = 65535u;
  CalibrationFit_advance_to(2, self);
  uint8_t t1 = self->configuration.choices;
  if ((uint8_t)(t1 & 1) != 0) {
    return;
  }
  int32_t t2 = (int32_t)self->reservoir.seen;
  if ((uint32_t)t2 < 40) {
    if ((uint8_t)(t1 & 2) != 0) {
      if (t2 >= 6) {
        goto L1;
      }
    } else if (t2 >= 9) {
      goto L1;
    }
    self->outcome.reasons = 1;
    self->stage = 12;
    return;
  }
L1:;
  Result_uint32_uint32 t3 = InlineArray_init_repeating(0);
  self->scratch.memory.robustSphere.found[0] = (int16_t)(uint16_t)t3.e0;
  self->scratch.memory.robustSphere.found[1] = (int16_t)(uint16_t)(t3.e0 >> 16);
  self->scratch.memory.prediction.fits = (uint16_t)t3.e1;
  self->scratch.memory.robustSphere.found[3] = (int16_t)(uint16_t)(t3.e1 >> 16);
  self->scratch.memory.bytes[8] = 0;
  self->scratch.memory.bytes[9] = 0;
  self->isSearching = 1;
}

/* (Sources/Compass/Calibration/Sampling/Reservoir.swift) */
static Result_int32_int32_int32 Reservoir_subscript(int32_t i, const Reservoir *self) {
  int32_t t1 = mul32(i, 4);
  Result_int32_int32_int32 result;
  result.e0 = (int32_t)self->samples[t1] >> 2;
  result.e1 = (int32_t)self->samples[add32(t1, 1)] >> 2;
  result.e2 = (int32_t)self->samples[add32(t1, 2)] >> 2;
  return result;
}

/* Sample `i` in the unit of the samples, rounded. (Sources/Compass/Calibration/Sampling/Reservoir.swift) */
static Result_int32_int32_int32 Reservoir_sample(int32_t i, const Reservoir *self) {
  Result_int32_int32_int32 t1 = Reservoir_subscript(i, self);
  int32_t t2 = (int32_t)self->coarseness & 0x1f;
  int32_t half = ((int32_t)((uint32_t)1 << (uint32_t)t2) >> 1) + 128;
  Result_int32_int32_int32 result;
  result.e0 = add32(add32((int32_t)((uint32_t)t1.e0 << (uint32_t)t2), self->origin.x), half) >> 8;
  result.e1 = add32(add32((int32_t)((uint32_t)t1.e1 << (uint32_t)t2), self->origin.y), half) >> 8;
  result.e2 = add32(add32((int32_t)((uint32_t)t1.e2 << (uint32_t)t2), self->origin.z), half) >> 8;
  return result;
}

/* Changes the limits in place to those of the other sensor: `magnetometer` or `gravity`.
   (Sources/Compass/Calibration/Fit/FitConfiguration.swift) */
static void FitConfiguration_turn_toGravity(bool isGravity, FitConfiguration *self) {
  uint8_t t1 = (uint8_t)(self->choices & 0xfdu);
  uint32_t t2;
  if (isGravity) {
    self->choices = (uint8_t)(t1 | 2);
    self->lowestStrength = 800000;
    t2 = 1200000u;
  } else {
    self->choices = t1;
    self->lowestStrength = 15000;
    t2 = 90000u;
  }
  self->highestStrength = (int32_t)t2;
}

/* Whether the end of that time is an event. It is not while `refining`, because a first solve may finish.
   (Sources/Compass/Calibration/Session/CalibrationLimits.swift) */
static bool CalibrationState_hasDeadline(uint8_t self) {
  switch ((uint32_t)self) {
    case 1: {
      return true;
    }
    case 4: {
      return false;
    }
    default: {
      uint8_t t1;
      switch (self) {
        case 2: {
          t1 = 7;
          break;
        }
        case 3:
        case 4: {
          t1 = 36;
          break;
        }
        case 7: {
          t1 = 120;
          break;
        }
        case 8: {
          t1 = 1;
          break;
        }
        case 10: {
          t1 = 12;
          break;
        }
        default: {
          t1 = 0;
          break;
        }
      }
      return t1 != 0;
    }
  }
}

/* Whether samples are wanted. (Sources/Compass/Calibration/Session/CalibrationState.swift) */
static bool CalibrationState_wantsSamples(uint8_t self) {
  uint32_t t1 = (uint32_t)self;
  return t1 == 2 || t1 == 3;
}

/* Whether a solve is under way. (Sources/Compass/Calibration/Session/CalibrationState.swift) */
static bool CalibrationState_isSolving(uint8_t self) {
  uint32_t t1 = (uint32_t)self;
  return t1 == 4 || t1 == 5;
}

/* (Sources/Compass/Calibration/Sampling/RestDetector.swift) */
static bool Vector3_isNear(int32_t otherX, int32_t otherY, int32_t otherZ, uint32_t limit, const Vector3 *self) {
  int32_t t1 = self->x;
  int32_t t2 = self->y;
  int32_t t3 = self->z;
  return Vector3_isWithin(limit, (uint32_t)sub32(t1, otherX), (uint32_t)sub32(t2, otherY), (uint32_t)sub32(t3, otherZ));
}

/* Adds one sample. Returns true once in each rest; `mean` is then the force to use.
   (Sources/Compass/Calibration/Sampling/RestDetector.swift) */
static bool RestDetector_detectsRest_force_field(int32_t forceX, int32_t forceY, int32_t forceZ, int32_t fieldX,
    int32_t fieldY, int32_t fieldZ, RestDetector *self) {
  if (Vector3_isNear(forceX, forceY, forceZ, 32000, &self->firstForce)) {
    if (Vector3_isNear(fieldX, fieldY, fieldZ, 3000, &self->firstField)) {
      uint32_t t1 = self->count;
      if (t1 < 64) {
        uint32_t t2 = t1 + 1;
        self->count = t2;
        int32_t t3 = self->sum.y;
        int32_t t4 = self->sum.z;
        self->sum.x = add32(self->sum.x, forceX);
        self->sum.y = add32(t3, forceY);
        self->sum.z = add32(t4, forceZ);
        return t2 == 64;
      }
      return false;
    }
  }
  self->count = 0;
  self->firstForce.x = forceX;
  self->firstForce.y = forceY;
  self->firstForce.z = forceZ;
  self->firstField.x = fieldX;
  self->firstField.y = fieldY;
  self->firstField.z = fieldZ;
  self->sum.x = 0;
  self->sum.y = 0;
  self->sum.z = 0;
  return false;
}

/* The mean force of the rest that was reported last, micro-g.
   (Sources/Compass/Calibration/Sampling/RestDetector.swift) */
static Result_int32_int32_int32 RestDetector_mean(const RestDetector *self) {
  int32_t t1 = self->sum.x;
  int32_t t2 = self->sum.y;
  int32_t t3 = self->sum.z;
  Result_int32_int32_int32 result;
  result.e0 = (t1 >> 6) + ((t1 >> 5) & 1);
  result.e1 = (t2 >> 6) + ((t2 >> 5) & 1);
  result.e2 = (t3 >> 6) + ((t3 >> 5) & 1);
  return result;
}

/* The largest difference of a component. (Sources/Compass/Calibration/Session/SessionArithmetic.swift) */
static uint32_t Vector3_largestDifference_from(const Vector3 *other, const Vector3 *self) {
  int32_t t1 = sub32(self->x, other->x);
  uint32_t largest;
  if (t1 < 0) {
    largest = 0 - (uint32_t)t1 - 1 + 1;
  } else {
    largest = (uint32_t)t1;
  }
  int32_t t2 = sub32(self->y, other->y);
  uint32_t next;
  if (t2 < 0) {
    next = 0 - (uint32_t)t2 - 1 + 1;
  } else {
    next = (uint32_t)t2;
  }
  uint32_t t3 = largest < next ? next : largest;
  int32_t t4 = sub32(self->z, other->z);
  uint32_t last;
  if (t4 < 0) {
    last = 0 - (uint32_t)t4 - 1 + 1;
  } else {
    last = (uint32_t)t4;
  }
  return t3 < last ? last : t3;
}

/* (Sources/Compass/Calibration/Sampling/RecentSamples.swift) */
static void RecentSamples_init_nextSearch(RecentSamples *t1, uint32_t nextSearch) {
  t1->lastKept.x = 1073741824;
  t1->lastKept.y = 0;
  t1->lastKept.z = 0;
  t1->lastOffered.x = 1073741824;
  t1->lastOffered.y = 0;
  t1->lastOffered.z = 0;
  t1->differences.last = 0;
  t1->differences.first = 0;
  t1->differences.second = 0;
  t1->chance = 2654435769u;
  t1->outsideShare = 0;
  t1->steps = 0;
  t1->hasJumped = 0;
  t1->nextSearch = nextSearch;
}

/* A number below `bound`. (Sources/Compass/Calibration/Sampling/Reservoir.swift) */
static int32_t Chance_draw_below(uint32_t bound, uint32_t *self) {
  uint32_t t1 = *self;
  uint32_t t2 = t1 ^ (t1 << 13);
  uint32_t t3 = t2 ^ (t2 >> 17);
  uint32_t t4 = t3 ^ (t3 << 5);
  *self = t4;
  uint32_t lowerA = t4 & 0xffffu;
  uint32_t upperA = t4 >> 16;
  uint32_t lowerB = bound & 0xffffu;
  uint32_t upperB = bound >> 16;
  uint32_t t5 = lowerB * lowerA;
  uint32_t first = lowerB * upperA + (t5 >> 16);
  uint32_t second = upperB * lowerA + (first & 0xffffu);
  int32_t t6 = (int32_t)(((uint64_t)((second << 16) | (t5 & 0xffffu)) | ((uint64_t)(upperB * upperA + (first >> 16)
      + (second >> 16)) << 32)) >> 32);
  return t6;
}

/* Makes the coordinates coarser. Divided by two or more and rounded, they always fit again.
   (Sources/Compass/Calibration/Sampling/Reservoir.swift) */
static void Reservoir_coarsen_by(int32_t step, Reservoir *self) {
  self->coarseness = add8(self->coarseness, (int8_t)step);
  uint32_t t1 = self->seen;
  int32_t at;
  if (t1 < 40) {
    at = mul32((int32_t)t1, 4);
    if (0 >= at) {
      return;
    }
  } else {
    at = 160;
  }
  for (;;) {
    at = sub32(at, 1);
    if ((at & 3) != 3) {
      int32_t halfword = (int32_t)self->samples[at];
      self->samples[at] = (int16_t)(uint16_t)((int32_t)((uint32_t)(add32(halfword >> (uint32_t)(add32(step, 1) & 0x1f),
          1) >> 1) << 2) | (halfword & 3));
    }
    if (0 >= at) {
      return;
    }
  }
}

/* Offers a sample within ±2^21, with its specific force; zero force means that the force is unknown.
   - Returns: whether it was kept.
   (Sources/Compass/Calibration/Sampling/Reservoir.swift) */
static bool Reservoir_offer(const CalibrationSample *sample, uint32_t *chance, Reservoir *self) {
  uint32_t t1 = self->seen;
  if (t1 == 0) {
    int32_t t2 = sample->field.y;
    int32_t t3 = sample->field.z;
    self->origin.x = (int32_t)((uint32_t)sample->field.x << 8);
    self->origin.y = (int32_t)((uint32_t)t2 << 8);
    self->origin.z = (int32_t)((uint32_t)t3 << 8);
  }
  uint32_t t4 = (uint32_t)(t1 < 40 ? t1 : 40);
  uint32_t t5 = t1 + 1;
  self->seen = t5;
  int32_t place;
  if (t4 == 40) {
    place = Chance_draw_below(t5, chance);
    if (place >= 40) {
      return false;
    }
  } else {
    place = (int32_t)t4;
  }
  int32_t vX = sub32((int32_t)((uint32_t)sample->field.x << 8), self->origin.x);
  int32_t vY = sub32((int32_t)((uint32_t)sample->field.y << 8), self->origin.y);
  int32_t vZ = sub32((int32_t)((uint32_t)sample->field.z << 8), self->origin.z);
  uint32_t t6;
  if (vX < 0) {
    t6 = 0 - (uint32_t)vX - 1 + 1;
  } else {
    t6 = (uint32_t)vX;
  }
  uint32_t t7;
  if (vY < 0) {
    t7 = 0 - (uint32_t)vY - 1 + 1;
  } else {
    t7 = (uint32_t)vY;
  }
  uint32_t t8;
  if (vZ < 0) {
    t8 = 0 - (uint32_t)vZ - 1 + 1;
  } else {
    t8 = (uint32_t)vZ;
  }
  uint32_t size = t6 | t7 | t8;
  int32_t needed = (int32_t)self->coarseness;
  int32_t t9 = needed & 0x1f;
  int32_t needed2;
  if (8191 < (size >> (uint32_t)t9)) {
    needed2 = needed;
    do {
      needed2 = add32(needed2, 1);
      t9 = needed2 & 0x1f;
    } while (8191 < (size >> (uint32_t)t9));
  } else {
    needed2 = needed;
  }
  if (needed2 != needed) {
    Reservoir_coarsen_by(sub32(needed2, needed), self);
  }
  Result_int32_int32_int32 t10 = Vector3_mantissa_bits(6, sample->specificForce.x, sample->specificForce.y,
      sample->specificForce.z);
  int32_t at = mul32(place, 4);
  self->samples[at] = (int16_t)(uint16_t)((int32_t)((uint32_t)(vX >> ((uint32_t)t9 & 31)) << 2) | (t10.e0 & 3));
  self->samples[add32(at, 1)] = (int16_t)(uint16_t)((int32_t)((uint32_t)(vY >> ((uint32_t)t9 & 31)) << 2)
      | (t10.e1 & 3));
  self->samples[add32(at, 2)] = (int16_t)(uint16_t)((int32_t)((uint32_t)(vZ >> ((uint32_t)t9 & 31)) << 2)
      | (t10.e2 & 3));
  int32_t upper = (int32_t)((uint32_t)((int32_t)((uint32_t)(32 | ((t10.e0 >> 2) & 0x1f)) << 5)
      | ((t10.e1 >> 2) & 0x1f)) << 5) | ((t10.e2 >> 2) & 0x1f);
  self->samples[add32(at, 3)] = (int16_t)(uint16_t)upper;
  return true;
}

/* (Sources/Compass/Calibration/Sampling/RobustSphere.swift) */
static void RobustSphere_space(RobustSphere *self) {
  int32_t t1 = UInt32_leadingZeros((uint32_t)((21 * (int32_t)(uint16_t)self->found[3]) >> 4));
  int32_t exponent = sub32(23, t1);
  self->spacing = (int8_t)(uint8_t)(exponent < 0 ? 0 : (uint8_t)exponent);
}

/* Changes to coarser coordinates when the reservoir does.
   (Sources/Compass/Calibration/Sampling/RobustSphere.swift) */
static void RobustSphere_coarsen_by(int32_t step, RobustSphere *self) {
  bool t1 = step == 0;
  int32_t i = 4;
  do {
    i = sub32(i, 1);
    int32_t value;
    if (i == 3) {
      value = (int32_t)(uint16_t)self->found[3];
    } else {
      value = (int32_t)self->found[i];
    }
    if (!t1) {
      value = add32(value >> (uint32_t)(step & 0x1f), (value >> (uint32_t)(sub32(step, 1) & 0x1f)) & 1);
    }
    self->found[i] = (int16_t)(uint16_t)value;
  } while (0 < i);
  RobustSphere_space(self);
}

/* Whether the two vectors differ in at least one component by 2^`exponent`/256 or more.
   (Sources/Compass/Calibration/Fit/CalibrationFit.swift) */
static bool CalibrationFit_isApart(const Vector3 *a, const Vector3 *b, int32_t exponent) {
  uint32_t below = ((uint32_t)1 << ((uint32_t)(8 >= exponent ? 0 : (uint32_t)sub32(exponent, 8)) & 0x1fu)) - 1;
  uint32_t width = below + below;
  if (width < (uint32_t)sub32(a->x, b->x) + below) {
    return true;
  }
  if (width < (uint32_t)sub32(a->y, b->y) + below) {
    return true;
  }
  return width < (uint32_t)sub32(a->z, b->z) + below;
}

/* The square of a point's distance from the centre. The difference on each axis is limited to 2^15.
   (Sources/Compass/Calibration/Sampling/RobustSphere.swift) */
static uint32_t RobustSphere_squaredDistance(int32_t pX, int32_t pY, int32_t pZ, const RobustSphere *self) {
  int32_t d = sub32(pX, (int32_t)self->found[0]);
  int32_t limited = (int32_t)(32767 < d ? 32767 : (int32_t)(d < -32767 ? -32767 : d));
  int32_t d2 = sub32(pY, (int32_t)self->found[1]);
  int32_t limited2 = (int32_t)(32767 < d2 ? 32767 : (int32_t)(d2 < -32767 ? -32767 : d2));
  int32_t d3 = sub32(pZ, (int32_t)self->found[2]);
  int32_t limited3 = (int32_t)(32767 < d3 ? 32767 : (int32_t)(d3 < -32767 ? -32767 : d3));
  return (uint32_t)mul32(limited, limited) + (uint32_t)mul32(limited2, limited2) + (uint32_t)mul32(limited3, limited3);
}

/* Adds the waiting sample and another to all sums except the number.
   
   One loop for all sums: embedded-swift.md, "Loops".
   (Sources/Compass/Calibration/Fit/Moments.swift) */
static void Moments_accumulate(Moments *moments, int32_t x, int32_t y, int32_t z) {
  int32_t x2 = (int32_t)moments->waiting[0];
  int32_t x3 = (int32_t)moments->waiting[1];
  int32_t x4 = (int32_t)moments->waiting[2];
  int32_t t1 = 1;
  int32_t product = 1073741824;
  int32_t product2 = 1073741824;
  int32_t headroomForAll = 4;
  int32_t product3 = 1073741824;
  int32_t product4 = 1073741824;
  int32_t headroom = 4;
  int32_t product5 = 1073741824;
  int32_t product6 = 1073741824;
  int32_t left = 4;
  for (;;) {
    left = sub32(left, 1);
    if (left >= 0) {
      product5 = add32(mul32(x, product5 >> 15), mul32(x, product5 & 0x7fff) >> 15);
      product6 = add32(mul32(x2, product6 >> 15), (x2 * (product6 & 0x7fff)) >> 15);
    } else {
      headroom = sub32(headroom, 1);
      if (headroom >= 0) {
        product6 = add32(mul32(x3, product4 >> 15), (x3 * (product4 & 0x7fff)) >> 15);
        product5 = add32(mul32(y, product3 >> 15), mul32(y, product3 & 0x7fff) >> 15);
        product3 = product5;
        product4 = product6;
        left = headroom;
      } else {
        headroomForAll = sub32(headroomForAll, 1);
        if (headroomForAll < 0) {
          return;
        }
        product6 = add32(mul32(x4, product2 >> 15), (x4 * (product2 & 0x7fff)) >> 15);
        product5 = add32(mul32(z, product >> 15), mul32(z, product & 0x7fff) >> 15);
        product = product5;
        product2 = product6;
        product3 = product5;
        product4 = product6;
        headroom = headroomForAll;
        left = headroomForAll;
      }
    }
    int32_t value = add32(product6, product5);
    moments->sums[t1] = add64(moments->sums[t1], (int64_t)(uint64_t)(int64_t)value);
    t1 = add32(t1, 1);
  }
}

/* Adds the waiting sample alone. Its partner has coordinates 0, which would change only the number of samples, and
   the number is left out.
   (Sources/Compass/Calibration/Fit/Moments.swift) */
static void Moments_complete(Moments *moments) {
  if (moments->isWaiting != 0) {
    Moments_accumulate(moments, 0, 0, 0);
  }
  moments->isWaiting = 0;
}

/* Makes the coordinates coarser until a coordinate of `largest`/256 fits.
   (Sources/Compass/Calibration/Fit/Moments.swift) */
static void Moments_rescale_for(Moments *moments, int32_t largest) {
  Moments_complete(moments);
  int32_t t1 = (int32_t)moments->scale;
  int32_t needed = t1;
  do {
    needed = add32(needed, 1);
  } while (32767 < (largest >> (uint32_t)(needed & 0x1f)));
  int32_t step = sub32(needed, t1);
  moments->scale = (uint8_t)needed;
  moments->settled = (uint16_t)((int32_t)(moments->sums[0] >> 30) >> 1);
  int32_t place = 35;
  for (;;) {
    place = sub32(place, 1);
    int32_t value = mul32(step, (int32_t)Tables_degrees[place]);
    moments->sums[place] = moments->sums[place] >> ((uint64_t)(int64_t)value & 0x3fu);
    if (0 >= place) {
      return;
    }
  }
}

/* Adds a sample, each component within ±2^21. (Sources/Compass/Calibration/Fit/Moments.swift) */
static void Moments_add(int32_t sampleX, int32_t sampleY, int32_t sampleZ, Moments *self) {
  int32_t x = (int32_t)((uint32_t)sampleX << 8);
  int32_t y = (int32_t)((uint32_t)sampleY << 8);
  int32_t z = (int32_t)((uint32_t)sampleZ << 8);
  int64_t t1 = self->sums[0];
  if (t1 == 0) {
    self->origin.x = x;
    self->origin.y = y;
    self->origin.z = z;
  }
  int32_t vX = sub32(x, self->origin.x);
  int32_t vY = sub32(y, self->origin.y);
  int32_t vZ = sub32(z, self->origin.z);
  uint32_t t2 = (uint32_t)self->scale & 0x1fu;
  int32_t half = (int32_t)((uint32_t)1 << t2) >> 1;
  int32_t largest = add32(vX ^ (vX >> 31), half) | add32(vY ^ (vY >> 31), half) | add32(vZ ^ (vZ >> 31), half);
  if (32767 < (largest >> t2)) {
    Moments_rescale_for(self, largest);
    Moments_add(sampleX, sampleY, sampleZ, self);
    return;
  }
  int32_t x2 = add32(vX, half) >> t2;
  int32_t y2 = add32(vY, half) >> t2;
  int32_t z2 = add32(vZ, half) >> t2;
  self->sums[0] = add64(t1, 1073741824);
  bool t3 = self->isWaiting != 0;
  self->isWaiting = (uint8_t)!t3;
  if (t3) {
    Moments_accumulate(self, x2, y2, z2);
    return;
  }
  self->waiting[0] = (int16_t)(uint16_t)x2;
  self->waiting[1] = (int16_t)(uint16_t)y2;
  self->waiting[2] = (int16_t)(uint16_t)z2;
}

/* Adds a sample within ±2^21. (Sources/Compass/Calibration/Sampling/Roughness.swift) */
static void Roughness_follow(const Vector3 *sample, Differences *before, Roughness *self) {
  int32_t sum = add32(add32(sample->x, sample->y), sample->z);
  int32_t one = sub32(sum, before->last);
  int32_t two = sub32(one, before->first);
  int32_t three = sub32(two, before->second);
  before->last = sum;
  before->first = one;
  before->second = two;
  int32_t t1 = self->count;
  if ((t1 & 3) != 0) {
    self->count = sub32(t1, 1);
    return;
  }
  uint32_t t2 = self->sizes;
  uint32_t t3;
  if (three < 0) {
    t3 = 0 - (uint32_t)three - 1 + 1;
  } else {
    t3 = (uint32_t)three;
  }
  uint32_t larger = t2 + t3;
  if (uadd_overflows32(t2, t3)) {
    return;
  }
  self->sizes = larger;
  self->count = add32(t1, 4);
}

/* Adds one sample of a fit that is not plain. (Sources/Compass/Calibration/Fit/CalibrationFit.swift) */
static uint8_t CalibrationFit_add(const CalibrationSample *sample, CalibrationFit *self) {
  RecentSamples t28;
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
    RecentSamples_init_nextSearch(&t28, t3);
    self->scratch.memory.recentSamplesFrom12.recentSamples = t28;
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
  bool isHeldOut;
  if (result == 0) {
    uint16_t t9 = (uint16_t)self->gate.found[3];
    bool isGated = t9 != 0;
    int32_t spacing;
    if (isGated) {
      spacing = (int32_t)self->gate.spacing + (int32_t)self->reservoir.coarseness;
    } else {
      spacing = 0;
    }
    uint32_t size = (uint32_t)1 << ((uint32_t)spacing & 0x1fu);
    uint32_t step = Vector3_largestDifference_from(&self->scratch.memory.vector3From12.vector3, &sample->field);
    if (((size - 1) >> 8) >= step) {
      result = 1;
      isHeldOut = false;
    } else {
      uint32_t t10 = self->scratch.memory.recentSamplesFrom12.recentSamples.outsideShare;
      uint32_t t11 = t10 - (t10 >> 5);
      self->scratch.memory.recentSamplesFrom12.recentSamples.outsideShare = t11;
      int32_t before;
      bool isInside;
      if ((uint8_t)(self->configuration.choices & 2) != 0) {
        self->scratch.memory.recentSamplesFrom12.recentSamples.lastKept.x = t4;
        self->scratch.memory.vector3From12.vector3.y = t5;
        self->scratch.memory.vector3From12.vector3.z = t6;
        before = (int32_t)self->reservoir.coarseness;
        if (!isGated) {
          isInside = true;
          goto L1;
        }
        if (step >= (size >> 5)) {
          isInside = true;
          goto L1;
        }
        isInside = true;
      } else {
        uint32_t size2;
        uint32_t t12;
        if (isGated) {
          size2 = size >> 2;
          if ((step >> 24) != 0) {
            goto L2;
          }
          t12 = self->scratch.memory.recentSamplesFrom12.recentSamples.steps;
          if (t12 != 0) {
            goto L3;
          }
        } else {
          if ((step >> 24) != 0) {
            goto L2;
          }
          t12 = self->scratch.memory.recentSamplesFrom12.recentSamples.steps;
          if (t12 != 0) {
            size2 = 0;
            goto L3;
          }
          size2 = 0;
        }
        t12 = step << 5;
L3:;
        uint32_t jump;
        jump = (t12 >> 3) + size2;
        bool t13;
        t13 = self->scratch.memory.recentSamplesFrom12.recentSamples.hasJumped != 0;
        bool t14;
        t14 = jump < step;
        self->scratch.memory.recentSamplesFrom12.recentSamples.hasJumped = (uint8_t)t14;
        self->scratch.memory.recentSamplesFrom12.recentSamples.steps = t12 - (t12 >> 5) + (t14 ? jump : step);
        if (!t13) {
          if (jump < step) {
            result = 3;
            isHeldOut = false;
            goto L4;
          }
        }
L2:;
        self->scratch.memory.recentSamplesFrom12.recentSamples.lastKept.x = t4;
        self->scratch.memory.vector3From12.vector3.y = t5;
        self->scratch.memory.vector3From12.vector3.z = t6;
        if (!isGated) {
          isInside = true;
          before = (int32_t)self->reservoir.coarseness;
          goto L1;
        }
        before = (int32_t)self->reservoir.coarseness;
        int32_t t15 = before & 0x1f;
        uint32_t t16 = RobustSphere_squaredDistance(sub32((int32_t)((uint32_t)t4 << 8),
            self->reservoir.origin.x) >> (uint32_t)t15, sub32((int32_t)((uint32_t)t5 << 8),
            self->reservoir.origin.y) >> (uint32_t)t15, sub32((int32_t)((uint32_t)t6 << 8),
            self->reservoir.origin.z) >> (uint32_t)t15, &self->gate);
        int32_t t17 = (int32_t)t9;
        isInside = (uint32_t)mul32(t17, t17) >= t16;
        if (!isInside) {
          uint32_t t18 = t11 + 2048;
          self->scratch.memory.recentSamplesFrom12.recentSamples.outsideShare = t18;
          if (t18 < 16384) {
            result = 3;
            isHeldOut = false;
            goto L4;
          }
          uint32_t t21 = self->reservoir.seen;
          if (t21 >= 384) {
            uint32_t t19 = t21 >> 3;
            self->reservoir.seen = t19;
            bool t20 = t19 < 40;
            self->reservoir.seen = (uint32_t)(t20 ? 40 : t19);
            t21 = (uint32_t)(t20 ? 40 : t19);
          }
          uint32_t soon = t21 + 16;
          if (soon < self->scratch.memory.recentSamplesFrom12.recentSamples.nextSearch) {
            self->scratch.memory.recentSamplesFrom12.recentSamples.nextSearch = soon;
          }
        }
        if (step >= (size >> 5)) {
          goto L1;
        }
      }
      if (!CalibrationFit_isApart(&sample->field, &self->scratch.memory.recentSamplesFrom12.recentSamples.lastOffered,
          add32(spacing, 3))) {
        isHeldOut = false;
        goto L5;
      }
L1:;
      self->scratch.memory.recentSamplesFrom12.recentSamples.lastOffered.x = t4;
      self->scratch.memory.recentSamplesFrom12.recentSamples.lastOffered.y = t5;
      self->scratch.memory.recentSamplesFrom12.recentSamples.lastOffered.z = t6;
      isHeldOut = Reservoir_offer(sample, &self->scratch.memory.recentSamplesFrom12.recentSamples.chance,
          &self->reservoir);
L5:;
      bool isDue;
      if (self->reservoir.seen == self->scratch.memory.recentSamplesFrom12.recentSamples.nextSearch) {
        bool t22 = self->isSearching != 0;
        isDue = !t22;
        if (!t22) {
          self->isSearching = 1;
        }
      } else {
        isDue = false;
      }
      int32_t t23 = (int32_t)self->reservoir.coarseness;
      if (t23 != before) {
        RobustSphere_coarsen_by(sub32(t23, before), &self->gate);
        Result_uint32_uint32 t24 = InlineArray_init_repeating(0);
        self->scratch.memory.robustSphere.found[0] = (int16_t)(uint16_t)t24.e0;
        self->scratch.memory.robustSphere.found[1] = (int16_t)(uint16_t)(t24.e0 >> 16);
        self->scratch.memory.prediction.fits = (uint16_t)t24.e1;
        self->scratch.memory.robustSphere.found[3] = (int16_t)(uint16_t)(t24.e1 >> 16);
        self->scratch.memory.bytes[8] = 0;
        self->scratch.memory.bytes[9] = 0;
      } else if (isDue) {
        Result_uint32_uint32 t25 = InlineArray_init_repeating(0);
        self->scratch.memory.robustSphere.found[0] = (int16_t)(uint16_t)t25.e0;
        self->scratch.memory.robustSphere.found[1] = (int16_t)(uint16_t)(t25.e0 >> 16);
        self->scratch.memory.prediction.fits = (uint16_t)t25.e1;
        self->scratch.memory.robustSphere.found[3] = (int16_t)(uint16_t)(t25.e1 >> 16);
        self->scratch.memory.bytes[8] = 0;
        self->scratch.memory.bytes[9] = 0;
      }
      result = (uint8_t)(isInside ? 0 : 3);
    }
  } else {
    isHeldOut = false;
  }
L4:;
  uint32_t t26 = (uint32_t)result;
  switch (t26) {
    case 0: {
      uint8_t now = (uint8_t)(sample->time >> 20);
      if (now != self->periods.last || self->periods.count == 0) {
        self->periods.last = now;
        uint8_t t27 = self->periods.count;
        if (t27 < 99) {
          self->periods.count = (uint8_t)(t27 + 1);
        }
      }
      if (self->gate.found[3] != 0) {
        if (!isHeldOut) {
          Moments_add(t4, t5, t6, &self->moments);
        }
        Roughness_follow(&sample->field, &self->scratch.memory.recentSamplesFrom12.recentSamples.differences,
            &self->roughness);
      }
      switch (t26) {
        case 3:
        case 2: {
          break;
        }
        default: {
          return result;
        }
      }
      break;
    }
    case 3:
    case 2: {
      break;
    }
    default: {
      return result;
    }
  }
  self->roughness.count = (int32_t)((uint32_t)self->roughness.count | 3);
  return result;
}

/* Extends the range to contain a value; returns the middle of the range.
   (Sources/Compass/Calibration/Session/CalibrationFitMachine.swift) */
static int32_t LiveCoverage_stretch(int32_t *low, int32_t *high, int32_t value) {
  int32_t t1 = *low;
  if (value < t1) {
    *low = value;
    t1 = value;
  }
  int32_t t2 = *high;
  if (t2 < value) {
    *high = value;
  } else {
    value = t2;
  }
  return add32(t1, value) >> 1;
}

/* (Sources/Compass/Calibration/Session/CalibrationFitMachine.swift) */
static void LiveCoverage_move_to_radius(const Vector3 *other, uint32_t radius, LiveCoverage *self) {
  uint32_t t1 = Vector3_largestDifference_from(&self->centre, other);
  if ((radius >> 2) < t1) {
    uint32_t t2 = (uint32_t)other->y;
    uint32_t t3 = (uint32_t)other->z;
    self->centre.x = other->x;
    self->centre.y = (int32_t)t2;
    self->centre.z = (int32_t)t3;
    self->seen.words[0] = 0;
    self->seen.words[1] = 0;
    self->seen.words[2] = 0;
    return;
  }
}

/* (Sources/Compass/Calibration/Sampling/Coverage.swift) */
static uint8_t quarter_(int32_t value, int32_t edge) {
  if (value < 0) {
    return (uint8_t)(value < sub32(0, edge) ? 0 : 1);
  }
  return (uint8_t)(value < edge ? 2 : 3);
}

/* (Sources/Compass/Calibration/Sampling/Coverage.swift) */
static uint8_t DirectionCells_face(uint8_t base, int32_t along, int32_t row, int32_t column) {
  bool t1 = along < 0;
  if (t1) {
    along = (int32_t)(0 - (uint32_t)along - 1 + 1);
  }
  int32_t edge = 106 * (along >> 8) + ((106 * (along & 0xff)) >> 8);
  uint8_t t2 = quarter_(row, edge);
  uint8_t t3 = quarter_(column, edge);
  return (uint8_t)((uint8_t)((uint8_t)(16 * (uint32_t)(uint8_t)(base + (uint8_t)(t1 ? 1 : 0)))
      + (uint8_t)(4 * (uint32_t)t2)) + t3);
}

/* The cell of a direction of any length below 2^29; the zero vector is in cell 0.
   
   Cell = face·16 + row·4 + column; faces +x, −x, +y, −y, +z, −z; row and column count the other two axes in the
   order
   x, y, z from the most negative on.
   (Sources/Compass/Calibration/Sampling/Coverage.swift) */
static uint8_t DirectionCells_cell_of(int32_t vX, int32_t vY, int32_t vZ) {
  uint32_t x;
  if (vX < 0) {
    x = 0 - (uint32_t)vX - 1 + 1;
  } else {
    x = (uint32_t)vX;
  }
  uint32_t y;
  if (vY < 0) {
    y = 0 - (uint32_t)vY - 1 + 1;
  } else {
    y = (uint32_t)vY;
  }
  uint32_t z;
  if (vZ < 0) {
    z = 0 - (uint32_t)vZ - 1 + 1;
  } else {
    z = (uint32_t)vZ;
  }
  uint8_t t1;
  if (x >= y && x >= z) {
    t1 = DirectionCells_face(0, vX, vY, vZ);
    return t1;
  }
  if (y >= z) {
    t1 = DirectionCells_face(2, vY, vX, vZ);
    return t1;
  }
  t1 = DirectionCells_face(4, vZ, vX, vY);
  return t1;
}

/* field: within ±2^21. (Sources/Compass/Calibration/Session/CalibrationFitMachine.swift) */
static void LiveCoverage_add(const Vector3 *field, LiveCoverage *self) {
  if (self->isEmpty != 0) {
    self->isEmpty = 0;
    uint32_t t1 = (uint32_t)field->x;
    uint32_t t2 = (uint32_t)field->y;
    uint32_t t3 = (uint32_t)field->z;
    self->low.x = (int32_t)t1;
    self->low.y = (int32_t)t2;
    self->low.z = (int32_t)t3;
    self->high.x = (int32_t)t1;
    self->high.y = (int32_t)t2;
    self->high.z = (int32_t)t3;
  }
  Vector3 middle;
  int32_t t4 = field->x;
  middle.x = LiveCoverage_stretch(&self->low.x, &self->high.x, t4);
  int32_t t5 = field->y;
  middle.y = LiveCoverage_stretch(&self->low.y, &self->high.y, t5);
  int32_t t6 = field->z;
  middle.z = LiveCoverage_stretch(&self->low.z, &self->high.z, t6);
  uint32_t t7 = Vector3_largestDifference_from(&self->low, &self->high);
  uint32_t half = t7 >> 1;
  if (self->isSolved == 0) {
    LiveCoverage_move_to_radius(&middle, half, self);
  }
  uint32_t t8 = Vector3_largestDifference_from(&self->centre, field);
  if ((half >> 2) < t8) {
    uint8_t t9 = DirectionCells_cell_of(sub32(t4, self->centre.x), sub32(t5, self->centre.y), sub32(t6,
        self->centre.z));
    DirectionCells_insert(t9, &self->seen);
    return;
  }
}

/* Gives one sample to the fit. (Sources/Compass/Calibration/Session/CalibrationFitMachine.swift) */
static uint8_t GuidedFit_add(const CalibrationSample *sample, GuidedFit *self) {
  uint8_t result = CalibrationFit_add(sample, &self->fit);
  if (result == 0) {
    LiveCoverage_add(&sample->field, &self->live);
    return result;
  }
  return result;
}

/* Counts the set bits by adding neighbours, because the processor has no instruction for it.
   (Sources/Compass/Calibration/Session/CalibrationLimits.swift) */
static uint32_t DirectionCells_count(uint32_t word) {
  uint32_t t1 = word - ((word >> 1) & 0x55555555u);
  uint32_t t2 = (t1 & 0x33333333u) + ((t1 >> 2) & 0x33333333u);
  return (16843009u * ((t2 + (t2 >> 4)) & 0xf0f0f0fu)) >> 24;
}

/* (Sources/Compass/Calibration/Session/CalibrationLimits.swift) */
static uint32_t DirectionCells_count_2(uint32_t selfWords, uint32_t self, uint32_t self2) {
  uint32_t t1 = DirectionCells_count(selfWords);
  uint32_t t2 = DirectionCells_count(self);
  uint32_t t3 = DirectionCells_count(self2);
  return t1 + t2 + t3;
}

/* A sample that the fit did not use; `nil` when there is none with this number.
   (Sources/Compass/Calibration/Session/CalibrationFitMachine.swift) */
static Result_int32_int32_int32_uint8 GuidedFit_heldOut(int32_t i, const GuidedFit *self) {
  uint32_t t1 = self->fit.reservoir.seen;
  if (t1 < 40) {
    if (i >= (int32_t)t1) {
      Result_int32_int32_int32_uint8 result6;
      result6.e0 = 0;
      result6.e1 = 0;
      result6.e2 = 0;
      result6.e3 = 1;
      return result6;
    }
  } else if (i >= 40) {
    Result_int32_int32_int32_uint8 result7;
    result7.e0 = 0;
    result7.e1 = 0;
    result7.e2 = 0;
    result7.e3 = 1;
    return result7;
  }
  if (self->fit.trims == 0) {
    if (self->fit.isAbsorbed != 0) {
      if ((int32_t)self->fit.reservoir.samples[add32(mul32(i, 4), 3)] >= 0) {
        Result_int32_int32_int32_uint8 result8;
        result8.e0 = 0;
        result8.e1 = 0;
        result8.e2 = 0;
        result8.e3 = 1;
        return result8;
      }
    }
    Result_int32_int32_int32 t2 = Reservoir_sample(i, &self->fit.reservoir);
    Result_int32_int32_int32_uint8 result9;
    result9.e0 = t2.e0;
    result9.e1 = t2.e1;
    result9.e2 = t2.e2;
    result9.e3 = 0;
    return result9;
  }
  Result_int32_int32_int32_uint8 result10;
  result10.e0 = 0;
  result10.e1 = 0;
  result10.e2 = 0;
  result10.e3 = 1;
  return result10;
}

/* S·v, in the unit of v. (Sources/Compass/Calibration/Fit/FitOutcome.swift) */
static Result_int32_int32_int32 FitOutcome_corrected(int32_t vX, int32_t vY, int32_t vZ, const FitOutcome *self) {
  Vector3 row;
  int32_t y = self->softIronEntries[1];
  int32_t z = self->softIronEntries[2];
  row.x = self->softIronEntries[0];
  row.y = y;
  row.z = z;
  int32_t x = Vector3_product_with(vX, vY, vZ, &row);
  Vector3 row2;
  int32_t y2 = self->softIronEntries[3];
  int32_t z2 = self->softIronEntries[4];
  row2.x = y;
  row2.y = y2;
  row2.z = z2;
  int32_t y3 = Vector3_product_with(vX, vY, vZ, &row2);
  Vector3 row3;
  int32_t z3 = self->softIronEntries[5];
  row3.x = z;
  row3.y = z2;
  row3.z = z3;
  int32_t z4 = Vector3_product_with(vX, vY, vZ, &row3);
  Result_int32_int32_int32 result;
  result.e0 = x;
  result.e1 = y3;
  result.e2 = z4;
  return result;
}

/* The number of bits; 0 for 0. (Sources/Compass/Calibration/Fit/CompactArithmetic.swift) */
static int32_t UInt64_bitLength(uint64_t self) {
  uint32_t t1 = (uint32_t)(self >> 32);
  if (t1 == 0) {
    int32_t t2 = UInt32_leadingZeros((uint32_t)self);
    return sub32(32, t2);
  }
  int32_t t3 = UInt32_leadingZeros(t1);
  return sub32(64, t3);
}

/* `self` / `divisor`, rounded towards zero; the divisor is not 0. It works one binary digit at a time, because a fit
   rarely divides.
   (Sources/Compass/Calibration/Fit/CompactArithmetic.swift) */
static int64_t Int64_divided_by(int64_t divisor, int64_t self) {
  uint64_t by;
  if (divisor < 0) {
    by = 0 - (uint64_t)divisor - 1 + 1;
  } else {
    by = (uint64_t)divisor;
  }
  uint64_t rest;
  if (self < 0) {
    rest = 0 - (uint64_t)self - 1 + 1;
  } else {
    rest = (uint64_t)self;
  }
  int32_t t1 = UInt64_bitLength(rest);
  int32_t t2 = UInt64_bitLength(by);
  int32_t digit = sub32(t1, t2);
  if (digit < 0) {
    return 0;
  }
  uint64_t quotient = 0;
  uint64_t t3 = by << ((uint64_t)(uint32_t)digit & 0x3fu);
  for (;;) {
    quotient += quotient;
    if (rest >= t3) {
      quotient++;
      rest -= t3;
    }
    digit = sub32(digit, 1);
    if (digit < 0) {
      break;
    }
    t3 >>= 1;
  }
  if (((int32_t)((uint64_t)self >> 32) ^ (int32_t)((uint64_t)divisor >> 32)) < 0) {
    return sub64(0, (int64_t)quotient);
  }
  return (int64_t)quotient;
}

/* The same as `divided(by:)`, limited to 32 bits. (Sources/Compass/Calibration/Fit/CompactArithmetic.swift) */
static int32_t Int64_quotient_by(int64_t divisor, int64_t self) {
  int64_t t1 = Int64_divided_by(divisor, self);
  return (int32_t)Int64_word(t1);
}

/* The difference between |S(m − h)| and the radius, 1/1000 % of the radius; at most 100,000.
   (Sources/Compass/Calibration/Session/BackgroundRefit.swift) */
static uint32_t FitOutcome_deviation_of(const Vector3 *sample, const FitOutcome *self) {
  Result_int32_int32_int32 t1 = FitOutcome_corrected(sub32((int32_t)((uint32_t)sample->x << 8), self->centre.x),
      sub32((int32_t)((uint32_t)sample->y << 8), self->centre.y), sub32((int32_t)((uint32_t)sample->z << 8),
      self->centre.z), self);
  int64_t length = Int64_init_dot(t1.e0, t1.e1, t1.e2, t1.e0, t1.e1, t1.e2);
  int32_t t2 = (int32_t)UInt64_approximateSquareRoot((uint64_t)length);
  uint32_t low = (uint32_t)self->radiusQ8;
  int32_t t3 = sub32(t2, (int32_t)low);
  int64_t t4 = Int64_init_multiplying(t3 < 0 ? sub32(0, t3) : t3, 100000);
  int32_t share = Int64_quotient_by((int64_t)(uint64_t)(int64_t)(int32_t)low, t4);
  return (uint32_t)(share < 100000 ? (uint32_t)share : 100000u);
}

/* √self, rounded to the nearest. (Sources/Compass/Calibration/Fit/CompactArithmetic.swift) */
static int32_t UInt32_roundedSquareRoot(uint32_t self) {
  uint32_t t1 = UInt64_approximateSquareRoot((uint64_t)self << 32);
  return (int32_t)((t1 + 32768u) >> 16);
}

/* The largest number such that at most the given number of eighths of the keys are below it, found from the highest
   binary digit on.
   (Sources/Compass/Calibration/Sampling/RobustSphere.swift) */
static int32_t RobustSphere_quantile_eighths(const int32_t *keys, int32_t count, int32_t eighths) {
  int32_t most = mul32(eighths, count);
  bool t1 = 0 < count;
  int32_t t2 = -8192;
  int32_t digit = 16384;
  for (;;) {
    int32_t tried = add32(t2, digit);
    if (t1) {
      int32_t t3 = 0;
      int32_t i = count;
      do {
        i = sub32(i, 1);
        t3 = keys[i] < tried ? add32(t3, 8) : t3;
      } while (0 < i);
      t2 = most >= t3 ? tried : t2;
    } else {
      t2 = most >= 0 ? tried : t2;
    }
    digit >>= 1;
    if (0 >= digit) {
      return t2;
    }
  }
}

/* Finds one of the four numbers. Returns whether the search is over.
   (Sources/Compass/Calibration/Sampling/RobustSphere.swift) */
static bool RobustSphere_step(const Reservoir *reservoir, RobustSphere *self) {
  int8_t t1 = self->next;
  if (3 < t1) {
    return true;
  }
  int32_t keys[40];
  int32_t t2 = 0;
  for (;;) {
    int32_t t3 = t2 + 1;
    keys[t2] = 0;
    if (t3 == 40) {
      break;
    }
    t2 = t3;
  }
  int32_t place = (int32_t)t1;
  int32_t count = (int32_t)reservoir->seen;
  if ((uint32_t)count < 40) {
    if (0 >= count) {
      goto L1;
    }
  } else {
    count = 40;
  }
  bool t4;
  t4 = place < 3;
  int32_t i;
  i = 0;
  do {
    int32_t t7;
    if (t4) {
      t7 = (int32_t)reservoir->samples[add32(mul32(i, 4), place)] >> 2;
    } else {
      Result_int32_int32_int32 t5 = Reservoir_subscript(i, reservoir);
      uint32_t t6 = RobustSphere_squaredDistance(t5.e0, t5.e1, t5.e2, self);
      t7 = UInt32_roundedSquareRoot(t6);
    }
    keys[i] = t7;
    i = add32(i, 1);
  } while (i < count);
L1:;
  int32_t t8 = RobustSphere_quantile_eighths(keys, count, 7);
  int32_t t10;
  if (place < 3) {
    int32_t t9 = RobustSphere_quantile_eighths(keys, count, 1);
    t10 = add32(t8, t9);
  } else {
    t10 = mul32(t8, 3);
  }
  self->found[place] = (int16_t)(uint16_t)(t10 >> 1);
  RobustSphere_space(self);
  int8_t t11 = add8(t1, 1);
  self->next = t11;
  return 3 < t11;
}

/* Whether every sample that this sphere accepted is within twice the reach of `other`. Then it can have accepted
   only few outliers, and the residual reveals them.
   (Sources/Compass/Calibration/Sampling/RobustSphere.swift) */
static bool RobustSphere_isContained_in(const RobustSphere *other, const RobustSphere *self) {
  uint32_t t1 = RobustSphere_squaredDistance((int32_t)other->found[0], (int32_t)other->found[1],
      (int32_t)other->found[2], self);
  int32_t distance = UInt32_roundedSquareRoot(t1);
  return (int32_t)(uint16_t)other->found[3] * 2 >= add32(distance, (int32_t)(uint16_t)self->found[3]);
}

/* (Sources/Compass/Calibration/Fit/FitStages.swift) */
static void CalibrationFit_restartSums(CalibrationFit *self) {
  Moments_init(&self->moments);
  self->isAbsorbed = 0;
}

/* The state of the solve. (Sources/Compass/Calibration/Fit/CalibrationFit.swift) */
static uint8_t CalibrationFit_progress(const CalibrationFit *self) {
  uint32_t t1 = (uint32_t)self->stage;
  return (uint8_t)(t1 == 0 ? 0 : (uint8_t)(t1 == 12 ? 2 : 1));
}

/* Uses the sphere that the search found as the new gate. If it contradicts the old gate, the sums start again.
   (Sources/Compass/Calibration/Fit/FitStages.swift) */
static void CalibrationFit_adopt(CalibrationFit *self) {
  self->isSearching = 0;
  if (self->scratch.memory.robustSphere.found[3] != 0) {
    if (self->gate.found[3] != 0) {
      if (RobustSphere_isContained_in(&self->scratch.memory.robustSphere, &self->gate)) {
        if (self->reservoir.seen >= 40) {
          goto L1;
        }
      }
    }
    CalibrationFit_restartSums(self);
L1:;
    int32_t places = (int32_t)(int8_t)self->scratch.memory.bytes[9] - (int32_t)self->gate.spacing;
    if (0 < places) {
      uint32_t t1 = self->reservoir.seen;
      uint32_t kept = (uint32_t)(t1 < 40 ? t1 : 40);
      uint32_t t2 = t1 >> (uint32_t)(places & 0x1f);
      self->reservoir.seen = t2;
      self->reservoir.seen = t2 < kept ? kept : t2;
    }
    uint32_t t3 = self->reservoir.seen;
    self->scratch.memory.recentSamplesFrom12.recentSamples.nextSearch = t3 + t3;
    uint16_t t4 = (uint16_t)self->scratch.memory.robustSphere.found[1];
    uint16_t t5 = self->scratch.memory.prediction.fits;
    uint16_t t6 = (uint16_t)self->scratch.memory.robustSphere.found[3];
    uint8_t t7 = self->scratch.memory.bytes[8];
    uint8_t t8 = self->scratch.memory.bytes[9];
    self->gate.found[0] = self->scratch.memory.robustSphere.found[0];
    self->gate.found[1] = (int16_t)t4;
    self->gate.found[2] = (int16_t)t5;
    self->gate.found[3] = (int16_t)t6;
    self->gate.next = (int8_t)t7;
    self->gate.spacing = (int8_t)t8;
    if (CalibrationFit_progress(self) == 1) {
      if ((int32_t)(self->moments.sums[0] >> 30) < 192) {
        if (self->isAbsorbed != 0) {
          return;
        }
        self->stage = 1;
        return;
      }
      return;
    }
    return;
  }
}

/* Records that the sums contain all samples that are in the reservoir now. Samples that replace them later are new.
   (Sources/Compass/Calibration/Sampling/Reservoir.swift) */
static void Reservoir_markAllSummed(Reservoir *self) {
  int32_t at = 160;
  for (;;) {
    int32_t t1 = sub32(at, 1);
    self->samples[t1] = (int16_t)(uint16_t)((uint16_t)self->samples[t1] & 0x7fffu);
    at = sub32(at, 4);
    if (0 >= at) {
      return;
    }
  }
}

/* S·(m − h) of sample `i`, in 1/256 of the samples' unit. (Sources/Compass/Calibration/Sampling/Reservoir.swift) */
static Result_int32_int32_int32 Reservoir_corrected(int32_t i, const FitOutcome *outcome, const Reservoir *self) {
  Result_int32_int32_int32 t1 = Reservoir_subscript(i, self);
  int32_t t2 = (int32_t)self->coarseness & 0x1f;
  Result_int32_int32_int32 t3 = FitOutcome_corrected(sub32(add32((int32_t)((uint32_t)t1.e0 << (uint32_t)t2),
      self->origin.x), outcome->centre.x), sub32(add32((int32_t)((uint32_t)t1.e1 << (uint32_t)t2), self->origin.y),
      outcome->centre.y), sub32(add32((int32_t)((uint32_t)t1.e2 << (uint32_t)t2), self->origin.z), outcome->centre.z),
      outcome);
  Result_int32_int32_int32 result;
  result.e0 = t3.e0;
  result.e1 = t3.e1;
  result.e2 = t3.e2;
  return result;
}

/* Whether a sample of the reservoir deviates from the last fit by more than twice the usual deviation.
   (Sources/Compass/Calibration/Fit/FitStages.swift) */
static bool CalibrationFit_isOff(int32_t i, const CalibrationFit *self) {
  Result_int32_int32_int32 t1 = Reservoir_corrected(i, &self->outcome, &self->reservoir);
  int32_t lowerA = (int32_t)(int16_t)t1.e0;
  int32_t lowerB = (int32_t)(int16_t)t1.e1;
  int32_t lowerC = (int32_t)(int16_t)t1.e2;
  int32_t upperA = sub32(t1.e0, lowerA) >> 16;
  int32_t upperB = sub32(t1.e1, lowerB) >> 16;
  int32_t upperC = sub32(t1.e2, lowerC) >> 16;
  int32_t mixed = add32(add32(lowerA * upperA, lowerB * upperB), lowerC * upperC);
  int64_t self2 = add64((int64_t)((uint64_t)((uint32_t)mixed << 17)
      | ((uint64_t)(uint32_t)add32(add32(add32(upperA * upperA, upperB * upperB), upperC * upperC),
      mixed >> 15) << 32)), (int64_t)(uint64_t)(uint32_t)add32(add32(lowerA * lowerA, lowerB * lowerB),
      lowerC * lowerC));
  int32_t length = (int32_t)UInt64_approximateSquareRoot((uint64_t)self2);
  int32_t t2 = self->outcome.radiusQ8;
  int64_t t3 = Int64_init_multiplying(43 * (int32_t)self->outcome.heldOutResidual, t2);
  int32_t most = Int64_word_rightBy(21, t3);
  int32_t t4 = sub32(length, t2);
  if (t4 < 0) {
    t4 = (int32_t)(0 - (uint32_t)t4 - 1 + 1);
  }
  return most < t4;
}

/* Whether sample `i` of the reservoir is outside the gate. (Sources/Compass/Calibration/Fit/CalibrationFit.swift) */
static bool CalibrationFit_isWild(int32_t i, const CalibrationFit *self) {
  uint16_t t1 = (uint16_t)self->gate.found[3];
  if (t1 != 0) {
    if ((uint8_t)(self->configuration.choices & 2) == 0) {
      Result_int32_int32_int32 t2 = Reservoir_subscript(i, &self->reservoir);
      uint32_t t3 = RobustSphere_squaredDistance(t2.e0, t2.e1, t2.e2, &self->gate);
      int32_t t4 = (int32_t)t1;
      if ((uint32_t)mul32(t4, t4) < t3) {
        return true;
      }
    }
  }
  if (0 < self->trims) {
    return (int32_t)self->reservoir.samples[add32(mul32(i, 4), 3)] < 0;
  }
  return false;
}

/* Adds up to eight samples of the reservoir to the sums: with few samples, none is held out.
   (Sources/Compass/Calibration/Fit/FitStages.swift) */
static void CalibrationFit_absorb(CalibrationFit *self) {
  int8_t t3 = self->row;
  int8_t end = add8(t3, 8);
  if (t3 < end) {
    uint32_t t1 = self->reservoir.seen;
    bool t2 = t1 < 40;
    for (;;) {
      int32_t at = (int32_t)t3;
      if (t2) {
        if (at == (int32_t)t1) {
          break;
        }
      } else if (at == 40) {
        break;
      }
      if (0 < self->trims) {
        bool isNew = CalibrationFit_isOff(at, self);
        int32_t t4 = at * 4 + 3;
        self->reservoir.samples[t4] = (int16_t)(uint16_t)((uint16_t)((uint16_t)self->reservoir.samples[t4] & 0x7fffu)
            | (uint16_t)(isNew ? 32768u : 0));
      }
      if (!CalibrationFit_isWild(at, self)) {
        Result_int32_int32_int32 t5 = Reservoir_sample(at, &self->reservoir);
        Moments_add(t5.e0, t5.e1, t5.e2, &self->moments);
      }
      t3 = add8(t3, 1);
      self->row = t3;
      if (t3 >= end) {
        return;
      }
    }
    self->isAbsorbed = 1;
    if (self->trims == 0) {
      Reservoir_markAllSummed(&self->reservoir);
    }
    CalibrationFit_advance_to(2, self);
    return;
  }
}

/* Adds to the sums of the third and fourth degree what rounding down removed (half a unit each).
   (Sources/Compass/Calibration/Fit/Moments.swift) */
static void Moments_settle(Moments *self) {
  uint16_t t1 = (uint16_t)((int32_t)(self->sums[0] >> 30) >> 1);
  int32_t value = (int32_t)(uint16_t)(t1 - self->settled);
  uint64_t t2 = (uint64_t)(int64_t)value;
  self->settled = t1;
  int32_t place = 35;
  for (;;) {
    place = sub32(place, 1);
    if (2 < Tables_degrees[place]) {
      self->sums[place] = add64(self->sums[place], (int64_t)t2);
    }
    if (0 >= place) {
      return;
    }
  }
}

/* The mean of one of the ten monomials 1, x, y, z, xx, xy, xz, yy, yz, zz, Q30; 0 when there are no samples.
   (Sources/Compass/Calibration/Fit/Moments.swift) */
static int32_t Moments_mean(int32_t monomial, const Moments *self) {
  int32_t number = (int32_t)(self->sums[0] >> 30);
  int64_t t1 = self->sums[(int32_t)Tables_products[monomial]];
  int32_t value = (int32_t)(1 < number ? number : 1);
  return Int64_quotient_by((int64_t)(uint64_t)(int64_t)value, t1);
}

/* The place of x^a·y^b·z^c after exchanging x with `axis`. (Sources/Compass/Calibration/Fit/Moments.swift) */
static int32_t Moments_place(int32_t axis, int32_t a, int32_t powers, int32_t c) {
  int32_t b = sub32(sub32(4, powers), c);
  int32_t a2;
  switch (axis) {
    case 0: {
      a2 = a;
      break;
    }
    case 1: {
      a2 = b;
      break;
    }
    default: {
      a2 = c;
      break;
    }
  }
  int32_t b2 = axis == 1 ? a : b;
  int32_t c2 = axis == 2 ? a : c;
  return add32(sub32(add32((int32_t)((uint32_t)578655168u >> (uint32_t)(mul32(c2, 6) & 0x1f)) & 0x3f, mul32(sub32(5,
      c2), b2)), mul32(sub32(b2, 1), b2) >> 1), a2);
}

/* `self` · `factor` / 2^30, with an error of at most eight: the product of the lowest 16 bits of both is left out.
   |self| < 2^60.
   (Sources/Compass/Calibration/Fit/CompactArithmetic.swift) */
static int64_t Int64_scaled_byQ30(int32_t factor, int64_t self) {
  int32_t lowerF = factor & 0xffff;
  int32_t upperF = factor >> 16;
  uint32_t low = (uint32_t)self;
  int32_t middle = (int32_t)(low >> 16);
  int32_t value = upperF * middle;
  int32_t value2 = (int32_t)((uint32_t)mul32(lowerF, middle) >> 14) + ((upperF * ((int32_t)low & 0xffff)) >> 14);
  int32_t upper = (int32_t)((uint64_t)self >> 32);
  int32_t lowerA = upper & 0xffff;
  int32_t upperA = upper >> 16;
  int32_t t1 = mul32(lowerF, lowerA);
  int32_t cross = lowerF * upperA + (int32_t)((uint32_t)t1 >> 16);
  int32_t crossed = upperF * lowerA + (cross & 0xffff);
  int64_t t2 = add64((int64_t)(((uint64_t)(((uint32_t)crossed << 16) | ((uint32_t)t1 & 0xffffu))
      | ((uint64_t)(uint32_t)(upperF * upperA + (cross >> 16) + (crossed >> 16)) << 32)) << 2),
      add64((int64_t)((uint64_t)(int64_t)value << 2), (int64_t)(uint64_t)(int64_t)value2));
  return t2;
}

/* Replaces x by x − d in every sum, d in Q30: a Taylor shift in each chain of powers of x with the same powers of y
   and z.
   (Sources/Compass/Calibration/Fit/Moments.swift) */
static void Moments_translate_by(int32_t axis, int32_t d, Moments *self) {
  int32_t t1 = 0;
  int32_t t2 = 4;
  for (;;) {
    if (t2 >= 1) {
      int32_t to = Moments_place(axis, t2, t2, t1);
      int32_t pass = 1;
      do {
        if (t2 >= pass) {
          int32_t t3 = to;
          int32_t power = t2;
          for (;;) {
            power = sub32(power, 1);
            int32_t from = Moments_place(axis, power, t2, t1);
            int64_t t4 = Int64_scaled_byQ30(d, self->sums[from]);
            self->sums[t3] = sub64(self->sums[t3], t4);
            if (power < pass) {
              break;
            }
            t3 = from;
          }
        }
        pass = add32(pass, 1);
      } while (t2 >= pass);
    }
    int32_t powers = sub32(t2, 1);
    bool t5 = powers >= 0;
    int32_t t6 = add32(t1, 1);
    t2 = t5 ? powers : sub32(4, t6);
    if (t2 < 0) {
      return;
    }
    t1 = t5 ? t1 : t6;
  }
}

/* Moves the origin to the mean, rounded to a whole coordinate. One call moves one axis (0, 1, 2).
   (Sources/Compass/Calibration/Fit/Moments.swift) */
static void Moments_centre_axis(int32_t axis, Moments *self) {
  Moments_complete(self);
  if (self->settled != (uint16_t)((int32_t)(self->sums[0] >> 30) >> 1)) {
    Moments_settle(self);
  }
  int32_t self2 = Moments_mean(add32(axis, 1), self);
  int32_t mean = (self2 >> 15) + ((self2 >> 14) & 1);
  if (mean == 0) {
    return;
  }
  Moments_translate_by(axis, (int32_t)((uint32_t)mean << 15), self);
  int32_t way = (int32_t)((uint32_t)mean << ((uint32_t)self->scale & 0x1fu));
  switch (axis) {
    case 0: {
      self->origin.x = add32(self->origin.x, way);
      return;
    }
    case 1: {
      self->origin.y = add32(self->origin.y, way);
      return;
    }
    case 2: {
      self->origin.z = add32(self->origin.z, way);
      return;
    }
    default: {
      return;
    }
  }
}

/* From six values in the order xx, xy, xz, yy, yz, zz; those off the diagonal are divided by 2^`halving`.
   (Sources/Compass/Calibration/Fit/SymmetricMatrix.swift) */
static void Symmetric_init_upper_from_halving(Symmetric *t1, uintptr_t values, uint32_t values2, int32_t start,
    int32_t halving) {
  (void)values2;
  int32_t t2 = 0;
  int32_t t5[9];
  for (;;) {
    int32_t t3 = t2 + 1;
    t5[t2] = 0;
    if (t3 == 9) {
      break;
    }
    t2 = t3;
  }
  memcpy(t1->entries, t5, 9 * sizeof t1->entries[0]);
  int32_t i = 0;
  for (;;) {
    int32_t t4 = i * 3;
    int32_t j = i;
    do {
      int32_t value = ((const int32_t *)values)[start] >> (uint32_t)((int32_t)(i == j ? 0 : halving) & 0x1f);
      t1->entries[add32(t4, j)] = value;
      t1->entries[add32(mul32(j, 3), i)] = value;
      start = add32(start, 1);
      j = add32(j, 1);
    } while (j < 3);
    i++;
    if (i >= 3) {
      return;
    }
  }
}

/* The mean products of the coordinates, Q30 without the last four bits, so that their sum fits in 28 bits.
   (Sources/Compass/Calibration/Fit/FitStages.swift) */
static void CalibrationFit_spread(Symmetric *t1, const CalibrationFit *self) {
  int32_t means[10];
  int32_t t2 = 0;
  for (;;) {
    int32_t t3 = t2 + 1;
    means[t2] = 0;
    if (t3 == 10) {
      break;
    }
    t2 = t3;
  }
  int32_t place = 9;
  do {
    int32_t t4 = Moments_mean(place, &self->moments);
    int32_t t5 = t4 >> 4;
    if (place >= 10) {
      NEVER();
    }
    means[place] = t5;
    place = sub32(place, 1);
  } while (3 < place);
  if (((uintptr_t)means & BEYOND_ALIGNMENT_32) != 0) {
    NEVER();
  }
  Symmetric_init_upper_from_halving(t1, (uintptr_t)means, 10, 4, 0);
}

/* One cofactor. (Sources/Compass/Calibration/Fit/SymmetricMatrix.swift) */
static int32_t Symmetric_cofactor_rightBy(int32_t i, int32_t j, int32_t count, const Symmetric *self) {
  int32_t left;
  int32_t lower;
  int32_t right;
  int32_t upper;
  if (i == 2) {
    upper = 0;
  } else {
    upper = mul32(add32(i, 1), 3);
    if (i == 0) {
      if (j == 2) {
        left = 0;
        lower = 6;
        goto L1;
      }
      left = add32(j, 1);
      if (j == 0) {
        right = 2;
        lower = 6;
        goto L2;
      }
      lower = 6;
      goto L1;
    }
  }
  lower = mul32(sub32(i, 1), 3);
  if (j == 2) {
    left = 0;
  } else {
    left = add32(j, 1);
    if (j == 0) {
      right = 2;
      goto L2;
    }
  }
L1:;
  right = sub32(j, 1);
L2:;
  int64_t t1 = Int64_init_multiplying(self->entries[add32(upper, left)], self->entries[add32(lower, right)]);
  int64_t t2 = Int64_init_multiplying(self->entries[add32(upper, right)], self->entries[add32(lower, left)]);
  return Int64_word_rightBy(count, sub64(t1, t2));
}

/* The cofactors divided by 2^`count`, rounded and saturated. Entries below 2^31/√2.
   (Sources/Compass/Calibration/Fit/SymmetricMatrix.swift) */
static void Symmetric_init_cofactorsOf_rightBy(Symmetric *t1, const Symmetric *m, int32_t count) {
  int32_t t2 = 0;
  int32_t t5[9];
  for (;;) {
    int32_t t3 = t2 + 1;
    t5[t2] = 0;
    if (t3 == 9) {
      break;
    }
    t2 = t3;
  }
  memcpy(t1->entries, t5, 9 * sizeof t1->entries[0]);
  int32_t i = 0;
  for (;;) {
    if (i >= 0) {
      int32_t t4 = i * 3;
      int32_t j = 0;
      do {
        int32_t value = Symmetric_cofactor_rightBy(i, j, count, m);
        t1->entries[add32(t4, j)] = value;
        t1->entries[add32(mul32(j, 3), i)] = value;
        j = add32(j, 1);
      } while (i >= j);
    }
    i++;
    if (i >= 3) {
      return;
    }
  }
}

/* The sum of three products, from place `i` of the first and place `j` of the second.
   (Sources/Compass/Calibration/Fit/SymmetricMatrix.swift) */
static int64_t Symmetric_dot(uintptr_t a, uint32_t a2, int32_t i, uintptr_t b, uint32_t b2, int32_t j) {
  (void)a2;
  (void)b2;
  int64_t t1 = Int64_init_multiplying(((const int32_t *)a)[i], ((const int32_t *)b)[j]);
  int64_t t2 = Int64_init_multiplying(((const int32_t *)a)[add32(i, 1)], ((const int32_t *)b)[add32(j, 1)]);
  int64_t t3 = Int64_init_multiplying(((const int32_t *)a)[add32(i, 2)], ((const int32_t *)b)[add32(j, 2)]);
  return add64(add64(t1, t2), t3);
}

/* The sum of the products of corresponding entries, with the fraction bits of both formats. Entries below 2^29.
   (Sources/Compass/Calibration/Fit/SymmetricMatrix.swift) */
static int64_t Symmetric_contracted_with(Symmetric *m, Symmetric *self) {
  if (((uintptr_t)self & BEYOND_ALIGNMENT_32) != 0) {
    NEVER();
  }
  if (((uintptr_t)m & BEYOND_ALIGNMENT_32) != 0) {
    NEVER();
  }
  int64_t t1 = Symmetric_dot((uintptr_t)self, 9, 0, (uintptr_t)m, 9, 0);
  int64_t t2 = Symmetric_dot((uintptr_t)self, 9, 3, (uintptr_t)m, 9, 3);
  int64_t t3 = Symmetric_dot((uintptr_t)self, 9, 6, (uintptr_t)m, 9, 6);
  return add64(add64(t1, t2), t3);
}

/* (Sources/Compass/Calibration/Fit/FitStages.swift) */
static void CalibrationFit_centre(int32_t at, CalibrationFit *self) {
  Moments_centre_axis(at, &self->moments);
  self->row = add8(self->row, 1);
  if (at < 2) {
    return;
  }
  Symmetric m;
  CalibrationFit_spread(&m, self);
  Symmetric minors;
  Symmetric_init_cofactorsOf_rightBy(&minors, &m, 26);
  int64_t t1 = Symmetric_contracted_with(&minors, &m);
  int64_t t2 = Int64_init_multiplying(add32(add32(minors.entries[0], minors.entries[4]), minors.entries[8]), 3);
  int32_t least = Int64_quotient_by(add64(t2, 3), t1);
  int32_t t3 = add32(add32(m.entries[0], m.entries[4]), m.entries[8]);
  self->isFlattish = (uint8_t)(least < (t3 >> 4));
  bool isFlat = least < (t3 >> 8);
  if (isFlat) {
    self->reasons = (uint16_t)(self->reasons | 2);
  }
  uint8_t t4;
  if (0 < self->trims) {
    t4 = self->outcome.model;
  } else {
    if (isFlat) {
      if ((uint8_t)(self->configuration.choices & 2) == 0) {
        t4 = 1;
        goto L1;
      }
    }
    t4 = 4;
  }
L1:;
  CalibrationFit_startModel(t4, self);
}

/* (Sources/Compass/Calibration/Fit/NormalMatrix.swift) */
static uint32_t ModelColumns_init_order_normal(uint8_t selfOrder, int32_t normal) {
  int8_t selfNormal = (int8_t)normal;
  uint32_t t1 = (uint32_t)selfOrder;
  uint8_t selfSize = (uint8_t)(((uint32_t)615504u >> ((t1 * 4) & 0x1fu)) & 0xfu);
  uint8_t selfStart;
  if (t1 == 1) {
    selfStart = (uint8_t)add8(9, mul8(selfNormal, 5));
  } else {
    selfStart = 0;
  }
  return (uint32_t)selfOrder | ((uint32_t)(uint8_t)selfNormal << 8) | ((uint32_t)selfSize << 16)
      | ((uint32_t)selfStart << 24);
}

/* The variance of the white part on each axis, in squared coordinates of 2^shift/256 of the unit, Q4.
   (Sources/Compass/Calibration/Sampling/Roughness.swift) */
static int64_t Roughness_variance(int32_t shift, const Roughness *self) {
  int32_t value = self->count >> 2;
  if (value < 8) {
    return 0;
  }
  int64_t t1 = Int64_divided_by((int64_t)(uint64_t)(int64_t)value, (int64_t)((uint64_t)self->sizes << 13));
  int32_t found = Int64_word_rightBy(add32(shift, 1), t1);
  int32_t mean = (int32_t)(1048575 < found ? 1048575 : found);
  int64_t t2 = Int64_init_multiplying(mean, mean);
  int64_t t3 = Int64_divided_by(611, t2);
  return t3;
}

/* The binary logarithm of the unit of length, in units of 2^15 coordinates; `nil` when all samples are equal.
   (Sources/Compass/Calibration/Fit/NormalMatrix.swift) */
static Result_int32_uint8 UnbiasedMoments_lengthExponent(const Moments *moments) {
  int64_t sum = 0;
  uint32_t first = 2420;
  do {
    int32_t t1 = ((int32_t)first & 0xf) * 10;
    uint32_t second = 2420;
    do {
      sum = add64(sum, moments->sums[(int32_t)Tables_products[t1 + ((int32_t)second & 0xf)]]);
      second >>= 4;
    } while (second != 0);
    first >>= 4;
  } while (first != 0);
  if (0 >= sum) {
    Result_int32_uint8 result3;
    result3.e0 = 0;
    result3.e1 = 1;
    return result3;
  }
  int32_t t2 = UInt64_bitLength((uint64_t)sum);
  uint64_t t3 = (uint64_t)moments->sums[0];
  if ((int64_t)t3 < 0) {
    t3 = 0 - t3 - 1 + 1;
  }
  int32_t t4 = UInt64_bitLength(t3);
  Result_int32_uint8 result4;
  result4.e0 = sub32(t2, t4) >> 2;
  result4.e1 = 0;
  return result4;
}

/* Starts the search for s. (Sources/Compass/Calibration/Fit/ModelSolver.swift) */
static void ModelSolver_start(ModelSolver *self) {
  self->noise = (int32_t)((uint32_t)(int32_t)self->firstNoise << 9);
  self->iterations = 0;
  self->row = 0;
  int8_t plane = (int8_t)(self->columns.order == 1 ? self->columns.normal : 3);
  int32_t t1 = 0;
  for (;;) {
    int32_t t2 = t1 + 1;
    self->polynomial[t1] = 0;
    if (t2 == 10) {
      break;
    }
    t1 = t2;
  }
  self->polynomial[4] = (int32_t)(uint32_t)(plane == 0 ? 0 : 67108864u);
  self->polynomial[7] = (int32_t)(uint32_t)(plane == 1 ? 0 : 67108864u);
  self->polynomial[9] = (int32_t)(uint32_t)(plane == 2 ? 0 : 67108864u);
  self->state = 0;
}

/* Starts to solve for a model. The origin of the moments is the samples' mean.
   white: an estimate of the noise variance on each axis, squared coordinates, Q4.
   (Sources/Compass/Calibration/Fit/ModelSolver.swift) */
static void ModelSolver_begin_white(uint32_t t1, const Moments *moments, int64_t white, ModelSolver *self) {
  self->columns.order = (uint8_t)t1;
  self->columns.normal = (int8_t)(uint8_t)(t1 >> 8);
  self->columns.size = (int8_t)(uint8_t)(t1 >> 16);
  self->columns.start = (int8_t)(uint8_t)(t1 >> 24);
  Result_int32_uint8 t2 = UnbiasedMoments_lengthExponent(moments);
  if (t2.e1 == 1) {
    self->state = 6;
    return;
  }
  self->lengthExponent = (int8_t)(uint8_t)t2.e0;
  int64_t first = Int64_shifted_rightBy(add32(add32(11, t2.e0), t2.e0), white);
  self->firstNoise = (int16_t)(uint16_t)(first < 32768 ? (uint16_t)(uint32_t)first : 0);
  ModelSolver_start(self);
}

/* 
   - exponent: the exponent of the unit of length.
   - noise: s in squared units, Q32; the last two bits are ignored.
   (Sources/Compass/Calibration/Fit/NormalMatrix.swift) */
static void UnbiasedMoments_set_exponent_noise(const Moments *moments, int32_t exponent, int32_t noise,
    UnbiasedMoments *self) {
  uint64_t t1 = (uint64_t)moments->sums[0];
  if ((int64_t)t1 < 0) {
    t1 = 0 - t1 - 1 + 1;
  }
  int32_t t2 = UInt64_bitLength(t1);
  int32_t up = sub32(55, t2);
  int32_t place = 35;
  do {
    place = sub32(place, 1);
    int32_t value = sub32(up, mul32(exponent, (int32_t)Tables_degrees[place]));
    self->values[place] = (int64_t)((uint64_t)moments->sums[place] << ((uint64_t)(int64_t)value & 0x3fu));
  } while (0 < place);
  if (noise == 0) {
    return;
  }
  int32_t t3 = noise >> 2;
  int32_t threefold = t3 + t3 + t3;
  int32_t t4 = 4;
  uint32_t t5 = 114;
  for (;;) {
    int32_t m = t4;
    int32_t left = 10;
    do {
      bool t6 = left == 0;
      int32_t lower = t6 ? t4 : sub32(left, 1);
      m = t6 ? t4 : m;
      uint32_t t7 = (uint32_t)Tables_products[add32(mul32(m, 10), lower)];
      int64_t t8 = Int64_scaled_byQ30(((t5 >> (uint32_t)(lower & 0x1f)) & 1) != 0 ? threefold : t3,
          self->values[(uint32_t)Tables_products[lower]]);
      self->values[t7] = sub64(self->values[t7], t8);
      left = sub32(left, 1);
    } while (left >= 0);
    switch (m) {
      case 9: {
        return;
      }
      case 4: {
        t4 = 7;
        t5 = 420;
        break;
      }
      default: {
        t4 = 9;
        t5 = 840;
        break;
      }
    }
  }
}

/* Replaces row `row` of the factor by that row of the inverse. The rows above it are already inverted. Q30 → Q20,
   |entries| < 2^11.
   (Sources/Compass/Calibration/Fit/Cholesky.swift) */
static void Triangle_invertRow(int32_t row, Triangle *self) {
  int32_t start = mul32(add32(row, 1), row) >> 1;
  int32_t pivot = self->entries[add32(start, row)];
  if (0 >= row) {
    return;
  }
  int32_t j = 0;
  for (;;) {
    int64_t sum = 0;
    int32_t i = j;
    for (;;) {
      int32_t k = add32(i, 1);
      int64_t t1 = Int64_init_multiplying(self->entries[add32(start, i)], self->entries[add32(mul32(k, i) >> 1, j)]);
      sum = sub64(sum, t1);
      if (k >= row) {
        break;
      }
      i = k;
    }
    int64_t t2 = Int64_scaled_byQ30(pivot, sum >> 4);
    self->entries[add32(start, j)] = Int64_word_rightBy(16, t2);
    j = add32(j, 1);
    if (j >= row) {
      return;
    }
  }
}

/* The mean of the product of a monomial and a column. (Sources/Compass/Calibration/Fit/NormalMatrix.swift) */
static int64_t UnbiasedMoments_mean(const UnbiasedMoments *all, int32_t row, int32_t column) {
  int32_t t1 = mul32(row, 10);
  int64_t whole = all->values[(uint32_t)Tables_products[add32(t1, column & 0xf)]];
  if (column < 240) {
    return sub64(whole, all->values[(uint32_t)Tables_products[add32(t1, column >> 4)]]);
  }
  return whole;
}

/* Stores `pivot` (Q30) as the diagonal entry of the factor. A pivot below 2^−11 is replaced by 2^−11.
   (Sources/Compass/Calibration/Fit/Cholesky.swift) */
static void Triangle_setPivot(int32_t row, uint32_t pivot, Triangle *self) {
  uint32_t limited = (uint32_t)(524288u < pivot ? pivot : 524289u);
  uint32_t zeros = (uint32_t)UInt32_leadingZeros(limited);
  uint32_t t1 = UInt32_normalisedReciprocal(limited << (zeros & 0x1fu));
  self->entries[add32(mul32(add32(row, 1), row) >> 1, row)] = (int32_t)(t1 >> ((13 - zeros) & 0x1fu));
}

/* Replaces row `row` (Q30) by the row of the Cholesky factor. The rows above it are already replaced. No entry of
   the factor is above 1.
   least: the smallest pivot, Q60; a smaller one is replaced by it.
   - Returns: whether the pivot was larger than `least`.
   (Sources/Compass/Calibration/Fit/Cholesky.swift) */
static bool Triangle_factorRow_columns_leastPivot(int32_t row, int32_t columns, int64_t least, Triangle *self) {
  int32_t start = mul32(add32(row, 1), row) >> 1;
  if (0 < columns) {
    int32_t i = 0;
    int64_t sum;
    for (;;) {
      int32_t t1 = add32(start, i);
      uint32_t low = (uint32_t)self->entries[t1];
      sum = (int64_t)((uint64_t)(int64_t)(int32_t)low << 30);
      int32_t j = add32(i, 1);
      int32_t other = mul32(j, i) >> 1;
      if (0 < i) {
        int32_t k = 0;
        do {
          int64_t t2 = Int64_init_multiplying(self->entries[add32(start, k)], self->entries[add32(other, k)]);
          sum = sub64(sum, t2);
          k = add32(k, 1);
        } while (k < i);
      }
      if (i == row) {
        break;
      }
      int64_t t4 = Int64_scaled_byQ30(self->entries[add32(other, i)], sum);
      self->entries[t1] = Int64_word_rightBy(20, t4);
      if (j >= columns) {
        return true;
      }
      i = j;
    }
    bool isAbove = least < sum;
    uint32_t t3 = UInt64_approximateSquareRoot((uint64_t)(isAbove ? sum : least));
    Triangle_setPivot(row, t3, self);
    return isAbove;
  }
  return true;
}

/* One row of the factor. (Sources/Compass/Calibration/Fit/ModelSolver.swift) */
static void ModelSolver_factorRow(const UnbiasedMoments *all, Triangle *factor, ModelSolver *self) {
  self->state = 6;
  int8_t t1 = self->row;
  int32_t i = (int32_t)t1;
  if (i >= 0) {
    int32_t t2 = (int32_t)self->columns.start;
    int32_t first = (int32_t)Tables_columns[t2 + i];
    int32_t t3 = first & 0xf;
    bool t4 = first < 240;
    int32_t number = i;
    do {
      int32_t second = (int32_t)Tables_columns[add32(t2, number)];
      int64_t value = UnbiasedMoments_mean(all, t3, second);
      if (t4) {
        int64_t t5 = UnbiasedMoments_mean(all, first >> 4, second);
        value = sub64(value, t5);
      }
      if (number == i) {
        if (0 >= value) {
          return;
        }
        int32_t t6 = UInt64_bitLength((uint64_t)value);
        self->shifts[i] = (int8_t)(uint8_t)(sub32(t6, 54) >> 1);
      }
      int32_t scaled = Int64_word_rightBy((int32_t)self->shifts[i] + (int32_t)self->shifts[number] + 25, value);
      uint32_t t7;
      if (scaled < 0) {
        t7 = 0 - (uint32_t)scaled - 1 + 1;
      } else {
        t7 = (uint32_t)scaled;
      }
      if (1073741824u < t7) {
        return;
      }
      factor->entries[add32(((i + 1) * i) >> 1, number)] = scaled;
      number = sub32(number, 1);
    } while (number >= 0);
  }
  int32_t t8 = i + 1;
  if (Triangle_factorRow_columns_leastPivot(i, t8, 1099511627776ll, factor)) {
    self->row = add8(t1, 1);
    self->state = (uint8_t)(t8 < (int32_t)self->columns.size ? 0 : 1);
    return;
  }
}

/* The mean of monomial `m` times a polynomial of the first monomials, in 2^(25 − f) if the coefficients are Qf.
   (Sources/Compass/Calibration/Fit/NormalMatrix.swift) */
static int64_t UnbiasedMoments_mean_times(const UnbiasedMoments *all, int32_t m, uintptr_t polynomial,
    int32_t polynomial2) {
  if (0 >= polynomial2) {
    return 0;
  }
  int64_t t2 = 0;
  for (;;) {
    polynomial2 = sub32(polynomial2, 1);
    int32_t coefficient = ((const int32_t *)polynomial)[polynomial2];
    if (coefficient != 0) {
      int64_t t1 = Int64_scaled_byQ30(coefficient, all->values[(uint32_t)Tables_products[add32(mul32(m, 10),
          polynomial2)]]);
      t2 = add64(t2, t1);
    }
    if (0 >= polynomial2) {
      return t2;
    }
  }
}

/* The number, among the ten monomials, of the product of an axis (1…3) and one of the first four monomials.
   (Sources/Compass/Calibration/Fit/ModelSolver.swift) */
static int32_t ModelSolver_product(int32_t axis, int32_t n) {
  if (n == 0) {
    return axis;
  }
  return add32(add32(axis, n), (int32_t)(axis == 1 ? 2 : (int32_t)(n == 1 ? 2 : 3)));
}

/* The mean square of the gradient of F. Its components are polynomials of the first `count` = 4 monomials.
   (Sources/Compass/Calibration/Fit/ModelSolver.swift) */
static int64_t ModelSolver_steepness(const UnbiasedMoments *all, int32_t count, const ModelSolver *self) {
  int32_t axis = sub32(count, 1);
  if (0 >= axis) {
    return 0;
  }
  bool t1 = 0 < count;
  int64_t sum = 0;
  for (;;) {
    int32_t slope[4];
    int32_t t10[4];
    int32_t t2 = 0;
    for (;;) {
      int32_t t3 = t2 + 1;
      t10[t2] = 0;
      if (t3 == 4) {
        break;
      }
      t2 = t3;
    }
    uint32_t t4 = (uint32_t)t10[1];
    uint32_t t5 = (uint32_t)t10[2];
    uint32_t t6 = (uint32_t)t10[3];
    slope[0] = t10[0];
    slope[1] = (int32_t)t4;
    slope[2] = (int32_t)t5;
    slope[3] = (int32_t)t6;
    if (t1) {
      int32_t n = 0;
      do {
        int32_t t7 = ModelSolver_product(axis, n);
        int32_t coefficient = self->polynomial[t7];
        slope[n] = n == axis ? add32(coefficient, coefficient) : coefficient;
        n = add32(n, 1);
      } while (n < count);
      if (0 < n) {
        if (((uintptr_t)slope & BEYOND_ALIGNMENT_32) != 0) {
          NEVER();
        }
        do {
          n = sub32(n, 1);
          int64_t t8 = UnbiasedMoments_mean_times(all, n, (uintptr_t)slope, 4);
          int64_t t9 = Int64_scaled_byQ30(slope[n], t8);
          sum = add64(sum, t9);
        } while (0 < n);
      }
    }
    axis = sub32(axis, 1);
    if (0 >= axis) {
      return sum;
    }
  }
}

/* Improves s by g/D, and decides whether this was the last step.
   (Sources/Compass/Calibration/Fit/ModelSolver.swift) */
static void ModelSolver_improveNoise(const UnbiasedMoments *all, uintptr_t residual, uint32_t residual2,
    ModelSolver *self) {
  (void)residual2;
  self->state = 7;
  int64_t steepness = ModelSolver_steepness(all, 4, self);
  int64_t remaining = 0;
  int32_t n = 10;
  do {
    n = sub32(n, 1);
    int64_t t1 = Int64_scaled_byQ30(self->polynomial[n], ((const int64_t *)residual)[n]);
    remaining = add64(remaining, t1);
  } while (0 < n);
  int32_t divisor = Int64_word_rightBy(24, steepness);
  if (131072 >= divisor) {
    return;
  }
  int32_t change = Int64_quotient_by((int64_t)(uint64_t)(int64_t)divisor, (int64_t)((uint64_t)remaining << 8));
  int32_t before = self->noise;
  int32_t firstStep = sub32(before, (int32_t)((uint32_t)(int32_t)self->firstNoise << 9));
  int8_t t2 = self->iterations;
  if (t2 == 2 && remaining < 0 && 4194304 < firstStep) {
    int64_t t3 = Int64_scaled_byQ30(firstStep, remaining);
    change = Int64_quotient_by(sub64(sub64(self->meanSquare, remaining), remaining) >> 24,
        (int64_t)((uint64_t)t3 << 6));
  }
  self->meanSquare = remaining;
  if (change >= 1073741824) {
    return;
  }
  int32_t t4 = add32(before, change);
  if (t4 >= 1073741824) {
    return;
  }
  int32_t t5 = (int32_t)(change < sub32(0, before) ? 0 : t4);
  self->noise = t5;
  int32_t step = sub32(t5, before);
  if (step < 0) {
    step = (int32_t)(0 - (uint32_t)step - 1 + 1);
  }
  self->state = 2;
  if ((t5 >> 5) + 4 >= step) {
    self->state = 4;
    int32_t one = (int32_t)(all->values[0] >> 25);
    int32_t value = (int32_t)(self->columns.order == 1 ? 8 : 15) * (before >> 4);
    int64_t t6 = Int64_scaled_byQ30(one, (int64_t)((uint64_t)(int64_t)value << 19));
    int64_t t7 = Int64_scaled_byQ30(before, add64(steepness, t6));
    int32_t value2 = one >> 15;
    self->meanSquare = Int64_divided_by((int64_t)(uint64_t)(int64_t)value2, (int64_t)((uint64_t)add64(remaining,
        t7 >> 2) << 12));
    return;
  }
  if (1 >= t2) {
    if (4194304 >= step) {
      return;
    }
  }
  self->row = 0;
  self->state = (uint8_t)(t2 < 6 ? 0 : 6);
}

/* Adds to a coefficient. A coefficient beyond ±16 means that there is no result.
   (Sources/Compass/Calibration/Fit/ModelSolver.swift) */
static void ModelSolver_add_to(int32_t change, int32_t monomial, ModelSolver *self) {
  int32_t sum = add32(self->polynomial[monomial], change);
  uint32_t t1;
  if (sum < 0) {
    t1 = 0 - (uint32_t)sum - 1 + 1;
  } else {
    t1 = (uint32_t)sum;
  }
  if (t1 >= 1073741824u) {
    self->state = 6;
  }
  self->polynomial[monomial] = sum;
}

/* One correction of F: F ← F − Σ (GGᵀ)⁻¹ residual. (Sources/Compass/Calibration/Fit/ModelSolver.swift) */
static void ModelSolver_correct(uintptr_t residual, uint32_t residual2, const Triangle *factor, ModelSolver *self) {
  (void)residual2;
  int32_t count = (int32_t)self->columns.size;
  self->state = (uint8_t)(self->state == 4 ? 5 : 3);
  self->iterations = add8(self->iterations, 1);
  int64_t right[9];
  int32_t t1 = 0;
  for (;;) {
    int32_t t2 = t1 + 1;
    right[t1] = 0;
    if (t2 == 9) {
      break;
    }
    t1 = t2;
  }
  int64_t change[9];
  memcpy(change, right, 9 * sizeof change[0]);
  if (0 >= count) {
    return;
  }
  int32_t t3 = (int32_t)self->columns.start;
  int32_t t4 = 0;
  int32_t number = 0;
  int32_t i;
  for (;;) {
    int32_t terms = (int32_t)Tables_columns[add32(t3, number)];
    int64_t t5 = ((const int64_t *)residual)[terms & 0xf];
    if (terms < 240) {
      t5 = sub64(t5, ((const int64_t *)residual)[terms >> 4]);
    }
    int8_t t6 = self->shifts[number];
    right[number] = Int64_shifted_rightBy((int32_t)t6 + 9, t5);
    if (number >= 0) {
      int64_t sum = 0;
      int32_t j = 0;
      do {
        int64_t t7 = Int64_scaled_byQ30(factor->entries[add32(t4, j)], right[j]);
        sum = add64(sum, t7);
        j = add32(j, 1);
      } while (number >= j);
      int64_t sum2 = (int64_t)((uint64_t)sum << 10);
      if (0 < j) {
        do {
          j = sub32(j, 1);
          int64_t t8 = Int64_scaled_byQ30(factor->entries[add32(t4, j)], sum2);
          change[j] = add64(change[j], t8);
        } while (0 < j);
      }
    }
    number = add32(number, 1);
    if (number >= count) {
      i = 0;
      break;
    }
    t4 = add32(t4, number);
  }
  for (;;) {
    int32_t step = Int64_word_rightBy(16 + (int32_t)self->shifts[i], (int64_t)((uint64_t)change[i] << 10));
    int32_t terms2 = (int32_t)Tables_columns[add32((int32_t)self->columns.start, i)];
    ModelSolver_add_to(sub32(0, step), terms2 & 0xf, self);
    if (terms2 < 240) {
      ModelSolver_add_to(step, terms2 >> 4, self);
    }
    i = add32(i, 1);
    if (i >= count) {
      return;
    }
  }
}

/* One slice.
   factor: the Cholesky factor, row by row, Q30, no entry above 1; later its inverse, Q20.
   (Sources/Compass/Calibration/Fit/ModelSolver.swift) */
static void ModelSolver_step(const Moments *moments, Triangle *factor, ModelSolver *self) {
  uint32_t t1 = (uint32_t)self->state;
  if (t1 == 1) {
    int32_t t2 = (int32_t)self->columns.size;
    if (0 < t2) {
      int32_t i = 0;
      do {
        Triangle_invertRow(i, factor);
        i = add32(i, 1);
      } while (i < t2);
    }
    self->state = 2;
  } else {
    int32_t t3 = 0;
    UnbiasedMoments all;
    for (;;) {
      int32_t t4 = t3 + 1;
      all.values[t3] = 0;
      if (t4 == 35) {
        break;
      }
      t3 = t4;
    }
    UnbiasedMoments_set_exponent_noise(moments, (int32_t)self->lengthExponent, self->noise, &all);
    if (t1 == 0) {
      do {
        ModelSolver_factorRow(&all, factor, self);
      } while (self->state == 0 && self->row != 6);
    } else {
      int64_t residual[10];
      int32_t t5 = 0;
      for (;;) {
        int32_t t6 = t5 + 1;
        residual[t5] = 0;
        if (t6 == 10) {
          break;
        }
        t5 = t6;
      }
      if (((uintptr_t)self->polynomial & BEYOND_ALIGNMENT_32) != 0) {
        NEVER();
      }
      int32_t m = 10;
      do {
        m = sub32(m, 1);
        residual[m] = UnbiasedMoments_mean_times(&all, m, (uintptr_t)self->polynomial, 10);
      } while (0 < m);
      if (t1 == 3) {
        if (((uintptr_t)residual & BEYOND_ALIGNMENT_64) != 0) {
          NEVER();
        }
        ModelSolver_improveNoise(&all, (uintptr_t)residual, 10, self);
      } else {
        if (((uintptr_t)residual & BEYOND_ALIGNMENT_64) != 0) {
          NEVER();
        }
        ModelSolver_correct((uintptr_t)residual, 10, factor, self);
      }
    }
  }
  if (5 < self->state) {
    if (self->firstNoise != 0) {
      self->firstNoise = 0;
      ModelSolver_start(self);
      return;
    }
    return;
  }
}

/* The square root of a Q52 number below 2^62, as Q26. (Sources/Compass/Calibration/Fit/Ellipsoid.swift) */
static int32_t Ellipsoid_root(int64_t value) {
  if (0 >= value) {
    return 0;
  }
  uint32_t t1 = UInt64_approximateSquareRoot((uint64_t)value);
  return (int32_t)t1;
}

/* Sets an entry and its mirror image. (Sources/Compass/Calibration/Fit/SymmetricMatrix.swift) */
static void Symmetric_set(int32_t i, int32_t j, int32_t value, Symmetric *self) {
  self->entries[add32(mul32(i, 3), j)] = value;
  self->entries[add32(mul32(j, 3), i)] = value;
}

/* `self` · `other` / 2^26, rounded; the result fits. (Sources/Compass/Calibration/Fit/CompactArithmetic.swift) */
static int32_t Int32_timesQ26(int32_t other, int32_t self) {
  int64_t t1 = Int64_init_multiplying(self, other);
  return (int32_t)(add64(t1, 33554432) >> 26);
}

/* 1/∛ of a Q26 number in (2^−5, 1], Q26, by Newton's method from 1. The steps increase the value; the loop ends when
   they no longer do.
   (Sources/Compass/Calibration/Fit/Ellipsoid.swift) */
static int32_t Ellipsoid_inverseCubeRoot(int32_t value) {
  int32_t t1 = 0;
  int32_t root = 67108864;
  for (;;) {
    root = add32(root, t1);
    int32_t t2 = Int32_timesQ26(root, value);
    int32_t t3 = Int32_timesQ26(root, t2);
    int32_t t4 = Int32_timesQ26(root, t3);
    int32_t t5 = Int32_timesQ26(sub32(67108864, t4), root);
    int64_t self = Int64_init_multiplying(t5, 1431655765);
    t1 = (int32_t)((uint64_t)self >> 32);
    if (0 >= t1) {
      return root;
    }
  }
}

/* 
   - polynomial: the coefficients of F in the order of the monomials, Q26, each below ±16.
   - normal: for a planar quadric, the axis perpendicular to the plane; `nil` for a spatial one.
   - Returns: whether A is clearly positive definite (det A above 2^−10).
   (Sources/Compass/Calibration/Fit/Ellipsoid.swift) */
static bool Ellipsoid_fit_planarNormal(uintptr_t polynomial, uint32_t polynomial2, int32_t normalValue,
    uint8_t normalIsNone, Ellipsoid *self) {
  Symmetric t21;
  Symmetric t22;
  Symmetric a;
  Symmetric_init_upper_from_halving(&t22, polynomial, polynomial2, 4, 1);
  a = t22;
  if (normalIsNone != 1) {
    int32_t determinant = Symmetric_cofactor_rightBy(normalValue, normalValue, 26, &a);
    int32_t t1;
    if (determinant >= 1073741824) {
      t1 = 0;
    } else {
      t1 = Ellipsoid_root((int64_t)((uint64_t)(int64_t)determinant << 26));
    }
    Symmetric_set(normalValue, normalValue, t1, &a);
  }
  Symmetric c;
  Symmetric_init_cofactorsOf_rightBy(&t21, &a, 26);
  c = t21;
  if (((uintptr_t)&a & BEYOND_ALIGNMENT_32) != 0) {
    NEVER();
  }
  if (((uintptr_t)&c & BEYOND_ALIGNMENT_32) != 0) {
    NEVER();
  }
  int64_t determinant2 = Symmetric_dot((uintptr_t)&a, 9, 0, (uintptr_t)&c, 9, 0);
  if (0 < a.entries[0]) {
    if (65536 < c.entries[8] && 4398046511104ll < determinant2) {
      int64_t t2 = Int64_shifted_rightBy(25, determinant2);
      int64_t divisor = sub64(0, t2);
      int32_t i = 3;
      do {
        i = sub32(i, 1);
        int64_t t3 = Symmetric_dot((uintptr_t)&c, 9, mul32(i, 3), polynomial, polynomial2, 1);
        int32_t h = Int64_quotient_by(divisor, t3);
        uint32_t t4;
        if (h < 0) {
          t4 = 0 - (uint32_t)h - 1 + 1;
        } else {
          t4 = (uint32_t)h;
        }
        if (t4 >= 536870912u) {
          return false;
        }
        self->centre[i] = h;
      } while (0 < i);
      if (((uintptr_t)self & BEYOND_ALIGNMENT_32) != 0) {
        NEVER();
      }
      int64_t t5 = Symmetric_dot((uintptr_t)self, 3, 0, polynomial, polynomial2, 1);
      int64_t t6 = Int64_init_multiplying(*((const int32_t *)polynomial), 134217728);
      uint32_t low = (uint32_t)Int64_word_rightBy(27, sub64(sub64(0, t5), t6));
      self->level = (int32_t)low;
      if (65536 < (int32_t)low && (int32_t)low < 1073741824) {
        int32_t value = add32(add32(c.entries[0], c.entries[4]), c.entries[8]);
        int32_t i3 = Ellipsoid_root(determinant2);
        int32_t value2 = 0;
        int32_t t7 = 0;
        int32_t t8 = 201326592;
        for (;;) {
          int32_t t9 = sub32(t8, t7);
          uint32_t t10;
          if (t9 < 0) {
            t10 = 0 - (uint32_t)t9 - 1 + 1;
          } else {
            t10 = (uint32_t)t9;
          }
          if (8 >= t10) {
            break;
          }
          int64_t t11 = Int64_init_multiplying(i3, t8);
          value2 = Ellipsoid_root(add64((int64_t)((uint64_t)(int64_t)value << 26), (int64_t)((uint64_t)t11 << 1)));
          int32_t value3 = add32(add32(a.entries[0], a.entries[4]), a.entries[8]);
          int32_t t12 = Ellipsoid_root(add64((int64_t)((uint64_t)(int64_t)value3 << 26),
              (int64_t)((uint64_t)(int64_t)value2 << 27)));
          t7 = t8;
          t8 = t12;
        }
        int32_t gain = Ellipsoid_inverseCubeRoot(i3);
        int32_t t13 = Int32_timesQ26(value2, t8);
        int32_t value4 = sub32(t13, i3);
        int32_t scale = Int64_quotient_by((int64_t)(uint64_t)(int64_t)value4, (int64_t)((uint64_t)(int64_t)gain << 27));
        int32_t t14 = Int32_timesQ26(t8, t8);
        int32_t factor = sub32(t14, value2);
        int32_t unit = Int32_timesQ26(i3, t8);
        int32_t place = 6;
        int32_t i2 = 3;
        do {
          i2 = sub32(i2, 1);
          if (i2 < 3) {
            int32_t t15 = mul32(i2, 3);
            int32_t j = 3;
            do {
              j = sub32(j, 1);
              place = sub32(place, 1);
              int64_t t16 = Symmetric_dot((uintptr_t)&a, 9, t15, (uintptr_t)&a, 9, mul32(j, 3));
              int32_t square = Int64_word_rightBy(26, t16);
              int32_t t17 = Int32_timesQ26(a.entries[add32(t15, j)], factor);
              int64_t t18 = Int64_init_multiplying(sub32(add32((int32_t)(i2 == j ? unit : 0), t17), square), scale);
              self->matrix[place] = Int64_word_rightBy(29, t18);
            } while (i2 < j);
          }
        } while (0 < i2);
        int32_t t19 = Ellipsoid_root((int64_t)((uint64_t)(int64_t)(int32_t)low << 26));
        self->radius = Int32_timesQ26(t19, gain);
        return true;
      }
      return false;
    }
    return false;
  }
  return false;
}

/* Computes the ellipsoid from F. Returns whether F is an ellipsoid.
   (Sources/Compass/Calibration/Fit/ModelSolver.swift) */
static bool ModelSolver_shape(Ellipsoid *ellipsoid, ModelSolver *self) {
  if (((uintptr_t)self->polynomial & BEYOND_ALIGNMENT_32) != 0) {
    NEVER();
  }
  bool t1 = self->columns.order == 1;
  int8_t t2 = self->columns.normal;
  return Ellipsoid_fit_planarNormal((uintptr_t)self->polynomial, 10, (int32_t)(t1 ? (int32_t)t2 : 0), (uint8_t)(t1
      ? 0 : 1), ellipsoid);
}

/* (Sources/Compass/Calibration/Fit/FitStages.swift) */
static uint32_t put_(int32_t length, int32_t origin, int8_t *fine, int32_t places) {
  int64_t value = Int64_shifted_rightBy(sub32(places, 8), (int64_t)(uint64_t)(int64_t)length);
  int64_t whole = Int64_shifted_rightBy(8, value);
  *fine = (int8_t)(uint8_t)(uint32_t)sub64(value, (int64_t)((uint64_t)whole << 8));
  return Int64_word(add64((int64_t)(uint64_t)(int64_t)origin, whole));
}

/* `self`, which is not negative, limited to the range of `UInt16`.
   (Sources/Compass/Calibration/Fit/CompactArithmetic.swift) */
static uint16_t Int32_saturatedToUInt16(int32_t self) {
  return (uint16_t)(self < 65535 ? (uint16_t)self : 65535u);
}

/* The quotient, rounded down. Its code has an eighth of the size of the library's division. The divisor is 1…2^31.
   (Sources/Compass/Calibration/Fit/CompactArithmetic.swift) */
static uint32_t UInt32_flooredQuotient_by(uint32_t divisor, uint32_t self) {
  uint32_t t1 = self >> 16;
  bool isShort = t1 < divisor;
  uint32_t t2 = isShort ? self << 16 : self;
  uint32_t t3 = (uint32_t)(isShort ? t1 : 0);
  int32_t digit = (int32_t)(isShort ? 16 : 32);
  for (;;) {
    uint32_t rest = t3 + t3 + (t2 >> 31);
    uint32_t quotient = t2 + t2;
    bool t4 = rest >= divisor;
    t2 = t4 ? quotient + 1 : quotient;
    digit = sub32(digit, 1);
    if (digit == 0) {
      return t2;
    }
    t3 = t4 ? rest - divisor : rest;
  }
}

/* (Sources/Compass/Calibration/Fit/FitDecision.swift) */
static uint16_t CalibrationFit_perMille_of(uint32_t part, uint32_t whole) {
  if (part >= whole) {
    return (uint16_t)(part == 0 ? 0 : 1000);
  }
  uint32_t t1 = UInt32_flooredQuotient_by(whole, 1000 * part);
  return (uint16_t)t1;
}

/* Whether the plane of a planar model is level: its normal is the axis along gravity, or `axis` if gravity is not
   known.
   (Sources/Compass/Calibration/Prediction/Prediction.swift) */
static bool Prediction_isLevel(uint8_t axis, const Prediction *self) {
  if (self->isPlanar != 0) {
    if (8 < self->withDown) {
      int32_t downY = self->downSum.x;
      int32_t selfY = self->downSum.y;
      int32_t downX = self->downSum.z;
      uint32_t downZ;
      switch (self->upright) {
        case 2: {
          downZ = (uint32_t)downX;
          downX = downY;
          downY = selfY;
          break;
        }
        case 0: {
          downZ = (uint32_t)downY;
          downY = downX;
          downX = selfY;
          break;
        }
        default: {
          downZ = (uint32_t)selfY;
          break;
        }
      }
      uint32_t t1;
      if (downX < 0) {
        t1 = 0 - (uint32_t)downX - 1 + 1;
      } else {
        t1 = (uint32_t)downX;
      }
      bool t2 = (int32_t)downZ < 0;
      uint32_t t3;
      if (t2) {
        t3 = 0 - downZ - 1 + 1;
      } else {
        t3 = downZ;
      }
      if (t3 >= t1) {
        uint32_t t4;
        if (downY < 0) {
          t4 = 0 - (uint32_t)downY - 1 + 1;
        } else {
          t4 = (uint32_t)downY;
        }
        if (t2) {
          downZ = 0 - downZ - 1 + 1;
        }
        return downZ >= t4;
      }
      return false;
    }
    return self->upright == axis;
  }
  return true;
}

/* Sets the reasons of all gates that refuse the result, whether it is accepted, and its grade.
   (Sources/Compass/Calibration/Fit/AcceptanceGates.swift) */
static void FitConfiguration_assess(FitOutcome *outcome, const FitConfiguration *self) {
  uint16_t self2 = 16;
  while (self2 >= 16 && self2 < 2048) {
    if (FitConfiguration_refuses(self2, outcome, self)) {
      outcome->reasons = (uint16_t)(outcome->reasons | self2);
    }
    self2 = (uint16_t)((uint32_t)self2 << 1);
  }
  bool t1 = outcome->reasons == 0;
  outcome->accepted = (uint8_t)t1;
  uint16_t worst = outcome->predictedWorst;
  uint8_t t2;
  if (t1) {
    if ((uint8_t)(self->choices & 2) != 0) {
      if (150 >= worst) {
        t2 = 3;
        goto L1;
      }
      if (200 >= worst) {
        t2 = 2;
        goto L1;
      }
    } else {
      if (500 >= worst) {
        t2 = 3;
        goto L1;
      }
      if (750 >= worst) {
        t2 = 2;
        goto L1;
      }
    }
    t2 = 1;
  } else {
    t2 = 0;
  }
L1:;
  outcome->grade = t2;
  if (outcome->model == 4) {
    outcome->largestError = worst;
    return;
  }
}

/* (Sources/Compass/Calibration/Fit/FitDecision.swift) */
static void CalibrationFit_assess(CalibrationFit *self) {
  if (self->trims == 0) {
    uint16_t t1 = self->saturatedCount;
    uint32_t t2 = self->outcome.sampleCount;
    self->outcome.saturatedShare = CalibrationFit_perMille_of((uint32_t)t1, t2);
  }
  int8_t t3 = (int8_t)self->scratch.memory.bytes[9];
  uint32_t t4 = self->reservoir.seen;
  self->outcome.strayShare = CalibrationFit_perMille_of((uint32_t)(int32_t)t3, (uint32_t)(t4 < 40 ? t4 : 40));
  int32_t t5 = (int32_t)self->scratch.memory.recentSamplesFrom12.recentSamples.outsideShare;
  uint32_t t6 = (uint32_t)UInt32_roundedSquareRoot((uint32_t)(268435456 < t5 ? 268435456u : (uint32_t)t5));
  self->outcome.settledResidual = (uint16_t)((10000 * t6) >> 15);
  uint8_t t7 = self->configuration.levelAxis;
  if (!Prediction_isLevel(t7, &self->scratch.memory.prediction)) {
    self->outcome.reasons = (uint16_t)(self->outcome.reasons | 0x1000u);
  }
  FitConfiguration_assess(&self->outcome, &self->configuration);
}

/* Whether to leave out the samples of the reservoir that deviate most, and to fit the rest again.
   (Sources/Compass/Calibration/Fit/FitDecision.swift) */
static bool CalibrationFit_mayTrim(const CalibrationFit *self) {
  uint8_t t1 = self->configuration.choices;
  if ((uint8_t)(t1 & 1) != 0) {
    return false;
  }
  if ((uint8_t)(t1 & 2) != 0) {
    return false;
  }
  if (self->scratch.memory.bytes[1] != 0) {
    return false;
  }
  int8_t t2 = self->trims;
  if (5 < t2) {
    return false;
  }
  if (self->outcome.model == 1) {
    return false;
  }
  uint16_t t3 = self->outcome.reasons;
  if ((uint16_t)(t3 & 0x200u) == 512) {
    return false;
  }
  int32_t t4 = (int32_t)self->outcome.residual;
  bool t5 = 0 < t2;
  bool t6 = (t5 || 16 * (int32_t)self->outcome.settledResidual < t4 ? (int32_t)(t5 ? 25 : 45) : (int32_t)(t4 < 2000
      ? 33 : 28)) * t4 + 500 < 100 * (int32_t)self->outcome.largestDeviation;
  if (t6) {
    return true;
  }
  uint16_t t7 = self->outcome.heldOutResidual;
  if ((uint16_t)(t3 & 0x430u) != 0) {
    return true;
  }
  if (t2 == 0) {
    int32_t t8 = (int32_t)t7;
    return t8 + (t8 >> 2) + 300 < t4;
  }
  return false;
}

/* Forgets all pairs and begins the search. (Sources/Compass/Calibration/Fit/Alignment.swift) */
static void Triangle_beginSearch(Triangle *self) {
  int32_t t1 = 0;
  for (;;) {
    int32_t t2 = t1 + 1;
    self->entries[t1] = 0;
    if (t2 == 45) {
      break;
    }
    t1 = t2;
  }
  self->entries[23] = 1278;
  self->entries[24] = 511050;
}

/* (Sources/Compass/Calibration/Fit/FitDecision.swift) */
static void CalibrationFit_finish(CalibrationFit *self) {
  if (self->outcome.predictedTypical == 65535u) {
    self->outcome.model = 0;
  }
  uint8_t self2 = self->outcome.model;
  if (self2 == 4) {
    if (self->outcome.accepted != 0) {
      goto L1;
    }
  }
  uint16_t t1;
  t1 = (uint16_t)(self->outcome.reasons | self->reasons);
  self->outcome.reasons = t1;
  if (self->outcome.accepted == 0) {
    goto L2;
  }
  self->outcome.reasons = (uint16_t)(t1 | 0x800u);
L1:;
  if (self2 >= 3) {
    if (8 < (int8_t)self->scratch.memory.bytes[10]) {
      Triangle_beginSearch(&self->triangle);
      CalibrationFit_advance_to(11, self);
      return;
    }
  }
L2:;
  self->stage = 12;
}

/* Checks the result against the gates, and then starts the next solve or model, or ends.
   (Sources/Compass/Calibration/Fit/FitDecision.swift) */
static void CalibrationFit_decide(CalibrationFit *self) {
  if (self->outcome.predictedTypical != 65535u) {
    CalibrationFit_assess(self);
    if (CalibrationFit_mayTrim(self)) {
      self->trims = add8(self->trims, 1);
      self->saturatedCount = 0;
      CalibrationFit_restartSums(self);
      CalibrationFit_advance_to(1, self);
      return;
    }
    if (0 >= self->trims) {
      if ((uint16_t)(self->outcome.reasons & 0x200u) != 512) {
        goto L1;
      }
    }
    CalibrationFit_finish(self);
    return;
  }
L1:;
  if (self->outcome.accepted == 0) {
    uint8_t self2 = self->outcome.model;
    if (2 < self2) {
      bool t1 = (uint8_t)(self->configuration.choices & 2) != 0;
      uint8_t t2;
      if (t1) {
        self->reasons = (uint16_t)(self->reasons | self->outcome.reasons);
      } else {
        if (self->isFlattish == 0) {
          CalibrationFit_finish(self);
          return;
        }
        self->reasons = (uint16_t)(self->reasons | self->outcome.reasons);
        if (!t1) {
          t2 = 1;
          goto L2;
        }
      }
      t2 = (uint8_t)(self2 == 4 ? 3 : 2);
L2:;
      CalibrationFit_startModel(t2, self);
      return;
    }
  }
  CalibrationFit_finish(self);
}

/* (Sources/Compass/Calibration/Fit/FitStages.swift) */
static void CalibrationFit_shape(CalibrationFit *self) {
  int32_t t16[6];
  switch (self->scratch.memory.bytes[1]) {
    case 6: {
      self->outcome.reasons = (uint16_t)(self->outcome.reasons | 2);
      break;
    }
    case 7: {
      self->outcome.reasons = (uint16_t)(self->outcome.reasons | 8);
      break;
    }
    default: {
      Ellipsoid ellipsoid;
      Result_uint32_uint32_uint32 t1 = InlineArray_init_repeating_2(0);
      ellipsoid.centre[0] = (int32_t)t1.e0;
      ellipsoid.centre[1] = (int32_t)t1.e1;
      ellipsoid.centre[2] = (int32_t)t1.e2;
      InlineArray_init_repeating_3(t16, 0);
      memcpy(ellipsoid.matrix, t16, 6 * sizeof ellipsoid.matrix[0]);
      ellipsoid.radius = 0;
      ellipsoid.level = 0;
      if (ModelSolver_shape(&ellipsoid, &self->scratch.memory.modelSolver)) {
        int32_t places = 11 - (int32_t)(int8_t)self->scratch.memory.bytes[4] - (int32_t)self->moments.scale;
        int32_t t2 = ellipsoid.centre[0];
        int32_t t3 = self->moments.origin.x;
        self->outcome.centre.x = (int32_t)put_(t2, t3, &self->outcome.centreRemainder[0], places);
        int32_t t4 = ellipsoid.centre[1];
        int32_t t5 = self->moments.origin.y;
        self->outcome.centre.y = (int32_t)put_(t4, t5, &self->outcome.centreRemainder[1], places);
        int32_t t6 = ellipsoid.centre[2];
        int32_t t7 = self->moments.origin.z;
        self->outcome.centre.z = (int32_t)put_(t6, t7, &self->outcome.centreRemainder[2], places);
        uint32_t t8 = (uint32_t)ellipsoid.matrix[1];
        uint32_t t9 = (uint32_t)ellipsoid.matrix[2];
        uint32_t t10 = (uint32_t)ellipsoid.matrix[3];
        uint32_t t11 = (uint32_t)ellipsoid.matrix[4];
        uint32_t t12 = (uint32_t)ellipsoid.matrix[5];
        self->outcome.softIronEntries[0] = ellipsoid.matrix[0];
        self->outcome.softIronEntries[1] = (int32_t)t8;
        self->outcome.softIronEntries[2] = (int32_t)t9;
        self->outcome.softIronEntries[3] = (int32_t)t10;
        self->outcome.softIronEntries[4] = (int32_t)t11;
        self->outcome.softIronEntries[5] = (int32_t)t12;
        uint32_t low = (uint32_t)ellipsoid.radius;
        self->outcome.radiusQ8 = Int64_word_rightBy(places, (int64_t)(uint64_t)(int64_t)(int32_t)low);
        int64_t t13 = self->scratch.memory.modelSolver.meanSquare;
        uint32_t t14 = UInt64_approximateSquareRoot(t13 < 0 ? 0 : (uint64_t)t13);
        int64_t root = Int64_init_multiplying((int32_t)t14, 800000);
        uint32_t low2 = (uint32_t)ellipsoid.level;
        int32_t t15 = Int64_quotient_by((int64_t)(uint64_t)(int64_t)(int32_t)low2, root);
        self->outcome.residual = Int32_saturatedToUInt16(t15);
        CalibrationFit_advance_to(6, self);
        return;
      }
      self->outcome.reasons = (uint16_t)(self->outcome.reasons | 4);
      break;
    }
  }
  CalibrationFit_decide(self);
}

/* (Sources/Compass/Calibration/Prediction/Prediction.swift) */
static void Prediction_begin(uint32_t t1, Triangle *triangle, Prediction *self) {
  uint8_t t2 = (uint8_t)(t1 >> 16);
  self->isOpen = 0;
  self->isPlanar = 0;
  self->upright = 0;
  self->fits = 0;
  self->fitted = 0;
  self->next = 0;
  self->used = 0;
  self->strayed = 0;
  self->withDown = 0;
  self->cells.words[0] = 0;
  self->cells.words[1] = 0;
  self->cells.words[2] = 0;
  self->squares = 0;
  self->largest = 0;
  self->downSum.x = 0;
  self->downSum.y = 0;
  self->downSum.z = 0;
  self->dipSum = 0;
  self->sigma = 0;
  self->settled = 0;
  self->noise = 0;
  self->fitVariance = 0;
  self->horizontal = 0;
  self->largestEigenvalue = 0;
  bool t3 = (uint8_t)t1 == 1;
  self->isPlanar = (uint8_t)t3;
  self->upright = (uint8_t)(t1 >> 8);
  self->fitted = t2;
  self->fits = (uint16_t)(t3 ? 87 : (uint16_t)((uint16_t)((uint32_t)(uint16_t)1 << (uint16_t)((uint16_t)t2 & 0xfu))
      - 1));
  int32_t t4 = 0;
  for (;;) {
    int32_t t5 = t4 + 1;
    triangle->entries[t4] = 0;
    if (t5 == 45) {
      return;
    }
    t4 = t5;
  }
}

/* The quotient, rounded towards zero. Its code is a fraction of the size of the library's division.
   (Sources/Compass/Calibration/Fit/CompactArithmetic.swift) */
static int32_t Int32_truncatedQuotient_by(int32_t divisor, int32_t self) {
  uint32_t t1;
  if (self < 0) {
    t1 = 0 - (uint32_t)self - 1 + 1;
  } else {
    t1 = (uint32_t)self;
  }
  uint32_t t2;
  if (divisor < 0) {
    t2 = 0 - (uint32_t)divisor - 1 + 1;
  } else {
    t2 = (uint32_t)divisor;
  }
  int32_t t3 = (int32_t)UInt32_flooredQuotient_by(t2, t1);
  return (self ^ divisor) < 0 ? sub32(0, t3) : t3;
}

/* (Sources/Compass/Calibration/Sampling/Reservoir.swift) */
static int32_t component_(int32_t axis, int32_t upper, const Reservoir *self, int32_t i) {
  return (int32_t)((uint32_t)((int32_t)((uint32_t)upper << (uint32_t)(add32(17, mul32(axis, 5)) & 0x1f)) >> 27) << 2)
      | ((int32_t)self->samples[add32(mul32(i, 4), axis)] & 3);
}

/* The vector scaled to a length of 1 to 2^12, within 1 part in 5,000; zero stays zero.
   (Sources/Compass/Calibration/Sampling/Reservoir.swift) */
static Result_int32_int32_int32 Vector3_withLength(int32_t length, int32_t selfX, int32_t selfY, int32_t selfZ) {
  Result_int32_int32_int32 t1 = Vector3_mantissa_bits(15, selfX, selfY, selfZ);
  if (t1.e0 == 0 && t1.e1 == 0 && t1.e2 == 0) {
    Result_int32_int32_int32 result3;
    result3.e0 = t1.e0;
    result3.e1 = t1.e1;
    result3.e2 = t1.e2;
    return result3;
  }
  uint32_t square = (uint32_t)add32(add32(mul32(t1.e0, t1.e0), mul32(t1.e1, t1.e1)), mul32(t1.e2, t1.e2));
  bool t2 = square < 1073741824u;
  Result_uint32_int32_uint32 t3 = RootOfWord_called(t2 ? square << 2 : square);
  int32_t inverse = (int32_t)(t3.e2 >> 1);
  uint32_t t4 = (uint32_t)(t2 ? 14 : 15) & 0x1fu;
  int32_t self = mul32(length, mul32(inverse, t1.e0) >> t4);
  int32_t self2 = mul32(length, mul32(inverse, t1.e1) >> t4);
  int32_t self3 = mul32(length, mul32(inverse, t1.e2) >> t4);
  Result_int32_int32_int32 result4;
  result4.e0 = (self >> 15) + ((self >> 14) & 1);
  result4.e1 = (self2 >> 15) + ((self2 >> 14) & 1);
  result4.e2 = (self3 >> 15) + ((self3 >> 14) & 1);
  return result4;
}

/* The down direction when sample `i` was taken, with length 127; zero if it is not known.
   (Sources/Compass/Calibration/Sampling/Reservoir.swift) */
static Result_int32_int32_int32 Reservoir_down(int32_t i, const Reservoir *self) {
  int32_t upper = (int32_t)self->samples[add32(mul32(i, 4), 3)];
  int32_t x = component_(0, upper, self, i);
  int32_t y = component_(1, upper, self, i);
  int32_t z = component_(2, upper, self, i);
  if (x == 0 && y == 0 && z == 0) {
    Result_int32_int32_int32 result3;
    result3.e0 = x;
    result3.e1 = y;
    result3.e2 = z;
    return result3;
  }
  Result_int32_int32_int32 t1 = Vector3_withLength(127, -1 - mul32(x, 2), -1 - mul32(y, 2), -1 - mul32(z, 2));
  Result_int32_int32_int32 result4;
  result4.e0 = t1.e0;
  result4.e1 = t1.e1;
  result4.e2 = t1.e2;
  return result4;
}

/* A coordinate divided by 2^`bits`, times `inverse`, Q12; limited to three radii.
   (Sources/Compass/Calibration/Prediction/Prediction.swift) */
static int32_t Prediction_share(int32_t coordinate, int32_t bits, int32_t inverse) {
  if (bits != 0) {
    coordinate = add32(coordinate >> (uint32_t)(bits & 0x1f), (coordinate >> (uint32_t)(sub32(bits, 1) & 0x1f)) & 1);
  }
  return add32(mul32(inverse, (int32_t)(98304 < coordinate ? 98304 : (int32_t)(coordinate < -98304 ? -98304
      : coordinate))), 16384) >> 15;
}

/* Adds one corrected sample, in units of the radius, Q12. Returns whether it is near the surface.
   (Sources/Compass/Calibration/Prediction/Prediction.swift) */
static bool Prediction_add(int32_t sampleX, int32_t sampleY, int32_t sampleZ, Triangle *triangle, Prediction *self) {
  bool t1 = self->isPlanar != 0;
  int32_t wZ = (int32_t)(t1 ? 0 : sampleZ);
  int32_t xx = mul32(sampleX, sampleX);
  int32_t yy = mul32(sampleY, sampleY);
  int32_t zz = mul32(wZ, wZ);
  int32_t t2 = add32(xx, yy);
  int32_t deviation = sub32(add32(t2, zz), 16777216) >> 1;
  if (10485760 >= deviation) {
    if (deviation >= -6291456) {
      self->used = add8(self->used, 1);
      int32_t t3 = self->squares;
      int64_t t4 = Int64_init_multiplying(deviation, deviation);
      self->squares = add32(t3, (int32_t)(t4 >> 24));
      bool t5 = deviation < 0;
      uint32_t t6;
      if (t5) {
        t6 = 0 - (uint32_t)deviation - 1 + 1;
      } else {
        t6 = (uint32_t)deviation;
      }
      if (self->largest < t6) {
        uint32_t t7;
        if (t5) {
          t7 = 0 - (uint32_t)deviation - 1 + 1;
        } else {
          t7 = (uint32_t)deviation;
        }
        self->largest = t7;
      }
      uint8_t cell = DirectionCells_cell_of(sampleX, sampleY, wZ);
      if (!t1) {
        uint32_t t8 = self->cells.words[0];
        uint32_t t9 = self->cells.words[1];
        uint32_t t10 = self->cells.words[2];
        if (DirectionCells_hasCell(cell, t8, t9, t10)) {
          return true;
        }
      }
      DirectionCells_insert(cell, &self->cells);
      int32_t psi[9];
      int32_t t11 = 0;
      for (;;) {
        int32_t t12 = t11 + 1;
        psi[t11] = 4096;
        if (t12 == 9) {
          break;
        }
        t11 = t12;
      }
      psi[1] = sampleX;
      psi[2] = sampleY;
      psi[3] = wZ;
      psi[4] = sub32(xx, yy) >> 12;
      psi[5] = (int32_t)(t1 ? 0 : sub32(zz, t2 >> 1) >> 12);
      psi[6] = mul32(sampleY, sampleX) >> 11;
      psi[7] = mul32(wZ, sampleX) >> 11;
      psi[8] = mul32(wZ, sampleY) >> 11;
      int32_t place = 0;
      for (int32_t i = 0; i < 9; i++) {
        if (i >= 0) {
          int32_t t13 = psi[i];
          int32_t j = 0;
          do {
            triangle->entries[place] = add32(triangle->entries[place], mul32(psi[j], t13));
            place = add32(place, 1);
            j = add32(j, 1);
          } while (i >= j);
        }
      }
      return true;
    }
  }
  self->strayed = add8(self->strayed, 1);
  return false;
}

/* Evaluates up to four samples. Returns whether all samples are evaluated.
   (Sources/Compass/Calibration/Prediction/Prediction.swift) */
static bool Prediction_evaluate_isTrimmed(const Reservoir *reservoir, const FitOutcome *outcome, Triangle *triangle,
    bool isTrimmed, Prediction *self) {
  int32_t i = (int32_t)self->next;
  int32_t t1 = i + 4;
  int32_t t2 = (int32_t)reservoir->seen;
  bool t3 = (uint32_t)t2 < 40;
  int32_t last = t3 ? (t1 < t2 ? t1 : t2) : (int32_t)(t1 < 40 ? t1 : 40);
  self->next = (int8_t)(uint8_t)last;
  int32_t t5 = outcome->radiusQ8;
  int32_t bits;
  if (t5 >= 32768) {
    bits = 0;
    for (;;) {
      bits = add32(bits, 1);
      int32_t t4 = t5 >> (uint32_t)(bits & 0x1f);
      if (t4 < 32768) {
        t5 = t4;
        break;
      }
    }
  } else {
    bits = 0;
  }
  int32_t inverse = Int32_truncatedQuotient_by(t5, 134217728);
  if (i < last) {
    do {
      Result_int32_int32_int32 t6 = Reservoir_corrected(i, outcome, reservoir);
      Result_int32_int32_int32 t7 = Reservoir_down(i, reservoir);
      int32_t at;
      if (isTrimmed) {
        at = add32(i, 1);
        if ((int32_t)reservoir->samples[add32(mul32(i, 4), 3)] < 0) {
          self->strayed = add8(self->strayed, 1);
          i = at;
          goto L1;
        }
      } else {
        at = add32(i, 1);
      }
      int32_t x;
      x = Prediction_share(t6.e0, bits, inverse);
      int32_t y;
      y = Prediction_share(t6.e1, bits, inverse);
      int32_t z;
      z = Prediction_share(t6.e2, bits, inverse);
      int32_t t10;
      int32_t t8;
      int32_t t9;
      switch (self->upright) {
        case 2: {
          t8 = x;
          t9 = y;
          t10 = z;
          break;
        }
        case 0: {
          t8 = y;
          t9 = z;
          t10 = x;
          break;
        }
        default: {
          t8 = z;
          t9 = x;
          t10 = y;
          break;
        }
      }
      if (Prediction_add(t8, t9, t10, triangle, self)) {
        if (t7.e0 == 0 && t7.e1 == 0 && t7.e2 == 0) {
          i = at;
        } else {
          self->withDown = add8(self->withDown, 1);
          int32_t t11 = self->downSum.y;
          int32_t t12 = self->downSum.z;
          self->downSum.x = add32(self->downSum.x, t7.e0);
          self->downSum.y = add32(t11, t7.e1);
          self->downSum.z = add32(t12, t7.e2);
          self->dipSum = add32(add32(add32(self->dipSum, mul32(t7.e0, x)), mul32(t7.e1, y)), mul32(t7.e2, z));
          i = at;
        }
      } else {
        i = at;
      }
L1:;
    } while (i < last);
  }
  return last == (int32_t)(t3 ? t2 : 40);
}

/* How much the correction amplifies errors that are equal on every axis: (SSᵀ)_kk for each axis (none along the
   normal of a plane), and last their mean, weighted by how far along each axis the samples lie. Q16.
   (Sources/Compass/Calibration/Prediction/Prediction.swift) */
static Result_uint32_uint32_uint32_int32 Prediction_gains(const Triangle *triangle, const FitOutcome *outcome,
    const Prediction *self) {
  int32_t short_ = outcome->softIronEntries[1] >> 12;
  int32_t xy = mul32(short_, short_);
  int32_t short_2 = outcome->softIronEntries[2] >> 12;
  int32_t xz = mul32(short_2, short_2);
  int32_t short_3 = outcome->softIronEntries[4] >> 12;
  int32_t yz = mul32(short_3, short_3);
  int32_t short_4 = outcome->softIronEntries[0] >> 12;
  int32_t short_5 = outcome->softIronEntries[3] >> 12;
  int32_t short_6 = outcome->softIronEntries[5] >> 12;
  int32_t x = add32(add32(mul32(short_4, short_4), xy), xz) >> 8;
  int32_t y = add32(add32(xy, mul32(short_5, short_5)), yz) >> 8;
  int32_t z = add32(add32(xz, yz), mul32(short_6, short_6)) >> 8;
  switch (self->upright) {
    case 2: {
      int32_t old_z = z;
      z = x;
      x = y;
      y = old_z;
      break;
    }
    case 0: {
      int32_t old_z2 = z;
      z = y;
      y = x;
      x = old_z2;
      break;
    }
    default: {
      break;
    }
  }
  int32_t t1 = (int32_t)(self->isPlanar != 0 ? 0 : y);
  int64_t sum = Int64_init_dot(z, x, t1, triangle->entries[2], triangle->entries[5], triangle->entries[9]);
  int32_t value = add32(triangle->entries[0], 1);
  int32_t t2 = Int64_quotient_by((int64_t)(uint64_t)(int64_t)value, sum);
  Result_uint32_uint32_uint32_int32 result;
  result.e0 = (uint32_t)z;
  result.e1 = (uint32_t)x;
  result.e2 = (uint32_t)t1;
  result.e3 = add32(t2, 1);
  return result;
}

/* (Sources/Compass/Calibration/Prediction/Scatter.swift) */
static int32_t CalibrationFit_weightOfPeriods(const CalibrationFit *self) {
  if ((uint8_t)(self->configuration.choices & 2) != 0) {
    return 16;
  }
  int32_t n = (int32_t)self->periods.count;
  if (n < 2) {
    return 16;
  }
  if (16 < n) {
    return 16;
  }
  int32_t t1 = n * n;
  if (t1 == 0) {
    NEVER();
  }
  return 4096 / t1;
}

/* σ of one direction cell, Q15, corrected for the degrees of freedom that the fit uses.
   
   The part that does not average out inside a cell counts fully. White noise is divided by the number of samples in
   a cell.
   (Sources/Compass/Calibration/Prediction/Scatter.swift) */
static int32_t CalibrationFit_deviation(int32_t fitted, int32_t gain, CalibrationFit *self) {
  uint32_t t1 = (uint32_t)self->outcome.model;
  bool isPlanar = t1 == 1;
  int32_t cell = mul32(fitted, fitted);
  uint32_t low = (uint32_t)self->outcome.radiusQ8;
  int32_t t2 = (int32_t)self->reservoir.coarseness;
  int32_t radius = Int64_word_rightBy(t2, (int64_t)(uint64_t)(int64_t)(int32_t)low);
  int32_t t9;
  if (radius < 16) {
    t9 = 0;
  } else {
    int64_t t3 = Roughness_variance(t2, &self->roughness);
    int64_t t4 = Int64_init_multiplying(radius, radius);
    t9 = Int64_quotient_by(t4, (int64_t)((uint64_t)t3 << 26));
  }
  int64_t t5 = Int64_init_multiplying(t9, gain);
  int32_t t8 = Int64_word_rightBy(16, t5);
  uint32_t t6 = DirectionCells_count_2((uint32_t)self->scratch.memory.recentSamplesFrom12.recentSamples.lastKept.x,
      self->scratch.memory.as_uint32_tx3From12.as_uint32_tx3[1],
      self->scratch.memory.as_uint32_tx3From12.as_uint32_tx3[2]);
  uint8_t t7 = (uint8_t)t6;
  self->outcome.cellsSeen = t7;
  int32_t cells = (int32_t)t7;
  self->scratch.memory.recentSamplesFrom12.recentSamples.nextSearch = (uint32_t)cell;
  int32_t stays;
  if (t8 < add32(cell, isPlanar ? cell : cell >> 1)) {
    if (isPlanar) {
      t8 = add32(t8, t8 >> 3);
      t9 = add32(t9, t9 >> 3);
    }
    if (t9 < cell) {
      self->scratch.memory.recentSamplesFrom12.recentSamples.nextSearch = (uint32_t)t9;
    }
    int32_t least = t8 < cell ? t8 : cell;
    int32_t credited = sub32(least, least >> 4);
    int32_t t10 = (int32_t)(self->moments.sums[0] >> 30);
    int32_t number = (int32_t)(1 < t10 ? t10 : 1);
    int64_t t11 = Int64_init_multiplying(credited, cells);
    int32_t perCell = Int64_quotient_by((int64_t)(uint64_t)(int64_t)number, t11);
    stays = sub32(cell, credited);
    cell = add32(stays, perCell);
  } else {
    stays = cell;
  }
  self->scratch.memory.recentSamplesFrom12.recentSamples.outsideShare = (uint32_t)cell;
  uint8_t t12 = self->configuration.choices;
  bool t13 = (uint8_t)(t12 & 2) != 0;
  int32_t t14 = t13 ? (int32_t)(cell < 6711 ? 6711 : cell) : cell;
  uint32_t t15 = DirectionCells_count_2((uint32_t)self->scratch.memory.recentSamplesFrom12.recentSamples.lastKept.x,
      self->scratch.memory.as_uint32_tx3From12.as_uint32_tx3[1],
      self->scratch.memory.as_uint32_tx3From12.as_uint32_tx3[2]);
  if (2147483647u < t15) {
    NEVER();
  }
  int32_t free = sub32((int32_t)t15, (int32_t)self->scratch.memory.bytes[6]);
  int32_t share = Int32_truncatedQuotient_by((int32_t)(1 < free ? free : 1), self->triangle.entries[0] >> 16);
  int32_t value = (int32_t)(isPlanar ? 0 : stays);
  int32_t t16 = CalibrationFit_weightOfPeriods(self);
  int64_t t17 = Int64_init_multiplying(add32(t14, mul32(sub32(t16, 16), add32(isPlanar ? (int32_t)(2000000 < stays
      ? 2000000 : stays) : (int32_t)(2000000 < stays ? 2000000 : stays), 9664)) >> 4), share);
  int32_t inflated = (int32_t)Int64_word(add64(t17 >> 8, (int64_t)(uint64_t)(int64_t)value));
  int32_t t18 = UInt32_roundedSquareRoot((uint32_t)inflated);
  int32_t deviation = add32(t18, 1);
  int32_t tail = (int32_t)((5 * ((uint32_t)self->scratch.memory.recentSamplesFrom12.recentSamples.lastOffered.y >> 9))
      >> 4);
  if (fitted < tail) {
    if ((uint8_t)(t12 & 1) == 0) {
      deviation = Int32_truncatedQuotient_by(fitted, mul32(tail, deviation));
    }
  }
  int32_t t20 = 0 < self->trims ? add32(deviation, deviation >> 1) : deviation;
  if (t1 != 1) {
    if (t13) {
      if (t1 != 4) {
        goto L1;
      }
    }
    if (free < 1) {
      t20 = 32767;
    } else {
      int32_t t19 = mul32(free, 5);
      t20 = Int32_truncatedQuotient_by(sub32(t19, 4), mul32(add32(t19, 2), t20));
    }
  }
L1:;
  if (32767 >= t20) {
    if (!isPlanar) {
      goto L2;
    }
    if (255 >= CalibrationFit_weightOfPeriods(self)) {
      goto L2;
    }
  }
  t20 = 32767;
L2:;
  switch (t1) {
    case 2:
    case 3: {
      return (int32_t)(t20 < 256 ? 256 : t20);
    }
    default: {
      return t20;
    }
  }
}

/* Removes from the information the part that comes from the samples' own errors. These errors also move samples
   along the surface, and that spread is no information: it increases E ψψᵀ by Σ_k s_k·J_k J_kᵀ, where J_k is the
   derivative of ψ along axis k and s_k the variance along it, relative to R².
   
   - variance: of the errors along the radius, relative to R², Q30.
   - s: the gains; changed on return.
   (Sources/Compass/Calibration/Prediction/Prediction.swift) */
static void Prediction_removeNoiseBias_variance(Triangle *triangle, int32_t variance, int32_t *s,
    const Prediction *self) {
  uint32_t low = (uint32_t)s[3];
  uint64_t t1 = (uint64_t)(int64_t)(int32_t)low;
  bool t2 = self->isPlanar != 0;
  int32_t t3 = (int32_t)(t2 ? 2 : 3);
  int32_t axis = 0;
  int32_t i;
  for (;;) {
    int64_t t4 = Int64_init_multiplying(variance, s[axis]);
    int32_t t5 = Int64_quotient_by((int64_t)t1, t4);
    int32_t t6 = t5 >> 13;
    s[axis] = (int32_t)(32768 < t6 ? 32768 : t6);
    axis = add32(axis, 1);
    if (axis >= t3) {
      i = 8;
      break;
    }
  }
  for (;;) {
    int32_t a = (int32_t)Slopes_ofUnknowns[i];
    int32_t t7 = mul32(add32(i, 1), i) >> 1;
    int32_t j = i;
    do {
      int32_t b = (int32_t)Slopes_ofUnknowns[j];
      int32_t t10;
      if (t2 && j == 5) {
        t10 = 0;
      } else if (a != 0) {
        t10 = 0;
        int32_t t8 = 0;
        int32_t a2 = a;
        for (;;) {
          if ((a2 & 0xf) != 0 && (b & 0xf) != 0) {
            int32_t j2 = a2 & 3;
            int32_t i2 = b & 3;
            int32_t t9;
            if (i2 < j2) {
              t9 = (((j2 + 1) * j2) >> 1) + i2;
            } else {
              t9 = (((i2 + 1) * i2) >> 1) + j2;
            }
            int32_t term = mul32((int32_t)((uint32_t)s[t8] << 2),
                triangle->entries[t9] >> 17) >> (uint32_t)((((a2 >> 2) & 1) + ((b >> 2) & 1)) & 0x1f);
            if (((a2 ^ b) & 8) == 0) {
              t10 = add32(t10, term);
            } else {
              t10 = sub32(t10, term);
            }
          }
          a2 >>= 4;
          if (a2 == 0) {
            break;
          }
          t8 = add32(t8, 1);
          b >>= 4;
        }
      } else {
        t10 = 0;
      }
      int32_t t11 = add32(t7, j);
      triangle->entries[t11] = sub32(triangle->entries[t11], t10);
      j = sub32(j, 1);
    } while (0 < j);
    i = sub32(i, 1);
    if (0 >= i) {
      return;
    }
  }
}

/* (Sources/Compass/Calibration/Fit/FitStages.swift) */
static void CalibrationFit_evaluate(int32_t at, CalibrationFit *self) {
  switch (at) {
    case 0: {
      uint32_t t4 = (uint32_t)self->scratch.memory.bytes[5]
          | ((uint32_t)(uint8_t)self->scratch.memory.modelColumnsFrom5.modelColumns.normal << 8)
          | ((uint32_t)(uint8_t)self->scratch.memory.modelColumnsFrom5.modelColumns.size << 16)
          | ((uint32_t)(uint8_t)self->scratch.memory.modelColumnsFrom5.modelColumns.start << 24);
      Prediction_begin(t4, &self->triangle, &self->scratch.memory.prediction);
      self->row = 1;
      return;
    }
    case 1: {
      int8_t t5 = self->trims;
      if (Prediction_evaluate_isTrimmed(&self->reservoir, &self->outcome, &self->triangle, 0 < t5,
          &self->scratch.memory.prediction)) {
        self->row = 2;
        return;
      }
      return;
    }
    default: {
      int32_t gains[4];
      Result_uint32_uint32_uint32_int32 t1 = Prediction_gains(&self->triangle, &self->outcome,
          &self->scratch.memory.prediction);
      gains[0] = (int32_t)t1.e0;
      gains[1] = (int32_t)t1.e1;
      gains[2] = (int32_t)t1.e2;
      gains[3] = t1.e3;
      uint16_t t2 = self->outcome.residual;
      int32_t scatter = ((21475 * (int32_t)(50000u < t2 ? 50000 : (int32_t)t2)) >> 16) + 1;
      int32_t t3 = gains[3];
      self->scratch.memory.recentSamplesFrom12.recentSamples.chance = (uint32_t)CalibrationFit_deviation(scatter, t3,
          self);
      int32_t square = scatter * scatter;
      Prediction_removeNoiseBias_variance(&self->triangle, self->outcome.model == 1 ? square
          : (int32_t)((uint32_t)square << 1), gains, &self->scratch.memory.prediction);
      CalibrationFit_advance_to(7, self);
      return;
    }
  }
}

/* Computes row `row` of the factor. Columns that the model does not fit get the prior instead of data.
   
   - deviation: σ of the samples off the surface, Q15.
   (Sources/Compass/Calibration/Prediction/Prediction.swift) */
static void Prediction_factorRow_deviation(int32_t row, Triangle *triangle, int32_t deviation, Prediction *self) {
  if ((uint16_t)((uint16_t)(self->fits >> (uint16_t)((uint16_t)row & 0xfu)) & 1) != 0) {
    int64_t least;
    if (self->fitted == 9) {
      least = 8796093022208ll;
    } else if (self->isPlanar != 0) {
      least = 8796093022208ll;
    } else {
      least = 2251799813685248ll;
    }
    if (Triangle_factorRow_columns_leastPivot(row, add32(row, 1), least, triangle)) {
      return;
    }
    self->isOpen = 1;
    return;
  }
  int32_t j;
  if (self->isPlanar != 0) {
    j = 0;
  } else {
    j = (int32_t)self->fitted;
  }
  Triangle_factorRow_columns_leastPivot(row, j, 8796093022208ll, triangle);
  if (j < row) {
    int32_t t2 = mul32(add32(row, 1), row) >> 1;
    do {
      int32_t t3 = add32(t2, j);
      if (t3 < 0 || t3 >= 45) {
        NEVER();
      }
      triangle->entries[t3] = 0;
      j = add32(j, 1);
    } while (j < row);
  }
  uint32_t t4 = (uint32_t)Int32_truncatedQuotient_by(3, (int32_t)((uint32_t)(int32_t)(deviation < 1 ? 1
      : (int32_t)(16384 < deviation ? 16384 : deviation)) << 12));
  Triangle_setPivot(row, t4 << 4, triangle);
}

/* Replaces column `column` by that column of TᵀT, Q12, where T is the inverse in Q20. The columns to the left are
   already replaced.
   (Sources/Compass/Calibration/Fit/Cholesky.swift) */
static void Triangle_squareColumn_count(int32_t column, int32_t count, Triangle *self) {
  if (column >= count) {
    return;
  }
  int32_t j = column;
  for (;;) {
    int64_t sum = 0;
    int32_t i = j;
    for (;;) {
      int32_t k = add32(i, 1);
      int32_t t1 = mul32(k, i) >> 1;
      int64_t t2 = Int64_init_multiplying(self->entries[add32(t1, j)], self->entries[add32(t1, column)]);
      sum = add64(sum, t2);
      if (k >= count) {
        break;
      }
      i = k;
    }
    int32_t i2 = add32(j, 1);
    self->entries[add32(mul32(i2, j) >> 1, column)] = Int64_word_rightBy(28, sum);
    if (i2 >= count) {
      return;
    }
    j = i2;
  }
}

/* One row or column on the way to the inverse of the information matrix.
   (Sources/Compass/Calibration/Fit/FitStages.swift) */
static void CalibrationFit_turnAround(int32_t at, CalibrationFit *self) {
  uint8_t t1;
  switch ((uint32_t)self->stage) {
    case 7: {
      int32_t sigma = (int32_t)self->scratch.memory.recentSamplesFrom12.recentSamples.chance;
      Prediction_factorRow_deviation(at, &self->triangle, (uint8_t)(self->configuration.choices & 2) != 0
          ? (int32_t)((uint32_t)sigma << 3) : sigma, &self->scratch.memory.prediction);
      t1 = 8;
      break;
    }
    case 8: {
      Triangle_invertRow(at, &self->triangle);
      t1 = 9;
      break;
    }
    default: {
      Triangle_squareColumn_count(at, 9, &self->triangle);
      t1 = 10;
      break;
    }
  }
  int8_t t2 = add8(self->row, 1);
  self->row = t2;
  bool t3 = self->scratch.memory.bytes[1] != 0;
  if (t3) {
    CalibrationFit_advance_to(10, self);
  } else {
    if (t2 < 9) {
      return;
    }
    CalibrationFit_advance_to(t1, self);
    if (!t3) {
      return;
    }
  }
  self->row = 2;
}

/* The sine of the dip from gravity, Q12; `nil` when gravity is not known, and in a plane, whose model has no dip.
   (Sources/Compass/Calibration/Prediction/Prediction.swift) */
static Result_int32_uint8 Prediction_dipSine(const Prediction *self) {
  if (self->isPlanar != 0) {
    Result_int32_uint8 result4;
    result4.e0 = 0;
    result4.e1 = 0;
    return result4;
  }
  int8_t t1 = self->withDown;
  if (8 < t1) {
    int32_t sine = Int32_truncatedQuotient_by((int32_t)t1 * 127, self->dipSum);
    Result_int32_uint8 result5;
    result5.e0 = (int32_t)(4096 < sine ? 4096 : (int32_t)(sine < -4096 ? -4096 : sine));
    result5.e1 = 0;
    return result5;
  }
  Result_int32_uint8 result6;
  result6.e0 = 0;
  result6.e1 = 1;
  return result6;
}

/* An entry of the covariance, Q12·Q30/2^6 = Q48; in a plane the entries of w.z are 0.
   (Sources/Compass/Calibration/Prediction/Prediction.swift) */
static int64_t Prediction_product(int32_t entry, int32_t place, int32_t variance, const Prediction *self) {
  if (self->isPlanar != 0 && place == 9) {
    return 0;
  }
  int64_t t1 = Int64_init_multiplying(entry, variance);
  return t1;
}

/* The covariance of the eight unknowns of the heading error, as 15 bits with an exponent. It comes from the square
   of the inverse factor (Q12, for 64 times the information).
   
   - variance: σ², Q30.
   - dipTangent: the tangent of the dip if gravity does not give it, Q8: for the field along the normal of a planar
   model.
   (Sources/Compass/Calibration/Prediction/Prediction.swift) */
static void Prediction_covariance_variance_dipTangent(const Triangle *triangle, int32_t variance, int32_t dipTangent,
    HeadingCovariance *result, Prediction *self) {
  if (self->isPlanar != 0) {
    bool t1 = dipTangent < 0;
    uint32_t t2;
    if (t1) {
      t2 = 0 - (uint32_t)dipTangent - 1 + 1;
    } else {
      t2 = (uint32_t)dipTangent;
    }
    uint32_t t5;
    if (2048 < t2) {
      t5 = 2048;
    } else {
      uint32_t t3;
      if (t1) {
        t3 = 0 - (uint32_t)dipTangent - 1 + 1;
      } else {
        t3 = (uint32_t)dipTangent;
      }
      bool t4 = t3 < 128;
      if (t4 || !t1) {
        t5 = (uint32_t)(t4 ? 128 : (uint32_t)dipTangent);
      } else {
        t5 = 0 - (uint32_t)dipTangent - 1 + 1;
      }
    }
    result->vertical = t5 * t5;
  }
  int32_t t6 = -64;
  int32_t i = 8;
  int32_t i2;
  int32_t place2;
  int32_t to;
  for (;;) {
    int32_t place = add32(mul32(add32(i, 1), i) >> 1, i);
    int64_t self2 = Prediction_product(triangle->entries[place], place, variance, self);
    uint64_t t7;
    if (self2 < 0) {
      t7 = 0 - (uint64_t)self2 - 1 + 1;
    } else {
      t7 = (uint64_t)self2;
    }
    int32_t t8 = UInt64_bitLength(t7);
    int32_t needed = sub32(t8, 15);
    t6 = t6 < needed ? needed : t6;
    if (triangle->entries[place] == 2147483647) {
      if ((uint16_t)((uint16_t)(self->fits >> (uint16_t)((uint16_t)i & 0xfu)) & 1) != 0) {
        self->isOpen = 1;
      }
    }
    i = sub32(i, 1);
    if (0 >= i) {
      place2 = 45;
      to = 36;
      i2 = 8;
      break;
    }
  }
  for (;;) {
    int32_t j = i2;
    do {
      place2 = sub32(place2, 1);
      to = sub32(to, 1);
      int64_t t9 = Prediction_product(triangle->entries[place2], place2, variance, self);
      int32_t self3 = Int64_word_rightBy(t6, t9);
      result->entries[to] = (int16_t)(uint16_t)(32767 < self3 ? 32767 : (uint16_t)(self3 < -32768 ? 32768u
          : (uint16_t)self3));
      j = sub32(j, 1);
    } while (0 < j);
    i2 = sub32(i2, 1);
    if (0 >= i2) {
      break;
    }
    place2 = sub32(place2, 1);
  }
  result->exponent = (int8_t)(uint8_t)sub32(t6, 33);
  result->upright = self->upright;
}

/* √`square` divided by the cosine of the dip, at most 180°. It is 180° if an unknown is not determined.
   (Sources/Compass/Calibration/Fit/FitStages.swift) */
static uint16_t hundredths_(uint32_t square, int32_t horizontal) {
  uint32_t t1 = UInt64_approximateSquareRoot((uint64_t)square << 24);
  uint32_t found = UInt32_flooredQuotient_by((uint32_t)horizontal, t1);
  return (uint16_t)(18000 < found ? 18000 : (uint16_t)found);
}

/* The predicted errors, from the variance of the fit and the variance of an unknown rotation between magnetometer
   and body.
   rotation: its variance about each axis, 2^−30 rad².
   (Sources/Compass/Calibration/Fit/FitStages.swift) */
static void CalibrationFit_predictError_rotation(uint32_t rotation, CalibrationFit *self) {
  uint32_t t1 = self->scratch.memory.recentSamplesFrom12.recentSamples.steps;
  int32_t horizontal = self->scratch.memory.modelSolver.polynomial[8];
  uint32_t left = UInt32_flooredQuotient_by(146800u, rotation << 12);
  uint32_t t2 = t1 + ((left * 4489) >> 12);
  self->outcome.predictedTypical = hundredths_(t2, horizontal);
  self->outcome.predictedWorst = hundredths_((t2 << 2) + ((left * ((left * 12700) >> 12)) >> 12), horizontal);
}

/* The variance of the heading without the unseen rotation, averaged over all headings and all directions of a tilt,
   times cos² of the dip, (1/100 degree)².
   
   Let down d be tilted by t from z, e be east, n be north and I the dip. The heading error is e·(a + E·(n cos I + d
   sin I))/cos I. Averaged over rotations about d and about z, its square leaves seven terms:
   docs/notebook/calibration.md, section 5.
   
   - tilt: sin² of the tilt, Q16, at most 1/4.
   - sine, cosine: of the dip, Q12.
   (Sources/Compass/Calibration/Prediction/PredictedVariance.swift) */
static uint32_t HeadingCovariance_meanVariance_tilt_sine_cosine(int32_t fine, int32_t sine, int32_t cosine,
    const HeadingCovariance *self) {
  if (((uintptr_t)self->entries & BEYOND_ALIGNMENT_16) != 0) {
    NEVER();
  }
  int32_t ss = add32(fine, 8) >> 4;
  int32_t cc = 4096 - ss;
  int32_t c = UInt32_roundedSquareRoot((uint32_t)cc << 12);
  int32_t sineSquare = mul32(sine, sine) >> 12;
  int32_t cosineSquare = mul32(cosine, cosine) >> 12;
  int32_t sc = mul32(cc, ss) >> 12;
  int32_t half = ss >> 1;
  int32_t slope = mul32(c, sine) >> 12;
  int32_t t1 = mul32(half, ss);
  int32_t t2 = mul32((int32_t)self->entries[9] + (int32_t)self->entries[20], add32(mul32(ss - (t1 >> 12), sineSquare),
      mul32(cc + (t1 >> 14), cosineSquare)) >> 12);
  int32_t sum = add32(add32(mul32((int32_t)self->entries[0] + (int32_t)self->entries[2], 4096 - half),
      mul32((int32_t)self->entries[5], fine) >> 4), t2);
  int32_t t3 = mul32((int32_t)self->entries[27] + (int32_t)self->entries[35], add32(mul32(half + cc - sc * 2,
      sineSquare), mul32(half + (sc >> 1), cosineSquare)) >> 12);
  int32_t sum2 = add32(add32(add32(sum, t3), mul32((int32_t)self->entries[14], mul32(add32(mul32(sc, sineSquare),
      mul32(mul32(ss, ss) >> 14, cosineSquare)), 9) >> 14)), mul32((int32_t)self->entries[21]
      + (int32_t)self->entries[29], mul32(cc, slope) >> 11));
  int32_t sum3 = add32(sum2, mul32((int32_t)self->entries[12], mul32(ss, slope * 3) >> 12));
  int32_t places = 3 - (int32_t)self->exponent;
  int64_t found;
  if (0 >= sum3) {
    found = 0;
  } else {
    int64_t t4 = Int64_init_multiplying(sum3, 1050498032);
    found = Int64_shifted_rightBy(30 + places, t4);
  }
  int64_t t5 = Int64_init_multiplying(mul32((int32_t)(self->vertical >> 6), fine), 32828063);
  return Int64_word(add64(found, t5 >> 27));
}

/* (Sources/Compass/Calibration/Fit/FitStages.swift) */
static void CalibrationFit_predict(CalibrationFit *self) {
  self->outcome.largestDeviation = (uint16_t)((10000 *
      ((uint32_t)self->scratch.memory.recentSamplesFrom12.recentSamples.lastOffered.y >> 8)) >> 16);
  int8_t t1 = (int8_t)self->scratch.memory.bytes[8];
  uint32_t t2;
  if (t1 == 0) {
    t2 = 0;
  } else {
    t2 = (uint32_t)Int32_truncatedQuotient_by((int32_t)t1,
        self->scratch.memory.recentSamplesFrom12.recentSamples.lastOffered.x);
  }
  uint32_t t3 = (uint32_t)UInt32_roundedSquareRoot(t2);
  self->outcome.heldOutResidual = (uint16_t)((3125 * t3) >> 7);
  bool t4 = (uint8_t)(self->configuration.choices & 2) != 0;
  int32_t sine;
  if (t4) {
    sine = 4096;
  } else {
    Result_int32_uint8 t5 = Prediction_dipSine(&self->scratch.memory.prediction);
    if (t5.e1 == 1) {
      int32_t t6 = (int32_t)self->configuration.assumedDipTangent;
      int32_t hypotenuse = UInt32_roundedSquareRoot((uint32_t)(t6 * t6 + 65536));
      sine = Int32_truncatedQuotient_by(hypotenuse, (int32_t)((uint32_t)t6 << 12));
    } else {
      sine = t5.e0;
    }
  }
  int32_t t7 = UInt32_roundedSquareRoot((uint32_t)sub32(16777216, mul32(sine, sine)));
  int32_t cosine = (int32_t)(t7 < 64 ? 64 : t7);
  self->scratch.memory.modelSolver.polynomial[8] = (int32_t)(t4 ? 4096 : cosine);
  HeadingCovariance covariance;
  HeadingCovariance_init(&covariance);
  if (self->scratch.memory.bytes[1] == 0) {
    int32_t t8 = (int32_t)self->scratch.memory.recentSamplesFrom12.recentSamples.chance;
    Prediction_covariance_variance_dipTangent(&self->triangle, mul32(t8, t8),
        (int32_t)self->configuration.assumedDipTangent, &covariance, &self->scratch.memory.prediction);
  }
  uint32_t t17;
  if (self->scratch.memory.bytes[1] != 0) {
    t17 = 324000000u;
  } else {
    uint32_t t9 = (uint32_t)self->outcome.model;
    uint8_t t10 = self->outcome.tiltSeen;
    int32_t t11 = CalibrationFit_weightOfPeriods(self);
    int32_t seen = mul32(t11, (int32_t)t10) >> 4;
    int32_t degrees;
    switch (t9) {
      case 4:
      case 3: {
        degrees = 30;
        break;
      }
      default: {
        if (30 < seen) {
          degrees = 30;
        } else {
          degrees = (int32_t)(seen < 1 ? 1 : seen);
        }
        break;
      }
    }
    int32_t tilt = mul32(143, degrees) >> 1;
    int32_t t12 = Int32_truncatedQuotient_by(3, mul32(tilt, tilt));
    int32_t square = t12 >> 8;
    int32_t t13 = Int32_truncatedQuotient_by(3, mul32(square, square) >> 16);
    uint32_t t16 = HeadingCovariance_meanVariance_tilt_sine_cosine(sub32(square, t13), sine, cosine, &covariance);
    if (t9 == 1) {
      if (8 >= (int8_t)self->scratch.memory.bytes[10]) {
        int64_t t14 =
            Int64_init_multiplying((int32_t)self->scratch.memory.recentSamplesFrom12.recentSamples.outsideShare,
            32828063);
        uint32_t t15 = (uint32_t)Int64_word_rightBy(30, t14);
        t16 += t15;
      }
    }
    t17 = (uint32_t)(80000000u < t16 ? 80000000u : t16);
  }
  self->scratch.memory.recentSamplesFrom12.recentSamples.steps = t17;
  CalibrationFit_predictError_rotation((uint32_t)(t4 ? 0 : 146800u), self);
}

/* The largest angle between a down direction and the mean of all, degrees 0…180; `nil` if gravity is not known.
   (Sources/Compass/Calibration/Prediction/Prediction.swift) */
static uint16_t Prediction_tiltDegrees(const Reservoir *reservoir, const Prediction *self) {
  uint8_t t8;
  uint8_t t9;
  if (8 < self->withDown) {
    Result_int32_int32_int32 t1 = Vector3_withLength(4096, self->downSum.x, self->downSum.y, self->downSum.z);
    if (t1.e0 == 0 && t1.e1 == 0 && t1.e2 == 0) {
      t8 = 180;
      t9 = 0;
    } else {
      uint32_t t2 = reservoir->seen;
      bool t3 = t2 < 40;
      int32_t t4 = 520192;
      int32_t t5 = 0;
      for (;;) {
        if (t3) {
          if (t5 >= (int32_t)t2) {
            break;
          }
        } else if (t5 >= 40) {
          break;
        }
        Result_int32_int32_int32 t6 = Reservoir_down(t5, reservoir);
        if (t6.e0 != 0 || t6.e1 != 0 || t6.e2 != 0) {
          int32_t along = add32(add32(mul32(t1.e0, t6.e0), mul32(t1.e1, t6.e1)), mul32(t1.e2, t6.e2));
          t4 = along < t4 ? along : t4;
        }
        t5 = add32(t5, 1);
      }
      if (t4 < 0) {
        t8 = 180;
        t9 = 0;
      } else {
        int32_t t7 = Int32_truncatedQuotient_by(127, t4);
        int32_t half = UInt32_roundedSquareRoot((uint32_t)sub32(4096, t7) << 11);
        t8 = (uint8_t)(mul32(117, half) >> 12);
        t9 = 0;
      }
    }
  } else {
    t8 = 0;
    t9 = 1;
  }
  return (uint16_t)((uint16_t)t8 | (uint16_t)((uint32_t)(uint16_t)t9 << 8));
}

/* The tilt that the field's directions show, 0…90°: two standard deviations from the plane that fits them best,
   without the noise. (A swing's standard deviation is 1/√2 of its height, and half of the time the field lies across
   its axis.) Soft iron also tilts that plane, although the body does not tilt.
   (Sources/Compass/Calibration/Fit/FitStages.swift) */
static uint8_t CalibrationFit_spreadDegrees(const CalibrationFit *self) {
  uint32_t low = (uint32_t)self->outcome.radiusQ8;
  int32_t radius = Int64_word_rightBy((int32_t)self->moments.scale, (int64_t)(uint64_t)(int64_t)(int32_t)low);
  Symmetric m;
  CalibrationFit_spread(&m, self);
  Symmetric minors;
  Symmetric_init_cofactorsOf_rightBy(&minors, &m, 26);
  int64_t t1 = Symmetric_contracted_with(&minors, &m);
  int64_t t2 = Int64_init_multiplying(add32(add32(minors.entries[0], minors.entries[4]), minors.entries[8]), 3);
  int32_t value = Int64_quotient_by(add64(t2, 3), t1);
  int64_t t3 = Int64_init_multiplying(radius, radius);
  int64_t t4 = Int64_divided_by(add64(t3, 1), (int64_t)((uint64_t)(int64_t)value << 34));
  uint32_t low2 = self->scratch.memory.recentSamplesFrom12.recentSamples.nextSearch;
  int64_t variance = sub64(t4, (int64_t)(uint64_t)(int64_t)(int32_t)low2);
  if (0 >= variance) {
    return 0;
  }
  uint32_t t5 = Int64_word(variance);
  int32_t root = UInt32_roundedSquareRoot(t5);
  int32_t degrees = mul32(7340, root) >> 21;
  return (uint8_t)(90 < degrees ? 90 : (uint8_t)degrees);
}

/* Scales the matrix by a power of two so that its trace is between 1 and 2, in Q26.
   (Sources/Compass/Calibration/Fit/SymmetricMatrix.swift) */
static void Symmetric_normalise(Symmetric *self) {
  int32_t t1 = UInt32_leadingZeros((uint32_t)add32(add32(self->entries[0], self->entries[4]), self->entries[8]));
  int32_t up = sub32(t1, 5);
  bool t2 = up < 0;
  int32_t i = 9;
  for (;;) {
    i = sub32(i, 1);
    int32_t t3 = self->entries[i];
    int32_t t4;
    if (t2) {
      t4 = t3 >> (uint32_t)(sub32(0, up) & 0x1f);
    } else {
      t4 = (int32_t)((uint32_t)t3 << (uint32_t)(up & 0x1f));
    }
    self->entries[i] = t4;
    if (0 >= i) {
      return;
    }
  }
}

/* Squares the matrix and scales it by a power of two so that its trace is between 1 and 2: Q26 to Q26.
   (Sources/Compass/Calibration/Fit/SymmetricMatrix.swift) */
static void Symmetric_square(Symmetric *m) {
  int32_t t4[9];
  memcpy(t4, m->entries, 9 * sizeof t4[0]);
  for (int32_t i = 0; i < 3; i++) {
    if (i >= 0) {
      if (((uintptr_t)t4 & BEYOND_ALIGNMENT_32) != 0) {
        NEVER();
      }
      int32_t t1 = i * 3;
      int32_t j = 0;
      do {
        int32_t t2 = mul32(j, 3);
        int64_t t3 = Symmetric_dot((uintptr_t)t4, 9, t1, (uintptr_t)t4, 9, t2);
        int32_t value = Int64_word_rightBy(26, t3);
        m->entries[add32(t1, j)] = value;
        m->entries[add32(t2, i)] = value;
        j = add32(j, 1);
      } while (i >= j);
    }
  }
  Symmetric_normalise(m);
}

/* The largest eigenvalue of a positive definite matrix M: tr(MP)/tr P, where P is a high power of M.
   (Sources/Compass/Calibration/Fit/SymmetricMatrix.swift) */
static int32_t Symmetric_largestEigenvalue(Symmetric *self) {
  Symmetric p;
  p = *self;
  Symmetric_normalise(&p);
  for (int32_t step = 0; step < 6; step++) {
    Symmetric_square(&p);
  }
  int64_t t1 = Symmetric_contracted_with(&p, self);
  int32_t value = add32(add32(p.entries[0], p.entries[4]), p.entries[8]);
  return Int64_quotient_by((int64_t)(uint64_t)(int64_t)value, t1);
}

/* The largest eigenvalue divided by the smallest, 1/1000, of a positive definite Q24 matrix with determinant 1: its
   largest eigenvalue, which is given, times that of its inverse, which is the matrix of cofactors.
   (Sources/Compass/Calibration/Fit/SymmetricMatrix.swift) */
static uint16_t Symmetric_ratioOfEigenvalues_largest(int32_t largest, const Symmetric *self) {
  Symmetric inverse;
  Symmetric_init_cofactorsOf_rightBy(&inverse, self, 24);
  int32_t t1 = Symmetric_largestEigenvalue(&inverse);
  int64_t t2 = Int64_init_multiplying(largest >> 8, t1 >> 8);
  int32_t product = Int64_word_rightBy(12, t2);
  int64_t t3 = Int64_init_multiplying(product, 1000);
  int32_t t4 = Int64_word_rightBy(20, t3);
  return Int32_saturatedToUInt16(t4);
}

/* Computes the prediction in four slices. (Sources/Compass/Calibration/Fit/FitStages.swift) */
static void CalibrationFit_predict_2(int32_t at, CalibrationFit *self) {
  self->row = add8(self->row, 1);
  switch (at) {
    case 3: {
      CalibrationFit_predict(self);
      CalibrationFit_decide(self);
      return;
    }
    case 2: {
      uint16_t t2 = Prediction_tiltDegrees(&self->reservoir, &self->scratch.memory.prediction);
      uint8_t t3;
      if ((uint8_t)(uint16_t)(t2 >> 8) == 1) {
        t3 = CalibrationFit_spreadDegrees(self);
      } else {
        t3 = (uint8_t)t2;
      }
      self->outcome.tiltSeen = t3;
      return;
    }
    default: {
      if (((uintptr_t)self->outcome.softIronEntries & BEYOND_ALIGNMENT_32) != 0) {
        NEVER();
      }
      Symmetric matrix;
      Symmetric_init_upper_from_halving(&matrix, (uintptr_t)self->outcome.softIronEntries, 6, 0, 0);
      if (at == 0) {
        self->scratch.memory.modelSolver.polynomial[9] = Symmetric_largestEigenvalue(&matrix);
      } else {
        int32_t t1 = self->scratch.memory.modelSolver.polynomial[9];
        self->outcome.axisRatio = Symmetric_ratioOfEigenvalues_largest(t1, &matrix);
      }
      return;
    }
  }
}

/* (Sources/Compass/Calibration/Fit/Alignment.swift) */
static Result_uint8_int32_int32_int32 Triangle_turn(const Triangle *self) {
  Result_uint8_int32_int32_int32 result;
  result.e0 = (uint8_t)(self->entries[21] >> 3);
  result.e1 = self->entries[18];
  result.e2 = self->entries[19];
  result.e3 = self->entries[20];
  return result;
}

/* r × v in the format of v. (Sources/Compass/Calibration/Fit/Alignment.swift) */
static Result_int32_int32_int32 SensorTurn_cross(int32_t rX, int32_t rY, int32_t rZ, int32_t vX, int32_t vY,
    int32_t vZ) {
  int64_t t1 = Int64_init_multiplying(rY, vZ);
  int64_t t2 = Int64_init_multiplying(rZ, vY);
  int32_t x = Int64_word_rightBy(24, sub64(t1, t2));
  int64_t t3 = Int64_init_multiplying(rZ, vX);
  int64_t t4 = Int64_init_multiplying(rX, vZ);
  int32_t y = Int64_word_rightBy(24, sub64(t3, t4));
  int64_t t5 = Int64_init_multiplying(rX, vY);
  int64_t t6 = Int64_init_multiplying(rY, vX);
  int32_t z = Int64_word_rightBy(24, sub64(t5, t6));
  Result_int32_int32_int32 result;
  result.e0 = x;
  result.e1 = y;
  result.e2 = z;
  return result;
}

/* v + (once + twice/2)·factor. (Sources/Compass/Calibration/Fit/Alignment.swift) */
static int32_t SensorTurn_sum(int32_t t1, int32_t once, int32_t twice, int32_t factor) {
  int64_t t2 = Int64_init_multiplying(add32(once, (twice >> 1) + (twice & 1)), factor);
  int32_t t3 = Int64_word_rightBy(24, t2);
  return add32(t1, t3);
}

/* Rotates v. With c = r/2: v + (2·c×v + 2·c×(c×v))/(1 + c·c). (Sources/Compass/Calibration/Fit/Alignment.swift) */
static Result_int32_int32_int32 SensorTurn_turned(int32_t vX, int32_t vY, int32_t vZ, uint8_t selfStart, int32_t self,
    int32_t self2, int32_t self3) {
  uint32_t t1 = AxisRemap_init_rawValue(selfStart);
  uint32_t t2 = t1 & 0xffffffu;
  bool t3 = (uint32_t)(t2 & 0xffu) == 6;
  uint32_t t4 = (uint32_t)(uint8_t)(t3 ? 0 : (uint8_t)t2) | ((uint32_t)(uint8_t)(t3 ? 2
      : (uint8_t)(uint32_t)(t2 >> 8)) << 8) | ((uint32_t)(uint8_t)(t3 ? 4 : (uint8_t)(uint32_t)(t2 >> 16)) << 16);
  Result_int32_int32_int32 t5 = AxisRemap_body(vX, vY, vZ, t4);
  Result_int32_int32_int32 t6 = SensorTurn_cross(self, self2, self3, t5.e0, t5.e1, t5.e2);
  Result_int32_int32_int32 t7 = SensorTurn_cross(self, self2, self3, t6.e0, t6.e1, t6.e2);
  int64_t t8 = Int64_init_dot(self, self2, self3, self, self2, self3);
  int32_t factor = Int64_quotient_by((t8 >> 26) + 16777216, 281474976710656ll);
  int32_t x = SensorTurn_sum(t5.e0, t6.e0, t7.e0, factor);
  int32_t y = SensorTurn_sum(t5.e1, t6.e1, t7.e1, factor);
  int32_t z = SensorTurn_sum(t5.e2, t6.e2, t7.e2, factor);
  Result_int32_int32_int32 result;
  result.e0 = x;
  result.e1 = y;
  result.e2 = z;
  return result;
}

/* Adds a pair to a pass. (Sources/Compass/Calibration/Fit/Alignment.swift) */
static void Triangle_addPair(int32_t fieldX, int32_t fieldY, int32_t fieldZ, int32_t downX, int32_t downY,
    int32_t downZ, Triangle *self) {
  int32_t t12[5];
  int32_t t13[5];
  if (self->entries[21] != 0) {
    Result_uint8_int32_int32_int32 t1 = Triangle_turn(self);
    Result_int32_int32_int32 t2 = SensorTurn_turned(fieldX, fieldY, fieldZ, t1.e0, t1.e1, t1.e2, t1.e3);
    fieldX = t2.e0;
    fieldY = t2.e1;
    fieldZ = t2.e2;
  }
  Result_int32_int32_int32 t3 = Vector3_withLength(4096, fieldX, fieldY, fieldZ);
  Result_int32_int32_int32 t4 = Vector3_withLength(4096, downX, downY, downZ);
  if (t3.e0 == 0 && t3.e1 == 0 && t3.e2 == 0) {
    return;
  }
  if (t4.e0 == 0 && t4.e1 == 0 && t4.e2 == 0) {
    return;
  }
  int32_t t14[5];
  InlineArray_init_repeating_4(t13, 4096);
  uint32_t t5 = 5;
  int32_t *t6 = &t12[0];
  int32_t *t7 = &t13[0];
  int32_t *t10;
  uint32_t t8;
  int32_t *t9;
  for (;;) {
    *t6 = *t7;
    t5--;
    if (t5 == 0) {
      t8 = 5;
      t9 = &t14[0];
      t10 = &t12[0];
      break;
    }
    t6 = &t6[1];
    t7 = &t7[1];
  }
  for (;;) {
    *t9 = *t10;
    t8--;
    if (t8 == 0) {
      break;
    }
    t9 = &t9[1];
    t10 = &t10[1];
  }
  int32_t self2 = sub32(mul32(t4.e2, t3.e1), mul32(t4.e1, t3.e2));
  t14[1] = (self2 >> 12) + ((self2 >> 11) & 1);
  int32_t self3 = sub32(mul32(t4.e0, t3.e2), mul32(t4.e2, t3.e0));
  t14[2] = (self3 >> 12) + ((self3 >> 11) & 1);
  int32_t self4 = sub32(mul32(t4.e1, t3.e0), mul32(t4.e0, t3.e1));
  t14[3] = (self4 >> 12) + ((self4 >> 11) & 1);
  int32_t self5 = add32(add32(mul32(t4.e0, t3.e0), mul32(t4.e1, t3.e1)), mul32(t4.e2, t3.e2));
  t14[4] = (self5 >> 12) + ((self5 >> 11) & 1);
  int32_t place = 30;
  for (int32_t i = 0; i < 5; i++) {
    if (i >= 0) {
      int32_t t11 = t14[i];
      int32_t j = 0;
      do {
        self->entries[place] = add32(self->entries[place], add32(mul32(t14[j], t11), 8) >> 4);
        place = add32(place, 1);
        j = add32(j, 1);
      } while (i >= j);
    }
  }
}

/* (Sources/Compass/Calibration/Fit/FitOutcome.swift) */
static Result_uint8_uint32_uint32_uint32 FitOutcome_turn(const FitOutcome *self) {
  int16_t word = self->packedTurn[0];
  int16_t word2 = self->packedTurn[1];
  int16_t word3 = self->packedTurn[2];
  Result_uint8_uint32_uint32_uint32 result;
  result.e0 = (uint8_t)(int32_t)(int16_t)((int16_t)((int16_t)(word & 3)
      | (int16_t)(uint16_t)((uint32_t)(uint16_t)(int16_t)(word2 & 3) << 2))
      | (int16_t)(uint16_t)((uint32_t)(uint16_t)(int16_t)(word3 & 3) << 4));
  result.e1 = (uint32_t)((int32_t)word >> 2) << 11;
  result.e2 = (uint32_t)((int32_t)word2 >> 2) << 11;
  result.e3 = (uint32_t)((int32_t)word3 >> 2) << 11;
  return result;
}

/* Predicts the error again, with the given variance of the rotation, and checks it again: the gate is for the
   prediction that is told. A rotation that exchanges or reverses axes, within 14° about each axis, is refused: it
   says
   that the axes are named wrongly, and if one or three are reversed, no rotation corrects that.
   (Sources/Compass/Calibration/Fit/FitAlignment.swift) */
static void CalibrationFit_concludeAligned(uint32_t rotation, CalibrationFit *self) {
  CalibrationFit_predictError_rotation(rotation, self);
  Result_uint8_uint32_uint32_uint32 t1 = FitOutcome_turn(&self->outcome);
  if (t1.e0 != 0) {
    if (Vector3_isWithin(4194304u, t1.e1, t1.e2, t1.e3)) {
      self->outcome.reasons = (uint16_t)(self->outcome.reasons | 0x2000u);
    }
  }
  FitConfiguration_assess(&self->outcome, &self->configuration);
  self->stage = 12;
}

/* Adds the prior for the whole rotation, not only for the part that this pass adds. For starts other than the first,
   the prior has almost no weight.
   (Sources/Compass/Calibration/Fit/Alignment.swift) */
static void Triangle_anchor(int32_t ridge, Triangle *self) {
  int32_t axis = 0;
  for (;;) {
    int32_t held = self->entries[18 + axis];
    int64_t t1 = Int64_init_multiplying(ridge, held);
    int32_t part = Int64_word_rightBy(24, t1);
    int32_t t2 = 11 + axis;
    self->entries[t2] = add32(self->entries[t2], part);
    int32_t t3 = self->entries[14];
    int64_t t4 = Int64_init_multiplying(part, held);
    int32_t t5 = Int64_word_rightBy(24, t4);
    self->entries[14] = add32(t3, t5);
    axis++;
    if (axis >= 3) {
      return;
    }
  }
}

/* Computes the Cholesky factor of the sums with the prior added, and the residual variance of s.
   (Sources/Compass/Calibration/Fit/Alignment.swift) */
static void Triangle_eliminate(Triangle *self) {
  int32_t t1 = UInt32_leadingZeros((uint32_t)(self->entries[30] >> 20));
  int32_t bits = sub32(32, t1);
  int64_t t2 = Int64_init_multiplying(self->entries[23], (int32_t)((uint32_t)1 << (uint32_t)(sub32(30, bits) & 0x1f)));
  uint32_t low = (uint32_t)self->entries[24];
  int32_t weight = Int64_quotient_by((int64_t)(uint64_t)(int64_t)(int32_t)low, t2);
  int32_t ridge = (int32_t)(weight < 8192 ? 8192 : (int32_t)(weight < 536870912 ? weight : 536870912));
  int32_t place = 0;
  int32_t row = 0;
  do {
    int32_t end = add32(place, row);
    if (end >= place) {
      int32_t t3 = sub32(bits, 10);
      do {
        uint32_t low2 = (uint32_t)self->entries[add32(place, 30)];
        self->entries[place] = Int64_word_rightBy(t3, (int64_t)(uint64_t)(int64_t)(int32_t)low2);
        place = add32(place, 1);
      } while (end >= place);
    }
    row++;
    if (1 < row && row < 5) {
      self->entries[end] = add32(self->entries[end], ridge);
    }
    if (row == 5) {
      Triangle_anchor(ridge, self);
    }
    Triangle_factorRow_columns_leastPivot(row - 1, row, 1099511627776ll, self);
  } while (row < 5);
  uint32_t low3 = (uint32_t)self->entries[14];
  int32_t deviation = Int64_quotient_by((int64_t)(uint64_t)(int64_t)(int32_t)low3, 1125899906842624ll);
  int64_t t5 = Int64_init_multiplying(deviation, deviation);
  int64_t t6 = Int64_shifted_rightBy(sub32(36, bits), t5);
  int32_t value = (self->entries[30] >> 20) - 6;
  self->entries[23] = Int64_quotient_by((int64_t)(uint64_t)(int64_t)value, t6);
}

/* An entry of the last row divided by the diagonal entry of that row, Q24.
   (Sources/Compass/Calibration/Fit/Alignment.swift) */
static int32_t Triangle_coefficient(int32_t place, const Triangle *self) {
  uint32_t low = (uint32_t)self->entries[place];
  uint32_t low2 = (uint32_t)self->entries[14];
  return Int64_quotient_by((int64_t)(uint64_t)(int64_t)(int32_t)low2, (int64_t)((uint64_t)(int64_t)(int32_t)low << 24));
}

/* Converts a variance that allows for the fitted unknowns to the mean square over all pairs.
   (Sources/Compass/Calibration/Fit/Alignment.swift) */
static int32_t Triangle_overAllPairs(int32_t variance, const Triangle *self) {
  int64_t t1 = Int64_init_multiplying(variance, (self->entries[30] >> 20) - 6);
  int32_t value = self->entries[30] >> 20;
  return Int64_quotient_by((int64_t)(uint64_t)(int64_t)value, t1);
}

/* Sets the dip and its standard deviation.
   
   - sine: of the dip, Q24.
   - remains: the residual variance of the sine, 2^−24.
   (Sources/Compass/Calibration/Fit/Alignment.swift) */
static void Triangle_conclude_sine(int32_t sine, int32_t remains, Triangle *self) {
  int32_t s = (sine >> 12) + ((sine >> 11) & 1);
  int32_t square = sub32(16777216, mul32(s, s));
  int32_t cosine;
  int32_t size;
  int32_t x;
  if (square < 20449) {
    if (s >= 0) {
      x = (int32_t)(4096 < s ? 4096 : s);
      cosine = 143;
      goto L1;
    }
    cosine = 143;
  } else {
    cosine = UInt32_roundedSquareRoot((uint32_t)square);
    if (s >= 0) {
      size = s;
      goto L2;
    }
  }
  size = -s;
L2:;
  x = (int32_t)(4096 < size ? 4096 : size);
L1:;
  int32_t t1 = UInt32_roundedSquareRoot((uint32_t)sub32(4096, x) << 12);
  int32_t fromVertical = mul32(143994 - (mul32(x, 19445 - (mul32(x, 6808 - (mul32(x, 1717) >> 12)) >> 12)) >> 12),
      t1) >> 16;
  self->entries[26] = (int32_t)(int16_t)(s < 0 ? fromVertical - 9000 : 9000 - fromVertical);
  int32_t t2 = UInt32_roundedSquareRoot((uint32_t)(int32_t)(remains < 16777216 ? remains : 16777215) << 8);
  int32_t deviation = Int32_truncatedQuotient_by((int32_t)((uint32_t)cosine << 4), mul32(5730, t2));
  self->entries[27] = (int32_t)(uint32_t)(uint16_t)(deviation < 18000 ? (uint16_t)deviation : 18000);
}

/* Computes the rotation to add about one axis, and its variance. If the whole rotation exceeds two standard
   deviations, it contradicts the prior: the excess of its square is added to the variance of the prior.
   (Sources/Compass/Calibration/Fit/Alignment.swift) */
static void Triangle_weigh(int32_t row, Triangle *self) {
  int32_t turn = Triangle_coefficient(add32(10, row), self);
  Triangle_squareColumn_count(row, 4, self);
  int64_t t1 = Int64_init_multiplying(self->entries[23], self->entries[add32(mul32(add32(row, 1), row) >> 1, row)]);
  int32_t t2 = UInt32_leadingZeros((uint32_t)(self->entries[30] >> 20));
  int32_t one = Int64_word_rightBy(add32(12, sub32(32, t2)), t1);
  if (self->entries[25] < one) {
    self->entries[25] = one;
  }
  int32_t whole = add32(turn, self->entries[add32(17, row)]);
  int64_t t3 = Int64_init_multiplying(whole, whole);
  int32_t t4 = Int64_word_rightBy(24, t3);
  int32_t seen = sub32(t4, mul32(one, 4));
  if (0 < seen) {
    self->entries[24] = add32(self->entries[24], seen);
  }
  self->entries[add32(14, row)] = turn;
}

/* Reads the rotation from the factor. (Sources/Compass/Calibration/Fit/Alignment.swift) */
static void Triangle_readOff(Triangle *self) {
  for (int32_t row = 0; row < 5; row++) {
    Triangle_invertRow(row, self);
  }
  int32_t t1 = Triangle_coefficient(10, self);
  int32_t t2 = Triangle_overAllPairs(self->entries[23], self);
  Triangle_conclude_sine(sub32(0, t1), t2, self);
  int32_t t3 = self->entries[24];
  if (self->entries[21] < 8) {
    self->entries[24] = 2294;
  }
  self->entries[25] = 0;
  Triangle_weigh(1, self);
  Triangle_weigh(2, self);
  Triangle_weigh(3, self);
  if (mul32(t3, 2) < self->entries[25]) {
    int32_t t4 = self->entries[19];
    int32_t t5 = self->entries[20];
    self->entries[15] = sub32(0, self->entries[18]);
    self->entries[16] = sub32(0, t4);
    self->entries[17] = sub32(0, t5);
    return;
  }
}

/* (Sources/Compass/Calibration/Fit/Alignment.swift) */
static Result_int32_int32_int32 Triangle_step(const Triangle *self) {
  Result_int32_int32_int32 result;
  result.e0 = self->entries[15];
  result.e1 = self->entries[16];
  result.e2 = self->entries[17];
  return result;
}

/* Applies a small rotation after this one: (b + c + b×c)/(1 − b·c), where b and c have the length tan(angle/2).
   (Sources/Compass/Calibration/Fit/Alignment.swift) */
static void SensorTurn_turn_by(int32_t smallX, int32_t smallY, int32_t smallZ, SensorTurn *self) {
  int32_t t1 = self->rest.x;
  int32_t t2 = self->rest.y;
  int32_t t3 = self->rest.z;
  Result_int32_int32_int32 t4 = SensorTurn_cross(smallX, smallY, smallZ, t1, t2, t3);
  int64_t t5 = Int64_init_dot(smallX, smallY, smallZ, t1, t2, t3);
  int32_t factor = Int64_quotient_by(16777216 - (t5 >> 26), 281474976710656ll);
  int32_t x = SensorTurn_sum(0, add32(smallX, t1), t4.e0, factor);
  int32_t y = SensorTurn_sum(0, add32(smallY, t2), t4.e1, factor);
  int32_t z = SensorTurn_sum(0, add32(smallZ, t3), t4.e2, factor);
  Result_int32_int32_int32 t6 = Vector3_limited_to(33554432, x, y, z);
  self->rest.x = t6.e0;
  self->rest.y = t6.e1;
  self->rest.z = t6.e2;
}

/* Ends a pass. Returns whether the search from this start is over; otherwise all pairs are added again.
   (Sources/Compass/Calibration/Fit/Alignment.swift) */
static bool Triangle_endPass(Triangle *self) {
  int32_t newValue = add32(self->entries[21], 1);
  self->entries[21] = newValue;
  int32_t pass = newValue & 7;
  Result_int32_int32_int32 t1 = Triangle_step(self);
  Result_int32_int32_int32 t2 = Vector3_limited_to(8388608, t1.e0, t1.e1, t1.e2);
  SensorTurn after;
  Result_uint8_int32_int32_int32 t3 = Triangle_turn(self);
  after.start = t3.e0;
  after.rest.x = t3.e1;
  after.rest.y = t3.e2;
  after.rest.z = t3.e3;
  bool t4 = newValue == 1;
  if (t4) {
    after.rest.x = t2.e0;
    after.rest.y = t2.e1;
    after.rest.z = t2.e2;
  } else {
    SensorTurn_turn_by(t2.e0, t2.e1, t2.e2, &after);
  }
  uint32_t t5 = (uint32_t)after.rest.y;
  uint32_t t6 = (uint32_t)after.rest.z;
  self->entries[18] = after.rest.x;
  self->entries[19] = (int32_t)t5;
  self->entries[20] = (int32_t)t6;
  bool isEnough;
  bool isOver;
  if (t4) {
    isEnough = 250 >= (uint16_t)self->entries[27];
    switch (pass) {
      case 2: {
        break;
      }
      case 6: {
        isOver = true;
        goto L1;
      }
      default: {
        goto L2;
      }
    }
  } else {
    switch (pass) {
      case 2: {
        isEnough = false;
        break;
      }
      case 6: {
        isOver = true;
        goto L1;
      }
      default: {
        goto L3;
      }
    }
  }
  if (pass == 6 || self->entries[28] < (self->entries[23] >> 1)) {
    isOver = true;
    goto L1;
  }
L2:;
  uint32_t t7;
  if (isEnough) {
    t7 = 524288u;
    goto L4;
  }
L3:;
  t7 = 4096;
L4:;
  isOver = Vector3_isWithin(t7, (uint32_t)t2.e0, (uint32_t)t2.e1, (uint32_t)t2.e2);
L1:;
  if (isOver) {
    return isOver;
  }
  int32_t place = 30;
  for (;;) {
    self->entries[place] = 0;
    place++;
    if (place >= 45) {
      return isOver;
    }
  }
}

/* Whether the rotation at the end of a pass is the best so far.
   
   For the first start, the rotation after the first pass always counts. Rotations after later passes count only if
   the dip is constant: systematic errors must not cause a large rotation when the dip scatters anyway. For another
   start, only the end of its search counts, and only if it leaves less than a quarter of the first start's variance
   and less than every start before.
   (Sources/Compass/Calibration/Fit/Alignment.swift) */
static bool Triangle_isBest(bool isOver, Triangle *self) {
  Result_uint8_int32_int32_int32 t1 = Triangle_turn(self);
  if (Vector3_isWithin(16775168u, (uint32_t)t1.e1, (uint32_t)t1.e2, (uint32_t)t1.e3)) {
    int32_t t2 = self->entries[21];
    if (t2 < 8) {
      self->entries[28] = self->entries[23] >> 2;
      if (t2 == 1) {
        return true;
      }
      return 250 >= (uint16_t)self->entries[27];
    }
    if (isOver) {
      int32_t newValue = self->entries[23];
      if (newValue >= self->entries[28]) {
        return false;
      }
      if (400 < (uint16_t)self->entries[27]) {
        return false;
      }
      self->entries[28] = newValue;
      return true;
    }
    return false;
  }
  return false;
}

/* (Sources/Compass/Calibration/Fit/FitOutcome.swift) */
static uint16_t packed_(int32_t rest, uint8_t place, uint8_t newValueStart, int32_t newValue, int32_t newValue2,
    int32_t newValue3) {
  (void)newValue;
  (void)newValue2;
  (void)newValue3;
  return (uint16_t)(((uint32_t)((rest >> 11) + ((rest >> 10) & 1)) << 2)
      | (uint32_t)(uint8_t)((uint8_t)(newValueStart >> (uint8_t)(place & 7)) & 3));
}

/* Stores the rotation in the outcome. (Sources/Compass/Calibration/Fit/FitAlignment.swift) */
static void CalibrationFit_align(CalibrationFit *self) {
  Result_uint8_int32_int32_int32 t1 = Triangle_turn(&self->triangle);
  uint16_t t2 = packed_(t1.e1, 0, t1.e0, t1.e1, t1.e2, t1.e3);
  uint16_t t3 = packed_(t1.e2, 2, t1.e0, t1.e1, t1.e2, t1.e3);
  uint16_t t4 = packed_(t1.e3, 4, t1.e0, t1.e1, t1.e2, t1.e3);
  self->outcome.packedTurn[0] = (int16_t)t2;
  self->outcome.packedTurn[1] = (int16_t)t3;
  self->outcome.packedTurn[2] = (int16_t)t4;
  self->outcome.dip = (int16_t)(uint16_t)self->triangle.entries[26];
  self->outcome.dipSpread = (uint16_t)self->triangle.entries[27];
  self->scratch.memory.recentSamplesFrom12.recentSamples.nextSearch = (uint32_t)self->triangle.entries[25];
}

/* Starts again from the next rotation that only exchanges axes. Returns false when there is none left.
   (Sources/Compass/Calibration/Fit/Alignment.swift) */
static bool Triangle_beginNext(Triangle *self) {
  int32_t newValue = add32(self->entries[21] | 7, 1);
  self->entries[21] = newValue;
  if (newValue == 192) {
    return false;
  }
  Triangle_turn(self);
  self->entries[18] = 0;
  self->entries[19] = 0;
  self->entries[20] = 0;
  self->entries[24] = 16777216;
  int32_t place = 30;
  for (;;) {
    self->entries[place] = 0;
    place++;
    if (place >= 45) {
      return true;
    }
  }
}

/* (Sources/Compass/Calibration/Fit/FitAlignment.swift) */
static uint32_t CalibrationFit_remainingRotation(const CalibrationFit *self) {
  Result_uint8_uint32_uint32_uint32 t1 = FitOutcome_turn(&self->outcome);
  uint32_t t2;
  if (t1.e0 == 0) {
    if (Vector3_isWithin(1048576u, t1.e1, t1.e2, t1.e3)) {
      t2 = (uint32_t)((uint8_t)(self->configuration.choices & 2) != 0 ? 0 : 146800u);
    } else {
      t2 = 1048575u;
    }
  } else {
    t2 = 1048575u;
  }
  int32_t variance = Triangle_overAllPairs((int32_t)self->scratch.memory.recentSamplesFrom12.recentSamples.nextSearch,
      &self->triangle);
  int32_t t3 = CalibrationFit_weightOfPeriods(self);
  int64_t t4 = Int64_init_multiplying(variance, (int32_t)((uint32_t)t3 << 3));
  uint32_t found = Int64_word(t4);
  return found < t2 ? found : t2;
}

/* One slice: adds four samples of the reservoir, or does one step of the solution. After the last step the solve is
   over.
   (Sources/Compass/Calibration/Fit/FitAlignment.swift) */
static void CalibrationFit_alignSome(CalibrationFit *self) {
  int8_t t1 = self->row;
  int32_t at = (int32_t)t1;
  int32_t t2 = (int32_t)self->reservoir.seen;
  int32_t end;
  int32_t past;
  if ((uint32_t)t2 < 40) {
    past = sub32(at, t2);
    if (past >= 0) {
      goto L1;
    }
    int32_t t3 = at + 4;
    end = t3 < t2 ? t3 : t2;
  } else {
    past = at - 40;
    if (past >= 0) {
      goto L1;
    }
    end = at + 4;
    if (end >= 40) {
      if (at < 40) {
        end = 40;
        goto L2;
      }
      goto L3;
    }
  }
  if (at >= end) {
    goto L3;
  }
L2:;
  do {
    if (!CalibrationFit_isWild(at, self)) {
      Result_int32_int32_int32 t4 = Reservoir_corrected(at, &self->outcome, &self->reservoir);
      Result_int32_int32_int32 t5 = Reservoir_down(at, &self->reservoir);
      Triangle_addPair(t4.e0, t4.e1, t4.e2, t5.e0, t5.e1, t5.e2, &self->triangle);
    }
    at = add32(at, 1);
  } while (at < end);
L3:;
  self->row = (int8_t)(uint8_t)at;
  return;
L1:;
  if ((self->triangle.entries[30] >> 20) < 8) {
    CalibrationFit_concludeAligned((uint32_t)((uint8_t)(self->configuration.choices & 2) != 0 ? 0 : 146800u), self);
    return;
  }
  int32_t t6;
  if (self->triangle.entries[21] < 8) {
    if (past >= 3) {
      goto L4;
    }
    t6 = 3;
  } else {
    if (past >= 1) {
      goto L4;
    }
    t6 = 1;
  }
  Triangle_eliminate(&self->triangle);
  Triangle_readOff(&self->triangle);
  self->row = add8(t1, 1);
  if (add32(past, 1) < t6) {
    return;
  }
  if (self->triangle.entries[21] != 0) {
    return;
  }
L4:;
  self->row = 0;
  bool isOver = Triangle_endPass(&self->triangle);
  if (Triangle_isBest(isOver, &self->triangle)) {
    CalibrationFit_align(self);
  }
  if (isOver) {
    if (250 < self->outcome.dipSpread) {
      if (Triangle_beginNext(&self->triangle)) {
        return;
      }
    }
    uint32_t t7 = CalibrationFit_remainingRotation(self);
    CalibrationFit_concludeAligned(t7, self);
    return;
  }
}

/* (Sources/Compass/Calibration/Fit/FitStages.swift) */
static void CalibrationFit_carryOut(int32_t at, CalibrationFit *self) {
  switch (self->stage) {
    case 1: {
      CalibrationFit_absorb(self);
      return;
    }
    case 2: {
      CalibrationFit_centre(at, self);
      return;
    }
    case 3: {
      uint8_t t1 = self->outcome.model;
      int32_t t2 = 0;
      int32_t t3 = 2147483647;
      int32_t t4 = 4;
      int32_t t5 = 0;
      for (;;) {
        int32_t mean = Moments_mean(t4, &self->moments);
        bool t6 = t3 >= mean;
        t2 = t6 ? t5 : t2;
        int32_t axis = t5 + 1;
        if (axis >= 3) {
          break;
        }
        t3 = t6 ? mean : t3;
        t4 = sub32(add32(t4, 3), t5);
        t5 = axis;
      }
      uint32_t t7 = ModelColumns_init_order_normal(t1, t2);
      int64_t t8 = Roughness_variance((int32_t)self->moments.scale, &self->roughness);
      uint32_t t9 = (uint32_t)(uint8_t)t7 | ((uint32_t)(uint8_t)(t7 >> 8) << 8) | ((uint32_t)(uint8_t)(t7 >> 16) << 16);
      ModelSolver_begin_white(t9 | ((uint32_t)(uint8_t)(t7 >> 24) << 24), &self->moments, t8,
          &self->scratch.memory.modelSolver);
      self->stage = 4;
      return;
    }
    case 4: {
      ModelSolver_step(&self->moments, &self->triangle, &self->scratch.memory.modelSolver);
      if (self->scratch.memory.bytes[1] >= 5) {
        self->stage = 5;
        return;
      }
      return;
    }
    case 5: {
      CalibrationFit_shape(self);
      return;
    }
    case 6: {
      CalibrationFit_evaluate(at, self);
      return;
    }
    case 7:
    case 8:
    case 9: {
      CalibrationFit_turnAround(at, self);
      return;
    }
    case 10: {
      CalibrationFit_predict_2(at, self);
      return;
    }
    case 11: {
      CalibrationFit_alignSome(self);
      return;
    }
    case 0:
    case 12: {
      return;
    }
    default: {
      NEVER();
    }
  }
}

/* One slice of work. (Sources/Compass/Calibration/Fit/FitStages.swift) */
static uint8_t CalibrationFit_step(CalibrationFit *self) {
  if (self->isSearching != 0) {
    if (RobustSphere_step(&self->reservoir, &self->scratch.memory.robustSphere)) {
      CalibrationFit_adopt(self);
    }
  } else {
    CalibrationFit_carryOut((int32_t)self->row, self);
  }
  return CalibrationFit_progress(self);
}

/* The centre in the samples' unit. (Sources/Compass/Calibration/Fit/AccelerometerPart.swift) */
static Result_int32_int32_int32 FitOutcome_wholeCentre(const FitOutcome *self) {
  int32_t t1 = self->centre.x;
  int32_t t2 = self->centre.y;
  int32_t t3 = self->centre.z;
  Result_int32_int32_int32 result;
  result.e0 = (t1 >> 8) + ((t1 >> 7) & 1);
  result.e1 = (t2 >> 8) + ((t2 >> 7) & 1);
  result.e2 = (t3 >> 8) + ((t3 >> 7) & 1);
  return result;
}

/* Does one slice of the solve, at most 25,000 Cortex-M0+ cycles.
   (Sources/Compass/Calibration/Session/CalibrationFitMachine.swift) */
static uint8_t GuidedFit_step(GuidedFit *self) {
  uint8_t progress = CalibrationFit_step(&self->fit);
  if (progress == 2) {
    if (self->fit.outcome.model >= 2) {
      int32_t t1 = self->fit.outcome.radiusQ8;
      Result_int32_int32_int32 t2 = FitOutcome_wholeCentre(&self->fit.outcome);
      self->live.isSolved = 1;
      Vector3 other;
      other.x = t2.e0;
      other.y = t2.e1;
      other.z = t2.e2;
      LiveCoverage_move_to_radius(&other, (uint32_t)((t1 >> 8) + ((t1 >> 7) & 1)) & 0x3fffffffu, &self->live);
      return progress;
    }
    return progress;
  }
  return progress;
}

/* The product with a gain in Q28. (Sources/Compass/Calibration/Fit/AccelerometerPart.swift) */
static void Vector3_scale_by(int32_t gain, Vector3 *self) {
  int64_t t1 = Int64_init_multiplying(self->x, gain);
  self->x = Int64_word_rightBy(28, t1);
  int64_t t2 = Int64_init_multiplying(self->y, gain);
  self->y = Int64_word_rightBy(28, t2);
  int64_t t3 = Int64_init_multiplying(self->z, gain);
  self->z = Int64_word_rightBy(28, t3);
}

/* Replaces the accelerometer's part with the result of a fit of gravity in micro-g. The rest of the record stays.
   
   b is the centre of the fit. A is S of the fit, scaled so that corrected gravity has a length of 1 g.
   (Sources/Compass/Calibration/Fit/AccelerometerPart.swift) */
static void CalibrationRecord_setAccelerometer_from(const FitOutcome *outcome, CalibrationRecord *self) {
  self->accelerometerOrder = outcome->model;
  Result_int32_int32_int32 t1 = FitOutcome_wholeCentre(outcome);
  self->accelerometerOffset.x = t1.e0;
  self->accelerometerOffset.y = t1.e1;
  self->accelerometerOffset.z = t1.e2;
  self->accelerometerRotation.x = 0;
  self->accelerometerRotation.y = 0;
  self->accelerometerRotation.z = 0;
  int64_t t2 = Int64_init_multiplying(256000000, 268435456);
  uint32_t low = (uint32_t)outcome->radiusQ8;
  int32_t gain = Int64_quotient_by((int64_t)(uint64_t)(int64_t)(int32_t)low, t2);
  FitOutcome t3;
  t3 = *outcome;
  if (((uintptr_t)t3.softIronEntries & BEYOND_ALIGNMENT_32) != 0) {
    NEVER();
  }
  Symmetric_init_upper_from_halving(((Symmetric *)(void *)&self->accelerometerMatrix), (uintptr_t)t3.softIronEntries,
      6, 0, 0);
  Vector3_scale_by(gain, &self->accelerometerMatrix.rows[0]);
  Vector3_scale_by(gain, &self->accelerometerMatrix.rows[1]);
  Vector3_scale_by(gain, &self->accelerometerMatrix.rows[2]);
}

/* R·S, the matrix of a record. It gives the field in the sensor axes in which the fit got gravity.
   (Sources/Compass/Calibration/Fit/FitAlignment.swift) */
static void FitOutcome_correction(MatrixQ24 *t1, const FitOutcome *self) {
  FitOutcome t6;
  t6 = *self;
  if (((uintptr_t)t6.softIronEntries & BEYOND_ALIGNMENT_32) != 0) {
    NEVER();
  }
  Symmetric self2;
  Symmetric_init_upper_from_halving(&self2, (uintptr_t)t6.softIronEntries, 6, 0, 0);
  Result_uint8_uint32_uint32_uint32 t2 = FitOutcome_turn(self);
  int32_t x = self2.entries[1];
  int32_t x2 = self2.entries[2];
  int32_t y = self2.entries[4];
  int32_t y2 = self2.entries[5];
  int32_t z = self2.entries[7];
  int32_t z2 = self2.entries[8];
  Result_int32_int32_int32 t3 = SensorTurn_turned(self2.entries[0], self2.entries[3], self2.entries[6], t2.e0,
      (int32_t)t2.e1, (int32_t)t2.e2, (int32_t)t2.e3);
  Result_int32_int32_int32 t4 = SensorTurn_turned(x, y, z, t2.e0, (int32_t)t2.e1, (int32_t)t2.e2, (int32_t)t2.e3);
  Result_int32_int32_int32 t5 = SensorTurn_turned(x2, y2, z2, t2.e0, (int32_t)t2.e1, (int32_t)t2.e2, (int32_t)t2.e3);
  t1->rows[0].x = t3.e0;
  t1->rows[0].y = t4.e0;
  t1->rows[0].z = t5.e0;
  t1->rows[1].x = t3.e1;
  t1->rows[1].y = t4.e1;
  t1->rows[1].z = t5.e1;
  t1->rows[2].x = t3.e2;
  t1->rows[2].y = t4.e2;
  t1->rows[2].z = t5.e2;
}

/* A share of a strength, in nanotesla. The share is in 1/1000 %.
   (Sources/Compass/Calibration/Fit/MagnetometerPart.swift) */
static uint16_t CalibrationRecord_nanotesla_of(uint16_t share, uint32_t strength) {
  int64_t t1 = (int64_t)(uint32_t)share * (int64_t)strength;
  uint64_t value = (85899u * (uint64_t)t1) >> 33;
  return (uint16_t)(value < 65535u ? (uint16_t)(uint32_t)value : 65534u);
}

/* Replaces the magnetometer's part with the result of an accepted fit in nanotesla: h, S with the rotation into the
   accelerometer's axes, strength, dip, residual and predictions.
   
   The accelerometer's part stays. Sensor chip, serial, date, temperature and the directions visited also stay: the
   caller has to set them (`CalibrationMachine.coverage`).
   (Sources/Compass/Calibration/Fit/MagnetometerPart.swift) */
static void CalibrationRecord_setMagnetometer_from(const FitOutcome *outcome, CalibrationRecord *self) {
  CalibrationRecord_forgetCovariance(self);
  self->order = outcome->model;
  self->grade = outcome->grade;
  uint32_t t1 = outcome->sampleCount;
  self->sampleCount = (uint16_t)(t1 < 65535u ? (uint16_t)t1 : 65535u);
  self->hardIron = outcome->centre;
  FitOutcome_correction(&self->softIron, outcome);
  int16_t t2 = outcome->dip;
  uint32_t t3;
  uint8_t t4;
  if (t2 == 32767) {
    t3 = 0;
    t4 = 1;
  } else {
    t3 = (uint32_t)mul32(119305, (int32_t)t2);
    t4 = 0;
  }
  CalibrationRecord_set_dip(t3, t4, self);
  int32_t t5 = outcome->radiusQ8;
  int32_t t6 = (t5 >> 8) + ((t5 >> 7) & 1);
  self->fieldStrength = (uint32_t)t6;
  self->predictedError = outcome->predictedWorst;
  self->predictedTypicalError = outcome->predictedTypical;
  uint16_t t7 = outcome->residual;
  self->residual = CalibrationRecord_nanotesla_of(t7, (uint32_t)t6);
  uint8_t t8 = outcome->tiltSeen;
  self->tiltSeen = (uint8_t)(t8 < 90 ? t8 : 90);
}

/* Whether to ask now. When this returns true, the question counts as asked.
   (Sources/Compass/Calibration/Session/CalibrationPrompter.swift) */
static bool CalibrationPrompter_ask_at(uint64_t now, CalibrationPrompter *self) {
  if (self->isSuppressedForSession != 0) {
    return false;
  }
  if (self->isSuppressedForDevice != 0) {
    return false;
  }
  uint32_t t1 = (uint32_t)self->lastAsked;
  uint32_t t2 = (uint32_t)(self->lastAsked >> 32);
  if (self->lastAskedIsNone != 1) {
    uint32_t t3 = Instant_elapsed_since(((uint64_t)t1 & 0xffffffffu) | ((uint64_t)t2 << 32), now);
    if (t3 < 1000000u * (uint32_t)self->intervalSeconds) {
      return false;
    }
  }
  uint32_t t5 = (uint32_t)now;
  self->lastAsked = (uint64_t)t5;
  uint32_t t6 = (uint32_t)(now >> 32);
  self->lastAsked = (self->lastAsked & 0xffffffffu) | ((uint64_t)t6 << 32);
  self->lastAskedIsNone = 0;
  self->count = (uint16_t)(self->count + 1);
  return true;
}

#endif

#if !defined(BINNACLE_WITHOUT_CALIBRATION) && !defined(BINNACLE_WITHOUT_MOTION)
/* Sets the centre of the field's samples, as found from the gyroscope's rotation. It is used until a solve has found
   a centre.
   
   - centre: sensor axes, nanotesla, within ±2^21.
   - radius: the strength of the field, nanotesla.
   - Returns: whether no direction has been counted from this centre yet. Then pass the earlier samples to `show`.
   (Sources/Compass/Calibration/Session/CalibrationGuidance.swift) */
static bool CalibrationMachine_settle_onCentre_radius(uint32_t centreX, uint32_t centreY, uint32_t centreZ,
    uint32_t radius, CalibrationMachine *self) {
  if (self->e11.fit.outcome.model < 2) {
    self->e11.live.isSolved = 1;
    Vector3 other;
    other.x = (int32_t)centreX;
    other.y = (int32_t)centreY;
    other.z = (int32_t)centreZ;
    LiveCoverage_move_to_radius(&other, (radius >> 1) & 0x3fffffffu, &self->e11.live);
  }
  uint32_t t1 = self->e11.live.seen.words[2];
  if (self->e11.live.seen.words[0] == 0 && self->e11.live.seen.words[1] == 0) {
    return t1 == 0;
  }
  return false;
}

#endif

#if !defined(BINNACLE_WITHOUT_CALIBRATION)
/* (Sources/Compass/Calibration/Axes/AxisCheck.swift) */
static void AxisCheck_init(AxisCheck *t1) {
  int32_t t2 = 0;
  for (;;) {
    int32_t t3 = t2 + 1;
    t1->held[t2].field.x = 0;
    t1->held[t2].field.y = 0;
    t1->held[t2].field.z = 0;
    t1->held[t2].down.x = 0;
    t1->held[t2].down.y = 0;
    t1->held[t2].down.z = 0;
    t1->held[t2].pose = 4;
    if (t3 == 8) {
      break;
    }
    t2 = t3;
  }
  t1->count = 0;
}

/* Adds a sample at rest. Samples beyond eight are ignored.
   
   - field: the magnetometer's axes, hard iron subtracted, nanotesla, each within ±2^21.
   - specificForce: the accelerometer's axes, micro-g, each within ±2^21. Zero means that there is no
   accelerometer; then the pose is assumed to be exact.
   (Sources/Compass/Calibration/Axes/AxisCheck.swift) */
static void AxisCheck_add_field_specificForce_pose(int32_t fieldX, int32_t fieldY, int32_t fieldZ,
    int32_t specificForceX, int32_t specificForceY, int32_t specificForceZ, uint8_t pose, AxisCheck *self) {
  int32_t t1 = self->count;
  if (t1 < 8) {
    int32_t x = (fieldX >> 7) + ((fieldX >> 6) & 1);
    int32_t y = (fieldY >> 7) + ((fieldY >> 6) & 1);
    int32_t z = (fieldZ >> 7) + ((fieldZ >> 6) & 1);
    int32_t x2 = -((specificForceX >> 6) + ((specificForceX >> 5) & 1));
    int32_t y2 = -((specificForceY >> 6) + ((specificForceY >> 5) & 1));
    int32_t z2 = -((specificForceZ >> 6) + ((specificForceZ >> 5) & 1));
    if (t1 < 0) {
      NEVER();
    }
    self->held[t1].field.x = x;
    self->held[t1].field.y = y;
    self->held[t1].field.z = z;
    self->held[t1].down.x = x2;
    self->held[t1].down.y = y2;
    self->held[t1].down.z = z2;
    self->held[t1].pose = pose;
    self->count = add32(t1, 1);
    return;
  }
}

/* (Sources/Compass/Calibration/Axes/AxisCheck.swift) */
static int32_t AxisCheck_Search_share(int64_t cost, int64_t scale) {
  if (0 < scale && cost != 9223372036854775807ll) {
    int64_t t1 = mul64(1000, cost);
    if (false) {
      NEVER();
    }
    if (t1 == INT64_MIN) {
      if (scale == -1) {
        NEVER();
      }
    }
    int64_t value = t1 / scale;
    return (int32_t)(value < 100000 ? (int32_t)value : 100000);
  }
  return 100000;
}

/* (Sources/Compass/Calibration/Axes/AxisCheck.swift) */
static uint32_t AxisArrangement_init_index(int32_t index) {
  uint8_t rawValue = (uint8_t)(index >> 1);
  uint8_t self;
  uint8_t self2;
  uint8_t selfRemap;
  if (rawValue < 24) {
    uint8_t forward = (uint8_t)(rawValue >> 2);
    uint8_t index2 = (uint8_t)(rawValue & 3);
    uint32_t t1 = AxisRemap_init_forward_right(forward, index2 >= (uint8_t)(forward & 6) ? (uint8_t)(index2 + 2)
        : index2);
    uint32_t t2 = t1 & 0xffffffu;
    if ((uint32_t)(t2 & 0xffu) == 6) {
      selfRemap = 0;
      self = 2;
      self2 = 4;
    } else {
      selfRemap = (uint8_t)t2;
      self = (uint8_t)(uint32_t)(t2 >> 8);
      self2 = (uint8_t)(uint32_t)(t2 >> 16);
    }
  } else {
    selfRemap = 0;
    self = 2;
    self2 = 4;
  }
  uint32_t t3 = (uint32_t)selfRemap | ((uint32_t)self << 8) | ((uint32_t)self2 << 16)
      | ((uint32_t)(uint8_t)((index & 1) == 1) << 24);
  return t3;
}

/* The best arrangement is certain if it is twice as good as the next, and better by 5 % of the measured values.
   (Sources/Compass/Calibration/Axes/AxisCheck.swift) */
static Result_uint32_bool_uint32_int32 AxisCheck_Search_finding_scale(int64_t scale, const Search *self) {
  int32_t cost = AxisCheck_Search_share(self->bestCost, scale);
  int32_t next = AxisCheck_Search_share(self->nextCost, scale);
  uint32_t t1 = AxisArrangement_init_index(self->best);
  uint32_t t2 = (uint32_t)(uint8_t)(next >= mul32(cost, 2) && sub32(next, cost) >= 50 ? 0 : 2)
      | ((uint32_t)(uint8_t)t1 << 8) | ((uint32_t)(uint8_t)(t1 >> 8) << 16);
  Result_uint32_bool_uint32_int32 result;
  result.e0 = t2 | ((uint32_t)(uint8_t)(t1 >> 16) << 24);
  result.e1 = ((uint8_t)(((uint8_t)(t1 >> 24) & 1) != 0) & 1) != 0;
  result.e2 = (uint32_t)cost;
  result.e3 = next;
  return result;
}

/* Whether each body axis has pointed to the ground with one of its ends, and there are enough poses.
   (Sources/Compass/Calibration/Axes/AxisCheck.swift) */
static bool AxisCheck_isComplete(const AxisCheck *self) {
  int32_t t1 = self->count;
  if (t1 < 0) {
    NEVER();
  }
  if (t1 == 0) {
    return false;
  }
  if (0 >= t1) {
    NEVER();
  }
  uint8_t axes = 0;
  int32_t i = 0;
  for (;;) {
    int32_t t2 = add32(i, 1);
    if (i < 0 || i >= 8) {
      NEVER();
    }
    axes = (uint8_t)(axes | (uint8_t)((uint32_t)(uint8_t)1 << (uint8_t)((uint8_t)(self->held[i].pose >> 1) & 7)));
    if (t2 == t1) {
      break;
    }
    i = t2;
  }
  if (axes == 7) {
    return t1 >= 4;
  }
  return false;
}

/* The range of a weighted sum of the three axes over all samples; the arguments are the weights.
   (Sources/Compass/Calibration/Axes/AxisCheck.swift) */
static int32_t range_(int32_t x, int32_t y, int32_t z, const AxisCheck *self, bool ofForce) {
  int32_t t1 = self->count;
  if (t1 < 0) {
    NEVER();
  }
  int32_t t3;
  int32_t t4;
  if (t1 == 0) {
    t3 = 2147483647;
    t4 = INT32_MIN;
  } else {
    if (0 >= t1) {
      NEVER();
    }
    t3 = 2147483647;
    t4 = INT32_MIN;
    int32_t i = 0;
    for (;;) {
      int32_t t2 = add32(i, 1);
      int32_t vX;
      int32_t vY;
      int32_t vZ;
      if (ofForce) {
        if (i < 0 || i >= 8) {
          NEVER();
        }
        vX = self->held[i].down.x;
        vY = self->held[i].down.y;
        vZ = self->held[i].down.z;
      } else {
        if (i < 0 || i >= 8) {
          NEVER();
        }
        vX = self->held[i].field.x;
        vY = self->held[i].field.y;
        vZ = self->held[i].field.z;
      }
      int32_t value = add32(add32(mul32(vX, x), mul32(vY, y)), mul32(vZ, z));
      t3 = value < t3 ? value : t3;
      t4 = value >= t4 ? value : t4;
      if (t2 == t1) {
        break;
      }
      i = t2;
    }
  }
  return sub32(t4, t3);
}

/* Whether an axis carries no information of its own: over all poses, the axis, or its sum or difference with another
   axis, changes by at most a tenth of the largest change of any axis.
   (Sources/Compass/Calibration/Axes/AxisCheck.swift) */
static bool AxisCheck_hasLostAxis_ofForce(bool ofForce, const AxisCheck *self) {
  int32_t x = range_(1, 0, 0, self, ofForce);
  int32_t y = range_(0, 1, 0, self, ofForce);
  int32_t z = range_(0, 0, 1, self, ofForce);
  int32_t t1 = range_(1, 1, 0, self, ofForce);
  int32_t t2 = range_(0, 1, 1, self, ofForce);
  int32_t t3 = t2 < t1 ? t2 : t1;
  int32_t t4 = range_(1, 0, 1, self, ofForce);
  int32_t sums = t4 < t3 ? t4 : t3;
  int32_t t5 = range_(1, -1, 0, self, ofForce);
  int32_t t6 = range_(0, 1, -1, self, ofForce);
  int32_t t7 = t6 < t5 ? t6 : t5;
  int32_t t8 = range_(1, 0, -1, self, ofForce);
  int32_t differences = t8 < t7 ? t8 : t7;
  int32_t t9 = y < x ? y : x;
  int32_t t10 = z < t9 ? z : t9;
  int32_t t11 = differences < sums ? differences : sums;
  int32_t t12 = y >= x ? y : x;
  return (z >= t12 ? z : t12) >= mul32(10, t11 < t10 ? t11 : t10);
}

/* Finds the directions of the accelerometer's axes in the body: in every pose, gravity must point along the axis
   that the pose names.
   (Sources/Compass/Calibration/Axes/AxisCheck.swift) */
static Result_uint32_bool_uint32_uint32 AxisCheck_accelerometer(const AxisCheck *self) {
  Search t27;
  int32_t t1 = self->count;
  if (t1 < 0) {
    NEVER();
  }
  bool t2 = t1 == 0;
  int64_t cost;
  if (t2) {
    cost = 0;
  } else {
    if (0 >= t1) {
      NEVER();
    }
    cost = 0;
    int32_t i = 0;
    for (;;) {
      int32_t t3 = add32(i, 1);
      if (i < 0 || i >= 8) {
        NEVER();
      }
      uint32_t b = (uint32_t)self->held[i].down.x;
      uint32_t b2 = (uint32_t)self->held[i].down.y;
      uint32_t b3 = (uint32_t)self->held[i].down.z;
      if ((int32_t)b < 0) {
        b = 0 - b - 1 + 1;
      }
      int64_t t4 = (int64_t)b;
      int64_t t5 = mul64(t4, t4);
      uint64_t t6 = (uint64_t)t5;
      if ((int32_t)b2 < 0) {
        b2 = 0 - b2 - 1 + 1;
      }
      int64_t t7 = (int64_t)b2;
      int64_t t8 = mul64(t7, t7);
      uint64_t t9 = (uint64_t)t8;
      if ((int32_t)b3 < 0) {
        b3 = 0 - b3 - 1 + 1;
      }
      int64_t t10 = (int64_t)b3;
      int64_t t11 = mul64(t10, t10);
      uint32_t value = UInt64_squareRoot(t6 + t9 + (uint64_t)t11);
      cost = add64(cost, (int64_t)(uint64_t)value);
      if (t3 == t1) {
        break;
      }
      i = t3;
    }
  }
  int64_t t12 = 9223372036854775807ll;
  int64_t t13 = 9223372036854775807ll;
  int32_t t14 = 0;
  int32_t index = 0;
  for (;;) {
    if (index < 0 || index >= 48) {
      NEVER();
    }
    int32_t t15 = index + 1;
    if (sadd_overflows32(index, 1)) {
      NEVER();
    }
    uint8_t rawValue = (uint8_t)(index >> 1);
    uint8_t self2;
    uint8_t self3;
    uint8_t selfRemap;
    if (rawValue < 24) {
      uint8_t forward = (uint8_t)(rawValue >> 2);
      uint8_t index2 = (uint8_t)(rawValue & 3);
      uint32_t t16 = AxisRemap_init_forward_right(forward, index2 >= (uint8_t)(forward & 6) ? (uint8_t)(index2 + 2)
          : index2);
      uint32_t t17 = t16 & 0xffffffu;
      if ((uint32_t)(t17 & 0xffu) == 6) {
        selfRemap = 0;
        self2 = 2;
        self3 = 4;
      } else {
        selfRemap = (uint8_t)t17;
        self2 = (uint8_t)(uint32_t)(t17 >> 8);
        self3 = (uint8_t)(uint32_t)(t17 >> 16);
      }
    } else {
      selfRemap = 0;
      self2 = 2;
      self3 = 4;
    }
    bool arrangementIsMirrored = (index & 1) == 1;
    int64_t cost2;
    if (t2) {
      if (cost < t13) {
        t12 = t13;
        t13 = cost;
        t14 = index;
        goto L1;
      }
      cost2 = cost;
    } else {
      if (0 >= t1) {
        NEVER();
      }
      int64_t agreement = 0;
      int32_t i2 = 0;
      for (;;) {
        int32_t t18 = add32(i2, 1);
        if (i2 < 0 || i2 >= 8) {
          NEVER();
        }
        Result_int32_int32_int32 t19 = AxisRemap_body(self->held[i2].down.x, self->held[i2].down.y,
            self->held[i2].down.z, (uint32_t)selfRemap | ((uint32_t)self2 << 8) | ((uint32_t)self3 << 16));
        int32_t value2 = arrangementIsMirrored ? (int32_t)(t19.e2 == INT32_MIN ? 2147483647 : sub32(0, t19.e2))
            : t19.e2;
        uint8_t pose = self->held[i2].pose;
        switch ((uint8_t)(pose >> 1)) {
          case 0: {
            value2 = t19.e0;
            break;
          }
          case 1: {
            value2 = t19.e1;
            break;
          }
          default: {
            break;
          }
        }
        int32_t value3 = (uint8_t)(pose & 1) == 1 ? sub32(0, value2) : value2;
        agreement = add64(agreement, (int64_t)(uint64_t)(int64_t)value3);
        if (t18 == t1) {
          break;
        }
        i2 = t18;
      }
      cost2 = sub64(cost, agreement);
      if (cost2 < t13) {
        t12 = t13;
        t13 = cost2;
        t14 = index;
        goto L1;
      }
    }
    t12 = cost2 < t12 ? cost2 : t12;
L1:;
    if (t15 == 48) {
      break;
    }
    index = t15;
  }
  AxisFinding finding;
  t27.best = t14;
  t27.bestCost = t13;
  t27.nextCost = t12;
  t27.bestSum = 0;
  Result_uint32_bool_uint32_int32 t20 = AxisCheck_Search_finding_scale(cost, &t27);
  AxisFinding t28;
  t28.outcome = (uint8_t)t20.e0;
  t28.arrangement.remap.forward = (uint8_t)(t20.e0 >> 8);
  t28.arrangement.remap.right = (uint8_t)(t20.e0 >> 16);
  t28.arrangement.remap.down = (uint8_t)(t20.e0 >> 24);
  t28.arrangement.isMirrored = t20.e1;
  t28.disagreement = (int32_t)t20.e2;
  t28.nextDisagreement = t20.e3;
  finding = t28;
  uint8_t t21 = t28.outcome;
  int32_t t22 = t28.disagreement;
  bool t23 = AxisCheck_isComplete(self);
  uint8_t t24 = (uint8_t)(t23 ? t21 : 1);
  bool t25 = t24 == 0 && 180 < t22;
  uint8_t t26 = (uint8_t)(t25 ? 3 : t24);
  if (!t23 || t25) {
    finding.outcome = t26;
  }
  if (t26 == 2 && 0 < cost) {
    if (AxisCheck_hasLostAxis_ofForce(true, self)) {
      finding.outcome = 6;
    }
  }
  Result_uint32_bool_uint32_uint32 result;
  result.e0 = (uint32_t)finding.outcome | ((uint32_t)finding.arrangement.remap.forward << 8)
      | ((uint32_t)finding.arrangement.remap.right << 16) | ((uint32_t)finding.arrangement.remap.down << 24);
  result.e1 = finding.arrangement.isMirrored != 0;
  result.e2 = (uint32_t)finding.disagreement;
  result.e3 = (uint32_t)finding.nextDisagreement;
  return result;
}

/* Finds the directions of the magnetometer's axes in the body: in every attitude of the instrument, the component of
   the field along gravity is the same.
   
   - accelerometer: the accelerometer's arrangement, from `accelerometer()`; `nil` means that the poses are assumed
   to be exact.
   - pointsDown: whether the field points down at the instrument's place, as it does north of the magnetic equator.
   (Sources/Compass/Calibration/Axes/AxisCheck.swift) */
static Result_uint32_bool_uint32_uint32 AxisCheck_magnetometer_accelerometer_pointsDown(uint32_t accelerometer,
    bool pointsDown, const AxisCheck *self) {
  Search self4;
  int32_t value = self->count;
  if (value < 0) {
    NEVER();
  }
  bool t1 = value == 0;
  int64_t mean;
  bool t12;
  if (t1) {
    mean = 0;
    t12 = false;
  } else {
    if (0 >= value) {
      NEVER();
    }
    int64_t total = 0;
    int32_t i = 0;
    for (;;) {
      int32_t t2 = add32(i, 1);
      if (i < 0 || i >= 8) {
        NEVER();
      }
      uint32_t b = (uint32_t)self->held[i].field.x;
      uint32_t b2 = (uint32_t)self->held[i].field.y;
      uint32_t b3 = (uint32_t)self->held[i].field.z;
      if ((int32_t)b < 0) {
        b = 0 - b - 1 + 1;
      }
      int64_t t3 = (int64_t)b;
      int64_t t4 = mul64(t3, t3);
      uint64_t t5 = (uint64_t)t4;
      if ((int32_t)b2 < 0) {
        b2 = 0 - b2 - 1 + 1;
      }
      int64_t t6 = (int64_t)b2;
      int64_t t7 = mul64(t6, t6);
      uint64_t t8 = (uint64_t)t7;
      if ((int32_t)b3 < 0) {
        b3 = 0 - b3 - 1 + 1;
      }
      int64_t t9 = (int64_t)b3;
      int64_t t10 = mul64(t9, t9);
      uint32_t value2 = UInt64_squareRoot(t5 + t8 + (uint64_t)t10);
      total = add64(total, (int64_t)(uint64_t)value2);
      if (t2 == value) {
        break;
      }
      i = t2;
    }
    if (0 < value) {
      uint64_t t11 = (uint64_t)(int64_t)value;
      if (t11 == 0) {
        NEVER();
      }
      if (total == INT64_MIN) {
        if (t11 == 18446744073709551615ull) {
          NEVER();
        }
      }
      mean = total / (int64_t)t11;
      t12 = true;
    } else {
      mean = 0;
      t12 = false;
    }
  }
  int64_t t13 = 0;
  int64_t t14 = 9223372036854775807ll;
  int64_t t15 = 9223372036854775807ll;
  int32_t t16 = 0;
  int32_t index = 0;
  for (;;) {
    if (index < 0 || index >= 48) {
      NEVER();
    }
    int32_t t17 = index + 1;
    if (sadd_overflows32(index, 1)) {
      NEVER();
    }
    uint8_t rawValue = (uint8_t)(index >> 1);
    uint8_t self2;
    uint8_t self3;
    uint8_t selfRemap;
    if (rawValue < 24) {
      uint8_t forward = (uint8_t)(rawValue >> 2);
      uint8_t index2 = (uint8_t)(rawValue & 3);
      uint32_t t18 = AxisRemap_init_forward_right(forward, index2 >= (uint8_t)(forward & 6) ? (uint8_t)(index2 + 2)
          : index2);
      uint32_t t19 = t18 & 0xffffffu;
      if ((uint32_t)(t19 & 0xffu) == 6) {
        selfRemap = 0;
        self2 = 2;
        self3 = 4;
      } else {
        selfRemap = (uint8_t)t19;
        self2 = (uint8_t)(uint32_t)(t19 >> 8);
        self3 = (uint8_t)(uint32_t)(t19 >> 16);
      }
    } else {
      selfRemap = 0;
      self2 = 2;
      self3 = 4;
    }
    bool arrangementIsMirrored = (index & 1) == 1;
    int64_t sum;
    if (t1) {
      sum = 0;
    } else {
      if (0 >= value) {
        NEVER();
      }
      sum = 0;
      int32_t i2 = 0;
      for (;;) {
        int32_t t20 = add32(i2, 1);
        if (i2 < 0 || i2 >= 8) {
          NEVER();
        }
        Result_int32_int32_int32 t21 = AxisRemap_body(self->held[i2].field.x, self->held[i2].field.y,
            self->held[i2].field.z, (uint32_t)selfRemap | ((uint32_t)self2 << 8) | ((uint32_t)self3 << 16));
        int32_t value3 = arrangementIsMirrored ? (int32_t)(t21.e2 == INT32_MIN ? 2147483647 : sub32(0, t21.e2))
            : t21.e2;
        uint64_t t23;
        if ((accelerometer & 0xff000000u) == 33554432u) {
          uint8_t pose = self->held[i2].pose;
          switch ((uint8_t)(pose >> 1)) {
            case 0: {
              value3 = t21.e0;
              break;
            }
            case 1: {
              value3 = t21.e1;
              break;
            }
            default: {
              break;
            }
          }
          int32_t value4 = (uint8_t)(pose & 1) == 1 ? sub32(0, value3) : value3;
          t23 = (uint64_t)(int64_t)value4;
        } else {
          Result_int32_int32_int32 t22 = AxisRemap_body(self->held[i2].down.x, self->held[i2].down.y,
              self->held[i2].down.z, (uint32_t)(uint8_t)accelerometer
              | ((uint32_t)(uint8_t)(accelerometer >> 8) << 8) | ((uint32_t)(uint8_t)(accelerometer >> 16) << 16));
          int32_t product = add32(add32(mul32(t22.e0, t21.e0), mul32(t22.e1, t21.e1)),
              mul32(((accelerometer >> 24) & 1) != 0 ? (int32_t)(t22.e2 == INT32_MIN ? 2147483647 : sub32(0, t22.e2))
              : t22.e2, value3));
          int32_t value5 = product / 15625;
          t23 = (uint64_t)(int64_t)value5;
        }
        sum = add64(sum, (int64_t)t23);
        if (t20 == value) {
          break;
        }
        i2 = t20;
      }
    }
    if (t12 && (sum >= 0) == pointsDown) {
      uint64_t t24 = (uint64_t)(int64_t)value;
      if (t24 == 0) {
        NEVER();
      }
      if (sum == INT64_MIN) {
        if (t24 == 18446744073709551615ull) {
          NEVER();
        }
      }
      int64_t b4 = sum / (int64_t)t24;
      int64_t cost;
      if (t1) {
        if (0 < t15) {
          t13 = sum;
          t14 = t15;
          t15 = 0;
          t16 = index;
          goto L1;
        }
        cost = 0;
      } else {
        if (0 >= value) {
          NEVER();
        }
        int64_t spread = 0;
        int32_t i3 = 0;
        for (;;) {
          int32_t t25 = add32(i3, 1);
          if (i3 < 0 || i3 >= 8) {
            NEVER();
          }
          Result_int32_int32_int32 t26 = AxisRemap_body(self->held[i3].field.x, self->held[i3].field.y,
              self->held[i3].field.z, (uint32_t)selfRemap | ((uint32_t)self2 << 8) | ((uint32_t)self3 << 16));
          int32_t value6 = arrangementIsMirrored ? (int32_t)(t26.e2 == INT32_MIN ? 2147483647 : sub32(0, t26.e2))
              : t26.e2;
          int64_t a;
          if ((accelerometer & 0xff000000u) == 33554432u) {
            uint8_t pose2 = self->held[i3].pose;
            switch ((uint8_t)(pose2 >> 1)) {
              case 0: {
                value6 = t26.e0;
                break;
              }
              case 1: {
                value6 = t26.e1;
                break;
              }
              default: {
                break;
              }
            }
            int32_t value7 = (uint8_t)(pose2 & 1) == 1 ? sub32(0, value6) : value6;
            a = (int64_t)(uint64_t)(int64_t)value7;
          } else {
            Result_int32_int32_int32 t27 = AxisRemap_body(self->held[i3].down.x, self->held[i3].down.y,
                self->held[i3].down.z, (uint32_t)(uint8_t)accelerometer
                | ((uint32_t)(uint8_t)(accelerometer >> 8) << 8) | ((uint32_t)(uint8_t)(accelerometer >> 16) << 16));
            int32_t product2 = add32(add32(mul32(t27.e0, t26.e0), mul32(t27.e1, t26.e1)),
                mul32(((accelerometer >> 24) & 1) != 0 ? (int32_t)(t27.e2 == INT32_MIN ? 2147483647 : sub32(0,
                t27.e2)) : t27.e2, value6));
            int32_t value8 = product2 / 15625;
            a = (int64_t)(uint64_t)(int64_t)value8;
          }
          int64_t t28;
          if (a < b4) {
            t28 = sub64(b4, a);
          } else {
            t28 = sub64(a, b4);
          }
          spread = add64(spread, t28);
          if (t25 == value) {
            break;
          }
          i3 = t25;
        }
        if (spread == INT64_MIN) {
          if (t24 == 18446744073709551615ull) {
            NEVER();
          }
        }
        cost = spread / (int64_t)t24;
        if (cost < t15) {
          t13 = sum;
          t14 = t15;
          t15 = cost;
          t16 = index;
          goto L1;
        }
      }
      t14 = cost < t14 ? cost : t14;
    }
L1:;
    if (t17 == 48) {
      break;
    }
    index = t17;
  }
  AxisFinding finding;
  self4.best = t16;
  self4.bestCost = t15;
  self4.nextCost = t14;
  self4.bestSum = t13;
  Result_uint32_bool_uint32_int32 t29 = AxisCheck_Search_finding_scale(mean, &self4);
  AxisFinding t43;
  t43.outcome = (uint8_t)t29.e0;
  t43.arrangement.remap.forward = (uint8_t)(t29.e0 >> 8);
  t43.arrangement.remap.right = (uint8_t)(t29.e0 >> 16);
  t43.arrangement.remap.down = (uint8_t)(t29.e0 >> 24);
  t43.arrangement.isMirrored = t29.e1;
  t43.disagreement = (int32_t)t29.e2;
  t43.nextDisagreement = t29.e3;
  finding = t43;
  uint8_t t42 = t43.outcome;
  if (AxisCheck_isComplete(self)) {
    if (t15 != 9223372036854775807ll) {
      uint64_t t30 = (uint64_t)(int64_t)value;
      if (t30 == 0) {
        NEVER();
      }
      if (t13 == INT64_MIN) {
        if (t30 == 18446744073709551615ull) {
          NEVER();
        }
      }
      int64_t a2 = t13 / (int64_t)t30;
      if (mul64(10, a2 < 0 ? sub64(0, a2) : a2) < mean) {
        finding.outcome = 4;
        t42 = 4;
      }
      int64_t spread2;
      if (t1) {
        spread2 = 0;
      } else {
        if (0 >= value) {
          NEVER();
        }
        spread2 = 0;
        int32_t i4 = 0;
        for (;;) {
          int32_t t31 = add32(i4, 1);
          if (i4 < 0 || i4 >= 8) {
            NEVER();
          }
          uint32_t b5 = (uint32_t)self->held[i4].field.x;
          uint32_t b6 = (uint32_t)self->held[i4].field.y;
          uint32_t b7 = (uint32_t)self->held[i4].field.z;
          if ((int32_t)b5 < 0) {
            b5 = 0 - b5 - 1 + 1;
          }
          int64_t t32 = (int64_t)b5;
          int64_t t33 = mul64(t32, t32);
          uint64_t t34 = (uint64_t)t33;
          if ((int32_t)b6 < 0) {
            b6 = 0 - b6 - 1 + 1;
          }
          int64_t t35 = (int64_t)b6;
          int64_t t36 = mul64(t35, t35);
          uint64_t t37 = (uint64_t)t36;
          if ((int32_t)b7 < 0) {
            b7 = 0 - b7 - 1 + 1;
          }
          int64_t t38 = (int64_t)b7;
          int64_t t39 = mul64(t38, t38);
          uint32_t value9 = UInt64_squareRoot(t34 + t37 + (uint64_t)t39);
          uint64_t t40 = (uint64_t)value9;
          int64_t t41;
          if ((int64_t)t40 < mean) {
            t41 = sub64(mean, (int64_t)t40);
          } else {
            t41 = sub64((int64_t)t40, mean);
          }
          spread2 = add64(spread2, t41);
          if (t31 == value) {
            break;
          }
          i4 = t31;
        }
        if (spread2 == INT64_MIN) {
          if (t30 == 18446744073709551615ull) {
            NEVER();
          }
        }
      }
      if (mean < mul64(8, spread2 / (int64_t)t30)) {
        finding.outcome = 5;
        t42 = 5;
      }
      if (t42 != 0) {
        if (AxisCheck_hasLostAxis_ofForce(false, self)) {
          finding.outcome = 6;
        }
      }
    }
  } else {
    finding.outcome = 1;
  }
  Result_uint32_bool_uint32_uint32 result;
  result.e0 = (uint32_t)finding.outcome | ((uint32_t)finding.arrangement.remap.forward << 8)
      | ((uint32_t)finding.arrangement.remap.right << 16) | ((uint32_t)finding.arrangement.remap.down << 24);
  result.e1 = finding.arrangement.isMirrored != 0;
  result.e2 = (uint32_t)finding.disagreement;
  result.e3 = (uint32_t)finding.nextDisagreement;
  return result;
}

#endif

/* ---- Heading: Sources/Compass/Heading ---------------------------------------------------------------------------- */

/* The heading of the forward axis from raw counts, for firmware without correction and conversion.
   
   - field: the magnetic field in any unit.
   - force: the specific force in any unit; at rest it points up.
   - Returns: clockwise from magnetic north, within 1e-5 degrees of the exact value for the same counts when the
   forward axis is within 60° of level and the horizontal field is at least 150 counts and a third of the total;
   `nil` when the specific force is zero or the field is vertical. When the forward axis is vertical, roll is taken
   as zero (Protocols/heading/spec.md, section 4); within a hundredth of a degree of that attitude the heading is
   arbitrary.
   (Sources/Compass/Heading/CountsHeading.swift) */
static Result_uint32_uint8 TiltCompensation_heading_field_force(uint32_t t1, int16_t fieldZ, uint32_t t2,
    int16_t forceZ) {
  int32_t self = (int32_t)(int16_t)t2;
  int32_t self2 = (int32_t)(int16_t)(t2 >> 16);
  int32_t self3 = (int32_t)forceZ;
  int32_t value = (self ^ (self >> 31)) | (self2 ^ (self2 >> 31)) | (self3 ^ (self3 >> 31));
  uint32_t eight = ((((uint32_t)value >> 7) - 1) >> 31) << 3;
  uint32_t bits = (uint32_t)value << (eight & 0x1fu);
  uint32_t four = (((bits >> 11) - 1) >> 31) << 2;
  uint32_t bits2 = bits << (four & 0x1fu);
  uint32_t two = (((bits2 >> 13) - 1) >> 31) << 1;
  int32_t t3 = (int32_t)(eight + four + two + ((((bits2 << (two & 0x1fu)) >> 14) - 1) >> 31)) & 0x1f;
  int32_t a = (int32_t)((uint32_t)self << (uint32_t)t3);
  int32_t a2 = (int32_t)((uint32_t)self2 << (uint32_t)t3);
  int32_t a3 = (int32_t)((uint32_t)self3 << (uint32_t)t3);
  int32_t self4 = (int32_t)(int16_t)t1;
  int32_t self5 = (int32_t)(int16_t)(t1 >> 16);
  int32_t self6 = (int32_t)fieldZ;
  int32_t value2 = (self4 ^ (self4 >> 31)) | (self5 ^ (self5 >> 31)) | (self6 ^ (self6 >> 31));
  uint32_t eight2 = ((((uint32_t)value2 >> 7) - 1) >> 31) << 3;
  uint32_t bits3 = (uint32_t)value2 << (eight2 & 0x1fu);
  uint32_t four2 = (((bits3 >> 11) - 1) >> 31) << 2;
  uint32_t bits4 = bits3 << (four2 & 0x1fu);
  uint32_t two2 = (((bits4 >> 13) - 1) >> 31) << 1;
  int32_t t4 = (int32_t)(eight2 + four2 + two2 + ((((bits4 << (two2 & 0x1fu)) >> 14) - 1) >> 31)) & 0x1f;
  int32_t m = (int32_t)((uint32_t)self4 << (uint32_t)t4);
  int32_t m2 = (int32_t)((uint32_t)self5 << (uint32_t)t4);
  int32_t m3 = (int32_t)((uint32_t)self6 << (uint32_t)t4);
  int32_t s = (mul32(a2, a2) >> 1) + (mul32(a3, a3) >> 1);
  int32_t t5 = (mul32(m2, a2) >> 1) + (mul32(m3, a3) >> 1);
  int32_t e = (mul32(m2, a3) >> 1) - (mul32(m3, a2) >> 1);
  if (s == 0) {
    int32_t down = 0 < a ? m3 : sub32(0, m3);
    if (a == 0) {
      Result_uint32_uint8 result4;
      result4.e0 = 0;
      result4.e1 = 1;
      return result4;
    }
    Result_uint32_uint8 t6 = Cordic_Precise_angle_y_x(sub32(0, m2), down);
    Result_uint32_uint8 result5;
    result5.e0 = t6.e0;
    result5.e1 = t6.e1;
    return result5;
  }
  uint32_t squared = (uint32_t)s + ((uint32_t)mul32(a, a) >> 1);
  uint32_t shift = ((squared >> 29) - 1) >> 31;
  uint32_t radicand = squared << ((1 + shift + shift) & 0x1fu);
  uint32_t top = radicand >> 16;
  uint32_t inverse = 69888u - ((19968 * top) >> 15);
  uint32_t inverse2 = (inverse * ((3221225472u - top * ((inverse * inverse) >> 16)) >> 16)) >> 15;
  uint32_t inverse3 = (inverse2 * ((3221225472u - top * ((inverse2 * inverse2) >> 16)) >> 16)) >> 15;
  uint32_t lengthInverse = (inverse3 * ((3221225472u - top * ((inverse3 * inverse3) >> 16)) >> 16)) >> 15;
  uint32_t lengthWhole = (lengthInverse * top) >> 15;
  int32_t north = sub32(mul32(s >> 16, m), mul32(t5 >> 16, a));
  int32_t east = mul32((int32_t)lengthWhole, e >> 16);
  int32_t finer = (int32_t)(((north ^ (north >> 31)) | (east ^ (east >> 31))) < 67108864 ? 4 : 0);
  int32_t t7 = finer & 0x1f;
  int32_t t8 = (12 - finer) & 0x1f;
  int32_t t9 = ((int32_t)((lengthWhole * ((uint32_t)e & 0xffffu)) >> 4) + (mul32(mul32((int32_t)lengthInverse,
      (int32_t)(radicand - lengthWhole * lengthWhole) >> 5) >> 17, e >> 12) >> 2)) >> (uint32_t)t8;
  Result_uint32_uint8 t10 = Cordic_Precise_angle_y_x(add32((int32_t)((uint32_t)east << (uint32_t)t7), t9) >> shift,
      add32((int32_t)((uint32_t)north << (uint32_t)t7), ((mul32(s & 0xffff, m) >> 4) - (mul32(t5 & 0xffff,
      a) >> 4)) >> (uint32_t)t8));
  Result_uint32_uint8 result6;
  result6.e0 = t10.e0;
  result6.e1 = t10.e1;
  return result6;
}

/* Whether u × m is exactly zero, if its forward component is zero.
   (Sources/Compass/Heading/TiltCompensation.swift) */
static bool Products_isParallel(int32_t uX, int32_t uY, int32_t uZ, int32_t mX, int32_t mY, int32_t mZ, int64_t self,
    int64_t self2) {
  (void)self;
  (void)self2;
  int64_t t1 = Int64_adding_times(uX, mZ, 0);
  if (Int64_adding_times(sub32(0, uZ), mX, t1) == 0) {
    int64_t t2 = Int64_adding_times(uY, mX, 0);
    int64_t t3 = Int64_adding_times(sub32(0, uX), mY, t2);
    return t3 == 0;
  }
  return false;
}

/* `TiltCompensation.solve` in place, when the caller provides memory for the solution. If it throws, the contents of
   the solution are not valid.
   (Sources/Compass/Heading/TiltCompensation.swift) */
static uint8_t HeadingSolution_solve_field_specificForce(int32_t fieldMantissa, int32_t field, int32_t field2,
    int32_t fieldExponent, int32_t specificForceValue, int32_t specificForce, int32_t specificForce2,
    uint8_t specificForceIsNone, HeadingSolution *self, uintptr_t *t1) {
  uint8_t t45;
  int32_t up;
  int32_t up2;
  int32_t up3;
  int64_t up4;
  if (specificForceIsNone == 1) {
    up = 0;
    up2 = 0;
    up3 = -536870912;
    up4 = 288230376151711744ll;
  } else {
    uint32_t bits = (uint32_t)((specificForceValue ^ (specificForceValue >> 31))
        | (specificForce ^ (specificForce >> 31))) | (uint32_t)(specificForce2 ^ (specificForce2 >> 31));
    if (bits == 0) {
      if ((specificForceValue | specificForce | specificForce2) == 0) {
        t45 = 1;
        goto L1;
      }
    }
    int32_t t2 = UInt32_leadingZeros(bits);
    int32_t shift = sub32(t2, 2);
    if (shift >= 0) {
      int32_t t3 = shift & 0x1f;
      up = (int32_t)((uint32_t)specificForceValue << (uint32_t)t3);
      up2 = (int32_t)((uint32_t)specificForce << (uint32_t)t3);
      up3 = (int32_t)((uint32_t)specificForce2 << (uint32_t)t3);
    } else {
      up = (specificForceValue >> 1) + (specificForceValue & 1);
      up2 = (specificForce >> 1) + (specificForce & 1);
      up3 = (specificForce2 >> 1) + (specificForce2 & 1);
    }
    int32_t lowerA = (int32_t)(int16_t)up2;
    int32_t lowerB = (int32_t)(int16_t)up3;
    int32_t upperA = sub32(up2, lowerA) >> 16;
    int32_t upperB = sub32(up3, lowerB) >> 16;
    int32_t mixed = add32(lowerA * upperA, lowerB * upperB);
    up4 = add64((int64_t)((uint64_t)((uint32_t)mixed << 17) | ((uint64_t)(uint32_t)add32(add32(upperA * upperA,
        upperB * upperB), mixed >> 15) << 32)), (int64_t)(uint64_t)(uint32_t)add32(lowerA * lowerA, lowerB * lowerB));
  }
  int32_t lowerA2;
  lowerA2 = (int32_t)(int16_t)up3;
  int32_t lowerB2;
  lowerB2 = (int32_t)(int16_t)field;
  int32_t lowerC;
  lowerC = (int32_t)(int16_t)up2;
  int32_t lowerD;
  lowerD = (int32_t)(int16_t)field2;
  int32_t upperA2;
  upperA2 = sub32(up3, lowerA2) >> 16;
  int32_t upperB2;
  upperB2 = sub32(field, lowerB2) >> 16;
  int32_t upperC;
  upperC = sub32(up2, lowerC) >> 16;
  int32_t upperD;
  upperD = sub32(field2, lowerD) >> 16;
  int32_t mixed2;
  mixed2 = sub32(sub32(add32(lowerB2 * upperA2, upperB2 * lowerA2), lowerD * upperC), upperD * lowerC);
  int32_t value;
  value = lowerB2 * lowerA2 - lowerD * lowerC;
  int64_t self2;
  self2 = add64((int64_t)((uint64_t)((uint32_t)mixed2 << 16) | ((uint64_t)(uint32_t)(upperB2 * upperA2
      - upperD * upperC + (mixed2 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value);
  int32_t mixed3;
  mixed3 = add32(add32(add32(lowerB2 * upperC, upperB2 * lowerC), lowerD * upperA2), upperD * lowerA2);
  int32_t value2;
  value2 = sub32(add32(lowerB2 * lowerC, lowerD * lowerA2), 1);
  int64_t self3;
  self3 = add64((int64_t)((uint64_t)(((uint32_t)mixed3 << 16) + 1) | ((uint64_t)(uint32_t)add32(add32(upperB2 * upperC,
      upperD * upperA2), mixed3 >> 16) << 32)), (int64_t)(uint64_t)(int64_t)value2);
  int32_t lowerA3;
  lowerA3 = (int32_t)(int16_t)up;
  int32_t upperA3;
  upperA3 = sub32(up, lowerA3) >> 16;
  int32_t mixed4;
  mixed4 = lowerA3 * upperA3;
  int64_t length;
  length = add64(up4, add64((int64_t)((uint64_t)((uint32_t)mixed4 << 17) | ((uint64_t)(uint32_t)(upperA3 * upperA3
      + (mixed4 >> 15)) << 32)), (int64_t)(uint64_t)(uint32_t)(lowerA3 * lowerA3)));
  uint32_t lower;
  lower = (uint32_t)length;
  uint32_t fraction;
  fraction = lower >> 29;
  uint32_t t4;
  t4 = (uint32_t)((uint64_t)length >> 32);
  uint32_t t5;
  t5 = t4 << 2;
  uint32_t t6;
  t6 = fraction & 1;
  uint32_t upper;
  upper = (uint32_t)add32((int32_t)t5, (int32_t)((fraction >> 1) + t6));
  uint32_t length2;
  length2 = ((upper >> 30) - 1) >> 31;
  Result_uint32_int32_uint32 t7;
  t7 = RootOfWord_called(upper << ((length2 + length2) & 0x1fu));
  uint32_t t8;
  t8 = (t7.e0 << 16) + (uint32_t)add32((int32_t)((uint32_t)t7.e1 << 6), 53);
  int32_t length3;
  length3 = (int32_t)((uint32_t)(t8 < 1073741824u ? 4294967295u : t8) >> ((1 + length2) & 0x1fu));
  uint32_t heading;
  uint8_t t23;
  if (up4 == 0) {
    Result_uint32_uint8 t9 = Cordic_Precise_angle_y_x(sub32(0, field), 0 < up ? field2 : sub32(0, field2));
    heading = t9.e0;
    t23 = t9.e1;
  } else {
    if (self2 == 0) {
      if (Products_isParallel(up, up2, up3, fieldMantissa, field, field2, self2, self3)) {
        t45 = 0;
        goto L1;
      }
    }
    int32_t t10 = (int32_t)((uint64_t)self2 >> 32);
    int32_t t11 = (int32_t)((uint64_t)self3 >> 32);
    int32_t t12 = (int32_t)((uint64_t)up4 >> 32);
    int32_t t13 = UInt32_leadingZeros((uint32_t)((t10 ^ (t10 >> 31)) | (t11 ^ (t11 >> 31)) | (t12 ^ (t12 >> 31))));
    int32_t left = sub32(t13, 2);
    int32_t t14 = sub32(31, left) & 0x1f;
    uint32_t fraction2 = (uint32_t)self2 >> (uint32_t)t14;
    int32_t t15 = left & 0x1f;
    int32_t b = add32((int32_t)((uint32_t)t10 << (uint32_t)t15), (int32_t)((fraction2 >> 1) + (fraction2 & 1)));
    uint32_t fraction3 = (uint32_t)self3 >> (uint32_t)t14;
    int32_t self4 = add32((int32_t)((uint32_t)t11 << (uint32_t)t15), (int32_t)((fraction3 >> 1) + (fraction3 & 1)));
    uint32_t fraction4 = (uint32_t)up4 >> (uint32_t)t14;
    int32_t self5 = add32((int32_t)((uint32_t)t12 << (uint32_t)t15), (int32_t)((fraction4 >> 1) + (fraction4 & 1)));
    int32_t lowerA4 = (int32_t)(int16_t)fieldMantissa;
    int32_t lowerB3 = (int32_t)(int16_t)self5;
    int32_t lowerD2 = (int32_t)(int16_t)self4;
    int32_t upperA4 = sub32(fieldMantissa, lowerA4) >> 16;
    int32_t upperB3 = sub32(self5, lowerB3) >> 16;
    int32_t upperD2 = sub32(self4, lowerD2) >> 16;
    int32_t mixed5 = sub32(sub32(add32(lowerB3 * upperA4, upperB3 * lowerA4), lowerD2 * upperA3), upperD2 * lowerA3);
    int32_t value3 = lowerB3 * lowerA4 - lowerD2 * lowerA3;
    int64_t self6 = add64((int64_t)((uint64_t)((uint32_t)mixed5 << 16) | ((uint64_t)(uint32_t)(upperB3 * upperA4
        - upperD2 * upperA3 + (mixed5 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value3);
    int32_t lowerA5 = length3 & 0xffff;
    int32_t upperA5 = length3 >> 16;
    int32_t t16 = (int32_t)(int16_t)b;
    int32_t upperB4 = sub32(b, t16) >> 16;
    int32_t mixed6 = add32(t16 * upperA5, upperB4 * lowerA5);
    int32_t value4 = t16 * lowerA5;
    int64_t self7 = add64((int64_t)((uint64_t)((uint32_t)mixed6 << 16) | ((uint64_t)(uint32_t)(upperB4 * upperA5
        + (mixed6 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value4);
    int32_t t17 = (int32_t)((uint64_t)self7 >> 32);
    int32_t t18 = (int32_t)((uint64_t)self6 >> 32);
    int32_t t19 = UInt32_leadingZeros((uint32_t)((t17 ^ (t17 >> 31)) | (t18 ^ (t18 >> 31))));
    int32_t left2 = sub32(t19, 1);
    int32_t t20 = left2 & 0x1f;
    int32_t t21 = sub32(0, left2) & 0x1f;
    Result_uint32_uint8 t22 = Cordic_Precise_angle_y_x((int32_t)((uint32_t)t17 << (uint32_t)t20)
        | (int32_t)((uint32_t)self7 >> (uint32_t)t21), (int32_t)((uint32_t)t18 << (uint32_t)t20)
        | (int32_t)((uint32_t)self6 >> (uint32_t)t21));
    heading = t22.e0;
    t23 = t22.e1;
  }
  if (t23 != 1) {
    self->heading = heading;
    self->up.x = up;
    self->up.y = up2;
    self->up.z = up3;
    int32_t lowerA6 = (int32_t)(int16_t)fieldMantissa;
    int32_t upperA6 = sub32(fieldMantissa, lowerA6) >> 16;
    int32_t mixed7 = add32(add32(lowerA6 * upperA6, lowerB2 * upperB2), lowerD * upperD);
    int64_t self8 = add64((int64_t)((uint64_t)((uint32_t)mixed7 << 17)
        | ((uint64_t)(uint32_t)add32(add32(add32(upperA6 * upperA6, upperB2 * upperB2), upperD * upperD),
        mixed7 >> 15) << 32)), (int64_t)(uint64_t)(uint32_t)add32(add32(lowerA6 * lowerA6, lowerB2 * lowerB2),
        lowerD * lowerD));
    uint32_t lower2 = (uint32_t)self8;
    uint32_t a = ((uint32_t)((uint64_t)self8 >> 32) << 2) + (lower2 >> 30) + ((lower2 >> 29) & 1);
    uint32_t b2 = t5 + (lower >> 30) + t6;
    uint32_t lowerA7 = a & 0xffffu;
    uint32_t upperA7 = a >> 16;
    uint32_t lowerB4 = b2 & 0xffffu;
    uint32_t upperB5 = b2 >> 16;
    uint32_t t24 = lowerB4 * lowerA7;
    uint32_t first = lowerB4 * upperA7 + (t24 >> 16);
    uint32_t second = upperB5 * lowerA7 + (first & 0xffffu);
    uint64_t t25 = (uint64_t)((second << 16) | (t24 & 0xffffu)) | ((uint64_t)(upperB5 * upperA7 + (first >> 16)
        + (second >> 16)) << 32);
    int32_t mixed8 = add32(lowerA6 * upperA3, upperA6 * lowerA3);
    int32_t value5 = lowerA6 * lowerA3;
    int64_t self9 = add64(self3, add64((int64_t)((uint64_t)((uint32_t)mixed8 << 16)
        | ((uint64_t)(uint32_t)(upperA6 * upperA3 + (mixed8 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value5));
    int32_t sign = (int32_t)((uint64_t)self9 >> 32) >> 31;
    int64_t self10 = sign < 0 ? sub64(0, self9) : self9;
    uint32_t lower3 = (uint32_t)self10;
    uint32_t b3 = ((uint32_t)((uint64_t)self10 >> 32) << 2) + (lower3 >> 30) + ((lower3 >> 29) & 1);
    uint32_t lowerA8 = b3 & 0xffffu;
    uint32_t upperA8 = b3 >> 16;
    uint32_t t26 = lowerA8 * upperA8;
    uint32_t t27 = lowerA8 * lowerA8;
    uint32_t first2 = t26 + (t27 >> 16);
    uint32_t second2 = t26 + (first2 & 0xffffu);
    uint64_t t28 = (uint64_t)((second2 << 16) | (t27 & 0xffffu)) | ((uint64_t)(upperA8 * upperA8 + (first2 >> 16)
        + (second2 >> 16)) << 32);
    uint64_t self11 = t28 < t25 ? t25 - t28 : 1;
    uint32_t t29;
    if ((uint32_t)(self11 >> 32) == 0) {
      t29 = 16;
      self11 = (uint64_t)(uint32_t)self11 << 32;
    } else {
      t29 = 0;
    }
    uint32_t t30 = (uint32_t)(self11 >> 32);
    uint32_t t31 = (uint32_t)UInt32_leadingZeros(t30);
    uint32_t more = t31 >> 1;
    uint32_t double_ = more + more;
    uint32_t t32 = double_ & 0x1fu;
    uint32_t t33 = (uint32_t)self11;
    uint32_t raised = t29 + more;
    Result_uint32_int32_uint32 t34 = RootOfWord_called((uint32_t)(((uint64_t)(t33 << t32) | ((uint64_t)((t30 << t32)
        | ((t33 >> 1) >> ((31 - double_) & 0x1fu))) << 32)) >> 32));
    uint32_t t35 = (t34.e0 << 16) + (uint32_t)add32((int32_t)((uint32_t)t34.e1 << 6), 53);
    uint32_t a2 = (uint32_t)(t35 < 1073741824u ? 4294967295u : t35) >> (raised & 0x1fu);
    Result_uint32_uint8 t36 = Cordic_Precise_angle_y_x(sub32(sign, (int32_t)(b3 >> 1) ^ sign), (int32_t)(a2 >> 1));
    self->dip = (uint32_t)(t36.e1 == 1 ? 0 : t36.e0);
    uint32_t rough = t7.e2 * (a2 >> 16) + ((t7.e2 * (a2 & 0xffffu)) >> 16);
    int32_t t37 = (int32_t)(((uint32_t)1 << ((30 - length2) & 0x1fu)) - (t7.e2 * ((uint32_t)length3 >> 16)
        + ((t7.e2 * ((uint32_t)length3 & 0xffffu)) >> 16))) >> 3;
    uint32_t scaled = rough + (uint32_t)(mul32(t37, (int32_t)(rough >> 16)) >> ((11 - length2) & 0x1fu));
    int32_t down = sub32(sub32(0, fieldExponent), (int32_t)length2);
    if (31 < down) {
      scaled = 0;
    } else if (0 < down) {
      scaled = (scaled >> (uint32_t)(down & 0x1f)) + ((scaled >> (uint32_t)(sub32(down, 1) & 0x1f)) & 1);
    }
    self->horizontalNanotesla = scaled;
    uint32_t whole = (uint32_t)(t25 >> 32);
    uint32_t t44;
    uint32_t tilt;
    if (9 < raised) {
      t44 = 4294967295u;
      tilt = 4294967295u;
    } else {
      uint32_t factor = (t34.e2 * t34.e2) >> 20;
      int32_t across = (int32_t)((uint64_t)self3 >> 32) >> 14;
      int32_t turned = mul32((int32_t)((uint64_t)self2 >> 32) >> 14, mul32((int32_t)t7.e2, up >> 15) >> ((16
          - length2) & 0x1fu)) >> 15;
      uint32_t t38 = (18 - raised - raised) & 0x1fu;
      uint32_t a3 = (factor * ((uint32_t)add32(mul32(across, across), mul32(turned, turned)) >> 12)) >> t38;
      uint32_t t39 = 0;
      uint32_t t40 = (uint32_t)((uint64_t)up4 >> 32) << 2;
      while (t40 < 2147483648u) {
        if (t39 == 12) {
          tilt = 4294967295u;
          goto L2;
        }
        t39++;
        t40 <<= 1;
      }
      uint32_t top;
      top = t40 >> 16;
      uint32_t line;
      line = top - 95951u;
      uint32_t ratio;
      ratio = ((0 - (uint32_t)((int32_t)(line * ((line * top) >> 16)) >> 15)) * (t4 >> 14)) >> ((23 - t39) & 0x1fu);
      if (65535u < ratio) {
        tilt = 4294967295u;
      } else {
        uint32_t b4 = ratio * ratio;
        uint32_t lowerA9 = a3 & 0xffffu;
        uint32_t upperA9 = a3 >> 16;
        uint32_t lowerB5 = b4 & 0xffffu;
        uint32_t upperB6 = b4 >> 16;
        uint32_t t41 = lowerB5 * lowerA9;
        uint32_t first3 = lowerB5 * upperA9 + (t41 >> 16);
        uint32_t second3 = upperB6 * lowerA9 + (first3 & 0xffffu);
        uint64_t t42 = (uint64_t)((second3 << 16) | (t41 & 0xffffu)) | ((uint64_t)(upperB6 * upperA9 + (first3 >> 16)
            + (second3 >> 16)) << 32);
        uint32_t t43 = (uint32_t)(t42 >> 32);
        if (t43 >= 65536u) {
          tilt = 4294967295u;
        } else {
          tilt = (t43 << 16) | ((uint32_t)t42 >> 16);
        }
      }
L2:;
      t44 = (factor * (whole >> 12)) >> t38;
    }
    self->gains.field = t44;
    self->gains.tilt = tilt;
    return 0;
  }
  t45 = 0;
L1:;
  *t1 = 1;
  return t45;
}

/* Heading, attitude, dip and horizontal field.
   
   - field: calibrated field in the body frame (forward, right, down).
   - specificForce: body frame; at rest it points up with 1 g. `nil` for a board without an accelerometer: the
   instrument is then assumed to be level.
   - Returns: heading within 1e-5 degrees of the exact value for the same integers when the horizontal field is at
   least 4 % of the total.
   (Sources/Compass/Heading/TiltCompensation.swift) */
static void TiltCompensation_solve_field_specificForce(HeadingSolution *t1, int32_t fieldMantissa, int32_t field,
    int32_t field2, int32_t fieldExponent, int32_t specificForceValue, int32_t specificForce, int32_t specificForce2,
    uint8_t specificForceIsNone, const void *t2, uintptr_t *t3, uint8_t *t4) {
  (void)t2;
  t1->heading = 0;
  t1->dip = 0;
  t1->horizontalNanotesla = 0;
  t1->gains.field = 4294967295u;
  t1->gains.tilt = 4294967295u;
  t1->up.x = 0;
  t1->up.y = 0;
  t1->up.z = -1;
  uint8_t t5 = HeadingSolution_solve_field_specificForce(fieldMantissa, field, field2, fieldExponent,
      specificForceValue, specificForce, specificForce2, specificForceIsNone, t1, t3);
  if (*t3 != 0) {
    *t3 = 0;
    *t3 = 1;
    *t4 = t5;
    return;
  }
}

/* The same for a field that was rounded to 1/256 nT. (Sources/Compass/Heading/TiltCompensation.swift) */
static void TiltCompensation_solve_field_specificForce_2(HeadingSolution *t1, int32_t vX, int32_t vY, int32_t vZ,
    int32_t specificForceValue, int32_t specificForce, int32_t specificForce2, uint8_t specificForceIsNone,
    const void *t2, uintptr_t *t3, uint8_t *t4) {
  (void)t2;
  int64_t sumsX = (int64_t)((uint64_t)(uint32_t)vX << 32) >> 8;
  int64_t sumsY = (int64_t)((uint64_t)(uint32_t)vY << 32) >> 8;
  int64_t sumsZ = (int64_t)((uint64_t)(uint32_t)vZ << 32) >> 8;
  int32_t t5 = (int32_t)((uint64_t)sumsX >> 32);
  int32_t t6 = (int32_t)((uint64_t)sumsY >> 32);
  int32_t t7 = (int32_t)((uint64_t)sumsZ >> 32);
  int32_t t8 = UInt32_leadingZeros((uint32_t)((t5 ^ (t5 >> 31)) | (t6 ^ (t6 >> 31)) | (t7 ^ (t7 >> 31))));
  int32_t left = sub32(t8, 2);
  int32_t t9 = sub32(31, left) & 0x1f;
  uint32_t fraction = (uint32_t)sumsX >> (uint32_t)t9;
  int32_t t10 = left & 0x1f;
  uint32_t fraction2 = (uint32_t)sumsY >> (uint32_t)t9;
  uint32_t fraction3 = (uint32_t)sumsZ >> (uint32_t)t9;
  uint8_t t12;
  TiltCompensation_solve_field_specificForce(t1, add32((int32_t)((uint32_t)t5 << (uint32_t)t10),
      (int32_t)((fraction >> 1) + (fraction & 1))), add32((int32_t)((uint32_t)t6 << (uint32_t)t10),
      (int32_t)((fraction2 >> 1) + (fraction2 & 1))), add32((int32_t)((uint32_t)t7 << (uint32_t)t10),
      (int32_t)((fraction3 >> 1) + (fraction3 & 1))), sub32(0, left), specificForceValue, specificForce,
      specificForce2, specificForceIsNone, NULL, t3, &t12);
  if (*t3 != 0) {
    uint8_t t11 = t12;
    *t3 = 0;
    *t3 = 1;
    *t4 = t11;
    return;
  }
}

/* The rotation of the body axes after which `axis` is forward.
   
   The other two axes are chosen so that the instrument is upright in the new frame. For ±X and ±Y, down stays down.
   For ±Z, the axes through the display, the former forward axis points up.
   (Sources/Compass/Heading/PointingAxis.swift) */
static uint32_t AxisRemap_pointing(uint8_t number) {
  uint32_t t1 = AxisRemap_init_forward_right(number, (uint8_t)(number >> 1) == 1 ? (uint8_t)(number ^ 3)
      : (uint8_t)(2 | (uint8_t)(number & 1)));
  uint32_t t2 = t1 & 0xffffffu;
  bool t3 = (uint32_t)(t2 & 0xffu) == 6;
  uint32_t t4 = (uint32_t)(uint8_t)(t3 ? 0 : (uint8_t)t2) | ((uint32_t)(uint8_t)(t3 ? 2
      : (uint8_t)(uint32_t)(t2 >> 8)) << 8) | ((uint32_t)(uint8_t)(t3 ? 4 : (uint8_t)(uint32_t)(t2 >> 16)) << 16);
  return t4;
}

#if !defined(BINNACLE_WITHOUT_WORLD_MODEL)
/* Sets the Earth's field at the instrument's place.
   q22YearsOutside: how far the date is outside the model's dates, in 2^−22 years; at most ten years. The
   declination is then less certain.
   (Sources/Compass/Heading/HeadingService.swift) */
static void HeadingService_setField_q22YearsOutside(const GeomagneticField *field, uint32_t q22YearsOutside,
    HeadingService *self) {
  self->known = *field;
  self->isFieldKnown = 1;
  uint32_t t1 = field->declination;
  bool t2 = field->declinationIsNone == 1;
  self->isDeclinationKnown = (uint8_t)!t2;
  self->declination = (uint32_t)(t2 ? 0 : t1);
  uint32_t horizontalNanotesla = field->horizontalQ8 >> 8;
  self->modelledHorizontal = horizontalNanotesla;
  uint16_t hundredths;
  if (32 >= horizontalNanotesla) {
    hundredths = 18000;
  } else {
    uint32_t t3 = 541700u + ((1250 * (q22YearsOutside >> 8)) >> 8);
    if (false) {
      NEVER();
    }
    uint32_t part = t3 / horizontalNanotesla;
    uint32_t t4 = UInt32_squareRoot(part * part + 676);
    uint32_t root = t4 + 1;
    hundredths = (uint16_t)(18000 < root ? 18000 : (uint16_t)root);
  }
  uint32_t t5 = (uint32_t)hundredths;
  self->declinationVariance = ((67 * ((t5 * t5) >> 6)) >> 5) + 1;
}

#endif

/* The deviation card that is applied to each heading. (Sources/Compass/Heading/HeadingService.swift) */
static void HeadingService_set_card(const DeviationCard *value, HeadingService *self) {
  uint32_t t1 = (uint32_t)value->a;
  self->card = *value;
  bool t2;
  if (t1 == 0) {
    if (value->b == 0) {
      if (value->c == 0) {
        if (value->d == 0) {
          t2 = value->e == 0;
        } else {
          t2 = false;
        }
      } else {
        t2 = false;
      }
    } else {
      t2 = false;
    }
  } else {
    t2 = false;
  }
  self->isCardEmpty = (uint8_t)t2;
}

/* The time constant, microseconds, 0…60,000,000; 0: no smoothing. Setting it keeps the state.
   (Sources/Compass/Heading/Smoothing.swift) */
static void HeadingSmoother_set_timeConstant(uint32_t value, HeadingSmoother *self) {
  self->timeConstant = value;
  if (0 < value) {
    uint32_t shift = (uint32_t)UInt32_leadingZeros(value);
    self->inverse = UInt32_normalisedReciprocal(value << (shift & 0x1fu));
    self->places = 35 - shift;
    return;
  }
}

/* The axis among +X, +Z and −Z that is most level, for an instrument whose heading should continue while it is
   raised or lowered: +Z if the nose is more than 50° up, −Z if it is more than 50° down, +X again below 40°
   (Protocols/heading/spec.md, section 11).
   force: micro-g, body axes.
   (Sources/Compass/Heading/PointingAxis.swift) */
static uint8_t AxisRemap_SignedAxis_mostLevel_under(int32_t selfMicroG, int32_t self, int32_t self2, uint8_t self3) {
  Result_int32_int32_int32 t1 = Vector3_mantissa_bits(15, selfMicroG, self, self2);
  uint32_t along = (uint32_t)mul32(t1.e0, t1.e0);
  uint32_t t2 = ((uint32_t)mul32(t1.e1, t1.e1) + (uint32_t)mul32(t1.e2, t1.e2)) >> 8;
  if (self3 == 0) {
    if (363 * t2 >= along) {
      return 0;
    }
  } else if (180 * t2 >= along) {
    return 0;
  }
  return (uint8_t)(0 < t1.e0 ? 4 : 5);
}

/* Whether the axis lies within 4° of the vertical: 204·(the force across it)² < (the force along it)². The heading
   of the axis is undefined there (Protocols/heading/spec.md, section 4).
   force: micro-g, body axes; it points up or down.
   (Sources/Compass/Heading/PointingAxis.swift) */
static bool AxisRemap_SignedAxis_isVertical_under(uint32_t forceX, uint32_t forceY, int32_t forceZ, uint8_t self) {
  uint8_t t1 = (uint8_t)(self >> 1);
  bool t2 = t1 == 0;
  int32_t t3 = t2 ? (int32_t)forceX : (t1 == 1 ? (int32_t)forceY : forceZ);
  uint32_t low;
  if (t3 < 0) {
    low = 0 - (uint32_t)t3 - 1 + 1;
  } else {
    low = (uint32_t)t3;
  }
  int32_t t4 = t2 ? (int32_t)forceY : (int32_t)forceX;
  uint32_t low2;
  if (t4 < 0) {
    low2 = 0 - (uint32_t)t4 - 1 + 1;
  } else {
    low2 = (uint32_t)t4;
  }
  int32_t t5 = t1 == 2 ? (int32_t)forceY : forceZ;
  uint32_t low3;
  if (t5 < 0) {
    low3 = 0 - (uint32_t)t5 - 1 + 1;
  } else {
    low3 = (uint32_t)t5;
  }
  uint32_t part = low >> 3;
  if (part < low2) {
    return false;
  }
  if (part < low3) {
    return false;
  }
  if (low >= 67108864u) {
    return false;
  }
  uint64_t t6 = (uint64_t)low2;
  uint64_t t7 = (uint64_t)low3;
  uint64_t t8 = (uint64_t)low;
  return 204 * (t6 * t6 + t7 * t7) < t8 * t8;
}

/* Computes only the heading of the forward axis.
   
   - field: calibrated field in the body frame (forward, right, down).
   - specificForce: body frame; at rest it points up with 1 g.
   - Returns: heading within 1e-5 degrees of the exact value for the same integers when the horizontal field is at
   least 4 % of the total; `nil` when the horizontal field or the specific force is zero.
   (Sources/Compass/Heading/TiltCompensation.swift) */
static Result_uint32_uint8 TiltCompensation_heading_field_specificForce(int32_t fieldMantissa, int32_t field,
    int32_t field2, int32_t fieldExponent, int32_t aX, int32_t aY, int32_t aZ) {
  (void)fieldExponent;
  uint32_t bits = (uint32_t)((aX ^ (aX >> 31)) | (aY ^ (aY >> 31))) | (uint32_t)(aZ ^ (aZ >> 31));
  if (bits == 0) {
    if ((aX | aY | aZ) == 0) {
      Result_uint32_uint8 result5;
      result5.e0 = 0;
      result5.e1 = 1;
      return result5;
    }
  }
  int32_t t1 = UInt32_leadingZeros(bits);
  int32_t shift = sub32(t1, 2);
  int32_t a;
  int32_t b;
  int32_t up;
  if (shift >= 0) {
    int32_t t2 = shift & 0x1f;
    up = (int32_t)((uint32_t)aX << (uint32_t)t2);
    a = (int32_t)((uint32_t)aY << (uint32_t)t2);
    b = (int32_t)((uint32_t)aZ << (uint32_t)t2);
  } else {
    up = (aX >> 1) + (aX & 1);
    a = (aY >> 1) + (aY & 1);
    b = (aZ >> 1) + (aZ & 1);
  }
  int32_t lowerA = (int32_t)(int16_t)a;
  int32_t lowerB = (int32_t)(int16_t)b;
  int32_t upperA = sub32(a, lowerA) >> 16;
  int32_t upperB = sub32(b, lowerB) >> 16;
  int32_t mixed = add32(lowerA * upperA, lowerB * upperB);
  int64_t up2 = add64((int64_t)((uint64_t)((uint32_t)mixed << 17) | ((uint64_t)(uint32_t)add32(add32(upperA * upperA,
      upperB * upperB), mixed >> 15) << 32)), (int64_t)(uint64_t)(uint32_t)add32(lowerA * lowerA, lowerB * lowerB));
  int32_t lowerA2 = (int32_t)(int16_t)b;
  int32_t lowerB2 = (int32_t)(int16_t)field;
  int32_t lowerC = (int32_t)(int16_t)a;
  int32_t lowerD = (int32_t)(int16_t)field2;
  int32_t upperA2 = sub32(b, lowerA2) >> 16;
  int32_t upperB2 = sub32(field, lowerB2) >> 16;
  int32_t upperC = sub32(a, lowerC) >> 16;
  int32_t upperD = sub32(field2, lowerD) >> 16;
  int32_t mixed2 = sub32(sub32(add32(lowerB2 * upperA2, upperB2 * lowerA2), lowerD * upperC), upperD * lowerC);
  int32_t value = lowerB2 * lowerA2 - lowerD * lowerC;
  int64_t self = add64((int64_t)((uint64_t)((uint32_t)mixed2 << 16) | ((uint64_t)(uint32_t)(upperB2 * upperA2
      - upperD * upperC + (mixed2 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value);
  int32_t mixed3 = add32(add32(add32(lowerB2 * upperC, upperB2 * lowerC), lowerD * upperA2), upperD * lowerA2);
  int32_t value2 = sub32(add32(lowerB2 * lowerC, lowerD * lowerA2), 1);
  int64_t self2 = add64((int64_t)((uint64_t)(((uint32_t)mixed3 << 16) + 1)
      | ((uint64_t)(uint32_t)add32(add32(upperB2 * upperC, upperD * upperA2), mixed3 >> 16) << 32)),
      (int64_t)(uint64_t)(int64_t)value2);
  int32_t lowerA3 = (int32_t)(int16_t)up;
  int32_t upperA3 = sub32(up, lowerA3) >> 16;
  int32_t mixed4 = lowerA3 * upperA3;
  int64_t self3 = add64(up2, add64((int64_t)((uint64_t)((uint32_t)mixed4 << 17)
      | ((uint64_t)(uint32_t)(upperA3 * upperA3 + (mixed4 >> 15)) << 32)),
      (int64_t)(uint64_t)(uint32_t)(lowerA3 * lowerA3)));
  uint32_t fraction = (uint32_t)self3 >> 29;
  uint32_t upper = (uint32_t)add32((int32_t)((uint32_t)((uint64_t)self3 >> 32) << 2), (int32_t)((fraction >> 1)
      + (fraction & 1)));
  uint32_t self4 = ((upper >> 30) - 1) >> 31;
  Result_uint32_int32_uint32 t3 = RootOfWord_called(upper << ((self4 + self4) & 0x1fu));
  uint32_t t4 = (t3.e0 << 16) + (uint32_t)add32((int32_t)((uint32_t)t3.e1 << 6), 53);
  int32_t length = (int32_t)((uint32_t)(t4 < 1073741824u ? 4294967295u : t4) >> ((1 + self4) & 0x1fu));
  if (up2 == 0) {
    Result_uint32_uint8 t5 = Cordic_Precise_angle_y_x(sub32(0, field), 0 < up ? field2 : sub32(0, field2));
    Result_uint32_uint8 result6;
    result6.e0 = t5.e0;
    result6.e1 = t5.e1;
    return result6;
  }
  if (self == 0) {
    if (Products_isParallel(up, a, b, fieldMantissa, field, field2, self, self2)) {
      Result_uint32_uint8 result7;
      result7.e0 = 0;
      result7.e1 = 1;
      return result7;
    }
  }
  int32_t t6 = (int32_t)((uint64_t)self >> 32);
  int32_t t7 = (int32_t)((uint64_t)self2 >> 32);
  int32_t t8 = (int32_t)((uint64_t)up2 >> 32);
  int32_t t9 = UInt32_leadingZeros((uint32_t)((t6 ^ (t6 >> 31)) | (t7 ^ (t7 >> 31)) | (t8 ^ (t8 >> 31))));
  int32_t left = sub32(t9, 2);
  int32_t t10 = sub32(31, left) & 0x1f;
  uint32_t fraction2 = (uint32_t)self >> (uint32_t)t10;
  int32_t t11 = left & 0x1f;
  int32_t b2 = add32((int32_t)((uint32_t)t6 << (uint32_t)t11), (int32_t)((fraction2 >> 1) + (fraction2 & 1)));
  uint32_t fraction3 = (uint32_t)self2 >> (uint32_t)t10;
  int32_t self5 = add32((int32_t)((uint32_t)t7 << (uint32_t)t11), (int32_t)((fraction3 >> 1) + (fraction3 & 1)));
  uint32_t fraction4 = (uint32_t)up2 >> (uint32_t)t10;
  int32_t self6 = add32((int32_t)((uint32_t)t8 << (uint32_t)t11), (int32_t)((fraction4 >> 1) + (fraction4 & 1)));
  int32_t lowerA4 = (int32_t)(int16_t)fieldMantissa;
  int32_t lowerB3 = (int32_t)(int16_t)self6;
  int32_t lowerD2 = (int32_t)(int16_t)self5;
  int32_t upperA4 = sub32(fieldMantissa, lowerA4) >> 16;
  int32_t upperB3 = sub32(self6, lowerB3) >> 16;
  int32_t upperD2 = sub32(self5, lowerD2) >> 16;
  int32_t mixed5 = sub32(sub32(add32(lowerB3 * upperA4, upperB3 * lowerA4), lowerD2 * upperA3), upperD2 * lowerA3);
  int32_t value3 = lowerB3 * lowerA4 - lowerD2 * lowerA3;
  int64_t self7 = add64((int64_t)((uint64_t)((uint32_t)mixed5 << 16) | ((uint64_t)(uint32_t)(upperB3 * upperA4
      - upperD2 * upperA3 + (mixed5 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value3);
  int32_t lowerA5 = length & 0xffff;
  int32_t upperA5 = length >> 16;
  int32_t t12 = (int32_t)(int16_t)b2;
  int32_t upperB4 = sub32(b2, t12) >> 16;
  int32_t mixed6 = add32(t12 * upperA5, upperB4 * lowerA5);
  int32_t value4 = t12 * lowerA5;
  int64_t self8 = add64((int64_t)((uint64_t)((uint32_t)mixed6 << 16) | ((uint64_t)(uint32_t)(upperB4 * upperA5
      + (mixed6 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value4);
  int32_t t13 = (int32_t)((uint64_t)self8 >> 32);
  int32_t t14 = (int32_t)((uint64_t)self7 >> 32);
  int32_t t15 = UInt32_leadingZeros((uint32_t)((t13 ^ (t13 >> 31)) | (t14 ^ (t14 >> 31))));
  int32_t left2 = sub32(t15, 1);
  int32_t t16 = left2 & 0x1f;
  int32_t t17 = sub32(0, left2) & 0x1f;
  Result_uint32_uint8 t18 = Cordic_Precise_angle_y_x((int32_t)((uint32_t)t13 << (uint32_t)t16)
      | (int32_t)((uint32_t)self8 >> (uint32_t)t17), (int32_t)((uint32_t)t14 << (uint32_t)t16)
      | (int32_t)((uint32_t)self7 >> (uint32_t)t17));
  Result_uint32_uint8 result8;
  result8.e0 = t18.e0;
  result8.e1 = t18.e1;
  return result8;
}

/* Adds to the calibration's error the effect of a tilt if the calibration is planar. Such a calibration does not
   know the vertical field, which the tilt compensation needs. The heading is then wrong by up to the tilt times the
   tangent of the dip, which is taken as 2. Half of that is one standard deviation.
   levelTolerance: how level an instrument without accelerometer is kept, one standard deviation, 1/10 degree.
   (Sources/Compass/Heading/HeadingEvidence.swift) */
static void HeadingEvidence_addTiltError_levelTolerance(uint8_t levelTolerance, HeadingEvidence *self) {
  uint32_t forceMicroG = (uint32_t)self->observation.specificForce.value.microG.x;
  uint32_t force = (uint32_t)self->observation.specificForce.value.microG.y;
  uint32_t t1;
  if (self->observation.specificForce.isNone == 1) {
    t1 = 32 * (uint32_t)levelTolerance;
  } else {
    if ((int32_t)forceMicroG < 0) {
      forceMicroG = 0 - forceMicroG - 1 + 1;
    }
    if ((int32_t)force < 0) {
      force = 0 - force - 1 + 1;
    }
    t1 = 3 * ((forceMicroG + force) >> 9);
  }
  uint32_t t2 = self->calibration.tag == 1 ? t1 : t1 + (uint32_t)self->calibration.payload;
  self->calibration.payload = (uint16_t)(t2 < 18000 ? (uint16_t)t2 : 18000);
  self->calibration.tag = 0;
}

/* Finds heading, dip and horizontal field, or the reason why there is no heading.
   pointer: the rotation from body axes to the axes of the pointing axis.
   (Sources/Compass/Heading/HeadingEvidence.swift) */
static void HeadingEvidence_solve_pointer(uint32_t t1, HeadingEvidence *self) {
  uintptr_t t7 = 0;
  uint8_t t2 = (uint8_t)t1;
  uint8_t t3 = (uint8_t)(t1 >> 8);
  uint8_t t4 = (uint8_t)(t1 >> 16);
  if (self->reason == 0) {
    int32_t forceValue = self->observation.specificForce.value.microG.x;
    int32_t force = self->observation.specificForce.value.microG.y;
    int32_t force2 = self->observation.specificForce.value.microG.z;
    uint8_t forceIsNone = self->observation.specificForce.isNone;
    if (forceIsNone != 1) {
      Result_int32_int32_int32 t5 = AxisRemap_body(forceValue, force, force2, (uint32_t)t2 | ((uint32_t)t3 << 8)
          | ((uint32_t)t4 << 16));
      forceValue = t5.e0;
      force = t5.e1;
      force2 = t5.e2;
      forceIsNone = 0;
    }
    uint8_t error = HeadingSolution_solve_field_specificForce(self->field.mantissa.x, self->field.mantissa.y,
        self->field.mantissa.z, self->field.exponent, forceValue, force, force2, forceIsNone, &self->solution, &t7);
    if (t7 != 0) {
      t7 = 0;
      self->reason = (uint8_t)(error == 1 ? 4 : 3);
      return;
    }
    self->isSolved = 1;
    uint8_t t6;
    if (forceIsNone == 1) {
      t6 = 1;
    } else {
      self->observation.dip = self->solution.dip;
      self->observation.dipIsNone = 0;
      t6 = 2;
    }
    self->mode = t6;
    return;
  }
}

/* Adds a specific force in body axes; at rest it points up. Do not pass a force that differs much from 1 g: it does
   not show where up is.
   (Sources/Compass/Heading/OrientationWatch.swift) */
static void OrientationWatch_add(int32_t forceMicroG, int32_t force, int32_t force2, OrientationWatch *self) {
  Result_int32_int32_int32 t1 = Vector3_mantissa_bits(15, forceMicroG, force, force2);
  if (t1.e0 == 0 && t1.e1 == 0 && t1.e2 == 0) {
    return;
  }
  uint32_t xx = (uint32_t)mul32(t1.e0, t1.e0);
  uint32_t yy = (uint32_t)mul32(t1.e1, t1.e1);
  uint32_t t2 = xx + yy;
  if (t2 < 4390 * ((t2 + (uint32_t)mul32(t1.e2, t1.e2)) >> 16)) {
    self->flat = (uint8_t)(t1.e2 < 0 ? 4 : 5);
    return;
  }
  self->flat = 7;
  if (yy < 181 * (xx >> 8)) {
    self->edge = (uint8_t)(0 < t1.e0 ? 0 : 1);
    return;
  }
  if (xx < 181 * (yy >> 8)) {
    self->edge = (uint8_t)(0 < t1.e1 ? 2 : 3);
    return;
  }
}

/* (Sources/Compass/Heading/HeadingService.swift) */
static void HeadingService_watchOrientation(const HeadingEvidence *evidence, HeadingService *self) {
  int32_t forceMicroG = evidence->observation.specificForce.value.microG.x;
  int32_t force = evidence->observation.specificForce.value.microG.y;
  int32_t force2 = evidence->observation.specificForce.value.microG.z;
  if (evidence->observation.specificForce.isNone == 1) {
    return;
  }
  OrientationWatch_add(forceMicroG, force, force2, &self->watch);
}

/* The worse of the zone of the model's field and the zone of the measured field.
   (Sources/Compass/Heading/HeadingService.swift) */
static uint8_t HeadingService_zone(uint32_t measured, uint32_t modelled) {
  uint32_t horizontal = measured < modelled ? measured : modelled;
  return (uint8_t)(horizontal < 2000 ? 2 : (uint8_t)(horizontal < 6000 ? 1 : 0));
}

/* Sets the assessment of a reading without a heading. `mutating`: embedded-swift.md, "Copies".
   (Sources/Compass/Heading/HeadingService.swift) */
static void HeadingService_begin(HeadingAssessment *assessment, const HeadingService *self) {
  assessment->magnetic = 0;
  assessment->magneticIsNone = 1;
  assessment->trueNorth = 0;
  assessment->trueNorthIsNone = 1;
  assessment->accuracy = 0;
  assessment->accuracyIsNone = 1;
  assessment->grade = 0;
  assessment->doubts = 0;
  assessment->zone = 3;
  assessment->disturbance = 0;
  assessment->cause = 0;
  assessment->reference = 0;
  assessment->event = 0;
  uint8_t t1 = self->display;
  bool t2 = self->isFlatPortrait != 0;
  uint8_t t3 = self->watch.edge;
  uint8_t t4 = self->watch.flat;
  if (t1 == 7) {
    if (t2) {
      assessment->orientation = t4 == 7 ? t3 : t4;
    } else {
      assessment->orientation = t3;
    }
    assessment->isDisplayFlat = (uint8_t)(t4 != 7);
    if (self->isFieldKnown == 0) {
      return;
    }
  } else {
    assessment->orientation = t1;
    assessment->isDisplayFlat = 0;
    if (self->isFieldKnown == 0) {
      return;
    }
  }
  uint32_t t5 = self->modelledHorizontal;
  assessment->zone = HeadingService_zone(4294967295u, t5);
}

/* A Q32 number times a Q12 number, in Q20. It is limited to 16 rad², because every accuracy is limited to half a
   turn, which is less. Ten times that limit stays below 2^28.
   (Sources/Compass/Heading/Accuracy.swift) */
static uint32_t HeadingAccuracy_product(uint32_t variance, uint32_t gain) {
  uint32_t lowerA = variance & 0xffffu;
  uint32_t upperA = variance >> 16;
  uint32_t lowerB = gain & 0xffffu;
  uint32_t upperB = gain >> 16;
  uint32_t t1 = lowerB * lowerA;
  uint32_t first = lowerB * upperA + (t1 >> 16);
  uint32_t second = upperB * lowerA + (first & 0xffffu);
  uint64_t t2 = (uint64_t)((second << 16) | (t1 & 0xffffu)) | ((uint64_t)(upperB * upperA + (first >> 16)
      + (second >> 16)) << 32);
  uint32_t t3 = (uint32_t)(t2 >> 32);
  return (uint32_t)(t3 >= 65536u ? 16777216u : (t3 << 8) | ((uint32_t)t2 >> 24));
}

/* How far an additional field may rotate the heading, in Q20 rad². Strength and dip show two of its three
   components, and it can have any direction. In 95 % of cases, its component across the horizontal field, which
   rotates the heading, is below 3.04 times the root of the sum of the squares of the other two: cos θ is below 0.95,
   and k/√(1 + k²) is 0.95. √13 is used, which is larger, because the rotation by a large field is more than
   proportional (docs/heading.md, "What a magnet hides"). Without a dip, an additional field may be 12.7 times its
   one visible component: the tangent of 95 % of a quarter turn.
   (Sources/Compass/Heading/Accuracy.swift) */
static uint32_t HeadingAccuracy_unseen(const FieldStatus *status, uint32_t horizontalNanotesla) {
  uint32_t horizontal = horizontalNanotesla >> 2;
  uint32_t expected = (uint32_t)status->expectedHorizontalUnits;
  uint32_t t1 = expected != 0 ? (expected < horizontal ? expected : horizontal) : horizontal;
  uint32_t t2 = (uint32_t)status->expectedUnits;
  if ((t2 >> 6) >= t1) {
    return 16777216u;
  }
  uint32_t t3 = t2 << 8;
  if (false) {
    NEVER();
  }
  uint32_t ratio = t3 / t1;
  uint32_t b = (ratio * ratio) >> 4;
  uint32_t t4 = status->offsetSquared;
  uint32_t lowerA = t4 & 0xffffu;
  uint32_t upperA = t4 >> 16;
  uint32_t lowerB = b & 0xffffu;
  uint32_t upperB = b >> 16;
  uint32_t t5 = lowerB * lowerA;
  uint32_t first = lowerB * upperA + (t5 >> 16);
  uint32_t second = upperB * lowerA + (first & 0xffffu);
  uint64_t t6 = (uint64_t)((second << 16) | (t5 & 0xffffu)) | ((uint64_t)(upperB * upperA + (first >> 16)
      + (second >> 16)) << 32);
  uint32_t t7 = (uint32_t)(t6 >> 32);
  if (t7 >= 32768u) {
    return 16777216u;
  }
  uint32_t share = (t7 << 9) | ((uint32_t)t6 >> 23);
  uint32_t t8;
  if (status->dipDeviationIsNone == 1) {
    if (status->state != 0) {
      if (share < 1048576u) {
        t8 = 161 * share;
        goto L1;
      }
      return 16777216u;
    }
  }
  if (share >= 1048576u) {
    return 16777216u;
  }
  t8 = 13 * share;
L1:;
  return (uint32_t)(t8 < 16777216u ? t8 : 16777216u);
}

/* The deviation at a compass heading, in 2^−32 turns, east positive; within 4 units of the exact sum.
   (Sources/Compass/Heading/Deviation.swift) */
static uint32_t DeviationCard_deviation_at(uint32_t compass, const DeviationCard *self) {
  Result_int32_int32 t1 = Cordic_sineCosine(compass);
  Result_int32_int32 t2 = Cordic_sineCosine(compass + compass);
  int64_t t3 = Int64_adding_times(self->b, t1.e0, 0);
  int64_t t4 = Int64_adding_times(self->c, t1.e1, t3);
  int64_t t5 = Int64_adding_times(self->d, t2.e0, t4);
  int64_t sum = Int64_adding_times(self->e, t2.e1, t5);
  uint32_t fraction = (uint32_t)sum >> 29;
  return (uint32_t)add32(self->a, add32((int32_t)((uint32_t)(int32_t)((uint64_t)sum >> 32) << 2),
      (int32_t)((fraction >> 1) + (fraction & 1))));
}

/* The same with the time since the last heading, µs. After a restart this time is ignored.
   (Sources/Compass/Heading/Smoothing.swift) */
static uint32_t HeadingSmoother_smooth_after(uint32_t heading, uint32_t elapsed, HeadingSmoother *self) {
  if (self->hasState != 0) {
    uint32_t t1 = self->timeConstant;
    if (0 < t1) {
      uint32_t t2 = self->direction;
      int32_t a = (int32_t)(heading - t2);
      uint32_t t3 = self->inverse;
      uint32_t t4 = self->places;
      int32_t b;
      if (elapsed >= 11 * t1) {
        b = 536870912;
      } else {
        uint32_t lowerA = elapsed & 0xffffu;
        uint32_t upperA = elapsed >> 16;
        uint32_t lowerB = t3 & 0xffffu;
        uint32_t upperB = t3 >> 16;
        uint32_t t5 = lowerB * lowerA;
        uint32_t first = lowerB * upperA + (t5 >> 16);
        uint32_t second = upperB * lowerA + (first & 0xffffu);
        uint64_t t6 = (uint64_t)((second << 16) | (t5 & 0xffffu)) | ((uint64_t)(upperB * upperA + (first >> 16)
            + (second >> 16)) << 32);
        uint32_t small = ((uint32_t)(t6 >> 32) << ((32 - t4) & 0x1fu)) | ((uint32_t)t6 >> (t4 & 0x1fu));
        int32_t halvings;
        if (small >= 33554432u) {
          halvings = 0;
          do {
            small >>= 1;
            halvings = add32(halvings, 1);
          } while (small >= 33554432u);
        } else {
          halvings = 0;
        }
        uint32_t h = small << 4;
        uint32_t top = h >> 16;
        uint32_t less = (top >> 1) - ((10923 * ((top * top) >> 16)) >> 16);
        uint32_t fallen = h - less * top - ((less * (h & 0xffffu)) >> 16);
        if (halvings == 0) {
          b = (int32_t)(fallen >> 3);
        } else {
          uint32_t a2 = 0 - fallen;
          if (halvings < 0) {
            NEVER();
          }
          if (0 >= halvings) {
            NEVER();
          }
          int32_t t7 = 0;
          do {
            t7 = add32(t7, 1);
            uint32_t lowerA2 = a2 & 0xffffu;
            uint32_t upperA2 = a2 >> 16;
            uint32_t t8 = lowerA2 * upperA2;
            uint32_t t9 = lowerA2 * lowerA2;
            uint32_t first2 = t8 + (t9 >> 16);
            uint32_t second2 = t8 + (first2 & 0xffffu);
            a2 = (uint32_t)(((uint64_t)((second2 << 16) | (t9 & 0xffffu)) | ((uint64_t)(upperA2 * upperA2
                + (first2 >> 16) + (second2 >> 16)) << 32)) >> 32);
          } while (t7 != halvings);
          b = (int32_t)((0 - a2) >> 3);
        }
      }
      int32_t lowerA3 = a & 0xffff;
      int32_t upperA3 = a >> 16;
      int32_t t10 = (int32_t)(int16_t)b;
      int32_t upperB2 = sub32(b, t10) >> 16;
      int32_t mixed = add32(t10 * upperA3, upperB2 * lowerA3);
      int32_t value = t10 * lowerA3;
      int64_t way = add64((int64_t)((uint64_t)((uint32_t)mixed << 16) | ((uint64_t)(uint32_t)(upperB2 * upperA3
          + (mixed >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value);
      uint32_t low = (uint32_t)way;
      heading = t2 + (((uint32_t)((uint64_t)way >> 32) << 3) + (low >> 29) + ((low >> 28) & 1));
      self->direction = heading;
      return heading;
    }
  }
  self->hasState = 1;
  self->direction = heading;
  return heading;
}

/* √ of a variance in Q20 rad², as 1/100 degree, rounded up, at most 18,000.
   (Sources/Compass/Heading/Accuracy.swift) */
static uint16_t HeadingAccuracy_degrees(uint32_t variance) {
  if (variance >= 10349000u) {
    return 18000;
  }
  if (variance == 0) {
    return 1;
  }
  uint32_t t1 = (uint32_t)UInt32_leadingZeros(variance);
  uint32_t half = t1 >> 1;
  Result_uint32_int32_uint32 t2 = RootOfWord_called(variance << ((half + half) & 0x1fu));
  uint32_t hundredths = ((5730 * (t2.e0 + 8)) >> ((half + 10) & 0x1fu)) + 1;
  return (uint16_t)(18000 < hundredths ? 18000 : (uint16_t)hundredths);
}

/* Computes headings, accuracy and doubts of one sample. `judge` completes the assessment after others have added
   their doubts.
   
   - evidence: of one sample. Samples come in the order of time. If a sample is earlier than the last one, the
   service starts again, and the doubt `clockBackwards` says so.
   - status: the field monitor's findings for the sample.
   - assessment: every field except the event is written.
   (Sources/Compass/Heading/HeadingService.swift) */
static void HeadingService_weigh_into(const HeadingEvidence *evidence, const FieldStatus *status,
    HeadingAssessment *assessment, HeadingService *self) {
  uint64_t time = evidence->observation.time;
  uint16_t t1 = status->reasons;
  uint8_t state = status->state;
  uint16_t aPayload = evidence->calibration.payload;
  uint8_t aTag = evidence->calibration.tag;
  uint32_t self2 = (uint32_t)(uint16_t)(t1 & 0xf7eeu);
  uint32_t t3;
  if (evidence->observation.specificForce.isNone == 1) {
    t3 = (self2 & 0xfffffff3u) | 2;
  } else {
    t3 = (self2 & 8) == 8 ? self2 & 0xfffffffbu : self2;
  }
  bool t2 = aTag == 1;
  if (t2) {
    switch (aPayload) {
      case 0: {
        t3 |= 1;
        break;
      }
      case 1: {
        break;
      }
      default: {
        NEVER();
      }
    }
  }
  uint32_t doubts = state != 0 ? t3 | 0x10u : t3;
  uint64_t t4 = self->last;
  uint64_t self3 = time - t4;
  uint32_t elapsed;
  if ((uint32_t)(self3 >> 32) != 0) {
    if (self->isRunning != 0 && time < t4) {
      self->smoother.hasState = 0;
      self->filter.isFirst = 1;
      self->watch.edge = 6;
      self->watch.flat = 7;
      elapsed = 4294967295u;
      doubts |= 0x800u;
    } else {
      elapsed = 4294967295u;
    }
  } else {
    elapsed = (uint32_t)self3;
  }
  self->isRunning = 1;
  self->last = time;
  if (self->display == 7) {
    if ((uint16_t)(t1 & 4) != 4) {
      HeadingService_watchOrientation(evidence, self);
    }
  }
  HeadingService_begin(assessment, self);
  assessment->disturbance = state;
  assessment->cause = status->cause;
  if (evidence->isSolved != 0) {
    uint32_t t5 = status->strengthSquared;
    uint32_t t6;
    bool t7;
    if (t5 != 0 && t5 < 62500u) {
      t6 = 4294967295u;
      t7 = true;
    } else {
      t6 = evidence->solution.horizontalNanotesla;
      t7 = false;
    }
    uint8_t zone = HeadingService_zone(t6, self->modelledHorizontal);
    assessment->zone = zone;
    if (!t7) {
      if (1122250000u >= t5) {
        goto L1;
      }
      if (t2) {
        switch (aPayload) {
          case 0: {
            goto L1;
          }
          case 1: {
            break;
          }
          default: {
            NEVER();
          }
        }
      }
    }
    doubts |= 0x40000u;
L1:;
    uint32_t t8 = (uint32_t)zone;
    uint32_t t9 = t8 == 1 ? doubts | 0x40u : doubts;
    doubts = t8 == 2 ? t9 | 0x80u : t9;
    uint32_t t10 = evidence->solution.gains.field;
    uint32_t t11 = evidence->solution.gains.tilt;
    uint32_t horizontalNanotesla = evidence->solution.horizontalNanotesla;
    uint32_t t12 = self->declinationVariance;
    uint32_t accuracy;
    uint32_t accuracy2;
    uint8_t accuracyGrade;
    if ((uint16_t)(status->reasons & 0xd008u) != 0) {
      accuracyGrade = 0;
      accuracy = 4294967295u;
      accuracy2 = 4294967295u;
    } else if (horizontalNanotesla == 0) {
      accuracyGrade = 0;
      accuracy = 4294967295u;
      accuracy2 = 4294967295u;
    } else {
      if (t2) {
        switch (aPayload) {
          case 0: {
            accuracyGrade = 0;
            accuracy = 4294967295u;
            accuracy2 = 4294967295u;
            goto L2;
          }
          case 1: {
            break;
          }
          default: {
            NEVER();
          }
        }
      }
      uint32_t field = HeadingAccuracy_product(status->fieldVariance, t10);
      uint32_t tilt = HeadingAccuracy_product(status->tiltVariance, t11);
      accuracy = 4 * field + ((81 * tilt) >> 3);
      if (!t2) {
        uint32_t t13 = (uint32_t)aPayload;
        accuracy = accuracy + 4 * (((67 * ((t13 * t13) >> 6)) >> 5) + 1);
      }
      if (status->offsetSquared != 0) {
        uint32_t t14 = HeadingAccuracy_unseen(status, horizontalNanotesla);
        accuracy += t14;
      }
      uint8_t t15 = status->state;
      accuracy2 = accuracy + 4 * t12;
      if (645700u >= accuracy) {
        uint8_t t16;
        if (7940 >= accuracy) {
          t16 = 3;
        } else {
          if (71690u < accuracy) {
            accuracyGrade = 1;
            goto L2;
          }
          t16 = 2;
        }
        if (t15 == 1) {
          accuracyGrade = 1;
        } else {
          accuracyGrade = (uint8_t)(t15 == 2 ? 1 : t16);
        }
      } else {
        accuracyGrade = 0;
      }
    }
L2:;
    if (accuracy != 4294967295u && !t7) {
      if (t8 != 2) {
        uint32_t compass = evidence->solution.heading;
        if (self->isCardEmpty == 0) {
          uint32_t t17 = DeviationCard_deviation_at(compass, &self->card);
          compass += t17;
        }
        uint32_t magnetic = HeadingSmoother_smooth_after(compass, elapsed, &self->smoother);
        uint32_t offset;
        if (self->pointsThroughDisplay != 0) {
          offset = 0;
        } else {
          switch (assessment->orientation) {
            case 0:
            case 4:
            case 5:
            case 6: {
              offset = 0;
              break;
            }
            case 1: {
              offset = 2147483648u;
              break;
            }
            case 2: {
              offset = 1073741824u;
              break;
            }
            case 3: {
              offset = 3221225472u;
              break;
            }
            default: {
              NEVER();
            }
          }
        }
        assessment->magnetic = magnetic + offset;
        assessment->magneticIsNone = 0;
        bool t18 = self->isDeclinationKnown != 0;
        if (t18) {
          assessment->trueNorth = magnetic + self->declination + offset;
          assessment->trueNorthIsNone = 0;
        }
        uint8_t t19;
        switch (self->reference) {
          case 1: {
            t19 = 1;
            break;
          }
          case 0: {
            t19 = (uint8_t)(t18 ? 2 : 1);
            break;
          }
          case 2: {
            t19 = (uint8_t)(t18 ? 2 : 0);
            break;
          }
          default: {
            NEVER();
          }
        }
        assessment->reference = t19;
        uint16_t t20;
        uint8_t t21;
        if (t19 == 2) {
          if (accuracy2 == 4294967295u) {
            t20 = 0;
            t21 = 1;
          } else {
            t20 = HeadingAccuracy_degrees(accuracy2);
            t21 = 0;
          }
        } else if (accuracy == 4294967295u) {
          t20 = 0;
          t21 = 1;
        } else {
          t20 = HeadingAccuracy_degrees(accuracy);
          t21 = 0;
        }
        assessment->accuracy = t20;
        assessment->accuracyIsNone = t21;
        assessment->grade = accuracyGrade;
      }
    }
  }
  assessment->doubts = doubts;
}

/* Completes an assessment when all doubts are known: sets why there is no true north, and whether it is an event.
   Call it once.
   
   - assessment: as `weigh` wrote it.
   - mode: the mode of the evidence.
   - time: the time of the sample.
   (Sources/Compass/Heading/HeadingService.swift) */
static void HeadingService_judge_mode_at(HeadingAssessment *assessment, uint8_t mode, uint64_t time,
    HeadingService *self) {
  uint32_t t1 = assessment->magnetic;
  uint8_t t2 = assessment->magneticIsNone;
  bool t3 = t2 == 1;
  if (t3) {
    self->smoother.hasState = 0;
  }
  uint32_t t4 = assessment->trueNorth;
  uint8_t t5 = assessment->trueNorthIsNone;
  bool t6 = t5 == 1;
  if (t6) {
    if (self->isFieldKnown == 0) {
      uint32_t other;
      switch (self->gap) {
        case 0: {
          other = 256;
          break;
        }
        case 1: {
          other = 512;
          break;
        }
        case 2: {
          other = 1024;
          break;
        }
        default: {
          NEVER();
        }
      }
      assessment->doubts |= other;
    }
  }
  uint32_t t7 = (uint32_t)assessment->reference;
  bool t8 = t7 == 2;
  uint32_t t9 = (uint32_t)(t7 == 0 ? 0 : 1);
  uint32_t t10 = t3 ? t9 : t9 | 2;
  uint32_t t11 = (((uint32_t)assessment->grade | ((uint32_t)assessment->disturbance << 2)) << 8) | ((t7
      | ((uint32_t)assessment->orientation << 2) | ((uint32_t)mode << 5)) << 16);
  uint32_t found = (t6 ? t10 : t10 | 4) | t11;
  uint32_t direction = (uint32_t)((t8 ? t5 : t2) == 1 ? 0 : (t8 ? t4 : t1));
  if (self->filter.isFirst != 0) {
    assessment->event = 1;
  } else {
    uint32_t t12 = self->filter.features;
    uint32_t changes = found ^ t12;
    uint32_t bits = changes & 6;
    uint32_t bits2 = changes & 0xff00u;
    uint32_t bits3 = changes & 0xff0000u;
    uint32_t t13 = (((bits | (0 - bits)) >> 31) << 2) | (((bits2 | (0 - bits2)) >> 31) << 3) | (((bits3 | (0
        - bits3)) >> 31) << 4);
    uint8_t a = (uint8_t)t13;
    bool isHeading = (found & t12 & 1) != 0;
    uint32_t t14 = self->filter.minimumChange;
    if (t14 != 0) {
      if (!isHeading) {
        goto L1;
      }
      uint32_t t15 = direction - self->filter.heading;
      if ((int32_t)t15 < 0) {
        t15 = 0 - t15 - 1 + 1;
      }
      if (t15 < t14) {
        goto L1;
      }
    }
    a = (uint8_t)(a | 2);
L1:;
    int64_t elapsed = (int64_t)(time - self->filter.time);
    uint32_t t16 = self->filter.heartbeat;
    if (0 < t16) {
      a = elapsed >= (int64_t)(uint64_t)t16 ? (uint8_t)(a | 0x20u) : a;
    }
    assessment->event = a;
    if (a == 0) {
      return;
    }
  }
  self->filter.isFirst = 0;
  self->filter.heading = direction;
  self->filter.features = found;
  self->filter.time = time;
}

#if !defined(BINNACLE_WITHOUT_MOTION)
/* The square of the bound of a magnetic heading's error (95 %), and the parts of it that average out, by the tilt
   and by
   noise of the field: Q20 rad². The rest is the calibration's error and a field that is not the Earth's alone. `nil`
   if the
   sample gives no heading.
   (Sources/Compass/Heading/Accuracy.swift) */
static Result_uint32_uint32_uint32_uint8 HeadingAccuracy_squares_of(const HeadingEvidence *evidence,
    const FieldStatus *status) {
  if (evidence->isSolved != 0) {
    uint32_t horizontalNanotesla = evidence->solution.horizontalNanotesla;
    if (horizontalNanotesla >= 2000) {
      uint32_t t1 = evidence->solution.gains.field;
      uint32_t t2 = evidence->solution.gains.tilt;
      uint16_t calibrationPayload = evidence->calibration.payload;
      uint8_t calibrationTag = evidence->calibration.tag;
      if ((uint16_t)(status->reasons & 0xd008u) == 0) {
        bool t3 = calibrationTag == 1;
        if (t3) {
          switch (calibrationPayload) {
            case 0: {
              goto L1;
            }
            case 1: {
              break;
            }
            default: {
              NEVER();
            }
          }
        }
        uint32_t field = HeadingAccuracy_product(status->fieldVariance, t1);
        uint32_t tilt = HeadingAccuracy_product(status->tiltVariance, t2);
        uint32_t t8 = 4 * field;
        uint32_t t7 = (81 * tilt) >> 3;
        uint32_t accuracySquare = t8 + t7;
        if (!t3) {
          uint32_t t4 = (uint32_t)calibrationPayload;
          accuracySquare = accuracySquare + 4 * (((67 * ((t4 * t4) >> 6)) >> 5) + 1);
        }
        if (status->offsetSquared != 0) {
          uint32_t t5 = HeadingAccuracy_unseen(status, horizontalNanotesla);
          accuracySquare += t5;
        }
        if (accuracySquare != 4294967295u) {
          Result_uint32_uint32_uint32_uint8 result5;
          result5.e0 = accuracySquare;
          result5.e1 = t7;
          result5.e2 = t8;
          result5.e3 = 0;
          return result5;
        }
      }
L1:;
      Result_uint32_uint32_uint32_uint8 result6;
      result6.e0 = 0;
      result6.e1 = 0;
      result6.e2 = 0;
      result6.e3 = 1;
      return result6;
    }
    Result_uint32_uint32_uint32_uint8 result7;
    result7.e0 = 0;
    result7.e1 = 0;
    result7.e2 = 0;
    result7.e3 = 1;
    return result7;
  }
  Result_uint32_uint32_uint32_uint8 result8;
  result8.e0 = 0;
  result8.e1 = 0;
  result8.e2 = 0;
  result8.e3 = 1;
  return result8;
}

/* The accuracy of a heading that others have bounded.
   
   - square: of the bound of the magnetic heading (95 %), Q20 rad².
   - declination: the variance of the declination, Q20 rad².
   (Sources/Compass/Heading/Accuracy.swift) */
static Result_uint32_uint32_uint32 HeadingAccuracy_bounded_declination(uint32_t accuracySquare, uint8_t state,
    uint32_t declination) {
  uint32_t accuracyTrueSquare = accuracySquare + 4 * declination;
  uint8_t t1;
  if (645700u >= accuracySquare) {
    if (7940 >= accuracySquare) {
      t1 = 3;
    } else {
      if (71690u < accuracySquare) {
        t1 = 1;
        goto L1;
      }
      t1 = 2;
    }
    switch ((uint32_t)state) {
      case 1:
      case 2: {
        t1 = 1;
        break;
      }
      default: {
        break;
      }
    }
  } else {
    t1 = 0;
  }
L1:;
  Result_uint32_uint32_uint32 result;
  result.e0 = (uint32_t)t1 | ((uint32_t)0 << 16);
  result.e1 = accuracySquare;
  result.e2 = accuracyTrueSquare;
  return result;
}

/* Replaces heading and accuracy that `weigh` wrote by others. Call it before `judge`.
   
   - compass: clockwise from magnetic north, before the deviation card.
   - square: of the bound of its error (95 %), Q20 rad².
   - elapsed: microseconds since the last sample.
   (Sources/Compass/Heading/HeadingService.swift) */
static void HeadingService_replace_square_into_after(uint32_t compass, uint32_t square, HeadingAssessment *assessment,
    uint32_t elapsed, HeadingService *self) {
  Result_uint32_uint32_uint32 t1 = HeadingAccuracy_bounded_declination(square, assessment->disturbance,
      self->declinationVariance);
  uint8_t t2 = (uint8_t)t1.e0;
  if (self->isCardEmpty == 0) {
    uint32_t t3 = DeviationCard_deviation_at(compass, &self->card);
    compass += t3;
  }
  uint32_t magnetic = HeadingSmoother_smooth_after(compass, elapsed, &self->smoother);
  uint32_t offset;
  if (self->pointsThroughDisplay != 0) {
    offset = 0;
  } else {
    switch (assessment->orientation) {
      case 0:
      case 4:
      case 5:
      case 6: {
        offset = 0;
        break;
      }
      case 1: {
        offset = 2147483648u;
        break;
      }
      case 2: {
        offset = 1073741824u;
        break;
      }
      case 3: {
        offset = 3221225472u;
        break;
      }
      default: {
        NEVER();
      }
    }
  }
  assessment->magnetic = magnetic + offset;
  assessment->magneticIsNone = 0;
  bool t4 = self->isDeclinationKnown != 0;
  if (t4) {
    assessment->trueNorth = magnetic + self->declination + offset;
    assessment->trueNorthIsNone = 0;
  }
  uint8_t t5;
  switch (self->reference) {
    case 1: {
      t5 = 1;
      break;
    }
    case 0: {
      t5 = (uint8_t)(t4 ? 2 : 1);
      break;
    }
    case 2: {
      t5 = (uint8_t)(t4 ? 2 : 0);
      break;
    }
    default: {
      NEVER();
    }
  }
  assessment->reference = t5;
  uint16_t t6;
  uint8_t t7;
  if (t5 == 2) {
    if (t1.e2 == 4294967295u) {
      t6 = 0;
      t7 = 1;
    } else {
      t6 = HeadingAccuracy_degrees(t1.e2);
      t7 = 0;
    }
  } else if (t1.e1 == 4294967295u) {
    t6 = 0;
    t7 = 1;
  } else {
    t6 = HeadingAccuracy_degrees(t1.e1);
    t7 = 0;
  }
  assessment->accuracy = t6;
  assessment->accuracyIsNone = t7;
  assessment->grade = t2;
}

#endif

/* ---- Motion: Sources/Compass/Motion ------------------------------------------------------------------------------ */

#if !defined(BINNACLE_WITHOUT_MOTION)
/* (Sources/Compass/Motion/FourStateFilter.swift) */
static void FourStateFilter_init_vector_fourth(FourStateFilter *t1, int32_t vector, int32_t fourth) {
  t1->withHeading.x = 0;
  t1->withHeading.y = 0;
  t1->withHeading.z = 0;
  t1->state.a = 0;
  t1->state.b = 0;
  t1->state.c = 0;
  t1->state.d = 0;
  int32_t t2 = 0;
  for (;;) {
    int32_t t3 = t2 + 1;
    t1->covariance[t2] = 0;
    if (t3 == 10) {
      break;
    }
    t2 = t3;
  }
  t1->covariance[0] = vector;
  t1->covariance[4] = vector;
  t1->covariance[7] = vector;
  t1->covariance[9] = fourth;
}

/* `value` · 2^`exponent`, rounded to 24 bits. A number that is too small becomes zero; one that is too large is
   limited.
   (Sources/Compass/Motion/CompactNumber.swift) */
static int32_t CompactNumber_init_exponent(int32_t value, int32_t exponent) {
  int32_t t1 = UInt32_leadingZeros((uint32_t)(value ^ (value >> 31)));
  int32_t left = sub32(t1, 1);
  int32_t raised = (int32_t)((uint32_t)value << (uint32_t)(left & 0x1f));
  int32_t power = add32(sub32(exponent, left), 8);
  if (value == 0) {
    return 0;
  }
  if (power < -128) {
    return 0;
  }
  if (127 < power) {
    return (int32_t)(value < 0 ? -2147483521 : 2147483519);
  }
  return ((raised < 2147483520 ? add32(raised, 128) : raised) & -256) | (power & 0xff);
}

/* A Kalman filter of one state.
   The measurement noise starts from a usual indoor field, whose error stays the same for a second. It grows with the
   deviation of strength and dip from their references. It also grows after a sudden innovation that the heading's
   own
   variance does not explain, so that the gyroscope bridges a disturbance.
   (Sources/Compass/Motion/HeadingFilter.swift) */
static void HeadingFilter_init(HeadingFilter *t1) {
  t1->turn = 0;
  t1->variance = 1288490472;
  t1->rateVariance = 0;
  t1->growth = 0;
  t1->sourceBound = 0;
  t1->lasting = 0;
  t1->measuredDip = 0;
  t1->strength = 0;
  t1->dip = 0;
  t1->bridge = 0;
  t1->evidence = 0;
  int32_t selfBound = CompactNumber_init_exponent(2147483647, -28);
  t1->accuracy.weighted = 0;
  t1->accuracy.weight = 0;
  t1->accuracy.squares = 0;
  t1->accuracy.pulled = 0;
  t1->accuracy.bound = selfBound;
  t1->fast = 0;
  t1->slow = 0;
  t1->isReady = 0;
}

/* The product, rounded to a `CompactNumber`. It adds three products of mantissa halves, and the upper part of the
   fourth.
   (Sources/Compass/Motion/CompactNumber.swift) */
static int32_t CompactNumber_times(int32_t a, int32_t b) {
  if (a == 0) {
    return 0;
  }
  if (b == 0) {
    return 0;
  }
  int32_t upperA = a >> 20;
  int32_t lowerA = (a >> 8) & 0xfff;
  int32_t upperB = b >> 20;
  int32_t lowerB = (b >> 8) & 0xfff;
  int32_t value = add32((int32_t)((uint32_t)(upperB * upperA) << 3), (lowerB * upperA + upperB * lowerA
      + ((lowerB * lowerA) >> 12)) >> 9);
  int32_t exponent = ((int32_t)((uint32_t)a << 24) >> 24) + ((int32_t)((uint32_t)b << 24) >> 24) + 21;
  int32_t size = (value ^ (value >> 31)) >> 22;
  int32_t raised = (int32_t)((uint32_t)value << 5);
  int32_t power = exponent - 6 + 9;
  if (size < 8) {
    raised = add32(raised, raised);
    power--;
    if (size < 4) {
      raised = add32(raised, raised);
      power--;
      if (size < 2) {
        power--;
        raised = add32(raised, raised);
      }
    }
  }
  if (size != 0) {
    if (power >= -128) {
      if (127 >= power) {
        return ((raised < 2147483520 ? add32(raised, 128) : raised) & -256) | (power & 0xff);
      }
    }
  }
  int32_t self = CompactNumber_init_exponent(value, exponent);
  return self;
}

/* (Sources/Compass/Motion/MotionFilter.swift) */
static void MotionFilter_init_settings(MotionFilter *t1, uint32_t t2, uint32_t t3, uint32_t t4, uint32_t t5) {
  bool settingsUsesField = ((uint8_t)t5 & 1) != 0;
  uint16_t t6 = (uint16_t)(t5 >> 16);
  SmallMatrix t15;
  SmallMatrix t16;
  t1->counts.missing = 0;
  t1->counts.repeated = 0;
  t1->counts.outOfOrder = 0;
  t1->counts.late = 0;
  t1->counts.saturated = 0;
  t1->counts.restarts = 0;
  t1->strapdown.attitude.w = 1073741824;
  t1->strapdown.attitude.x = 0;
  t1->strapdown.attitude.y = 0;
  t1->strapdown.attitude.z = 0;
  t16.x.x = 8192;
  t16.x.y = 0;
  t16.x.z = 0;
  t16.y.x = 0;
  t16.y.y = 8192;
  t16.y.z = 0;
  t16.z.x = 0;
  t16.z.y = 0;
  t16.z.z = 8192;
  t1->strapdown.matrix = t16;
  t1->strapdown.rate.x = 0;
  t1->strapdown.rate.y = 0;
  t1->strapdown.rate.z = 0;
  t1->strapdown.half.x = 0;
  t1->strapdown.half.y = 0;
  t1->strapdown.half.z = 0;
  t1->strapdown.bias.x = 0;
  t1->strapdown.bias.y = 0;
  t1->strapdown.bias.z = 0;
  t1->strapdown.scale = 0;
  t1->strapdown.hardIron.x = 0;
  t1->strapdown.hardIron.y = 0;
  t1->strapdown.hardIron.z = 0;
  t1->sums.force.x = 0;
  t1->sums.force.y = 0;
  t1->sums.force.z = 0;
  t1->sums.field.x = 0;
  t1->sums.field.y = 0;
  t1->sums.field.z = 0;
  t1->sums.delayEffect.x = 0;
  t1->sums.delayEffect.y = 0;
  t1->sums.delayEffect.z = 0;
  t1->sums.rate.x = 0;
  t1->sums.rate.y = 0;
  t1->sums.rate.z = 0;
  t15.x.x = 0;
  t15.x.y = 0;
  t15.x.z = 0;
  t15.y.x = 0;
  t15.y.y = 0;
  t15.y.z = 0;
  t15.z.x = 0;
  t15.z.y = 0;
  t15.z.z = 0;
  t1->sums.rotation = t15;
  t1->sums.rawRate.x = 0;
  t1->sums.rawRate.y = 0;
  t1->sums.rawRate.z = 0;
  t1->sums.rawForce.x = 0;
  t1->sums.rawForce.y = 0;
  t1->sums.rawForce.z = 0;
  t1->sums.rates = 0;
  t1->sums.forces = 0;
  t1->sums.fields = 0;
  t1->sums.rotations = 0;
  t1->sums.time = 0;
  t1->sums.unmeasured = 0;
  t1->watch.time = 0;
  t1->watch.period = 0;
  t1->watch.hasBegun = 0;
  t1->watch.last = 0;
  t1->watch.constant = 0;
  t1->watch.isStuck = 0;
  t1->rest.rate.x = 0;
  t1->rest.rate.y = 0;
  t1->rest.rate.z = 0;
  t1->rest.force.x = 0;
  t1->rest.force.y = 0;
  t1->rest.force.z = 0;
  t1->rest.nearRate.x = 0;
  t1->rest.nearRate.y = 0;
  t1->rest.nearRate.z = 0;
  t1->rest.nearForce.x = 0;
  t1->rest.nearForce.y = 0;
  t1->rest.nearForce.z = 0;
  t1->rest.hasBegun = 0;
  t1->rest.hasMoved = 1;
  t1->rest.hasStirred = 1;
  t1->rest.still = 0;
  t1->rest.calm = 0;
  int32_t t7 = 0;
  for (;;) {
    int32_t t8 = t7 + 1;
    t1->means.vectors[t7].x = 0;
    t1->means.vectors[t7].y = 0;
    t1->means.vectors[t7].z = 0;
    if (t8 == 7) {
      break;
    }
    t7 = t8;
  }
  t1->blockSeconds = 0;
  t1->lost = 0;
  t1->stage = 0;
  t1->turnOfAxes = 5;
  t1->hasForce = 0;
  t1->hasField = 0;
  t1->isSettling = 1;
  t1->confirmedBlocks = 4;
  t1->offsetBlocks = 0;
  t1->appliedDelay = 0;
  int32_t t9 = 0;
  for (;;) {
    int32_t t10 = t9 + 1;
    t1->lowPass.states[t9].output = 0;
    t1->lowPass.states[t9].slope = 0;
    if (t10 == 21) {
      break;
    }
    t9 = t10;
  }
  t1->agitation = 0;
  t1->haste = 1073742058;
  Result_uint32_uint32 t11 = InlineArray_init_repeating_5(0);
  Result_uint32_uint32 t12 = InlineArray_init_repeating_5(0);
  t1->tiltNoise.slow[0] = (int32_t)t11.e0;
  t1->tiltNoise.slow[1] = (int32_t)t11.e1;
  t1->tiltNoise.fast[0] = (int32_t)t12.e0;
  t1->tiltNoise.fast[1] = (int32_t)t12.e1;
  t1->tiltNoise.square = 1312927451;
  t1->tiltNoise.count = 0;
  t1->ironSquare = 0;
  t1->blocks = 0;
  t1->seconds = 0;
  t1->upright.w = 1073741824;
  t1->upright.x = 0;
  t1->upright.y = 0;
  t1->upright.z = 0;
  t1->downX = 0;
  t1->downY = 0;
  FourStateFilter_init_vector_fourth(&t1->iron, 1887437043, 1462330075);
  HeadingFilter_init(&t1->heading);
  t1->settings.fieldDelay = (int32_t)t2;
  t1->settings.forceDelay = (int32_t)t3;
  t1->settings.rateDelay = (int32_t)t4;
  t1->settings.usesField = (uint8_t)settingsUsesField;
  t1->settings.zeroRateOffset = t6;
  int32_t t13 = CompactNumber_init_exponent((int32_t)(uint16_t)(t6 < 1 ? 1 : (uint16_t)(500 < t6 ? 500 : t6)), 0);
  int32_t self = CompactNumber_times(t13, 1535208157);
  int32_t t14 = CompactNumber_times(self, self);
  FourStateFilter_init_vector_fourth(&t1->bias, t14, 1759218910);
}

/* Forgets everything. Call it if the gyroscope gives nothing that can be used.
   (Sources/Compass/Motion/HeadingJudge.swift) */
static void HeadingJudge_forget(HeadingJudge *self) {
  self->time = 0;
  self->heading = 0;
  self->square = 0;
  self->north = 0;
  self->trend = 0;
  self->variance = 0;
  self->trendVariance = 0;
  self->covariance = 0;
  self->lasting = 0;
  self->turned = 0;
  self->difference = 0;
  self->shaken = 0;
  self->doubt = 0;
  self->former = 0;
  self->agreement = 0;
  self->heldBound = 0;
  self->blocks = 0;
  self->contrary = 0;
  self->alarm = 0;
  self->hasNorth = 0;
  self->isLasting = 0;
  self->contradictions = 0;
  self->axis = 0;
  self->isReady = 0;
  self->usesField = 0;
}

/* Adds one rate.
   
   - rate: 2^−20 rad/s in body axes, as measured.
   - time: when it was measured; the rate is the mean since the previous one.
   - isUsable: whether the chip delivered it anew and within its range.
   (Sources/Compass/Motion/GyroscopeAxes.swift) */
static void GyroscopeAxes_add_at_isUsable(int32_t rateX, int32_t rateY, int32_t rateZ, uint64_t time, bool isUsable,
    GyroscopeAxes *self) {
  uint64_t t1 = self->rateTime;
  uint32_t elapsed = Instant_elapsed_since(t1, time);
  if (self->hasRate != 0) {
    if (t1 < time && elapsed < 300000u) {
      self->hasRate = 1;
      self->rateTime = time;
      if (isUsable) {
        uint32_t a = elapsed << 12;
        uint32_t lowerA = a & 0xffffu;
        uint32_t upperA = a >> 16;
        uint32_t t2 = 56963u * lowerA;
        uint32_t first = 56963u * upperA + (t2 >> 16);
        uint32_t second = 17179 * lowerA + (first & 0xffffu);
        int32_t b = (int32_t)(((uint64_t)((second << 16) | (t2 & 0xffffu)) | ((uint64_t)(17179 * upperA
            + (first >> 16) + (second >> 16)) << 32)) >> 32);
        int32_t lowerA2 = rateX & 0xffff;
        int32_t upperA2 = rateX >> 16;
        int32_t t3 = (int32_t)(int16_t)b;
        int32_t upperB = sub32(b, t3) >> 16;
        int32_t mixed = add32(t3 * upperA2, upperB * lowerA2);
        int32_t value = t3 * lowerA2;
        int64_t self2 = add64((int64_t)((uint64_t)((uint32_t)mixed << 16) | ((uint64_t)(uint32_t)(upperB * upperA2
            + (mixed >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value);
        uint32_t fraction = (uint32_t)self2 >> 29;
        int32_t lowerA3 = rateY & 0xffff;
        int32_t upperA3 = rateY >> 16;
        int32_t mixed2 = add32(t3 * upperA3, upperB * lowerA3);
        int32_t value2 = t3 * lowerA3;
        int64_t self3 = add64((int64_t)((uint64_t)((uint32_t)mixed2 << 16) | ((uint64_t)(uint32_t)(upperB * upperA3
            + (mixed2 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value2);
        uint32_t fraction2 = (uint32_t)self3 >> 29;
        int32_t lowerA4 = rateZ & 0xffff;
        int32_t upperA4 = rateZ >> 16;
        int32_t mixed3 = add32(t3 * upperA4, upperB * lowerA4);
        int32_t value3 = t3 * lowerA4;
        int64_t self4 = add64((int64_t)((uint64_t)((uint32_t)mixed3 << 16) | ((uint64_t)(uint32_t)(upperB * upperA4
            + (mixed3 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value3);
        uint32_t fraction3 = (uint32_t)self4 >> 29;
        self->angle.x = add32(self->angle.x, add32((int32_t)((uint32_t)(int32_t)((uint64_t)self2 >> 32) << 2),
            (int32_t)((fraction >> 1) + (fraction & 1))));
        self->angle.y = add32(self->angle.y, add32((int32_t)((uint32_t)(int32_t)((uint64_t)self3 >> 32) << 2),
            (int32_t)((fraction2 >> 1) + (fraction2 & 1))));
        self->angle.z = add32(self->angle.z, add32((int32_t)((uint32_t)(int32_t)((uint64_t)self4 >> 32) << 2),
            (int32_t)((fraction3 >> 1) + (fraction3 & 1))));
        self->time += elapsed;
        return;
      }
    } else {
      if (t1 >= time) {
        return;
      }
      self->hasRate = 1;
      self->rateTime = time;
    }
  } else {
    self->hasRate = 1;
    self->rateTime = time;
  }
  self->isOpen = 0;
}

/* (Sources/Compass/Motion/MotionSettings.swift) */
static void MotionCounts_add_to(uint32_t more, uint16_t *count) {
  uint32_t sum = (uint32_t)*count + more;
  *count = (uint16_t)(65535u < sum ? 65535u : (uint16_t)sum);
}

/* Starts a new attitude. The estimates of bias, scale, hard iron and delay stay.
   (Sources/Compass/Motion/MotionFilter.swift) */
static void MotionFilter_begin(MotionFilter *self) {
  SmallMatrix t3;
  SmallMatrix t4;
  self->strapdown.attitude.w = 1073741824;
  self->strapdown.attitude.x = 0;
  self->strapdown.attitude.y = 0;
  self->strapdown.attitude.z = 0;
  t4.x.x = 8192;
  t4.x.y = 0;
  t4.x.z = 0;
  t4.y.x = 0;
  t4.y.y = 8192;
  t4.y.z = 0;
  t4.z.x = 0;
  t4.z.y = 0;
  t4.z.z = 8192;
  self->strapdown.matrix = t4;
  self->sums.force.x = 0;
  self->sums.force.y = 0;
  self->sums.force.z = 0;
  self->sums.field.x = 0;
  self->sums.field.y = 0;
  self->sums.field.z = 0;
  self->sums.delayEffect.x = 0;
  self->sums.delayEffect.y = 0;
  self->sums.delayEffect.z = 0;
  self->sums.rate.x = 0;
  self->sums.rate.y = 0;
  self->sums.rate.z = 0;
  t3.x.x = 0;
  t3.x.y = 0;
  t3.x.z = 0;
  t3.y.x = 0;
  t3.y.y = 0;
  t3.y.z = 0;
  t3.z.x = 0;
  t3.z.y = 0;
  t3.z.z = 0;
  self->sums.rotation = t3;
  self->sums.rawRate.x = 0;
  self->sums.rawRate.y = 0;
  self->sums.rawRate.z = 0;
  self->sums.rawForce.x = 0;
  self->sums.rawForce.y = 0;
  self->sums.rawForce.z = 0;
  self->sums.rates = 0;
  self->sums.forces = 0;
  self->sums.fields = 0;
  self->sums.rotations = 0;
  self->sums.time = 0;
  self->sums.unmeasured = 0;
  self->stage = 0;
  self->turnOfAxes = 5;
  int32_t t1 = 0;
  for (;;) {
    int32_t t2 = t1 + 1;
    self->lowPass.states[t1].output = 0;
    self->lowPass.states[t1].slope = 0;
    if (t2 == 21) {
      break;
    }
    t1 = t2;
  }
  self->agitation = 0;
  self->blocks = 0;
  self->seconds = 0;
  self->upright.w = 1073741824;
  self->upright.x = 0;
  self->upright.y = 0;
  self->upright.z = 0;
  self->bias.withHeading.x = 0;
  self->bias.withHeading.y = 0;
  self->bias.withHeading.z = 0;
  HeadingFilter_init(&self->heading);
  self->confirmedBlocks = 4;
  self->offsetBlocks = 0;
}

/* The part of `elapsed` beyond the mean period, if `elapsed` is longer than one and a half periods; otherwise 0. It
   also
   updates the mean period.
   (Sources/Compass/Motion/RateWatch.swift) */
static uint32_t RateWatch_unmeasured(uint32_t elapsed, MotionCounts *counts, RateWatch *self) {
  uint32_t t1 = self->period;
  uint32_t t2 = t1 == 0 ? elapsed : t1;
  if (t2 * 3 < elapsed + elapsed) {
    self->period = t2 + (elapsed >> 4) - (t2 >> 4);
    uint32_t t3 = elapsed + (t2 >> 1);
    if (t2 == 0) {
      NEVER();
    }
    MotionCounts_add_to(t3 / t2 - 1, &counts->missing);
    return elapsed - t2;
  }
  self->period = t2 + (uint32_t)(add32((int32_t)(elapsed - t2), 4) >> 3);
  return 0;
}

/* 1/self; the largest number for zero. (Sources/Compass/Motion/CompactNumber.swift) */
static int32_t CompactNumber_reciprocal(int32_t self) {
  int32_t self2;
  if (self == 0) {
    self2 = CompactNumber_init_exponent(2147483647, 127);
    return self2;
  }
  int32_t t1 = self >> 8;
  uint32_t size;
  if (t1 < 0) {
    size = 0 - (uint32_t)t1 - 1 + 1;
  } else {
    size = (uint32_t)t1;
  }
  int32_t left = UInt32_leadingZeros(size);
  uint32_t t2 = UInt32_normalisedReciprocal(size << ((uint32_t)left & 0x1fu));
  int32_t t3 = (int32_t)(t2 >> 1);
  int32_t value = self < 0 ? -t3 : t3;
  int32_t exponent = sub32(sub32(left, 62), (int32_t)((uint32_t)self << 24) >> 24);
  int32_t size2 = (value ^ (value >> 31)) >> 27;
  int32_t power = add32(sub32(exponent, 1), 9);
  int32_t raised;
  if (size2 < 8) {
    raised = add32(value, value);
    power = sub32(power, 1);
    if (size2 < 4) {
      raised = add32(raised, raised);
      power = sub32(power, 1);
      if (size2 < 2) {
        power = sub32(power, 1);
        raised = add32(raised, raised);
      }
    }
  } else {
    raised = value;
  }
  if (size2 != 0) {
    if (power >= -128) {
      if (127 >= power) {
        return ((raised < 2147483520 ? add32(raised, 128) : raised) & -256) | (power & 0xff);
      }
    }
  }
  self2 = CompactNumber_init_exponent(value, exponent);
  return self2;
}

/* The sum, rounded to a `CompactNumber`. (Sources/Compass/Motion/CompactNumber.swift) */
static int32_t CompactNumber_plus(int32_t a, int32_t b) {
  if (a == 0) {
    return b;
  }
  if (b == 0) {
    return a;
  }
  int32_t t1 = (int32_t)((uint32_t)a << 24) >> 24;
  int32_t t2 = (int32_t)((uint32_t)b << 24) >> 24;
  int32_t distance = t1 - t2;
  int32_t first = (a >> 2) & -64;
  int32_t second = (b >> 2) & -64;
  if (distance >= 0) {
    if (25 < distance) {
      return a;
    }
    int32_t value = add32(first, second >> (uint32_t)(distance & 0x1f));
    int32_t exponent = t1 - 6;
    int32_t size = (value ^ (value >> 31)) >> 26;
    int32_t raised = (int32_t)((uint32_t)value << 1);
    int32_t power = exponent - 2 + 9;
    if (size < 8) {
      raised = add32(raised, raised);
      power--;
      if (size < 4) {
        raised = add32(raised, raised);
        power--;
        if (size < 2) {
          power--;
          raised = add32(raised, raised);
        }
      }
    }
    if (size != 0) {
      if (power >= -128) {
        if (127 >= power) {
          return ((raised < 2147483520 ? add32(raised, 128) : raised) & -256) | (power & 0xff);
        }
      }
    }
    b = CompactNumber_init_exponent(value, exponent);
    return b;
  }
  if (distance < -25) {
    return b;
  }
  int32_t value2 = add32(second, first >> (uint32_t)(-distance & 0x1f));
  int32_t exponent2 = t2 - 6;
  int32_t size2 = (value2 ^ (value2 >> 31)) >> 26;
  int32_t raised2 = (int32_t)((uint32_t)value2 << 1);
  int32_t power2 = exponent2 - 2 + 9;
  if (size2 < 8) {
    raised2 = add32(raised2, raised2);
    power2--;
    if (size2 < 4) {
      raised2 = add32(raised2, raised2);
      power2--;
      if (size2 < 2) {
        power2--;
        raised2 = add32(raised2, raised2);
      }
    }
  }
  if (size2 != 0) {
    if (power2 >= -128) {
      if (127 >= power2) {
        return ((raised2 < 2147483520 ? add32(raised2, 128) : raised2) & -256) | (power2 & 0xff);
      }
    }
  }
  b = CompactNumber_init_exponent(value2, exponent2);
  return b;
}

/* self + a·b, rounded once. (Sources/Compass/Motion/CompactNumber.swift) */
static int32_t CompactNumber_adding_times(int32_t a, int32_t b, int32_t self) {
  if (self == 0) {
    self = CompactNumber_times(a, b);
    return self;
  }
  if (a == 0) {
    return self;
  }
  if (b == 0) {
    return self;
  }
  int32_t upperA = a >> 20;
  int32_t lowerA = (a >> 8) & 0xfff;
  int32_t upperB = b >> 20;
  int32_t lowerB = (b >> 8) & 0xfff;
  int32_t product = (int32_t)((uint32_t)add32((int32_t)((uint32_t)(upperB * upperA) << 3), (lowerB * upperA
      + upperB * lowerA + ((lowerB * lowerA) >> 12)) >> 9) << 3);
  int32_t power = ((int32_t)((uint32_t)a << 24) >> 24) + ((int32_t)((uint32_t)b << 24) >> 24) + 18;
  int32_t own = ((int32_t)((uint32_t)self << 24) >> 24) - 5;
  int32_t term = (self >> 3) & -32;
  int32_t distance = power - own;
  if (distance >= 0) {
    int32_t value = add32(product, term >> (uint32_t)((int32_t)(distance < 31 ? distance : 31) & 0x1f));
    int32_t size = (value ^ (value >> 31)) >> 25;
    int32_t raised = (int32_t)((uint32_t)value << 2);
    int32_t power2 = power - 3 + 9;
    if (size < 8) {
      raised = add32(raised, raised);
      power2--;
      if (size < 4) {
        raised = add32(raised, raised);
        power2--;
        if (size < 2) {
          power2--;
          raised = add32(raised, raised);
        }
      }
    }
    if (size != 0) {
      if (power2 >= -128) {
        if (127 >= power2) {
          return ((raised < 2147483520 ? add32(raised, 128) : raised) & -256) | (power2 & 0xff);
        }
      }
    }
    self = CompactNumber_init_exponent(value, power);
    return self;
  }
  int32_t value2 = add32(term, product >> (uint32_t)((int32_t)(-31 < distance ? -distance : 31) & 0x1f));
  int32_t size2 = (value2 ^ (value2 >> 31)) >> 25;
  int32_t raised2 = (int32_t)((uint32_t)value2 << 2);
  int32_t power3 = own - 3 + 9;
  if (size2 < 8) {
    raised2 = add32(raised2, raised2);
    power3--;
    if (size2 < 4) {
      raised2 = add32(raised2, raised2);
      power3--;
      if (size2 < 2) {
        power3--;
        raised2 = add32(raised2, raised2);
      }
    }
  }
  if (size2 != 0) {
    if (power3 >= -128) {
      if (127 >= power3) {
        return ((raised2 < 2147483520 ? add32(raised2, 128) : raised2) & -256) | (power3 & 0xff);
      }
    }
  }
  self = CompactNumber_init_exponent(value2, own);
  return self;
}

/* 
   - seconds: length of the block.
   - time: the time constant τ, seconds.
   (Sources/Compass/Motion/LowPass.swift) */
static int32_t LowPassCoefficients_init_seconds_time(int32_t seconds, int32_t time) {
  int32_t a = CompactNumber_times(seconds, 1518500586);
  int32_t t1 = CompactNumber_reciprocal(time);
  return CompactNumber_times(a, t1);
}

/* (Sources/Compass/Motion/CompactNumber.swift) */
static int32_t CompactNumber_minus(int32_t a) {
  int32_t power = a & 0xff;
  int32_t negated = sub32(0, a & -256);
  if (negated == INT32_MIN) {
    int32_t t1 = CompactNumber_init_exponent(4194304, ((int32_t)((uint32_t)a << 24) >> 24) + 1);
    return t1;
  }
  return negated | power;
}

/* The difference, rounded to a `CompactNumber`. (Sources/Compass/Motion/CompactNumber.swift) */
static int32_t CompactNumber_minus_2(int32_t a, int32_t b) {
  int32_t t1 = CompactNumber_minus(b);
  return CompactNumber_plus(a, t1);
}

/* One step of one component. (Sources/Compass/Motion/LowPass.swift) */
static void LowPassCoefficients_step(int32_t input, LowPassState *state, int32_t self) {
  int32_t t1 = state->output;
  int32_t t2 = CompactNumber_minus_2(input, t1);
  int32_t t3 = state->slope;
  int32_t force = CompactNumber_adding_times(-1518500118, t3, t2);
  int32_t t4 = CompactNumber_adding_times(self, force, t3);
  state->slope = t4;
  state->output = CompactNumber_adding_times(self, t4, t1);
}

/* (Sources/Compass/Motion/LowPass.swift) */
static void LowPass_step(int32_t input, LowPassState *state, int32_t coefficients, int32_t share, uint8_t share2) {
  if (share2 == 1) {
    LowPassCoefficients_step(input, state, coefficients);
    return;
  }
  int32_t t1 = state->output;
  int32_t t2 = CompactNumber_minus_2(input, t1);
  int32_t t3 = CompactNumber_times(t2, share);
  state->output = CompactNumber_plus(t1, t3);
  state->slope = 0;
}

/* Filters vector `index`.
   share: 1/number of blocks while the mean of all blocks replaces the filter; `nil` afterwards.
   (Sources/Compass/Motion/LowPass.swift) */
static void LowPass_step_share(int32_t index, int32_t vX, int32_t vY, int32_t vZ, int32_t coefficients, int32_t share,
    uint8_t share2, LowPass *self) {
  int32_t at = mul32(3, index);
  LowPass_step(vX, &self->states[at], coefficients, share, share2);
  LowPass_step(vY, &self->states[add32(at, 1)], coefficients, share, share2);
  LowPass_step(vZ, &self->states[add32(at, 2)], coefficients, share, share2);
}

/* (Sources/Compass/Motion/CompactVector.swift) */
static Result_int32_int32_int32 CompactVector_minus(int32_t aX, int32_t aY, int32_t aZ, int32_t bX, int32_t bY,
    int32_t bZ) {
  int32_t x = CompactNumber_minus_2(aX, bX);
  int32_t y = CompactNumber_minus_2(aY, bY);
  int32_t z = CompactNumber_minus_2(aZ, bZ);
  Result_int32_int32_int32 result;
  result.e0 = x;
  result.e1 = y;
  result.e2 = z;
  return result;
}

/* (Sources/Compass/Motion/CompactVector.swift) */
static int32_t CompactVector_dot(int32_t otherX, int32_t otherY, int32_t otherZ, int32_t selfX, int32_t selfY,
    int32_t selfZ) {
  int32_t t1 = CompactNumber_times(selfX, otherX);
  int32_t t2 = CompactNumber_adding_times(selfY, otherY, t1);
  return CompactNumber_adding_times(selfZ, otherZ, t2);
}

/* Moves self towards `value` by a share of the distance. (Sources/Compass/Motion/CompactNumber.swift) */
static int32_t CompactNumber_following(int32_t value, int32_t share, int32_t self) {
  int32_t t1 = CompactNumber_minus_2(value, self);
  int32_t t2 = CompactNumber_times(t1, share);
  return CompactNumber_plus(self, t2);
}

/* The value times 2^`count`. (Sources/Compass/Motion/CompactNumber.swift) */
static int32_t CompactNumber_scaled_by(int32_t count, int32_t self) {
  int32_t power = add32((int32_t)((uint32_t)self << 24) >> 24, count);
  if (self != 0) {
    if (power >= -128) {
      if (127 >= power) {
        return (self & -256) | (power & 0xff);
      }
    }
  }
  int32_t t1 = CompactNumber_init_exponent(self >> 8, power);
  return t1;
}

/* Slice 2: the low-pass filter of the seven vectors. (Sources/Compass/Motion/BlockWork.swift) */
static void MotionFilter_filterMeans(MotionFilter *self) {
  int32_t share;
  uint8_t share2;
  if (self->isSettling != 0) {
    share = CompactNumber_reciprocal(self->blocks);
    share2 = 0;
  } else {
    share = 0;
    share2 = 1;
  }
  int32_t t1 = self->blockSeconds;
  int32_t t2 = self->haste;
  int32_t a = self->agitation;
  int32_t b = CompactNumber_plus(a, 1546188518);
  int32_t t3 = CompactNumber_reciprocal(b);
  int32_t t4 = CompactNumber_times(a, t3);
  int32_t t5 = CompactNumber_adding_times(1653562602, t4, 1181116139);
  int32_t t6 = CompactNumber_times(t2, t5);
  int32_t coefficients = LowPassCoefficients_init_seconds_time(t1, t6);
  int32_t i = 0;
  for (;;) {
    int32_t t7 = i + 1;
    switch (i) {
      case 0: {
        if (self->hasForce == 0) {
          goto L1;
        }
        switch (i) {
          case 4:
          case 5: {
            break;
          }
          default: {
            goto L2;
          }
        }
        break;
      }
      case 4:
      case 5: {
        break;
      }
      default: {
        goto L2;
      }
    }
    if (self->hasField == 0) {
      goto L1;
    }
L2:;
    LowPass_step_share(i, self->means.vectors[i].x, self->means.vectors[i].y, self->means.vectors[i].z, coefficients,
        share, share2, &self->lowPass);
L1:;
    if (t7 == 7) {
      break;
    }
    i = t7;
  }
  if (self->hasForce != 0) {
    Result_int32_int32_int32 t8 = CompactVector_minus(self->means.vectors[0].x, self->means.vectors[0].y,
        self->means.vectors[0].z, self->lowPass.states[0].output, self->lowPass.states[1].output,
        self->lowPass.states[2].output);
    int32_t t9 = CompactVector_dot(t8.e0, t8.e1, t8.e2, t8.e0, t8.e1, t8.e2);
    int32_t t10 = CompactNumber_times(t1, 1717987047);
    a = CompactNumber_following(t9, t10, a);
    self->agitation = a;
  }
  int32_t t11 = self->lost;
  if (t11 != 0) {
    int32_t self2 = CompactNumber_times(t11, 2013266158);
    int32_t t12 = CompactNumber_plus(1073742058, self2);
    int32_t t13 = CompactNumber_times(self2, self2);
    int32_t t14 = CompactNumber_scaled_by(-1, t13);
    int32_t t15 = CompactNumber_plus(t12, t14);
    int32_t t16 = CompactNumber_reciprocal(t15);
    self->agitation = CompactNumber_times(a, t16);
    return;
  }
}

/* The row of axis `x`, with its components in the order x, y, z. (Sources/Compass/Motion/Quaternion.swift) */
static Result_int32_int32_int32 Quaternion_row(int32_t w, int32_t x, int32_t y, int32_t z) {
  int32_t lowerA = (int32_t)(int16_t)y;
  int32_t lowerB = (int32_t)(int16_t)z;
  int32_t upperA = sub32(y, lowerA) >> 16;
  int32_t upperB = sub32(z, lowerB) >> 16;
  int32_t mixed = add32(lowerA * upperA, lowerB * upperB);
  int64_t self = add64((int64_t)((uint64_t)((uint32_t)mixed << 17) | ((uint64_t)(uint32_t)add32(add32(upperA * upperA,
      upperB * upperB), mixed >> 15) << 32)), (int64_t)(uint64_t)(uint32_t)add32(lowerA * lowerA, lowerB * lowerB));
  uint32_t fraction = (uint32_t)self >> 29;
  int32_t x2 = CompactNumber_init_exponent(sub32(536870912,
      add32((int32_t)((uint32_t)(int32_t)((uint64_t)self >> 32) << 2), (int32_t)((fraction >> 1) + (fraction & 1)))),
      -29);
  int32_t lowerA2 = (int32_t)(int16_t)x;
  int32_t lowerC = (int32_t)(int16_t)w;
  int32_t upperA2 = sub32(x, lowerA2) >> 16;
  int32_t upperC = sub32(w, lowerC) >> 16;
  int32_t mixed2 = sub32(sub32(add32(lowerA * upperA2, upperA * lowerA2), lowerB * upperC), upperB * lowerC);
  int32_t value = lowerA * lowerA2 - lowerB * lowerC;
  int64_t self2 = add64((int64_t)((uint64_t)((uint32_t)mixed2 << 16) | ((uint64_t)(uint32_t)(upperA * upperA2
      - upperB * upperC + (mixed2 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value);
  uint32_t fraction2 = (uint32_t)self2 >> 30;
  int32_t y2 = CompactNumber_init_exponent(add32((int32_t)((uint32_t)(int32_t)((uint64_t)self2 >> 32) << 1),
      (int32_t)((fraction2 >> 1) + (fraction2 & 1))), -28);
  int32_t mixed3 = add32(add32(add32(lowerB * upperA2, upperB * lowerA2), lowerA * upperC), upperA * lowerC);
  int32_t value2 = sub32(add32(lowerB * lowerA2, lowerA * lowerC), 1);
  int64_t self3 = add64((int64_t)((uint64_t)(((uint32_t)mixed3 << 16) + 1)
      | ((uint64_t)(uint32_t)add32(add32(upperB * upperA2, upperA * upperC), mixed3 >> 16) << 32)),
      (int64_t)(uint64_t)(int64_t)value2);
  uint32_t fraction3 = (uint32_t)self3 >> 30;
  int32_t z2 = CompactNumber_init_exponent(add32((int32_t)((uint32_t)(int32_t)((uint64_t)self3 >> 32) << 1),
      (int32_t)((fraction3 >> 1) + (fraction3 & 1))), -28);
  Result_int32_int32_int32 result;
  result.e0 = x2;
  result.e1 = y2;
  result.e2 = z2;
  return result;
}

/* Row `index` of the rotation matrix, 0…2, in compact numbers. (Sources/Compass/Motion/Quaternion.swift) */
static Result_int32_int32_int32 Quaternion_row_2(int32_t index, int32_t selfW, int32_t selfX, int32_t selfY,
    int32_t selfZ) {
  switch (index) {
    case 0: {
      Result_int32_int32_int32 t2 = Quaternion_row(selfW, selfX, selfY, selfZ);
      Result_int32_int32_int32 result4;
      result4.e0 = t2.e0;
      result4.e1 = t2.e1;
      result4.e2 = t2.e2;
      return result4;
    }
    case 1: {
      Result_int32_int32_int32 t3 = Quaternion_row(selfW, selfY, selfZ, selfX);
      Result_int32_int32_int32 result5;
      result5.e0 = t3.e2;
      result5.e1 = t3.e0;
      result5.e2 = t3.e1;
      return result5;
    }
    default: {
      Result_int32_int32_int32 t1 = Quaternion_row(selfW, selfZ, selfX, selfY);
      Result_int32_int32_int32 result6;
      result6.e0 = t1.e1;
      result6.e1 = t1.e2;
      result6.e2 = t1.e0;
      return result6;
    }
  }
}

/* (Sources/Compass/Motion/CompactVector.swift) */
static Result_int32_int32_int32 CompactMatrix_times(const CompactMatrix *matrix, int32_t vX, int32_t vY, int32_t vZ) {
  int32_t x = CompactVector_dot(vX, vY, vZ, matrix->x.x, matrix->x.y, matrix->x.z);
  int32_t y = CompactVector_dot(vX, vY, vZ, matrix->y.x, matrix->y.y, matrix->y.z);
  int32_t z = CompactVector_dot(vX, vY, vZ, matrix->z.x, matrix->z.y, matrix->z.z);
  Result_int32_int32_int32 result;
  result.e0 = x;
  result.e1 = y;
  result.e2 = z;
  return result;
}

/* √self; zero if self is negative. (Sources/Compass/Motion/CompactNumber.swift) */
static int32_t CompactNumber_squareRoot(int32_t self) {
  if (0 >= self) {
    return 0;
  }
  int32_t t1 = (int32_t)((uint32_t)self << 24) >> 24;
  int32_t isOdd = t1 & 1;
  uint32_t root = UInt64_approximateSquareRoot((uint64_t)((uint32_t)(self >> 8) << ((uint32_t)(isOdd
      + 8) & 0x1fu)) << 32);
  int32_t t2 = CompactNumber_init_exponent((int32_t)(root >> 1), ((t1 - isOdd) >> 1) - 19);
  return t2;
}

/* (Sources/Compass/Motion/CompactVector.swift) */
static Result_int32_int32_int32 CompactVector_times(int32_t a, int32_t bX, int32_t bY, int32_t bZ) {
  int32_t x = CompactNumber_times(a, bX);
  int32_t y = CompactNumber_times(a, bY);
  int32_t z = CompactNumber_times(a, bZ);
  Result_int32_int32_int32 result;
  result.e0 = x;
  result.e1 = y;
  result.e2 = z;
  return result;
}

/* The value in units of 2^`unit`, rounded half up and limited to 32 bits.
   (Sources/Compass/Motion/CompactNumber.swift) */
static int32_t CompactNumber_whole_unit(int32_t unit, int32_t self) {
  int32_t shift = sub32((int32_t)((uint32_t)self << 24) >> 24, unit);
  if (shift >= 0) {
    if (8 < shift) {
      if (self == 0) {
        return 0;
      }
      return (int32_t)(self < 0 ? INT32_MIN : 2147483647);
    }
    return (int32_t)((uint32_t)(self >> 8) << (uint32_t)(shift & 0x1f));
  }
  if (shift < -24) {
    return 0;
  }
  int32_t self2 = self >> 8;
  int32_t count = sub32(0, shift);
  return add32(self2 >> (uint32_t)(count & 0x1f), (self2 >> (uint32_t)(sub32(count, 1) & 0x1f)) & 1);
}

/* The rotation about a level axis that makes a unit vector point down. A vector that points up is first rotated by
   half a turn about the first axis, because a rotation of nearly half a turn would have few significant bits.
   (Sources/Compass/Motion/BlockWork.swift) */
static Result_int32_int32_int32_int32 MotionFilter_shortestTurn_toDown(int32_t vX, int32_t vY, int32_t vZ) {
  bool pointsUp = vZ < 0;
  if (pointsUp) {
    vZ = CompactNumber_minus(vZ);
  }
  int32_t t1 = CompactNumber_plus(vZ, 1073742058);
  int32_t t2 = CompactNumber_scaled_by(-1, t1);
  int32_t w = CompactNumber_squareRoot(t2);
  int32_t t3 = CompactNumber_reciprocal(w);
  int32_t share = CompactNumber_scaled_by(-1, t3);
  int32_t t4 = CompactNumber_times(vY, share);
  int32_t a = CompactNumber_whole_unit(-30, t4);
  int32_t t5 = CompactNumber_times(vX, share);
  int32_t b = CompactNumber_whole_unit(-30, t5);
  if (pointsUp) {
    int32_t x = CompactNumber_whole_unit(-30, w);
    Result_int32_int32_int32_int32 result3;
    result3.e0 = a;
    result3.e1 = x;
    result3.e2 = 0;
    result3.e3 = b;
    return result3;
  }
  int32_t w2 = CompactNumber_whole_unit(-30, w);
  Result_int32_int32_int32_int32 result4;
  result4.e0 = w2;
  result4.e1 = a;
  result4.e2 = sub32(0, b);
  result4.e3 = 0;
  return result4;
}

/* The rotation `b` followed by `a`, normalised to length 1 by one step of Newton's method.
   
   Each component of a unit quaternion is at most 2^30, so a sum of two products stays below 2^61.
   (Sources/Compass/Motion/Quaternion.swift) */
static Result_int32_int32_int32_int32 Quaternion_times(int32_t aW, int32_t aX, int32_t aY, int32_t aZ, int32_t bW,
    int32_t bX, int32_t bY, int32_t bZ) {
  int32_t lowerA = (int32_t)(int16_t)aW;
  int32_t lowerB = (int32_t)(int16_t)bW;
  int32_t lowerC = (int32_t)(int16_t)aX;
  int32_t lowerD = (int32_t)(int16_t)bX;
  int32_t upperA = sub32(aW, lowerA) >> 16;
  int32_t upperB = sub32(bW, lowerB) >> 16;
  int32_t upperC = sub32(aX, lowerC) >> 16;
  int32_t upperD = sub32(bX, lowerD) >> 16;
  int32_t mixed = sub32(sub32(add32(lowerB * upperA, upperB * lowerA), lowerD * upperC), upperD * lowerC);
  int32_t value = lowerB * lowerA - lowerD * lowerC;
  int64_t self = add64((int64_t)((uint64_t)((uint32_t)mixed << 16) | ((uint64_t)(uint32_t)(upperB * upperA
      - upperD * upperC + (mixed >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value);
  int32_t lowerA2 = (int32_t)(int16_t)aY;
  int32_t lowerB2 = (int32_t)(int16_t)bY;
  int32_t lowerC2 = (int32_t)(int16_t)aZ;
  int32_t lowerD2 = (int32_t)(int16_t)bZ;
  int32_t upperA2 = sub32(aY, lowerA2) >> 16;
  int32_t upperB2 = sub32(bY, lowerB2) >> 16;
  int32_t upperC2 = sub32(aZ, lowerC2) >> 16;
  int32_t upperD2 = sub32(bZ, lowerD2) >> 16;
  int32_t mixed2 = add32(add32(add32(lowerB2 * upperA2, upperB2 * lowerA2), lowerD2 * upperC2), upperD2 * lowerC2);
  int32_t value2 = sub32(add32(lowerB2 * lowerA2, lowerD2 * lowerC2), 1);
  int64_t self2 = add64((int64_t)((uint64_t)(((uint32_t)mixed2 << 16) + 1)
      | ((uint64_t)(uint32_t)add32(add32(upperB2 * upperA2, upperD2 * upperC2), mixed2 >> 16) << 32)),
      (int64_t)(uint64_t)(int64_t)value2);
  int64_t self3 = sub64(self, self2);
  int32_t mixed3 = add32(add32(add32(lowerD * upperA, upperD * lowerA), lowerB * upperC), upperB * lowerC);
  int32_t value3 = sub32(add32(lowerD * lowerA, lowerB * lowerC), 1);
  int64_t self4 = add64((int64_t)((uint64_t)(((uint32_t)mixed3 << 16) + 1)
      | ((uint64_t)(uint32_t)add32(add32(upperD * upperA, upperB * upperC), mixed3 >> 16) << 32)),
      (int64_t)(uint64_t)(int64_t)value3);
  int32_t mixed4 = sub32(sub32(add32(lowerD2 * upperA2, upperD2 * lowerA2), lowerB2 * upperC2), upperB2 * lowerC2);
  int32_t value4 = lowerD2 * lowerA2 - lowerB2 * lowerC2;
  int64_t self5 = add64((int64_t)((uint64_t)((uint32_t)mixed4 << 16) | ((uint64_t)(uint32_t)(upperD2 * upperA2
      - upperB2 * upperC2 + (mixed4 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value4);
  int64_t self6 = add64(self4, self5);
  int32_t mixed5 = sub32(sub32(add32(lowerB2 * upperA, upperB2 * lowerA), lowerD2 * upperC), upperD2 * lowerC);
  int32_t value5 = lowerB2 * lowerA - lowerD2 * lowerC;
  int64_t self7 = add64((int64_t)((uint64_t)((uint32_t)mixed5 << 16) | ((uint64_t)(uint32_t)(upperB2 * upperA
      - upperD2 * upperC + (mixed5 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value5);
  int32_t mixed6 = add32(add32(add32(lowerB * upperA2, upperB * lowerA2), lowerD * upperC2), upperD * lowerC2);
  int32_t value6 = sub32(add32(lowerB * lowerA2, lowerD * lowerC2), 1);
  int64_t self8 = add64((int64_t)((uint64_t)(((uint32_t)mixed6 << 16) + 1)
      | ((uint64_t)(uint32_t)add32(add32(upperB * upperA2, upperD * upperC2), mixed6 >> 16) << 32)),
      (int64_t)(uint64_t)(int64_t)value6);
  int64_t self9 = add64(self7, self8);
  int32_t mixed7 = add32(add32(add32(lowerD2 * upperA, upperD2 * lowerA), lowerB2 * upperC), upperB2 * lowerC);
  int32_t value7 = sub32(add32(lowerD2 * lowerA, lowerB2 * lowerC), 1);
  int64_t self10 = add64((int64_t)((uint64_t)(((uint32_t)mixed7 << 16) + 1)
      | ((uint64_t)(uint32_t)add32(add32(upperD2 * upperA, upperB2 * upperC), mixed7 >> 16) << 32)),
      (int64_t)(uint64_t)(int64_t)value7);
  int32_t mixed8 = sub32(sub32(add32(lowerB * upperC2, upperB * lowerC2), lowerD * upperA2), upperD * lowerA2);
  int32_t value8 = lowerB * lowerC2 - lowerD * lowerA2;
  int64_t self11 = add64((int64_t)((uint64_t)((uint32_t)mixed8 << 16) | ((uint64_t)(uint32_t)(upperB * upperC2
      - upperD * upperA2 + (mixed8 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value8);
  int64_t self12 = add64(self10, self11);
  uint32_t fraction = (uint32_t)self3 >> 29;
  int32_t selfW = add32((int32_t)((uint32_t)(int32_t)((uint64_t)self3 >> 32) << 2), (int32_t)((fraction >> 1)
      + (fraction & 1)));
  uint32_t fraction2 = (uint32_t)self6 >> 29;
  int32_t selfX = add32((int32_t)((uint32_t)(int32_t)((uint64_t)self6 >> 32) << 2), (int32_t)((fraction2 >> 1)
      + (fraction2 & 1)));
  uint32_t fraction3 = (uint32_t)self9 >> 29;
  int32_t selfY = add32((int32_t)((uint32_t)(int32_t)((uint64_t)self9 >> 32) << 2), (int32_t)((fraction3 >> 1)
      + (fraction3 & 1)));
  uint32_t fraction4 = (uint32_t)self12 >> 29;
  int32_t selfZ = add32((int32_t)((uint32_t)(int32_t)((uint64_t)self12 >> 32) << 2), (int32_t)((fraction4 >> 1)
      + (fraction4 & 1)));
  int32_t lowerA3 = (int32_t)(int16_t)selfW;
  int32_t lowerB3 = (int32_t)(int16_t)selfX;
  int32_t lowerC3 = (int32_t)(int16_t)selfY;
  int32_t upperA3 = sub32(selfW, lowerA3) >> 16;
  int32_t upperB3 = sub32(selfX, lowerB3) >> 16;
  int32_t upperC3 = sub32(selfY, lowerC3) >> 16;
  int32_t mixed9 = add32(add32(lowerA3 * upperA3, lowerB3 * upperB3), lowerC3 * upperC3);
  int64_t self13 = add64((int64_t)((uint64_t)((uint32_t)mixed9 << 17)
      | ((uint64_t)(uint32_t)add32(add32(add32(upperA3 * upperA3, upperB3 * upperB3), upperC3 * upperC3),
      mixed9 >> 15) << 32)), (int64_t)(uint64_t)(uint32_t)add32(add32(lowerA3 * lowerA3, lowerB3 * lowerB3),
      lowerC3 * lowerC3));
  uint32_t lower = (uint32_t)selfZ & 0xffffu;
  int32_t upper = selfZ >> 16;
  int32_t mixed10 = (int32_t)lower * upper;
  int64_t square = add64(self13, add64((int64_t)((uint64_t)((uint32_t)mixed10 << 17)
      | ((uint64_t)(uint32_t)(upper * upper + (mixed10 >> 15)) << 32)), (int64_t)(uint64_t)(lower * lower)));
  int32_t b = (int32_t)(sub64(1152921504606846976ll, square) >> 31);
  if (b < 65535 && -65535 < b) {
    Result_int32_int32_int32_int32 result3;
    result3.e0 = add32(selfW, add32(mul32(b, selfW >> 16), 8192) >> 14);
    result3.e1 = add32(selfX, add32(mul32(b, selfX >> 16), 8192) >> 14);
    result3.e2 = add32(selfY, add32(mul32(b, selfY >> 16), 8192) >> 14);
    result3.e3 = add32(selfZ, add32(mul32(b, upper), 8192) >> 14);
    return result3;
  }
  int32_t lowerA4 = selfW & 0xffff;
  int32_t upperA4 = selfW >> 16;
  int32_t t1 = (int32_t)(int16_t)b;
  int32_t upperB4 = sub32(b, t1) >> 16;
  int32_t mixed11 = add32(t1 * upperA4, upperB4 * lowerA4);
  int32_t value9 = t1 * lowerA4;
  int64_t self14 = add64((int64_t)((uint64_t)((uint32_t)mixed11 << 16) | ((uint64_t)(uint32_t)(upperB4 * upperA4
      + (mixed11 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value9);
  uint32_t fraction5 = (uint32_t)self14 >> 29;
  int32_t lowerA5 = selfX & 0xffff;
  int32_t upperA5 = selfX >> 16;
  int32_t mixed12 = add32(t1 * upperA5, upperB4 * lowerA5);
  int32_t value10 = t1 * lowerA5;
  int64_t self15 = add64((int64_t)((uint64_t)((uint32_t)mixed12 << 16) | ((uint64_t)(uint32_t)(upperB4 * upperA5
      + (mixed12 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value10);
  uint32_t fraction6 = (uint32_t)self15 >> 29;
  int32_t lowerA6 = selfY & 0xffff;
  int32_t upperA6 = selfY >> 16;
  int32_t mixed13 = add32(t1 * upperA6, upperB4 * lowerA6);
  int32_t value11 = t1 * lowerA6;
  int64_t self16 = add64((int64_t)((uint64_t)((uint32_t)mixed13 << 16) | ((uint64_t)(uint32_t)(upperB4 * upperA6
      + (mixed13 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value11);
  uint32_t fraction7 = (uint32_t)self16 >> 29;
  int32_t mixed14 = add32(t1 * upper, upperB4 * (int32_t)lower);
  int32_t value12 = t1 * (int32_t)lower;
  int64_t self17 = add64((int64_t)((uint64_t)((uint32_t)mixed14 << 16) | ((uint64_t)(uint32_t)(upperB4 * upper
      + (mixed14 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value12);
  uint32_t fraction8 = (uint32_t)self17 >> 29;
  Result_int32_int32_int32_int32 result4;
  result4.e0 = add32(selfW, add32((int32_t)((uint32_t)(int32_t)((uint64_t)self14 >> 32) << 2),
      (int32_t)((fraction5 >> 1) + (fraction5 & 1))));
  result4.e1 = add32(selfX, add32((int32_t)((uint32_t)(int32_t)((uint64_t)self15 >> 32) << 2),
      (int32_t)((fraction6 >> 1) + (fraction6 & 1))));
  result4.e2 = add32(selfY, add32((int32_t)((uint32_t)(int32_t)((uint64_t)self16 >> 32) << 2),
      (int32_t)((fraction7 >> 1) + (fraction7 & 1))));
  result4.e3 = add32(selfZ, add32((int32_t)((uint32_t)(int32_t)((uint64_t)self17 >> 32) << 2),
      (int32_t)((fraction8 >> 1) + (fraction8 & 1))));
  return result4;
}

/* Slice 3: rotates the frame upright by the low-passed force. (Sources/Compass/Motion/BlockWork.swift) */
static void MotionFilter_turnUpright(MotionFilter *self) {
  int32_t selfW = self->upright.w;
  int32_t selfX = self->upright.x;
  int32_t selfY = self->upright.y;
  int32_t selfZ = self->upright.z;
  Result_int32_int32_int32 t1 = Quaternion_row_2(0, selfW, selfX, selfY, selfZ);
  Result_int32_int32_int32 t2 = Quaternion_row_2(1, selfW, selfX, selfY, selfZ);
  Result_int32_int32_int32 t3 = Quaternion_row_2(2, selfW, selfX, selfY, selfZ);
  CompactMatrix t11;
  t11.x.x = t1.e0;
  t11.x.y = t1.e1;
  t11.x.z = t1.e2;
  t11.y.x = t2.e0;
  t11.y.y = t2.e1;
  t11.y.z = t2.e2;
  t11.z.x = t3.e0;
  t11.z.y = t3.e1;
  t11.z.z = t3.e2;
  Result_int32_int32_int32 t4 = CompactMatrix_times(&t11, self->lowPass.states[0].output,
      self->lowPass.states[1].output, self->lowPass.states[2].output);
  int32_t t5 = CompactVector_dot(t4.e0, t4.e1, t4.e2, t4.e0, t4.e1, t4.e2);
  int32_t length = CompactNumber_squareRoot(t5);
  if (self->hasForce != 0 && length != 0) {
    int32_t t6 = CompactNumber_reciprocal(length);
    int32_t t7 = CompactNumber_minus(t6);
    Result_int32_int32_int32 t8 = CompactVector_times(t7, t4.e0, t4.e1, t4.e2);
    self->downX = t8.e0;
    self->downY = t8.e1;
    Result_int32_int32_int32_int32 t9 = MotionFilter_shortestTurn_toDown(t8.e0, t8.e1, t8.e2);
    Result_int32_int32_int32_int32 t10 = Quaternion_times(t9.e0, t9.e1, t9.e2, t9.e3, selfW, selfX, selfY, selfZ);
    self->upright.w = t10.e0;
    self->upright.x = t10.e1;
    self->upright.y = t10.e2;
    self->upright.z = t10.e3;
    return;
  }
}

/* Lets the variance of one state grow, up to a limit. (Sources/Compass/Motion/FourStateFilter.swift) */
static void FourStateFilter_grow_by_limit(int32_t index, int32_t more, int32_t limit, FourStateFilter *self) {
  int32_t at;
  switch (index) {
    case 0: {
      at = 0;
      break;
    }
    case 1: {
      at = 4;
      break;
    }
    case 2: {
      at = 7;
      break;
    }
    default: {
      at = 9;
      break;
    }
  }
  int32_t a = self->covariance[at];
  if (CompactNumber_minus_2(a, limit) < 0) {
    int32_t t1 = self->covariance[at];
    self->covariance[at] = CompactNumber_plus(t1, more);
    return;
  }
}

/* The unit vector of axis 0…2. (Sources/Compass/Motion/BlockWork.swift) */
static Result_int32_int32_int32 CompactVector_unit(int32_t axis) {
  Result_int32_int32_int32 result;
  result.e0 = (int32_t)(axis == 0 ? 1073742058 : 0);
  result.e1 = (int32_t)(axis == 1 ? 1073742058 : 0);
  result.e2 = (int32_t)(axis == 2 ? 1073742058 : 0);
  return result;
}

/* (Sources/Compass/Motion/FourStateFilter.swift) */
static int32_t Row4_dot(int32_t selfX, int32_t selfY, int32_t selfZ, int32_t otherD, int32_t selfX2, int32_t selfY2,
    int32_t selfZ2, int32_t selfD) {
  int32_t t1 = CompactVector_dot(selfX, selfY, selfZ, selfX2, selfY2, selfZ2);
  return CompactNumber_adding_times(selfD, otherD, t1);
}

/* covariance · row. (Sources/Compass/Motion/FourStateFilter.swift) */
static Result_int32_int32_int32_int32 FourStateFilter_product(int32_t rowA, int32_t rowB, int32_t rowC, int32_t rowD,
    const FourStateFilter *self) {
  int32_t x = Row4_dot(rowA, rowB, rowC, rowD, self->covariance[0], self->covariance[1], self->covariance[2],
      self->covariance[3]);
  int32_t y = Row4_dot(rowA, rowB, rowC, rowD, self->covariance[1], self->covariance[4], self->covariance[5],
      self->covariance[6]);
  int32_t z = Row4_dot(rowA, rowB, rowC, rowD, self->covariance[2], self->covariance[5], self->covariance[7],
      self->covariance[8]);
  int32_t d = Row4_dot(rowA, rowB, rowC, rowD, self->covariance[3], self->covariance[6], self->covariance[8],
      self->covariance[9]);
  Result_int32_int32_int32_int32 result;
  result.e0 = x;
  result.e1 = y;
  result.e2 = z;
  result.e3 = d;
  return result;
}

/* The larger of two. (Sources/Compass/Motion/CompactNumber.swift) */
static int32_t CompactNumber_most(int32_t a, int32_t b) {
  int32_t t1 = CompactNumber_minus_2(a, b);
  return t1 < 0 ? b : a;
}

/* (Sources/Compass/Motion/CompactNumber.swift) */
static int32_t CompactNumber_limited_to(int32_t limit, int32_t self) {
  bool t1 = self < 0;
  int32_t b;
  if (t1) {
    b = CompactNumber_minus(self);
  } else {
    b = self;
  }
  int32_t t2 = CompactNumber_minus_2(limit, b);
  bool t3 = t2 >= 0;
  if (t3 || !t1) {
    return t3 ? self : limit;
  }
  int32_t t4 = CompactNumber_minus(limit);
  return t4;
}

/* self + a·v. (Sources/Compass/Motion/CompactVector.swift) */
static Result_int32_int32_int32 CompactVector_adding_times(int32_t a, int32_t vX, int32_t vY, int32_t vZ,
    int32_t selfX, int32_t selfY, int32_t selfZ) {
  int32_t x = CompactNumber_adding_times(a, vX, selfX);
  int32_t y = CompactNumber_adding_times(a, vY, selfY);
  int32_t z = CompactNumber_adding_times(a, vZ, selfZ);
  Result_int32_int32_int32 result;
  result.e0 = x;
  result.e1 = y;
  result.e2 = z;
  return result;
}

/* Adds `scale` times two numbers to two neighbours of the covariance.
   (Sources/Compass/Motion/FourStateFilter.swift) */
static void FourStateFilter_add(int32_t index, int32_t scale, int32_t first, int32_t second, FourStateFilter *self) {
  int32_t t1 = self->covariance[index];
  self->covariance[index] = CompactNumber_adding_times(scale, first, t1);
  int32_t t2 = add32(index, 1);
  int32_t t3 = self->covariance[t2];
  self->covariance[t2] = CompactNumber_adding_times(scale, second, t3);
}

/* Adds `step` · gain to the state, and `scale` · gain · gainᵀ to the covariance.
   (Sources/Compass/Motion/FourStateFilter.swift) */
static void FourStateFilter_correct_by_variance(int32_t selfX, int32_t selfY, int32_t selfZ, int32_t gainD,
    int32_t step, int32_t scale, FourStateFilter *self) {
  Result_int32_int32_int32 t1 = CompactVector_adding_times(step, selfX, selfY, selfZ, self->state.a, self->state.b,
      self->state.c);
  int32_t d = CompactNumber_adding_times(step, gainD, self->state.d);
  self->state.a = t1.e0;
  self->state.b = t1.e1;
  self->state.c = t1.e2;
  self->state.d = d;
  int32_t a = CompactNumber_times(selfX, scale);
  int32_t b = CompactNumber_times(selfY, scale);
  int32_t c = CompactNumber_times(selfZ, scale);
  FourStateFilter_add(0, a, selfX, selfY, self);
  FourStateFilter_add(2, a, selfZ, gainD, self);
  FourStateFilter_add(4, b, selfY, selfZ, self);
  int32_t t2 = self->covariance[6];
  self->covariance[6] = CompactNumber_adding_times(b, gainD, t2);
  FourStateFilter_add(7, c, selfZ, gainD, self);
  int32_t t3 = self->covariance[9];
  int32_t t4 = CompactNumber_times(gainD, scale);
  int32_t last = CompactNumber_adding_times(t4, gainD, t3);
  self->covariance[9] = (int32_t)(last < 0 ? 0 : last);
}

/* Processes one measurement: row · state = value, with the variance `noise`.
   limit: a larger innovation is limited to this, or to as many of its own standard
   deviations as `Constants.limitDeviations` says; `nil`: no limit.
   (Sources/Compass/Motion/FourStateFilter.swift) */
static void FourStateFilter_update_row_value_noise_limit(int32_t rowA, int32_t rowB, int32_t rowC, int32_t rowD,
    int32_t value, int32_t noise, int32_t limit, uint8_t limit2, FourStateFilter *self) {
  int32_t t1 = self->state.a;
  int32_t t2 = self->state.b;
  int32_t t3 = self->state.c;
  int32_t t4 = self->state.d;
  Result_int32_int32_int32_int32 t5 = FourStateFilter_product(rowA, rowB, rowC, rowD, self);
  int32_t own = Row4_dot(t5.e0, t5.e1, t5.e2, t5.e3, rowA, rowB, rowC, rowD);
  int32_t t6 = CompactNumber_plus(own, noise);
  int32_t inverse = CompactNumber_reciprocal(t6);
  int32_t t7 = Row4_dot(t1, t2, t3, t4, rowA, rowB, rowC, rowD);
  int32_t innovation = CompactNumber_minus_2(value, t7);
  if (limit2 != 1) {
    int32_t t8 = CompactNumber_squareRoot(own);
    int32_t t9 = CompactNumber_times(2040109802, t8);
    int32_t t10 = CompactNumber_most(limit, t9);
    innovation = CompactNumber_limited_to(t10, innovation);
  }
  int32_t t11 = self->withHeading.x;
  int32_t t12 = self->withHeading.y;
  int32_t t13 = self->withHeading.z;
  int32_t t14 = CompactNumber_minus(inverse);
  int32_t t15 = CompactVector_dot(t11, t12, t13, rowA, rowB, rowC);
  int32_t t16 = CompactNumber_times(t14, t15);
  Result_int32_int32_int32 t17 = CompactVector_adding_times(t16, t5.e0, t5.e1, t5.e2, t11, t12, t13);
  self->withHeading.x = t17.e0;
  self->withHeading.y = t17.e1;
  self->withHeading.z = t17.e2;
  int32_t t18 = CompactNumber_times(innovation, inverse);
  int32_t t19 = CompactNumber_minus(inverse);
  FourStateFilter_correct_by_variance(t5.e0, t5.e1, t5.e2, t5.e3, t18, t19, self);
}

/* The row vector times the matrix. (Sources/Compass/Motion/CompactVector.swift) */
static Result_int32_int32_int32 CompactMatrix_row(int32_t rowX, int32_t rowY, int32_t rowZ, const CompactMatrix *self) {
  Result_int32_int32_int32 t1 = CompactVector_times(rowX, self->x.x, self->x.y, self->x.z);
  Result_int32_int32_int32 t2 = CompactVector_adding_times(rowY, self->y.x, self->y.y, self->y.z, t1.e0, t1.e1, t1.e2);
  Result_int32_int32_int32 t3 = CompactVector_adding_times(rowZ, self->z.x, self->z.y, self->z.z, t2.e0, t2.e1, t2.e2);
  Result_int32_int32_int32 result;
  result.e0 = t3.e0;
  result.e1 = t3.e1;
  result.e2 = t3.e2;
  return result;
}

/* Converts integers in units of `unit` · 2^`exponent`. (Sources/Compass/Motion/MotionFilter.swift) */
static Result_int32_int32_int32 CompactVector_init_exponent_times(int32_t vX, int32_t vY, int32_t vZ, int32_t exponent,
    int32_t unit) {
  int32_t x = CompactNumber_init_exponent(vX, exponent);
  int32_t y = CompactNumber_init_exponent(vY, exponent);
  int32_t z = CompactNumber_init_exponent(vZ, exponent);
  Result_int32_int32_int32 t1 = CompactVector_times(unit, x, y, z);
  Result_int32_int32_int32 result;
  result.e0 = t1.e0;
  result.e1 = t1.e1;
  result.e2 = t1.e2;
  return result;
}

/* Adds one innovation.
   
   - innovation: rad/s.
   - axis: 0 or 1. The axes take turns from block to block.
   - seconds: length of the block.
   - Returns: the variance of one measurement, (rad/s)².
   (Sources/Compass/Motion/InnovationNoise.swift) */
static int32_t InnovationNoise_add_axis_seconds(int32_t innovation, int32_t axis, int32_t seconds,
    InnovationNoise *self) {
  int8_t t1 = self->count;
  int32_t all;
  int32_t each;
  if (t1 < 100) {
    int32_t t2 = (int32_t)t1;
    int32_t t3 = CompactNumber_init_exponent(t2 + 2, -1);
    each = CompactNumber_reciprocal(t3);
    int32_t t4 = CompactNumber_init_exponent(2 * t2 + 3, -1);
    all = CompactNumber_reciprocal(t4);
    self->count = add8(t1, 1);
  } else {
    all = 0;
    each = 0;
  }
  int32_t t5 = self->slow[axis];
  int32_t t6 = CompactNumber_times(seconds, 2095106280);
  int32_t t7 = CompactNumber_most(each, t6);
  self->slow[axis] = CompactNumber_following(innovation, t7, t5);
  int32_t t8 = self->fast[axis];
  int32_t t9 = CompactNumber_times(seconds, 1952258025);
  int32_t t10 = CompactNumber_most(each, t9);
  int32_t t11 = CompactNumber_following(innovation, t10, t8);
  self->fast[axis] = t11;
  int32_t distance = CompactNumber_minus_2(t11, self->slow[axis]);
  int32_t t12 = self->square;
  int32_t t13 = CompactNumber_times(distance, distance);
  int32_t t14 = CompactNumber_times(seconds, 1717987046);
  int32_t t15 = CompactNumber_most(all, t14);
  int32_t t16 = CompactNumber_following(t13, t15, t12);
  self->square = t16;
  int32_t t17 = CompactNumber_times(t16, 1073742059);
  return CompactNumber_most(1234687704, t17);
}

/* Slice 4: updates one axis of the bias. At rest, the mean rate is the measurement; if the field does not confirm
   the rest, only a level axis is updated. In motion, bias and scale are updated by the rotation that made the frame
   upright.
   (Sources/Compass/Motion/BlockWork.swift) */
static void MotionFilter_updateBias(MotionFilter *self) {
  int32_t b = self->blockSeconds;
  int32_t growth = CompactNumber_times(1075550161, b);
  uint16_t t1 = self->settings.zeroRateOffset;
  int32_t t2 = CompactNumber_init_exponent((int32_t)(uint16_t)(t1 < 1 ? 1 : (uint16_t)(500 < t1 ? 500 : t1)), 0);
  int32_t self2 = CompactNumber_times(t2, 1535208157);
  int32_t most = CompactNumber_times(self2, self2);
  int32_t i = 0;
  for (;;) {
    int32_t t3 = i + 1;
    FourStateFilter_grow_by_limit(i, growth, most, &self->bias);
    if (t3 == 3) {
      break;
    }
    i = t3;
  }
  int32_t t4 = CompactNumber_times(1103382229, b);
  FourStateFilter_grow_by_limit(3, t4, 1759218910, &self->bias);
  if (self->watch.isStuck != 0) {
    return;
  }
  if (self->rest.still >= 1500000u) {
    if (self->confirmedBlocks == 4) {
      int32_t turn = (int32_t)self->turnOfAxes;
      int32_t axis = turn < 3 ? turn : turn - 3;
      Result_int32_int32_int32 t5 = CompactVector_unit(axis);
      int32_t t6 = self->rest.rate.y;
      int32_t t7 = self->rest.rate.z;
      switch (axis) {
        case 0: {
          t7 = self->rest.rate.x;
          break;
        }
        case 1: {
          t7 = t6;
          break;
        }
        default: {
          break;
        }
      }
      int32_t t8 = CompactNumber_scaled_by(1, growth);
      int32_t growth2 = CompactNumber_plus(growth, t8);
      int32_t t9 = CompactNumber_times(1980987604, 1980987604);
      int32_t t10 = CompactNumber_reciprocal(growth2);
      int32_t t11 = CompactNumber_times(t9, t10);
      int32_t t12 = CompactNumber_plus(t11, 1980987604);
      FourStateFilter_update_row_value_noise_limit(t5.e0, t5.e1, t5.e2, 0, t7, t12, 1199381477, 0, &self->bias);
      goto L1;
    }
  } else if (self->rest.calm < 1500000u) {
    if (self->hasForce != 0) {
      if (self->isSettling != 0) {
        goto L1;
      }
      int32_t axis2 = (int32_t)self->turnOfAxes & 1;
      int32_t a;
      if (axis2 == 0) {
        a = CompactNumber_minus(self->downY);
      } else {
        a = self->downX;
      }
      int32_t t28 = CompactNumber_reciprocal(b);
      int32_t tilt = CompactNumber_times(a, t28);
      Result_int32_int32_int32 t29 = Quaternion_row_2(axis2, self->upright.w, self->upright.x, self->upright.y,
          self->upright.z);
      int32_t y = self->lowPass.states[4].output;
      int32_t z = self->lowPass.states[5].output;
      int32_t x = self->lowPass.states[6].output;
      int32_t y2 = self->lowPass.states[7].output;
      int32_t z2 = self->lowPass.states[8].output;
      int32_t x2 = self->lowPass.states[9].output;
      int32_t y3 = self->lowPass.states[10].output;
      int32_t z3 = self->lowPass.states[11].output;
      CompactMatrix t43;
      t43.x.x = self->lowPass.states[3].output;
      t43.x.y = y;
      t43.x.z = z;
      t43.y.x = x;
      t43.y.y = y2;
      t43.y.z = z2;
      t43.z.x = x2;
      t43.z.y = y3;
      t43.z.z = z3;
      Result_int32_int32_int32 t30 = CompactMatrix_row(t29.e0, t29.e1, t29.e2, &t43);
      int32_t t31 = CompactVector_dot(self->lowPass.states[18].output, self->lowPass.states[19].output,
          self->lowPass.states[20].output, t29.e0, t29.e1, t29.e2);
      int32_t d = CompactNumber_minus(t31);
      Result_int32_int32_int32 t32 = CompactVector_init_exponent_times(self->strapdown.bias.x, self->strapdown.bias.y,
          self->strapdown.bias.z, -20, 1073742058);
      int32_t d2 = CompactNumber_init_exponent(self->strapdown.scale, -24);
      int32_t t33 = Row4_dot(t32.e0, t32.e1, t32.e2, d2, t30.e0, t30.e1, t30.e2, d);
      int32_t value = CompactNumber_plus(tilt, t33);
      int32_t t34 = Row4_dot(self->bias.state.a, self->bias.state.b, self->bias.state.c, self->bias.state.d, t30.e0,
          t30.e1, t30.e2, d);
      int32_t t35 = CompactNumber_minus_2(value, t34);
      int32_t noise2 = InnovationNoise_add_axis_seconds(t35, axis2, b, &self->tiltNoise);
      int32_t growth4 = CompactNumber_scaled_by(1, growth);
      int32_t t36 = CompactNumber_times(noise2, noise2);
      int32_t t37 = CompactNumber_reciprocal(growth4);
      int32_t t38 = CompactNumber_times(t36, t37);
      int32_t t39 = CompactNumber_plus(t38, noise2);
      int32_t t40 = CompactNumber_times(1180821743, self->lost);
      int32_t t41 = CompactNumber_plus(1073742058, t40);
      int32_t t42 = CompactNumber_times(t39, t41);
      FourStateFilter_update_row_value_noise_limit(t30.e0, t30.e1, t30.e2, d, value, t42, 1199381477, 0, &self->bias);
      goto L1;
    }
    goto L1;
  }
  int32_t noise;
  noise = (int32_t)(self->rest.calm >= 1500000u ? 1234687702 : 1449043160);
  uint32_t t13;
  t13 = (uint32_t)self->means.vectors[1].y;
  uint32_t t14;
  t14 = (uint32_t)self->means.vectors[1].z;
  uint32_t t15;
  t15 = (uint32_t)self->means.vectors[2].x;
  uint32_t t16;
  t16 = (uint32_t)self->means.vectors[2].y;
  uint32_t t17;
  t17 = (uint32_t)self->means.vectors[2].z;
  uint32_t t18;
  t18 = (uint32_t)self->means.vectors[3].x;
  uint32_t t19;
  t19 = (uint32_t)self->means.vectors[3].y;
  uint32_t t20;
  t20 = (uint32_t)self->means.vectors[3].z;
  CompactMatrix t44;
  t44.x.x = self->means.vectors[1].x;
  t44.x.y = (int32_t)t13;
  t44.x.z = (int32_t)t14;
  t44.y.x = (int32_t)t15;
  t44.y.y = (int32_t)t16;
  t44.y.z = (int32_t)t17;
  t44.z.x = (int32_t)t18;
  t44.z.y = (int32_t)t19;
  t44.z.z = (int32_t)t20;
  Result_int32_int32_int32 t21;
  t21 = Quaternion_row_2((int32_t)self->turnOfAxes & 1, self->upright.w, self->upright.x, self->upright.y,
      self->upright.z);
  Result_int32_int32_int32 t22;
  t22 = CompactMatrix_row(t21.e0, t21.e1, t21.e2, &t44);
  int32_t t23;
  t23 = CompactVector_dot(self->rest.rate.x, self->rest.rate.y, self->rest.rate.z, t22.e0, t22.e1, t22.e2);
  int32_t growth3;
  growth3 = CompactNumber_scaled_by(1, growth);
  int32_t t24;
  t24 = CompactNumber_times(noise, noise);
  int32_t t25;
  t25 = CompactNumber_reciprocal(growth3);
  int32_t t26;
  t26 = CompactNumber_times(t24, t25);
  int32_t t27;
  t27 = CompactNumber_plus(t26, noise);
  FourStateFilter_update_row_value_noise_limit(t22.e0, t22.e1, t22.e2, 0, t23, t27, 1199381477, 0, &self->bias);
L1:;
  int32_t y4 = self->bias.state.b;
  int32_t z4 = self->bias.state.c;
  int32_t x3 = CompactNumber_limited_to(1874033128, self->bias.state.a);
  int32_t y5 = CompactNumber_limited_to(1874033128, y4);
  int32_t z5 = CompactNumber_limited_to(1874033128, z4);
  int32_t d3 = self->bias.state.d;
  self->bias.state.a = x3;
  self->bias.state.b = y5;
  self->bias.state.c = z5;
  self->bias.state.d = d3;
}

/* The difference of a row of the rotation from the low-passed row. The index is a constant in each case:
   embedded-swift.md, "Copies".
   (Sources/Compass/Motion/BlockWork.swift) */
static Result_int32_int32_int32 MotionFilter_turned(int32_t axis, const MotionFilter *self) {
  switch (axis) {
    case 0: {
      Result_int32_int32_int32 t2 = CompactVector_minus(self->means.vectors[1].x, self->means.vectors[1].y,
          self->means.vectors[1].z, self->lowPass.states[3].output, self->lowPass.states[4].output,
          self->lowPass.states[5].output);
      Result_int32_int32_int32 result4;
      result4.e0 = t2.e0;
      result4.e1 = t2.e1;
      result4.e2 = t2.e2;
      return result4;
    }
    case 1: {
      Result_int32_int32_int32 t3 = CompactVector_minus(self->means.vectors[2].x, self->means.vectors[2].y,
          self->means.vectors[2].z, self->lowPass.states[6].output, self->lowPass.states[7].output,
          self->lowPass.states[8].output);
      Result_int32_int32_int32 result5;
      result5.e0 = t3.e0;
      result5.e1 = t3.e1;
      result5.e2 = t3.e2;
      return result5;
    }
    default: {
      Result_int32_int32_int32 t1 = CompactVector_minus(self->means.vectors[3].x, self->means.vectors[3].y,
          self->means.vectors[3].z, self->lowPass.states[9].output, self->lowPass.states[10].output,
          self->lowPass.states[11].output);
      Result_int32_int32_int32 result6;
      result6.e0 = t1.e0;
      result6.e1 = t1.e1;
      result6.e2 = t1.e2;
      return result6;
    }
  }
}

/* Slice 5: updates one row of hard iron and delay from the change of the field during a rotation. The low-passed
   field changes little from block to block, so one axis in each block gives nearly as much information as three.
   (Sources/Compass/Motion/BlockWork.swift) */
static void MotionFilter_updateIron(MotionFilter *self) {
  if (self->hasField != 0) {
    if (self->rest.still >= 1500000u) {
      return;
    }
    if (self->isSettling != 0) {
      return;
    }
    int32_t turn = (int32_t)self->turnOfAxes;
    int32_t axis = turn < 3 ? turn : turn - 3;
    Result_int32_int32_int32 t1 = MotionFilter_turned(axis, self);
    bool t2 = axis == 0;
    int32_t d = CompactNumber_minus_2(t2 ? self->means.vectors[5].x : (axis == 1 ? self->means.vectors[5].y
        : self->means.vectors[5].z), t2 ? self->lowPass.states[15].output : (axis == 1
        ? self->lowPass.states[16].output : self->lowPass.states[17].output));
    int32_t t3 = CompactNumber_minus_2(t2 ? self->means.vectors[4].x : (axis == 1 ? self->means.vectors[4].y
        : self->means.vectors[4].z), t2 ? self->lowPass.states[12].output : (axis == 1
        ? self->lowPass.states[13].output : self->lowPass.states[14].output));
    Result_int32_int32_int32 t4 = CompactVector_init_exponent_times(self->strapdown.hardIron.x,
        self->strapdown.hardIron.y, self->strapdown.hardIron.z, 0, 1099511778);
    int32_t t5 = CompactNumber_init_exponent((int32_t)self->appliedDelay, 0);
    int32_t d2 = CompactNumber_times(t5, 1125900246);
    int32_t t6 = Row4_dot(t4.e0, t4.e1, t4.e2, d2, t1.e0, t1.e1, t1.e2, d);
    int32_t value = CompactNumber_plus(t3, t6);
    int32_t t7 = self->ironSquare;
    int32_t t8 = Row4_dot(self->iron.state.a, self->iron.state.b, self->iron.state.c, self->iron.state.d, t1.e0, t1.e1,
        t1.e2, d);
    int32_t self2 = CompactNumber_minus_2(value, t8);
    int32_t t9 = CompactNumber_times(self2, self2);
    int32_t t10 = self->blockSeconds;
    int32_t t11 = CompactNumber_times(t10, 1717987046);
    int32_t t12 = CompactNumber_following(t9, t11, t7);
    self->ironSquare = t12;
    int32_t t13 = CompactNumber_times(t12, 1342177517);
    int32_t noise = CompactNumber_most(2033780463, t13);
    int32_t t14 = CompactNumber_times(1180821743, self->lost);
    int32_t t15 = CompactNumber_plus(1073742058, t14);
    int32_t t16 = CompactNumber_times(noise, t15);
    FourStateFilter_update_row_value_noise_limit(t1.e0, t1.e1, t1.e2, d, value, t16, 0, 1, &self->iron);
    int32_t growth = CompactNumber_times(1822240233, t10);
    int32_t i = 0;
    for (;;) {
      int32_t t17 = i + 1;
      FourStateFilter_grow_by_limit(i, growth, 1887437043, &self->iron);
      if (t17 == 3) {
        break;
      }
      i = t17;
    }
    int32_t t18 = CompactNumber_times(1356133071, t10);
    FourStateFilter_grow_by_limit(3, t18, 1462330075, &self->iron);
    return;
  }
}

/* (Sources/Compass/Motion/BlockWork.swift) */
static Result_int32_int32_int32 CompactVector_whole_unit(int32_t unit, int32_t selfX, int32_t selfY, int32_t selfZ) {
  int32_t x = CompactNumber_whole_unit(unit, selfX);
  int32_t y = CompactNumber_whole_unit(unit, selfY);
  int32_t z = CompactNumber_whole_unit(unit, selfZ);
  Result_int32_int32_int32 result;
  result.e0 = x;
  result.e1 = y;
  result.e2 = z;
  return result;
}

/* How much of an estimate is applied: all where its square reaches the limit, and nothing below half of the limit. A
   limit without this ramp would be passed in different blocks for the smallest of reasons.
   (Sources/Compass/Motion/BlockWork.swift) */
static int32_t MotionFilter_weight(int32_t square, int32_t limit) {
  int32_t b = CompactNumber_scaled_by(-1, limit);
  if (CompactNumber_minus_2(square, b) < 0) {
    return 0;
  }
  if (CompactNumber_minus_2(square, limit) < 0) {
    int32_t t1 = CompactNumber_reciprocal(limit);
    int32_t t2 = CompactNumber_times(square, t1);
    int32_t t3 = CompactNumber_scaled_by(1, t2);
    int32_t t4 = CompactNumber_minus_2(t3, 1073742058);
    return t4;
  }
  return 1073742058;
}

/* (Sources/Compass/Motion/FourStateFilter.swift) */
static int32_t FourStateFilter_largestVariance(const FourStateFilter *self) {
  int32_t t1 = self->covariance[0];
  int32_t t2 = CompactNumber_most(self->covariance[4], self->covariance[7]);
  return CompactNumber_most(t1, t2);
}

/* Slice 6: sets what the strapdown subtracts from the next sample on. (Sources/Compass/Motion/BlockWork.swift) */
static void MotionFilter_apply(MotionFilter *self) {
  Result_int32_int32_int32 t1 = CompactVector_whole_unit(-20, self->bias.state.a, self->bias.state.b,
      self->bias.state.c);
  self->strapdown.bias.x = t1.e0;
  self->strapdown.bias.y = t1.e1;
  self->strapdown.bias.z = t1.e2;
  int32_t scale = self->bias.state.d;
  int32_t t2 = CompactNumber_times(scale, scale);
  int32_t t3 = CompactNumber_times(1193029353, 1193029353);
  int32_t t4 = CompactNumber_times(t3, self->bias.covariance[9]);
  int32_t scaleWeight = MotionFilter_weight(t2, t4);
  int32_t t5 = CompactNumber_times(scaleWeight, scale);
  self->strapdown.scale = CompactNumber_whole_unit(-24, t5);
  int32_t x = self->iron.state.a;
  int32_t y = self->iron.state.b;
  int32_t z = self->iron.state.c;
  int32_t length = CompactVector_dot(x, y, z, x, y, z);
  int32_t t6 = CompactNumber_times(1879048427, 1879048427);
  int32_t t7 = self->iron.state.d;
  int32_t x2 = self->iron.state.a;
  int32_t y2 = self->iron.state.b;
  int32_t z2 = self->iron.state.c;
  int32_t t8 = FourStateFilter_largestVariance(&self->iron);
  int32_t t9 = CompactNumber_scaled_by(2, t8);
  int32_t least = CompactNumber_most(t6, t9);
  int32_t self2 = CompactNumber_limited_to(1374389732, t7);
  int32_t t10 = CompactNumber_init_exponent(1000000, 0);
  int32_t t11 = CompactNumber_times(self2, t10);
  self->appliedDelay = (int16_t)(uint16_t)CompactNumber_whole_unit(0, t11);
  int32_t t12 = MotionFilter_weight(length, least);
  int32_t t13 = CompactNumber_init_exponent(250, 0);
  int32_t t14 = CompactNumber_times(t12, t13);
  Result_int32_int32_int32 t15 = CompactVector_times(t14, x2, y2, z2);
  Result_int32_int32_int32 t16 = CompactVector_whole_unit(0, t15.e0, t15.e1, t15.e2);
  self->strapdown.hardIron.x = t16.e0;
  self->strapdown.hardIron.y = t16.e1;
  self->strapdown.hardIron.z = t16.e2;
}

/* The smaller of two. (Sources/Compass/Motion/CompactNumber.swift) */
static int32_t CompactNumber_least(int32_t a, int32_t b) {
  int32_t t1 = CompactNumber_minus_2(a, b);
  return t1 < 0 ? a : b;
}

/* Slice 7: lets the variance of the heading, and its covariance with the bias, grow for this block.
   (Sources/Compass/Motion/BlockWork.swift) */
static void MotionFilter_growHeading(MotionFilter *self) {
  Result_int32_int32_int32 t1 = Quaternion_row_2(2, self->upright.w, self->upright.x, self->upright.y, self->upright.z);
  int32_t t2 = self->means.vectors[6].x;
  int32_t t3 = self->means.vectors[6].y;
  int32_t t4 = self->means.vectors[6].z;
  int32_t turn = CompactVector_dot(t2, t3, t4, t1.e0, t1.e1, t1.e2);
  uint32_t t5 = (uint32_t)self->means.vectors[1].y;
  uint32_t t6 = (uint32_t)self->means.vectors[1].z;
  uint32_t t7 = (uint32_t)self->means.vectors[2].x;
  uint32_t t8 = (uint32_t)self->means.vectors[2].y;
  uint32_t t9 = (uint32_t)self->means.vectors[2].z;
  uint32_t t10 = (uint32_t)self->means.vectors[3].x;
  uint32_t t11 = (uint32_t)self->means.vectors[3].y;
  uint32_t t12 = (uint32_t)self->means.vectors[3].z;
  CompactMatrix t36;
  t36.x.x = self->means.vectors[1].x;
  t36.x.y = (int32_t)t5;
  t36.x.z = (int32_t)t6;
  t36.y.x = (int32_t)t7;
  t36.y.y = (int32_t)t8;
  t36.y.z = (int32_t)t9;
  t36.z.x = (int32_t)t10;
  t36.z.y = (int32_t)t11;
  t36.z.z = (int32_t)t12;
  Result_int32_int32_int32 t13 = CompactMatrix_row(t1.e0, t1.e1, t1.e2, &t36);
  int32_t t14 = self->bias.withHeading.x;
  int32_t t15 = self->bias.withHeading.y;
  int32_t t16 = self->bias.withHeading.z;
  Result_int32_int32_int32_int32 t17 = FourStateFilter_product(t13.e0, t13.e1, t13.e2, 0, &self->bias);
  int32_t t18 = CompactVector_dot(t17.e0, t17.e1, t17.e2, t13.e0, t13.e1, t13.e2);
  int32_t rateVariance = CompactNumber_most(0, t18);
  int32_t t19 = self->blockSeconds;
  int32_t t20 = CompactNumber_minus(t19);
  Result_int32_int32_int32 t21 = CompactVector_adding_times(t20, t17.e0, t17.e1, t17.e2, t14, t15, t16);
  self->bias.withHeading.x = t21.e0;
  self->bias.withHeading.y = t21.e1;
  self->bias.withHeading.z = t21.e2;
  int32_t t22 = CompactVector_dot(t2, t3, t4, t2, t3, t4);
  int32_t t23 = CompactNumber_times(t22, 1798109653);
  int32_t t24 = CompactNumber_plus(1441152219, t23);
  int32_t t25 = CompactNumber_times(turn, turn);
  int32_t t26 = CompactNumber_times(t25, self->bias.covariance[9]);
  int32_t t27 = CompactNumber_times(t26, 1088698084);
  int32_t t28 = CompactNumber_plus(t24, t27);
  int32_t t29 = CompactNumber_times(t28, t19);
  int32_t self2 = self->lost;
  int32_t t30 = CompactNumber_times(self2, self2);
  int32_t t31 = CompactNumber_times(t30, 1711811050);
  int32_t noise = CompactNumber_plus(t29, t31);
  int32_t t32 = CompactNumber_times(rateVariance, 1127429100);
  int32_t t33 = CompactNumber_times(t32, t19);
  int32_t more = CompactNumber_plus(noise, t33);
  int32_t t34 = CompactNumber_plus(self->heading.variance, more);
  self->heading.variance = CompactNumber_least(t34, 1288490472);
  int32_t t35 = self->heading.growth;
  self->heading.growth = CompactNumber_plus(t35, noise);
  self->heading.rateVariance = rateVariance;
}

/* field: in the upright frame, µT; z down. The result is `nil` if the field has no horizontal part.
   (Sources/Compass/Motion/HeadingFilter.swift) */
static Result_uint32_int32_int32_uint8 MagneticHeading_init(int32_t selfX, int32_t selfY, int32_t fieldZ) {
  int32_t t1 = CompactVector_dot(selfX, selfY, 0, selfX, selfY, 0);
  int32_t horizontal = CompactNumber_squareRoot(t1);
  int32_t t2 = CompactVector_dot(selfX, selfY, fieldZ, selfX, selfY, fieldZ);
  int32_t self = CompactNumber_squareRoot(t2);
  int32_t t3 = CompactNumber_whole_unit(-12, selfY);
  int32_t x = CompactNumber_whole_unit(-12, selfX);
  Result_uint32_uint8 t4 = Cordic_Precise_angle_y_x(sub32(0, t3), x);
  if (t4.e1 == 1) {
    Result_uint32_int32_int32_uint8 result4;
    result4.e0 = 0;
    result4.e1 = 0;
    result4.e2 = 0;
    result4.e3 = 1;
    return result4;
  }
  int32_t y = CompactNumber_whole_unit(-12, fieldZ);
  int32_t x2 = CompactNumber_whole_unit(-12, horizontal);
  Result_uint32_uint8 t5 = Cordic_Precise_angle_y_x(y, x2);
  if (t5.e1 == 1) {
    Result_uint32_int32_int32_uint8 result5;
    result5.e0 = 0;
    result5.e1 = 0;
    result5.e2 = 0;
    result5.e3 = 1;
    return result5;
  }
  int32_t t6 = CompactNumber_init_exponent((int32_t)t5.e0, 0);
  int32_t self2 = CompactNumber_times(t6, 1686629836);
  Result_uint32_int32_int32_uint8 result6;
  result6.e0 = t4.e0;
  result6.e1 = self;
  result6.e2 = self2;
  result6.e3 = 0;
  return result6;
}

/* Adds one step of the filter.
   
   - innovation: radians.
   - step: the correction of the heading, radians.
   - noise: variance of the measurement, rad².
   - variance: of the heading after the step, rad².
   - rateVariance: of the bias about the vertical, (rad/s)².
   - seconds: length of the block.
   (Sources/Compass/Motion/StatedAccuracy.swift) */
static void StatedAccuracy_add_innovation_step_noise_variance_rateVariance_seconds(int32_t innovation, int32_t step,
    int32_t noise, int32_t variance, int32_t rateVariance, int32_t seconds, StatedAccuracy *self) {
  int32_t t1 = self->weight;
  int32_t share;
  if (t1 == 0) {
    share = 1073742058;
  } else {
    share = CompactNumber_times(seconds, 1717987046);
  }
  int32_t t2 = CompactNumber_plus(noise, 1177489894);
  int32_t each = CompactNumber_reciprocal(t2);
  int32_t t3 = CompactNumber_following(each, share, t1);
  self->weight = t3;
  int32_t t4 = self->weighted;
  int32_t t5 = CompactNumber_times(each, innovation);
  int32_t t6 = CompactNumber_following(t5, share, t4);
  self->weighted = t6;
  int32_t t7 = self->squares;
  int32_t t8 = CompactNumber_times(innovation, innovation);
  int32_t t9 = CompactNumber_times(each, t8);
  int32_t t10 = CompactNumber_following(t9, share, t7);
  self->squares = t10;
  int32_t t11 = self->pulled;
  int32_t t12 = CompactNumber_times(seconds, 1145324771);
  int32_t t13 = CompactNumber_times(t11, t12);
  int32_t t14 = CompactNumber_minus_2(t11, t13);
  int32_t self2 = CompactNumber_plus(t14, step);
  self->pulled = self2;
  int32_t whole = CompactNumber_reciprocal(t3);
  int32_t t15 = CompactNumber_times(variance, 1503238889);
  int32_t self3 = CompactNumber_times(t6, whole);
  int32_t t16 = CompactNumber_times(self3, self3);
  int32_t t17 = CompactNumber_times(t16, 1717987049);
  int32_t t18 = CompactNumber_plus(t15, t17);
  int32_t t19 = CompactNumber_times(self2, self2);
  int32_t t20 = CompactNumber_times(t19, 1374389733);
  int32_t t21 = CompactNumber_plus(t18, t20);
  int32_t t22 = CompactNumber_times(t10, whole);
  int32_t t23 = CompactNumber_times(t22, 1374389734);
  int32_t t24 = CompactNumber_plus(t21, t23);
  int32_t t25 = CompactNumber_times(rateVariance, 1073742062);
  int32_t t26 = CompactNumber_plus(t24, t25);
  int32_t error = CompactNumber_plus(t26, 1312927453);
  int32_t t27 = CompactNumber_squareRoot(error);
  self->bound = CompactNumber_scaled_by(1, t27);
}

/* Adds one measurement.
   
   - seconds: length of the block.
   - blocks: number of blocks before this block.
   - age: seconds since the start. In the first seconds the variance does not shrink, and nothing is bridged.
   - Returns: the innovation, its variance and the gain; `nil` for the first measurement.
   (Sources/Compass/Motion/HeadingFilter.swift) */
static Result_int32_int32_int32_uint8 HeadingFilter_add_seconds_blocks_age(uint32_t measured, int32_t measured2,
    int32_t measured3, int32_t seconds, int32_t blocks, int32_t age, HeadingFilter *self) {
  self->measuredDip = measured3;
  if (self->isReady != 0) {
    int32_t t1 = CompactNumber_minus_2(age, 1610612971);
    bool isOpen = t1 < 0;
    uint32_t t2 = self->turn;
    int32_t t3 = CompactNumber_init_exponent((int32_t)(measured - t2), 0);
    int32_t innovation = CompactNumber_times(t3, 1686629836);
    int32_t b = self->strength;
    int32_t a = CompactNumber_minus_2(measured2, b);
    int32_t t4 = CompactNumber_reciprocal(b);
    int32_t strengthError = CompactNumber_times(a, t4);
    int32_t t5 = CompactNumber_times(strengthError, strengthError);
    int32_t t6 = CompactNumber_times(t5, 1461631215);
    int32_t t7 = self->dip;
    int32_t self2 = CompactNumber_minus_2(measured3, t7);
    int32_t t8 = CompactNumber_times(self2, self2);
    int32_t t9 = CompactNumber_times(t8, 1739461869);
    int32_t distance = CompactNumber_plus(t6, t9);
    int32_t noise = CompactNumber_plus(1512420326, distance);
    int32_t a3;
    if (isOpen) {
      a3 = CompactNumber_most(self->variance, 1288490472);
    } else {
      int32_t t10 = CompactNumber_init_exponent((int32_t)(measured - self->slow), 0);
      int32_t jump = CompactNumber_times(t10, 1686629836);
      int32_t t11 = CompactNumber_scaled_by(4, self->rateVariance);
      int32_t expected = CompactNumber_plus(2093315300, t11);
      int32_t a2 = CompactNumber_times(jump, jump);
      int32_t t12 = CompactNumber_reciprocal(expected);
      int32_t t13 = CompactNumber_times(a2, t12);
      int32_t t14 = CompactNumber_times(distance, 1101527279);
      int32_t found = CompactNumber_plus(t13, t14);
      int32_t t15 = self->evidence;
      int32_t self3 = CompactNumber_times(seconds, 1145324772);
      int32_t t16 = CompactNumber_plus(1073742058, self3);
      int32_t t17 = CompactNumber_times(self3, self3);
      int32_t t18 = CompactNumber_scaled_by(-1, t17);
      int32_t t19 = CompactNumber_plus(t16, t18);
      int32_t t20 = CompactNumber_reciprocal(t19);
      int32_t t21 = CompactNumber_times(t15, t20);
      int32_t t22 = CompactNumber_least(found, 1073742058);
      int32_t t23 = CompactNumber_most(t21, t22);
      self->evidence = t23;
      a3 = self->variance;
      int32_t t24 = CompactNumber_times(a3, 1073742059);
      int32_t explained = CompactNumber_plus(1312927457, t24);
      int32_t t25 = CompactNumber_times(innovation, innovation);
      int32_t t26 = CompactNumber_minus_2(t25, explained);
      int32_t t27 = CompactNumber_times(t23, 1476395245);
      int32_t sudden = CompactNumber_times(t26, t27);
      int32_t t28 = self->bridge;
      int32_t self4 = CompactNumber_times(seconds, 1431655914);
      int32_t t29 = CompactNumber_plus(1073742058, self4);
      int32_t t30 = CompactNumber_times(self4, self4);
      int32_t t31 = CompactNumber_scaled_by(-1, t30);
      int32_t t32 = CompactNumber_plus(t29, t31);
      int32_t t33 = CompactNumber_reciprocal(t32);
      int32_t t34 = CompactNumber_times(t28, t33);
      int32_t t35 = CompactNumber_most(t34, sudden);
      self->bridge = t35;
      noise = CompactNumber_plus(noise, t35);
    }
    int32_t sum = CompactNumber_plus(a3, noise);
    int32_t t36 = CompactNumber_reciprocal(sum);
    int32_t gain = CompactNumber_times(a3, t36);
    int32_t step = CompactNumber_times(gain, innovation);
    int32_t t37 = CompactNumber_times(step, 1367130855);
    uint32_t t38 = (uint32_t)CompactNumber_whole_unit(-32, t37);
    self->turn = t2 + t38;
    int32_t t39 = CompactNumber_times(gain, a3);
    int32_t t40 = CompactNumber_minus_2(a3, t39);
    self->variance = t40;
    int32_t t41 = self->lasting;
    int32_t t42 = self->sourceBound;
    self->lasting = CompactNumber_following(t42, gain, t41);
    int32_t t43 = CompactNumber_times(seconds, 2021161189);
    int32_t t44 = CompactNumber_times(strengthError, strengthError);
    int32_t self5 = CompactNumber_times(t44, 1677721840);
    int32_t t45 = CompactNumber_plus(1073742058, self5);
    int32_t t46 = CompactNumber_times(self5, self5);
    int32_t t47 = CompactNumber_scaled_by(-1, t46);
    int32_t t48 = CompactNumber_plus(t45, t47);
    int32_t t49 = CompactNumber_reciprocal(t48);
    int32_t slowed = CompactNumber_times(t43, t49);
    int32_t t50 = CompactNumber_reciprocal(blocks);
    int32_t share = CompactNumber_most(slowed, t50);
    self->strength = CompactNumber_following(measured2, share, b);
    self->dip = CompactNumber_following(measured3, share, t7);
    if (isOpen) {
      Result_int32_int32_int32_uint8 result4;
      result4.e0 = innovation;
      result4.e1 = sum;
      result4.e2 = gain;
      result4.e3 = 0;
      return result4;
    }
    StatedAccuracy_add_innovation_step_noise_variance_rateVariance_seconds(innovation, step, noise, t40,
        self->rateVariance, seconds, &self->accuracy);
    Result_int32_int32_int32_uint8 result5;
    result5.e0 = innovation;
    result5.e1 = sum;
    result5.e2 = gain;
    result5.e3 = 0;
    return result5;
  }
  self->isReady = 1;
  self->turn = measured;
  self->strength = measured2;
  self->dip = measured3;
  self->fast = measured;
  self->slow = measured;
  self->lasting = self->sourceBound;
  Result_int32_int32_int32_uint8 result6;
  result6.e0 = 0;
  result6.e1 = 0;
  result6.e2 = 0;
  result6.e3 = 1;
  return result6;
}

/* The vector learns from an innovation of the heading.
   
   - innovation: radians.
   - variance: of the innovation, rad².
   - share: of what a filter of all states together would learn, 0…1.
   (Sources/Compass/Motion/FourStateFilter.swift) */
static void FourStateFilter_learn_heading_variance_share(int32_t innovation, int32_t variance, int32_t share,
    FourStateFilter *self) {
  int32_t t1 = CompactNumber_reciprocal(variance);
  int32_t scaled = CompactNumber_times(share, t1);
  int32_t selfA = self->withHeading.x;
  int32_t selfB = self->withHeading.y;
  int32_t selfC = self->withHeading.z;
  int32_t t2 = CompactNumber_times(scaled, innovation);
  int32_t t3 = CompactNumber_scaled_by(1, 1073742058);
  int32_t t4 = CompactNumber_minus_2(share, t3);
  int32_t t5 = CompactNumber_times(scaled, t4);
  FourStateFilter_correct_by_variance(selfA, selfB, selfC, 0, t2, t5, self);
}

/* How fast the field rotates relative to the gyroscope's frame, rad/s, averaged over about three seconds. It is
   negative if the gyroscope measures too much.
   
   - seconds: length of the block.
   - age: seconds since the start.
   (Sources/Compass/Motion/HeadingFilter.swift) */
static int32_t HeadingFilter_drift_of_seconds_age(uint32_t measured, int32_t seconds, int32_t age,
    HeadingFilter *self) {
  int32_t inverse;
  if (CompactNumber_minus_2(1811939565, age) < 0) {
    inverse = 0;
  } else {
    inverse = CompactNumber_reciprocal(age);
  }
  int32_t t1 = CompactNumber_scaled_by(3, inverse);
  int32_t t2 = CompactNumber_most(t1, 1073742058);
  int32_t share = CompactNumber_times(seconds, t2);
  uint32_t t3 = self->fast;
  int32_t t4 = CompactNumber_init_exponent((int32_t)(measured - t3), 0);
  int32_t t5 = CompactNumber_least(share, 1073742058);
  int32_t step = CompactNumber_times(t4, t5);
  uint32_t t6 = (uint32_t)CompactNumber_whole_unit(0, step);
  uint32_t rawValue = t3 + t6;
  self->fast = rawValue;
  int32_t t7 = CompactNumber_scaled_by(1, inverse);
  int32_t t8 = CompactNumber_most(t7, 1073742056);
  int32_t share2 = CompactNumber_times(seconds, t8);
  uint32_t t9 = self->slow;
  int32_t t10 = CompactNumber_init_exponent((int32_t)(measured - t9), 0);
  int32_t t11 = CompactNumber_least(share2, 1073742058);
  int32_t step2 = CompactNumber_times(t10, t11);
  uint32_t t12 = (uint32_t)CompactNumber_whole_unit(0, step2);
  uint32_t rawValue2 = t9 + t12;
  self->slow = rawValue2;
  int32_t t13 = CompactNumber_init_exponent((int32_t)(rawValue - rawValue2), 0);
  int32_t distance = CompactNumber_times(t13, 1686629836);
  int32_t t14 = CompactNumber_times(inverse, 1207959788);
  int32_t t15 = CompactNumber_most(t14, 1431655912);
  return CompactNumber_times(distance, t15);
}

/* At rest, a gyroscope cannot distinguish a slow rotation about the vertical from its own bias, and gravity does not
   show this rotation. The field does: a rate beyond the bias is a rotation, unless the field rotates at the same
   rate relative to the gyroscope's frame.
   
   A steady rate above 2 °/s is an offset of the gyroscope if, for five blocks, the field rotates relative to the
   frame at half of that rate or more. The bias then starts from that rate, and the attitude is restarted. Some chips
   have an offset of 20 °/s (MPU-6050, product specification 3.4, section 6.1).
   (Sources/Compass/Motion/BlockWork.swift) */
static void MotionFilter_confirmRest(uint32_t measured, MotionFilter *self) {
  int32_t drift = HeadingFilter_drift_of_seconds_age(measured, self->blockSeconds, self->seconds, &self->heading);
  if (self->rest.still < 1500000u) {
    if (self->rest.calm < 1500000u) {
      self->confirmedBlocks = 0;
      self->offsetBlocks = 0;
      return;
    }
  }
  int32_t selfA = self->rest.rate.x;
  int32_t selfB = self->rest.rate.y;
  int32_t selfC = self->rest.rate.z;
  Result_int32_int32_int32 t1 = CompactVector_minus(selfA, selfB, selfC, self->bias.state.a, self->bias.state.b,
      self->bias.state.c);
  uint32_t t2 = (uint32_t)self->means.vectors[1].y;
  uint32_t t3 = (uint32_t)self->means.vectors[1].z;
  uint32_t t4 = (uint32_t)self->means.vectors[2].x;
  uint32_t t5 = (uint32_t)self->means.vectors[2].y;
  uint32_t t6 = (uint32_t)self->means.vectors[2].z;
  uint32_t t7 = (uint32_t)self->means.vectors[3].x;
  uint32_t t8 = (uint32_t)self->means.vectors[3].y;
  uint32_t t9 = (uint32_t)self->means.vectors[3].z;
  CompactMatrix t17;
  t17.x.x = self->means.vectors[1].x;
  t17.x.y = (int32_t)t2;
  t17.x.z = (int32_t)t3;
  t17.y.x = (int32_t)t4;
  t17.y.y = (int32_t)t5;
  t17.y.z = (int32_t)t6;
  t17.z.x = (int32_t)t7;
  t17.z.y = (int32_t)t8;
  t17.z.z = (int32_t)t9;
  Result_int32_int32_int32 t10 = Quaternion_row_2(2, self->upright.w, self->upright.x, self->upright.y,
      self->upright.z);
  Result_int32_int32_int32 t11 = CompactMatrix_row(t10.e0, t10.e1, t10.e2, &t17);
  int32_t excess = CompactVector_dot(t1.e0, t1.e1, t1.e2, t11.e0, t11.e1, t11.e2);
  int32_t self2 = CompactNumber_plus(excess, drift);
  int32_t turn = CompactNumber_times(self2, self2);
  int32_t t12 = CompactNumber_minus_2(turn, 1339721690);
  bool isSlow = t12 < 0;
  int8_t t14;
  if (isSlow) {
    int8_t t13 = self->confirmedBlocks;
    if (t13 == 4) {
      t14 = 4;
    } else {
      t14 = add8(t13, 1);
    }
  } else {
    t14 = 0;
  }
  self->confirmedBlocks = t14;
  int32_t a = CompactNumber_times(1202590949, 1202590949);
  int32_t b = CompactVector_dot(t1.e0, t1.e1, t1.e2, t1.e0, t1.e1, t1.e2);
  if (CompactNumber_minus_2(a, b) < 0) {
    if (self->rest.calm >= 1500000u) {
      if (!isSlow) {
        int32_t t15 = CompactNumber_times(excess, excess);
        int32_t b2 = CompactNumber_scaled_by(-2, t15);
        if (CompactNumber_minus_2(turn, b2) >= 0) {
          goto L1;
        }
      }
      int8_t t16 = add8(self->offsetBlocks, 1);
      self->offsetBlocks = t16;
      if (t16 == 5) {
        int32_t d = self->bias.state.d;
        self->bias.state.a = selfA;
        self->bias.state.b = selfB;
        self->bias.state.c = selfC;
        self->bias.state.d = d;
        MotionCounts_add_to(1, &self->counts.restarts);
        MotionFilter_begin(self);
        MotionFilter_apply(self);
        return;
      }
      return;
    }
  }
L1:;
  self->offsetBlocks = 0;
}

/* Slice 8: updates the heading by the magnetic heading. While the bias about the vertical is unknown, the innovation
   teaches it: gravity does not show it.
   (Sources/Compass/Motion/BlockWork.swift) */
static void MotionFilter_updateHeading(MotionFilter *self) {
  if (self->hasField != 0) {
    int32_t selfW = self->upright.w;
    int32_t selfX = self->upright.x;
    int32_t selfY = self->upright.y;
    int32_t selfZ = self->upright.z;
    Result_int32_int32_int32 t1 = Quaternion_row_2(0, selfW, selfX, selfY, selfZ);
    Result_int32_int32_int32 t2 = Quaternion_row_2(1, selfW, selfX, selfY, selfZ);
    Result_int32_int32_int32 t3 = Quaternion_row_2(2, selfW, selfX, selfY, selfZ);
    CompactMatrix t14;
    t14.x.x = t1.e0;
    t14.x.y = t1.e1;
    t14.x.z = t1.e2;
    t14.y.x = t2.e0;
    t14.y.y = t2.e1;
    t14.y.z = t2.e2;
    t14.z.x = t3.e0;
    t14.z.y = t3.e1;
    t14.z.z = t3.e2;
    Result_int32_int32_int32 t4 = CompactMatrix_times(&t14, self->means.vectors[4].x, self->means.vectors[4].y,
        self->means.vectors[4].z);
    Result_uint32_int32_int32_uint8 t5 = MagneticHeading_init(t4.e0, t4.e1, t4.e2);
    if (t5.e3 == 1) {
      return;
    }
    int32_t t6 = self->blockSeconds;
    int32_t t7 = CompactNumber_minus_2(self->blocks, 1073742058);
    int32_t a = self->seconds;
    Result_int32_int32_int32_uint8 t8 = HeadingFilter_add_seconds_blocks_age(t5.e0, t5.e1, t5.e2, t6, t7, a,
        &self->heading);
    if (t8.e3 != 1) {
      if (CompactNumber_minus_2(a, 1610612971) >= 0) {
        if (self->watch.isStuck == 0) {
          int32_t known = self->heading.rateVariance;
          int32_t a2 = CompactNumber_times(1267015657, known);
          int32_t b = CompactNumber_plus(known, 1929199326);
          int32_t t9 = CompactNumber_reciprocal(b);
          int32_t t10 = CompactNumber_times(a2, t9);
          FourStateFilter_learn_heading_variance_share(t8.e0, t8.e1, t10, &self->bias);
          Result_int32_int32_int32 t11 = CompactVector_whole_unit(-20, self->bias.state.a, self->bias.state.b,
              self->bias.state.c);
          self->strapdown.bias.x = t11.e0;
          self->strapdown.bias.y = t11.e1;
          self->strapdown.bias.z = t11.e2;
        }
      }
      int32_t t12 = CompactNumber_minus_2(1073742058, t8.e2);
      Result_int32_int32_int32 t13 = CompactVector_times(t12, self->bias.withHeading.x, self->bias.withHeading.y,
          self->bias.withHeading.z);
      self->bias.withHeading.x = t13.e0;
      self->bias.withHeading.y = t13.e1;
      self->bias.withHeading.z = t13.e2;
    }
    MotionFilter_confirmRest(t5.e0, self);
    return;
  }
}

/* Slice 1: the length of the block, and how soon the low-pass filter must find a tilt.
   (Sources/Compass/Motion/BlockWork.swift) */
static void MotionFilter_prepare(MotionFilter *self) {
  int32_t t1 = self->blocks;
  self->blocks = CompactNumber_plus(t1, 1073742058);
  int32_t a = CompactNumber_plus(self->seconds, self->blockSeconds);
  self->seconds = a;
  int32_t t2 = FourStateFilter_largestVariance(&self->bias);
  int32_t t3 = CompactNumber_squareRoot(t2);
  int32_t unknown = CompactNumber_times(t3, 1830978542);
  int32_t self2 = CompactNumber_times(a, 1115576039);
  int32_t t4 = CompactNumber_times(self2, self2);
  int32_t age = CompactNumber_plus(t4, 1073742058);
  int32_t b = CompactNumber_plus(age, unknown);
  int32_t t5 = CompactNumber_reciprocal(b);
  int32_t t6 = CompactNumber_times(age, t5);
  self->haste = t6;
  int32_t b2 = CompactNumber_times(t6, 1610612971);
  self->isSettling = (uint8_t)(CompactNumber_minus_2(a, b2) < 0);
}

/* (Sources/Compass/Motion/CompactVector.swift) */
static Result_int32_int32_int32 CompactVector_plus(int32_t aX, int32_t aY, int32_t aZ, int32_t bX, int32_t bY,
    int32_t bZ) {
  int32_t x = CompactNumber_plus(aX, bX);
  int32_t y = CompactNumber_plus(aY, bY);
  int32_t z = CompactNumber_plus(aZ, bZ);
  Result_int32_int32_int32 result;
  result.e0 = x;
  result.e1 = y;
  result.e2 = z;
  return result;
}

/* Ends a block.
   
   - rate: mean of the block, rad/s.
   - force: mean of the block, 2^−13 g; `nil` if there was none.
   - microseconds: its length.
   - isWhole: whether all rates in the block were measured.
   - offset: what the gyroscope measures at rest, as estimated so far; 2^−20 rad/s.
   (Sources/Compass/Motion/GyroRestDetector.swift) */
static void RestDetector_endBlock_rate_force_microseconds_isWhole_offset(int32_t meanX, int32_t meanY, int32_t meanZ,
    int32_t meanForce, int32_t meanForce2, int32_t meanForce3, uint8_t meanForce4, uint32_t microseconds, bool isWhole,
    int32_t offsetX, int32_t offsetY, int32_t offsetZ, RestDetectorRestDetector *self) {
  int32_t t1 = CompactNumber_init_exponent((int32_t)microseconds, 0);
  int32_t seconds = CompactNumber_times(t1, 1125900246);
  int32_t share;
  if (self->hasBegun != 0) {
    int32_t b = CompactNumber_plus(seconds, 1073742057);
    int32_t t2 = CompactNumber_reciprocal(b);
    share = CompactNumber_times(seconds, t2);
  } else {
    share = 1073742058;
  }
  self->hasBegun = 1;
  int32_t t3 = self->rate.x;
  int32_t t4 = self->rate.y;
  int32_t t5 = self->rate.z;
  Result_int32_int32_int32 t6 = CompactVector_minus(meanX, meanY, meanZ, t3, t4, t5);
  Result_int32_int32_int32 t7 = CompactVector_times(share, t6.e0, t6.e1, t6.e2);
  Result_int32_int32_int32 t8 = CompactVector_plus(t3, t4, t5, t7.e0, t7.e1, t7.e2);
  self->rate.x = t8.e0;
  self->rate.y = t8.e1;
  self->rate.z = t8.e2;
  if (meanForce4 != 1) {
    int32_t t9 = self->force.x;
    int32_t t10 = self->force.y;
    int32_t t11 = self->force.z;
    Result_int32_int32_int32 t12 = CompactVector_minus(meanForce, meanForce2, meanForce3, t9, t10, t11);
    Result_int32_int32_int32 t13 = CompactVector_times(share, t12.e0, t12.e1, t12.e2);
    Result_int32_int32_int32 t14 = CompactVector_plus(t9, t10, t11, t13.e0, t13.e1, t13.e2);
    self->force.x = t14.e0;
    self->force.y = t14.e1;
    self->force.z = t14.e2;
  }
  int32_t x = CompactNumber_whole_unit(-20, t8.e0);
  int32_t y = CompactNumber_whole_unit(-20, t8.e1);
  int32_t z = CompactNumber_whole_unit(-20, t8.e2);
  self->nearRate.x = x;
  self->nearRate.y = y;
  self->nearRate.z = z;
  int32_t x2 = CompactNumber_whole_unit(0, self->force.x);
  int32_t y2 = CompactNumber_whole_unit(0, self->force.y);
  int32_t z2 = CompactNumber_whole_unit(0, self->force.z);
  self->nearForce.x = x2;
  self->nearForce.y = y2;
  self->nearForce.z = z2;
  bool isSlow = Vector3_isWithin(36700u, (uint32_t)sub32(x, offsetX), (uint32_t)sub32(y, offsetY), (uint32_t)sub32(z,
      offsetZ));
  if (self->hasMoved != 0) {
    self->still = 0;
  } else {
    if (isSlow) {
      if (isWhole) {
        uint32_t t15 = self->still;
        if (t15 < 2000000u) {
          self->still = t15 + microseconds;
        }
      } else {
        self->still = 0;
      }
    } else {
      self->still = 0;
    }
    if (self->hasStirred == 0) {
      bool t16 = Vector3_isWithin(457500u, (uint32_t)x, (uint32_t)y, (uint32_t)z);
      if (t16 && isWhole) {
        uint32_t t17 = self->calm;
        if (t17 < 2000000u) {
          self->calm = t17 + microseconds;
          goto L1;
        }
        goto L1;
      }
    }
  }
  self->calm = 0;
L1:;
  self->hasMoved = 0;
  self->hasStirred = 0;
}

/* Decides at the end of a block whether the gyroscope is stuck: one value for a second while the instrument moves,
   or
   for ten seconds in any case.
   isMoving: whether force or field show movement.
   (Sources/Compass/Motion/RateWatch.swift) */
static void RateWatch_judge_isMoving(bool isMoving, RateWatch *self) {
  uint32_t t1 = self->constant;
  bool t3;
  if (10000000u < t1) {
    t3 = true;
  } else {
    bool t2 = 1000000u >= t1;
    if (t2 || isMoving) {
      t3 = !t2;
    } else {
      t3 = self->isStuck != 0;
    }
  }
  self->isStuck = (uint8_t)t3;
}

/* Ends the block: stores its means for the slices, and clears the sums.
   (Sources/Compass/Motion/MotionFilter.swift) */
static void MotionFilter_closeBlock(MotionFilter *self) {
  int8_t t1 = self->stage;
  if (t1 != 0) {
    do {
      int32_t t2 = (int32_t)t1;
      if (t2 == 8) {
        self->stage = 0;
      } else {
        self->stage = add8(t1, 1);
        switch (t2) {
          case 1: {
            MotionFilter_prepare(self);
            goto L1;
          }
          case 2: {
            MotionFilter_filterMeans(self);
            goto L1;
          }
          case 3: {
            MotionFilter_turnUpright(self);
            goto L1;
          }
          case 4: {
            MotionFilter_updateBias(self);
            goto L1;
          }
          case 5: {
            MotionFilter_updateIron(self);
            goto L1;
          }
          case 6: {
            MotionFilter_apply(self);
            goto L1;
          }
          case 7: {
            MotionFilter_growHeading(self);
            goto L1;
          }
          default: {
            break;
          }
        }
      }
      MotionFilter_updateHeading(self);
L1:;
      t1 = self->stage;
    } while (t1 != 0);
  }
  int8_t t3 = self->turnOfAxes;
  self->turnOfAxes = (int8_t)(t3 == 5 ? 0 : add8(t3, 1));
  uint32_t t4 = self->sums.time;
  int32_t t5 = CompactNumber_init_exponent((int32_t)t4, 0);
  self->blockSeconds = CompactNumber_times(t5, 1125900246);
  int32_t t6 = (int32_t)self->sums.unmeasured;
  int32_t t7 = CompactNumber_init_exponent(t6, 0);
  self->lost = CompactNumber_times(t7, 1125900246);
  int32_t count = self->sums.forces;
  bool t8;
  if (count != 0) {
    t8 = self->sums.rotations != 0;
  } else {
    t8 = false;
  }
  self->hasForce = (uint8_t)t8;
  int32_t count2 = self->sums.fields;
  self->hasField = (uint8_t)(count2 != 0);
  int32_t t9 = self->sums.rates;
  int32_t t10 = CompactNumber_init_exponent(t9, 0);
  int32_t rates = CompactNumber_reciprocal(t10);
  int32_t forces;
  if (count == t9) {
    forces = rates;
  } else if (count == 0) {
    forces = 0;
  } else {
    int32_t t11 = CompactNumber_init_exponent(count, 0);
    forces = CompactNumber_reciprocal(t11);
  }
  int32_t fields;
  if (count2 == t9) {
    fields = rates;
  } else if (count2 == 0) {
    fields = 0;
  } else {
    int32_t t12 = CompactNumber_init_exponent(count2, 0);
    fields = CompactNumber_reciprocal(t12);
  }
  int32_t count3 = self->sums.rotations;
  int32_t rotations;
  if (count3 == count2) {
    rotations = fields;
  } else if (count3 == 0) {
    rotations = 0;
  } else {
    int32_t t13 = CompactNumber_init_exponent(count3, 0);
    rotations = CompactNumber_reciprocal(t13);
  }
  Result_int32_int32_int32 t14 = CompactVector_init_exponent_times(self->sums.force.x, self->sums.force.y,
      self->sums.force.z, -18, forces);
  self->means.vectors[0].x = t14.e0;
  self->means.vectors[0].y = t14.e1;
  self->means.vectors[0].z = t14.e2;
  Result_int32_int32_int32 t15 = CompactVector_init_exponent_times(self->sums.rotation.x.x, self->sums.rotation.x.y,
      self->sums.rotation.x.z, -13, rotations);
  self->means.vectors[1].x = t15.e0;
  self->means.vectors[1].y = t15.e1;
  self->means.vectors[1].z = t15.e2;
  Result_int32_int32_int32 t16 = CompactVector_init_exponent_times(self->sums.rotation.y.x, self->sums.rotation.y.y,
      self->sums.rotation.y.z, -13, rotations);
  self->means.vectors[2].x = t16.e0;
  self->means.vectors[2].y = t16.e1;
  self->means.vectors[2].z = t16.e2;
  Result_int32_int32_int32 t17 = CompactVector_init_exponent_times(self->sums.rotation.z.x, self->sums.rotation.z.y,
      self->sums.rotation.z.z, -13, rotations);
  self->means.vectors[3].x = t17.e0;
  self->means.vectors[3].y = t17.e1;
  self->means.vectors[3].z = t17.e2;
  int32_t t18 = self->sums.field.x;
  int32_t t19 = self->sums.field.y;
  int32_t t20 = self->sums.field.z;
  int32_t t21 = CompactNumber_times(fields, 1099511773);
  Result_int32_int32_int32 t22 = CompactVector_init_exponent_times(t18, t19, t20, 0, t21);
  self->means.vectors[4].x = t22.e0;
  self->means.vectors[4].y = t22.e1;
  self->means.vectors[4].z = t22.e2;
  int32_t t23 = self->sums.delayEffect.x;
  int32_t t24 = self->sums.delayEffect.y;
  int32_t t25 = self->sums.delayEffect.z;
  int32_t t26 = CompactNumber_times(fields, 1099511777);
  Result_int32_int32_int32 t27 = CompactVector_init_exponent_times(t23, t24, t25, 0, t26);
  self->means.vectors[5].x = t27.e0;
  self->means.vectors[5].y = t27.e1;
  self->means.vectors[5].z = t27.e2;
  Result_int32_int32_int32 t28 = CompactVector_init_exponent_times(self->sums.rate.x, self->sums.rate.y,
      self->sums.rate.z, -16, rates);
  self->means.vectors[6].x = t28.e0;
  self->means.vectors[6].y = t28.e1;
  self->means.vectors[6].z = t28.e2;
  Result_int32_int32_int32 t29 = CompactVector_init_exponent_times(self->sums.rawRate.x, self->sums.rawRate.y,
      self->sums.rawRate.z, -16, rates);
  int32_t t31;
  int32_t t32;
  int32_t t33;
  uint8_t t34;
  if (t8) {
    Result_int32_int32_int32 t30 = CompactVector_init_exponent_times(self->sums.rawForce.x, self->sums.rawForce.y,
        self->sums.rawForce.z, 0, forces);
    t31 = t30.e0;
    t32 = t30.e1;
    t33 = t30.e2;
    t34 = 0;
  } else {
    t31 = 0;
    t32 = 0;
    t33 = 0;
    t34 = 1;
  }
  int32_t t35 = self->strapdown.bias.x;
  int32_t t36 = self->strapdown.bias.y;
  int32_t t37 = self->strapdown.bias.z;
  bool t38 = Vector3_isWithin(36700u, (uint32_t)t35, (uint32_t)t36, (uint32_t)t37);
  SmallMatrix t39;
  RestDetector_endBlock_rate_force_microseconds_isWhole_offset(t29.e0, t29.e1, t29.e2, t31, t32, t33, t34, t4, t6 == 0,
      (int32_t)(uint32_t)(t38 ? 0 : (uint32_t)t35), (int32_t)(uint32_t)(t38 ? 0 : (uint32_t)t36),
      (int32_t)(uint32_t)(t38 ? 0 : (uint32_t)t37), &self->rest);
  RateWatch_judge_isMoving(self->rest.still < 1500000u, &self->watch);
  self->sums.force.x = 0;
  self->sums.force.y = 0;
  self->sums.force.z = 0;
  self->sums.field.x = 0;
  self->sums.field.y = 0;
  self->sums.field.z = 0;
  self->sums.delayEffect.x = 0;
  self->sums.delayEffect.y = 0;
  self->sums.delayEffect.z = 0;
  self->sums.rate.x = 0;
  self->sums.rate.y = 0;
  self->sums.rate.z = 0;
  t39.x.x = 0;
  t39.x.y = 0;
  t39.x.z = 0;
  t39.y.x = 0;
  t39.y.y = 0;
  t39.y.z = 0;
  t39.z.x = 0;
  t39.z.y = 0;
  t39.z.z = 0;
  self->sums.rotation = t39;
  self->sums.rawRate.x = 0;
  self->sums.rawRate.y = 0;
  self->sums.rawRate.z = 0;
  self->sums.rawForce.x = 0;
  self->sums.rawForce.y = 0;
  self->sums.rawForce.z = 0;
  self->sums.rates = 0;
  self->sums.forces = 0;
  self->sums.fields = 0;
  self->sums.rotations = 0;
  self->sums.time = 0;
  self->sums.unmeasured = 0;
  self->stage = 1;
}

/* a × b in Q30 for components in Q30 within ±2^30, rounded. (Sources/Compass/Motion/BlockSums.swift) */
static Result_int32_int32_int32 Vector3_crossQ30(int32_t aX, int32_t aY, int32_t aZ, int32_t bX, int32_t bY,
    int32_t bZ) {
  int32_t lowerA = (int32_t)(int16_t)aY;
  int32_t lowerB = (int32_t)(int16_t)bZ;
  int32_t lowerC = (int32_t)(int16_t)aZ;
  int32_t lowerD = (int32_t)(int16_t)bY;
  int32_t upperA = sub32(aY, lowerA) >> 16;
  int32_t upperB = sub32(bZ, lowerB) >> 16;
  int32_t upperC = sub32(aZ, lowerC) >> 16;
  int32_t upperD = sub32(bY, lowerD) >> 16;
  int32_t mixed = sub32(sub32(add32(lowerB * upperA, upperB * lowerA), lowerD * upperC), upperD * lowerC);
  int32_t value = lowerB * lowerA - lowerD * lowerC;
  int64_t self = add64((int64_t)((uint64_t)((uint32_t)mixed << 16) | ((uint64_t)(uint32_t)(upperB * upperA
      - upperD * upperC + (mixed >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value);
  uint32_t fraction = (uint32_t)self >> 29;
  int32_t lowerB2 = (int32_t)(int16_t)bX;
  int32_t lowerC2 = (int32_t)(int16_t)aX;
  int32_t upperB2 = sub32(bX, lowerB2) >> 16;
  int32_t upperC2 = sub32(aX, lowerC2) >> 16;
  int32_t mixed2 = sub32(sub32(add32(lowerB2 * upperC, upperB2 * lowerC), lowerB * upperC2), upperB * lowerC2);
  int32_t value2 = lowerB2 * lowerC - lowerB * lowerC2;
  int64_t self2 = add64((int64_t)((uint64_t)((uint32_t)mixed2 << 16) | ((uint64_t)(uint32_t)(upperB2 * upperC
      - upperB * upperC2 + (mixed2 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value2);
  uint32_t fraction2 = (uint32_t)self2 >> 29;
  int32_t mixed3 = sub32(sub32(add32(lowerD * upperC2, upperD * lowerC2), lowerB2 * upperA), upperB2 * lowerA);
  int32_t value3 = lowerD * lowerC2 - lowerB2 * lowerA;
  int64_t self3 = add64((int64_t)((uint64_t)((uint32_t)mixed3 << 16) | ((uint64_t)(uint32_t)(upperD * upperC2
      - upperB2 * upperA + (mixed3 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value3);
  uint32_t fraction3 = (uint32_t)self3 >> 29;
  Result_int32_int32_int32 result;
  result.e0 = add32((int32_t)((uint32_t)(int32_t)((uint64_t)self >> 32) << 2), (int32_t)((fraction >> 1)
      + (fraction & 1)));
  result.e1 = add32((int32_t)((uint32_t)(int32_t)((uint64_t)self2 >> 32) << 2), (int32_t)((fraction2 >> 1)
      + (fraction2 & 1)));
  result.e2 = add32((int32_t)((uint32_t)(int32_t)((uint64_t)self3 >> 32) << 2), (int32_t)((fraction3 >> 1)
      + (fraction3 & 1)));
  return result;
}

/* s·outer·(1 − s·middle·(1 − s·inner)) in Q30.
   
   - s: Q28, below 2^30.
   - middle: Q16.
   - inner: Q14.
   - outer: Q30.
   (Sources/Compass/Motion/Strapdown.swift) */
static int32_t Quaternion_series(int32_t s, int32_t middle, int32_t inner, int32_t outer) {
  int32_t b = mul32(middle, mul32(16384 - (mul32(inner, s >> 14) >> 14), s >> 13) >> 13) >> 14;
  int32_t lowerA = s & 0xffff;
  int32_t upperA = s >> 16;
  int32_t t1 = (int32_t)(int16_t)b;
  int32_t upperB = (b - t1) >> 16;
  int32_t mixed = t1 * upperA + upperB * lowerA;
  int32_t value = t1 * lowerA;
  int64_t self = add64((int64_t)((uint64_t)((uint32_t)mixed << 16) | ((uint64_t)(uint32_t)(upperB * upperA
      + (mixed >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value);
  uint32_t fraction = (uint32_t)self >> 17;
  int32_t a = sub32(s, add32((int32_t)((uint32_t)(int32_t)((uint64_t)self >> 32) << 14), (int32_t)((fraction >> 1)
      + (fraction & 1))));
  int32_t lowerA2 = a & 0xffff;
  int32_t upperA2 = a >> 16;
  int32_t t2 = (int32_t)(int16_t)outer;
  int32_t upperB2 = sub32(outer, t2) >> 16;
  int32_t mixed2 = add32(t2 * upperA2, upperB2 * lowerA2);
  int32_t value2 = t2 * lowerA2;
  int64_t self2 = add64((int64_t)((uint64_t)((uint32_t)mixed2 << 16) | ((uint64_t)(uint32_t)(upperB2 * upperA2
      + (mixed2 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value2);
  uint32_t fraction2 = (uint32_t)self2 >> 27;
  return add32((int32_t)((uint32_t)(int32_t)((uint64_t)self2 >> 32) << 4), (int32_t)((fraction2 >> 1)
      + (fraction2 & 1)));
}

/* (Sources/Compass/Motion/Strapdown.swift) */
static int32_t part_(int32_t value, int32_t sine) {
  int32_t lowerA = value & 0xffff;
  int32_t upperA = value >> 16;
  int32_t t1 = (int32_t)(int16_t)sine;
  int32_t upperB = sub32(sine, t1) >> 16;
  int32_t mixed = add32(t1 * upperA, upperB * lowerA);
  int32_t value2 = t1 * lowerA;
  int64_t self = add64((int64_t)((uint64_t)((uint32_t)mixed << 16) | ((uint64_t)(uint32_t)(upperB * upperA
      + (mixed >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value2);
  uint32_t fraction = (uint32_t)self >> 29;
  return add32((int32_t)((uint32_t)(int32_t)((uint64_t)self >> 32) << 2), (int32_t)((fraction >> 1) + (fraction & 1)));
}

/* Adds one rotation: the measured rate for `microseconds`, with the coning correction of two successive samples.
   microseconds: 1…1,048,575.
   (Sources/Compass/Motion/Strapdown.swift) */
static void Strapdown_turn_microseconds(int32_t measuredX, int32_t measuredY, int32_t measuredZ, uint32_t microseconds,
    Strapdown *self) {
  int32_t t1 = self->scale;
  int32_t a = sub32(measuredX, self->bias.x);
  int32_t lowerA = a & 0xffff;
  int32_t upperA = a >> 16;
  int32_t t2 = (int32_t)(int16_t)t1;
  int32_t upperB = sub32(t1, t2) >> 16;
  int32_t mixed = add32(t2 * upperA, upperB * lowerA);
  int32_t value = t2 * lowerA;
  int64_t self2 = add64((int64_t)((uint64_t)((uint32_t)mixed << 16) | ((uint64_t)(uint32_t)(upperB * upperA
      + (mixed >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value);
  uint32_t fraction = (uint32_t)self2 >> 23;
  int32_t x = add32(a, add32((int32_t)((uint32_t)(int32_t)((uint64_t)self2 >> 32) << 8), (int32_t)((fraction >> 1)
      + (fraction & 1))));
  int32_t a2 = sub32(measuredY, self->bias.y);
  int32_t lowerA2 = a2 & 0xffff;
  int32_t upperA2 = a2 >> 16;
  int32_t mixed2 = add32(t2 * upperA2, upperB * lowerA2);
  int32_t value2 = t2 * lowerA2;
  int64_t self3 = add64((int64_t)((uint64_t)((uint32_t)mixed2 << 16) | ((uint64_t)(uint32_t)(upperB * upperA2
      + (mixed2 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value2);
  uint32_t fraction2 = (uint32_t)self3 >> 23;
  int32_t y = add32(a2, add32((int32_t)((uint32_t)(int32_t)((uint64_t)self3 >> 32) << 8), (int32_t)((fraction2 >> 1)
      + (fraction2 & 1))));
  int32_t a3 = sub32(measuredZ, self->bias.z);
  int32_t lowerA3 = a3 & 0xffff;
  int32_t upperA3 = a3 >> 16;
  int32_t mixed3 = add32(t2 * upperA3, upperB * lowerA3);
  int32_t value3 = t2 * lowerA3;
  int64_t self4 = add64((int64_t)((uint64_t)((uint32_t)mixed3 << 16) | ((uint64_t)(uint32_t)(upperB * upperA3
      + (mixed3 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value3);
  uint32_t fraction3 = (uint32_t)self4 >> 23;
  int32_t z = add32(a3, add32((int32_t)((uint32_t)(int32_t)((uint64_t)self4 >> 32) << 8), (int32_t)((fraction3 >> 1)
      + (fraction3 & 1))));
  self->rate.x = x;
  self->rate.y = y;
  self->rate.z = z;
  uint32_t a4 = microseconds << 12;
  uint32_t lowerA4 = a4 & 0xffffu;
  uint32_t upperA4 = a4 >> 16;
  uint32_t t3 = 56963u * lowerA4;
  uint32_t first = 56963u * upperA4 + (t3 >> 16);
  uint32_t second = 17179 * lowerA4 + (first & 0xffffu);
  int32_t b = (int32_t)(((uint64_t)((second << 16) | (t3 & 0xffffu)) | ((uint64_t)(17179 * upperA4 + (first >> 16)
      + (second >> 16)) << 32)) >> 32);
  int32_t lowerA5 = x & 0xffff;
  int32_t upperA5 = x >> 16;
  int32_t t4 = (int32_t)(int16_t)b;
  int32_t upperB2 = sub32(b, t4) >> 16;
  int32_t mixed4 = add32(t4 * upperA5, upperB2 * lowerA5);
  int32_t value4 = t4 * lowerA5;
  int64_t self5 = add64((int64_t)((uint64_t)((uint32_t)mixed4 << 16) | ((uint64_t)(uint32_t)(upperB2 * upperA5
      + (mixed4 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value4);
  uint32_t fraction4 = (uint32_t)self5 >> 20;
  int32_t x2 = add32((int32_t)((uint32_t)(int32_t)((uint64_t)self5 >> 32) << 11), (int32_t)((fraction4 >> 1)
      + (fraction4 & 1)));
  int32_t lowerA6 = y & 0xffff;
  int32_t upperA6 = y >> 16;
  int32_t mixed5 = add32(t4 * upperA6, upperB2 * lowerA6);
  int32_t value5 = t4 * lowerA6;
  int64_t self6 = add64((int64_t)((uint64_t)((uint32_t)mixed5 << 16) | ((uint64_t)(uint32_t)(upperB2 * upperA6
      + (mixed5 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value5);
  uint32_t fraction5 = (uint32_t)self6 >> 20;
  int32_t y2 = add32((int32_t)((uint32_t)(int32_t)((uint64_t)self6 >> 32) << 11), (int32_t)((fraction5 >> 1)
      + (fraction5 & 1)));
  int32_t lowerA7 = z & 0xffff;
  int32_t upperA7 = z >> 16;
  int32_t mixed6 = add32(t4 * upperA7, upperB2 * lowerA7);
  int32_t value6 = t4 * lowerA7;
  int64_t self7 = add64((int64_t)((uint64_t)((uint32_t)mixed6 << 16) | ((uint64_t)(uint32_t)(upperB2 * upperA7
      + (mixed6 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value6);
  uint32_t fraction6 = (uint32_t)self7 >> 20;
  int32_t z2 = add32((int32_t)((uint32_t)(int32_t)((uint64_t)self7 >> 32) << 11), (int32_t)((fraction6 >> 1)
      + (fraction6 & 1)));
  Result_int32_int32_int32 t5 = Vector3_crossQ30(self->half.x, self->half.y, self->half.z, x2, y2, z2);
  self->half.x = x2;
  self->half.y = y2;
  self->half.z = z2;
  int32_t sum = add32(t5.e0, t5.e0 >> 2);
  int32_t sum2 = add32(sum, sum >> 4);
  int32_t x3 = add32(x2, add32(add32(sum2, sum2 >> 8), 4) >> 3);
  int32_t sum3 = add32(t5.e1, t5.e1 >> 2);
  int32_t sum4 = add32(sum3, sum3 >> 4);
  int32_t y3 = add32(y2, add32(add32(sum4, sum4 >> 8), 4) >> 3);
  int32_t sum5 = add32(t5.e2, t5.e2 >> 2);
  int32_t sum6 = add32(sum5, sum5 >> 4);
  int32_t z3 = add32(z2, add32(add32(sum6, sum6 >> 8), 4) >> 3);
  int32_t t6 = self->attitude.w;
  int32_t t7 = self->attitude.x;
  int32_t t8 = self->attitude.y;
  int32_t t9 = self->attitude.z;
  int32_t lowerA8 = (int32_t)(int16_t)x3;
  int32_t lowerB = (int32_t)(int16_t)y3;
  int32_t lowerC = (int32_t)(int16_t)z3;
  int32_t upperA8 = sub32(x3, lowerA8) >> 16;
  int32_t upperB3 = sub32(y3, lowerB) >> 16;
  int32_t upperC = sub32(z3, lowerC) >> 16;
  int32_t mixed7 = add32(add32(lowerA8 * upperA8, lowerB * upperB3), lowerC * upperC);
  int64_t self8 = add64((int64_t)((uint64_t)((uint32_t)mixed7 << 17)
      | ((uint64_t)(uint32_t)add32(add32(add32(upperA8 * upperA8, upperB3 * upperB3), upperC * upperC),
      mixed7 >> 15) << 32)), (int64_t)(uint64_t)(uint32_t)add32(add32(lowerA8 * lowerA8, lowerB * lowerB),
      lowerC * lowerC));
  uint32_t fraction7 = (uint32_t)self8 >> 31;
  int32_t square = add32((int32_t)((uint64_t)self8 >> 32), (int32_t)((fraction7 >> 1) + fraction7));
  int32_t t10 = Quaternion_series(square, 3277, 390, 178956971);
  int32_t sine = sub32(1073741824, t10);
  int32_t t11 = Quaternion_series(square, 5461, 546, 536870912);
  int32_t x4 = part_(x3, sine);
  int32_t y4 = part_(y3, sine);
  int32_t z4 = part_(z3, sine);
  Result_int32_int32_int32_int32 t12 = Quaternion_times(t6, t7, t8, t9, sub32(1073741824, t11), x4, y4, z4);
  self->attitude.w = t12.e0;
  self->attitude.x = t12.e1;
  self->attitude.y = t12.e2;
  self->attitude.z = t12.e3;
  int32_t w = add32(t12.e0, 16384) >> 15;
  int32_t x5 = add32(t12.e1, 16384) >> 15;
  int32_t y5 = add32(t12.e2, 16384) >> 15;
  int32_t z5 = add32(t12.e3, 16384) >> 15;
  int32_t xx = mul32(x5, x5);
  int32_t yy = mul32(y5, y5);
  int32_t zz = mul32(z5, z5);
  int32_t wx = mul32(x5, w);
  int32_t wy = mul32(y5, w);
  int32_t wz = mul32(z5, w);
  int32_t xy = mul32(y5, x5);
  int32_t xz = mul32(z5, x5);
  int32_t yz = mul32(z5, y5);
  self->matrix.x.x = 8192 - (add32(add32(yy, zz), 32768) >> 16);
  self->matrix.x.y = add32(sub32(xy, wz), 32768) >> 16;
  self->matrix.x.z = add32(add32(xz, wy), 32768) >> 16;
  self->matrix.y.x = add32(add32(xy, wz), 32768) >> 16;
  self->matrix.y.y = 8192 - (add32(add32(xx, zz), 32768) >> 16);
  self->matrix.y.z = add32(sub32(yz, wx), 32768) >> 16;
  self->matrix.z.x = add32(sub32(xz, wy), 32768) >> 16;
  self->matrix.z.y = add32(add32(yz, wx), 32768) >> 16;
  self->matrix.z.z = 8192 - (add32(add32(xx, yy), 32768) >> 16);
}

/* matrix · v / 2^8, for components of `v` within ±2^17. (Sources/Compass/Motion/BlockSums.swift) */
static Result_int32_int32_int32 SmallMatrix_turned(int32_t vX, int32_t vY, int32_t vZ, const SmallMatrix *self) {
  Result_int32_int32_int32 result;
  result.e0 = add32(add32(mul32(vX, self->x.x), mul32(vY, self->x.y)), mul32(vZ, self->x.z)) >> 8;
  result.e1 = add32(add32(mul32(vX, self->y.x), mul32(vY, self->y.y)), mul32(vZ, self->y.z)) >> 8;
  result.e2 = add32(add32(mul32(vX, self->z.x), mul32(vY, self->z.y)), mul32(vZ, self->z.z)) >> 8;
  return result;
}

/* Adds a rotation. A long rotation is added in parts of 40 ms, for which the series are accurate.
   (Sources/Compass/Motion/MotionFilter.swift) */
static void MotionFilter_turn(int32_t measuredX, int32_t measuredY, int32_t measuredZ, uint32_t microseconds,
    MotionFilter *self) {
  uint32_t left;
  if (40960u < microseconds) {
    left = microseconds;
    do {
      Strapdown_turn_microseconds(measuredX, measuredY, measuredZ, 40960u, &self->strapdown);
      left -= 40960u;
    } while (40960u < left);
  } else {
    left = microseconds;
  }
  Strapdown_turn_microseconds(measuredX, measuredY, measuredZ, left, &self->strapdown);
  Result_int32_int32_int32 t1 = SmallMatrix_turned(self->strapdown.rate.x >> 9, self->strapdown.rate.y >> 9,
      self->strapdown.rate.z >> 9, &self->strapdown.matrix);
  self->sums.rate.x = add32(self->sums.rate.x, t1.e0);
  self->sums.rate.y = add32(self->sums.rate.y, t1.e1);
  self->sums.rate.z = add32(self->sums.rate.z, t1.e2);
  self->sums.rawRate.x = add32(self->sums.rawRate.x, measuredX >> 4);
  self->sums.rawRate.y = add32(self->sums.rawRate.y, measuredY >> 4);
  self->sums.rawRate.z = add32(self->sums.rawRate.z, measuredZ >> 4);
  self->sums.rates = add32(self->sums.rates, 1);
  self->sums.time += microseconds;
}

/* Adds one rate.
   
   - rate: body axes, as measured.
   - time: when it was measured. The filter treats the rate as the mean since the previous rate.
   - isRepeated: whether the chip delivered nothing new.
   - isSaturated: whether an axis is beyond the range.
   (Sources/Compass/Motion/MotionFilter.swift) */
static void MotionFilter_add_rate_at_isRepeated_isSaturated(int32_t rateQ20, int32_t rate, int32_t rate2,
    uint64_t time, bool isRepeated, bool isSaturated, MotionFilter *self) {
  if (self->watch.hasBegun != 0) {
    uint64_t t1 = self->watch.time;
    if (time < t1) {
      MotionCounts_add_to(1, &self->counts.outOfOrder);
      return;
    }
    uint32_t elapsed = Instant_elapsed_since(t1, time);
    if (!isRepeated) {
      if (elapsed != 0) {
        self->watch.time = time;
        int32_t value = rateQ20 ^ (int32_t)((uint32_t)rate << 11) ^ (int32_t)((uint32_t)rate2 << 22) ^ (rate2 >> 10) ^
            (rate >> 21);
        uint32_t self2;
        if (value == self->watch.last) {
          self2 = self->watch.constant;
          if (1073741824u >= self2) {
            self2 += elapsed;
          }
        } else {
          self2 = 0;
        }
        self->watch.constant = self2;
        self->watch.last = value;
        if (1000000u < elapsed) {
          MotionCounts_add_to(1, &self->counts.restarts);
          goto L1;
        }
        uint32_t unmeasured = RateWatch_unmeasured(elapsed, &self->counts, &self->watch);
        if (self->sums.time + (self->watch.period >> 1) >= 104100u) {
          MotionFilter_closeBlock(self);
        }
        Result_int32_int32_int32 t2 = Vector3_limited_to(67108864, rateQ20, rate, rate2);
        if (isSaturated) {
          MotionCounts_add_to(1, &self->counts.saturated);
        }
        MotionFilter_turn(t2.e0, t2.e1, t2.e2, elapsed, self);
        Result_int32_int32_int32 t3 = Vector3_limited_to(16384, sub32(t2.e0, self->rest.nearRate.x) >> 2, sub32(t2.e1,
            self->rest.nearRate.y) >> 2, sub32(t2.e2, self->rest.nearRate.z) >> 2);
        int32_t square = add32(add32(mul32(t3.e0, t3.e0), mul32(t3.e1, t3.e1)), mul32(t3.e2, t3.e2));
        if (83733000 < square) {
          self->rest.hasMoved = 1;
        }
        if (5233300 < square) {
          self->rest.hasStirred = 1;
        }
        self->sums.unmeasured += isSaturated ? elapsed : unmeasured;
        return;
      }
    }
    MotionCounts_add_to(1, &self->counts.repeated);
    return;
  }
  self->watch.hasBegun = 1;
  self->watch.time = time;
  self->watch.last = rateQ20 ^ (int32_t)((uint32_t)rate << 11) ^ (int32_t)((uint32_t)rate2 << 22) ^ (rate2 >> 10) ^
      (rate >> 21);
L1:;
  MotionFilter_begin(self);
}

/* a × b. The products and their differences must fit 32 bits. (Sources/Compass/Motion/BlockSums.swift) */
static Result_int32_int32_int32 Vector3_cross(int32_t aX, int32_t aY, int32_t aZ, int32_t bX, int32_t bY, int32_t bZ) {
  Result_int32_int32_int32 result;
  result.e0 = sub32(mul32(bZ, aY), mul32(bY, aZ));
  result.e1 = sub32(mul32(bX, aZ), mul32(bZ, aX));
  result.e2 = sub32(mul32(bY, aX), mul32(bX, aY));
  return result;
}

/* v − age·(rate × v) + ½·age²·rate × (rate × v). (Sources/Compass/Motion/Strapdown.swift) */
static Result_int32_int32_int32 Delayed_advanced_age(int32_t vX, int32_t vY, int32_t vZ, int32_t slowRateX,
    int32_t slowRateY, int32_t slowRateZ, int32_t age, int32_t self, int32_t self2, int32_t self3) {
  int32_t short_ = mul32(4295, age) >> 16;
  if (short_ == 0) {
    Result_int32_int32_int32 result3;
    result3.e0 = vX;
    result3.e1 = vY;
    result3.e2 = vZ;
    return result3;
  }
  Result_int32_int32_int32 t1 = Vector3_cross(slowRateX, slowRateY, slowRateZ, self >> 4, self2 >> 4, self3 >> 4);
  int32_t b = (short_ * short_) >> 7;
  int32_t lowerA = t1.e0 & 0xffff;
  int32_t upperA = t1.e0 >> 16;
  int32_t t2 = (int32_t)(int16_t)b;
  int32_t upperB = (b - t2) >> 16;
  int32_t mixed = t2 * upperA + upperB * lowerA;
  int32_t value = t2 * lowerA;
  int64_t self4 = add64((int64_t)((uint64_t)((uint32_t)mixed << 16) | ((uint64_t)(uint32_t)(upperB * upperA
      + (mixed >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value);
  uint32_t fraction = (uint32_t)self4 >> 25;
  int32_t lowerA2 = t1.e1 & 0xffff;
  int32_t upperA2 = t1.e1 >> 16;
  int32_t mixed2 = t2 * upperA2 + upperB * lowerA2;
  int32_t value2 = t2 * lowerA2;
  int64_t self5 = add64((int64_t)((uint64_t)((uint32_t)mixed2 << 16) | ((uint64_t)(uint32_t)(upperB * upperA2
      + (mixed2 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value2);
  uint32_t fraction2 = (uint32_t)self5 >> 25;
  int32_t lowerA3 = t1.e2 & 0xffff;
  int32_t upperA3 = t1.e2 >> 16;
  int32_t mixed3 = t2 * upperA3 + upperB * lowerA3;
  int32_t value3 = t2 * lowerA3;
  int64_t self6 = add64((int64_t)((uint64_t)((uint32_t)mixed3 << 16) | ((uint64_t)(uint32_t)(upperB * upperA3
      + (mixed3 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value3);
  uint32_t fraction3 = (uint32_t)self6 >> 25;
  Result_int32_int32_int32 result4;
  result4.e0 = add32(sub32(vX, add32(mul32(short_, self), 2048) >> 12),
      add32((int32_t)((uint32_t)(int32_t)((uint64_t)self4 >> 32) << 6), (int32_t)((fraction >> 1) + (fraction & 1))));
  result4.e1 = add32(sub32(vY, add32(mul32(short_, self2), 2048) >> 12),
      add32((int32_t)((uint32_t)(int32_t)((uint64_t)self5 >> 32) << 6), (int32_t)((fraction2 >> 1) + (fraction2 & 1))));
  result4.e2 = add32(sub32(vZ, add32(mul32(short_, self3), 2048) >> 12),
      add32((int32_t)((uint32_t)(int32_t)((uint64_t)self6 >> 32) << 6), (int32_t)((fraction3 >> 1) + (fraction3 & 1))));
  return result4;
}

/* Adds the specific force to the sums.
   
   - force: 2^−13 g, each component within ±2^17.
   - age: microseconds from its measurement to the last rate, −100,000…131,000.
   (Sources/Compass/Motion/Strapdown.swift) */
static void Strapdown_add_force_age_to(int32_t forceX, int32_t forceY, int32_t forceZ, int32_t age, BlockSums *sums,
    const Strapdown *self) {
  int32_t x = self->rate.x >> 12;
  int32_t y = self->rate.y >> 12;
  int32_t z = self->rate.z >> 12;
  Result_int32_int32_int32 t1 = Vector3_cross(x, y, z, forceX >> 2, forceY >> 2, forceZ >> 2);
  Result_int32_int32_int32 t2 = Delayed_advanced_age(forceX, forceY, forceZ, x, y, z, age, t1.e0 >> 10, t1.e1 >> 10,
      t1.e2 >> 10);
  Result_int32_int32_int32 t3 = SmallMatrix_turned(t2.e0, t2.e1, t2.e2, &self->matrix);
  sums->force.x = add32(sums->force.x, t3.e0);
  sums->force.y = add32(sums->force.y, t3.e1);
  sums->force.z = add32(sums->force.z, t3.e2);
  sums->rawForce.x = add32(sums->rawForce.x, forceX);
  sums->rawForce.y = add32(sums->rawForce.y, forceY);
  sums->rawForce.z = add32(sums->rawForce.z, forceZ);
  sums->forces = add32(sums->forces, 1);
}

/* (Sources/Compass/Motion/MotionFilter.swift) */
static void MotionFilter_addRotation(MotionFilter *self) {
  int32_t t1 = self->strapdown.matrix.x.y;
  int32_t t2 = self->strapdown.matrix.x.z;
  int32_t t3 = self->strapdown.matrix.y.x;
  int32_t t4 = self->strapdown.matrix.y.y;
  int32_t t5 = self->strapdown.matrix.y.z;
  int32_t t6 = self->strapdown.matrix.z.x;
  int32_t t7 = self->strapdown.matrix.z.y;
  int32_t t8 = self->strapdown.matrix.z.z;
  self->sums.rotation.x.x = add32(self->sums.rotation.x.x, self->strapdown.matrix.x.x);
  self->sums.rotation.x.y = add32(self->sums.rotation.x.y, t1);
  self->sums.rotation.x.z = add32(self->sums.rotation.x.z, t2);
  self->sums.rotation.y.x = add32(self->sums.rotation.y.x, t3);
  self->sums.rotation.y.y = add32(self->sums.rotation.y.y, t4);
  self->sums.rotation.y.z = add32(self->sums.rotation.y.z, t5);
  self->sums.rotation.z.x = add32(self->sums.rotation.z.x, t6);
  self->sums.rotation.z.y = add32(self->sums.rotation.z.y, t7);
  self->sums.rotation.z.z = add32(self->sums.rotation.z.z, t8);
  self->sums.rotations = add32(self->sums.rotations, 1);
}

/* Adds one specific force.
   
   - force: body axes, calibrated; up to 16 g.
   - time: when it was measured.
   - isSaturated: whether an axis is beyond the range; then the sample is left out.
   (Sources/Compass/Motion/MotionFilter.swift) */
static void MotionFilter_add_force_at_isSaturated(int32_t forceMicroG, int32_t force, int32_t force2, uint64_t time,
    bool isSaturated, MotionFilter *self) {
  int32_t t1 = self->settings.forceDelay;
  if (self->watch.period == 0) {
    return;
  }
  int32_t relative = sub32(t1, self->settings.rateDelay);
  uint64_t t2 = self->watch.time;
  int32_t age2;
  if (time < t2) {
    uint32_t age = Instant_elapsed_since(time, t2);
    if (100000u < age) {
      MotionCounts_add_to(1, &self->counts.late);
      return;
    }
    age2 = add32((int32_t)age, relative);
  } else {
    uint32_t ahead = Instant_elapsed_since(t2, time);
    if (50000u < ahead) {
      return;
    }
    age2 = sub32(relative, (int32_t)ahead);
  }
  if (isSaturated) {
    return;
  }
  Result_int32_int32_int32 t3 = Vector3_limited_to(131072, add32(mul32(537, forceMicroG >> 3), 4096) >> 13,
      add32(mul32(537, force >> 3), 4096) >> 13, add32(mul32(537, force2 >> 3), 4096) >> 13);
  Result_int32_int32_int32 t4 = Vector3_limited_to(16384, sub32(t3.e0, self->rest.nearForce.x), sub32(t3.e1,
      self->rest.nearForce.y), sub32(t3.e2, self->rest.nearForce.z));
  if (174466 < add32(add32(mul32(t4.e0, t4.e0), mul32(t4.e1, t4.e1)), mul32(t4.e2, t4.e2))) {
    self->rest.hasMoved = 1;
  }
  Strapdown_add_force_age_to(t3.e0, t3.e1, t3.e2, age2, &self->sums, &self->strapdown);
  if (self->settings.usesField != 0) {
    return;
  }
  MotionFilter_addRotation(self);
}

/* Only `state` of the estimate. (Sources/Compass/Motion/MotionOutput.swift) */
static uint8_t MotionFilter_state(const MotionFilter *self) {
  if (self->blocks == 0) {
    return 0;
  }
  if (self->settings.usesField != 0) {
    if (self->heading.isReady == 0) {
      return 0;
    }
  }
  if (self->watch.isStuck != 0) {
    return 3;
  }
  int32_t t1 = CompactNumber_minus_2(self->seconds, 1610612971);
  return (uint8_t)(t1 < 0 ? 1 : 2);
}

/* (Sources/Compass/Motion/HeadingJudge.swift) */
static void CompassEvidence_init_time_axis(CompassEvidence *t1, uint64_t time, uint8_t axis) {
  t1->heading = 0;
  t1->headingIsNone = 1;
  t1->isDoubted = 0;
  t1->square = 0;
  t1->tiltSquare = 0;
  t1->noiseSquare = 0;
  t1->time = time;
  t1->axis = axis;
}

/* The corrected rate about the vertical, 2^−20 rad/s. (Sources/Compass/Motion/MotionOutput.swift) */
static int32_t MotionFilter_uprightTurn(const MotionFilter *self) {
  int32_t selfW = self->strapdown.attitude.w;
  int32_t selfX = self->strapdown.attitude.x;
  int32_t selfY = self->strapdown.attitude.y;
  int32_t selfZ = self->strapdown.attitude.z;
  Result_int32_int32_int32 t1 = Quaternion_row_2(0, selfW, selfX, selfY, selfZ);
  Result_int32_int32_int32 t2 = Quaternion_row_2(1, selfW, selfX, selfY, selfZ);
  Result_int32_int32_int32 t3 = Quaternion_row_2(2, selfW, selfX, selfY, selfZ);
  CompactMatrix t8;
  t8.x.x = t1.e0;
  t8.x.y = t1.e1;
  t8.x.z = t1.e2;
  t8.y.x = t2.e0;
  t8.y.y = t2.e1;
  t8.y.z = t2.e2;
  t8.z.x = t3.e0;
  t8.z.y = t3.e1;
  t8.z.z = t3.e2;
  Result_int32_int32_int32 t4 = CompactVector_init_exponent_times(self->strapdown.rate.x, self->strapdown.rate.y,
      self->strapdown.rate.z, -20, 1073742058);
  Result_int32_int32_int32 t5 = Quaternion_row_2(2, self->upright.w, self->upright.x, self->upright.y, self->upright.z);
  Result_int32_int32_int32 t6 = CompactMatrix_times(&t8, t4.e0, t4.e1, t4.e2);
  int32_t t7 = CompactVector_dot(t6.e0, t6.e1, t6.e2, t5.e0, t5.e1, t5.e2);
  return CompactNumber_whole_unit(-20, t7);
}

/* The direction of a body axis in the upright frame; `nil` if the axis is within 4° of the vertical.
   (Sources/Compass/Motion/MotionOutput.swift) */
static Result_uint32_uint8 MotionFilter_frameHeading_of(uint8_t axis, const MotionFilter *self) {
  Result_int32_int32_int32_int32 t1 = Quaternion_times(self->upright.w, self->upright.x, self->upright.y,
      self->upright.z, self->strapdown.attitude.w, self->strapdown.attitude.x, self->strapdown.attitude.y,
      self->strapdown.attitude.z);
  Result_int32_int32_int32 t2 = Quaternion_row_2(0, t1.e0, t1.e1, t1.e2, t1.e3);
  Result_int32_int32_int32 t3 = Quaternion_row_2(1, t1.e0, t1.e1, t1.e2, t1.e3);
  Result_int32_int32_int32 t4 = Quaternion_row_2(2, t1.e0, t1.e1, t1.e2, t1.e3);
  int32_t axis2 = (int32_t)(uint8_t)(axis >> 1);
  bool t5 = axis2 == 0;
  int32_t down = CompactNumber_whole_unit(-28, t5 ? t4.e0 : (axis2 == 1 ? t4.e1 : t4.e2));
  uint32_t t6;
  if (down < 0) {
    t6 = 0 - (uint32_t)down - 1 + 1;
  } else {
    t6 = (uint32_t)down;
  }
  if (267781563u < t6) {
    Result_uint32_uint8 result5;
    result5.e0 = 0;
    result5.e1 = 1;
    return result5;
  }
  int32_t y = CompactNumber_whole_unit(-28, t5 ? t3.e0 : (axis2 == 1 ? t3.e1 : t3.e2));
  int32_t x = CompactNumber_whole_unit(-28, t5 ? t2.e0 : (axis2 == 1 ? t2.e1 : t2.e2));
  Result_uint32_uint8 t7 = Cordic_Precise_angle_y_x(y, x);
  if ((uint8_t)(axis & 1) == 1) {
    if (t7.e1 == 1) {
      Result_uint32_uint8 result6;
      result6.e0 = t7.e0;
      result6.e1 = t7.e1;
      return result6;
    }
    Result_uint32_uint8 result7;
    result7.e0 = t7.e0 - 2147483648u;
    result7.e1 = 0;
    return result7;
  }
  Result_uint32_uint8 result8;
  result8.e0 = t7.e0;
  result8.e1 = t7.e1;
  return result8;
}

/* The direction of a body axis in the upright frame when a field was measured: earlier than the sample's time by the
   field's delay. Then the turn from there to the sample's time.
   
   - time: of the sample of the field.
   - rate: about the vertical, rad/s.
   - Returns: `nil` if the axis is within 4° of the vertical, or the last rate is more than a second away.
   (Sources/Compass/Motion/MotionOutput.swift) */
static Result_uint32_uint32_uint8 MotionFilter_frameHeading_of_at_rate(uint8_t axis, uint64_t time, int32_t rate,
    const MotionFilter *self) {
  uint64_t t1 = self->watch.time;
  uint32_t after = Instant_elapsed_since(t1, time);
  uint32_t before = Instant_elapsed_since(time, t1);
  bool t2 = after < 1000000u;
  if (!t2) {
    if (before >= 1000000u) {
      Result_uint32_uint32_uint8 result4;
      result4.e0 = 0;
      result4.e1 = 0;
      result4.e2 = 1;
      return result4;
    }
  }
  Result_uint32_uint8 t3 = MotionFilter_frameHeading_of(axis, self);
  if (t3.e1 == 1) {
    Result_uint32_uint32_uint8 result5;
    result5.e0 = 0;
    result5.e1 = 0;
    result5.e2 = 1;
    return result5;
  }
  int32_t delay = add32(self->settings.fieldDelay, (int32_t)self->appliedDelay);
  int32_t t4 = CompactNumber_times(rate, 1125900246);
  int32_t perMicrosecond = CompactNumber_times(t4, 1367130855);
  int32_t t5 = CompactNumber_init_exponent(add32(sub32(t2 ? (int32_t)after : sub32(0, (int32_t)before), delay),
      self->settings.rateDelay), 0);
  int32_t t6 = CompactNumber_times(perMicrosecond, t5);
  int32_t way = CompactNumber_whole_unit(-32, t6);
  int32_t t7 = CompactNumber_init_exponent(delay, 0);
  int32_t t8 = CompactNumber_times(perMicrosecond, t7);
  int32_t way2 = CompactNumber_whole_unit(-32, t8);
  Result_uint32_uint32_uint8 result6;
  result6.e0 = t3.e0 + (uint32_t)way;
  result6.e1 = (uint32_t)way2;
  result6.e2 = 0;
  return result6;
}

/* Lets the gyroscope's errors grow. (Sources/Compass/Motion/HeadingJudge.swift) */
static void HeadingJudge_predict_growth(int32_t rate, int32_t seconds, int32_t rateVariance, int32_t growth,
    HeadingJudge *self) {
  int32_t self2 = self->trend;
  int32_t angle = CompactNumber_times(self2, seconds);
  int32_t t1 = CompactNumber_times(angle, 1367130855);
  int32_t step = CompactNumber_whole_unit(-32, t1);
  self->north = self->north + (uint32_t)step;
  int32_t t2 = self->turned;
  int32_t t3 = CompactNumber_times(rate, seconds);
  self->turned = CompactNumber_plus(t2, t3);
  int32_t t4 = CompactNumber_plus(self->variance, growth);
  int32_t t5 = self->covariance;
  int32_t t6 = CompactNumber_scaled_by(1, t5);
  int32_t b = self->trendVariance;
  int32_t t7 = CompactNumber_times(b, seconds);
  int32_t t8 = CompactNumber_plus(t6, t7);
  int32_t t9 = CompactNumber_times(t8, seconds);
  self->variance = CompactNumber_plus(t4, t9);
  int32_t t10 = CompactNumber_times(b, seconds);
  int32_t t11 = CompactNumber_plus(t5, t10);
  self->covariance = t11;
  int32_t found = CompactNumber_times(self2, self2);
  int32_t most = CompactNumber_scaled_by(2, rateVariance);
  if (CompactNumber_minus_2(most, found) < 0) {
    int32_t t12 = CompactNumber_reciprocal(found);
    int32_t t13 = CompactNumber_times(most, t12);
    int32_t t14 = CompactNumber_squareRoot(t13);
    self2 = CompactNumber_times(self2, t14);
    self->trend = self2;
  }
  if (CompactNumber_minus_2(rateVariance, b) < 0) {
    int32_t t15 = CompactNumber_reciprocal(b);
    int32_t share = CompactNumber_times(rateVariance, t15);
    self->covariance = CompactNumber_times(t11, share);
    self->trendVariance = rateVariance;
    self->trend = CompactNumber_times(self2, share);
    return;
  }
  int32_t t16 = CompactNumber_times(seconds, 1145324772);
  int32_t t17 = CompactNumber_least(t16, 1073742058);
  self->trendVariance = CompactNumber_following(rateVariance, t17, b);
}

/* Takes the compass's heading as it is. (Sources/Compass/Motion/HeadingJudge.swift) */
static void HeadingJudge_begin_passing_fixed(uint32_t measured, int32_t passing, int32_t fixed, int32_t rateVariance,
    HeadingJudge *self) {
  self->trendVariance = rateVariance;
  self->hasNorth = 1;
  self->usesField = 1;
  self->north = measured;
  self->variance = CompactNumber_scaled_by(-2, passing);
  self->lasting = CompactNumber_squareRoot(fixed);
  self->turned = 0;
  self->difference = 0;
  self->agreement = 0;
  self->trend = 0;
  self->covariance = 0;
  self->contradictions = 0;
  self->contrary = 0;
}

/* Moves the rotation by a share of the innovation; every part of the error changes with it.
   (Sources/Compass/Motion/HeadingJudge.swift) */
static void HeadingJudge_correct_by_lasting(int32_t gain, int32_t innovation, int32_t other, HeadingJudge *self) {
  int32_t angle = CompactNumber_times(gain, innovation);
  int32_t t1 = CompactNumber_times(angle, 1367130855);
  int32_t step = CompactNumber_whole_unit(-32, t1);
  self->north = self->north + (uint32_t)step;
  int32_t kept = CompactNumber_minus_2(1073742058, gain);
  int32_t t2 = self->variance;
  int32_t t3 = CompactNumber_times(kept, kept);
  self->variance = CompactNumber_times(t2, t3);
  int32_t t4 = self->covariance;
  self->covariance = CompactNumber_times(t4, kept);
  int32_t t5 = self->turned;
  self->turned = CompactNumber_times(t5, kept);
  int32_t t6 = self->lasting;
  self->lasting = CompactNumber_following(other, gain, t6);
}

/* Counts a turn over which both agree. (Sources/Compass/Motion/HeadingJudge.swift) */
static void HeadingJudge_confirm_by(int32_t turn, HeadingJudge *self) {
  int32_t a = self->agreement;
  int32_t t1 = CompactNumber_minus_2(a, 1124420074);
  int32_t t2 = CompactNumber_plus(a, turn);
  int32_t a2 = CompactNumber_least(t2, 1686629867);
  self->agreement = a2;
  int32_t t3 = CompactNumber_minus_2(a2, 1124420074);
  if (t3 < 0 || t1 >= 0) {
    return;
  }
  if (self->isLasting != 0) {
    return;
  }
  self->doubt = 0;
}

/* Lets the doubt end after minutes of agreement. (Sources/Compass/Motion/HeadingJudge.swift) */
static void HeadingJudge_ageDoubt(int32_t seconds, HeadingJudge *self) {
  int32_t t1 = self->contrary;
  int32_t t2 = CompactNumber_scaled_by(1, 2013266159);
  int32_t a = CompactNumber_plus(t1, t2);
  if (CompactNumber_minus_2(a, 0) < 0) {
    int32_t t3 = self->doubt;
    int32_t self2 = CompactNumber_times(seconds, 1145324772);
    int32_t t4 = CompactNumber_plus(1073742058, self2);
    int32_t t5 = CompactNumber_times(self2, self2);
    int32_t t6 = CompactNumber_scaled_by(-1, t5);
    int32_t t7 = CompactNumber_plus(t4, t6);
    int32_t t8 = CompactNumber_reciprocal(t7);
    int32_t a2 = CompactNumber_times(t3, t8);
    self->doubt = a2;
    int32_t b = CompactNumber_scaled_by(-2, self->heldBound);
    if (CompactNumber_minus_2(a2, b) < 0) {
      self->doubt = 0;
      return;
    }
    return;
  }
  int32_t t9 = CompactNumber_scaled_by(3, 1073742058);
  int32_t b2 = CompactNumber_plus(t1, t9);
  if (CompactNumber_minus_2(0, b2) < 0) {
    int32_t t10 = self->doubt;
    int32_t t11 = CompactNumber_init_exponent((int32_t)(self->former - self->north), 0);
    int32_t self3 = CompactNumber_times(t11, 1686629836);
    if (self3 < 0) {
      self3 = CompactNumber_minus(self3);
    }
    self->doubt = CompactNumber_most(t10, self3);
    return;
  }
}

/* Compares the compass's heading with the judgement so far, and corrects that.
   - Returns: what a contradiction adds to the accuracy of this sample, radians.
   (Sources/Compass/Motion/HeadingJudge.swift) */
static int32_t HeadingJudge_weigh_passing_fixed_isDoubted_tolerance(uint32_t measured, int32_t passing, int32_t fixed,
    bool isDoubted, int32_t rate, int32_t seconds, int32_t scaleVariance, int32_t rateVariance, int32_t tolerance,
    HeadingJudge *self) {
  uint32_t t1 = self->north;
  int32_t t2 = CompactNumber_init_exponent((int32_t)(measured - t1), 0);
  int32_t innovation = CompactNumber_times(t2, 1686629836);
  int32_t self2 = self->turned;
  int32_t t3 = CompactNumber_scaled_by(2, self->variance);
  int32_t t4 = CompactNumber_times(self2, self2);
  int32_t t5 = CompactNumber_scaled_by(2, scaleVariance);
  int32_t t6 = CompactNumber_times(t4, t5);
  int32_t own = CompactNumber_plus(t3, t6);
  int32_t self3 = self->lasting;
  int32_t t7 = CompactNumber_times(self3, self3);
  int32_t boundSquare = CompactNumber_plus(own, t7);
  int32_t lastingSquare = CompactNumber_times(self3, self3);
  int32_t bound = CompactNumber_squareRoot(boundSquare);
  uint8_t t8 = self->contradictions;
  if (t8 == 0) {
    int32_t t9 = CompactNumber_plus(passing, fixed);
    self->heldBound = CompactNumber_squareRoot(t9);
  }
  int32_t size;
  if (innovation < 0) {
    size = CompactNumber_minus(innovation);
  } else {
    size = innovation;
  }
  int32_t t10 = CompactNumber_plus(self->heldBound, bound);
  int32_t a = CompactNumber_plus(t10, tolerance);
  if (CompactNumber_minus_2(a, size) < 0) {
    if (t8 < 3) {
      uint8_t t11 = (uint8_t)(t8 + 1);
      self->contradictions = t11;
      if (t11 != 3) {
        goto L1;
      }
    } else {
      self->contradictions = 3;
    }
    self->alarm = 1073742058;
L1:;
    if (isDoubted) {
      int32_t a2 = self->agreement;
      if (CompactNumber_minus_2(a2, 1124420074) >= 0) {
        return 0;
      }
      int32_t a3 = CompactNumber_times(self3, self3);
      if (CompactNumber_minus_2(a3, fixed) < 0) {
        return 0;
      }
    }
    int32_t t12 = self->contrary;
    int32_t a4 = CompactNumber_plus((int32_t)(t12 < 0 ? 0 : t12), seconds);
    self->contrary = a4;
    int32_t t13 = CompactNumber_init_exponent((int32_t)(measured - self->former), 0);
    int32_t distance = CompactNumber_times(t13, 1686629836);
    if (distance < 0) {
      distance = CompactNumber_minus(distance);
    }
    int32_t t14 = self->doubt;
    bool hasReturned;
    if (0 < t14) {
      int32_t a5 = CompactNumber_scaled_by(1, distance);
      int32_t t15 = CompactNumber_minus_2(a5, size);
      hasReturned = t15 < 0;
    } else {
      hasReturned = false;
    }
    int32_t a6 = self->agreement;
    int32_t t16 = CompactNumber_minus_2(a6, 1124420074);
    if (t16 >= 0 && !hasReturned) {
      if (CompactNumber_minus_2(a4, 2013266159) < 0) {
        int32_t t17 = CompactNumber_scaled_by(-4, a4);
        int32_t t18 = CompactNumber_least(t17, 1073742058);
        size = CompactNumber_times(size, t18);
        return size;
      }
    }
    if (CompactNumber_minus_2(a4, 1073742058) < 0) {
      return size;
    }
    if (hasReturned) {
      self->doubt = distance;
      self->former = measured;
    } else if (CompactNumber_minus_2(self3, 1124420072) < 0) {
      int32_t angle = CompactNumber_plus(size, bound);
      if (t14 == 0) {
        self->former = t1;
      }
      self->doubt = CompactNumber_least(angle, 1686629867);
    }
    self->isLasting = (uint8_t)(CompactNumber_minus_2(a6, 1124420074) >= 0);
    HeadingJudge_begin_passing_fixed(measured, passing, fixed, rateVariance, self);
    return 0;
  }
  if (t8 == 3) {
    int32_t a7 = self->doubt;
    if (CompactNumber_minus_2(a7, size) < 0) {
      int32_t angle2 = CompactNumber_plus(size, bound);
      if (a7 == 0) {
        self->former = t1;
      }
      self->doubt = CompactNumber_least(angle2, 1686629867);
      int32_t a8 = self->agreement;
      self->isLasting = (uint8_t)(CompactNumber_minus_2(a8, 1124420074) >= 0);
    }
  }
  self->contradictions = 0;
  int32_t t19 = self->contrary;
  int32_t t20;
  if (0 < t19) {
    t20 = 0;
  } else {
    t20 = CompactNumber_minus_2(t19, seconds);
  }
  self->contrary = t20;
  if (CompactNumber_minus_2(boundSquare, fixed) < 0) {
    return 0;
  }
  int32_t t21 = CompactNumber_minus_2(lastingSquare, fixed);
  int32_t t22 = CompactNumber_most(t21, 0);
  int32_t t23 = CompactNumber_plus(own, t22);
  int32_t prior = CompactNumber_scaled_by(-2, t23);
  int32_t t24 = CompactNumber_times(passing, 1717987046);
  int32_t a9 = CompactNumber_plus(t24, 1234687700);
  int32_t t25 = CompactNumber_reciprocal(seconds);
  int32_t noise = CompactNumber_times(a9, t25);
  int32_t b = CompactNumber_plus(prior, noise);
  int32_t t26 = CompactNumber_reciprocal(b);
  int32_t self4 = CompactNumber_times(prior, t26);
  int32_t most = CompactNumber_times(seconds, 1499226599);
  int32_t a10 = self->covariance;
  int32_t t27 = CompactNumber_plus(prior, noise);
  int32_t a11 = CompactNumber_scaled_by(-2, fixed);
  int32_t t28 = CompactNumber_reciprocal(seconds);
  int32_t t29 = CompactNumber_times(a11, t28);
  int32_t b2 = CompactNumber_plus(t27, t29);
  int32_t t30 = CompactNumber_reciprocal(b2);
  int32_t trendGain = CompactNumber_times(a10, t30);
  int32_t a12 = self->agreement;
  if (CompactNumber_minus_2(a12, 1124420074) >= 0) {
    int32_t b3 = CompactNumber_times(self4, size);
    if (CompactNumber_minus_2(most, b3) < 0) {
      int32_t b4 = CompactNumber_times(self4, size);
      int32_t t31 = CompactNumber_reciprocal(b4);
      int32_t share = CompactNumber_times(most, t31);
      self4 = CompactNumber_times(self4, share);
      trendGain = CompactNumber_times(trendGain, share);
    }
  }
  int32_t t32 = self->trend;
  int32_t t33 = CompactNumber_times(trendGain, innovation);
  self->trend = CompactNumber_plus(t32, t33);
  int32_t t34 = self->trendVariance;
  int32_t t35 = CompactNumber_times(trendGain, a10);
  self->trendVariance = CompactNumber_minus_2(t34, t35);
  int32_t t36 = CompactNumber_squareRoot(fixed);
  HeadingJudge_correct_by_lasting(self4, innovation, t36, self);
  int32_t t37 = self->variance;
  int32_t t38 = CompactNumber_times(self4, self4);
  int32_t t39 = CompactNumber_times(t38, noise);
  self->variance = CompactNumber_plus(t37, t39);
  int32_t t40 = self->difference;
  int32_t t41 = CompactNumber_times(self4, innovation);
  int32_t t42 = CompactNumber_minus_2(innovation, t41);
  int32_t t43 = CompactNumber_least(seconds, 1073742058);
  self->difference = CompactNumber_following(t42, t43, t40);
  self->usesField = 1;
  if (!isDoubted) {
    bool t44 = rate < 0;
    int32_t b5;
    if (t44) {
      b5 = CompactNumber_minus(rate);
    } else {
      b5 = rate;
    }
    if (CompactNumber_minus_2(1499226599, b5) < 0) {
      if (t44) {
        rate = CompactNumber_minus(rate);
      }
      int32_t t45 = CompactNumber_times(rate, seconds);
      HeadingJudge_confirm_by(t45, self);
    }
  }
  if (0 < self->doubt) {
    HeadingJudge_ageDoubt(seconds, self);
    return 0;
  }
  return 0;
}

/* Follows the fusion's heading while its bound is the smaller one. (Sources/Compass/Motion/HeadingJudge.swift) */
static void HeadingJudge_follow(const HeadingFilter *fused, int32_t seconds, int32_t scaleVariance, int32_t present,
    HeadingJudge *self) {
  if (fused->isReady != 0) {
    if (self->hasNorth != 0) {
      int32_t self2 = self->turned;
      int32_t t1 = CompactNumber_scaled_by(2, self->variance);
      int32_t t2 = CompactNumber_times(self2, self2);
      int32_t t3 = CompactNumber_scaled_by(2, scaleVariance);
      int32_t t4 = CompactNumber_times(t2, t3);
      int32_t t5 = CompactNumber_plus(t1, t4);
      int32_t self3 = self->lasting;
      int32_t t6 = CompactNumber_times(self3, self3);
      int32_t square = CompactNumber_plus(t5, t6);
      int32_t self4 = fused->lasting;
      int32_t bound;
      if (self4 == 0) {
        bound = fused->accuracy.bound;
      } else {
        int32_t self5 = fused->accuracy.bound;
        int32_t t7 = CompactNumber_times(self5, self5);
        int32_t t8 = CompactNumber_times(self4, self4);
        int32_t t9 = CompactNumber_plus(t7, t8);
        bound = CompactNumber_squareRoot(t9);
      }
      if (0 < self->contradictions) {
        return;
      }
      int32_t t10 = CompactNumber_times(bound, bound);
      int32_t a = CompactNumber_scaled_by(2, t10);
      if (CompactNumber_minus_2(a, present) < 0) {
        return;
      }
      int32_t t11 = CompactNumber_init_exponent((int32_t)(fused->turn - self->north), 0);
      int32_t innovation = CompactNumber_times(t11, 1686629836);
      int32_t a2 = CompactNumber_times(bound, bound);
      if (CompactNumber_minus_2(a2, square) < 0) {
        int32_t t12 = CompactNumber_squareRoot(square);
        int32_t a3 = CompactNumber_plus(t12, bound);
        int32_t b;
        if (innovation < 0) {
          b = CompactNumber_minus(innovation);
        } else {
          b = innovation;
        }
        if (CompactNumber_minus_2(a3, b) < 0) {
          return;
        }
        int32_t t13 = CompactNumber_least(seconds, 1073742058);
        HeadingJudge_correct_by_lasting(t13, innovation, bound, self);
        return;
      }
      return;
    }
    int32_t self6 = fused->lasting;
    int32_t self8;
    if (self6 == 0) {
      self8 = fused->accuracy.bound;
    } else {
      int32_t self7 = fused->accuracy.bound;
      int32_t t14 = CompactNumber_times(self7, self7);
      int32_t t15 = CompactNumber_times(self6, self6);
      int32_t t16 = CompactNumber_plus(t14, t15);
      self8 = CompactNumber_squareRoot(t16);
    }
    uint32_t t17 = fused->turn;
    int32_t t18 = CompactNumber_times(self8, self8);
    HeadingJudge_begin_passing_fixed(t17, 0, t18, fused->rateVariance, self);
    return;
  }
}

/* Judges one sample. Call it before the filter gets the sample. (Sources/Compass/Motion/HeadingJudge.swift) */
static void HeadingJudge_judge(const CompassEvidence *found, MotionFilter *filter, HeadingJudge *self) {
  int32_t t1 = MotionFilter_uprightTurn(filter);
  int32_t rate = CompactNumber_init_exponent(t1, -20);
  uint8_t t2 = found->axis;
  uint64_t t3 = found->time;
  Result_uint32_uint32_uint8 t4 = MotionFilter_frameHeading_of_at_rate(t2, t3, rate, filter);
  if (t4.e2 == 1) {
    self->isReady = 0;
    return;
  }
  uint32_t t5 = Instant_elapsed_since(self->time, t3);
  int32_t a = filter->blocks;
  int32_t b = self->blocks;
  if (CompactNumber_minus_2(a, b) >= 0) {
    if (10000000u >= t5) {
      goto L1;
    }
  }
  HeadingJudge_forget(self);
  t5 = 0;
L1:;
  self->blocks = a;
  self->time = t3;
  int32_t t6 = CompactNumber_init_exponent((int32_t)t5, 0);
  int32_t seconds = CompactNumber_times(t6, 1125900246);
  int32_t scaleVariance = filter->bias.covariance[9];
  self->axis = t2;
  self->usesField = 0;
  int32_t t7 = self->alarm;
  self->alarm = CompactNumber_minus_2(t7, seconds);
  int32_t taken = filter->heading.growth;
  filter->heading.growth = 0;
  int32_t rateVariance = filter->heading.rateVariance;
  if (self->hasNorth != 0) {
    HeadingJudge_predict_growth(rate, seconds, rateVariance, taken, self);
  }
  uint32_t compass = found->heading;
  int32_t contradiction;
  int32_t fixed;
  if (found->headingIsNone == 1) {
    contradiction = 0;
    fixed = 0;
  } else {
    uint32_t rawValue = compass - t4.e0;
    int32_t tilt = CompactNumber_init_exponent((int32_t)found->tiltSquare, -20);
    int32_t noise = CompactNumber_init_exponent((int32_t)found->noiseSquare, -20);
    int32_t t8 = CompactNumber_init_exponent((int32_t)found->square, -20);
    int32_t t9 = CompactNumber_minus_2(t8, tilt);
    fixed = CompactNumber_minus_2(t9, noise);
    int32_t t10 = self->shaken;
    int32_t t11 = CompactNumber_plus(1073742058, seconds);
    int32_t t12 = CompactNumber_times(seconds, seconds);
    int32_t t13 = CompactNumber_scaled_by(-1, t12);
    int32_t t14 = CompactNumber_plus(t11, t13);
    int32_t t15 = CompactNumber_reciprocal(t14);
    int32_t t16 = CompactNumber_times(t10, t15);
    int32_t b2 = CompactNumber_most(tilt, t16);
    self->shaken = b2;
    int32_t passing = CompactNumber_plus(b2, noise);
    if (CompactNumber_minus_2(1324676073, b2) < 0) {
      contradiction = 0;
    } else if (self->hasNorth != 0) {
      bool t17 = found->isDoubted != 0;
      int32_t t18;
      if (rate < 0) {
        t18 = CompactNumber_minus(rate);
      } else {
        t18 = rate;
      }
      int32_t t19 = CompactNumber_squareRoot(filter->iron.covariance[9]);
      int32_t t20 = CompactNumber_scaled_by(1, t19);
      int32_t t21 = CompactNumber_times(t18, t20);
      contradiction = HeadingJudge_weigh_passing_fixed_isDoubted_tolerance(rawValue, passing, fixed, t17, rate,
          seconds, scaleVariance, rateVariance, t21, self);
    } else {
      HeadingJudge_begin_passing_fixed(rawValue, passing, fixed, rateVariance, self);
      contradiction = 0;
    }
  }
  HeadingJudge_follow(&filter->heading, seconds, scaleVariance, fixed, self);
  if (self->hasNorth != 0) {
    int32_t wide = CompactNumber_plus(contradiction, self->doubt);
    int32_t self2 = self->turned;
    int32_t t22 = CompactNumber_scaled_by(2, self->variance);
    int32_t t23 = CompactNumber_times(self2, self2);
    int32_t t24 = CompactNumber_scaled_by(2, scaleVariance);
    int32_t t25 = CompactNumber_times(t23, t24);
    int32_t t26 = CompactNumber_plus(t22, t25);
    int32_t self3 = self->lasting;
    int32_t t27 = CompactNumber_times(self3, self3);
    int32_t t28 = CompactNumber_plus(t26, t27);
    int32_t self4 = self->difference;
    int32_t t29 = CompactNumber_times(self4, self4);
    int32_t t30 = CompactNumber_plus(t28, t29);
    int32_t t31 = CompactNumber_times(wide, wide);
    int32_t sum = CompactNumber_plus(t30, t31);
    int32_t q20 = CompactNumber_whole_unit(-20, sum);
    self->square = (uint32_t)(int32_t)(q20 < 16777216 ? q20 : 16777216);
    self->heading = t4.e0 + self->north + t4.e1;
    self->isReady = 1;
    return;
  }
}

/* The axes of the gyroscope in the order that is tried. (Sources/Compass/Motion/GyroscopeAxes.swift) */
static Result_int32_int32_int32 GyroscopeAxes_ordered(int32_t vX, int32_t vY, int32_t vZ, const GyroscopeAxes *self) {
  int8_t t1;
  int8_t t2;
  int32_t x;
  switch (self->order) {
    case 0: {
      x = vX;
      t1 = 2;
      t2 = 1;
      break;
    }
    case 1: {
      x = vY;
      t1 = 0;
      t2 = 2;
      break;
    }
    case 2: {
      x = vZ;
      t1 = 1;
      t2 = 0;
      break;
    }
    case 3: {
      x = vX;
      t1 = 1;
      t2 = 2;
      break;
    }
    case 4: {
      x = vZ;
      t1 = 0;
      t2 = 1;
      break;
    }
    default: {
      x = vY;
      t1 = 2;
      t2 = 0;
      break;
    }
  }
  int32_t y;
  switch ((int32_t)t2) {
    case 0: {
      y = vX;
      break;
    }
    case 1: {
      y = vY;
      break;
    }
    default: {
      y = vZ;
      break;
    }
  }
  switch ((int32_t)t1) {
    case 0: {
      Result_int32_int32_int32 result4;
      result4.e0 = x;
      result4.e1 = y;
      result4.e2 = vX;
      return result4;
    }
    case 1: {
      Result_int32_int32_int32 result5;
      result5.e0 = x;
      result5.e1 = y;
      result5.e2 = vY;
      return result5;
    }
    default: {
      Result_int32_int32_int32 result6;
      result6.e0 = x;
      result6.e1 = y;
      result6.e2 = vZ;
      return result6;
    }
  }
}

/* unit: makes the constant vector's length 1. (Sources/Compass/Motion/GyroscopeAxes.swift) */
static void AxesVector_init_unit(AxesVector *t1, int32_t startX, int32_t startY, int32_t startZ, int32_t endX,
    int32_t endY, int32_t endZ, int32_t unit) {
  Result_int32_int32_int32 t2 = CompactVector_init_exponent_times(sub32(endX, startX), sub32(endY, startY), sub32(endZ,
      startZ), 0, unit);
  Result_int32_int32_int32 t3 = CompactVector_init_exponent_times(add32(startX, endX), add32(startY, endY),
      add32(startZ, endZ), -1, unit);
  t1->change.x = t2.e0;
  t1->change.y = t2.e1;
  t1->change.z = t2.e2;
  t1->mean.x = t3.e0;
  t1->mean.y = t3.e1;
  t1->mean.z = t3.e2;
}

/* (Sources/Compass/Motion/GyroscopeAxes.swift) */
static Result_int32_int32_int32 CompactVector_scaled_by(int32_t count, int32_t selfX, int32_t selfY, int32_t selfZ) {
  int32_t x = CompactNumber_scaled_by(count, selfX);
  int32_t y = CompactNumber_scaled_by(count, selfY);
  int32_t z = CompactNumber_scaled_by(count, selfZ);
  Result_int32_int32_int32 result;
  result.e0 = x;
  result.e1 = y;
  result.e2 = z;
  return result;
}

/* The products of the components. (Sources/Compass/Motion/GyroscopeAxes.swift) */
static Result_int32_int32_int32 CompactVector_times_2(int32_t otherX, int32_t otherY, int32_t otherZ, int32_t selfX,
    int32_t selfY, int32_t selfZ) {
  int32_t x = CompactNumber_times(selfX, otherX);
  int32_t y = CompactNumber_times(selfY, otherY);
  int32_t z = CompactNumber_times(selfZ, otherZ);
  Result_int32_int32_int32 result;
  result.e0 = x;
  result.e1 = y;
  result.e2 = z;
  return result;
}

/* (Sources/Compass/Motion/TurnAlignment.swift) */
static Result_int32_int32_int32 CompactVector_cross(int32_t otherX, int32_t otherY, int32_t otherZ, int32_t selfX,
    int32_t selfY, int32_t selfZ) {
  int32_t t1 = CompactNumber_times(selfY, otherZ);
  int32_t t2 = CompactNumber_times(selfZ, otherY);
  int32_t x = CompactNumber_minus_2(t1, t2);
  int32_t t3 = CompactNumber_times(selfZ, otherX);
  int32_t t4 = CompactNumber_times(selfX, otherZ);
  int32_t y = CompactNumber_minus_2(t3, t4);
  int32_t t5 = CompactNumber_times(selfX, otherY);
  int32_t t6 = CompactNumber_times(selfY, otherX);
  int32_t z = CompactNumber_minus_2(t5, t6);
  Result_int32_int32_int32 result;
  result.e0 = x;
  result.e1 = y;
  result.e2 = z;
  return result;
}

/* Adds one vector of a window, if its length is right at both ends. (Sources/Compass/Motion/GyroscopeAxes.swift) */
static void AxesSums_add_turn_seconds_weight_tolerance(const AxesVector *vector, int32_t turnX, int32_t turnY,
    int32_t turnZ, int32_t seconds, int32_t weight, int32_t tolerance, AxesSums *self) {
  int32_t changeX = vector->change.x;
  int32_t changeY = vector->change.y;
  int32_t changeZ = vector->change.z;
  int32_t meanX = vector->mean.x;
  int32_t meanY = vector->mean.y;
  int32_t meanZ = vector->mean.z;
  int32_t moved = CompactVector_dot(changeX, changeY, changeZ, changeX, changeY, changeZ);
  int32_t t1 = CompactVector_dot(meanX, meanY, meanZ, meanX, meanY, meanZ);
  int32_t t2 = CompactNumber_scaled_by(-2, moved);
  int32_t length = CompactNumber_plus(t1, t2);
  if (CompactNumber_minus_2(moved, 1288490473) < 0) {
    int32_t a = CompactNumber_minus_2(length, 1073742058);
    if (a < 0) {
      a = CompactNumber_minus(a);
    }
    if (CompactNumber_minus_2(a, tolerance) < 0) {
      int32_t a2 = CompactVector_dot(meanX, meanY, meanZ, changeX, changeY, changeZ);
      if (a2 < 0) {
        a2 = CompactNumber_minus(a2);
      }
      if (CompactNumber_minus_2(a2, tolerance) < 0) {
        int32_t x = CompactNumber_times(meanX, meanX);
        int32_t y = CompactNumber_times(meanY, meanY);
        int32_t z = CompactNumber_times(meanZ, meanZ);
        int32_t x2 = CompactNumber_plus(y, z);
        int32_t y2 = CompactNumber_plus(x, z);
        int32_t z2 = CompactNumber_plus(x, y);
        Result_int32_int32_int32 t3 = CompactVector_scaled_by(weight, x2, y2, z2);
        int32_t t4 = CompactNumber_times(meanX, meanY);
        int32_t x3 = CompactNumber_minus(t4);
        int32_t t5 = CompactNumber_times(meanX, meanZ);
        int32_t y3 = CompactNumber_minus(t5);
        int32_t t6 = CompactNumber_times(meanY, meanZ);
        int32_t z3 = CompactNumber_minus(t6);
        Result_int32_int32_int32 t7 = CompactVector_scaled_by(weight, x3, y3, z3);
        int32_t t8 = self->ofGains[0].x;
        int32_t t9 = self->ofGains[0].y;
        int32_t t10 = self->ofGains[0].z;
        Result_int32_int32_int32 t11 = CompactVector_times_2(turnX, turnY, turnZ, turnX, turnY, turnZ);
        Result_int32_int32_int32 t12 = CompactVector_times_2(t11.e0, t11.e1, t11.e2, t3.e0, t3.e1, t3.e2);
        Result_int32_int32_int32 t13 = CompactVector_plus(t8, t9, t10, t12.e0, t12.e1, t12.e2);
        self->ofGains[0].x = t13.e0;
        self->ofGains[0].y = t13.e1;
        self->ofGains[0].z = t13.e2;
        int32_t t14 = self->ofGains[1].x;
        int32_t t15 = self->ofGains[1].y;
        int32_t t16 = self->ofGains[1].z;
        int32_t x4 = CompactNumber_times(turnX, turnY);
        int32_t y4 = CompactNumber_times(turnX, turnZ);
        int32_t z4 = CompactNumber_times(turnY, turnZ);
        Result_int32_int32_int32 t17 = CompactVector_times_2(x4, y4, z4, t7.e0, t7.e1, t7.e2);
        Result_int32_int32_int32 t18 = CompactVector_plus(t14, t15, t16, t17.e0, t17.e1, t17.e2);
        self->ofGains[1].x = t18.e0;
        self->ofGains[1].y = t18.e1;
        self->ofGains[1].z = t18.e2;
        int32_t squareTime = CompactNumber_times(seconds, seconds);
        Result_int32_int32_int32 t19 = CompactVector_adding_times(squareTime, t3.e0, t3.e1, t3.e2, self->ofBias[0].x,
            self->ofBias[0].y, self->ofBias[0].z);
        self->ofBias[0].x = t19.e0;
        self->ofBias[0].y = t19.e1;
        self->ofBias[0].z = t19.e2;
        Result_int32_int32_int32 t20 = CompactVector_adding_times(squareTime, t7.e0, t7.e1, t7.e2, self->ofBias[1].x,
            self->ofBias[1].y, self->ofBias[1].z);
        self->ofBias[1].x = t20.e0;
        self->ofBias[1].y = t20.e1;
        self->ofBias[1].z = t20.e2;
        int32_t t21 = self->mixed.x.x;
        int32_t t22 = self->mixed.x.y;
        int32_t t23 = self->mixed.x.z;
        int32_t t24 = CompactNumber_times(turnX, seconds);
        Result_int32_int32_int32 t25 = CompactVector_adding_times(t24, t3.e0, t7.e0, t7.e1, t21, t22, t23);
        self->mixed.x.x = t25.e0;
        self->mixed.x.y = t25.e1;
        self->mixed.x.z = t25.e2;
        int32_t t26 = self->mixed.y.x;
        int32_t t27 = self->mixed.y.y;
        int32_t t28 = self->mixed.y.z;
        int32_t t29 = CompactNumber_times(turnY, seconds);
        Result_int32_int32_int32 t30 = CompactVector_adding_times(t29, t7.e0, t3.e1, t7.e2, t26, t27, t28);
        self->mixed.y.x = t30.e0;
        self->mixed.y.y = t30.e1;
        self->mixed.y.z = t30.e2;
        int32_t t31 = self->mixed.z.x;
        int32_t t32 = self->mixed.z.y;
        int32_t t33 = self->mixed.z.z;
        int32_t t34 = CompactNumber_times(turnZ, seconds);
        Result_int32_int32_int32 t35 = CompactVector_adding_times(t34, t7.e1, t7.e2, t3.e2, t31, t32, t33);
        self->mixed.z.x = t35.e0;
        self->mixed.z.y = t35.e1;
        self->mixed.z.z = t35.e2;
        Result_int32_int32_int32 t36 = CompactVector_cross(meanX, meanY, meanZ, changeX, changeY, changeZ);
        Result_int32_int32_int32 t37 = CompactVector_scaled_by(weight, t36.e0, t36.e1, t36.e2);
        Result_int32_int32_int32 t38 = CompactVector_adding_times(t37.e0, turnX, turnY, turnZ, self->moments.x.x,
            self->moments.x.y, self->moments.x.z);
        self->moments.x.x = t38.e0;
        self->moments.x.y = t38.e1;
        self->moments.x.z = t38.e2;
        Result_int32_int32_int32 t39 = CompactVector_adding_times(t37.e1, turnX, turnY, turnZ, self->moments.y.x,
            self->moments.y.y, self->moments.y.z);
        self->moments.y.x = t39.e0;
        self->moments.y.y = t39.e1;
        self->moments.y.z = t39.e2;
        Result_int32_int32_int32 t40 = CompactVector_adding_times(t37.e2, turnX, turnY, turnZ, self->moments.z.x,
            self->moments.z.y, self->moments.z.z);
        self->moments.z.x = t40.e0;
        self->moments.z.y = t40.e1;
        self->moments.z.z = t40.e2;
        Result_int32_int32_int32 t41 = CompactVector_adding_times(seconds, t37.e0, t37.e1, t37.e2, self->biasMoment.x,
            self->biasMoment.y, self->biasMoment.z);
        self->biasMoment.x = t41.e0;
        self->biasMoment.y = t41.e1;
        self->biasMoment.z = t41.e2;
        int32_t t42 = self->square;
        int32_t t43 = CompactNumber_scaled_by(weight, moved);
        self->square = CompactNumber_plus(t42, t43);
        int32_t t44 = self->count;
        int32_t t45 = CompactNumber_scaled_by(add32(weight, 1), 1073742058);
        self->count = CompactNumber_plus(t44, t45);
        return;
      }
      return;
    }
    return;
  }
}

/* (Sources/Compass/Motion/GyroscopeAxes.swift) */
static void GyroscopeAxes_close(int32_t fieldX, int32_t fieldY, int32_t fieldZ, uint32_t forceX, uint32_t forceY,
    uint32_t forceZ, uint32_t strength, GyroscopeAxes *self) {
  AxesVector t16;
  AxesVector t17;
  int32_t t1 = CompactNumber_init_exponent((int32_t)strength, 0);
  int32_t scale = CompactNumber_reciprocal(t1);
  int32_t t2 = (int32_t)self->time;
  int32_t t3 = self->field.x;
  int32_t t4 = self->field.y;
  int32_t t5 = self->field.z;
  int32_t t6 = self->force.x;
  int32_t t7 = self->force.y;
  int32_t t8 = self->force.z;
  Result_int32_int32_int32 t9 = CompactVector_init_exponent_times(self->angle.x, self->angle.y, self->angle.z, -20,
      1073742058);
  Result_int32_int32_int32 t10 = GyroscopeAxes_ordered(t9.e0, t9.e1, t9.e2, self);
  int32_t t11 = CompactNumber_init_exponent(t2, 0);
  int32_t seconds = CompactNumber_times(t11, 1125900246);
  AxesVector_init_unit(&t17, t3, t4, t5, fieldX, fieldY, fieldZ, scale);
  AxesSums_add_turn_seconds_weight_tolerance(&t17, t10.e0, t10.e1, t10.e2, seconds, 0, 1073742056, &self->sums);
  AxesVector_init_unit(&t16, t6, t7, t8, (int32_t)forceX, (int32_t)forceY, (int32_t)forceZ, 1125900246);
  AxesSums_add_turn_seconds_weight_tolerance(&t16, t10.e0, t10.e1, t10.e2, seconds, -3, 1717987046, &self->sums);
  int32_t t12 = self->sums.turned.x;
  int32_t t13 = self->sums.turned.y;
  int32_t t14 = self->sums.turned.z;
  int32_t x;
  if (t10.e0 < 0) {
    x = CompactNumber_minus(t10.e0);
  } else {
    x = t10.e0;
  }
  int32_t y;
  if (t10.e1 < 0) {
    y = CompactNumber_minus(t10.e1);
  } else {
    y = t10.e1;
  }
  int32_t z;
  if (t10.e2 < 0) {
    z = CompactNumber_minus(t10.e2);
  } else {
    z = t10.e2;
  }
  Result_int32_int32_int32 t15 = CompactVector_plus(t12, t13, t14, x, y, z);
  self->sums.turned.x = t15.e0;
  self->sums.turned.y = t15.e1;
  self->sums.turned.z = t15.e2;
  self->isDue = 1;
}

/* Adds one field, after the rates that precede it.
   
   - field: nanotesla, body axes, calibrated.
   - force: the specific force of the same moment, micro-g; `nil` if there is none.
   - strength: of the calibration, nanotesla; 0: not known, and the field is not used.
   (Sources/Compass/Motion/GyroscopeAxes.swift) */
static void GyroscopeAxes_add_field_force_strength(int32_t fieldX, int32_t fieldY, int32_t fieldZ, uint32_t force,
    uint32_t force2, uint32_t force3, uint8_t force4, uint32_t strength, GyroscopeAxes *self) {
  bool t1 = force4 == 1;
  int32_t forceX = (int32_t)(t1 ? 0 : (int32_t)force);
  int32_t forceY = (int32_t)(t1 ? 0 : (int32_t)force2);
  int32_t forceZ = (int32_t)(t1 ? 0 : (int32_t)force3);
  bool t2 = Vector3_isWithin(500000u, (uint32_t)fieldX, (uint32_t)fieldY, (uint32_t)fieldZ);
  if (t2 && 1000 < strength && strength < 500000u) {
    if (Vector3_isWithin(4000000u, (uint32_t)forceX, (uint32_t)forceY, (uint32_t)forceZ)) {
      if (self->isOpen != 0) {
        uint32_t t3 = self->time;
        if (t3 < 80000u) {
          return;
        }
        Result_int32_int32_int32 t4 = Vector3_limited_to(16384, sub32(fieldX, self->field.x) >> 6, sub32(fieldY,
            self->field.y) >> 6, sub32(fieldZ, self->field.z) >> 6);
        int32_t move = add32(add32(mul32(t4.e0, t4.e0), mul32(t4.e1, t4.e1)), mul32(t4.e2, t4.e2));
        int32_t unit = (int32_t)(strength >> 6);
        if (t3 < 800000u) {
          if (move < (mul32(unit, unit) >> 4)) {
            return;
          }
        }
        if (t3 < 2000000u) {
          GyroscopeAxes_close(fieldX, fieldY, fieldZ, (uint32_t)forceX, (uint32_t)forceY, (uint32_t)forceZ, strength,
              self);
        }
      }
      self->isOpen = 1;
      self->field.x = fieldX;
      self->field.y = fieldY;
      self->field.z = fieldZ;
      self->force.x = forceX;
      self->force.y = forceY;
      self->force.z = forceZ;
      self->angle.x = 0;
      self->angle.y = 0;
      self->angle.z = 0;
      self->time = 0;
      return;
    }
  }
  self->isOpen = 0;
}

/* Adds the field to the sums.
   
   - field: 4 nT, each component within ±2^15.
   - age: microseconds from its measurement to the last rate, −100,000…131,000.
   (Sources/Compass/Motion/Strapdown.swift) */
static void Strapdown_add_field_age_to(int32_t fieldX, int32_t fieldY, int32_t fieldZ, int32_t age, BlockSums *sums,
    const Strapdown *self) {
  int32_t x = sub32(fieldX, self->hardIron.x);
  int32_t y = sub32(fieldY, self->hardIron.y);
  int32_t z = sub32(fieldZ, self->hardIron.z);
  int32_t x2 = self->rate.x >> 12;
  int32_t y2 = self->rate.y >> 12;
  int32_t z2 = self->rate.z >> 12;
  Result_int32_int32_int32 t1 = Vector3_cross(x2, y2, z2, x, y, z);
  int32_t x3 = t1.e0 >> 12;
  int32_t y3 = t1.e1 >> 12;
  int32_t z3 = t1.e2 >> 12;
  Result_int32_int32_int32 t2 = Delayed_advanced_age(x, y, z, x2, y2, z2, age, x3, y3, z3);
  Result_int32_int32_int32 t3 = SmallMatrix_turned(t2.e0, t2.e1, t2.e2, &self->matrix);
  sums->field.x = add32(sums->field.x, t3.e0);
  sums->field.y = add32(sums->field.y, t3.e1);
  sums->field.z = add32(sums->field.z, t3.e2);
  Result_int32_int32_int32 t4 = SmallMatrix_turned(x3, y3, z3, &self->matrix);
  sums->delayEffect.x = add32(sums->delayEffect.x, t4.e0);
  sums->delayEffect.y = add32(sums->delayEffect.y, t4.e1);
  sums->delayEffect.z = add32(sums->delayEffect.z, t4.e2);
  sums->fields = add32(sums->fields, 1);
}

/* Adds one field.
   
   - field: body axes, calibrated. A sample beyond 131 µT is not the Earth's field and gives no direction.
   - time: when it was measured.
   (Sources/Compass/Motion/MotionFilter.swift) */
static void MotionFilter_add_field_at(int32_t vX, int32_t vY, int32_t vZ, uint64_t time, MotionFilter *self) {
  if (self->settings.usesField != 0) {
    int32_t t1 = self->settings.fieldDelay;
    if (self->watch.period == 0) {
      return;
    }
    int32_t relative = sub32(t1, self->settings.rateDelay);
    uint64_t t2 = self->watch.time;
    int32_t age2;
    if (time < t2) {
      uint32_t age = Instant_elapsed_since(time, t2);
      if (100000u < age) {
        MotionCounts_add_to(1, &self->counts.late);
        return;
      }
      age2 = add32((int32_t)age, relative);
    } else {
      uint32_t ahead = Instant_elapsed_since(t2, time);
      if (50000u < ahead) {
        return;
      }
      age2 = sub32(relative, (int32_t)ahead);
    }
    if (Vector3_isWithin(33500000u, (uint32_t)vX, (uint32_t)vY, (uint32_t)vZ)) {
      Strapdown_add_field_age_to(add32(vX, 512) >> 10, add32(vY, 512) >> 10, add32(vZ, 512) >> 10, add32(age2,
          (int32_t)self->appliedDelay), &self->sums, &self->strapdown);
      MotionFilter_addRotation(self);
      return;
    }
    MotionFilter_addRotation(self);
    return;
  }
}

/* Does one slice of the last block's work.
   - Returns: whether there is more work.
   (Sources/Compass/Motion/MotionFilter.swift) */
static bool MotionFilter_work(MotionFilter *self) {
  int8_t t1 = self->stage;
  if (t1 == 0) {
    return false;
  }
  int32_t t2 = (int32_t)t1;
  if (t2 == 8) {
    self->stage = 0;
  } else {
    self->stage = add8(t1, 1);
    switch (t2) {
      case 1: {
        MotionFilter_prepare(self);
        goto L1;
      }
      case 2: {
        MotionFilter_filterMeans(self);
        goto L1;
      }
      case 3: {
        MotionFilter_turnUpright(self);
        goto L1;
      }
      case 4: {
        MotionFilter_updateBias(self);
        goto L1;
      }
      case 5: {
        MotionFilter_updateIron(self);
        goto L1;
      }
      case 6: {
        MotionFilter_apply(self);
        goto L1;
      }
      case 7: {
        MotionFilter_growHeading(self);
        goto L1;
      }
      default: {
        break;
      }
    }
  }
  MotionFilter_updateHeading(self);
L1:;
  return self->stage != 0;
}

/* 
   - diagonal: the diagonal of the matrix.
   - xy: an entry off the diagonal, as are `xz` and `yz`.
   - leastPivot: the result is `nil` if a pivot is not above this.
   (Sources/Compass/Motion/SymmetricSolver.swift) */
static void SymmetricSolver_init_diagonal_xy_xz_yz_leastPivot(OptionalSymmetricSolver *t1, int32_t selfP,
    int32_t diagonalY, int32_t diagonalZ, int32_t xy, int32_t xz, int32_t yz, int32_t leastPivot) {
  int32_t selfL;
  int32_t selfM;
  int32_t selfN;
  int32_t selfQ;
  int32_t selfR;
  uint8_t t10;
  if (CompactNumber_minus_2(leastPivot, selfP) < 0) {
    int32_t t2 = CompactNumber_reciprocal(selfP);
    selfL = CompactNumber_times(xy, t2);
    int32_t t3 = CompactNumber_reciprocal(selfP);
    selfM = CompactNumber_times(xz, t3);
    int32_t t4 = CompactNumber_times(selfL, xy);
    selfQ = CompactNumber_minus_2(diagonalY, t4);
    if (CompactNumber_minus_2(leastPivot, selfQ) < 0) {
      int32_t t5 = CompactNumber_times(selfM, xy);
      int32_t rest = CompactNumber_minus_2(yz, t5);
      int32_t t6 = CompactNumber_reciprocal(selfQ);
      selfN = CompactNumber_times(rest, t6);
      int32_t t7 = CompactNumber_times(selfM, xz);
      int32_t t8 = CompactNumber_minus_2(diagonalZ, t7);
      int32_t t9 = CompactNumber_times(selfN, rest);
      selfR = CompactNumber_minus_2(t8, t9);
      if (CompactNumber_minus_2(leastPivot, selfR) < 0) {
        t10 = 0;
        goto L1;
      }
    }
  }
  selfP = 0;
  selfQ = 0;
  selfR = 0;
  selfL = 0;
  selfM = 0;
  selfN = 0;
  t10 = 1;
L1:;
  t1->value.p = selfP;
  t1->value.q = selfQ;
  t1->value.r = selfR;
  t1->value.l = selfL;
  t1->value.m = selfM;
  t1->value.n = selfN;
  t1->isNone = t10;
}

/* (Sources/Compass/Motion/SymmetricSolver.swift) */
static Result_int32_int32_int32 SymmetricSolver_solve(int32_t rightX, int32_t rightY, int32_t rightZ,
    const SymmetricSolver *self) {
  int32_t t1 = self->l;
  int32_t t2 = CompactNumber_times(t1, rightX);
  int32_t second = CompactNumber_minus_2(rightY, t2);
  int32_t t3 = self->m;
  int32_t t4 = CompactNumber_times(t3, rightX);
  int32_t t5 = CompactNumber_minus_2(rightZ, t4);
  int32_t t6 = self->n;
  int32_t t7 = CompactNumber_times(t6, second);
  int32_t a = CompactNumber_minus_2(t5, t7);
  int32_t t8 = CompactNumber_reciprocal(self->r);
  int32_t z = CompactNumber_times(a, t8);
  int32_t t9 = CompactNumber_reciprocal(self->q);
  int32_t t10 = CompactNumber_times(second, t9);
  int32_t t11 = CompactNumber_times(t6, z);
  int32_t y = CompactNumber_minus_2(t10, t11);
  int32_t t12 = CompactNumber_reciprocal(self->p);
  int32_t t13 = CompactNumber_times(rightX, t12);
  int32_t t14 = CompactNumber_times(t1, y);
  int32_t t15 = CompactNumber_minus_2(t13, t14);
  int32_t t16 = CompactNumber_times(t3, z);
  int32_t x = CompactNumber_minus_2(t15, t16);
  Result_int32_int32_int32 result;
  result.e0 = x;
  result.e1 = y;
  result.e2 = z;
  return result;
}

/* The gains, with the bias eliminated; `nil` while there are too few windows or too few turns.
   (Sources/Compass/Motion/GyroscopeAxes.swift) */
static void AxesSums_gains(OptionalAxesGains *t1, const AxesSums *self) {
  int32_t a = CompactNumber_init_exponent(6, 0);
  int32_t b = self->count;
  if (CompactNumber_minus_2(a, b) < 0) {
    int32_t t2 = self->ofBias[1].x;
    int32_t t3 = self->ofBias[1].y;
    int32_t t4 = self->ofBias[1].z;
    Result_int32_int32_int32 t5 = CompactVector_plus(self->ofBias[0].x, self->ofBias[0].y, self->ofBias[0].z,
        2061584612, 2061584612, 2061584612);
    OptionalSymmetricSolver t52;
    SymmetricSolver_init_diagonal_xy_xz_yz_leastPivot(&t52, t5.e0, t5.e1, t5.e2, t2, t3, t4, 1073742028);
    if (t52.isNone != 1) {
      int32_t t6 = self->mixed.x.x;
      int32_t t7 = self->mixed.x.y;
      int32_t t8 = self->mixed.x.z;
      Result_int32_int32_int32 t9 = SymmetricSolver_solve(t6, t7, t8, &t52.value);
      int32_t t10 = self->mixed.y.x;
      int32_t t11 = self->mixed.y.y;
      int32_t t12 = self->mixed.y.z;
      Result_int32_int32_int32 t13 = SymmetricSolver_solve(t10, t11, t12, &t52.value);
      int32_t t14 = self->mixed.z.x;
      int32_t t15 = self->mixed.z.y;
      int32_t t16 = self->mixed.z.z;
      Result_int32_int32_int32 t17 = SymmetricSolver_solve(t14, t15, t16, &t52.value);
      int32_t t18 = self->ofGains[0].x;
      int32_t t19 = self->ofGains[0].y;
      int32_t t20 = self->ofGains[0].z;
      int32_t t21 = self->ofGains[1].x;
      int32_t t22 = self->ofGains[1].y;
      int32_t t23 = self->ofGains[1].z;
      int32_t x = CompactVector_dot(t9.e0, t9.e1, t9.e2, t6, t7, t8);
      int32_t y = CompactVector_dot(t13.e0, t13.e1, t13.e2, t10, t11, t12);
      int32_t z = CompactVector_dot(t17.e0, t17.e1, t17.e2, t14, t15, t16);
      Result_int32_int32_int32 t24 = CompactVector_minus(t18, t19, t20, x, y, z);
      int32_t x2 = CompactVector_dot(t13.e0, t13.e1, t13.e2, t6, t7, t8);
      int32_t y2 = CompactVector_dot(t17.e0, t17.e1, t17.e2, t6, t7, t8);
      int32_t z2 = CompactVector_dot(t17.e0, t17.e1, t17.e2, t10, t11, t12);
      Result_int32_int32_int32 t25 = CompactVector_minus(t21, t22, t23, x2, y2, z2);
      int32_t x3 = self->moments.x.x;
      int32_t y3 = self->moments.y.y;
      int32_t z3 = self->moments.z.z;
      int32_t t26 = self->biasMoment.x;
      int32_t t27 = self->biasMoment.y;
      int32_t t28 = self->biasMoment.z;
      int32_t x4 = CompactVector_dot(t26, t27, t28, t9.e0, t9.e1, t9.e2);
      int32_t y4 = CompactVector_dot(t26, t27, t28, t13.e0, t13.e1, t13.e2);
      int32_t z4 = CompactVector_dot(t26, t27, t28, t17.e0, t17.e1, t17.e2);
      Result_int32_int32_int32 t29 = CompactVector_minus(x3, y3, z3, x4, y4, z4);
      int32_t t30 = self->square;
      Result_int32_int32_int32 t31 = SymmetricSolver_solve(t26, t27, t28, &t52.value);
      int32_t t32 = CompactVector_dot(t26, t27, t28, t31.e0, t31.e1, t31.e2);
      int32_t whole = CompactNumber_minus_2(t30, t32);
      OptionalSymmetricSolver t53;
      SymmetricSolver_init_diagonal_xy_xz_yz_leastPivot(&t53, t24.e0, t24.e1, t24.e2, t25.e0, t25.e1, t25.e2,
          1073742028);
      if (t53.isNone == 1) {
        OptionalAxesGains t54;
        t54.value.gain.x = 0;
        t54.value.gain.y = 0;
        t54.value.gain.z = 0;
        t54.value.variance.x = 0;
        t54.value.variance.y = 0;
        t54.value.variance.z = 0;
        t54.value.residual = 0;
        t54.value.residualOfEqual = 0;
        t54.isNone = 1;
        *t1 = t54;
        return;
      }
      OptionalAxesGains t55;
      AxesGains t56;
      Result_int32_int32_int32 t33 = SymmetricSolver_solve(t29.e0, t29.e1, t29.e2, &t53.value);
      int32_t least = CompactNumber_times(1407375066, b);
      int32_t t34 = CompactVector_dot(t29.e0, t29.e1, t29.e2, t33.e0, t33.e1, t33.e2);
      int32_t t35 = CompactNumber_minus_2(whole, t34);
      int32_t residual = CompactNumber_most(t35, least);
      int32_t t36 = CompactNumber_plus(t29.e0, t29.e1);
      int32_t sum = CompactNumber_plus(t36, t29.e2);
      int32_t t37 = CompactNumber_scaled_by(1, sum);
      int32_t t38 = CompactNumber_minus_2(whole, t37);
      int32_t t39 = CompactNumber_plus(t38, t24.e0);
      int32_t t40 = CompactNumber_plus(t39, t24.e1);
      int32_t t41 = CompactNumber_plus(t40, t24.e2);
      int32_t t42 = CompactNumber_plus(t25.e0, t25.e1);
      int32_t t43 = CompactNumber_plus(t42, t25.e2);
      int32_t t44 = CompactNumber_scaled_by(1, t43);
      int32_t ofEqual = CompactNumber_plus(t41, t44);
      int32_t t45 = CompactNumber_init_exponent(6, 0);
      int32_t t46 = CompactNumber_minus_2(b, t45);
      int32_t free = CompactNumber_most(t46, 1073742058);
      int32_t t47 = CompactNumber_reciprocal(free);
      int32_t noise = CompactNumber_times(residual, t47);
      Result_int32_int32_int32 t48 = SymmetricSolver_solve(1073742058, 0, 0, &t53.value);
      Result_int32_int32_int32 t49 = SymmetricSolver_solve(0, 1073742058, 0, &t53.value);
      Result_int32_int32_int32 t50 = SymmetricSolver_solve(0, 0, 1073742058, &t53.value);
      Result_int32_int32_int32 t51 = CompactVector_times(noise, t48.e0, t49.e1, t50.e2);
      t56.gain.x = t33.e0;
      t56.gain.y = t33.e1;
      t56.gain.z = t33.e2;
      t56.variance.x = t51.e0;
      t56.variance.y = t51.e1;
      t56.variance.z = t51.e2;
      t56.residual = residual;
      t56.residualOfEqual = ofEqual;
      t55.value = t56;
      t55.isNone = 0;
      *t1 = t55;
      return;
    }
  }
  OptionalAxesGains t57;
  t57.value.gain.x = 0;
  t57.value.gain.y = 0;
  t57.value.gain.z = 0;
  t57.value.variance.x = 0;
  t57.value.variance.y = 0;
  t57.value.variance.z = 0;
  t57.value.residual = 0;
  t57.value.residualOfEqual = 0;
  t57.isNone = 1;
  *t1 = t57;
}

/* (Sources/Compass/Motion/GyroscopeAxes.swift) */
static void AxesState_add_turned(int32_t index, const AxesGains *gains, int32_t turned, AxesState *self) {
  int32_t self2;
  int32_t variance;
  switch (index) {
    case 0: {
      variance = gains->variance.x;
      self2 = gains->gain.x;
      break;
    }
    case 1: {
      variance = gains->variance.y;
      self2 = gains->gain.y;
      break;
    }
    default: {
      variance = gains->variance.z;
      self2 = gains->gain.z;
      break;
    }
  }
  bool t1 = self2 < 0;
  int32_t size;
  if (t1) {
    size = CompactNumber_minus(self2);
  } else {
    size = self2;
  }
  int32_t factor = CompactNumber_most(1073742058, size);
  int32_t b = CompactNumber_times(turned, factor);
  if (CompactNumber_minus_2(1124422634, b) < 0) {
    int32_t t2 = CompactNumber_times(factor, factor);
    int32_t b2 = CompactNumber_times(t2, 1979121123);
    if (CompactNumber_minus_2(variance, b2) < 0) {
      int32_t t3 = CompactNumber_scaled_by(3, variance);
      int32_t margin = CompactNumber_plus(t3, variance);
      int32_t distance;
      if (CompactNumber_minus_2(self2, 1073742058) < 0) {
        distance = CompactNumber_minus_2(1789570025, self2);
      } else {
        distance = CompactNumber_minus_2(self2, 1342177514);
      }
      uint8_t t4 = (uint8_t)((uint32_t)1 << (uint32_t)(index & 0x1f));
      if (CompactNumber_minus_2(size, 1717987050) < 0) {
        int32_t t5 = CompactNumber_minus_2(1288490473, size);
        bool isNear = t5 < 0;
        if (isNear) {
          self->parallel = (uint8_t)(self->parallel | t4);
        }
        if (distance >= 0) {
          if (!t1 || !isNear) {
            goto L1;
          }
          int32_t b3 = CompactNumber_times(self2, self2);
          if (CompactNumber_minus_2(margin, b3) < 0) {
            self->reversed = (uint8_t)(self->reversed | t4);
            return;
          }
          goto L1;
        }
      } else if (distance >= 0) {
        goto L1;
      }
      self->right = (uint8_t)(self->right | t4);
      return;
L1:;
      if (CompactNumber_minus_2(1288490472, self2) < 0) {
        if (CompactNumber_minus_2(self2, 1610612971) < 0) {
          int32_t a = CompactNumber_scaled_by(-1, margin);
          int32_t b4 = CompactNumber_times(distance, distance);
          if (CompactNumber_minus_2(a, b4) < 0) {
            int32_t b5 = CompactNumber_scaled_by(-1, 1979121123);
            if (CompactNumber_minus_2(variance, b5) < 0) {
              self->scaled = (uint8_t)(self->scaled | t4);
              return;
            }
          }
        }
      }
      int32_t t6 = CompactNumber_times(size, 1922527471);
      int32_t a2 = CompactNumber_minus_2(t6, 1073742058);
      if (a2 < 0) {
        a2 = CompactNumber_minus(a2);
      }
      if (CompactNumber_minus_2(a2, 1431655912) >= 0) {
        int32_t t7 = CompactNumber_times(size, 1199381220);
        int32_t a3 = CompactNumber_minus_2(t7, 1073742058);
        if (a3 < 0) {
          a3 = CompactNumber_minus(a3);
        }
        if (CompactNumber_minus_2(a3, 1431655912) >= 0) {
          if (CompactNumber_minus_2(size, 1288490472) < 0) {
            self->unrelated = (uint8_t)(self->unrelated | t4);
            return;
          }
          return;
        }
      }
      self->inUnits = (uint8_t)(self->inUnits | t4);
      if (t1) {
        self->reversed = (uint8_t)(self->reversed | t4);
        return;
      }
      return;
    }
    return;
  }
}

/* The axes that an order does not exchange. (Sources/Compass/Motion/GyroscopeAxes.swift) */
static uint8_t AxesState_unchanged(int8_t order, uint32_t t1, uint16_t t2) {
  (void)t1;
  (void)t2;
  uint8_t t3;
  uint8_t t4;
  switch (order) {
    case 0: {
      t4 = 3;
      break;
    }
    case 1:
    case 2: {
      t3 = 0;
      t4 = 0;
      goto L1;
    }
    case 3: {
      t3 = 0;
      t4 = 1;
      goto L1;
    }
    case 4: {
      t3 = 0;
      t4 = 2;
      goto L1;
    }
    default: {
      t4 = 0;
      break;
    }
  }
  t3 = 4;
L1:;
  return (uint8_t)(t4 | t3);
}

/* (Sources/Compass/Motion/TurnAlignment.swift) */
static uint32_t TurnAlignment_permutation(int8_t number) {
  uint8_t t1;
  uint8_t t2;
  uint8_t t3;
  switch (number) {
    case 0: {
      t1 = 2;
      t2 = 1;
      t3 = 0;
      break;
    }
    case 1: {
      t1 = 0;
      t2 = 2;
      t3 = 1;
      break;
    }
    case 2: {
      t1 = 1;
      t2 = 0;
      t3 = 2;
      break;
    }
    case 3: {
      t1 = 1;
      t2 = 2;
      t3 = 0;
      break;
    }
    case 4: {
      t1 = 0;
      t2 = 1;
      t3 = 2;
      break;
    }
    default: {
      t1 = 2;
      t2 = 0;
      t3 = 1;
      break;
    }
  }
  return (uint32_t)t3 | ((uint32_t)t2 << 8) | ((uint32_t)t1 << 16);
}

/* (Sources/Compass/Motion/GyroscopeAxes.swift) */
static void GyroscopeAxes_report_axis(uint8_t fault, uint8_t axis, uint32_t t1, uint16_t t2, GyroscopeAxes *self) {
  (void)t2;
  uint8_t t3 = (uint8_t)(t1 >> 8);
  self->fault = fault;
  self->state = (uint8_t)((uint8_t)(self->state & 0xf0u) | axis);
  uint32_t t4 = TurnAlignment_permutation(self->order);
  int8_t t5 = (int8_t)t4;
  int8_t t6 = (int8_t)(t4 >> 8);
  int8_t t7 = (int8_t)(t4 >> 16);
  int8_t t10;
  int8_t t8;
  int8_t t9;
  if ((uint8_t)(t3 & 1) != 0) {
    if ((uint8_t)(t3 & 2) == 0) {
      t8 = (int8_t)((uint8_t)(t3 & 4) != 0 ? 2 : 1);
      t9 = 1;
      t10 = 2;
      goto L1;
    }
    if ((uint8_t)(t3 & 4) != 0) {
      t8 = 2;
      t9 = 2;
      t10 = 2;
      goto L1;
    }
    t10 = 2;
  } else {
    if ((uint8_t)(t3 & 2) == 0) {
      t8 = (int8_t)((uint8_t)(t3 & 4) != 0 ? 2 : 1);
      t9 = 1;
      t10 = 1;
      goto L1;
    }
    if ((uint8_t)(t3 & 4) != 0) {
      t8 = 2;
      t9 = 2;
      t10 = 1;
      goto L1;
    }
    t10 = 1;
  }
  t8 = 1;
  t9 = 2;
L1:;
  uint16_t t11 = (uint16_t)((uint16_t)((uint32_t)(uint16_t)(int32_t)add8(add8(t5, t5), t10) * 100)
      + (uint16_t)((uint32_t)(uint16_t)(int32_t)add8(add8(t6, t6), t9) * 10));
  self->arrangement = (uint16_t)(t11 + (uint16_t)(int32_t)add8(add8(t7, t7), t8));
}

/* How well an order of the axes fits, whatever their signs. (Sources/Compass/Motion/GyroscopeAxes.swift) */
static int32_t AxesSums_correlation(int8_t order, const AxesSums *self) {
  uint32_t t1 = TurnAlignment_permutation(order);
  int8_t t2 = (int8_t)(t1 >> 8);
  int8_t t3 = (int8_t)(t1 >> 16);
  int32_t self2;
  switch ((int32_t)(int8_t)t1) {
    case 0: {
      self2 = self->moments.x.x;
      break;
    }
    case 1: {
      self2 = self->moments.x.y;
      break;
    }
    default: {
      self2 = self->moments.x.z;
      break;
    }
  }
  if (self2 < 0) {
    self2 = CompactNumber_minus(self2);
  }
  int32_t self3;
  switch ((int32_t)t2) {
    case 0: {
      self3 = self->moments.y.x;
      break;
    }
    case 1: {
      self3 = self->moments.y.y;
      break;
    }
    default: {
      self3 = self->moments.y.z;
      break;
    }
  }
  if (self3 < 0) {
    self3 = CompactNumber_minus(self3);
  }
  int32_t t4 = CompactNumber_plus(self2, self3);
  int32_t self4;
  switch ((int32_t)t3) {
    case 0: {
      self4 = self->moments.z.x;
      break;
    }
    case 1: {
      self4 = self->moments.z.y;
      break;
    }
    default: {
      self4 = self->moments.z.z;
      break;
    }
  }
  if (self4 < 0) {
    self4 = CompactNumber_minus(self4);
  }
  return CompactNumber_plus(t4, self4);
}

/* Tries another order of the axes: the one with the largest correlation between turns and rates. If an order
   explains
   nothing either, the watch returns to the first.
   (Sources/Compass/Motion/GyroscopeAxes.swift) */
static void GyroscopeAxes_reorder(GyroscopeAxes *self) {
  int32_t t1 = CompactNumber_plus(self->sums.turned.x, self->sums.turned.y);
  int32_t turned = CompactNumber_plus(t1, self->sums.turned.z);
  if (CompactNumber_minus_2(1124422635, turned) < 0) {
    int8_t t6 = self->order;
    bool t2 = t6 == 0;
    int32_t a = CompactNumber_scaled_by((int32_t)(t2 ? 0 : 1), 1610612974);
    int32_t b = self->sums.count;
    if (CompactNumber_minus_2(a, b) < 0) {
      if (t2) {
        int32_t own = AxesSums_correlation(0, &self->sums);
        int32_t t3 = CompactNumber_scaled_by(-2, own);
        int32_t a2 = CompactNumber_plus(own, t3);
        int8_t number = 1;
        for (;;) {
          int32_t correlation = AxesSums_correlation(number, &self->sums);
          int32_t t4 = CompactNumber_minus_2(a2, correlation);
          bool t5 = t4 < 0;
          t6 = t5 ? number : t6;
          number = (int8_t)(number + 1);
          if (number >= 6) {
            break;
          }
          a2 = t5 ? correlation : a2;
        }
        if (t6 == 0) {
          return;
        }
      } else {
        t6 = 0;
      }
      CompactMatrix t7;
      self->order = t6;
      self->sums.ofGains[0].x = 0;
      self->sums.ofGains[0].y = 0;
      self->sums.ofGains[0].z = 0;
      self->sums.ofGains[1].x = 0;
      self->sums.ofGains[1].y = 0;
      self->sums.ofGains[1].z = 0;
      self->sums.ofBias[0].x = 0;
      self->sums.ofBias[0].y = 0;
      self->sums.ofBias[0].z = 0;
      self->sums.ofBias[1].x = 0;
      self->sums.ofBias[1].y = 0;
      self->sums.ofBias[1].z = 0;
      t7.x.x = 0;
      t7.x.y = 0;
      t7.x.z = 0;
      t7.y.x = 0;
      t7.y.y = 0;
      t7.y.z = 0;
      t7.z.x = 0;
      t7.z.y = 0;
      t7.z.z = 0;
      self->sums.mixed = t7;
      self->sums.moments = t7;
      self->sums.biasMoment.x = 0;
      self->sums.biasMoment.y = 0;
      self->sums.biasMoment.z = 0;
      self->sums.square = 0;
      self->sums.count = 0;
      self->sums.turned.x = 0;
      self->sums.turned.y = 0;
      self->sums.turned.z = 0;
      return;
    }
    return;
  }
}

/* (Sources/Compass/Motion/GyroscopeAxes.swift) */
static void GyroscopeAxes_judge(const AxesGains *gains, GyroscopeAxes *self) {
  int32_t a = gains->residual;
  int32_t b = CompactNumber_scaled_by(-1, self->sums.square);
  if (CompactNumber_minus_2(a, b) < 0) {
    AxesState state;
    state.right = 0;
    state.reversed = 0;
    state.scaled = 0;
    state.inUnits = 0;
    state.parallel = 0;
    state.unrelated = 0;
    int32_t t1 = self->sums.turned.x;
    int32_t t2 = self->sums.turned.y;
    int32_t t3 = self->sums.turned.z;
    for (int32_t axis = 0; axis < 3; axis++) {
      int32_t t4;
      switch (axis) {
        case 0: {
          t4 = t1;
          break;
        }
        case 1: {
          t4 = t2;
          break;
        }
        default: {
          t4 = t3;
          break;
        }
      }
      AxesState_add_turned(axis, gains, t4, &state);
    }
    int8_t t5 = self->order;
    if (t5 != 0) {
      uint8_t t6 = state.parallel;
      uint8_t t7 = state.right;
      uint8_t t8 = state.reversed;
      uint8_t t9 = state.scaled;
      uint8_t t10 = state.inUnits;
      uint8_t t11 = state.unrelated;
      uint8_t t12 = AxesState_unchanged(t5, (uint32_t)t7 | ((uint32_t)t8 << 8) | ((uint32_t)t9 << 16)
          | ((uint32_t)t10 << 24), (uint16_t)((uint16_t)t6 | (uint16_t)((uint32_t)(uint16_t)t11 << 8)));
      if ((uint8_t)(t6 | t12) == 7) {
        GyroscopeAxes_report_axis(2, (uint8_t)(t5 == 3 ? 1 : 0), (uint32_t)t7 | ((uint32_t)t8 << 8)
            | ((uint32_t)t9 << 16) | ((uint32_t)t10 << 24), (uint16_t)((uint16_t)t6
            | (uint16_t)((uint32_t)(uint16_t)t11 << 8)), self);
        return;
      }
      GyroscopeAxes_reorder(self);
      return;
    }
    uint8_t selfUnrelated = state.unrelated;
    if (selfUnrelated != 0) {
      GyroscopeAxes_reorder(self);
      return;
    }
    uint8_t selfRight = state.right;
    uint8_t selfReversed = state.reversed;
    uint8_t selfScaled = state.scaled;
    uint8_t selfInUnits = state.inUnits;
    uint8_t selfParallel = state.parallel;
    uint8_t t13 = (uint8_t)((uint8_t)(selfReversed | selfScaled) | selfInUnits);
    if (t13 != 0) {
      int32_t a2 = CompactNumber_scaled_by(1, a);
      int32_t b2 = gains->residualOfEqual;
      if (CompactNumber_minus_2(a2, b2) < 0) {
        self->state = (uint8_t)((uint32_t)selfRight << 4);
        GyroscopeAxes_report_axis((uint8_t)(selfReversed != 0 ? 1 : (uint8_t)(selfInUnits != 0 ? 4 : 3)),
            (uint8_t)((uint8_t)(t13 & 1) != 0 ? 0 : (uint8_t)((uint8_t)(t13 & 2) != 0 ? 1 : 2)), (uint32_t)selfRight
            | ((uint32_t)selfReversed << 8) | ((uint32_t)selfScaled << 16) | ((uint32_t)selfInUnits << 24),
            (uint16_t)((uint16_t)selfParallel | (uint16_t)((uint32_t)(uint16_t)selfUnrelated << 8)), self);
        return;
      }
      return;
    }
    self->state = (uint8_t)(self->state | (uint8_t)((uint32_t)selfRight << 4));
    if (selfRight == 7) {
      self->fault = 0;
    }
    return;
  }
  GyroscopeAxes_reorder(self);
}

/* After a hundred windows older ones count half. (Sources/Compass/Motion/GyroscopeAxes.swift) */
static void AxesSums_fade(AxesSums *self) {
  int32_t a = self->count;
  if (CompactNumber_minus_2(a, 1677721841) < 0) {
    return;
  }
  Result_int32_int32_int32 t1 = CompactVector_scaled_by(-1, self->ofGains[0].x, self->ofGains[0].y, self->ofGains[0].z);
  self->ofGains[0].x = t1.e0;
  self->ofGains[0].y = t1.e1;
  self->ofGains[0].z = t1.e2;
  Result_int32_int32_int32 t2 = CompactVector_scaled_by(-1, self->ofGains[1].x, self->ofGains[1].y, self->ofGains[1].z);
  self->ofGains[1].x = t2.e0;
  self->ofGains[1].y = t2.e1;
  self->ofGains[1].z = t2.e2;
  Result_int32_int32_int32 t3 = CompactVector_scaled_by(-1, self->ofBias[0].x, self->ofBias[0].y, self->ofBias[0].z);
  self->ofBias[0].x = t3.e0;
  self->ofBias[0].y = t3.e1;
  self->ofBias[0].z = t3.e2;
  Result_int32_int32_int32 t4 = CompactVector_scaled_by(-1, self->ofBias[1].x, self->ofBias[1].y, self->ofBias[1].z);
  self->ofBias[1].x = t4.e0;
  self->ofBias[1].y = t4.e1;
  self->ofBias[1].z = t4.e2;
  Result_int32_int32_int32 t5 = CompactVector_scaled_by(-1, self->mixed.x.x, self->mixed.x.y, self->mixed.x.z);
  self->mixed.x.x = t5.e0;
  self->mixed.x.y = t5.e1;
  self->mixed.x.z = t5.e2;
  Result_int32_int32_int32 t6 = CompactVector_scaled_by(-1, self->mixed.y.x, self->mixed.y.y, self->mixed.y.z);
  self->mixed.y.x = t6.e0;
  self->mixed.y.y = t6.e1;
  self->mixed.y.z = t6.e2;
  Result_int32_int32_int32 t7 = CompactVector_scaled_by(-1, self->mixed.z.x, self->mixed.z.y, self->mixed.z.z);
  self->mixed.z.x = t7.e0;
  self->mixed.z.y = t7.e1;
  self->mixed.z.z = t7.e2;
  Result_int32_int32_int32 t8 = CompactVector_scaled_by(-1, self->moments.x.x, self->moments.x.y, self->moments.x.z);
  self->moments.x.x = t8.e0;
  self->moments.x.y = t8.e1;
  self->moments.x.z = t8.e2;
  Result_int32_int32_int32 t9 = CompactVector_scaled_by(-1, self->moments.y.x, self->moments.y.y, self->moments.y.z);
  self->moments.y.x = t9.e0;
  self->moments.y.y = t9.e1;
  self->moments.y.z = t9.e2;
  Result_int32_int32_int32 t10 = CompactVector_scaled_by(-1, self->moments.z.x, self->moments.z.y, self->moments.z.z);
  self->moments.z.x = t10.e0;
  self->moments.z.y = t10.e1;
  self->moments.z.z = t10.e2;
  Result_int32_int32_int32 t11 = CompactVector_scaled_by(-1, self->biasMoment.x, self->biasMoment.y,
      self->biasMoment.z);
  self->biasMoment.x = t11.e0;
  self->biasMoment.y = t11.e1;
  self->biasMoment.z = t11.e2;
  Result_int32_int32_int32 t12 = CompactVector_scaled_by(-1, self->turned.x, self->turned.y, self->turned.z);
  self->turned.x = t12.e0;
  self->turned.y = t12.e1;
  self->turned.z = t12.e2;
  int32_t t13 = CompactNumber_scaled_by(-1, self->square);
  int32_t t14 = CompactNumber_scaled_by(-1, a);
  self->square = t13;
  self->count = t14;
}

/* The heading's stated error: 95 % of the errors are smaller; 2^−32 turns, at most half a turn.
   (Sources/Compass/Motion/MotionOutput.swift) */
static int32_t MotionFilter_headingAccuracy(const MotionFilter *self) {
  if (self->heading.isReady != 0) {
    int32_t self2 = self->heading.lasting;
    int32_t self3 = self->heading.accuracy.bound;
    if (self2 != 0) {
      int32_t t1 = CompactNumber_times(self3, self3);
      int32_t t2 = CompactNumber_times(self2, self2);
      int32_t t3 = CompactNumber_plus(t1, t2);
      self3 = CompactNumber_squareRoot(t3);
    }
    int32_t turns = CompactNumber_times(self3, 1367130855);
    int32_t bound = CompactNumber_whole_unit(-32, turns);
    if (bound < 0) {
      return INT32_MIN;
    }
    return (int32_t)(bound == 2147483647 ? INT32_MIN : bound);
  }
  return INT32_MIN;
}

/* (Sources/Compass/Motion/MotionOutput.swift) */
static int32_t MotionFilter_biasDeviation(const MotionFilter *self) {
  int32_t t1 = FourStateFilter_largestVariance(&self->bias);
  int32_t t2 = CompactNumber_squareRoot(t1);
  return CompactNumber_whole_unit(-20, t2);
}

/* The whole estimate. (Sources/Compass/Motion/MotionOutput.swift) */
static void MotionFilter_estimate(MotionEstimate *t1, const MotionFilter *self) {
  Result_int32_int32_int32_int32 t2 = Quaternion_times(self->upright.w, self->upright.x, self->upright.y,
      self->upright.z, self->strapdown.attitude.w, self->strapdown.attitude.x, self->strapdown.attitude.y,
      self->strapdown.attitude.z);
  bool t3 = self->heading.isReady != 0;
  int32_t attitudeW;
  int32_t attitudeX;
  int32_t attitudeY;
  int32_t attitudeZ;
  if (t3) {
    Result_int32_int32 t4 = Cordic_sineCosine((uint32_t)((int32_t)self->heading.turn >> 1));
    Result_int32_int32_int32_int32 t5 = Quaternion_times(t4.e1, 0, 0, t4.e0, t2.e0, t2.e1, t2.e2, t2.e3);
    attitudeW = t5.e0;
    attitudeX = t5.e1;
    attitudeY = t5.e2;
    attitudeZ = t5.e3;
  } else {
    attitudeW = t2.e0;
    attitudeX = t2.e1;
    attitudeY = t2.e2;
    attitudeZ = t2.e3;
  }
  Result_int32_int32_int32 t6 = Quaternion_row_2(0, attitudeW, attitudeX, attitudeY, attitudeZ);
  Result_int32_int32_int32 t7 = Quaternion_row_2(1, attitudeW, attitudeX, attitudeY, attitudeZ);
  Quaternion_row_2(2, attitudeW, attitudeX, attitudeY, attitudeZ);
  int32_t forward = CompactNumber_whole_unit(-28, t6.e0);
  int32_t turn = MotionFilter_uprightTurn(self);
  uint8_t t9 = MotionFilter_state(self);
  uint64_t t10 = (uint64_t)(uint32_t)self->settings.rateDelay;
  uint64_t t11 = self->watch.time;
  uint64_t microseconds;
  uint32_t t13;
  uint8_t t14;
  if (t10 < t11) {
    microseconds = t11 - t10;
    if (!t3) {
      t13 = 0;
      t14 = 1;
      goto L1;
    }
  } else {
    if (!t3) {
      t13 = 0;
      t14 = 1;
      microseconds = 0;
      goto L1;
    }
    microseconds = 0;
  }
  int32_t y;
  y = CompactNumber_whole_unit(-28, t7.e0);
  Result_uint32_uint8 t12;
  t12 = Cordic_Precise_angle_y_x(y, forward);
  t13 = t12.e0;
  t14 = t12.e1;
L1:;
  int32_t t15 = MotionFilter_headingAccuracy(self);
  Result_int32_int32_int32 t16 = CompactVector_whole_unit(-20, self->bias.state.a, self->bias.state.b,
      self->bias.state.c);
  int32_t t17 = MotionFilter_biasDeviation(self);
  int32_t t18 = CompactNumber_whole_unit(-24, self->bias.state.d);
  int32_t t19 = CompactNumber_squareRoot(self->bias.covariance[9]);
  int32_t t20 = CompactNumber_whole_unit(-24, t19);
  int32_t t21 = self->settings.fieldDelay;
  int32_t self2 = self->iron.state.d;
  int32_t t22 = CompactNumber_init_exponent(1000000, 0);
  int32_t t23 = CompactNumber_times(self2, t22);
  int32_t t24 = CompactNumber_whole_unit(0, t23);
  int32_t self3 = CompactNumber_squareRoot(self->iron.covariance[9]);
  int32_t t25 = CompactNumber_init_exponent(1000000, 0);
  int32_t t26 = CompactNumber_times(self3, t25);
  int32_t t27 = CompactNumber_whole_unit(0, t26);
  int32_t t28 = self->strapdown.hardIron.x;
  int32_t t29 = self->strapdown.hardIron.y;
  int32_t t30 = self->strapdown.hardIron.z;
  uint32_t t31 = self->rest.still;
  uint8_t t32 = (uint8_t)self->confirmedBlocks;
  t1->state = t9;
  t1->time = microseconds;
  t1->attitude.w = attitudeW;
  t1->attitude.x = attitudeX;
  t1->attitude.y = attitudeY;
  t1->attitude.z = attitudeZ;
  t1->heading = t13;
  t1->headingIsNone = t14;
  t1->headingAccuracy = (uint32_t)t15;
  t1->rateOfTurn = turn;
  t1->bias.q20.x = t16.e0;
  t1->bias.q20.y = t16.e1;
  t1->bias.q20.z = t16.e2;
  t1->biasDeviation = (uint32_t)t17;
  t1->scale = t18;
  t1->scaleDeviation = (uint32_t)t20;
  t1->fieldDelay = add32(t21, t24);
  t1->fieldDelayDeviation = (uint32_t)t27;
  t1->hardIron.nanotesla.x = (int32_t)((uint32_t)t28 << 2);
  t1->hardIron.nanotesla.y = (int32_t)((uint32_t)t29 << 2);
  t1->hardIron.nanotesla.z = (int32_t)((uint32_t)t30 << 2);
  t1->isAtRest = (uint8_t)(t31 >= 1500000u && t32 == 4);
}

/* The direction of a body axis, clockwise from magnetic north; `nil` if it is unknown, or if the axis is within 4°
   of the vertical.
   (Sources/Compass/Motion/MotionOutput.swift) */
static Result_uint32_uint8 MotionFilter_heading_of(uint8_t axis, const MotionFilter *self) {
  if (self->heading.isReady != 0) {
    Result_uint32_uint8 t1 = MotionFilter_frameHeading_of(axis, self);
    if (t1.e1 == 1) {
      Result_uint32_uint8 result4;
      result4.e0 = t1.e0;
      result4.e1 = t1.e1;
      return result4;
    }
    Result_uint32_uint8 result5;
    result5.e0 = t1.e0 + self->heading.turn;
    result5.e1 = 0;
    return result5;
  }
  Result_uint32_uint8 result6;
  result6.e0 = 0;
  result6.e1 = 1;
  return result6;
}

#endif

#if !defined(BINNACLE_WITHOUT_CALIBRATION) && !defined(BINNACLE_WITHOUT_MOTION)
/* 
   - v: limited to 2^15 units.
   - unit: 2^`unit`.
   (Sources/Compass/Motion/TurnPairs.swift) */
static Result_uint32_uint16 ShortVector_init_unit(int32_t vX, int32_t vY, int32_t vZ, int32_t unit) {
  if (unit != 0) {
    int32_t t1 = unit & 0x1f;
    int32_t t2 = sub32(unit, 1) & 0x1f;
    vZ = add32(vZ >> (uint32_t)t1, (vZ >> (uint32_t)t2) & 1);
    vY = add32(vY >> (uint32_t)t1, (vY >> (uint32_t)t2) & 1);
    vX = add32(vX >> (uint32_t)t1, (vX >> (uint32_t)t2) & 1);
  }
  Result_int32_int32_int32 t3 = Vector3_limited_to(32767, vX, vY, vZ);
  Result_uint32_uint16 result;
  result.e0 = (uint32_t)(uint16_t)t3.e0 | ((uint32_t)(uint16_t)t3.e1 << 16);
  result.e1 = (uint16_t)t3.e2;
  return result;
}

/* (Sources/Compass/Motion/FieldCentre.swift) */
static void FieldCentre_init(FieldCentre *t1) {
  t1->isKnown = 0;
  t1->count = 0;
  t1->centre.x = 0;
  t1->centre.y = 0;
  t1->centre.z = 0;
  t1->radius = 0;
  t1->origin.x = 0;
  t1->origin.y = 0;
  t1->origin.z = 0;
  t1->sum.x = 0;
  t1->sum.y = 0;
  t1->sum.z = 0;
  t1->turned.x = 0;
  t1->turned.y = 0;
  t1->turned.z = 0;
  t1->rotation.x.x = 0;
  t1->rotation.x.y = 0;
  t1->rotation.x.z = 0;
  t1->rotation.y.x = 0;
  t1->rotation.y.y = 0;
  t1->rotation.y.z = 0;
  t1->rotation.z.x = 0;
  t1->rotation.z.y = 0;
  t1->rotation.z.z = 0;
  t1->squares = 0;
  t1->lastSummed.w = 1073741824;
  t1->lastSummed.x = 0;
  t1->lastSummed.y = 0;
  t1->lastSummed.z = 0;
  t1->lastKept.w = 1073741824;
  t1->lastKept.x = 0;
  t1->lastKept.y = 0;
  t1->lastKept.z = 0;
  Result_uint32_uint16 t2 = ShortVector_init_unit(0, 0, 0, 0);
  uint16_t t3 = (uint16_t)t2.e0;
  uint16_t t4 = (uint16_t)(t2.e0 >> 16);
  int32_t t5 = 0;
  for (;;) {
    int32_t t6 = t5 + 1;
    t1->kept[t5].x = (int16_t)t3;
    t1->kept[t5].y = (int16_t)t4;
    t1->kept[t5].z = (int16_t)t2.e1;
    if (t6 == 64) {
      break;
    }
    t5 = t6;
  }
  t1->keptCount = 0;
}

/* (Sources/Compass/Motion/TurnPairs.swift) */
static void TurnPairs_init(TurnPairs *t1) {
  t1->isOpen = 0;
  t1->count = 0;
  t1->turns = 0;
  t1->stride = 1;
  t1->attitude.w = 1073741824;
  t1->attitude.x = 0;
  t1->attitude.y = 0;
  t1->attitude.z = 0;
  t1->time = 0;
  t1->field.x = 0;
  t1->field.y = 0;
  t1->field.z = 0;
  t1->force.x = 0;
  t1->force.y = 0;
  t1->force.z = 0;
  t1->forceSum.x = 0;
  t1->forceSum.y = 0;
  t1->forceSum.z = 0;
  t1->forces = 0;
  Result_int32_int32_int32 t2 = Vector3_limited_to(32767, 32768, 0, 0);
  TurnPair self;
  self.w = (int16_t)(uint16_t)t2.e0;
  Result_uint32_uint16 t3 = ShortVector_init_unit(0, 0, 0, 15);
  self.axis.x = (int16_t)(uint16_t)t3.e0;
  self.axis.y = (int16_t)(uint16_t)(t3.e0 >> 16);
  self.axis.z = (int16_t)t3.e1;
  Result_uint32_uint16 t4 = ShortVector_init_unit(0, 0, 0, 5);
  uint16_t t5 = (uint16_t)t4.e0;
  uint16_t t6 = (uint16_t)(t4.e0 >> 16);
  self.fieldValues[0].x = (int16_t)t5;
  self.fieldValues[0].y = (int16_t)t6;
  self.fieldValues[0].z = (int16_t)t4.e1;
  self.fieldValues[1].x = (int16_t)t5;
  self.fieldValues[1].y = (int16_t)t6;
  self.fieldValues[1].z = (int16_t)t4.e1;
  Result_uint32_uint16 t7 = ShortVector_init_unit(0, 0, 0, 6);
  uint16_t t8 = (uint16_t)t7.e0;
  uint16_t t9 = (uint16_t)(t7.e0 >> 16);
  self.forceValues[0].x = (int16_t)t8;
  self.forceValues[0].y = (int16_t)t9;
  self.forceValues[0].z = (int16_t)t7.e1;
  self.forceValues[1].x = (int16_t)t8;
  self.forceValues[1].y = (int16_t)t9;
  self.forceValues[1].z = (int16_t)t7.e1;
  int32_t t10 = 0;
  for (;;) {
    int32_t t11 = t10 + 1;
    t1->pairs[t10] = self;
    if (t11 == 24) {
      return;
    }
    t10 = t11;
  }
}

/* Adds one specific force. The mean of the forces between two fields, in the constant frame, counts.
   
   - force: micro-g, up to 2 g; larger ones are limited.
   - attitude: rotates the axes of `force` into that frame.
   (Sources/Compass/Motion/TurnPairs.swift) */
static void TurnPairs_add_force_attitude(int32_t forceX, int32_t forceY, int32_t forceZ, int32_t attitudeW,
    int32_t attitudeX, int32_t attitudeY, int32_t attitudeZ, TurnPairs *self) {
  int32_t t1 = self->forces;
  if (t1 < 64) {
    int32_t w = add32(attitudeW, 16384) >> 15;
    int32_t x = add32(attitudeX, 16384) >> 15;
    int32_t y = add32(attitudeY, 16384) >> 15;
    int32_t z = add32(attitudeZ, 16384) >> 15;
    int32_t xx = mul32(x, x);
    int32_t yy = mul32(y, y);
    int32_t zz = mul32(z, z);
    int32_t wx = mul32(x, w);
    int32_t wy = mul32(y, w);
    int32_t wz = mul32(z, w);
    int32_t xy = mul32(y, x);
    int32_t xz = mul32(z, x);
    int32_t yz = mul32(z, y);
    SmallMatrix t4;
    t4.x.x = 8192 - (add32(add32(yy, zz), 32768) >> 16);
    t4.x.y = add32(sub32(xy, wz), 32768) >> 16;
    t4.x.z = add32(add32(xz, wy), 32768) >> 16;
    t4.y.x = add32(add32(xy, wz), 32768) >> 16;
    t4.y.y = 8192 - (add32(add32(xx, zz), 32768) >> 16);
    t4.y.z = add32(sub32(yz, wx), 32768) >> 16;
    t4.z.x = add32(sub32(xz, wy), 32768) >> 16;
    t4.z.y = add32(add32(yz, wx), 32768) >> 16;
    t4.z.z = 8192 - (add32(add32(xx, yy), 32768) >> 16);
    Result_int32_int32_int32 t2 = Vector3_limited_to(131071, forceX >> 4, forceY >> 4, forceZ >> 4);
    Result_int32_int32_int32 t3 = SmallMatrix_turned(t2.e0, t2.e1, t2.e2, &t4);
    self->forceSum.x = add32(self->forceSum.x, t3.e0 >> 5);
    self->forceSum.y = add32(self->forceSum.y, t3.e1 >> 5);
    self->forceSum.z = add32(self->forceSum.z, t3.e2 >> 5);
    self->forces = add32(t1, 1);
    return;
  }
}

/* Whether the rotation is reliable: the gyroscope delivers changing samples.
   (Sources/Compass/Motion/MotionGuidance.swift) */
static bool MotionFilter_isFollowing_at(uint64_t time, const MotionFilter *self) {
  if (self->blocks != 0) {
    if (self->watch.isStuck != 0) {
      return false;
    }
    uint64_t t1 = self->watch.time;
    bool t3;
    if (self->watch.hasBegun != 0) {
      uint32_t t2 = Instant_elapsed_since(t1, time);
      t3 = 250000u < t2;
    } else {
      t3 = false;
    }
    return !t3;
  }
  return false;
}

/* Whether the rotation between the two attitudes is smaller than 2·acos(`cosine`). `cosine` is Q30.
   (Sources/Compass/Motion/Quaternion.swift) */
static bool Quaternion_isNear(int32_t otherW, int32_t otherX, int32_t otherY, int32_t otherZ, int32_t cosine,
    int32_t selfW, int32_t selfX, int32_t selfY, int32_t selfZ) {
  int32_t lowerA = (int32_t)(int16_t)selfW;
  int32_t lowerB = (int32_t)(int16_t)otherW;
  int32_t lowerC = (int32_t)(int16_t)selfX;
  int32_t lowerD = (int32_t)(int16_t)otherX;
  int32_t upperA = sub32(selfW, lowerA) >> 16;
  int32_t upperB = sub32(otherW, lowerB) >> 16;
  int32_t upperC = sub32(selfX, lowerC) >> 16;
  int32_t upperD = sub32(otherX, lowerD) >> 16;
  int32_t mixed = add32(add32(add32(lowerB * upperA, upperB * lowerA), lowerD * upperC), upperD * lowerC);
  int32_t value = sub32(add32(lowerB * lowerA, lowerD * lowerC), 1);
  int64_t self = add64((int64_t)((uint64_t)(((uint32_t)mixed << 16) + 1)
      | ((uint64_t)(uint32_t)add32(add32(upperB * upperA, upperD * upperC), mixed >> 16) << 32)),
      (int64_t)(uint64_t)(int64_t)value);
  int32_t lowerA2 = (int32_t)(int16_t)selfY;
  int32_t lowerB2 = (int32_t)(int16_t)otherY;
  int32_t lowerC2 = (int32_t)(int16_t)selfZ;
  int32_t lowerD2 = (int32_t)(int16_t)otherZ;
  int32_t upperA2 = sub32(selfY, lowerA2) >> 16;
  int32_t upperB2 = sub32(otherY, lowerB2) >> 16;
  int32_t upperC2 = sub32(selfZ, lowerC2) >> 16;
  int32_t upperD2 = sub32(otherZ, lowerD2) >> 16;
  int32_t mixed2 = add32(add32(add32(lowerB2 * upperA2, upperB2 * lowerA2), lowerD2 * upperC2), upperD2 * lowerC2);
  int32_t value2 = sub32(add32(lowerB2 * lowerA2, lowerD2 * lowerC2), 1);
  int64_t self2 = add64((int64_t)((uint64_t)(((uint32_t)mixed2 << 16) + 1)
      | ((uint64_t)(uint32_t)add32(add32(upperB2 * upperA2, upperD2 * upperC2), mixed2 >> 16) << 32)),
      (int64_t)(uint64_t)(int64_t)value2);
  int64_t self3 = add64(self, self2);
  uint32_t fraction = (uint32_t)self3 >> 29;
  int32_t dot = add32((int32_t)((uint32_t)(int32_t)((uint64_t)self3 >> 32) << 2), (int32_t)((fraction >> 1)
      + (fraction & 1)));
  return cosine < dot || dot < sub32(0, cosine);
}

/* Down in body axes, with the length 1,000,000; `nil` while the bias is not known to 0.2 °/s, because a wrong bias
   tilts it.
   (Sources/Compass/Motion/MotionGuidance.swift) */
static Result_int32_int32_int32_uint8 MotionFilter_down(const MotionFilter *self) {
  int32_t a = FourStateFilter_largestVariance(&self->bias);
  if (CompactNumber_minus_2(a, 1714843865) < 0) {
    int32_t t1 = CompactNumber_init_exponent(1000000, 0);
    Result_int32_int32_int32_int32 t2 = Quaternion_times(self->upright.w, self->upright.x, self->upright.y,
        self->upright.z, self->strapdown.attitude.w, self->strapdown.attitude.x, self->strapdown.attitude.y,
        self->strapdown.attitude.z);
    Result_int32_int32_int32 t3 = Quaternion_row_2(2, t2.e0, t2.e1, t2.e2, t2.e3);
    Result_int32_int32_int32 t4 = CompactVector_times(t1, t3.e0, t3.e1, t3.e2);
    Result_int32_int32_int32 t5 = CompactVector_whole_unit(0, t4.e0, t4.e1, t4.e2);
    Result_int32_int32_int32_uint8 result3;
    result3.e0 = t5.e0;
    result3.e1 = t5.e1;
    result3.e2 = t5.e2;
    result3.e3 = 0;
    return result3;
  }
  Result_int32_int32_int32_uint8 result4;
  result4.e0 = 0;
  result4.e1 = 0;
  result4.e2 = 0;
  result4.e3 = 1;
  return result4;
}

/* (Sources/Compass/Motion/MotionGuidance.swift) */
static int32_t half_(int32_t rate, int32_t limited) {
  int32_t b = mul32(33554, limited);
  int32_t lowerA = rate & 0xffff;
  int32_t upperA = rate >> 16;
  int32_t t1 = (int32_t)(int16_t)b;
  int32_t upperB = sub32(b, t1) >> 16;
  int32_t mixed = add32(t1 * upperA, upperB * lowerA);
  int32_t value = t1 * lowerA;
  int64_t t2 = add64((int64_t)((uint64_t)((uint32_t)mixed << 16) | ((uint64_t)(uint32_t)(upperB * upperA
      + (mixed >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value) >> 26;
  return (int32_t)t2;
}

/* `frame` at the time of a field sample, at most 20 ms from the last rate. It includes the field's delay: the
   setting plus the estimated correction.
   (Sources/Compass/Motion/MotionGuidance.swift) */
static Result_int32_int32_int32_int32 MotionFilter_frame_at(uint64_t time, const MotionFilter *self) {
  uint64_t t1 = self->watch.time;
  uint32_t later = Instant_elapsed_since(t1, time);
  uint32_t earlier = Instant_elapsed_since(time, t1);
  if (later < 1000000u && earlier < 1000000u) {
    int32_t t2 = sub32((int32_t)(later - earlier), sub32(add32(self->settings.fieldDelay, (int32_t)self->appliedDelay),
        self->settings.rateDelay));
    int32_t limited = (int32_t)(20000 < t2 ? 20000 : (int32_t)(t2 < -20000 ? -20000 : t2));
    int32_t t3 = self->strapdown.rate.y;
    int32_t t4 = self->strapdown.rate.z;
    int32_t t5 = self->strapdown.attitude.w;
    int32_t t6 = self->strapdown.attitude.x;
    int32_t t7 = self->strapdown.attitude.y;
    int32_t t8 = self->strapdown.attitude.z;
    int32_t x = half_(self->strapdown.rate.x, limited);
    int32_t y = half_(t3, limited);
    int32_t z = half_(t4, limited);
    int32_t lowerA = (int32_t)(int16_t)x;
    int32_t lowerB = (int32_t)(int16_t)y;
    int32_t lowerC = (int32_t)(int16_t)z;
    int32_t upperA = sub32(x, lowerA) >> 16;
    int32_t upperB = sub32(y, lowerB) >> 16;
    int32_t upperC = sub32(z, lowerC) >> 16;
    int32_t mixed = add32(add32(lowerA * upperA, lowerB * upperB), lowerC * upperC);
    int64_t self2 = add64((int64_t)((uint64_t)((uint32_t)mixed << 17)
        | ((uint64_t)(uint32_t)add32(add32(add32(upperA * upperA, upperB * upperB), upperC * upperC),
        mixed >> 15) << 32)), (int64_t)(uint64_t)(uint32_t)add32(add32(lowerA * lowerA, lowerB * lowerB),
        lowerC * lowerC));
    uint32_t fraction = (uint32_t)self2 >> 31;
    int32_t square = add32((int32_t)((uint64_t)self2 >> 32), (int32_t)((fraction >> 1) + fraction));
    int32_t t9 = Quaternion_series(square, 3277, 390, 178956971);
    int32_t sine = sub32(1073741824, t9);
    int32_t t10 = Quaternion_series(square, 5461, 546, 536870912);
    int32_t x2 = part_(x, sine);
    int32_t y2 = part_(y, sine);
    int32_t z2 = part_(z, sine);
    Result_int32_int32_int32_int32 t11 = Quaternion_times(t5, t6, t7, t8, sub32(1073741824, t10), x2, y2, z2);
    Result_int32_int32_int32_int32 result3;
    result3.e0 = t11.e0;
    result3.e1 = t11.e1;
    result3.e2 = t11.e2;
    result3.e3 = t11.e3;
    return result3;
  }
  Result_int32_int32_int32_int32 result4;
  result4.e0 = self->strapdown.attitude.w;
  result4.e1 = self->strapdown.attitude.x;
  result4.e2 = self->strapdown.attitude.y;
  result4.e3 = self->strapdown.attitude.z;
  return result4;
}

/* The mean of the forces since the last field, in body axes; `nil` if there was none.
   (Sources/Compass/Motion/TurnPairs.swift) */
static Result_int32_int32_int32_uint8 TurnPairs_meanForce(int32_t attitudeW, int32_t attitudeX, int32_t attitudeY,
    int32_t attitudeZ, TurnPairs *self) {
  int32_t t1 = self->forces;
  if (0 < t1) {
    int32_t t2 = self->forceSum.x;
    if (false) {
      NEVER();
    }
    if (t2 == INT32_MIN) {
      if (t1 == -1) {
        NEVER();
      }
    }
    int32_t t3 = self->forceSum.y;
    if (t3 == INT32_MIN) {
      if (t1 == -1) {
        NEVER();
      }
    }
    int32_t t4 = self->forceSum.z;
    if (t4 == INT32_MIN) {
      if (t1 == -1) {
        NEVER();
      }
    }
    self->forceSum.x = 0;
    self->forceSum.y = 0;
    self->forceSum.z = 0;
    self->forces = 0;
    int32_t w = add32(attitudeW, 16384) >> 15;
    int32_t x = add32(sub32(0, attitudeX), 16384) >> 15;
    int32_t y = add32(sub32(0, attitudeY), 16384) >> 15;
    int32_t z = add32(sub32(0, attitudeZ), 16384) >> 15;
    int32_t xx = mul32(x, x);
    int32_t yy = mul32(y, y);
    int32_t zz = mul32(z, z);
    int32_t wx = mul32(x, w);
    int32_t wy = mul32(y, w);
    int32_t wz = mul32(z, w);
    int32_t xy = mul32(y, x);
    int32_t xz = mul32(z, x);
    int32_t yz = mul32(z, y);
    SmallMatrix t11;
    t11.x.x = 8192 - (add32(add32(yy, zz), 32768) >> 16);
    t11.x.y = add32(sub32(xy, wz), 32768) >> 16;
    t11.x.z = add32(add32(xz, wy), 32768) >> 16;
    t11.y.x = add32(add32(xy, wz), 32768) >> 16;
    t11.y.y = 8192 - (add32(add32(xx, zz), 32768) >> 16);
    t11.y.z = add32(sub32(yz, wx), 32768) >> 16;
    t11.z.x = add32(sub32(xz, wy), 32768) >> 16;
    t11.z.y = add32(add32(yz, wx), 32768) >> 16;
    t11.z.z = 8192 - (add32(add32(xx, yy), 32768) >> 16);
    Result_int32_int32_int32 t5 = Vector3_limited_to(131071, t2 / t1, t3 / t1, t4 / t1);
    Result_int32_int32_int32 t6 = SmallMatrix_turned(t5.e0, t5.e1, t5.e2, &t11);
    Result_int32_int32_int32_uint8 result3;
    result3.e0 = t6.e0 >> 1;
    result3.e1 = t6.e1 >> 1;
    result3.e2 = t6.e2 >> 1;
    result3.e3 = 0;
    return result3;
  }
  Result_int32_int32_int32_uint8 result4;
  result4.e0 = 0;
  result4.e1 = 0;
  result4.e2 = 0;
  result4.e3 = 1;
  return result4;
}

/* (Sources/Compass/Motion/TurnPairs.swift) */
static void TurnPairs_close(uint32_t fieldX, uint32_t fieldY, uint32_t fieldZ, int32_t force, int32_t force2,
    int32_t force3, uint8_t force4, int32_t attitudeW, int32_t attitudeX, int32_t attitudeY, int32_t attitudeZ,
    TurnPairs *self) {
  if (force4 == 1) {
    return;
  }
  int32_t t1 = add32(self->turns, 1);
  self->turns = t1;
  int32_t t2 = self->stride;
  if ((t1 & sub32(t2, 1)) == 0) {
    int32_t t3 = self->count;
    if (t3 == 24) {
      for (int32_t index = 0; index < 12; index++) {
        TurnPair t11;
        t11 = self->pairs[index + index];
        self->pairs[index] = t11;
      }
      self->stride = add32(t2, t2);
      t3 = 12;
    }
    Result_int32_int32_int32_int32 t4 = Quaternion_times(self->attitude.w, sub32(0, self->attitude.x), sub32(0,
        self->attitude.y), sub32(0, self->attitude.z), attitudeW, attitudeX, attitudeY, attitudeZ);
    int32_t fields = self->field.x;
    int32_t fields2 = self->field.y;
    int32_t fields3 = self->field.z;
    int32_t forces = self->force.x;
    int32_t forces2 = self->force.y;
    int32_t forces3 = self->force.z;
    Result_int32_int32_int32 t5 = Vector3_limited_to(32767, (t4.e0 >> 15) + ((t4.e0 >> 14) & 1), 0, 0);
    TurnPair self2;
    self2.w = (int16_t)(uint16_t)t5.e0;
    Result_uint32_uint16 t6 = ShortVector_init_unit(t4.e1, t4.e2, t4.e3, 15);
    self2.axis.x = (int16_t)(uint16_t)t6.e0;
    self2.axis.y = (int16_t)(uint16_t)(t6.e0 >> 16);
    self2.axis.z = (int16_t)t6.e1;
    Result_uint32_uint16 t7 = ShortVector_init_unit(fields, fields2, fields3, 5);
    Result_uint32_uint16 t8 = ShortVector_init_unit((int32_t)fieldX, (int32_t)fieldY, (int32_t)fieldZ, 5);
    self2.fieldValues[0].x = (int16_t)(uint16_t)t7.e0;
    self2.fieldValues[0].y = (int16_t)(uint16_t)(t7.e0 >> 16);
    self2.fieldValues[0].z = (int16_t)t7.e1;
    self2.fieldValues[1].x = (int16_t)(uint16_t)t8.e0;
    self2.fieldValues[1].y = (int16_t)(uint16_t)(t8.e0 >> 16);
    self2.fieldValues[1].z = (int16_t)t8.e1;
    Result_uint32_uint16 t9 = ShortVector_init_unit(forces, forces2, forces3, 6);
    Result_uint32_uint16 t10 = ShortVector_init_unit(force, force2, force3, 6);
    self2.forceValues[0].x = (int16_t)(uint16_t)t9.e0;
    self2.forceValues[0].y = (int16_t)(uint16_t)(t9.e0 >> 16);
    self2.forceValues[0].z = (int16_t)t9.e1;
    self2.forceValues[1].x = (int16_t)(uint16_t)t10.e0;
    self2.forceValues[1].y = (int16_t)(uint16_t)(t10.e0 >> 16);
    self2.forceValues[1].z = (int16_t)t10.e1;
    self->pairs[t3] = self2;
    self->count = add32(t3, 1);
    return;
  }
}

/* Adds one field. A rotation ends when the attitude is 75° from its start.
   
   - field: as measured, nanotesla, in body axes; a field beyond 1.048 mT is left out.
   - attitude: rotates these axes into the constant frame.
   (Sources/Compass/Motion/TurnPairs.swift) */
static void TurnPairs_add_field_attitude_at(int32_t fieldX, int32_t fieldY, int32_t fieldZ, int32_t attitudeW,
    int32_t attitudeX, int32_t attitudeY, int32_t attitudeZ, uint64_t time, TurnPairs *self) {
  Result_int32_int32_int32_uint8 t1 = TurnPairs_meanForce(attitudeW, attitudeX, attitudeY, attitudeZ, self);
  if (Vector3_isWithin(1048000u, (uint32_t)fieldX, (uint32_t)fieldY, (uint32_t)fieldZ)) {
    if (self->isOpen != 0) {
      int32_t t2 = self->attitude.w;
      int32_t t3 = self->attitude.x;
      int32_t t4 = self->attitude.y;
      int32_t t5 = self->attitude.z;
      if (Quaternion_isNear(t2, t3, t4, t5, 851856663, attitudeW, attitudeX, attitudeY, attitudeZ)) {
        uint64_t t6 = self->time;
        if (4000000u >= Instant_elapsed_since(t6, time)) {
          return;
        }
      }
      uint64_t t7 = self->time;
      if (4000000u >= Instant_elapsed_since(t7, time)) {
        TurnPairs_close((uint32_t)fieldX, (uint32_t)fieldY, (uint32_t)fieldZ, t1.e0, t1.e1, t1.e2, t1.e3, attitudeW,
            attitudeX, attitudeY, attitudeZ, self);
      }
    }
    if (t1.e3 == 1) {
      self->isOpen = 0;
      return;
    }
    self->isOpen = 1;
    self->attitude.w = attitudeW;
    self->attitude.x = attitudeX;
    self->attitude.y = attitudeY;
    self->attitude.z = attitudeZ;
    self->time = time;
    self->field.x = fieldX;
    self->field.y = fieldY;
    self->field.z = fieldZ;
    self->force.x = t1.e0;
    self->force.y = t1.e1;
    self->force.z = t1.e2;
    return;
  }
}

/* (Sources/Compass/Motion/FieldCentre.swift) */
static void FieldCentre_keep(int32_t vX, int32_t vY, int32_t vZ, int32_t attitudeW, int32_t attitudeX,
    int32_t attitudeY, int32_t attitudeZ, FieldCentre *self) {
  int32_t t1 = self->keptCount;
  if (t1 < 64) {
    self->lastKept.w = attitudeW;
    self->lastKept.x = attitudeX;
    self->lastKept.y = attitudeY;
    self->lastKept.z = attitudeZ;
    Result_uint32_uint16 t2 = ShortVector_init_unit(vX, vY, vZ, 0);
    self->kept[t1].x = (int16_t)(uint16_t)t2.e0;
    self->kept[t1].y = (int16_t)(uint16_t)(t2.e0 >> 16);
    self->kept[t1].z = (int16_t)t2.e1;
    self->keptCount = add32(t1, 1);
    return;
  }
}

/* (Sources/Compass/Motion/FieldCentre.swift) */
static void FieldCentre_halve(FieldCentre *self) {
  int32_t t1 = self->sum.y;
  int32_t t2 = self->sum.z;
  self->sum.x >>= 1;
  self->sum.y = t1 >> 1;
  self->sum.z = t2 >> 1;
  int32_t t3 = self->turned.y;
  int32_t t4 = self->turned.z;
  self->turned.x >>= 1;
  self->turned.y = t3 >> 1;
  self->turned.z = t4 >> 1;
  int32_t t5 = self->rotation.x.y;
  int32_t t6 = self->rotation.x.z;
  self->rotation.x.x >>= 1;
  self->rotation.x.y = t5 >> 1;
  self->rotation.x.z = t6 >> 1;
  int32_t t7 = self->rotation.y.y;
  int32_t t8 = self->rotation.y.z;
  self->rotation.y.x >>= 1;
  self->rotation.y.y = t7 >> 1;
  self->rotation.y.z = t8 >> 1;
  int32_t t9 = self->rotation.z.y;
  int32_t t10 = self->rotation.z.z;
  self->rotation.z.x >>= 1;
  self->rotation.z.y = t9 >> 1;
  self->rotation.z.z = t10 >> 1;
  self->squares >>= 1;
  self->count >>= 1;
}

/* Solves for h and f. If the rotations do not determine them, the earlier solution stays.
   (Sources/Compass/Motion/FieldCentre.swift) */
static void FieldCentre_solve(FieldCentre *self) {
  int32_t t1 = CompactNumber_init_exponent(self->count, 0);
  int32_t share = CompactNumber_reciprocal(t1);
  Result_int32_int32_int32 t2 = CompactVector_init_exponent_times(self->rotation.x.x, self->rotation.x.y,
      self->rotation.x.z, -13, share);
  Result_int32_int32_int32 t3 = CompactVector_init_exponent_times(self->rotation.y.x, self->rotation.y.y,
      self->rotation.y.z, -13, share);
  Result_int32_int32_int32 t4 = CompactVector_init_exponent_times(self->rotation.z.x, self->rotation.z.y,
      self->rotation.z.z, -13, share);
  CompactMatrix t33;
  t33.x.x = t2.e0;
  t33.x.y = t2.e1;
  t33.x.z = t2.e2;
  t33.y.x = t3.e0;
  t33.y.y = t3.e1;
  t33.y.z = t3.e2;
  t33.z.x = t4.e0;
  t33.z.y = t4.e1;
  t33.z.z = t4.e2;
  Result_int32_int32_int32 t5 = CompactVector_init_exponent_times(self->sum.x, self->sum.y, self->sum.z, 0, share);
  Result_int32_int32_int32 t6 = CompactVector_init_exponent_times(self->turned.x, self->turned.y, self->turned.z, 0,
      share);
  Result_int32_int32_int32 t7 = CompactMatrix_row(t6.e0, t6.e1, t6.e2, &t33);
  Result_int32_int32_int32 t8 = CompactVector_minus(t5.e0, t5.e1, t5.e2, t7.e0, t7.e1, t7.e2);
  int32_t t9 = CompactVector_dot(t2.e0, t3.e0, t4.e0, t2.e0, t3.e0, t4.e0);
  int32_t x = CompactNumber_minus_2(1073742058, t9);
  int32_t t10 = CompactVector_dot(t2.e1, t3.e1, t4.e1, t2.e1, t3.e1, t4.e1);
  int32_t y = CompactNumber_minus_2(1073742058, t10);
  int32_t t11 = CompactVector_dot(t2.e2, t3.e2, t4.e2, t2.e2, t3.e2, t4.e2);
  int32_t z = CompactNumber_minus_2(1073742058, t11);
  int32_t t12 = CompactVector_dot(t2.e1, t3.e1, t4.e1, t2.e0, t3.e0, t4.e0);
  int32_t t13 = CompactNumber_minus(t12);
  int32_t t14 = CompactVector_dot(t2.e2, t3.e2, t4.e2, t2.e0, t3.e0, t4.e0);
  int32_t t15 = CompactNumber_minus(t14);
  int32_t t16 = CompactVector_dot(t2.e2, t3.e2, t4.e2, t2.e1, t3.e1, t4.e1);
  int32_t t17 = CompactNumber_minus(t16);
  OptionalSymmetricSolver t34;
  SymmetricSolver_init_diagonal_xy_xz_yz_leastPivot(&t34, x, y, z, t13, t15, t17, 1717987046);
  if (t34.isNone == 1) {
    return;
  }
  int32_t t18 = CompactNumber_times(t34.value.p, t34.value.q);
  int32_t b = CompactNumber_times(t18, t34.value.r);
  if (CompactNumber_minus_2(1431655909, b) < 0) {
    Result_int32_int32_int32 t19 = SymmetricSolver_solve(t8.e0, t8.e1, t8.e2, &t34.value);
    Result_int32_int32_int32 t20 = CompactMatrix_times(&t33, t19.e0, t19.e1, t19.e2);
    Result_int32_int32_int32 t21 = CompactVector_minus(t6.e0, t6.e1, t6.e2, t20.e0, t20.e1, t20.e2);
    int32_t t22 = CompactNumber_init_exponent((int32_t)(self->squares >> 9), 9);
    int32_t square = CompactNumber_times(t22, share);
    int32_t t23 = CompactVector_dot(t19.e0, t19.e1, t19.e2, t5.e0, t5.e1, t5.e2);
    int32_t t24 = CompactNumber_minus_2(square, t23);
    int32_t t25 = CompactVector_dot(t21.e0, t21.e1, t21.e2, t6.e0, t6.e1, t6.e2);
    int32_t rest = CompactNumber_minus_2(t24, t25);
    int32_t t26 = CompactVector_dot(t21.e0, t21.e1, t21.e2, t21.e0, t21.e1, t21.e2);
    int32_t t27 = CompactNumber_squareRoot(t26);
    int32_t length = CompactNumber_whole_unit(-5, t27);
    int32_t t28 = CompactVector_dot(t21.e0, t21.e1, t21.e2, t21.e0, t21.e1, t21.e2);
    int32_t b2 = CompactNumber_scaled_by(-3, t28);
    int32_t t29 = CompactNumber_minus_2(rest, b2);
    if (t29 < 0 && 15000 < length && length < 200000) {
      self->isKnown = 1;
      self->radius = (uint32_t)length;
      Result_int32_int32_int32 t30 = CompactVector_whole_unit(-5, t19.e0, t19.e1, t19.e2);
      int32_t t31 = self->origin.y;
      int32_t t32 = self->origin.z;
      self->centre.x = add32(self->origin.x, t30.e0);
      self->centre.y = add32(t31, t30.e1);
      self->centre.z = add32(t32, t30.e2);
      return;
    }
    return;
  }
}

/* Adds one sample. It counts if the instrument has rotated by 4° since the last sample that counted.
   
   - field: sensor axes, nanotesla, within ±2^21.
   - attitude: rotates sensor axes into a constant frame.
   (Sources/Compass/Motion/FieldCentre.swift) */
static void FieldCentre_add_attitude(int32_t fieldX, int32_t fieldY, int32_t fieldZ, int32_t attitudeW,
    int32_t attitudeX, int32_t attitudeY, int32_t attitudeZ, FieldCentre *self) {
  if (self->count == 0) {
    self->origin.x = fieldX;
    self->origin.y = fieldY;
    self->origin.z = fieldZ;
    self->sum.x = 0;
    self->sum.y = 0;
    self->sum.z = 0;
    self->turned.x = 0;
    self->turned.y = 0;
    self->turned.z = 0;
    self->squares = 0;
    self->rotation.x.x = 0;
    self->rotation.x.y = 0;
    self->rotation.x.z = 0;
    self->rotation.y.x = 0;
    self->rotation.y.y = 0;
    self->rotation.y.z = 0;
    self->rotation.z.x = 0;
    self->rotation.z.y = 0;
    self->rotation.z.z = 0;
  } else {
    int32_t t1 = self->lastSummed.w;
    int32_t t2 = self->lastSummed.x;
    int32_t t3 = self->lastSummed.y;
    int32_t t4 = self->lastSummed.z;
    if (Quaternion_isNear(t1, t2, t3, t4, 1073087729, attitudeW, attitudeX, attitudeY, attitudeZ)) {
      return;
    }
  }
  int32_t x = add32(sub32(fieldX, self->origin.x), 16) >> 5;
  int32_t y = add32(sub32(fieldY, self->origin.y), 16) >> 5;
  int32_t z = add32(sub32(fieldZ, self->origin.z), 16) >> 5;
  if (Vector3_isWithin(32767, (uint32_t)x, (uint32_t)y, (uint32_t)z)) {
    if (self->keptCount != 0) {
      int32_t t5 = self->lastKept.w;
      int32_t t6 = self->lastKept.x;
      int32_t t7 = self->lastKept.y;
      int32_t t8 = self->lastKept.z;
      if (Quaternion_isNear(t5, t6, t7, t8, 1067859754, attitudeW, attitudeX, attitudeY, attitudeZ)) {
        goto L1;
      }
    }
    FieldCentre_keep(x, y, z, attitudeW, attitudeX, attitudeY, attitudeZ, self);
L1:;
    self->lastSummed.w = attitudeW;
    self->lastSummed.x = attitudeX;
    self->lastSummed.y = attitudeY;
    self->lastSummed.z = attitudeZ;
    int32_t w = add32(attitudeW, 16384) >> 15;
    int32_t x2 = add32(attitudeX, 16384) >> 15;
    int32_t y2 = add32(attitudeY, 16384) >> 15;
    int32_t z2 = add32(attitudeZ, 16384) >> 15;
    int32_t xx = mul32(x2, x2);
    int32_t yy = mul32(y2, y2);
    int32_t zz = mul32(z2, z2);
    int32_t wx = mul32(x2, w);
    int32_t wy = mul32(y2, w);
    int32_t wz = mul32(z2, w);
    int32_t xy = mul32(y2, x2);
    int32_t xz = mul32(z2, x2);
    int32_t yz = mul32(z2, y2);
    int32_t x3 = 8192 - (add32(add32(yy, zz), 32768) >> 16);
    int32_t y3 = add32(sub32(xy, wz), 32768) >> 16;
    int32_t z3 = add32(add32(xz, wy), 32768) >> 16;
    int32_t x4 = add32(add32(xy, wz), 32768) >> 16;
    int32_t y4 = 8192 - (add32(add32(xx, zz), 32768) >> 16);
    int32_t z4 = add32(sub32(yz, wx), 32768) >> 16;
    int32_t x5 = add32(sub32(xz, wy), 32768) >> 16;
    int32_t y5 = add32(add32(yz, wx), 32768) >> 16;
    int32_t z5 = 8192 - (add32(add32(xx, yy), 32768) >> 16);
    SmallMatrix t16;
    t16.x.x = x3;
    t16.x.y = y3;
    t16.x.z = z3;
    t16.y.x = x4;
    t16.y.y = y4;
    t16.y.z = z4;
    t16.z.x = x5;
    t16.z.y = y5;
    t16.z.z = z5;
    self->sum.x = add32(self->sum.x, x);
    self->sum.y = add32(self->sum.y, y);
    self->sum.z = add32(self->sum.z, z);
    Result_int32_int32_int32 t9 = SmallMatrix_turned(x, y, z, &t16);
    self->turned.x = add32(self->turned.x, add32(t9.e0, 16) >> 5);
    self->turned.y = add32(self->turned.y, add32(t9.e1, 16) >> 5);
    self->turned.z = add32(self->turned.z, add32(t9.e2, 16) >> 5);
    self->rotation.x.x = add32(self->rotation.x.x, x3);
    self->rotation.x.y = add32(self->rotation.x.y, y3);
    self->rotation.x.z = add32(self->rotation.x.z, z3);
    self->rotation.y.x = add32(self->rotation.y.x, x4);
    self->rotation.y.y = add32(self->rotation.y.y, y4);
    self->rotation.y.z = add32(self->rotation.y.z, z4);
    self->rotation.z.x = add32(self->rotation.z.x, x5);
    self->rotation.z.y = add32(self->rotation.z.y, y5);
    self->rotation.z.z = add32(self->rotation.z.z, z5);
    int32_t lowerA = x & 0xffff;
    int32_t upperA = x >> 16;
    int32_t t10 = (int32_t)(int16_t)x;
    int32_t upperB = (x - t10) >> 16;
    int32_t mixed = t10 * upperA + upperB * lowerA;
    int32_t value = t10 * lowerA;
    int32_t lowerA2 = y & 0xffff;
    int32_t upperA2 = y >> 16;
    int32_t t11 = (int32_t)(int16_t)y;
    int32_t upperB2 = (y - t11) >> 16;
    int32_t mixed2 = t11 * upperA2 + upperB2 * lowerA2;
    int32_t value2 = t11 * lowerA2;
    int64_t t12 = add64(add64((int64_t)((uint64_t)((uint32_t)mixed << 16) | ((uint64_t)(uint32_t)(upperB * upperA
        + (mixed >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value),
        add64((int64_t)((uint64_t)((uint32_t)mixed2 << 16) | ((uint64_t)(uint32_t)(upperB2 * upperA2
        + (mixed2 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value2));
    int32_t lowerA3 = z & 0xffff;
    int32_t upperA3 = z >> 16;
    int32_t t13 = (int32_t)(int16_t)z;
    int32_t upperB3 = (z - t13) >> 16;
    int32_t mixed3 = t13 * upperA3 + upperB3 * lowerA3;
    int32_t value3 = t13 * lowerA3;
    int64_t self2 = add64(t12, add64((int64_t)((uint64_t)((uint32_t)mixed3 << 16)
        | ((uint64_t)(uint32_t)(upperB3 * upperA3 + (mixed3 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value3));
    self->squares = add64(self->squares, self2);
    int32_t t14 = add32(self->count, 1);
    self->count = t14;
    if (t14 == 256) {
      FieldCentre_halve(self);
    }
    int32_t t15 = self->count;
    if (t15 >= 12) {
      if ((t15 & 3) == 0) {
        FieldCentre_solve(self);
        return;
      }
      return;
    }
    return;
  }
}

/* (Sources/Compass/Motion/TurnPairs.swift) */
static Result_int32_int32_int32 ShortVector_vector_unit(int32_t unit, uint32_t t1, int16_t selfZ) {
  int32_t t2 = unit & 0x1f;
  Result_int32_int32_int32 result;
  result.e0 = (int32_t)((uint32_t)(int32_t)(int16_t)t1 << (uint32_t)t2);
  result.e1 = (int32_t)((uint32_t)(int32_t)(int16_t)(t1 >> 16) << (uint32_t)t2);
  result.e2 = (int32_t)((uint32_t)(int32_t)selfZ << (uint32_t)t2);
  return result;
}

/* The rotation from the attitude after to the attitude before, in the gyroscope's axes: Q30, to 15 bits.
   (Sources/Compass/Motion/TurnPairs.swift) */
static Result_int32_int32_int32_int32 TurnPair_turn(const TurnPair *self) {
  Result_int32_int32_int32 t1 = ShortVector_vector_unit(15, (uint32_t)(uint16_t)self->axis.x
      | ((uint32_t)(uint16_t)self->axis.y << 16), self->axis.z);
  int32_t selfW = (int32_t)((uint32_t)(int32_t)self->w << 15);
  int32_t lowerA = (int32_t)(int16_t)selfW;
  int32_t lowerB = (int32_t)(int16_t)t1.e0;
  int32_t lowerC = (int32_t)(int16_t)t1.e1;
  int32_t upperA = sub32(selfW, lowerA) >> 16;
  int32_t upperB = sub32(t1.e0, lowerB) >> 16;
  int32_t upperC = sub32(t1.e1, lowerC) >> 16;
  int32_t mixed = add32(add32(lowerA * upperA, lowerB * upperB), lowerC * upperC);
  int64_t self2 = add64((int64_t)((uint64_t)((uint32_t)mixed << 17)
      | ((uint64_t)(uint32_t)add32(add32(add32(upperA * upperA, upperB * upperB), upperC * upperC),
      mixed >> 15) << 32)), (int64_t)(uint64_t)(uint32_t)add32(add32(lowerA * lowerA, lowerB * lowerB),
      lowerC * lowerC));
  uint32_t lower = (uint32_t)t1.e2 & 0xffffu;
  int32_t upper = t1.e2 >> 16;
  int32_t mixed2 = (int32_t)lower * upper;
  int64_t square = add64(self2, add64((int64_t)((uint64_t)((uint32_t)mixed2 << 17)
      | ((uint64_t)(uint32_t)(upper * upper + (mixed2 >> 15)) << 32)), (int64_t)(uint64_t)(lower * lower)));
  int32_t b = (int32_t)(sub64(1152921504606846976ll, square) >> 31);
  if (b < 65535 && -65535 < b) {
    Result_int32_int32_int32_int32 result3;
    result3.e0 = add32(selfW, add32(mul32(b, selfW >> 16), 8192) >> 14);
    result3.e1 = add32(t1.e0, add32(mul32(b, t1.e0 >> 16), 8192) >> 14);
    result3.e2 = add32(t1.e1, add32(mul32(b, t1.e1 >> 16), 8192) >> 14);
    result3.e3 = add32(t1.e2, add32(mul32(b, upper), 8192) >> 14);
    return result3;
  }
  int32_t lowerA2 = selfW & 0xffff;
  int32_t upperA2 = selfW >> 16;
  int32_t t2 = (int32_t)(int16_t)b;
  int32_t upperB2 = sub32(b, t2) >> 16;
  int32_t mixed3 = add32(t2 * upperA2, upperB2 * lowerA2);
  int32_t value = t2 * lowerA2;
  int64_t self3 = add64((int64_t)((uint64_t)((uint32_t)mixed3 << 16) | ((uint64_t)(uint32_t)(upperB2 * upperA2
      + (mixed3 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value);
  uint32_t fraction = (uint32_t)self3 >> 29;
  int32_t lowerA3 = t1.e0 & 0xffff;
  int32_t upperA3 = t1.e0 >> 16;
  int32_t mixed4 = add32(t2 * upperA3, upperB2 * lowerA3);
  int32_t value2 = t2 * lowerA3;
  int64_t self4 = add64((int64_t)((uint64_t)((uint32_t)mixed4 << 16) | ((uint64_t)(uint32_t)(upperB2 * upperA3
      + (mixed4 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value2);
  uint32_t fraction2 = (uint32_t)self4 >> 29;
  int32_t lowerA4 = t1.e1 & 0xffff;
  int32_t upperA4 = t1.e1 >> 16;
  int32_t mixed5 = add32(t2 * upperA4, upperB2 * lowerA4);
  int32_t value3 = t2 * lowerA4;
  int64_t self5 = add64((int64_t)((uint64_t)((uint32_t)mixed5 << 16) | ((uint64_t)(uint32_t)(upperB2 * upperA4
      + (mixed5 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value3);
  uint32_t fraction3 = (uint32_t)self5 >> 29;
  int32_t mixed6 = add32(t2 * upper, upperB2 * (int32_t)lower);
  int32_t value4 = t2 * (int32_t)lower;
  int64_t self6 = add64((int64_t)((uint64_t)((uint32_t)mixed6 << 16) | ((uint64_t)(uint32_t)(upperB2 * upper
      + (mixed6 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value4);
  uint32_t fraction4 = (uint32_t)self6 >> 29;
  Result_int32_int32_int32_int32 result4;
  result4.e0 = add32(selfW, add32((int32_t)((uint32_t)(int32_t)((uint64_t)self3 >> 32) << 2),
      (int32_t)((fraction >> 1) + (fraction & 1))));
  result4.e1 = add32(t1.e0, add32((int32_t)((uint32_t)(int32_t)((uint64_t)self4 >> 32) << 2),
      (int32_t)((fraction2 >> 1) + (fraction2 & 1))));
  result4.e2 = add32(t1.e1, add32((int32_t)((uint32_t)(int32_t)((uint64_t)self5 >> 32) << 2),
      (int32_t)((fraction3 >> 1) + (fraction3 & 1))));
  result4.e3 = add32(t1.e2, add32((int32_t)((uint32_t)(int32_t)((uint64_t)self6 >> 32) << 2),
      (int32_t)((fraction4 >> 1) + (fraction4 & 1))));
  return result4;
}

/* (Sources/Compass/Motion/TurnAlignment.swift) */
static Result_int32_int32_int32 TurnAlignment_direction(int32_t vX, int32_t vY, int32_t vZ) {
  Result_int32_int32_int32 t1 = CompactVector_init_exponent_times(vX, vY, vZ, 0, 1073742058);
  int32_t t2 = CompactVector_dot(t1.e0, t1.e1, t1.e2, t1.e0, t1.e1, t1.e2);
  int32_t t3 = CompactNumber_squareRoot(t2);
  int32_t t4 = CompactNumber_reciprocal(t3);
  Result_int32_int32_int32 t5 = CompactVector_times(t4, t1.e0, t1.e1, t1.e2);
  Result_int32_int32_int32 result;
  result.e0 = t5.e0;
  result.e1 = t5.e1;
  result.e2 = t5.e2;
  return result;
}

/* A vector of the sensor, with its axes arranged as the gyroscope's. Only the rest of the rotation remains.
   (Sources/Compass/Motion/TurnAlignment.swift) */
static Result_int32_int32_int32 TurnAlignment_arranged(int32_t vX, int32_t vY, int32_t vZ, const TurnAlignment *self) {
  bool t1 = self->signs[1] != 0;
  bool t2 = self->signs[2] != 0;
  if (self->signs[0] != 0) {
    vX = CompactNumber_minus(vX);
  }
  int8_t axis = self->order[1];
  int8_t axis2 = self->order[2];
  int32_t t3;
  int32_t t4;
  switch (self->order[0]) {
    case 0: {
      t3 = 0;
      t4 = vX;
      vX = 0;
      break;
    }
    case 1: {
      t3 = vX;
      vX = 0;
      t4 = 0;
      break;
    }
    default: {
      t3 = 0;
      t4 = 0;
      break;
    }
  }
  if (t1) {
    vY = CompactNumber_minus(vY);
  }
  switch (axis) {
    case 0: {
      t4 = vY;
      vY = vX;
      break;
    }
    case 1: {
      t3 = vY;
      vY = vX;
      break;
    }
    default: {
      break;
    }
  }
  if (t2) {
    vZ = CompactNumber_minus(vZ);
  }
  switch (axis2) {
    case 0: {
      Result_int32_int32_int32 result4;
      result4.e0 = vZ;
      result4.e1 = t3;
      result4.e2 = vY;
      return result4;
    }
    case 1: {
      Result_int32_int32_int32 result5;
      result5.e0 = t4;
      result5.e1 = vZ;
      result5.e2 = vY;
      return result5;
    }
    default: {
      Result_int32_int32_int32 result6;
      result6.e0 = t4;
      result6.e1 = t3;
      result6.e2 = vZ;
      return result6;
    }
  }
}

/* Adds to the least squares: for a rotation by δ, the residual of `after` is (G·δ) × after, with G = 1 − turnᵀ.
   (Sources/Compass/Motion/TurnAlignment.swift) */
static void TurnAlignment_add(int32_t selfW, int32_t turnX, int32_t turnY, int32_t turnZ, int32_t beforeX,
    int32_t beforeY, int32_t beforeZ, int32_t afterX, int32_t afterY, int32_t afterZ, TurnAlignment *self) {
  Result_int32_int32_int32 t1 = Quaternion_row_2(0, selfW, turnX, turnY, turnZ);
  Result_int32_int32_int32 t2 = Quaternion_row_2(1, selfW, turnX, turnY, turnZ);
  Result_int32_int32_int32 t3 = Quaternion_row_2(2, selfW, turnX, turnY, turnZ);
  CompactMatrix t43;
  t43.x.x = t1.e0;
  t43.x.y = t1.e1;
  t43.x.z = t1.e2;
  t43.y.x = t2.e0;
  t43.y.y = t2.e1;
  t43.y.z = t2.e2;
  t43.z.x = t3.e0;
  t43.z.y = t3.e1;
  t43.z.z = t3.e2;
  int32_t x = sub32(0, turnX);
  int32_t y = sub32(0, turnY);
  int32_t z = sub32(0, turnZ);
  Result_int32_int32_int32 t4 = Quaternion_row_2(0, selfW, x, y, z);
  Result_int32_int32_int32 t5 = Quaternion_row_2(1, selfW, x, y, z);
  Result_int32_int32_int32 t6 = Quaternion_row_2(2, selfW, x, y, z);
  CompactMatrix t44;
  t44.x.x = t4.e0;
  t44.x.y = t4.e1;
  t44.x.z = t4.e2;
  t44.y.x = t5.e0;
  t44.y.y = t5.e1;
  t44.y.z = t5.e2;
  t44.z.x = t6.e0;
  t44.z.y = t6.e1;
  t44.z.z = t6.e2;
  Result_int32_int32_int32 t7 = CompactMatrix_times(&t44, beforeX, beforeY, beforeZ);
  Result_int32_int32_int32 t8 = CompactVector_minus(afterX, afterY, afterZ, t7.e0, t7.e1, t7.e2);
  Result_int32_int32_int32 t9 = CompactMatrix_times(&t43, afterX, afterY, afterZ);
  Result_int32_int32_int32 t10 = CompactVector_minus(afterX, afterY, afterZ, t9.e0, t9.e1, t9.e2);
  int32_t two = CompactNumber_scaled_by(1, 1073742058);
  int32_t t11 = self->sums.x.x;
  int32_t t12 = self->sums.x.y;
  int32_t t13 = self->sums.x.z;
  int32_t t14 = CompactNumber_scaled_by(1, t1.e0);
  int32_t t15 = CompactNumber_minus_2(two, t14);
  int32_t t16 = CompactNumber_times(t10.e0, t10.e0);
  int32_t x2 = CompactNumber_minus_2(t15, t16);
  int32_t t17 = CompactNumber_scaled_by(1, t2.e1);
  int32_t t18 = CompactNumber_minus_2(two, t17);
  int32_t t19 = CompactNumber_times(t10.e1, t10.e1);
  int32_t y2 = CompactNumber_minus_2(t18, t19);
  int32_t t20 = CompactNumber_scaled_by(1, t3.e2);
  int32_t t21 = CompactNumber_minus_2(two, t20);
  int32_t t22 = CompactNumber_times(t10.e2, t10.e2);
  int32_t z2 = CompactNumber_minus_2(t21, t22);
  Result_int32_int32_int32 t23 = CompactVector_plus(t11, t12, t13, x2, y2, z2);
  self->sums.x.x = t23.e0;
  self->sums.x.y = t23.e1;
  self->sums.x.z = t23.e2;
  int32_t t24 = self->sums.y.x;
  int32_t t25 = self->sums.y.y;
  int32_t t26 = self->sums.y.z;
  int32_t t27 = CompactNumber_plus(t1.e1, t2.e0);
  int32_t t28 = CompactNumber_times(t10.e0, t10.e1);
  int32_t x3 = CompactNumber_plus(t27, t28);
  int32_t t29 = CompactNumber_plus(t1.e2, t3.e0);
  int32_t t30 = CompactNumber_times(t10.e0, t10.e2);
  int32_t y3 = CompactNumber_plus(t29, t30);
  int32_t t31 = CompactNumber_plus(t2.e2, t3.e1);
  int32_t t32 = CompactNumber_times(t10.e1, t10.e2);
  int32_t z3 = CompactNumber_plus(t31, t32);
  Result_int32_int32_int32 t33 = CompactVector_minus(t24, t25, t26, x3, y3, z3);
  self->sums.y.x = t33.e0;
  self->sums.y.y = t33.e1;
  self->sums.y.z = t33.e2;
  Result_int32_int32_int32 t34 = CompactVector_cross(t8.e0, t8.e1, t8.e2, afterX, afterY, afterZ);
  int32_t t35 = self->sums.z.x;
  int32_t t36 = self->sums.z.y;
  int32_t t37 = self->sums.z.z;
  Result_int32_int32_int32 t38 = CompactMatrix_times(&t43, t34.e0, t34.e1, t34.e2);
  Result_int32_int32_int32 t39 = CompactVector_minus(t34.e0, t34.e1, t34.e2, t38.e0, t38.e1, t38.e2);
  Result_int32_int32_int32 t40 = CompactVector_plus(t35, t36, t37, t39.e0, t39.e1, t39.e2);
  self->sums.z.x = t40.e0;
  self->sums.z.y = t40.e1;
  self->sums.z.z = t40.e2;
  int32_t t41 = self->squares;
  int32_t t42 = CompactVector_dot(t8.e0, t8.e1, t8.e2, t8.e0, t8.e1, t8.e2);
  self->squares = CompactNumber_plus(t41, t42);
}

/* Adds one pair in this pass.
   
   - turn: the rotation from the attitude after to the attitude before, in the gyroscope's axes.
   - before: the vector as the sensor measured it before the rotation, of any length; `after` is the same after it.
   (Sources/Compass/Motion/TurnAlignment.swift) */
static void TurnAlignment_add_turn_before_after(int32_t turnW, int32_t turnX, int32_t turnY, int32_t turnZ,
    int32_t beforeX, int32_t beforeY, int32_t beforeZ, int32_t afterX, int32_t afterY, int32_t afterZ,
    TurnAlignment *self) {
  if (beforeX == 0 && beforeY == 0 && beforeZ == 0) {
    return;
  }
  if (afterX == 0 && afterY == 0 && afterZ == 0) {
    return;
  }
  uint8_t t1 = (uint8_t)self->pass;
  if (t1 == 4) {
    return;
  }
  Result_int32_int32_int32 t2 = TurnAlignment_direction(beforeX, beforeY, beforeZ);
  Result_int32_int32_int32 t3 = TurnAlignment_direction(afterX, afterY, afterZ);
  self->pairs = add32(self->pairs, 1);
  if (t1 == 0) {
    int32_t sign;
    if (turnW < 0) {
      sign = CompactNumber_minus(1073742058);
    } else {
      sign = 1073742058;
    }
    Result_int32_int32_int32 t4 = CompactVector_init_exponent_times(turnX, turnY, turnZ, -30, sign);
    Result_int32_int32_int32 t5 = CompactVector_cross(t2.e0, t2.e1, t2.e2, t3.e0, t3.e1, t3.e2);
    Result_int32_int32_int32 t6 = CompactVector_adding_times(t5.e0, t4.e0, t4.e1, t4.e2, self->sums.x.x,
        self->sums.x.y, self->sums.x.z);
    self->sums.x.x = t6.e0;
    self->sums.x.y = t6.e1;
    self->sums.x.z = t6.e2;
    Result_int32_int32_int32 t7 = CompactVector_adding_times(t5.e1, t4.e0, t4.e1, t4.e2, self->sums.y.x,
        self->sums.y.y, self->sums.y.z);
    self->sums.y.x = t7.e0;
    self->sums.y.y = t7.e1;
    self->sums.y.z = t7.e2;
    Result_int32_int32_int32 t8 = CompactVector_adding_times(t5.e2, t4.e0, t4.e1, t4.e2, self->sums.z.x,
        self->sums.z.y, self->sums.z.z);
    self->sums.z.x = t8.e0;
    self->sums.z.y = t8.e1;
    self->sums.z.z = t8.e2;
    return;
  }
  int32_t w = self->found.w;
  int32_t x = sub32(0, self->found.x);
  int32_t y = sub32(0, self->found.y);
  int32_t z = sub32(0, self->found.z);
  Result_int32_int32_int32 t9 = Quaternion_row_2(0, w, x, y, z);
  Result_int32_int32_int32 t10 = Quaternion_row_2(1, w, x, y, z);
  Result_int32_int32_int32 t11 = Quaternion_row_2(2, w, x, y, z);
  CompactMatrix t16;
  t16.x.x = t9.e0;
  t16.x.y = t9.e1;
  t16.x.z = t9.e2;
  t16.y.x = t10.e0;
  t16.y.y = t10.e1;
  t16.y.z = t10.e2;
  t16.z.x = t11.e0;
  t16.z.y = t11.e1;
  t16.z.z = t11.e2;
  if (self->isMirrored != 0) {
    turnX = sub32(0, turnX);
    turnY = sub32(0, turnY);
    turnZ = sub32(0, turnZ);
  }
  Result_int32_int32_int32 t12 = TurnAlignment_arranged(t2.e0, t2.e1, t2.e2, self);
  Result_int32_int32_int32 t13 = CompactMatrix_times(&t16, t12.e0, t12.e1, t12.e2);
  Result_int32_int32_int32 t14 = TurnAlignment_arranged(t3.e0, t3.e1, t3.e2, self);
  Result_int32_int32_int32 t15 = CompactMatrix_times(&t16, t14.e0, t14.e1, t14.e2);
  TurnAlignment_add(turnW, turnX, turnY, turnZ, t13.e0, t13.e1, t13.e2, t15.e0, t15.e1, t15.e2, self);
}

/* Finds which axes are parallel: the permutation with the largest sum of three entries. It is certain if the next
   best sum is below nine tenths of it, and no entry is small compared with another.
   (Sources/Compass/Motion/TurnAlignment.swift) */
static bool TurnAlignment_arrange(TurnAlignment *self) {
  if (self->pairs >= 8) {
    int32_t self2 = self->sums.x.x;
    int32_t self3 = self->sums.x.y;
    int32_t x = self->sums.x.z;
    int32_t self4 = self->sums.y.x;
    int32_t self5 = self->sums.y.y;
    int32_t y = self->sums.y.z;
    int32_t t1 = self->sums.z.x;
    int32_t t2 = self->sums.z.y;
    int32_t z = self->sums.z.z;
    int32_t a = 0;
    int32_t a2 = 0;
    int8_t number = 0;
    do {
      int8_t column;
      int8_t column2;
      int32_t self6;
      int32_t t3;
      int32_t t4;
      uint8_t t5;
      switch (number) {
        case 0: {
          if (self2 >= 0) {
            if (self5 < 0) {
              self6 = self5;
              t4 = self2;
              column = 2;
              t5 = 0;
              column2 = 1;
              goto L1;
            }
            self6 = self5;
            t4 = self2;
            column = 2;
            t5 = 0;
            column2 = 1;
            goto L2;
          }
          t3 = self2;
          column = 2;
          column2 = 1;
          t5 = 0;
          break;
        }
        case 1: {
          if (self3 >= 0) {
            if (y < 0) {
              self6 = y;
              t4 = self3;
              column = 0;
              t5 = 1;
              column2 = 2;
              goto L1;
            }
            self6 = y;
            t4 = self3;
            column = 0;
            t5 = 1;
            column2 = 2;
            goto L2;
          }
          t3 = self3;
          column = 0;
          column2 = 2;
          t5 = 1;
          break;
        }
        case 2: {
          if (x >= 0) {
            if (self4 < 0) {
              self6 = self4;
              t4 = x;
              column = 1;
              t5 = 2;
              column2 = 0;
              goto L1;
            }
            self6 = self4;
            t4 = x;
            column = 1;
            t5 = 2;
            column2 = 0;
            goto L2;
          }
          t3 = x;
          column = 1;
          column2 = 0;
          t5 = 2;
          break;
        }
        case 3: {
          if (self2 >= 0) {
            if (y < 0) {
              self6 = y;
              t4 = self2;
              column = 1;
              t5 = 0;
              column2 = 2;
              goto L1;
            }
            self6 = y;
            t4 = self2;
            column = 1;
            t5 = 0;
            column2 = 2;
            goto L2;
          }
          t3 = self2;
          column = 1;
          column2 = 2;
          t5 = 0;
          break;
        }
        case 4: {
          if (x >= 0) {
            if (self5 < 0) {
              self6 = self5;
              t4 = x;
              column = 0;
              t5 = 2;
              column2 = 1;
              goto L1;
            }
            self6 = self5;
            t4 = x;
            column = 0;
            t5 = 2;
            column2 = 1;
            goto L2;
          }
          t3 = x;
          column = 0;
          column2 = 1;
          t5 = 2;
          break;
        }
        default: {
          if (self3 >= 0) {
            if (self4 < 0) {
              self6 = self4;
              t4 = self3;
              column = 2;
              t5 = 1;
              column2 = 0;
              goto L1;
            }
            self6 = self4;
            t4 = self3;
            column = 2;
            t5 = 1;
            column2 = 0;
            goto L2;
          }
          t3 = self3;
          column = 2;
          column2 = 0;
          t5 = 1;
          break;
        }
      }
      t4 = CompactNumber_minus(t3);
      switch ((int32_t)column2) {
        case 0: {
          self6 = self4;
          break;
        }
        case 1: {
          self6 = self5;
          break;
        }
        default: {
          self6 = y;
          break;
        }
      }
      if (self6 >= 0) {
        goto L2;
      }
L1:;
      self6 = CompactNumber_minus(self6);
L2:;
      int32_t t6 = CompactNumber_plus(t4, self6);
      int32_t self7;
      switch ((int32_t)column) {
        case 0: {
          self7 = t1;
          break;
        }
        case 1: {
          self7 = t2;
          break;
        }
        default: {
          self7 = z;
          break;
        }
      }
      if (self7 < 0) {
        self7 = CompactNumber_minus(self7);
      }
      int32_t sum = CompactNumber_plus(t6, self7);
      if (CompactNumber_minus_2(a, sum) < 0) {
        self->order[0] = (int8_t)t5;
        self->order[1] = column2;
        self->order[2] = column;
        a2 = a;
        a = sum;
      } else {
        int32_t t7 = CompactNumber_minus_2(a2, sum);
        a2 = t7 < 0 ? sum : a2;
      }
      number = (int8_t)(number + 1);
    } while (number < 6);
    int8_t t8 = self->order[0];
    switch ((int32_t)t8) {
      case 0: {
        x = self2;
        break;
      }
      case 1: {
        x = self3;
        break;
      }
      default: {
        break;
      }
    }
    int8_t t9 = self->order[1];
    switch ((int32_t)t9) {
      case 0: {
        y = self4;
        break;
      }
      case 1: {
        y = self5;
        break;
      }
      default: {
        break;
      }
    }
    int8_t t10 = self->order[2];
    switch ((int32_t)t10) {
      case 0: {
        z = t1;
        break;
      }
      case 1: {
        z = t2;
        break;
      }
      default: {
        break;
      }
    }
    bool t11 = x < 0;
    int32_t t12;
    if (t11) {
      t12 = CompactNumber_minus(x);
    } else {
      t12 = x;
    }
    bool t13 = y < 0;
    int32_t t14;
    if (t13) {
      t14 = CompactNumber_minus(y);
    } else {
      t14 = y;
    }
    int32_t t15 = CompactNumber_most(t12, t14);
    bool t16 = z < 0;
    int32_t t17;
    if (t16) {
      t17 = CompactNumber_minus(z);
    } else {
      t17 = z;
    }
    int32_t largest = CompactNumber_most(t15, t17);
    if (t11) {
      x = CompactNumber_minus(x);
    }
    if (t13) {
      y = CompactNumber_minus(y);
    }
    int32_t t18 = CompactNumber_least(x, y);
    if (t16) {
      z = CompactNumber_minus(z);
    }
    int32_t least = CompactNumber_least(t18, z);
    int32_t b = CompactNumber_times(a, 1932735465);
    if (CompactNumber_minus_2(a2, b) < 0) {
      int32_t b2 = CompactNumber_scaled_by(3, least);
      if (CompactNumber_minus_2(largest, b2) < 0) {
        self->signs[0] = (uint8_t)t11;
        self->signs[1] = (uint8_t)t13;
        self->signs[2] = (uint8_t)t16;
        self->isMirrored = (uint8_t)((((t9 != (int8_t)(t8 == 2 ? 0 : add8(t8, 1))) != t11) != t13) != t16);
        uint16_t t19 = (uint16_t)((uint16_t)((uint32_t)(uint16_t)(int32_t)add8(add8(t8, t8), (int8_t)(t11 ? 2
            : 1)) * 100) + (uint16_t)((uint32_t)(uint16_t)(int32_t)add8(add8(t9, t9), t11 ? (int8_t)(t13 ? 2 : 1)
            : (int8_t)(t13 ? 2 : 1)) * 10));
        self->axes = (uint16_t)(t19 + (uint16_t)(int32_t)add8(add8(t10, t10), t11 ? (int8_t)(t16 ? 2 : 1)
            : (int8_t)(t16 ? 2 : 1)));
        return true;
      }
      return false;
    }
    return false;
  }
  return false;
}

/* Computes the rotation and its standard deviation, from the residuals of 2n numbers minus three unknowns.
   (Sources/Compass/Motion/TurnAlignment.swift) */
static void TurnAlignment_conclude(int32_t inverse, TurnAlignment *self) {
  int32_t free = CompactNumber_init_exponent(sub32(mul32(self->pairs, 2), 3), 0);
  int32_t a = self->squares;
  int32_t t1 = CompactNumber_reciprocal(free);
  int32_t t2 = CompactNumber_times(a, t1);
  int32_t t3 = CompactNumber_times(t2, inverse);
  int32_t t4 = CompactNumber_squareRoot(t3);
  int32_t sigma = CompactNumber_times(t4, 1501974774);
  int32_t value = CompactNumber_whole_unit(0, sigma);
  self->deviation = (uint16_t)(value < 65535 ? (uint16_t)value : 65535u);
  Result_int32_int32_int32 t5 = CompactVector_init_exponent_times(self->found.x, self->found.y, self->found.z, -29,
      1501974774);
  int32_t t10;
  int32_t t8;
  int32_t t9;
  if (self->found.w < 0) {
    int32_t t6 = CompactNumber_minus(1073742058);
    Result_int32_int32_int32 t7 = CompactVector_times(t6, t5.e0, t5.e1, t5.e2);
    t8 = t7.e0;
    t9 = t7.e1;
    t10 = t7.e2;
  } else {
    t8 = t5.e0;
    t9 = t5.e1;
    t10 = t5.e2;
  }
  Result_int32_int32_int32 t11 = CompactVector_whole_unit(0, t8, t9, t10);
  self->turn.x = t11.e0;
  self->turn.y = t11.e1;
  self->turn.z = t11.e2;
}

/* One step of the least squares, at most 0.4 rad about each axis. (Sources/Compass/Motion/TurnAlignment.swift) */
static bool TurnAlignment_step(TurnAlignment *self) {
  if (self->pairs >= 8) {
    OptionalSymmetricSolver t16;
    SymmetricSolver_init_diagonal_xy_xz_yz_leastPivot(&t16, self->sums.x.x, self->sums.x.y, self->sums.x.z,
        self->sums.y.x, self->sums.y.y, self->sums.y.z, 1717987046);
    if (t16.isNone == 1) {
      return false;
    }
    int32_t t1 = self->found.w;
    int32_t t2 = self->found.x;
    int32_t t3 = self->found.y;
    int32_t t4 = self->found.z;
    Result_int32_int32_int32 t5 = SymmetricSolver_solve(self->sums.z.x, self->sums.z.y, self->sums.z.z, &t16.value);
    int32_t x = CompactNumber_limited_to(1717987048, t5.e0);
    int32_t y = CompactNumber_limited_to(1717987048, t5.e1);
    int32_t z = CompactNumber_limited_to(1717987048, t5.e2);
    Result_int32_int32_int32 t6 = CompactVector_whole_unit(-29, x, y, z);
    int32_t lowerA = (int32_t)(int16_t)t6.e0;
    int32_t lowerB = (int32_t)(int16_t)t6.e1;
    int32_t lowerC = (int32_t)(int16_t)t6.e2;
    int32_t upperA = sub32(t6.e0, lowerA) >> 16;
    int32_t upperB = sub32(t6.e1, lowerB) >> 16;
    int32_t upperC = sub32(t6.e2, lowerC) >> 16;
    int32_t mixed = add32(add32(lowerA * upperA, lowerB * upperB), lowerC * upperC);
    int64_t self2 = add64((int64_t)((uint64_t)((uint32_t)mixed << 17)
        | ((uint64_t)(uint32_t)add32(add32(add32(upperA * upperA, upperB * upperB), upperC * upperC),
        mixed >> 15) << 32)), (int64_t)(uint64_t)(uint32_t)add32(add32(lowerA * lowerA, lowerB * lowerB),
        lowerC * lowerC));
    uint32_t fraction = (uint32_t)self2 >> 31;
    int32_t square = add32((int32_t)((uint64_t)self2 >> 32), (int32_t)((fraction >> 1) + fraction));
    int32_t t7 = Quaternion_series(square, 3277, 390, 178956971);
    int32_t sine = sub32(1073741824, t7);
    int32_t t8 = Quaternion_series(square, 5461, 546, 536870912);
    int32_t x2 = part_(t6.e0, sine);
    int32_t y2 = part_(t6.e1, sine);
    int32_t z2 = part_(t6.e2, sine);
    Result_int32_int32_int32_int32 t9 = Quaternion_times(t1, t2, t3, t4, sub32(1073741824, t8), x2, y2, z2);
    self->found.w = t9.e0;
    self->found.x = t9.e1;
    self->found.y = t9.e2;
    self->found.z = t9.e3;
    if (self->pass == 3) {
      Result_int32_int32_int32 t10 = SymmetricSolver_solve(1073742058, 0, 0, &t16.value);
      Result_int32_int32_int32 t11 = SymmetricSolver_solve(0, 1073742058, 0, &t16.value);
      int32_t t12 = CompactNumber_most(t10.e0, t11.e1);
      int32_t t13 = CompactNumber_reciprocal(t16.value.r);
      int32_t t14 = CompactNumber_most(t12, t13);
      TurnAlignment_conclude(t14, self);
      return true;
    }
    return true;
  }
  return false;
}

/* The angle of `turn`, 1/100 degree. (Sources/Compass/Motion/TurnAlignment.swift) */
static uint16_t TurnAlignment_angle(const TurnAlignment *self) {
  int32_t t1 = self->turn.x;
  int32_t lowerA = t1 & 0xffff;
  int32_t upperA = t1 >> 16;
  int32_t t2 = (int32_t)(int16_t)t1;
  int32_t upperB = sub32(t1, t2) >> 16;
  int32_t mixed = add32(t2 * upperA, upperB * lowerA);
  int32_t value = t2 * lowerA;
  int32_t t3 = self->turn.y;
  int32_t lowerA2 = t3 & 0xffff;
  int32_t upperA2 = t3 >> 16;
  int32_t t4 = (int32_t)(int16_t)t3;
  int32_t upperB2 = sub32(t3, t4) >> 16;
  int32_t mixed2 = add32(t4 * upperA2, upperB2 * lowerA2);
  int32_t value2 = t4 * lowerA2;
  int64_t t5 = add64(add64((int64_t)((uint64_t)((uint32_t)mixed << 16) | ((uint64_t)(uint32_t)(upperB * upperA
      + (mixed >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value),
      add64((int64_t)((uint64_t)((uint32_t)mixed2 << 16) | ((uint64_t)(uint32_t)(upperB2 * upperA2
      + (mixed2 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value2));
  int32_t t6 = self->turn.z;
  int32_t lowerA3 = t6 & 0xffff;
  int32_t upperA3 = t6 >> 16;
  int32_t t7 = (int32_t)(int16_t)t6;
  int32_t upperB3 = sub32(t6, t7) >> 16;
  int32_t mixed3 = add32(t7 * upperA3, upperB3 * lowerA3);
  int32_t value3 = t7 * lowerA3;
  int64_t square = add64(t5, add64((int64_t)((uint64_t)((uint32_t)mixed3 << 16)
      | ((uint64_t)(uint32_t)(upperB3 * upperA3 + (mixed3 >> 16)) << 32)), (int64_t)(uint64_t)(int64_t)value3));
  return (uint16_t)UInt64_squareRoot((uint64_t)square);
}

#endif

/* ---- Geomagnetism: Sources/Compass/Geomagnetism ------------------------------------------------------------------ */

#if !defined(BINNACLE_WITHOUT_WORLD_MODEL)
static const int32_t WorldModelTable_reciprocals[11] = {
  1431655765, 286331153, 122713351, 68174084, 43383508, 30034736, 22025473, 16843009, 13297112, 10764329, 8892272
};

static const uint8_t WorldModelTable_rateShifts[13] = {6, 4, 3, 1, 1, 1, 0, 1, 1, 2, 1, 4, 3};

static const int32_t WorldModelTable_main[168] = {
  -86532992, 65464090, -12415603, 28627456, 75613824, 139696128, 60460646, -119579443, 255467520, 222453760,
  -254174822, -1921633485, -23515037, -91695307, -204083151, 126077655, 99280896, -359140802, 155597699, 496243162,
  575565702, -969037895, 667017344, -181737882, -152847738, 0, 105230374, -426660145, 57987072, -220366007,
  -43730882, 58832265, 200087963, -18701717, -727121780, 588729549, 62531557, -268073680, 24854230, 92566359,
  -257278982, -68706718, 310073356, 377139203, 41750087, 631909865, 369889166, 145906966, 337772837, 0, 368841337,
  -166863797, -99833519, 50144523, 454702554, -126840251, 120183693, -191914200, 408454418, 412679258, 194972623,
  23928799, 70576302, 650099410, -588675801, -338528764, -292909080, 171845919, 255284011, -103169815, 164643548,
  328477149, 225844167, -32209715, 249677935, -300777379, 236871438, -232008571, -663738429, -150689159, -122547968,
  -192121300, -615367333, 201353724, -246901478, -317539572, -4187335, -587153225, 113016869, 680141222, -150741328,
  -243904137, 303001745, -329297337, 109917544, -299782169, 420296128, -116283429, -209266579, -925581002,
  548950188, 6474396, 76367027, 34060122, 0, 166119184, -1449364823, -332078680, 356117827, -128193046, 61727980,
  163091338, 742618609, -236854802, -155978098, 229862461, 446320188, -133068079, -164670358, 524201371, -118427401,
  112650849, 507156858, -23035881, -239725699, 211155574, 490959567, -41611147, 210168031, 527684825, -353283602,
  87959668, -98191913, -395305898, -706164585, -69515366, -93578097, -15202906, -98191913, 324572564, 89232769,
  -366323999, 14720150, 785535307, -649145127, -555988791, 78033515, 46263329, -342835715, -369724745, -240515445,
  -268737429, 85708929, -857761409, 124711712, 209472141, -284851075, -82151664, -155367011, -633002389, -328606656,
  -362523026, -485321775, 182932289, 37332444, -179040113, -144788612, -7620453
};

static const int16_t WorldModelTable_rates[168] = {
  0, 0, 18476, 0, -5148, 0, -2957, 4838, -7168, -3328, -17818, 12288, 0, 0, 0, -6523, 6864, -1816, -3871, 7287,
  -6800, -6584, -4611, 4966, 0, 0, 0, -19569, -6864, 10896, 2904, -2603, -3117, 6271, -24565, -11008, 0, 0, 10787,
  5563, 0, -1483, 6886, 0, -12021, 397, -3547, 0, 20943, 0, 16689, 14357, 7414, -12242, 8657, 8214, -297, -5365, 0,
  0, 4231, 6373, 5302, 2621, 3061, 723, 2999, -3157, -16620, 0, -8462, -6373, -4241, -4194, -1020, 482, 857, -830,
  0, 0, 0, -8659, -1369, -632, -2515, 2499, -2650, 24930, 12263, 5984, 8659, 5476, 0, 2515, 1931, -1666, 0, -16223,
  -22707, 0, 4556, -5058, 715, 647, 0, 0, -7569, 6900, -7593, -6323, 1668, 1365, 21330, 0, 0, 5345, 1406, -1984,
  619, 0, 0, 4231, -1782, -4218, 1488, 619, 0, 0, -8210, -3086, 0, 2121, 0, 20318, 0, -6171, 3080, -530, 0, -18645,
  -6703, 2117, 1027, 0, 0, -6703, 8467, 1027, 0, -28885, 0, -1996, 0, 0, 17398, 1996, -30908, -8914, 0, 0, 0, 0, 0,
  -30408, 0, 0, -29767, -29767
};

/* The beginning of `date` (UTC), with the elapsed part of its year as a fraction: 2026-07-02 is 2026 + 182/365.
   
   Dates more than 400 years away count as 400 years away.
   (Sources/Compass/Geomagnetism/WorldMagneticModel.swift) */
static int32_t WorldMagneticModel_Moment_init(int32_t date) {
  Result_int32_int32_int32 t1 = CalendarDay_dayOfYear(date);
  int32_t years = sub32(t1.e0, 2025);
  int32_t part;
  if (-400 >= years) {
    if (0 >= t1.e2) {
      part = 0;
      years = -400;
      goto L1;
    }
    years = -400;
  } else if (400 < years) {
    if (0 >= t1.e2) {
      part = 0;
      years = 400;
      goto L1;
    }
    years = 400;
  } else if (0 >= t1.e2) {
    part = 0;
    goto L1;
  }
  uint32_t t2;
  t2 = (uint32_t)t1.e1 << 22;
  if (t1.e2 == 0) {
    NEVER();
  }
  part = (int32_t)(t2 / (uint32_t)t1.e2);
L1:;
  return sub32(add32((int32_t)((uint32_t)years << 22), part), 10485760);
}

/* An evaluation that has not begun. It counts as finished, and has no field.
   (Sources/Compass/Geomagnetism/WorldModelEvaluation.swift) */
static void WorldModelEvaluation_init(WorldModelEvaluation *t1) {
  t1->position.latitude = 0;
  t1->position.longitude = 0;
  t1->position.height = 0;
  t1->moment = 0;
  t1->step = 14;
  t1->coefficient = 0;
  t1->head = 0;
  t1->headOfNext = 0;
  t1->sine = 0;
  t1->cosine = 0;
  t1->radialSine = 0;
  t1->radialCosine = 0;
  t1->tilt = 0;
  t1->cosineOfOrder = 0;
  t1->sineOfOrder = 0;
  t1->cosineBefore = 0;
  t1->sineBefore = 0;
  t1->cosineOfLongitude = 0;
  t1->alongSum = 0;
  t1->eastSum = 0;
  t1->slopeSum = 0;
  t1->downSum = 0;
  t1->zonalDown = 0;
  int32_t t2 = 0;
  for (;;) {
    int32_t t3 = t2 + 1;
    t1->terms[t2].coefficient = 0;
    t1->terms[t2].value = 0;
    if (t3 == 28) {
      break;
    }
    t2 = t3;
  }
  int32_t t4 = 0;
  for (;;) {
    int32_t t5 = t4 + 1;
    t1->factors[t4] = 0;
    if (t5 == 12) {
      break;
    }
    t4 = t5;
  }
  t1->result.q8Nanotesla.x = 0;
  t1->result.q8Nanotesla.y = 0;
  t1->result.q8Nanotesla.z = 0;
  t1->result.horizontalQ8 = 0;
  t1->result.totalQ8 = 0;
  t1->result.declination = 0;
  t1->result.declinationIsNone = 1;
  t1->result.dip = 0;
  t1->result.dipIsNone = 1;
}

/* (Sources/Compass/Geomagnetism/WorldMagneticModel.swift) */
static uint32_t WorldMagneticModel_Moment_q22YearsOutside(int32_t self) {
  bool t1 = self < 0;
  uint32_t t2;
  if (t1) {
    t2 = 0 - (uint32_t)self - 1 + 1;
  } else {
    t2 = (uint32_t)self;
  }
  if (10485760u < t2) {
    uint32_t t3;
    if (t1) {
      t3 = 0 - (uint32_t)self - 1 + 1;
    } else {
      t3 = (uint32_t)self;
    }
    return t3 - 10485760u;
  }
  return 0;
}

/* Throws if a place or moment is outside the limits of the model.
   extrapolating: also accept dates up to ten years outside the model's life.
   (Sources/Compass/Geomagnetism/WorldMagneticModel.swift) */
static uint8_t WorldMagneticModel_check_at_extrapolating(int32_t positionLatitude, int32_t positionLongitude,
    int32_t positionHeight, int32_t moment, bool extrapolating, const void *t1, uintptr_t *t2) {
  (void)positionLongitude;
  (void)t1;
  uint32_t t3;
  if (positionLatitude < 0) {
    t3 = 0 - (uint32_t)positionLatitude - 1 + 1;
  } else {
    t3 = (uint32_t)positionLatitude;
  }
  uint8_t t4;
  if (1073741824u >= t3) {
    if (positionHeight < -1000000) {
      t4 = 1;
    } else if (850000000 < positionHeight) {
      t4 = 2;
    } else {
      uint32_t outside = WorldMagneticModel_Moment_q22YearsOutside(moment);
      if (extrapolating) {
        if (41943040u >= outside) {
          return 0;
        }
        t4 = 5;
      } else {
        if (outside == 0) {
          return 0;
        }
        t4 = (uint8_t)(moment < 0 ? 3 : 4);
      }
    }
  } else {
    t4 = 0;
  }
  *t2 = 1;
  return t4;
}

/* a·b/2^30, the product of two numbers with 30 fraction bits. The error is −4…+1, on average the product is 1 too
   small. It is exact if one factor is a multiple of 2^16.
   
   |a| + |b| must be at most 2^31 (2.0): then the sum of the middle products, at most (|a| + |b|)·(2^16 − 1)/2^16,
   fits.
   (Sources/Compass/Geomagnetism/NarrowProducts.swift) */
static int32_t product30_(int32_t a, int32_t b) {
  int32_t aHigh = a >> 16;
  int32_t bHigh = b >> 16;
  return add32((int32_t)((uint32_t)(bHigh * aHigh) << 2), add32(add32((b & 0xffff) * aHigh, bHigh * (a & 0xffff)),
      8192) >> 14);
}

/* Converts geodetic to geocentric coordinates, in units of the equatorial radius, with 30 fraction bits (WGS84: a =
   6,378,137 m, 1/f = 298.257223563; NIMA TR8350.2, table 3.1).
   (Sources/Compass/Geomagnetism/WorldModelEvaluation.swift) */
static void WorldModelEvaluation_findGeometry(WorldModelEvaluation *self) {
  self->coefficient = 0;
  self->alongSum = 0;
  self->eastSum = 0;
  self->slopeSum = 0;
  self->downSum = 0;
  Result_int32_int32 t1 = Cordic_sineCosine((uint32_t)self->position.latitude);
  int32_t t2 = product30_(t1.e0, t1.e0);
  int32_t x = product30_(7188036, t2);
  int32_t square = product30_(x, x);
  int32_t t3 = product30_(square, x);
  int32_t prime = add32(add32(1073741824 + (x >> 1), mul32(square, 3) >> 3), mul32(t3, 5) >> 4);
  int32_t height = product30_(self->position.height, 180761483);
  int32_t outward = product30_(add32(prime, height) >> 1, t1.e1);
  int32_t t4 = product30_(prime, 7188036);
  int32_t upward = product30_(add32(sub32(prime, t4), height) >> 1, t1.e0);
  int32_t t5 = product30_(outward, outward);
  int32_t t6 = product30_(upward, upward);
  int32_t distance = (int32_t)((uint32_t)add32(t5, t6) << 2);
  int32_t t7 = product30_(distance, 446341593);
  int32_t inverse = sub32(1517591858, t7);
  int32_t t8 = 0;
  do {
    t8++;
    int32_t t9 = product30_(inverse, inverse >> 1);
    int32_t near = product30_(distance, t9);
    int32_t t10 = product30_(inverse, sub32(536870912, near));
    inverse = add32(inverse, t10);
  } while (t8 != 2);
  int32_t t11 = product30_(upward, inverse);
  int32_t t12 = (int32_t)((uint32_t)t11 << 1);
  self->sine = t12;
  int32_t t13 = product30_(outward, inverse);
  int32_t t14 = (int32_t)((uint32_t)t13 << 1);
  self->cosine = t14;
  int32_t t15 = product30_(t12, t1.e1);
  int32_t t16 = product30_(t14, t1.e0);
  self->tilt = sub32(t15, t16);
  int32_t t17 = product30_(inverse, 1167825);
  int32_t excess = sub32(sub32(inverse, t17), 1073741824);
  int32_t t18 = product30_(t12, excess);
  self->radialSine = add32(t12, t18);
  int32_t t19 = product30_(t14, excess);
  self->radialCosine = add32(t14, t19);
  Result_int32_int32 t20 = Cordic_sineCosine((uint32_t)self->position.longitude);
  self->cosineOfLongitude = t20.e1;
  self->cosineOfOrder = 1073741824;
  self->sineOfOrder = 0;
  self->cosineBefore = t20.e1;
  self->sineBefore = sub32(0, t20.e0);
  int32_t t21 = product30_(excess, excess);
  int32_t excessOfSquare = add32(mul32(excess, 2), t21);
  int32_t j = 0;
  for (;;) {
    int32_t t22 = j + 1;
    int32_t factor = WorldModelTable_reciprocals[j];
    int32_t t23 = product30_(factor, excessOfSquare);
    self->factors[t22] = add32(factor, t23);
    if (t22 == 11) {
      break;
    }
    j = t22;
  }
  int32_t t24 = add32(1073741824, excessOfSquare);
  self->head = t24;
  int32_t t25 = product30_(t24, excess);
  self->headOfNext = add32(t24, t25) >> 1;
  self->terms[26].coefficient = 0;
}

/* R(j+1,m) = ρs·R(j,m) − (j² − m²)·ρ²/(4j² − 1)·R(j−1,m), starting from R(m,m).
   (Sources/Compass/Geomagnetism/WorldModelEvaluation.swift) */
static void WorldModelEvaluation_fillColumn_order(int32_t order, WorldModelEvaluation *self) {
  int32_t b2 = self->head;
  int32_t t1 = sub32(26, mul32(order, 2));
  self->terms[t1].value = b2;
  self->terms[add32(t1, 1)].value = b2;
  if (order >= 12) {
    return;
  }
  int32_t t2 = mul32(order, order);
  int32_t t3 = self->radialSine;
  int32_t aHigh = t3 >> 16;
  int32_t aLow = t3 & 0xffff;
  int32_t b = 0;
  for (;;) {
    int32_t a = mul32(self->factors[order], sub32(mul32(order, order), t2));
    int32_t bHigh = b2 >> 16;
    int32_t aHigh2 = a >> 16;
    int32_t bHigh2 = b >> 16;
    int32_t next = sub32((int32_t)((uint32_t)(bHigh * aHigh + (((b2 & 0xffff) * aHigh) >> 16)
        + ((bHigh * aLow) >> 16) + 1) << 2), bHigh2 * aHigh2 + (((b & 0xffff) * aHigh2) >> 16)
        + ((bHigh2 * (a & 0xffff)) >> 16) + 1);
    order = add32(order, 1);
    int32_t t4 = sub32(26, mul32(order, 2));
    self->terms[t4].value = next;
    self->terms[add32(t4, 1)].value = next;
    if (order >= 12) {
      return;
    }
    b = b2;
    b2 = next;
  }
}

/* The sums of the g (0) or h (1), from degree 12 down to the order m.
   `mutating`: embedded-swift.md, "Copies".
   (Sources/Compass/Geomagnetism/WorldModelEvaluation.swift) */
static Result_int32_int32 WorldModelEvaluation_sums_order_kind(int32_t order, int32_t kind,
    const WorldModelEvaluation *self) {
  int32_t left = sub32(14, order) >> 1;
  int32_t t1 = (order & 1) == 0 ? kind : add32(2, kind);
  int32_t sums = 0;
  int32_t sums2 = 0;
  for (;;) {
    int32_t t2 = self->terms[t1].coefficient;
    int32_t t3 = self->terms[t1].value;
    int32_t aHigh = t2 >> 16;
    int32_t bHigh = t3 >> 16;
    int32_t t4 = add32(sums2, bHigh * aHigh + (((t3 & 0xffff) * aHigh) >> 16) + ((bHigh * (t2 & 0xffff)) >> 16) + 1);
    int32_t t5 = add32(t1, 2);
    int32_t t6 = self->terms[t5].coefficient;
    int32_t t7 = self->terms[t5].value;
    int32_t aHigh2 = t6 >> 16;
    int32_t bHigh2 = t7 >> 16;
    sums2 = add32(t4, bHigh2 * aHigh2 + (((t7 & 0xffff) * aHigh2) >> 16) + ((bHigh2 * (t6 & 0xffff)) >> 16) + 1);
    sums = add32(add32(sums, t4), sums2);
    left = sub32(left, 1);
    if (left == 0) {
      Result_int32_int32 result2;
      result2.e0 = sums2;
      result2.e1 = sums;
      return result2;
    }
    t1 = add32(t1, 4);
  }
}

/* a·c + b·s, converted from 2^−14 to 2^−12 nT. (Sources/Compass/Geomagnetism/WorldModelEvaluation.swift) */
static int32_t WorldModelEvaluation_turned(int32_t a, int32_t b, int32_t c, int32_t s) {
  int32_t aHigh = a >> 16;
  int32_t bHigh = c >> 16;
  int32_t aHigh2 = b >> 16;
  int32_t bHigh2 = s >> 16;
  int32_t t1 = add32(bHigh * aHigh + (((c & 0xffff) * aHigh) >> 16) + ((bHigh * (a & 0xffff)) >> 16) + 1,
      bHigh2 * aHigh2 + (((s & 0xffff) * aHigh2) >> 16) + ((bHigh2 * (b & 0xffff)) >> 16) + 1);
  return t1;
}

/* Computes the next coefficients at the requested moment, from degree 12 down to the order.
   (Sources/Compass/Geomagnetism/WorldModelEvaluation.swift) */
static void WorldModelEvaluation_readCoefficients_order(int32_t order, WorldModelEvaluation *self) {
  int32_t years = add32(self->moment, 512) >> 10;
  bool t1 = order == 0;
  int32_t last = (int32_t)(t1 ? 2 : 3);
  int32_t count = (int32_t)(t1 ? 12 : sub32(13, order));
  int32_t t2 = (int32_t)WorldModelTable_rateShifts[order] & 0x1f;
  int32_t first = 2;
  int32_t start = self->coefficient;
  do {
    int32_t left = count;
    int32_t t3 = first;
    for (;;) {
      self->terms[t3].coefficient = add32(WorldModelTable_main[start], mul32(years,
          (int32_t)WorldModelTable_rates[start]) >> (uint32_t)t2);
      start = add32(start, 1);
      left = sub32(left, 1);
      if (left == 0) {
        break;
      }
      t3 = add32(t3, 2);
    }
    first = add32(first, 1);
  } while (last >= first);
  self->coefficient = start;
}

/* (Sources/Compass/Geomagnetism/WorldModelEvaluation.swift) */
static void WorldModelEvaluation_addOrder(int32_t order, WorldModelEvaluation *self) {
  WorldModelEvaluation_fillColumn_order(order, self);
  int32_t t1 = self->headOfNext;
  int32_t t2 = product30_(t1, self->radialCosine);
  self->head = t1;
  self->headOfNext = t2 >> 1;
  if (0 < order) {
    Result_int32_int32 t3 = WorldModelEvaluation_sums_order_kind(order, 0, self);
    int32_t slopeH;
    if (order == 1) {
      slopeH = 0;
    } else {
      Result_int32_int32 t4 = WorldModelEvaluation_sums_order_kind(order, 1, self);
      slopeH = t4.e1;
    }
    int32_t t5 = self->slopeSum;
    int32_t t6 = WorldModelEvaluation_turned(t3.e1, slopeH, self->cosineBefore, self->sineBefore);
    self->slopeSum = add32(t5, t6);
  }
  WorldModelEvaluation_readCoefficients_order(order, self);
  Result_int32_int32 t7 = WorldModelEvaluation_sums_order_kind(order, 0, self);
  bool t8 = order == 0;
  int32_t h;
  int32_t h2;
  if (t8) {
    h = 0;
    h2 = 0;
  } else {
    Result_int32_int32 t9 = WorldModelEvaluation_sums_order_kind(order, 1, self);
    h = t9.e0;
    h2 = t9.e1;
  }
  int32_t alongG = mul32(t7.e0, order);
  int32_t alongH = mul32(h, order);
  int32_t c = self->cosineOfOrder;
  int32_t s = self->sineOfOrder;
  int32_t t10 = self->alongSum;
  int32_t t11 = WorldModelEvaluation_turned(alongG, alongH, c, s);
  self->alongSum = add32(t10, t11);
  int32_t t12 = self->eastSum;
  int32_t t13 = WorldModelEvaluation_turned(alongG, sub32(0, alongH), s, c);
  self->eastSum = add32(t12, t13);
  int32_t t14 = self->downSum;
  int32_t t15 = WorldModelEvaluation_turned(add32(t7.e1, alongG), add32(h2, alongH), c, s);
  int32_t t16 = add32(t14, t15);
  self->downSum = t16;
  if (t8) {
    self->zonalDown = t16;
    self->downSum = 0;
  }
  int32_t t17 = self->cosineOfLongitude;
  int32_t t18 = product30_(t17, c);
  self->cosineOfOrder = sub32(mul32(t18, 2), self->cosineBefore);
  self->cosineBefore = c;
  int32_t t19 = product30_(t17, s);
  self->sineOfOrder = sub32(mul32(t19, 2), self->sineBefore);
  self->sineBefore = s;
}

/* The angle and length of a vector. The length is the vector's component along its own direction.
   (Sources/Compass/Geomagnetism/WorldModelEvaluation.swift) */
static Result_uint32_uint8_int32 WorldModelEvaluation_polar_y_x(int32_t y, int32_t x) {
  Result_uint32_uint8 t1 = Cordic_Precise_angle_y_x(y, x);
  if (t1.e1 == 1) {
    Result_uint32_uint8_int32 result3;
    result3.e0 = t1.e0;
    result3.e1 = t1.e1;
    result3.e2 = 0;
    return result3;
  }
  Result_int32_int32 t2 = Cordic_sineCosine(t1.e0);
  int32_t t3 = product30_(x, t2.e1);
  int32_t t4 = product30_(y, t2.e0);
  Result_uint32_uint8_int32 result4;
  result4.e0 = t1.e0;
  result4.e1 = t1.e1;
  result4.e2 = add32(t3, t4);
  return result4;
}

/* (Sources/Compass/Geomagnetism/WorldModelEvaluation.swift) */
static void WorldModelEvaluation_finish(WorldModelEvaluation *self) {
  int32_t t1 = product30_(self->alongSum, self->sine);
  int32_t t2 = self->cosine;
  int32_t t3 = product30_(self->slopeSum, t2);
  int32_t north = sub32(t1, mul32(t3, 2));
  int32_t t4 = self->zonalDown;
  int32_t t5 = product30_(self->downSum, t2);
  int32_t down = sub32(sub32(0, t4), t5);
  int32_t t6 = self->tilt;
  int32_t t7 = product30_(t6, t6);
  int32_t short_ = t7 >> 1;
  int32_t t8 = product30_(north, short_);
  int32_t t9 = product30_(down, t6);
  int32_t x = sub32(sub32(north, t8), t9);
  int32_t t10 = product30_(down, short_);
  int32_t t11 = product30_(north, t6);
  int32_t z = add32(sub32(down, t10), t11);
  int32_t t12 = self->eastSum;
  self->result.q8Nanotesla.x = (x >> 4) + ((x >> 3) & 1);
  self->result.q8Nanotesla.y = (t12 >> 4) + ((t12 >> 3) & 1);
  self->result.q8Nanotesla.z = (z >> 4) + ((z >> 3) & 1);
  Result_uint32_uint8_int32 t13 = WorldModelEvaluation_polar_y_x(t12, x);
  Result_uint32_uint8_int32 t14 = WorldModelEvaluation_polar_y_x(z, t13.e2);
  self->result.declination = t13.e0;
  self->result.declinationIsNone = t13.e1;
  self->result.dip = t14.e0;
  self->result.dipIsNone = t14.e1;
  self->result.horizontalQ8 = (uint32_t)((t13.e2 >> 4) + ((t13.e2 >> 3) & 1));
  self->result.totalQ8 = (uint32_t)((t14.e2 >> 4) + ((t14.e2 >> 3) & 1));
}

/* The field, computed at once. `WorldModelEvaluation` does the same in slices.
   
   - position: −1…850 km above the ellipsoid.
   - moment: within the model's life.
   - extrapolating: also accept dates up to ten years outside it, with constant secular change.
   - Throws: the limit that is exceeded.
   (Sources/Compass/Geomagnetism/WorldMagneticModel.swift) */
static void WorldMagneticModel_field_at_moment_extrapolating(GeomagneticField *t1, int32_t positionLatitude,
    int32_t positionLongitude, int32_t positionHeight, int32_t moment, bool extrapolating, const void *t2,
    uintptr_t *t3, uint8_t *t4) {
  (void)t2;
  WorldModelEvaluation evaluation;
  WorldModelEvaluation_init(&evaluation);
  uint8_t t5 = WorldMagneticModel_check_at_extrapolating(positionLatitude, positionLongitude, positionHeight, moment,
      extrapolating, NULL, t3);
  if (*t3 != 0) {
    *t3 = 0;
    *t3 = 1;
    *t4 = t5;
    return;
  }
  evaluation.position.latitude = positionLatitude;
  evaluation.position.longitude = positionLongitude;
  evaluation.position.height = positionHeight;
  evaluation.moment = moment;
  evaluation.step = -1;
  int32_t t6 = -1;
  do {
    if (t6 == -1) {
      WorldModelEvaluation_findGeometry(&evaluation);
    } else if (t6 >= 0 && 12 >= t6) {
      WorldModelEvaluation_addOrder(t6, &evaluation);
    } else {
      if (t6 != 13) {
        goto L1;
      }
      WorldModelEvaluation_finish(&evaluation);
    }
    t6 = add32(evaluation.step, 1);
    evaluation.step = t6;
L1:;
  } while (13 >= t6);
  *t1 = evaluation.result;
}

/* Begins an evaluation, even if another is running. It computes nothing yet.
   - Throws: the limit of the model that is exceeded; see `WorldMagneticModel.check`. A running evaluation then
   continues unchanged.
   (Sources/Compass/Geomagnetism/WorldModelEvaluation.swift) */
static uint8_t WorldModelEvaluation_begin_at_moment_extrapolating(uint32_t positionLatitude, int32_t positionLongitude,
    int32_t positionHeight, int32_t moment, bool extrapolating, WorldModelEvaluation *self, uintptr_t *t1) {
  uint8_t t2 = WorldMagneticModel_check_at_extrapolating((int32_t)positionLatitude, positionLongitude, positionHeight,
      moment, extrapolating, NULL, t1);
  if (*t1 != 0) {
    *t1 = 1;
    return t2;
  }
  self->position.latitude = (int32_t)positionLatitude;
  self->position.longitude = positionLongitude;
  self->position.height = positionHeight;
  self->moment = moment;
  self->step = -1;
  return 0;
}

/* Does the next slice, at most 4,000 cycles of a Cortex-M0+. When finished, it does nothing.
   (Sources/Compass/Geomagnetism/WorldModelEvaluation.swift) */
static void WorldModelEvaluation_advance(WorldModelEvaluation *self) {
  int32_t t1 = self->step;
  if (t1 == -1) {
    WorldModelEvaluation_findGeometry(self);
  } else if (t1 >= 0 && 12 >= t1) {
    WorldModelEvaluation_addOrder(t1, self);
  } else {
    if (t1 != 13) {
      return;
    }
    WorldModelEvaluation_finish(self);
  }
  self->step = add32(self->step, 1);
}

#endif

/* ---- Binnacle: Sources/Compass/Binnacle -------------------------------------------------------------------------- */

/* A compass without a calibration, whose sensors have the axes of the body.
   (Sources/Compass/Binnacle/Compass.swift) */
static void Compass_init(Compass *t1) {
  t1->mounting.forward = 0;
  t1->mounting.right = 2;
  t1->mounting.down = 4;
  t1->forceMounting.forward = 0;
  t1->forceMounting.right = 2;
  t1->forceMounting.down = 4;
  t1->pointer.forward = 0;
  t1->pointer.right = 2;
  t1->pointer.down = 4;
  t1->followsLevel = 0;
  t1->pointsThroughDisplay = 0;
  t1->expectation = 2;
  t1->chip = 0;
  t1->temperatureEighths = 0;
  t1->temperatureEighthsIsNone = 1;
  t1->recordNumber = 1;
  t1->sampleTimeout = 1000000u;
  t1->samples.isNew = 0;
  t1->samples.isOverflowed = 0;
  t1->samples.isSaturated = 0;
  t1->samples.isFieldLost = 0;
  t1->samples.isForceLost = 0;
  t1->samples.isCorrected = 0;
  t1->samples.fault = 0;
  t1->samples.halfCountNanotesla = 0;
  t1->samples.fieldNumber = 0;
  t1->samples.forceNumber = 0;
  t1->samples.forceInterval = 0;
  t1->samples.field.nanotesla.x = 0;
  t1->samples.field.nanotesla.y = 0;
  t1->samples.field.nanotesla.z = 0;
  t1->samples.force.microG.x = 0;
  t1->samples.force.microG.y = 0;
  t1->samples.force.microG.z = 0;
  t1->samples.corrected.q8Nanotesla.x = 0;
  t1->samples.corrected.q8Nanotesla.y = 0;
  t1->samples.corrected.q8Nanotesla.z = 0;
  t1->samples.fine.mantissa.x = 0;
  t1->samples.fine.mantissa.y = 0;
  t1->samples.fine.mantissa.z = 0;
  t1->samples.fine.exponent = 0;
  t1->samples.fieldTime = 0;
  t1->samples.forceTime = 0;
  t1->date = 0;
  t1->dateIsNone = 1;
  t1->monitor.isExpecting = 0;
  t1->monitor.isFirst = 1;
  t1->monitor.repetition = 0;
  t1->monitor.levelTolerance = 50;
  t1->monitor.status.state = 0;
  t1->monitor.status.cause = 0;
  t1->monitor.status.reasons = 0;
  t1->monitor.status.strengthSquared = 0;
  t1->monitor.status.strengthDeviation = 0;
  t1->monitor.status.dipDeviation = 0;
  t1->monitor.status.dipDeviationIsNone = 1;
  t1->monitor.status.fieldVariance = 0;
  t1->monitor.status.tiltVariance = 0;
  t1->monitor.status.offsetSquared = 0;
  t1->monitor.status.expectedUnits = 0;
  t1->monitor.status.expectedHorizontalUnits = 0;
  t1->monitor.last = 0;
  t1->monitor.lastField.q8Nanotesla.x = 0;
  t1->monitor.lastField.q8Nanotesla.y = 0;
  t1->monitor.lastField.q8Nanotesla.z = 0;
  t1->monitor.strength.mean = 0;
  t1->monitor.strength.variance = 0;
  t1->monitor.dip.mean = 0;
  t1->monitor.dip.variance = 0;
  t1->monitor.forceVariance = 0;
  t1->monitor.longStrengthVariance = 0;
  t1->monitor.longDipVariance = 0;
  t1->monitor.same = 0;
  t1->monitor.quiet = 0;
  t1->monitor.loud = 0;
  t1->monitor.expected.dip = 0;
  t1->monitor.expected.dipIsNone = 1;
  t1->monitor.expected.dipCosine = 0;
  t1->monitor.expected.otherNanotesla = 0;
  t1->monitor.expected.squared = 0;
  t1->monitor.expected.squaredShift = 0;
  t1->monitor.expected.squaredInverse = 0;
  t1->monitor.expected.strengthNanotesla = 0;
  t1->monitor.expected.strengthLimit = 0;
  t1->monitor.expected.residual = 0;
  t1->monitor.expected.inverse = 0;
  t1->monitor.lastForce.x = 0;
  t1->monitor.lastForce.y = 0;
  t1->monitor.lastForce.z = 0;
  t1->monitor.tracker.estimate.x = 0;
  t1->monitor.tracker.estimate.y = 0;
  t1->monitor.tracker.estimate.z = 0;
  t1->monitor.tracker.unexplained = 0;
  t1->monitor.tracker.whole = 0;
  t1->monitor.tracker.age = 0;
  t1->monitor.tracker.sinceStrong = 4294967295u;
  DisturbanceMonitor_restart(&t1->monitor);
  t1->service.reference = 0;
  t1->service.display = 0;
  t1->service.gap = 0;
  t1->service.isFlatPortrait = 0;
  t1->service.pointsThroughDisplay = 0;
  t1->service.watch.edge = 6;
  t1->service.watch.flat = 7;
  t1->service.isRunning = 0;
  t1->service.isFieldKnown = 0;
  t1->service.isDeclinationKnown = 0;
  t1->service.isCardEmpty = 1;
  t1->service.last = 0;
  t1->service.modelledHorizontal = 4294967295u;
  t1->service.declination = 0;
  t1->service.declinationVariance = 0;
  t1->service.smoother.timeConstant = 0;
  t1->service.smoother.hasState = 0;
  t1->service.smoother.direction = 0;
  t1->service.smoother.last = 0;
  t1->service.smoother.inverse = 0;
  t1->service.smoother.places = 0;
  t1->service.filter.minimumChange = 0;
  t1->service.filter.heartbeat = 0;
  t1->service.filter.heading = 0;
  t1->service.filter.features = 0;
  t1->service.filter.time = 0;
  t1->service.filter.isFirst = 1;
  t1->service.card.a = 0;
  t1->service.card.b = 0;
  t1->service.card.c = 0;
  t1->service.card.d = 0;
  t1->service.card.e = 0;
  t1->service.known.q8Nanotesla.x = 0;
  t1->service.known.q8Nanotesla.y = 0;
  t1->service.known.q8Nanotesla.z = 0;
  t1->service.known.horizontalQ8 = 0;
  t1->service.known.totalQ8 = 0;
  t1->service.known.declination = 0;
  t1->service.known.declinationIsNone = 1;
  t1->service.known.dip = 0;
  t1->service.known.dipIsNone = 1;
  CalibrationRecord_init(&t1->record);
}

/* (Sources/Compass/Binnacle/Compass.swift) */
static bool Compass_isSound(const Compass *self) {
  if (self->mounting.forward < 6 && self->mounting.right < 6 && self->mounting.down < 6) {
    if (self->forceMounting.forward < 6 && self->forceMounting.right < 6 && self->forceMounting.down < 6) {
      if (self->pointer.forward < 6 && self->pointer.right < 6 && self->pointer.down < 6) {
        if (self->samples.fault < 11) {
          if (self->monitor.status.state < 4 && self->monitor.status.cause < 6) {
            if (self->monitor.repetition < 3) {
              if (self->service.reference < 3 && self->service.display < 8) {
                if (self->service.gap < 3) {
                  uint8_t t1 = self->service.watch.flat;
                  if (self->service.watch.edge < 7) {
                    return t1 < 8;
                  }
                  return false;
                }
                return false;
              }
              return false;
            }
            return false;
          }
          return false;
        }
        return false;
      }
      return false;
    }
    return false;
  }
  return false;
}

/* (Sources/Compass/Binnacle/Compass.swift) */
static void Compass_turn_to(uint8_t axis, Compass *self) {
  uint32_t t1 = AxisRemap_pointing(axis);
  self->pointer.forward = (uint8_t)t1;
  self->pointer.right = (uint8_t)(t1 >> 8);
  self->pointer.down = (uint8_t)(t1 >> 16);
  self->pointsThroughDisplay = (uint8_t)((uint8_t)(axis >> 1) == 2);
}

#if !defined(BINNACLE_WITHOUT_WORLD_MODEL)
/* (Sources/Compass/Binnacle/Compass.swift) */
static void Compass_setField_q22YearsOutside(const GeomagneticField *field, uint32_t q22YearsOutside, Compass *self) {
  HeadingService_setField_q22YearsOutside(field, q22YearsOutside, &self->service);
  if (self->expectation == 0) {
    self->expectation = 1;
    return;
  }
}

#endif

/* Forgets place and date: there is no true heading until they are set again.
   (Sources/Compass/Binnacle/Compass.swift) */
static void Compass_forgetPlace(Compass *self) {
  self->date = 0;
  self->dateIsNone = 1;
  self->service.isFieldKnown = 0;
  self->service.isDeclinationKnown = 0;
  self->service.modelledHorizontal = 4294967295u;
  self->service.gap = 0;
  if (self->expectation == 0) {
    self->expectation = 1;
    return;
  }
}

/* Puts a record into use.
   
   ```swift
   // A calibration that another program found: the offset in 1/256 nanotesla, the strength in nanotesla.
   var record = CalibrationRecord()
   record.hardIron = Vector3(x: 10_000 * 256, y: -5_000 * 256, z: 3_000 * 256)
   record.modelOrder = .sphere
   record.fieldStrength = 48_000
   if compass.isOfThisSensor(record) { compass.use(record) }
   ```
   (Sources/Compass/Binnacle/Compass.swift) */
static void Compass_use(const CalibrationRecord *record, Compass *self) {
  self->record = *record;
  self->recordNumber = (uint8_t)(self->recordNumber + 1);
  self->samples.isCorrected = 0;
  self->expectation = 2;
}

/* The code of the magnetometer's chip (`SensorChip`); 0: not known. A record made with another chip is refused, and
   removed.
   (Sources/Compass/Binnacle/Compass.swift) */
static void Compass_set_chip(uint8_t value, Compass *self) {
  CalibrationRecord t2;
  self->chip = value;
  uint8_t t1 = self->record.sensorChip;
  if (t1 == 0) {
    return;
  }
  if (value == 0) {
    return;
  }
  if (t1 == value) {
    return;
  }
  CalibrationRecord_init(&t2);
  Compass_use(&t2, self);
}

/* Puts a record into use that was stored as bytes. If the record is defective or was made with another chip, the
   record
   in use stays.
   
   ```swift
   let stored = compass.recordBytes()  // 216 bytes to store
   // After the next start:
   do { try compass.useRecord(stored.span) } catch { compass.forgetCalibration() }
   ```
   bytes: 216 bytes; more are ignored.
   (Sources/Compass/Binnacle/Compass.swift) */
static uint8_t Compass_useRecord(uintptr_t bytes, int32_t bytes2, Compass *self, uintptr_t *t1) {
  CalibrationRecord record;
  uint8_t t5;
  CalibrationRecord_init_bytes(&record, bytes, bytes2, NULL, t1, &t5);
  uint8_t t4;
  if (*t1 == 0) {
    uint8_t t2 = record.sensorChip;
    if (t2 != 0) {
      uint8_t t3 = self->chip;
      if (t3 != 0) {
        if (t2 != t3) {
          t4 = 5;
          goto L1;
        }
      }
    }
    Compass_use(&record, self);
    return 0;
  }
  t4 = t5;
  *t1 = 0;
L1:;
  *t1 = 1;
  return t4;
}

/* Whether a calibration is in use. (Sources/Compass/Binnacle/Compass.swift) */
static bool Compass_isCalibrated(const Compass *self) {
  uint8_t t1;
  switch (self->record.order) {
    case 4: {
      t1 = 4;
      break;
    }
    case 1: {
      t1 = 1;
      break;
    }
    case 2: {
      t1 = 2;
      break;
    }
    case 3: {
      t1 = 3;
      break;
    }
    default: {
      t1 = 0;
      break;
    }
  }
  return t1 != 0;
}

/* (Sources/Compass/Binnacle/CompassSamples.swift) */
static void CompassSamples_add_at_isSaturated(int32_t forceMicroG, int32_t force, int32_t force2, uint64_t time,
    bool isSaturated, CompassSamples *self) {
  uint32_t t1 = self->forceNumber;
  if (t1 != 0) {
    if (self->isForceLost == 0) {
      uint64_t t2 = self->forceTime;
      self->forceInterval = Instant_elapsed_since(t2, time);
    }
  }
  self->force.microG.x = forceMicroG;
  self->force.microG.y = force;
  self->force.microG.z = force2;
  self->forceTime = time;
  self->isSaturated = (uint8_t)isSaturated;
  self->isForceLost = 0;
  uint32_t t3 = t1 + 1;
  self->forceNumber = t3;
  self->forceNumber = (uint32_t)(t3 == 0 ? 1 : t3);
}

/* Adds one sample of the accelerometer. It gives the tilt for samples of the field until it is older than 250 ms, or
   than
   three periods of the accelerometer.
   
   - force: micro-g in the accelerometer's axes. At rest it points up.
   - time: when it was measured.
   - isSaturated: an axis is beyond the sensor's range; the sample gives no tilt.
   (Sources/Compass/Binnacle/Compass.swift) */
static void Compass_add_at_isSaturated(int32_t forceMicroG, int32_t force, int32_t force2, uint64_t time,
    bool isSaturated, Compass *self) {
  uint8_t t1 = self->forceMounting.forward;
  uint8_t t2 = self->forceMounting.right;
  uint8_t t3 = self->forceMounting.down;
  uint8_t t4 = self->mounting.forward;
  uint8_t t5 = self->mounting.right;
  uint8_t t6 = self->mounting.down;
  bool t7 = AxisRemap___derived_struct_equals((uint32_t)t1 | ((uint32_t)t2 << 8) | ((uint32_t)t3 << 16), (uint32_t)t4
      | ((uint32_t)t5 << 8) | ((uint32_t)t6 << 16));
  if (!t7) {
    Result_int32_int32_int32 t8 = AxisRemap_body(forceMicroG, force, force2, (uint32_t)t1 | ((uint32_t)t2 << 8)
        | ((uint32_t)t3 << 16));
    Vector3 t9;
    t9.x = 0;
    t9.y = 0;
    t9.z = 0;
    AxisRemap_put_on(t8.e0, t4, &t9);
    AxisRemap_put_on(t8.e1, t5, &t9);
    AxisRemap_put_on(t8.e2, t6, &t9);
    forceMicroG = t9.x;
    force = t9.y;
    force2 = t9.z;
  }
  CompassSamples_add_at_isSaturated(forceMicroG, force, force2, time, isSaturated, &self->samples);
}

/* The magnetometer's axes to the body's. (Sources/Compass/Binnacle/Compass.swift) */
static Result_int32_int32_int32 Compass_body(int32_t sensorX, int32_t sensorY, int32_t sensorZ, const Compass *self) {
  Result_int32_int32_int32 t1 = AxisRemap_body(sensorX, sensorY, sensorZ, (uint32_t)self->mounting.forward
      | ((uint32_t)self->mounting.right << 8) | ((uint32_t)self->mounting.down << 16));
  Result_int32_int32_int32 result;
  result.e0 = t1.e0;
  result.e1 = t1.e1;
  result.e2 = t1.e2;
  return result;
}

/* The body's axes to the axes of the pointing axis. (Sources/Compass/Binnacle/Compass.swift) */
static Result_int32_int32_int32 Compass_pointed(int32_t bodyX, int32_t bodyY, int32_t bodyZ, const Compass *self) {
  Result_int32_int32_int32 t1 = AxisRemap_body(bodyX, bodyY, bodyZ, (uint32_t)self->pointer.forward
      | ((uint32_t)self->pointer.right << 8) | ((uint32_t)self->pointer.down << 16));
  Result_int32_int32_int32 result;
  result.e0 = t1.e0;
  result.e1 = t1.e1;
  result.e2 = t1.e2;
  return result;
}

/* The direction of the pointing axis from the last samples, clockwise from magnetic north.
   
   `reading(at:)` starts from this heading. It has no deviation card, no smoothing and no assessment. Without an
   accelerometer the instrument counts as level.
   - Returns: within 1e-5 degrees of the exact value where the horizontal field is at least 4 % of the whole; `nil`
   before the first field, when an axis overflowed, when the accelerometer's sample is too old or cannot be used,
   when the
   pointing axis is vertical, and when the field or the force has no direction.
   (Sources/Compass/Binnacle/Compass.swift) */
static Result_uint32_uint8 Compass_heading(Compass *self) {
  if (self->samples.fieldNumber == 0 || self->samples.isFieldLost != 0) {
    Result_uint32_uint8 result9;
    result9.e0 = 0;
    result9.e1 = 1;
    return result9;
  }
  if (self->samples.isOverflowed != 0) {
    Result_uint32_uint8 result10;
    result10.e0 = 0;
    result10.e1 = 1;
    return result10;
  }
  int32_t t10;
  int32_t t11;
  int32_t t12;
  if (self->samples.forceNumber != 0) {
    uint32_t t1 = self->samples.forceInterval;
    uint64_t t2 = self->samples.fieldTime;
    uint64_t t3 = self->samples.forceTime;
    if (self->samples.isForceLost != 0 || self->samples.isSaturated != 0) {
      Result_uint32_uint8 result11;
      result11.e0 = 0;
      result11.e1 = 1;
      return result11;
    }
    uint32_t period = (uint32_t)(t1 < 1000000u ? t1 : 1000000u);
    uint64_t self2 = t2 - t3;
    int32_t t4 = (int32_t)(self2 >> 32);
    if (t4 == 0) {
      uint32_t t5 = (uint32_t)self2;
      uint32_t t6 = 3 * period;
      if (250000u < t6) {
        if (t6 < t5) {
          Result_uint32_uint8 result12;
          result12.e0 = 0;
          result12.e1 = 1;
          return result12;
        }
      } else if (250000u < t5) {
        Result_uint32_uint8 result13;
        result13.e0 = 0;
        result13.e1 = 1;
        return result13;
      }
    } else if (t4 >= 0) {
      uint32_t t7 = 3 * period;
      if (250000u >= t7 || t7 < 4294967295u) {
        Result_uint32_uint8 result14;
        result14.e0 = 0;
        result14.e1 = 1;
        return result14;
      }
    }
    Result_int32_int32_int32 t8 = CalibrationRecord_correctedForce(self->samples.force.microG.x,
        self->samples.force.microG.y, self->samples.force.microG.z, &self->record);
    Result_int32_int32_int32 t9 = Compass_body(t8.e0, t8.e1, t8.e2, self);
    t10 = t9.e0;
    t11 = t9.e1;
    t12 = t9.e2;
  } else {
    t10 = 0;
    t11 = 0;
    t12 = -1000000;
  }
  if (self->followsLevel != 0) {
    uint8_t t13 = AxisRemap_SignedAxis_mostLevel_under(t10, t11, t12, self->pointer.forward);
    Compass_turn_to(t13, self);
  }
  uint8_t t14 = self->pointer.forward;
  if (AxisRemap_SignedAxis_isVertical_under((uint32_t)t10, (uint32_t)t11, t12, t14)) {
    Result_uint32_uint8 result15;
    result15.e0 = 0;
    result15.e1 = 1;
    return result15;
  }
  CorrectionSums self6;
  CalibrationRecord_correctionSums_for(&self6, self->samples.field.nanotesla.x, self->samples.field.nanotesla.y,
      self->samples.field.nanotesla.z, &self->record);
  uint64_t self3 = (uint64_t)self6.x;
  int32_t t15 = (int32_t)(self3 >> 32);
  uint64_t self4 = (uint64_t)self6.y;
  int32_t t16 = (int32_t)(self4 >> 32);
  uint64_t self5 = (uint64_t)self6.z;
  int32_t t17 = (int32_t)(self5 >> 32);
  int32_t t18 = UInt32_leadingZeros((uint32_t)((t15 ^ (t15 >> 31)) | (t16 ^ (t16 >> 31)) | (t17 ^ (t17 >> 31))));
  int32_t left = sub32(t18, 2);
  int32_t t19 = sub32(31, left) & 0x1f;
  uint32_t fraction = (uint32_t)self3 >> (uint32_t)t19;
  int32_t t20 = left & 0x1f;
  uint32_t fraction2 = (uint32_t)self4 >> (uint32_t)t19;
  uint32_t fraction3 = (uint32_t)self5 >> (uint32_t)t19;
  Result_int32_int32_int32 t21 = Compass_body(add32((int32_t)((uint32_t)t15 << (uint32_t)t20),
      (int32_t)((fraction >> 1) + (fraction & 1))), add32((int32_t)((uint32_t)t16 << (uint32_t)t20),
      (int32_t)((fraction2 >> 1) + (fraction2 & 1))), add32((int32_t)((uint32_t)t17 << (uint32_t)t20),
      (int32_t)((fraction3 >> 1) + (fraction3 & 1))), self);
  Result_int32_int32_int32 t22 = Compass_pointed(t21.e0, t21.e1, t21.e2, self);
  Result_int32_int32_int32 t23 = Compass_pointed(t10, t11, t12, self);
  Result_uint32_uint8 t24 = TiltCompensation_heading_field_specificForce(t22.e0, t22.e1, t22.e2, sub32(0, left),
      t23.e0, t23.e1, t23.e2);
  Result_uint32_uint8 result16;
  result16.e0 = t24.e0;
  result16.e1 = t24.e1;
  return result16;
}

/* Whether the force gives the tilt of the field. (Sources/Compass/Binnacle/CompassSamples.swift) */
static bool CompassSamples_hasTilt(const CompassSamples *self) {
  if (self->forceNumber != 0) {
    if (self->isForceLost != 0) {
      return false;
    }
    if (self->isSaturated != 0) {
      return false;
    }
    uint32_t t1 = self->forceInterval;
    uint32_t period = (uint32_t)(t1 < 1000000u ? t1 : 1000000u);
    uint64_t self2 = self->fieldTime - self->forceTime;
    int32_t t2 = (int32_t)(self2 >> 32);
    uint32_t t3;
    uint32_t t4;
    if (t2 == 0) {
      t4 = (uint32_t)self2;
      if (250000u >= 3 * period) {
        t3 = 250000u;
        goto L1;
      }
    } else if (t2 < 0) {
      if (250000u >= 3 * period) {
        t3 = 250000u;
        t4 = 0;
        goto L1;
      }
      t4 = 0;
    } else {
      if (250000u >= 3 * period) {
        t3 = 250000u;
        t4 = 4294967295u;
        goto L1;
      }
      t4 = 4294967295u;
    }
    t3 = 3 * period;
L1:;
    return t3 >= t4;
  }
  return false;
}

/* Applies the record to the last field, once a sample. (Sources/Compass/Binnacle/Compass.swift) */
static void Compass_correct(Compass *self) {
  if (self->samples.isCorrected != 0) {
    return;
  }
  self->samples.isCorrected = 1;
  CorrectionSums sums;
  CalibrationRecord_correctionSums_for(&sums, self->samples.field.nanotesla.x, self->samples.field.nanotesla.y,
      self->samples.field.nanotesla.z, &self->record);
  uint64_t self2 = (uint64_t)sums.x;
  int32_t t1 = (int32_t)(self2 >> 32);
  uint64_t self3 = (uint64_t)sums.y;
  int32_t t2 = (int32_t)(self3 >> 32);
  uint64_t self4 = (uint64_t)sums.z;
  int32_t t3 = (int32_t)(self4 >> 32);
  uint32_t t4 = (uint32_t)((t1 ^ (t1 >> 31)) | (t2 ^ (t2 >> 31))) | (uint32_t)(t3 ^ (t3 >> 31));
  int32_t t6;
  int32_t t7;
  int32_t t8;
  if (t4 >= 4194304u) {
    Result_int32_int32_int32 t5 = CorrectionSums_saturated(&sums);
    t6 = t5.e0;
    t7 = t5.e1;
    t8 = t5.e2;
  } else {
    uint32_t fraction = (uint32_t)self2 >> 23;
    uint32_t fraction2 = (uint32_t)self3 >> 23;
    uint32_t fraction3 = (uint32_t)self4 >> 23;
    t6 = add32((int32_t)((uint32_t)t1 << 8), (int32_t)((fraction >> 1) + (fraction & 1)));
    t7 = add32((int32_t)((uint32_t)t2 << 8), (int32_t)((fraction2 >> 1) + (fraction2 & 1)));
    t8 = add32((int32_t)((uint32_t)t3 << 8), (int32_t)((fraction3 >> 1) + (fraction3 & 1)));
  }
  Result_int32_int32_int32 t9 = Compass_body(t6, t7, t8, self);
  self->samples.corrected.q8Nanotesla.x = t9.e0;
  self->samples.corrected.q8Nanotesla.y = t9.e1;
  self->samples.corrected.q8Nanotesla.z = t9.e2;
  int32_t t10 = UInt32_leadingZeros(t4);
  int32_t left = sub32(t10, 2);
  int32_t t11 = sub32(31, left) & 0x1f;
  uint32_t fraction4 = (uint32_t)self2 >> (uint32_t)t11;
  int32_t t12 = left & 0x1f;
  uint32_t fraction5 = (uint32_t)self3 >> (uint32_t)t11;
  uint32_t fraction6 = (uint32_t)self4 >> (uint32_t)t11;
  self->samples.fine.exponent = sub32(0, left);
  Result_int32_int32_int32 t13 = Compass_body(add32((int32_t)((uint32_t)t1 << (uint32_t)t12),
      (int32_t)((fraction4 >> 1) + (fraction4 & 1))), add32((int32_t)((uint32_t)t2 << (uint32_t)t12),
      (int32_t)((fraction5 >> 1) + (fraction5 & 1))), add32((int32_t)((uint32_t)t3 << (uint32_t)t12),
      (int32_t)((fraction6 >> 1) + (fraction6 & 1))), self);
  self->samples.fine.mantissa.x = t13.e0;
  self->samples.fine.mantissa.y = t13.e1;
  self->samples.fine.mantissa.z = t13.e2;
}

/* Corrects the last samples into the evidence. (Sources/Compass/Binnacle/CompassReading.swift) */
static void Compass_gather(HeadingEvidence *evidence, Compass *self) {
  uint8_t t1 = self->samples.fault;
  if (t1 != 0) {
    evidence->reason = t1;
    return;
  }
  if (CompassSamples_hasTilt(&self->samples)) {
    Result_int32_int32_int32 t2 = CalibrationRecord_correctedForce(self->samples.force.microG.x,
        self->samples.force.microG.y, self->samples.force.microG.z, &self->record);
    Result_int32_int32_int32 t3 = Compass_body(t2.e0, t2.e1, t2.e2, self);
    evidence->observation.specificForce.value.microG.x = t3.e0;
    evidence->observation.specificForce.value.microG.y = t3.e1;
    evidence->observation.specificForce.value.microG.z = t3.e2;
    evidence->observation.specificForce.isNone = 0;
    if (self->followsLevel != 0) {
      uint8_t t4 = AxisRemap_SignedAxis_mostLevel_under(t3.e0, t3.e1, t3.e2, self->pointer.forward);
      Compass_turn_to(t4, self);
    }
    uint8_t t5 = self->pointer.forward;
    if (AxisRemap_SignedAxis_isVertical_under((uint32_t)t3.e0, (uint32_t)t3.e1, t3.e2, t5)) {
      evidence->reason = 9;
    }
  } else if (self->pointsThroughDisplay != 0) {
    evidence->reason = 9;
  }
  if (self->samples.isOverflowed != 0) {
    evidence->observation.isOverflowed = 1;
    evidence->reason = 2;
  }
  Compass_correct(self);
  uint32_t t6 = (uint32_t)self->samples.corrected.q8Nanotesla.y;
  uint32_t t7 = (uint32_t)self->samples.corrected.q8Nanotesla.z;
  evidence->observation.field.q8Nanotesla.x = self->samples.corrected.q8Nanotesla.x;
  evidence->observation.field.q8Nanotesla.y = (int32_t)t6;
  evidence->observation.field.q8Nanotesla.z = (int32_t)t7;
  int32_t t8 = self->samples.fine.mantissa.x;
  int32_t t9 = self->samples.fine.mantissa.y;
  int32_t t10 = self->samples.fine.mantissa.z;
  evidence->field.exponent = self->samples.fine.exponent;
  Result_int32_int32_int32 t11 = Compass_pointed(t8, t9, t10, self);
  evidence->field.mantissa.x = t11.e0;
  evidence->field.mantissa.y = t11.e1;
  evidence->field.mantissa.z = t11.e2;
}

/* The error of the record in use. (Sources/Compass/Binnacle/CompassReading.swift) */
static uint32_t Compass_calibrationError(const Compass *self) {
  uint16_t t2;
  uint8_t t3;
  if (Compass_isCalibrated(self)) {
    uint16_t error = self->record.predictedTypicalError;
    if (error == 65535u) {
      error = self->record.predictedError;
    }
    bool t1 = error == 65535u;
    t2 = (uint16_t)(t1 ? 1 : error);
    t3 = (uint8_t)(t1 ? 1 : 0);
  } else {
    t2 = 0;
    t3 = 1;
  }
  return (uint32_t)t2 | ((uint32_t)t3 << 16);
}

/* Sets the field monitor's expectation from the record and from the field of the place.
   (Sources/Compass/Binnacle/CompassReading.swift) */
static void Compass_expect_for(const FieldObservation *sample, Compass *self) {
  uint32_t t1 = (uint32_t)self->expectation;
  bool isContinued = t1 == 1;
  self->expectation = 0;
  if (Compass_isCalibrated(self)) {
    bool t2 = (uint8_t)(self->record.flags & 4) == 0;
    uint32_t dipValue = (uint32_t)(t2 ? 0 : self->record.dipValue);
    uint8_t dipIsNone = (uint8_t)(t2 ? 1 : 0);
    uint32_t t3 = self->service.known.horizontalQ8;
    uint32_t t4 = self->service.known.totalQ8;
    uint32_t t5 = self->service.known.dip;
    uint8_t t6 = self->service.known.dipIsNone;
    uint32_t t9;
    if (self->service.isFieldKnown != 0) {
      uint8_t t7;
      switch (self->record.order) {
        case 4: {
          t7 = 4;
          break;
        }
        case 1: {
          t7 = 1;
          break;
        }
        case 2: {
          t7 = 2;
          break;
        }
        case 3: {
          t7 = 3;
          break;
        }
        default: {
          t7 = 0;
          break;
        }
      }
      uint32_t t8 = (uint32_t)t7;
      t9 = t8 == 1 ? t3 : t4;
      if (t8 != 1) {
        if (t6 != 1) {
          dipValue = t5;
          dipIsNone = t6;
        }
      }
    } else {
      t9 = 0;
    }
    uint32_t t10 = self->record.fieldStrength;
    uint16_t t11 = self->record.residual;
    if (DisturbanceMonitor_expect_strengthNanotesla_dip_residualNanotesla_worldNanotesla_newest_isContinued(t10,
        dipValue, dipIsNone, (uint32_t)t11, (t9 + 128) >> 8, sample, isContinued, &self->monitor)) {
      return;
    }
    if (self->samples.fieldNumber == 0 || self->samples.isFieldLost != 0) {
      return;
    }
    self->samples.isNew = 1;
    return;
  }
  if (t1 != 1) {
    self->monitor.isExpecting = 0;
    DisturbanceMonitor_restart(&self->monitor);
  }
  if (isContinued) {
    return;
  }
  if (self->samples.fieldNumber == 0 || self->samples.isFieldLost != 0) {
    return;
  }
  self->samples.isNew = 1;
}

/* Corrects the last samples and solves for the heading. The field monitor gets each sample once.
   (Sources/Compass/Binnacle/CompassReading.swift) */
static void Compass_examine(HeadingEvidence *evidence, Compass *self) {
  Compass_gather(evidence, self);
  uint32_t t1 = Compass_calibrationError(self);
  evidence->calibration.payload = (uint16_t)t1;
  evidence->calibration.tag = (uint8_t)(t1 >> 16);
  uint8_t t2;
  switch (self->record.order) {
    case 4: {
      t2 = 4;
      break;
    }
    case 1: {
      t2 = 1;
      break;
    }
    case 2: {
      t2 = 2;
      break;
    }
    case 3: {
      t2 = 3;
      break;
    }
    default: {
      t2 = 0;
      break;
    }
  }
  if (t2 == 1) {
    HeadingEvidence_addTiltError_levelTolerance(self->monitor.levelTolerance, evidence);
  }
  HeadingEvidence_solve_pointer((uint32_t)self->pointer.forward | ((uint32_t)self->pointer.right << 8)
      | ((uint32_t)self->pointer.down << 16), evidence);
  if (self->expectation != 0) {
    Compass_expect_for(&evidence->observation, self);
  }
  if (self->samples.isNew != 0) {
    self->samples.isNew = 0;
    DisturbanceMonitor_assess(&evidence->observation, &self->monitor);
    uint32_t t3 = evidence->solution.gains.field;
    uint8_t t4 = self->samples.halfCountNanotesla;
    if (t4 == 0) {
      return;
    }
    uint32_t t5 = (uint32_t)t4;
    uint32_t t6 = (5461 * (t5 * t5)) / ((self->monitor.status.strengthSquared >> 14) | 1);
    uint32_t t7 = t3 | 1;
    if (false) {
      NEVER();
    }
    uint32_t least = t6 + 16777215u / t7;
    if (self->monitor.status.fieldVariance < least) {
      self->monitor.status.fieldVariance = least;
      return;
    }
    return;
  }
}

/* Why no force gives the tilt although there is an accelerometer. (Sources/Compass/Binnacle/CompassSamples.swift) */
static uint32_t CompassSamples_doubts(const CompassSamples *self) {
  if (self->isForceLost != 0) {
    return 131072u;
  }
  if (self->forceNumber == 0) {
    return 0;
  }
  if (self->isSaturated == 0) {
    uint32_t t1 = self->forceInterval;
    uint32_t period = (uint32_t)(t1 < 1000000u ? t1 : 1000000u);
    uint64_t self2 = self->fieldTime - self->forceTime;
    int32_t t2 = (int32_t)(self2 >> 32);
    if (t2 == 0) {
      uint32_t t3 = (uint32_t)self2;
      uint32_t t4 = 3 * period;
      if (250000u < t4) {
        if (t4 >= t3) {
          return 0;
        }
      } else if (250000u >= t3) {
        return 0;
      }
    } else {
      if (t2 < 0) {
        return 0;
      }
      uint32_t t5 = 3 * period;
      if (250000u < t5 && t5 >= 4294967295u) {
        return 0;
      }
    }
  }
  uint32_t t6 = self->forceInterval;
  uint32_t period2 = (uint32_t)(t6 < 1000000u ? t6 : 1000000u);
  uint64_t self3 = self->fieldTime - self->forceTime;
  int32_t t7 = (int32_t)(self3 >> 32);
  if (t7 == 0) {
    uint32_t t8 = (uint32_t)self3;
    uint32_t t9 = 3 * period2;
    if (250000u < t9) {
      if (t9 >= t8) {
        return 131072u;
      }
    } else if (250000u >= t8) {
      return 131072u;
    }
  } else {
    if (t7 < 0) {
      return 131072u;
    }
    uint32_t t10 = 3 * period2;
    if (250000u < t10 && t10 >= 4294967295u) {
      return 131072u;
    }
  }
  return 65536u;
}

/* Corrects the last samples, solves for the heading, and estimates its accuracy.
   (Sources/Compass/Binnacle/CompassReading.swift) */
static void Compass_weigh(CompassReading *reading, Compass *self) {
  HeadingEvidence evidence;
  FieldObservation observation;
  observation.time = self->samples.fieldTime;
  observation.field.q8Nanotesla.x = 0;
  observation.field.q8Nanotesla.y = 0;
  observation.field.q8Nanotesla.z = 0;
  observation.specificForce.value.microG.x = 0;
  observation.specificForce.value.microG.y = 0;
  observation.specificForce.value.microG.z = 0;
  observation.specificForce.isNone = 1;
  observation.dip = 0;
  observation.dipIsNone = 1;
  observation.isOverflowed = 0;
  evidence.isSolved = 0;
  evidence.reason = 0;
  HeadingSolution self2;
  self2.heading = 0;
  self2.dip = 0;
  self2.horizontalNanotesla = 0;
  self2.gains.field = 4294967295u;
  self2.gains.tilt = 4294967295u;
  self2.up.x = 0;
  self2.up.y = 0;
  self2.up.z = -1;
  evidence.solution = self2;
  evidence.field.mantissa.x = 0;
  evidence.field.mantissa.y = 0;
  evidence.field.mantissa.z = 0;
  evidence.field.exponent = 0;
  evidence.observation = observation;
  evidence.calibration.payload = 0;
  evidence.calibration.tag = 1;
  evidence.mode = 0;
  Compass_examine(&evidence, self);
  self->service.pointsThroughDisplay = (uint8_t)(self->pointsThroughDisplay != 0);
  HeadingService_weigh_into(&evidence, &self->monitor.status, &reading->assessment, &self->service);
  uint8_t t1 = self->samples.fault;
  uint32_t other = CompassSamples_doubts(&self->samples);
  reading->assessment.doubts |= other;
  reading->time = self->samples.fieldTime;
  reading->hasSample = (uint8_t)(t1 == 0);
  reading->reason = evidence.reason;
  reading->isSolved = (uint8_t)(evidence.isSolved != 0);
  uint8_t t2 = evidence.mode;
  reading->mode = (uint8_t)(t2 == 2 ? 2 : (uint8_t)(t2 == 1 ? 1 : 0));
  reading->solution = evidence.solution;
  uint32_t t3 = (uint32_t)evidence.observation.field.q8Nanotesla.y;
  uint32_t t4 = (uint32_t)evidence.observation.field.q8Nanotesla.z;
  reading->field.q8Nanotesla.x = evidence.observation.field.q8Nanotesla.x;
  reading->field.q8Nanotesla.y = (int32_t)t3;
  reading->field.q8Nanotesla.z = (int32_t)t4;
  uint32_t t5 = (uint32_t)evidence.observation.specificForce.value.microG.y;
  uint32_t t6 = (uint32_t)evidence.observation.specificForce.value.microG.z;
  uint8_t t7 = evidence.observation.specificForce.isNone;
  reading->force.value.microG.x = evidence.observation.specificForce.value.microG.x;
  reading->force.value.microG.y = (int32_t)t5;
  reading->force.value.microG.z = (int32_t)t6;
  reading->force.isNone = t7;
}

/* The whole reading of a time without a fresh sample. (Sources/Compass/Binnacle/CompassReading.swift) */
static void Compass_assessSilence_at_into(uint64_t now, CompassReading *reading, Compass *self) {
  reading->mode = 0;
  reading->source = 0;
  reading->isSolved = 0;
  reading->hasSample = 0;
  reading->assessment.magnetic = 0;
  reading->assessment.magneticIsNone = 1;
  reading->assessment.trueNorth = 0;
  reading->assessment.trueNorthIsNone = 1;
  reading->assessment.accuracy = 0;
  reading->assessment.accuracyIsNone = 1;
  reading->assessment.grade = 0;
  reading->assessment.doubts = 0;
  reading->assessment.zone = 3;
  reading->assessment.disturbance = 0;
  reading->assessment.cause = 0;
  reading->assessment.reference = 0;
  reading->assessment.orientation = 0;
  reading->assessment.isDisplayFlat = 0;
  reading->assessment.event = 0;
  reading->solution.heading = 0;
  reading->solution.dip = 0;
  reading->solution.horizontalNanotesla = 0;
  reading->solution.gains.field = 4294967295u;
  reading->solution.gains.tilt = 4294967295u;
  reading->solution.up.x = 0;
  reading->solution.up.y = 0;
  reading->solution.up.z = -1;
  reading->field.q8Nanotesla.x = 0;
  reading->field.q8Nanotesla.y = 0;
  reading->field.q8Nanotesla.z = 0;
  reading->force.value.microG.x = 0;
  reading->force.value.microG.y = 0;
  reading->force.value.microG.z = 0;
  reading->force.isNone = 1;
  reading->time = now;
  bool t1 = self->samples.isFieldLost != 0;
  uint32_t doubts;
  uint8_t t2;
  bool t3;
  if (self->samples.fieldNumber != 0) {
    t2 = (uint8_t)(t1 ? 1 : 8);
    t3 = !t1;
  } else {
    if (!t1) {
      reading->reason = 7;
      doubts = 0;
      goto L1;
    }
    t2 = 1;
    t3 = false;
  }
  reading->reason = t2;
  doubts = (uint32_t)(t3 ? 8192 : 0);
L1:;
  HeadingService_begin(&reading->assessment, &self->service);
  reading->assessment.doubts = doubts;
  HeadingService_judge_mode_at(&reading->assessment, 0, now, &self->service);
}

/* As `reading(at:)`, in place; every field is written.
   
   ```swift
   var reading = CompassReading()
   compass.read(into: &reading, at: now, timeout: 5_000_000)  // a sensor that measures every two seconds
   // Samples of a file, which have a time of their own, beside those of the sensor.
   let field = MagneticField(nanotesla: Vector3(x: 20_000, y: -10_000, z: 42_000))
   var samples = CompassSamples(field, at: now, force: Acceleration(microG: Vector3(x: 0, y: 0, z: -1_000_000)))
   swap(&compass.samples, &samples)
   compass.read(into: &reading, at: compass.samples.fieldTime)
   swap(&compass.samples, &samples)
   ```
   timeout: microseconds after which the last sample is too old; `nil`: `sampleTimeout`.
   (Sources/Compass/Binnacle/CompassReading.swift) */
static void Compass_read_into_at_timeout(CompassReading *reading, uint64_t now, uint32_t timeoutValue,
    uint8_t timeoutIsNone, Compass *self) {
  bool t1 = self->samples.isFieldLost != 0;
  uint32_t t2 = self->samples.fieldNumber;
  uint64_t t3 = self->samples.fieldTime;
  if (timeoutIsNone == 1) {
    timeoutValue = self->sampleTimeout;
  }
  if (t2 != 0 && !t1) {
    uint32_t t4 = Instant_elapsed_since(t3, now);
    if (timeoutValue >= t4) {
      Compass_weigh(reading, self);
      HeadingService_judge_mode_at(&reading->assessment, reading->mode, reading->time, &self->service);
      return;
    }
  }
  Compass_assessSilence_at_into(now, reading, self);
}

/* Positive when the right side is down; `nil` without an accelerometer, and when the forward axis is vertical.
   (Sources/Compass/Binnacle/CompassReading.swift) */
static Result_uint32_uint8 CompassReading_roll(const CompassReading *self) {
  if (self->mode == 2) {
    Result_uint32_uint8 t1 = Cordic_Precise_angle_y_x(sub32(0, self->solution.up.y), sub32(0, self->solution.up.z));
    Result_uint32_uint8 result3;
    result3.e0 = t1.e0;
    result3.e1 = t1.e1;
    return result3;
  }
  Result_uint32_uint8 result4;
  result4.e0 = 0;
  result4.e1 = 1;
  return result4;
}

/* Positive when the nose is up, −90°…90°; `nil` without an accelerometer.
   (Sources/Compass/Binnacle/CompassReading.swift) */
static Result_uint32_uint8 CompassReading_pitch(const CompassReading *self) {
  if (self->mode == 2) {
    int32_t t1 = self->solution.up.y;
    int64_t t2 = Int64_adding_times(t1, t1, 0);
    int32_t t3 = self->solution.up.z;
    int64_t across = Int64_adding_times(t3, t3, t2);
    uint32_t root = UInt64_approximateSquareRoot((uint64_t)across);
    Result_uint32_uint8 t4 = Cordic_Precise_angle_y_x(self->solution.up.x, (int32_t)root);
    Result_uint32_uint8 result3;
    result3.e0 = (uint32_t)(t4.e1 == 1 ? 0 : t4.e0);
    result3.e1 = 0;
    return result3;
  }
  Result_uint32_uint8 result4;
  result4.e0 = 0;
  result4.e1 = 1;
  return result4;
}

#if !defined(BINNACLE_WITHOUT_CALIBRATION)
/* The force in the magnetometer's axes: as measured for a calibration of the accelerometer, else corrected.
   (Sources/Compass/Binnacle/CompassCalibration.swift) */
static Result_uint32_uint32_uint32_uint8 CompassCalibration_force_of(const Compass *compass,
    const CompassCalibration *self) {
  bool t1 = compass->samples.isSaturated != 0;
  bool t2 = compass->samples.isForceLost != 0;
  uint32_t t3 = compass->samples.forceInterval;
  uint64_t t4 = compass->samples.fieldTime;
  uint64_t t5 = compass->samples.forceTime;
  if (compass->samples.forceNumber != 0) {
    if (t2) {
      Result_uint32_uint32_uint32_uint8 result9;
      result9.e0 = 0;
      result9.e1 = 0;
      result9.e2 = 0;
      result9.e3 = 1;
      return result9;
    }
    if (t1) {
      Result_uint32_uint32_uint32_uint8 result10;
      result10.e0 = 0;
      result10.e1 = 0;
      result10.e2 = 0;
      result10.e3 = 1;
      return result10;
    }
    uint32_t period = (uint32_t)(t3 < 1000000u ? t3 : 1000000u);
    uint64_t self2 = t4 - t5;
    int32_t t6 = (int32_t)(self2 >> 32);
    if (t6 == 0) {
      uint32_t t7 = (uint32_t)self2;
      uint32_t t8 = 3 * period;
      if (250000u < t8) {
        if (t8 < t7) {
          Result_uint32_uint32_uint32_uint8 result11;
          result11.e0 = 0;
          result11.e1 = 0;
          result11.e2 = 0;
          result11.e3 = 1;
          return result11;
        }
      } else if (250000u < t7) {
        Result_uint32_uint32_uint32_uint8 result12;
        result12.e0 = 0;
        result12.e1 = 0;
        result12.e2 = 0;
        result12.e3 = 1;
        return result12;
      }
    } else if (t6 >= 0) {
      uint32_t t9 = 3 * period;
      if (250000u >= t9 || t9 < 4294967295u) {
        Result_uint32_uint32_uint32_uint8 result13;
        result13.e0 = 0;
        result13.e1 = 0;
        result13.e2 = 0;
        result13.e3 = 1;
        return result13;
      }
    }
    if (self->machine.e3 != 0) {
      Result_uint32_uint32_uint32_uint8 result14;
      result14.e0 = (uint32_t)compass->samples.force.microG.x;
      result14.e1 = (uint32_t)compass->samples.force.microG.y;
      result14.e2 = (uint32_t)compass->samples.force.microG.z;
      result14.e3 = 0;
      return result14;
    }
    Result_int32_int32_int32 t10 = CalibrationRecord_correctedForce(compass->samples.force.microG.x,
        compass->samples.force.microG.y, compass->samples.force.microG.z, &compass->record);
    Result_uint32_uint32_uint32_uint8 result15;
    result15.e0 = (uint32_t)t10.e0;
    result15.e1 = (uint32_t)t10.e1;
    result15.e2 = (uint32_t)t10.e2;
    result15.e3 = 0;
    return result15;
  }
  Result_uint32_uint32_uint32_uint8 result16;
  result16.e0 = 0;
  result16.e1 = 0;
  result16.e2 = 0;
  result16.e3 = 1;
  return result16;
}

/* Adds the last sample with another specific force, in the magnetometer's axes.
   (Sources/Compass/Binnacle/CompassCalibration.swift) */
static void CompassCalibration_addSample_of_force_at(const Compass *compass, uint32_t forceValue, uint32_t force,
    uint32_t force2, uint8_t forceIsNone, uint64_t now, CompassCalibration *self) {
  self->machine.e11.fit.configuration.levelAxis = (uint8_t)(compass->mounting.down >> 1);
  uint32_t fieldX = (uint32_t)compass->samples.field.nanotesla.x;
  uint32_t fieldY = (uint32_t)compass->samples.field.nanotesla.y;
  uint32_t fieldZ = (uint32_t)compass->samples.field.nanotesla.z;
  bool isOverflowed = compass->samples.isOverflowed != 0;
  CalibrationSample t2;
  uint32_t t1;
  if (forceIsNone == 1) {
    t2.field.x = (int32_t)fieldX;
    t2.field.y = (int32_t)fieldY;
    t2.field.z = (int32_t)fieldZ;
    forceValue = 0;
    force = 0;
    force2 = 0;
    t1 = (uint32_t)now;
  } else {
    t2.field.x = (int32_t)fieldX;
    t2.field.y = (int32_t)fieldY;
    t2.field.z = (int32_t)fieldZ;
    t1 = (uint32_t)now;
  }
  t2.specificForce.x = (int32_t)forceValue;
  t2.specificForce.y = (int32_t)force;
  t2.specificForce.z = (int32_t)force2;
  t2.time = t1;
  CalibrationMachine_add_at(&t2, isOverflowed, (uint32_t)now, &self->machine);
}

/* Puts the record of a result into use. The other sensor's part stays.
   (Sources/Compass/Binnacle/CompassCalibration.swift) */
static void CompassCalibration_adopt_into(const FitOutcome *outcome, Compass *compass, const CompassCalibration *self) {
  if (self->machine.e3 != 0) {
    CalibrationRecord_setAccelerometer_from(outcome, &compass->record);
  } else {
    CalibrationRecord_setMagnetometer_from(outcome, &compass->record);
    uint32_t t1 = self->machine.e8.coverage.words[1];
    uint32_t t2 = self->machine.e8.coverage.words[2];
    compass->record.coverage.words[0] = self->machine.e8.coverage.words[0];
    compass->record.coverage.words[1] = t1;
    compass->record.coverage.words[2] = t2;
    compass->record.sensorChip = (uint8_t)(self->usesOwnSensor != 0 ? compass->chip : 0);
    CalibrationRecord_set_temperatureEighths((uint32_t)(uint16_t)compass->temperatureEighths
        | ((uint32_t)compass->temperatureEighthsIsNone << 16), &compass->record);
    uint32_t t3;
    uint8_t t4;
    if (compass->dateIsNone == 1) {
      t3 = 0;
      t4 = 1;
    } else {
      t3 = (uint32_t)compass->date;
      t4 = 0;
    }
    CalibrationRecord_set_date(t3, t4, &compass->record);
  }
  compass->recordNumber = (uint8_t)(compass->recordNumber + 1);
  compass->samples.isCorrected = 0;
  compass->expectation = 2;
}

/* A background fit compares new samples with the record that it made. Somebody may have set another record.
   (Sources/Compass/Binnacle/CompassCalibration.swift) */
static void CompassCalibration_checkRecord_of(const Compass *compass, CompassCalibration *self) {
  MatrixQ24 t2;
  uint8_t t1 = compass->recordNumber;
  if (self->checkedRecord != t1) {
    self->checkedRecord = t1;
    if (compass->record.hardIron.x == self->machine.e10.centre.x
        && compass->record.hardIron.y == self->machine.e10.centre.y
        && compass->record.hardIron.z == self->machine.e10.centre.z) {
      FitOutcome_correction(&t2, &self->machine.e10);
      if (MatrixQ24_equals(&compass->record.softIron.rows[0].x, &t2.rows[0].x)) {
        return;
      }
    }
    self->machine.e9.kept.count = 0;
    return;
  }
}

/* Does one slice of work.
   
   ```swift
   // `step`, one part after the other, for a loop that has something else to do between them.
   calibration.addSample(of: &compass, at: now)
   calibration.advance(to: now)
   if calibration.work(&compass, at: now) { calibration.saved(store(compass.recordBytes()), at: now) }
   calibration.watch(&compass, at: now)
   ```
   - Returns: whether the compass has a new record now.
   (Sources/Compass/Binnacle/CompassCalibration.swift) */
static bool CompassCalibration_work_at(Compass *compass, uint64_t now, CompassCalibration *self) {
  CalibrationMachine_work_at(now, &self->machine);
  uint8_t next = SavingState_after(2, self->machine.e4);
  bool t2;
  if (next == 6) {
    t2 = false;
  } else {
    self->machine.e4 = next;
    CompassCalibration_adopt_into(&self->machine.e10, compass, self);
    if (self->hasStore != 0) {
      t2 = true;
    } else {
      CalibrationMachine_handle_saving_at(6, now, &self->machine);
      t2 = true;
    }
  }
  if (CalibrationMachine_isRefitting(&self->machine)) {
    CompassCalibration_checkRecord_of(compass, self);
  }
  bool isInUse = Compass_isCalibrated(compass);
  if ((self->machine.e2 != 0) != isInUse && self->machine.e1 != 8) {
    CalibrationMachine_setCalibrated_at(isInUse, now, &self->machine);
    return t2;
  }
  return t2;
}

/* Compares strength, dip, residual, age and temperature with the calibration in use. Call it after each reading;
   `step` does.
   (Sources/Compass/Binnacle/CompassCalibration.swift) */
static void CompassCalibration_watch_at(const Compass *compass, uint64_t now, CompassCalibration *self) {
  if (self->machine.e1 == 9) {
    uint8_t t1 = compass->recordNumber;
    if (self->watchedRecord != t1) {
      self->watchedRecord = t1;
      self->watch.evidence = 0;
      self->watch.wandering = 0;
      self->watch.lasting = 0;
      self->watch.reported = 0;
      if (self->machine.e8.reason.code >= 64) {
        self->machine.e8.reason.code = 0;
      }
    }
    int32_t found;
    int32_t found2;
    uint32_t t7;
    if (self->usesOwnSensor != 0) {
      Result_uint32_int32_int32 t2 = CalibrationWatch_check_at(&compass->monitor, now, &self->watch);
      if ((t2.e0 & 0xffu) != 6) {
        t7 = t2.e0;
        found = t2.e1;
        found2 = t2.e2;
        goto L1;
      }
    }
    uint8_t t3;
    t3 = compass->record.flags;
    int32_t t4;
    t4 = compass->record.dateValue;
    uint8_t todayIsNone;
    int32_t todayValue;
    if (compass->dateIsNone == 1) {
      todayValue = 0;
      todayIsNone = 1;
    } else {
      todayValue = compass->date;
      todayIsNone = 0;
    }
    if ((uint8_t)(t3 & 1) != 0) {
      if (todayIsNone != 1) {
        int32_t t5 = sub32(todayValue, t4);
        if (365 < t5) {
          Result_uint32_int32_int32 t6 = CalibrationWatch_report_once(3, t5, 365, &self->watch);
          if ((t6.e0 & 0xffu) != 6) {
            t7 = t6.e0;
            found = t6.e1;
            found2 = t6.e2;
            goto L1;
          }
        }
      }
    }
    bool t8;
    t8 = (uint8_t)(t3 & 2) == 0;
    Result_uint32_int32_int32 t9;
    t9 = CalibrationWatch_compare_calibrated_now((uint32_t)(uint16_t)(t8 ? 0
        : (uint16_t)compass->record.temperatureValue) | ((uint32_t)(uint8_t)(t8 ? 1 : 0) << 16),
        (uint32_t)(uint16_t)compass->temperatureEighths | ((uint32_t)compass->temperatureEighthsIsNone << 16),
        &self->watch);
    if ((t9.e0 & 0xffu) == 6) {
      return;
    }
    uint8_t foundReason;
    foundReason = (uint8_t)t9.e0;
    found = t9.e1;
    found2 = t9.e2;
    goto L2;
L1:;
    foundReason = (uint8_t)t7;
L2:;
    self->machine.e6 = (uint32_t)now;
    CalibrationMachine_fire(21, &self->machine);
    self->machine.e8.reason.code = (uint8_t)(65 + (uint8_t)(foundReason + 1));
    self->machine.e8.reason.measured = found;
    self->machine.e8.reason.limit = found2;
    return;
  }
  self->watchedRecord = (uint8_t)(compass->recordNumber - 1);
}

/* Adds the last sample of the compass, if it is new, does one slice of work, at most 25,000 Cortex-M0+ cycles, and
   watches
   the calibration in use. A solve takes some 80 slices, and some hundred where the sensors are turned far against
   each
   other. Samples that come during a solve are left out.
   - Returns: whether the compass has a new record now: store its bytes, and call `saved`.
   (Sources/Compass/Binnacle/CompassCalibration.swift) */
static bool CompassCalibration_step_at(Compass *compass, uint64_t now, CompassCalibration *self) {
  uint32_t t1 = compass->samples.fieldNumber;
  if (self->seen != t1) {
    self->seen = t1;
    Result_uint32_uint32_uint32_uint8 t2 = CompassCalibration_force_of(compass, self);
    CompassCalibration_addSample_of_force_at(compass, t2.e0, t2.e1, t2.e2, t2.e3, now, self);
  }
  CalibrationMachine_advance_to(now, &self->machine);
  bool hasRecord = CompassCalibration_work_at(compass, now, self);
  uint32_t t3 = compass->samples.fieldNumber;
  if (self->watched != t3) {
    if (compass->samples.isNew != 0) {
      return hasRecord;
    }
    self->watched = t3;
    CompassCalibration_watch_at(compass, now, self);
    return hasRecord;
  }
  return hasRecord;
}

/* Whether a new record is in use and waits to be stored. (Sources/Compass/Binnacle/CompassCalibration.swift) */
static bool CompassCalibration_waitsForStore(const CompassCalibration *self) {
  return self->machine.e4 == 2;
}

/* Whether the last record that was committed is stored. (Sources/Compass/Binnacle/CompassCalibration.swift) */
static bool CompassCalibration_isStored(const CompassCalibration *self) {
  return self->machine.e4 == 4;
}

/* How reliable the prediction of the error is, 0…100. (Sources/Compass/Binnacle/CompassCalibration.swift) */
static uint8_t CompassCalibration_confidence(const CompassCalibration *self) {
  if (self->machine.e10.accepted != 0) {
    uint32_t seen = DirectionCells_count_2(self->machine.e8.coverage.words[0], self->machine.e8.coverage.words[1],
        self->machine.e8.coverage.words[2]);
    uint32_t t1 = (100 * (uint32_t)(seen < 64 ? seen : 64)) >> 6;
    return (uint8_t)(self->machine.e10.model == 4 ? t1 : t1 >> 1);
  }
  return 0;
}

/* What the reason at a place did. (Sources/Compass/Binnacle/CompassCalibration.swift) */
static uint8_t CompassCalibration_weight(uint16_t place, const CompassCalibration *self) {
  if (place == 0) {
    return (uint8_t)(self->machine.e1 == 10 ? 2 : 0);
  }
  if (14 < place) {
    return 0;
  }
  return (uint8_t)(self->machine.e10.accepted != 0 ? 1 : 2);
}

/* Why a person should be asked for a calibration, now; `nil` for no question. A question that is returned counts as
   asked.
   
   ```swift
   calibration.questions.setInterval(seconds: 3_600)
   if let reason = calibration.question(about: &compass, at: now) {
   print("please calibrate: reason", reason.code.rawValue)  // please calibrate: reason 65
   }
   ```
   (Sources/Compass/Binnacle/CompassCalibration.swift) */
static Result_uint32_int32_uint32_uint8 CompassCalibration_question_about_at(const Compass *compass, uint64_t now,
    CompassCalibration *self) {
  int32_t why2;
  uint32_t why3;
  uint8_t whyCode;
  switch ((uint32_t)self->machine.e1) {
    case 9: {
      whyCode = self->machine.e8.reason.code;
      if (whyCode != 0) {
        if (whyCode >= 64) {
          why2 = self->machine.e8.reason.measured;
          why3 = (uint32_t)self->machine.e8.reason.limit;
          goto L1;
        }
      }
      break;
    }
    case 0: {
      break;
    }
    default: {
      Result_uint32_int32_uint32_uint8 result5;
      result5.e0 = 0;
      result5.e1 = 0;
      result5.e2 = 0;
      result5.e3 = 1;
      return result5;
    }
  }
  uint8_t t1;
  t1 = compass->record.grade;
  uint32_t why;
  if (self->machine.e2 != 0) {
    if (t1 >= 2) {
      Result_uint32_int32_uint32_uint8 result6;
      result6.e0 = 0;
      result6.e1 = 0;
      result6.e2 = 0;
      result6.e3 = 1;
      return result6;
    }
    why = 65;
    why2 = (int32_t)t1;
    why3 = 2;
  } else {
    why = 64;
    why2 = 0;
    why3 = 1;
  }
  whyCode = (uint8_t)why;
L1:;
  if (CalibrationPrompter_ask_at(now, &self->questions)) {
    Result_uint32_int32_uint32_uint8 result7;
    result7.e0 = (uint32_t)whyCode;
    result7.e1 = why2;
    result7.e2 = why3;
    result7.e3 = 0;
    return result7;
  }
  Result_uint32_int32_uint32_uint8 result8;
  result8.e0 = 0;
  result8.e1 = 0;
  result8.e2 = 0;
  result8.e3 = 1;
  return result8;
}

#endif

#if !defined(BINNACLE_WITHOUT_MOTION)
/* settings: the delays of the sensors, and whether the field is used.
   (Sources/Compass/Binnacle/CompassMotion.swift) */
static void CompassMotion_init_settings(CompassMotion *t1, uint32_t t2, uint32_t t3, uint32_t t4, uint32_t t5) {
  CompactMatrix t6;
  t1->mounting.forward = 0;
  t1->mounting.right = 2;
  t1->mounting.down = 4;
  t1->isOn = 1;
  t1->hasRate = 0;
  t1->isLost = 0;
  t1->hasForce = 0;
  t1->record = 0;
  t1->seenField = 0;
  t1->seenForce = 0;
  t1->lastForce = 0;
  t1->compassPart.magnetic = 0;
  t1->compassPart.accuracy = 0;
  t1->compassPart.grade = 0;
  t1->compassPart.disturbance = 4;
  t1->source = 0;
  t1->axes.fault = 0;
  t1->axes.state = 0;
  t1->axes.arrangement = 0;
  t1->axes.hasRate = 0;
  t1->axes.isOpen = 0;
  t1->axes.isDue = 0;
  t1->axes.order = 0;
  t1->axes.rateTime = 0;
  t1->axes.angle.x = 0;
  t1->axes.angle.y = 0;
  t1->axes.angle.z = 0;
  t1->axes.time = 0;
  t1->axes.field.x = 0;
  t1->axes.field.y = 0;
  t1->axes.field.z = 0;
  t1->axes.force.x = 0;
  t1->axes.force.y = 0;
  t1->axes.force.z = 0;
  t1->axes.sums.ofGains[0].x = 0;
  t1->axes.sums.ofGains[0].y = 0;
  t1->axes.sums.ofGains[0].z = 0;
  t1->axes.sums.ofGains[1].x = 0;
  t1->axes.sums.ofGains[1].y = 0;
  t1->axes.sums.ofGains[1].z = 0;
  t1->axes.sums.ofBias[0].x = 0;
  t1->axes.sums.ofBias[0].y = 0;
  t1->axes.sums.ofBias[0].z = 0;
  t1->axes.sums.ofBias[1].x = 0;
  t1->axes.sums.ofBias[1].y = 0;
  t1->axes.sums.ofBias[1].z = 0;
  t6.x.x = 0;
  t6.x.y = 0;
  t6.x.z = 0;
  t6.y.x = 0;
  t6.y.y = 0;
  t6.y.z = 0;
  t6.z.x = 0;
  t6.z.y = 0;
  t6.z.z = 0;
  t1->axes.sums.mixed = t6;
  t1->axes.sums.moments = t6;
  t1->axes.sums.biasMoment.x = 0;
  t1->axes.sums.biasMoment.y = 0;
  t1->axes.sums.biasMoment.z = 0;
  t1->axes.sums.square = 0;
  t1->axes.sums.count = 0;
  t1->axes.sums.turned.x = 0;
  t1->axes.sums.turned.y = 0;
  t1->axes.sums.turned.z = 0;
  t1->judge.time = 0;
  t1->judge.heading = 0;
  t1->judge.square = 0;
  t1->judge.north = 0;
  t1->judge.trend = 0;
  t1->judge.variance = 0;
  t1->judge.trendVariance = 0;
  t1->judge.covariance = 0;
  t1->judge.lasting = 0;
  t1->judge.turned = 0;
  t1->judge.difference = 0;
  t1->judge.shaken = 0;
  t1->judge.doubt = 0;
  t1->judge.former = 0;
  t1->judge.agreement = 0;
  t1->judge.heldBound = 0;
  t1->judge.blocks = 0;
  t1->judge.contrary = 0;
  t1->judge.alarm = 0;
  t1->judge.hasNorth = 0;
  t1->judge.isLasting = 0;
  t1->judge.contradictions = 0;
  t1->judge.axis = 0;
  t1->judge.isReady = 0;
  t1->judge.usesField = 0;
  MotionFilter_init_settings(&t1->filter, t2, t3, t4, (uint32_t)(uint8_t)(((uint8_t)t5 & 1) != 0)
      | ((uint32_t)(uint16_t)(t5 >> 16) << 16));
}

/* (Sources/Compass/Binnacle/CompassMotion.swift) */
static void CompassMotion_mounting_didset(CompassMotion *self) {
  CompactMatrix t1;
  self->axes.fault = 0;
  self->axes.state = 0;
  self->axes.arrangement = 0;
  self->axes.hasRate = 0;
  self->axes.isOpen = 0;
  self->axes.isDue = 0;
  self->axes.order = 0;
  self->axes.rateTime = 0;
  self->axes.angle.x = 0;
  self->axes.angle.y = 0;
  self->axes.angle.z = 0;
  self->axes.time = 0;
  self->axes.field.x = 0;
  self->axes.field.y = 0;
  self->axes.field.z = 0;
  self->axes.force.x = 0;
  self->axes.force.y = 0;
  self->axes.force.z = 0;
  self->axes.sums.ofGains[0].x = 0;
  self->axes.sums.ofGains[0].y = 0;
  self->axes.sums.ofGains[0].z = 0;
  self->axes.sums.ofGains[1].x = 0;
  self->axes.sums.ofGains[1].y = 0;
  self->axes.sums.ofGains[1].z = 0;
  self->axes.sums.ofBias[0].x = 0;
  self->axes.sums.ofBias[0].y = 0;
  self->axes.sums.ofBias[0].z = 0;
  self->axes.sums.ofBias[1].x = 0;
  self->axes.sums.ofBias[1].y = 0;
  self->axes.sums.ofBias[1].z = 0;
  t1.x.x = 0;
  t1.x.y = 0;
  t1.x.z = 0;
  t1.y.x = 0;
  t1.y.y = 0;
  t1.y.z = 0;
  t1.z.x = 0;
  t1.z.y = 0;
  t1.z.z = 0;
  self->axes.sums.mixed = t1;
  self->axes.sums.moments = t1;
  self->axes.sums.biasMoment.x = 0;
  self->axes.sums.biasMoment.y = 0;
  self->axes.sums.biasMoment.z = 0;
  self->axes.sums.square = 0;
  self->axes.sums.count = 0;
  self->axes.sums.turned.x = 0;
  self->axes.sums.turned.y = 0;
  self->axes.sums.turned.z = 0;
}

/* Restarts the filter with these settings. Attitude, bias and all other estimates are discarded.
   
   ```swift
   motion.restart(MotionSettings(usesField: false))  // beside an electric motor: turns alone, without the field
   ```
   (Sources/Compass/Binnacle/CompassMotion.swift) */
static void CompassMotion_restart(uint32_t t1, uint32_t t2, uint32_t t3, uint32_t t4, CompassMotion *self) {
  CompactMatrix t5;
  self->hasForce = 0;
  self->axes.fault = 0;
  self->axes.state = 0;
  self->axes.arrangement = 0;
  self->axes.hasRate = 0;
  self->axes.isOpen = 0;
  self->axes.isDue = 0;
  self->axes.order = 0;
  self->axes.rateTime = 0;
  self->axes.angle.x = 0;
  self->axes.angle.y = 0;
  self->axes.angle.z = 0;
  self->axes.time = 0;
  self->axes.field.x = 0;
  self->axes.field.y = 0;
  self->axes.field.z = 0;
  self->axes.force.x = 0;
  self->axes.force.y = 0;
  self->axes.force.z = 0;
  self->axes.sums.ofGains[0].x = 0;
  self->axes.sums.ofGains[0].y = 0;
  self->axes.sums.ofGains[0].z = 0;
  self->axes.sums.ofGains[1].x = 0;
  self->axes.sums.ofGains[1].y = 0;
  self->axes.sums.ofGains[1].z = 0;
  self->axes.sums.ofBias[0].x = 0;
  self->axes.sums.ofBias[0].y = 0;
  self->axes.sums.ofBias[0].z = 0;
  self->axes.sums.ofBias[1].x = 0;
  self->axes.sums.ofBias[1].y = 0;
  self->axes.sums.ofBias[1].z = 0;
  t5.x.x = 0;
  t5.x.y = 0;
  t5.x.z = 0;
  t5.y.x = 0;
  t5.y.y = 0;
  t5.y.z = 0;
  t5.z.x = 0;
  t5.z.y = 0;
  t5.z.z = 0;
  self->axes.sums.mixed = t5;
  self->axes.sums.moments = t5;
  self->axes.sums.biasMoment.x = 0;
  self->axes.sums.biasMoment.y = 0;
  self->axes.sums.biasMoment.z = 0;
  self->axes.sums.square = 0;
  self->axes.sums.count = 0;
  self->axes.sums.turned.x = 0;
  self->axes.sums.turned.y = 0;
  self->axes.sums.turned.z = 0;
  MotionFilter_init_settings(&self->filter, t1, t2, t3, (uint32_t)(uint8_t)(((uint8_t)t4 & 1) != 0)
      | ((uint32_t)(uint16_t)(t4 >> 16) << 16));
  HeadingJudge_forget(&self->judge);
}

/* Why the heading is not fused, from the state of the sensors. (Sources/Compass/Binnacle/CompassMotion.swift) */
static uint8_t CompassMotion_reason_isCalibrated_at(uint8_t state, bool isCalibrated, uint64_t now,
    const CompassMotion *self) {
  if (self->hasRate == 0) {
    return 1;
  }
  if (self->isOn == 0) {
    return 2;
  }
  if (self->isLost != 0) {
    return 4;
  }
  uint64_t t1 = self->filter.watch.time;
  if (self->filter.watch.hasBegun != 0) {
    if (250000u < Instant_elapsed_since(t1, now)) {
      return 4;
    }
  }
  if (self->axes.fault != 0) {
    return 9;
  }
  if (self->hasForce == 0) {
    return 6;
  }
  uint64_t t2 = self->lastForce;
  if (1000000u < Instant_elapsed_since(t2, now)) {
    return 6;
  }
  switch (state) {
    case 3: {
      return 5;
    }
    case 0:
    case 1: {
      return 3;
    }
    case 2: {
      return (uint8_t)(isCalibrated ? 0 : 7);
    }
    default: {
      NEVER();
    }
  }
}

/* Passes a new field to the monitor and to the judge, before the filter gets it. Then readings do not depend on how
   often
   somebody reads.
   (Sources/Compass/Binnacle/CompassMotion.swift) */
static void CompassMotion_observe(Compass *compass, CompassMotion *self) {
  if (compass->samples.isNew == 0) {
    if (compass->expectation != 2) {
      return;
    }
  }
  HeadingEvidence evidence;
  FieldObservation observation;
  observation.time = compass->samples.fieldTime;
  observation.field.q8Nanotesla.x = 0;
  observation.field.q8Nanotesla.y = 0;
  observation.field.q8Nanotesla.z = 0;
  observation.specificForce.value.microG.x = 0;
  observation.specificForce.value.microG.y = 0;
  observation.specificForce.value.microG.z = 0;
  observation.specificForce.isNone = 1;
  observation.dip = 0;
  observation.dipIsNone = 1;
  observation.isOverflowed = 0;
  evidence.isSolved = 0;
  evidence.reason = 0;
  HeadingSolution self2;
  self2.heading = 0;
  self2.dip = 0;
  self2.horizontalNanotesla = 0;
  self2.gains.field = 4294967295u;
  self2.gains.tilt = 4294967295u;
  self2.up.x = 0;
  self2.up.y = 0;
  self2.up.z = -1;
  evidence.solution = self2;
  evidence.field.mantissa.x = 0;
  evidence.field.mantissa.y = 0;
  evidence.field.mantissa.z = 0;
  evidence.field.exponent = 0;
  evidence.observation = observation;
  evidence.calibration.payload = 0;
  evidence.calibration.tag = 1;
  evidence.mode = 0;
  Compass_examine(&evidence, compass);
  int32_t t1 = CompactNumber_whole_unit(-12, self->filter.heading.measuredDip);
  FieldStatus t10;
  DisturbanceMonitor_status_withDip(&t10, t1, &compass->monitor);
  Result_uint32_uint32_uint32_uint8 t2 = HeadingAccuracy_squares_of(&evidence, &t10);
  bool t3 = t2.e3 == 1;
  uint32_t square;
  if (t3) {
    square = 16777216u;
  } else {
    square = t2.e0 - t2.e1 - t2.e2;
  }
  int32_t t4 = CompactNumber_init_exponent((int32_t)square, -20);
  self->filter.heading.sourceBound = CompactNumber_squareRoot(t4);
  if (self->filter.settings.usesField != 0) {
    uint8_t t5 = MotionFilter_state(&self->filter);
    bool t6 = Compass_isCalibrated(compass);
    uint64_t t7 = compass->samples.fieldTime;
    if (CompassMotion_reason_isCalibrated_at(t5, t6, t7, self) == 0) {
      if (self->record == compass->recordNumber) {
        CompassEvidence found;
        CompassEvidence_init_time_axis(&found, t7, compass->pointer.forward);
        if (!t3) {
          found.heading = evidence.solution.heading;
          found.headingIsNone = 0;
          found.square = t2.e0;
          found.tiltSquare = t2.e1;
          found.noiseSquare = t2.e2;
        }
        bool t9;
        if (self->judge.isReady != 0 && 0 < self->judge.alarm) {
          uint16_t t8 = t10.reasons;
          if ((uint16_t)(t8 & 1) == 1) {
            t9 = true;
          } else {
            t9 = (uint16_t)(t8 & 0x20u) == 32;
          }
        } else {
          t9 = t10.state != 0;
        }
        found.isDoubted = (uint8_t)t9;
        HeadingJudge_judge(&found, &self->filter, &self->judge);
        if (self->judge.isReady != 0 && 0 < self->judge.alarm) {
          compass->monitor.status.state = 2;
          compass->monitor.quiet = 0;
        }
        return;
      }
    }
  }
  self->record = compass->recordNumber;
  HeadingJudge_forget(&self->judge);
}

/* (Sources/Compass/Binnacle/Compass.swift) */
static Result_uint32_uint32_uint32_uint8 Compass_tilt(const Compass *self) {
  bool t1 = self->samples.isSaturated != 0;
  bool t2 = self->samples.isForceLost != 0;
  uint32_t t3 = self->samples.forceInterval;
  uint64_t t4 = self->samples.fieldTime;
  uint64_t t5 = self->samples.forceTime;
  if (self->samples.forceNumber != 0) {
    if (t2) {
      Result_uint32_uint32_uint32_uint8 result8;
      result8.e0 = 0;
      result8.e1 = 0;
      result8.e2 = 0;
      result8.e3 = 1;
      return result8;
    }
    if (t1) {
      Result_uint32_uint32_uint32_uint8 result9;
      result9.e0 = 0;
      result9.e1 = 0;
      result9.e2 = 0;
      result9.e3 = 1;
      return result9;
    }
    uint32_t period = (uint32_t)(t3 < 1000000u ? t3 : 1000000u);
    uint64_t self2 = t4 - t5;
    int32_t t6 = (int32_t)(self2 >> 32);
    if (t6 == 0) {
      uint32_t t7 = (uint32_t)self2;
      uint32_t t8 = 3 * period;
      if (250000u < t8) {
        if (t8 < t7) {
          Result_uint32_uint32_uint32_uint8 result10;
          result10.e0 = 0;
          result10.e1 = 0;
          result10.e2 = 0;
          result10.e3 = 1;
          return result10;
        }
      } else if (250000u < t7) {
        Result_uint32_uint32_uint32_uint8 result11;
        result11.e0 = 0;
        result11.e1 = 0;
        result11.e2 = 0;
        result11.e3 = 1;
        return result11;
      }
    } else if (t6 >= 0) {
      uint32_t t9 = 3 * period;
      if (250000u >= t9 || t9 < 4294967295u) {
        Result_uint32_uint32_uint32_uint8 result12;
        result12.e0 = 0;
        result12.e1 = 0;
        result12.e2 = 0;
        result12.e3 = 1;
        return result12;
      }
    }
    Result_int32_int32_int32 t10 = CalibrationRecord_correctedForce(self->samples.force.microG.x,
        self->samples.force.microG.y, self->samples.force.microG.z, &self->record);
    Result_int32_int32_int32 t11 = Compass_body(t10.e0, t10.e1, t10.e2, self);
    Result_uint32_uint32_uint32_uint8 result13;
    result13.e0 = (uint32_t)t11.e0;
    result13.e1 = (uint32_t)t11.e1;
    result13.e2 = (uint32_t)t11.e2;
    result13.e3 = 0;
    return result13;
  }
  Result_uint32_uint32_uint32_uint8 result14;
  result14.e0 = 0;
  result14.e1 = 0;
  result14.e2 = 0;
  result14.e3 = 1;
  return result14;
}

/* The strength of the calibration, nanotesla. 0 without one, and for a planar one, whose corrected field has no
   vertical
   part: its turns do not show the axes. 0 also while strength or dip is wrong: a magnet that turns with the
   instrument
   looks like a wrong scale.
   (Sources/Compass/Binnacle/CompassMotion.swift) */
static uint32_t Compass_strengthForAxes(const Compass *self) {
  uint16_t t1 = self->monitor.status.reasons;
  if (self->monitor.status.state != 0) {
    if ((uint16_t)(t1 & 1) == 1) {
      return 0;
    }
    if ((uint16_t)(t1 & 0x20u) == 32) {
      return 0;
    }
  }
  if (Compass_isCalibrated(self)) {
    uint8_t t2;
    switch (self->record.order) {
      case 4: {
        t2 = 4;
        break;
      }
      case 1: {
        t2 = 1;
        break;
      }
      case 2: {
        t2 = 2;
        break;
      }
      case 3: {
        t2 = 3;
        break;
      }
      default: {
        t2 = 0;
        break;
      }
    }
    if (t2 == 1) {
      return 0;
    }
    return self->record.fieldStrength;
  }
  return 0;
}

/* Adds the last field of the compass. `step` calls it, too. (Sources/Compass/Binnacle/CompassMotion.swift) */
static void CompassMotion_addField_of(Compass *compass, CompassMotion *self) {
  CompassMotion_observe(compass, self);
  if (self->isOn != 0) {
    if (compass->samples.isOverflowed != 0) {
      return;
    }
    Compass_correct(compass);
    int32_t x = compass->samples.corrected.q8Nanotesla.x >> 8;
    int32_t y = compass->samples.corrected.q8Nanotesla.y >> 8;
    int32_t z = compass->samples.corrected.q8Nanotesla.z >> 8;
    Result_uint32_uint32_uint32_uint8 t1 = Compass_tilt(compass);
    int32_t t2;
    int32_t t3;
    int32_t t4;
    uint8_t t5;
    if (t1.e3 == 1) {
      t2 = 0;
      t3 = 0;
      t4 = 0;
      t5 = 1;
    } else {
      t2 = (int32_t)t1.e0;
      t3 = (int32_t)t1.e1;
      t4 = (int32_t)t1.e2;
      t5 = 0;
    }
    uint32_t t6 = Compass_strengthForAxes(compass);
    GyroscopeAxes_add_field_force_strength(x, y, z, (uint32_t)t2, (uint32_t)t3, (uint32_t)t4, t5, t6, &self->axes);
    Compass_correct(compass);
    MotionFilter_add_field_at(compass->samples.corrected.q8Nanotesla.x, compass->samples.corrected.q8Nanotesla.y,
        compass->samples.corrected.q8Nanotesla.z, compass->samples.fieldTime, &self->filter);
    return;
  }
}

/* Adds the last samples of the compass, each once, and does one slice of work: at most 15,000 Cortex-M0+ cycles.
   - Returns: whether there is more work.
   (Sources/Compass/Binnacle/CompassMotion.swift) */
static bool CompassMotion_step(Compass *compass, CompassMotion *self) {
  uint32_t t1 = compass->samples.forceNumber;
  if (self->seenForce != t1) {
    self->seenForce = t1;
    if (self->isOn != 0) {
      bool t2 = compass->samples.isSaturated != 0;
      if (!t2) {
        self->lastForce = compass->samples.forceTime;
        self->hasForce = 1;
      }
      Result_int32_int32_int32 t3 = CalibrationRecord_correctedForce(compass->samples.force.microG.x,
          compass->samples.force.microG.y, compass->samples.force.microG.z, &compass->record);
      Result_int32_int32_int32 t4 = Compass_body(t3.e0, t3.e1, t3.e2, compass);
      MotionFilter_add_force_at_isSaturated(t4.e0, t4.e1, t4.e2, compass->samples.forceTime, t2, &self->filter);
    }
  }
  uint32_t t5 = compass->samples.fieldNumber;
  if (self->seenField != t5) {
    self->seenField = t5;
    CompassMotion_addField_of(compass, self);
  }
  if (MotionFilter_work(&self->filter)) {
    return true;
  }
  if (self->axes.isDue != 0) {
    self->axes.isDue = 0;
    OptionalAxesGains t7;
    AxesSums_gains(&t7, &self->axes.sums);
    if (t7.isNone != 1) {
      GyroscopeAxes_judge(&t7.value, &self->axes);
    }
    AxesSums_fade(&self->axes.sums);
    return true;
  }
  return false;
}

/* The fused heading of the compass's pointing axis, or why there is none.
   
   ```swift
   let fused = motion.fused(&compass, at: now)
   if !fused.isFused { print("no part in it:", fused.reason) }  // no part in it: noGyroscope
   ```
   now: in the time of the samples.
   (Sources/Compass/Binnacle/CompassMotion.swift) */
static void CompassMotion_fused_at(FusedHeading *t1, const Compass *compass, uint64_t now, const CompassMotion *self) {
  MotionEstimate t15;
  MotionFilter_estimate(&t15, &self->filter);
  FusedHeading found;
  found.estimate = t15;
  found.reason = 0;
  found.magnetic = 0;
  found.magneticIsNone = 1;
  found.trueNorth = 0;
  found.trueNorthIsNone = 1;
  found.accuracy = 0;
  found.accuracyIsNone = 1;
  uint8_t t2 = t15.state;
  bool t3 = Compass_isCalibrated(compass);
  uint8_t t4 = CompassMotion_reason_isCalibrated_at(t2, t3, now, self);
  found.reason = t4;
  uint32_t t5 = (uint32_t)t4;
  bool t6 = t5 == 0;
  if (!t6) {
    if (t5 != 7) {
      *t1 = found;
      return;
    }
  }
  Result_uint32_uint8 t7 = MotionFilter_heading_of(compass->pointer.forward, &self->filter);
  if (t7.e1 == 1) {
    found.reason = 8;
    *t1 = found;
    return;
  }
  uint32_t t8 = DeviationCard_deviation_at(t7.e0, &compass->service.card);
  uint32_t a = t7.e0 + t8;
  uint32_t offset;
  if (compass->pointsThroughDisplay != 0) {
    offset = 0;
  } else {
    uint8_t t9 = compass->service.display;
    uint8_t t10 = compass->service.watch.edge;
    uint8_t t11 = compass->service.watch.flat;
    bool t12 = t9 != 7;
    switch (t12 || compass->service.isFlatPortrait == 0 ? (t12 ? t9 : t10) : (t11 == 7 ? t10 : t11)) {
      case 0:
      case 4:
      case 5:
      case 6: {
        offset = 0;
        break;
      }
      case 1: {
        offset = 2147483648u;
        break;
      }
      case 2: {
        offset = 1073741824u;
        break;
      }
      case 3: {
        offset = 3221225472u;
        break;
      }
      default: {
        NEVER();
      }
    }
  }
  found.magnetic = a + offset;
  found.magneticIsNone = 0;
  if (t6) {
    uint32_t t13 = compass->service.declination;
    if (compass->service.isDeclinationKnown != 0) {
      found.trueNorth = a + t13 + offset;
      found.trueNorthIsNone = 0;
    }
    int64_t t14 = (int64_t)t15.headingAccuracy * 36000;
    uint32_t bound = (uint32_t)((uint64_t)t14 >> 32) + 1;
    found.accuracy = (uint16_t)(bound < 18000 ? (uint16_t)bound : 18000);
    found.accuracyIsNone = 0;
    *t1 = found;
    return;
  }
  *t1 = found;
}

/* Stores the compass's part of a reading: before the judgement, and without smoothing.
   (Sources/Compass/Binnacle/CompassMotion.swift) */
static void CompassMotion_keepPart_of(const CompassReading *reading, const Compass *compass, CompassMotion *self) {
  self->compassPart.magnetic = 0;
  self->compassPart.accuracy = 0;
  self->compassPart.grade = 0;
  self->compassPart.disturbance = 4;
  uint16_t accuracy = reading->assessment.accuracy;
  if (reading->assessment.accuracyIsNone == 1) {
    return;
  }
  uint32_t compass2 = reading->solution.heading;
  uint32_t t1 = DeviationCard_deviation_at(compass2, &compass->service.card);
  uint32_t a = compass2 + t1;
  uint32_t offset;
  if (compass->pointsThroughDisplay != 0) {
    offset = 0;
  } else {
    uint8_t t2 = compass->service.display;
    uint8_t t3 = compass->service.watch.edge;
    uint8_t t4 = compass->service.watch.flat;
    bool t5 = t2 != 7;
    switch (t5 || compass->service.isFlatPortrait == 0 ? (t5 ? t2 : t3) : (t4 == 7 ? t3 : t4)) {
      case 0:
      case 4:
      case 5:
      case 6: {
        offset = 0;
        break;
      }
      case 1: {
        offset = 2147483648u;
        break;
      }
      case 2: {
        offset = 1073741824u;
        break;
      }
      case 3: {
        offset = 3221225472u;
        break;
      }
      default: {
        NEVER();
      }
    }
  }
  uint8_t grade = reading->assessment.grade;
  uint8_t disturbance = reading->assessment.disturbance;
  self->compassPart.magnetic = a + offset;
  uint32_t t6 = ((uint32_t)disturbance << 24) | (((uint32_t)grade << 16) | (uint32_t)accuracy);
  self->compassPart.accuracy = (uint16_t)t6;
  self->compassPart.grade = (uint8_t)(t6 >> 16);
  self->compassPart.disturbance = (uint8_t)(t6 >> 24);
}

/* Assesses the last samples of the compass as `Compass.read` does, and judges compass and gyroscope together:
   heading and
   accuracy of the assessment are those of both, and `source` says which of them gave the heading. `solution` stays
   the
   compass's. If the field turned and the instrument did not, the reading is marked as disturbed, and the compass's
   field
   monitor keeps that state for three more seconds: strength and dip alone cannot show that a field has turned.
   
   - now: decides whether the last sample is too old.
   - timeout: microseconds after which it is; `nil`: the compass's `sampleTimeout`.
   (Sources/Compass/Binnacle/CompassMotion.swift) */
static void CompassMotion_read_into_at_timeout(Compass *compass, CompassReading *reading, uint64_t now,
    uint32_t timeoutValue, uint8_t timeoutIsNone, CompassMotion *self) {
  bool t1 = compass->samples.isFieldLost != 0;
  uint32_t t2 = compass->samples.fieldNumber;
  uint64_t t3 = compass->samples.fieldTime;
  if (timeoutIsNone == 1) {
    timeoutValue = compass->sampleTimeout;
  }
  if (t2 != 0 && !t1) {
    uint32_t t4 = Instant_elapsed_since(t3, now);
    if (timeoutValue >= t4) {
      CompassMotion_observe(compass, self);
      uint32_t smootherTimeConstant = compass->service.smoother.timeConstant;
      bool smootherHasState = compass->service.smoother.hasState != 0;
      uint32_t smootherHasState2 = compass->service.smoother.direction;
      uint64_t smootherDirection = compass->service.smoother.last;
      uint32_t smootherLast = compass->service.smoother.inverse;
      uint32_t smoother = compass->service.smoother.places;
      uint32_t elapsed = Instant_elapsed_since(compass->service.last, compass->samples.fieldTime);
      Compass_weigh(reading, compass);
      CompassMotion_keepPart_of(reading, compass, self);
      self->source = 0;
      uint8_t t6;
      if (self->judge.isReady != 0) {
        if (self->judge.time == reading->time) {
          if (reading->isSolved != 0) {
            if (self->judge.axis == compass->pointer.forward) {
              t6 = (uint8_t)(self->judge.usesField != 0 ? 2 : 1);
              self->source = t6;
              compass->service.smoother.timeConstant = smootherTimeConstant;
              compass->service.smoother.hasState = (uint8_t)smootherHasState;
              compass->service.smoother.direction = smootherHasState2;
              compass->service.smoother.last = smootherDirection;
              compass->service.smoother.inverse = smootherLast;
              compass->service.smoother.places = smoother;
              uint32_t t5 = reading->assessment.doubts;
              if ((t5 & 0x800u) == 2048) {
                compass->service.smoother.hasState = 0;
              }
              if (0 < self->judge.alarm) {
                reading->assessment.disturbance = 2;
                reading->assessment.doubts = t5 | 0x10u;
              }
              HeadingService_replace_square_into_after(self->judge.heading, self->judge.square, &reading->assessment,
                  elapsed, &compass->service);
            } else {
              t6 = 0;
            }
          } else {
            t6 = 0;
          }
        } else {
          t6 = 0;
        }
      } else {
        t6 = 0;
      }
      reading->source = t6;
      HeadingService_judge_mode_at(&reading->assessment, reading->mode, reading->time, &compass->service);
      return;
    }
  }
  self->source = 0;
  self->compassPart.magnetic = 0;
  self->compassPart.accuracy = 0;
  self->compassPart.grade = 0;
  self->compassPart.disturbance = 4;
  Compass_assessSilence_at_into(now, reading, compass);
}

#endif

#if !defined(BINNACLE_WITHOUT_CALIBRATION) && !defined(BINNACLE_WITHOUT_MOTION)
/* A guide that has seen no movement yet. (Sources/Compass/Binnacle/CompassGuide.swift) */
static void CompassGuide_init(CompassGuide *t1) {
  CompactMatrix t2;
  FieldCentre_init(&t1->centre);
  TurnPairs_init(&t1->pairs);
  t1->field.axes = 0;
  t1->field.turn.x = 0;
  t1->field.turn.y = 0;
  t1->field.turn.z = 0;
  t1->field.deviation = 65535u;
  t1->field.pass = 0;
  t1->field.pairs = 0;
  t1->field.order[0] = 0;
  t1->field.order[1] = 1;
  t1->field.order[2] = 2;
  t1->field.signs[0] = 0;
  t1->field.signs[1] = 0;
  t1->field.signs[2] = 0;
  t1->field.isMirrored = 0;
  t1->field.found.w = 1073741824;
  t1->field.found.x = 0;
  t1->field.found.y = 0;
  t1->field.found.z = 0;
  t2.x.x = 0;
  t2.x.y = 0;
  t2.x.z = 0;
  t2.y.x = 0;
  t2.y.y = 0;
  t2.y.z = 0;
  t2.z.x = 0;
  t2.z.y = 0;
  t2.z.z = 0;
  t1->field.sums = t2;
  t1->field.squares = 0;
  t1->force.axes = 0;
  t1->force.turn.x = 0;
  t1->force.turn.y = 0;
  t1->force.turn.z = 0;
  t1->force.deviation = 65535u;
  t1->force.pass = 0;
  t1->force.pairs = 0;
  t1->force.order[0] = 0;
  t1->force.order[1] = 1;
  t1->force.order[2] = 2;
  t1->force.signs[0] = 0;
  t1->force.signs[1] = 0;
  t1->force.signs[2] = 0;
  t1->force.isMirrored = 0;
  t1->force.found.w = 1073741824;
  t1->force.found.x = 0;
  t1->force.found.y = 0;
  t1->force.found.z = 0;
  t1->force.sums = t2;
  t1->force.squares = 0;
  t1->isGathering = 0;
  t1->nextPair = 0;
  t1->restarts = 0;
  t1->hasAnchor = 0;
  t1->seenField = 0;
  t1->seenForce = 0;
  t1->anchor.w = 1073741824;
  t1->anchor.x = 0;
  t1->anchor.y = 0;
  t1->anchor.z = 0;
  t1->anchorTime = 0;
}

/* Whether places are within their ranges; the memory may have been overwritten.
   (Sources/Compass/Binnacle/CompassGuide.swift) */
static bool CompassGuide_isSound(const CompassGuide *self) {
  int32_t t1 = self->centre.keptCount;
  if (t1 >= 0 && 64 >= t1) {
    int32_t t2 = self->pairs.count;
    if (t2 >= 0 && 24 >= t2) {
      int8_t t3 = self->field.pass;
      int8_t t4 = self->field.order[0];
      int8_t t5 = self->field.order[1];
      int8_t t6 = self->field.order[2];
      bool t7 = t3 >= 0 && 4 >= t3 && t4 >= 0 && t4 < 3 && t5 >= 0 && t5 < 3 && t6 >= 0;
      if (t7 && t6 < 3) {
        int8_t t8 = self->force.pass;
        int8_t t9 = self->force.order[0];
        int8_t t10 = self->force.order[1];
        int8_t t11 = self->force.order[2];
        bool t12 = t8 >= 0 && 4 >= t8 && t9 >= 0 && t9 < 3 && t10 >= 0 && t10 < 3 && t11 >= 0;
        if (t12 && t11 < 3) {
          int32_t t13 = self->nextPair;
          if (t13 >= 0) {
            return t2 >= t13;
          }
          return false;
        }
        return false;
      }
      return false;
    }
    return false;
  }
  return false;
}

/* Adds the last force of the compass while a run collects samples. `step` calls it, too.
   (Sources/Compass/Binnacle/CompassGuide.swift) */
static void CompassGuide_addForce_of_with(const Compass *compass, const CompassMotion *motion, CompassGuide *self) {
  if (self->isGathering != 0) {
    if (motion->isOn != 0) {
      if (compass->samples.isSaturated != 0) {
        return;
      }
      Result_int32_int32_int32 t1 = CalibrationRecord_correctedForce(compass->samples.force.microG.x,
          compass->samples.force.microG.y, compass->samples.force.microG.z, &compass->record);
      Result_int32_int32_int32 t2 = Compass_body(t1.e0, t1.e1, t1.e2, compass);
      TurnPairs_add_force_attitude(t2.e0, t2.e1, t2.e2, motion->filter.strapdown.attitude.w,
          motion->filter.strapdown.attitude.x, motion->filter.strapdown.attitude.y,
          motion->filter.strapdown.attitude.z, &self->pairs);
      return;
    }
    return;
  }
}

/* Discards earlier data if the run has not started moving, or if the gyroscope's frame restarted.
   (Sources/Compass/Binnacle/CompassGuide.swift) */
static void CompassGuide_begin_ifOther_orWaiting(uint16_t restarts, bool isWaiting, CompassGuide *self) {
  if (restarts != self->restarts) {
    self->restarts = restarts;
    self->hasAnchor = 0;
  } else if (!isWaiting) {
    return;
  }
  self->centre.isKnown = 0;
  self->centre.count = 0;
  self->centre.keptCount = 0;
  self->pairs.isOpen = 0;
  self->pairs.count = 0;
  self->pairs.turns = 0;
  self->pairs.stride = 1;
  self->pairs.forceSum.x = 0;
  self->pairs.forceSum.y = 0;
  self->pairs.forceSum.z = 0;
  self->pairs.forces = 0;
}

/* Whether the instrument has turned by 5° in the last second. The largest bias that the filter allows, 2 °/s, turns
   it less.
   (Sources/Compass/Binnacle/CompassGuide.swift) */
static bool CompassGuide_isMoving_at(int32_t attitudeW, int32_t attitudeX, int32_t attitudeY, int32_t attitudeZ,
    uint64_t time, CompassGuide *self) {
  if (self->hasAnchor != 0) {
    uint64_t t1 = self->anchorTime;
    if (1000000u >= Instant_elapsed_since(t1, time)) {
      bool t2 = Quaternion_isNear(self->anchor.w, self->anchor.x, self->anchor.y, self->anchor.z, 1072719860,
          attitudeW, attitudeX, attitudeY, attitudeZ);
      return !t2;
    }
  }
  self->hasAnchor = 1;
  self->anchor.w = attitudeW;
  self->anchor.x = attitudeX;
  self->anchor.y = attitudeY;
  self->anchor.z = attitudeZ;
  self->anchorTime = time;
  return false;
}

/* The specific force for the calibration, in the magnetometer's axes: from the attitude where it is more accurate.
   (Sources/Compass/Binnacle/CompassGuide.swift) */
static Result_uint32_uint32_uint32_uint8 CompassGuide_force_for_of_with(const CompassCalibration *calibration,
    const Compass *compass, const CompassMotion *motion, const CompassGuide *self) {
  Result_uint32_uint32_uint32_uint8 t1 = CompassCalibration_force_of(compass, calibration);
  if (t1.e3 == 1) {
    Result_uint32_uint32_uint32_uint8 result5;
    result5.e0 = t1.e0;
    result5.e1 = t1.e1;
    result5.e2 = t1.e2;
    result5.e3 = t1.e3;
    return result5;
  }
  if (self->centre.isKnown != 0) {
    Result_int32_int32_int32_uint8 t2 = MotionFilter_down(&motion->filter);
    if (t2.e3 == 1) {
      Result_uint32_uint32_uint32_uint8 result6;
      result6.e0 = t1.e0;
      result6.e1 = t1.e1;
      result6.e2 = t1.e2;
      result6.e3 = 0;
      return result6;
    }
    uint8_t t3 = compass->mounting.forward;
    uint8_t t4 = compass->mounting.right;
    uint8_t t5 = compass->mounting.down;
    Vector3 t10;
    t10.x = 0;
    t10.y = 0;
    t10.z = 0;
    AxisRemap_put_on(sub32(0, t2.e0), t3, &t10);
    AxisRemap_put_on(sub32(0, t2.e1), t4, &t10);
    AxisRemap_put_on(sub32(0, t2.e2), t5, &t10);
    Result_uint32_uint32_uint32_uint8 result7;
    result7.e0 = (uint32_t)t10.x;
    result7.e1 = (uint32_t)t10.y;
    result7.e2 = (uint32_t)t10.z;
    result7.e3 = 0;
    return result7;
  }
  Result_uint32_uint32_uint32_uint8 result8;
  result8.e0 = t1.e0;
  result8.e1 = t1.e1;
  result8.e2 = t1.e2;
  result8.e3 = 0;
  return result8;
}

/* Adds the last field to the search for its centre, and passes a found centre to the calibration.
   
   - attitude: the attitude at the last rate; `then`: the attitude at the time of the field.
   (Sources/Compass/Binnacle/CompassGuide.swift) */
static void CompassGuide_findCentre_for_of(CompassCalibration *calibration, const Compass *compass, int32_t attitudeW,
    int32_t attitudeX, int32_t attitudeY, int32_t attitudeZ, int32_t thenW, int32_t thenX, int32_t thenY,
    int32_t thenZ, CompassGuide *self) {
  Result_int32_int32_int32 t1 = Compass_body(compass->samples.field.nanotesla.x, compass->samples.field.nanotesla.y,
      compass->samples.field.nanotesla.z, compass);
  if (self->isGathering == 0) {
    CompactMatrix t19;
    self->isGathering = 1;
    self->field.axes = 0;
    self->field.turn.x = 0;
    self->field.turn.y = 0;
    self->field.turn.z = 0;
    self->field.deviation = 65535u;
    self->field.pass = 0;
    self->field.pairs = 0;
    self->field.order[0] = 0;
    self->field.order[1] = 1;
    self->field.order[2] = 2;
    self->field.signs[0] = 0;
    self->field.signs[1] = 0;
    self->field.signs[2] = 0;
    self->field.isMirrored = 0;
    self->field.found.w = 1073741824;
    self->field.found.x = 0;
    self->field.found.y = 0;
    self->field.found.z = 0;
    t19.x.x = 0;
    t19.x.y = 0;
    t19.x.z = 0;
    t19.y.x = 0;
    t19.y.y = 0;
    t19.y.z = 0;
    t19.z.x = 0;
    t19.z.y = 0;
    t19.z.z = 0;
    self->field.sums = t19;
    self->field.squares = 0;
    self->force.axes = 0;
    self->force.turn.x = 0;
    self->force.turn.y = 0;
    self->force.turn.z = 0;
    self->force.deviation = 65535u;
    self->force.pass = 0;
    self->force.pairs = 0;
    self->force.order[0] = 0;
    self->force.order[1] = 1;
    self->force.order[2] = 2;
    self->force.signs[0] = 0;
    self->force.signs[1] = 0;
    self->force.signs[2] = 0;
    self->force.isMirrored = 0;
    self->force.found.w = 1073741824;
    self->force.found.x = 0;
    self->force.found.y = 0;
    self->force.found.z = 0;
    self->force.sums = t19;
    self->force.squares = 0;
  }
  TurnPairs_add_field_attitude_at(t1.e0, t1.e1, t1.e2, thenW, thenX, thenY, thenZ, compass->samples.fieldTime,
      &self->pairs);
  FieldCentre_add_attitude(t1.e0, t1.e1, t1.e2, attitudeW, attitudeX, attitudeY, attitudeZ, &self->centre);
  if (self->centre.isKnown == 0) {
    return;
  }
  uint8_t t2 = compass->mounting.forward;
  uint8_t t3 = compass->mounting.right;
  uint8_t t4 = compass->mounting.down;
  int32_t t5 = self->centre.centre.x;
  int32_t t6 = self->centre.centre.y;
  int32_t t7 = self->centre.centre.z;
  Vector3 t20;
  t20.x = 0;
  t20.y = 0;
  t20.z = 0;
  AxisRemap_put_on(t5, t2, &t20);
  AxisRemap_put_on(t6, t3, &t20);
  AxisRemap_put_on(t7, t4, &t20);
  uint32_t t8 = (uint32_t)t20.x;
  uint32_t t9 = (uint32_t)t20.y;
  uint32_t t10 = (uint32_t)t20.z;
  uint32_t t11 = self->centre.radius;
  if (!CalibrationMachine_settle_onCentre_radius(t8, t9, t10, t11, &calibration->machine)) {
    return;
  }
  int32_t t12 = self->centre.keptCount;
  if (0 >= t12) {
    return;
  }
  int32_t t13 = self->centre.origin.x;
  int32_t t14 = self->centre.origin.y;
  int32_t t15 = self->centre.origin.z;
  int32_t index = 0;
  for (;;) {
    Result_int32_int32_int32 t16 = ShortVector_vector_unit(5, (uint32_t)(uint16_t)self->centre.kept[index].x
        | ((uint32_t)(uint16_t)self->centre.kept[index].y << 16), self->centre.kept[index].z);
    Vector3 t21;
    t21.x = 0;
    t21.y = 0;
    t21.z = 0;
    AxisRemap_put_on(add32(t13, t16.e0), t2, &t21);
    AxisRemap_put_on(add32(t14, t16.e1), t3, &t21);
    AxisRemap_put_on(add32(t15, t16.e2), t4, &t21);
    int32_t fieldX = t21.x;
    int32_t fieldY = t21.y;
    int32_t fieldZ = t21.z;
    Vector3 t22;
    t22.x = fieldX;
    t22.y = fieldY;
    t22.z = fieldZ;
    if (calibration->machine.e11.live.isEmpty != 0) {
      calibration->machine.e11.live.isEmpty = 0;
      calibration->machine.e11.live.low.x = fieldX;
      calibration->machine.e11.live.low.y = fieldY;
      calibration->machine.e11.live.low.z = fieldZ;
      calibration->machine.e11.live.high.x = fieldX;
      calibration->machine.e11.live.high.y = fieldY;
      calibration->machine.e11.live.high.z = fieldZ;
    }
    Vector3 t23;
    t23.x = LiveCoverage_stretch(&calibration->machine.e11.live.low.x, &calibration->machine.e11.live.high.x, fieldX);
    t23.y = LiveCoverage_stretch(&calibration->machine.e11.live.low.y, &calibration->machine.e11.live.high.y, fieldY);
    t23.z = LiveCoverage_stretch(&calibration->machine.e11.live.low.z, &calibration->machine.e11.live.high.z, fieldZ);
    uint32_t t17 = Vector3_largestDifference_from(&calibration->machine.e11.live.low,
        &calibration->machine.e11.live.high);
    uint32_t half = t17 >> 1;
    if (calibration->machine.e11.live.isSolved == 0) {
      LiveCoverage_move_to_radius(&t23, half, &calibration->machine.e11.live);
    }
    uint32_t t18 = Vector3_largestDifference_from(&calibration->machine.e11.live.centre, &t22);
    if ((half >> 2) < t18) {
      int32_t x = sub32(fieldX, calibration->machine.e11.live.centre.x);
      int32_t y = sub32(fieldY, calibration->machine.e11.live.centre.y);
      int32_t z = sub32(fieldZ, calibration->machine.e11.live.centre.z);
      uint32_t x2;
      if (x < 0) {
        x2 = 0 - (uint32_t)x - 1 + 1;
      } else {
        x2 = (uint32_t)x;
      }
      uint32_t y2;
      if (y < 0) {
        y2 = 0 - (uint32_t)y - 1 + 1;
      } else {
        y2 = (uint32_t)y;
      }
      uint32_t z2;
      if (z < 0) {
        z2 = 0 - (uint32_t)z - 1 + 1;
      } else {
        z2 = (uint32_t)z;
      }
      uint8_t cell;
      if (x2 >= y2 && x2 >= z2) {
        cell = DirectionCells_face(0, x, y, z);
      } else if (y2 >= z2) {
        cell = DirectionCells_face(2, y, x, z);
      } else {
        cell = DirectionCells_face(4, z, x, y);
      }
      uint32_t bit = (uint32_t)1 << ((uint32_t)(uint8_t)(cell & 0x1fu) & 0x1fu);
      if (cell < 32) {
        calibration->machine.e11.live.seen.words[0] |= bit;
      } else if (cell < 64) {
        calibration->machine.e11.live.seen.words[1] |= bit;
      } else {
        calibration->machine.e11.live.seen.words[2] |= bit;
      }
    }
    index = add32(index, 1);
    if (index >= t12) {
      return;
    }
  }
}

/* Adds the last sample of the compass to the calibration. Before, it reports whether the instrument moves, replaces
   the
   measured force by the attitude's where that is more accurate, and updates the field's centre.
   
   ```swift
   // `step`, one part after the other, for a loop that has something else to do between them.
   guide.addForce(of: &compass, with: &motion)
   guide.addSample(to: &calibration, of: &compass, with: &motion, at: now)
   guide.align(&calibration, of: &compass)
   ```
   (Sources/Compass/Binnacle/CompassGuide.swift) */
static void CompassGuide_addSample_to_of_with_at(CompassCalibration *calibration, const Compass *compass,
    const CompassMotion *motion, uint64_t now, CompassGuide *self) {
  uint8_t state = calibration->machine.e1;
  uint64_t time = compass->samples.fieldTime;
  if (CalibrationState_wantsSamples(state)) {
    if (calibration->machine.e3 == 0) {
      if (motion->isOn != 0) {
        if (MotionFilter_isFollowing_at(time, &motion->filter)) {
          int32_t attitudeW = motion->filter.strapdown.attitude.w;
          int32_t attitudeX = motion->filter.strapdown.attitude.x;
          int32_t attitudeY = motion->filter.strapdown.attitude.y;
          int32_t attitudeZ = motion->filter.strapdown.attitude.z;
          bool isWaiting = state == 2;
          CompassGuide_begin_ifOther_orWaiting(motion->filter.counts.restarts, isWaiting, self);
          if (isWaiting) {
            if (CompassGuide_isMoving_at(attitudeW, attitudeX, attitudeY, attitudeZ, time, self)) {
              CalibrationMachine_reportTurn_at(now, &calibration->machine);
            } else if (motion->filter.rest.still >= 1500000u) {
              CalibrationMachine_reportRest_at(now, &calibration->machine);
              return;
            }
          }
          Result_uint32_uint32_uint32_uint8 t1 = CompassGuide_force_for_of_with(calibration, compass, motion, self);
          if (compass->samples.isOverflowed == 0) {
            Result_int32_int32_int32_int32 t2 = MotionFilter_frame_at(time, &motion->filter);
            CompassGuide_findCentre_for_of(calibration, compass, attitudeW, attitudeX, attitudeY, attitudeZ, t2.e0,
                t2.e1, t2.e2, t2.e3, self);
          }
          CompassCalibration_addSample_of_force_at(compass, t1.e0, t1.e1, t1.e2, t1.e3, now, calibration);
          return;
        }
      }
    }
  }
  Result_uint32_uint32_uint32_uint8 t3 = CompassCalibration_force_of(compass, calibration);
  CompassCalibration_addSample_of_force_at(compass, t3.e0, t3.e1, t3.e2, t3.e3, now, calibration);
}

/* Does one slice of the alignment of the three sensors, when a run has a result. `step` calls it, too.
   (Sources/Compass/Binnacle/CompassGuide.swift) */
static void CompassGuide_align_of(const CompassCalibration *calibration, const Compass *compass, CompassGuide *self) {
  if (self->isGathering == 0) {
    return;
  }
  uint8_t t1 = (uint8_t)self->field.pass;
  bool isOfForces = t1 == 4;
  if (isOfForces) {
    if (self->force.pass == 4) {
      return;
    }
  }
  switch (calibration->machine.e1) {
    case 7:
    case 8:
    case 9: {
      if (calibration->machine.e10.accepted != 0) {
        uint8_t mountingForward = compass->mounting.forward;
        uint8_t mountingRight = compass->mounting.right;
        uint8_t mountingDown = compass->mounting.down;
        int32_t t2 = self->nextPair;
        if (t2 < self->pairs.count) {
          if (isOfForces) {
            Result_int32_int32_int32_int32 t3 = TurnPair_turn(&self->pairs.pairs[t2]);
            uint16_t t4 = (uint16_t)self->pairs.pairs[t2].forceValues[1].x;
            uint16_t t5 = (uint16_t)self->pairs.pairs[t2].forceValues[1].y;
            int16_t t6 = self->pairs.pairs[t2].forceValues[1].z;
            Result_int32_int32_int32 t7 = ShortVector_vector_unit(6,
                (uint32_t)(uint16_t)self->pairs.pairs[t2].forceValues[0].x
                | ((uint32_t)(uint16_t)self->pairs.pairs[t2].forceValues[0].y << 16),
                self->pairs.pairs[t2].forceValues[0].z);
            Result_int32_int32_int32 t8 = ShortVector_vector_unit(6, (uint32_t)t4 | ((uint32_t)t5 << 16), t6);
            TurnAlignment_add_turn_before_after(t3.e0, t3.e1, t3.e2, t3.e3, t7.e0, t7.e1, t7.e2, t8.e0, t8.e1, t8.e2,
                &self->force);
          } else {
            int32_t t9 = calibration->machine.e10.centre.x;
            int32_t t10 = calibration->machine.e10.centre.y;
            int32_t t11 = calibration->machine.e10.centre.z;
            Result_int32_int32_int32_int32 t12 = TurnPair_turn(&self->pairs.pairs[t2]);
            uint16_t t13 = (uint16_t)self->pairs.pairs[t2].fieldValues[1].x;
            uint16_t t14 = (uint16_t)self->pairs.pairs[t2].fieldValues[1].y;
            int16_t t15 = self->pairs.pairs[t2].fieldValues[1].z;
            Result_int32_int32_int32 t16 = ShortVector_vector_unit(5,
                (uint32_t)(uint16_t)self->pairs.pairs[t2].fieldValues[0].x
                | ((uint32_t)(uint16_t)self->pairs.pairs[t2].fieldValues[0].y << 16),
                self->pairs.pairs[t2].fieldValues[0].z);
            Result_int32_int32_int32 t17 = ShortVector_vector_unit(5, (uint32_t)t13 | ((uint32_t)t14 << 16), t15);
            Vector3 t24;
            t24.x = 0;
            t24.y = 0;
            t24.z = 0;
            AxisRemap_put_on(t16.e0, mountingForward, &t24);
            AxisRemap_put_on(t16.e1, mountingRight, &t24);
            AxisRemap_put_on(t16.e2, mountingDown, &t24);
            Result_int32_int32_int32 t18 = FitOutcome_corrected(sub32((int32_t)((uint32_t)t24.x << 8), t9),
                sub32((int32_t)((uint32_t)t24.y << 8), t10), sub32((int32_t)((uint32_t)t24.z << 8), t11),
                &calibration->machine.e10);
            Result_int32_int32_int32 t19 = AxisRemap_body(t18.e0, t18.e1, t18.e2, (uint32_t)mountingForward
                | ((uint32_t)mountingRight << 8) | ((uint32_t)mountingDown << 16));
            Vector3 t25;
            t25.x = 0;
            t25.y = 0;
            t25.z = 0;
            AxisRemap_put_on(t17.e0, mountingForward, &t25);
            AxisRemap_put_on(t17.e1, mountingRight, &t25);
            AxisRemap_put_on(t17.e2, mountingDown, &t25);
            Result_int32_int32_int32 t20 = FitOutcome_corrected(sub32((int32_t)((uint32_t)t25.x << 8), t9),
                sub32((int32_t)((uint32_t)t25.y << 8), t10), sub32((int32_t)((uint32_t)t25.z << 8), t11),
                &calibration->machine.e10);
            Result_int32_int32_int32 t21 = AxisRemap_body(t20.e0, t20.e1, t20.e2, (uint32_t)mountingForward
                | ((uint32_t)mountingRight << 8) | ((uint32_t)mountingDown << 16));
            TurnAlignment_add_turn_before_after(t12.e0, t12.e1, t12.e2, t12.e3, t19.e0, t19.e1, t19.e2, t21.e0, t21.e1,
                t21.e2, &self->field);
          }
          self->nextPair = add32(t2, 1);
        } else {
          self->nextPair = 0;
          if (isOfForces) {
            bool isKnown;
            switch (self->force.pass) {
              case 4: {
                goto L1;
              }
              case 0: {
                isKnown = TurnAlignment_arrange(&self->force);
                break;
              }
              default: {
                isKnown = TurnAlignment_step(&self->force);
                break;
              }
            }
            int8_t t22;
            if (isKnown) {
              t22 = add8(self->force.pass, 1);
            } else {
              t22 = 4;
            }
            CompactMatrix t26;
            self->force.pass = t22;
            t26.x.x = 0;
            t26.x.y = 0;
            t26.x.z = 0;
            t26.y.x = 0;
            t26.y.y = 0;
            t26.y.z = 0;
            t26.z.x = 0;
            t26.z.y = 0;
            t26.z.z = 0;
            self->force.sums = t26;
            self->force.squares = 0;
            self->force.pairs = 0;
          } else {
            bool isKnown2;
            if (t1 == 0) {
              isKnown2 = TurnAlignment_arrange(&self->field);
            } else {
              isKnown2 = TurnAlignment_step(&self->field);
            }
            int8_t t23;
            if (isKnown2) {
              t23 = add8(self->field.pass, 1);
            } else {
              t23 = 4;
            }
            CompactMatrix t27;
            self->field.pass = t23;
            t27.x.x = 0;
            t27.x.y = 0;
            t27.x.z = 0;
            t27.y.x = 0;
            t27.y.y = 0;
            t27.y.z = 0;
            t27.z.x = 0;
            t27.z.y = 0;
            t27.z.z = 0;
            self->field.sums = t27;
            self->field.squares = 0;
            self->field.pairs = 0;
          }
L1:;
          if (self->force.pass == 4) {
            self->isGathering = 0;
          }
        }
        return;
      }
      self->isGathering = 0;
      return;
    }
    case 0:
    case 10: {
      self->isGathering = 0;
      return;
    }
    default: {
      return;
    }
  }
}

/* (Sources/Compass/Binnacle/CompassGuide.swift) */
static Result_uint32_int32_int32_uint8 CompassGuide_finding_of(uint16_t place, const TurnAlignment *found,
    uint8_t axes, uint8_t turn, uint8_t far) {
  uint16_t t1 = found->axes;
  if (t1 == 0) {
    Result_uint32_int32_int32_uint8 result18;
    result18.e0 = 0;
    result18.e1 = 0;
    result18.e2 = 0;
    result18.e3 = 1;
    return result18;
  }
  switch (place) {
    case 0: {
      if (t1 != 135) {
        Result_uint32_int32_int32_uint8 result10;
        result10.e0 = (uint32_t)axes;
        result10.e1 = (int32_t)t1;
        result10.e2 = 135;
        result10.e3 = 0;
        return result10;
      }
      Result_uint32_int32_int32_uint8 result11;
      result11.e0 = 0;
      result11.e1 = 0;
      result11.e2 = 0;
      result11.e3 = 1;
      return result11;
    }
    case 1: {
      uint16_t t2 = found->deviation;
      if (t2 == 65535u) {
        Result_uint32_int32_int32_uint8 result12;
        result12.e0 = 0;
        result12.e1 = 0;
        result12.e2 = 0;
        result12.e3 = 1;
        return result12;
      }
      uint16_t measured = TurnAlignment_angle(found);
      Result_uint32_int32_int32_uint8 result13;
      result13.e0 = (uint32_t)turn;
      result13.e1 = (int32_t)measured;
      result13.e2 = (int32_t)t2;
      result13.e3 = 0;
      return result13;
    }
    case 2: {
      uint16_t t3 = found->deviation;
      uint16_t limit = (uint16_t)(500 + (uint16_t)((uint32_t)(uint16_t)(t3 < 20000 ? t3 : 20000) * 3));
      if (t3 != 65535u) {
        uint16_t t4 = TurnAlignment_angle(found);
        if (limit < t4) {
          uint16_t measured2 = TurnAlignment_angle(found);
          Result_uint32_int32_int32_uint8 result14;
          result14.e0 = (uint32_t)far;
          result14.e1 = (int32_t)measured2;
          result14.e2 = (int32_t)limit;
          result14.e3 = 0;
          return result14;
        }
        Result_uint32_int32_int32_uint8 result15;
        result15.e0 = 0;
        result15.e1 = 0;
        result15.e2 = 0;
        result15.e3 = 1;
        return result15;
      }
      Result_uint32_int32_int32_uint8 result16;
      result16.e0 = 0;
      result16.e1 = 0;
      result16.e2 = 0;
      result16.e3 = 1;
      return result16;
    }
    default: {
      Result_uint32_int32_int32_uint8 result17;
      result17.e0 = 0;
      result17.e1 = 0;
      result17.e2 = 0;
      result17.e3 = 1;
      return result17;
    }
  }
}

#endif

#if !defined(BINNACLE_WITHOUT_WORLD_MODEL)
/* (Sources/Compass/Binnacle/CompassPlace.swift) */
static void CompassPlace_forget(uint8_t gap, uint8_t state, Compass *compass, CompassPlace *self) {
  compass->service.isFieldKnown = 0;
  compass->service.isDeclinationKnown = 0;
  compass->service.modelledHorizontal = 4294967295u;
  compass->service.gap = gap;
  if (compass->expectation == 0) {
    compass->expectation = 1;
  }
  self->state = state;
}

/* The last known field stays in use until the new one is known: a receiver may report its position every second, and
   meanwhile the position changes only by metres.
   (Sources/Compass/Binnacle/CompassPlace.swift) */
static void CompassPlace_begin(Compass *compass, CompassPlace *self) {
  uintptr_t t2 = 0;
  self->error = 6;
  int32_t positionLatitude = self->position.value.latitude;
  int32_t positionLongitude = self->position.value.longitude;
  int32_t positionHeight = self->position.value.height;
  if (self->position.isNone == 1) {
    CompassPlace_forget(0, 0, compass, self);
    return;
  }
  int32_t date = self->date;
  if (self->dateIsNone == 1) {
    CompassPlace_forget(1, 0, compass, self);
    return;
  }
  int32_t t1 = WorldMagneticModel_Moment_init(date);
  uint8_t error = WorldModelEvaluation_begin_at_moment_extrapolating((uint32_t)positionLatitude, positionLongitude,
      positionHeight, t1, self->isExtrapolating != 0, &self->evaluation, &t2);
  if (t2 != 0) {
    t2 = 0;
    CompassPlace_forget(2, 3, compass, self);
    self->error = error;
    return;
  }
  OptionalGeomagneticField t3;
  if (compass->service.isFieldKnown != 0) {
    OptionalGeomagneticField t4;
    t4.value = compass->service.known;
    t4.isNone = 0;
    t3 = t4;
  } else {
    OptionalGeomagneticField t5;
    t5.value.q8Nanotesla.x = 0;
    t5.value.q8Nanotesla.y = 0;
    t5.value.q8Nanotesla.z = 0;
    t5.value.horizontalQ8 = 0;
    t5.value.totalQ8 = 0;
    t5.value.declination = 0;
    t5.value.declinationIsNone = 0;
    t5.value.dip = 0;
    t5.value.dipIsNone = 0;
    t5.isNone = 1;
    t3 = t5;
  }
  OptionalGeomagneticField t6;
  t6.value.q8Nanotesla.x = 0;
  t6.value.q8Nanotesla.y = 0;
  t6.value.q8Nanotesla.z = 0;
  t6.value.horizontalQ8 = 0;
  t6.value.totalQ8 = 0;
  t6.value.declination = 0;
  t6.value.declinationIsNone = 0;
  t6.value.dip = 0;
  t6.value.dipIsNone = 0;
  t6.isNone = 1;
  OptionalGeomagneticField t7[2];
  t7[0] = t3;
  t7[1] = t6;
  if (t7[0].isNone == 1) {
    if (t7[1].isNone == 1) {
      goto L1;
    }
  } else if (t7[1].isNone != 1) {
    if (GeomagneticField___derived_struct_equals(&t7[0].value, &t7[1].value)) {
      goto L1;
    }
    goto L2;
  }
  goto L2;
L1:;
  compass->service.isFieldKnown = 0;
  compass->service.isDeclinationKnown = 0;
  compass->service.modelledHorizontal = 4294967295u;
  compass->service.gap = 2;
L2:;
  self->state = 1;
}

/* Does one slice, if there is work: after a change of position or date.
   - Returns: whether there is more work.
   (Sources/Compass/Binnacle/CompassPlace.swift) */
static bool CompassPlace_step(Compass *compass, CompassPlace *self) {
  if (self->isNew != 0) {
    self->isNew = 0;
    CompassPlace_begin(compass, self);
  } else if (self->state == 1) {
    WorldModelEvaluation_advance(&self->evaluation);
    if (13 >= self->evaluation.step) {
      return true;
    }
    self->state = 2;
    uint32_t t1 = WorldMagneticModel_Moment_q22YearsOutside(self->evaluation.moment);
    Compass_setField_q22YearsOutside(&self->evaluation.result, t1, compass);
  }
  return self->state == 1;
}

/* Whether the date is outside the model's dates: the declination is less certain.
   (Sources/Compass/Binnacle/CompassPlace.swift) */
static bool CompassPlace_isExtrapolated(const CompassPlace *self) {
  if (self->state == 2) {
    uint32_t t1 = WorldMagneticModel_Moment_q22YearsOutside(self->evaluation.moment);
    return t1 != 0;
  }
  return false;
}

#endif

/* ---- BinnacleC: Sources/Library/BinnacleC ------------------------------------------------------------------------ */

/* (Sources/Library/BinnacleC/Samples.swift) */
uint32_t binnacle_centidegrees(uint32_t angle_q32_turns) {
  int64_t t1 = (int64_t)angle_q32_turns * 36000;
  uint32_t t2 = (uint32_t)(((uint64_t)t1 + 2147483648u) >> 32);
  return (uint32_t)(t2 == 36000u ? 0 : t2);
}

/* (Sources/Library/BinnacleC/Samples.swift) */
binnacle_result binnacle_scale(int32_t count, int32_t numerator, int32_t denominator, int32_t *value) {
  if ((uintptr_t)value == 0) {
    return -1;
  }
  if (((uintptr_t)value & BEYOND_ALIGNMENT_32) == 0) {
    if (0 < numerator && 0 < denominator && 1073741824 >= denominator) {
      int64_t t1 = (int64_t)count * (int64_t)numerator;
      uint64_t t2 = (uint64_t)t1;
      int32_t value2 = (int32_t)t2;
      if (t2 == (uint64_t)(int64_t)value2) {
        *value = Ratio_exact_over(count, numerator, denominator);
        return 0;
      }
      return -5;
    }
    return -5;
  }
  return -3;
}

/* (Sources/Library/BinnacleC/Samples.swift) */
binnacle_result binnacle_angle(int32_t y, int32_t x, uint32_t *angle_q32_turns) {
  if ((uintptr_t)angle_q32_turns == 0) {
    return -1;
  }
  if (((uintptr_t)angle_q32_turns & BEYOND_ALIGNMENT_32) == 0) {
    Result_uint32_uint8 t1 = Cordic_Precise_angle_y_x(y, x);
    if (t1.e1 == 1) {
      return -7;
    }
    *angle_q32_turns = t1.e0;
    return 0;
  }
  return -3;
}

/* Stores an angle where C wants it. Three functions as long as `binnacle_angle` would be merged into one that gets
   the tier as a
   pointer, for which firmware would need a `.got`.
   (Sources/Library/BinnacleC/Samples.swift) */
static uint32_t write_(uint32_t foundValue, uint8_t foundIsNone, uintptr_t angle) {
  if (angle == 0) {
    return 4294967295u;
  }
  if ((angle & BEYOND_ALIGNMENT_32) == 0) {
    if (foundIsNone == 1) {
      return 4294967289u;
    }
    *((uint32_t *)angle) = foundValue;
    return 0;
  }
  return 4294967293u;
}

/* (Sources/Library/BinnacleC/Samples.swift) */
binnacle_result binnacle_angle_multiplierless(int32_t y, int32_t x, uint32_t *angle_q32_turns) {
  Result_uint32_uint8 t2 = Cordic_Multiplierless_angle_y_x(y, x);
  return (int32_t)write_(t2.e0, t2.e1, (uintptr_t)angle_q32_turns);
}

/* (Sources/Library/BinnacleC/Samples.swift) */
binnacle_result binnacle_angle_tiny(int32_t y, int32_t x, uint32_t *angle_q32_turns) {
  Result_uint32_uint8 t2 = Cordic_Tiny_angle_y_x(y, x);
  return (int32_t)write_(t2.e0, t2.e1, (uintptr_t)angle_q32_turns);
}

/* The same for addresses that are not a multiple of four, and for unusable ones.
   (Sources/Library/BinnacleC/Samples.swift) */
static uint32_t headingFromCounts_(uintptr_t field, uintptr_t force, uintptr_t heading) {
  if (field == 0) {
    return 4294967295u;
  }
  if ((field & BEYOND_ALIGNMENT_16) == 0) {
    if (force == 0) {
      return 4294967295u;
    }
    if ((force & BEYOND_ALIGNMENT_16) == 0) {
      if (heading == 0) {
        return 4294967295u;
      }
      if ((heading & BEYOND_ALIGNMENT_32) == 0) {
        Result_uint32_uint8 t1 = TiltCompensation_heading_field_force((uint32_t)(uint16_t)*((const int16_t *)field)
            | ((uint32_t)(uint16_t)((const int16_t *)field)[1] << 16), ((const int16_t *)field)[2],
            (uint32_t)(uint16_t)*((const int16_t *)force) | ((uint32_t)(uint16_t)((const int16_t *)force)[1] << 16),
            ((const int16_t *)force)[2]);
        if (t1.e1 == 1) {
          return 4294967289u;
        }
        *((uint32_t *)heading) = t1.e0;
        return 0;
      }
      return 4294967293u;
    }
    return 4294967293u;
  }
  return 4294967293u;
}

/* (Sources/Library/BinnacleC/Samples.swift) */
binnacle_result binnacle_heading_from_counts(const int16_t field_counts[3], const int16_t force_counts[3],
    uint32_t *heading_q32_turns) {
  bool t1 = (uintptr_t)field_counts == 0;
  bool t2 = (uintptr_t)force_counts == 0;
  bool t3 = (uintptr_t)heading_q32_turns == 0;
  bool t4 = (((t1 ? 0 : (uintptr_t)field_counts) | (t2 ? 0 : (uintptr_t)force_counts) | (t3 ? 0
      : (uintptr_t)heading_q32_turns)) & BEYOND_ALIGNMENT_32) != 0 || t1 || t2;
  if (t4 || t3) {
    uint32_t t8 = headingFromCounts_((uintptr_t)field_counts, (uintptr_t)force_counts, (uintptr_t)heading_q32_turns);
    return (int32_t)t8;
  }
  uint32_t t5 = (uint32_t)(uint16_t)field_counts[0] | ((uint32_t)(uint16_t)field_counts[1] << 16);
  uint32_t t6 = (uint32_t)(uint16_t)force_counts[0] | ((uint32_t)(uint16_t)force_counts[1] << 16);
  Result_uint32_uint8 t7 = TiltCompensation_heading_field_force((uint32_t)(uint16_t)(int16_t)t5
      | ((uint32_t)(uint16_t)(int16_t)(t5 >> 16) << 16), field_counts[2], (uint32_t)(uint16_t)(int16_t)t6
      | ((uint32_t)(uint16_t)(int16_t)(t6 >> 16) << 16), force_counts[2]);
  if (t7.e1 == 1) {
    return -7;
  }
  *heading_q32_turns = t7.e0;
  return 0;
}

/* (Sources/Library/BinnacleC/Samples.swift) */
binnacle_result binnacle_solve(const int32_t field_q8_nanotesla[3], const int32_t *force_micro_g,
    binnacle_solution *solution) {
  uintptr_t t12 = 0;
  if ((uintptr_t)field_q8_nanotesla == 0) {
    return -1;
  }
  if (((uintptr_t)field_q8_nanotesla & BEYOND_ALIGNMENT_32) == 0) {
    bool t1 = (uintptr_t)force_micro_g == 0;
    if (!t1) {
      if (((uintptr_t)force_micro_g & BEYOND_ALIGNMENT_32) != 0) {
        return -3;
      }
    }
    if ((uintptr_t)solution == 0) {
      return -1;
    }
    if (((uintptr_t)solution & BEYOND_ALIGNMENT_32) == 0) {
      int32_t x = *field_q8_nanotesla;
      int32_t y = field_q8_nanotesla[1];
      int32_t z = field_q8_nanotesla[2];
      int32_t t2;
      int32_t t3;
      int32_t t4;
      uint8_t t5;
      if (t1) {
        t2 = 0;
        t3 = 0;
        t4 = 0;
        t5 = 1;
      } else {
        t2 = *force_micro_g;
        t3 = force_micro_g[1];
        t4 = force_micro_g[2];
        t5 = 0;
      }
      HeadingSolution found;
      uint8_t t13;
      TiltCompensation_solve_field_specificForce_2(&found, x, y, z, t2, t3, t4, t5, NULL, &t12, &t13);
      if (t12 != 0) {
        t12 = 0;
        return -7;
      }
      solution->heading_q32_turns = found.heading;
      solution->dip_q32_turns = (int32_t)found.dip;
      int32_t t6 = found.up.y;
      int32_t t7 = found.up.z;
      Result_uint32_uint8 t8 = Cordic_Precise_angle_y_x(sub32(0, t6), sub32(0, t7));
      solution->roll_q32_turns = (int32_t)(uint32_t)(t8.e1 == 1 ? 0 : t8.e0);
      int64_t t9 = Int64_adding_times(t6, t6, 0);
      int64_t across = Int64_adding_times(t7, t7, t9);
      uint32_t root = UInt64_approximateSquareRoot((uint64_t)across);
      Result_uint32_uint8 t10 = Cordic_Precise_angle_y_x(found.up.x, (int32_t)root);
      solution->pitch_q32_turns = (int32_t)(uint32_t)(t10.e1 == 1 ? 0 : t10.e0);
      solution->horizontal_nanotesla = found.horizontalNanotesla;
      return 0;
    }
    return -3;
  }
  return -3;
}

#if !defined(BINNACLE_WITHOUT_WORLD_MODEL)
/* 1e-7 degrees in 2^−32 turns, rounded: 2^32/3.6e9 in Q30 is 1,281,023,894.007, so that 180° is exact.
   (Sources/Library/BinnacleC/Samples.swift) */
static int32_t Place_turns(int32_t angle) {
  int64_t t1 = (int64_t)angle * 1281023894;
  return (int32_t)(add64((int64_t)(uint64_t)t1, 536870912) >> 30);
}

/* A place whose pointer was checked, or the code for its invalid numbers.
   (Sources/Library/BinnacleC/Samples.swift) */
static int32_t Place_read_into(const binnacle_place *place, Place *result) {
  int32_t latitude = place->latitude_e7_degrees;
  int32_t longitude = place->longitude_e7_degrees;
  bool t1 = latitude < 0;
  uint32_t t2;
  if (t1) {
    t2 = 0 - (uint32_t)latitude - 1 + 1;
  } else {
    t2 = (uint32_t)latitude;
  }
  if (900000000u < t2) {
    return -17;
  }
  bool t3 = longitude < 0;
  uint32_t t4;
  if (t3) {
    t4 = 0 - (uint32_t)longitude - 1 + 1;
  } else {
    t4 = (uint32_t)longitude;
  }
  if (1800000000u < t4) {
    return -5;
  }
  uint32_t t5;
  if (t1) {
    t5 = 0 - (uint32_t)latitude - 1 + 1;
  } else {
    t5 = (uint32_t)latitude;
  }
  if (90 >= t5) {
    uint32_t t6;
    if (t3) {
      t6 = 0 - (uint32_t)longitude - 1 + 1;
    } else {
      t6 = (uint32_t)longitude;
    }
    if (180 >= t6 && (latitude | longitude) != 0) {
      return -10;
    }
  }
  Result_int32_uint8 t7 = CalendarDay_init_year_month_day(place->year, place->month, place->day);
  if (t7.e1 == 1) {
    return -5;
  }
  int32_t latitude2 = Place_turns(latitude);
  int32_t longitude2 = Place_turns(longitude);
  int32_t height = place->height_millimetres;
  uint32_t t8 = (uint32_t)place->extrapolates;
  result->position.latitude = latitude2;
  result->position.longitude = longitude2;
  result->position.height = height;
  result->date = t7.e0;
  result->isExtrapolating = (uint8_t)(t8 != 0);
  return 0;
}

/* (Sources/Library/BinnacleC/Samples.swift) */
binnacle_result binnacle_declination(const binnacle_place *place, int32_t *declination_q32_turns) {
  uintptr_t t5 = 0;
  GeomagneticField field;
  if ((uintptr_t)place == 0) {
    return -1;
  }
  if (((uintptr_t)place & BEYOND_ALIGNMENT_32) == 0) {
    if ((uintptr_t)declination_q32_turns == 0) {
      return -1;
    }
    if (((uintptr_t)declination_q32_turns & BEYOND_ALIGNMENT_32) == 0) {
      Place there;
      there.position.latitude = 0;
      there.position.longitude = 0;
      there.position.height = 0;
      there.date = 0;
      there.isExtrapolating = 0;
      int32_t code = Place_read_into(place, &there);
      if (code != 0) {
        return code;
      }
      int32_t t1 = there.position.latitude;
      int32_t t2 = there.position.longitude;
      int32_t t3 = there.position.height;
      int32_t t4 = WorldMagneticModel_Moment_init(there.date);
      uint8_t t6;
      WorldMagneticModel_field_at_moment_extrapolating(&field, t1, t2, t3, t4, there.isExtrapolating != 0, NULL, &t5,
          &t6);
      if (t5 != 0) {
        uint8_t error = t6;
        t5 = 0;
        return -16 - (int32_t)(uint8_t)(error + 1);
      }
      if (field.declinationIsNone == 1) {
        return -8;
      }
      *declination_q32_turns = (int32_t)field.declination;
      return code;
    }
    return -3;
  }
  return -3;
}

#endif

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_init(binnacle_compass *compass, size_t size_bytes) {
  if ((uintptr_t)compass == 0) {
    return -1;
  }
  if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if (size_bytes == 688) {
      Compass_init(((Compass *)(void *)&compass->opaque[1]));
      compass->opaque[0] = 827147074u;
      return 0;
    }
    return -2;
  }
  return -3;
}

/* Why memory does not contain an object. (Sources/Library/BinnacleC/Objects.swift) */
static int32_t refusal_object(uintptr_t object) {
  if (object == 0) {
    return -1;
  }
  if ((object & BEYOND_ALIGNMENT_64) == 0) {
    return -4;
  }
  return (int32_t)(uint32_t)(object == 0 ? 4294967295u : 4294967293u);
}

/* (Sources/Library/BinnacleC/Objects.swift) */
static bool isSound_(const Compass *value) {
  return Compass_isSound(value);
}

/* The remap with these axes of a sensor; `nil` for numbers that are no axes, or two along the same line.
   (Sources/Library/BinnacleC/Objects.swift) */
static uint32_t axes_forward_right(int32_t forward, int32_t right) {
  uint32_t t2;
  if (forward >= 0 && forward < 6 && right >= 0 && right < 6) {
    uint8_t first = AxisRemap_SignedAxis_init_rawValue((uint8_t)forward);
    if (first == 6) {
      t2 = 6;
    } else {
      uint8_t second = AxisRemap_SignedAxis_init_rawValue((uint8_t)right);
      if (second == 6) {
        t2 = 6;
      } else {
        uint32_t t1 = AxisRemap_init_forward_right(first, second);
        t2 = t1 & 0xffffffu;
      }
    }
  } else {
    t2 = 6;
  }
  return (uint32_t)t2;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
static uint32_t closure_body(Compass *compass, int32_t forward, int32_t right, int32_t sensor) {
  uint32_t t1 = axes_forward_right(forward, right);
  uint32_t t2 = t1 & 0xffffffu;
  if ((uint32_t)(t2 & 0xffu) == 6) {
    return 4294967291u;
  }
  uint8_t foundForward = (uint8_t)t2;
  uint8_t foundRight = (uint8_t)(uint32_t)(t2 >> 8);
  uint8_t foundDown = (uint8_t)(uint32_t)(t2 >> 16);
  switch (sensor) {
    case 0: {
      compass->mounting.forward = foundForward;
      compass->mounting.right = foundRight;
      compass->mounting.down = foundDown;
      compass->samples.isCorrected = 0;
      return 0;
    }
    case 1: {
      compass->forceMounting.forward = foundForward;
      compass->forceMounting.right = foundRight;
      compass->forceMounting.down = foundDown;
      return 0;
    }
    default: {
      return 4294967291u;
    }
  }
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_set_axes(binnacle_compass *compass, int32_t sensor, int32_t forward, int32_t right) {
  uintptr_t t1;
  uint32_t t2;
  if ((uintptr_t)compass == 0) {
    t1 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        t2 = closure_body(((Compass *)(void *)&compass->opaque[1]), forward, right, sensor);
        return (int32_t)t2;
      }
      return -4;
    }
    t1 = (uintptr_t)compass;
  } else {
    t1 = (uintptr_t)compass;
  }
  t2 = (uint32_t)refusal_object(t1);
  return (int32_t)t2;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
static uint32_t closure_body_2(Compass *compass, int32_t axis) {
  if (axis >= 0 && 6 >= axis) {
    uint8_t axis2 = AxisRemap_SignedAxis_init_rawValue((uint8_t)axis);
    bool t1 = compass->followsLevel != 0;
    if (axis2 == 6) {
      if (t1) {
        return 0;
      }
      compass->followsLevel = 1;
      axis2 = 0;
    } else {
      if (!t1) {
        if (axis2 == compass->pointer.forward) {
          return 0;
        }
      }
      compass->followsLevel = 0;
    }
    Compass_turn_to(axis2, compass);
    compass->service.smoother.hasState = 0;
    return 0;
  }
  return 4294967291u;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_set_pointing(binnacle_compass *compass, int32_t axis) {
  uintptr_t t1;
  uint32_t t2;
  if ((uintptr_t)compass == 0) {
    t1 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        t2 = closure_body_2(((Compass *)(void *)&compass->opaque[1]), axis);
        return (int32_t)t2;
      }
      return -4;
    }
    t1 = (uintptr_t)compass;
  } else {
    t1 = (uintptr_t)compass;
  }
  t2 = (uint32_t)refusal_object(t1);
  return (int32_t)t2;
}

#if !defined(BINNACLE_WITHOUT_WORLD_MODEL)
/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
static int32_t closure_body_3(Compass *compass, uintptr_t place) {
  uintptr_t t2 = 0;
  GeomagneticField field;
  if (place == 0) {
    return -1;
  }
  if ((place & BEYOND_ALIGNMENT_32) == 0) {
    Place there;
    there.position.latitude = 0;
    there.position.longitude = 0;
    there.position.height = 0;
    there.date = 0;
    there.isExtrapolating = 0;
    int32_t code = Place_read_into(((const binnacle_place *)place), &there);
    if (code != 0) {
      return code;
    }
    int32_t positionLatitude = there.position.latitude;
    int32_t positionLongitude = there.position.longitude;
    int32_t positionHeight = there.position.height;
    int32_t date = there.date;
    bool extrapolating = there.isExtrapolating != 0;
    int32_t moment = WorldMagneticModel_Moment_init(date);
    uint8_t t3;
    WorldMagneticModel_field_at_moment_extrapolating(&field, positionLatitude, positionLongitude, positionHeight,
        moment, extrapolating, NULL, &t2, &t3);
    if (t2 != 0) {
      uint8_t error = t3;
      t2 = 0;
      return -16 - (int32_t)(uint8_t)(error + 1);
    }
    compass->date = date;
    compass->dateIsNone = 0;
    uint32_t t1 = WorldMagneticModel_Moment_q22YearsOutside(moment);
    Compass_setField_q22YearsOutside(&field, t1, compass);
    return code;
  }
  return -3;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_set_place(binnacle_compass *compass, const binnacle_place *place) {
  uintptr_t t2;
  if ((uintptr_t)compass == 0) {
    t2 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        int32_t t4 = closure_body_3(((Compass *)(void *)&compass->opaque[1]), (uintptr_t)place);
        return t4;
      }
      return -4;
    }
    t2 = (uintptr_t)compass;
  } else {
    t2 = (uintptr_t)compass;
  }
  uint32_t t3 = (uint32_t)refusal_object(t2);
  return (int32_t)t3;
}

#endif

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_forget_place(binnacle_compass *compass) {
  uintptr_t t1;
  if ((uintptr_t)compass == 0) {
    t1 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        Compass_forgetPlace(((Compass *)(void *)&compass->opaque[1]));
        return 0;
      }
      return -4;
    }
    t1 = (uintptr_t)compass;
  } else {
    t1 = (uintptr_t)compass;
  }
  uint32_t t2 = (uint32_t)refusal_object(t1);
  return (int32_t)t2;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_set_date(binnacle_compass *compass, int32_t year, int32_t month, int32_t day) {
  uintptr_t t2;
  if ((uintptr_t)compass == 0) {
    t2 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        Result_int32_uint8 t1 = CalendarDay_init_year_month_day(year, month, day);
        if (t1.e1 == 1) {
          return -5;
        }
        ((Compass *)(void *)&compass->opaque[1])->date = t1.e0;
        ((Compass *)(void *)&compass->opaque[1])->dateIsNone = t1.e1;
        return 0;
      }
      return -4;
    }
    t2 = (uintptr_t)compass;
  } else {
    t2 = (uintptr_t)compass;
  }
  uint32_t t3 = (uint32_t)refusal_object(t2);
  return (int32_t)t3;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
static uint32_t closure_body_4(Compass *compass, int32_t eighths) {
  if (eighths >= -32768 && 32767 >= eighths) {
    bool t1 = eighths == -32768;
    compass->temperatureEighths = (int16_t)(uint16_t)(t1 ? 0 : (uint16_t)eighths);
    compass->temperatureEighthsIsNone = (uint8_t)(t1 ? 1 : 0);
    return 0;
  }
  return 4294967291u;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_set_temperature(binnacle_compass *compass, int32_t eighths_of_degree) {
  uintptr_t t1;
  uint32_t t2;
  if ((uintptr_t)compass == 0) {
    t1 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        t2 = closure_body_4(((Compass *)(void *)&compass->opaque[1]), eighths_of_degree);
        return (int32_t)t2;
      }
      return -4;
    }
    t1 = (uintptr_t)compass;
  } else {
    t1 = (uintptr_t)compass;
  }
  t2 = (uint32_t)refusal_object(t1);
  return (int32_t)t2;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_set_chip(binnacle_compass *compass, int32_t chip) {
  uintptr_t t1;
  if ((uintptr_t)compass == 0) {
    t1 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        if (chip >= 0 && 255 >= chip) {
          Compass_set_chip((uint8_t)chip, ((Compass *)(void *)&compass->opaque[1]));
          return 0;
        }
        return -5;
      }
      return -4;
    }
    t1 = (uintptr_t)compass;
  } else {
    t1 = (uintptr_t)compass;
  }
  uint32_t t2 = (uint32_t)refusal_object(t1);
  return (int32_t)t2;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
static uint32_t closure_body_5(Compass *compass, int32_t reference) {
  if (reference >= 0 && 2 >= reference) {
    uint8_t choice;
    switch ((uint8_t)reference) {
      case 0: {
        choice = 0;
        break;
      }
      case 1: {
        choice = 1;
        break;
      }
      case 2: {
        choice = 2;
        break;
      }
      default: {
        return 4294967291u;
      }
    }
    compass->service.reference = choice;
    return 0;
  }
  return 4294967291u;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_set_reference(binnacle_compass *compass, int32_t reference) {
  uintptr_t t1;
  uint32_t t2;
  if ((uintptr_t)compass == 0) {
    t1 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        t2 = closure_body_5(((Compass *)(void *)&compass->opaque[1]), reference);
        return (int32_t)t2;
      }
      return -4;
    }
    t1 = (uintptr_t)compass;
  } else {
    t1 = (uintptr_t)compass;
  }
  t2 = (uint32_t)refusal_object(t1);
  return (int32_t)t2;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
static uint32_t closure_body_6(Compass *compass, uintptr_t coefficients) {
  DeviationCard card;
  if (coefficients == 0) {
    compass->service.card.a = 0;
    compass->service.card.b = 0;
    compass->service.card.c = 0;
    compass->service.card.d = 0;
    compass->service.card.e = 0;
    compass->service.isCardEmpty = 1;
    return 0;
  }
  if ((coefficients & BEYOND_ALIGNMENT_32) == 0) {
    int32_t b = ((const int32_t *)coefficients)[1];
    int32_t c = ((const int32_t *)coefficients)[2];
    int32_t d = ((const int32_t *)coefficients)[3];
    int32_t e = ((const int32_t *)coefficients)[4];
    card.a = *((const int32_t *)coefficients);
    card.b = b;
    card.c = c;
    card.d = d;
    card.e = e;
    Result_int32_uint8 t1 = DeviationCard_invalid(&card);
    if (t1.e1 == 1) {
      HeadingService_set_card(&card, &compass->service);
      return 0;
    }
    return 4294967291u;
  }
  return 4294967293u;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_set_deviation(binnacle_compass *compass, const int32_t *coefficients_q32_turns) {
  uintptr_t t2;
  uint32_t t3;
  if ((uintptr_t)compass == 0) {
    t2 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        t3 = closure_body_6(((Compass *)(void *)&compass->opaque[1]), (uintptr_t)coefficients_q32_turns);
        return (int32_t)t3;
      }
      return -4;
    }
    t2 = (uintptr_t)compass;
  } else {
    t2 = (uintptr_t)compass;
  }
  t3 = (uint32_t)refusal_object(t2);
  return (int32_t)t3;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_set_smoothing(binnacle_compass *compass, uint32_t microseconds) {
  uintptr_t t1;
  if ((uintptr_t)compass == 0) {
    t1 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        if (microseconds != 0) {
          if (microseconds < 10000) {
            return -5;
          }
        }
        HeadingSmoother_set_timeConstant(microseconds, &((Compass *)(void *)&compass->opaque[1])->service.smoother);
        return 0;
      }
      return -4;
    }
    t1 = (uintptr_t)compass;
  } else {
    t1 = (uintptr_t)compass;
  }
  uint32_t t2 = (uint32_t)refusal_object(t1);
  return (int32_t)t2;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
static uint32_t closure_body_7(Compass *compass, int32_t orientation) {
  if (orientation >= 0 && 8 >= orientation && orientation != 6) {
    uint8_t t1;
    if (6 < orientation) {
      t1 = 7;
    } else {
      t1 = DisplayOrientation_init_rawValue((uint8_t)orientation);
    }
    compass->service.display = t1;
    compass->service.isFlatPortrait = (uint8_t)(orientation == 8);
    return 0;
  }
  return 4294967291u;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_set_orientation(binnacle_compass *compass, int32_t orientation) {
  uintptr_t t1;
  uint32_t t2;
  if ((uintptr_t)compass == 0) {
    t1 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        t2 = closure_body_7(((Compass *)(void *)&compass->opaque[1]), orientation);
        return (int32_t)t2;
      }
      return -4;
    }
    t1 = (uintptr_t)compass;
  } else {
    t1 = (uintptr_t)compass;
  }
  t2 = (uint32_t)refusal_object(t1);
  return (int32_t)t2;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_set_event_filter(binnacle_compass *compass, uint32_t minimum_change_q32_turns,
    uint32_t heartbeat_microseconds) {
  uintptr_t t1;
  if ((uintptr_t)compass == 0) {
    t1 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        if (2147483648u >= minimum_change_q32_turns) {
          if (heartbeat_microseconds != 0) {
            if (heartbeat_microseconds < 10000) {
              return -5;
            }
          }
          ((Compass *)(void *)&compass->opaque[1])->service.filter.minimumChange = minimum_change_q32_turns;
          ((Compass *)(void *)&compass->opaque[1])->service.filter.heartbeat = heartbeat_microseconds;
          return 0;
        }
        return -5;
      }
      return -4;
    }
    t1 = (uintptr_t)compass;
  } else {
    t1 = (uintptr_t)compass;
  }
  uint32_t t2 = (uint32_t)refusal_object(t1);
  return (int32_t)t2;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_set_sample_timeout(binnacle_compass *compass, uint32_t microseconds) {
  uintptr_t t1;
  if ((uintptr_t)compass == 0) {
    t1 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        if (microseconds != 0 && microseconds >= 10000) {
          ((Compass *)(void *)&compass->opaque[1])->sampleTimeout = microseconds;
          return 0;
        }
        return -5;
      }
      return -4;
    }
    t1 = (uintptr_t)compass;
  } else {
    t1 = (uintptr_t)compass;
  }
  uint32_t t2 = (uint32_t)refusal_object(t1);
  return (int32_t)t2;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_set_level_tolerance(binnacle_compass *compass, int32_t tenths_of_degree) {
  uintptr_t t2;
  if ((uintptr_t)compass == 0) {
    t2 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        if (tenths_of_degree >= 1 && 150 >= tenths_of_degree) {
          uint8_t t1 = (uint8_t)tenths_of_degree;
          ((Compass *)(void *)&compass->opaque[1])->monitor.levelTolerance = (uint8_t)(t1 < 1 ? 1
              : (uint8_t)(150 < t1 ? 150 : t1));
          return 0;
        }
        return -5;
      }
      return -4;
    }
    t2 = (uintptr_t)compass;
  } else {
    t2 = (uintptr_t)compass;
  }
  uint32_t t3 = (uint32_t)refusal_object(t2);
  return (int32_t)t3;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
static int32_t closure_body_8(Compass *compass, uintptr_t bytes, int32_t size) {
  uintptr_t t4 = 0;
  if (bytes == 0) {
    return -1;
  }
  if (size >= 0) {
    uint8_t error = Compass_useRecord(bytes, (int32_t)(size < 216 ? size : 216), compass, &t4);
    if (t4 != 0) {
      t4 = 0;
      int32_t t1 = (int32_t)(uint8_t)(error + 1);
      return -32 - (int32_t)(t1 < 6 ? t1 : 6);
    }
    bool t2 = Compass_isCalibrated(compass);
    return (int32_t)(t2 ? 0 : 2);
  }
  return -2;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_set_record(binnacle_compass *compass, const uint8_t *bytes, size_t size_bytes) {
  uintptr_t t2;
  if ((uintptr_t)compass == 0) {
    t2 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        int32_t t4 = closure_body_8(((Compass *)(void *)&compass->opaque[1]), (uintptr_t)bytes, (int32_t)size_bytes);
        return t4;
      }
      return -4;
    }
    t2 = (uintptr_t)compass;
  } else {
    t2 = (uintptr_t)compass;
  }
  uint32_t t3 = (uint32_t)refusal_object(t2);
  return (int32_t)t3;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_forget_record(binnacle_compass *compass) {
  CalibrationRecord t3;
  uintptr_t t1;
  if ((uintptr_t)compass == 0) {
    t1 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        CalibrationRecord_init(&t3);
        Compass_use(&t3, ((Compass *)(void *)&compass->opaque[1]));
        return 0;
      }
      return -4;
    }
    t1 = (uintptr_t)compass;
  } else {
    t1 = (uintptr_t)compass;
  }
  uint32_t t2 = (uint32_t)refusal_object(t1);
  return (int32_t)t2;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
static uint32_t closure_body_9(const Compass *compass, uintptr_t bytes, int32_t size) {
  if (bytes == 0) {
    return 4294967295u;
  }
  if ((uint32_t)size >= 216) {
    CalibrationRecord_write_to(((uint8_t *)(void *)((uint8_t *)bytes)), &compass->record);
    bool t1 = Compass_isCalibrated(compass);
    return (uint32_t)(t1 ? 0 : 2);
  }
  return 4294967294u;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_get_record(const binnacle_compass *compass, uint8_t *bytes, size_t size_bytes) {
  uintptr_t t2;
  uint32_t t3;
  if ((uintptr_t)compass == 0) {
    t2 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((const Compass *)(const void *)&compass->opaque[1]))) {
        t3 = closure_body_9(((const Compass *)(const void *)&compass->opaque[1]), (uintptr_t)bytes,
            (int32_t)size_bytes);
        return (int32_t)t3;
      }
      return -4;
    }
    t2 = (uintptr_t)compass;
  } else {
    t2 = (uintptr_t)compass;
  }
  t3 = (uint32_t)refusal_object(t2);
  return (int32_t)t3;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_record_of(const int32_t hard_iron_q8_nanotesla[3], const int32_t *soft_iron_q24,
    int32_t model, uint32_t field_nanotesla, uint8_t *bytes, size_t size_bytes) {
  uintptr_t t4 = 0;
  CalibrationRecord record;
  if ((uintptr_t)hard_iron_q8_nanotesla == 0) {
    return -1;
  }
  if (((uintptr_t)hard_iron_q8_nanotesla & BEYOND_ALIGNMENT_32) == 0) {
    bool t1 = (uintptr_t)soft_iron_q24 == 0;
    if (!t1) {
      if (((uintptr_t)soft_iron_q24 & BEYOND_ALIGNMENT_32) != 0) {
        return -3;
      }
    }
    if ((uintptr_t)bytes == 0) {
      return -1;
    }
    if (size_bytes >= 216) {
      if (model >= 2 && 4 >= model) {
        uint8_t order = ModelOrder_init_rawValue((uint8_t)model);
        if (order == 5) {
          return -5;
        }
        MatrixQ24 matrix;
        matrix.rows[0].x = 16777216;
        matrix.rows[0].y = 0;
        matrix.rows[0].z = 0;
        matrix.rows[1].x = 0;
        matrix.rows[1].y = 16777216;
        matrix.rows[1].z = 0;
        matrix.rows[2].x = 0;
        matrix.rows[2].y = 0;
        matrix.rows[2].z = 16777216;
        MatrixQ24 t5;
        if (t1) {
          t5 = matrix;
        } else {
          int32_t y = soft_iron_q24[1];
          int32_t z = soft_iron_q24[2];
          int32_t x = soft_iron_q24[3];
          int32_t y2 = soft_iron_q24[4];
          int32_t z2 = soft_iron_q24[5];
          int32_t x2 = soft_iron_q24[6];
          int32_t y3 = soft_iron_q24[7];
          int32_t z3 = soft_iron_q24[8];
          MatrixQ24 matrix2;
          matrix2.rows[0].x = *soft_iron_q24;
          matrix2.rows[0].y = y;
          matrix2.rows[0].z = z;
          matrix2.rows[1].x = x;
          matrix2.rows[1].y = y2;
          matrix2.rows[1].z = z2;
          matrix2.rows[2].x = x2;
          matrix2.rows[2].y = y3;
          matrix2.rows[2].z = z3;
          t5 = matrix2;
        }
        uint8_t t6;
        CalibrationRecord_init_hardIron_softIron_order_fieldStrength(&record, *hard_iron_q8_nanotesla,
            hard_iron_q8_nanotesla[1], hard_iron_q8_nanotesla[2], &t5, order, field_nanotesla, NULL, &t4, &t6);
        if (t4 != 0) {
          uint8_t error = t6;
          t4 = 0;
          int32_t t2 = (int32_t)(uint8_t)(error + 1);
          return -32 - (int32_t)(t2 < 6 ? t2 : 6);
        }
        CalibrationRecord_write_to(((uint8_t *)(void *)bytes), &record);
        return 0;
      }
      return -5;
    }
    return -2;
  }
  return -3;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
static int32_t closure_body_10(Compass *compass, uintptr_t nanotesla, uint32_t flags, uint64_t time) {
  if (nanotesla == 0) {
    return -1;
  }
  if ((nanotesla & BEYOND_ALIGNMENT_32) == 0) {
    if (3 < flags) {
      return -5;
    }
    uint64_t elapsed = time - compass->samples.fieldTime;
    bool t1 = compass->samples.isFieldLost != 0;
    uint32_t t2 = compass->samples.fieldNumber;
    bool t3 = t2 != 0;
    bool isTooSoon;
    if (!t3 || t1) {
      isTooSoon = false;
    } else {
      isTooSoon = elapsed - 1 < 249;
    }
    int32_t x = *((const int32_t *)nanotesla);
    int32_t y = ((const int32_t *)nanotesla)[1];
    int32_t z = ((const int32_t *)nanotesla)[2];
    bool isOverflowed = (flags & 1) != 0;
    bool isRepeated = (flags & 2) != 0;
    if (!isRepeated || !t3 || t1) {
      compass->samples.field.nanotesla.x = x;
      compass->samples.field.nanotesla.y = y;
      compass->samples.field.nanotesla.z = z;
      compass->samples.fieldTime = time;
      compass->samples.isOverflowed = (uint8_t)isOverflowed;
      compass->samples.isNew = 1;
      compass->samples.isCorrected = 0;
      compass->samples.isFieldLost = 0;
      uint32_t t4 = t2 + 1;
      compass->samples.fieldNumber = t4;
      compass->samples.fieldNumber = (uint32_t)(t4 == 0 ? 1 : t4);
      if (isRepeated) {
        compass->samples.isNew = 0;
      }
    }
    return (int32_t)(uint32_t)(isTooSoon ? 3 : 0);
  }
  return -3;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_add_field(binnacle_compass *compass, const int32_t nanotesla[3],
    uint64_t time_microseconds, uint32_t flags) {
  uintptr_t t2;
  int32_t t3;
  if ((uintptr_t)compass == 0) {
    t2 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        t3 = closure_body_10(((Compass *)(void *)&compass->opaque[1]), (uintptr_t)nanotesla, flags, time_microseconds);
        return t3;
      }
      return -4;
    }
    t2 = (uintptr_t)compass;
  } else {
    t2 = (uintptr_t)compass;
  }
  t3 = refusal_object(t2);
  return t3;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
static int32_t closure_body_11(Compass *compass, uintptr_t microG, uint32_t flags, uint64_t time) {
  if (microG == 0) {
    return -1;
  }
  if ((microG & BEYOND_ALIGNMENT_32) == 0) {
    if (1 < flags) {
      return -5;
    }
    Compass_add_at_isSaturated(*((const int32_t *)microG), ((const int32_t *)microG)[1], ((const int32_t *)microG)[2],
        time, flags == 1, compass);
    return 0;
  }
  return -3;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_add_force(binnacle_compass *compass, const int32_t micro_g[3],
    uint64_t time_microseconds, uint32_t flags) {
  uintptr_t t2;
  int32_t t3;
  if ((uintptr_t)compass == 0) {
    t2 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        t3 = closure_body_11(((Compass *)(void *)&compass->opaque[1]), (uintptr_t)micro_g, flags, time_microseconds);
        return t3;
      }
      return -4;
    }
    t2 = (uintptr_t)compass;
  } else {
    t2 = (uintptr_t)compass;
  }
  t3 = refusal_object(t2);
  return t3;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_lose_field(binnacle_compass *compass) {
  uintptr_t t1;
  if ((uintptr_t)compass == 0) {
    t1 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        ((Compass *)(void *)&compass->opaque[1])->samples.isFieldLost = 1;
        return 0;
      }
      return -4;
    }
    t1 = (uintptr_t)compass;
  } else {
    t1 = (uintptr_t)compass;
  }
  uint32_t t2 = (uint32_t)refusal_object(t1);
  return (int32_t)t2;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_lose_force(binnacle_compass *compass) {
  uintptr_t t1;
  if ((uintptr_t)compass == 0) {
    t1 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        ((Compass *)(void *)&compass->opaque[1])->samples.isForceLost = 1;
        return 0;
      }
      return -4;
    }
    t1 = (uintptr_t)compass;
  } else {
    t1 = (uintptr_t)compass;
  }
  uint32_t t2 = (uint32_t)refusal_object(t1);
  return (int32_t)t2;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_restart(binnacle_compass *compass) {
  uintptr_t t1;
  if ((uintptr_t)compass == 0) {
    t1 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        ((Compass *)(void *)&compass->opaque[1])->service.smoother.hasState = 0;
        ((Compass *)(void *)&compass->opaque[1])->service.filter.isFirst = 1;
        ((Compass *)(void *)&compass->opaque[1])->service.watch.edge = 6;
        ((Compass *)(void *)&compass->opaque[1])->service.watch.flat = 7;
        ((Compass *)(void *)&compass->opaque[1])->service.isRunning = 0;
        ((Compass *)(void *)&compass->opaque[1])->expectation = 2;
        return 0;
      }
      return -4;
    }
    t1 = (uintptr_t)compass;
  } else {
    t1 = (uintptr_t)compass;
  }
  uint32_t t2 = (uint32_t)refusal_object(t1);
  return (int32_t)t2;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
static uint32_t closure_body_12(Compass *compass, uintptr_t heading) {
  if (heading == 0) {
    return 4294967295u;
  }
  if ((heading & BEYOND_ALIGNMENT_32) == 0) {
    Result_uint32_uint8 t1 = Compass_heading(compass);
    if (t1.e1 == 1) {
      return 4294967289u;
    }
    *((uint32_t *)heading) = t1.e0;
    return 0;
  }
  return 4294967293u;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_heading(binnacle_compass *compass, uint32_t *heading_q32_turns) {
  uintptr_t t2;
  uint32_t t3;
  if ((uintptr_t)compass == 0) {
    t2 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        t3 = closure_body_12(((Compass *)(void *)&compass->opaque[1]), (uintptr_t)heading_q32_turns);
        return (int32_t)t3;
      }
      return -4;
    }
    t2 = (uintptr_t)compass;
  } else {
    t2 = (uintptr_t)compass;
  }
  t3 = (uint32_t)refusal_object(t2);
  return (int32_t)t3;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
static uint32_t closure_body_13(Compass *compass, uintptr_t heading) {
  if (heading == 0) {
    return 4294967295u;
  }
  if ((heading & BEYOND_ALIGNMENT_32) == 0) {
    uint32_t t1 = compass->service.declination;
    if (compass->service.isDeclinationKnown != 0) {
      Result_uint32_uint8 t2 = Compass_heading(compass);
      if (t2.e1 == 1) {
        return 4294967289u;
      }
      *((uint32_t *)heading) = t2.e0 + t1;
      return 0;
    }
    return 4294967288u;
  }
  return 4294967293u;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_true_heading(binnacle_compass *compass, uint32_t *heading_q32_turns) {
  uintptr_t t2;
  uint32_t t3;
  if ((uintptr_t)compass == 0) {
    t2 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        t3 = closure_body_13(((Compass *)(void *)&compass->opaque[1]), (uintptr_t)heading_q32_turns);
        return (int32_t)t3;
      }
      return -4;
    }
    t2 = (uintptr_t)compass;
  } else {
    t2 = (uintptr_t)compass;
  }
  t3 = (uint32_t)refusal_object(t2);
  return (int32_t)t3;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
static int32_t closure_body_14(Compass *compass, uintptr_t reading, uint64_t now) {
  if (reading == 0) {
    return -1;
  }
  if ((reading & BEYOND_ALIGNMENT_64) == 0) {
    CompassReading found;
    found.time = 0;
    found.mode = 0;
    found.source = 0;
    found.reason = 7;
    found.isSolved = 0;
    found.hasSample = 0;
    found.assessment.magnetic = 0;
    found.assessment.magneticIsNone = 1;
    found.assessment.trueNorth = 0;
    found.assessment.trueNorthIsNone = 1;
    found.assessment.accuracy = 0;
    found.assessment.accuracyIsNone = 1;
    found.assessment.grade = 0;
    found.assessment.doubts = 0;
    found.assessment.zone = 3;
    found.assessment.disturbance = 0;
    found.assessment.cause = 0;
    found.assessment.reference = 0;
    found.assessment.orientation = 0;
    found.assessment.isDisplayFlat = 0;
    found.assessment.event = 0;
    HeadingSolution self7;
    self7.heading = 0;
    self7.dip = 0;
    self7.horizontalNanotesla = 0;
    self7.gains.field = 4294967295u;
    self7.gains.tilt = 4294967295u;
    self7.up.x = 0;
    self7.up.y = 0;
    self7.up.z = -1;
    found.solution = self7;
    found.field.q8Nanotesla.x = 0;
    found.field.q8Nanotesla.y = 0;
    found.field.q8Nanotesla.z = 0;
    found.force.value.microG.x = 0;
    found.force.value.microG.y = 0;
    found.force.value.microG.z = 0;
    found.force.isNone = 1;
    Compass_read_into_at_timeout(&found, now, 0, 1, compass);
    ((binnacle_reading *)reading)->time_microseconds = found.time;
    uint32_t t1 = found.assessment.magnetic;
    uint8_t t2 = found.assessment.magneticIsNone;
    uint32_t t3 = found.assessment.trueNorth;
    uint8_t t4 = found.assessment.trueNorthIsNone;
    uint32_t t5;
    uint8_t t6;
    uint32_t t7;
    switch (found.assessment.reference) {
      case 0: {
        t7 = 0;
        goto L1;
      }
      case 1: {
        t5 = t1;
        t6 = t2;
        break;
      }
      case 2: {
        t5 = t3;
        t6 = t4;
        break;
      }
      default: {
        NEVER();
      }
    }
    t7 = (uint32_t)(t6 == 1 ? 0 : t5);
L1:;
    ((binnacle_reading *)reading)->heading_q32_turns = t7;
    ((binnacle_reading *)reading)->magnetic_q32_turns = (uint32_t)(t2 == 1 ? 0 : t1);
    ((binnacle_reading *)reading)->true_q32_turns = (uint32_t)(t4 == 1 ? 0 : t3);
    ((binnacle_reading *)reading)->dip_q32_turns = (int32_t)(uint32_t)(found.isSolved != 0 ? found.solution.dip : 0);
    Result_uint32_uint8 t8 = CompassReading_roll(&found);
    ((binnacle_reading *)reading)->roll_q32_turns = (int32_t)(uint32_t)(t8.e1 == 1 ? 0 : t8.e0);
    bool t9 = found.isSolved != 0;
    uint32_t t10 = found.solution.horizontalNanotesla;
    Result_uint32_uint8 t11 = CompassReading_pitch(&found);
    uint32_t t12;
    if (t11.e1 == 1) {
      ((binnacle_reading *)reading)->pitch_q32_turns = 0;
      t12 = (uint32_t)(t9 ? t10 : 0);
    } else {
      ((binnacle_reading *)reading)->pitch_q32_turns = (int32_t)t11.e0;
      t12 = (uint32_t)(t9 ? t10 : 0);
    }
    uint16_t t13 = found.assessment.accuracy;
    uint8_t t14 = found.assessment.accuracyIsNone;
    ((binnacle_reading *)reading)->horizontal_nanotesla = t12;
    ((binnacle_reading *)reading)->field_q8_nanotesla[0] = found.field.q8Nanotesla.x;
    ((binnacle_reading *)reading)->field_q8_nanotesla[1] = found.field.q8Nanotesla.y;
    ((binnacle_reading *)reading)->field_q8_nanotesla[2] = found.field.q8Nanotesla.z;
    ((binnacle_reading *)reading)->doubts = found.assessment.doubts;
    uint8_t self = found.assessment.reference;
    uint8_t t15 = found.assessment.magneticIsNone;
    uint8_t t16 = found.assessment.trueNorthIsNone;
    ((binnacle_reading *)reading)->accuracy_centidegrees = (uint16_t)(t14 == 1 ? 65535u : t13);
    ((binnacle_reading *)reading)->reference = self;
    ((binnacle_reading *)reading)->is_magnetic_valid = (uint8_t)(t15 != 1);
    ((binnacle_reading *)reading)->is_true_valid = (uint8_t)(t16 != 1);
    uint8_t self2 = found.mode;
    uint8_t self3 = found.reason;
    uint8_t self4 = found.assessment.disturbance;
    uint8_t self5 = found.assessment.cause;
    uint8_t t17 = found.assessment.zone;
    ((binnacle_reading *)reading)->is_solved = (uint8_t)(t9 ? 1 : 0);
    ((binnacle_reading *)reading)->mode = self2;
    uint8_t t18;
    switch (self3) {
      case 0: {
        t18 = 0;
        break;
      }
      case 1: {
        t18 = 1;
        break;
      }
      case 2: {
        t18 = 2;
        break;
      }
      case 3: {
        t18 = 3;
        break;
      }
      case 4: {
        t18 = 4;
        break;
      }
      case 5: {
        t18 = 5;
        break;
      }
      case 6: {
        t18 = 6;
        break;
      }
      case 7: {
        t18 = 7;
        break;
      }
      case 8: {
        t18 = 8;
        break;
      }
      case 9: {
        t18 = 9;
        break;
      }
      case 10: {
        t18 = 255;
        break;
      }
      default: {
        NEVER();
      }
    }
    ((binnacle_reading *)reading)->reason = t18;
    ((binnacle_reading *)reading)->grade = found.assessment.grade;
    ((binnacle_reading *)reading)->disturbance = self4;
    ((binnacle_reading *)reading)->cause = self5;
    ((binnacle_reading *)reading)->zone = (uint8_t)(t17 == 3 ? 3 : t17);
    uint32_t forceX;
    uint32_t forceY;
    uint32_t forceZ;
    if (found.force.isNone == 1) {
      forceX = 0;
      forceY = 0;
      forceZ = 0;
    } else {
      forceX = (uint32_t)found.force.value.microG.x;
      forceY = (uint32_t)found.force.value.microG.y;
      forceZ = (uint32_t)found.force.value.microG.z;
    }
    bool t19 = found.assessment.isDisplayFlat != 0;
    ((binnacle_reading *)reading)->force_micro_g[0] = (int32_t)forceX;
    ((binnacle_reading *)reading)->force_micro_g[1] = (int32_t)forceY;
    ((binnacle_reading *)reading)->force_micro_g[2] = (int32_t)forceZ;
    int32_t force = found.force.value.microG.z;
    uint8_t t20 = found.force.isNone;
    uint8_t t21;
    if (t19) {
      if (t20 != 1) {
        if (force < 0) {
          ((binnacle_reading *)reading)->orientation = 4;
          ((binnacle_reading *)reading)->event = found.assessment.event;
          ((binnacle_reading *)reading)->has_force = 1;
          t21 = 1;
          goto L2;
        }
        ((binnacle_reading *)reading)->orientation = 5;
        ((binnacle_reading *)reading)->event = found.assessment.event;
        ((binnacle_reading *)reading)->has_force = 1;
        t21 = 1;
        goto L2;
      }
    }
    ((binnacle_reading *)reading)->orientation = found.assessment.orientation;
    ((binnacle_reading *)reading)->event = found.assessment.event;
    if (t20 == 1) {
      ((binnacle_reading *)reading)->has_force = 0;
      t21 = (uint8_t)(t19 ? 1 : 0);
    } else {
      ((binnacle_reading *)reading)->has_force = 1;
      t21 = (uint8_t)(t19 ? 1 : 0);
    }
L2:;
    uint8_t self6 = found.source;
    ((binnacle_reading *)reading)->is_display_flat = t21;
    ((binnacle_reading *)reading)->source = self6;
    ((binnacle_reading *)reading)->reserved[0] = 0;
    ((binnacle_reading *)reading)->reserved[1] = 0;
    ((binnacle_reading *)reading)->reserved[2] = 0;
    ((binnacle_reading *)reading)->reserved[3] = 0;
    ((binnacle_reading *)reading)->reserved[4] = 0;
    ((binnacle_reading *)reading)->reserved[5] = 0;
    ((binnacle_reading *)reading)->reserved[6] = 0;
    return 0;
  }
  return -3;
}

/* (Sources/Library/BinnacleC/CompassFunctions.swift) */
binnacle_result binnacle_compass_read(binnacle_compass *compass, uint64_t now_microseconds, binnacle_reading *reading) {
  uintptr_t t2;
  int32_t t3;
  if ((uintptr_t)compass == 0) {
    t2 = 0;
  } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)compass->opaque[0] == 827147074u) {
      if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
        t3 = closure_body_14(((Compass *)(void *)&compass->opaque[1]), (uintptr_t)reading, now_microseconds);
        return t3;
      }
      return -4;
    }
    t2 = (uintptr_t)compass;
  } else {
    t2 = (uintptr_t)compass;
  }
  t3 = refusal_object(t2);
  return t3;
}

#if !defined(BINNACLE_WITHOUT_CALIBRATION)
/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
binnacle_result binnacle_calibration_init(binnacle_calibration *calibration, size_t size_bytes) {
  if ((uintptr_t)calibration == 0) {
    return -1;
  }
  if (((uintptr_t)calibration & BEYOND_ALIGNMENT_64) == 0) {
    if (size_bytes == 1592) {
      ((CompassCalibration *)(void *)&calibration->opaque[1])->seen = 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->watched = 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->watchedRecord = 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->checkedRecord = 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->hasStore = 1;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->usesOwnSensor = 1;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->questions.intervalSeconds = 600;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->questions.count = 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->questions.isSuppressedForSession = 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->questions.isSuppressedForDevice = 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->questions.lastAsked = 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->questions.lastAsked = (((CompassCalibration *)(void
          *)&calibration->opaque[1])->questions.lastAsked & 0xffffffffu) | 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->questions.lastAskedIsNone = 1;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->watch.last = 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->watch.corner.x = 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->watch.corner.y = 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->watch.corner.z = 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->watch.deviation = 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->watch.since = 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->watch.wandering = 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->watch.proof = 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->watch.lasting = 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->watch.evidence = 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->watch.reported = 0;
      ((CompassCalibration *)(void *)&calibration->opaque[1])->watch.isFirst = 1;
      CalibrationMachine_init(&((CompassCalibration *)(void *)&calibration->opaque[1])->machine);
      calibration->opaque[0] = 827081538u;
      return 0;
    }
    return -2;
  }
  return -3;
}

/* (Sources/Library/BinnacleC/Objects.swift) */
static bool isSound__2(const CompassCalibration *value) {
  if (value->machine.e1 < 11) {
    if (value->machine.e4 < 6) {
      if (value->machine.e9.phase < 3) {
        int32_t t1 = value->machine.e9.kept.count;
        if (t1 >= 0 && 12 >= t1) {
          int32_t t2 = value->machine.e9.next;
          if (t2 >= 0 && add32(t1, 40) >= t2) {
            if (value->machine.e10.model < 5) {
              bool t3 = CalibrationFit_isSound(&value->machine.e11.fit);
              return t3;
            }
            return false;
          }
          return false;
        }
        return false;
      }
      return false;
    }
    return false;
  }
  return false;
}

/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
binnacle_result binnacle_calibration_set_store(binnacle_calibration *calibration, int32_t has_store) {
  uintptr_t t1;
  if ((uintptr_t)calibration == 0) {
    t1 = 0;
  } else if (((uintptr_t)calibration & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)calibration->opaque[0] == 827081538u) {
      if (isSound__2(((CompassCalibration *)(void *)&calibration->opaque[1]))) {
        ((CompassCalibration *)(void *)&calibration->opaque[1])->hasStore = (uint8_t)(has_store != 0);
        return 0;
      }
      return -4;
    }
    t1 = (uintptr_t)calibration;
  } else {
    t1 = (uintptr_t)calibration;
  }
  uint32_t t2 = (uint32_t)refusal_object(t1);
  return (int32_t)t2;
}

/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
binnacle_result binnacle_calibration_start(binnacle_calibration *calibration, int32_t sensor, uint32_t flags,
    uint32_t delay_milliseconds, uint64_t now_microseconds) {
  uintptr_t t4;
  if ((uintptr_t)calibration == 0) {
    t4 = 0;
  } else if (((uintptr_t)calibration & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)calibration->opaque[0] == 827081538u) {
      if (isSound__2(((CompassCalibration *)(void *)&calibration->opaque[1]))) {
        bool t1 = sensor == 0;
        if (t1) {
          if (1 < flags || 65535u < delay_milliseconds) {
            return -5;
          }
        } else if (sensor != 1 || 1 < flags || 65535u < delay_milliseconds) {
          return -5;
        }
        uint16_t delayMilliseconds = (uint16_t)delay_milliseconds;
        bool refits = flags != 0;
        uint32_t t2 = (uint32_t)(uint8_t)(t1 ? 0 : 1);
        bool ofGravity = t2 == 1;
        ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e6 = (uint32_t)now_microseconds;
        if (CalibrationMachine_fire(0, &((CompassCalibration *)(void *)&calibration->opaque[1])->machine)) {
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e9.isAllowed = (uint8_t)(refits && t2 != 1);
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e9.inUse[0] = 0;
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e9.inUse[1] = 0;
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e9.candidate[0] = 0;
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e9.candidate[1] = 0;
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e3 = (uint8_t)ofGravity;
          FitConfiguration_turn_toGravity(ofGravity,
              &((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e11.fit.configuration);
          CalibrationFit_restart(&((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e11.fit);
          uint8_t t3 = ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e11.fit.configuration.choices;
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e11.live.isEmpty = 1;
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e11.live.seen.words[0] = 0;
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e11.live.seen.words[1] = 0;
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e11.live.seen.words[2] = 0;
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e11.live.low.x = 0;
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e11.live.low.y = 0;
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e11.live.low.z = 0;
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e11.live.high.x = 0;
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e11.live.high.y = 0;
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e11.live.high.z = 0;
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e11.live.centre.x = 0;
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e11.live.centre.y = 0;
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e11.live.centre.z = 0;
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e11.live.isSolved = (uint8_t)((uint8_t)(t3 &
              2) != 0);
          ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e8.delay = 1000 *
              (uint32_t)delayMilliseconds;
          CalibrationMachine_advance_to(now_microseconds,
              &((CompassCalibration *)(void *)&calibration->opaque[1])->machine);
          return 0;
        }
        ((CompassCalibration *)(void *)&calibration->opaque[1])->machine.e5++;
        return -6;
      }
      return -4;
    }
    t4 = (uintptr_t)calibration;
  } else {
    t4 = (uintptr_t)calibration;
  }
  uint32_t t5 = (uint32_t)refusal_object(t4);
  return (int32_t)t5;
}

/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
static uint32_t carryOut_(uint8_t command, uintptr_t calibration, uint64_t now) {
  if (calibration == 0) {
    calibration = 0;
  } else if ((calibration & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)((binnacle_calibration *)calibration)->opaque[0] == 827081538u) {
      if (!isSound__2(((CompassCalibration *)(void *)&((binnacle_calibration *)calibration)->opaque[1]))) {
        return 4294967292u;
      }
      switch (command) {
        case 0: {
          ((CompassCalibration *)(void *)&((binnacle_calibration *)calibration)->opaque[1])->machine.e6 = (uint32_t)now;
          if (CalibrationMachine_fire(3,
              &((CompassCalibration *)(void *)&((binnacle_calibration *)calibration)->opaque[1])->machine)) {
            return 0;
          }
          ((CompassCalibration *)(void *)&((binnacle_calibration *)calibration)->opaque[1])->machine.e5++;
          return 4294967290u;
        }
        case 1: {
          ((CompassCalibration *)(void *)&((binnacle_calibration *)calibration)->opaque[1])->machine.e6 = (uint32_t)now;
          if (CalibrationMachine_fire(1,
              &((CompassCalibration *)(void *)&((binnacle_calibration *)calibration)->opaque[1])->machine)) {
            return 0;
          }
          ((CompassCalibration *)(void *)&((binnacle_calibration *)calibration)->opaque[1])->machine.e5++;
          return 4294967290u;
        }
        case 2: {
          ((CompassCalibration *)(void *)&((binnacle_calibration *)calibration)->opaque[1])->machine.e6 = (uint32_t)now;
          if (CalibrationMachine_fire(4,
              &((CompassCalibration *)(void *)&((binnacle_calibration *)calibration)->opaque[1])->machine)) {
            return 0;
          }
          ((CompassCalibration *)(void *)&((binnacle_calibration *)calibration)->opaque[1])->machine.e5++;
          return 4294967290u;
        }
        case 3: {
          ((CompassCalibration *)(void *)&((binnacle_calibration *)calibration)->opaque[1])->machine.e6 = (uint32_t)now;
          if (CalibrationMachine_fire(5,
              &((CompassCalibration *)(void *)&((binnacle_calibration *)calibration)->opaque[1])->machine)) {
            return 0;
          }
          ((CompassCalibration *)(void *)&((binnacle_calibration *)calibration)->opaque[1])->machine.e5++;
          return 4294967290u;
        }
        default: {
          NEVER();
        }
      }
    }
  }
  uint32_t t1 = (uint32_t)refusal_object(calibration);
  return t1;
}

/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
binnacle_result binnacle_calibration_finish(binnacle_calibration *calibration, uint64_t now_microseconds) {
  return (int32_t)carryOut_(0, (uintptr_t)calibration, now_microseconds);
}

/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
binnacle_result binnacle_calibration_cancel(binnacle_calibration *calibration, uint64_t now_microseconds) {
  return (int32_t)carryOut_(1, (uintptr_t)calibration, now_microseconds);
}

/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
binnacle_result binnacle_calibration_commit(binnacle_calibration *calibration, uint64_t now_microseconds) {
  return (int32_t)carryOut_(2, (uintptr_t)calibration, now_microseconds);
}

/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
binnacle_result binnacle_calibration_discard(binnacle_calibration *calibration, uint64_t now_microseconds) {
  return (int32_t)carryOut_(3, (uintptr_t)calibration, now_microseconds);
}

/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
binnacle_result binnacle_calibration_saved(binnacle_calibration *calibration, int32_t is_stored,
    uint64_t now_microseconds) {
  uintptr_t t3;
  if ((uintptr_t)calibration == 0) {
    t3 = 0;
  } else if (((uintptr_t)calibration & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)calibration->opaque[0] == 827081538u) {
      if (isSound__2(((CompassCalibration *)(void *)&calibration->opaque[1]))) {
        CalibrationMachine_handle_saving_at(3, now_microseconds,
            &((CompassCalibration *)(void *)&calibration->opaque[1])->machine);
        bool t2 = CalibrationMachine_handle_saving_at((uint8_t)(is_stored != 0 ? 4 : 5), now_microseconds,
            &((CompassCalibration *)(void *)&calibration->opaque[1])->machine);
        return (int32_t)(uint32_t)(t2 ? 0 : 4294967290u);
      }
      return -4;
    }
    t3 = (uintptr_t)calibration;
  } else {
    t3 = (uintptr_t)calibration;
  }
  uint32_t t4 = (uint32_t)refusal_object(t3);
  return (int32_t)t4;
}

/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
binnacle_result binnacle_calibration_step(binnacle_calibration *calibration, binnacle_compass *compass,
    uint64_t now_microseconds) {
  uintptr_t t3;
  uint32_t t4;
  if ((uintptr_t)calibration == 0) {
    t3 = 0;
  } else if (((uintptr_t)calibration & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)calibration->opaque[0] == 827081538u) {
      if (isSound__2(((CompassCalibration *)(void *)&calibration->opaque[1]))) {
        uintptr_t t2;
        if ((uintptr_t)compass == 0) {
          t2 = 0;
        } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
          if ((uint32_t)compass->opaque[0] == 827147074u) {
            if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
              bool t1 = CompassCalibration_step_at(((Compass *)(void *)&compass->opaque[1]), now_microseconds,
                  ((CompassCalibration *)(void *)&calibration->opaque[1]));
              return (int32_t)(uint32_t)(t1 ? 1 : 0);
            }
            return -4;
          }
          t2 = (uintptr_t)compass;
        } else {
          t2 = (uintptr_t)compass;
        }
        t4 = (uint32_t)refusal_object(t2);
        return (int32_t)t4;
      }
      return -4;
    }
    t3 = (uintptr_t)calibration;
  } else {
    t3 = (uintptr_t)calibration;
  }
  t4 = (uint32_t)refusal_object(t3);
  return (int32_t)t4;
}

/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
static uint32_t closure_body_15(CompassCalibration *calibration, uintptr_t progress, uint64_t now) {
  if (progress == 0) {
    return 4294967295u;
  }
  if ((progress & BEYOND_ALIGNMENT_32) == 0) {
    ((binnacle_progress *)progress)->samples = calibration->machine.e8.sampleCount;
    ((binnacle_progress *)progress)->rejected = calibration->machine.e8.rejected;
    calibration->machine.e6 = (uint32_t)now;
    uint32_t passed = CalibrationMachine_passed(&calibration->machine);
    uint32_t allowed = CalibrationMachine_allowed(&calibration->machine);
    ((binnacle_progress *)progress)->milliseconds_left = (uint32_t)(passed < allowed ? allowed - passed : 0) / 1000;
    uint8_t self = calibration->machine.e1;
    ((binnacle_progress *)progress)->state = self;
    ((binnacle_progress *)progress)->percent = calibration->machine.e8.percent;
    uint8_t t1;
    switch (self) {
      case 2: {
        t1 = 1;
        break;
      }
      case 3:
      case 4: {
        t1 = CalibrationMachine_collectingAdvice(&calibration->machine);
        break;
      }
      case 7: {
        t1 = 5;
        break;
      }
      case 0:
      case 1:
      case 5:
      case 6:
      case 8:
      case 9:
      case 10: {
        t1 = 0;
        break;
      }
      default: {
        NEVER();
      }
    }
    ((binnacle_progress *)progress)->advice = t1;
    uint32_t coverageWords = calibration->machine.e8.coverage.words[0];
    uint32_t coverage = calibration->machine.e8.coverage.words[1];
    uint32_t coverage2 = calibration->machine.e8.coverage.words[2];
    ((binnacle_progress *)progress)->directions = (uint8_t)DirectionCells_count_2(coverageWords, coverage, coverage2);
    ((binnacle_progress *)progress)->coverage[0] = coverageWords;
    ((binnacle_progress *)progress)->coverage[1] = coverage;
    ((binnacle_progress *)progress)->coverage[2] = coverage2;
    ((binnacle_progress *)progress)->duration_milliseconds = calibration->machine.e8.duration;
    uint8_t t2;
    if (calibration->machine.e3 != 0) {
      ((binnacle_progress *)progress)->sensor = 1;
      t2 = (uint8_t)(calibration->machine.e8.hasCommitted != 0 ? 1 : 0);
    } else {
      ((binnacle_progress *)progress)->sensor = 0;
      t2 = (uint8_t)(calibration->machine.e8.hasCommitted != 0 ? 1 : 0);
    }
    ((binnacle_progress *)progress)->has_committed = t2;
    bool t3 = CompassCalibration_waitsForStore(calibration);
    ((binnacle_progress *)progress)->waits_for_store = (uint8_t)(t3 ? 1 : 0);
    bool t4 = CompassCalibration_isStored(calibration);
    ((binnacle_progress *)progress)->is_stored = (uint8_t)(t4 ? 1 : 0);
    return 0;
  }
  return 4294967293u;
}

/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
binnacle_result binnacle_calibration_progress(binnacle_calibration *calibration, uint64_t now_microseconds,
    binnacle_progress *progress) {
  uintptr_t t2;
  uint32_t t3;
  if ((uintptr_t)calibration == 0) {
    t2 = 0;
  } else if (((uintptr_t)calibration & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)calibration->opaque[0] == 827081538u) {
      if (isSound__2(((CompassCalibration *)(void *)&calibration->opaque[1]))) {
        t3 = closure_body_15(((CompassCalibration *)(void *)&calibration->opaque[1]), (uintptr_t)progress,
            now_microseconds);
        return (int32_t)t3;
      }
      return -4;
    }
    t2 = (uintptr_t)calibration;
  } else {
    t2 = (uintptr_t)calibration;
  }
  t3 = (uint32_t)refusal_object(t2);
  return (int32_t)t3;
}

/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
static uint32_t closure_body_16(const CompassCalibration *calibration, uintptr_t outcome) {
  if (outcome == 0) {
    return 4294967295u;
  }
  if ((outcome & BEYOND_ALIGNMENT_32) == 0) {
    ((binnacle_outcome *)outcome)->confidence_percent = CompassCalibration_confidence(calibration);
    uint8_t self = calibration->machine.e10.model;
    bool t1 = calibration->machine.e10.accepted != 0;
    uint8_t t2 = calibration->machine.e10.grade;
    uint16_t t3 = calibration->machine.e10.residual;
    uint16_t t4 = calibration->machine.e10.heldOutResidual;
    uint32_t t5 = calibration->machine.e10.sampleCount;
    uint32_t t6 = (uint32_t)calibration->machine.e10.centre.y;
    uint32_t t7 = (uint32_t)calibration->machine.e10.centre.z;
    int32_t t8 = calibration->machine.e10.radiusQ8;
    uint16_t t9 = calibration->machine.e10.predictedTypical;
    uint16_t t10 = calibration->machine.e10.predictedWorst;
    ((binnacle_outcome *)outcome)->hard_iron_q8_nanotesla[0] = calibration->machine.e10.centre.x;
    ((binnacle_outcome *)outcome)->hard_iron_q8_nanotesla[1] = (int32_t)t6;
    ((binnacle_outcome *)outcome)->hard_iron_q8_nanotesla[2] = (int32_t)t7;
    ((binnacle_outcome *)outcome)->field_nanotesla = (uint32_t)((t8 >> 8) + ((t8 >> 7) & 1));
    ((binnacle_outcome *)outcome)->samples = t5;
    ((binnacle_outcome *)outcome)->typical_error_centidegrees = t9;
    ((binnacle_outcome *)outcome)->worst_error_centidegrees = t10;
    ((binnacle_outcome *)outcome)->residual_millipercent = t3;
    ((binnacle_outcome *)outcome)->held_out_millipercent = t4;
    ((binnacle_outcome *)outcome)->is_accepted = (uint8_t)(t1 ? 1 : 0);
    ((binnacle_outcome *)outcome)->model = self;
    ((binnacle_outcome *)outcome)->grade = t2;
    return 0;
  }
  return 4294967293u;
}

/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
binnacle_result binnacle_calibration_outcome(binnacle_calibration *calibration, binnacle_outcome *outcome) {
  uintptr_t t2;
  uint32_t t3;
  if ((uintptr_t)calibration == 0) {
    t2 = 0;
  } else if (((uintptr_t)calibration & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)calibration->opaque[0] == 827081538u) {
      if (isSound__2(((CompassCalibration *)(void *)&calibration->opaque[1]))) {
        t3 = closure_body_16(((CompassCalibration *)(void *)&calibration->opaque[1]), (uintptr_t)outcome);
        return (int32_t)t3;
      }
      return -4;
    }
    t2 = (uintptr_t)calibration;
  } else {
    t2 = (uintptr_t)calibration;
  }
  t3 = (uint32_t)refusal_object(t2);
  return (int32_t)t3;
}

/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
static uint32_t closure_body_17(const CompassCalibration *calibration, uintptr_t reason, uint32_t place) {
  if (reason == 0) {
    return 4294967295u;
  }
  if ((reason & BEYOND_ALIGNMENT_32) == 0) {
    if (place < 17) {
      uint16_t place2 = (uint16_t)place;
      if (place2 < 17) {
        Result_uint32_int32_int32_uint8 t1 = CalibrationMachine_reported(place2, &calibration->machine);
        if (t1.e3 == 1) {
          return 4294967287u;
        }
        uint8_t weight = CompassCalibration_weight(place2, calibration);
        ((binnacle_reason *)reason)->measured = t1.e1;
        ((binnacle_reason *)reason)->limit = t1.e2;
        ((binnacle_reason *)reason)->code = (uint32_t)(uint8_t)t1.e0;
        ((binnacle_reason *)reason)->weight = (uint32_t)weight;
        return 0;
      }
      return 4294967287u;
    }
    return 4294967291u;
  }
  return 4294967293u;
}

/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
binnacle_result binnacle_calibration_reason(binnacle_calibration *calibration, uint32_t place,
    binnacle_reason *reason) {
  uintptr_t t2;
  uint32_t t3;
  if ((uintptr_t)calibration == 0) {
    t2 = 0;
  } else if (((uintptr_t)calibration & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)calibration->opaque[0] == 827081538u) {
      if (isSound__2(((CompassCalibration *)(void *)&calibration->opaque[1]))) {
        t3 = closure_body_17(((CompassCalibration *)(void *)&calibration->opaque[1]), (uintptr_t)reason, place);
        return (int32_t)t3;
      }
      return -4;
    }
    t2 = (uintptr_t)calibration;
  } else {
    t2 = (uintptr_t)calibration;
  }
  t3 = (uint32_t)refusal_object(t2);
  return (int32_t)t3;
}

/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
static uint32_t c_calibration_question_body(const Compass *compass, uintptr_t reason, CompassCalibration *calibration,
    uint64_t now) {
  if (reason == 0) {
    return 4294967295u;
  }
  if ((reason & BEYOND_ALIGNMENT_32) == 0) {
    Result_uint32_int32_uint32_uint8 t1 = CompassCalibration_question_about_at(compass, now, calibration);
    if (t1.e3 == 1) {
      return 4294967287u;
    }
    ((binnacle_reason *)reason)->measured = t1.e1;
    ((binnacle_reason *)reason)->limit = (int32_t)t1.e2;
    ((binnacle_reason *)reason)->code = (uint32_t)(uint8_t)t1.e0;
    ((binnacle_reason *)reason)->weight = 0;
    return 0;
  }
  return 4294967293u;
}

/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
binnacle_result binnacle_calibration_question(binnacle_calibration *calibration, binnacle_compass *compass,
    uint64_t now_microseconds, binnacle_reason *reason) {
  uintptr_t t3;
  uint32_t t4;
  if ((uintptr_t)calibration == 0) {
    t3 = 0;
  } else if (((uintptr_t)calibration & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)calibration->opaque[0] == 827081538u) {
      if (isSound__2(((CompassCalibration *)(void *)&calibration->opaque[1]))) {
        uintptr_t t2;
        if ((uintptr_t)compass == 0) {
          t2 = 0;
        } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
          if ((uint32_t)compass->opaque[0] == 827147074u) {
            if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
              t4 = c_calibration_question_body(((Compass *)(void *)&compass->opaque[1]), (uintptr_t)reason,
                  ((CompassCalibration *)(void *)&calibration->opaque[1]), now_microseconds);
              return (int32_t)t4;
            }
            return -4;
          }
          t2 = (uintptr_t)compass;
        } else {
          t2 = (uintptr_t)compass;
        }
        t4 = (uint32_t)refusal_object(t2);
        return (int32_t)t4;
      }
      return -4;
    }
    t3 = (uintptr_t)calibration;
  } else {
    t3 = (uintptr_t)calibration;
  }
  t4 = (uint32_t)refusal_object(t3);
  return (int32_t)t4;
}

/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
static uint32_t closure_body_18(CompassCalibration *calibration, uint32_t interval, int32_t asks) {
  if (interval >= 10 && 65535u >= interval) {
    uint16_t t1 = (uint16_t)interval;
    calibration->questions.intervalSeconds = (uint16_t)(t1 < 10 ? 10 : t1);
    calibration->questions.isSuppressedForDevice = (uint8_t)(asks == 0);
    return 0;
  }
  return 4294967291u;
}

/* (Sources/Library/BinnacleC/CalibrationFunctions.swift) */
binnacle_result binnacle_calibration_set_questions(binnacle_calibration *calibration, uint32_t interval_seconds,
    int32_t asks) {
  uintptr_t t1;
  uint32_t t2;
  if ((uintptr_t)calibration == 0) {
    t1 = 0;
  } else if (((uintptr_t)calibration & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)calibration->opaque[0] == 827081538u) {
      if (isSound__2(((CompassCalibration *)(void *)&calibration->opaque[1]))) {
        t2 = closure_body_18(((CompassCalibration *)(void *)&calibration->opaque[1]), interval_seconds, asks);
        return (int32_t)t2;
      }
      return -4;
    }
    t1 = (uintptr_t)calibration;
  } else {
    t1 = (uintptr_t)calibration;
  }
  t2 = (uint32_t)refusal_object(t1);
  return (int32_t)t2;
}

#endif

#if !defined(BINNACLE_WITHOUT_MOTION)
/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
binnacle_result binnacle_motion_init(binnacle_motion *motion, size_t size_bytes,
    const binnacle_motion_settings *settings) {
  if ((uintptr_t)motion == 0) {
    return -1;
  }
  if (((uintptr_t)motion & BEYOND_ALIGNMENT_64) == 0) {
    if (size_bytes == 1256) {
      int32_t settingsRateDelay;
      uint16_t settingsZeroRateOffset;
      uint32_t t5;
      uint32_t t6;
      if ((uintptr_t)settings == 0) {
        settingsZeroRateOffset = 50;
        settingsRateDelay = 0;
        t5 = 0;
        t6 = 600;
      } else {
        if (((uintptr_t)settings & BEYOND_ALIGNMENT_32) != 0) {
          return -3;
        }
        int32_t settingsFieldDelay = settings->field_microseconds;
        int32_t settingsForceDelay = settings->force_microseconds;
        settingsRateDelay = settings->rate_microseconds;
        int32_t t1 = settings->zero_rate_offset;
        if (t1 < 0 || 500 < t1) {
          return -5;
        }
        uint32_t t2;
        uint32_t t4;
        if (t1 != 0) {
          settingsZeroRateOffset = (uint16_t)t1;
          if (settingsFieldDelay >= 0) {
            t2 = (uint32_t)settingsFieldDelay;
            goto L1;
          }
        } else {
          if (settingsFieldDelay >= 0) {
            if (30000 >= (uint32_t)settingsFieldDelay) {
              if (settingsForceDelay < 0) {
                settingsZeroRateOffset = 50;
                goto L2;
              }
              if (30000 >= (uint32_t)settingsForceDelay) {
                if (settingsRateDelay < 0) {
                  settingsZeroRateOffset = 50;
                  goto L3;
                }
                t4 = (uint32_t)settingsRateDelay;
                settingsZeroRateOffset = 50;
                goto L4;
              }
              return -5;
            }
            return -5;
          }
          settingsZeroRateOffset = 50;
        }
        t2 = 0 - (uint32_t)settingsFieldDelay - 1 + 1;
L1:;
        if (30000 < t2) {
          return -5;
        }
        uint32_t t3;
        if (settingsForceDelay >= 0) {
          t3 = (uint32_t)settingsForceDelay;
          goto L5;
        }
L2:;
        t3 = 0 - (uint32_t)settingsForceDelay - 1 + 1;
L5:;
        if (30000 < t3) {
          return -5;
        }
        if (settingsRateDelay >= 0) {
          t4 = (uint32_t)settingsRateDelay;
          goto L4;
        }
L3:;
        t4 = 0 - (uint32_t)settingsRateDelay - 1 + 1;
L4:;
        if (30000 < t4 || settingsRateDelay < 0) {
          return -5;
        }
        t5 = (uint32_t)settingsForceDelay;
        t6 = (uint32_t)settingsFieldDelay;
      }
      CompassMotion_init_settings(((CompassMotion *)(void *)&motion->opaque[1]), t6, t5, (uint32_t)settingsRateDelay,
          1 | ((uint32_t)settingsZeroRateOffset << 16));
      motion->opaque[0] = 827215170u;
      return 0;
    }
    return -2;
  }
  return -3;
}

/* (Sources/Library/BinnacleC/Objects.swift) */
static bool isSound__3(const CompassMotion *value) {
  if (value->mounting.forward < 6 && value->mounting.right < 6 && value->mounting.down < 6) {
    int8_t t1 = value->axes.order;
    if (value->axes.fault < 5 && t1 >= 0) {
      return t1 < 6;
    }
    return false;
  }
  return false;
}

/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
binnacle_result binnacle_motion_set_axes(binnacle_motion *motion, int32_t forward, int32_t right) {
  uintptr_t t3;
  if ((uintptr_t)motion == 0) {
    t3 = 0;
  } else if (((uintptr_t)motion & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)motion->opaque[0] == 827215170u) {
      if (isSound__3(((CompassMotion *)(void *)&motion->opaque[1]))) {
        uint32_t t1 = axes_forward_right(forward, right);
        uint32_t t2 = t1 & 0xffffffu;
        if ((uint32_t)(t2 & 0xffu) == 6) {
          return -5;
        }
        ((CompassMotion *)(void *)&motion->opaque[1])->mounting.forward = (uint8_t)t2;
        ((CompassMotion *)(void *)&motion->opaque[1])->mounting.right = (uint8_t)(uint32_t)(t2 >> 8);
        ((CompassMotion *)(void *)&motion->opaque[1])->mounting.down = (uint8_t)(uint32_t)(t2 >> 16);
        CompassMotion_mounting_didset(((CompassMotion *)(void *)&motion->opaque[1]));
        return 0;
      }
      return -4;
    }
    t3 = (uintptr_t)motion;
  } else {
    t3 = (uintptr_t)motion;
  }
  uint32_t t4 = (uint32_t)refusal_object(t3);
  return (int32_t)t4;
}

/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
binnacle_result binnacle_motion_use_field(binnacle_motion *motion, int32_t uses_field) {
  uintptr_t t1;
  if ((uintptr_t)motion == 0) {
    t1 = 0;
  } else if (((uintptr_t)motion & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)motion->opaque[0] == 827215170u) {
      if (isSound__3(((CompassMotion *)(void *)&motion->opaque[1]))) {
        CompassMotion_restart((uint32_t)((CompassMotion *)(void *)&motion->opaque[1])->filter.settings.fieldDelay,
            (uint32_t)((CompassMotion *)(void *)&motion->opaque[1])->filter.settings.forceDelay,
            (uint32_t)((CompassMotion *)(void *)&motion->opaque[1])->filter.settings.rateDelay,
            (uint32_t)(uint8_t)(uses_field != 0)
            | ((uint32_t)((CompassMotion *)(void *)&motion->opaque[1])->filter.settings.zeroRateOffset << 16),
            ((CompassMotion *)(void *)&motion->opaque[1]));
        return 0;
      }
      return -4;
    }
    t1 = (uintptr_t)motion;
  } else {
    t1 = (uintptr_t)motion;
  }
  uint32_t t2 = (uint32_t)refusal_object(t1);
  return (int32_t)t2;
}

/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
binnacle_result binnacle_motion_use_gyroscope(binnacle_motion *motion, int32_t uses_gyroscope) {
  uintptr_t t2;
  if ((uintptr_t)motion == 0) {
    t2 = 0;
  } else if (((uintptr_t)motion & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)motion->opaque[0] == 827215170u) {
      if (isSound__3(((CompassMotion *)(void *)&motion->opaque[1]))) {
        bool t1 = uses_gyroscope != 0;
        if ((((CompassMotion *)(void *)&motion->opaque[1])->isOn != 0) == t1) {
          return 0;
        }
        ((CompassMotion *)(void *)&motion->opaque[1])->isOn = (uint8_t)t1;
        CompassMotion_restart((uint32_t)((CompassMotion *)(void *)&motion->opaque[1])->filter.settings.fieldDelay,
            (uint32_t)((CompassMotion *)(void *)&motion->opaque[1])->filter.settings.forceDelay,
            (uint32_t)((CompassMotion *)(void *)&motion->opaque[1])->filter.settings.rateDelay,
            (uint32_t)(uint8_t)(((CompassMotion *)(void *)&motion->opaque[1])->filter.settings.usesField != 0)
            | ((uint32_t)((CompassMotion *)(void *)&motion->opaque[1])->filter.settings.zeroRateOffset << 16),
            ((CompassMotion *)(void *)&motion->opaque[1]));
        return 0;
      }
      return -4;
    }
    t2 = (uintptr_t)motion;
  } else {
    t2 = (uintptr_t)motion;
  }
  uint32_t t3 = (uint32_t)refusal_object(t2);
  return (int32_t)t3;
}

/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
binnacle_result binnacle_motion_lose(binnacle_motion *motion) {
  uintptr_t t1;
  if ((uintptr_t)motion == 0) {
    t1 = 0;
  } else if (((uintptr_t)motion & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)motion->opaque[0] == 827215170u) {
      if (isSound__3(((CompassMotion *)(void *)&motion->opaque[1]))) {
        ((CompassMotion *)(void *)&motion->opaque[1])->isLost = 1;
        return 0;
      }
      return -4;
    }
    t1 = (uintptr_t)motion;
  } else {
    t1 = (uintptr_t)motion;
  }
  uint32_t t2 = (uint32_t)refusal_object(t1);
  return (int32_t)t2;
}

/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
static int32_t closure_body_19(CompassMotion *motion, uintptr_t rate, uint32_t flags, uint64_t time) {
  if (rate == 0) {
    return -1;
  }
  if ((rate & BEYOND_ALIGNMENT_32) == 0) {
    if (3 < flags) {
      return -5;
    }
    int32_t x = *((const int32_t *)rate);
    int32_t y = ((const int32_t *)rate)[1];
    int32_t z = ((const int32_t *)rate)[2];
    bool isRepeated = (flags & 2) != 0;
    uint32_t t1 = flags & 1;
    bool isSaturated = t1 != 0;
    motion->hasRate = 1;
    motion->isLost = 0;
    if (motion->isOn != 0) {
      Result_int32_int32_int32 t2 = AxisRemap_body(x, y, z, (uint32_t)motion->mounting.forward
          | ((uint32_t)motion->mounting.right << 8) | ((uint32_t)motion->mounting.down << 16));
      GyroscopeAxes_add_at_isUsable(t2.e0, t2.e1, t2.e2, time, !isRepeated && t1 == 0, &motion->axes);
      MotionFilter_add_rate_at_isRepeated_isSaturated(t2.e0, t2.e1, t2.e2, time, isRepeated, isSaturated,
          &motion->filter);
      return 0;
    }
    return 0;
  }
  return -3;
}

/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
binnacle_result binnacle_motion_add_rate(binnacle_motion *motion, const int32_t q20_radians_per_second[3],
    uint64_t time_microseconds, uint32_t flags) {
  uintptr_t t2;
  int32_t t3;
  if ((uintptr_t)motion == 0) {
    t2 = 0;
  } else if (((uintptr_t)motion & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)motion->opaque[0] == 827215170u) {
      if (isSound__3(((CompassMotion *)(void *)&motion->opaque[1]))) {
        t3 = closure_body_19(((CompassMotion *)(void *)&motion->opaque[1]), (uintptr_t)q20_radians_per_second, flags,
            time_microseconds);
        return t3;
      }
      return -4;
    }
    t2 = (uintptr_t)motion;
  } else {
    t2 = (uintptr_t)motion;
  }
  t3 = refusal_object(t2);
  return t3;
}

/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
binnacle_result binnacle_motion_step(binnacle_motion *motion, binnacle_compass *compass) {
  uintptr_t t3;
  int32_t t4;
  if ((uintptr_t)motion == 0) {
    t3 = 0;
  } else if (((uintptr_t)motion & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)motion->opaque[0] == 827215170u) {
      if (isSound__3(((CompassMotion *)(void *)&motion->opaque[1]))) {
        uintptr_t t2;
        if ((uintptr_t)compass == 0) {
          t2 = 0;
        } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
          if ((uint32_t)compass->opaque[0] == 827147074u) {
            if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
              bool t1 = CompassMotion_step(((Compass *)(void *)&compass->opaque[1]),
                  ((CompassMotion *)(void *)&motion->opaque[1]));
              return (int32_t)(t1 ? 1 : 0);
            }
            return -4;
          }
          t2 = (uintptr_t)compass;
        } else {
          t2 = (uintptr_t)compass;
        }
        t4 = refusal_object(t2);
        return t4;
      }
      return -4;
    }
    t3 = (uintptr_t)motion;
  } else {
    t3 = (uintptr_t)motion;
  }
  t4 = refusal_object(t3);
  return t4;
}

/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
static uint32_t c_motion_fused_body(const Compass *compass, uintptr_t fused, const CompassMotion *motion,
    uint64_t now) {
  FusedHeading found;
  if (fused == 0) {
    return 4294967295u;
  }
  if ((fused & BEYOND_ALIGNMENT_32) == 0) {
    CompassMotion_fused_at(&found, compass, now, motion);
    bool t1 = found.magneticIsNone == 1;
    ((binnacle_fused *)fused)->magnetic_q32_turns = (uint32_t)(t1 ? 0 : found.magnetic);
    bool t2 = found.trueNorthIsNone == 1;
    ((binnacle_fused *)fused)->true_q32_turns = (uint32_t)(t2 ? 0 : found.trueNorth);
    ((binnacle_fused *)fused)->accuracy_centidegrees = (uint16_t)(found.accuracyIsNone == 1 ? 65535u : found.accuracy);
    ((binnacle_fused *)fused)->reason = found.reason;
    ((binnacle_fused *)fused)->is_magnetic_valid = (uint8_t)!t1;
    ((binnacle_fused *)fused)->is_true_valid = (uint8_t)!t2;
    ((binnacle_fused *)fused)->is_field_turned = (uint8_t)(motion->judge.isReady != 0
        ? (uint8_t)(0 < motion->judge.alarm ? 1 : 0) : 0);
    ((binnacle_fused *)fused)->reserved[0] = 0;
    ((binnacle_fused *)fused)->reserved[1] = 0;
    return 0;
  }
  return 4294967293u;
}

/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
binnacle_result binnacle_motion_fused(binnacle_motion *motion, binnacle_compass *compass, uint64_t now_microseconds,
    binnacle_fused *fused) {
  uintptr_t t3;
  uint32_t t4;
  if ((uintptr_t)motion == 0) {
    t3 = 0;
  } else if (((uintptr_t)motion & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)motion->opaque[0] == 827215170u) {
      if (isSound__3(((CompassMotion *)(void *)&motion->opaque[1]))) {
        uintptr_t t2;
        if ((uintptr_t)compass == 0) {
          t2 = 0;
        } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
          if ((uint32_t)compass->opaque[0] == 827147074u) {
            if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
              t4 = c_motion_fused_body(((Compass *)(void *)&compass->opaque[1]), (uintptr_t)fused,
                  ((CompassMotion *)(void *)&motion->opaque[1]), now_microseconds);
              return (int32_t)t4;
            }
            return -4;
          }
          t2 = (uintptr_t)compass;
        } else {
          t2 = (uintptr_t)compass;
        }
        t4 = (uint32_t)refusal_object(t2);
        return (int32_t)t4;
      }
      return -4;
    }
    t3 = (uintptr_t)motion;
  } else {
    t3 = (uintptr_t)motion;
  }
  t4 = (uint32_t)refusal_object(t3);
  return (int32_t)t4;
}

/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
static uint32_t c_motion_read_body(Compass *compass, uintptr_t reading, CompassMotion *motion, uint64_t now) {
  if (reading == 0) {
    return 4294967295u;
  }
  if ((reading & BEYOND_ALIGNMENT_64) == 0) {
    CompassReading found;
    found.time = 0;
    found.mode = 0;
    found.source = 0;
    found.reason = 7;
    found.isSolved = 0;
    found.hasSample = 0;
    found.assessment.magnetic = 0;
    found.assessment.magneticIsNone = 1;
    found.assessment.trueNorth = 0;
    found.assessment.trueNorthIsNone = 1;
    found.assessment.accuracy = 0;
    found.assessment.accuracyIsNone = 1;
    found.assessment.grade = 0;
    found.assessment.doubts = 0;
    found.assessment.zone = 3;
    found.assessment.disturbance = 0;
    found.assessment.cause = 0;
    found.assessment.reference = 0;
    found.assessment.orientation = 0;
    found.assessment.isDisplayFlat = 0;
    found.assessment.event = 0;
    HeadingSolution self7;
    self7.heading = 0;
    self7.dip = 0;
    self7.horizontalNanotesla = 0;
    self7.gains.field = 4294967295u;
    self7.gains.tilt = 4294967295u;
    self7.up.x = 0;
    self7.up.y = 0;
    self7.up.z = -1;
    found.solution = self7;
    found.field.q8Nanotesla.x = 0;
    found.field.q8Nanotesla.y = 0;
    found.field.q8Nanotesla.z = 0;
    found.force.value.microG.x = 0;
    found.force.value.microG.y = 0;
    found.force.value.microG.z = 0;
    found.force.isNone = 1;
    CompassMotion_read_into_at_timeout(compass, &found, now, 0, 1, motion);
    ((binnacle_reading *)reading)->time_microseconds = found.time;
    uint32_t t1 = found.assessment.magnetic;
    uint8_t t2 = found.assessment.magneticIsNone;
    uint32_t t3 = found.assessment.trueNorth;
    uint8_t t4 = found.assessment.trueNorthIsNone;
    uint32_t t5;
    uint8_t t6;
    uint32_t t7;
    switch (found.assessment.reference) {
      case 0: {
        t7 = 0;
        goto L1;
      }
      case 1: {
        t5 = t1;
        t6 = t2;
        break;
      }
      case 2: {
        t5 = t3;
        t6 = t4;
        break;
      }
      default: {
        NEVER();
      }
    }
    t7 = (uint32_t)(t6 == 1 ? 0 : t5);
L1:;
    ((binnacle_reading *)reading)->heading_q32_turns = t7;
    ((binnacle_reading *)reading)->magnetic_q32_turns = (uint32_t)(t2 == 1 ? 0 : t1);
    ((binnacle_reading *)reading)->true_q32_turns = (uint32_t)(t4 == 1 ? 0 : t3);
    ((binnacle_reading *)reading)->dip_q32_turns = (int32_t)(uint32_t)(found.isSolved != 0 ? found.solution.dip : 0);
    Result_uint32_uint8 t8 = CompassReading_roll(&found);
    ((binnacle_reading *)reading)->roll_q32_turns = (int32_t)(uint32_t)(t8.e1 == 1 ? 0 : t8.e0);
    bool t9 = found.isSolved != 0;
    uint32_t t10 = found.solution.horizontalNanotesla;
    Result_uint32_uint8 t11 = CompassReading_pitch(&found);
    uint32_t t12;
    if (t11.e1 == 1) {
      ((binnacle_reading *)reading)->pitch_q32_turns = 0;
      t12 = (uint32_t)(t9 ? t10 : 0);
    } else {
      ((binnacle_reading *)reading)->pitch_q32_turns = (int32_t)t11.e0;
      t12 = (uint32_t)(t9 ? t10 : 0);
    }
    uint16_t t13 = found.assessment.accuracy;
    uint8_t t14 = found.assessment.accuracyIsNone;
    ((binnacle_reading *)reading)->horizontal_nanotesla = t12;
    ((binnacle_reading *)reading)->field_q8_nanotesla[0] = found.field.q8Nanotesla.x;
    ((binnacle_reading *)reading)->field_q8_nanotesla[1] = found.field.q8Nanotesla.y;
    ((binnacle_reading *)reading)->field_q8_nanotesla[2] = found.field.q8Nanotesla.z;
    ((binnacle_reading *)reading)->doubts = found.assessment.doubts;
    uint8_t self = found.assessment.reference;
    uint8_t t15 = found.assessment.magneticIsNone;
    uint8_t t16 = found.assessment.trueNorthIsNone;
    ((binnacle_reading *)reading)->accuracy_centidegrees = (uint16_t)(t14 == 1 ? 65535u : t13);
    ((binnacle_reading *)reading)->reference = self;
    ((binnacle_reading *)reading)->is_magnetic_valid = (uint8_t)(t15 != 1);
    ((binnacle_reading *)reading)->is_true_valid = (uint8_t)(t16 != 1);
    uint8_t self2 = found.mode;
    uint8_t self3 = found.reason;
    uint8_t self4 = found.assessment.disturbance;
    uint8_t self5 = found.assessment.cause;
    uint8_t t17 = found.assessment.zone;
    ((binnacle_reading *)reading)->is_solved = (uint8_t)(t9 ? 1 : 0);
    ((binnacle_reading *)reading)->mode = self2;
    uint8_t t18;
    switch (self3) {
      case 0: {
        t18 = 0;
        break;
      }
      case 1: {
        t18 = 1;
        break;
      }
      case 2: {
        t18 = 2;
        break;
      }
      case 3: {
        t18 = 3;
        break;
      }
      case 4: {
        t18 = 4;
        break;
      }
      case 5: {
        t18 = 5;
        break;
      }
      case 6: {
        t18 = 6;
        break;
      }
      case 7: {
        t18 = 7;
        break;
      }
      case 8: {
        t18 = 8;
        break;
      }
      case 9: {
        t18 = 9;
        break;
      }
      case 10: {
        t18 = 255;
        break;
      }
      default: {
        NEVER();
      }
    }
    ((binnacle_reading *)reading)->reason = t18;
    ((binnacle_reading *)reading)->grade = found.assessment.grade;
    ((binnacle_reading *)reading)->disturbance = self4;
    ((binnacle_reading *)reading)->cause = self5;
    ((binnacle_reading *)reading)->zone = (uint8_t)(t17 == 3 ? 3 : t17);
    uint32_t forceX;
    uint32_t forceY;
    uint32_t forceZ;
    if (found.force.isNone == 1) {
      forceX = 0;
      forceY = 0;
      forceZ = 0;
    } else {
      forceX = (uint32_t)found.force.value.microG.x;
      forceY = (uint32_t)found.force.value.microG.y;
      forceZ = (uint32_t)found.force.value.microG.z;
    }
    bool t19 = found.assessment.isDisplayFlat != 0;
    ((binnacle_reading *)reading)->force_micro_g[0] = (int32_t)forceX;
    ((binnacle_reading *)reading)->force_micro_g[1] = (int32_t)forceY;
    ((binnacle_reading *)reading)->force_micro_g[2] = (int32_t)forceZ;
    int32_t force = found.force.value.microG.z;
    uint8_t t20 = found.force.isNone;
    uint8_t t21;
    if (t19) {
      if (t20 != 1) {
        if (force < 0) {
          ((binnacle_reading *)reading)->orientation = 4;
          ((binnacle_reading *)reading)->event = found.assessment.event;
          ((binnacle_reading *)reading)->has_force = 1;
          t21 = 1;
          goto L2;
        }
        ((binnacle_reading *)reading)->orientation = 5;
        ((binnacle_reading *)reading)->event = found.assessment.event;
        ((binnacle_reading *)reading)->has_force = 1;
        t21 = 1;
        goto L2;
      }
    }
    ((binnacle_reading *)reading)->orientation = found.assessment.orientation;
    ((binnacle_reading *)reading)->event = found.assessment.event;
    if (t20 == 1) {
      ((binnacle_reading *)reading)->has_force = 0;
      t21 = (uint8_t)(t19 ? 1 : 0);
    } else {
      ((binnacle_reading *)reading)->has_force = 1;
      t21 = (uint8_t)(t19 ? 1 : 0);
    }
L2:;
    uint8_t self6 = found.source;
    ((binnacle_reading *)reading)->is_display_flat = t21;
    ((binnacle_reading *)reading)->source = self6;
    ((binnacle_reading *)reading)->reserved[0] = 0;
    ((binnacle_reading *)reading)->reserved[1] = 0;
    ((binnacle_reading *)reading)->reserved[2] = 0;
    ((binnacle_reading *)reading)->reserved[3] = 0;
    ((binnacle_reading *)reading)->reserved[4] = 0;
    ((binnacle_reading *)reading)->reserved[5] = 0;
    ((binnacle_reading *)reading)->reserved[6] = 0;
    return 0;
  }
  return 4294967293u;
}

/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
binnacle_result binnacle_motion_read(binnacle_motion *motion, binnacle_compass *compass, uint64_t now_microseconds,
    binnacle_reading *reading) {
  uintptr_t t3;
  uint32_t t4;
  if ((uintptr_t)motion == 0) {
    t3 = 0;
  } else if (((uintptr_t)motion & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)motion->opaque[0] == 827215170u) {
      if (isSound__3(((CompassMotion *)(void *)&motion->opaque[1]))) {
        uintptr_t t2;
        if ((uintptr_t)compass == 0) {
          t2 = 0;
        } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
          if ((uint32_t)compass->opaque[0] == 827147074u) {
            if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
              t4 = c_motion_read_body(((Compass *)(void *)&compass->opaque[1]), (uintptr_t)reading,
                  ((CompassMotion *)(void *)&motion->opaque[1]), now_microseconds);
              return (int32_t)t4;
            }
            return -4;
          }
          t2 = (uintptr_t)compass;
        } else {
          t2 = (uintptr_t)compass;
        }
        t4 = (uint32_t)refusal_object(t2);
        return (int32_t)t4;
      }
      return -4;
    }
    t3 = (uintptr_t)motion;
  } else {
    t3 = (uintptr_t)motion;
  }
  t4 = (uint32_t)refusal_object(t3);
  return (int32_t)t4;
}

/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
static int32_t closure_body_20(const CompassMotion *motion, uintptr_t estimate) {
  MotionEstimate found;
  if (estimate == 0) {
    return -1;
  }
  if ((estimate & BEYOND_ALIGNMENT_64) == 0) {
    MotionFilter_estimate(&found, &motion->filter);
    ((binnacle_motion_estimate *)estimate)->time_microseconds = found.time;
    ((binnacle_motion_estimate *)estimate)->attitude_q30[0] = found.attitude.w;
    ((binnacle_motion_estimate *)estimate)->attitude_q30[1] = found.attitude.x;
    ((binnacle_motion_estimate *)estimate)->attitude_q30[2] = found.attitude.y;
    ((binnacle_motion_estimate *)estimate)->attitude_q30[3] = found.attitude.z;
    bool t1 = found.headingIsNone == 1;
    ((binnacle_motion_estimate *)estimate)->heading_q32_turns = (uint32_t)(t1 ? 0 : found.heading);
    ((binnacle_motion_estimate *)estimate)->accuracy_q32_turns = found.headingAccuracy;
    ((binnacle_motion_estimate *)estimate)->turn_q20_radians_per_second = found.rateOfTurn;
    ((binnacle_motion_estimate *)estimate)->bias_q20_radians_per_second[0] = found.bias.q20.x;
    ((binnacle_motion_estimate *)estimate)->bias_q20_radians_per_second[1] = found.bias.q20.y;
    ((binnacle_motion_estimate *)estimate)->bias_q20_radians_per_second[2] = found.bias.q20.z;
    ((binnacle_motion_estimate *)estimate)->state = found.state;
    ((binnacle_motion_estimate *)estimate)->is_heading_valid = (uint8_t)!t1;
    ((binnacle_motion_estimate *)estimate)->is_at_rest = (uint8_t)(found.isAtRest != 0 ? 1 : 0);
    ((binnacle_motion_estimate *)estimate)->reserved[0] = 0;
    ((binnacle_motion_estimate *)estimate)->reserved[1] = 0;
    ((binnacle_motion_estimate *)estimate)->reserved[2] = 0;
    ((binnacle_motion_estimate *)estimate)->reserved[3] = 0;
    ((binnacle_motion_estimate *)estimate)->reserved[4] = 0;
    return 0;
  }
  return -3;
}

/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
binnacle_result binnacle_motion_get(const binnacle_motion *motion, binnacle_motion_estimate *estimate) {
  uintptr_t t2;
  int32_t t3;
  if ((uintptr_t)motion == 0) {
    t2 = 0;
  } else if (((uintptr_t)motion & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)motion->opaque[0] == 827215170u) {
      if (isSound__3(((const CompassMotion *)(const void *)&motion->opaque[1]))) {
        t3 = closure_body_20(((const CompassMotion *)(const void *)&motion->opaque[1]), (uintptr_t)estimate);
        return t3;
      }
      return -4;
    }
    t2 = (uintptr_t)motion;
  } else {
    t2 = (uintptr_t)motion;
  }
  t3 = refusal_object(t2);
  return t3;
}

/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
static uint32_t c_motion_true_heading_body(const Compass *compass, uintptr_t heading, const CompassMotion *motion) {
  MotionEstimate t3;
  if (heading == 0) {
    return 4294967295u;
  }
  if ((heading & BEYOND_ALIGNMENT_32) == 0) {
    if (compass->service.isDeclinationKnown != 0) {
      uint32_t t1 = compass->service.declination;
      MotionFilter_estimate(&t3, &motion->filter);
      if (t3.headingIsNone == 1) {
        return 4294967289u;
      }
      *((uint32_t *)heading) = t3.heading + t1;
      return 0;
    }
    return 4294967288u;
  }
  return 4294967293u;
}

/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
binnacle_result binnacle_motion_true_heading(const binnacle_motion *motion, const binnacle_compass *compass,
    uint32_t *heading_q32_turns) {
  uintptr_t t3;
  uint32_t t4;
  if ((uintptr_t)motion == 0) {
    t3 = 0;
  } else if (((uintptr_t)motion & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)motion->opaque[0] == 827215170u) {
      if (isSound__3(((const CompassMotion *)(const void *)&motion->opaque[1]))) {
        uintptr_t t2;
        if ((uintptr_t)compass == 0) {
          t2 = 0;
        } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
          if ((uint32_t)compass->opaque[0] == 827147074u) {
            if (isSound_(((const Compass *)(const void *)&compass->opaque[1]))) {
              t4 = c_motion_true_heading_body(((const Compass *)(const void *)&compass->opaque[1]),
                  (uintptr_t)heading_q32_turns, ((const CompassMotion *)(const void *)&motion->opaque[1]));
              return (int32_t)t4;
            }
            return -4;
          }
          t2 = (uintptr_t)compass;
        } else {
          t2 = (uintptr_t)compass;
        }
        t4 = (uint32_t)refusal_object(t2);
        return (int32_t)t4;
      }
      return -4;
    }
    t3 = (uintptr_t)motion;
  } else {
    t3 = (uintptr_t)motion;
  }
  t4 = (uint32_t)refusal_object(t3);
  return (int32_t)t4;
}

/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
binnacle_result binnacle_motion_is_dead(const binnacle_motion *motion, uint64_t now_microseconds) {
  uintptr_t t2;
  if ((uintptr_t)motion == 0) {
    t2 = 0;
  } else if (((uintptr_t)motion & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)motion->opaque[0] == 827215170u) {
      if (isSound__3(((const CompassMotion *)(const void *)&motion->opaque[1]))) {
        uint64_t t1 = ((const CompassMotion *)(const void *)&motion->opaque[1])->filter.watch.time;
        if (((const CompassMotion *)(const void *)&motion->opaque[1])->filter.watch.hasBegun != 0) {
          if (250000u < Instant_elapsed_since(t1, now_microseconds)) {
            return 1;
          }
        }
        return 0;
      }
      return -4;
    }
    t2 = (uintptr_t)motion;
  } else {
    t2 = (uintptr_t)motion;
  }
  uint32_t t3 = (uint32_t)refusal_object(t2);
  return (int32_t)t3;
}

/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
static uint32_t closure_body_21(const CompassMotion *motion, uintptr_t quality) {
  MotionEstimate found;
  if (quality == 0) {
    return 4294967295u;
  }
  if ((quality & BEYOND_ALIGNMENT_32) == 0) {
    MotionFilter_estimate(&found, &motion->filter);
    ((binnacle_motion_quality *)quality)->bias_deviation_q20_radians_per_second = found.biasDeviation;
    ((binnacle_motion_quality *)quality)->scale_q24 = found.scale;
    ((binnacle_motion_quality *)quality)->scale_deviation_q24 = found.scaleDeviation;
    ((binnacle_motion_quality *)quality)->field_delay_microseconds = found.fieldDelay;
    ((binnacle_motion_quality *)quality)->field_delay_deviation_microseconds = found.fieldDelayDeviation;
    ((binnacle_motion_quality *)quality)->hard_iron_nanotesla[0] = found.hardIron.nanotesla.x;
    ((binnacle_motion_quality *)quality)->hard_iron_nanotesla[1] = found.hardIron.nanotesla.y;
    ((binnacle_motion_quality *)quality)->hard_iron_nanotesla[2] = found.hardIron.nanotesla.z;
    return 0;
  }
  return 4294967293u;
}

/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
binnacle_result binnacle_motion_get_quality(const binnacle_motion *motion, binnacle_motion_quality *quality) {
  uintptr_t t2;
  uint32_t t3;
  if ((uintptr_t)motion == 0) {
    t2 = 0;
  } else if (((uintptr_t)motion & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)motion->opaque[0] == 827215170u) {
      if (isSound__3(((const CompassMotion *)(const void *)&motion->opaque[1]))) {
        t3 = closure_body_21(((const CompassMotion *)(const void *)&motion->opaque[1]), (uintptr_t)quality);
        return (int32_t)t3;
      }
      return -4;
    }
    t2 = (uintptr_t)motion;
  } else {
    t2 = (uintptr_t)motion;
  }
  t3 = (uint32_t)refusal_object(t2);
  return (int32_t)t3;
}

/* (Sources/Library/BinnacleC/MotionFunctions.swift) */
binnacle_result binnacle_motion_get_counts(const binnacle_motion *motion, binnacle_motion_counts *counts) {
  uintptr_t t6;
  if ((uintptr_t)motion == 0) {
    t6 = 0;
  } else if (((uintptr_t)motion & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)motion->opaque[0] == 827215170u) {
      if (isSound__3(((const CompassMotion *)(const void *)&motion->opaque[1]))) {
        if ((uintptr_t)counts == 0) {
          return -1;
        }
        if (((uintptr_t)counts & BEYOND_ALIGNMENT_16) == 0) {
          uint16_t t1 = ((const CompassMotion *)(const void *)&motion->opaque[1])->filter.counts.repeated;
          uint16_t t2 = ((const CompassMotion *)(const void *)&motion->opaque[1])->filter.counts.outOfOrder;
          uint16_t t3 = ((const CompassMotion *)(const void *)&motion->opaque[1])->filter.counts.late;
          uint16_t t4 = ((const CompassMotion *)(const void *)&motion->opaque[1])->filter.counts.saturated;
          uint16_t t5 = ((const CompassMotion *)(const void *)&motion->opaque[1])->filter.counts.restarts;
          counts->missing = ((const CompassMotion *)(const void *)&motion->opaque[1])->filter.counts.missing;
          counts->repeated = t1;
          counts->out_of_order = t2;
          counts->late = t3;
          counts->saturated = t4;
          counts->restarts = t5;
          return 0;
        }
        return -3;
      }
      return -4;
    }
    t6 = (uintptr_t)motion;
  } else {
    t6 = (uintptr_t)motion;
  }
  uint32_t t7 = (uint32_t)refusal_object(t6);
  return (int32_t)t7;
}

#endif

#if !defined(BINNACLE_WITHOUT_CALIBRATION) && !defined(BINNACLE_WITHOUT_MOTION)
/* (Sources/Library/BinnacleC/GuideFunctions.swift) */
binnacle_result binnacle_guide_init(binnacle_guide *guide, size_t size_bytes) {
  if ((uintptr_t)guide == 0) {
    return -1;
  }
  if (((uintptr_t)guide & BEYOND_ALIGNMENT_64) == 0) {
    if (size_bytes == 1616) {
      CompassGuide_init(((CompassGuide *)(void *)&guide->opaque[1]));
      guide->opaque[0] = 826558274u;
      return 0;
    }
    return -2;
  }
  return -3;
}

/* (Sources/Library/BinnacleC/Objects.swift) */
static bool isSound__4(const CompassGuide *value) {
  return CompassGuide_isSound(value);
}

/* (Sources/Library/BinnacleC/GuideFunctions.swift) */
binnacle_result binnacle_guide_step(binnacle_guide *guide, binnacle_calibration *calibration,
    binnacle_compass *compass, binnacle_motion *motion, uint64_t now_microseconds) {
  uintptr_t t5;
  uint32_t t6;
  if ((uintptr_t)guide == 0) {
    t5 = 0;
  } else if (((uintptr_t)guide & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)guide->opaque[0] == 826558274u) {
      if (isSound__4(((CompassGuide *)(void *)&guide->opaque[1]))) {
        uintptr_t t4;
        if ((uintptr_t)calibration == 0) {
          t4 = 0;
        } else if (((uintptr_t)calibration & BEYOND_ALIGNMENT_64) == 0) {
          if ((uint32_t)calibration->opaque[0] == 827081538u) {
            if (isSound__2(((CompassCalibration *)(void *)&calibration->opaque[1]))) {
              uintptr_t t3;
              if ((uintptr_t)compass == 0) {
                t3 = 0;
              } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
                if ((uint32_t)compass->opaque[0] == 827147074u) {
                  if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
                    uintptr_t t2;
                    if ((uintptr_t)motion == 0) {
                      t2 = 0;
                    } else if (((uintptr_t)motion & BEYOND_ALIGNMENT_64) == 0) {
                      if ((uint32_t)motion->opaque[0] == 827215170u) {
                        if (isSound__3(((CompassMotion *)(void *)&motion->opaque[1]))) {
                          uint32_t t1 = ((Compass *)(void *)&compass->opaque[1])->samples.forceNumber;
                          if (((CompassGuide *)(void *)&guide->opaque[1])->seenForce != t1) {
                            ((CompassGuide *)(void *)&guide->opaque[1])->seenForce = t1;
                            CompassGuide_addForce_of_with(((Compass *)(void *)&compass->opaque[1]),
                                ((CompassMotion *)(void *)&motion->opaque[1]),
                                ((CompassGuide *)(void *)&guide->opaque[1]));
                          }
                          uint32_t number = ((Compass *)(void *)&compass->opaque[1])->samples.fieldNumber;
                          if (((CompassGuide *)(void *)&guide->opaque[1])->seenField != number) {
                            ((CompassGuide *)(void *)&guide->opaque[1])->seenField = number;
                            CompassGuide_addSample_to_of_with_at(((CompassCalibration *)(void
                                *)&calibration->opaque[1]), ((Compass *)(void *)&compass->opaque[1]),
                                ((CompassMotion *)(void *)&motion->opaque[1]), now_microseconds,
                                ((CompassGuide *)(void *)&guide->opaque[1]));
                            ((CompassCalibration *)(void *)&calibration->opaque[1])->seen = number;
                          }
                          bool hasRecord = CompassCalibration_step_at(((Compass *)(void *)&compass->opaque[1]),
                              now_microseconds, ((CompassCalibration *)(void *)&calibration->opaque[1]));
                          CompassGuide_align_of(((CompassCalibration *)(void *)&calibration->opaque[1]),
                              ((Compass *)(void *)&compass->opaque[1]), ((CompassGuide *)(void *)&guide->opaque[1]));
                          return (int32_t)(uint32_t)(hasRecord ? 1 : 0);
                        }
                        return -4;
                      }
                      t2 = (uintptr_t)motion;
                    } else {
                      t2 = (uintptr_t)motion;
                    }
                    t6 = (uint32_t)refusal_object(t2);
                    return (int32_t)t6;
                  }
                  return -4;
                }
                t3 = (uintptr_t)compass;
              } else {
                t3 = (uintptr_t)compass;
              }
              t6 = (uint32_t)refusal_object(t3);
              return (int32_t)t6;
            }
            return -4;
          }
          t4 = (uintptr_t)calibration;
        } else {
          t4 = (uintptr_t)calibration;
        }
        t6 = (uint32_t)refusal_object(t4);
        return (int32_t)t6;
      }
      return -4;
    }
    t5 = (uintptr_t)guide;
  } else {
    t5 = (uintptr_t)guide;
  }
  t6 = (uint32_t)refusal_object(t5);
  return (int32_t)t6;
}

/* (Sources/Library/BinnacleC/GuideFunctions.swift) */
static uint32_t closure_body_22(const CompassGuide *guide, uintptr_t reason, uint32_t place) {
  if (reason == 0) {
    return 4294967295u;
  }
  if ((reason & BEYOND_ALIGNMENT_32) == 0) {
    if (place < 6) {
      uint16_t place2 = (uint16_t)place;
      int32_t found;
      int32_t found2;
      uint32_t t3;
      uint8_t t4;
      if (place2 < 3) {
        Result_uint32_int32_int32_uint8 t1 = CompassGuide_finding_of(place2, &guide->field, 39, 40, 41);
        t3 = t1.e0;
        found = t1.e1;
        found2 = t1.e2;
        t4 = t1.e3;
      } else {
        Result_uint32_int32_int32_uint8 t2 = CompassGuide_finding_of((uint16_t)(place2 - 3), &guide->force, 42, 43, 44);
        t3 = t2.e0;
        found = t2.e1;
        found2 = t2.e2;
        t4 = t2.e3;
      }
      if (t4 == 1) {
        return 4294967287u;
      }
      ((binnacle_reason *)reason)->measured = found;
      ((binnacle_reason *)reason)->limit = found2;
      ((binnacle_reason *)reason)->code = (uint32_t)(uint8_t)t3;
      ((binnacle_reason *)reason)->weight = 0;
      return 0;
    }
    return 4294967291u;
  }
  return 4294967293u;
}

/* (Sources/Library/BinnacleC/GuideFunctions.swift) */
binnacle_result binnacle_guide_reason(const binnacle_guide *guide, uint32_t place, binnacle_reason *reason) {
  uintptr_t t2;
  uint32_t t3;
  if ((uintptr_t)guide == 0) {
    t2 = 0;
  } else if (((uintptr_t)guide & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)guide->opaque[0] == 826558274u) {
      if (isSound__4(((const CompassGuide *)(const void *)&guide->opaque[1]))) {
        t3 = closure_body_22(((const CompassGuide *)(const void *)&guide->opaque[1]), (uintptr_t)reason, place);
        return (int32_t)t3;
      }
      return -4;
    }
    t2 = (uintptr_t)guide;
  } else {
    t2 = (uintptr_t)guide;
  }
  t3 = (uint32_t)refusal_object(t2);
  return (int32_t)t3;
}

#endif

#if !defined(BINNACLE_WITHOUT_WORLD_MODEL)
/* (Sources/Library/BinnacleC/PlaceFunctions.swift) */
binnacle_result binnacle_locator_init(binnacle_locator *locator, size_t size_bytes) {
  WorldModelEvaluation t2;
  if ((uintptr_t)locator == 0) {
    return -1;
  }
  if (((uintptr_t)locator & BEYOND_ALIGNMENT_64) == 0) {
    if (size_bytes == 440) {
      ((CompassPlace *)(void *)&locator->opaque[1])->state = 0;
      ((CompassPlace *)(void *)&locator->opaque[1])->error = 6;
      ((CompassPlace *)(void *)&locator->opaque[1])->isNew = 0;
      ((CompassPlace *)(void *)&locator->opaque[1])->isExtrapolating = 0;
      ((CompassPlace *)(void *)&locator->opaque[1])->date = 0;
      ((CompassPlace *)(void *)&locator->opaque[1])->dateIsNone = 1;
      ((CompassPlace *)(void *)&locator->opaque[1])->position.value.latitude = 0;
      ((CompassPlace *)(void *)&locator->opaque[1])->position.value.longitude = 0;
      ((CompassPlace *)(void *)&locator->opaque[1])->position.value.height = 0;
      ((CompassPlace *)(void *)&locator->opaque[1])->position.isNone = 1;
      WorldModelEvaluation_init(&t2);
      ((CompassPlace *)(void *)&locator->opaque[1])->evaluation = t2;
      locator->opaque[0] = 826494018u;
      return 0;
    }
    return -2;
  }
  return -3;
}

/* (Sources/Library/BinnacleC/Objects.swift) */
static bool isSound__5(const CompassPlace *value) {
  if (value->state < 4) {
    if (value->error < 7) {
      int32_t t1 = value->evaluation.step;
      uint32_t t2 = (uint32_t)value->evaluation.coefficient;
      if (0 < t1 && t1 < 13) {
        return t2 == (uint32_t)add32(12, mul32(sub32(26, t1), sub32(t1, 1)));
      }
      if (t1 >= -1 && 14 >= t1) {
        if (t1 != 0) {
          return true;
        }
        return t2 == 0;
      }
      return false;
    }
    return false;
  }
  return false;
}

/* (Sources/Library/BinnacleC/PlaceFunctions.swift) */
static int32_t c_locator_set_body(Compass *compass, uintptr_t place, CompassPlace *locator) {
  if (place == 0) {
    if (locator->position.isNone != 1) {
      locator->isNew = 1;
    }
    locator->position.value.latitude = 0;
    locator->position.value.longitude = 0;
    locator->position.value.height = 0;
    locator->position.isNone = 1;
    if (locator->dateIsNone == 1) {
      if (locator->isExtrapolating == 0) {
        goto L1;
      }
    }
    locator->isNew = 1;
L1:;
    locator->date = 0;
    locator->dateIsNone = 1;
    locator->isExtrapolating = 0;
    compass->date = 0;
    compass->dateIsNone = 1;
    return 0;
  }
  if ((place & BEYOND_ALIGNMENT_32) == 0) {
    Place there;
    there.position.latitude = 0;
    there.position.longitude = 0;
    there.position.height = 0;
    there.date = 0;
    there.isExtrapolating = 0;
    int32_t code = Place_read_into(((const binnacle_place *)place), &there);
    if (code != 0) {
      return code;
    }
    uint32_t positionValue = (uint32_t)there.position.latitude;
    uint32_t position = (uint32_t)there.position.longitude;
    uint32_t position2 = (uint32_t)there.position.height;
    if (!(locator->position.isNone != 1 && positionValue == (uint32_t)locator->position.value.latitude
        && position == (uint32_t)locator->position.value.longitude
        && position2 == (uint32_t)locator->position.value.height)) {
      locator->isNew = 1;
    }
    locator->position.value.latitude = (int32_t)positionValue;
    locator->position.value.longitude = (int32_t)position;
    locator->position.value.height = (int32_t)position2;
    locator->position.isNone = 0;
    int32_t dateValue = there.date;
    bool extrapolating = there.isExtrapolating != 0;
    if (locator->dateIsNone != 1 && dateValue == locator->date) {
      if (extrapolating == (locator->isExtrapolating != 0)) {
        goto L2;
      }
    }
    locator->isNew = 1;
L2:;
    locator->date = dateValue;
    locator->dateIsNone = 0;
    locator->isExtrapolating = (uint8_t)extrapolating;
    compass->date = dateValue;
    compass->dateIsNone = 0;
    return code;
  }
  return -3;
}

/* (Sources/Library/BinnacleC/PlaceFunctions.swift) */
binnacle_result binnacle_locator_set(binnacle_locator *locator, binnacle_compass *compass,
    const binnacle_place *place) {
  uintptr_t t4;
  if ((uintptr_t)locator == 0) {
    t4 = 0;
  } else if (((uintptr_t)locator & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)locator->opaque[0] == 826494018u) {
      if (isSound__5(((CompassPlace *)(void *)&locator->opaque[1]))) {
        uintptr_t t2;
        if ((uintptr_t)compass == 0) {
          t2 = 0;
        } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
          if ((uint32_t)compass->opaque[0] == 827147074u) {
            if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
              int32_t t6 = c_locator_set_body(((Compass *)(void *)&compass->opaque[1]), (uintptr_t)place,
                  ((CompassPlace *)(void *)&locator->opaque[1]));
              return t6;
            }
            return -4;
          }
          t2 = (uintptr_t)compass;
        } else {
          t2 = (uintptr_t)compass;
        }
        uint32_t t3 = (uint32_t)refusal_object(t2);
        return (int32_t)t3;
      }
      return -4;
    }
    t4 = (uintptr_t)locator;
  } else {
    t4 = (uintptr_t)locator;
  }
  uint32_t t5 = (uint32_t)refusal_object(t4);
  return (int32_t)t5;
}

/* (Sources/Library/BinnacleC/PlaceFunctions.swift) */
binnacle_result binnacle_locator_step(binnacle_locator *locator, binnacle_compass *compass) {
  uintptr_t t3;
  uint32_t t4;
  if ((uintptr_t)locator == 0) {
    t3 = 0;
  } else if (((uintptr_t)locator & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)locator->opaque[0] == 826494018u) {
      if (isSound__5(((CompassPlace *)(void *)&locator->opaque[1]))) {
        uintptr_t t2;
        if ((uintptr_t)compass == 0) {
          t2 = 0;
        } else if (((uintptr_t)compass & BEYOND_ALIGNMENT_64) == 0) {
          if ((uint32_t)compass->opaque[0] == 827147074u) {
            if (isSound_(((Compass *)(void *)&compass->opaque[1]))) {
              bool t1 = CompassPlace_step(((Compass *)(void *)&compass->opaque[1]),
                  ((CompassPlace *)(void *)&locator->opaque[1]));
              return (int32_t)(uint32_t)(t1 ? 1 : 0);
            }
            return -4;
          }
          t2 = (uintptr_t)compass;
        } else {
          t2 = (uintptr_t)compass;
        }
        t4 = (uint32_t)refusal_object(t2);
        return (int32_t)t4;
      }
      return -4;
    }
    t3 = (uintptr_t)locator;
  } else {
    t3 = (uintptr_t)locator;
  }
  t4 = (uint32_t)refusal_object(t3);
  return (int32_t)t4;
}

/* (Sources/Library/BinnacleC/PlaceFunctions.swift) */
static uint32_t closure_body_23(const CompassPlace *locator, uintptr_t state) {
  if (state == 0) {
    return 4294967295u;
  }
  if ((state & BEYOND_ALIGNMENT_32) == 0) {
    uint8_t t1 = locator->error;
    ((binnacle_place_state *)state)->error = (int32_t)(t1 == 6 ? 0 : -16 - (int32_t)(uint8_t)(t1 + 1));
    ((binnacle_place_state *)state)->state = locator->state;
    bool t2 = CompassPlace_isExtrapolated(locator);
    ((binnacle_place_state *)state)->is_extrapolated = (uint8_t)(t2 ? 1 : 0);
    ((binnacle_place_state *)state)->reserved[0] = 0;
    ((binnacle_place_state *)state)->reserved[1] = 0;
    return 0;
  }
  return 4294967293u;
}

/* (Sources/Library/BinnacleC/PlaceFunctions.swift) */
binnacle_result binnacle_locator_get(const binnacle_locator *locator, binnacle_place_state *state) {
  uintptr_t t2;
  uint32_t t3;
  if ((uintptr_t)locator == 0) {
    t2 = 0;
  } else if (((uintptr_t)locator & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)locator->opaque[0] == 826494018u) {
      if (isSound__5(((const CompassPlace *)(const void *)&locator->opaque[1]))) {
        t3 = closure_body_23(((const CompassPlace *)(const void *)&locator->opaque[1]), (uintptr_t)state);
        return (int32_t)t3;
      }
      return -4;
    }
    t2 = (uintptr_t)locator;
  } else {
    t2 = (uintptr_t)locator;
  }
  t3 = (uint32_t)refusal_object(t2);
  return (int32_t)t3;
}

#endif

#if !defined(BINNACLE_WITHOUT_CALIBRATION)
/* (Sources/Library/BinnacleC/AxisFunctions.swift) */
binnacle_result binnacle_axis_check_init(binnacle_axis_check *check, size_t size_bytes) {
  if ((uintptr_t)check == 0) {
    return -1;
  }
  if (((uintptr_t)check & BEYOND_ALIGNMENT_64) == 0) {
    if (size_bytes == 240) {
      AxisCheck_init(((AxisCheck *)(void *)&check->opaque[1]));
      check->opaque[0] = 827867458u;
      return 0;
    }
    return -2;
  }
  return -3;
}

/* (Sources/Library/BinnacleC/Objects.swift) */
static bool isSound__6(const AxisCheck *value) {
  int32_t t1 = value->count;
  if (t1 < 0 || 8 < t1) {
    return false;
  }
  if (t1 < 0) {
    NEVER();
  }
  int32_t i = 0;
  for (;;) {
    if (i == t1) {
      return true;
    }
    if (i < 0 || i >= t1) {
      NEVER();
    }
    int32_t t2 = add32(i, 1);
    if (sadd_overflows32(i, 1)) {
      NEVER();
    }
    if (i >= 8) {
      NEVER();
    }
    if (value->held[i].pose >= 6) {
      return false;
    }
    i = t2;
  }
}

/* Whether each component is within ±2^21. (Sources/Library/BinnacleC/AxisFunctions.swift) */
static bool isWithinRange_(int32_t vX, int32_t vY, int32_t vZ) {
  uint32_t t1;
  if (vX < 0) {
    t1 = 0 - (uint32_t)vX - 1 + 1;
  } else {
    t1 = (uint32_t)vX;
  }
  if (2097152u >= t1) {
    uint32_t t2;
    if (vY < 0) {
      t2 = 0 - (uint32_t)vY - 1 + 1;
    } else {
      t2 = (uint32_t)vY;
    }
    if (2097152u >= t2) {
      uint32_t t3;
      if (vZ < 0) {
        t3 = 0 - (uint32_t)vZ - 1 + 1;
      } else {
        t3 = (uint32_t)vZ;
      }
      return 2097152u >= t3;
    }
    return false;
  }
  return false;
}

/* (Sources/Library/BinnacleC/AxisFunctions.swift) */
static uint32_t closure_body_24(AxisCheck *check, uintptr_t nanotesla, uintptr_t microG, int32_t pose) {
  if (nanotesla == 0) {
    return 4294967295u;
  }
  if ((nanotesla & BEYOND_ALIGNMENT_32) == 0) {
    bool t1 = microG == 0;
    if (!t1) {
      if ((microG & BEYOND_ALIGNMENT_32) != 0) {
        return 4294967293u;
      }
    }
    if (pose >= 0 && pose < 6) {
      uint8_t held = AxisPose_init_rawValue((uint8_t)pose);
      if (held == 6) {
        return 4294967291u;
      }
      int32_t x = *((const int32_t *)nanotesla);
      int32_t y = ((const int32_t *)nanotesla)[1];
      int32_t z = ((const int32_t *)nanotesla)[2];
      int32_t forceX;
      int32_t forceY;
      int32_t forceZ;
      if (t1) {
        forceX = 0;
        forceY = 0;
        forceZ = 0;
      } else {
        forceX = *((const int32_t *)microG);
        forceY = ((const int32_t *)microG)[1];
        forceZ = ((const int32_t *)microG)[2];
      }
      if (isWithinRange_(x, y, z)) {
        if (isWithinRange_(forceX, forceY, forceZ)) {
          if (check->count < 8) {
            AxisCheck_add_field_specificForce_pose(x, y, z, forceX, forceY, forceZ, held, check);
            return 0;
          }
          return 4294967290u;
        }
        return 4294967291u;
      }
      return 4294967291u;
    }
    return 4294967291u;
  }
  return 4294967293u;
}

/* (Sources/Library/BinnacleC/AxisFunctions.swift) */
binnacle_result binnacle_axis_check_add(binnacle_axis_check *check, int32_t pose, const int32_t nanotesla[3],
    const int32_t *micro_g) {
  uintptr_t t3;
  uint32_t t4;
  if ((uintptr_t)check == 0) {
    t3 = 0;
  } else if (((uintptr_t)check & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)check->opaque[0] == 827867458u) {
      if (isSound__6(((AxisCheck *)(void *)&check->opaque[1]))) {
        t4 = closure_body_24(((AxisCheck *)(void *)&check->opaque[1]), (uintptr_t)nanotesla, (uintptr_t)micro_g, pose);
        return (int32_t)t4;
      }
      return -4;
    }
    t3 = (uintptr_t)check;
  } else {
    t3 = (uintptr_t)check;
  }
  t4 = (uint32_t)refusal_object(t3);
  return (int32_t)t4;
}

/* (Sources/Library/BinnacleC/AxisFunctions.swift) */
binnacle_result binnacle_axis_check_accelerometer(const binnacle_axis_check *check, binnacle_axis_finding *finding) {
  AxisCheck t4;
  uintptr_t t2;
  if ((uintptr_t)check == 0) {
    t2 = 0;
  } else if (((uintptr_t)check & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)check->opaque[0] == 827867458u) {
      if (isSound__6(((const AxisCheck *)(const void *)&check->opaque[1]))) {
        if ((uintptr_t)finding == 0) {
          return -1;
        }
        if (((uintptr_t)finding & BEYOND_ALIGNMENT_32) == 0) {
          t4 = *((const AxisCheck *)(const void *)&check->opaque[1]);
          Result_uint32_bool_uint32_uint32 t1 = AxisCheck_accelerometer(&t4);
          finding->disagreement_permille = (int32_t)t1.e2;
          finding->next_disagreement_permille = (int32_t)t1.e3;
          finding->outcome = (uint8_t)t1.e0;
          finding->forward = (uint8_t)(t1.e0 >> 8);
          finding->right = (uint8_t)(t1.e0 >> 16);
          finding->is_mirrored = (uint8_t)(t1.e1 ? 1 : 0);
          return 0;
        }
        return -3;
      }
      return -4;
    }
    t2 = (uintptr_t)check;
  } else {
    t2 = (uintptr_t)check;
  }
  uint32_t t3 = (uint32_t)refusal_object(t2);
  return (int32_t)t3;
}

/* (Sources/Library/BinnacleC/AxisFunctions.swift) */
static uint32_t closure_body_25(const AxisCheck *check, uintptr_t finding, uintptr_t accelerometer,
    int32_t pointsDown) {
  if (finding == 0) {
    return 4294967295u;
  }
  if ((finding & BEYOND_ALIGNMENT_32) == 0) {
    uint32_t known;
    if (accelerometer == 0) {
      known = 33554432u;
    } else {
      if ((accelerometer & BEYOND_ALIGNMENT_32) != 0) {
        return 4294967293u;
      }
      if (((const binnacle_axis_finding *)accelerometer)->outcome == 0) {
        uint32_t t1 = axes_forward_right((int32_t)((const binnacle_axis_finding *)accelerometer)->forward,
            (int32_t)((const binnacle_axis_finding *)accelerometer)->right);
        uint32_t t2 = t1 & 0xffffffu;
        if ((uint32_t)(t2 & 0xffu) == 6) {
          return 4294967291u;
        }
        known = ((uint32_t)(((const binnacle_axis_finding *)accelerometer)->is_mirrored != 0) << 24)
            | (((uint32_t)(uint8_t)(uint32_t)(t2 >> 16) << 16) | (((uint32_t)(uint8_t)(uint32_t)(t2 >> 8) << 8)
            | (uint32_t)(uint8_t)t2));
      } else {
        known = 33554432u;
      }
    }
    Result_uint32_bool_uint32_uint32 t3 = AxisCheck_magnetometer_accelerometer_pointsDown(known, pointsDown != 0,
        check);
    ((binnacle_axis_finding *)finding)->disagreement_permille = (int32_t)t3.e2;
    ((binnacle_axis_finding *)finding)->next_disagreement_permille = (int32_t)t3.e3;
    ((binnacle_axis_finding *)finding)->outcome = (uint8_t)t3.e0;
    ((binnacle_axis_finding *)finding)->forward = (uint8_t)(t3.e0 >> 8);
    ((binnacle_axis_finding *)finding)->right = (uint8_t)(t3.e0 >> 16);
    ((binnacle_axis_finding *)finding)->is_mirrored = (uint8_t)(t3.e1 ? 1 : 0);
    return 0;
  }
  return 4294967293u;
}

/* (Sources/Library/BinnacleC/AxisFunctions.swift) */
binnacle_result binnacle_axis_check_magnetometer(const binnacle_axis_check *check,
    const binnacle_axis_finding *accelerometer, int32_t points_down, binnacle_axis_finding *finding) {
  uintptr_t t3;
  uint32_t t4;
  if ((uintptr_t)check == 0) {
    t3 = 0;
  } else if (((uintptr_t)check & BEYOND_ALIGNMENT_64) == 0) {
    if ((uint32_t)check->opaque[0] == 827867458u) {
      if (isSound__6(((const AxisCheck *)(const void *)&check->opaque[1]))) {
        t4 = closure_body_25(((const AxisCheck *)(const void *)&check->opaque[1]), (uintptr_t)finding,
            (uintptr_t)accelerometer, points_down);
        return (int32_t)t4;
      }
      return -4;
    }
    t3 = (uintptr_t)check;
  } else {
    t3 = (uintptr_t)check;
  }
  t4 = (uint32_t)refusal_object(t3);
  return (int32_t)t4;
}

#endif

/* ---- Version and words ------------------------------------------------------------------------------------------- */

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
