import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { apiDocument } from "#server/http/api-routes.ts";

test("the description of the API passes its linter", async () => {
  const rules = { "no-unused-components": "error" } as const;
  const config = await createConfig({ extends: ["recommended"], rules });
  const problems = await lintFromString({ source: JSON.stringify(apiDocument()), config });
  const found = problems.map(({ ruleId, message, location: [{ pointer }] }) => [
    ...[ruleId, pointer, message],
  ]);
  expect(found).toEqual([]);
});

test("operations have names of their own, and say who may call", () => {
  const { paths } = apiDocument();
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(paths["/api/v1/places/{id}/reviews"].get).toMatchObject({
    operationId: "getPlacesByIdReviews",
    security: [],
    description: "For everyone.",
  });
  expect(paths["/api/v1/places/{id}/reports"].post).toMatchObject({
    security: [{}, { session: [] }],
    description: "For accounts. For visitors too where the operator says so.",
  });
  expect(paths["/api/v1/moderation"].get).toMatchObject({
    security: [{ session: [] }],
    description: "For moderators and the administrator.",
  });
});
