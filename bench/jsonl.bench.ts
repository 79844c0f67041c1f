import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Disagreement } from "./frame/agree.js";
import type { Frame } from "./frame/frame.js";
import { freshProcess } from "./frame/fresh-process.js";
import { median } from "./frame/statistics.js";
import { nativeFiles } from "./loading/files.js";
import { eventsOf } from "./realistic/events.js";
import { fromObject, setOf } from "./realistic/gatehouse.js";
import { rulesOf } from "./realistic/rules.js";

const COMMAND = path.resolve(import.meta.dirname, "../../packages/cli/dist/bin.js");

/** Splits standard input into lines, parses each and answers with a line. */
const PARSE_ALONE = `
  let rest = "";
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) {
    const lines = (rest + chunk).split("\\n");
    rest = lines.pop();
    process.stdout.write(lines.map((line) => JSON.stringify({ event: JSON.parse(line).event }) + "\\n").join(""));
  }`;

/** Events a second of processor time that \`decide --jsonl\` answers, its start not counted, beside \`JSON.parse\` alone. */
export default async function jsonl(frame: Frame): Promise<void> {
  const rounds = frame.quick ? 3 : 9;
  const some = eventsOf();
  const text = `${some.map((event) => JSON.stringify(event)).join("\n")}\n`;
  const repeated = frame.quick ? 40 : 120;
  const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-bench-"));
  try {
    for (const size of [1, 100]) {
      const files = nativeFiles(size).map(({ path: name, text: policies }) => {
        const file = path.join(folder, `${size}-${name}`);
        writeFileSync(file, policies);
        return file;
      });
      const subjects: Readonly<Record<string, readonly string[]>> = {
        "JSON.parse alone": ["--input-type=module", "--eval", PARSE_ALONE],
        "decide --jsonl": [
          COMMAND,
          "decide",
          "--jsonl",
          "--project",
          folder,
          ...files.flatMap((file) => ["--policies", file]),
        ],
      };
      await agree(size, subjects["decide --jsonl"] ?? [], text);
      const perSecond = Object.keys(subjects).map((subject) => ({ subject, values: [] as number[] }));
      for (let round = 0; round < rounds; round++) {
        for (const { subject, values } of perSecond) {
          const args = subjects[subject] ?? [];
          const short = await freshProcess(args, text);
          const long = await freshProcess(args, text.repeat(repeated + 1));
          values.push((some.length * repeated * 1_000) / (long.cpuMs - short.cpuMs));
        }
      }
      const base = median(perSecond[0]?.values ?? []);
      for (const { subject, values } of perSecond) {
        frame.record({
          subject,
          case: `${size} policies, events of 0.3 to 37 KB`,
          metric: "events per second",
          value: median(values),
          unit: "1/s",
          ratioTo: "JSON.parse alone",
          ratio: median(values) / base,
        });
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The command decides as the library does. */
async function agree(size: number, args: readonly string[], text: string): Promise<void> {
  const decide = fromObject(setOf(rulesOf(size)));
  const expected = eventsOf().map(decide);
  const { stdout } = await freshProcess(args, text);
  const given = stdout.split("\n").slice(0, -1).map(policyOf);
  const differs = expected.findIndex((policy, index) => policy !== given[index]);
  if (differs >= 0 || given.length !== expected.length)
    throw new Disagreement(
      `event ${differs}: the library says ${expected[differs]}, the command ${given[differs]}`,
    );
}

function policyOf(line: string): number {
  const { policy } = JSON.parse(line) as { readonly policy: string | null };
  return policy === null ? -1 : Number(policy.slice(1));
}
