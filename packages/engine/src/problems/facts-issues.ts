import type { Expr } from "@gatehouse-hooks/condition/compile";
import type { Issue } from "@gatehouse-hooks/json";
import { isGuarded } from "../facts/complete-allow.js";
import { type Derive, FACTS } from "../facts/derive.js";
import { type Policy, located } from "../policy.js";

/**
 * What is wrong with how a policy uses derived facts, or with an allow that should (SPEC, "Derived facts").
 *
 * @param needs whether it depends on facts (`needsFacts`)
 */
export function factsIssues(policy: Policy, needs: boolean, derive: Derive | null): readonly Issue[] {
  const isAllow = policy.handler.kind === "static" && policy.handler.verdict === "allow";
  if (!needs && !isAllow) return NONE;
  const asts = [policy.matcher?.ast, policy.condition?.ast].flatMap((ast) => ast ?? []);
  if (!needs) return asts.some(readsText) ? [byText(policy)] : NONE;
  const seen: Seen = { absence: false, within: false, loose: null };
  for (const ast of asts) look(ast, { positive: true, guarded: false }, seen);
  return [
    ...(derive === null ? [withoutDeriver(policy)] : []),
    ...(isAllow && asts.some(readsText) ? [byText(policy)] : []),
    ...(seen.absence ? [absence(policy)] : []),
    ...(seen.within && stops(policy) ? [withinInDeny(policy)] : []),
    ...(seen.loose !== null && isAllow ? [touchesInAllow(policy, seen.loose)] : []),
  ];
}

const NONE: readonly Issue[] = [];

function stops({ handler }: Policy): boolean {
  return handler.kind === "static" && (handler.verdict === "deny" || handler.verdict === "ask");
}

/** What a condition has that asks the wrong way round. */
interface Seen {
  /** `!facts.….any(…)`, where nothing says that everything was understood. */
  absence: boolean;
  /** What has to hold needs `within`, or that `touches` does not hold. */
  within: boolean;
  /** The method that asks the other way round, or asks for a level. */
  loose: string | null;
}

interface Place {
  /** Has the node to hold for the condition to hold? */
  readonly positive: boolean;
  /** Does `facts.complete` hold here? */
  readonly guarded: boolean;
}

function look(node: Expr, place: Place, seen: Seen): void {
  switch (node.kind) {
    case "not":
      return look(node.operand, { ...place, positive: !place.positive }, seen);
    case "truth":
      return look(node.operand, place, seen);
    case "and":
    case "or": {
      const joins = (node.kind === "and") === place.positive;
      const guarded = place.guarded || (joins && node.operands.some(isGuarded));
      for (const operand of node.operands) look(operand, { ...place, guarded }, seen);
      return;
    }
    case "any":
    case "all":
      seen.absence ||= isAbsence(node, place);
      return look(node.body, place, seen);
    case "call":
      return lookAtMethod(node.method, place, seen);
    default:
  }
}

function isAbsence(node: Extract<Expr, { readonly kind: "any" | "all" }>, place: Place): boolean {
  return node.kind === "any" && !place.positive && !place.guarded && isOfFacts(node.object);
}

function lookAtMethod(method: string, { positive }: Place, seen: Seen): void {
  if (method === "within" || method === "touches") {
    if ((method === "within") === positive) seen.within = true;
    else seen.loose ??= "touches";
  } else if (LEVELS.has(method)) seen.loose ??= method;
}

/** They say what is likely meant, which is too little for an allow, whichever way round. */
const LEVELS: ReadonlySet<string> = new Set(["in", "surely", "perhaps"]);

function isOfFacts(node: Expr): boolean {
  return node.kind === "member" ? isOfFacts(node.object) : node.kind === "name" && node.name === FACTS;
}

