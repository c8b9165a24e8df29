import { type KeyboardEvent, type Ref, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type ComboboxOption, optionElementId } from "./combobox-option.ts";
import { ComboboxPopup } from "./combobox-popup.tsx";
import { IconButton } from "./icon-button.tsx";
import { SearchField } from "./search-field.tsx";
import { useOptionList } from "./use-option-list.ts";

interface ComboboxProps<Option extends ComboboxOption> {
  label: string;
  /** Keeps the label for screen readers only. */
  isLabelHidden?: boolean;
  placeholder?: string;
  /** What stands in the field. */
  text: string;
  onType: (text: string) => void;
  /** What is offered now; empty once one was picked. */
  options: readonly Option[];
  onPick: (option: Option) => void;
  /** Enter was pressed while nothing is offered, or the options are about to change. */
  onEnter?: () => void;
  /** Options are on their way. */
  isBusy?: boolean;
  /** What there is to say about the options, or instead of any. */
  note?: string;
  /** The text field. */
  ref?: Ref<HTMLInputElement>;
}

/**
 * A text field that offers what may be meant (WAI-ARIA 1.2 combobox, list autocomplete). The focus stays in
 * the field: arrows walk through the options, Enter takes the active one or else the first, Escape closes
 * the list and then empties the field, Tab goes on. How many there are, and the note, are announced.
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
      // Never sends the form around it: what was typed is a question, not yet an answer.
      event.preventDefault();
      // The first of options that newer ones are about to replace may be another than is meant.
      if (hasOptions && (list.active !== -1 || !isBusy)) onPick(options[Math.max(0, list.active)]);
      else {
        list.open();
        props.onEnter?.();
      }
    } else if (event.key === "Escape" && (list.isShown || text !== "")) {
      // What the field takes for itself doesn't close the dialog around it.
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
