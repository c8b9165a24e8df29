import { type ComponentProps, type ReactNode, useId } from "react";
import { fieldClass, joinClasses } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";

interface SearchFieldProps extends ComponentProps<"input"> {
  label: string;
  isLabelHidden?: boolean;
  isBusy?: boolean;
  button?: ReactNode;
}

/** A labelled text field with a magnifying glass. */
export function SearchField(props: SearchFieldProps) {
  const { label, isLabelHidden, isBusy, button, ...rest } = props;
  const id = useId();
  return (
    <>
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "mb-1 block font-bold"}>
        {label}
      </label>
      <div className="relative">
        <Icon
          name="search"
          className={joinClasses(
            "pointer-events-none absolute inset-y-0 left-3.5 my-auto size-5 text-muted",
            isBusy && "animate-shimmer",
          )}
        />
        <input
          type="text"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          {...rest}
          id={id}
          className={joinClasses(
            fieldClass,
            "pl-11 text-ellipsis placeholder:text-muted placeholder:opacity-100",
            Boolean(button) && "pr-12",
          )}
        />
        {button && <div className="absolute inset-y-0 right-0.5 flex items-center">{button}</div>}
      </div>
    </>
  );
}
