import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";

/** The button that deletes a review where there is no script to ask: it has to be opened first. */
export function DeleteWithoutScript() {
  const { t } = useTranslation();
  return (
    <noscript>
      <Disclosure icon="delete" title={t("reviews.delete.action")}>
        <Button type="submit" variant="danger" name="intent" value="delete" formNoValidate>
          {t("reviews.delete.confirm")}
        </Button>
      </Disclosure>
    </noscript>
  );
}
