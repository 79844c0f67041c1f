import type { Dice } from "../../../shell/test/oracle/script-generator.js";

/** A text of PowerShell or `cmd`, and what it does to files because it was written to do that: `deletes d/x`. */
export interface WrittenScript {
  readonly text: string;
  readonly does: readonly string[];
}

type Does = "reads" | "writes" | "deletes";

interface Effect {
  readonly does: Does;
  readonly file: string;
}

const FILES = ["a.txt", "b", ".env", "d/x", "src/c.cs", "k_1.log"] as const;

function effects(dice: Dice): readonly Effect[] {
  return Array.from({ length: 1 + dice.below(3) }, () => ({
    does: dice.one(["reads", "writes", "deletes"]),
    file: dice.one(FILES),
  }));
}

const told = (all: readonly Effect[]): readonly string[] => all.map(({ does, file }) => `${does} ./${file}`);

/** A text of PowerShell: effects that are known, each in a spelling by chance. */
export function writePowerShell(dice: Dice): WrittenScript {
  const all = effects(dice);
  return {
    text: all.map((one) => around(dice, powershell(dice, one))).join(dice.one(["; ", "\n"])),
    does: told(all),
  };
}

/** Commands by what they do to the file `FILE`. */
const POWERSHELL: Readonly<Record<Does, readonly [string, ...string[]]>> = {
  reads: [
    "Get-Content FILE",
    "Get-Content -Path FILE",
    "Get-Content -LiteralPath FILE -Raw",
    "gc FILE",
    "cat FILE",
    "type FILE",
    "[IO.File]::ReadAllText(TEXT)",
    "[System.IO.File]::ReadAllLines(TEXT)",
    "TEXT | Get-Content",
    "Get-Content -Pa FILE -TotalCount 3",
    "Get-Item FILE | Get-Content",
    "Select-String -Path FILE -Pattern x",
    "$null = gc FILE",
    "(gc FILE).Length",
  ],
  writes: [
    "Set-Content FILE 'v'",
    "Set-Content -Path FILE -Value 'v'",
    "Set-Content -Value v -LiteralPath FILE",
    "Add-Content FILE v",
    "'v' | Out-File FILE",
    "'v' | Set-Content -Pa FILE",
    "echo v > FILE",
    "echo v >> FILE",
    "New-Item FILE -ItemType File",
    "ni -Path FILE -Type File -Force",
    "'v' | Tee-Object -FilePath FILE",
    "[IO.File]::WriteAllText(TEXT, 'v')",
    "Out-File -InputObject v -FilePath FILE -Encoding utf8",
  ],
  deletes: [
    "Remove-Item FILE",
    "Remove-Item -Path FILE -Force",
    "Remove-Item -LiteralPath FILE -Fo",
    "ri FILE -For",
    "rm FILE",
    "del FILE",
    "erase FILE",
    "rd FILE",
    "[IO.File]::Delete(TEXT)",
    "TEXT | Remove-Item",
    "TEXT | % { Remove-Item $_ }",
    "TEXT | ForEach-Object { ri $_ -Force }",
    "Get-Item FILE | Remove-Item",
    "foreach ($f in @(TEXT)) { rm $f }",
    "$(ri FILE)",
  ],
};

function powershell(dice: Dice, { does, file }: Effect): string {
  const form = dice.one(POWERSHELL[does]);
  const name = /^[A-Za-z]+(?:-[A-Za-z]+)?(?= )/.exec(form)?.[0] ?? "";
  const set = `$v${dice.below(3)}`;
  const isSet = dice.chance(0.2);
  const value = isSet ? set : textOf(dice, file);
  const plain = dice.chance(0.4) && !isSet ? slashes(dice, file) : value;
  const filled = (spelledName(dice, name) + form.slice(name.length))
    .replace("FILE", () => plain)
    .replace("TEXT", () => value);
  return isSet ? `${set} = ${textOf(dice, file)}; ${filled}` : filled;
}

function slashes(dice: Dice, file: string): string {
  const one = dice.chance(0.5) ? file.replaceAll("/", "\\") : file;
  return dice.one([one, `./${one}`, one.toUpperCase() === one ? one : `.\\${one}`]);
}

