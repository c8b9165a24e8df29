import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Alert } from "#app/ui/alert.tsx";
import type { AddPlaceFailureCode, RefusedPlace } from "./add-place-answer.ts";
import { refusalText } from "./refusal-text.ts";

/** How long the banner of an error stands (docs/product#failure-while-adding). */
const bannerMs = 10_000;

/** These ask for something that takes longer to do; they stay until they are closed. */
const lasting: readonly AddPlaceFailureCode[] = [
  "error.signin",
  "error.toomanyrequests",
  "addPlace.unsaved",
];

interface RefusalBannerProps {
  refusal: RefusedPlace;
  onDismiss: () => void;
}

/** Says on top of the form, within sight wherever one is in it, why the place was not added. */
export function RefusalBanner({ refusal, onDismiss }: RefusalBannerProps) {
  const { t } = useTranslation();
  const { code, faults } = refusal;
  const codes = faults.length > 0 ? [...new Set(faults.map((fault) => fault.code))] : [code];
  return (
    <Alert
      kind="danger"
      timeoutMs={lasting.includes(code) ? undefined : bannerMs}
      onDismiss={onDismiss}
      className="sticky top-16 z-20 mb-5 shadow-float"
    >
      {codes.map((code) => (
        <p key={code}>
          {refusalText(t, code)}{" "}
          {code === "error.signin" && (
            <Link to="/login" className="text-link inline-block py-2.5">
              {t("navigation.login")}
            </Link>
          )}
        </p>
      ))}
    </Alert>
  );
}
