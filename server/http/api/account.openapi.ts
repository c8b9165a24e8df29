import { fault, json, malformed, notSignedIn, type Paths } from "#server/http/open-api/parts.ts";

/** The calls for the caller's own account. */
export const accountPaths: Paths = {
  "/api/v1/account/export": {
    get: {
      summary: "Download of everything that is stored about the caller",
      responses: {
        200: json("The caller's data", "AccountExport"),
        401: notSignedIn,
        422: malformed,
      },
    },
  },
  "/api/v1/account": {
    delete: {
      summary: "Deletes the caller's account and reviews; the places stay, without the name",
      responses: {
        204: { description: "Deleted" },
        401: notSignedIn,
        403: fault("error.forbidden"),
        422: malformed,
      },
    },
  },
};
