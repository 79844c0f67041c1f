import { parse } from "@gatehouse-hooks/condition";
import type { Expr } from "@gatehouse-hooks/condition";
import { parseJsonObject } from "@gatehouse-hooks/json";
import type { JsonObject, SealedObject } from "@gatehouse-hooks/json";

/** From one comparison to ten tests; the fifth reads deep paths that most events do not have. */
export const CONDITIONS: Readonly<Record<string, string>> = {
  C1: 'toolName == "exec"',
  C2: 'toolName == "exec" && params.command.includes("rm -rf")',
  C3: 'toolName == "exec" && (params.command.startsWith("git push") || params.command.startsWith("git reset")) && params.command.includes("--force")',
  C4: '!(toolName == "read" || toolName == "http_fetch") && params.path.endsWith(".ts")',
  C5: 'agent.meta.owner.team == "infra" || params.headers.accept.includes("json") && sessionKey != "s1"',
  C6: '(toolName == "exec" || toolName == "bash" || toolName == "shell") && (params.command.includes("rm -rf") || params.command.startsWith("dd ") || params.command.includes("mkfs")) && !(params.cwd.startsWith("/tmp/") || params.cwd.startsWith("/scratch/")) && sessionKey != "admin" && agent.role != "root"',
};

/** Five events as one host writes them: the outer keys in one order, not all of them always, `params` always others. */
const EVENT_TEXTS: readonly string[] = [
  '{"event":"before_tool_call","toolName":"exec","params":{"command":"rm -rf /var/lib/data","cwd":"/home/dev"},"sessionKey":"s2"}',
  '{"event":"before_tool_call","toolName":"exec","params":{"command":"git push origin main --force"},"sessionKey":"s1","agent":{"role":"dev"}}',
  '{"event":"after_tool_call","toolName":"edit","params":{"path":"src/decide/merge.ts","content":"export const a = 1;"},"sessionKey":"s3","agent":{"meta":{"owner":{"team":"web"}}}}',
  '{"event":"before_tool_call","toolName":"http_fetch","params":{"url":"https://example.com/api","headers":{"accept":"application/json"}}}',
  '{"toolName":"read","params":{"path":"/etc/hosts"},"sessionKey":"s5","agent":{"role":"ops","meta":{"owner":{"team":"infra"}}}}',
];

/** The same with every object's keys in another order, so that V8 knows no shape: more than four are too many for it. */
const SHUFFLED_TEXTS: readonly string[] = EVENT_TEXTS.map((text, i) => {
  const entries = Object.entries(JSON.parse(text) as JsonObject);
  return JSON.stringify(
    Object.fromEntries([
      ...entries.slice(i % entries.length),
      ...entries.slice(0, i % entries.length),
      ["extra", i],
    ]),
  );
});

/** As a careful program holds them that reads JSON with what the language has. */
export const plainEvents: readonly JsonObject[] = EVENT_TEXTS.map(plain);
export const plainShuffled: readonly JsonObject[] = SHUFFLED_TEXTS.map(plain);

/** As Gatehouse reads them. */
export const sealedEvents: readonly SealedObject[] = EVENT_TEXTS.map(sealed);
export const sealedShuffled: readonly SealedObject[] = SHUFFLED_TEXTS.map(sealed);

function plain(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}

function sealed(text: string): SealedObject {
  const { value } = parseJsonObject(text);
  if (value === undefined) throw new Error("an event that is not JSON");
  return value;
}

const TOOLS = ["exec", "read", "edit", "http_fetch", "browser"];
const FIELDS = ["command", "path", "content", "url", "cwd"];
const METHODS = ["includes", "startsWith", "endsWith"];

/** Conditions that only live in the same process, each with literals of its own, of one to four tests. */
export const backgroundConditions: readonly string[] = Array.from({ length: 58 }, (_, i) => {
  const pick = (list: readonly string[], shift: number): string => list[(i * 7 + shift) % list.length] ?? "";
  const call = (shift: number): string =>
    `params.${pick(FIELDS, shift)}.${pick(METHODS, shift + i)}("word${i}${"abc"[shift]}")`;
  const head = `toolName == "${pick(TOOLS, 0)}"`;
  const forms = [
    head,
    `${head} && ${call(0)}`,
    `${head} && (${call(0)} || ${call(1)}) && sessionKey != "k${i}"`,
    `!(${head} || event == "e${i}") && ${call(2)}`,
    `agent.role == "r${i}" || ${call(1)}`,
  ];
  return forms[i % forms.length] ?? head;
});

export function astOf(text: string): Expr {
  const { ast } = parse(text);
  if (ast === null) throw new Error(`does not parse: ${text}`);
  return ast;
}
