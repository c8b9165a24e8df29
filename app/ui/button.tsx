import type { ComponentProps } from "react";
import { joinClasses } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";
import { PageLink, type PageLinkProps } from "./page-link.tsx";

export interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: IconName;
}

/** A button; `type="button"` by default. A press before script serves it is not lost, unless it has its own `ref`. */
export function Button({ variant, size, icon, className, children, ...rest }: ButtonProps) {
  const needsScript = rest.type === undefined && rest.ref === undefined;
  return (
    <button
      type="button"
      {...(needsScript && { "data-early": "", ref: makeLive })}
      {...rest}
      className={buttonClass(variant, size, className)}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface ButtonLinkProps extends PageLinkProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: IconName;
  className?: string;
}

export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <PageLink {...rest} className={buttonClass(variant, size, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </PageLink>
  );
}

interface IconButtonProps extends Omit<ButtonProps, "children" | "aria-label"> {
  icon: IconName;
  /** Its action, for screen readers and for the tooltip. */
  label: string;
}

export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <Button
      variant="quiet"
      {...rest}
      aria-label={label}
      title={label}
      className={`px-0! ${className ?? ""}`}
    />
  );
}

/**
 * `primary`: the main action; `quiet`: in a row or on a card; `danger`: cannot be undone; `floating`: on top of the
 * map.
 */
export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger" | "floating";

/** `medium`: 44 px; `large`: 52 px and larger type; `stacked`: icon above the label, as wide as the others of its row, and as its longest word. */
export type ButtonSize = "medium" | "large" | "stacked";

const shared =
  "inline-flex max-w-full items-center justify-center gap-2 rounded-control font-bold no-underline select-none " +
  "transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-55";

const variants: Record<ButtonVariant, string> = {
  primary:
    "bg-brand text-on-brand hover:bg-brand-strong border border-transparent disabled:hover:bg-brand",
  secondary: "bg-raised text-text border border-control-line hover:bg-brand-tint",
  quiet: "text-brand border border-transparent hover:bg-brand-tint",
  danger: "bg-raised text-closed border border-closed hover:bg-closed-tint",
  floating: "bg-raised text-text border border-line shadow-float hover:bg-brand-tint",
};

const sizes: Record<ButtonSize, string> = {
  medium: "min-h-11 min-w-11 px-edge py-2",
  large: "min-h-13 min-w-13 px-5 py-3 text-lg",
  stacked:
    "min-h-16 min-w-min grow basis-1/4 flex-col px-1 py-2 text-center text-sm leading-tight wrap-normal hyphens-auto",
};

/** Classes that make a button or a link look like a button. */
export function buttonClass(
  variant: ButtonVariant = "secondary",
  size: ButtonSize = "medium",
  className?: string,
): string {
  return joinClasses(shared, variants[variant], sizes[size], className);
}

declare global {
  /** The last tap on a button that no script served yet. */
  var earlyTap: MouseEvent | undefined;

  interface HTMLButtonElement {
    /** Whether it was tapped before React served it. */
    isTapped?: true;
    /** Whether React serves it. */
    isLive?: true;
  }
}

/**
 * Script in a page's head: notes a press of a button with `data-early` before its script has arrived, and makes the
 * button
 * pale; {@link makeLive} presses it again (docs/product#early-presses).
 */
export const earlyTapScript =
  'addEventListener("click",function(e){var b=e.target.closest("button[data-early]");' +
  "b&&!b.isLive&&(earlyTap=e,b.ariaDisabled=b.isTapped=!0)},!0)";

/** A button's `ref`: React serves it from now on, and presses it again if it was the last one pressed before. */
function makeLive(button: HTMLButtonElement | null): void {
  if (!button || button.isLive) return;
  button.isLive = true;
  if (button.isTapped) button.ariaDisabled = null;
  const tap = globalThis.earlyTap;
  if (!tap || !button.contains(tap.target as Node)) return;
  globalThis.earlyTap = undefined;
  // A press during which React takes the button over reaches its handler without us.
  if (tap.eventPhase === Event.NONE) queueMicrotask(() => button.click());
}
