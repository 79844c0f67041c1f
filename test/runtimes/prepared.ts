import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bundled } from "./bundled.js";

const root = path.resolve(import.meta.dirname, "../..");
const program = path.join(import.meta.dirname, "program.mjs");
const rows = path.join(root, "conformance/v1/facts.jsonl");

/** The files that the runtimes are given. */
export interface Prepared {
  /** Where they are. */
  readonly folder: string;
  /** Prints the answers, as one line of JSON: with the packages as they are installed, and with the bundle. */
  readonly packages: string;
  readonly bundle: string;
  /** A script of CommonJS that does the same with `require`. */
  readonly required: string;
  /** The configuration of workerd. */
  readonly worker: string;
  /** The number of calls that are decided. */
  readonly count: number;
}

const WORKER = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .worker)]);
const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "bundle.js", esModule = embed "bundle.js"),
    (name = "rows.js", esModule = embed "rows.js"),
  ],
  compatibilityDate = "2026-01-01",
);
`;

/**
 * Bundles the program, and writes what starts it in each runtime.
 *
 * @throws when the bundle needs something of Node
 */
export async function prepare(folder: string): Promise<Prepared> {
  mkdirSync(folder, { recursive: true });
  const { code, outside } = await bundled(program);
  const ofNode = outside.filter((name) => name.startsWith("node:"));
  if (ofNode.length > 0) throw new Error(`the bundle imports ${ofNode.join(", ")}`);
  const calls = readFileSync(rows, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly command: string; readonly cwd: string })
    .map(({ command, cwd }) => ({ command, cwd }));
  const write = (name: string, text: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const list = write("rows.json", JSON.stringify(calls));
  write("rows.js", `export default ${JSON.stringify(calls)};`);
  write("bundle.js", code);
  write("package.json", '{"type":"module"}');
  const start = (from: string): string =>
    `import{answers}from${JSON.stringify(from)};import rows from"./rows.js";`;
  write(
    "worker.js",
    `${start("bundle.js").replace("./rows.js", "rows.js")}export default{async test(){console.log(JSON.stringify(await answers(rows)))}};`,
  );
  write(
    "page.js",
    `${start("./bundle.js")}answers(rows).then(JSON.stringify,String).then((body)=>fetch("answers",{method:"POST",body}));`,
  );
  write(
    "index.html",
    '<!doctype html><meta charset="utf-8"><title>Gatehouse</title><script type="module" src="page.js"></script>',
  );
  const print = "console.log(JSON.stringify(await answers(rows)));";
  return {
    folder,
    packages: write("packages.js", start(program) + print),
    bundle: write("bundled.js", start("./bundle.js") + print),
    required: write(
      "required.cjs",
      `require(${JSON.stringify(program)}).answers(require(${JSON.stringify(list)})).then((lines) => console.log(JSON.stringify(lines)));`,
    ),
    worker: write("worker.capnp", WORKER),
    count: calls.length,
  };
}
