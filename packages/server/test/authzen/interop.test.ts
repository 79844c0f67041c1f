import { describe, expect, test } from "vitest";
import { ask, type Answered, serverOf } from "../served.js";
import { GATEWAY_ROWS } from "./gateway.table.js";
import { IDP_ROWS, RECORD_OWNERS } from "./idp.table.js";
import { GATEWAY_POLICIES, IDP_POLICIES, TODO_POLICIES } from "./scenario-policies.js";
import { TODO_LISTS, TODO_ROWS, TODO_USERS, type TodoUser } from "./todo.table.js";

const EVALUATION = "/access/v1/evaluation";
const EVALUATIONS = "/access/v1/evaluations";

function todo(id: string, owner: TodoUser): object {
  return { type: "todo", id, properties: { ownerID: TODO_USERS[owner].mail } };
}

function decisionsOf({ body }: Answered): readonly unknown[] {
  return (body["evaluations"] as readonly { readonly decision: unknown }[]).map(({ decision }) => decision);
}

describe("Todo: 40 evaluations and 3 requests for several", async () => {
  const server = await serverOf(TODO_POLICIES);

  test("the tables are whole", () => {
    expect([TODO_ROWS.length, TODO_LISTS.length, GATEWAY_ROWS.length, IDP_ROWS.length]).toEqual([
      40, 3, 25, 6,
    ]);
  });

  test.each(TODO_ROWS)("$subject $action $resource.id of $owner: $expected", async (row) => {
    const { subject, action, resource, owner, expected } = row;
    const answer = await ask(server, EVALUATION, {
      body: {
        subject: { type: "user", id: TODO_USERS[subject].id },
        action: { name: action },
        resource: owner === undefined ? resource : todo(resource.id, owner),
        context: {},
      },
    });
    expect([answer.status, answer.body["decision"]]).toEqual([200, expected]);
  });

  test.each(TODO_LISTS)("$subject updates the todos of $owners: $expected", async (row) => {
    const { subject, owners, expected } = row;
    const answer = await ask(server, EVALUATIONS, {
      body: {
        subject: { type: "user", id: TODO_USERS[subject].id },
        action: { name: "can_update_todo" },
        resource: {},
        context: {},
        evaluations: owners.map((owner, i) => ({ resource: todo(`todo-${i}`, owner) })),
      },
    });
    expect(decisionsOf(answer)).toEqual(expected);
  });
});

describe("API gateway: 25 evaluations", async () => {
  const server = await serverOf(GATEWAY_POLICIES);

  test.each(GATEWAY_ROWS)("%s %s %s: %s", async (user, method, route, expected) => {
    const { status, body } = await ask(server, EVALUATION, {
      body: {
        subject: { type: "identity", id: TODO_USERS[user].id },
        action: { name: method },
        resource: { type: "route", id: route },
      },
    });
    expect([status, body["decision"]]).toEqual([200, expected]);
  });
});

describe("IdP: 6 searches, each as 20 evaluations", async () => {
  const server = await serverOf(IDP_POLICIES);
  const records = Object.entries(RECORD_OWNERS);

  test.each(IDP_ROWS)("%s may delete %s", async (user, expected) => {
    const answer = await ask(server, EVALUATIONS, {
      body: {
        subject: { type: "user", id: user },
        action: { name: "delete" },
        evaluations: records.map(([id, owner]) => ({
          resource: { type: "record", id, properties: { owner } },
        })),
      },
    });
    const decisions = decisionsOf(answer);
    expect(records.filter((_, i) => decisions[i] === true).map(([id]) => id)).toEqual(expected);
  });
});
