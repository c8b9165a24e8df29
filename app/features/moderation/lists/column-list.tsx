import { useState } from "react";
import { Form } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Button } from "#app/ui/button.tsx";
import { fieldClass, joinClasses } from "#app/ui/class-names.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Select } from "#app/ui/form/select.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type ColumnMeaning, columnMeanings } from "#domain/source-list/column-mapping.ts";
import type { ImportView } from "#domain/source-list/import-view.ts";
import type { SourceColumn } from "#domain/source-list/source-list.ts";

interface ColumnFormProps {
  view: Pick<ImportView, "columns" | "mapping" | "firstRows" | "asksWinter" | "coordinateSystems">;
  isSending: boolean;
}

/** The columns of a list, each with its first values and a choice of what it means. */
export function ColumnForm({ view, isSending }: ColumnFormProps) {
  const { t } = useTranslation();
  const { columns, mapping, firstRows, asksWinter, coordinateSystems } = view;
  const [isChanged, setChanged] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const unsure = columns.flatMap((column, index) => (column.isSure ? [] : [{ column, index }]));
  return (
    <Form method="post" aria-busy={isSending} onChange={() => setChanged(true)}>
      <input type="hidden" name="intent" value="remap" />
      {unsure.length > 0 && (
        <div className="mb-3">
          <p className="flex items-start gap-2">
            <Icon name="warning" className="mt-0.5 size-5 text-soon" />
            {t("lists.columns.unsure", { count: unsure.length })}
          </p>
          <ul className="flex flex-wrap gap-x-4">
            {unsure.map(({ column, index }) => (
              <li key={column.header}>
                <a
                  href={`#${idOf(index)}`}
                  className="text-link inline-flex min-h-11 items-center wrap-anywhere"
                >
                  {column.header}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {asksWinter && (
        <p className="mb-3 flex items-start gap-2">
          <Icon name="warning" className="mt-0.5 size-5 text-soon" />
          <span>
            <a href={`#${winterId}`} className="text-link -my-2.5 inline-block py-2.5">
              {t("lists.winter.title")}
            </a>{" "}
            {t("lists.winter.text")}
          </span>
        </p>
      )}
      {unsure.length < columns.length && (
        <Button
          icon="chevron-down"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
          className="mb-3 md:hidden noscript:hidden"
        >
          {t("lists.columns.understood", { number: columns.length - unsure.length })}
        </Button>
      )}
      <div className="overflow-x-auto">
        <ul className="list-table grid gap-3">
          {columns.map((column, index) => (
            <Column
              key={column.header}
              {...{ column, index }}
              isFolded={column.isSure && !showsAll}
              meaning={mapping.columns[column.header] ?? "none"}
              values={firstRows.map((row) => row[index] ?? "")}
            />
          ))}
        </ul>
      </div>
      <div className="mt-4 flex flex-wrap items-start gap-4">
        {(asksWinter || mapping.winter) && (
          <WinterFields winter={mapping.winter} isAsked={asksWinter} />
        )}
        <GridField epsg={mapping.epsg} systems={coordinateSystems} />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          icon="retry"
          variant={isChanged ? "primary" : "secondary"}
          aria-disabled={isSending}
        >
          {t("lists.columns.again")}
        </Button>
        {isChanged && <p role="status">{t("lists.columns.changed")}</p>}
      </div>
    </Form>
  );
}

function idOf(index: number): string {
  return `column-${index + 1}`;
}

interface ColumnProps {
  column: SourceColumn;
  index: number;
  meaning: ColumnMeaning;
  /** Of the first rows. */
  values: readonly string[];
  /** Whether a phone hides it, where script can show it. */
  isFolded: boolean;
}

/** A card on a phone; on a desk a column of the table as it is in the file. */
function Column({ column, index, meaning, values, isFolded }: ColumnProps) {
  const { t } = useTranslation();
  const { header, isSure } = column;
  const isAsked = !isSure;
  return (
    <li
      id={idOf(index)}
      className={joinClasses(
        "list-column min-w-0 scroll-mt-4 rounded-card border bg-raised px-3 py-2",
        isAsked ? "border-soon bg-soon-tint" : "border-line",
        meaning === "none" && !isAsked && "bg-surface text-muted",
        isFolded && "max-md:hidden",
      )}
    >
      <input type="hidden" name="header" value={header} />
      <Select
        name="meaning"
        label={header || t("lists.columns.unnamed", { number: index + 1 })}
        isField
        defaultValue={meaning}
        options={columnMeanings.map((value) => ({ value, label: t(`lists.meaning.${value}`) }))}
        aria-describedby={isAsked ? `${idOf(index)}-asked` : undefined}
        className="wrap-anywhere"
      />
      <p id={`${idOf(index)}-asked`} className="list-asked text-sm font-bold text-soon">
        {isAsked && t("lists.columns.asked")}
      </p>
      <ul className="list-values text-sm" aria-label={t("lists.columns.values")}>
        {values.map((value, row) => (
          <li key={row}>{value}</li>
        ))}
      </ul>
    </li>
  );
}

const winterId = "winter";

interface WinterFieldsProps {
  winter: ImportView["mapping"]["winter"];
  /** Whether some hours wait for it. */
  isAsked: boolean;
}

/** First and last month of the winter, which the list does not state. */
function WinterFields({ winter, isAsked }: WinterFieldsProps) {
  const { t, i18n } = useTranslation();
  const names = new Intl.DateTimeFormat(i18n.locale, { month: "long", timeZone: "UTC" });
  const months = Array.from({ length: 12 }, (_, month) => ({
    value: String(month + 1),
    label: names.format(Date.UTC(2026, month, 1)),
  }));
  const options = [{ value: "", label: t("lists.winter.unknown") }, ...months];
  return (
    <fieldset
      id={winterId}
      className={joinClasses(
        "list-winter min-w-0 scroll-mt-4",
        isAsked && "rounded-card border border-soon bg-soon-tint px-3 py-2",
      )}
    >
      <legend className="mb-1 font-bold">{t("lists.winter.title")}</legend>
      <p className="mb-2 max-w-lg text-sm text-muted">{t("lists.winter.text")}</p>
      <div className="flex flex-wrap gap-3">
        <Select
          name="winterFrom"
          label={t("lists.winter.from")}
          options={options}
          defaultValue={String(winter?.from ?? "")}
        />
        <Select
          name="winterTo"
          label={t("lists.winter.to")}
          options={options}
          defaultValue={String(winter?.to ?? "")}
        />
      </div>
    </fieldset>
  );
}

/** System of the coordinates, which is usually detected. */
function GridField({
  epsg,
  systems,
}: {
  epsg: number | undefined;
  systems: ImportView["coordinateSystems"];
}) {
  const { t } = useTranslation();
  const known = systems.find((system) => system.epsg === epsg)?.title;
  return (
    <Disclosure
      title={
        epsg === undefined
          ? t("lists.grid.title")
          : t("lists.grid.found", { name: known ?? `EPSG:${epsg}` })
      }
      className="list-grid max-w-lg"
    >
      <label>
        <span className="mb-1 block font-bold">{t("lists.grid.label")}</span>
        <input
          name="epsg"
          inputMode="numeric"
          autoComplete="off"
          list="grids"
          pattern="[0-9]{4,6}"
          defaultValue={epsg ?? ""}
          className={fieldClass}
        />
      </label>
      <datalist id="grids">
        {systems.map((system) => (
          <option key={system.epsg} value={system.epsg} label={system.title} />
        ))}
      </datalist>
      <p className="mt-1 text-sm text-muted">{t("lists.grid.hint")}</p>
    </Disclosure>
  );
}
