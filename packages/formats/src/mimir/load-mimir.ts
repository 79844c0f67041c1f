import type { JsonValue } from "@gatehouse/condition/json";
import type { PolicyDefinition, Tier } from "@gatehouse/engine";
import { type Document, type Path, readDocument } from "../gatehouse/document.js";
import { quote } from "../text/quote.js";
import { suggest } from "../text/suggest.js";
import type { Report } from "../text/report.js";
import { positionOf, type Source } from "../text/source.js";
import { MIMIR_EVENTS } from "./events.js";
import { hookPolicy } from "./hook-policy.js";
import { readKeys } from "./read-keys.js";

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
 * affair.
 *
 * @param tier who stands behind the file, from the place where it lies: `user` for the global one
 */
export function loadMimir(
  source: Source,
  tier: Tier,
  order: number,
  report: Report,
): readonly PolicyDefinition[] {
  const document = readDocument(source, report);
  if (document === null || document.value === null) return [];
  const file: FileContext = { source, document, report, tier };
  if (!isMapping(document.value)) {
    report.add(0, {
      code: "invalid-type",
      message: "expected a mapping; nothing is loaded",
      cure: "write `hooks:`",
    });
    return [];
  }
  misspelt(Object.keys(document.value), BLOCKS, [], file);
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
    file.report.add(file.document.valueAt(["enforcement"]), {
      code: "invalid-type",
      message: "expected a mapping; it is ignored",
      cure: "write `enforcement: { hooks: … }`",
    });
    return [];
  }
  misspelt(Object.keys(value), ["hooks"], ["enforcement"], file);
  if (file.tier !== "enforced" && Object.hasOwn(value, "hooks")) notEnforced(["enforcement", "hooks"], file);
  return block(value["hooks"], ["enforcement", "hooks"], file);
}

function notEnforced(path: Path, { document, report, tier }: FileContext): void {
  report.add(document.keyAt(path), {
    code: "not-enforced",
    message: `a file cannot enforce itself: its hooks are in force as those of the ${quote(tier)}`,
    cure: "put the file into the organisation's directory, or remove the key",
  });
}

function block(value: JsonValue | undefined, path: Path, file: FileContext): readonly PolicyDefinition[] {
  if (value === undefined || value === null) return [];
  const { document, report } = file;
  if (!isMapping(value)) {
    report.add(document.valueAt(path), {
      code: "invalid-type",
      message: "expected a mapping of events; it is ignored",
      cure: "for example `pre-bash-execution: { command: … }`",
    });
    return [];
  }
  return Object.entries(value).flatMap(([name, hook]) => {
    const policy = hookOf(name, hook, [...path, name], file);
    return policy === null ? [] : [policy];
  });
}

function hookOf(name: string, value: JsonValue, path: Path, file: FileContext): PolicyDefinition | null {
  const { document, report, source, tier } = file;
  const event = MIMIR_EVENTS.find((one) => one.name === name);
  if (event === undefined) {
    const meant = suggest(name, NAMES);
    report.add(document.keyAt(path), {
      code: "unknown-event",
      message: `unknown event ${quote(name)}; its hook never runs`,
      cure: meant === null ? 'see document 003, "Hook Types"' : `did you mean ${quote(meant)}?`,
    });
    return null;
  }
  if (!isMapping(value)) {
    report.add(document.keyAt(path), {
      code: "invalid-type",
      message: "expected one hook as a mapping; it is ignored",
      cure: "write `command: …` below the event",
    });
    return null;
  }
  const keys = readKeys(value);
  if (keys.hook.enforced === true && tier !== "enforced") notEnforced([...path, "enforced"], file);
  const { policy, problems } = hookPolicy(event, keys, tier);
  for (const { path: inner, offset, ...problem } of problems) {
    const at = [...path, ...inner];
    report.add(
      offset !== undefined
        ? document.within(at, offset)
        : problem.code === "unknown-key"
          ? document.keyAt(at)
          : document.valueAt(at),
      problem,
    );
  }
  if (policy === null) return null;
  const { line } = positionOf(source, document.keyAt(path));
  // Both blocks of a file may hold a hook for one event.
  const ownBlock = (tier === "enforced") === (path[0] === "enforcement");
  const id = ownBlock ? policy.id : `${policy.id}.${path[0] === "hooks" ? "hooks" : "enforcement"}`;
  return { ...policy, id, source: { path: source.path, line, format: "mimir" } };
}

/** Other keys belong to Mimir; one that nearly is ours is probably meant for us. */
function misspelt(
  keys: readonly string[],
  known: readonly string[],
  path: Path,
  { document, report }: FileContext,
): void {
  for (const key of keys) {
    const meant = known.includes(key) ? null : suggest(key, known);
    if (meant === null) continue;
    report.add(document.keyAt([...path, key]), {
      severity: "warning",
      code: "unknown-key",
      message: `${quote(key)} is not read`,
      cure: `did you mean ${quote(meant)}?`,
    });
  }
}

function isMapping(value: JsonValue | undefined): value is Mapping & JsonValue {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
