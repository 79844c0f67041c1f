import { Hono } from "hono";
import { routePath } from "hono/route";
import { TrieRouter } from "hono/router/trie-router";
import { HttpProblem } from "../http/problem.js";
import { requestId } from "../http/request-id.js";
import { tracedRequests } from "../traces/traced-request.js";
import { addApprovalDoor } from "./approval-door.js";
import { addAuthzenDoor } from "./authzen-door.js";
import { addDecideDoor } from "./decide-door.js";
import type { App, DoorEnvironment } from "./environment.js";
import { addHookDoor } from "./hook-door.js";
import { addOpenDoor } from "./open-door.js";

/** All doors, and what becomes of requests that end at none. */
export function routesOf(environment: DoorEnvironment): App {
  const { metrics, onError } = environment;
  // The other routers of the framework make one regular expression of all addresses.
  const app: App = new Hono({ router: new TrieRouter() });
  const traced = tracedRequests();
  app.use(async (context, next) => {
    const started = performance.now();
    await traced(context.req.raw, async () => {
      await next();
      const { headers, status } = context.res;
      const id = requestId(context.req.header("x-request-id"));
      if (id !== undefined) headers.set("x-request-id", id);
      headers.set("x-content-type-options", "nosniff");
      if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
      const route = routeOf(routePath(context, -1));
      metrics.request(route, status, (performance.now() - started) / 1_000);
      return { route, status, policies: headers.get("x-gatehouse-policies") };
    });
  });
  app.onError((error) => {
    if (error instanceof HttpProblem) return error.toResponse();
    onError(error);
    return new HttpProblem("internal-error", "the request could not be answered").toResponse();
  });
  app.notFound(() =>
    new HttpProblem("no-such-address", "no address of this server is called so").toResponse(),
  );
  addOpenDoor(app, environment);
  addAuthzenDoor(app, environment);
  addDecideDoor(app, environment);
  addHookDoor(app, environment);
  addApprovalDoor(app, environment);
  return app;
}

/** The pattern of an address, never the address itself: what a stranger sends must not become a label. */
function routeOf(path: string): string {
  return path.includes("*") ? "other" : path;
}
