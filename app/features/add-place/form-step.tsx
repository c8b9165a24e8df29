import { type ReactNode, useId } from "react";

interface FormStepProps {
  /** From 1. */
  number: number;
  title: string;
  children: ReactNode;
}

/** One of the form's steps, all on one page, with its heading. */
export function FormStep({ number, title, children }: FormStepProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line py-6">
      <h3 id={id} className="mb-4 flex items-center gap-3 text-lg">
        <span
          aria-hidden="true"
          className="tabular flex size-8 shrink-0 items-center justify-center rounded-full bg-brand-tint text-base text-brand-strong"
        >
          {number}
        </span>
        {title}
      </h3>
      {children}
    </section>
  );
}
