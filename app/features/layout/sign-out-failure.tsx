import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Alert } from "#app/ui/alert.tsx";

/** The banner when signing out did not work (docs/product#sign-out). */
export function SignOutFailure({ className }: { className: string }) {
  const { t } = useTranslation();
  const { data: answer } = useFetcher<{ code?: string }>({ key: "sign-out" });
  const [dismissed, setDismissed] = useState<unknown>(null);
  if (!answer?.code || answer === dismissed) return null;
  return (
    <Alert kind="danger" onDismiss={() => setDismissed(answer)} className={className}>
      {t("error.error")}
    </Alert>
  );
}
