import { type DraftCall, type NoDraft, type RuleDraft, shellCall, shellWord } from "./rule-draft.js";

/**
 * A policy about files, whichever command or tool touches them.
 *
 * @param text a path or a glob: `deploy/` in the project, `~/.ssh/**`, `**` + `/*.pem`
 */
export function pathDraft(does: "read" | "write", text: string): RuleDraft | NoDraft {
  if (/[\\"'`$;&|<>()\n]/.test(text))
    return {
      kind: "refused",
      message: `\`${text}\` is not a path`,
      cure: "write a path or a glob: deploy/, ~/.ssh/**, **/*.pem",
    };
  const glob = JSON.stringify(globOf(text));
  const path = sampleOf(text);
  return {
    kind: "draft",
    when:
      does === "read"
        ? `facts.reads.any(r, r.touches(${glob}))`
        : `facts.writes.any(w, w.touches(${glob})) || facts.deletes.any(d, d.touches(${glob}))`,
    about: `${does} ${text}`,
    ...(does === "read" ? readCalls(path) : writeCalls(path)),
  };
}

/** A path without a beginning is one of the project; one without a wildcard is a file, or all that is in the folder. */
function globOf(text: string): string {
  const rooted = /^(?:\/|~\/|\.\/|\*\*)/.test(text) ? text : `./${text}`;
  if (/[*?[{]/.test(rooted)) return rooted;
  return rooted.endsWith("/") ? `${rooted}**` : `${rooted}{,/**}`;
}

/** A path that a glob is about. */
function sampleOf(text: string): string {
  const plain = text
    .replaceAll(/\{([^{},]*)[^{}]*\}/g, "$1")
    .replaceAll(/\*+/g, "x")
    .replaceAll("?", "x");
  return plain.endsWith("/") ? `${plain}x` : plain;
}

function readCalls(path: string): {
  readonly stops: readonly DraftCall[];
  readonly passes: readonly DraftCall[];
} {
  const word = shellWord(path);
  return {
    stops: [
      { name: "a tool", toolName: "Read", params: { file_path: path } },
      shellCall("a shell in a shell", `sh -c ${shellWord(`head -1 ${word}`)}`),
    ],
    passes: [
      shellCall("talking about it", `git commit -m ${shellWord(`cat ${word}`)}`),
      shellCall("another file", "cat another-file"),
    ],
  };
}

function writeCalls(path: string): {
  readonly stops: readonly DraftCall[];
  readonly passes: readonly DraftCall[];
} {
  const word = shellWord(path);
  return {
    stops: [
      { name: "a tool", toolName: "Write", params: { file_path: path, content: "x" } },
      shellCall("a shell in a shell", `sh -c ${shellWord(`rm ${word}`)}`),
    ],
    passes: [
      shellCall("reading", `cat ${word}`),
      shellCall("talking about it", `git commit -m ${shellWord(`rm ${word}`)}`),
    ],
  };
}
