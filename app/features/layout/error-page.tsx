import { isRouteErrorResponse } from "react-router";
import { ChunkLoadError } from "#app/chunks/chunk-load-error.ts";
import { isUnanswered } from "#app/network/is-unanswered.ts";
import { ChunkBoundary } from "#app/ui/chunk-boundary.tsx";
import { lazyWithRetry } from "#app/ui/lazy-with-retry.ts";
import { TroublePage } from "./trouble-page.tsx";

const NotFoundPage = lazyWithRetry(() =>
  import("./not-found-page.tsx").then((module) => module.NotFoundPage),
);

/** The page for whatever a loader or a rendering threw. */
export function ErrorPage({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) {
      return (
        <ChunkBoundary fallback={null}>
          <NotFoundPage />
        </ChunkBoundary>
      );
    }
    if (error.status === 503) return <TroublePage kind="unavailable" error={error} />;
  }
  const isLost = error instanceof ChunkLoadError || isUnanswered(error);
  return <TroublePage kind={isLost ? "unreachable" : "renderError"} error={error} />;
}
