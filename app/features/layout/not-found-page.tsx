import { useTranslation } from "react-i18next";
import { PageTitle } from "#app/i18n/page-title.tsx";
import { ButtonLink } from "#app/ui/button-link.tsx";
import { PageMain } from "#app/ui/page-main.tsx";
import { ClosedDoor } from "./closed-door.tsx";

/** The page for an address that leads nowhere; whoever shows it answers with status 404. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <PageMain className="flex flex-col items-center text-center">
      <PageTitle screen={t("notFound.title")} />
      <ClosedDoor label={t("notFound.image")} />
      <h1 className="mt-6 text-2xl">{t("notFound.title")}</h1>
      <p className="mt-2 mb-6 max-w-[40ch] text-muted">{t("notFound.text")}</p>
      <ButtonLink to="/" variant="primary" icon="map">
        {t("action.home")}
      </ButtonLink>
    </PageMain>
  );
}
