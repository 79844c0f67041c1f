import { LIMITS } from "./limits.js";

/** Where content comes from. What it is, the reader of facts says; here it is only carried along. */
export interface Origin {
  readonly kind: "file" | "network" | "decoded" | "environment" | "variable" | "unknown";
  /** Of a file: what the reader of facts made of it. */
  readonly file?: object;
  /** Of a variable that the text does not set: what it is called. */
  readonly name?: string;
}

/** Several origins; frozen lists are shared. */
export type Origins = readonly Origin[];

/** No origin: a literal of the command line itself. */
export const NO_ORIGINS: Origins = Object.freeze([]);

/** A piece of a field that is not a plain string. */
export type FieldPart =
  | { readonly kind: "text"; readonly text: string; readonly from: Origins }
  /** An unquoted `*`, `?`, `[…]` or `@(…)`. `dots`: it matches names that begin with a dot, too; globs of the shell do not. */
  | { readonly kind: "glob"; readonly text: string; readonly dots?: true }
  /** A part that is not known. */
  | {
      readonly kind: "hole";
      readonly from: Origins;
      /** It was not quoted: it may be any number of fields. */
      readonly wide: boolean;
      /**
       * `number`: digits only; `name`: no slash; `home`: the home directory; `here`: the directory that the text begins in, `above`: one
       * above that; `any`.
       */
      readonly form: "any" | "number" | "name" | "home" | "here" | "above";
      /** It is not the empty text: `${x:?}`. */
      readonly full?: true;
    };

/** A hole. */
export type Hole = Extract<FieldPart, { kind: "hole" }>;

/** A string that is known, or the pieces of one that is known in part. */
export type Field = string | readonly FieldPart[];

/** Possible values: at least one. */
export type Alternatives = readonly Field[];

/** It may be any text, or any path. */
export function isOpen(part: FieldPart): boolean {
  return part.kind === "hole" && (part.form === "any" || part.form === "here" || part.form === "above");
}

/** A hole without anything around it. */
export function hole(
  from: Origins = NO_ORIGINS,
  form: Hole["form"] = "any",
  wide = false,
): readonly FieldPart[] {
  return [{ kind: "hole", from, wide, form }];
}

/** The field, of which what is not known is not the empty text. */
export function filled(field: Field): Field {
  if (typeof field === "string") return field;
  return field.map((part) => (part.kind === "hole" ? { ...part, full: true } : part));
}

/** It begins with what a variable or a file holds, which may be nothing. */
export function mayBeginEmpty(field: Field): boolean {
  const first = typeof field === "string" ? undefined : field[0];
  if (first?.kind !== "hole" || first.form !== "any" || first.full === true) return false;
  return first.from.some(({ kind }) => kind === "variable" || kind === "file");
}

/** A string with origins. */
export function textFrom(text: string, from: Origins): Field {
  return from.length === 0 ? text : [{ kind: "text", text, from }];
}

/** The string, when all of the field is known and no glob is in it; origins are left out. */
export function literalOf(field: Field): string | null {
  if (typeof field === "string") return field;
  let text = "";
  for (const part of field) {
    if (part.kind !== "text") return null;
    text += part.text;
  }
  return text;
}

/** The pieces of a field. */
export function partsOfField(field: Field): readonly FieldPart[] {
  if (typeof field !== "string") return field;
  return field === "" ? [] : [{ kind: "text", text: field, from: NO_ORIGINS }];
}

/** Two fields, one after the other. */
export function joinFields(left: Field, right: Field): Field {
  if (typeof left === "string" && typeof right === "string") return left + right;
  if (left === "") return right;
  if (right === "") return left;
  return [...partsOfField(left), ...partsOfField(right)];
}

/** Characters of a field; a hole counts as one. */
export function lengthOf(field: Field): number {
  if (typeof field === "string") return field.length;
  let length = 0;
  for (const part of field) length += part.kind === "hole" ? 1 : part.text.length;
  return length;
}

/** Where the pieces of a field come from. */
export function originsOf(field: Field): Origins {
  if (typeof field === "string") return NO_ORIGINS;
  let from = NO_ORIGINS;
  for (const part of field)
    if (part.kind !== "glob" && part.from.length > 0) from = uniteOrigins(from, part.from);
  return from;
}

/** Some piece is not known. */
export function hasHole(field: Field): boolean {
  return typeof field !== "string" && field.some(({ kind }) => kind === "hole");
}

/** Some piece is a glob. */
export function hasGlob(field: Field): boolean {
  return typeof field !== "string" && field.some(({ kind }) => kind === "glob");
}

/** It may be several fields: a glob, or a part that was not quoted. */
export function isWide(field: Field): boolean {
  return (
    typeof field !== "string" &&
    field.some((part) => part.kind === "glob" || (part.kind === "hole" && part.wide))
  );
}

