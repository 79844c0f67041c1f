// The policies of the interop scenarios, as policy files. Roles and mails of the users are what a PDP of the scenario has to know.
import { TODO_USERS } from "./todo.table.js";

const users = Object.values(TODO_USERS);

/** The ids of those who have one of the roles, as a list of the condition language. */
function idsOf(...roles: readonly string[]): string {
  return JSON.stringify(
    users.filter((one) => one.roles.some((role) => roles.includes(role))).map(({ id }) => id),
  );
}

/** Holds where the subject is the user who owns the todo. */
const OWNS = users
  .map(({ id, mail }) => `(subject.id == "${id}" && resource.properties.ownerID == "${mail}")`)
  .join(" || ");

/** Those who are editors: the two other roles are editors with more power. */
const EDITORS = idsOf("editor", "admin", "evil_genius");

export const TODO_POLICIES = `
version: 1
policies:
  - id: everybody-reads
    events: access_request
    when: action.name in ["can_read_user", "can_read_todos"]
    allow: everybody may look
  - id: editors-create
    events: access_request
    when: action.name == "can_create_todo" && subject.id in ${EDITORS}
    allow: editors may create todos
  - id: editors-change-their-own
    events: access_request
    when: >-
      action.name in ["can_update_todo", "can_delete_todo"] && resource.type == "todo"
      && subject.id in ${EDITORS} && (${OWNS})
    allow: editors may change their own todos
  - id: admins-delete
    events: access_request
    when: action.name == "can_delete_todo" && subject.id in ${idsOf("admin")}
    allow: admins may delete every todo
  - id: evil-geniuses-update
    events: access_request
    when: action.name == "can_update_todo" && subject.id in ${idsOf("evil_genius")}
    allow: evil geniuses may update every todo
`;

export const GATEWAY_POLICIES = `
version: 1
policies:
  - id: everybody-gets
    events: access_request
    when: resource.type == "route" && action.name == "GET"
    allow: everybody may look
  - id: editors-change
    events: access_request
    when: >-
      resource.type == "route" && action.name in ["POST", "PUT", "DELETE"]
      && resource.id in ["/todos", "/todos/{todoId}"] && subject.id in ${EDITORS}
    allow: editors may change some todos
`;

export const IDP_POLICIES = `
version: 1
policies:
  - id: owners-delete
    events: access_request
    when: action.name == "delete" && resource.type == "record" && resource.properties.owner == subject.id
    allow: owners may delete their records
`;
