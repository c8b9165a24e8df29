import { useTranslation } from "react-i18next";

/** The id that every page's `<main>` carries. */
export const mainId = "main";

/** First in the tab order: past the menu, to the page itself. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      href={`#${mainId}`}
      className="absolute top-2 left-2 z-50 -translate-y-[calc(100%+1rem)] rounded-control bg-brand px-4 py-3 font-bold text-on-brand focus:translate-y-0"
    >
      {t("navigation.skip")}
    </a>
  );
}
