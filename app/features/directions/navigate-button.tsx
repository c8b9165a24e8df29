import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { walkPath } from "#app/place/place-paths.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink, type ButtonSize, type ButtonVariant } from "#app/ui/button.tsx";
import { findPosition, type PositionError } from "#app/ui/find-position.ts";
import { continuingPath } from "#domain/account/own-path.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";

interface NavigateButtonProps {
  /** The visitor's position; null while it is unknown. */
  position: Coordinates | null;
  /** Whether it takes the focus as it appears, after a walk has ended. */
  isFocused: boolean;
  /** Whether the walk begins without a press, as the page's URL has it. */
  isBegun: boolean;
  /** `primary` unless another action comes first. */
  variant?: ButtonVariant;
  /** Called with the start of the walk. */
  onStart: (start: Coordinates) => void;
}

/** Button that starts the walk to the chosen place; without the visitor's position it asks for that first. */
export function NavigateButton(props: NavigateButtonProps) {
  const { position, isFocused, isBegun, variant = "primary", onStart } = props;
  const { t } = useTranslation();
  const [isLocating, setIsLocating] = useState(false);
  const [error, setError] = useState<PositionError | null>(null);

  async function start() {
    if (isLocating) return;
    if (position) return onStart(position);
    setIsLocating(true);
    setError(null);
    const found = await findPosition(navigator.geolocation);
    setIsLocating(false);
    if (found.ok) onStart(found.position);
    else setError(found.error);
  }

  const begin = useEffectEvent(() => void start());
  useEffect(() => {
    if (isBegun) begin();
  }, [isBegun]);

  return (
    <>
      <Button
        {...(isFocused && { ref: focusQuietly })}
        variant={variant}
        size="stacked"
        icon="navigate"
        className="needs-contact noscript:hidden"
        aria-disabled={isLocating || undefined}
        onClick={() => void start()}
      >
        {t(isLocating ? "directions.locating" : "directions.start")}
      </Button>
      {error && (
        <Alert kind="info" className="order-last basis-full" onDismiss={() => setError(null)}>
          {t(`directions.position.${error}`)}
        </Alert>
      )}
    </>
  );
}

interface SignInForWalkProps {
  /** The page's URL with the place chosen. */
  href: string;
  /** Whether a link to the walk led here, as from a frame on another site: then the sign-in opens at once. */
  isBegun?: boolean;
  size?: ButtonSize;
}

/**
 * Link for a visitor who may not be led: to the sign-in, which comes back to the place with its walk begun
 * (docs/product#directions).
 */
export function SignInForWalk(props: SignInForWalkProps) {
  const { href, isBegun = false, size } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const signIn = continuingPath("/login", walkPath(href));
  useEffect(() => {
    if (isBegun) void navigate(signIn, { replace: true });
  }, [isBegun, signIn, navigate]);
  return (
    <ButtonLink to={signIn} size={size} icon="log-in" className="needs-contact noscript:hidden">
      {t("directions.signIn")}
    </ButtonLink>
  );
}

function focusQuietly(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true });
}
