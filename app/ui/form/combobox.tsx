import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { SearchField } from "./search-field.tsx";

export interface ComboboxOption {
  readonly id: string;
  /** Icon of a kind of option that its detail names too. */
  readonly icon?: IconName;
  readonly label: string;
  readonly detail?: string;
}

interface ComboboxProps<Option extends ComboboxOption> {
  label: string;
  isLabelHidden?: boolean;
  placeholder?: string;
  text: string;
  onType: (text: string) => void;
  /** Present options; empty once one was picked. */
  options: readonly Option[];
  onPick: (option: Option) => void;
  /** Called when Enter was pressed without options, or while new options are loading. */
  onEnter?: () => void;
  isBusy?: boolean;
  /** A note about the options, or instead of them. */
  note?: string;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A text field with suggestions (WAI-ARIA 1.2 combobox, list autocomplete), whose number and note are announced.
 * Enter takes
 * the active option or else the first; Escape closes the list and then empties the field.
 */
export function Combobox<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const { label, isLabelHidden, placeholder, text, onType, options, onPick, isBusy, note } = props;
  const { t } = useTranslation();
  const listId = useId();
  const root = useRef<HTMLDivElement>(null);
  const list = useOptionList(options, note !== undefined);
  const hasOptions = list.isShown && options.length > 0;

  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter") {
      // Enter never sends the form around it: the typed text is a search, not yet a value.
      event.preventDefault();
      // While newer options are loading, the first one may not be the one that the visitor means.
      if (hasOptions && (list.active !== -1 || !isBusy)) onPick(options[Math.max(0, list.active)]);
      else {
        list.open();
        props.onEnter?.();
      }
    } else if (event.key === "Escape" && (list.isShown || text !== "")) {
      // A key that the field uses does not close the dialog around it.
      event.preventDefault();
      if (list.isShown) list.close();
      else onType("");
    } else if (list.move(event.key)) event.preventDefault();
  };

  return (
    <div ref={root} className="relative">
      <SearchField
        ref={props.ref}
        label={label}
        isLabelHidden={isLabelHidden}
        placeholder={placeholder}
        isBusy={isBusy}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={hasOptions}
        aria-controls={hasOptions ? listId : undefined}
        aria-activedescendant={
          hasOptions && list.active !== -1 ? optionElementId(listId, list.active) : undefined
        }
        value={text}
        onChange={(event) => {
          list.open();
          onType(event.target.value);
        }}
        onFocus={list.open}
        onBlur={list.close}
        onClick={list.open}
        onKeyDown={handleKey}
        button={
          text !== "" && (
            <IconButton
              icon="close"
              label={t("combobox.clear")}
              onClick={() => {
                onType("");
                root.current?.querySelector("input")?.focus();
              }}
            />
          )
        }
      />
      {list.isShown && (
        <ComboboxPopup
          listId={listId}
          label={label}
          options={options}
          active={list.active}
          onPick={onPick}
          note={note}
        />
      )}
      <div role="status" className="sr-only">
        {hasOptions && `${t("combobox.found", { count: options.length })} `}
        {list.isShown && note}
      </div>
    </div>
  );
}

interface ComboboxPopupProps<Option extends ComboboxOption> {
  listId: string;
  label: string;
  options: readonly Option[];
  /** Index of the active option; -1 without one. */
  active: number;
  onPick: (option: Option) => void;
  /** Below the options, or in their place. */
  note: string | undefined;
}

/** The list and the note below the text field, which keeps the focus. */
function ComboboxPopup<Option extends ComboboxOption>({
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
        // Announced by the combobox's live region, which exists before it has content.
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

/** State of a combobox's list: whether it is open, and the active option, -1 without one, as for new options. */
function useOptionList(options: readonly unknown[], hasNote: boolean) {
  const [isOpen, setIsOpen] = useState(false);
  const [activity, setActivity] = useState({ options, active: -1 });
  const active = activity.options === options ? activity.active : -1;
  return {
    active,
    isShown: isOpen && (options.length > 0 || hasNote),
    open: () => setIsOpen(true),
    close: () => {
      setIsOpen(false);
      setActivity({ options, active: -1 });
    },
    move: (key: string): boolean => {
      const next = moveInOptions(key, isOpen ? active : -1, options.length);
      if (next === null) return false;
      setIsOpen(true);
      setActivity({ options, active: next });
      return true;
    },
  };
}

/**
 * The next active option after a key; null where the key belongs to the text field. Arrows go round; Home and End are
 * the
 * list's only while an option is active. @param active index of the active option; -1 without one
 */
export function moveInOptions(key: string, active: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case "ArrowDown":
      return (active + 1) % count;
    case "ArrowUp":
      return active <= 0 ? count - 1 : active - 1;
    case "Home":
      return active === -1 ? null : 0;
    case "End":
      return active === -1 ? null : count - 1;
    default:
      return null;
  }
}

function optionElementId(listId: string, index: number): string {
  return `${listId}-${index}`;
}
