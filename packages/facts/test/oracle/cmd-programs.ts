import type { Dice } from "../../../shell/test/oracle/script-generator.js";

type Choices = readonly [() => string, ...(() => string)[]];

const FILES = [
  ...(["a.txt", "b.txt", "c", "k_1.log", ".env", "new", "new.txt", "d\\x", "d\\y.txt"] as const),
  ...(["d\\new", "d\\e\\f", "n\\x", "..\\q\\z", "list.txt", "s p.txt"] as const),
] as const;
const FOLDERS = ["d", "n", "d\\e", "..\\q", "."] as const;
const PATTERNS = ["*.txt", "*", "*.*", "d\\*", "?.txt", "k*", "*.log", "d\\*.txt", "new*"] as const;
const NAMES = ["X", "Y", "Z"] as const;
const PART = ["a", "b.txt", ".txt", "new", "d\\", "x"] as const;

/** How often a form is one that the reader does not take for known. */
const UNREAD = 0.04;

/** Where a command is: what is known there, and how deep it is in others. */
interface Place {
  readonly known: readonly string[];
  readonly depth: number;
  /** `!X!` is the variable, now. */
  readonly delayed: boolean;
}

/** A batch file of `cmd` that changes files, by names, loops, labels and redirections: `cmd.exe` in the box runs it. */
export function generateCmd(dice: Dice): string {
  const delayed = dice.chance(0.2);
  const place: Place = { known: variables(delayed), depth: 2, delayed };
  const lines = ["@echo off", ...(delayed ? ["setlocal enabledelayedexpansion"] : [])];
  for (const name of NAMES) if (dice.chance(0.9)) lines.push(assignment(dice, name, delayed));
  const labels: string[] = [];
  const count = 1 + dice.below(5);
  for (let i = 0; i < count; i++) lines.push(...statement(dice, place, labels));
  return asDocumented([...lines, ...(labels.length > 0 ? ["goto :eof", ...labels] : [])].join("\r\n"));
}

/** What the `cmd` of Wine does otherwise than that of Windows is not written. */
function asDocumented(written: string): string {
  // Whether a folder could be gone to does not count there, and what is piped runs in the same process.
  const piped = written.replaceAll(/\b(c\^?d|pushd|s\^?e?\^?t)\b((?:\^\r\n|[^|\r\n])*)\|(?!\|)/gi, "$1$2&");
  const text = /\b(?:c\^?d|pushd)\b/i.test(written) ? piped.replaceAll(/\|\||&&/g, "&") : piped;
  // A word ends with the quotes in it.
  const whole = /^set \w="/m.test(text) ? text.replaceAll(/(?:\.\\)?(%[XYZ]%)(?:\.txt|[1x]\b)/g, "$1") : text;
  // The name behind the redirection of a block goes on with the command behind it.
  return whole.replaceAll(/(\)>[^ \r\n&|]+)&/g, "$1 & ");
}

/** With Wine, `>!X!` is the first word of the value; with Windows it is all of it. */
function assignment(dice: Dice, name: string, delayed: boolean): string {
  const value = dice.one<() => string>([
    () => dice.one(PART),
    () => dice.one(FILES),
    () => dice.one(PATTERNS),
    () => dice.one(["a.txt b.txt", "a.txt,c", "a.txt d\\x", "*.txt k_1.log"]),
    () => `"${dice.one(FILES)}"`,
  ])();
  const isPlain = dice.chance(0.8) || (delayed && /[ ,]/.test(value));
  return `set ${name}=${isPlain ? dice.one([dice.one(PART), dice.one(FILES)]).replace(/ /g, "_") : value}`;
}

function variables(delayed: boolean): readonly string[] {
  return NAMES.flatMap((name) => (delayed ? [`%${name}%`, `!${name}!`] : [`%${name}%`]));
}

/** Lines of a program; what it calls is put behind. */
function statement(dice: Dice, place: Place, labels: string[]): readonly string[] {
  const label = `l${labels.length}_${dice.below(1000)}`;
  if (dice.chance(0.12)) {
    const within: Place = { ...place, known: [...place.known, "%1", "%~1", "%2"] };
    labels.push(`:${label}`, line(dice, within), dice.one(["goto :eof", "exit /b", "exit /b 0"]));
    return [`call :${label} ${path(dice, place)} ${path(dice, place)}`];
  }
  if (dice.chance(0.08)) return [line(dice, place) + ` & goto ${label}`, line(dice, place), `:${label}`];
  if (dice.chance(0.05))
    return [`if exist ${tested(dice, place)} goto ${label}`, line(dice, place), `:${label}`];
  if (dice.chance(0.05)) return [`call set ${dice.one(NAMES)}=%%${dice.one(NAMES)}%%`];
  if (dice.chance(0.04)) return [`pushd ${dice.one(FOLDERS)}`, line(dice, place), "popd"];
  if (dice.chance(0.05)) return [dice.one(["rem ", ":: ", "@rem "]) + line(dice, place)];
  if (dice.chance(0.03)) return [line(dice, place).replace(/ /, " ^\r\n ")];
  return [line(dice, place)];
}

