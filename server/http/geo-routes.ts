import { Hono } from "hono";
import type { Services } from "#server/services.ts";
import { getGeoCategory } from "./api/get-geo-category.ts";
import { getGeoDirections } from "./api/get-geo-directions.ts";
import { getGeoRetrieve } from "./api/get-geo-retrieve.ts";
import { getGeoReverse } from "./api/get-geo-reverse.ts";
import { getGeoSearch } from "./api/get-geo-search.ts";
import { getGeoStatic } from "./api/get-geo-static.ts";
import { getGeoSuggest } from "./api/get-geo-suggest.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { limitAddressSearches } from "./limit-address-searches.ts";

/** Everything below `/api/v1/geo`: address search, reverse lookup, directions. */
export function geoRoutes(services: Services) {
  const geo = new Hono<AppEnvironment>();
  geo.use("*", limitAddressSearches(services));
  geo.get("/suggest", (context) => getGeoSuggest(context, services));
  geo.get("/retrieve/:id", (context) => getGeoRetrieve(context, services));
  geo.get("/reverse", (context) => getGeoReverse(context, services));
  geo.get("/search", (context) => getGeoSearch(context, services));
  geo.get("/category/:category", (context) => getGeoCategory(context, services));
  geo.get("/directions", (context) => getGeoDirections(context, services));
  geo.get("/static", (context) => getGeoStatic(context, services));
  return geo;
}
