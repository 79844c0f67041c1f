import { jsonResponse } from "../http/json-response.js";
import { requireRole } from "../identity/identify.js";
import { openApiDocument } from "../openapi/openapi-document.js";
import type { App, DoorEnvironment } from "./environment.js";

/** What machines that run servers ask. It decides nothing. */
export function addOpenDoor(app: App, { inFlight, identify, metrics }: DoorEnvironment): void {
  app.get("/healthz", () => jsonResponse({ status: "alive" }));
  app.get("/readyz", () =>
    inFlight.isDraining ? jsonResponse({ status: "draining" }, 503) : jsonResponse({ status: "ready" }),
  );
  app.get("/openapi.json", () => jsonResponse(openApiDocument()));
  app.get("/metrics", async (context) => {
    requireRole(identify(context.req.raw, context.env), "metrics");
    const { text, type } = await metrics.read();
    return new Response(text, { headers: { "content-type": type } });
  });
}
