/**
 * `pnpm house`: figures of the sources, counted from what the compiler knows of them. `--list` prints what each figure counts, `--only`
 * a figure by its name, `--json` all of it for a program. docs/house.md says what each figure means.
 */
import path from "node:path";
import { parseArgs } from "node:util";

import { houseRows } from "./house/house-rows.js";
import { withHouse } from "./house/house-source.js";

const USAGE = `usage: pnpm house [--list] [--only NAME] [--json] [--root FOLDER]

  --list         what each figure counts, a line each
  --only NAME    the figures whose names contain this
  --json         figures and what they count, as JSON
  --root FOLDER  another workspace with a tsconfig.test.json`;

const { values } = parseArgs({
  options: {
    help: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    root: { type: "string", default: path.resolve(import.meta.dirname, "..") },
  },
});

if (values.help) console.log(USAGE);
else {
  const rows = withHouse(path.resolve(values.root), houseRows).filter(({ name }) =>
    name.includes(values.only),
  );
  if (rows.length === 0) {
    console.error(`no figure is called \`${values.only}\``);
    process.exitCode = 2;
  } else if (values.json) console.log(JSON.stringify(rows, null, 2));
  else
    for (const { name, count, found } of rows) {
      console.log(`${name.padEnd(46)}${String(count).padStart(8)}`);
      if (values.list) for (const one of found) console.log(`  ${one}`);
    }
}
