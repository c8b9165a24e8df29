import { useTranslation } from "react-i18next";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { Walk } from "./walk-state.ts";

interface WalkNoticesProps {
  walk: Walk;
  /** Loads the route again. */
  onRetry: () => void;
}

/** Notices about what hinders the guidance, and what the walker can do about it. */
export function WalkNotices({ walk, onRetry }: WalkNoticesProps) {
  const { t } = useTranslation();
  const { directions, failure, fault, isFallback, isAsking, hasLeftRoute, hasArrived } = walk;
  if (hasArrived) return null;
  const retry = (
    <Button
      icon="retry"
      aria-disabled={isAsking || undefined}
      onClick={() => {
        if (!isAsking) onRetry();
      }}
    >
      {t("action.retry")}
    </Button>
  );
  return (
    <>
      {fault && (
        <Alert kind="warning">
          {t(fault === "refused" ? "directions.position.refused" : "directions.position.lost")}
        </Alert>
      )}
      {hasLeftRoute && !failure && <Alert kind="info">{t("directions.left")}</Alert>}
      {failure && (
        <Alert kind="warning">
          <p>
            {t(`directions.failure.${failure}`)} {directions && t("directions.kept")}
          </p>
          <div className="mt-3 mb-1 flex flex-wrap gap-2">
            {failure === "signin" ? (
              <ButtonLink to="/login" icon="log-in">
                {t("navigation.login")}
              </ButtonLink>
            ) : (
              retry
            )}
          </div>
        </Alert>
      )}
      {isFallback && !failure && directions && (
        <div className="grid justify-items-start gap-2 text-sm text-muted">
          <p role="status">{t(`directions.fallback.${directions.kind}`)}</p>
          {retry}
        </div>
      )}
      {directions?.kind === "straight" && !isFallback && (
        <p className="text-sm text-muted">{t("directions.straight.why")}</p>
      )}
    </>
  );
}
