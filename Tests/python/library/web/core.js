// node core.js PAGE CORE: the self-tests of the page's core, as JSON.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { loadCore } = await import(pathToFileURL(`${process.argv[2]}/core.js`).href);
const core = await loadCore(readFileSync(process.argv[3]));
process.stdout.write(JSON.stringify(core.selfTests()));
