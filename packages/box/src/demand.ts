import type { Expr } from "@gatehouse-hooks/condition/compile";
import { alternativesOf, type BoxAtom, chainOf, togetherOf, stringsOf } from "./alternatives.js";
import { writtenOut } from "./braces.js";
import { matchesGlob, segmentsOf } from "./match-glob.js";

/** What one alternative asks of the kernel, or why the kernel does not know it. */
export type Demand =
  | {
      readonly kind: "hidden" | "kept";
      readonly globs: readonly string[];
      readonly except: readonly string[];
      /** Only reading everything below is meant: for what else the policy names there. */
      readonly isTree?: true;
    }
  | { readonly kind: "hosts"; readonly hosts: readonly string[] }
  /** Outside of the workspace nothing is written in any case. */
  | { readonly kind: "outside" }
  | { readonly kind: "none"; readonly why: string };

/** Fields that say how sure a fact is and what it was called: a box holds all the same, or more. */
const SURENESS = new Set([
  "certainty",
  "place",
  "path",
  "home",
  "wild",
  "host",
  "scheme",
  "direction",
  "sends",
]);
/** Methods of a fact that name a place. */
const PLACE_METHODS: ReadonlySet<string> = new Set(["touches", "within", "in", "surely"]);
/** `C:/`. */
const DRIVE = /^[A-Za-z]:\//;
const PERHAPS = "what is perhaps meant";
/** What stands for no path in a parameter that is empty. */
// eslint-disable-next-line no-control-regex
const NO_PATH = /[\u0000-\u001f]/;

/** A demand, and the part of the condition that makes it: all of these tests hold. */
export interface PartDemand {
  readonly demand: Demand;
  readonly part: readonly BoxAtom[];
}

/**
 * The demands of one alternative of a condition, each with the part that it is of. Facts that have to come together have no place in a box: one of them alone, which the
 * policy lets happen, would be held.
 */
export function demandsOf(atoms: readonly BoxAtom[]): readonly PartDemand[] {
  const facts = atoms.flatMap((atom) => {
    const { not, node } = atom;
    const list = node.kind === "any" && !not ? factList(node.object) : undefined;
    return list === undefined || node.kind !== "any" ? [] : [{ list, node, atom }];
  });
  const none = (why: string): readonly PartDemand[] => [{ demand: { kind: "none", why }, part: atoms }];
  const [first, second] = facts;
  if (first === undefined) return none(`it is about ${subjectOf(atoms)}, which no kernel knows`);
  if (second !== undefined) return none(`it is about ${first.list} and ${second.list} that come together`);
  const { list, node, atom } = first;
  if (!["reads", "writes", "deletes", "network"].includes(list))
    return none(`it is about ${list}, which no kernel knows`);
  const parts = alternativesOf(node.body);
  if (parts === null) return none("it has too many alternatives");
  return parts.flatMap((inner) => {
    const body = togetherOf(inner);
    const part = atoms.map((one) => (one === atom ? { not: false, node: { ...node, body } } : one));
    const demands =
      list === "network" ? ofNetwork(inner, node.variable) : ofPaths(list, inner, node.variable);
    return demands.map((demand) => ({ demand, part }));
  });
}

function factList(node: Expr): string | undefined {
  const chain = chainOf(node);
  return chain?.startsWith("facts.") === true ? chain.slice("facts.".length) : undefined;
}

function subjectOf(atoms: readonly BoxAtom[]): string {
  const [first] = atoms;
  const { node } = first ?? {};
  const chain =
    node === undefined
      ? undefined
      : node.kind === "compare"
        ? chainOf(node.left)
        : "object" in node
          ? chainOf(node.object)
          : undefined;
  return chain ?? "the call itself";
}

/** What an alternative says of a path. */
interface PathTests {
  /** Those of each test, of which all have to match. */
  readonly globs: readonly (readonly string[])[];
  readonly except: readonly string[];
  /** Fields that narrow it otherwise, which no kernel knows. */
  readonly narrow: ReadonlySet<string>;
  readonly isOutside: boolean;
  readonly isTree: boolean;
}

