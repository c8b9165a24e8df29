import { useCallback, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useRecovery } from "#app/ui/use-recovery.ts";

/**
 * Says that the list below is the one from before, and loads the one asked for as soon as there is
 * contact, or when the visitor asks again.
 */
export function KeptList() {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  const isWaiting = useRef(true);
  const retry = useCallback(() => void revalidate(), [revalidate]);
  useRecovery(isWaiting, retry);
  return (
    <Alert kind="warning" className="mb-4">
      <p>{t("places.kept")}</p>
      <Button icon="retry" onClick={retry} disabled={state === "loading"} className="my-2">
        {t("action.retry")}
      </Button>
    </Alert>
  );
}
