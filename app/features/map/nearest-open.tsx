import { useTranslation } from "react-i18next";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { keepControlsClear } from "./keep-controls-clear.ts";
import { type NearestProblem, type NearestReach, useNearestOpen } from "./use-nearest-open.ts";

type NearestOpenProps = Parameters<typeof useNearestOpen>[0];

/** The one big button: to the nearest place that is open now, or why it can't. */
export function NearestOpen(props: NearestOpenProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { isBusy, problem, nearest, go, dismiss } = useNearestOpen(props);
  const label = nearest?.distance
    ? t("map.nearest.at", { distance: format.distance(nearest.distance) })
    : t("map.nearest.find");
  return (
    <div ref={keepControlsClear} className="map-nearest grid gap-2">
      {problem && (
        <Alert kind="info" onDismiss={dismiss} className="bg-raised! shadow-float">
          <Explanation problem={problem} onWiden={go} />
        </Alert>
      )}
      <Button
        variant="primary"
        size="large"
        icon="navigate"
        className="w-full shadow-float noscript:hidden"
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) void go();
        }}
      >
        {isBusy ? t("map.nearest.searching") : label}
      </Button>
    </div>
  );
}

/** Says what to do, in a sentence and a button or two. */
function Explanation({
  problem,
  onWiden,
}: {
  problem: NearestProblem;
  onWiden: (reach: NearestReach) => void;
}) {
  const { t } = useTranslation();
  if (problem.kind !== "none") return <p>{t(`map.nearest.${problem.kind}`)}</p>;
  if (problem.reach === "any") return <p>{t("map.nearest.noneAtAll")}</p>;
  return (
    <div className="grid gap-2">
      <p>{t("map.nearest.none")}</p>
      <div className="flex flex-wrap gap-2">
        {problem.reach === "open" && (
          <Button onClick={() => onWiden("unknown")}>{t("map.nearest.widenUnknown")}</Button>
        )}
        <Button onClick={() => onWiden("any")}>{t("map.nearest.widenClosed")}</Button>
      </div>
    </div>
  );
}
