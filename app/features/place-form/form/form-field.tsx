import { type ReactNode, useId, useState } from "react";
import { joinClasses } from "#app/ui/class-names.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { FieldError } from "#app/ui/form/field-error.tsx";

interface FieldAttributes {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

interface FormFieldProps {
  label: string;
  hint?: string;
  /** The field's error, after an attempt to send the form. */
  error?: string | null;
  className?: string;
  /** The input, with the attributes that connect it to its label and messages. */
  children: (attributes: FieldAttributes) => ReactNode;
}

export function FormField({ label, hint, error, className, children }: FormFieldProps) {
  const id = useId();
  const describedBy = [error && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className={joinClasses("min-w-0", className)}>
      <label htmlFor={id} className="mb-1 block font-bold">
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy || undefined,
      })}
      {error && <FieldError id={`${id}-fault`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

interface FormStepProps {
  /** From 1. */
  number: number;
  title: string;
  /** For a step that may be skipped: whether it has content. It is folded until then. */
  isFilled?: boolean;
  children: ReactNode;
}

/** One step of the form, with its heading; all steps are on one page. */
export function FormStep({ number, title, isFilled, children }: FormStepProps) {
  const id = useId();
  const isOpen = useLatch(isFilled ?? false);
  const heading = (
    <h3 id={id} className="flex items-center gap-3 text-lg">
      <span
        aria-hidden="true"
        className="tabular flex size-8 shrink-0 items-center justify-center rounded-full bg-brand-tint text-base text-brand-strong"
      >
        {number}
      </span>
      <span className="min-w-0 hyphens-auto wrap-anywhere">{title}</span>
    </h3>
  );
  return (
    <section aria-labelledby={id} className="border-t border-line py-6">
      {isFilled === undefined ? (
        <>
          {heading}
          <div className="mt-4">{children}</div>
        </>
      ) : (
        <Disclosure title={heading} open={isOpen}>
          <div className="mt-4">{children}</div>
        </Disclosure>
      )}
    </section>
  );
}

/** Whether a value has been true: a folded part that got content must not close while it is edited. */
export function useLatch(isOn: boolean): boolean {
  const [wasOn, setWasOn] = useState(isOn);
  if (isOn && !wasOn) setWasOn(true);
  return wasOn || isOn;
}
