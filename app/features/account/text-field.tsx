import { type ComponentProps, type ReactNode, useId } from "react";
import { FaultText } from "#app/ui/fault-text.tsx";
import { fieldClass } from "#app/ui/field-class.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import type { AccountField } from "./failure-field.ts";
import { useFaultyField } from "./faulty-field.ts";

interface TextFieldProps extends ComponentProps<"input"> {
  name: AccountField;
  label: string;
  /** What a good value looks like. */
  hint?: string;
  /** A button at the field's end. */
  button?: ReactNode;
}

/** A labelled input of an account form, marked while the form's failure is about it. */
export function TextField({ name, label, hint, button, className, ...rest }: TextFieldProps) {
  const id = useId();
  const hintId = useId();
  const faultId = useId();
  const faulty = useFaultyField(name);
  const isMarked = faulty?.isMarked ?? false;
  const describedBy = [isMarked && faultId, hint && hintId].filter(Boolean).join(" ");
  return (
    <div className={joinClasses("mb-4", className)}>
      <label htmlFor={id} className="mb-1 block font-bold">
        {label}
      </label>
      <div className="relative">
        <input
          {...rest}
          id={id}
          name={name}
          required
          onInput={isMarked ? faulty?.unmark : undefined}
          aria-invalid={isMarked || undefined}
          aria-describedby={describedBy || undefined}
          className={joinClasses(fieldClass, Boolean(button) && "pr-13")}
        />
        {button && <div className="absolute inset-y-0 right-0.5 flex items-center">{button}</div>}
      </div>
      {faulty && (
        <FaultText id={faultId} className={isMarked ? undefined : "invisible"}>
          {faulty.text}
        </FaultText>
      )}
      {hint && (
        <p id={hintId} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