function pathTests(list: string, atoms: readonly BoxAtom[], variable: string): PathTests {
  const globs: (readonly string[])[] = [];
  const except: string[] = [];
  const narrow = new Set<string>();
  let [isOutside, isElsewhere] = [false, false];
  for (const { not, node } of atoms) {
    const named = namedOf(node, variable);
    const field = fieldOf(node, variable);
    if (named !== undefined) {
      // What an exception takes out of what is denied is held: more is.
      if (not) except.push(...(named.except.length > 0 ? [] : named.globs));
      else {
        globs.push(named.globs);
        except.push(...named.except);
      }
    } else if (isPerhaps(node, variable)) narrow.add(PERHAPS);
    else if (isNothing(node, variable, "local", not)) isOutside = true;
    else if (isNothing(node, variable, "home", not)) isElsewhere = true;
    else if (!isHeldAnyway(list, field, node, variable, not)) narrow.add(field ?? "something else");
  }
  isOutside ||= except.includes("./**");
  if (list === "reads") except.push(...(isOutside ? ["./**"] : []), ...(isElsewhere ? ["~/**"] : []));
  const isTree = atoms.some(({ not, node }) => !not && fieldOf(node, variable) === "tree");
  return { globs, except: [...new Set(except)], narrow, isOutside, isTree };
}

/** Tests that take nothing from what a kernel holds. */
function isHeldAnyway(
  list: string,
  field: string | undefined,
  node: Expr,
  variable: string,
  not: boolean,
): boolean {
  if (field === "tree" || SURENESS.has(field ?? "")) return true;
  return (field === "list" && not) || (list === "reads" && isOtherOp(node, variable, not));
}

/** `r.op != "config"`: a kernel does not know what is read for what, so that all is held. */
function isOtherOp(node: Expr, variable: string, not: boolean): boolean {
  if (node.kind !== "compare" || fieldOf(node, variable) !== "op") return false;
  return node.operator === "!=" ? !not : node.operator === "==" && not;
}

/** `w.local == null`: outside of the workspace; `w.home == null`: and of the home. */
function isNothing(node: Expr, variable: string, field: "local" | "home", not: boolean): boolean {
  if (node.kind !== "compare" || fieldOf(node, variable) !== field) return false;
  const isNull = node.right.kind === "literal" && node.right.value === null;
  return isNull && (node.operator === "==") !== not;
}

function ofPaths(list: string, atoms: readonly BoxAtom[], variable: string): readonly Demand[] {
  const { globs, except, narrow, isOutside, isTree } = pathTests(list, atoms, variable);
  const none = (why: string): readonly Demand[] => [{ kind: "none", why }];
  const [first] = globs;
  if (first === undefined) {
    if (narrow.has(PERHAPS)) return none("it is about what is perhaps meant, and a kernel sees what it is");
    if (isOutside && list !== "reads") return [{ kind: "outside" }];
    return none(`it names no place for what it ${list}`);
  }
  const written = first.filter((one) => !NO_PATH.test(one)).map(writtenOut);
  if (written.includes(null)) return none("it names too many places");
  // A kernel that holds boxes knows no drives.
  const places = written.flatMap((one) => one ?? []).filter((one) => !DRIVE.test(one));
  if (places.length === 0) return [];
  if (narrow.size > 0) return none(`it holds only for some of what is done there: ${[...narrow].join(", ")}`);
  const isOnlyOutside = places.every((glob) => glob.startsWith("/") || glob.startsWith("~"));
  if (list === "deletes" && !isOnlyOutside)
    return none("deleting without writing: what may be written may be emptied");
  // An exception that cannot be written out is none: more is held.
  const open = except.map(writtenOut).flatMap((one) => one ?? []);
  if (list !== "reads") return [{ kind: "kept", globs: places, except: open }];
  const needed = places.filter(isNeeded);
  const hidden = places.filter((glob) => !isNeeded(glob));
  return [
    ...(hidden.length > 0
      ? [{ kind: "hidden", globs: hidden, except: open, ...(isTree && { isTree }) } as const]
      : []),
    ...needed.slice(0, 1).flatMap((glob) => none(`programs read \`${glob}\` to run at all`)),
  ];
}

