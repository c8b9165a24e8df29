import { useTranslation } from "react-i18next";
import { PageTitle } from "#app/i18n/page-title.tsx";
import { ButtonLink } from "#app/ui/button-link.tsx";
import { PageMain } from "#app/ui/page-main.tsx";

/** Stands where a page comes with a later version, and says so. */
export function LaterPage({ title }: { title: string }) {
  const { t } = useTranslation();
  return (
    <PageMain>
      <PageTitle screen={title} />
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-3 mb-6 text-muted">{t("later.text")}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/" variant="primary" icon="map">
          {t("navigation.map")}
        </ButtonLink>
        <ButtonLink to="/places" icon="list">
          {t("navigation.places")}
        </ButtonLink>
      </div>
    </PageMain>
  );
}
