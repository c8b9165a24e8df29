import { useNavigate } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Button } from "#app/ui/button.tsx";
import { menuItemClass } from "#app/ui/dropdown-menu.tsx";
import { HiddenParameters } from "#app/ui/hidden-parameters.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { chipClass } from "#app/ui/toggle-chip.tsx";
import type { ShownInstant } from "#app/ui/use-now.ts";
import { nextWallTimes, type WallTime, wallTimeLimits } from "#domain/opening/instant.ts";

const menuId = "time-menu";

interface TimeButtonProps extends Pick<ShownInstant, "at"> {
  className?: string;
}

/** Button beside 'Open now' that shows the time that the page is about, and opens {@link TimeMenu}. */
export function TimeButton({ at, className = "" }: TimeButtonProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <button
      type="button"
      popoverTarget={menuId}
      title={t("time.label")}
      className={chipClass(at !== undefined, `flex-none whitespace-nowrap ${className}`)}
    >
      <Icon name="clock" />
      <span className="sr-only">{`${t("time.label")}: ${at ? format.wallTime(at) : ""}`}</span>
      {at === undefined ? (
        <span className="max-[22rem]:sr-only @max-[24rem]:sr-only">{t("time.now")}</span>
      ) : (
        // The notice has the day.
        <span aria-hidden="true" className="tabular max-[22rem]:hidden @max-[24rem]:hidden">
          {at.slice(-5)}
        </span>
      )}
    </button>
  );
}

interface TimeMenuProps extends Pick<ShownInstant, "at" | "present"> {
  /** IANA name of the zone whose clock counts. */
  timeZone: string;
  /** Path and query of the page at another time; without one, now. */
  hrefOf: (at: WallTime | undefined) => string;
}

/** Times to choose from: links, and a form for any other quarter of an hour. Works without script. */
export function TimeMenu({ at, present, timeZone, hrefOf }: TimeMenuProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const navigate = useNavigate();
  const { tonight, tomorrow } = nextWallTimes(present, timeZone);
  const { first, last } = wallTimeLimits(present, timeZone);
  const [action, search = ""] = hrefOf(undefined).split("?");
  const close = () => document.getElementById(menuId)?.hidePopover();
  const choices = [undefined, ...(tonight ? [tonight] : []), tomorrow];
  return (
    <div
      id={menuId}
      popover="auto"
      className="m-auto w-80 max-w-[92vw] rounded-card border border-line bg-raised p-2 text-text shadow-float open:animate-fade-in"
    >
      <ul>
        {choices.map((choice) => (
          <li key={choice ?? ""}>
            <PageLink
              to={hrefOf(choice)}
              preventScrollReset
              rel="nofollow"
              aria-current={choice === at ? "true" : undefined}
              className={menuItemClass}
              onClick={close}
            >
              {choice === undefined ? t("time.now") : format.wallTime(choice)}
            </PageLink>
          </li>
        ))}
      </ul>
      <form
        method="get"
        action={action}
        className="mt-2 grid gap-3 border-t border-line px-3 pt-3 pb-2"
        onSubmit={(event) => {
          event.preventDefault();
          const chosen = String(new FormData(event.currentTarget).get("at"));
          close();
          void navigate(hrefOf(chosen), { preventScrollReset: true });
        }}
      >
        <HiddenParameters search={search} />
        <label className="grid gap-1 font-bold">
          {t("time.other")}
          <input
            type="datetime-local"
            name="at"
            required
            step={900}
            min={first}
            max={last}
            defaultValue={at ?? tomorrow}
            className="tabular min-h-12 w-full min-w-0 rounded-control border border-control-line bg-raised px-3 py-2 font-normal text-text"
          />
        </label>
        <Button type="submit" variant="primary">
          {t("time.show")}
        </Button>
      </form>
    </div>
  );
}

interface TimeNoticeProps extends Pick<ShownInstant, "at" | "isRefused"> {
  /** Path and query of the page as it is now. */
  nowHref: string;
  className?: string;
}

/** Says that the page shows another time, or why it does not, and leads back to now. */
export function TimeNotice({ at, isRefused, nowHref, className = "" }: TimeNoticeProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  if (at === undefined && !isRefused) return null;
  return (
    <div
      role="note"
      className={`flex flex-wrap items-center justify-between gap-x-3 rounded-control border border-soon bg-soon-tint px-3 py-1 text-text ${className}`}
    >
      <p
        className={`flex min-w-0 items-center gap-2 py-1 ${isRefused ? "basis-full" : "grow basis-36"}`}
      >
        <Icon name="clock" />
        <span className="min-w-0 font-bold">
          {at === undefined ? t("time.refused") : t("time.notice", { time: format.wallTime(at) })}
        </span>
      </p>
      <PageLink
        to={nowHref}
        preventScrollReset
        className="inline-flex min-h-11 min-w-0 items-center font-bold text-brand underline wrap-anywhere print:hidden"
      >
        {t("time.back")}
      </PageLink>
    </div>
  );
}
