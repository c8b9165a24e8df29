import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";

interface FactProps {
  icon: IconName;
  children: ReactNode;
}

/** One thing that is so, in a list of such: an icon and the words for it. */
export function Fact({ icon, children }: FactProps) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <Icon name={icon} className="size-5 text-muted" />
      <span>{children}</span>
    </li>
  );
}
