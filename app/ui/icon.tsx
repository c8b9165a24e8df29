import { joinClasses } from "./class-names.ts";
import iconsUrl from "./icons.svg?url&no-inline";

interface IconProps {
  name: IconName;
  /** Label of the icon where no text beside it says the same; without it the icon is decoration. */
  label?: string;
  /** Tailwind classes; the size is 1.25em unless they say otherwise. */
  className?: string;
}

/** One shape of the sprite, in the colour of the text around it. */
export function Icon({ name, label, className }: IconProps) {
  const classes = joinClasses("shrink-0", className ?? "size-[1.25em]");
  // As text: a list has 150 icons, and an element of React's each would be a seventh of all that it renders.
  const shape = { __html: shapeMarkup(name) };
  const meaning = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return <svg className={classes} {...meaning} dangerouslySetInnerHTML={shape} />;
}

/** A shape of the sprite as the content of an `svg`. @param className Tailwind classes */
export function shapeMarkup(name: IconName, className?: string): string {
  const classes = className ? ` class="${className}"` : "";
  return `<use href="${iconsUrl}#${name}"${classes}></use>`;
}

/** An icon without a label as markup, for what lists have many of. @param className Tailwind classes */
export function iconMarkup(name: IconName, className: string): string {
  return `<svg class="shrink-0 ${className}" aria-hidden="true">${shapeMarkup(name)}</svg>`;
}

/** Every icon of the sprite `icons.svg`, by the id of its symbol. */
export const iconNames = [
  "accessible",
  "arrow-up",
  "baby",
  "birthday",
  "building",
  "check",
  "chevron-down",
  "chevron-left",
  "chevron-right",
  "clock",
  "close",
  "closed",
  "compass",
  "confirmed",
  "copy",
  "danger",
  "delete",
  "download",
  "edit",
  "external",
  "eye",
  "eye-off",
  "filter",
  "free",
  "genders",
  "guide",
  "home",
  "info",
  "key",
  "language",
  "level",
  "list",
  "locate",
  "locate-fixed",
  "locate-off",
  "log-in",
  "log-out",
  "mail",
  "map",
  "men",
  "menu",
  "minus",
  "moderation",
  "navigate",
  "not-accessible",
  "offline",
  "open",
  "paper",
  "place",
  "plus",
  "price",
  "private",
  "public",
  "register",
  "report",
  "retry",
  "review",
  "reviews",
  "search",
  "settings",
  "share",
  "shower",
  "soon",
  "sort",
  "star",
  "stars",
  "success",
  "sun",
  "supervised",
  "toilet",
  "unknown",
  "user",
  "waiting",
  "walking",
  "warning",
  "water",
  "women",
] as const;

export type IconName = (typeof iconNames)[number];
