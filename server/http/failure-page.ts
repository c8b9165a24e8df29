import type { Context } from "hono";
import { html } from "hono/html";
import { createRequestI18n } from "#server/i18n.ts";
import { retryAfterSeconds } from "./problem.ts";

/** Whether a person's browser asks, and not a script: it names HTML among what it takes. */
export function wantsPage(context: Context): boolean {
  return (context.req.header("Accept") ?? "").includes("text/html");
}

/**
 * The last resort when not even the error page could be rendered: the heading of
 * docs/product#render-failure and a way back, without words that would need the translations.
 */
export function failurePage(context: Context, code: "error.error" | "error.unavailable") {
  const isAway = code === "error.unavailable";
  if (isAway) context.header("Retry-After", retryAfterSeconds);
  context.header("Cache-Control", "no-store");
  return context.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>Mosdó</title>
        </head>
        <body>
          <h1>${isAway ? "Not available right now" : "Unexpected Application Error!"}</h1>
          <p><a href="/">Mosdó</a></p>
        </body>
      </html>`,
    isAway ? 503 : 500,
  );
}

/** Says in the request's language that too much is asked right now; without rendering a page, which costs what is short. */
export function busyPage(context: Context) {
  const { t, language } = createRequestI18n(context.req.raw);
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
            <p><a href="${pathname}${search}">${t("action.reload")}</a></p>
            <p><a href="/">${t("action.home")}</a></p>
          </main>
        </body>
      </html>`,
    503,
  );
}
