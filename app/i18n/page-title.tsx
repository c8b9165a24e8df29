import { useTranslation } from "react-i18next";

/**
 * The title of a page: the screen's name, ` | `, the product's (docs/product#page-titles); the
 * product's alone where no screen is named. It follows the language without a reload.
 */
export function PageTitle({ screen }: { screen?: string }) {
  const { t } = useTranslation();
  const product = t("app.title");
  return <title>{screen ? `${screen} | ${product}` : product}</title>;
}
