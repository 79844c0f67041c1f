import type { Terminal } from "../../console/src/terminal.js";

/** What a person reads before the question, and answers: by default the word that it asks for. */
export function person(answer = (word: string): string => word): Terminal & { readonly read: string[] } {
  const read: string[] = [];
  return {
    read,
    tell: (text) => void read.push(text),
    ask: (question) => {
      read.push(question);
      const yes = question.includes("(y/n)") ? "y" : "";
      return Promise.resolve(answer(/type ([a-z]{6}) to /.exec(question)?.[1] ?? yes));
    },
  };
}
