"""`make proof` has what it needs: programs that compile, defects that fit the C, and formulas that are the program's.

Neither Frama-C nor Gappa is needed here."""

import subprocess
import sys
from pathlib import Path

import binnacle_header
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests/proof"))

import angle_model  # noqa: E402
import eva  # noqa: E402
import gappa_angle  # noqa: E402

TEXT = eva.SOURCE.read_text()
FUNCTIONS = {function.name: function for function in binnacle_header.functions()}


def test_programs_call_what_the_header_declares(tmp_path):
    declared = "void Frama_C_show_each_result(binnacle_result);\n"
    for name, function in FUNCTIONS.items():
        # The C itself is compiled elsewhere.
        program = (
            eva.program(function).replace('"binnacle.c"', '"binnacle.h"').replace("int main", declared + "int main")
        )
        assert name in program
        (tmp_path / f"{name}.c").write_text(program)
    command = ["gcc", "-std=c11", "-Wall", "-Werror", "-fsyntax-only", f"-I{eva.HERE}", f"-I{eva.INCLUDE}"]
    subprocess.run([*command, *sorted(tmp_path.glob("*.c"))], check=True)


def test_every_function_is_analysed_or_left_out_with_a_reason():
    assert set(eva.WITHOUT) <= set(FUNCTIONS) and set(eva.SAMPLES + eva.COMPASS) <= set(FUNCTIONS) - set(eva.WITHOUT)
    assert all(eva.WITHOUT.values())


@pytest.mark.parametrize("mutant", eva.MUTANTS, ids=lambda mutant: f"{mutant.function}-{mutant.replacement}")
def test_a_defect_changes_the_source_once(mutant):
    changed = eva.mutated(TEXT, mutant)
    assert changed != TEXT and changed.replace(mutant.replacement, mutant.text, 1).count("\n") == TEXT.count("\n")
    assert mutant.called in FUNCTIONS


def test_a_result_is_read_from_each_form_that_eva_prints():
    log = "Frama_C_show_each_result: {-7; -3}\nFrama_C_show_each_result: [-38..-33]\n"
    assert [code for code in range(-40, 2) if eva.reached(log, code)] == [-38, -37, -36, -35, -34, -33, -7, -3]
    assert eva.reached("Frama_C_show_each_result: [--..--]", 5)


def test_formulas_for_gappa_are_the_program():
    angle_model.check_models(300)


def test_losses_of_truncations_are_within_what_gappa_is_told():
    angle_model.check_losses(1000)


def test_numbers_of_gappa_are_read_exactly():
    assert gappa_angle.interval("[-1b-3 {-0.125, -2^(-3)}, 625e-4 {0.0625, 2^(-4)}]") == (
        -gappa_angle.Fraction(1, 8),
        gappa_angle.Fraction(1, 16),
    )


def test_every_strength_has_an_inverse(tmp_path):
    """What eva.ARGUMENTS says of FieldExpectation_hold_to(); its other arguments have their tests elsewhere."""
    (tmp_path / "strengths.c").write_text(
        """#include <stdlib.h>
#define BINNACLE_TRAP() abort()
#include "binnacle.c"
int main(void) {
  FieldExpectation expectation;
  uint32_t count = 0;
  for (uint32_t strength = 0; strength < 200000; strength++) {
    if (FieldExpectation_hold_to(strength, &expectation)) {
      if (expectation.squaredInverse < 1 << 14 || expectation.squaredInverse > 1 << 15) return 1;
      count++;
    }
  }
  return count == 131072 - 8192 ? 0 : 1;
}
"""
    )
    output = tmp_path / "strengths"
    subprocess.run(
        [
            "gcc",
            "-std=c99",
            "-O1",
            "-w",
            f"-I{eva.INCLUDE}",
            f"-I{eva.SOURCE.parent}",
            tmp_path / "strengths.c",
            "-o",
            output,
        ],
        check=True,
    )
    subprocess.run([output], check=True)
