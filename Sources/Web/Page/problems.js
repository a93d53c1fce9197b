// @ts-check
// What can go wrong before a board answers, each with cause and remedy.

/** @typedef {import("./state.js").Problem} Problem */

const serve = "On this computer run “binnacle serve auto”, and open the address that it prints.";

/**
 * Why this page cannot open a serial port; null if it can.
 * @param {{isSecure: boolean, hasSerial: boolean}} browser
 * @returns {Problem | null}
 */
export function obstacle({ isSecure, hasSerial }) {
  if (hasSerial) return null;
  if (!isSecure) {
    return {
      title: "This address is not secure",
      cause:
        "Browsers let a page reach USB devices only over https:// or from this computer itself (http://127.0.0.1).",
      remedy: `Open the page at such an address. Or: ${serve}`,
    };
  }
  return {
    title: "This browser cannot reach serial ports",
    cause:
      "It has no Web Serial. Chrome, Edge, Opera and recent Firefox on a computer have it; Safari and iPhones do not.",
    remedy: `Use one of these. Or: ${serve} Every browser can show that, a phone with “--listen” too.`,
  };
}

/**
 * Why a port could not be chosen or opened.
 * @param {unknown} error
 * @param {string} system navigator.platform or the like
 * @returns {Problem}
 */
export function portProblem(error, system) {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  const isLinux = /linux|x11/i.test(system);
  const rights = isLinux
    ? " On Linux your account needs the right: sudo usermod -aG dialout $USER, then log in again. A browser from Snap sees no ports: install it as a package."
    : "";
  switch (name) {
    case "NotFoundError":
      return {
        title: "No port was chosen",
        cause: "The list was closed, or it was empty.",
        remedy: `If the board is missing in the list, try another cable: some only charge.${rights}`,
      };
    case "InvalidStateError":
      return {
        title: "The port is open already",
        cause: "Another tab of this browser uses it.",
        remedy: "Close that tab and connect again.",
      };
    case "NetworkError":
      return {
        title: "The port could not be opened",
        cause: "Another program uses it, or you may not.",
        remedy: `Close terminals and the program binnacle, then connect again.${rights}`,
      };
    case "SecurityError":
      return {
        title: "The browser forbids serial ports here",
        cause: "A setting or the embedding page blocks Web Serial.",
        remedy: "Open the page in a tab of its own, and allow serial ports for it in the browser’s settings.",
      };
    default:
      return {
        title: "The board could not be connected",
        cause: error instanceof Error ? error.message : String(error),
        remedy: "Unplug it, plug it in again, and connect.",
      };
  }
}

/**
 * The cable was unplugged.
 * @returns {Problem}
 */
export const cable = () => ({
  title: "The link was lost",
  cause: "The board or its cable was unplugged, or the board restarted.",
  remedy: "Plug it in: it is found again by itself.",
});

/**
 * A device answers, but with another protocol.
 * @param {string} seen
 * @returns {Problem}
 */
export const stranger = (seen) => ({
  title: "No answer from a Binnacle board",
  cause: seen,
  remedy: "Check that it is the right port, and that the board has Binnacle’s firmware: binnacle flash BOARD.",
});

/**
 * What was received on a line without an answer.
 * @param {number} bytes
 * @param {number} corrupt
 */
export const lineSeen = (bytes, corrupt) =>
  bytes === 0
    ? "Nothing came from this port."
    : `${bytes} bytes came, ${corrupt} damaged frames among them, and no answer.`;
