import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import {
  type AddPlaceFailureCode,
  addPlaceFailureText,
  type UnaddedPlace,
} from "#app/features/add-place/add-place-failure.ts";
import { Alert } from "#app/ui/alert.tsx";

/** Time that an error's banner stays (docs/product#failure-while-adding). */
const bannerMs = 10_000;

/** Errors that take longer to solve; their banners stay until they are closed. */
const lasting: readonly AddPlaceFailureCode[] = [
  "error.signin",
  "error.toomanyrequests",
  "addPlace.unsaved",
];

interface FailureBannerProps {
  failure: UnaddedPlace;
  onDismiss: () => void;
}

/**
 * Banner above the form with the reason why the place was not added; it stays in view over the whole form.
 */
export function FailureBanner({ failure, onDismiss }: FailureBannerProps) {
  const { t } = useTranslation();
  const { code, faults } = failure;
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
          {addPlaceFailureText(t, code)}{" "}
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
