// What captain-hook's own tests say is dispatched, at the doors that users of hooks start: the hook, and the daemon behind it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { hooksHome, hookWith, payload } from "../../packages/cli/test/hook/hooks-home.js";
import { jsonLines } from "../json-lines.js";
import { gatehouse } from "./spawn-cli.js";

type Data = Readonly<Record<string, unknown>>;

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly given: {
    readonly event: string;
    readonly result: {
      readonly action: string;
      readonly message?: string;
      readonly note?: string;
      readonly updated_input?: Data;
    };
  };
  readonly expect: {
    readonly equals?: Data | null;
    readonly one_of?: readonly (Data | null)[];
    readonly lacks?: readonly string[];
    readonly hookSpecificOutput?: Data;
    readonly hookSpecificOutput_subset?: Data;
    readonly hookSpecificOutput_lacks?: readonly string[];
  };
}

/** What is displayed belongs to the agent, and nobody is asked at the end of a session: no hook listens there. */
const NO_DOOR = ["MessageDisplay", "SessionEnd"];
const ROWS = jsonLines<Row>("../../packages/hooks/test/vectors/captain-hook.jsonl", import.meta.url).filter(
  ({ kind, given }) => kind === "dispatch_format" && !NO_DOOR.includes(given.event),
);

/** The result of a row, as a hook returns it. */
function returned({
  action,
  message = "",
  note,
  updated_input: updatedInput,
}: Row["given"]["result"]): unknown {
  if (action === "block") return { kind: "deny", reason: message };
  if (action === "warn") return { kind: "warn", reason: message };
  return {
    kind: "allow",
    reason: message,
    ...(updatedInput !== undefined && { updatedInput }),
    ...(note !== undefined && { context: [note] }),
  };
}

const EVENTS = [...new Set(ROWS.map(({ given }) => given.event))];
const HOOKS = `import { on } from "@gatehouse-hooks/hooks";
const results = ${JSON.stringify(Object.fromEntries(ROWS.map(({ id, given }) => [id, returned(given.result)])))};
export const hooks = ${JSON.stringify(EVENTS)}.map((event) =>
  on(event, { id: event, mayRewrite: event === "PreToolUse" }, (context) => results[context.event.sessionKey]));
`;

const home = hooksHome({ ".git/HEAD": "", "~/.gatehouse/hooks.mjs": HOOKS });
const run = async (action: string) =>
  await gatehouse(["daemon", action, "--json"], { cwd: home.path, env: { HOME: home.home } });
beforeAll(async () => void (await run("start")));
afterAll(async () => {
  await run("stop");
  home.remove();
});

const DOORS = { hook: ["--daemon", "off"], daemon: ["--daemon", "auto"] } as const;

/** What the agent reads of a door; what the person is shown beside it is not captain-hook's. */
async function spoken({ id, given }: Row, args: readonly string[]): Promise<Data | null> {
  const asks = given.event === "PermissionRequest" && { tool_name: "Bash", tool_input: { command: "ls" } };
  const stdin = payload(given.event, { session_id: id, cwd: home.path, ...asks });
  const { stdout, code } = await hookWith(home, ["hooks.mjs"], stdin, { args });
  expect(code).toBe(0);
  // Who says it stands before what a hook with an id of its own says.
  const said = stdout.replaceAll(`[${given.event}] `, "");
  const { systemMessage: _, ...answer } = said === "" ? {} : (JSON.parse(said) as Data);
  return Object.keys(answer).length === 0 ? null : answer;
}

test.each(ROWS)("$id is dispatched alike by the hook and by the daemon", async (row) => {
  const hook = await spoken(row, DOORS.hook);
  expect(await spoken(row, DOORS.daemon)).toEqual(hook);
  const { equals, one_of: oneOf, lacks = [], hookSpecificOutput_lacks: without = [] } = row.expect;
  if (equals !== undefined) expect(hook).toEqual(equals);
  if (oneOf !== undefined) expect(oneOf).toContainEqual(hook);
  const specific = (hook?.["hookSpecificOutput"] ?? {}) as Data;
  for (const key of lacks) expect(hook ?? {}).not.toHaveProperty(key);
  for (const key of without) expect(specific).not.toHaveProperty(key);
  const { permissionDecision, ...wanted } =
    row.expect.hookSpecificOutput ?? row.expect.hookSpecificOutput_subset ?? {};
  expect(specific).toMatchObject(wanted);
  // A warning changes nothing but what is said: there it allows the call.
  const isWaved = row.given.result.action === "warn" && permissionDecision === "allow";
  if (isWaved) expect(specific).not.toHaveProperty("permissionDecision");
  else if (permissionDecision !== undefined) expect(specific).toMatchObject({ permissionDecision });
});
