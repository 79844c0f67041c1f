import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readServerFile } from "../../packages/services/src/serve/read-server-file.js";
import { createServerMetrics } from "../../packages/server/src/server-metrics.js";

const folder = path.resolve(import.meta.dirname, "../../deploy");
const text = (name: string): string => readFileSync(path.join(folder, name), "utf8");

test("the configuration of a fleet is one, and its port and secrets are those of the containers", () => {
  const file = readServerFile(text("gatehouse.server.yaml"), "gatehouse.server.yaml");
  const compose = parse(text("compose.yaml")) as {
    services: { server: { expose: string[]; secrets: string[] } };
    secrets: Record<string, unknown>;
  };
  const { server } = compose.services;
  expect(server.expose).toEqual([String(file.listen.port)]);
  const places = [...text("gatehouse.server.yaml").matchAll(/\/run\/secrets\/([a-z-]+)/g)].map(
    ([, name = ""]) => name,
  );
  expect(server.secrets.toSorted()).toEqual(places.toSorted());
  expect(Object.keys(compose.secrets).toSorted()).toEqual(places.toSorted());
  expect(text("Dockerfile")).toContain(`EXPOSE ${file.listen.port}\n`);
  expect(text("kubernetes.yaml")).toContain(`containerPort: ${file.listen.port}`);
});

test("the manifests can be read, and ask for addresses that the server has", () => {
  const documents = parseAllDocuments(text("kubernetes.yaml"));
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  expect(documents.map((one) => (one.toJS() as { kind: string }).kind)).toEqual([
    "Deployment",
    "Service",
    "PodDisruptionBudget",
  ]);
  for (const address of ["/readyz", "/healthz"])
    expect(text("kubernetes.yaml")).toContain(`path: ${address}`);
});

test("the dashboard asks for metrics that there are", async () => {
  const metrics = createServerMetrics({ inFlight: () => 0, versions: () => new Map() });
  const { text: said } = await metrics.read();
  const known = [...said.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = "", type]) =>
    type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  const dashboard = JSON.parse(text("grafana.json")) as { panels: { targets: { expr: string }[] }[] };
  const asked = dashboard.panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(?:gatehouse|process|nodejs)_\w+/g) ?? []),
  );
  expect(asked.length).toBeGreaterThan(8);
  expect(asked.filter((name) => !known.includes(name))).toEqual([]);
});
