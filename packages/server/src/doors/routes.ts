import { Hono } from "hono";
import { routePath } from "hono/route";
import { TrieRouter } from "hono/router/trie-router";
import { HttpProblem, jsonResponse } from "../http/problem.js";
import { tracedRequests } from "../traces/traced-request.js";
import { addApprovalDoor } from "./approval-door.js";
import { addAuthzenDoor } from "./authzen-door.js";
import { addDecideDoor } from "./decide-door.js";
import type { App, DoorEnvironment } from "./environment.js";
import { addHookDoor } from "./hook-door.js";
import { requireRole } from "../identity/identify.js";
import { openApiDocument } from "../openapi/openapi-document.js";

const PRINTABLE = /^[\x21-\x7e]{1,200}$/;

/** The caller's own id of a request, which its answer repeats (Authorization API 1.0, section 10.1.3); undefined for what is none. */
function requestId(given: string | undefined): string | undefined {
  return given !== undefined && PRINTABLE.test(given) ? given : undefined;
}

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
  app.notFound(({ req }) => {
    const methods = methodsOf(app, req.path);
    const problem =
      methods.length === 0
        ? new HttpProblem("no-such-address", "no address of this server is called so")
        : new HttpProblem(
            "wrong-method",
            `this address takes ${methods.join(" and ")}`,
            {},
            { allow: methods.join(", ") },
          );
    return problem.toResponse();
  });
  addOpenDoor(app, environment);
  addAuthzenDoor(app, environment);
  addDecideDoor(app, environment);
  addHookDoor(app, environment);
  addApprovalDoor(app, environment);
  return app;
}

/** The methods that an address takes; none where no address is called so. */
function methodsOf(app: App, path: string): readonly string[] {
  const taken = ["GET", "POST"].filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => !route.path.includes("*")),
  );
  return taken.includes("GET") ? [...taken, "HEAD"] : taken;
}

/** The pattern of an address, never the address itself: what a stranger sends must not become a label. */
function routeOf(path: string): string {
  return path.includes("*") ? "other" : path;
}

/** What machines that run servers ask. It decides nothing. */
function addOpenDoor(app: App, { inFlight, identify, metrics }: DoorEnvironment): void {
  app.get("/healthz", () => jsonResponse({ status: "alive" }));
  app.get("/readyz", () =>
    inFlight.isLeaving ? jsonResponse({ status: "draining" }, 503) : jsonResponse({ status: "ready" }),
  );
  // Made once: anybody may ask for it, and making it takes a hundred times longer than a decision.
  let document: ReturnType<typeof openApiDocument> | undefined;
  app.get("/openapi.json", () => jsonResponse((document ??= openApiDocument())));
  app.get("/metrics", async (context) => {
    requireRole(identify(context.req.raw, context.env), "metrics");
    const { text, type } = await metrics.read();
    return new Response(text, { headers: { "content-type": type } });
  });
}
