import { ratioOf, rowOf, type BenchFile } from "./bench-file.js";
import { percentText, ratioText, valueText } from "./figures.js";
import { ratioGroups } from "./ratio-groups.js";
import type { Theme } from "./theme.js";

const isGatehouse = (subject: string): boolean => subject.startsWith("gatehouse");
const times = (label: string) => ({ value: 1, label });

function ratio(file: BenchFile, kase: string, subject: string, metric = "time"): string {
  return ratioText(ratioOf(file, kase, metric, subject));
}

function value(file: BenchFile, kase: string, metric: string, subject: string): string {
  const row = rowOf(file, kase, metric, subject);
  return valueText(row.value, row.unit);
}

const MEAN = "geometric mean of the ratios";
const ALIKE = "one decision, 4456 rows that all decide alike";
const COMMANDS = "4996 commands";
const HOSTILE = "40 hostile commands, the worst";
const REDIS = "8 processes x 1000 questions over 100 contexts, one Redis";
const ALL_QUESTIONS = "all (215)";
const PROCESSOR = "processor time, median";
const GIVEN_UP = "given up within 5 s";
const SERVER = "gatehouse serve";
const REPLAY = "gatehouse replay";
const PER_SECOND = "events per second";
const IN_MEMORY = "standard input, made as it is read";
const CHECKERS = ["gatehouse, all packs", "cc-safety-net", "shell-quote, by hand"];

