import { type Expr, readAst } from "@gatehouse-hooks/condition/compile";
import { type PatternEngine, re2 } from "@gatehouse-hooks/condition/re2";
import { isRecord, isStrings, ownRecord, sealJson } from "@gatehouse-hooks/json";
import type { CellUpdate, Condition, MemoryCell, Policy, Tier } from "@gatehouse-hooks/engine";
import { ALL_GATING, deepFreeze, type PolicyOrigin, type Tests } from "@gatehouse-hooks/engine/parts";
import { BETWEEN } from "./ast-text.js";
import { astFrom } from "./stored-ast.js";
import type { PlacedRow, StoreSections } from "./store-sections.js";
import { TIERS } from "./store-format.js";
import { unpack, type ValueTable } from "./value-table.js";

const VERDICTS: readonly unknown[] = ["approve", "warn", "ask", "deny", "allow"];
const KINDS: readonly unknown[] = ["static", "judge", "command", "builtin", "function"];
const FAILURES: readonly unknown[] = [undefined, "deny", "ask", "warn", "ignore"];

/** Whether a sealed value has what a decision relies on: a store is believed, and still gives no effect that is not one. */
function isPolicy(value: unknown): value is Policy {
  if (!isRecord(value)) return false;
  const { id, events, handler, onFailure, enabled } = value;
  return (
    typeof id === "string" &&
    isStrings(events) &&
    enabled !== undefined &&
    FAILURES.includes(onFailure) &&
    isRecord(handler) &&
    KINDS.includes(handler["kind"]) &&
    (handler["kind"] !== "static" || isStatic(handler))
  );
}

function isStatic({
  verdict,
  reason,
  context,
  systemMessages,
  updatedInput,
}: Record<string, unknown>): boolean {
  return (
    VERDICTS.includes(verdict) &&
    typeof reason === "string" &&
    (context === undefined || isStrings(context)) &&
    (systemMessages === undefined || isStrings(systemMessages)) &&
    (updatedInput === undefined || isRecord(updatedInput))
  );
}

/** Deep enough for the deepest value of a policy. */
const MAX_DEPTH = 300;

/**
 * A policy of a store, read part by part when it is asked for: its tests for a candidate, the rest when it applies or is shown.
 * A test that cannot be read is damage of the store; a policy that cannot be read is a deny.
 */
export class StoredPolicy implements PolicyOrigin {
  readonly #sections: StoreSections;
  readonly #placed: PlacedRow;
  readonly #table: ValueTable;
  #policy: Policy | undefined;
  #body: string | undefined;

  constructor(sections: StoreSections, placed: PlacedRow, table: ValueTable) {
    this.#sections = sections;
    this.#placed = placed;
    this.#table = table;
  }

  get policy(): Policy {
    return (this.#policy ??= this.#read());
  }

  get key(): string {
    const key = this.#placed.row[6];
    return key === 0 ? `${this.policy.tier}/${this.policy.id}` : key;
  }

  get tests(): Tests {
    if (this.#policy !== undefined) return this.#policy;
    const [matcher, condition] = this.#tests().split(BETWEEN);
    return ownRecord<Tests>({
      ...(matcher ? { matcher: { ast: this.#test(matcher) } } : {}),
      ...(condition ? { condition: { ast: this.#test(condition) } } : {}),
    });
  }

  /**
   * INVARIANT: what is stored of a test was an AST when it was stored, and its bytes are the same. One that is refused now is refused by a
   * program that is not the one that wrote it: the store does not count, since a policy whose test is refused would apply to everything.
   */
  #test(text: string): Expr | null {
    const ast = astFrom(text, this.#sections.patterns);
    if (ast === null) this.#sections.refuse();
    return ast;
  }

  /** What was written of it; "" when the store is damaged. */
  get body(): string {
    return (this.#body ??= this.#sections.body(this.#placed));
  }

  #tests(): string {
    return this.body.slice(0, this.#placed.row[2]);
  }

  #read(): Policy {
    const { row } = this.#placed;
    const { patterns } = this.#sections;
    const tier = TIERS[row[1]] ?? "enforced";
    try {
      const behind = row[2] + row[3];
      const spans = this.body.slice(row[2], behind).split(BETWEEN);
      const rest = this.body.slice(behind);
      const sealed = sealJson(unpack(rest, this.#table), { maxDepth: MAX_DEPTH, loneSurrogates: "keep" });
      const value: unknown = sealed.value;
      if (!isPolicy(value) || value.tier !== tier) return unreadablePolicy(tier, "it is not a policy");
      const [matcher, condition] = this.#tests().split(BETWEEN);
      return deepFreeze(
        ownRecord({
          ...value,
          ...(value.matcher === undefined
            ? {}
            : { matcher: whole(value.matcher, patterns, matcher, spans[0]) }),
          ...(value.condition === undefined
            ? {}
            : { condition: whole(value.condition, patterns, condition, spans[1]) }),
        }),
      );
    } catch {
      return unreadablePolicy(tier, "it cannot be read");
    }
  }
}

/** @param condition with `true` in place of its AST, or null */
function whole(
  { text, ast }: NonNullable<Policy["condition"]>,
  patterns: PatternEngine,
  test: string | undefined,
  spans: string | undefined,
): NonNullable<Policy["condition"]> {
  return ownRecord({ text, ast: ast === null || !test ? null : astFrom(test, patterns, spans) });
}

/** What is in the place of stored policies that cannot be read: a deny of whatever asks for them. */
export function unreadablePolicy(tier: Tier, why: string): Policy {
  return deepFreeze(
    ownRecord<Policy>({
      tier,
      enabled: true,
      priority: Number.MIN_SAFE_INTEGER,
      order: 0,
      id: "load-error:",
      events: [ALL_GATING],
      description: "replaces what could not be loaded",
      handler: ownRecord({
        kind: "static",
        verdict: "deny",
        reason: `the stored policies cannot be used: ${why}`,
      }),
    }),
  );
}

/** The cells of a store, ready to run; one with a condition that is refused is lost. */
export function cellsFrom(cells: readonly MemoryCell[]): readonly MemoryCell[] {
  return cells.map((cell) => {
    const on = cell.on.map(updateFrom);
    const until = cell.until.map(updateFrom);
    const isWhole = (update: CellUpdate | null): update is CellUpdate => update !== null;
    return on.every(isWhole) && until.every(isWhole)
      ? ownRecord({ ...cell, on, until })
      : ownRecord({ ...cell, on: [], until: [], kind: "lost" as const });
  });
}

function updateFrom(update: CellUpdate): CellUpdate | null {
  const read: Record<string, Condition> = {};
  for (const part of ["matcher", "condition", "where"] as const) {
    const given = update[part];
    if (given === undefined) continue;
    const { ast } = readAst(given.ast, { patterns: re2 });
    if (ast === null) return null;
    read[part] = { text: given.text, ast };
  }
  return ownRecord({ ...update, ...read });
}
