import { useTranslation } from "react-i18next";
import { Skeleton } from "#app/ui/skeleton.tsx";

/** The form's outline while its link is being checked; without script the page asks again. */
export function ResetChecking() {
  const { t } = useTranslation();
  return (
    <>
      <p role="status" className="mb-5 text-muted">
        {t("reset.checking")}
      </p>
      <Skeleton className="mb-4 h-12" />
      <Skeleton className="h-11" />
      <noscript>
        <meta httpEquiv="refresh" content="2" />
      </noscript>
    </>
  );
}
