import type { Context } from "hono";
import { html } from "hono/html";
import { retryAfterSeconds } from "./problem.ts";

/** Whether a person's browser asks, and not a script: it names HTML among what it takes. */
export function wantsPage(context: Context): boolean {
  return (context.req.header("Accept") ?? "").includes("text/html");
}

/**
 * The last resort when not even the error page could be rendered: the heading that the specification
 * names (section 8) and a way back, without words that would need the translations.
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
