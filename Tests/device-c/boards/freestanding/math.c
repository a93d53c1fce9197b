// The functions of math.h that the models need, for a core without a C library.
#include "math.h"
#define PI 3.14159265358979323846

long lround(double x) { return (long)(x < 0 ? x - 0.5 : x + 0.5); }
double fmod(double x, double y) { return x - y * (double)(long)(x / y); }

/* A Taylor series: 1e-11 within a quarter of a turn. */
double sin(double x) {
  x -= 2 * PI * (double)lround(x / (2 * PI));
  if (x > PI / 2) x = PI - x;
  if (x < -PI / 2) x = -PI - x;
  double sum = x, term = x;
  for (int i = 2; i < 18; i += 2) sum += term *= -x * x / (i * (i + 1));
  return sum;
}
double cos(double x) { return sin(x + PI / 2); }
