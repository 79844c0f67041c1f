import { readLanguage, readScript, sqlStatements, tablesIn } from "@gatehouse-hooks/languages";
import { CODE_FORMS, HOSTILE_FORMS } from "../packages/languages/test/hostile-forms.table.js";
import type { Frame } from "./frame/frame.js";
import { quantile } from "./frame/statistics.js";

const START = { words: [], input: [""] };

/** Readers by their languages, and programs as agents write them for one. */
const READERS: Readonly<
  Record<string, { readonly read: (text: string) => unknown; readonly texts: readonly string[] }>
> = {
  python: {
    read: (text) => readLanguage("python", text, START),
    texts: [
      "import json\nprint(json.load(open('package.json'))['version'])",
      "import os\nfor name in os.listdir('dist'):\n    if name.endswith('.map'):\n        os.remove(os.path.join('dist', name))",
      "from pathlib import Path\np = Path('src/a.py')\np.write_text(p.read_text().replace('x', 'y'))",
      "import sys\nprint(sys.version)",
      "import requests\nr = requests.get('http://localhost:3000/health')\nprint(r.status_code, r.json())",
    ],
  },
  javascript: {
    read: (text) => readLanguage("node", text, START),
    texts: [
      "console.log(require('./package.json').version)",
      "const fs = require('fs'); fs.writeFileSync('a', fs.readFileSync('b', 'utf8').replace(/x/g, 'y'))",
      "for (const f of require('fs').readdirSync('dist')) if (f.endsWith('.map')) require('fs').unlinkSync('dist/' + f)",
      "fetch('http://localhost:3000').then((r) => r.text()).then(console.log)",
    ],
  },
  sql: {
    read: (text) => [sqlStatements(text, "psql"), tablesIn(text, "psql")],
    texts: [
      "select count(*) from users where created_at > now() - interval '1 day'",
      "with t as (select id from orders) delete from items where order_id in (select id from t)",
    ],
  },
  powershell: {
    read: (text) => readScript("powershell", text),
    texts: [
      "Get-ChildItem -Recurse -Filter *.cs | Select-String 'TODO' | Select-Object -First 20",
      "$j = Get-Content a.json -Raw | ConvertFrom-Json; $j.version = '1'; $j | ConvertTo-Json | Set-Content a.json",
    ],
  },
  cmd: {
    read: (text) => readScript("cmd", text),
    texts: ["if exist dist rd /s /q dist", "set A=1&& npm test"],
  },
};

/** What reading code of other languages costs: the first program in a process, the next ones, and texts that are made to cost much. */
export default function bench(frame: Frame): void {
  for (const [name, { read, texts }] of Object.entries(READERS)) {
    const [first = ""] = texts;
    record(frame, name, "the first program", "first", timeOf(read, first));
    const best = texts.map((text) => bestOf(read, text, frame.quick ? 50 : 1_000));
    record(frame, name, `${texts.length} ordinary programs`, "p50", quantile(best, 0.5));
    const forms = name === "powershell" || name === "cmd" ? HOSTILE_FORMS : CODE_FORMS;
    const hostile = forms.map((form) => bestOf(read, form.repeat(8_192).slice(0, 8_192), 3));
    record(frame, name, `${forms.length} hostile texts of 8 KiB`, "max", Math.max(...hostile));
  }
}

function record(frame: Frame, subject: string, of: string, metric: string, value: number): void {
  frame.record({ subject, case: of, metric, value, unit: "us" });
}

function bestOf(read: (text: string) => unknown, text: string, times: number): number {
  return Math.min(...Array.from({ length: times }, () => timeOf(read, text)));
}

/** Microseconds of processor time. */
function timeOf(read: (text: string) => unknown, text: string): number {
  const start = process.cpuUsage();
  read(text);
  const { user, system } = process.cpuUsage(start);
  return user + system;
}
