// The interop scenario "IdP" of OpenID AuthZEN: openid/authzen, interop/authzen-idp. Its six cases search for the records that a user may
// delete. This server does not search, so every record is asked about in one request for evaluations, and the yeses are the result.

/** Who owns the 20 records. */
export const RECORD_OWNERS: Readonly<Record<string, string>> = {
  "101": "alice",
  "102": "bob",
  "103": "carol",
  "104": "dan",
  "105": "erin",
  "106": "felix",
  "107": "alice",
  "108": "bob",
  "109": "carol",
  "110": "dan",
  "111": "erin",
  "112": "felix",
  "113": "alice",
  "114": "bob",
  "115": "carol",
  "116": "dan",
  "117": "erin",
  "118": "felix",
  "119": "alice",
  "120": "bob",
};

/** The records that a user may delete. */
export const IDP_ROWS: readonly (readonly [string, readonly string[]])[] = [
  ["alice", ["101", "107", "113", "119"]],
  ["bob", ["102", "108", "114", "120"]],
  ["carol", ["103", "109", "115"]],
  ["dan", ["104", "110", "116"]],
  ["erin", ["105", "111", "117"]],
  ["felix", ["106", "112", "118"]],
];
