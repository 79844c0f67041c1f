/** How code is given to an interpreter. */
export interface Interpreter {
  /** The option after which code follows. */
  readonly code: RegExp;
  /** The first operand is code, when no option gives it. */
  readonly firstOperandIsCode?: true;
  /** Nothing after the code is an option of the interpreter. */
  readonly stopsAtCode?: true;
  /** The option that makes it read code from its standard input although operands follow. */
  readonly input?: RegExp;
  /** Options that take a name and a value as data. */
  readonly data?: readonly string[];
}

const SHELL: Interpreter = {
  code: /^-[a-zA-Z]*c[a-zA-Z]*$/,
  stopsAtCode: true,
  input: /^-[a-zA-Z]*s[a-zA-Z]*$/,
};
const PYTHON: Interpreter = { code: /^-[a-zA-Z]*[cm]$/, stopsAtCode: true };
const DASH_E: Interpreter = { code: /^-[a-zA-Z0-9]*[eEpnr]$|^--(?:eval|print|run|code)$/ };
const PROGRAM: Interpreter = { code: /^-e$|^--expression$|^--source$/, firstOperandIsCode: true };

const RUNNER: Interpreter = { code: /^-c$|^--call$/ };

/** The interpreter that a program's name means. */
export function interpreterOf(program: string): Interpreter | undefined {
  if (/^(?:ba|da|z|k|mk|a|c|tc|fi|r)?sh$/.test(program)) return SHELL;
  if (/^(?:python|pypy)[0-9.]*$/.test(program)) return PYTHON;
  if (
    /^(?:node|nodejs|bun|deno|perl|ruby|php|lua|luajit|tclsh|Rscript|ghc|groovy|scala|elixir)[0-9.]*$/.test(
      program,
    )
  ) {
    return DASH_E;
  }
  if (/^(?:[gmn]?awk|g?sed)$/.test(program)) return PROGRAM;
  if (/^(?:npx|npm|pnpm|yarn|bunx)$/.test(program)) return RUNNER;
  if (/^[jy]q$/.test(program)) return { ...PROGRAM, data: ["--arg", "--argjson"] };
  return undefined;
}

/** The file's name of a program's path. */
export function programName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The program reads shell text. */
export function isShell(program: string): boolean {
  return interpreterOf(program) === SHELL;
}
