import { expect, it } from "vitest";
import { RoutePatterns } from "./route-patterns.ts";

const routes = new RoutePatterns([
  "/",
  "/places",
  "/places/:id/edit",
  "/api/v1/places/nearest",
  "/api/v1/places/:id",
  "/api/v1/places/:id/reviews/:user_id",
  "/api/v1/places/:id/reviews/me",
  "/tiles/places/:z/:x/:file",
  "/assets/*",
]);

it.each([
  ["/", "/"],
  ["/places", "/places"],
  ["/places/7/edit", "/places/:id/edit"],
  ["/api/v1/places/nearest", "/api/v1/places/nearest"],
  ["/api/v1/places/7", "/api/v1/places/:id"],
  ["/api/v1/places/7/reviews/me", "/api/v1/places/:id/reviews/me"],
  ["/api/v1/places/7/reviews/anna", "/api/v1/places/:id/reviews/:user_id"],
  ["/tiles/places/6/35/22.mvt", "/tiles/places/:z/:x/:file"],
  ["/assets/a/b.js", "/assets/*"],
  ["/_root.data", "/.data"],
  ["/places.data", "/places.data"],
  ["/places/7/edit.data", "/places/:id/edit.data"],
  ["/favicon.svg", "file"],
  ["/wp-login.php", "file"],
  ["/nowhere", "unknown"],
  ["/nowhere.data/x", "unknown"],
  ["/places/7/edit/8", "unknown"],
  ["/places/", "unknown"],
  ["", "unknown"],
])("accepts %s for %s", (path, pattern) => {
  expect(routes.of(path)).toBe(pattern);
});
