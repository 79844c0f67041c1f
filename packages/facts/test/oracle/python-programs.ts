import type { Dice } from "../../../shell/test/oracle/script-generator.js";

const NAMES = ["p", "q", "r"] as const;
const FILES = ["a", "b", "c", "f.txt", "new", "d/a", "d/new", "../q/z", "n/x", "/w/q/y"] as const;
type Choices = readonly [() => string, ...(() => string)[]];

/** How often a form is one that the reader does not take for known. */
const UNREAD = 0.03;

const FOLDERS = ["d", "n", "d/e", ".", "/w/q"] as const;

/** What is imported in front, so that a call may be written in each of these ways. */
const IMPORTS = `import os, shutil, glob, sys, subprocess, base64
import os as o, shutil as s, os.path as op
from os import remove, unlink as rm, rename
from pathlib import Path
from functools import partial
import contextlib, csv, json, operator, sqlite3, tarfile, tempfile, zipfile`;

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
  const plain: Choices = [
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
    () => `bytes.fromhex('${hex(dice.one(FILES))}').decode()`,
    () => `'/'.join(('d', ${part}))`,
    () => `f"{'d'}/{${part}}"`,
    () => `'{k}'.format(k=${inner()})`,
    () => `os.path.abspath(${inner()})`,
    () => `os.path.expanduser('~/' + ${part})`,
    () => `Path(${inner()}).with_name('x').as_posix()`,
    () => `str(Path(${inner()}).parent / ${part})`,
    () => `[v for v in (${inner()}, ${inner()})][-1]`,
    () => `dict(k=${inner()})['k']`,
    () => `(lambda *v, **w: v[0])(${inner()}, z=1)`,
    () => `''.join(map(str, [${inner()}, ${part}]))`,
    () => `${inner()}.split('/')[-1]`,
    () => `sys.argv[-1]`,
    () => `${inner()}.upper().lower()`,
    () => `open(${inner()}).readline().strip() or 'x'`,
  ];
  const unread: Choices = [
    () => `chr(${dice.one([97, 98, 99])}) + ${part}`,
    () => `${inner()}[::-1]`,
    () => `${inner()}[${dice.below(2)}:]`,
    () => `os.sep.join(v for v in ['d', ${part}])`,
    () => `f'{${inner()}!s:>3}'`,
    () => `'%(k)s' % {'k': ${inner()}}`,
    () => `os.path.splitext(${inner()})[0] + ${part}`,
    () => `os.environ.get('NOT_THERE', ${inner()})`,
    () => `os.getenv('NOT_THERE') or ${inner()}`,
    () => `' '.join(sys.argv[1:2])`,
  ];
  return dice.one(dice.chance(UNREAD) ? unread : plain)();
}

function hex(given: string): string {
  return Buffer.from(given).toString("hex");
}

function quoted(dice: Dice): string {
  const one = dice.one(FILES);
  return dice.one([`'${one}'`, `"${one}"`, `r'${one}'`, `'''${one}'''`]);
}

