import { expect, it } from "vitest";
import type { UsageKind } from "#domain/operation/operating-status.ts";
import { countRequests } from "#server/http/middleware/request-log.ts";
import { RoutePatterns } from "./route-patterns.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

const opened = {
  ...{ method: "GET", path: "/places/7", status: 200, seconds: 0.01 },
  ...{ userAgent: firefox, destination: "document" },
};
type Counted = { [Name in keyof typeof opened]: (typeof opened)[Name] | undefined };

/** The usage that a request counts as, and the routes of the metrics. */
function count(request: Partial<Counted>) {
  const kinds: UsageKind[] = [];
  const routes: string[] = [];
  const views: number[] = [];
  const take = countRequests({
    requestMetrics: { recordRequest: ({ route }) => void routes.push(route) },
    usage: {
      record: (kind) => void kinds.push(kind),
      recordView: (placeId) => void views.push(placeId),
    },
    routes: new RoutePatterns(["/places/:id", "/nearest", "/other"]),
    usageOf: new Map<string, UsageKind>([
      ["/places/:id", "page-view"],
      ["/nearest", "nearest"],
    ]),
  });
  take({ ...opened, ...request } as Parameters<typeof take>[0]);
  return { kinds, routes, views };
}

it.each<[string, Partial<Counted>, UsageKind[]]>([
  ["a page that a browser opens", {}, ["page-view"]],
  ["one that the browser had", { status: 304 }, ["page-view"]],
  ["one of a browser that does not say what it is for", { destination: undefined }, ["page-view"]],
  ["no page that a service worker fetches", { destination: "empty" }, []],
  ["no page in another site's frame", { destination: "iframe" }, []],
  ["no page of a program", { userAgent: "curl/8" }, []],
  ["no page that is not there", { status: 404 }, []],
  ["no form that is sent", { method: "POST" }, []],
  [
    "a search for the nearest place by a script",
    { path: "/nearest", destination: "empty" },
    ["nearest"],
  ],
  ["nothing else", { path: "/other" }, []],
])("counts %s", (_, request, expected) => {
  const { kinds, routes } = count(request);
  expect(kinds).toEqual(expected);
  expect(routes).toHaveLength(1);
});

it("counts a page by its pattern for the metrics", () => {
  expect(count({}).routes).toEqual(["/places/:id"]);
});

it.each<[Partial<Counted>, number[]]>([
  [{ path: "/places/7" }, [7]],
  [{ path: "/api/v1/places/7", destination: "empty" }, [7]],
  [{ path: "/places/7/report" }, []],
  [{ path: "/api/v1/places/7/reviews" }, []],
  [{ path: "/places/7", method: "POST" }, []],
  [{ path: "/places/7", status: 404 }, []],
  [{ path: "/places/7", userAgent: "curl/8.0" }, []],
])("counts who looks at a place, by its page or its panel: %j", (request, views) => {
  expect(count(request).views).toEqual(views);
});
