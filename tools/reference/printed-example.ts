import process from "node:process";
import { EXAMPLE_FILES } from "../../packages/cli/test/help/example-files.js";
import { folder, runCli } from "../../packages/cli/test/run-cli.js";
import type { JsonExample } from "./json-examples.table.js";

/** What a command line has printed, as a page shows it. */
export interface PrintedExample {
  readonly code: number;
  readonly value: unknown;
}

/** Values of fields that differ from run to run. */
const STEADY: Readonly<Record<string, unknown>> = {
  ms: 1,
  p50: 400,
  p95: 400,
  p99: 400,
  at: "2030-01-31T12:00:00.000Z",
  asked: 1_896_091_200_000,
  expires: 1_896_092_100_000,
  code: "k7m2-9xqd",
  run: "5f0c1a2b3d4e6f70",
  pid: 4711,
  bytes: 5678,
  writer: "gatehouse 0.1.0 4711 1896091200000 node v20.19.0",
};

/** Hashes of what holds a path or a time. */
const HASHED: ReadonlySet<string> = new Set(["call", "policySet", "eventHash", "prev", "tenants", "tree"]);
/** Longer texts are cut: files and patches. */
const MAX_TEXT = 240;
const HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

/**
 * Runs an example in a folder of its own. What differs from run to run and from machine to machine is replaced: folders, times, hashes of
 * them. Long texts are cut.
 */
export async function printedExample(example: JsonExample): Promise<PrintedExample> {
  const place = folder({ ...EXAMPLE_FILES, ...example.files });
  try {
    const { env = {}, end } = (await example.prepare?.(place)) ?? {};
    const ran = await runCli([...example.args, "--json"], {
      cwd: place.path,
      home: place.home,
      env,
      stdin: example.stdin ?? "",
    });
    await end?.();
    const text = ran.stdout
      .replaceAll(place.path, "/work/project")
      .replaceAll(place.home, "/home/you")
      .replaceAll(process.execPath, "/usr/bin/node");
    return { code: ran.code, value: steady(JSON.parse(text)) };
  } finally {
    place.remove();
  }
}

function steady(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => steady(item, key));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      // Of the versions of tenants, the keys are names.
      Object.entries(value).map(([name, inner]) => [name, steady(inner, key === "tenants" ? key : name)]),
    );
  if (typeof value === "string") {
    if (HASHED.has(key)) return HASH.slice(0, value.length);
    if (key === "code") return /^[0-9a-z]{4}-[0-9a-z]{4}$/.test(value) ? STEADY[key] : value;
    if (key in STEADY) return STEADY[key];
    const named = value.replace(/[0-9a-f]{16}(?=\.store$)/, HASH.slice(0, 16));
    return named.length > MAX_TEXT ? `${named.slice(0, MAX_TEXT)}…` : named;
  }
  return typeof value === "number" && key in STEADY ? STEADY[key] : value;
}
