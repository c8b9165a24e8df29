import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ChangeList, useFieldFormatter, useFieldNames } from "#app/place/place-change.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { changedFields } from "#domain/edits/place-change.ts";
import type { ImportEntry } from "#domain/source-list/import-view.ts";
import { sameWithinMeters } from "#domain/source-list/source-list.ts";
import { EntryDoubt, EntryFacts, HoursNote, knownFields } from "../queue/entry-facts.tsx";
import { PlaceName } from "../queue/task-card.tsx";

/** Rows of a list with what becomes of each; their numbers are those of the map. */
export function EntryList({ entries }: { entries: readonly ImportEntry[] }) {
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <ol className="grid gap-3 lg:self-start">
      {entries.map((entry, index) => (
        <li
          key={entry.key}
          id={`row-${entry.line}`}
          tabIndex={-1}
          className="flex min-w-0 scroll-mt-4 gap-3 rounded-card border border-line bg-raised px-edge py-2.5 wrap-anywhere"
        >
          <span
            className="tabular mt-0.5 inline-flex size-7 shrink-0 items-center justify-center rounded-full border-2 border-brand text-sm font-bold"
            aria-hidden="true"
          >
            {index + 1}
          </span>
          <details className="group min-w-0 grow">
            <summary className="-my-1 flex min-h-11 cursor-pointer list-none items-center gap-2 py-1">
              <span className="min-w-0 grow">
                <span className="font-bold">{entry.title || t("moderation.unnamed")}</span>
                <span className="text-muted">{whereabouts(entry)}</span>
                <span className="block text-sm text-muted">
                  <EntrySummary entry={entry} />
                </span>
              </span>
              <Icon
                name="chevron-down"
                className="size-5 text-muted transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="text-sm text-muted">
              {t("lists.where.line", { line: format.number(entry.line) })}
            </p>
            <EntryOutcome entry={entry} />
          </details>
        </li>
      ))}
    </ol>
  );
}

/** Text that distinguishes rows of the same name: the comment, else the address. */
function whereabouts({ title, says }: ImportEntry): string {
  const text = says.comments || says.address || "";
  // A comment may begin with the name.
  const rest = text.startsWith(title) ? text.slice(title.length).replace(/^[\s–]+/, "") : text;
  return rest === "" ? "" : ` · ${rest}`;
}

/** What a row brings, in a line. */
function EntrySummary({ entry }: { entry: ImportEntry }) {
  const { t } = useTranslation();
  const nameOf = useFieldNames();
  const { kind, doubt, refusal, change } = entry;
  if (refusal) return t(`lists.refusal.${refusal}`);
  if (doubt) return t(`queue.row.doubt.${doubt}`, { meters: sameWithinMeters });
  const fields = kind === "here" ? changedFields(change) : knownFields(entry);
  if (fields.length === 0) return t("lists.unchanged");
  // Some names are questions, after which a comma would be odd.
  const names = fields.map(nameOf).join(" · ");
  return t(kind === "here" ? "lists.changes" : "lists.brings", { fields: names });
}

/** What becomes of a row, and why. */
function EntryOutcome({ entry }: { entry: ImportEntry }) {
  const { t } = useTranslation();
  const { kind, place, refusal } = entry;
  if (kind === "here" && place) {
    return (
      <>
        <p>
          {t("lists.here")} <PlaceName place={place} />
        </p>
        <EntryChange entry={entry} />
        <HoursNote entry={entry} />
      </>
    );
  }
  return (
    <>
      {refusal && (
        <p className="flex items-start gap-1.5">
          <Icon name="info" className="mt-0.5 size-5 text-muted" />
          <span>{t(`lists.refusal.${refusal}`)}</span>
        </p>
      )}
      <EntryDoubt entry={entry} />
      <EntryFacts entry={entry} />
      <HoursNote entry={entry} />
      <NearPlaces entry={entry} />
    </>
  );
}

/** Which fields of a place change, and which stay. */
function EntryChange({ entry: { change, kept, place, country } }: { entry: ImportEntry }) {
  const { t } = useTranslation();
  const nameOf = useFieldNames();
  const formatField = useFieldFormatter(place?.country ?? country ?? "");
  const [changed, staying] = [changedFields(change), changedFields(kept)];
  return (
    <>
      {changed.length === 0 && <p className="text-muted">{t("lists.unchanged")}</p>}
      {changed.length > 0 && (
        <div className="mt-1">
          <ChangeList change={change} fields={changed} country={place?.country ?? country ?? ""} />
        </div>
      )}
      {staying.length > 0 && (
        <div className="mt-2 rounded-control bg-surface px-3 py-2">
          <p className="text-sm font-bold">{t("lists.kept.title")}</p>
          <dl className="grid gap-1">
            {staying.map((field) => (
              <div key={field} className="min-w-0">
                <dt className="text-sm text-muted">{nameOf(field)}</dt>
                <dd className="m-0">
                  {formatField(field, kept[field]!.from)}{" "}
                  <span className="text-muted">
                    ({t("lists.kept.says", { value: formatField(field, kept[field]!.to) })})
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </>
  );
}

/** Places near a row that it may be. */
function NearPlaces({ entry: { near } }: { entry: ImportEntry }) {
  const { t } = useTranslation();
  const format = useFormatter();
  if (near.length === 0) return null;
  return (
    <div className="mt-1 text-sm">
      <p className="font-bold">{t("queue.near")}</p>
      <ul>
        {near.map((place) => (
          <li key={place.id}>
            <PlaceName place={place} />{" "}
            <span className="tabular text-muted">({format.distance(place.distance)})</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
