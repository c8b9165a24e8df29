import * as v from "valibot";
import { expect } from "vitest";
import { apiCalls, apiDocument } from "#server/http/api-routes.ts";
import { problemSchema } from "#server/http/problem.ts";

/** Statuses that all calls have in common, and none describes. */
const commonStatuses = new Set([304, 405, 500, 503]);

const patterns = apiCalls.map((call) => ({
  call,
  pattern: new RegExp(`^${call.path.replace(/:\w+/g, "[^/]+")}$`),
}));

/**
 * Fails where a response of the API differs from the OpenAPI document: an undescribed status, a missing or invalid
 * field, or an undescribed one.
 *
 * @param path below `/api/v1`, with or without a query
 */
export async function expectDescribed(response: Response, method: string, path: string) {
  const [name] = path.split("?", 1);
  const call = patterns.find(
    (one) => one.call.method === method.toLowerCase() && one.pattern.test(name),
  )?.call;
  if (call === undefined || commonStatuses.has(response.status)) return;
  const { status } = response;
  const template = `/api/v1${call.path.replace(/:(\w+)/g, "{$1}")}`;
  const { responses } = apiDocument().paths[template][call.method];
  const requestLine = `${method} ${path}`;
  expect(Object.keys(responses), `the statuses of ${requestLine}`).toContain(String(status));
  const schema = status >= 400 ? problemSchema : call.responses[status].schema;
  if (schema === undefined) return;
  const type = status >= 400 ? "application/problem+json" : "application/json";
  expect(response.headers.get("Content-Type"), requestLine).toContain(type);
  const body: unknown = await response.clone().json();
  const parsed = v.safeParse(schema, body);
  expect(
    parsed.issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`),
    requestLine,
  ).toBe(undefined);
  // A schema drops fields that it does not name.
  expect(parsed.output, requestLine).toEqual(body);
}
