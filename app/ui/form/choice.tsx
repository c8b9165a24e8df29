import type { ComponentProps } from "react";
import { joinClasses } from "#app/ui/class-names.ts";

interface ChoiceProps extends ComponentProps<"input"> {
  type: "radio" | "checkbox";
}

/** A radio button or a box to tick with its label, large enough for a thumb. */
export function Choice({ className, children, ...input }: ChoiceProps) {
  return (
    <label
      className={joinClasses(
        "flex min-h-11 max-w-full cursor-pointer items-center gap-3 py-1",
        className,
      )}
    >
      <input {...input} className="size-6 shrink-0 accent-brand" />
      <span className="min-w-0">{children}</span>
    </label>
  );
}
