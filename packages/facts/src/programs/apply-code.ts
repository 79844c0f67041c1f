import {
  type Alternatives,
  type Field,
  type Origin,
  collapse,
  hole,
  literalOf,
  originsOf,
  partsOfField,
  resolvePath,
  showField,
  simplify,
} from "@gatehouse-hooks/shell";
import type { ChildOptions } from "@gatehouse-hooks/shell";
import type { CodeEffect, CodeReading, FileEffect, RunPlace } from "@gatehouse-hooks/languages";
import type { PathFact, Sent } from "../facts.js";
import { addressOf } from "./address.js";
import { addCode } from "./add-code.js";
import { makeLink } from "../read-links.js";
import { type ProgramCall, sentOf } from "./program-call.js";
import { readSql } from "./read-sql.js";

/** Where code of another language is, and how sure it is that it runs. */
interface CodePlace {
  readonly lang: string;
  readonly via: string;
  readonly index: number;
  readonly maybe: boolean;
}

/** Makes facts of what code of another language may do. */
export function applyCode(context: ProgramCall, { effects, complete }: CodeReading, place: CodePlace): void {
  const { directories } = context;
  const all = new Applied(context, place, complete);
  for (const effect of effects) all.apply(effect);
  context.directories = directories;
}

/** What one reading has read so far: a value knows the effect that it comes from, and a fact the paths. */
class Applied {
  readonly #context: ProgramCall;
  readonly #place: CodePlace;
  readonly #complete: boolean;
  /** The directory that the program begins in, where there is one. */
  readonly #start: Field | null;
  readonly #facts = new Map<object, readonly PathFact[]>();
  readonly #read: PathFact[] = [];

  constructor(context: ProgramCall, place: CodePlace, complete: boolean) {
    this.#context = context;
    this.#place = place;
    this.#complete = complete;
    const [start = null, ...others] = context.directories;
    this.#start = others.length === 0 ? start : null;
  }

