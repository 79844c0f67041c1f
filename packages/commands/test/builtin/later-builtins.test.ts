// The builtins that came with later generations of docker-agent.
import { existsSync, readFileSync, statSync } from "node:fs";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Verdict } from "@gatehouse-hooks/engine";
import { afterEach, describe, expect, test } from "vitest";
import { tellRow } from "../../../../test/conformance/tell-row.js";
import { tempDir } from "../../../../test/temp-dir.js";
import { ask } from "./ask.js";

type Fields = Readonly<Record<string, unknown>>;

interface Row {
  readonly id: string;
  readonly given: Fields;
  readonly expect: Fields;
}

const NOTHING = { kind: "approve", reason: "" };
const LATER = ["http_post", "limit_large_tool_results", "safer_shell"];
const rowsOf = (name: string): readonly Row[] =>
  readFileSync(new URL("vectors/docker-agent-builtin.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row)
    .filter(({ given }) => given["builtin"] === name);
const textIn = (verdict: Verdict): string => {
  const updated = verdict.kind === "failure" ? undefined : verdict.updatedInput?.["tool_response"];
  return typeof updated === "string" ? updated : "";
};

test("every later builtin has rows", () => {
  for (const name of LATER) expect(rowsOf(name).length, name).toBeGreaterThan(2);
});

describe("limit_large_tool_results", () => {
  const response = ({ given }: Row): string =>
    given["response_bytes"] === undefined
      ? Array.from({ length: Number(given["response_lines"]) }, (_, at) => `line ${at + 1}\n`).join("")
      : "x".repeat(Number(given["response_bytes"]));

  test.each(rowsOf("limit_large_tool_results").map((row) => [row.id, row] as const))(
    "%s",
    async (id, row) => {
      tellRow("docker-agent", id, "pass");
      const { category, event, tool_name, tool_input } = row.given;
      const whole = response(row);
      const toolResults = await tempDir();
      const given = {
        event,
        session_id: "s",
        tool_category: category,
        tool_name,
        tool_input,
        tool_response: whole,
      };
      const verdict = await ask("limit_large_tool_results", given, [], { toolResults });
      if (row.expect["rewritten"] !== true) {
        expect(verdict).toEqual({ ...NOTHING, ...(row.expect["output"] as object) });
        return;
      }
      const text = textIn(verdict);
      const [, file = ""] = / the file (\S+)\. /.exec(text) ?? [];
      expect(readFileSync(file, "utf8")).toBe(whole);
      if (row.expect["keeps"] === "tail") {
        expect(text.endsWith(whole.slice(-1_000).trimEnd())).toBe(true);
        expect(text).not.toContain("line 1\n");
      }
      if (row.expect["next_line"] !== undefined) {
        const shown = text.split("\n\n")[1] ?? "";
        expect(whole.startsWith(shown)).toBe(true);
        expect(text).toContain(`"line": ${101 + shown.split("\n").length - 1}.`);
      }
    },
  );

  const read = { session_id: "s", tool_category: "filesystem", tool_name: "read_file" };
  const answer = (text: string): object => ({
    event: "tool_response_transform",
    ...read,
    tool_response: text,
  });

  test.each([
    ["as long as may be", "x".repeat(51_200)],
    ["as many lines as may be", "x\n".repeat(2_000)],
    ["empty", ""],
  ])("an answer that is %s stays", async (_what, text) => {
    const toolResults = await tempDir();
    expect(await ask("limit_large_tool_results", answer(text), [], { toolResults })).toEqual(NOTHING);
  });

  test.each(["filesystem", "shell"])("no character of an answer of %s is cut in two", async (category) => {
    const whole = `x${"é😀".repeat(20_000)}`;
    const event = { ...answer(whole), tool_category: category };
    const shown = textIn(await ask("limit_large_tool_results", event, [], { toolResults: await tempDir() }));
    const part = shown.slice(shown.indexOf("\n\n") + 2);
    expect([part === "", part.includes("\ufffd"), whole.includes(part)]).toEqual([false, false, true]);
    expect(Buffer.byteLength(part)).toBeLessThanOrEqual(51_200);
  });

  test.each(["x".repeat(200_000), "x\n".repeat(5_000), `${"é".repeat(600)}\n`.repeat(3_000)])(
    "what the model reads is short enough to be left alone",
    async (whole) => {
      const toolResults = await tempDir();
      for (const event of [answer(whole), { ...answer(whole), tool_category: "mcp" }]) {
        const text = textIn(await ask("limit_large_tool_results", event, [], { toolResults }));
        expect(text.length).toBeGreaterThan(1_000);
        const again = { ...event, tool_response: text };
        expect(await ask("limit_large_tool_results", again, [], { toolResults })).toEqual(NOTHING);
      }
    },
  );

  test("nobody else reads what is kept, the end of the session removes it, and a killed session's goes after a week", async () => {
    const toolResults = await tempDir();
    const old = path.join(toolResults, "old");
    await mkdir(old);
    await utimes(old, 1, 1);
    const keep = async (session: string): Promise<string> => {
      const event = { ...answer("x".repeat(60_000)), session_id: session };
      const text = textIn(await ask("limit_large_tool_results", event, [], { toolResults }));
      return / the file (\S+)\. /.exec(text)?.[1] ?? "";
    };
    const [one, other] = [await keep("../../one"), await keep("other")];
    expect([one, other].every((file) => path.dirname(path.dirname(file)) === toolResults)).toBe(true);
    expect([statSync(one).mode & 0o777, statSync(path.dirname(one)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(existsSync(old)).toBe(false);
    await ask("limit_large_tool_results", { event: "session_end", session_id: "../../one" }, [], {
      toolResults,
    });
    expect([existsSync(one), existsSync(other)]).toEqual([false, true]);
  });

  test("what cannot be kept stays whole, with a warning", async () => {
    const file = path.join(await tempDir(), "file");
    await writeFile(file, "");
    const verdict = await ask("limit_large_tool_results", answer("x".repeat(60_000)), [], {
      toolResults: file,
    });
    expect(verdict).toMatchObject({ ...NOTHING, warnings: [expect.stringContaining("cannot keep")] });
    expect(textIn(verdict)).toBe("");
  });
});

describe("http_post", () => {
  let server: Server | undefined;
  afterEach(() => server?.close());
  const got: string[] = [];

  async function listen(
    answer: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<string> {
    got.length = 0;
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (part) => (body += String(part)));
      request.on("end", () => {
        got.push(`${request.method} ${request.url} ${body}`);
        answer(request, response);
      });
    });
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const reaches = (): boolean => true;

  test.each(rowsOf("http_post").map((row) => [row.id, row] as const))(
    "%s",
    async (id, { given, expect: wanted }) => {
      tellRow("docker-agent", id, "pass");
      let args = (given["args"] ?? []) as readonly string[];
      if (given["receiver"] === "non-2xx response")
        args = [await listen((_, response) => response.writeHead(500).end("no")), "{}"];
      const verdict = await ask("http_post", { event: "stop" }, args, { reaches });
      if (wanted["error_contains"] === undefined) expect(verdict).toEqual(NOTHING);
      else {
        const [message, reason] = verdict.kind === "failure" ? [verdict.message, ""] : ["", verdict.reason];
        expect([verdict.kind, reason]).toEqual(["failure", ""]);
        for (const part of wanted["error_contains"] as readonly string[]) expect(message).toContain(part);
      }
    },
  );

  test("sends its text, and follows redirects as a browser does", async () => {
    const base = await listen((request, response) => {
      const to = { "/a": [307, "/b"], "/b": [303, "/c"], "/loop": [302, "/loop"] }[
        request.url?.split("?")[0] ?? ""
      ];
      response.writeHead(Number(to?.[0] ?? 204), to === undefined ? {} : { location: String(to[1]) }).end();
    });
    expect(await ask("http_post", { event: "stop" }, [`${base}/a`, '{"x":1}'], { reaches })).toEqual(NOTHING);
    expect(got).toEqual(['POST /a {"x":1}', 'POST /b {"x":1}', "GET /c "]);
    got.length = 0;
    const verdict = await ask("http_post", { event: "stop" }, [`${base}/loop?key=secret`], { reaches });
    expect(verdict).toMatchObject({
      ...NOTHING,
      warnings: [expect.stringMatching(/127\.0\.0\.1:\d+: more than 10/)],
    });
    expect(JSON.stringify(verdict)).not.toContain("secret");
    expect(got.length).toBe(11);
  });

  test.each(["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433"])(
    "does not speak with what only this machine can reach: %s",
    async (host) => {
      const base = await listen((_, response) => response.end());
      const { port } = new URL(base);
      const verdict = await ask("http_post", { event: "stop" }, [`http://${host}:${port}/`, "{}"]);
      expect(verdict).toMatchObject({
        ...NOTHING,
        warnings: [expect.stringContaining("is not a public address")],
      });
      expect(got).toEqual([]);
    },
  );

  test("a redirect leads to nothing that may not be reached", async () => {
    const base = await listen((_, response) =>
      response.writeHead(302, { location: "http://10.0.0.1/" }).end(),
    );
    const options = { reaches: (address: string) => address === "127.0.0.1" };
    const verdict = await ask("http_post", { event: "stop" }, [base, "{}"], options);
    expect(verdict).toMatchObject({
      warnings: [expect.stringContaining("10.0.0.1 is not a public address")],
    });
  });
});

describe("safer_shell", () => {
  test.each(rowsOf("safer_shell").map((row) => [row.id, row] as const))(
    "%s",
    async (id, { given, expect: wanted }) => {
      const { builtin: _builtin, ...event } = given;
      // docker-agent shows the label to its own user, and decides nothing by it.
      tellRow("docker-agent", id, wanted["metadata"] === undefined ? "pass" : "explained");
      expect(wanted["permission_decision"] ?? "").toBe("");
      expect(await ask("safer_shell", event)).toEqual(NOTHING);
    },
  );
});
