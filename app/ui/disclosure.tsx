import type { ComponentProps, ReactNode } from "react";
import { joinClasses } from "#app/ui/class-names.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";

interface DisclosureProps extends Omit<ComponentProps<"details">, "title"> {
  title: ReactNode;
  icon?: IconName;
}

/** A heading that shows and hides its content; works without script. */
export function Disclosure({ title, icon, className, children, ...rest }: DisclosureProps) {
  return (
    <details {...rest} className={joinClasses("group", className)}>
      <summary className="-mx-2 flex min-h-11 items-center gap-2 rounded-control px-2 py-2 hover:bg-brand-tint">
        {icon && <Icon name={icon} className="size-5 text-muted" />}
        <span className="min-w-0 grow">{title}</span>
        <Icon
          name="chevron-down"
          className="size-5 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      {children}
    </details>
  );
}
