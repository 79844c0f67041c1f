// The interop scenario "API gateway" of OpenID AuthZEN: openid/authzen, interop/authzen-api-gateways/test-harness. The users are those
// of the todos; a route is decided on before its todo is known, so whoever may change some todo gets through.
import type { TodoUser } from "./todo.table.js";

/** One evaluation: subject, method, route, and what it has to be. */
export const GATEWAY_ROWS: readonly (readonly [TodoUser, string, string, boolean])[] = [
  ["rick", "GET", "/users/{userId}", true],
  ["rick", "GET", "/todos", true],
  ["rick", "POST", "/todos", true],
  ["rick", "PUT", "/todos/{todoId}", true],
  ["rick", "DELETE", "/todos/{todoId}", true],
  ["morty", "GET", "/users/{userId}", true],
  ["morty", "GET", "/todos", true],
  ["morty", "POST", "/todos", true],
  ["morty", "PUT", "/todos/{todoId}", true],
  ["morty", "DELETE", "/todos/{todoId}", true],
  ["summer", "GET", "/users/{userId}", true],
  ["summer", "GET", "/todos", true],
  ["summer", "POST", "/todos", true],
  ["summer", "PUT", "/todos/{todoId}", true],
  ["summer", "DELETE", "/todos/{todoId}", true],
  ["beth", "GET", "/users/{userId}", true],
  ["beth", "GET", "/todos", true],
  ["beth", "POST", "/todos", false],
  ["beth", "PUT", "/todos/{todoId}", false],
  ["beth", "DELETE", "/todos/{todoId}", false],
  ["jerry", "GET", "/users/{userId}", true],
  ["jerry", "GET", "/todos", true],
  ["jerry", "POST", "/todos", false],
  ["jerry", "PUT", "/todos/{todoId}", false],
  ["jerry", "DELETE", "/todos/{todoId}", false],
];
