import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Logger } from "pino";
import { deleteAccount, getAccountExport } from "#server/http/api/account.ts";
import { postConfirmation, postCorrection, postReport } from "#server/http/api/feedback.ts";
import { geoRoutes } from "#server/http/api/geo.ts";
import {
  acceptPlace,
  acceptPlaces,
  deletePlace,
  getModeration,
  putPlacePosition,
  restorePlace,
} from "#server/http/api/moderation.ts";
import {
  getNearbyPlaces,
  getNearestPlaces,
  getPlace,
  getPlaces,
  postPlace,
} from "#server/http/api/places.ts";
import {
  deleteOwnReview,
  deleteReview,
  getOwnReview,
  getReviews,
  putOwnReview,
} from "#server/http/api/reviews.ts";
import { postVitals } from "#server/http/api/vitals.ts";
import { limitWrites } from "#server/http/middleware/limit-calls.ts";
import { takeTurns } from "#server/http/middleware/take-turns.ts";
import { openApiDocument } from "#server/http/open-api/open-api-document.ts";
import type { Services } from "#server/services.ts";
import { answerFailure } from "./answer-failure.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { answerEtag } from "./caching.ts";
import { answerOtherMethods } from "./other-methods.ts";
import { problem } from "./problem.ts";

const maxVitalBytes = 4096;

/**
 * Calls below `/api/v1`, one line each; `open-api/` describes them.
 *
 * @param inTurn queue of the costly reads, the same as that of pages
 */
export function apiRoutes(services: Services, log: Logger, inTurn = takeTurns()) {
  const api = new Hono<AppEnvironment>();
  api.use(answerOtherMethods(api));
  api.use(answerEtag);
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
  api.all("*", (context) => problem(context, "error.notfound"));
  api.onError((error, context) => answerFailure(context, error, { log, what: "API call failed" }));
  return api;
}
