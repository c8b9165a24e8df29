import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { answerLabel } from "#app/place/answer-label.ts";
import { fieldClass, joinClasses } from "#app/ui/class-names.ts";
import { Choice } from "#app/ui/form/choice.tsx";
import { FieldError } from "#app/ui/form/field-error.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import {
  doorWidthLimits,
  factTextLengths,
  type PicklistFact,
  type PlaceFact,
} from "#domain/place/place-facts.ts";
import type { MessageKey } from "#domain/text/i18n.ts";
import { useLatch } from "./form-field.tsx";
import { type FactTexts, factInput } from "./place-draft.ts";

interface FactFieldsProps {
  texts: FactTexts;
  onChange: (fact: PlaceFact, text: string) => void;
  /** Text of a fact's error, after an attempt to send the form. */
  errorOf: (fact: PlaceFact) => string | undefined;
}

interface FactChoice {
  readonly value: string;
  readonly label: MessageKey;
}

const unknown: FactChoice = { value: "", label: "addPlace.facts.unknown" };

const wheelchairChoices: readonly FactChoice[] = [
  { value: "yes", label: "addPlace.facts.wheelchairYes" },
  { value: "limited", label: "addPlace.facts.wheelchairLimited" },
  { value: "no", label: "addPlace.facts.wheelchairNo" },
  unknown,
];

/** Without `restricted`, which older places and imports alone say: a contributor knows more. */
const accessChoices: readonly FactChoice[] = [
  { value: "everyone", label: "addPlace.facts.accessEveryone" },
  { value: "customers", label: "addPlace.facts.accessCustomers" },
  { value: "key", label: "addPlace.facts.accessKey" },
  { value: "private", label: "addPlace.facts.accessPrivate" },
  unknown,
];

const restricted: FactChoice = { value: "restricted", label: "fact.access.restricted" };

/** The two facts that decide for most visitors: who gets in, and whether a wheelchair does. */
export function MainFactFields({ texts, onChange }: FactFieldsProps) {
  const { t } = useTranslation();
  const [isRestricted] = useState(texts.access === restricted.value);
  return (
    <>
      <Choices
        fact="access"
        legend={t("addPlace.facts.access")}
        choices={isRestricted ? [restricted, ...accessChoices] : accessChoices}
        texts={texts}
        onChange={onChange}
      />
      <Choices
        fact="wheelchair"
        legend={t("addPlace.facts.wheelchair")}
        choices={wheelchairChoices}
        texts={texts}
        onChange={onChange}
      />
    </>
  );
}

type Question = Exclude<PicklistFact, "wheelchair" | "access" | "changing_table_room">;

/** Questions of yes or no, the most asked first. */
const questions: readonly (readonly [Question, IconName])[] = [
  ["changing_table", "baby"],
  ["women", "women"],
  ["men", "men"],
  ["all_genders", "genders"],
  ["euro_key", "key"],
  ["paper", "paper"],
  ["hand_washing", "water"],
  ["shower", "shower"],
  ["drinking_water", "water"],
  ["menstrual_products", "paper"],
  ["attended", "supervised"],
  ["pay_coins", "price"],
  ["pay_notes", "price"],
  ["pay_card", "price"],
  ["pay_contactless", "price"],
  ["pay_app", "price"],
  ["donation", "price"],
  ["changing_place", "accessible"],
  ["hoist", "accessible"],
  ["seated", "toilet"],
  ["squat", "toilet"],
  ["urinals_only", "men"],
  ["seasonal", "sun"],
];

const answers = ["yes", "no"] as const;

const roomChoices: readonly FactChoice[] = [
  unknown,
  { value: "women", label: "addPlace.facts.roomWomen" },
  { value: "men", label: "addPlace.facts.roomMen" },
  { value: "all", label: "addPlace.facts.roomAll" },
  { value: "wheelchair", label: "addPlace.facts.roomWheelchair" },
  { value: "own", label: "addPlace.facts.roomOwn" },
];

const lines = [
  "door",
  "inside",
  "level",
  "name",
  "operator",
  "scheme",
  "key_scheme",
  "charge",
] as const;

/** Whether one of the other facts is known. */
function isAnyKnown({ access, wheelchair, ...others }: FactTexts): boolean {
  return Object.values(others).some((text) => text !== "");
}

interface MoreFactFieldsProps extends FactFieldsProps {
  isFilled: boolean;
  children: ReactNode;
}

