import { nearName } from "@gatehouse-hooks/json";

const IN = "gatehouse init puts the hooks into the settings of agents";
const OUT = "gatehouse init --undo takes the hooks out, and puts the settings of agents back as they were";
const RULES = "gatehouse list shows the rules in force";
const WRITES = "gatehouse new writes a rule, with tests";
const STOPPED = "gatehouse log shows the last decisions, and gatehouse why explains the last one";
const WELL = "gatehouse doctor says whether each agent is guarded";
const PAUSE = "gatehouse off --for 30m switches the rules off for a while, and gatehouse on ends that";
const ONCE =
  "gatehouse approve CODE lets a call that waits happen once; with --always, it passes from now on, and CODE may be its number in gatehouse log";
const WHERE =
  "gatehouse list shows the rules and the files that they are in: edit those, then gatehouse check";
const TRIES = "gatehouse try 'COMMAND' says what an agent would be answered; nothing is run";

/** Words that people try, after other programs, and what leads on: none is a command. */
export const TRIED_WORDS: Readonly<Record<string, string>> = {
  install: IN,
  setup: IN,
  enable: IN,
  start: IN,
  update: `npm install --global gatehouse-hooks, then ${IN}`,
  upgrade: `npm install --global gatehouse-hooks, then ${IN}`,
  uninstall: OUT,
  remove: OUT,
  disable: OUT,
  stop: PAUSE,
  pause: PAUSE,
  snooze: PAUSE,
  resume: PAUSE,
  health: WELL,
  rules: RULES,
  policies: RULES,
  show: RULES,
  ls: RULES,
  add: WRITES,
  create: WRITES,
  deny: WRITES,
  block: WRITES,
  allow: ONCE,
  permit: ONCE,
  config: WHERE,
  settings: WHERE,
  edit: WHERE,
  ui: "gatehouse status shows how it is on this machine, and gatehouse serve has a page for approvals",
  dashboard: "gatehouse status shows how it is on this machine, and gatehouse serve has a page for approvals",
  history: STOPPED,
  logs: STOPPED,
  last: STOPPED,
  dry: TRIES,
  simulate: TRIES,
  run: TRIES,
  lint: "gatehouse check reports every issue of policy files",
  validate: "gatehouse check reports every issue of policy files",
  fix: "gatehouse check --fix writes the cures that are certain",
  version: "gatehouse --version",
  "llm-hooks":
    "gatehouse list, gatehouse test FILE, gatehouse cache and gatehouse reload do what its commands did",
  "captain-hook":
    "gatehouse hook AGENT --hooks FILE answers by hooks in TypeScript, and gatehouse test FILE runs their tests",
};

/**
 * What to use in place of a word that is not a command: one that people try, or a misspelling of one.
 *
 * @param commands the names of commands: what is near one of them is that, misspelt
 */
export function leadOn(word: string, commands: readonly string[]): string | undefined {
  if (commands.includes(word)) return undefined;
  const exact = Object.hasOwn(TRIED_WORDS, word) ? TRIED_WORDS[word] : undefined;
  if (exact !== undefined || nearName(word, commands) !== null) return exact;
  const near = nearName(word, Object.keys(TRIED_WORDS));
  return near === null ? undefined : TRIED_WORDS[near];
}
