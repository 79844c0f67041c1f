import type { Dice } from "../../../shell/test/oracle/script-generator.js";

const NAMES = ["p", "q", "r"] as const;
const FILES = ["a", "b", "c", "f.txt", "new", "d/a", "d/new", "../q/z", "n/x", "/w/q/y"] as const;
type Choices = readonly [() => string, ...(() => string)[]];

/** How often a form is one that the reader does not take for known. */
const UNREAD = 0.03;

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
  const plain: Choices = [
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
    () => `${inner()}.split('/').pop()`,
    () => `${inner()}.concat(${part})`,
    () => `path.dirname(${inner()}) + '/' + ${part}`,
    () => `process.argv.at(-1)`,
    () => `[${inner()}, ${inner()}].filter(Boolean)[0]`,
    () => `atob('${btoa(dice.one(FILES))}')`,
    () => `(fs.existsSync(${inner()}) ? ${inner()} : ${inner()})`,
    () => `Buffer.from('${btoa(dice.one(FILES))}', 'base64').toString()`,
  ];
  const unread: Choices = [
    () => `[...'${dice.one(["ab", "d/a"])}'].join('')`,
    () => `${inner()}.slice(${dice.below(2)})`,
    () => `String.raw\`d/${dice.one(["x", "a"])}\``,
    () => `path.parse(${inner()}).name + ${part}`,
    () => `new URL('file:///w/p/' + ${part}).pathname`,
    () => `(process.env.NOT_THERE ?? ${inner()})`,
    () => `process.argv.slice(2)[${dice.below(3)}]`,
    () => `[${inner()}, ${part}].reduce((v, w) => v + w)`,
    () => `Object.keys({ [${inner()}]: 1 })[0]`,
    () => `JSON.parse(JSON.stringify(${inner()}))`,
    () => `String.fromCharCode(${dice.one([97, 98, 99])}) + ${part}`,
    () => `fs.readFileSync(${inner()}, 'utf8').trim()`,
  ];
  return dice.one(dice.chance(UNREAD) ? unread : plain)();
}