function line(dice: Dice, place: Place): string {
  if (place.depth <= 0 || dice.chance(0.4)) return command(dice, place);
  const inner: Place = { ...place, depth: place.depth - 1 };
  const next = (): string => line(dice, inner);
  const block = (): string => `(${next()})`;
  const looped = (name: string, more: readonly string[] = []): string =>
    line(dice, { ...inner, known: [name, `%%~n${name.slice(2)}.bak`, ...more, ...place.known] });
  // Wine mixes up loops within each other whose variable is the same one.
  const [i = "", j = "", n = "", f = "", r = "", l = "", a = "", b = ""] = [
    ...(["abcdefgh", "ijklmnop", "qrstuvwx"][place.depth] ?? ""),
  ].map((one) => `%%${one}`);
  const plain: Choices = [
    () => `${next()} & ${next()}`,
    () => `${next()} && ${next()}`,
    () => `${next()} || ${next()}`,
    () => `${next()}&${next()}`,
    () => `if exist ${tested(dice, place)} ${next()}`,
    () => `if not exist ${tested(dice, place)} ${block()}`,
    () => `if exist ${tested(dice, place)} ${block()} else ${block()}`,
    () => `if exist ${tested(dice, place)} (\r\n  ${next()}\r\n) else (\r\n  ${next()}\r\n)`,
    () => `if "%${dice.one(NAMES)}%"=="${dice.one(PART)}" ${block()} else ${next()}`,
    () => `if /i not "%${dice.one(NAMES)}%"=="${dice.one(PART)}" ${next()}`,
    () => `if defined ${dice.one(NAMES)} ${next()}`,
    () => `if errorlevel 1 ${next()}`,
    () => `if %errorlevel% neq 0 ${next()}`,
    () => `for ${i} in (${path(dice, place)} ${path(dice, place)}) do ${looped(i)}`,
    () =>
      `for ${i} in (${dice.one(PATTERNS)}) do ${looped(i, [`"%%~f${i.slice(2)}"`, `%%~nx${i.slice(2)}`, `"${i}"`])}`,
    () => `for ${j} in (a b) do (\r\n  ${looped(j, [`${j}.txt`, `new${j}`])}\r\n  ${next()}\r\n)`,
    () => `for /l ${n} in (1,1,${1 + dice.below(3)}) do ${looped(n, [`new${n}`, `k_${n}.log`])}`,
    () => `for /d ${f} in (*) do ${looped(f, [`${f}\\x`, `${f}\\new`])}`,
    () => `for /r ${dice.one(FOLDERS)} ${r} in (*.txt) do ${looped(r, [`"${r}"`, `"%%~dp${r.slice(2)}"x`])}`,
    () => `for /f ${l} in (${path(dice, place)}) do ${looped(l, [`"${l}"`])}`,
    () =>
      `for /f "tokens=1,2 delims=." ${a} in ("${dice.one(["u.v", "a b.c", "w"])}") do ${looped(a, [`${a}.txt`, b])}`,
    () => `for /f "usebackq delims=" ${l} in ("${dice.one(FILES)}") do ${looped(l)}`,
    () => `for /f "delims=" ${l} in ('dir /b ${dice.one(FOLDERS)}') do ${looped(l, [`d\\${l}`])}`,
    () => `for /f ${l} in ('type ${path(dice, place)}') do ${looped(l)}`,
    block,
    () => `(${next()} & ${next()})>W:\\t\\p\\${dice.one(["new", "a.txt", "d\\x"])}`,
    () => `(\r\n${next()}\r\n${next()}\r\n)`,
    () => `@${next()}`,
  ];
  return dice.one(plain)();
}

/** A command with what goes in and out. */
function command(dice: Dice, place: Place): string {
  const one = spelled(dice, effect(dice, place));
  const at = (): string => path(dice, place);
  if (dice.chance(0.75)) return one;
  return dice.one<() => string>([
    () => `${one}>${at()}`,
    () => `${one} >> ${at()}`,
    () => `${one} 2>nul`,
    () => `${one} 2>${at()}`,
    () => `${one} 1>${at()} 2>&1`,
    () => `>${at()} ${one}`,
    () => `${one} <${at()}`,
    () => `${one} >nul 2>&1`,
    () => `${one} | find "x" > ${at()}`,
  ])();
}

