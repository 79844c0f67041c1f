import { createHash } from "node:crypto";
import PAGE_FILES from "./page-files.json" with { type: "json" };

/** Only this page's own script and style, and requests to this server. */
export const PAGE_POLICY: string = [
  "default-src 'none'",
  "img-src data:",
  `script-src '${hashOf(PAGE_FILES.script)}'`,
  `style-src '${hashOf(PAGE_FILES.style)}'`,
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** The page on which a person answers. Its script and style are put in as they are: the policy names their hashes. */
export function approvalPage(): string {
  const { html, style, script } = PAGE_FILES;
  return html.replace(/\s*%STYLE%\s*/, () => style).replace(/\s*%SCRIPT%\s*/, () => script);
}
