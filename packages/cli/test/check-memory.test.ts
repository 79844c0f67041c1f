import { afterEach, describe, expect, test } from "vitest";
import { type Folder, folder, runCli } from "./run-cli.js";

let place: Folder | undefined;
afterEach(() => place?.remove());

interface Said {
  readonly code: string;
  readonly severity: string;
  readonly line?: number;
  readonly column?: number;
  readonly cure?: string;
  readonly message: string;
}

/** What `check` says of cells and policies, each on a line of its own. */
async function found(
  cells: readonly string[],
  policies: readonly string[],
  ...args: readonly string[]
): Promise<readonly Said[]> {
  place?.remove();
  const text = `version: 1\nmemory:\n${cells.map((one) => `  ${one}\n`).join("")}policies:\n${policies.map((one) => `  - ${one}\n`).join("")}`;
  place = folder({ "~/.gatehouse/a.yaml": text });
  const { stdout } = await runCli(["check", "--json", ...args], { cwd: place.path, home: place.home });
  const { issues, hosts = [] } = JSON.parse(stdout) as {
    readonly issues: readonly Said[];
    readonly hosts?: readonly { readonly issues: readonly Said[] }[];
  };
  return args.length === 0 ? issues : hosts.flatMap((host) => host.issues);
}

const policy = (when: string, says = "ask: sure", id = "p"): string =>
  `{ id: ${id}, events: before_tool_call, when: '${when}', ${says} }`;
const BEFORE = "events: before_tool_call";
const AFTER = "events: after_tool_call";
const CURL = 'params.command.startsWith("curl")';
const reads = (cell: string): string => policy(`${CURL} && memory.${cell}`);