const TEXT_METHODS: ReadonlySet<string> = new Set(["includes", "startsWith", "endsWith", "matches", "glob"]);
/** The parameters of shell tools that have the command, under their own names, too. */
const COMMANDS: ReadonlySet<unknown> = new Set(["command", "cmd"]);
/** A pattern for one whole text: the same as a comparison. */
const WHOLE = /^(?:\(\?[is]{1,2}\))?\^(?:\(\?:[\w \-/=:,@%&~'<>!;#"]*\)|[\w \-/=:,@%&~'<>!;#"]*)\$$/;

/** Does an outcome that allows depend on how a command is spelled? */
function readsText(node: Expr): boolean {
  switch (node.kind) {
    case "call":
      return TEXT_METHODS.has(node.method) && isCommand(node.object) && !isWhole(node);
    case "and":
    case "or":
      return node.operands.some(readsText);
    case "truth":
      return readsText(node.operand);
    default:
      return false;
  }
}

function isWhole({ method, args }: Extract<Expr, { readonly kind: "call" }>): boolean {
  const [pattern] = args;
  if (method !== "matches" || pattern?.kind !== "literal") return false;
  const text = String(pattern.value);
  return WHOLE.test(text) || isOneCommand(text);
}

/** What a class must leave out so that no operator, quote, expansion or line end of a shell is among what it takes. */
const OUTSIDE: readonly string[] = Array.from(";&|<>$`(){}\\\"'");
/** And within double quotes. */
const IN_QUOTES: readonly string[] = Array.from('$`\\"');
/** Parts of a pattern: quoted text, a class, what stands for itself, a group and how often. */
const PART =
  /"\[\^((?:\[:cntrl:\]|\\x\d\d|\\.|[^\]\\[])*)\]\*"|(?:\\x27|')\[\^((?:\[:cntrl:\]|\\x\d\d|\\.|[^\]\\[])*)\]\*(?:\\x27|')|\[\^((?:\[:cntrl:\]|\\x\d\d|\\.|[^\]\\[])*)\]|(\[(?:\\[wd.-]|[\w \-./=:,@%~+])*\]|\\[.\-+*?/^[\]]|[\w \-/=:,@%~])|(\(\?:|[)|*+?])/gsy;

/** A pattern for one whole command, of which no part takes an operator of a shell. */
function isOneCommand(text: string): boolean {
  const start = /^(?:\(\?[is]{1,2}\))?\^/.exec(text)?.[0].length;
  if (start === undefined || !text.endsWith("$")) return false;
  const body = text.slice(start, -1);
  let depth = 0;
  let read = 0;
  for (const part of body.matchAll(PART)) {
    if (!takesNoOperator(part)) return false;
    read += part[0].length;
    const sign = part[5];
    if (sign === "(?:") depth++;
    if (sign === ")") depth--;
    // An alternative outside of all groups would have one of the two ends only.
    if (depth < 0 || (sign === "|" && depth === 0)) return false;
  }
  return depth === 0 && read === body.length;
}

function takesNoOperator([, double, single, plain]: RegExpExecArray): boolean {
  return (
    (double === undefined || leavesOut(double, IN_QUOTES)) &&
    (single === undefined || leavesOut(single, ["'"])) &&
    (plain === undefined || leavesOut(plain, OUTSIDE))
  );
}

/** Whether a class that begins with `^` has these characters and those that control a terminal. */
function leavesOut(inside: string, characters: readonly string[]): boolean {
  if (!inside.includes("[:cntrl:]")) return false;
  const named = inside
    .replace("[:cntrl:]", "")
    .replaceAll(/\\x(\d\d)/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll(/\\([^\w])/g, "$1");
  // A range would take characters along that are not written.
  return !/.-./.test(named) && characters.every((one) => named.includes(one));
}

/** `params.command`, also in another case or trimmed. A `!` before it only narrows the allow. */
function isCommand(node: Expr): boolean {
  if (node.kind === "call") return isCommand(node.object);
  return node.kind === "member" && COMMANDS.has(node.key);
}

function withoutDeriver(policy: Policy): Issue {
  return {
    severity: "error",
    code: "no-facts",
    message: `\`${policy.id}\` reads \`${FACTS}\`, and nothing derives them: the policy fails on every event`,
    ...located(policy),
    cure: "compile the policies with `derive`",
  };
}

function byText(policy: Policy): Issue {
  return {
    severity: "warning",
    code: "allow-by-text",
    message: `\`${policy.id}\` allows commands by how they are spelled: \`git status; rm -rf ~\` begins like \`git status\`, too`,
    ...located(policy),
    cure: "compare the whole command with `==`, or ask what it does: `facts.complete && facts.commands.all(c, …)`",
  };
}

function absence(policy: Policy): Issue {
  return {
    severity: "warning",
    code: "absence-of-facts",
    message: `\`${policy.id}\` takes it that something does not happen because no fact says so, which holds for what was not understood, too`,
    ...located(policy),
    cure: "write `facts.complete && !facts.….any(…)`",
  };
}

function withinInDeny(policy: Policy): Issue {
  return {
    severity: "warning",
    code: "within-in-deny",
    message: `\`${policy.id}\` stops only what is surely inside: \`within\` is false where a fact is not exact`,
    ...located(policy),
    cure: "write `touches`; for what may be outside write `!….within(…)`",
  };
}

function touchesInAllow(policy: Policy, method: string): Issue {
  return {
    severity: "warning",
    code: "touches-in-allow",
    message: `\`${policy.id}\` allows what may only partly be inside: \`${method}\` does not ask for every path`,
    ...located(policy),
    cure: "write `within`; for what is surely outside write `!….touches(…)`",
  };
}
