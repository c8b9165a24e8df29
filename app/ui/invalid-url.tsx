import type { ComponentProps } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "./alert.tsx";
import { ButtonLink } from "./button.tsx";
import { PageMain, PageTitle } from "./page-title-and-main.tsx";

interface InvalidUrlPageProps extends Omit<ComponentProps<typeof ButtonLink>, "children"> {
  fields: readonly string[];
  /** Label of the way back, which the other properties describe. */
  label: "action.home" | "places.reset" | "moderation.back";
}

/** The page for an invalid URL: it names the parameters that are wrong, and leads back. */
export function InvalidUrlPage({ fields, label, ...wayBack }: InvalidUrlPageProps) {
  const { t } = useTranslation();
  const title = t("faultyAddress.title");
  return (
    <PageMain>
      <PageTitle screen={title} />
      <h1 className="mb-4 text-2xl">{title}</h1>
      <Alert kind="danger">{t("error.parameter", { field: fields.join(", ") })}</Alert>
      <p className="my-4">{t("faultyAddress.text")}</p>
      <ButtonLink variant="primary" {...wayBack}>
        {t(label)}
      </ButtonLink>
    </PageMain>
  );
}
