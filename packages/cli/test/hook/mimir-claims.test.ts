import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { requireProgram } from "../../../../test/require-program.js";
import { type Folder, folder, type Ran, runCli } from "../run-cli.js";
import { EXAMPLES } from "./mimir-examples.js";

// What document 003 says of a hook, tried as its reader would: a file, and an event given to `gatehouse decide`.
const made: Folder[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

function place(config: string, files: Readonly<Record<string, string>> = {}): Folder {
  const one = folder({ "~/.mimir/config.yml": config, ...files });
  made.push(one);
  return one;
}

interface Decided {
  readonly effect: string;
  readonly reason: string;
  readonly warnings: readonly { readonly reason: string }[];
  readonly trace: readonly { readonly failure?: { readonly code: string } }[];
}

async function run(one: Folder, args: readonly string[], stdin = "", env = {}): Promise<Ran> {
  return await runCli(args, {
    cwd: one.path,
    home: one.home,
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdin,
  });
}

async function decide(one: Folder, event: object, env = {}, ...args: readonly string[]): Promise<Decided> {
  return JSON.parse(
    (await run(one, ["decide", "--json", ...args], JSON.stringify(event), env)).stdout,
  ) as Decided;
}

test("the eight examples load without an error or a warning", async () => {
  for (const [name, text] of Object.entries(EXAMPLES)) {
    const { stdout } = await run(place(text), ["check", "--json"]);
    expect([name, (JSON.parse(stdout) as { issues: unknown }).issues]).toEqual([name, []]);
  }
});

describe("variables in what is sent on", () => {
  test("a body of JSON stays JSON whatever the values hold, and the environment has the parent's value", async () => {
    requireProgram("curl");
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        bodies.push(body);
        response.end();
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
    const config = (EXAMPLES["example 5, notify"] ?? "")
      .replace("https://example.com/services/X", address)
      .replace("curl -X", 'printf %s "$SLACK_WEBHOOK_URL" > env\n      curl -s -X');
    try {
      const one = place(config);
      const error = `it's "so"\n$(touch ran) \`touch ran\` \\`;
      const values = { task_description: "a 'task'", agent_role: "finder", agent_model: "m" };
      const event = { event: "on-agent-error", error_message: error, ...values };
      const decided = await decide(one, event, { SLACK_WEBHOOK_URL: "secret$1" });
      expect([decided.effect, decided.warnings]).toEqual(["abstain", []]);
      const [body = ""] = bodies;
      expect((JSON.parse(body) as { blocks: { text: { text: string } }[] }).blocks[0]?.text.text).toBe(
        `*Task:* a 'task'\n*Error:* ${error}\n*Agent:* finder (m)`,
      );
      expect(readFileSync(join(one.path, "env"), "utf8")).toBe("secret$1");
      expect(existsSync(join(one.path, "ran"))).toBe(false);
    } finally {
      server.close();
    }
  });

  test("a size over the limit blocks with the hook's words, one below passes, one that is missing blocks", async () => {
    const one = place(EXAMPLES["example 6, size"] ?? "");
    const size = (context_tokens?: unknown): Promise<Decided> =>
      decide(one, { event: "pre-context-add", ...(context_tokens !== undefined && { context_tokens }) });
    expect((await size(5)).effect).toBe("abstain");
    expect(await size(200_000)).toMatchObject({
      effect: "deny",
      reason: expect.stringContaining("200000 / 100000 tokens") as string,
    });
    expect(await size()).toMatchObject({ effect: "deny", trace: [{ failure: { code: "no-value" } }] });
    expect((await size("a[$(touch ran)]")).effect).toBe("deny");
    expect(existsSync(join(one.path, "ran"))).toBe(false);
  });
});

test("patterns of a hook that is not about a file are told, and do not keep it from running", async () => {
  const one = place(
    'hooks: { pre-bash-execution: { command: "exit 1", continueOnError: false, patterns: ["**/*.ts"] } }\n',
  );
  expect((await run(one, ["check"])).stdout).toContain("no-filter");
  expect((await decide(one, { event: "pre-bash-execution", bash_command: "ls" })).effect).toBe("deny");
});

describe("timeout, environment, continueOnError", () => {
  const bash = { event: "pre-bash-execution", bash_command: "ls" };
  const hook = (command: string, more: string): string =>
    `hooks:\n  pre-bash-execution:\n    command: ${command}\n    ${more}\n`;

  test("a timeout counts in milliseconds, and is 10 seconds where nothing is said", async () => {
    const late = await decide(place(hook("sleep 60", "timeout: 200\n    continueOnError: false")), bash);
    expect(late).toMatchObject({ effect: "deny", trace: [{ failure: { code: "timeout" } }] });
    const shown = await run(place(hook("sleep 60", "continueOnError: false")), ["list", "--json"]);
    expect(shown.stdout).toMatch(/"timeoutMs":\s*10000/);
  });

  test("variables of its own, and those of the parent by `${NAME}`", async () => {
    const one = place(
      hook(`'printf "%s" "$OWN $OF_PARENT" > env'`, `environment: { OWN: "a b", OF_PARENT: "x\${PARENT}y" }`),
    );
    await decide(one, bash, { PARENT: "$(touch ran)" });
    expect(readFileSync(join(one.path, "env"), "utf8")).toBe("a b x$(touch ran)y");
  });

  test("a hook that fails and may is a warning in its own words, and the action goes on", async () => {
    for (const more of ["continueOnError: true", "timeout: 9000"]) {
      const decided = await decide(place(hook(`'echo "it failed" >&2; exit 3'`, more)), bash);
      expect([decided.effect, decided.warnings.map(({ reason }) => reason)]).toEqual([
        "abstain",
        ["it failed"],
      ]);
    }
  });
});

test("the organisation's example that cannot block as it is written is told so", async () => {
  const team = `enforcement:
  hooks:
    pre-bash-execution:
      command: curl -X POST https://example.com/validate-command \\
        -d '{"command":"{bash_command}","user":"{user_email}"}'
      timeout: 5000
      continueOnError: false
      enforced: true
`;
  const one = folder({ "team.yml": team });
  made.push(one);
  const args = ["check", "--enforced", join(one.path, "team.yml"), "--policy-format", "mimir"];
  const { stdout } = await run(one, args);
  expect(stdout).toContain("folded-line");
  expect(stdout).toContain("weak-check");
});

test("in the sandbox a hook runs, and writes nothing outside of its project", async () => {
  requireProgram("bwrap", "bubblewrap");
  const outside = folder({});
  made.push(outside);
  const one = place(
    `hooks:\n  pre-bash-execution:\n    command: echo x > inside; echo x > ${join(outside.path, "outside")}; true\n`,
  );
  mkdirSync(join(one.path, ".git"));
  const bash = { event: "pre-bash-execution", bash_command: "ls" };
  expect((await decide(one, bash, {}, "--sandbox", "bubblewrap")).effect).toBe("abstain");
  expect([existsSync(join(one.path, "inside")), existsSync(join(outside.path, "outside"))]).toEqual([
    true,
    false,
  ]);
});
