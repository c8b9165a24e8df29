import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Alert } from "#app/ui/alert.tsx";

/** The banner below the bar when signing out did not work (specification, section 8). */
export function SignOutFailure() {
  const { t } = useTranslation();
  const { data: answer } = useFetcher<{ code?: string }>({ key: "sign-out" });
  const [dismissed, setDismissed] = useState<unknown>(null);
  if (!answer?.code || answer === dismissed) return null;
  return (
    <Alert
      kind="danger"
      onDismiss={() => setDismissed(answer)}
      className="mx-auto mt-3 max-w-[720px]"
    >
      {t("error.error")}
    </Alert>
  );
}
