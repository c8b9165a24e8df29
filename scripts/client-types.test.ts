import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { apiDocument } from "#server/http/api-routes.ts";
import { clientTypesHeading } from "./client-types.ts";

it("the client's types are those of the present API: else, npm run client:types", () => {
  const types = readFileSync("client/schema.d.ts", "utf8");
  expect(types.slice(0, types.indexOf("\n") + 1)).toBe(clientTypesHeading(apiDocument()));
});

it("another description has another heading", () => {
  expect(clientTypesHeading({ a: 1 })).not.toBe(clientTypesHeading({ a: 2 }));
});
