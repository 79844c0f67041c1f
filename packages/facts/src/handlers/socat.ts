import {
  type Alternatives,
  type Field,
  hole,
  joinFields,
  literalOf,
  originsOf,
  showField,
  uniteAlternatives,
} from "@gatehouse-hooks/shell";
import { emitAddresses } from "../programs/finish-usage.js";
import { contentOf } from "../programs/file-content.js";
import { type ProgramCall, sentOf } from "../programs/program-call.js";
import { runContent } from "../programs/run-content.js";
import { FROM_NETWORK, readBy } from "../programs/read-path.js";
import { type SocatAddress, socatAddress } from "./socat-address.js";

/** Options that take the next word, unless a value is attached. */
const WITH_VALUE = /^-(?:t|T|b|S|L|W|lf|lp|r|R)$/;

/** `socat`: what one address says the other gets; with `-u` only from the first to the second. */
export function readSocat(context: ProgramCall): Alternatives {
  const { fields } = context.call;
  const ends: End[] = [];
  let way: "both" | "right" | "left" = "both";
  for (let at = 1; at < fields.length; at++) {
    const field = fields[at] ?? "";
    const text = literalOf(field);
    if (text !== null && /^-[^,]/.test(text) && !/^-!!|!!/.test(text)) {
      if (text === "-V" || /^-h{1,3}$/.test(text) || text === "-?") return [hole()];
      if (text === "-u") way = "right";
      if (text === "-U") way = "left";
      if (!WITH_VALUE.test(text)) continue;
      at++;
      if (/^-(?:r|R|L|W|lf)$/.test(text)) context.path("writes", fields[at] ?? "", at, text);
      continue;
    }
    const both = text?.split("!!") ?? [field];
    ends.push(both.map((one) => ({ address: addressAt(context, one, at), index: at })));
  }
  const [left = [], right = []] = ends;
  const intoLeft = way !== "right";
  const intoRight = way !== "left";
  for (const one of left) openFile(context, one, intoLeft);
  for (const one of right) openFile(context, one, intoRight);
  for (const one of [...left, ...right]) addConnection(context, one);
  const fromLeft = intoRight ? contentsOf(context, left) : [];
  const fromRight = intoLeft ? contentsOf(context, right) : [];
  // What runs gets what the other end says, and says what it reads.
  const said = runEnds(context, left, fromRight);
  const answered = runEnds(context, right, uniteAlternatives(fromLeft, said));
  give(context, right, uniteAlternatives(fromLeft, said));
  give(context, left, uniteAlternatives(fromRight, answered));
  emitAddresses(context);
  const isRemote = [...left, ...right].some(({ address }) => address.kind === "connection");
  const printed = [
    ...(isInput(left) ? [fromRight, answered] : []),
    ...(isInput(right) ? [fromLeft, said] : []),
  ].reduce<Alternatives>((all, one) => uniteAlternatives(all, one), []);
  if (printed.length > 0) return printed;
  return [hole(isRemote ? [{ kind: "network" }] : [])];
}

/** What is not known of a path is a hole in it. */
type Read =
  | Exclude<SocatAddress, { kind: "file" }>
  | (Extract<SocatAddress, { kind: "file" }> & { readonly field: Field });

interface Placed {
  readonly address: Read;
  readonly index: number;
}

/** Two addresses with `!!` between are one end: one for each way. */
type End = readonly Placed[];

function addressAt(context: ProgramCall, field: Field, index: number): Read {
  const address = socatAddress(showField(field));
  const span = context.spanOf(index);
  if (literalOf(field) === null) context.unknown("dynamic-argument", showField(field), span);
  else if (address.kind === "unknown") context.unknown("unknown-option", `socat ${showField(field)}`, span);
  if (address.kind !== "file") return address;
  return { ...address, field: fileField(field, address.path) };
}

/** What is not known of the argument is not known of the path. */
function fileField(field: Field, path: string): Field {
  const from = originsOf(field);
  return path
    .split("\uFFFD")
    .reduce<Field>((all, one, i) => (i === 0 ? one : joinFields(joinFields(all, hole(from)), one)), "");
}

function isInput(end: End): boolean {
  return end.some(({ address }) => address.kind === "input");
}

function openFile(context: ProgramCall, { address, index }: Placed, writes: boolean): void {
  if (address.kind !== "file") return;
  if (writes && address.mode !== "read") context.path("writes", address.field, index, "address");
}

function addConnection(context: ProgramCall, { address, index }: Placed): void {
  if (address.kind !== "connection") return;
  const { scheme, host, port, listens } = address;
  context.addresses.push({
    url: listens || host === null ? null : `${scheme}://${host}${port === null ? "" : `:${port}`}`,
    host,
    port,
    scheme,
    direction: listens ? "listen" : "both",
    certainty: listens || host !== null ? context.certainty() : "unknown",
    by: context.by(""),
    span: context.spanOf(index),
  });
}

/** What an end says, without what it runs. */
function contentsOf(context: ProgramCall, end: End): Alternatives {
  return end.reduce<Alternatives>((all, { address, index }) => {
    switch (address.kind) {
      case "connection":
        return uniteAlternatives(all, FROM_NETWORK);
      case "input":
        return uniteAlternatives(all, context.call.input.content);
      case "file": {
        if (address.mode === "write") return all;
        const facts = context.path("reads", address.field, index, "address");
        return uniteAlternatives(all, contentOf(context, address.field, facts, false));
      }
      default:
        return all;
    }
  }, []);
}

function runEnds(context: ProgramCall, end: End, input: Alternatives): Alternatives {
  let said: Alternatives = [];
  for (const { address, index } of end) {
    if (address.kind !== "code") continue;
    const facts = readBy(context, () => {
      runContent(context, [address.code], {
        lang: "sh",
        via: "socat",
        index: -1,
        from: "inline",
        input: input.length === 0 ? [""] : input,
      });
    });
    if (context.addresses.length > 0) context.unknown("dynamic-code", address.code, context.spanOf(index));
    said = uniteAlternatives(said, [hole(facts.map((file) => ({ kind: "file", file })))]);
  }
  return said;
}

/** An end gets what the other one says. */
function give(context: ProgramCall, end: End, content: Alternatives): void {
  for (const { address } of end) {
    if (address.kind === "connection") {
      // A connection that only answers a program sends what that reads.
      context.sent.push(...content.flatMap((one) => sentOf([one])).filter((one) => one !== "unknown"));
    } else if (address.kind === "file" && address.mode !== "read") {
      const path = context.absolute(address.field);
      if (path !== null && content.length > 0) context.world.setFile(path, content, false);
    }
  }
}
