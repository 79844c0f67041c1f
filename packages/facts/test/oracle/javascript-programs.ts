import type { Dice } from "../../../shell/test/oracle/script-generator.js";

const NAMES = ["p", "q", "r"] as const;
const FILES = ["a", "b", "c", "f.txt", "new", "d/a", "d/new", "../q/z", "n/x", "/w/q/y"] as const;
const FOLDERS = ["d", "n", "d/e", ".", "/w/q"] as const;

const IMPORTS = `const fs = require('fs'), path = require('path'), { unlinkSync: rm, promises } = require('node:fs');
const { execSync, spawnSync } = require('child_process');`;

/** A program of JavaScript that changes files, by names, functions, loops and callbacks: `node` in the box runs it. */
export function generateJavaScript(dice: Dice): string {
  const lines = [
    ...NAMES.map((name) => `let ${name} = ${text(dice, 2, [])};`),
    ...Array.from({ length: 1 + dice.below(5) }, () => statement(dice, 3)),
  ];
  return `node - a b d/a <<'END'\n${IMPORTS}\n${lines.join("\n")}\nEND`;
}

/** An expression that is the name of a file. */
function text(dice: Dice, depth: number, known: readonly string[] = NAMES): string {
  if (depth <= 0 || dice.chance(0.2))
    return known.length > 0 && dice.chance(0.5)
      ? (known[dice.below(known.length)] ?? "'a'")
      : `'${dice.one(FILES)}'`;
  const inner = (): string => text(dice, depth - 1, known);
  const part = `'${dice.one(["x", "1", ".t", "new"])}'`;
  return dice.one<() => string>([
    () => `${inner()} + ${part}`,
    () => `\`\${${inner()}}.bak\``,
    () => `path.join('${dice.one(FOLDERS)}', ${part})`,
    () => `path.resolve('${dice.one(FOLDERS)}', ${part})`,
    () => `[${inner()}, ${part}].join('')`,
    () => `[${inner()}, ${inner()}][${dice.below(2)}]`,
    () => `({ k: ${inner()} }).k`,
    () => `(process.argv.length > ${dice.below(6)} ? ${inner()} : ${inner()})`,
    () => `((v) => v + ${part})(${inner()})`,
    () => `process.argv[${2 + dice.below(3)}]`,
    () => `${inner()}.replace('a', 'b')`,
    () => `(${inner()} || ${inner()})`,
    () => `path.basename(${inner()})`,
    () => `[${inner()}].map((v) => v + ${part})[0]`,
    () => `Buffer.from('${btoa(dice.one(FILES))}', 'base64').toString()`,
  ])();
}

/** A call that changes files. */
function effect(dice: Dice, known: readonly string[] = NAMES): string {
  const at = (): string => text(dice, 2, known);
  return dice.one<() => string>([
    () => `fs.unlinkSync(${at()})`,
    () => `rm(${at()})`,
    () => `fs['unlink' + 'Sync'](${at()})`,
    () => `fs.rmSync(${at()}, { recursive: true })`,
    () => `fs.writeFileSync(${at()}, 'x')`,
    () => `fs.appendFileSync(${at()}, 'x')`,
    () => `fs.renameSync(${at()}, ${at()})`,
    () => `fs.copyFileSync(${at()}, ${at()})`,
    () => `fs.cpSync('d', ${at()}, { recursive: true })`,
    () => `fs.mkdirSync(${at()})`,
    () => `fs.symlinkSync('a', ${at()})`,
    () => `fs.chmodSync(${at()}, 0o600)`,
    () => `fs.closeSync(fs.openSync(${at()}, 'w'))`,
    () => `execSync('rm ' + ${at()})`,
    () => `spawnSync('touch', [${at()}])`,
    () => `spawnSync('echo x > ' + ${at()}, { shell: true })`,
    () => `[${at()}, ${at()}].forEach((v) => fs.unlinkSync(v))`,
    () => `eval("fs.unlinkSync('a')")`,
    () => `new Function('f', "f.unlinkSync('b')")(fs)`,
    () => `fs.readdirSync('d').forEach((v) => rm('d/' + v))`,
    () => `process.chdir('${dice.one(["d", "n", "/w/q"])}')`,
    () => `promises.unlink(${at()}).catch(() => {})`,
    () => `fs.writeFile(${at()}, 'x', () => fs.unlinkSync(${at()}))`,
    () => `setTimeout(() => rm(${at()}), 1)`,
  ])();
}

function tried(dice: Dice, known: readonly string[] = NAMES): string {
  return `try { ${effect(dice, known)} } catch {}`;
}

function body(dice: Dice, depth: number): string {
  return `{ ${Array.from({ length: 1 + dice.below(2) }, () => statement(dice, depth - 1)).join("; ")} }`;
}

function statement(dice: Dice, depth: number): string {
  if (depth <= 0 || dice.chance(0.35)) return tried(dice);
  const name = dice.one(NAMES);
  return dice.one<() => string>([
    () => `${name} = ${text(dice, 2)}`,
    () => `${name} += 'x'`,
    () => `[${name}] = [${text(dice, 1)}]`,
    () => `if (${name} > 'b') ${body(dice, depth)} else ${body(dice, depth)}`,
    () => `for (${name} of [${text(dice, 1)}, ${text(dice, 1)}]) ${body(dice, depth)}`,
    () => `for (const v of fs.readdirSync('d')) { ${tried(dice, ["v", ...NAMES])} }`,
    () => `for (let i = 0; i < ${1 + dice.below(3)}; i++) ${body(dice, depth)}`,
    () => `{ let ${name} = ${text(dice, 1, [])}; ${tried(dice)} }`,
    () => `try { ${statement(dice, depth - 1)}; throw new Error() } catch (e) ${body(dice, depth)}`,
    () => `(function f(v, w = ${text(dice, 1)}) { ${tried(dice, ["v", "w"])} })(${text(dice, 1)})`,
    () =>
      `new (class { constructor(v) { this.v = v } go() { ${tried(dice, ["this.v"])} } })(${text(dice, 1)}).go()`,
    () => `(({ v, w = ${text(dice, 1)} }) => { ${tried(dice, ["v", "w"])} })({ v: ${text(dice, 1)} })`,
    () => `switch (${name}) { case 'a': ${tried(dice)}; break; default: ${tried(dice)} }`,
  ])();
}
