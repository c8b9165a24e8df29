import { useTranslation } from "react-i18next";
import { ToggleChip } from "#app/ui/toggle-chip.tsx";
import type { KeptPlace } from "./kept-place.ts";
import { LastConfirmed } from "./last-confirmed.tsx";
import { reportAddress } from "./report-address.ts";
import { ReportButton } from "./report-button.tsx";
import { useConfirmation } from "./use-confirmation.ts";

interface UpkeepActionsProps {
  place: KeptPlace;
  now: Date;
}

/**
 * How old what is written of a place is, one tap to say that it is still true, and the way to say
 * what is not: for who is signed in. Without script both are a form and a page of their own.
 */
export function UpkeepActions({ place, now }: UpkeepActionsProps) {
  const { t } = useTranslation();
  const { state, isConfirmed, lastConfirmed, confirm } = useConfirmation(place, now);
  const hasFailed = state !== "idle" && state !== "sending" && state !== "thanks";
  return (
    <div className="grid gap-2">
      <LastConfirmed place={place} at={lastConfirmed} />
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
    </div>
  );
}
