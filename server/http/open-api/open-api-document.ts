import { accountPaths } from "./account-paths.ts";
import { geoPaths } from "./geo-paths.ts";
import { moderationPaths } from "./moderation-paths.ts";
import { openApiSchemas } from "./open-api-schemas.ts";
import { placePaths } from "./place-paths.ts";
import { reviewPaths } from "./review-paths.ts";
import { servicePaths } from "./service-paths.ts";
import { upkeepPaths } from "./upkeep-paths.ts";

/** The HTTP contract, in OpenAPI 3.1. */
export const openApiDocument = {
  openapi: "3.1.0",
  info: {
    title: "Mosdó API",
    version: "1",
    description:
      "Public toilets with their opening hours. Errors are RFC 9457 problem details with a code; a method that an address has not is answered with 405 and Allow. Place data that came from OpenStreetMap is © OpenStreetMap contributors, ODbL 1.0.",
  },
  paths: {
    ...placePaths,
    ...reviewPaths,
    ...upkeepPaths,
    ...geoPaths,
    ...accountPaths,
    ...moderationPaths,
    ...servicePaths,
  },
  components: { schemas: openApiSchemas },
};
