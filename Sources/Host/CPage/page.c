// The files of page and report, from Sources/Web. `python3 Sources/Host/CPage/table.py` makes these tables; a test compares
// them with the folders.
#include "page.h"

// It is of C23, and every compiler that Swift comes with knows it.
#pragma clang diagnostic ignored "-Wc23-extensions"

// `make page-core` builds it. Without it the program builds all the same, and says what is missing.
#if __has_embed("../../../.build/web/binnacle-page.wasm")
static const unsigned char core[] = {
#embed "../../../.build/web/binnacle-page.wasm"
};
#define CORE {"binnacle-page.wasm", "application/wasm", core, sizeof core},
#else
#define CORE
#endif

static const unsigned char file0[] = {
#embed "../../Web/Page/announce.js"
};

static const unsigned char file1[] = {
#embed "../../Web/Page/app.js"
};

static const unsigned char file2[] = {
#embed "../../Web/Page/browser.js"
};

static const unsigned char file3[] = {
#embed "../../Web/Page/core.js"
};

static const unsigned char file4[] = {
#embed "../../Web/Page/demo/world.js"
};

static const unsigned char file5[] = {
#embed "../../Web/Page/device.js"
};

static const unsigned char file6[] = {
#embed "../../Web/Page/drawing/attitude.js"
};

static const unsigned char file7[] = {
#embed "../../Web/Page/drawing/ball.js"
};

static const unsigned char file8[] = {
#embed "../../Web/Page/drawing/chart.js"
};

static const unsigned char file9[] = {
#embed "../../Web/Page/drawing/cloud.js"
};

static const unsigned char file10[] = {
#embed "../../Web/Page/drawing/pen.js"
};

static const unsigned char file11[] = {
#embed "../../Web/Page/drawing/rose.js"
};

static const unsigned char file12[] = {
#embed "../../Web/Page/icon.svg"
};

static const unsigned char file13[] = {
#embed "../../Web/Page/index.html"
};

static const unsigned char file14[] = {
#embed "../../Web/Page/layouts.js"
};

static const unsigned char file15[] = {
#embed "../../Web/Page/main.js"
};

static const unsigned char file16[] = {
#embed "../../Web/Page/manifest.webmanifest"
};

static const unsigned char file17[] = {
#embed "../../Web/Page/memory.js"
};

static const unsigned char file18[] = {
#embed "../../Web/Page/messages.js"
};

static const unsigned char file19[] = {
#embed "../../Web/Page/page.css"
};

static const unsigned char file20[] = {
#embed "../../Web/Page/place.js"
};

static const unsigned char file21[] = {
#embed "../../Web/Page/problems.js"
};

static const unsigned char file22[] = {
#embed "../../Web/Page/reading.js"
};

static const unsigned char file23[] = {
#embed "../../Web/Page/record.js"
};

static const unsigned char file24[] = {
#embed "../../Web/Page/recording.js"
};

static const unsigned char file25[] = {
#embed "../../Web/Page/settings.js"
};

static const unsigned char file26[] = {
#embed "../../Web/Page/show.js"
};

static const unsigned char file27[] = {
#embed "../../Web/Page/state.js"
};

static const unsigned char file28[] = {
#embed "../../Web/Page/sw.js"
};

static const unsigned char file29[] = {
#embed "../../Web/Page/transport/instrument.js"
};

static const unsigned char file30[] = {
#embed "../../Web/Page/transport/recording.js"
};

static const unsigned char file31[] = {
#embed "../../Web/Page/transport/serial.js"
};

static const unsigned char file32[] = {
#embed "../../Web/Page/transport/serve.js"
};

static const unsigned char file33[] = {
#embed "../../Web/Page/units.js"
};

static const unsigned char file34[] = {
#embed "../../Web/Page/view/calibrate.js"
};

static const unsigned char file35[] = {
#embed "../../Web/Page/view/compass.js"
};

static const unsigned char file36[] = {
#embed "../../Web/Page/view/demo.js"
};

static const unsigned char file37[] = {
#embed "../../Web/Page/view/dom.js"
};

static const unsigned char file38[] = {
#embed "../../Web/Page/view/input.js"
};

static const unsigned char file39[] = {
#embed "../../Web/Page/view/panels.js"
};

static const unsigned char file40[] = {
#embed "../../Web/Page/view/player.js"
};

static const unsigned char file41[] = {
#embed "../../Web/Page/view/theme.js"
};

static const unsigned char file42[] = {
#embed "../../Web/Page/ways.js"
};

static const unsigned char file43[] = {
#embed "../../Web/Page/words.js"
};

