/** Where languages without calls of their own give a line to a shell: the first group that matched is the line. */
const ESCAPES: Readonly<Record<string, readonly RegExp[]>> = {
  vim: [
    /(?:^|[|\n:'"]|\bsilent!?)[ \t]*!+[ \t]*([^|\n]+)/g,
    /\bsystem(?:list)?\([ \t]*(?:"([^"]*)"|'([^']*)')/g,
  ],
  less: [/(?:^|\+)(?:[!#]|\|\S)[ \t]*(.+)$/gm],
  lldb: [/^[ \t]*(?:platform[ \t]+)?shell[ \t]+(.+)$/gm],
  make: [/\$[({]shell[ \t]+([^)}\n]+)/g],
  gdb: [/^[ \t]*(?:shell|!|pipe)[ \t]*(.+)$/gm],
  ed: [/^[\d,.$;]*(?:[rwe][ \t]*)?!(.+)$/gm],
  tcl: [/(?:^|[;\n[{])[ \t]*(?:exec|spawn|system)[ \t]+(?:-\w+[ \t]+)*([^\]\n;}]+)/g],
  expect: [/(?:^|[;\n[{])[ \t]*(?:exec|spawn|system)[ \t]+(?:-\w+[ \t]+)*([^\]\n;}]+)/g],
  elisp: [
    /\((?:async-)?(?:shell-command(?:-to-string)?|call-process-shell-command)[ \t]+"((?:[^"\\]|\\.)*)"/g,
  ],
  osascript: [/\bdo[ \t]+shell[ \t]+script[ \t]+"((?:[^"\\]|\\.)*)"/g],
  sql: [
    /(?:^|[\n;])[ \t]*(?:\\!|\.shell|\.system|system[ \t])[ \t]*([^\n]+)/g,
    /\bprogram[ \t]+'((?:[^']|'')*)'/gi,
  ],
};

/** The most lines of one piece of code. */
const MAX_ESCAPES = 50;

/** Lines for a shell in code of another language. */
export function shellEscapes(text: string, lang: string): readonly string[] {
  const found: string[] = [];
  for (const form of ESCAPES[lang] ?? []) {
    for (const match of text.matchAll(form)) {
      const line = match.slice(1).find((one) => one !== undefined);
      if (line !== undefined && found.length < MAX_ESCAPES) found.push(line.replace(/\\(["\\])/g, "$1"));
    }
  }
  return found;
}
