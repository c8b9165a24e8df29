import { isRouteErrorResponse } from "react-router";
import { isUnanswered } from "#app/network/is-unanswered.ts";
import { NotFoundPage } from "./not-found-page.tsx";
import { TroublePage } from "./trouble-page.tsx";

/** The page for whatever a loader or a rendering threw. */
export function ErrorPage({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) return <NotFoundPage />;
    if (error.status === 503) return <TroublePage kind="unavailable" error={error} />;
  }
  return <TroublePage kind={isUnanswered(error) ? "unreachable" : "renderError"} error={error} />;
}
