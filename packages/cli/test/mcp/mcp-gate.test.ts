import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { main } from "../../src/main.js";
import { folder, type Folder, runCli } from "../run-cli.js";
import { POLICIES } from "./gated-client.js";

interface Gate {
  readonly files: Folder;
  readonly stdin: PassThrough;
  readonly stdout: () => string;
  readonly code: Promise<number>;
}

/** The command in this process, with a real server that writes what it gets to a file, lists one tool, and ends with 9 when its input does. */
function gate(): Gate {
  const files = folder({ "policies.yaml": POLICIES, got: "" });
  const echo = `
    const { appendFileSync } = require("node:fs");
    process.stdin.on("data", (part) => {
      appendFileSync(process.argv[1], part);
      for (const [, id] of String(part).matchAll(/"id":"([^"]+)","method":"tools\\/list"/g))
        console.log(JSON.stringify({ jsonrpc: "2.0", id, result: { tools: [{ name: "write" }] } }));
    });
    process.stdin.on("end", () => process.exit(9));`;
  const stdin = new PassThrough();
  let stdout = "";
  const output = (take: (text: string) => void) => ({
    columns: undefined,
    write: async (text: string) => take(text),
  });
  const command = [process.execPath, "-e", echo, join(files.path, "got")];
  const policies = join(files.path, "policies.yaml");
  const code = main(["mcp-gate", "--name", "files", "--policies", policies, "--", ...command], {
    stdin,
    stdout: output((text) => (stdout += text)),
    stderr: output(() => undefined),
    env: {},
    cwd: files.path,
    home: files.home,
    interactive: false,
    onInterrupt: () => () => undefined,
  });
  return { files, stdin, stdout: () => stdout, code };
}

test(
  "hostile lines never become a call, and the exit code is the server's",
  { timeout: 60_000 },
  async () => {
    const { files, stdin, stdout, code } = gate();
    const got = (): string => readFileSync(join(files.path, "got"), "utf8");
    const call = '"method":"tools/call","params":{"name":"write","arguments":{"path":"evil"}}';
    const lines = [
      `{"jsonrpc":"2.0","id":1,"method":"ping",${call}}`,
      `{"jsonrpc":"2.0",${call}}`,
      `[{"jsonrpc":"2.0","id":2,${call}}]`,
      `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"write","arguments":{"path":"evil","n":12345678901234567890}}}`,
      "\u0000\u0001 evil",
      `{"jsonrpc":"2.0","id":4,${call}`,
      `"${"evil ".repeat(2_200_000)}"`,
    ];
    stdin.write(`${lines.join("\n")}\n`);
    stdin.write(Buffer.from([0xff, 0xfe, 0x80, 0x0a]));
    stdin.write('{"jsonrpc":"2.0","id":9,"method":"ping","more":1}\n');
    await expect.poll(got, { timeout: 30_000 }).toContain('{"jsonrpc":"2.0","id":9,"method":"ping"}');
    const denied = { name: "write", arguments: { path: "evil.pem" } };
    stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 10, method: "tools/call", params: denied })}\n`);
    await expect.poll(stdout, { timeout: 30_000 }).toContain("keys are not written");
    stdin.end();
    expect(await code).toBe(9);
    expect(got()).not.toMatch(/"evil/);
    expect(stdout()).toContain('"id":1,"error"');
    expect(stdout()).toContain('"id":3,"error"');
    files.remove();
  },
);

test.each([
  [[], /no server/],
  [["--url", "https://x", "--", "y"], /no server, or two/],
  [["--url", "ftp://x"], /--url is/],
  [["--name", "a__b", "--", "x"], /--name is/],
  [["--header", "A: b", "--", "x"], /--header without --url/],
  [["--url", "https://x", "--header", "A b"], /not a header/],
  [["--url", "https://x", "--header", "A: ${NOT_SET}"], /`NOT_SET` is not set/],
])("bad usage: %j", async (args, message) => {
  const { code, stderr } = await runCli(["mcp-gate", ...args]);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});
