import * as v from "valibot";
import { expect } from "vitest";
import { apiCalls, apiDocument } from "#server/http/api-routes.ts";
import { problemSchema } from "#server/http/problem.ts";

/** Statuses that the whole of the API has in common, and no call describes. */
const commonStatuses = new Set([304, 405, 500, 503]);

const patterns = apiCalls.map((call) => ({
  call,
  pattern: new RegExp(`^${call.path.replace(/:\w+/g, "[^/]+")}$`),
}));

/**
 * Fails where an answer of the API is not as the OpenAPI document describes it: another status, a field that is
 * missing or wrong, or one that is not described.
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
  const asked = `${method} ${path}`;
  expect(Object.keys(responses), `the statuses of ${asked}`).toContain(String(status));
  const schema = status >= 400 ? problemSchema : call.responses[status].schema;
  if (schema === undefined) return;
  const type = status >= 400 ? "application/problem+json" : "application/json";
  expect(response.headers.get("Content-Type"), asked).toContain(type);
  const answer: unknown = await response.clone().json();
  const parsed = v.safeParse(schema, answer);
  expect(
    parsed.issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`),
    asked,
  ).toBe(undefined);
  // A schema leaves out what it does not name.
  expect(parsed.output, asked).toEqual(answer);
}
