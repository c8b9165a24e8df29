import { useTranslation } from "react-i18next";

/** The id of what stands beside the map. */
export const mapSheetId = "map-sheet";

/** Past the map and its controls, to what it shows in words; seen while it has the focus. */
export function SkipMapLink() {
  const { t } = useTranslation();
  return (
    <a
      href={`#${mapSheetId}`}
      className="absolute top-20 left-3 z-20 -translate-y-[calc(100%+6rem)] rounded-control bg-brand px-4 py-3 font-bold text-on-brand focus:translate-y-0"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(mapSheetId)?.focus();
      }}
    >
      {t("map.skip")}
    </a>
  );
}
