import type { ComponentProps } from "react";
import { joinClasses } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";

interface SelectProps<Value extends string> extends Omit<ComponentProps<"select">, "children"> {
  label: string;
  options: readonly { value: Value; label: string }[];
  isLabelHidden?: boolean;
  /** Puts the label above, as that of other fields of a form. */
  isField?: boolean;
}

/** The browser's own drop-down list with its label. */
export function Select<Value extends string>({
  label,
  options,
  isLabelHidden = false,
  isField = false,
  className,
  ...rest
}: SelectProps<Value>) {
  return (
    <label
      className={joinClasses(
        isField ? "grid justify-items-start gap-1" : "inline-flex flex-wrap items-center gap-2",
        className,
      )}
    >
      <span className={isLabelHidden ? "sr-only" : isField ? "font-bold" : "text-sm text-muted"}>
        {label}
      </span>
      <span className="relative inline-flex max-w-full">
        <select
          {...rest}
          className="min-h-11 max-w-full appearance-none truncate rounded-control border border-control-line bg-raised py-2 pr-10 pl-3 text-text"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          name="chevron-down"
          className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
        />
      </span>
    </label>
  );
}
