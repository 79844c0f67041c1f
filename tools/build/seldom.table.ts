/**
 * Files of packages that fewer than one hook call in ten runs any function of: forms of the shell and of programs that are rare, what
 * reads conditions from their text, the index of policies that is not stored, and the trail. In a file of their own, they are read when
 * one of their functions is called, and are not in the snapshot that hooks start from. `seldom-code.test.ts` of `test/packaging` counts.
 */
export const SELDOM: readonly RegExp[] = [
  /[\\/]packages[\\/]audit[\\/]src[\\/](?:segment-writer|audit-trail|trail-chain|verify-trail|kept-runs|segments|redact-record|read-trail|heads|read-record|audit-kinds\.table|write-private-file)\.ts$/,
  /[\\/]packages[\\/]condition[\\/]src[\\/]compile[\\/](?:analyze|requirements|spending|receiver|text-atom|likelihood|constant-truth|atom)\.ts$/,
  /[\\/]packages[\\/]engine[\\/]src[\\/](?:refusal|keys-of|session-of|memory[\\/](?:holds-with-memory|partial-outcome))\.ts$/,
  /[\\/]packages[\\/]engine[\\/]src[\\/]candidates[\\/](?:substring-scanner|path-table|gate-lists|literal-trie|found|bucket|interval-table|overlap-scanner|affix-scanner|postings|event-policies|access|requirement|gate)\.ts$/,
  /[\\/]packages[\\/]facts[\\/]src[\\/](?:action-kinds\.table|translate-text|read-patch|scripts[\\/]make-recipes)\.ts$/,
  /[\\/]packages[\\/]facts[\\/]src[\\/]code[\\/](?:calls\.table|code-address|quote-word|shell-escapes)\.ts$/,
  /[\\/]packages[\\/]facts[\\/]src[\\/]handlers[\\/](?:parallel|socat|socat-address|ssh|rsync|base64|docker-run|awk|git-config-command|git-checkout|watch|kill|tar|mktemp)\.ts$/,
  /[\\/]packages[\\/]facts[\\/]src[\\/]programs[\\/](?:read-programs|check-program-row|git-config|read-transfers|git-alias|apply-patch|read-names|option-list|read-sql)\.ts$/,
  /[\\/]packages[\\/]facts[\\/]src[\\/]tools[\\/](?:guessed-row|guessed-lines|guess-call|argument-words|tool-row)\.ts$/,
  /[\\/]packages[\\/]local[\\/]src[\\/]places[\\/]places\.ts$/,
  /[\\/]packages[\\/]redact[\\/]src[\\/]|[\\/]node_modules[\\/]crc-32[\\/]/,
  /[\\/]packages[\\/]shell[\\/]src[\\/](?:constant-test|pattern|braces|change-value|arithmetic|run-loops|hidden-code)\.ts$/,
  /[\\/]packages[\\/]shell[\\/]src[\\/]builtins[\\/](?:input|mapfile|name|variable|parameter|code)-builtins?\.ts$/,
  /[\\/]packages[\\/]shell[\\/]src[\\/]builtins[\\/]format-printf\.ts$/,
  /[\\/]node_modules[\\/]unbash[\\/]dist[\\/]ansi-c\.js$/,
];