describe("faults in what is remembered are found, each with its place and a cure", () => {
  test.each<[string, string[], string[], [code: string, line: number, at: string]]>([
    [
      "tests that contradict each other",
      [`c: { flag: { ${BEFORE}, when: 'toolName == "a" && toolName == "b"' } }`],
      [reads("c")],
      ["cell-never-set", 3, "c:"],
    ],
    [
      "an effect that there is not",
      [`c: { count: { ${BEFORE}, when: 'decision.effect == "block"' } }`],
      [policy("memory.c > 2")],
      ["cell-never-set", 3, "c:"],
    ],
    [
      "a cell that is never set sets it",
      [
        `dead: { flag: { ${BEFORE}, when: 'params.a == 1 && params.a == 2' } }`,
        `c: { set: { ${BEFORE}, when: memory.dead && has(params.a), add: params.a } }`,
      ],
      [policy("params.b in memory.c")],
      ["cell-never-set", 4, "c:"],
    ],
    ["read by nobody", [`c: { flag: { events: prompt } }`], [policy(CURL)], ["cell-never-read", 3, "c:"]],
    [
      "read by itself alone",
      [`c: { count: { ${BEFORE}, when: memory.c < 3 }, upTo: 5 }`],
      [policy(CURL)],
      ["cell-never-read", 3, "c:"],
    ],
    [
      "sources without a policy that asks for them",
      ["c: { origins: { user: { events: prompt, text: prompt } } }"],
      [policy(CURL)],
      ["cell-never-read", 3, "c:"],
    ],
    [
      "a deny until something has happened, set before it did",
      [`tested: { flag: { ${BEFORE}, when: 'params.command == "npm test"' } }`],
      [policy('params.command == "git commit" && !memory.tested'.replaceAll("'", ""), "deny: test first")],
      ["hasty-memory", 5, "memory.tested"],
    ],
    [
      "a question about what is not in a set",
      [`seen: { set: { ${BEFORE}, add: params.path } }`],
      [policy("has(params.path) && !(params.path in memory.seen)")],
      ["hasty-memory", 5, "(params.path in memory.seen)"],
    ],
    [
      "a deny while nothing is counted",
      [`runs: { count: { ${BEFORE}, tools: Bash } }`],
      [policy("memory.runs == 0", "deny: first run it")],
      ["hasty-memory", 5, "memory.runs"],
    ],
    [
      "an allow for what has happened",
      [`ok: { flag: { ${BEFORE}, when: 'params.command == "npm test"' } }`],
      [policy('params.command == "npm publish" && memory.ok', "allow: tested")],
      ["hasty-memory", 5, "memory.ok"],
    ],
    [
      "more than a count comes to",
      [`c: { count: { ${BEFORE}, tools: send_mail }, upTo: 3 }`],
      [policy("memory.c > 3")],
      ["cell-over-limit", 5, "memory.c > 3"],
    ],
    [
      "less than a count may ever miss",
      [`c: { count: { ${AFTER} }, upTo: 3 }`],
      [policy("30 >= memory.c && params.a == 1")],
      ["cell-over-limit", 5, "30 >= memory.c"],
    ],
    [
      "more strings than a set keeps",
      [`c: { set: { ${AFTER}, add: params.a }, keep: 4 }`],
      [policy("memory.c.size() >= 5")],
      ["cell-over-limit", 5, "memory.c.size()"],
    ],
    [
      "more than a cell may keep",
      [`c: { set: { ${AFTER}, add: params.a }, keep: 4000000 }`],
      [policy("params.a in memory.c")],
      ["cell-over-limit", 3, "4000000"],
    ],
    [
      "a near name in a policy",
      [`secretRead: { flag: { ${AFTER} } }`],
      [
        policy("memory.secretRead && params.a == 1"),
        policy(`${CURL} && memory.secretRaed`, "ask: sure", "near"),
      ],
      ["unknown-cell", 6, "near"],
    ],
    [
      "a near name in a cell",
      [
        `secretRead: { flag: { ${AFTER} } }`,
        `sent: { flag: { ${BEFORE}, when: memory.secretReed && has(params.url) } }`,
      ],
      [policy("memory.secretRead && memory.sent")],
      ["unknown-cell", 4, "sent"],
    ],
    [
      "a window without a bound",
      [`c: { count: { ${AFTER} }, within: 1h }`],
      [policy("memory.c > 2")],
      ["window-without-bound", 3, "within"],
    ],
    [
      "a source of all that a call says",
      [
        "c: { origins: { user: { events: prompt, text: prompt }, yes: { events: after_tool_call, when: call.asked, text: params } } }",
      ],
      [policy("flows.any(f, f.from.size() == 0)")],
      ["source-without-fields", 3, "yes"],
    ],
    [
      "a source that says nothing",
      ["c: { origins: { user: { events: prompt } } }"],
      [policy("flows.any(f, f.from.size() == 0)")],
      ["missing-key", 3, "user"],
    ],
  ])("%s", async (_name, cells, policies, [code, line, at]) => {
    const said = await found(cells, policies);
    const one = said.find((issue) => issue.code === code && issue.line === line);
    expect(one, JSON.stringify(said)).toBeDefined();
    expect(one?.cure).toBeTruthy();
    const lines = [
      "version: 1",
      "memory:",
      ...cells.map((cell) => `  ${cell}`),
      "policies:",
      ...policies.map((p) => `  - ${p}`),
    ];
    expect((lines[line - 1] ?? "").slice((one?.column ?? 0) - 1)).toMatch(
      new RegExp(`^${at.replaceAll(/[.()]/g, String.raw`\$&`)}`),
    );
  });
});

