import { useTranslation } from "react-i18next";
import { Icon } from "./icon.tsx";

/** Says that a place's point stands for a street or a settlement, not for the door. */
export function ApproximateMark() {
  const { t } = useTranslation();
  return (
    <p className="mt-1 flex items-center gap-1.5 text-soon">
      <Icon name="warning" className="size-5 shrink-0" /> {t("places.approximate")}
    </p>
  );
}
