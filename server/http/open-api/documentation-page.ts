import type { Context } from "hono";
import { html } from "hono/html";
import { apiDocument } from "#server/http/api-routes.ts";
import type { Operation } from "./open-api-document.ts";

interface NamedOperation extends Operation {
  method: string;
  path: string;
}

function operationSection({ method, path, summary, parameters = [], responses }: NamedOperation) {
  return html`<section>
    <h2><code>${method.toUpperCase()} ${path}</code></h2>
    <p>${summary}</p>
    ${
      parameters.length === 0
        ? ""
        : html`<dl>
            ${parameters.map(
              ({ name, in: where, description, schema }) => html`<div>
                <dt><code>${name}</code> <small>${where}</small></dt>
                ${description && html`<dd>${description}</dd>`}
                <dd><code>${JSON.stringify(schema)}</code></dd>
              </div>`,
            )}
          </dl>`
    }
    <ul>
      ${Object.entries(responses).map(
        ([status, response]) => html`<li><code>${status}</code> ${response.description}</li>`,
      )}
    </ul>
  </section>`;
}

/**
 * `GET /api/docs`: the calls of the API as a plain page, made from the OpenAPI document.
 *
 * It is for developers and in English, like the document itself; it needs no script and no external style.
 */
export function apiDocumentationPage(context: Context) {
  const { info, paths } = apiDocument();
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, ...operation })),
  );
  return context.html(html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title}</title>
        <link rel="stylesheet" href="/api-docs.css" />
      </head>
      <body>
        <main>
          <h1>${info.title}</h1>
          <p>${info.description}</p>
          <p>
            All places as files: <a href="/data">/data</a>. What stays in version 1 and how something
            ends, good manners, and how to keep a mirror: docs/api.md of the product's source.
          </p>
          <p>The same as a machine reads it: <a href="/api/v1/openapi.json">openapi.json</a></p>
          ${operations.map(operationSection)}
        </main>
      </body>
    </html>`);
}