/** A call that changes files. */
function effect(dice: Dice, known: readonly string[] = NAMES): string {
  const at = (): string => text(dice, 2, known);
  const plain: Choices = [
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
    () => `fs.readdirSync('d').forEach((v) => rm('d/' + v))`,
    () => `process.chdir('${dice.one(["d", "n", "/w/q"])}')`,
    () => `promises.unlink(${at()}).catch(() => {})`,
    () => `fs.writeFile(${at()}, 'x', () => fs.unlinkSync(${at()}))`,
    () => `console.log(fs.readFileSync(${at()}, 'utf8'))`,
    () => `fs.writeFileSync(${at()}, fs.readFileSync(${at()}))`,
    () => `fs.createWriteStream(${at()}).end('x').on('error', () => {})`,
    () =>
      `fs.createReadStream(${at()}).on('error', () => {}).pipe(fs.createWriteStream(${at()}).on('error', () => {}))`,
    () =>
      `(async () => { await promises.writeFile(${at()}, 'x'); await promises.rm(${at()}, { force: true }) })().catch(() => {})`,
    () => `Promise.all([${at()}, ${at()}].map((v) => promises.unlink(v))).catch(() => {})`,
    () => `require('fs/promises').rename(${at()}, ${at()}).catch(() => {})`,
    () => `promises.open(${at()}, 'w').then((v) => v.close()).catch(() => {})`,
    () => `fs.promises['un' + 'link'](${at()}).catch(() => {})`,
    () => `import('node:fs').then((v) => v.unlinkSync(${at()})).catch(() => {})`,
    () => `fs.linkSync(${at()}, ${at()})`,
    () => `fs.truncateSync(${at()}, 1)`,
    () => `fs.rmdirSync(${at()})`,
    () => `fs.mkdirSync(${at()}, { recursive: true })`,
    () => `fs.mkdtempSync(${at()})`,
    () => `fs.utimesSync(${at()}, 1, 2)`,
    () => `fs.writeSync(fs.openSync(${at()}, 'a'), 'x')`,
    () => `require('child_process').execFileSync('cp', [${at()}, ${at()}])`,
    () => `require('child_process').exec('rm ' + ${at()})`,
    () => `require('child_process').spawn('tee', [${at()}]).stdin.end('x')`,
    () => `spawnSync('sh', ['-c', 'rm "$1"', 'sh', ${at()}])`,
    () => `execSync(\`cat \${${at()}} > \${${at()}}\`)`,
    () => `spawnSync('touch', ['x'], { cwd: ${at()} })`,
    () => `execSync('cat', { input: 'x', stdio: ['pipe', fs.openSync(${at()}, 'w')] })`,
    () => `fs.unlinkSync(...[${at()}])`,
    () => `(0, fs.unlinkSync)(${at()})`,
    () => `fs?.unlinkSync?.(${at()})`,
    () => `process.on('exit', () => { try { rm(${at()}) } catch {} })`,
    () => `process.nextTick(() => { try { rm(${at()}) } catch {} })`,
    () => `setTimeout(() => rm(${at()}), 1)`,
  ];
  const unread: Choices = [
    () => `new Function('f', "f.unlinkSync('b')")(fs)`,
    () => `require('stream').pipeline(fs.createReadStream(${at()}), fs.createWriteStream(${at()}), () => {})`,
    () =>
      `(async () => { for await (const v of await promises.opendir('d')) await promises.unlink('d/' + v.name) })().catch(() => {})`,
    () => `require('util').promisify(fs.unlink)(${at()}).catch(() => {})`,
    () => `Reflect.apply(fs.unlinkSync, fs, [${at()}])`,
    () => `fs.unlinkSync.call(null, ${at()})`,
    () => `fs.unlinkSync.bind(fs, ${at()})()`,
    () => `new Map([[${at()}, 1]]).forEach((_, v) => rm(v))`,
    () => `for (const v of new Set([${at()}])) rm(v)`,
    () => `Object.entries({ [${at()}]: 'x' }).forEach(([v, w]) => fs.writeFileSync(v, w))`,
  ];
  return dice.one(dice.chance(UNREAD) ? unread : plain)();
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
      dice.chance(0.8)
        ? tried(dice)
        : `new (class { constructor(v) { this.v = v } go() { ${tried(dice, ["this.v"])} } })(${text(dice, 1)}).go()`,
    () => `(({ v, w = ${text(dice, 1)} }) => { ${tried(dice, ["v", "w"])} })({ v: ${text(dice, 1)} })`,
    () => `for (const v in { [${text(dice, 1)}]: 1 }) { ${tried(dice, ["v"])} }`,
    () =>
      `for (const [v, w] of Object.entries({ [${text(dice, 1)}]: ${text(dice, 1)} })) { ${tried(dice, ["v", "w"])} }`,
    () => `{ const { k: v = 'a', ...w } = { k: ${text(dice, 1)} }; ${tried(dice, ["v"])} }`,
    () => `{ let v = 3; while (v-- > 0) ${body(dice, depth)} }`,
    () => `do ${body(dice, depth)} while (false)`,
    () => `{ const f = (v) => v + 'x'; ${tried(dice, [`f(${name})`])} }`,
    () => `(async (v) => { await null; ${tried(dice, ["v"])} })(${text(dice, 1)})`,
    () =>
      `for (const v of (function* () { yield ${text(dice, 1)}; yield* [${text(dice, 1)}] })()) { ${tried(dice, ["v"])} }`,
    () => `{ const z = []; z.push(${text(dice, 1)}); ${tried(dice, ["z[0]", "z.at(-1)"])} }`,
    () =>
      `{ const z = { get v() { return ${text(dice, 1)} }, w: ${text(dice, 1)} }; ${tried(dice, ["z.v", "z['w']"])} }`,
    () => `{ const z = fs.unlinkSync; try { z(${text(dice, 1)}) } catch {} }`,
    () => `{ const { writeFileSync: z } = fs; try { z(${text(dice, 1)}, 'x') } catch {} }`,
    () => `label: for (;;) { ${tried(dice)}; break label }`,
    () => `try ${body(dice, depth)} finally ${body(dice, depth)}`,
    () => `${name} = ${text(dice, 1)}, ${name} ||= 'a', ${name} ??= 'b'`,
    () => `switch (${name}) { case 'a': ${tried(dice)}; break; default: ${tried(dice)} }`,
  ])();
}
