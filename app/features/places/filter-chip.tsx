import { useTranslation } from "react-i18next";
import { chipClass } from "#app/ui/chip-class.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icon-names.ts";
import type { PlaceFilterName } from "./strictest-filter.ts";

const looks = {
  accessible: { icon: "accessible", label: "filter.accessible" },
  free: { icon: "free", label: "filter.free" },
  public: { icon: "public", label: "filter.public" },
  open: { icon: "open", label: "filter.currentlyopen" },
} as const satisfies Record<PlaceFilterName, { icon: IconName; label: string }>;

/** The words of a filter. */
export function filterLabel(name: PlaceFilterName) {
  return looks[name].label;
}

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
      <Icon name={looks[name].icon} className="size-[1.25em] peer-checked:hidden" />
      {t(looks[name].label)}
    </label>
  );
}
