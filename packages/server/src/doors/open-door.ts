import { jsonResponse } from "../http/json-response.js";
import { requireRole } from "../identity/identify.js";
import { openApiDocument } from "../openapi/openapi-document.js";
import type { App, DoorEnvironment } from "./environment.js";

/** What machines that run servers ask. It decides nothing. */
export function addOpenDoor(app: App, { inFlight, identify, metrics }: DoorEnvironment): void {
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
