import { randomBytes } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { AppEnvironment } from "#server/http/app-environment.ts";

export interface SecurityHeaderOptions {
  readonly isDevelopment: boolean;
  /** Whom the base map in force is fetched from; nobody where it is our own. */
  readonly mapOrigins: readonly string[];
  /** Whether visitors reach us by https: then browsers are told to use nothing else. */
  readonly isHttps: boolean;
}

/** How long a browser keeps to https after its last visit: a year. */
const httpsOnlySeconds = 365 * 24 * 60 * 60;

/**
 * Sets the headers that keep a page from running or loading anything but our own.
 *
 * Scripts need the page's nonce or our own address; there is no `unsafe-inline`. Vite's
 * development client injects styles and opens a web socket, so those alone are let through there.
 */
export function securityHeaders({ isDevelopment, mapOrigins, isHttps }: SecurityHeaderOptions) {
  return createMiddleware<AppEnvironment>(async (context, next) => {
    const nonce = randomBytes(16).toString("base64");
    context.set("nonce", nonce);
    await next();
    const headers = context.res.headers;
    if (!headers.has("Content-Security-Policy")) {
      headers.set(
        "Content-Security-Policy",
        contentSecurityPolicy(nonce, { isDevelopment, mapOrigins }),
      );
    }
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
    headers.set("Cross-Origin-Opener-Policy", "same-origin-allow-popups");
    headers.set("Permissions-Policy", "geolocation=(self), camera=(), microphone=(), payment=()");
    // Without includeSubDomains: what else the operator has below this name is not ours to decide.
    if (isHttps) headers.set("Strict-Transport-Security", `max-age=${httpsOnlySeconds}`);
  });
}

function contentSecurityPolicy(
  nonce: string,
  { isDevelopment, mapOrigins }: Omit<SecurityHeaderOptions, "isHttps">,
): string {
  const maps = mapOrigins.map((origin) => ` ${origin}`).join("");
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ""}`,
    `img-src 'self' data: blob:${maps}`,
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src 'self'${maps}${isDevelopment ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
