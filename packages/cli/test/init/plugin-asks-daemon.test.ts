import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { markPath } from "../../../agents/src/daemon/daemon-mark.js";
import { openCodePlugin } from "../../../agents/src/init/opencode-plugin.js";
import { type LinePlace, linePlace } from "./line-place.js";

const MARK = "0123456789abcdef".repeat(4);
const CALL = `
const [, plugin] = process.argv;
const hooks = await (await import(plugin)).Gatehouse({ directory: "/" });
const output = { args: { command: "ls" } };
try { await hooks["tool.execute.before"]({ tool: "bash" }, output); } catch (error) { output.thrown = error.message; }
process.stdout.write(output.thrown ?? "passed");
`;
/** What would run before the program, where OpenCode's environment says so. */
const FIRST = "process.exit(0)";

let there: LinePlace;
let server: Server | undefined;
beforeEach(() => {
  there = linePlace();
});
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  await there.remove();
});

/** Calls the plugin's hook before a tool as OpenCode does. */
function call(): Promise<string> {
  const binary = join(there.home, "own.mjs");
  writeFileSync(
    binary,
    `process.stdin.resume().on("end", () => process.stdout.write('{"throw":"by the hook"}'));`,
  );
  const plugin = join(there.home, "plugin.mjs");
  writeFileSync(plugin, openCodePlugin({ node: process.execPath, binary, socket: there.place.socket }));
  const first = join(there.home, "first.cjs");
  writeFileSync(first, FIRST);
  // Set for what the plugin starts, not for what stands for OpenCode.
  const call = `process.env.NODE_OPTIONS = ${JSON.stringify(`--require ${first}`)}; ${CALL}`;
  const args = ["--input-type=module", "-e", call, pathToFileURL(plugin).href];
  const child = spawn(process.execPath, args, { env: { PATH: process.env["PATH"] ?? "" } });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => (text += part));
  return new Promise((resolve) => child.on("close", () => resolve(text)));
}

async function impostor(status: number, body: string): Promise<void> {
  mkdirSync(there.place.folder, { recursive: true, mode: 0o700 });
  writeFileSync(markPath(there.place.folder), `${MARK}\n`, { mode: 0o600 });
  server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(status).end(body));
  });
  await new Promise<void>((resolve) => server?.listen(there.place.socket, resolve));
}

describe("OpenCode's plugin asks the daemon by the same rule as the line", () => {
  test("a daemon's answer counts", async () => {
    await there.serve(() => ({ stdout: '{"throw":"by the daemon"}' }));
    expect(await call()).toBe("by the daemon");
  });

  test("and so does one that has nothing to say", async () => {
    await there.serve(() => ({}));
    expect(await call()).toBe("passed");
    expect(there.calls.map(({ agent }) => agent)).toEqual(["opencode"]);
  });

  test.each<[string, number, string]>([
    ["204", 204, ""],
    ["an empty 200", 200, ""],
    ["302", 302, ""],
    ["an answer without a mark", 200, "{}"],
    ["text before it", 200, `x${MARK}\n{}\n${MARK}`],
    ["text behind it", 200, `${MARK}\n{}\n${MARK}\n`],
    ["another mark", 200, `${MARK}\n{}\n${MARK}`.replaceAll("0", "1")],
    ["the mark alone", 200, `${MARK}\n${MARK}`],
    ["another status with all that an answer has", 201, `${MARK}\n{}\n${MARK}`],
  ])("%s is none: its own process decides", async (_, status, body) => {
    await impostor(status, body);
    expect(await call()).toBe("by the hook");
  });
});
