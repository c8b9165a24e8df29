import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { IconButton } from "./button.tsx";
import { joinClasses } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

type AlertKind = "success" | "info" | "warning" | "danger";

interface AlertProps {
  kind: AlertKind;
  children: ReactNode;
  /** Called when the visitor closes it or its time is over; without it there is no close button. */
  onDismiss?: () => void;
  /** Time that it stays, in milliseconds; it pauses while hovered or focused. Absent: for good. */
  timeoutMs?: number;
  /** Whether the live region announces the same. */
  isAnnounced?: boolean;
  /** Whether its time is over, and its text stays, plain and of the same size. */
  isQuiet?: boolean;
  className?: string;
}

const styles: Record<AlertKind, { icon: IconName; className: string }> = {
  success: { icon: "success", className: "bg-open-tint text-open border-open" },
  info: { icon: "info", className: "bg-brand-tint text-brand-strong border-brand" },
  warning: { icon: "warning", className: "bg-soon-tint text-soon border-soon" },
  danger: { icon: "danger", className: "bg-closed-tint text-closed border-closed" },
};

/** A message with an icon, announced as it appears: at once for a danger, else politely. */
export function Alert(props: AlertProps) {
  const { kind, children, onDismiss, timeoutMs, isAnnounced, isQuiet, className } = props;
  const { t } = useTranslation();
  const dismissible = useTimedDismissal(timeoutMs, onDismiss);
  return (
    <div
      role={isQuiet ? undefined : kind === "danger" ? "alert" : "status"}
      aria-live={isAnnounced ? "off" : undefined}
      className={joinClasses(
        "flex animate-fade-in items-start gap-3 rounded-control border px-4 py-2.5",
        styles[kind].className,
        isQuiet && "border-transparent bg-transparent",
        className,
      )}
      {...dismissible}
    >
      <Icon name={styles[kind].icon} className="mt-0.5 size-5" />
      <div className="min-w-0 grow text-text">{children}</div>
      {onDismiss && (
        <IconButton
          icon="close"
          label={t("action.close")}
          onClick={onDismiss}
          className={joinClasses("-my-2.5 -mr-4 text-current!", isQuiet && "invisible")}
        />
      )}
    </div>
  );
}

/** Handlers that pause a message's time while it is hovered or focused. */
function useTimedDismissal(timeoutMs: number | undefined, onDismiss: (() => void) | undefined) {
  const timer = useRef<PausableTimer | null>(null);
  const dismiss = useRef(onDismiss);
  useEffect(() => {
    dismiss.current = onDismiss;
  });
  useEffect(() => {
    if (timeoutMs === undefined) return;
    timer.current = new PausableTimer(timeoutMs, () => dismiss.current?.());
    timer.current.resume();
    return () => timer.current?.pause();
  }, [timeoutMs]);
  const pause = () => timer.current?.pause();
  const resume = () => timer.current?.resume();
  return { onMouseEnter: pause, onMouseLeave: resume, onFocus: pause, onBlur: resume };
}

/** Calls back once after a time that can be paused and resumed; repeating either changes nothing. */
export class PausableTimer {
  readonly #onElapsed: () => void;
  #remainingMs: number;
  #startedAtMs = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(timeoutMs: number, onElapsed: () => void) {
    this.#remainingMs = timeoutMs;
    this.#onElapsed = onElapsed;
  }

  /** Starts the timer, or resumes it with the time left. */
  resume(): void {
    if (this.#timer !== null) return;
    this.#startedAtMs = Date.now();
    this.#timer = setTimeout(this.#onElapsed, this.#remainingMs);
  }

  pause(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#remainingMs = Math.max(0, this.#remainingMs - (Date.now() - this.#startedAtMs));
  }
}
