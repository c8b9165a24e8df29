import { useEffect } from "react";
import { redirect, useNavigate } from "react-router";
import { AccountCard } from "#app/features/account/account-card.tsx";
import {
  codePathOf,
  type GoogleFailureCode,
  googleFailureOf,
  isOwnWindow,
  needsCode,
  sendGoogleOutcome,
} from "#app/features/account/google/google-outcome.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { continuePathOf, continuingPath } from "#domain/account/own-path.ts";
import { clientContext, servicesContext } from "#server/request-context.ts";
import type { Route } from "./+types/auth-google-done.ts";

/** The page to which Google leads back, signed in or not. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const isOwn = isOwnWindow(url);
  const continuePath = continuePathOf(url);
  if (needsCode(url)) throw redirect(codePathOf(url));
  const { identity } = context.get(servicesContext);
  const failure = googleFailureOf(url);
  const account = failure ? null : await identity.findAccount(context.get(clientContext));
  if (account === null) {
    const code = failure ?? "error.googleerror";
    const login = continuingPath("/login", continuePath);
    if (!isOwn) throw redirect(`${login}${login.includes("?") ? "&" : "?"}error=${code}`);
    return { result: { failure: code }, isOwnWindow: isOwn, continuePath };
  }
  const record = {
    userID: account.id,
    name: account.name ?? "",
    profilePhoto: account.photoUrl ?? "",
    isAuth: true,
  } as const;
  return { result: { record }, isOwnWindow: isOwn, continuePath };
}

export default function AuthGoogleDone({ loaderData }: Route.ComponentProps) {
  return <GoogleDonePage {...loaderData} />;
}

interface GoogleDonePageProps {
  /** Why the sign-in failed, or the record of a successful one. */
  result: { failure: GoogleFailureCode } | { record: AuthRecord };
  /** Whether the sign-in has a window of its own, which now closes. */
  isOwnWindow: boolean;
  /** Path to which the visitor continues. */
  continuePath: string;
}

/** The page to which Google redirects: stores the record, and continues or closes the window. */
export function GoogleDonePage({ result, isOwnWindow, continuePath }: GoogleDonePageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const failure = "failure" in result ? result.failure : null;
  useEffect(() => {
    if ("record" in result) storeAuthRecord(result.record);
    if (isOwnWindow) {
      sendGoogleOutcome("record" in result ? "signed-in" : result.failure);
      window.close();
    } else void navigate(continuePath, { replace: true });
  }, [result, isOwnWindow, continuePath, navigate]);
  return (
    <AccountCard title={t("google.title")}>
      <Alert kind={failure ? "danger" : "success"} className="mb-5">
        {t(failure ?? "google.done")}
      </Alert>
      <ButtonLink to={failure ? "/login" : continuePath} variant="primary" className="w-full">
        {t(failure ? "forgotPassword.backToLogin" : "navigation.map")}
      </ButtonLink>
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${continuePath}`} />
      </noscript>
    </AccountCard>
  );
}

/** Record of a sign-in with Google in the browser (docs/product#sign-in-record), which the server does not trust. */
interface AuthRecord {
  userID: string;
  name: string;
  profilePhoto: string;
  isAuth: true;
}

/** Key of the record in local storage; the record is removed when the session ends. */
const authRecordKey = "auth";

/** Stores the record; without storage nothing is stored. */
function storeAuthRecord(record: AuthRecord): void {
  try {
    localStorage.setItem(authRecordKey, JSON.stringify(record));
  } catch {
    // Private windows and strict settings refuse storage; the sign-in works without it.
  }
}
