import { useTranslation } from "react-i18next";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { ToggleChip } from "#app/ui/toggle-chip.tsx";
import type { KeptPlace } from "./kept-place.ts";
import { reportAddress } from "./report-address.ts";
import { ReportButton } from "./report-button.tsx";
import { useConfirmation } from "./use-confirmation.ts";

interface PlaceUpkeepProps {
  place: KeptPlace;
  now: Date;
}

/**
 * How old what is written of a place is; and for who is signed in, one tap to say that it is still
 * true, and the way to say what is not. Without script both are a form and a page of their own.
 */
export function PlaceUpkeep({ place, now }: PlaceUpkeepProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { state, isConfirmed, lastConfirmed, confirm } = useConfirmation(place, now);
  const isSignedIn = place.confirmed_today !== undefined;
  const hasFailed = state !== "idle" && state !== "sending" && state !== "thanks";
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">
        {lastConfirmed === null
          ? t("panel.added", { date: format.date(place.added, place.time_zone) })
          : t("panel.confirmed", { date: format.date(lastConfirmed, place.time_zone) })}
      </p>
      {isSignedIn && (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <form
              method="post"
              action={reportAddress(place.id)}
              onSubmit={(event) => {
                event.preventDefault();
                void confirm();
              }}
            >
              <ToggleChip
                name="intent"
                value="confirm"
                icon="confirmed"
                isPressed={isConfirmed}
                aria-disabled={state === "sending" || undefined}
              >
                {t("upkeep.confirm")}
              </ToggleChip>
            </form>
            <ReportButton place={place} />
          </div>
          <p role="status" className="text-sm empty:hidden">
            {state === "thanks" && t("upkeep.confirmed")}
            {hasFailed && t(`upkeep.failure.${state}`)}
          </p>
        </>
      )}
    </div>
  );
}
