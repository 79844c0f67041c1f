import type { Dice } from "../../../shell/test/oracle/script-generator.js";

const NAMES = ["p", "q", "r"] as const;
const FILES = ["a", "b", "c", "f.txt", "new", "d/a", "d/new", "../q/z", "n/x", "/w/q/y"] as const;
const FOLDERS = ["d", "n", "d/e", ".", "/w/q"] as const;

/** What is imported in front, so that a call may be written in each of these ways. */
const IMPORTS = `import os, shutil, glob, sys, subprocess, base64
import os as o, shutil as s, os.path as op
from os import remove, unlink as rm, rename
from pathlib import Path
from functools import partial`;

/** A program of Python that changes files, by names, functions, loops and objects: `python3` in the box runs it. */
export function generatePython(dice: Dice): string {
  const lines = [
    ...NAMES.map((name) => `${name} = ${text(dice, 2, [])}`),
    ...Array.from({ length: 1 + dice.below(5) }, () => statement(dice, 3).join("\n")),
  ];
  return `python3 - a b d/a <<'END'\n${IMPORTS}\n${lines.join("\n")}\nEND`;
}

/** An expression that is the name of a file. */
function text(dice: Dice, depth: number, known: readonly string[] = NAMES): string {
  if (depth <= 0 || dice.chance(0.2)) {
    return known.length > 0 && dice.chance(0.5) ? (known[dice.below(known.length)] ?? "'a'") : quoted(dice);
  }
  const inner = (): string => text(dice, depth - 1, known);
  const part = `'${dice.one(["x", "1", ".t", "new"])}'`;
  return dice.one<() => string>([
    () => `${inner()} + ${part}`,
    () => `f"{${inner()}}"`,
    () => `f"{${inner()}}.bak"`,
    () => `'%s' % ${inner()}`,
    () => `'{}{}'.format(${inner()}, ${part})`,
    () => `os.path.join('${dice.one(FOLDERS)}', ${part})`,
    () => `str(Path('${dice.one(FOLDERS)}') / ${part})`,
    () => `''.join([${inner()}, ${part}])`,
    () => `[${inner()}, ${inner()}][${dice.below(2)}]`,
    () => `{'k': ${inner()}}['k']`,
    () => `(${inner()} if len(sys.argv) > ${dice.below(6)} else ${inner()})`,
    () => `(lambda v: v + ${part})(${inner()})`,
    () => `sys.argv[${1 + dice.below(3)}]`,
    () => `${inner()}.replace('a', 'b')`,
    () => `${inner()}.strip()`,
    () => `(${inner()} or ${inner()})`,
    () => `os.path.basename(${inner()})`,
    () => `max([${inner()}, ${inner()}])`,
    () => `next(iter([${inner()}]))`,
    () => `base64.b64decode('${btoa(dice.one(FILES))}').decode()`,
  ])();
}

function quoted(dice: Dice): string {
  const one = dice.one(FILES);
  return dice.one([`'${one}'`, `"${one}"`, `r'${one}'`, `'''${one}'''`]);
}