/** The origins of both. */
export function uniteOrigins(left: Origins, right: Origins): Origins {
  if (left === right || right.length === 0) return left;
  if (left.length === 0) return right;
  const all = [...left];
  for (const one of right) {
    if (all.some((other) => other === one || (other.kind === one.kind && other.file === one.file))) continue;
    if (all.length === LIMITS.origins) {
      all[all.length - 1] = { kind: "unknown" };
      return all;
    }
    all.push(one);
  }
  return all;
}

/** What one reads: globs as written, `\uFFFD` for each hole. */
export function showField(field: Field): string {
  if (typeof field === "string") return field;
  let text = "";
  for (const part of field)
    text += part.kind === "hole" ? (part.form === "home" ? "~" : "\uFFFD") : part.text;
  return text;
}

/** Glob operators as plain characters: what a program gets when no file matches. */
export function withoutGlobs(field: Field): Field {
  if (typeof field === "string" || !hasGlob(field)) return field;
  const parts = field.map((part): FieldPart =>
    part.kind === "glob" ? { kind: "text", text: part.text, from: NO_ORIGINS } : part,
  );
  return simplify(parts);
}

/** A plain string where the pieces are plain. */
export function simplify(parts: readonly FieldPart[]): Field {
  let text = "";
  for (const part of parts) {
    if (part.kind !== "text" || part.from.length > 0) return parts;
    text += part.text;
  }
  return text;
}

/** Both are the same, pieces and origins. */
export function sameField(left: Field, right: Field): boolean {
  if (left === right) return true;
  if (typeof left === "string" || typeof right === "string" || left.length !== right.length) return false;
  return left.every((one, index) => {
    const other = right[index];
    if (other?.kind !== one.kind) return false;
    if (one.kind === "glob") return other.kind === "glob" && one.text === other.text;
    if (other.kind === "glob" || !sameOrigins(one.from, other.from)) return false;
    if (one.kind === "text") return other.kind === "text" && one.text === other.text;
    return other.kind === "hole" && one.form === other.form && one.wide === other.wide;
  });
}

function sameOrigins(left: Origins, right: Origins): boolean {
  if (left === right) return true;
  return (
    left.length === right.length &&
    left.every((one, index) => one.kind === right[index]?.kind && one.file === right[index]?.file)
  );
}

/** Possible values of both, at most {@link LIMITS.alternatives}: more become a hole with all origins. */
export function uniteAlternatives(left: Alternatives, right: Alternatives): Alternatives {
  if (left === right) return left;
  const all = [...left];
  for (const one of right) if (!all.some((other) => sameField(one, other))) all.push(one);
  return all.length <= LIMITS.alternatives ? all : [collapse(all)];
}

/** One hole for many values. */
export function collapse(values: Alternatives): Field {
  let from = NO_ORIGINS;
  for (const one of values) from = uniteOrigins(from, originsOf(one));
  return hole(from);
}

/** Every left before every right; a hole when there are too many or they are too long. */
export function appendAlternatives(left: Alternatives, right: Alternatives): Alternatives {
  if (left.length === 1 && left[0] === "") return right;
  if (left.length * right.length > LIMITS.alternatives) return [collapse([...left, ...right])];
  const all: Field[] = [];
  for (const one of left) for (const other of right) all.push(capped(joinFields(one, other)));
  return all;
}

/** The field, or a hole when it is too long. */
export function capped(field: Field): Field {
  if (typeof field === "string") return field.length <= LIMITS.value ? field : hole();
  return lengthOf(field) <= LIMITS.value && field.length <= 64 ? field : hole(originsOf(field));
}

/** A field without the newlines at its end. */
export function trimEnd(field: Field): Field {
  if (typeof field === "string") return withoutNewlines(field);
  const kept: FieldPart[] = [];
  for (let at = field.length - 1; at >= 0; at--) {
    const part = field[at];
    if (part === undefined) continue;
    const text = part.kind === "text" ? withoutNewlines(part.text) : "";
    if (part.kind === "text" && text === "") continue;
    kept.unshift(part.kind === "text" ? { ...part, text } : part);
    // What is not known may be nothing, or end in newlines itself: those before it are as good as a part of it.
    if (!mayBeEmpty(part)) return [...field.slice(0, at), ...kept];
  }
  return kept.length === 0 ? "" : kept;
}

function withoutNewlines(text: string): string {
  return text.endsWith("\n") ? text.replace(/\n+$/, "") : text;
}

function mayBeEmpty(part: FieldPart | undefined): boolean {
  return part?.kind === "hole" && part.form === "any" && part.full !== true;
}
