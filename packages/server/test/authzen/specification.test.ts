import { describe, expect, test } from "vitest";
import { ask, serverOf, tokenOf } from "../served.js";

const POLICIES = `
version: 1
policies:
  - id: readers-read
    events: access_request
    when: action.name == "read"
    allow: everybody may read
  - id: nobody-shreds
    events: access_request
    when: action.name == "shred"
    deny: nothing is shredded here
  - id: writers-ask
    events: access_request
    when: action.name == "write"
    ask: is it meant?
  - id: by-context
    events: access_request
    when: action.name == "enter" && context.door == "front"
    allow: the front door is open
  - id: by-property
    events: access_request
    when: has(subject.properties.__proto__) && action.name == "read"
    deny: no property is lost
  - id: no-force-push
    events: before_tool_call
    when: params.command.includes("--force")
    deny: no force pushes
`;

const EVALUATION = "/access/v1/evaluation";
const EVALUATIONS = "/access/v1/evaluations";
const SUBJECT = { type: "user", id: "alice" };
const RESOURCE = { type: "book", id: "42" };
const READ = { subject: SUBJECT, action: { name: "read" }, resource: RESOURCE };

const server = await serverOf(POLICIES);
const permitting = await serverOf(POLICIES, { tenant: { abstain: "permit" } });

async function decisions(body: object): Promise<readonly unknown[]> {
  const answer = await ask(server, EVALUATIONS, { body });
  expect(answer.status).toBe(200);
  return (answer.body["evaluations"] as readonly { readonly decision: unknown }[]).map(
    ({ decision }) => decision,
  );
}

describe("what is a yes", () => {
  test.each([
    ["allow", "read", true, true],
    ["deny", "shred", false, false],
    ["ask", "write", false, false],
    ["abstain", "sleep", false, true],
  ])("%s", async (effect, name, denying, permits) => {
    const body = { ...READ, action: { name } };
    const [one, other] = [
      await ask(server, EVALUATION, { body }),
      await ask(permitting, EVALUATION, { body }),
    ];
    expect([one.body["decision"], other.body["decision"]]).toEqual([denying, permits]);
    expect(one.body["context"]).toMatchObject({ effect });
  });

  test("an ask says which approval it waits for, as an obligation", async () => {
    const { body } = await ask(server, EVALUATION, { body: { ...READ, action: { name: "write" } } });
    const { approval, obligations } = body["context"] as { approval: { id: string }; obligations: unknown };
    expect(obligations).toEqual([{ id: "approval", approval: approval.id }]);
  });

  test("a call of a tool is decided by the policies for agents", async () => {
    const call = (command: string): object => ({
      subject: SUBJECT,
      action: { name: "call" },
      resource: { type: "tool", id: "Bash", properties: { params: { command } } },
    });
    const denied = await ask(permitting, EVALUATION, { body: call("git push --force") });
    expect(denied.body).toMatchObject({ decision: false, context: { policy: "no-force-push" } });
    expect((await ask(permitting, EVALUATION, { body: call("git push") })).body["decision"]).toBe(true);
  });
});

describe("the three semantics of evaluations", () => {
  const list = ["read", "shred", "read"].map((name) => ({ action: { name } }));
  test.each([
    [undefined, [true, false, true]],
    ["execute_all", [true, false, true]],
    ["deny_on_first_deny", [true, false]],
    ["permit_on_first_permit", [true]],
  ])("%s", async (semantic, expected) => {
    const options = semantic === undefined ? {} : { options: { evaluations_semantic: semantic, other: 1 } };
    expect(await decisions({ subject: SUBJECT, resource: RESOURCE, evaluations: list, ...options })).toEqual(
      expected,
    );
  });

  test("one that is not readable is a no of its own, and ends where a no does", async () => {
    const evaluations = [{ action: { name: "read" } }, { action: {} }, { action: { name: "read" } }];
    const body = { subject: SUBJECT, resource: RESOURCE, evaluations };
    expect(await decisions(body)).toEqual([true, false, true]);
    const options = { evaluations_semantic: "deny_on_first_deny" };
    const answer = await ask(server, EVALUATIONS, { body: { ...body, options } });
    const [, second, third] = answer.body["evaluations"] as readonly {
      readonly context: { error: object };
    }[];
    expect(second?.context.error).toMatchObject({ status: 400 });
    expect(third).toBeUndefined();
  });

  test("another semantic is refused as a whole", async () => {
    const options = { evaluations_semantic: "permit_all" };
    expect((await ask(server, EVALUATIONS, { body: { ...READ, evaluations: list, options } })).status).toBe(
      400,
    );
  });

  test("too many evaluations are refused as a whole", async () => {
    const evaluations = Array.from({ length: 101 }, () => ({}));
    expect((await ask(server, EVALUATIONS, { body: { ...READ, evaluations } })).status).toBe(400);
  });
});

describe("defaults of evaluations", () => {
  test("each member of an evaluation counts before the default, and as a whole", async () => {
    const body = {
      ...READ,
      action: { name: "enter" },
      context: { door: "front" },
      evaluations: [
        {},
        { context: { window: "open" } },
        { action: { name: "read" } },
        { subject: { id: "bob" } },
      ],
    };
    expect(await decisions(body)).toEqual([true, false, true, false]);
  });

  test("a default that the evaluations replace need not be one", async () => {
    expect(await decisions({ ...READ, resource: {}, evaluations: [{ resource: RESOURCE }, {}] })).toEqual([
      true,
      false,
    ]);
  });

  test.each([[[]], [undefined]])("without a list it is one evaluation: %j", async (evaluations) => {
    const { body } = await ask(server, EVALUATIONS, { body: { ...READ, evaluations } });
    expect(body["decision"]).toBe(true);
  });
});

