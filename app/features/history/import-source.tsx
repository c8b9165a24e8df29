import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { useFieldFormatter, useFieldNames } from "#app/place/place-change.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { fieldClass } from "#app/ui/class-names.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Icon } from "#app/ui/icon.tsx";
import {
  contentOf,
  type EditField,
  editFields,
  type PlaceContent,
} from "#domain/edits/place-change.ts";
import type { PlaceHistory } from "#domain/edits/place-history.ts";
import { noOpeningTimes, weekOf } from "#domain/opening/seven-entries.ts";
import type { Place } from "#domain/place/place.ts";

interface ImportSourceProps {
  place: Place;
  history: PlaceHistory;
}

/**
 * Fields in which the last import differs from the place, with ways to notify OpenStreetMap: its editor, or a
 * note with a text to copy (docs/product#telling-openstreetmap). Nothing is sent from here.
 */
export function ImportSource({ place, history }: ImportSourceProps) {
  const { t, i18n } = useTranslation();
  const nameOf = useFieldNames();
  const formatField = useFieldFormatter(place.country);
  const noteId = useId();
  const { imported = {}, osm_id } = history;
  const content = contentOf(place);
  const fields = editFields.filter((field) => imported[field] !== undefined);
  const known = fields.filter((field) => isKnown(content[field]));
  const inPageLanguage = known.map((field) =>
    named(nameOf(field), valueText(formatField, field, content)),
  );
  const element = osm_id === undefined ? null : osmElement(osm_id);
  return (
    <section
      aria-labelledby="import-source"
      className="mb-6 rounded-card border border-line bg-raised p-edge"
    >
      <h2 id="import-source" className="text-lg">
        {t("history.import.title")}
      </h2>
      <dl className="my-3 grid gap-3">
        {fields.map((field) => (
          <div key={field} className="min-w-0">
            <dt className="text-sm text-muted">{nameOf(field)}</dt>
            <dd className="m-0 wrap-anywhere">
              {t("history.import.there", { value: valueText(formatField, field, imported) })}
              <br />
              {t("history.import.here", { value: valueText(formatField, field, content) })}
            </dd>
          </div>
        ))}
      </dl>
      {element && (
        <div className="flex flex-wrap gap-2">
          <OutsideLink href={element.url}>{t("history.import.element")}</OutsideLink>
          <OutsideLink href={element.editorUrl}>{t("history.import.edit")}</OutsideLink>
        </div>
      )}
      {known.length > 0 && (
        <Disclosure title={t("history.import.note")} className="mt-2">
          <label htmlFor={noteId} className="mb-1 block">
            {t("history.import.noteText")}
          </label>
          <textarea
            id={noteId}
            readOnly
            rows={5}
            className={fieldClass}
            value={[
              t("history.import.english"),
              ...known.map((field) => `${field}: ${plainValue(content[field])}`),
              ...(i18n.language === "en" ? [] : ["", t("history.import.own"), ...inPageLanguage]),
            ].join("\n")}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className="mt-2">
            <OutsideLink href={newNoteUrl(place)}>{t("history.import.openNote")}</OutsideLink>
          </div>
        </Disclosure>
      )}
    </section>
  );
}

function valueText(
  formatField: ReturnType<typeof useFieldFormatter>,
  field: EditField,
  content: Partial<PlaceContent>,
): string {
  return formatField(field, content[field] as PlaceContent[typeof field]);
}

/** A name with its value; some names are questions. */
function named(name: string, value: string): string {
  return name.endsWith("?") ? `${name} ${value}` : `${name}: ${value}`;
}

/** Whether a value is known, and of use to OpenStreetMap. */
function isKnown(value: PlaceContent[EditField]): boolean {
  if (value === null || value === "") return false;
  if (typeof value !== "object" || "latitude" in value) return true;
  if ("fee" in value) return value.fee !== "unknown";
  return value.opening_hours !== null || weekOf(value).some((entry) => entry !== noOpeningTimes);
}

/** A value for people who do not read the page's language: as the place has it, untranslated. */
function plainValue(value: PlaceContent[EditField]): string {
  if (typeof value !== "object" || value === null) return String(value);
  if ("latitude" in value) return `${value.latitude}, ${value.longitude}`;
  if ("fee" in value) return value.price === null ? value.fee : `${value.fee} ${value.price}`;
  return value.opening_hours ?? value.opening_times.join(" ");
}

/** URLs of an element such as `node/123`; null where it is not one. */
function osmElement(id: string): { url: string; editorUrl: string } | null {
  const [kind, number] = id.split("/");
  if (!["node", "way", "relation"].includes(kind) || !/^\d+$/.test(number ?? "")) return null;
  return {
    url: `https://www.openstreetmap.org/${kind}/${number}`,
    editorUrl: `https://www.openstreetmap.org/edit?${kind}=${number}`,
  };
}

/** Page of OpenStreetMap for a new note at a point. */
function newNoteUrl({ latitude, longitude }: Pick<Place, "latitude" | "longitude">): string {
  return `https://www.openstreetmap.org/note/new?lat=${latitude}&lon=${longitude}#map=19/${latitude}/${longitude}`;
}

function OutsideLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={buttonClass("secondary")}>
      <Icon name="external" />
      {children}
    </a>
  );
}
