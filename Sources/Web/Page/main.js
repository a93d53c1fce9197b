// @ts-check
// The page: loads the core and the tables, offers the three ways in, draws, and listens to keys and buttons.

import { loadCore } from "./core.js";
import { Announcer } from "./announce.js";
import { App } from "./app.js";
import { forgetOlderPage, keepAwake } from "./browser.js";
import { can } from "./device.js";
import { Messages } from "./messages.js";
import { showSettings } from "./settings.js";
import { obstacle, portProblem } from "./problems.js";
import { banner, noCommands, servedNote, step } from "./show.js";
import { daysSince2000 } from "./units.js";
import { Words } from "./words.js";
import { startDemo, openFile } from "./ways.js";
import { askProgram, ServeTransport, removeToken } from "./transport/serve.js";
import { choosePort, SerialTransport } from "./transport/serial.js";
import { showCalibration } from "./view/calibrate.js";
import { showCompass, showStartRose } from "./view/compass.js";
import { follow, showDemo, startDragging, tumbleDemo } from "./view/demo.js";
import { download, element, fileName, fillBanner, mark, show, toast, write } from "./view/dom.js";
import { showCheck, showField, showGuide, showInUse, showMeter, showRaw, showTilt, showValues } from "./view/panels.js";
import { listenToFiles, listenToForms, listenToKeys } from "./view/input.js";
import { forbid, recorded, showPlayer, showTools } from "./view/player.js";
import { changes, startTheme, toggleNight } from "./view/theme.js";

/** @type {App} */
let app;
/** @type {any} */
let program = null;
/** @type {string | null} */
let token = null;
let isCalibrationOpen = false;
let isZeroed = false;
const announcer = new Announcer();
/**
 * Script time of the frames, for measurements: ms, the last thousand.
 * @type {number[]}
 */
export const frameTimes = [];

const options = new URLSearchParams(location.hash.slice(1));
const rate = Math.min(100, Math.max(1, Number(options.get("rate")) || 20));

async function load() {
  token = removeToken();
  const json = async (/** @type {string} */ name) => {
    const answer = await fetch(name);
    if (!answer.ok) throw new Error(`${name} could not be loaded: ${answer.status}`);
    return answer.json();
  };
  const [core, words, found] = await Promise.all([
    loadCore(new URL("binnacle-page.wasm", location.href)),
    json("words.json"),
    askProgram(),
  ]);
  program = found;
  app = new App({ core, messages: new Messages(), words: new Words(words), interval: Math.round(1e6 / rate) });
  app.onFull = () => toggleRecording();
  app.listeners.add(notice);
}

// MARK: - Ways in

function showScreen(/** @type {"start" | "live"} */ screen) {
  document.body.dataset.screen = screen;
  show(element("loading"), false);
  show(element("start"), screen === "start");
  show(element("live"), screen === "live");
  show(element("tools"), screen === "live");
  show(element("leave"), screen === "live" && program === null);
  show(element("link"), screen === "live");
  if (screen === "start") showStartRose();
}

/**
 * @param {import("./state.js").Problem} problem
 * @param {{label: string, act: () => void} | null} [action]
 */
function showProblem(problem, action = null) {
  const place = element("start-problem");
  place.hidden = false;
  fillBanner(place, problem, action);
  place.scrollIntoView({ block: "nearest" });
  write(element("spoken"), `${problem.title}. ${problem.cause} ${problem.remedy}`);
}

async function connectBoard() {
  const cannot = obstacle({ isSecure: isSecureContext, hasSerial: "serial" in navigator });
  if (cannot) return showProblem(cannot, { label: "Try without a board", act: tryDemo });
  let port = null;
  try {
    port = await choosePort({ isAsking: options.get("port") !== "known" });
    showScreen("live");
    await app.connect(new SerialTransport(port));
  } catch (error) {
    const problem = portProblem(error, navigator.platform ?? "");
    // No other port was chosen: continue to look for the lost one.
    if (!port && document.body.dataset.screen === "live") return toast(`${problem.title}. ${problem.remedy}`);
    await app.leave();
    showScreen("start");
    showProblem(problem);
  }
}

async function tryDemo() {
  showScreen("live");
  const world = await startDemo(app);
  showDemo(world, {
    forget: () =>
      act(() =>
        app.device.request("eraseRecords", { key: 0x53415245 }).then(() => app.device.request("getCalibration")),
      ),
    pull: (isAway) =>
      app.transport.pull(isAway, {
        title: "The link was lost",
        cause: "The cable was pulled.",
        remedy: "Plug it in: the board is found again by itself.",
      }),
  });
}