describe("requests that are none", () => {
  test("unknown members are ignored", async () => {
    const body = {
      ...READ,
      event: "before_tool_call",
      toolName: "x",
      subject: { ...SUBJECT, identity: 1 },
      action: { name: "read", other: [] },
    };
    expect((await ask(server, EVALUATION, { body })).body["decision"]).toBe(true);
  });

  test.each([
    ["no subject", { action: READ.action, resource: RESOURCE }],
    ["no action", { subject: SUBJECT, resource: RESOURCE }],
    ["no resource", { subject: SUBJECT, action: READ.action }],
    ["no id", { ...READ, subject: { type: "user" } }],
    ["no type", { ...READ, resource: { id: "1" } }],
    ["a name that is no string", { ...READ, action: { name: ["read"] } }],
    ["a context that is no object", { ...READ, context: "now" }],
    ["properties that are a list", { ...READ, subject: { ...SUBJECT, properties: [] } }],
    ["a key twice", '{"subject":{},"subject":{}}'],
    ["half a surrogate pair", '{"subject":"\\ud800"}'],
    ["no JSON", "{"],
    ["nothing", ""],
    ["a list", []],
    ["nested too deeply", `{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`],
  ])("%s: 400, and a problem", async (_, body) => {
    for (const path of [EVALUATION, EVALUATIONS]) {
      const { status, body: problem } = await ask(server, path, { body });
      expect([status, problem["code"], problem["decision"]]).toEqual([400, "bad-request", undefined]);
    }
  });

  test("no property is lost on the way to the policies, whatever its name", async () => {
    const text = JSON.stringify(READ).replace('"alice"', '"alice","properties":{"__proto__":1}');
    const single = await ask(server, EVALUATION, { body: text });
    expect(single.body).toMatchObject({ decision: false, context: { policy: "by-property" } });
    const listed = await ask(server, EVALUATIONS, { body: text.replace(/\}$/, ',"evaluations":[{}]}') });
    expect(listed.body["evaluations"]).toMatchObject([
      { decision: false, context: { policy: "by-property" } },
    ]);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])(
    "the type %j: 415",
    async (type) => {
      const { status } = await ask(server, EVALUATION, { body: READ, headers: { "content-type": type } });
      expect(status).toBe(415);
    },
  );

  test.each(["application/json; charset=utf-8", "Application/JSON"])("the type %j is JSON", async (type) => {
    const answer = await ask(server, EVALUATION, { body: READ, headers: { "content-type": type } });
    expect(answer.body["decision"]).toBe(true);
  });

  test("a body that is too long: 413, said or not", async () => {
    const body = { ...READ, context: { long: "a".repeat(2_000_000) } };
    expect((await ask(server, EVALUATION, { body })).status).toBe(413);
    expect((await ask(server, EVALUATION, { body, headers: { "content-length": "2000200" } })).status).toBe(
      413,
    );
  });
});

describe("who asks", () => {
  test.each([null, "unknown", "", "a b", `${tokenOf("decide")}x`])("the token %j: 401", async (token) => {
    const { status, headers } = await ask(server, EVALUATION, { body: READ, token });
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toMatch(/^Bearer /);
  });

  test.each(["answer", "approve", "metrics"] as const)("the role %s may not decide: 403", async (role) => {
    const { status } = await ask(server, EVALUATION, { body: READ, token: tokenOf(role) });
    expect(status).toBe(403);
  });

  test("who may not ask learns nothing of the body", async () => {
    expect((await ask(server, EVALUATION, { body: "{", token: null })).status).toBe(401);
  });
});

describe("what the server says of itself", () => {
  test.each([
    ["evaluation", { body: READ }, 200],
    ["a problem", { body: "{" }, 400],
    ["a stranger", { body: READ, token: null }, 401],
  ])("x-request-id comes back: %s", async (_, asking, status) => {
    const id = "bfe9eb29-ab87-4ca3-be83-a1d5d8305716";
    const answer = await ask(server, EVALUATION, { ...asking, headers: { "x-request-id": id } });
    expect([answer.status, answer.headers.get("x-request-id")]).toEqual([status, id]);
  });

  test("an id of a request that is none does not come back", async () => {
    const answer = await ask(server, EVALUATION, {
      body: READ,
      headers: { "x-request-id": "a".repeat(500) },
    });
    expect(answer.headers.get("x-request-id")).toBeNull();
  });

  test.each(["subject", "resource", "action"])("search for a %s is not offered: 501", async (what) => {
    const { status, body } = await ask(server, `/access/v1/search/${what}`, { body: READ });
    expect([status, body["code"]]).toEqual([501, "not-offered"]);
  });

  test("the metadata has the two endpoints, and no search", async () => {
    const { body } = await ask(server, "/.well-known/authzen-configuration", { token: null });
    expect(body).toEqual({
      policy_decision_point: "http://pdp.test",
      access_evaluation_endpoint: "http://pdp.test/access/v1/evaluation",
      access_evaluations_endpoint: "http://pdp.test/access/v1/evaluations",
    });
  });

  test("the metadata has the origin that was configured", async () => {
    const other = await serverOf(POLICIES, { origin: "https://pdp.example.com" });
    const { body } = await ask(other, "/.well-known/authzen-configuration", { token: null });
    expect(body["policy_decision_point"]).toBe("https://pdp.example.com");
  });
});
