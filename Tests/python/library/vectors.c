// Reads the cases of Protocols/heading/vectors/heading.json, one a line, and compares the headings with the library's.
#include <binnacle.h>
#include <math.h>
#include <stdio.h>

int main(void) {
  int32_t field[3], force[3];
  int hasForce, cases = 0, wrong = 0;
  double expected, limit;
  while (scanf(
             "%d %d %d %d %d %d %d %lf %lf", &field[0], &field[1], &field[2], &hasForce, &force[0], &force[1],
             &force[2], &expected, &limit) == 9) {
    binnacle_solution found;
    binnacle_result result = binnacle_solve(field, hasForce ? force : NULL, &found);
    // A heading above 360 in the input says that there is none.
    double error = remainder(found.heading_q32_turns * (360 / 4294967296.0) - expected, 360);
    int isRight = expected > 360 ? result == BINNACLE_ERROR_NO_HEADING : result == BINNACLE_OK && fabs(error) <= limit;
    if (!isRight) printf("case %d: %s, %g degrees off\n", cases, binnacle_strerror(result), error);
    wrong += !isRight;
    cases++;
  }
  printf("%d cases, %d wrong, version %s\n", cases, wrong, binnacle_version());
  return wrong != 0;
}
