import type { ReactNode } from "react";
import { joinClasses } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";

interface FieldErrorProps {
  id: string;
  className?: string;
  children: ReactNode;
}

export function FieldError({ id, className, children }: FieldErrorProps) {
  return (
    <p
      id={id}
      className={joinClasses(
        "mt-1 flex items-start gap-1.5 text-sm font-bold text-closed",
        className,
      )}
    >
      <Icon name="danger" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
