import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import {
  type AddPlaceAnswer,
  type AddPlaceFailureCode,
  type RefusedPlace,
  refusalText,
} from "#app/features/add-place/refusal.ts";
import { Alert } from "#app/ui/alert.tsx";

/** Time that an error's banner stays (docs/product#failure-while-adding). */
const bannerMs = 10_000;

/** Errors that take longer to solve; their banners stay until they are closed. */
const lasting: readonly AddPlaceFailureCode[] = [
  "error.signin",
  "error.toomanyrequests",
  "addPlace.unsaved",
];

interface RefusalBannerProps {
  refusal: RefusedPlace;
  onDismiss: () => void;
}

/**
 * Banner above the form with the reason why the place was not added; it stays in view over the whole form.
 */
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

interface ShownRefusal {
  /** The server's answer that led to the refusal. */
  readonly answer: AddPlaceAnswer | undefined;
  readonly refusal: RefusedPlace | null;
  /** Whether the banner is open; the fields stay marked until the next attempt. */
  readonly isOpen: boolean;
  /** Grows with each refusal, so that a repeated one is announced again. */
  readonly count: number;
}

/** The latest refusal, by the browser or by the server. */
export function useRefusal(answer: AddPlaceAnswer | undefined) {
  const shown = (refusal: RefusedPlace | null, count: number): ShownRefusal => ({
    answer,
    refusal,
    isOpen: refusal !== null,
    count,
  });
  const answered = answer?.kind === "refused" ? answer : null;
  const [state, setState] = useState(() => shown(answered, 0));
  const current = state.answer === answer ? state : shown(answered, state.count + 1);
  if (current !== state) setState(current);
  return {
    ...current,
    refuse: (refusal: RefusedPlace) => setState(shown(refusal, current.count + 1)),
    clear: () => setState(shown(null, current.count)),
    dismiss: () => setState({ ...current, isOpen: false }),
  };
}
