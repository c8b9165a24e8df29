import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { useFieldFormatter, useFieldNames } from "#app/place/place-change.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type EditField, editFields } from "#domain/edits/place-change.ts";
import type { ImportEntry } from "#domain/source-list/import-view.ts";
import { sameWithinMeters } from "#domain/source-list/source-list.ts";

/** Why staff have to look at a row. */
export function EntryDoubt({ entry: { doubt } }: { entry: ImportEntry }) {
  const { t } = useTranslation();
  if (!doubt) return null;
  return (
    <p className="my-1 flex items-start gap-1.5 rounded-control bg-soon-tint px-2 py-1 text-sm">
      <Icon name="warning" className="mt-0.5 size-4 shrink-0 text-soon" />
      <span>{t(`queue.row.doubt.${doubt}`, { meters: sameWithinMeters })}</span>
    </p>
  );
}

/** Fields of which a row says something that its title does not. */
export function knownFields({ title, says, hours }: ImportEntry): EditField[] {
  return editFields.filter((field) => {
    const value = says[field];
    if (field === "country" || field === "position") return false;
    if (field === "fee") return says.fee !== undefined && says.fee.fee !== "unknown";
    if (field === "hours") return says.hours !== undefined && hours.kind === "read";
    return value !== undefined && value !== null && value !== "" && value !== title;
  });
}

/** What a row says, as far as it is known. */
export function EntryFacts({ entry }: { entry: ImportEntry }) {
  const nameOf = useFieldNames();
  const { says, country } = entry;
  const formatField = useFieldFormatter(country ?? "");
  const known = knownFields(entry);
  if (known.length === 0) return null;
  return (
    <dl className="mt-1 flex flex-wrap gap-x-4 text-sm">
      {known.map((field) => (
        <div key={field} className="flex min-w-0 flex-wrap gap-x-1">
          <dt className="text-muted">{nameOf(field)}:</dt>
          <dd className="m-0">{formatField(field, says[field]!)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Result of reading the opening hours, where they are not stored as written. */
export function HoursNote({ entry: { hours } }: { entry: ImportEntry }) {
  const { t } = useTranslation();
  if (hours.kind === "asks-winter") return <Note>{t("queue.row.hours.winter")}</Note>;
  if (hours.kind !== "unknown") return null;
  return (
    <Note>
      {t(hours.isDate ? "queue.row.hours.date" : "queue.row.hours.unknown")} <q>{hours.words}</q>
    </Note>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="mt-1 flex items-start gap-1.5 text-sm">
      <Icon name="clock" className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
