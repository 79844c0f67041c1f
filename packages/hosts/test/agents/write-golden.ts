import { mkdirSync, writeFileSync } from "node:fs";
import { goldenOf } from "./golden.js";
import { WIRED } from "./samples.js";

const folder = new URL("./golden/", import.meta.url);
mkdirSync(folder, { recursive: true });
for (const host of WIRED) writeFileSync(new URL(`${host.name}.json`, folder), goldenOf(host));
