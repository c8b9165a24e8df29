import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Logger } from "pino";
import type { Services } from "#server/services.ts";
import { answerFailure } from "./answer-away.ts";
import { answerEtag } from "./answer-etag.ts";
import { answerOtherMethod } from "./answer-other-method.ts";
import { acceptPlace } from "./api/accept-place.ts";
import { acceptPlaces } from "./api/accept-places.ts";
import { deleteAccount } from "./api/delete-account.ts";
import { deleteOwnReview } from "./api/delete-own-review.ts";
import { deletePlace } from "./api/delete-place.ts";
import { deleteReview } from "./api/delete-review.ts";
import { getAccountExport } from "./api/get-account-export.ts";
import { getModeration } from "./api/get-moderation.ts";
import { getNearbyPlaces } from "./api/get-nearby-places.ts";
import { getNearestPlaces } from "./api/get-nearest-places.ts";
import { getOwnReview } from "./api/get-own-review.ts";
import { getPlace } from "./api/get-place.ts";
import { getPlaces } from "./api/get-places.ts";
import { getReviews } from "./api/get-reviews.ts";
import { postConfirmation } from "./api/post-confirmation.ts";
import { postCorrection } from "./api/post-correction.ts";
import { postPlace } from "./api/post-place.ts";
import { postReport } from "./api/post-report.ts";
import { postVitals } from "./api/post-vitals.ts";
import { putOwnReview } from "./api/put-own-review.ts";
import { putPlacePosition } from "./api/put-place-position.ts";
import { restorePlace } from "./api/restore-place.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { geoRoutes } from "./geo-routes.ts";
import { limitWrites } from "./limit-writes.ts";
import { openApiDocument } from "./open-api/open-api-document.ts";
import { problem } from "./problem.ts";
import { takeTurns } from "./take-turns.ts";

const maxVitalBytes = 4096;

/**
 * Everything below `/api/v1`, one line a call; `open-api/` describes each.
 *
 * @param inTurn what the costly reads wait for, the same as pages
 */
export function apiRoutes(services: Services, log: Logger, inTurn = takeTurns()) {
  const api = new Hono<AppEnvironment>();
  api.get("*", answerEtag);
  api.post(
    "/vitals",
    bodyLimit({
      maxSize: maxVitalBytes,
      onError: (context) =>
        problem(context, "error.parameter", [{ field: "body", code: "error.parameter" }]),
    }),
    (context) => postVitals(context, log),
  );
  api.use(limitWrites(services));
  api.get("/places", inTurn, (context) => getPlaces(context, services));
  api.post("/places", (context) => postPlace(context, services));
  api.get("/places/nearby", inTurn, (context) => getNearbyPlaces(context, services));
  api.get("/places/nearest", inTurn, (context) => getNearestPlaces(context, services));
  api.get("/places/:id", (context) => getPlace(context, services));
  api.get("/places/:id/reviews", inTurn, (context) => getReviews(context, services));
  api.get("/places/:id/reviews/me", (context) => getOwnReview(context, services));
  api.put("/places/:id/reviews/me", (context) => putOwnReview(context, services));
  api.delete("/places/:id/reviews/me", (context) => deleteOwnReview(context, services));
  api.delete("/places/:id/reviews/:user_id", (context) => deleteReview(context, services));
  api.post("/places/:id/confirmations", (context) => postConfirmation(context, services));
  api.post("/places/:id/reports", (context) => postReport(context, services));
  api.post("/corrections", (context) => postCorrection(context, services));
  api.route("/geo", geoRoutes(services));
  api.delete("/places/:id", (context) => deletePlace(context, services));
  api.post("/places/:id/accept", (context) => acceptPlace(context, services));
  api.put("/places/:id/position", (context) => putPlacePosition(context, services));
  api.post("/places/:id/restore", (context) => restorePlace(context, services));
  api.get("/moderation", (context) => getModeration(context, services));
  api.post("/moderation/accept", (context) => acceptPlaces(context, services));
  api.get("/account/export", (context) => getAccountExport(context, services));
  api.delete("/account", (context) => deleteAccount(context, services));
  api.get("/openapi.json", (context) => context.json(openApiDocument));
  api.all("*", (context) => answerOtherMethod(context, api.routes));
  api.onError((error, context) => answerFailure(context, error, { log, what: "API call failed" }));
  return api;
}