/** A command that changes files. */
function effect(dice: Dice, place: Place): string {
  const at = (): string => path(dice, place);
  const many = (): string => (dice.chance(0.25) ? dice.one(PATTERNS) : at());
  const name = (): string => dice.one(["new", "m.txt", "a.txt", "*.bak", "z"]);
  const folder = (): string => (dice.chance(0.6) ? dice.one(FOLDERS) : at());
  const variable = dice.one(NAMES);
  const plain: Choices = [
    () => `echo v>${at()}`,
    () => `echo v x >>${at()}`,
    () => `echo.>${at()}`,
    () => `echo a%${variable}% > ${at()}`,
    () => `echo ${at()}`,
    () => `echo "a & b" > ${at()}`,
    () => `echo a ^> b > ${at()}`,
    () => `type ${at()}`,
    () => `type ${at()} ${at()}`,
    () => `type ${at()}>${at()}`,
    () => `type nul>${at()}`,
    () => `del ${many()}`,
    () => `del /q ${many()}`,
    () => `del /f /q ${many()} ${many()}`,
    () => `del /s /q ${many()}`,
    () => `del/q ${folder()}`,
    () => `erase ${many()}`,
    () => `copy ${at()} ${at()}`,
    () => `copy /y ${many()} ${folder()}`,
    () => `copy ${at()}+${at()} ${at()}`,
    () => `copy ${at()} + ${at()}`,
    () => `copy nul ${at()}`,
    () => `copy /b ${at()} ${at()}`,
    () => `copy ${at()}`,
    () => `copy ${folder()} ${folder()}`,
    () => `move ${at()} ${at()}`,
    () => `move /y ${many()} ${folder()}`,
    () => `ren ${at()} ${name()}`,
    () => `ren ${many()} ${name()}`,
    () => `rename ${at()} "${name()}"`,
    () => `md ${at()}`,
    () => `mkdir ${folder()}\\m\\o`,
    () => `md ${at()} ${at()}`,
    () => `rd ${folder()}`,
    () => `rd /s /q ${folder()}`,
    () => `rmdir /q /s ${folder()}`,
    () => `rd/s/q ${folder()}`,
    () => `cd ${folder()}`,
    () => `cd /d ${folder()}`,
    () => "cd..",
    () => `cd ${folder()} & ${effect(dice, place)}`,
    () => `xcopy /s /y /i ${folder()} ${folder()}`,
    () => `xcopy /y ${many()} ${folder()}\\`,
    () => `attrib +r ${many()}`,
    () => `find "x" ${at()}`,
    () => `findstr x ${many()}`,
    () => `set ${variable}=${path(dice, place)}`,
    () => (place.delayed ? "ver" : `set "${variable}=${dice.one(FILES)}"`),
    () => (place.delayed ? "ver" : assignment(dice, variable, false)),
    () => `set ${variable}=%${variable}%${dice.one(PART)}`,
    () => `set /a ${variable}=1+1`,
    () => `set /p ${variable}=<${at()}`,
    () => `set ${variable}=`,
    () => `call del ${at()}`,
    () => `cmd /c del ${at()}`,
    () => `cmd /c "echo v>${dice.one(FILES)}"`,
    () => `dir ${folder()}`,
    () => `dir /b /s ${folder()} > ${at()}`,
    () => `if exist ${tested(dice, place)} del ${at()}`,
    () => `(setlocal & set ${variable}=${dice.one(PART)} & endlocal)`,
  ];
  const unread: Choices = [
    () => `del %~dp0${dice.one(FILES)}`,
    () => `del %${variable}:~0,1%`,
    () => `del %${variable}:a=b%`,
    () => `del %RANDOM%`,
    () => `set /p ${variable}=<${at()} & del %${variable}%`,
    () => `start /b /wait cmd /c del ${at()}`,
  ];
  return dice.one(dice.chance(UNREAD) ? unread : plain)();
}

/** The name of a command in other letters, and with carets. */
function spelled(dice: Dice, text: string): string {
  const name = /^[a-z]{2,}/.exec(text)?.[0] ?? "";
  if (name === "" || dice.chance(0.75)) return text;
  const at = 1 + dice.below(name.length - 1);
  const cut = `${name.slice(0, at)}^${name.slice(at)}`;
  return dice.one([name.toUpperCase(), cut, `@${name}`, name]) + text.slice(name.length);
}

/** What a test names: a variable that nothing sets would make the next word the name. */
function tested(dice: Dice, place: Place): string {
  const one = path(dice, place);
  return one.includes("%") && !one.includes('"') ? `"${one}"` : one;
}

/** What names a file. */
function path(dice: Dice, { known, delayed }: Place): string {
  if (dice.chance(0.4))
    return dice.one(["", "", "", ".\\", '"']).replace(/^(.*)$/, (way) => within(dice, known, way));
  const file = dice.one(FILES);
  const spaced = file.includes(" ") || (delayed && file.includes("!"));
  if (spaced) return `"${file}"`;
  return dice.one([
    file,
    file,
    file,
    `"${file}"`,
    `.\\${file}`,
    `"${file.replaceAll("\\", "/")}"`,
    file.toUpperCase(),
    `W:\\t\\p\\${file}`,
    `"W:\\t\\p\\${file}"`,
    `%CD%\\${file}`,
    file.replace(/^([a-z])(?=[a-z])/, "$1^"),
    file.replace(/^(..)/, '$1""'),
    `${file.slice(0, 1)}"${file.slice(1)}"`,
  ]);
}

function within(dice: Dice, known: readonly string[], way: string): string {
  const name = known[dice.below(known.length)] ?? "a.txt";
  if (/^%\d$|"/.test(name)) return name;
  if (way === '"') return name.includes('"') ? name : `"${name}${dice.one(["", ".txt", "x"])}"`;
  return `${way}${name}${dice.one(["", "", ".txt", "1"])}`;
}
