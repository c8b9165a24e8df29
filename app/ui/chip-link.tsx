import { Link, type LinkProps } from "react-router";
import { Icon, type IconName } from "./icon.tsx";
import { chipClass } from "./toggle-chip.tsx";

interface ChipLinkProps extends LinkProps {
  isCurrent: boolean;
  icon?: IconName;
  className?: string;
}

/** One of several views to choose from, as a link in the shape of a chip. */
export function ChipLink({ isCurrent, icon, className, children, ...rest }: ChipLinkProps) {
  return (
    <Link
      {...rest}
      aria-current={isCurrent ? "true" : undefined}
      className={chipClass(isCurrent, className)}
    >
      {isCurrent ? <Icon name="check" /> : icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