/** An expression that is the name. */
function textOf(dice: Dice, file: string): string {
  const one = slashes(dice, file);
  const at = 1 + dice.below(one.length - 1);
  const [head, tail] = [one.slice(0, at), one.slice(at)];
  return dice.one([
    `'${one}'`,
    `"${one}"`,
    `('${head}' + '${tail}')`,
    `("{0}{1}" -f '${head}', '${tail}')`,
    `('${head}', '${tail}' -join '')`,
    `(-join ('${head}', '${tail}'))`,
    `"$('${head}')${tail}"`,
    `"${head}$('${tail}')"`,
    `('${one}Q' -replace 'Q', '')`,
    `(Join-Path . '${one}')`,
    `([string]'${one}')`,
  ]);
}

/** The name of a command in other letters, and quoted, cut or looked up. */
function spelledName(dice: Dice, name: string): string {
  if (name === "" || name === "foreach" || dice.chance(0.4)) return name;
  const at = 1 + dice.below(name.length - 1);
  const [head, tail] = [name.slice(0, at), name.slice(at)];
  const tick = /^[0abefnrtuvx]/i.test(tail) ? "" : "`";
  return dice.one([
    name.toUpperCase(),
    name.toLowerCase(),
    head + tick + tail,
    `& '${name}'`,
    `& "${name}"`,
    `& ('${head}' + '${tail}')`,
    `&("{1}{0}" -f '${tail}', '${head}')`,
  ]);
}

function around(dice: Dice, text: string): string {
  if (dice.chance(0.4)) return text;
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return dice.one([
    `if ($true) { ${text} }`,
    `if (1 -gt 2) { 'x' } else { ${text} }`,
    `foreach ($i in 1..2) { ${text} }`,
    `for ($i = 0; $i -lt 1; $i++) { ${text} }`,
    `try { ${text} } catch { 'x' }`,
    `try { 'x' } finally { ${text} }`,
    `& { ${text} }`,
    `. { ${text} }`,
    `1..2 | ForEach-Object { ${text} }`,
    `function f { ${text} }; f`,
    `switch (1) { 1 { ${text} } }`,
    `do { ${text} } while ($false)`,
    `iex ${quoted}`,
    `Invoke-Expression -Command ${quoted}`,
    `${quoted} | iex`,
    `& ([scriptblock]::Create(${quoted}))`,
    `pwsh -NoProfile -Command ${quoted}`,
    `powershell -e ${btoa([...text].map((one) => `${one}\0`).join(""))}`,
    `<# gc b #> ${text} # del b\n`,
  ]);
}

const CMD: Readonly<Record<Does, readonly [string, ...string[]]>> = {
  reads: ["type FILE", "more FILE", "findstr x FILE", "type FILE | findstr x", "sort FILE", "sort /r FILE"],
  writes: [
    "echo v>FILE",
    "echo v >> FILE",
    ">FILE echo v",
    "(echo v) > FILE",
    "type nul > FILE",
    "copy nul FILE",
  ],
  deletes: [
    "del FILE",
    "del /q FILE",
    "erase FILE",
    "del /f/q FILE",
    "for %i in (FILE) do del %i",
    'for %i in (FILE) do @del /q "%i"',
  ],
};

/** A text of `cmd`. */
export function writeCmd(dice: Dice): WrittenScript {
  const all = effects(dice);
  const texts = all.map(({ does, file }) => {
    const form = dice.one(CMD[does]);
    const path = file.replaceAll("/", "\\");
    const spelled = dice.one([path, `"${path}"`, `.\\${path}`, path.replace(/^(.)(?=[a-z])/, "$1^")]);
    const name = /^[a-z]+/.exec(form)?.[0] ?? "";
    const at = 1 + dice.below(Math.max(1, name.length - 1));
    const cut = dice.one([name, name.toUpperCase(), `${name.slice(0, at)}^${name.slice(at)}`, `@${name}`]);
    const text = (name === "" || name === "for" ? form : cut + form.slice(name.length)).replace(
      "FILE",
      () => spelled,
    );
    if (name === "for" || dice.chance(0.5)) return text;
    return dice.one([
      `(${text})`,
      `if exist b ${text}`,
      `if not "1"=="2" (${text})`,
      `cd . && ${text}`,
      `ver>nul & ${text}`,
    ]);
  });
  return { text: texts.join(dice.one([" & ", " && ", "\n"])), does: told(all) };
}
