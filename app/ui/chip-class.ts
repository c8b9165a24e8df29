import { joinClasses } from "./join-classes.ts";

/** The classes of a chip: outlined, and filled with the brand colour when it is on. */
export function chipClass(isOn: boolean, className?: string): string {
  return joinClasses(
    "inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-full border px-4 py-1.5",
    "no-underline select-none transition-colors disabled:cursor-not-allowed disabled:opacity-55",
    isOn
      ? "border-brand bg-brand font-bold text-on-brand hover:bg-brand-strong"
      : "border-control-line bg-raised text-text hover:bg-brand-tint",
    className,
  );
}
