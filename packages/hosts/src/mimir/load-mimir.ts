import { type JsonValue, nearName } from "@gatehouse-hooks/json";
import type { LostPolicy, PolicyDefinition, Tier } from "@gatehouse-hooks/engine";
import { eventKindOf } from "../vocabulary.js";
import { type Document, type DocumentPath, readYamlOrJson } from "../yaml/document.js";
import { cite } from "../text/cite.js";
import type { Report } from "../text/report.js";
import { positionOf, type Source } from "../text/source.js";
import { MIMIR_EVENTS } from "./mimir-events.table.js";
import { hookPolicy, wantsToBlock } from "./hook-policy.js";
import { readKeys } from "./read-keys.js";
import { meantEvents } from "./suggest-event.js";

interface FileContext {
  readonly source: Source;
  readonly document: Document;
  readonly report: Report;
  readonly tier: Tier;
}

type Mapping = Readonly<Record<string, JsonValue>>;

const BLOCKS = ["hooks", "enforcement"];
const NAMES = MIMIR_EVENTS.map(({ name }) => name);

/**
 * Reads the hooks of a Mimir configuration (`.mimir/config.yml`, document 003). Other keys of the file are Mimir's own
 * business, except for those that are nearly those of hooks: what they hold is lost.
 *
 * @param tier whose file it is, known from its place: `user` for the global one
 */
export function loadMimir(
  source: Source,
  tier: Tier,
  order: number,
  report: Report,
): readonly PolicyDefinition[] {
  const document = readYamlOrJson(source, report);
  if (document === null || document.value === null) return [];
  const file: FileContext = { source, document, report, tier };
  if (!isMapping(document.value)) {
    wrongType(0, "expected a mapping; nothing is loaded", "write `hooks:`", file);
    return [];
  }
  misplaced(document.value, BLOCKS, [], file);
  const policies = [
    ...enforcement(document.value["enforcement"], file),
    ...block(document.value["hooks"], ["hooks"], file),
  ];
  return policies.map((policy, index) => ({ ...policy, order: order + index }));
}

/** `enforcement.hooks`: of the organisation's file only; in another one, hooks like all others. */
function enforcement(value: JsonValue | undefined, file: FileContext): readonly PolicyDefinition[] {
  if (value === undefined || value === null) return [];
  if (!isMapping(value)) {
    const at = file.document.valueAt(["enforcement"]);
    wrongType(at, "expected a mapping; its hooks are lost", "write `enforcement: { hooks: … }`", file);
    return [];
  }
  misplaced(value, ["hooks"], ["enforcement"], file);
  if (file.tier !== "enforced" && Object.hasOwn(value, "hooks")) notEnforced(["enforcement", "hooks"], file);
  return block(value["hooks"], ["enforcement", "hooks"], file);
}

/** Unreadable hooks: they may have guarded anything. */
function wrongType(offset: number, message: string, cure: string, { report }: FileContext): void {
  report.add(offset, { code: "invalid-type", message, cure });
  report.lose("all gating", `${message}; cure: ${cure}`, offset);
}

function notEnforced(path: DocumentPath, { document, report, tier }: FileContext): void {
  report.add(document.keyAt(path), {
    code: "not-enforced",
    message: `a file cannot enforce itself: its hooks are in force as those of the ${cite(tier)}`,
    cure: "put the file into the organisation's directory, or remove the key",
  });
}

function block(
  value: JsonValue | undefined,
  path: DocumentPath,
  file: FileContext,
): readonly PolicyDefinition[] {
  if (value === undefined || value === null) return [];
  if (!isMapping(value)) {
    const cure = "for example `pre-bash-execution: { command: … }`";
    wrongType(file.document.valueAt(path), "expected a mapping of events; its hooks are lost", cure, file);
    return [];
  }
  return Object.entries(value).flatMap(([name, hook]) => {
    const policy = hookOf(name, hook, [...path, name], file);
    return policy === null ? [] : [policy];
  });
}

