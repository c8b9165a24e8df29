import { useNavigate } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { type AddObstacle, addPlaceFailureText } from "./add-place-failure.ts";

const bannerMs = 5_000;

/** Thanks for a place that is pending acceptance; the URL loses its parameter with the banner. */
export function AddedBanner({ listPath }: { listPath: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const forget = () =>
    navigate(listPath, {
      replace: true,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    });
  return (
    <Alert kind="success" timeoutMs={bannerMs} onDismiss={() => void forget()} className="mb-4">
      <p>{t("addPlace.added")}</p>
      <PageLink to="/account/contributions" className="text-link inline-block py-2.5">
        {t("addPlace.outcome")}
      </PageLink>
    </Alert>
  );
}

/** The reason why there is no form although the URL asks for it. */
export function MayNotAdd({ obstacle }: { obstacle: AddObstacle }) {
  const { t } = useTranslation();
  // The list's message already says that the database is unavailable.
  if (obstacle === "error.unavailable") return null;
  return (
    <Alert kind="info" className="mb-4">
      {addPlaceFailureText(t, obstacle)}
    </Alert>
  );
}
