import { randomBytes } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { EmbedOrigins } from "#domain/embed/embed-messages.ts";
import { isEmbedPath } from "#domain/embed/embed-path.ts";
import { postPolicyReports } from "#server/http/api/browser-reports.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";

export interface SecurityHeaderOptions {
  readonly isDevelopment: boolean;
  /** Origins of the current base map, called for each response; empty for our own map. */
  readonly mapOrigins: () => readonly string[];
  /** Whether browsers report violations of a page's policy. */
  readonly hasReports: boolean;
  /** Sites whose pages may frame the page for frames. */
  readonly embedOrigins: EmbedOrigins;
  /** Whether the site's URL is https: then browsers are told to use nothing else. */
  readonly isHttps: boolean;
}

/** Time for which a browser uses only https after its last visit: a year. */
const httpsOnlySeconds = 365 * 24 * 60 * 60;

/**
 * Middleware that sets the headers which allow a page to run and load only our own files.
 *
 * Scripts need the page's nonce or our own origin; there is no `unsafe-inline`. Vite's development client injects
 * styles and opens a web socket, so those alone are allowed there.
 */
export function securityHeaders(options: SecurityHeaderOptions) {
  const { isDevelopment, mapOrigins, hasReports, embedOrigins, isHttps } = options;
  const fixed = fixedHeaders({ isHttps });
  return createMiddleware<AppEnvironment>(async (context, next) => {
    let nonce: string | undefined;
    // Made on first use: only a rendered page needs one, and randomness is a system call.
    const nonceOf = () => (nonce ??= randomBytes(16).toString("base64"));
    context.set("nonce", nonceOf);
    await next();
    const headers = context.res.headers;
    if (!headers.has("Content-Security-Policy")) {
      const source = [`'nonce-${nonceOf()}'`];
      const isPage = headers.get("Content-Type")?.startsWith("text/html") ?? false;
      headers.set(
        "Content-Security-Policy",
        pagePolicy(
          { script: source, style: source },
          {
            isDevelopment,
            mapOrigins: mapOrigins(),
            hasReports: hasReports && isPage,
            framers: framersOf(context.req.path, embedOrigins),
          },
        ),
      );
    }
    for (const [name, value] of fixed) {
      // A response that pages of other sites may read has set its own.
      if (name !== resourcePolicy || !headers.has(name)) headers.set(name, value);
    }
  });
}

const resourcePolicy = "Cross-Origin-Resource-Policy";

/**
 * Pages that may frame a response, as values of `frame-ancestors`: none, except for the page for frames
 * (docs/product#embed). Our own page that makes snippets frames it too.
 */
export function framersOf(path: string, embedOrigins: EmbedOrigins): string {
  if (!isEmbedPath(path) || embedOrigins.length === 0) return "'none'";
  return embedOrigins === "everyone" ? "*" : ["'self'", ...embedOrigins].join(" ");
}

/** Names and values of headers. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** The security headers that are the same for every response. */
function fixedHeaders({ isHttps }: Pick<SecurityHeaderOptions, "isHttps">): HeaderLines {
  return [
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Cross-Origin-Opener-Policy", "same-origin-allow-popups"],
    // Other sites may neither embed nor read our responses, least of all one to a session.
    [resourcePolicy, "same-origin"],
    ["Origin-Agent-Cluster", "?1"],
    ["Permissions-Policy", "geolocation=(self), camera=(), microphone=(), payment=()"],
    // Without includeSubDomains: other hosts of the operator below this name are not ours to decide
    // on.
    ...(isHttps ? [["Strict-Transport-Security", `max-age=${httpsOnlySeconds}`] as const] : []),
  ];
}

/** Sources of the inline scripts and styles that a page may use: its nonce, or their hashes. */
interface InlineSources {
  readonly script: readonly string[];
  readonly style: readonly string[];
}

interface PolicyOptions extends Pick<SecurityHeaderOptions, "isDevelopment" | "hasReports"> {
  readonly mapOrigins: readonly string[];
  /** From {@link framersOf}. */
  readonly framers: string;
}

/**
 * Content security policy of a response (W3C Content Security Policy Level 3). Reports go by `report-uri` alone:
 * every engine sends at once, while `report-to` loses those of closed pages.
 */
export function pagePolicy(
  { script, style }: InlineSources,
  { isDevelopment, mapOrigins, hasReports, framers }: PolicyOptions,
): string {
  const maps = mapOrigins.map((origin) => ` ${origin}`).join("");
  return [
    "default-src 'self'",
    ["script-src 'self'", ...script].join(" "),
    ["style-src 'self'", ...(isDevelopment ? ["'unsafe-inline'"] : style)].join(" "),
    `img-src 'self' data: blob:${maps}`,
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src 'self'${maps}${isDevelopment ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framers}`,
    ...(hasReports ? [`report-uri /api/v1${postPolicyReports.path}`] : []),
  ].join("; ");
}
