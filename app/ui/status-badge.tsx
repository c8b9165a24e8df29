import { useTranslation } from "react-i18next";
import { minutesPerDay } from "#domain/local-time.ts";
import type { OpenStatus } from "#domain/open-status.ts";
import { formatMinuteOfDay } from "./format-minute-of-day.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";
import { joinClasses } from "./join-classes.ts";

interface StatusBadgeProps {
  status: OpenStatus;
  /** The place's local minute of day at which it changes, as `openStatusAt` says, or null. */
  until?: number | null;
  className?: string;
}

const looks: Record<OpenStatus, { icon: IconName; className: string }> = {
  open: { icon: "open", className: "bg-open-tint text-open" },
  "closes-soon": { icon: "soon", className: "bg-soon-tint text-soon" },
  "opens-soon": { icon: "soon", className: "bg-soon-tint text-soon" },
  closed: { icon: "closed", className: "bg-closed-tint text-closed" },
  none: { icon: "unknown", className: "bg-unknown-tint text-unknown" },
};

/** A closing at midnight ends today, as the opening times write it: `24:00`, not the next day's `00:00`. */
function timeOfChange(status: OpenStatus, minuteOfDay: number): string {
  const isClosing = status === "open" || status === "closes-soon";
  return formatMinuteOfDay(isClosing && minuteOfDay === 0 ? minutesPerDay : minuteOfDay);
}

/** Whether a place is open: an icon, a word and until when, so that colour never says it alone. */
export function StatusBadge({ status, until = null, className }: StatusBadgeProps) {
  const { t } = useTranslation();
  return (
    <span
      className={joinClasses(
        "inline-flex items-center gap-1.5 rounded-full py-1 pr-3 pl-2 text-sm font-bold",
        looks[status].className,
        className,
      )}
    >
      <Icon name={looks[status].icon} className="size-5" />
      {t(`status.${status}`)}
      {until !== null && status !== "none" && (
        <span className="tabular font-normal">
          {t(`status.until.${status}`, { time: timeOfChange(status, until) })}
        </span>
      )}
    </span>
  );
}
