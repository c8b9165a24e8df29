import { moderationParts } from "#domain/moderation/moderation-query.ts";
import {
  body,
  json,
  malformed,
  notAllowed,
  notSignedIn,
  type Paths,
  page,
  writeFaults,
} from "#server/http/open-api/parts.ts";

/** The administrator's calls beyond a single place. */
export const moderationPaths: Paths = {
  "/api/v1/moderation": {
    get: {
      summary: "Waiting places, reports and corrections, deleted places, and the audit trail",
      parameters: [
        {
          name: "part",
          in: "query",
          description: "name of one list; without it, all lists",
          schema: { type: "string", enum: [...moderationParts] },
        },
        page,
      ],
      responses: {
        200: json("The lists", "ModerationQueue"),
        401: notSignedIn,
        403: notAllowed,
        422: malformed,
      },
    },
  },
  "/api/v1/moderation/accept": {
    post: {
      summary: "Accepts several places; unknown ids are named and the others are accepted",
      requestBody: body("AcceptMany"),
      responses: {
        200: json("Ids of the accepted places, and of those that were not found", "AcceptedMany"),
        ...writeFaults,
      },
    },
  },
};
