import { isRouteErrorResponse } from "react-router";
import { ChunkLoadError } from "#app/chunks/chunk-load-error.ts";
import { NotFoundPage } from "./not-found-page.tsx";
import { TroublePage } from "./trouble-page.tsx";

/** The page for whatever a loader or a rendering threw. */
export function ErrorPage({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) return <NotFoundPage />;
    if (error.status === 503) return <TroublePage kind="unavailable" error={error} />;
  }
  return <TroublePage kind={isUnreachable(error) ? "unreachable" : "renderError"} error={error} />;
}

function isUnreachable(error: unknown): boolean {
  if (error instanceof ChunkLoadError) return true;
  // A browser's fetch fails with a TypeError when nobody answered: the network, not our code.
  return (
    error instanceof TypeError &&
    typeof navigator !== "undefined" &&
    /fetch|network|load failed/i.test(error.message)
  );
}
