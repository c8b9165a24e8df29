import { accountPaths } from "#server/http/api/account.openapi.ts";
import { feedbackPaths } from "#server/http/api/feedback.openapi.ts";
import { geoPaths } from "#server/http/api/geo.openapi.ts";
import { moderationPaths } from "#server/http/api/moderation.openapi.ts";
import { placePaths } from "#server/http/api/places.openapi.ts";
import { reviewPaths } from "#server/http/api/reviews.openapi.ts";
import { openApiSchemas } from "./schemas.ts";
import { servicePaths } from "./service-paths.ts";

/** The HTTP contract, in OpenAPI 3.1. */
export const openApiDocument = {
  openapi: "3.1.0",
  info: {
    title: "Mosdó API",
    version: "1",
    description:
      "Public toilets with their opening hours. Errors are RFC 9457 problem details with a code; a method that an address does not support is answered with 405 and the header Allow. Place data that came from OpenStreetMap is © OpenStreetMap contributors, ODbL 1.0.",
  },
  paths: {
    ...placePaths,
    ...reviewPaths,
    ...feedbackPaths,
    ...geoPaths,
    ...accountPaths,
    ...moderationPaths,
    ...servicePaths,
  },
  components: { schemas: openApiSchemas },
};
