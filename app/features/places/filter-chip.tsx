import { useTranslation } from "react-i18next";
import { chipClass } from "#app/ui/chip-class.ts";
import { filterLooks } from "#app/ui/filter-looks.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { PlaceFilterName } from "#domain/place-filters.ts";

interface FilterChipProps {
  name: PlaceFilterName;
  isOn: boolean;
  onToggle: () => void;
}

/** One filter: a checkbox in the shape of a chip, filled and ticked when it is on. */
export function FilterChip({ name, isOn, onToggle }: FilterChipProps) {
  const { t } = useTranslation();
  return (
    <label
      className={chipClass(
        false,
        "cursor-pointer has-checked:border-brand has-checked:bg-brand has-checked:font-bold has-checked:text-on-brand has-checked:hover:bg-brand-strong has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand",
      )}
    >
      <input
        type="checkbox"
        name={name}
        value="1"
        checked={isOn}
        onChange={onToggle}
        className="peer sr-only"
      />
      <Icon name="check" className="hidden size-[1.25em] peer-checked:block" />
      <Icon name={filterLooks[name].icon} className="size-[1.25em] peer-checked:hidden" />
      {t(filterLooks[name].label)}
    </label>
  );
}
