import { compile, compileSealed, parse } from "@gatehouse-hooks/condition";
import type { Expr } from "@gatehouse-hooks/condition";
import type { JsonObject, SealedObject } from "@gatehouse-hooks/json";
import { byHand } from "./condition/by-hand.js";
import type { Decide } from "./condition/by-hand.js";
import { translate } from "./condition/dialect.js";
import type { Dialect } from "./condition/dialect.js";
import { javascript, naive } from "./condition/naive.js";
import * as peers from "./condition/peers.js";
import type { Answer } from "./condition/peers.js";
import { parseByHand } from "./condition/recursive-descent.js";
import {
  astOf,
  backgroundConditions,
  CONDITIONS,
  plainEvents,
  plainShuffled,
  sealedEvents,
  sealedShuffled,
} from "./condition/workload.js";
import { createFrame } from "./frame/frame.js";
import type { Frame } from "./frame/frame.js";
import { freshProcess } from "./frame/fresh-process.js";

type Make = (ast: Expr) => Answer;
type AnyAnswer = (event: number) => boolean | Promise<boolean>;

/** Which event a call takes: each of the five as often, in no order that a processor learns. */
const ORDER = Uint8Array.from({ length: 256 }, (_, i) => ((i * 2_654_435_761) >>> 24) % 5);

function on<E>(events: readonly E[], decide: (event: E) => unknown): Answer {
  return (event) => decide(events[event] as E) as boolean;
}

/** Conditions of events that were read once at the boundary, and conditions that ask each event whether it was. */
const fast: Readonly<Record<string, Make>> = {
  gatehouse: (ast) => on<SealedObject>(sealedEvents, compileSealed(ast)),
  "gatehouse, any event": (ast) => on<JsonObject>(sealedEvents, compile(ast)),
  "naive closures": (ast) => on(plainEvents, translate(ast, naive)),
  "json-logic-engine build (eval)": peers.logicBuild,
};

const slow: Readonly<Record<string, Make>> = {
  "json-logic-engine run": peers.logicRun,
  "filtrex (eval)": peers.filtrex,
  "expr-eval": peers.exprEval,
  "@marcbachmann/cel-js": peers.celJs,
  "json-logic-js": peers.logicJs,
  jexl: peers.jexl,
  "@bufbuild/cel": peers.bufbuildCel,
  "cedar-wasm": peers.cedar,
};

const HAND = "hand-written";

export default async function bench(frame: Frame): Promise<void> {
  await mixed(frame);
  await shuffled(frame);
  if (!frame.quick) await alone(frame);
  await parsing(frame);
  await imports(frame);
}

/** 64 conditions live in the process: what one engine learns about one of them, the others disturb. */
async function mixed(frame: Frame): Promise<void> {
  for (const text of backgroundConditions) {
    const ast = astOf(text);
    // oxlint-disable-next-line eslint/no-new-func, typescript/no-implied-eval -- stands for hand-written code; the texts are the bench's own
    const hand = new Function("e", `return ${translate(ast, javascript)}`) as Decide;
    const answers = [on(plainEvents, hand), ...Object.values({ ...fast, ...slow }).map((make) => make(ast))];
    await frame.agree(
      `background ${text}`,
      Object.fromEntries(answers.map((a, i) => [String(i), a])),
      EVENTS,
    );
    for (const [i, answer] of answers.entries()) warm(answer, i <= Object.keys(fast).length ? 2_000 : 50);
  }
  const ratios = new Map<string, number[]>();
  for (const [name, text] of Object.entries(CONDITIONS)) {
    const ast = astOf(text);
    const hand = on(plainEvents, byHand[name] as Decide);
    const quick = { [HAND]: hand, ...all(fast, ast) };
    const late = { ...all(slow, ast), casbin: await peers.casbin(ast) };
    const jsonata = peers.jsonataOf(ast);
    await frame.agree<number, unknown>(name, { ...quick, ...late, jsonata }, EVENTS);
    const found = [
      ...(await frame.measure(`${name} mixed`, timed(quick), frame.quick ? {} : { warmMs: 200 })),
      ...(
        await frame.measure(`${name} mixed`, timed({ [HAND]: hand, ...late }), { rounds: 7, warmMs: 60 })
      ).slice(1),
      ...(
        await frame.measure(`${name} mixed, awaited`, timed({ [HAND]: hand, jsonata }), {
          rounds: 5,
          warmMs: 60,
          async: true,
        })
      ).slice(1),
    ];
    for (const { subject, ratio } of found) ratios.set(subject, [...(ratios.get(subject) ?? []), ratio]);
  }
  recordMeans(frame, "six conditions mixed", ratios);
}

/** The same where V8 knows the shape of no event: every read of a property is a search, by hand as well. */
async function shuffled(frame: Frame): Promise<void> {
  const ratios = new Map<string, number[]>();
  for (const [name, text] of Object.entries(CONDITIONS)) {
    const ast = astOf(text);
    const subjects = {
      [HAND]: on(plainShuffled, byHand[name] as Decide),
      gatehouse: on(sealedShuffled, compileSealed(ast)),
      "gatehouse, any event": on<JsonObject>(sealedShuffled, compile(ast)),
      "naive closures": on(plainShuffled, translate(ast, naive)),
    };
    await frame.agree(name, subjects, EVENTS);
    for (const { subject, ratio } of await frame.measure(
      `${name} mixed, many shapes`,
      timed(subjects),
      frame.quick ? {} : { rounds: 21, warmMs: 150 },
    ))
      ratios.set(subject, [...(ratios.get(subject) ?? []), ratio]);
  }
  recordMeans(frame, "six conditions mixed, many shapes", ratios);
}

