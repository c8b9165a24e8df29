import { type ReactNode, useId } from "react";
import { FaultText } from "#app/ui/fault-text.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";

interface FieldAttributes {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

interface FormFieldProps {
  label: string;
  hint?: string;
  /** What is wrong with it, after an attempt to send the form. */
  fault?: string | null;
  className?: string;
  /** The input itself, with what ties it to its label and messages. */
  children: (attributes: FieldAttributes) => ReactNode;
}

/** A label, an input, and below it what is wrong or what is meant. */
export function FormField({ label, hint, fault, className, children }: FormFieldProps) {
  const id = useId();
  const describedBy = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className={joinClasses("min-w-0", className)}>
      <label htmlFor={id} className="mb-1 block font-bold">
        {label}
      </label>
      {children({
        id,
        "aria-invalid": fault ? true : undefined,
        "aria-describedby": describedBy || undefined,
      })}
      {fault && <FaultText id={`${id}-fault`}>{fault}</FaultText>}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
