import { parse } from "shell-quote";

/** What a check by hand over the words of `shell-quote` forbids: the usual few commands, by name and options. */
export function deniedByWords(command: string): boolean {
  let words: string[] = [];
  const calls = [words];
  for (const one of parse(command)) {
    if (typeof one === "string") words.push(one);
    else if ("op" in one && one.op === "glob") words.push(one.pattern ?? "*");
    else if ("op" in one) calls.push((words = []));
  }
  return calls.some(deniedCall);
}

const WRAPPERS: ReadonlySet<string> = new Set(["sudo", "env", "nohup", "time", "command"]);

function deniedCall(words: readonly string[]): boolean {
  const start = words.findIndex((word) => !WRAPPERS.has(word) && !/^\w+=/.test(word));
  const [name = "", ...args] = words.slice(Math.max(start, 0));
  const has = (...options: readonly string[]): boolean => options.some((option) => args.includes(option));
  const letters = args.filter((arg) => /^-[a-zA-Z]+$/.test(arg)).join("");
  switch (name.split("/").at(-1)) {
    case "rm":
      return (
        /[rR]/.test(letters) &&
        letters.includes("f") &&
        args.some((arg) => /^(?:\/|~|\$HOME|\.\.|\*)/.test(arg))
      );
    case "git":
      return (
        (has("reset") && has("--hard", "--merge")) ||
        (has("clean") && letters.includes("f")) ||
        (has("push") && has("--force", "-f")) ||
        (has("checkout") && has("--", ".")) ||
        (has("branch") && has("-D")) ||
        (has("stash") && has("drop", "clear"))
      );
    case "dd":
      return args.some((arg) => arg.startsWith("of=/dev/"));
    case "bash":
    case "sh": {
      const at = args.indexOf("-c");
      return at !== -1 && deniedByWords(args[at + 1] ?? "");
    }
    default:
      return /^(?:mkfs|shred|wipefs)/.test(name);
  }
}
