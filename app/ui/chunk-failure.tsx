import { useTranslation } from "react-i18next";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";

/** Says that a part of the page could not be loaded, and offers to load the page again. */
export function ChunkFailure({ className = "m-4" }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <Alert kind="danger" className={className}>
      <p className="mb-3">{t("chunk.failed")}</p>
      <Button icon="retry" onClick={() => location.reload()}>
        {t("action.reload")}
      </Button>
    </Alert>
  );
}
