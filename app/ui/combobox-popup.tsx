import { useEffect, useRef } from "react";
import { type ComboboxOption, optionElementId } from "./combobox-option.ts";
import { Icon } from "./icon.tsx";
import { joinClasses } from "./join-classes.ts";

interface ComboboxPopupProps<Option extends ComboboxOption> {
  listId: string;
  label: string;
  options: readonly Option[];
  /** Index of the active option; -1 while none is. */
  active: number;
  onPick: (option: Option) => void;
  /** Below the options, or in their place. */
  note: string | undefined;
}

/** What a combobox shows below its text field, which keeps the focus. */
export function ComboboxPopup<Option extends ComboboxOption>({
  listId,
  label,
  options,
  active,
  onPick,
  note,
}: ComboboxPopupProps<Option>) {
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const option = popup.current?.querySelector('[aria-selected="true"]');
    (option ?? popup.current)?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press here only leaves the focus where it is
    <div
      ref={popup}
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-30 mt-2 scroll-my-3 overflow-hidden rounded-control border border-control-line bg-raised shadow-float"
    >
      {options.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label={label}
          className="max-h-[min(22rem,40dvh)] overflow-y-auto overscroll-contain p-1"
        >
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and the keys
            <div
              key={option.id}
              id={optionElementId(listId, index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onClick={() => onPick(option)}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 hover:bg-brand-tint aria-selected:bg-brand-tint aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-brand"
            >
              {option.icon && <Icon name={option.icon} className="size-5 text-brand" />}
              <span className="flex min-w-0 flex-col wrap-anywhere">
                <span>{option.label}</span>
                {option.detail && <span className="text-sm text-muted">{option.detail}</span>}
              </span>
            </div>
          ))}
        </div>
      )}
      {note !== undefined && (
        // Announced by the combobox's live region, which is there before it has something to say.
        <p
          aria-hidden="true"
          className={joinClasses(
            "px-4 py-2.5 text-sm text-muted",
            options.length > 0 && "border-t border-line",
          )}
        >
          {note}
        </p>
      )}
    </div>
  );
}