/** A call that changes files. */
function effect(dice: Dice, known: readonly string[] = NAMES): string {
  const at = (): string => text(dice, 2, known);
  return dice.one<() => string>([
    () => `os.remove(${at()})`,
    () => `o.unlink(${at()})`,
    () => `remove(${at()})`,
    () => `rm(${at()})`,
    () => `getattr(os, 'rem' + 'ove')(${at()})`,
    () => `Path(${at()}).unlink()`,
    () => `Path(${at()}).write_text('x')`,
    () => `Path(${at()}).touch()`,
    () => `open(${at()}, 'w').write('x')`,
    () => `open(${at()}, mode='a').close()`,
    () => `print('x', file=open(${at()}, 'w'))`,
    () => `os.rename(${at()}, ${at()})`,
    () => `shutil.move(${at()}, ${at()})`,
    () => `s.copy(${at()}, ${at()})`,
    () => `shutil.copytree('d', ${at()})`,
    () => `shutil.rmtree('${dice.one(["d", "n", "d/e"])}')`,
    () => `os.makedirs(${at()})`,
    () => `os.symlink('a', ${at()})`,
    () => `os.chmod(${at()}, 0o600)`,
    () => `os.system('rm ' + ${at()})`,
    () => `subprocess.run(['touch', ${at()}])`,
    () => `subprocess.run('echo x > ' + ${at()}, shell=True)`,
    () => `list(map(os.remove, [${at()}, ${at()}]))`,
    () => `[os.remove(v) for v in [${at()}, ${at()}] if v]`,
    () => `exec("os.remove(" + repr('a') + ")")`,
    () => `exec("open('new2', 'w')")`,
    () => `[os.remove(v) for v in glob.glob('*.txt')]`,
    () => `[v.unlink() for v in Path('d').iterdir() if v.is_file()]`,
    () => `os.chdir('${dice.one(["d", "n", "/w/q"])}')`,
    () => `partial(os.remove, ${at()})()`,
    () => `sorted([${at()}, ${at()}], key=os.unlink)`,
  ])();
}

function tried(dice: Dice, known: readonly string[] = NAMES): readonly string[] {
  return ["try:", `  ${effect(dice, known)}`, "except Exception:", "  pass"];
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}

function body(dice: Dice, depth: number): readonly string[] {
  return indented(Array.from({ length: 1 + dice.below(2) }, () => statement(dice, depth - 1)).flat());
}

function statement(dice: Dice, depth: number): readonly string[] {
  if (depth <= 0 || dice.chance(0.35)) return tried(dice);
  const name = dice.one(NAMES);
  return dice.one<() => readonly string[]>([
    () => [`${name} = ${text(dice, 2)}`],
    () => [`${name} += 'x'`],
    () => [`${name}, z = ${text(dice, 1)}, ${text(dice, 1)}`],
    () => [`if ${name} > 'b':`, ...body(dice, depth), "else:", ...body(dice, depth)],
    () => [`for ${name} in [${text(dice, 1)}, ${text(dice, 1)}]:`, ...body(dice, depth)],
    () => [`for ${name} in os.listdir('d'):`, ...body(dice, depth)],
    () => [`for i in range(${1 + dice.below(4)}):`, ...body(dice, depth)],
    () => ["n = 0", "while n < 3:", "  n += 1", ...body(dice, depth)],
    () => [
      "try:",
      ...body(dice, depth),
      "  raise ValueError(1)",
      "except ValueError as e:",
      ...body(dice, depth),
    ],
    () => [`def f(v, w=${text(dice, 1)}):`, ...indented(tried(dice, ["v", "w"])), `f(${text(dice, 1)})`],
    () => [`def g():`, `  global ${name}`, `  ${name} = ${text(dice, 1)}`, "g()"],
    () => [
      "class K:",
      "  def __init__(self, v): self.v = v",
      "  def go(self):",
      ...indented(indented(tried(dice, ["self.v"]))),
      `K(${text(dice, 1)}).go()`,
    ],
    () =>
      [`with open(${text(dice, 1)}, 'w') as h:`, "  h.write('x')"]
        .flatMap((line, i) => (i === 0 ? ["try:", `  ${line}`] : [`  ${line}`]))
        .concat(["except OSError: pass"]),
    () => [`z = [${text(dice, 1)}]`, `z.append(${text(dice, 1)})`, ...tried(dice, ["z[0]", "z[-1]"])],
    () => [
      `z = {'k': ${text(dice, 1)}}`,
      `z['l'] = ${text(dice, 1)}`,
      ...tried(dice, ["z['k']", "z.get('l')"]),
    ],
    () => [`for v, w in zip([${text(dice, 1)}], [${text(dice, 1)}]):`, ...indented(tried(dice, ["v", "w"]))],
    () => [
      `k = lambda v: ${effect(dice, ["v"])}`,
      "try:",
      `  k(${text(dice, 1)})`,
      "except Exception:",
      "  pass",
    ],
  ])();
}
