import { useState } from "react";
import { Form, useFetcher } from "react-router";
import type { AccountFailure } from "#app/features/account/account-failure.ts";
import { type PageMessages, PageMessagesProvider } from "#app/i18n/page-messages.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";

/** Page that asks an account to accept the terms (docs/product#acceptance-of-the-terms). */
export const termsRequestPath = "/account/terms";

/** Link to the terms, beside the page, so that what is typed stays. */
function TermsLink() {
  const { t } = useTranslation();
  return (
    <a href="/terms" target="_blank" rel="noopener" className="text-link inline-block py-2.5">
      {t("terms.read")}
    </a>
  );
}

/** Request to accept the terms above other pages, answered in place, or without script on a page in another tab. */
export function TermsNotice({ messages }: { messages: PageMessages }) {
  return (
    <PageMessagesProvider given={messages} path={termsRequestPath}>
      <Notice />
    </PageMessagesProvider>
  );
}

function Notice() {
  const { t } = useTranslation();
  const isHydrated = useIsHydrated();
  const [isPutOff, setIsPutOff] = useState(false);
  const fetcher = useFetcher<AccountFailure | { accepted: true }>();
  const hasFailed = fetcher.state === "idle" && fetcher.data && "code" in fetcher.data;
  if (isPutOff) return null;
  return (
    <section
      aria-label={t("terms.title")}
      className="mx-3 mt-3 max-w-[720px] rounded-card border border-line bg-raised px-4 py-3 md:mx-auto print:hidden"
    >
      <p>{t("terms.ask")}</p>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <TermsLink />
        {isHydrated ? (
          <fetcher.Form method="post" action={termsRequestPath} className="flex flex-wrap gap-2">
            <input type="hidden" name="stays" value="1" />
            <Button type="submit" variant="primary">
              {t("terms.accept")}
            </Button>
            <Button onClick={() => setIsPutOff(true)}>{t("terms.later")}</Button>
          </fetcher.Form>
        ) : (
          <a
            href={termsRequestPath}
            target="_blank"
            rel="noopener"
            className="text-link inline-block py-2.5 font-bold"
          >
            {t("terms.accept")}
          </a>
        )}
      </div>
      {hasFailed && (
        <p role="alert" className="mt-2 font-bold text-closed">
          {t("terms.failed")}
        </p>
      )}
    </section>
  );
}

interface TermsRequestPageProps {
  isAccepted: boolean;
  result: AccountFailure | undefined;
}

export function TermsRequestPage({ isAccepted, result }: TermsRequestPageProps) {
  const { t } = useTranslation();
  return (
    <PageMain>
      <PageTitle screen={t("terms.title")} />
      <h1 className="mb-4 text-2xl">{t("terms.title")}</h1>
      {result && <Alert kind="danger">{t("terms.failed")}</Alert>}
      <p>{t(isAccepted ? "terms.accepted" : "terms.ask")}</p>
      <p>
        <TermsLink />
      </p>
      {!isAccepted && (
        <Form method="post" className="mt-2">
          <Button type="submit" variant="primary">
            {t("terms.accept")}
          </Button>
        </Form>
      )}
    </PageMain>
  );
}
