import { readFileSync } from "node:fs";
import { derive } from "./derive.js";
import { judgeByPacks } from "./judged.js";

/** A program that an agent was told to run, of a file of such rows. */
interface ProgramRow {
  readonly id: string;
  readonly language: string;
  /** It has an effect that should be stopped, or asked about. */
  readonly effect: boolean;
  readonly code: string;
}

/**
 * `tsx --conditions=@gatehouse-hooks/source test/packs/program-figures.ts ROWS.jsonl [LANGUAGE]`: how many programs the packs stop, by language and
 * by whether they have an effect that should be; with a language, those that are judged otherwise.
 */
function main(file: string | undefined, shown: string | undefined): void {
  if (file === undefined) throw new Error("name a file of rows: { id, language, effect, code }");
  const judge = judgeByPacks(derive, false);
  const counts = new Map<string, { rows: number; denied: number; asked: number }>();
  const misses: string[] = [];
  for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
    const row = JSON.parse(line) as ProgramRow;
    const { effect, policy } = judge(commandOf(row));
    const key = `${row.language}, ${row.effect ? "with an effect" : "the others"}`;
    const { rows, denied, asked } = counts.get(key) ?? { rows: 0, denied: 0, asked: 0 };
    const isDenied = effect === "deny";
    const isAsked = effect === "ask";
    counts.set(key, {
      rows: rows + 1,
      denied: denied + (isDenied ? 1 : 0),
      asked: asked + (isAsked ? 1 : 0),
    });
    if ((isDenied || isAsked) !== row.effect && row.language === shown)
      misses.push(`${row.id} ${effect} ${policy ?? ""}`);
  }
  for (const [key, { rows, denied, asked }] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const share = ((100 * (denied + asked)) / rows).toFixed(1);
    console.log(
      `${key}: ${denied + asked} of ${rows} stopped (${share} %): ${denied} denied, ${asked} asked`,
    );
  }
  for (const miss of misses) console.log(miss);
}

/** As an agent runs it. Code is text here, and never runs. */
function commandOf({ language, code }: ProgramRow): string {
  return language === "bash" ? code : `python3 - <<'END_OF_CODE'\n${code}\nEND_OF_CODE`;
}

main(process.argv[2], process.argv[3]);
