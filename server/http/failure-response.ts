import type { Context } from "hono";
import { html } from "hono/html";
import type { BaseLogger } from "pino";
import { data, type ServerBuild } from "react-router";
import { isOverloaded } from "#server/concurrency/concurrency-limiter.ts";
import { isDatabaseUnavailable } from "#server/database/database-errors.ts";
import { type SiteTexts, textsOfRequest } from "#server/i18n.ts";
import { overloadedProblem, type ProblemCode, problem, retryAfterSeconds } from "./problem.ts";

/** System error codes of a full disk, or of a used-up quota. */
const diskFullCodes = /^(?:ENOSPC|EDQUOT)$/;

/**
 * Resource whose absence made the request fail, for the log, such as a database with a full disk; null for an error of
 * our code.
 */
function missingResource(error: unknown): string | null {
  if (isDatabaseUnavailable(error)) return "the database is away";
  if (!(error instanceof Error)) return null;
  const isDiskFull =
    "code" in error && typeof error.code === "string" && diskFullCodes.test(error.code);
  return isDiskFull ? "the disk is full" : missingResource(error.cause);
}

/**
 * Response to a request that failed: 503 for what is temporary (database, disk, queue), 500 for an error of our code. A
 * browser's page request gets a page, any other a problem document.
 */
export function failureResponse(
  context: Context,
  error: Error,
  { log, what }: { log: Pick<BaseLogger, "info" | "warn" | "error">; what: string },
): Response | Promise<Response> {
  if (isOverloaded(error)) {
    return overloadedProblem(context, error.retryAfterSeconds);
  }
  const { path } = context.req;
  const missing = missingResource(error);
  // The connection pool has logged the cause; a stack for every request would add nothing.
  if (missing) log.warn({ path, reason: error.message }, `${what}: ${missing}`);
  // Most likely caused by the disconnect: the body ended too soon, or the work was cancelled.
  else if (context.req.raw.signal.aborted) log.info({ err: error, path }, `${what}: client gone`);
  else log.error({ err: error, path }, what);
  const code: ProblemCode = missing ? "error.unavailable" : "error.error";
  return wantsPage(context) ? failurePage(context, code) : problem(context, code);
}

/**
 * Build whose loaders and actions throw a 503 where the database is unavailable or the disk full: React Router then
 * renders the error page, in the visitor's language.
 */
export function unavailablePages(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route];
    const { loader, action } = route.module;
    const module = {
      ...route.module,
      ...(loader && { loader: withUnavailableStatus(loader) }),
      ...(action && { action: withUnavailableStatus(action) }),
    };
    return [id, { ...route, module }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

function withUnavailableStatus<Args extends readonly unknown[]>(
  handler: (...args: Args) => unknown,
) {
  return async (...args: Args): Promise<unknown> => {
    try {
      return await handler(...args);
    } catch (error) {
      if (missingResource(error)) throw data(null, { status: 503 });
      throw error;
    }
  };
}

/** Whether the request is a browser's for a page, and not a script's: it accepts HTML. */
export function wantsPage(context: Context): boolean {
  return (context.req.header("Accept") ?? "").includes("text/html");
}

/**
 * Last resort where the error page cannot be rendered: heading (docs/product#render-failure) and a way back, in
 * English, since translations may be what failed.
 */
function failurePage(context: Context, code: "error.error" | "error.unavailable") {
  const isUnavailable = code === "error.unavailable";
  if (isUnavailable) context.header("Retry-After", retryAfterSeconds);
  context.header("Cache-Control", "no-store");
  return context.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${isUnavailable ? "Not available right now" : "Unexpected Application Error!"}</title>
        </head>
        <body>
          <h1>${isUnavailable ? "Not available right now" : "Unexpected Application Error!"}</h1>
          <p><a href="/">To the start page</a></p>
        </body>
      </html>`,
    isUnavailable ? 503 : 500,
  );
}

/** Longest body of a form that its refusal repeats, in bytes: our forms with their longest texts. */
const maxRepeatedBytes = 64 * 1024;

/** Name of a field that is never sent back. */
const secretField = /password|^(?:confirmation|code|secret)$/i;

/** Fields of a refused form, with which its page offers to send it again; null without one, or with a secret in it. */
async function repeatedFields({ req }: Context): Promise<[string, string][] | null> {
  const isForm = req.header("Content-Type")?.startsWith("application/x-www-form-urlencoded");
  const isShort = Number(req.header("Content-Length")) <= maxRepeatedBytes;
  if (req.method !== "POST" || !isForm || !isShort) return null;
  const fields = [...new URLSearchParams(await req.text())];
  return fields.some(([name]) => secretField.test(name)) ? null : fields;
}

/**
 * Page in the request's language for an overloaded server, not rendered, since rendering takes the time. A form without
 * script is on it, to be sent again.
 */
export async function busyPage(context: Context, site: SiteTexts | null) {
  const fields = await repeatedFields(context);
  const { t, language } = textsOfRequest(context.req.raw, site).i18n;
  const { pathname, search } = new URL(context.req.url);
  context.header("Cache-Control", "no-store");
  context.header("Content-Language", language);
  return context.html(
    html`<!doctype html>
      <html lang="${language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${t("trouble.unavailable.title")} | ${t("app.title")}</title>
          <link rel="stylesheet" href="/api-docs.css" />
        </head>
        <body>
          <main>
            <h1>${t("trouble.unavailable.title")}</h1>
            <p>${t("trouble.unavailable.text")}</p>
            ${
              fields === null
                ? html`<p><a href="${pathname}${search}">${t("action.reload")}</a></p>`
                : html`<form method="post">
                    ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
                    <p><button>${t("action.retry")}</button></p>
                  </form>`
            }
            <p><a href="/">${t("action.home")}</a></p>
          </main>
        </body>
      </html>`,
    503,
  );
}
