import { quote } from "@gatehouse-hooks/json";
import type { Value } from "@gatehouse-hooks/json";
import {
  charCodeAt,
  endsWith,
  hasOwn,
  newList,
  slice,
  startsWith,
  toLowerCase,
  existing,
} from "@gatehouse-hooks/json/intrinsics";
import { limits } from "../../limits.js";
import { isPathGlob } from "../pattern.js";
import type { Scope } from "../scope.js";
import { isPlainlyGlob } from "../patterns/plainly-glob.js";
import { BadGlob, readGlob } from "../patterns/read-glob.js";
import { bracelessGlobs, MOST_ALTERNATIVES } from "./braceless-globs.js";
import { PathAlternative, type Spelling } from "./path-alternative.js";
import type { PathGlob, PathGlobPart, PathGlobResult, PathMethod } from "./path-glob-result.js";
import { ReadPathGlob, type Spelled } from "./read-path-glob.js";
import { SpelledGlobs } from "./spelled-globs.js";

const SPELLINGS: readonly Spelling[] = ["path", "home", "local"];

/**
 * Reads the arguments of `touches`, `within` and the like (SPEC, "Paths").
 *
 * @param except what is taken out
 */
export function compilePathGlob(source: string, except?: string): PathGlobResult {
  const read = readSpelled(source);
  if (!isSpelled(read)) return read;
  const taken = except === undefined ? NONE : readSpelled(except);
  return isSpelled(taken) ? { glob: new ReadPathGlob(read, taken) } : taken;
}

/**
 * The same of a glob that was read before, by the program that stored it: it is read again when a path is first compared with it. A decision
 * meets a dozen conditions that name hundreds of paths, and asks few of them about a path.
 */
export class StoredPathGlob implements PathGlob {
  readonly #source: string;
  readonly #exception: string | undefined;
  readonly #refused: () => void;
  #read: PathGlob | undefined;

  /** @param refused called for what turns out not to be a glob */
  constructor(source: string, except: string | undefined, refused: () => void) {
    this.#source = source;
    this.#exception = except;
    this.#refused = refused;
  }

  get spelled(): readonly PathGlobPart[] {
    return this.#glob().spelled;
  }

  get except(): readonly PathGlobPart[] {
    return this.#glob().except;
  }

  weight(method: PathMethod): number {
    return this.#glob().weight(method);
  }

  weightOf(method: PathMethod, text: string): number {
    return this.#glob().weightOf(method, text);
  }

  asks(method: PathMethod, fact: Value, scope: Scope, pay: (scope: Scope, steps: number) => void): boolean {
    return typeof fact === "object" && fact !== null && this.#glob().asks(method, fact, scope, pay);
  }

  /** @throws TypeError for what is not a glob: a condition fails by it */
  #glob(): PathGlob {
    if (this.#read !== undefined) return this.#read;
    const read = compilePathGlob(this.#source, this.#exception);
    if (isPathGlob(read)) return (this.#read = read.glob);
    this.#refused();
    throw new TypeError(`a stored glob ${read.problem}`);
  }
}

type ReadSpelled = { readonly problem: string } | Spelled;

function isSpelled(read: ReadSpelled): read is Spelled {
  return hasOwn(read, "spelled");
}

const NONE: Spelled = { spelled: newList(), units: 0 };

function readSpelled(source: string): ReadSpelled {
  if (source.length > limits.patternLength)
    return { problem: `longer than ${limits.patternLength} characters` };
  try {
    if (!isPlainlyGlob(source)) readGlob(source);
  } catch (error) {
    return { problem: error instanceof BadGlob ? error.message : "not a valid glob" };
  }
  const sources = bracelessGlobs(source);
  if (sources === undefined) return { problem: `its braces give more than ${MOST_ALTERNATIVES} globs` };
  const all = newList<PathAlternative>();
  let units = 0;
  for (let i = 0; i < sources.length; i++) {
    const one = withoutDrive(existing(sources[i]));
    const spelling = spellingOf(one);
    const problem = problemOf(one);
    if (spelling === undefined) return { problem: `${quote(one)} ${NOT_A_PATH}` };
    if (problem !== undefined) return { problem: `${quote(one)} ${problem}` };
    all[i] = new PathAlternative(one, spelling);
    units += one.length;
  }
  const spelled = newList<SpelledGlobs>();
  for (let i = 0; i < SPELLINGS.length; i++) {
    const spelling = existing(SPELLINGS[i]);
    const those = newList<PathAlternative>();
    for (let k = 0; k < all.length; k++) {
      const one = existing(all[k]);
      if (one.spelling === spelling) those[those.length] = one;
    }
    if (those.length > 0) spelled[spelled.length] = new SpelledGlobs(spelling, those);
  }
  return { spelled, units };
}

const NOT_A_PATH = "begins with none of `/`, `~/`, `./` and `**`, so it matches no path";

function spellingOf(source: string): Spelling | undefined {
  if (source === "~" || startsWith(source, "~/")) return "home";
  if (source === "." || startsWith(source, "./")) return "local";
  return startsWith(source, "/") || startsWith(source, "**") ? "path" : undefined;
}

/** `C:/x` as facts have it: `/c/x`. */
function withoutDrive(source: string): string {
  const letter = charCodeAt(source, 0) | 0x20;
  if (letter < 0x61 || letter > 0x7a || slice(source, 1, 3) !== ":/") return source;
  return `/${toLowerCase(slice(source, 0, 1))}${slice(source, 2)}`;
}

/** Paths of facts are normalised: a glob that is not matches none of them. */
function problemOf(source: string): string | undefined {
  if (source === "/") return undefined;
  if (endsWith(source, "/")) return "ends with `/`, and no path does: write `/**` for what is below";
  // The dots of a name that is nothing else so far; more than two are a name.
  let dots = -1;
  for (let at = 0; at <= source.length; at++) {
    const code = at < source.length ? charCodeAt(source, at) : SLASH;
    if (code === SLASH && dots >= 0 && dots < 3) return "has a `//`, `/./` or `/../`, and no path does";
    dots = code === SLASH ? 0 : code === DOT && dots >= 0 ? dots + 1 : -1;
  }
  return undefined;
}

const SLASH = 0x2f;
const DOT = 0x2e;
