import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ChangeText, useFieldFormatter, useFieldNames } from "#app/place/place-change.tsx";
import { Choice } from "#app/ui/form/choice.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { changedFields, type EditField, type PlaceContent } from "#domain/edits/place-change.ts";
import { type ConflictingEdit, editInputs } from "./edit-action.ts";

interface EditConflictSectionProps {
  conflict: ConflictingEdit;
  country: string;
  /** The visitor's own value of a field; undefined where it cannot be read. */
  mine: (field: EditField) => PlaceContent[EditField] | undefined;
  /** Whether a field that both have changed has the others' value in the form. */
  isTheirs: (field: EditField) => boolean;
  onChoose: (field: EditField, isTheirs: boolean) => void;
}

/** What others have changed meanwhile, with a choice where both changed a field (docs/product#conflict-of-edits). */
export function EditConflictSection(props: EditConflictSectionProps) {
  const { conflict, country, mine, isTheirs, onChoose } = props;
  const { t } = useTranslation();
  const nameOf = useFieldNames();
  const formatField = useFieldFormatter(country);
  const { changes, both } = conflict;
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), [conflict]);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="edit-conflict"
      className="mb-5 scroll-mt-24 rounded-control border border-soon bg-soon-tint px-4 py-3"
    >
      <h2 id="edit-conflict" className="flex items-start gap-2 text-lg">
        <Icon name="warning" className="mt-0.5 size-6 shrink-0 text-soon" />
        {t("edit.conflict.title")}
      </h2>
      <p className="mt-1 mb-3">{t("edit.conflict.text")}</p>
      <ul className="grid gap-3">
        {changedFields(changes).map((field) => {
          const { from, to } = changes[field]!;
          return (
            <li key={field} className="min-w-0 border-t border-line pt-2">
              <p className="text-sm text-muted">{nameOf(field)}</p>
              <ChangeText field={field} from={from} to={to} country={country} />
              {both.includes(field) && (
                <fieldset className="mt-1 min-w-0">
                  <legend className="font-bold">{t("edit.conflict.both")}</legend>
                  {(
                    [
                      ["mine", mine(field)],
                      ["theirs", to],
                    ] as const
                  ).map(([whose, value]) => (
                    <Choice
                      key={whose}
                      type="radio"
                      name={editInputs.choice(field)}
                      value={whose}
                      checked={isTheirs(field) === (whose === "theirs")}
                      onChange={() => onChoose(field, whose === "theirs")}
                    >
                      <span className="min-w-0 wrap-anywhere whitespace-pre-line">
                        {t(`edit.conflict.${whose}`)}
                        {value !== undefined && (
                          <>
                            : <b>{formatField(field, value as PlaceContent[typeof field])}</b>
                          </>
                        )}
                      </span>
                    </Choice>
                  ))}
                </fieldset>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
