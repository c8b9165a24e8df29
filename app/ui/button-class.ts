import { joinClasses } from "./join-classes.ts";

/**
 * `primary`: the one thing to do here; `secondary`: other things; `quiet`: things in a row or on a
 * card, without a border; `danger`: what can't be undone; `floating`: on top of the map.
 */
export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger" | "floating";

/** `medium`: 44 px; `large`: 52 px and larger type. */
export type ButtonSize = "medium" | "large";

const shared =
  "inline-flex items-center justify-center gap-2 rounded-control font-bold no-underline select-none " +
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
  medium: "min-h-11 min-w-11 px-4 py-2",
  large: "min-h-13 min-w-13 px-5 py-3 text-lg",
};

/** The classes that make a button or a link look like a button. */
export function buttonClass(
  variant: ButtonVariant = "secondary",
  size: ButtonSize = "medium",
  className?: string,
): string {
  return joinClasses(shared, variants[variant], sizes[size], className);
}
