import type { ComponentProps } from "react";
import { joinClasses } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";
import { PageLink, type PageLinkProps } from "./page-link.tsx";

interface ToggleChipProps extends ComponentProps<"button"> {
  isPressed: boolean;
  icon?: IconName;
}

/**
 * A toggle in the shape of a chip. As a submit button it works in a GET form before script: give it `name` and
 * `value` only
 * while it is not pressed, and hidden inputs for the other parameters.
 */
export function ToggleChip({ isPressed, icon, className, children, ...rest }: ToggleChipProps) {
  return (
    <button
      type="submit"
      {...rest}
      aria-pressed={isPressed}
      className={chipClass(isPressed, className)}
    >
      {isPressed ? <Icon name="check" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface ChipLinkProps extends PageLinkProps {
  isCurrent: boolean;
}

/** One of several views to choose from, as a link in the shape of a chip. */
export function ChipLink({ isCurrent, className, children, ...rest }: ChipLinkProps) {
  return (
    <PageLink
      {...rest}
      aria-current={isCurrent ? "true" : undefined}
      className={chipClass(isCurrent, className)}
    >
      {isCurrent && <Icon name="check" />}
      {children}
    </PageLink>
  );
}

/** Classes of a chip: outlined, and filled with the brand colour when it is on. */
export function chipClass(isOn: boolean, className?: string): string {
  return joinClasses(
    "inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full border px-edge py-1.5",
    "no-underline select-none transition-colors disabled:cursor-not-allowed disabled:opacity-55",
    isOn
      ? "border-brand bg-brand font-bold text-on-brand hover:bg-brand-strong"
      : "border-control-line bg-raised text-text hover:bg-brand-tint",
    className,
  );
}