/** @param {File} file */
async function open(file) {
  try {
    const remark = await openFile(app, file);
    showDemo(null, /** @type {any} */ ({}));
    showScreen("live");
    if (remark) toast(remark);
  } catch (error) {
    if (document.body.dataset.screen !== "live") showScreen("start");
    const problem = {
      title: "This file could not be opened",
      cause: error instanceof Error ? error.message : String(error),
      remedy: "Open a capture of Binnacle, or a CSV whose first line names mx, my and mz.",
    };
    if (document.body.dataset.screen === "live") toast(`${problem.title}: ${problem.cause}`);
    else showProblem(problem);
  }
}

async function leave() {
  if (app.recorder) toggleRecording();
  isCalibrationOpen = isZeroed = false;
  showDemo(null, /** @type {any} */ ({}));
  await app.leave();
  showScreen("start");
  element("choose-board").focus();
}

// MARK: - Tools

/**
 * Runs an action on the device, and shows what failed.
 * @param {() => Promise<unknown>} what
 */
async function act(what) {
  try {
    await what();
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}

const isCommanded = () => app.device !== null && app.state.link.phase === "live" && noCommands(app.state) === "";

const calibration = {
  start: () =>
    act(async () => {
      isCalibrationOpen = true;
      await app.device.startCalibration();
    }),
  finish: () => act(() => app.device.finishCalibration()),
  commit: () =>
    act(async () => {
      // A board without a date cannot store the date of its record.
      if (app.device.setDate && !(app.state.settings?.dateFlags & 1))
        await app.device.setDate(daysSince2000(Date.now()));
      await app.device.commitCalibration();
    }),
  stop: () =>
    act(async () => {
      isCalibrationOpen = false;
      await app.device.abortCalibration();
    }),
  close: () =>
    act(async () => {
      isCalibrationOpen = false;
      if (step(app.state) === "refused") await app.device.abortCalibration();
    }),
};

function toggleCalibration() {
  if (!isCommanded()) return toast(`${noCommands(app.state) || "No board answers"}.`);
  if (!isCalibrationOpen) return calibration.start();
  return ["turning", "computing", "review"].includes(step(app.state)) ? calibration.stop() : calibration.close();
}

function toggleRecording() {
  if (document.body.dataset.screen !== "live") return;
  const bytes = app.stopRecording();
  if (bytes) {
    download(fileName(app.state.device?.board ?? "", "binnacle"), bytes, "application/octet-stream");
    toast("The recording was saved. `binnacle replay FILE` reads it, and so does this page.");
  } else app.startRecording();
  element("tool-record").setAttribute("aria-pressed", String(app.recorder !== null));
}

/** Pauses or plays a recording. */
function pause() {
  const { transport } = app;
  if (!transport?.isRecorded) return undefined;
  return act(async () => {
    await (transport.isPaused ? transport.play() : transport.pause());
  });
}

/** Takes a zero point of the meter, or ends it. */
function zero() {
  if (app.transport?.isRecorded) return pause();
  if (!isCommanded()) return toast(`${noCommands(app.state) || "No board answers"}.`);
  return act(async () => {
    await app.device.zeroPoint(!isZeroed);
    if (app.state.meter) app.state.meter.hasMoved = false;
    isZeroed = !isZeroed;
  });
}

function help() {
  const dialog = element("help");
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

async function saveRecord() {
  const { state } = app;
  const bytes = state.recordBytes ?? (app.device ? await app.device.record() : null);
  if (!bytes) return;
  const record = Array.from(bytes, (/** @type {number} */ byte) => byte.toString(16).padStart(2, "0")).join("");
  download(
    fileName(state.device?.board ?? "", "json"),
    `${JSON.stringify({ what: "calibration", record })}\n`,
    "application/json",
  );
}

// MARK: - Drawing

/** @param {any} event */
function notice(event) {
  if (event.type !== "frame") return;
  const now = step(app.state);
  if (now === "turning" || now === "computing" || now === "review") isCalibrationOpen = true;
  tumbleDemo(now === "turning");
}

let slowAt = 0;
let seenChanges = -1;

/** @param {number} now */
function draw(now) {
  requestAnimationFrame(draw);
  const start = performance.now();
  now = Math.max(now, start);
  if (document.body.dataset.screen === "live") {
    const { state, words } = app;
    const { told, line } = showCompass(state, now, words);
    const current = banner(state, now, words);
    showValues(told);
    showCalibration(state, words, calibration, isCalibrationOpen);
    if (now - slowAt > 125 || seenChanges !== changes) {
      slowAt = now;
      seenChanges = changes;
      slowly(now, told, line, current);
    }
  } else if (seenChanges !== changes) {
    seenChanges = changes;
    showStartRose();
  }
  frameTimes.push(performance.now() - start);
  if (frameTimes.length > 1000) frameTimes.shift();
}

/**
 * Draws the parts that need no update for every frame.
 * @param {number} now
 * @param {any} told
 * @param {any} line
 * @param {any} current
 */
function slowly(now, told, line, current) {
  const { state, device, words } = app;
  app.tick();
  mark(document.body, "phase", state.link.phase);
  const name = [state.device?.board, state.link.name].filter(Boolean).join(" · ");
  write(element("link-name"), name.replace(/capture:.*\//, "capture:"));
  // A long one is cut, but can be read whole.
  if (element("link").title !== name) element("link").title = name;
  showBanner(current);
  showField(state, now);
  showTilt(state, now);
  showInUse(state, device !== null || state.recordBytes !== null);
  showMeter(state, now, app.words);
  // A zero point that was refused or has ended is taken again at the next press.
  if (state.meter?.hasMoved) isZeroed = false;
  if (state.meter?.isVain && isZeroed) {
    isZeroed = false;
    act(() => app.device.zeroPoint(false));
    toast(words.movement(6, 0));
  }
  const why = noCommands(state);
  // If this page cannot send commands, show the place with the reason; a recording needs none.
  const canPlace = device !== null || (state.link.readOnly && state.link.kind === "serve" && !state.link.isRecorded);
  showGuide(state, now, can(state.device, "navigation"), canPlace && can(state.device, "worldModel"), words);
  for (const part of element("place-form").elements) forbid(part, device ? "" : why);
  showCheck(state, device !== null);
  app.isKeepingFrames = element("raw").open;
  showRaw(state, app.frames);
  if (app.transport?.kind === "demo") follow();
  showPlayer(app.transport);
  showTools(app.transport, why, isZeroed);
  write(element("tool-record-text"), recorded(app.recorder, now));
  showSettings(state, device !== null && device.setHeading !== undefined);
  write(element("served-note"), servedNote(state));
  keepAwake(state.link.phase === "live");
  const said = announcer.next(
    {
      word: line.word,
      text: current ? `${current.title}. ${current.remedy}` : line.text,
      step: spokenStep(),
      heading: told.shown,
      reference: told.reference,
    },
    now,
  );
  if (said) write(element("spoken"), said);
}

function spokenStep() {
  if (!isCalibrationOpen) return "";
  return document.getElementById("calibrate-prompt")?.textContent ?? "";
}

let toldBanner = "";
/** @param {ReturnType<typeof banner>} current */
function showBanner(current) {
  const place = element("banner");
  const isHidden =
    !current || (isCalibrationOpen && current.tone !== "bad") || (isCalibrationOpen && current.action === "calibrate");
  show(place, !isHidden);
  const key = JSON.stringify(current);
  if (!current || key === toldBanner) return;
  toldBanner = key;
  mark(place, "tone", current.tone);
  fillBanner(
    place,
    current,
    current.action === "calibrate" && isCommanded()
      ? { label: "Calibrate", act: calibration.start }
      : current.action === "reconnect" && !app.state.link.isRecorded
        ? { label: "Connect again", act: connectAgain }
        : null,
  );
}

/** Looks at once for a link that can be found again without the user; otherwise the user chooses it again. */
async function connectAgain() {
  const { transport } = app;
  if (transport?.kind === "demo") return element("demo-cable").click();
  if (transport?.kind === "serve") return transport.look();
  if (app.state.link.phase === "lost" && (await transport?.again?.())) return undefined;
  return connectBoard();
}

// MARK: - Keys and buttons

/** @type {Record<string, () => unknown>} */
const keys = { c: toggleCalibration, r: toggleRecording, n: toggleNight, z: zero, "?": help, " ": pause };

function listen() {
  const buttons = {
    "tool-calibrate": toggleCalibration,
    "tool-record": toggleRecording,
    "tool-zero": zero,
    "tool-night": toggleNight,
    "tool-help": help,
    "player-play": pause,
    "save-record": () => act(saveRecord),
    "self-test": () => act(() => app.device.selfTest()),
    leave,
    "choose-board": connectBoard,
    "choose-demo": tryDemo,
    "choose-file": () => element("file").click(),
  };
  for (const [id, action] of Object.entries(buttons)) element(id).addEventListener("click", () => action());
  listenToKeys(app, keys);
  listenToFiles(open);
  listenToForms(app, act);
  addEventListener("resize", () => {
    if (document.body.dataset.screen === "start") showStartRose();
  });
  startDragging();
}

async function begin() {
  startTheme();
  try {
    await load();
  } catch (error) {
    write(
      element("loading-text"),
      `The page could not be loaded: ${error instanceof Error ? error.message : error}. Reload it.`,
    );
    return;
  }
  if (program && (await forgetOlderPage())) {
    if (token) history.replaceState(null, "", `#token=${token}`);
    return location.reload();
  }
  listen();
  if (program) {
    showScreen("live");
    await app.connect(new ServeTransport(program, token));
  } else {
    showScreen("start");
    if (options.get("start") === "demo") await tryDemo();
    if (options.get("start") === "board") await connectBoard();
    if ("serviceWorker" in navigator && isSecureContext)
      navigator.serviceWorker.register("sw.js").catch(() => undefined);
  }
  requestAnimationFrame(draw);
  Object.assign(globalThis, { binnacle: { app, frameTimes } });
}

begin();
