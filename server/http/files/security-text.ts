import type { Context } from "hono";
import { languages } from "#domain/text/language.ts";
import { originFor } from "#server/config/config.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { problem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";

/** Path of the file (RFC 9116, 3). */
export const securityTextPath = "/.well-known/security.txt";

const dayMs = 24 * 60 * 60 * 1000;

/** Days until the file expires; a running server always renews it. */
const validDays = 90;

/**
 * `GET /.well-known/security.txt`: contact for security reports (RFC 9116, docs/product#reports-of-weaknesses). 404
 * without the operator's contact address.
 */
export function getSecurityText(
  context: Context<AppEnvironment>,
  { publicConfig, now }: Pick<Services, "publicConfig" | "now">,
): Response {
  const { contactEmail, publicUrl } = publicConfig;
  if (contactEmail === null) return problem(context, "error.notfound");
  const origin = originFor(publicUrl, context.req.url);
  // Midnight, so that the file changes once a day.
  const today = Math.floor(now().getTime() / dayMs) * dayMs;
  const lines = [
    `Contact: mailto:${encodeURI(contactEmail)}`,
    `Expires: ${new Date(today + validDays * dayMs).toISOString()}`,
    `Preferred-Languages: ${languages.join(", ")}`,
    `Canonical: ${origin}${securityTextPath}`,
  ];
  context.header("Cache-Control", "public, max-age=86400");
  return context.text(`${lines.join("\n")}\n`);
}
