import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Alert } from "#app/ui/alert.tsx";

/** How long it stands (docs/product#after-adding). */
const bannerMs = 5_000;

/** Thanks for a place that waits for acceptance; the address forgets it with the banner. */
export function AddedBanner({ listAddress }: { listAddress: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const forget = () =>
    navigate(listAddress, {
      replace: true,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    });
  return (
    <Alert kind="success" timeoutMs={bannerMs} onDismiss={() => void forget()} className="mb-4">
      {t("addPlace.added")}
    </Alert>
  );
}
