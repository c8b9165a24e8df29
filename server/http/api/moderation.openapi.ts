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
      summary: "What waits for the administrator, what was deleted, and the audit trail",
      parameters: [
        {
          name: "part",
          in: "query",
          description: "one of the lists; without it, all of them",
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
      summary: "Accepts several places; what is unknown is named and holds up nothing",
      requestBody: body("AcceptMany"),
      responses: {
        200: json("Which are accepted now, and which were not found", "AcceptedMany"),
        ...writeFaults,
      },
    },
  },
};