/** The parts of the benchmarks page, in order. */
export const THEMES: readonly Theme[] = [
  {
    bench: "embed",
    title: "In a program",
    measured:
      "From a plain object in a program to a decision, the reading of the event included, beside a hand-written function with one `if` for each policy. " +
      "What ten policies cost a hand-written function depends on which ten they are: several sets of each size are drawn, and the figure is the geometric mean of their ratios. " +
      "`decide` returns a promise, and is compared with the hand-written function awaited.",
    result: (file) =>
      `With one policy Gatehouse takes ${mean(file, 1, "gatehouse, decideAtOnce")} of what the function takes, and with ten ${mean(file, 10, "gatehouse, decideAtOnce")}: ` +
      "an `if` costs nanoseconds, and an event has to be read before it is trusted. " +
      `With 100 policies it takes ${mean(file, 100, "gatehouse, decideAtOnce")}, and with 1,000 ${mean(file, 1000, "gatehouse, decideAtOnce")}.`,
    pictures: (file) => [
      {
        name: "embed",
        title: "A decision in a program, beside one by hand",
        axis: "times what the hand-written function takes (log scale)",
        scale: "log",
        reference: times("hand-written"),
        groups: [1, 10, 100, 1000].map((size) => ({
          title: policies(size),
          rows: ["gatehouse, engine", "gatehouse, decideAtOnce", "gatehouse, decide"].map((subject) => ({
            label: subject.replace("gatehouse, ", ""),
            value: rowOf(file, `N=${size}, all sets`, MEAN, subject).value,
            said: mean(file, size, subject),
            isOurs: true,
          })),
        })),
        alt:
          `Beside a hand-written function, decideAtOnce takes ${mean(file, 1, "gatehouse, decideAtOnce")} with 1 policy, ${mean(file, 10, "gatehouse, decideAtOnce")} with 10, ` +
          `${mean(file, 100, "gatehouse, decideAtOnce")} with 100 and ${mean(file, 1000, "gatehouse, decideAtOnce")} with 1,000.`,
      },
    ],
  },
  {
    bench: "decide",
    title: "Many policies, beside peers",
    measured:
      "Generated policies of which three apply to every event, and 256 events that are already read. Every subject has the same policies in its own form: a hand-written function for each policy, " +
      "a hand-written `switch` on the tool, Gatehouse without its index (`gatehouse linear`), and six libraries. zen and json-rules-engine return promises (`awaited`), and are compared with Gatehouse awaited. " +
      "The libraries are made for more than is asked of them here, such as schemas, roles and arbitrary expressions.",
    result: (file) =>
      `With ten policies the hand-written functions take ${ratio(file, "3 match, N=10", "hand-written")} of the time, the \`switch\` ${ratio(file, "3 match, N=10", "hand-written switch")}, ` +
      `and json-logic-engine's compiled rules ${ratio(file, "3 match, N=10", "json-logic-engine build")}: what Gatehouse does for each event is not free. ` +
      `With 100 the functions take ${ratio(file, "3 match, N=100", "hand-written")} and the \`switch\` ${ratio(file, "3 match, N=100", "hand-written switch")}. ` +
      `With 1,000 they take ${ratio(file, "3 match, N=1000", "hand-written")} and ${ratio(file, "3 match, N=1000", "hand-written switch")}, because the index skips what cannot match. ` +
      `It has less to skip when one policy in a hundred applies: ${ratio(file, "1% match, N=1000", "hand-written")} and ${ratio(file, "1% match, N=1000", "hand-written switch")} with 1,000.`,
    pictures: (file) => [
      {
        name: "decide",
        title: "Deciding with many policies, three of which apply",
        axis: "times what Gatehouse takes (log scale); left of 1 is faster",
        scale: "log",
        reference: times("Gatehouse"),
        groups: ratioGroups(
          file,
          isGatehouse,
          [10, 100, 1000].map((size) => ({
            title: policies(size),
            metric: "time",
            rows: [
              ...[
                "gatehouse",
                "gatehouse linear",
                "hand-written",
                "hand-written switch",
                "json-logic-engine build",
                "@marcbachmann/cel-js",
                "casbin",
                "cedar-wasm",
              ].map((subject) => [`3 match, N=${size}`, subject] as const),
              ...["zen", "json-rules-engine"].map(
                (subject) => [`3 match, N=${size}, awaited`, subject, `${subject}, awaited`] as const,
              ),
            ],
          })),
        ),
        alt:
          `With 10 policies a hand-written function takes ${ratio(file, "3 match, N=10", "hand-written")} of what Gatehouse takes, with 1,000 policies ${ratio(file, "3 match, N=1000", "hand-written")}. ` +
          `json-logic-engine takes ${ratio(file, "3 match, N=10", "json-logic-engine build")} with 10 and ${ratio(file, "3 match, N=1000", "json-logic-engine build")} with 1,000; ` +
          `with 1,000, CEL takes ${ratio(file, "3 match, N=1000", "@marcbachmann/cel-js")}, Cedar ${ratio(file, "3 match, N=1000", "cedar-wasm")} and json-rules-engine ${ratio(file, "3 match, N=1000, awaited", "json-rules-engine")}.`,
      },
    ],
  },
  {
    bench: "realistic",
    title: "Policies as people write them",
    measured:
      "Policies in the forms that hook files have, on events as Claude Code sends them, beside one hand-written function for each. `sealed event` is an event that was read before; " +
      "`object` includes reading a plain object; `text` includes parsing JSON, and is compared with `JSON.parse` and the functions.",
    result: (file) =>
      `With one policy an object costs ${ratio(file, "N=1", "gatehouse, object")} of the function and text ${ratio(file, "N=1, from text", "gatehouse, text")}; with 60 they cost ${ratio(file, "N=60", "gatehouse, object")} and ${ratio(file, "N=60, from text", "gatehouse, text")}. ` +
      `With 100 they cost ${ratio(file, "N=100", "gatehouse, object")} and ${ratio(file, "N=100, from text", "gatehouse, text")}. Sixty conditions with \`matches\` cost ${ratio(file, "60 with `matches`", "gatehouse")}: patterns run in an engine of linear time and not as a \`RegExp\`. ` +
      `Cedar, on the 35 of the 60 policies that it can express, takes ${ratio(file, "Cedar, its 35 of 60", "cedar-wasm")} of Gatehouse's time.`,
    pictures: (file) => [
      {
        name: "realistic",
        title: "Realistic policies, beside functions written by hand",
        axis: "times what the hand-written functions take (log scale)",
        scale: "log",
        reference: times("hand-written"),
        groups: ratioGroups(
          file,
          isGatehouse,
          [1, 10, 60, 100, 1000].map((size) => ({
            title: policies(size),
            metric: "time",
            rows: [
              [`N=${size}`, "gatehouse, sealed event", "sealed event"],
              [`N=${size}`, "gatehouse, object", "object"],
              [`N=${size}, from text`, "gatehouse, text", "text"],
            ] as const,
          })),
        ),
        alt:
          `On a sealed event Gatehouse takes ${ratio(file, "N=1", "gatehouse, sealed event")} of hand-written functions with 1 policy, ${ratio(file, "N=60", "gatehouse, sealed event")} with 60 and ${ratio(file, "N=1000", "gatehouse, sealed event")} with 1,000; ` +
          `on a plain object ${ratio(file, "N=1", "gatehouse, object")}, ${ratio(file, "N=60", "gatehouse, object")} and ${ratio(file, "N=1000", "gatehouse, object")}; on text ${ratio(file, "N=1, from text", "gatehouse, text")}, ${ratio(file, "N=60, from text", "gatehouse, text")} and ${ratio(file, "N=1000, from text", "gatehouse, text")}.`,
      },
      {
        name: "realistic-peers",
        title: "Realistic policies, beside libraries",
        axis: "times what Gatehouse takes (log scale)",
        scale: "log",
        reference: times("Gatehouse"),
        groups: ratioGroups(
          file,
          isGatehouse,
          [60, 1000].map((size) => ({
            title: policies(size),
            metric: "time",
            rows: [
              "gatehouse",
              "hand-written",
              "json-logic-engine build",
              "json-logic-engine run",
              "@marcbachmann/cel-js",
              "casbin",
            ].map((subject) => [`peers, N=${size}`, subject] as const),
          })),
        ),
        alt:
          `With 60 policies json-logic-engine takes ${ratio(file, "peers, N=60", "json-logic-engine build")} of Gatehouse's time, CEL ${ratio(file, "peers, N=60", "@marcbachmann/cel-js")} and casbin ${ratio(file, "peers, N=60", "casbin")}; ` +
          `with 1,000 they take ${ratio(file, "peers, N=1000", "json-logic-engine build")}, ${ratio(file, "peers, N=1000", "@marcbachmann/cel-js")} and ${ratio(file, "peers, N=1000", "casbin")}.`,
      },
    ],
  },
  {
    bench: "facts",
    title: "Facts of commands",
    measured:
      "About 5,000 shell commands: rows of public tests and of this project's own. Each source says which of its commands is to be denied. Gatehouse has all its [packs](packs.md); " +
      "cc-safety-net is asked through its programming interface; `shell-quote, by hand` looks at the words of the command. " +
      "They have different policies, so agreement with the sources is shown and not a score; some of the rows are from this project, where Gatehouse is at home. " +
      "The time is that of a decision on the rows where all three decide alike.",
    result: (file) =>
      `Looking at words takes ${ratio(file, ALIKE, "shell-quote, by hand")} of Gatehouse's time, and denies ${denied(file, "denied", "shell-quote, by hand")} of what is to be denied; cc-safety-net, which reads its configuration for each call, takes ${ratio(file, ALIKE, "cc-safety-net")}. ` +
      `Reading the facts of a command takes ${value(file, COMMANDS, "p50", "facts")} in the median, ${value(file, COMMANDS, "p99", "facts")} for 99 in a hundred (wall clock, the best of 25 rounds each), and ${value(file, HOSTILE, "time", "pipes")} for the worst of 40 hostile ones.`,
    pictures: (file) => [
      {
        name: "facts",
        title: "Commands that are denied",
        axis: "percent of the commands",
        scale: "linear",
        groups: ["denied", "allowed"].map((expected) => ({
          title: `to be ${expected}, as their source says`,
          rows: CHECKERS.map((subject) => {
            const row = rowOf(file, `rows to be ${expected} by their source`, "denied", subject);
            return {
              label: subject,
              value: row.value,
              said: percentText(row.value),
              isOurs: isGatehouse(subject),
            };
          }),
        })),
        alt: `Of the commands that their source wants denied, ${CHECKERS.map((subject) => `${subject} denies ${denied(file, "denied", subject)}`).join(", ")}; of those it wants allowed, ${CHECKERS.map((subject) => `${subject} denies ${denied(file, "allowed", subject)}`).join(", ")}.`,
      },
      {
        name: "facts-time",
        title: "A decision on a command",
        axis: "times what Gatehouse takes (log scale); left of 1 is faster",
        scale: "log",
        reference: times("Gatehouse"),
        groups: ratioGroups(file, isGatehouse, [
          {
            title: "4,456 commands on which all decide alike",
            metric: "time",
            rows: CHECKERS.map((subject) => [ALIKE, subject] as const),
          },
        ]),
        alt: `A decision takes ${ratio(file, ALIKE, "shell-quote, by hand")} of Gatehouse's time with shell-quote by hand, and ${ratio(file, ALIKE, "cc-safety-net")} with cc-safety-net.`,
      },
    ],
  },
  {
    bench: "cache",
    title: "Keys and the cache",
    measured:
      "What it costs to find a kept verdict. The key is a SHA-256 of canonical JSON: it is compared with `JSON.stringify` and `node:crypto`, which is the least a key can cost and does not sort, " +
      "and with fast-json-stable-stringify, hashed by `node:crypto` and by noble. A hit is compared with its key alone. The events are records that are all different; the result file has others.",
    result: (file) =>
      `A key costs ${ratio(file, "key, mixed, 2 KB", "verdictKey, plain object")} of the least for an event of 2 KB, because names are sorted. ` +
      `A hit through the runtime takes ${ratio(file, "a hit through the runtime, mixed, 2 KB", "hit, through the runtime")} of its key. A hit in Redis over a Unix socket takes ${value(file, "a hit in Redis over a Unix socket", "time", "redisStore")}; eight processes that asked 1,000 questions each over 100 contexts called the judge ${value(file, REDIS, "judge calls", "redisStore").replace(" calls", "")} times.`,
    pictures: (file) => [
      {
        name: "cache",
        title: "The key of a verdict",
        axis: "times JSON.stringify and node:crypto (log scale)",
        scale: "log",
        reference: times("unsorted"),
        groups: ratioGroups(
          file,
          (subject) => subject.startsWith("verdictKey"),
          ["0.2 KB", "2 KB", "20 KB", "200 KB"].map((size) => ({
            title: `event of ${size}`,
            metric: "time",
            rows: [
              [`key, mixed, ${size}`, "verdictKey, sealed event", "sealed event"],
              [`key, mixed, ${size}`, "verdictKey, plain object", "plain object"],
              [`key, mixed, ${size}`, "fast-json-stable-stringify + node:crypto", "stable-stringify, crypto"],
              [`key, mixed, ${size}`, "fast-json-stable-stringify + noble", "stable-stringify, noble"],
            ] as const,
          })),
        ),
        alt: `For an event of 2 KB a verdict's key takes ${ratio(file, "key, mixed, 2 KB", "verdictKey, plain object")} of JSON.stringify and node:crypto, ${ratio(file, "key, mixed, 2 KB", "verdictKey, sealed event")} when the event is sealed; fast-json-stable-stringify takes ${ratio(file, "key, mixed, 2 KB", "fast-json-stable-stringify + node:crypto")} with node:crypto and ${ratio(file, "key, mixed, 2 KB", "fast-json-stable-stringify + noble")} with noble.`,
      },
    ],
  },
  {
    bench: "hook",
    title: "What an agent starts",
    measured:
      "An agent starts a process for each call of a tool. Processor time of that process and of all that it starts, beside `node -e 0`, with an environment that has a path and a home and nothing else. " +
      "`the installed line` is what `gatehouse init` writes; with the daemon it is a shell that speaks to a socket, and the daemon's own time is not in the figure.",
    result: (file) =>
      `With the policies that \`init\` writes the command takes ${ratio(file, hook(0), "by itself, the installed line", "process")} of bare Node by itself, and ${ratio(file, hook(1000), "by itself, the installed line", "process")} with 1,000 others beside them. ` +
      `With the daemon no Node is started, and the line takes ${ratio(file, hook(1000), "the daemon, the installed line", "process")}; the daemon then takes ${value(file, "200 calls a second, 1000 policies", "CPU a call", "daemon")} for a call, ` +
      `and a bare \`node:http\` ${value(file, "200 calls a second, 1000 policies", "CPU a call", "bare node:http")}. Starting Node only to ask the daemon takes ${ratio(file, hook(0), "the daemon, Node", "process")}.`,
    pictures: (file) => [
      {
        name: "hook",
        title: "The process of a hook, beside bare Node",
        axis: "times bare Node, processor time (log scale)",
        scale: "log",
        reference: times("bare Node"),
        groups: ratioGroups(
          file,
          () => true,
          [0, 100, 1000].map((size) => ({
            title: besides(size),
            metric: "process",
            rows: [
              [hook(size), "the daemon, the installed line", "daemon, installed line"],
              [hook(size), "by itself"],
              [hook(size), "by itself, the installed line", "itself, installed line"],
              [hook(size), "the daemon, Node", "daemon, from Node"],
            ] as const,
          })),
        ),
        alt: `The installed line takes ${ratio(file, hook(0), "by itself, the installed line", "process")} of bare Node with the policies of init and ${ratio(file, hook(1000), "by itself, the installed line", "process")} with 1,000 others; with the daemon ${ratio(file, hook(0), "the daemon, the installed line", "process")} and ${ratio(file, hook(1000), "the daemon, the installed line", "process")}.`,
      },
    ],
  },
  {
    bench: "mcp",
    title: "The gate of an MCP server",
    measured:
      "A call of a tool between the official client and server in one process, alone and with the gate between them. There is no transport and the tool does nothing: of a real call the gate is a smaller part.",
    result: (file) =>
      `A call takes ${ratio(file, "1 policies, one call", "with the gate")} with one policy and ${ratio(file, "100 policies, one call", "with the gate")} with 100; in time, ${value(file, "100 policies, one call", "time", "with the gate")} instead of ${value(file, "100 policies, one call", "time", "client and server alone")}.`,
    pictures: (file) => [
      {
        name: "mcp",
        title: "A call through the MCP gate",
        axis: "times client and server alone (log scale)",
        scale: "log",
        reference: times("alone"),
        groups: ratioGroups(
          file,
          (subject) => subject === "with the gate",
          [1, 100].map((size) => ({
            title: policies(size),
            metric: "time",
            rows: ["client and server alone", "with the gate"].map(
              (subject) => [`${size} policies, one call`, subject] as const,
            ),
          })),
        ),
        alt: `With the gate a call takes ${ratio(file, "1 policies, one call", "with the gate")} of client and server alone with 1 policy, and ${ratio(file, "100 policies, one call", "with the gate")} with 100.`,
      },
    ],
  },
  {
    bench: "serve",
    title: "The decision server",
    measured:
      "Decisions over HTTP with 1, 100 and 1,000 policies, each forbidding one folder: `gatehouse serve` (AuthZEN, with its token, metrics and limits), Cerbos 0.55, and the least there can be, Node's own HTTP server with a loop over the folders. " +
      "Each server is one process on one core, the load comes from the other one over 16 kept connections. All give the same answers before anything is measured.",
    result: (file) =>
      `Beside the check by hand, \`gatehouse serve\` answers ${ratio(file, served(1), SERVER, "rate")} of the requests with one policy and ${ratio(file, served(1000), SERVER, "rate")} with 1,000; Cerbos ${ratio(file, served(1), "cerbos", "rate")} and ${ratio(file, served(1000), "cerbos", "rate")}. ` +
      `One after the other, an answer takes ${value(file, served(100), "p50 of one at a time", SERVER)} (p50) and ${value(file, served(100), "p99 of one at a time", SERVER)} (p99) with 100 policies. ` +
      `By simulation from these times, four servers behind one address answer ${value(file, served(100), "simulated: p99 within 10 ms", "4 × gatehouse serve")} with 99 % of them within 10 ms.`,
    pictures: (file) => [
      {
        name: "serve",
        title: "Requests per second on one core",
        axis: "share of node:http with a check by hand (log scale)",
        scale: "log",
        reference: times("by hand"),
        groups: ratioGroups(
          file,
          (subject) => subject === SERVER,
          [1, 100, 1000].map((size) => ({
            title: policies(size),
            metric: "rate",
            rows: ["node:http, by hand", SERVER, "cerbos"].map((subject) => [served(size), subject] as const),
          })),
        ),
        alt: `Of the requests that the check by hand answers, gatehouse serve answers ${ratio(file, served(100), SERVER, "rate")} with 100 policies, and Cerbos ${ratio(file, served(100), "cerbos", "rate")}.`,
      },
    ],
  },
  {
    bench: "replay",
    title: "Replaying a log",
    measured:
      "Events that one thread of `gatehouse replay` reads and decides with 200 policies, in a second of processor time, the start of the process not counted, beside a loop that reads the same file and does nothing but `JSON.parse`. " +
      "Before, the decisions are compared with those of the library. Memory is the peak of a process that replays standard input.",
    result: (file) =>
      `With lines of 1.8 KB it decides ${value(file, replayed(1.8), PER_SECOND, REPLAY)} a second, with lines of 0.4 KB ${value(file, replayed(0.4), PER_SECOND, REPLAY)}: ` +
      `${ratio(file, replayed(1.8), REPLAY, PER_SECOND)} and ${ratio(file, replayed(0.4), REPLAY, PER_SECOND)} of what \`JSON.parse\` alone does: that is the part of the time that parsing takes. ` +
      `Ten million events take ${ratio(file, IN_MEMORY, "10000000 events", "peak memory")} the memory of a hundred thousand, ${value(file, IN_MEMORY, "peak memory", "10000000 events")}.`,
    pictures: (file) => [
      {
        name: "replay",
        title: "Events that are replayed in a second of processor time",
        axis: "share of JSON.parse alone",
        scale: "log",
        reference: times("JSON.parse alone"),
        groups: ratioGroups(
          file,
          (subject) => subject === REPLAY,
          [0.4, 1.8].map((kilobytes) => ({
            title: `lines of ${kilobytes} KB`,
            metric: PER_SECOND,
            rows: ["JSON.parse alone", REPLAY].map((subject) => [replayed(kilobytes), subject] as const),
          })),
        ),
        alt: `Of the events that JSON.parse alone reads, gatehouse replay decides ${ratio(file, replayed(1.8), REPLAY, PER_SECOND)} with lines of 1.8 KB, and ${ratio(file, replayed(0.4), REPLAY, PER_SECOND)} with lines of 0.4 KB.`,
      },
    ],
  },
  {
    bench: "analysis-z3",
    title: "The analysis, beside Z3",
    measured:
      "215 questions about conditions, such as whether one can hold at all or implies another, asked of the analysis and of Z3 (WebAssembly) in one process. Where both answer, they have to agree. " +
      "Processor time of the first asking; Z3 gives up after five seconds. Z3 solves far more than these questions: it is the reference for the answers, and its time is shown for scale.",
    result: (file) =>
      `The analysis takes ${ratio(file, ALL_QUESTIONS, "analysis", PROCESSOR)} of Z3's time, ${value(file, ALL_QUESTIONS, PROCESSOR, "analysis")} in the median, and Z3 gives up on ${value(file, ALL_QUESTIONS, GIVEN_UP, "Z3").replace(" questions", "")} of the 215. The figures depend on how a condition is written for Z3.`,
    pictures: (file) => [
      {
        name: "analysis",
        title: "Questions about policies, beside Z3",
        axis: "times what Z3 takes (log scale); left of 1 is faster",
        scale: "log",
        reference: times("Z3"),
        groups: [
          {
            title: "the analysis, by kind of question (how many)",
            rows: questions(file).map((kase) => ({
              label: kase,
              value: ratioOf(file, kase, PROCESSOR, "analysis"),
              said: `${ratio(file, kase, "analysis", PROCESSOR)} (${value(file, kase, PROCESSOR, "analysis")})`,
              isOurs: true,
            })),
          },
        ],
        alt: `The analysis takes ${ratio(file, ALL_QUESTIONS, "analysis", PROCESSOR)} of Z3's time over all questions; by kind from ${extreme(file, Math.min)} to ${extreme(file, Math.max)}.`,
      },
    ],
  },
];

