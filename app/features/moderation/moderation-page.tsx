import { useTranslation } from "react-i18next";
import { PageTitle } from "#app/i18n/page-title.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { PageMain } from "#app/ui/page-main.tsx";
import { PagerNav } from "#app/ui/pager-nav.tsx";
import { pageCountOf } from "#domain/pager.ts";
import { AccountList } from "./account-list.tsx";
import { AuditTrail } from "./audit-trail.tsx";
import { CorrectionList } from "./correction-list.tsx";
import { DeletedPlaces } from "./deleted-places.tsx";
import { moderationAddress } from "./moderation-address.ts";
import type { ModerationAnswer } from "./moderation-answer.ts";
import { ModerationNav } from "./moderation-nav.tsx";
import { ModerationOutcome } from "./moderation-outcome.tsx";
import type { ModerationPageData } from "./moderation-page-data.ts";
import { ReportList } from "./report-list.tsx";
import { WaitingPlaces } from "./waiting-places.tsx";

interface ModerationPageProps {
  data: ModerationPageData;
  /** What became of a form that was sent without script. */
  answer: ModerationAnswer | undefined;
}

/** The administrator's page: what waits, what was deleted, which accounts are disabled, who did what. */
export function ModerationPage({ data, answer }: ModerationPageProps) {
  const { t } = useTranslation();
  const { part, queue } = data;
  const title = t(`moderation.part.${part}`);
  return (
    <PageMain>
      <PageTitle screen={`${title} – ${t("moderation.title")}`} />
      <h1 className="mb-4 text-2xl">{t("moderation.title")}</h1>
      {answer && (
        <Alert kind={answer.ok ? "success" : "danger"} className="mb-4">
          <ModerationOutcome answer={answer} />
        </Alert>
      )}
      <ModerationNav current={part} totals={queue.totals} />
      <section aria-labelledby="moderation-list">
        <h2 id="moderation-list" className="mt-6 mb-3 text-xl">
          {title}
        </h2>
        {part !== "accounts" && queue[part]?.length === 0 && (
          <p className="text-muted">{t(`moderation.empty.${part}`)}</p>
        )}
        {queue.waiting && <WaitingPlaces places={queue.waiting} />}
        {queue.reports && <ReportList reports={queue.reports} />}
        {queue.corrections && <CorrectionList corrections={queue.corrections} />}
        {queue.deleted && <DeletedPlaces places={queue.deleted} />}
        {queue.accounts && <AccountList disabled={queue.accounts} search={data.search} />}
        {queue.audit && <AuditTrail lines={queue.audit} />}
      </section>
      <PagerNav
        current={queue.page}
        pageCount={pageCountOf(queue.totals[part], queue.per_page)}
        toPage={(page) => moderationAddress(part, page)}
      />
    </PageMain>
  );
}