  apply(effect: CodeEffect): void {
    const context = this.#context;
    const span = context.spanOf(this.#place.index);
    switch (effect.does) {
      case "reads":
      case "writes":
      case "deletes":
        this.#file(effect);
        return;
      case "directory":
        this.#move(effect.path, effect.maybe);
        return;
      case "links":
        this.#link(effect);
        return;
      case "command":
        this.#command(effect.words, effect.at, this.#isMaybe(effect.maybe));
        return;
      case "shell":
        this.#lines(effect);
        return;
      case "code":
        for (const text of effect.text) this.#code(this.#known(text), this.#place.lang, effect.maybe);
        return;
      case "connect":
        this.#connect(effect);
        return;
      case "sql":
        readSql(context, this.#known(effect.text), this.#place.index);
        return;
      case "action":
        context.action(effect.action, shown(effect.target), span, this.#isMaybe(effect.maybe));
        return;
      case "unknown":
        context.unknown("opaque-code", `${this.#place.lang}: ${effect.text}`, span);
    }
  }

  #isMaybe(maybe: boolean): boolean {
    return maybe || this.#place.maybe || this.#context.call.maybe;
  }

  #file(effect: FileEffect): void {
    const context = this.#context;
    const { does, by, tree, list, append, op } = effect;
    const use = { maybe: this.#isMaybe(effect.maybe), tree, list, append, ...(op === null ? {} : { op }) };
    const facts = effect.paths.flatMap((field) =>
      context.path(does, this.#known(field), this.#place.index, by, use),
    );
    if (effect.does === "reads" && !effect.list) {
      this.#facts.set(effect, facts);
      this.#read.push(...facts);
      context.printed.push(...facts);
    }
    for (const field of effect.paths) {
      const path = context.absolute(this.#known(field));
      if (path === null) continue;
      if (effect.does === "deletes") context.world.removeFile(path);
      else if (effect.does === "writes" && effect.content !== null)
        context.world.setFile(
          path,
          effect.content.map((one) => this.#known(one)),
          effect.append,
        );
    }
  }

  #link({ path, to, symbolic }: Extract<CodeEffect, { does: "links" }>): void {
    for (const at of path)
      for (const one of to) makeLink(this.#context, this.#known(one), this.#known(at), symbolic);
  }

  #move(path: Alternatives, maybe: boolean): void {
    const context = this.#context;
    const moved = path.flatMap((one) =>
      context.directories.map((from) => resolvePath(this.#known(one), from)),
    );
    const all = maybe ? [...context.directories, ...moved] : moved;
    context.directories = all.length <= 4 ? all : [hole()];
  }

  /** Origins that are effects become the facts of those, and the directory that the program begins in is put where it is asked for. */
  #known(field: Field): Field {
    if (typeof field === "string") return field;
    const [first, ...rest] = field;
    const isBelowStart = first?.kind === "hole" && first.form === "here" && this.#start !== null;
    const parts = isBelowStart ? [...partsOfField(this.#start), ...rest] : field;
    return simplify(
      parts.map((part) =>
        part.kind === "glob" || part.from.length === 0
          ? part
          : { ...part, from: part.from.flatMap((one) => this.#origin(one)) },
      ),
    );
  }

  #origin(origin: Origin): readonly Origin[] {
    if (origin.kind !== "file" || origin.file === undefined) return [origin];
    return (this.#facts.get(origin.file) ?? []).map((file) => ({ kind: "file", file }));
  }

  #options({ directory, variables, input }: RunPlace, maybe: boolean): ChildOptions {
    const context = this.#context;
    const span = context.spanOf(this.#place.index);
    const directories =
      directory === null
        ? context.directories
        : directory.flatMap((one) => context.directories.map((from) => resolvePath(this.#known(one), from)));
    return {
      via: this.#place.via,
      maybe,
      span,
      offset: -1,
      directories: directories.slice(0, 4),
      assignments: variables.map(([name, values]) => ({ name, value: this.#known(collapsed(values)), span })),
      ...(input === null ? {} : { input: { kind: "pipe", content: input.map((one) => this.#known(one)) } }),
    };
  }

  #command(words: readonly Alternatives[], at: RunPlace, maybe: boolean): void {
    const span = this.#context.spanOf(this.#place.index);
    // Several words of several values each: which belong together nobody knows.
    const open = words.filter((one) => one.length > 1);
    const rounds = open.length === 1 ? (open[0]?.length ?? 1) : 1;
    for (let i = 0; i < rounds; i++) {
      const fields = words.map((one) =>
        this.#known(open.length > 1 ? collapsed(one) : (one[i] ?? one[0] ?? "")),
      );
      this.#context.world.command(
        fields,
        fields.map(() => span),
        fields.map(() => -1),
        this.#options(at, maybe || rounds > 1),
      );
    }
  }

  #lines(effect: Extract<CodeEffect, { does: "shell" }>): void {
    const context = this.#context;
    const maybe = this.#isMaybe(effect.maybe || effect.text.length > 1);
    for (const text of effect.text.map((one) => this.#known(one))) {
      const isSaid = partsOfField(text).some((one) => one.kind === "text" && /\S/.test(one.text));
      this.#code(text, "sh", maybe);
      if (isSaid || literalOf(text) !== null) context.world.code(text, this.#options(effect.at, maybe));
      else context.unknown("dynamic-code", this.#place.via, context.spanOf(this.#place.index));
    }
  }

  /** Where code comes from that is not in the text. */
  #code(text: Field, lang: string, maybe: boolean): void {
    const context = this.#context;
    const span = context.spanOf(this.#place.index);
    const known = literalOf(text);
    const from = partsOfField(text).flatMap((part) => (part.kind === "glob" ? [] : part.from));
    for (const { kind, file } of from) {
      if (kind === "network" || kind === "decoded") addCode(context, kind, lang, null, known, span, maybe);
      else if (kind === "file") addCode(context, "file", lang, pathIn(file), known, span, maybe);
    }
    if (known === null && lang !== "sh") context.unknown("opaque-code", `${lang}: code`, span);
  }

  #connect(effect: ConnectEffect): void {
    const context = this.#context;
    const span = context.spanOf(this.#place.index);
    const { lists } = context.reading;
    for (const one of effect.url ?? [null]) {
      const url = one === null ? null : this.#known(one);
      const known = url === null ? told(effect) : addressOf(url, "https");
      if (url !== null && known.certainty !== "exact")
        context.unknown("dynamic-argument", showField(url), span);
      const sends = this.#sends(effect, url);
      lists.add(lists.network, {
        ...known,
        direction: effect.listens ? "listen" : sends.length > 0 ? "both" : "in",
        sends,
        place: context.call.place,
        certainty: this.#isMaybe(effect.maybe) ? "maybe" : known.certainty,
        by: context.by(effect.by),
        span,
      });
    }
  }

  /** What a connection carries: a body, and what the address is made of; a part that comes from nowhere, such as a number, does not count. */
  #sends(effect: ConnectEffect, url: Field | null): readonly Sent[] {
    const body = effect.sends?.map((field) => this.#known(field)) ?? null;
    const carries = url !== null && originsOf(url).length > 0;
    const sends = new Set<Sent>(body === null ? [] : sentOf(body));
    if (carries) for (const one of ["unknown" as const, ...sentOf([url])]) sends.add(one);
    // What was not understood may hand over whatever was read.
    if (!this.#complete && (body !== null || carries)) for (const one of this.#read) sends.add(one);
    return [...sends].slice(0, MOST_SENT);
  }
}

type ConnectEffect = Extract<CodeEffect, { does: "connect" }>;

const MOST_SENT = 50;

/** An address of which host and port are given. */
function told({ host, port, scheme }: ConnectEffect): ReturnType<typeof addressOf> {
  return { url: null, host: shown(host), port, scheme, certainty: "exact" };
}

function shown(fields: Alternatives | null): string | null {
  return fields === null ? null : fields.map(showField).join(" ");
}

function collapsed(values: Alternatives): Field {
  return values.length === 1 ? (values[0] ?? "") : collapse(values);
}

function pathIn(file: object | undefined): string | null {
  return file !== undefined && "path" in file && typeof file.path === "string" ? file.path : null;
}
