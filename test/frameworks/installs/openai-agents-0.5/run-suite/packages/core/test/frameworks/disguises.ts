// Secrets as tools print them: tokens of services, and passwords in what holds them.

/** A secret, and a text that has it. */
export interface Disguise {
  readonly name: string;
  readonly text: string;
  /** What must not be left of it. */
  readonly secret: string;
}

const letters = "abcdefghij0123456789ABCDEFGHIJ0123456789";
const mixed = "q7Xz2Lm9Rt4Vb8Nc1Kd6Wf3Hs5Jp0Gy";

// Built from parts, so that no line of this file has the shape of a secret.
const TOKENS: readonly (readonly [name: string, before: string, secret: string, after: string])[] = [
  ["a key of AWS", "key ", `AKIA${letters.slice(-16).toUpperCase()}`, " end"],
  ["a token of GitHub", "", `ghp_${letters}`, ""],
  ["a fine-grained token of GitHub", "x=", `github_pat_${letters}`, ";"],
  ["a token of GitLab in brackets", "(", `glpat-${letters.slice(0, 20)}`, ")"],
  ["a token of Slack", "", `xoxb-${letters.slice(0, 24)}`, " "],
  ["a key of Stripe", "", `sk_live_${letters.slice(0, 24)}`, ""],
  ["a key of a model in quotes", "'", `sk-ant-${letters}`, "'"],
  ["a key of Google", "", `AIza${letters.slice(0, 35)}`, ""],
  ["a token of npm", "", `npm_${letters.slice(0, 36)}`, ""],
  ["a token of Hugging Face", "", `hf_${letters.slice(0, 34)}`, ""],
  ["a JSON web token", "", `eyJ${letters}.eyJ${letters}.${letters}`, " x"],
  ["a header", "Authorization: Bearer ", "abcdef.ghi-123", "' https://x.example"],
  ["a header with a name and a password", "authorization: Basic ", "dXNlcjpwYXNz", ""],
  ["a password in an address", "https://user:", "p4ss%20word", "@host/path"],
  ["a password of a database", "postgres://app:", "hunter2", "@db:5432/x"],
  ["a variable", "DB_PASSWORD=", "hunter2", " psql"],
  ["an exported variable", "export AWS_SECRET_ACCESS_KEY=", "wJalrXUtnFEMI/K7MDENG", "\nnext"],
  ["JSON", '{"password":"', "p@ss:word", '"}'],
  ["JSON in JSON", '{\\"api_key\\": \\"', "abc123", '\\"}'],
  ["a query", "https://x.example/?api_key=", "abc123", "&page=2"],
  ["YAML", "client_secret: ", "abc123", ""],
  ["an option", "mysql --password ", "hunter2", " db"],
  ["a long token", "echo ", "A".repeat(300), " | base64 -d"],
];

const VALUES: readonly (readonly [name: string, value: string])[] = [
  ["digits in it", "hunter2"],
  ["mixed letters", "wJalrXUtnFEMI"],
  ["mixed letters and a slash", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLE"],
  ["the beginning of a path", `/${mixed}`],
  ["a path before it", `/home/${mixed}`],
  ["hex", "3f2a9c81d2e4b5a6c7d8e9f0"],
  ["consonants", "xkqzvbwjt"],
  ["digits", "493817"],
  ["digits with breaks", "4938-1722"],
  ["words with digits", "correct4horse"],
  ["a long word", "abacadaeafagahaiajakalamana"],
  ["letters in turn", "aBaCaDaE"],
  ["padding", "abacad=="],
];

const ASSIGNED = VALUES.flatMap(([name, value]): readonly (readonly [string, string, string, string])[] => [
  [`a token with ${name}`, "TOKEN=", value, " x"],
  [`an option with ${name}`, "x --secret ", value, " x"],
]);

export const DISGUISES: readonly Disguise[] = [...TOKENS, ...ASSIGNED].map(
  ([name, before, secret, after]) => ({
    name,
    text: before + secret + after,
    secret,
  }),
);
