import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** What is longer is hidden as a whole. */
const MOST_BYTES = 1024 * 1024;
/** No pipe is waited for, and no link is followed that has come since. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** A file of variables without their values; undefined where it cannot be read, or is no file. */
export function readWithoutValues(path: string): string | undefined {
  try {
    const file = openSync(path, FLAGS);
    try {
      const stats = fstatSync(file);
      return stats.isFile() && stats.size <= MOST_BYTES
        ? withoutValues(readFileSync(file, "utf8"))
        : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

const NAME = /^\s*(?:export\s+)?([A-Za-z_][\w.-]{0,99})\s*[=:]/;
/** Of what has nothing behind it: the last line of a key looks like a name in both cases. */
const PLAIN_NAME = /^(?:[A-Z][A-Z\d_]*|[a-z][a-z\d_.-]*)$/;
const ENDS_WITH_BACKSLASH = /(?:^|[^\\])(?:\\\\)*\\$/;
/** A value goes on in the next line, without a quote. */
const NEXT_LINE = "next line";

/** The lines of a file of variables with their names alone, so that programs which read it go on. A value goes on to where its quote ends. */
export function withoutValues(text: string): string {
  let open: string | undefined;
  return text
    .split(/\r?\n/)
    .map((line) => {
      const name = open === undefined ? nameOf(line) : undefined;
      open = openAfter(line.slice(name?.length ?? 0), open, name !== undefined);
      if (name !== undefined) return `${name}held-by-gatehouse`;
      return line.trim() === "" ? "" : "# held";
    })
    .join("\n");
}

/** The line up to its value. */
function nameOf(line: string): string | undefined {
  const [all, name] = NAME.exec(line) ?? [];
  if (all === undefined || name === undefined) return undefined;
  const value = line.slice(all.length).trim();
  return (value === "" || value === "=") && !(value === "" && PLAIN_NAME.test(name)) ? undefined : all;
}

/** What a line leaves open, having begun in something open or in nothing. */
function openAfter(line: string, before: string | undefined, isValue: boolean): string | undefined {
  if (before === undefined || before === NEXT_LINE) {
    const quote = isValue ? /^\s*(["'`])/.exec(line)?.[1] : undefined;
    if (quote !== undefined) return openAfter(line.slice(line.indexOf(quote) + 1), quote, true);
    return (isValue || before === NEXT_LINE) && ENDS_WITH_BACKSLASH.test(line) ? NEXT_LINE : undefined;
  }
  for (let at = 0; at < line.length; at++) {
    if (line[at] === "\\") at++;
    else if (line[at] === before) return undefined;
  }
  return before;
}
