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
        "Confirms that a place is still as described; once a day by the place's own clock, further calls change nothing",
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
        "Reports a fault at a place; once a day by the place's own clock, further calls change nothing",
      parameters: [placeId],
      requestBody: body("Report"),
      responses: {
        201: { description: "Stored; the administrator will check it" },
        ...placeWriteFaults,
      },
    },
  },
  "/api/v1/corrections": {
    post: {
      summary: "Corrects an address",
      requestBody: body("Correction"),
      responses: {
        201: { description: "Stored; the administrator will check it" },
        ...writeFaults,
        429: fault(
          `error.limit: ${correctionLimit} within 24 hours; error.toomanyrequests with Retry-After`,
        ),
      },
    },
  },
};