static const unsigned char file44[] = {
#embed "../../Web/Page/words.json"
};

static const struct page_file files[] = {
    CORE
    {"announce.js", "text/javascript; charset=utf-8", file0, sizeof file0},
    {"app.js", "text/javascript; charset=utf-8", file1, sizeof file1},
    {"browser.js", "text/javascript; charset=utf-8", file2, sizeof file2},
    {"core.js", "text/javascript; charset=utf-8", file3, sizeof file3},
    {"demo/world.js", "text/javascript; charset=utf-8", file4, sizeof file4},
    {"device.js", "text/javascript; charset=utf-8", file5, sizeof file5},
    {"drawing/attitude.js", "text/javascript; charset=utf-8", file6, sizeof file6},
    {"drawing/ball.js", "text/javascript; charset=utf-8", file7, sizeof file7},
    {"drawing/chart.js", "text/javascript; charset=utf-8", file8, sizeof file8},
    {"drawing/cloud.js", "text/javascript; charset=utf-8", file9, sizeof file9},
    {"drawing/pen.js", "text/javascript; charset=utf-8", file10, sizeof file10},
    {"drawing/rose.js", "text/javascript; charset=utf-8", file11, sizeof file11},
    {"icon.svg", "image/svg+xml", file12, sizeof file12},
    {"index.html", "text/html; charset=utf-8", file13, sizeof file13},
    {"layouts.js", "text/javascript; charset=utf-8", file14, sizeof file14},
    {"main.js", "text/javascript; charset=utf-8", file15, sizeof file15},
    {"manifest.webmanifest", "application/manifest+json", file16, sizeof file16},
    {"memory.js", "text/javascript; charset=utf-8", file17, sizeof file17},
    {"messages.js", "text/javascript; charset=utf-8", file18, sizeof file18},
    {"page.css", "text/css; charset=utf-8", file19, sizeof file19},
    {"place.js", "text/javascript; charset=utf-8", file20, sizeof file20},
    {"problems.js", "text/javascript; charset=utf-8", file21, sizeof file21},
    {"reading.js", "text/javascript; charset=utf-8", file22, sizeof file22},
    {"record.js", "text/javascript; charset=utf-8", file23, sizeof file23},
    {"recording.js", "text/javascript; charset=utf-8", file24, sizeof file24},
    {"settings.js", "text/javascript; charset=utf-8", file25, sizeof file25},
    {"show.js", "text/javascript; charset=utf-8", file26, sizeof file26},
    {"state.js", "text/javascript; charset=utf-8", file27, sizeof file27},
    {"sw.js", "text/javascript; charset=utf-8", file28, sizeof file28},
    {"transport/instrument.js", "text/javascript; charset=utf-8", file29, sizeof file29},
    {"transport/recording.js", "text/javascript; charset=utf-8", file30, sizeof file30},
    {"transport/serial.js", "text/javascript; charset=utf-8", file31, sizeof file31},
    {"transport/serve.js", "text/javascript; charset=utf-8", file32, sizeof file32},
    {"units.js", "text/javascript; charset=utf-8", file33, sizeof file33},
    {"view/calibrate.js", "text/javascript; charset=utf-8", file34, sizeof file34},
    {"view/compass.js", "text/javascript; charset=utf-8", file35, sizeof file35},
    {"view/demo.js", "text/javascript; charset=utf-8", file36, sizeof file36},
    {"view/dom.js", "text/javascript; charset=utf-8", file37, sizeof file37},
    {"view/input.js", "text/javascript; charset=utf-8", file38, sizeof file38},
    {"view/panels.js", "text/javascript; charset=utf-8", file39, sizeof file39},
    {"view/player.js", "text/javascript; charset=utf-8", file40, sizeof file40},
    {"view/theme.js", "text/javascript; charset=utf-8", file41, sizeof file41},
    {"ways.js", "text/javascript; charset=utf-8", file42, sizeof file42},
    {"words.js", "text/javascript; charset=utf-8", file43, sizeof file43},
    {"words.json", "application/json", file44, sizeof file44},
    {NULL, NULL, NULL, 0},
};

static const unsigned char of_report0[] = {
#embed "../../Web/Report/report.css"
};

static const unsigned char of_report1[] = {
#embed "../../Web/Report/report.js"
};

static const struct page_file of_reports[] = {
    {"report.css", "text/css; charset=utf-8", of_report0, sizeof of_report0},
    {"report.js", "text/javascript; charset=utf-8", of_report1, sizeof of_report1},
    {NULL, NULL, NULL, 0},
};

const struct page_file *page_files(void) { return files; }

const struct page_file *report_files(void) { return of_reports; }
