import { describe, expect, it } from "vitest";
import { allowedMethods } from "./other-methods.ts";

const routes = [
  { method: "GET", path: "*" },
  { method: "ALL", path: "/*" },
  { method: "GET", path: "/places" },
  { method: "POST", path: "/places" },
  { method: "GET", path: "/places/nearby" },
  { method: "GET", path: "/places/:id" },
  { method: "DELETE", path: "/places/:id" },
  { method: "POST", path: "/places/:id/accept" },
];

describe("allowedMethods", () => {
  it.each([
    ["/places", ["GET", "HEAD", "POST", "OPTIONS"]],
    ["/places/1", ["GET", "HEAD", "DELETE", "OPTIONS"]],
    ["/places/nearby", ["GET", "HEAD", "DELETE", "OPTIONS"]],
    ["/places/1/accept", ["POST", "OPTIONS"]],
  ])("are those of the calls of %s", (path, methods) => {
    expect(allowedMethods(routes, path)).toEqual(methods);
  });

  it.each(["", "/", "/nothing", "/places/", "/places//accept", "/places/1/accept/2"])(
    "are none of '%s', which no call has",
    (path) => {
      expect(allowedMethods(routes, path)).toEqual([]);
    },
  );
});
