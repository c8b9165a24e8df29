import { type APIRequestContext, expect } from "@playwright/test";
import { type Document, Window } from "happy-dom";

interface Options {
  readonly headers?: Record<string, string>;
  readonly status?: number;
}

/** A page as the server sends it: no browser looks at it, and none of its scripts runs. */
export async function readPage(
  request: APIRequestContext,
  path: string,
  { headers, status = 200 }: Options = {},
): Promise<Document> {
  const response = await request.get(path, { headers });
  expect(response.status(), path).toBe(status);
  const { document } = new Window();
  document.write(await response.text());
  return document;
}

/** An element's text, with single spaces. */
export function textOf(element: { readonly textContent: string } | null): string {
  return (element?.textContent ?? "").replaceAll(/[\s\u00a0\u202f]+/g, " ").trim();
}

/** What a page tells search engines. */
export function structuredDataOf(document: Document) {
  const data = document.querySelector('script[type="application/ld+json"]')?.textContent;
  return JSON.parse(data ?? "null");
}
