import { own, plainData } from "@gatehouse-hooks/json";
import type { Facts, FactSpan, TableFact, UnknownCode } from "./facts.js";

type Entry<List extends Exclude<keyof Facts, "complete" | "tables">> = Facts[List][number];

/** The most entries of a list. */
const MAX_ENTRIES = 200;

/** The most entries of a list that one place in the text gives: what comes after a long loop has a place, too. */
const MAX_OF_PLACE = 150;

/** Characters of code that are kept. */
const MAX_TEXT = 2_000;

/** A script whose facts are added. */
interface Script {
  readonly span: FactSpan;
  readonly by: string;
  /** What its facts are said to be in. */
  readonly name: string;
  /** The first command is only there to be given the code. */
  readonly isGiven: boolean;
}

function push<Fact>(list: Fact[], more: readonly Fact[]): void {
  list.push(...more.slice(0, Math.max(0, MAX_ENTRIES - list.length)));
}

/** The lists of facts while they are made. A list that is full says so once, and that something is not understood. */
export class FactLists {
  readonly unknown: Entry<"unknown">[] = [];
  readonly commands: Entry<"commands">[] = [];
  readonly reads: Entry<"reads">[] = [];
  readonly writes: Entry<"writes">[] = [];
  readonly deletes: Entry<"deletes">[] = [];
  readonly network: Entry<"network">[] = [];
  readonly executes: Entry<"executes">[] = [];
  readonly actions: Entry<"actions">[] = [];
  readonly env: Entry<"env">[] = [];
  readonly tables: TableFact[] = [];
  #isFull = false;

  /** Adds a fact, unless the list has it already: loops run several times. */
  add<Fact extends { readonly span: FactSpan }>(list: Fact[], fact: Fact): void {
    if (list.length >= MAX_ENTRIES || (list.length >= MAX_OF_PLACE && isFull(list, fact.span))) {
      if (!this.#isFull) this.addUnknown("limit", "facts", fact.span);
      this.#isFull = true;
      return;
    }
    for (let i = list.length - 1; i >= 0 && i >= list.length - 24; i--) {
      const other = list[i];
      if (other !== undefined && other.span[0] === fact.span[0] && sameFact(other, fact)) return;
    }
    list.push(fact);
  }

  addUnknown(code: UnknownCode, text: string, span: FactSpan): void {
    if (this.unknown.length >= MAX_ENTRIES) return;
    const cut = text.length > 200 ? text.slice(0, 200) : text;
    for (const one of this.unknown)
      if (one.code === code && one.text === cut && one.span[0] === span[0]) return;
    this.unknown.push({ code, text: cut, span });
  }

  /** The text of a file that runs is known. */
  keepText(path: string, text: string): void {
    this.executes.forEach((one, i, all) => {
      if (one.from === "file" && one.path === path && one.text === null)
        all[i] = { ...one, text: text.slice(0, MAX_TEXT) };
    });
  }

  /** Adds what a script does, as far as there is room, at the place of the call that runs it. What is not understood of it is not said. */
  addScript(
    { reads, writes, deletes, network, executes, actions, commands, env, tables }: FactLists,
    from: Script,
  ): void {
    const { span, by } = from;
    const leading = from.isGiven ? 1 : 0;
    const placed = <Fact extends { readonly by: string }>(one: Fact): Fact => ({
      ...one,
      by: `${one.by} in ${from.name}`,
      span,
    });
    push(this.reads, reads.map(placed));
    push(this.writes, writes.map(placed));
    push(this.deletes, deletes.map(placed));
    push(this.network, network.map(placed));
    const own = leading === 1 && executes[0]?.from === "inline" ? executes.slice(1) : executes;
    push(this.executes, own.map(placed));
    push(this.actions, actions.map(placed));
    push(this.tables, tables.map(placed));
    const ran = commands.slice(leading);
    push(
      this.commands,
      ran.map((one) => ({ ...one, via: [by, ...one.via.slice(leading)], span })),
    );
    push(
      this.env,
      env.map((one) => ({ ...one, span })),
    );
  }

  finish(): Facts {
    const facts: Facts = {
      complete: this.unknown.length === 0,
      unknown: this.unknown,
      commands: this.commands,
      reads: this.reads,
      writes: this.writes,
      deletes: this.deletes,
      network: this.network,
      executes: this.executes,
      actions: this.actions,
      env: this.env,
    };
    return plainData(this.tables.length === 0 ? facts : { ...facts, tables: this.tables });
  }
}

function isFull(list: readonly { readonly span: FactSpan }[], [start]: FactSpan): boolean {
  let count = 0;
  for (const { span } of list) if (span[0] === start) count++;
  return count >= MAX_OF_PLACE;
}

/** Both say the same; lists in them are compared by their entries. */
function sameFact(left: object, right: object): boolean {
  for (const key of Object.keys(left)) {
    const [value, other] = [own(left, key), own(right, key)];
    if (value === other) continue;
    if (!Array.isArray(value) || !Array.isArray(other) || value.length !== other.length) return false;
    if (!value.every((one, i) => one === other[i])) return false;
  }
  return true;
}