/** All other facts, which are optional: folded away while none is known. */
export function MoreFactFields(props: MoreFactFieldsProps) {
  const { texts, onChange, errorOf, isFilled, children } = props;
  const { t } = useTranslation();
  const id = useId();
  const field = { texts, onChange };
  const isOpen = useLatch(isFilled || isAnyKnown(texts));
  return (
    <details open={isOpen} className="mb-4 border-y border-line py-1">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-bold text-brand hover:text-brand-strong">
        <Icon name="plus" />
        {t("addPlace.facts.title")}
      </summary>
      <p className="pb-2 text-muted">{t("addPlace.facts.hint")}</p>
      {questions.map(([fact, icon]) => (
        <div key={fact} className="border-t border-line">
          <YesNo fact={fact} icon={icon} {...field} />
          {fact === "changing_table" && (
            <div
              className={joinClasses(
                "pb-2 pl-8",
                texts.changing_table === "yes" ? "" : "hidden noscript:block",
              )}
            >
              <label htmlFor={`${id}-room`} className="mb-1 block text-sm text-muted">
                {t("addPlace.facts.changing_table_room")}
              </label>
              <select
                id={`${id}-room`}
                name={factInput("changing_table_room")}
                suppressHydrationWarning
                value={texts.changing_table_room}
                onChange={(event) => onChange("changing_table_room", event.target.value)}
                className={`${fieldClass} max-w-72`}
              >
                {roomChoices.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {t(label)}
                  </option>
                ))}
              </select>
            </div>
          )}
        </div>
      ))}
      <div className="grid gap-3 border-t border-line py-3">
        {lines.map((fact) => (
          <Line key={fact} fact={fact} errorOf={errorOf} {...field}>
            {(attributes) => (
              <input {...attributes} maxLength={2 * factTextLengths[fact]} className={fieldClass} />
            )}
          </Line>
        ))}
        <Line fact="door_width" errorOf={errorOf} {...field}>
          {(attributes) => (
            <input
              {...attributes}
              type="number"
              inputMode="numeric"
              min={doorWidthLimits.min}
              max={doorWidthLimits.max}
              className={`${fieldClass} max-w-40`}
            />
          )}
        </Line>
        {children}
      </div>
    </details>
  );
}

type FieldProps = Pick<FactFieldsProps, "texts" | "onChange">;

interface LineProps extends FactFieldsProps {
  fact: (typeof lines)[number] | "door_width";
  children: (attributes: object) => ReactNode;
}

function Line({ fact, texts, onChange, errorOf, children }: LineProps) {
  const { t } = useTranslation();
  const id = useId();
  const error = errorOf(fact);
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-bold">
        {t(`addPlace.facts.${fact}`)}
      </label>
      {children({
        id,
        name: factInput(fact),
        suppressHydrationWarning: true,
        value: texts[fact],
        onChange: (event: { target: { value: string } }) => onChange(fact, event.target.value),
        "aria-invalid": error ? true : undefined,
        "aria-describedby": error && `${id}-fault`,
      })}
      {error && <FieldError id={`${id}-fault`}>{error}</FieldError>}
    </div>
  );
}

interface ChoicesProps extends FieldProps {
  fact: "wheelchair" | "access";
  legend: string;
  choices: readonly FactChoice[];
}

/** A question with several answers, one of them 'I don't know'. */
function Choices({ fact, legend, choices, texts, onChange }: ChoicesProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="mb-3 min-w-0">
      <legend className="mb-1 font-bold">{legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        {choices.map(({ value, label }) => (
          <Choice
            key={value}
            type="radio"
            name={factInput(fact)}
            value={value}
            checked={texts[fact] === value}
            onChange={() => onChange(fact, value)}
          >
            {t(label)}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}

/** A question of yes or no with its sign; a second tap on an answer takes it back. */
function YesNo({ fact, icon, texts, onChange }: FieldProps & { fact: Question; icon: IconName }) {
  const { t } = useTranslation();
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-x-2 py-1">
      <legend className="float-left flex max-w-full grow basis-28 items-center gap-2">
        <Icon name={icon} className="size-6 shrink-0 text-muted" />
        <span className="min-w-0 hyphens-auto">{t(`addPlace.facts.${fact}`)}</span>
      </legend>
      <div className="ml-auto flex flex-wrap justify-end gap-2">
        {answers.map((value) => (
          <label
            key={value}
            className="inline-flex min-h-11 min-w-18 shrink-0 cursor-pointer items-center justify-center rounded-control border border-control-line px-3 select-none has-checked:border-brand has-checked:bg-brand has-checked:font-bold has-checked:text-on-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={factInput(fact)}
              value={value}
              checked={texts[fact] === value}
              onChange={() => onChange(fact, value)}
              onClick={() => texts[fact] === value && onChange(fact, "")}
              className="sr-only"
            />
            {t(answerLabel(fact, value))}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
