import { type ComponentProps, type ReactNode, use, useId } from "react";
import { fieldClass } from "#app/ui/field-class.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import type { AccountField } from "./failure-field.ts";
import { FaultyFieldContext } from "./faulty-field.ts";

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
  const faulty = use(FaultyFieldContext);
  const isFaulty = faulty.field === name;
  const describedBy = [isFaulty && faulty.messageId, hint && hintId].filter(Boolean).join(" ");
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
          aria-invalid={isFaulty || undefined}
          aria-describedby={describedBy || undefined}
          className={joinClasses(fieldClass, Boolean(button) && "pr-13")}
        />
        {button && <div className="absolute inset-y-0 right-0.5 flex items-center">{button}</div>}
      </div>
      {hint && (
        <p id={hintId} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
