// @ts-check
// The example in Node: node node.js

import { loadBinnacle } from "binnacle";
import { run } from "./compass.js";

run(await loadBinnacle(), console.log);
