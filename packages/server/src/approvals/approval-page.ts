import { createHash } from "node:crypto";

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 50rem; margin: 0 auto; padding: 1rem; }
label, li { display: block; margin: 0 0 1rem; }
li { border: 1px solid GrayText; border-radius: .5rem; padding: 1rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: color-mix(in srgb, CanvasText 8%, Canvas); padding: .5rem; }
button, input { font: inherit; padding: .5rem 1rem; }
input { width: 100%; box-sizing: border-box; }
ul { padding: 0; }
`;

/** Nothing of a call becomes markup: every text is set as text. The token stays in the page's memory. */
const SCRIPT = `
"use strict";
const list = document.getElementById("calls");
const said = document.getElementById("said");
const token = document.getElementById("token");
async function ask(path, init) {
  const response = await fetch(path, {
    ...init,
    headers: { authorization: "Bearer " + token.value, "content-type": "application/json" },
  });
  const body = await response.json();
  if (!response.ok) throw new Error(body.detail || body.title || String(response.status));
  return body;
}
function part(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}
function shown(call) {
  const item = document.createElement("li");
  item.append(part("h2", (call.shown.tool || call.shown.event) + ", asked by " + (call.policy || "no policy")));
  item.append(part("p", call.reason || "no reason was given"));
  item.append(part("pre", call.shown.params));
  item.append(part("p", "until " + new Date(call.expires).toLocaleTimeString()));
  for (const [answer, label] of [["approve", "Let it happen, once"], ["refuse", "Refuse"]]) {
    const button = part("button", label);
    button.type = "button";
    button.addEventListener("click", async () => {
      try {
        await ask("/v1/approvals/" + encodeURIComponent(call.id), { method: "POST", body: JSON.stringify({ answer }) });
        said.textContent = answer === "approve" ? "It may happen once." : "It is refused.";
      } catch (error) {
        said.textContent = error.message;
      }
      await show();
    });
    item.append(button, " ");
  }
  return item;
}
async function show() {
  const { approvals } = await ask("/v1/approvals");
  list.replaceChildren(...approvals.map(shown));
  if (approvals.length === 0) list.append(part("p", "No call waits."));
}
document.getElementById("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  said.textContent = "";
  try {
    await show();
  } catch (error) {
    list.replaceChildren();
    said.textContent = error.message;
  }
});
`;

/** Only this page's own script and style, and requests to this server. */
export const PAGE_POLICY: string = [
  "default-src 'none'",
  `script-src '${hashOf(SCRIPT)}'`,
  `style-src '${hashOf(STYLE)}'`,
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** The page on which a person answers: a token is typed in, the calls that wait are listed, and each has two buttons. */
export function approvalPage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Calls that wait for you</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Calls that wait for you</h1>
<form id="form">
<label>Your token <input id="token" type="password" autocomplete="off" required></label>
<button>Show the calls</button>
</form>
<p id="said" role="status"></p>
<ul id="calls"></ul>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}
