import { reviewSorts } from "#domain/feedback/review.ts";
import {
  body,
  json,
  malformed,
  notFound,
  notSignedIn,
  type Paths,
  page,
  placeId,
  placeWriteFaults,
} from "#server/http/open-api/parts.ts";

/** The calls for the reviews of a place. */
export const reviewPaths: Paths = {
  "/api/v1/places/{id}/reviews": {
    get: {
      summary: "The reviews of one place",
      parameters: [
        placeId,
        {
          name: "sort",
          in: "query",
          schema: { type: "string", enum: [...reviewSorts], default: "added-desc" },
        },
        page,
        { name: "per_page", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } },
      ],
      responses: { 200: json("The reviews", "ReviewPage"), 404: notFound, 422: malformed },
    },
  },
  "/api/v1/places/{id}/reviews/me": {
    get: {
      summary: "The caller's own review of one place",
      parameters: [placeId],
      responses: {
        200: json("The review", "Review"),
        204: { description: "The caller has not reviewed the place" },
        401: notSignedIn,
        404: notFound,
        422: malformed,
      },
    },
    put: {
      summary: "Reviews one place, or changes the caller's own review of it",
      parameters: [placeId],
      requestBody: body("NewReview"),
      responses: {
        200: json("The review, changed", "Review"),
        201: json("The review, the caller's first one of this place", "Review"),
        ...placeWriteFaults,
      },
    },
    delete: {
      summary: "Deletes the caller's own review of one place",
      parameters: [placeId],
      responses: {
        204: { description: "Deleted" },
        ...placeWriteFaults,
      },
    },
  },
  "/api/v1/places/{id}/reviews/{user_id}": {
    delete: {
      summary: "Deletes any account's review of one place; administrator only",
      parameters: [
        placeId,
        { name: "user_id", in: "path", required: true, schema: { type: "string" } },
      ],
      responses: {
        204: { description: "Deleted" },
        ...placeWriteFaults,
      },
    },
  },
};
