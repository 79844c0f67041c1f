import { own } from "@gatehouse-hooks/json";
import { quoteWord } from "../code/quote-word.js";

/** A word of the shell for a path that a path fact may mean; a wildcard stands for one letter. */
export function pathWord(fact: object): string {
  const spelled = ["home", "local", "path"]
    .map((key) => own(fact, key))
    .find((one) => typeof one === "string" && one !== "");
  // Nothing is known of it but, maybe, that it is not in the workspace.
  if (typeof spelled !== "string") return own(fact, "local") === null ? "/srv/file" : "file";
  const path = literal(spelled);
  // A folder that everything is below is not itself below it.
  const file = path.endsWith("/") && path !== "/" ? `${path}x` : path;
  return file.startsWith("~/") ? `~/${quoteWord(file.slice(2))}` : file === "~" ? file : quoteWord(file);
}

/** One string of a glob: without backslashes, the first of each choice, a letter for what may be any. */
function literal(glob: string): string {
  return glob
    .replace(/\{((?:[^{},\\]|\\.)*),[^{}]*\}/g, "$1")
    .replace(/\\(.)|\*+|\?|\[[^\]]*\]/gs, (_, escaped: string | undefined) => escaped ?? "x");
}
