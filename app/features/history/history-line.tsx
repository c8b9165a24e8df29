import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { useFieldNames } from "#app/place/place-change.tsx";
import { historyPath } from "#app/place/place-paths.ts";
import { PageLink } from "#app/ui/page-link.tsx";
import { changedFields } from "#domain/edits/place-change.ts";
import type { HistoryLine, PlaceHistory } from "#domain/edits/place-history.ts";
import type { MessageKey } from "#domain/text/i18n.ts";

/** A line of a place's history: what, when and who. */
export function HistoryHead({ line }: { line: HistoryLine }) {
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-bold">{t(deedOf(line))}</span>
        <time dateTime={line.at} className="tabular text-sm text-muted">
          {format.dateTime(line.at)}
        </time>
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {line.list ? t("history.by.list", { title: line.list.title }) : t(authorMessages[line.by])}
        {line.account && ` · ${line.account}`}
      </p>
    </>
  );
}

function deedOf({ kind, edit }: HistoryLine): MessageKey {
  if (edit?.takes_back) return "history.kind.takenBack";
  if (edit?.proposed) return "history.kind.proposed";
  return `history.kind.${kind}`;
}

const authorMessages = {
  import: "history.by.import",
  contributor: "history.by.contributor",
  staff: "history.by.staff",
} as const satisfies Record<HistoryLine["by"], MessageKey>;

/** Number of lines that a place's own page shows. */
const shownLines = 3;

/** The newest lines of a place's history on its own page, with the names of the fields that changed. */
export function LastChanges({ history }: { history: PlaceHistory }) {
  const { t } = useTranslation();
  const nameOf = useFieldNames();
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-2 text-xl">
        {t("history.title")}
      </h2>
      <ol className="divide-y divide-line border-y border-line">
        {history.lines.slice(0, shownLines).map((line) => (
          <li key={`${line.kind} ${line.at} ${line.edit?.id}`} className="py-3">
            <HistoryHead line={line} />
            {line.edit && (
              <p className="text-sm wrap-anywhere">
                {changedFields(line.edit.changes).map(nameOf).join(" · ")}
              </p>
            )}
          </li>
        ))}
      </ol>
      {history.total > shownLines && (
        <p>
          <PageLink
            to={historyPath(history.place_id)}
            className="text-link inline-flex min-h-11 items-center"
          >
            {t("history.all")}
          </PageLink>
        </p>
      )}
    </section>
  );
}