/** A call that changes files. */
function effect(dice: Dice, known: readonly string[] = NAMES): string {
  const at = (): string => text(dice, 2, known);
  const plain: Choices = [
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
    () => `exec("open('new2', 'w')")`,
    () => `[os.remove(v) for v in glob.glob('*.txt')]`,
    () => `[v.unlink() for v in Path('d').iterdir() if v.is_file()]`,
    () => `os.chdir('${dice.one(["d", "n", "/w/q"])}')`,
    () => `print(open(${at()}).read())`,
    () => `Path(${at()}).read_bytes()`,
    () => `open(${at()}, 'r+b').write(Path(${at()}).read_bytes())`,
    () => `os.replace(${at()}, ${at()})`,
    () => `os.truncate(${at()}, 0)`,
    () => `os.link(${at()}, ${at()})`,
    () => `os.rmdir(${at()})`,
    () => `os.removedirs('${dice.one(["d/e", "n", "../q"])}')`,
    () => `Path(${at()}).rename(${at()})`,
    () => `Path(${at()}).with_suffix('.bak').write_text('x')`,
    () => `Path(${at()}).mkdir(parents=True, exist_ok=True)`,
    () => `(Path('d') / ${at()}).resolve().touch()`,
    () => `[v.unlink() for v in Path('.').rglob('${dice.one(["*", "a*", "*.txt"])}') if v.is_file()]`,
    () => `{v: os.remove(v) for v in (${at()}, ${at()})}`,
    () => `any(os.unlink(v) for v in {${at()}})`,
    () => `shutil.copyfileobj(open(${at()}, 'rb'), open(${at()}, 'wb'))`,
    () => `shutil.make_archive(${at()}, 'tar', 'd')`,
    () => `json.dump({'k': 1}, open(${at()}, 'w'))`,
    () => `csv.writer(open(${at()}, 'w')).writerow([1])`,
    () => `zipfile.ZipFile(${at()}, 'w').write(${at()}, 'x')`,
    () => `tarfile.open(${at()}, 'w').add(${at()})`,
    () => `sqlite3.connect(${at()}).execute('create table t (x)')`,
    () => `tempfile.NamedTemporaryFile(dir='d', delete=False).write(b'x')`,
    () => `subprocess.check_output(['cat', ${at()}])`,
    () => `subprocess.Popen(f"cp {${at()}} {${at()}}", shell=True).wait()`,
    () => `subprocess.run(['tee', ${at()}], input=b'x')`,
    () => `subprocess.run(['cat'], stdin=open(${at()}), stdout=open(${at()}, 'w'))`,
    () => `subprocess.run(['sh', '-c', 'rm "$1"', 'sh', ${at()}])`,
    () => `subprocess.run(['touch', 'x'], cwd=${at()})`,
    () => `os.popen('cat ' + ${at()}).read()`,
    () => `(z := ${at()}) and os.remove(z)`,
    () => `__import__('os').remove(${at()})`,
    () => `sorted([${at()}, ${at()}], key=os.unlink)`,
  ];
  const unread: Choices = [
    () => `exec("os.remove(" + repr('a') + ")")`,
    () => `partial(os.remove, ${at()})()`,
    () => `os.close(os.open(${at()}, os.O_WRONLY | os.O_CREAT))`,
    () => `[os.remove(os.path.join(v, z)) for v, _, k in os.walk('d') for z in k]`,
    () => `os.spawnlp(os.P_WAIT, 'rm', 'rm', ${at()})`,
    () => `operator.methodcaller('unlink')(Path(${at()}))`,
  ];
  return dice.one(dice.chance(UNREAD) ? unread : plain)();
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
    () => [
      `with open(${text(dice, 1)}) as h, open('new', 'a') as z:`.replace(/^/, "try:\n  "),
      "    z.write(h.read())",
      "except OSError: pass",
    ],
    () =>
      dice.chance(0.8)
        ? tried(dice)
        : [`match ${name}:`, "  case 'a':", ...indented(tried(dice)), "  case _:", ...indented(tried(dice))],
    () => [
      `for i, v in enumerate([${text(dice, 1)}, ${text(dice, 1)}]):`,
      ...indented(tried(dice, ["v", "f'{v}{i}'"])),
    ],
    () => [
      `def f(*v, **w):`,
      ...indented(tried(dice, ["v[0]", "w['k']"])),
      `f(${text(dice, 1)}, k=${text(dice, 1)})`,
    ],
    () => [
      `def f():`,
      `  yield ${text(dice, 1)}`,
      `  yield ${text(dice, 1)}`,
      "for v in f():",
      ...indented(tried(dice, ["v"])),
    ],
    () => [`def f(v):`, `  return v + 'x'`, ...tried(dice, [`f(${name})`])],
    () => [
      "def f(k):",
      "  def w(*v): return k(*v)",
      "  return w",
      "@f",
      "def g(v):",
      ...indented(tried(dice, ["v"])),
      `g(${text(dice, 1)})`,
    ],
    () => ["with contextlib.suppress(Exception):", `  ${effect(dice)}`],
    () => [
      `${name} = os.remove`,
      "try:",
      `  ${name}(${text(dice, 1)})`,
      "except Exception:",
      "  pass",
      `${name} = 'a'`,
    ],
    () => [
      `z = {${text(dice, 1)}: os.remove, 'k': os.mkdir}`,
      "for v, w in z.items():",
      "  try: w(v)",
      "  except Exception: pass",
    ],
    () => [
      "try:",
      `  from os import rename as z`,
      `  z(${text(dice, 1)}, ${text(dice, 1)})`,
      "except Exception:",
      "  pass",
    ],
    () => [`while ${name} != 'z':`, ...body(dice, depth), `  ${name} = 'z'`],
    () => [
      "class K(str):",
      "  @property",
      "  def w(self): return self + 'x'",
      ...tried(dice, [`K(${text(dice, 1)}).w`]),
    ],
    () => [
      "try:",
      `  1 / 0`,
      "except ZeroDivisionError:",
      ...body(dice, depth),
      "finally:",
      ...body(dice, depth),
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
