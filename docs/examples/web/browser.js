// @ts-check
// The example in a browser: serve this folder, and open index.html.

import { loadBinnacle } from "binnacle";
import { run } from "./compass.js";

const lines = document.querySelector("#lines");
run(await loadBinnacle(), (line) => lines?.append(`${line}\n`));