function hookOf(
  name: string,
  value: JsonValue,
  path: DocumentPath,
  file: FileContext,
): PolicyDefinition | null {
  const { document, report, source, tier } = file;
  const event = MIMIR_EVENTS.find((one) => one.name === name);
  const offset = document.keyAt(path);
  if (event === undefined) {
    loseUnknown(name, value, offset, report);
    return null;
  }
  if (!isMapping(value)) {
    const message = `expected one hook of ${cite(name)} as a mapping; it is lost`;
    report.add(offset, { code: "invalid-type", message, cure: "write `command: …` below the event" });
    report.lose(guardedBy(value, [name]), message, offset);
    return null;
  }
  const keys = readKeys(value);
  if (keys.hook.enforced === true && tier !== "enforced") notEnforced([...path, "enforced"], file);
  const { policy, broken, problems } = hookPolicy(event, keys, tier);
  for (const { path: inner, offset: within, ...problem } of problems) {
    const at = [...path, ...inner];
    report.add(
      within !== undefined
        ? document.within(at, within)
        : problem.code === "unknown-key"
          ? document.keyAt(at)
          : document.valueAt(at),
      problem,
    );
  }
  if (broken || policy === null) {
    const [first] = problems.filter(({ severity }) => severity !== "warning");
    const why = `the hook of ${cite(name)} cannot run: ${first?.message ?? "it has an error"}`;
    report.lose(guardedBy(value, [name]), why, offset);
    return null;
  }
  const { line } = positionOf(source, offset);
  // Both blocks of a file may hold a hook for one event.
  const ownBlock = (tier === "enforced") === (path[0] === "enforcement");
  const id = ownBlock ? policy.id : `${policy.id}.${path[0] === "hooks" ? "hooks" : "enforcement"}`;
  return { ...policy, id, source: { path: source.path, line, format: "mimir" } };
}

function loseUnknown(name: string, value: JsonValue, offset: number, report: FileContext["report"]): void {
  const { meant, cure } = meantEvents(name);
  const message = `unknown event ${cite(name)}; its hook never runs`;
  report.add(offset, { code: "unknown-event", message, cure });
  const lost = guardedBy(value, meant.length === 0 ? null : [name, ...meant]);
  report.lose(lost, `${message}; ${cure}`, offset);
}

/**
 * The events that a hook which is not in force could have denied: none when its failure is only a warning. A hook of which
 * that cannot be read may have denied.
 *
 * @param events those that it may have been for; `null` when they are not known
 */
function guardedBy(value: JsonValue, events: readonly string[] | null): LostPolicy["events"] {
  const entries: readonly JsonValue[] = Array.isArray(value) ? value : [];
  const advisory = isMapping(value)
    ? !wantsToBlock(readKeys(value))
    : entries.length > 0 && entries.every((one) => isMapping(one) && one["continueOnError"] === true);
  if (advisory) return [];
  if (events === null) return "all gating";
  const known = events.filter((name) => NAMES.includes(name));
  return known.some((name) => eventKindOf(name).gates) ? events : [];
}

/**
 * Other keys belong to Mimir. One that is nearly a block's name, or an event's outside of its block, holds hooks that are
 * meant for us.
 */
function misplaced(
  value: Mapping,
  known: readonly string[],
  path: DocumentPath,
  { document, report }: FileContext,
): void {
  for (const [key, held] of Object.entries(value)) {
    if (known.includes(key)) continue;
    const offset = document.keyAt([...path, key]);
    const event = NAMES.includes(key) ? key : nearName(key, NAMES);
    const meant = event === null ? nearName(key, known) : null;
    if (event === null && meant === null) continue;
    const message = `${cite(key)} is not read: its hooks are lost`;
    const cure =
      meant === null
        ? `write ${cite(event ?? "")} below ${cite(path.length === 0 ? "hooks" : "enforcement.hooks")}`
        : `did you mean ${cite(meant)}?`;
    report.add(offset, { code: "unknown-key", message, cure });
    const guarded = event === null ? "all gating" : guardedBy(held, event === key ? [key] : [key, event]);
    report.lose(held === null ? [] : guarded, `${message}; ${cure}`, offset);
  }
}

function isMapping(value: JsonValue | undefined): value is Mapping & JsonValue {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
