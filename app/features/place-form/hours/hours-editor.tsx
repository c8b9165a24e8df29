import { Fragment, type ReactNode, useId, useMemo, useState } from "react";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { fieldClass, joinClasses } from "#app/ui/class-names.ts";
import { Choice } from "#app/ui/form/choice.tsx";
import { FieldError } from "#app/ui/form/field-error.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import type { ValidationError } from "#domain/validation/check-fields.ts";
import {
  type DayGroup,
  type DayTexts,
  groupsOfKind,
  type HoursDraft,
  type HoursKind,
  holidayKinds,
  hoursInputs,
  hoursKinds,
  mayBeNight,
  noRange,
  type RangeTexts,
  type SeasonTexts,
  toClockTime,
  toLine,
} from "./hours-draft.ts";
import { type HoursLocation, HoursMeaning, hoursErrorText, MarkedError } from "./hours-meaning.tsx";

export interface HoursEditorProps {
  hours: HoursDraft;
  onChange: (hours: HoursDraft) => void;
  /** Validation errors of the form, those of other fields included. */
  errors: readonly ValidationError[];
  /** Location of the place, as far as it is known in the form. */
  location: HoursLocation;
  /** Meaning of the text, from the server, for a page without script. */
  children?: ReactNode;
}

/** Classes of the fields that only one kind shows, without script by CSS alone; with script no other kind's are rendered. */
const shownFor: Readonly<Record<Exclude<HoursKind, "unknown" | "always">, string>> = {
  daily: "hidden group-has-[[value=daily]:checked]/hours:block",
  week: "hidden group-has-[[value=week]:checked]/hours:block",
  days: "hidden group-has-[[value=days]:checked]/hours:block",
  text: "hidden group-has-[[value=text]:checked]/hours:block",
};

/** Classes of season and holidays, which every kind with times shows. */
const shownForTimes =
  "hidden group-has-[[value=always]:checked]/hours:block group-has-[[value=daily]:checked]/hours:block " +
  "group-has-[[value=week]:checked]/hours:block group-has-[[value=days]:checked]/hours:block";

