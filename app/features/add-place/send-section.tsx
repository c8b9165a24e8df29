import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { ButtonLink } from "#app/ui/button-link.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import { canSend } from "./place-draft.ts";
import { usePlaceForm } from "./place-form-context.ts";
import type { Reviewed } from "./reviewed.ts";
import { forgetDraft } from "./stored-draft.ts";

interface SendSectionProps {
  /** The pin is on its way: it is saved or put back first. */
  isAdjusting: boolean;
  isSending: boolean;
  closedAddress: string;
}

/** The end of the form: send it, once it says where the place is, or clear it all away. */
export function SendSection({ isAdjusting, isSending, closedAddress }: SendSectionProps) {
  const { t } = useTranslation();
  const { draft } = usePlaceForm();
  // Script shows the pin on its map; without it, the server shows it before anything is added.
  const reviewed: Reviewed = useIsHydrated() ? "pin" : "nothing";
  const isShown = canSend(draft);
  return (
    <div className="border-t border-line pt-6">
      {isAdjusting && <p className="mb-3">{t("addPlace.pin.unsaved")}</p>}
      <div className="flex flex-wrap gap-2">
        {!isAdjusting && (
          <Button
            type="submit"
            name="reviewed"
            value={reviewed}
            variant="primary"
            size="large"
            icon="check"
            aria-disabled={isSending}
            className={isShown ? undefined : "hidden! noscript:inline-flex!"}
          >
            {t(isSending ? "addPlace.sending" : "addPlace.send")}
          </Button>
        )}
        <ButtonLink
          to={closedAddress}
          size="large"
          preventScrollReset
          defaultShouldRevalidate={false}
          onClick={forgetDraft}
        >
          {t("addPlace.discard")}
        </ButtonLink>
      </div>
    </div>
  );
}