/** One condition in a process of its own: V8 sees nothing else. */
async function alone(frame: Frame): Promise<void> {
  const ratios = new Map<string, number[]>();
  for (const name of Object.keys(CONDITIONS)) {
    const script = `import(${JSON.stringify(import.meta.url)}).then((m) => m.isolated(${JSON.stringify(name)}))`;
    const { stdout } = await freshProcess(["--expose-gc", "-e", script]);
    for (const [subject, ns, ratio] of JSON.parse(stdout) as [string, number, number][]) {
      frame.record({
        subject,
        case: `${name} alone`,
        metric: "time",
        value: ns,
        unit: "ns",
        ratioTo: HAND,
        ratio,
      });
      ratios.set(subject, [...(ratios.get(subject) ?? []), ratio]);
    }
  }
  recordMeans(frame, "six conditions alone", ratios);
}

/** Runs in the fresh process of `alone`. */
export async function isolated(name: string): Promise<void> {
  const frame = createFrame(false);
  const subjects = {
    [HAND]: on(plainEvents, byHand[name] as Decide),
    ...all(fast, astOf(CONDITIONS[name] ?? "")),
  };
  await frame.agree(name, subjects, EVENTS);
  const found = await frame.measure(name, timed(subjects), { rounds: 21 });
  console.log(JSON.stringify(found.map(({ subject, ns, ratio }) => [subject, ns, ratio])));
}

/** The six texts, each time with another constant: nothing may be remembered. */
async function parsing(frame: Frame): Promise<void> {
  const texts = Object.values(CONDITIONS);
  const asts = texts.map(astOf);
  const all = (dialect: Dialect<string>): readonly string[] => asts.map((ast) => translate(ast, dialect));
  const subject =
    (sources: readonly string[], read: (text: string) => unknown) =>
    (index: number): unknown => {
      let last: unknown;
      for (const source of sources) last = read(source.replace('"', `"${index}`));
      return last !== undefined && last !== null;
    };
  const subjects = {
    "recursive descent": subject(texts, parseByHand),
    gatehouse: subject(texts, (text) => parse(text).ast),
    "gatehouse parse and compile": subject(texts, (text) => compile(astOf(text))),
  };
  const others = {
    "@marcbachmann/cel-js": subject(all(peers.celDialect), peers.parseCelJs),
    "expr-eval": subject(all(peers.exprDialect), peers.parseExprEval),
    "filtrex (eval)": subject(all(peers.filtrexDialect), peers.parseFiltrex),
    jexl: subject(all(peers.jexlDialect), peers.parseJexl),
    "@bufbuild/cel": subject(all(peers.celDialect), peers.parseBufbuildCel),
  };
  await frame.agree("parse", { ...subjects, ...others }, [1, 2]);
  await frame.measure("parse six conditions", subjects);
  await frame.measure(
    "parse six conditions",
    { "recursive descent": subjects["recursive descent"], ...others },
    { rounds: 7, warmMs: 60 },
  );
}

/** What a process pays for loading an engine. */
async function imports(frame: Frame): Promise<void> {
  const script = (specifier: string): { readonly args: readonly string[] } => ({
    args: ["--input-type=module", "-e", `import ${JSON.stringify(import.meta.resolve(specifier))};`],
  });
  await frame.start("import", {
    "bare node": { args: ["--input-type=module", "-e", ""] },
    "@gatehouse-hooks/condition/compile": script("@gatehouse-hooks/condition/compile"),
    "@gatehouse-hooks/condition/re2": script("@gatehouse-hooks/condition/re2"),
    "@gatehouse-hooks/condition": script("@gatehouse-hooks/condition"),
    "json-logic-engine": script("json-logic-engine"),
    "@marcbachmann/cel-js": script("@marcbachmann/cel-js"),
    "@bufbuild/cel": script("@bufbuild/cel"),
    jexl: script("jexl"),
    filtrex: script("filtrex"),
    "expr-eval": script("expr-eval"),
    "json-logic-js": script("json-logic-js"),
    jsonata: script("jsonata"),
    "cedar-wasm": script("@cedar-policy/cedar-wasm/nodejs"),
    casbin: script("casbin"),
  });
}

const EVENTS = plainEvents.map((_, i) => i);

function all(makes: Readonly<Record<string, Make>>, ast: Expr): Record<string, Answer> {
  return Object.fromEntries(Object.entries(makes).map(([name, make]) => [name, make(ast)]));
}

function timed(subjects: Readonly<Record<string, AnyAnswer>>): Record<string, (index: number) => unknown> {
  return Object.fromEntries(
    Object.entries(subjects).map(([name, answer]) => [
      name,
      (index: number): unknown => answer(ORDER[index & 255] ?? 0),
    ]),
  );
}

function warm(answer: Answer, times: number): void {
  for (let i = 0; i < times; i++) answer(ORDER[i & 255] ?? 0);
}

function recordMeans(frame: Frame, label: string, ratios: ReadonlyMap<string, readonly number[]>): void {
  for (const [subject, values] of ratios) {
    const mean = Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
    frame.record({
      subject,
      case: label,
      metric: "geometric mean",
      value: mean,
      unit: "x",
      ratioTo: HAND,
      ratio: mean,
    });
  }
}
