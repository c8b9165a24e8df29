import { useContinuePath } from "#app/features/account/account-card.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { continuingPath } from "#domain/account/own-path.ts";

/** Line between the form and the other ways to sign in. */
export function OtherWays() {
  const { t } = useTranslation();
  return (
    <p className="my-5 flex items-center gap-3 text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      {t("login.or")}
    </p>
  );
}

/** Sign-in with the operator's provider, in the same window (docs/product#openid-sign-in). */
export function OpenIdSignIn({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <a
      href={continuingPath("/auth/openid", useContinuePath())}
      className={buttonClass("secondary", "medium", "mb-3 w-full")}
    >
      {t("login.openid", { name })}
    </a>
  );
}
