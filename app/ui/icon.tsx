import type { IconName } from "./icon-names.ts";
import iconsUrl from "./icons.svg?url&no-inline";
import { joinClasses } from "./join-classes.ts";

interface IconProps {
  name: IconName;
  /** Words for the icon where no text beside it says the same; without them it is decoration. */
  label?: string;
  /** Tailwind classes; the size is 1.25em unless they say otherwise. */
  className?: string;
}

/** One shape of the sprite, in the colour of the text around it. */
export function Icon({ name, label, className }: IconProps) {
  const classes = joinClasses("shrink-0", className ?? "size-[1.25em]");
  if (label) {
    return (
      <svg className={classes} role="img" aria-label={label}>
        <use href={`${iconsUrl}#${name}`} />
      </svg>
    );
  }
  return (
    <svg className={classes} aria-hidden="true">
      <use href={`${iconsUrl}#${name}`} />
    </svg>
  );
}
