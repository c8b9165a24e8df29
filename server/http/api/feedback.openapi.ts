import { correctionLimit } from "#domain/place/add-limit.ts";
import {
  body,
  fault,
  json,
  type Paths,
  placeId,
  placeWriteFaults,
  writeFaults,
} from "#server/http/open-api/parts.ts";

/** The calls by which people keep the data true. */
export const feedbackPaths: Paths = {
  "/api/v1/places/{id}/confirmations": {
    post: {
      summary:
        "Says that all is still true of a place; once a day of the place's own clock, more change nothing",
      parameters: [placeId],
      responses: {
        201: json("Noted", "Confirmation"),
        ...placeWriteFaults,
      },
    },
  },
  "/api/v1/places/{id}/reports": {
    post: {
      summary:
        "Says what is wrong with a place; once a day of the place's own clock, more change nothing",
      parameters: [placeId],
      requestBody: body("Report"),
      responses: {
        201: { description: "Noted; the administrator will look at it" },
        ...placeWriteFaults,
      },
    },
  },
  "/api/v1/corrections": {
    post: {
      summary: "Corrects an address",
      requestBody: body("Correction"),
      responses: {
        201: { description: "Noted; the administrator will look at it" },
        ...writeFaults,
        429: fault(
          `error.limit: ${correctionLimit} within 24 hours; error.toomanyrequests with Retry-After`,
        ),
      },
    },
  },
};
