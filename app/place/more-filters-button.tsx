import { useTranslation } from "#app/i18n/use-translation.tsx";
import { chipClass } from "#app/ui/toggle-chip.tsx";
import { moreFilterNames, type PlaceFilters } from "#domain/place/place-filters.ts";

interface MoreFiltersButtonProps {
  filters: PlaceFilters;
  isOpen: boolean;
  controls: string;
  className?: string;
  onToggle: () => void;
}

/** Button at the end of the main filters that shows all others, and says how many of these are on. */
export function MoreFiltersButton(props: MoreFiltersButtonProps) {
  const { filters, isOpen, controls, className, onToggle } = props;
  const { t } = useTranslation();
  const active = moreFilterNames.filter((name) => filters[name]).length;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      className={chipClass(active > 0, `flex-none font-normal! noscript:hidden ${className ?? ""}`)}
      onClick={onToggle}
    >
      {active === 0 ? t("filter.more") : t("filter.moreOn", { active })}
    </button>
  );
}