describe("what is as it should be is not told", () => {
  test.each<[string, string[], string[]]>([
    ["set before, and stops", [`c: { flag: { ${BEFORE}, when: 'toolName == "a"' } }`], [reads("c")]],
    [
      "set after, and lets through",
      [`c: { flag: { ${AFTER}, when: call.ok }, until: { ${BEFORE}, when: params.a == 1 } }`],
      [policy("!memory.c && params.b == 1", "deny: no")],
    ],
    [
      "read by a cell that a policy reads",
      [
        `a: { flag: { ${BEFORE}, when: params.a == 1 } }`,
        `c: { flag: { ${BEFORE}, when: memory.a && params.b == 2 } }`,
      ],
      [reads("c")],
    ],
    [
      "a question the first few times, then a deny",
      [`c: { count: { ${BEFORE}, tools: send_mail }, upTo: 5 }`],
      [
        policy("memory.c < 5 && params.a == 1"),
        policy("memory.c >= 5 && params.a == 1", "deny: enough", "q"),
      ],
    ],
    [
      "a count that comes to its bound",
      [`c: { count: { ${AFTER} }, upTo: 3 }`],
      [policy("memory.c >= 3 && memory.c != 2")],
    ],
    [
      "a set that may be full",
      [`c: { set: { ${AFTER}, add: params.a }, keep: 4 }`],
      [policy("memory.c.size() > 3")],
    ],
    [
      "all of memory is read",
      [`c: { flag: { events: prompt } }`],
      [policy("has(memory.c) && params.a == 1")],
    ],
    [
      "sources that are named",
      ["c: { origins: { yes: { events: after_tool_call, when: call.asked, text: params, fields: [to] } } }"],
      [policy("flows.any(f, f.from.size() == 0)")],
    ],
    [
      "what another cell of another kind says",
      [`c: { last: { ${AFTER}, value: params.a } }`],
      [policy("memory.c.value == params.a && memory.c.ago > 100000")],
    ],
  ])("%s", async (_name, cells, policies) => {
    const own = /cell|memory|source|never-on-host/;
    const said = await found(cells, policies);
    expect(said.filter(({ code }) => own.test(code))).toEqual([]);
  });

  test("the ten wishes", async () => {
    place = folder({});
    const { stdout } = await runCli(
      ["check", "--json", new URL("../../../test/sessions/wishes.yaml", import.meta.url).pathname],
      {
        cwd: place.path,
        home: place.home,
      },
    );
    const { issues } = JSON.parse(stdout) as { readonly issues: readonly Said[] };
    expect(issues.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });
});

describe("--host: cells that stay as they are there", () => {
  const told = async (host: string, cells: string[], policies: string[]) =>
    (await found(cells, policies, "--host", host))
      .filter(({ code }) => code === "cell-not-told" || code === "never-on-host")
      .map(({ code, severity, line, column, message }) => [
        code,
        severity,
        line,
        column,
        message.split(":")[0],
      ]);
  const asks = policy('memory.c && params.command == "ls"');
  const needs = policy('!memory.c && params.command == "ls"', "deny: no");

  test.each<[string, string, string[], string[], (string | number)[][]]>([
    ["an agent that sends it", "claude-code", [`c: { flag: { ${AFTER}, when: call.ok } }`], [needs], []],
    [
      "an event that the agent does not send",
      "codex",
      ["c: { flag: { events: notification } }"],
      [asks],
      [["cell-not-told", "warning", 3, 3, "`c` stays empty there"]],
    ],
    [
      "a cell that lets through",
      "codex",
      ["c: { flag: { events: notification } }"],
      [needs],
      [["cell-not-told", "error", 3, 3, "`c` stays empty there"]],
    ],
    [
      "an argument that its tool does not have",
      "claude-code",
      [`c: { flag: { ${BEFORE}, when: 'toolName == "Bash" && params.cmdline == "ls"' } }`],
      [asks],
      [["cell-not-told", "warning", 3, 3, "`c` stays empty there"]],
    ],
    [
      "what empties it",
      "codex",
      [`c: { flag: { ${BEFORE}, tools: Bash }, until: { events: notification } }`],
      [asks],
      [["cell-not-told", "warning", 3, 3, "`c` is never emptied there"]],
    ],
    [
      "a source",
      "codex",
      [
        "c: { origins: { user: { events: prompt, text: prompt }, pages: { events: notification, text: message } } }",
      ],
      [policy('flows.any(f, "pages" in f.from)')],
      [
        [
          "cell-not-told",
          "warning",
          3,
          expect.any(Number) as number,
          "the source `pages` of `c` says nothing there",
        ],
      ],
    ],
  ])("%s: %s", async (_name, host, cells, policies, expected) => {
    expect(await told(host, cells, policies)).toEqual(expected);
  });
});