/** What programs read by themselves: without it none starts, or finds out who it runs as. */
const NEEDED = [
  ...[
    "/usr/bin/x",
    "/usr/lib/x",
    "/usr/local/bin/x",
    "/usr/local/lib/x",
    "/usr/share/x/y",
    "/bin/x",
    "/lib/x",
    "/lib64/x",
  ],
  ...[
    "/opt/x",
    "/opt/x/y",
    "/var/lib/x/y",
    "/nix/x/y",
    "/proc/self/x",
    "/proc/cmdline",
    "/sys/x",
    "/sys/kernel/x",
    "/dev/null",
  ],
  ...[
    "/etc/passwd",
    "/etc/group",
    "/etc/hosts",
    "/etc/nsswitch.conf",
    "/etc/resolv.conf",
    "/etc/ld.so.cache",
  ],
  ...["/etc/ssl/certs/x", "/etc/alternatives/x", "/etc/localtime"],
].map(segmentsOf);

function isNeeded(glob: string): boolean {
  const segments = segmentsOf(glob);
  return glob.startsWith("/") && NEEDED.some((path) => matchesGlob(segments, path));
}

function ofNetwork(atoms: readonly BoxAtom[], variable: string): readonly Demand[] {
  const found: Demand[] = [];
  const lists: (readonly string[])[] = [];
  let narrow: string | undefined;
  for (const { not, node } of atoms) {
    const named = hostsOf(node, variable);
    if (named !== undefined) {
      // Of two lists the policy stops what is in neither.
      if (not) lists.push(named);
      else narrow = "hosts that may not be reached, and not those that may";
      continue;
    }
    if (node.kind === "any" && !not && chainOf(node.object) === `${variable}.sends`) {
      const sent = ofSent(node.body, node.variable);
      if (sent === null) narrow = "what is sent";
      else found.push(...sent);
      continue;
    }
    const field = fieldOf(node, variable);
    if (field === undefined || !SURENESS.has(field)) narrow = field ?? "something else";
  }
  if (lists.length > 0) return [{ kind: "hosts", hosts: lists.flat() }];
  if (narrow === undefined && found.length > 0) return found;
  return [{ kind: "none", why: `of the network it names ${narrow ?? "no hosts that may be reached"}` }];
}

/** What cannot be read cannot be sent; null: what is sent is no file of known places. */
function ofSent(body: Expr, variable: string): readonly Demand[] | null {
  const sent = alternativesOf(body)?.flatMap((one) => ofPaths("reads", one, variable)) ?? null;
  return sent?.every(({ kind }) => kind === "hidden") === true ? sent : null;
}

/** The globs that a test compares the path with, whichever of them matches, but for those of its exceptions. */
function namedOf(
  node: Expr,
  variable: string,
): { readonly globs: readonly string[]; readonly except: readonly string[] } | undefined {
  if (node.kind !== "call") return undefined;
  const object = chainOf(node.object);
  const isPath =
    (PLACE_METHODS.has(node.method) && object === variable) ||
    (node.method === "glob" && (object === `${variable}.path` || object === `${variable}.local`));
  const [globs = [], except = []] = node.args.map(stringsOf);
  return isPath && globs.length > 0 ? { globs, except } : undefined;
}

function isPerhaps(node: Expr, variable: string): boolean {
  return node.kind === "call" && node.method === "perhaps" && chainOf(node.object) === variable;
}

function hostsOf(node: Expr, variable: string): readonly string[] | undefined {
  const isGlob =
    node.kind === "call" && node.method === "glob" && chainOf(node.object) === `${variable}.host`;
  if (isGlob) return writtenHosts(node.args[0]);
  const isIn = node.kind === "compare" && node.operator === "in" && chainOf(node.left) === `${variable}.host`;
  return isIn ? writtenHosts(node.right) : undefined;
}

function writtenHosts(node: Expr | undefined): readonly string[] {
  return stringsOf(node).flatMap((one) => writtenOut(one) ?? []);
}

/** The first field of the fact that a test reads. */
function fieldOf(node: Expr, variable: string): string | undefined {
  const chain =
    node.kind === "compare"
      ? chainOf(node.left)
      : node.kind === "call" || node.kind === "any" || node.kind === "all"
        ? chainOf(node.object)
        : node.kind === "has"
          ? chainOf(node.target)
          : chainOf(node);
  if (chain?.startsWith(`${variable}.`) !== true) return undefined;
  return chain.slice(variable.length + 1).split(".")[0];
}
