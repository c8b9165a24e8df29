import { useEffect } from "react";
import { isRouteErrorResponse } from "react-router";
import { ChunkLoadError } from "#app/chunks/import-chunk.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { isNetworkError, reportFailedLoad } from "#app/network/offline-detection.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";

const NotFoundPage = lazyComponent(() =>
  import("./not-found-page.tsx").then((module) => module.NotFoundPage),
);

export function ErrorPage({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error)) {
    if (error.status === 404 || error.status === 410) {
      return (
        <ChunkBoundary fallback={null}>
          <NotFoundPage isGone={error.status === 410} goneSince={goneSinceOf(error.data)} />
        </ChunkBoundary>
      );
    }
    if (error.status === 503) return <FailurePage kind="unavailable" error={error} />;
  }
  const isLost = error instanceof ChunkLoadError || isNetworkError(error);
  return <FailurePage kind={isLost ? "unreachable" : "renderError"} error={error} />;
}

/** Time since when OpenStreetMap says that a deleted place is gone; null where somebody else deleted it. */
function goneSinceOf(data: unknown): string | null {
  const isDeletion = typeof data === "object" && data !== null && "goneSince" in data;
  return isDeletion && typeof data.goneSince === "string" ? data.goneSince : null;
}

interface FailurePageProps {
  /** `renderError`: of the product; `unreachable`: no response; `unavailable`: the server responds that it cannot. */
  kind: "renderError" | "unreachable" | "unavailable";
  error: unknown;
}

/** Says what failed and offers to try again; the error itself is shown in development only. */
function FailurePage({ kind, error }: FailurePageProps) {
  const { t } = useTranslation();
  useEffect(() => {
    if (kind === "unreachable") reportFailedLoad();
    // As of an error that no page explains, but not in the console a second time.
    else dispatchEvent(new ErrorEvent("error", { error }));
  }, [kind, error]);
  const title = t(`trouble.${kind}.title`);
  return (
    <PageMain className="flex flex-col items-center text-center">
      <PageTitle screen={title} />
      <Icon name={kind === "unreachable" ? "offline" : "warning"} className="size-14 text-soon" />
      {/* The heading of a render error is English in every language (docs/product#render-failure). */}
      <h1 className="mt-6 text-2xl" lang={kind === "renderError" ? "en" : undefined}>
        {title}
      </h1>
      <p className="mt-2 mb-6 max-w-[46ch] text-muted">{t(`trouble.${kind}.text`)}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant="primary" icon="retry" onClick={() => location.reload()}>
          {t("action.reload")}
        </Button>
        <ButtonLink to="/" icon="map" reloadDocument>
          {t("action.home")}
        </ButtonLink>
      </div>
      {import.meta.env.DEV && error instanceof Error && (
        <pre className="mt-8 w-full overflow-auto rounded-control bg-closed-tint p-4 text-left text-sm">
          {error.stack}
        </pre>
      )}
    </PageMain>
  );
}
