import { useTranslation } from "react-i18next";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageMain, PageTitle } from "#app/ui/page-main.tsx";

/** Names the malformed parameters of the address, and links to the whole map. */
export function MalformedMap({ fields }: { fields: readonly string[] }) {
  const { t } = useTranslation();
  const title = t("map.malformed.title");
  return (
    <PageMain>
      <PageTitle screen={title} />
      <h1 className="mb-4 text-2xl">{title}</h1>
      <Alert kind="danger">{t("error.parameter", { field: fields.join(", ") })}</Alert>
      <p className="my-4">{t("map.malformed.text")}</p>
      <ButtonLink to="/" reloadDocument variant="primary" icon="map">
        {t("action.home")}
      </ButtonLink>
    </PageMain>
  );
}
