import { randomBytes } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { AppEnvironment } from "./app-environment.ts";

/**
 * Sets the headers that keep a page from running or loading anything but our own.
 *
 * Scripts need the page's nonce or our own address; there is no `unsafe-inline`. Vite's
 * development client injects styles and opens a web socket, so those alone are let through there.
 */
export function securityHeaders({ isDevelopment }: { isDevelopment: boolean }) {
  return createMiddleware<AppEnvironment>(async (context, next) => {
    const nonce = randomBytes(16).toString("base64");
    context.set("nonce", nonce);
    await next();
    const headers = context.res.headers;
    if (!headers.has("Content-Security-Policy")) {
      headers.set("Content-Security-Policy", contentSecurityPolicy(nonce, isDevelopment));
    }
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
    headers.set("Cross-Origin-Opener-Policy", "same-origin-allow-popups");
    headers.set("Permissions-Policy", "geolocation=(self), camera=(), microphone=(), payment=()");
  });
}

function contentSecurityPolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ""}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