function mean(file: BenchFile, size: number, subject: string): string {
  return ratioText(rowOf(file, `N=${size}, all sets`, MEAN, subject).value);
}

function denied(file: BenchFile, expected: string, subject: string): string {
  return value(file, `rows to be ${expected} by their source`, "denied", subject);
}

function replayed(kilobytes: number): string {
  return `200 static policies, lines of ${kilobytes} KB, one thread`;
}

function hook(size: number): string {
  return `hook claude-code, ${size === 0 ? besides(0) : `and ${size} others`}`;
}

/** Policies beside those that `gatehouse init` writes. */
function besides(size: number): string {
  return size === 0 ? "the policies of init" : `and ${size.toLocaleString("en")} others`;
}

function served(size: number): string {
  return `${size} ${size === 1 ? "policy" : "policies"}`;
}

function policies(size: number): string {
  return size === 1 ? "1 policy" : `${size.toLocaleString("en-US")} policies`;
}

function questions(file: BenchFile): readonly string[] {
  return [...new Set(file.result.rows.map((row) => row.case))];
}

function extreme(file: BenchFile, choose: (...values: readonly number[]) => number): string {
  const ratios = questions(file).map((kase) => ratioOf(file, kase, PROCESSOR, "analysis"));
  return ratioText(choose(...ratios));
}
