// The interop scenario "Todo" of OpenID AuthZEN: who may do what. Its cases are openid/authzen,
// interop/authzen-todo-backend/test, for the final Authorization API 1.0: subjects by the id in their token, owners by mail.

/** One evaluation of the scenario, and what it has to be. */
export interface TodoRow {
  readonly subject: TodoUser;
  readonly action: string;
  readonly resource: { readonly type: string; readonly id: string };
  readonly owner?: TodoUser;
  readonly expected: boolean;
}

export type TodoUser = "rick" | "morty" | "summer" | "beth" | "jerry";

export const TODO_USERS: Readonly<
  Record<TodoUser, { readonly id: string; readonly mail: string; readonly roles: readonly string[] }>
> = {
  rick: {
    id: "CiRmZDA2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs",
    mail: "rick@the-citadel.com",
    roles: ["admin", "evil_genius"],
  },
  morty: {
    id: "CiRmZDE2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs",
    mail: "morty@the-citadel.com",
    roles: ["editor"],
  },
  summer: {
    id: "CiRmZDI2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs",
    mail: "summer@the-smiths.com",
    roles: ["editor"],
  },
  beth: {
    id: "CiRmZDM2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs",
    mail: "beth@the-smiths.com",
    roles: ["viewer"],
  },
  jerry: {
    id: "CiRmZDQ2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs",
    mail: "jerry@the-smiths.com",
    roles: ["viewer"],
  },
};

type Row = readonly [TodoUser, string, string, string, TodoUser | null, boolean];

const ROWS: readonly Row[] = [
  ["rick", "can_read_user", "user", "beth@the-smiths.com", null, true],
  [
    "rick",
    "can_read_user",
    "user",
    "CiRmZDA2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs",
    null,
    true,
  ],
  ["rick", "can_read_todos", "todo", "todo-1", null, true],
  ["rick", "can_create_todo", "todo", "todo-1", null, true],
  ["rick", "can_update_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b92", "rick", true],
  ["rick", "can_update_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b91", "morty", true],
  ["rick", "can_delete_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b92", "rick", true],
  ["rick", "can_delete_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b91", "morty", true],
  ["morty", "can_read_user", "user", "beth@the-smiths.com", null, true],
  [
    "morty",
    "can_read_user",
    "user",
    "CiRmZDE2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs",
    null,
    true,
  ],
  ["morty", "can_read_todos", "todo", "todo-1", null, true],
  ["morty", "can_create_todo", "todo", "todo-1", null, true],
  ["morty", "can_update_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b92", "rick", false],
  ["morty", "can_update_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b91", "morty", true],
  ["morty", "can_delete_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b92", "rick", false],
  ["morty", "can_delete_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b91", "morty", true],
  ["summer", "can_read_user", "user", "beth@the-smiths.com", null, true],
  [
    "summer",
    "can_read_user",
    "user",
    "CiRmZDI2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs",
    null,
    true,
  ],
  ["summer", "can_read_todos", "todo", "todo-1", null, true],
  ["summer", "can_create_todo", "todo", "todo-1", null, true],
  ["summer", "can_update_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b92", "rick", false],
  ["summer", "can_update_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b93", "summer", true],
  ["summer", "can_delete_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b92", "rick", false],
  ["summer", "can_delete_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b93", "summer", true],
  ["beth", "can_read_user", "user", "beth@the-smiths.com", null, true],
  [
    "beth",
    "can_read_user",
    "user",
    "CiRmZDM2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs",
    null,
    true,
  ],
  ["beth", "can_read_todos", "todo", "todo-1", null, true],
  ["beth", "can_create_todo", "todo", "todo-1", null, false],
  ["beth", "can_update_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b92", "rick", false],
  ["beth", "can_update_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b94", "beth", false],
  ["beth", "can_delete_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b92", "rick", false],
  ["beth", "can_delete_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b94", "beth", false],
  ["jerry", "can_read_user", "user", "beth@the-smiths.com", null, true],
  [
    "jerry",
    "can_read_user",
    "user",
    "CiRmZDQ2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs",
    null,
    true,
  ],
  ["jerry", "can_read_todos", "todo", "todo-1", null, true],
  ["jerry", "can_create_todo", "todo", "todo-1", null, false],
  ["jerry", "can_update_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b92", "rick", false],
  ["jerry", "can_update_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b95", "jerry", false],
  ["jerry", "can_delete_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b92", "rick", false],
  ["jerry", "can_delete_todo", "todo", "7240d0db-8ff0-41ec-98b2-34a096273b95", "jerry", false],
];

/** The 40 evaluations. */
export const TODO_ROWS: readonly TodoRow[] = ROWS.map(([subject, action, type, id, owner, expected]) => ({
  ...{ subject, action, resource: { type, id } },
  ...(owner !== null && { owner }),
  expected,
}));

/** The 3 requests of evaluations: may the subject update the todos of these owners? */
export const TODO_LISTS: readonly {
  readonly subject: TodoUser;
  readonly owners: readonly TodoUser[];
  readonly expected: readonly boolean[];
}[] = [
  { subject: "rick", owners: ["rick", "morty"], expected: [true, true] },
  { subject: "morty", owners: ["rick", "morty"], expected: [false, true] },
  { subject: "jerry", owners: ["rick", "jerry"], expected: [false, false] },
];
