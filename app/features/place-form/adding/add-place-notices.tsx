import { useLocation, useNavigate } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { continuingPath } from "#domain/account/own-path.ts";
import { type AddObstacle, addPlaceFailureText } from "./add-place-failure.ts";

/** Time that the banner stays (docs/product#after-adding). */
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
  const { pathname, search } = useLocation();
  // The list's message already says that the database is unavailable.
  if (obstacle === "error.unavailable") return null;
  const after = (page: string) => continuingPath(page, pathname + search);
  return (
    <Alert kind="info" className="mb-4">
      <p>{addPlaceFailureText(t, obstacle)}</p>
      {obstacle === "error.signin" && (
        <p className="mt-2 mb-1 flex flex-wrap gap-2">
          <ButtonLink to={after("/login")} variant="primary" icon="log-in">
            {t("navigation.login")}
          </ButtonLink>
          <ButtonLink to={after("/register")} icon="register">
            {t("navigation.register")}
          </ButtonLink>
        </p>
      )}
    </Alert>
  );
}