/** Editor of opening hours, from one tap to a text in the syntax (docs/product#opening-times-in-the-form). */
export function HoursEditor({ hours, onChange, errors, location, children }: HoursEditorProps) {
  const { t } = useTranslation();
  const isHydrated = useIsHydrated();
  const editor = { hours, onChange, errors };
  const isShown = (kind: HoursKind) => !isHydrated || hours.kind === kind;
  const hasTimes = !["unknown", "text"].includes(hours.kind);
  return (
    <div className="group/hours">
      <fieldset className="mb-4 min-w-0">
        <legend className="sr-only">{t("addPlace.when.title")}</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(9.25rem,50%-0.25rem)),1fr))] gap-2">
          {hoursKinds.map((kind) => (
            <label
              key={kind}
              className="flex min-h-12 cursor-pointer items-center gap-2 rounded-control border border-control-line px-2.5 py-2 leading-tight sm:gap-3 sm:px-3 has-checked:border-brand has-checked:bg-brand-tint has-checked:inset-ring has-checked:inset-ring-brand"
            >
              <input
                type="radio"
                name={hoursInputs.kind}
                value={kind}
                checked={hours.kind === kind}
                onChange={() => onChange({ ...hours, kind })}
                className="size-6 shrink-0 accent-brand"
              />
              <span className="min-w-0">{t(`addPlace.hours.kind.${kind}`)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {(["daily", "week", "days"] as const).filter(isShown).map((kind) => (
        <div key={kind} className={shownFor[kind]}>
          <p className="mb-2 text-sm text-muted">{t("addPlace.hours.hint")}</p>
          {groupsOfKind[kind].map(({ group }) => (
            <DayFields
              key={group}
              group={group}
              {...editor}
              onCopy={kind === "days" ? () => onChange(copyToDays(hours, group)) : undefined}
            />
          ))}
        </div>
      ))}
      {(hasTimes || !isHydrated) && (
        <div className={shownForTimes}>
          <HolidayFields {...editor} />
          <SeasonFields {...editor} />
        </div>
      )}
      {isShown("text") && (
        <div className={shownFor.text}>
          <TextField {...editor} />
          <HoursMeaning text={hours.kind === "text" ? hours.text : ""} location={location}>
            {children}
          </HoursMeaning>
        </div>
      )}
    </div>
  );
}

function copyToDays(hours: HoursDraft, group: DayGroup): HoursDraft {
  const copies = groupsOfKind.days.map((day) => [day.group, hours.groups[group]]);
  return { ...hours, groups: { ...hours.groups, ...Object.fromEntries(copies) } };
}

type PartProps = Pick<HoursEditorProps, "hours" | "onChange" | "errors">;

function useGroupName(): (group: DayGroup) => string {
  const { t } = useTranslation();
  const format = useFormatter();
  return (group) => {
    if (group === "daily") return t("addPlace.hours.everyDay");
    if (group === "weekdays") return t("addPlace.hours.weekdays");
    if (group === "weekend") return t("addPlace.hours.weekend");
    if (group === "holiday") return t("addPlace.hours.holidays.title");
    return format.weekday(groupsOfKind.days.findIndex((day) => day.group === group));
  };
}

interface DayFieldsProps extends PartProps {
  group: DayGroup;
  /** Copies the hours to every day; absent where the kind has a single group. */
  onCopy?: () => void;
}

/** Hours of a day group: ranges, and a checkbox for a closed day. */
function DayFields({ group, hours, onChange, errors, onCopy }: DayFieldsProps) {
  const { t } = useTranslation();
  const name = useGroupName()(group);
  const day = hours.groups[group];
  const set = (part: Partial<DayTexts>) =>
    onChange({ ...hours, groups: { ...hours.groups, [group]: { ...day, ...part } } });
  const canBeClosed = group !== "daily" && group !== "holiday";
  return (
    <fieldset className="group/day min-w-0 border-t border-line py-2 first-of-type:border-t-0">
      <legend className="sr-only">{name}</legend>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <span
          aria-hidden="true"
          className="flex min-h-12 w-36 grow items-center font-bold sm:grow-0"
        >
          {name}
        </span>
        {canBeClosed && (
          <label className="flex min-h-12 items-center gap-2 sm:order-2">
            <input
              type="checkbox"
              name={hoursInputs.closed(group)}
              value="1"
              checked={day.isClosed}
              onChange={(event) => set({ isClosed: event.target.checked })}
              className="size-6 shrink-0 accent-brand"
            />
            {t("addPlace.when.closed")}
          </label>
        )}
        <div className="w-full min-w-0 max-sm:group-has-[[name^=closed]:checked]/day:hidden sm:order-1 sm:w-0 sm:grow sm:group-has-[[name^=closed]:checked]/day:invisible sm:group-has-[[name^=closed]:checked]/day:h-12 sm:group-has-[[name^=closed]:checked]/day:overflow-hidden">
          <RangeFields
            group={group}
            day={day}
            onChange={(ranges) => set({ ranges })}
            errors={errors}
          >
            {onCopy && (
              <IconButton
                icon="copy"
                label={t("addPlace.when.copy", { day: name })}
                onClick={onCopy}
                className="noscript:hidden"
              />
            )}
          </RangeFields>
        </div>
      </div>
    </fieldset>
  );
}

interface RangeFieldsProps {
  group: DayGroup;
  day: DayTexts;
  onChange: (ranges: readonly RangeTexts[]) => void;
  errors: readonly ValidationError[];
  /** A further button at the end of the first range. */
  children?: ReactNode;
}

/** Ranges of a day: the first, and further ones on demand; all of them without script. */
function RangeFields({ group, day, onChange, errors, children }: RangeFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  const isHydrated = useIsHydrated();
  const [requestedCount, setRequestedCount] = useState(1);
  const filledCount = day.ranges.findLastIndex(({ from, to }) => from !== "" || to !== "") + 1;
  const shownCount = Math.max(requestedCount, filledCount);
  const remove = (index: number) => {
    setRequestedCount(shownCount - 1);
    onChange([...day.ranges.toSpliced(index, 1), noRange]);
  };
  return (
    <>
      {day.ranges.slice(0, isHydrated ? shownCount : undefined).map((range, index) => {
        const fieldName = `hours.${group}.${index}`;
        const error = errors.find(
          ({ field }) => field === fieldName || field === `${fieldName}.to`,
        );
        const isInvalid = (end: "from" | "to") =>
          error !== undefined && (end === "to" || error.field === fieldName);
        const errorId = `${id}-${index}`;
        return (
          <Fragment key={index}>
            <div
              className={joinClasses(
                "mb-1 items-center gap-1.5 sm:gap-2",
                index < shownCount ? "flex flex-wrap" : "hidden flex-wrap noscript:flex",
              )}
            >
              {(["from", "to"] as const).map((end) => (
                <Fragment key={end}>
                  {end === "to" && <span aria-hidden="true">–</span>}
                  <input
                    // Browsers show a time input in their own language, as 8:30 PM; this one is 20:30 for all.
                    type="text"
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={5}
                    placeholder={t("addPlace.hours.format")}
                    name={hoursInputs.range(group, index, end)}
                    aria-label={t(end === "from" ? "addPlace.hours.from" : "addPlace.hours.to", {
                      number: index + 1,
                    })}
                    aria-invalid={isInvalid(end) ? true : undefined}
                    aria-describedby={isInvalid(end) ? errorId : undefined}
                    value={range[end]}
                    onChange={(event) =>
                      onChange(day.ranges.with(index, { ...range, [end]: event.target.value }))
                    }
                    onBlur={({ target }) => {
                      const time = toClockTime(target.value);
                      if (time === range[end]) return;
                      onChange(day.ranges.with(index, { ...range, [end]: time }));
                    }}
                    className={`${fieldClass} tabular basis-22 grow px-2! sm:basis-36 sm:grow-0 sm:px-3!`}
                  />
                </Fragment>
              ))}
              {index === 0 && (children ?? (shownCount > 1 && <span className="w-11 shrink-0" />))}
              {index > 0 && (
                <IconButton
                  icon="close"
                  label={t("addPlace.hours.remove", { number: index + 1 })}
                  onClick={() => remove(index)}
                  className="noscript:hidden"
                />
              )}
            </div>
            {error && (
              <FieldError id={errorId} className="mb-1">
                {hoursErrorText(t, error)}
              </FieldError>
            )}
            {mayBeNight(range) && (
              <Choice
                type="checkbox"
                name={hoursInputs.night(group, index)}
                value="1"
                checked={range.isNight ?? false}
                onChange={(event) =>
                  onChange(day.ranges.with(index, { ...range, isNight: event.target.checked }))
                }
              >
                {t("addPlace.hours.night")}
              </Choice>
            )}
          </Fragment>
        );
      })}
      {shownCount < day.ranges.length && (
        <Button
          variant="quiet"
          icon="plus"
          onClick={() => setRequestedCount(shownCount + 1)}
          className="-ml-4 text-sm noscript:hidden"
        >
          {t("addPlace.hours.add")}
        </Button>
      )}
    </>
  );
}

/** Public holidays: like any other day, closed, or with hours of their own. */
function HolidayFields(editor: PartProps) {
  const { t } = useTranslation();
  const isHydrated = useIsHydrated();
  const { hours, onChange } = editor;
  return (
    <fieldset className="group/holiday min-w-0 border-t border-line py-3">
      <legend className="float-left mb-1 w-full font-bold">
        {t("addPlace.hours.holidays.title")}
      </legend>
      <div className="clear-both flex flex-wrap gap-x-6">
        {holidayKinds.map((kind) => (
          <Choice
            key={kind}
            type="radio"
            name={hoursInputs.holidays}
            value={kind}
            checked={hours.holidays === kind}
            onChange={() => onChange({ ...hours, holidays: kind })}
          >
            {t(`addPlace.hours.holidays.${kind}`)}
          </Choice>
        ))}
      </div>
      {(hours.holidays === "own" || !isHydrated) && (
        <div className="hidden group-has-[[value=own]:checked]/holiday:block">
          <DayFields group="holiday" {...editor} />
        </div>
      )}
    </fieldset>
  );
}

const ends = [
  ["from", "fromMonth", "fromDay"],
  ["to", "toMonth", "toDay"],
] as const;

/** Season: the part of the year in which the place opens. */
function SeasonFields({ hours, onChange, errors }: PartProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const error = errors.find(({ field }) => field === "hours.season");
  const isOpen = useIsHydrated() ? hours.isSeasonal : true;
  const options = useMemo(() => {
    const month = new Intl.DateTimeFormat(i18n.language, { month: "long", timeZone: "UTC" });
    const numbered = (labels: string[]) =>
      labels.map((label, index) => (
        <option key={label} value={index + 1}>
          {label}
        </option>
      ));
    return {
      Month: numbered(
        Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2024, index, 15))),
      ),
      Day: numbered(Array.from({ length: 31 }, (_, index) => String(index + 1))),
    };
  }, [i18n.language]);
  const set = (part: Partial<SeasonTexts>) =>
    onChange({ ...hours, season: { ...hours.season, ...part } });
  return (
    <div className="group/season border-t border-line py-1">
      <Choice
        type="checkbox"
        name={hoursInputs.isSeasonal}
        value="1"
        checked={hours.isSeasonal}
        onChange={(event) => onChange({ ...hours, isSeasonal: event.target.checked })}
      >
        {t("addPlace.hours.season.title")}
      </Choice>
      <div className="hidden flex-wrap gap-x-6 gap-y-2 pb-2 group-has-[[type=checkbox]:checked]/season:flex">
        {(isOpen ? ends : []).map(([end, ...parts]) => (
          <fieldset key={end} className="flex min-w-0 items-center gap-2">
            <legend className="float-left min-w-14 text-muted">
              {t(`addPlace.hours.season.${end}`)}
            </legend>
            {parts.map((part) => {
              const kind = part.endsWith("Month") ? "Month" : "Day";
              return (
                <select
                  key={part}
                  name={hoursInputs.season(part)}
                  aria-label={t(`addPlace.hours.season.${kind === "Month" ? "month" : "day"}`)}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error && id}
                  suppressHydrationWarning
                  value={hours.season[part]}
                  onChange={(event) => set({ [part]: event.target.value })}
                  className={`${fieldClass} w-auto!`}
                >
                  <option value="">–</option>
                  {options[kind]}
                </select>
              );
            })}
          </fieldset>
        ))}
      </div>
      {error && <FieldError id={id}>{hoursErrorText(t, error)}</FieldError>}
    </div>
  );
}

/** Text in OpenStreetMap's syntax, for contributors who know it. */
function TextField({ hours, onChange, errors }: PartProps) {
  const { t } = useTranslation();
  const id = useId();
  const error = errors.find(({ field }) => field === "opening_hours");
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-bold">
        {t("addPlace.hours.text")}
      </label>
      <textarea
        id={id}
        name={hoursInputs.text}
        rows={2}
        value={hours.text}
        onChange={(event) => onChange({ ...hours, text: toLine(event.target.value) })}
        aria-invalid={error ? true : undefined}
        aria-describedby={joinClasses(error && `${id}-fault`, `${id}-hint`)}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={fieldClass}
      />
      {error && (
        <FieldError id={`${id}-fault`}>
          {hoursErrorText(t, error)}
          {error.at && <MarkedError text={hours.text} at={error.at} />}
        </FieldError>
      )}
      <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
        {t("addPlace.hours.textHint")}{" "}
        <span className="font-mono wrap-anywhere">Mo-Fr 08:00-12:00,13:00-18:00; PH off</span>
      </p>
    </div>
  );
}
