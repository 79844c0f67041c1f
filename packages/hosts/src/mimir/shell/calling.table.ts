/** How an interpreter takes code and scripts. */
export interface Calling {
  /** Options without an argument that may be in front. */
  readonly flags: RegExp;
  /** The option with code; nothing but data is behind the code. */
  readonly code?: RegExp;
  /** Behind the code there has to be a `--`. */
  readonly dashes?: true;
  /** The code is shell text that we can read. */
  readonly posix?: true;
  /** Code that evaluates its arguments nevertheless. */
  readonly unsafe?: RegExp;
}

const SHELL: Calling = {
  flags: /^(?:-[aefnuvxlbhkp]+|--(?:norc|noprofile|posix|login))$/,
  code: /^-[aefnuvxl]*c$/,
  posix: true,
};

/** By the names of programs. */
export const CALLING: readonly (readonly [RegExp, Calling])[] = [
  [/^(?:ba|da|k|mk|a|z|rba)?sh$/, SHELL],
  [/^(?:python|pypy)[0-9.]*$/, { flags: /^-[bBdEIOPqsSuv]+$/, code: /^-[bBdEIOPqsSuv]*c$/ }],
  [
    /^(?:node|nodejs)[0-9]*$/,
    {
      flags: /^--(?:no-warnings|enable-source-maps|trace-warnings|throw-deprecation|use-strict)$/,
      code: /^(?:-e|--eval)$/,
      dashes: true,
    },
  ],
  // `<>` and `open` with two arguments run a file's name that ends with `|`.
  [
    /^perl[0-9.]*$/,
    {
      flags: /^-[wWtTsS]+$/,
      code: /^-[wWtT]*[eE]$/,
      dashes: true,
      unsafe: /<|\bopen\b|\bARGV\b(?!\[)|`|\bqx\b/,
    },
  ],
  // `gets` and `open` read, and run, what the arguments name.
  [
    /^ruby[0-9.]*$/,
    {
      flags: /^-[wWv]+$/,
      code: /^-e$/,
      dashes: true,
      unsafe: /\bgets\b|\bopen\b|\bARGF\b|\breadlines?\b|`|%x/,
    },
  ],
  [/^php[0-9.]*$/, { flags: /^-[nq]+$/, code: /^-r$/, dashes: true }],
  [/^(?:bun|lua|luajit|tclsh|Rscript|elixir)[0-9.]*$/, { flags: /^$/ }],
];
