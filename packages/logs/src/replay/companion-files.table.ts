/** What agents keep beside their sessions, and has no calls: not a session of an unknown format. By the end of the path. */
const COMPANIONS: readonly RegExp[] = [
  // Claude Code and Qwen Code: about a sub-agent; read together with its session.
  /\.meta\.json$/,
  // Copilot CLI: states of files.
  /\/rewind-file-snapshots\/(?:index|tracking)\.json$/,
  // Gemini CLI: its projects, and the prompts of all sessions.
  /\/\.gemini\/projects\.json$/,
  /\/\.gemini\/tmp\/[^/]+\/logs\.json$/,
  // Cline: about the session, beside its messages.
  /\/sessions\/([^/]+)\/\1\.json$/,
  // Claude Code and Codex: prompts of all sessions.
  /\/\.(?:claude|codex)\/history\.jsonl$/,
];

/** Whether a file is one that an agent keeps beside its sessions. */
export function isCompanion(path: string): boolean {
  const plain = path.replaceAll("\\", "/");
  return COMPANIONS.some((one) => one.test(plain));
}
