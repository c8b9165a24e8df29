import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { EditField, PlaceChange, PlaceContent } from "#domain/edits/place-change.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { formatHours } from "#domain/opening/format-hours.ts";
import { weekOf } from "#domain/opening/seven-entries.ts";
import { textOfWeek } from "#domain/opening/usual-hours.ts";
import { currencyOf } from "#domain/place/currency.ts";
import { type PlaceFact, writtenFacts } from "#domain/place/place-facts.ts";
import type { MessageKey } from "#domain/text/i18n.ts";
import { answerLabel } from "./answer-label.ts";
import { openStreetMapUrl } from "./place-paths.ts";

type ContentField = Exclude<EditField, PlaceFact>;

const contentNames = {
  country: "change.field.country",
  city: "change.field.city",
  address: "change.field.address",
  county: "change.field.county",
  postcode: "change.field.postcode",
  fee: "change.field.fee",
  comments: "change.field.comments",
  position: "change.field.position",
  hours: "change.field.hours",
} as const satisfies Record<ContentField, MessageKey>;

function isContent(field: EditField): field is ContentField {
  return field in contentNames;
}

export function useFieldNames(): (field: EditField) => string {
  const { t } = useTranslation();
  return (field) => t(isContent(field) ? contentNames[field] : `addPlace.facts.${field}`);
}

const wheelchairMessages = {
  yes: "addPlace.facts.wheelchairYes",
  limited: "addPlace.facts.wheelchairLimited",
  no: "addPlace.facts.wheelchairNo",
} as const;

const accessMessages = {
  everyone: "addPlace.facts.accessEveryone",
  customers: "addPlace.facts.accessCustomers",
  key: "addPlace.facts.accessKey",
  private: "addPlace.facts.accessPrivate",
  restricted: "fact.access.restricted",
} as const;

const roomMessages = {
  women: "addPlace.facts.roomWomen",
  men: "addPlace.facts.roomMen",
  all: "addPlace.facts.roomAll",
  wheelchair: "addPlace.facts.roomWheelchair",
  own: "addPlace.facts.roomOwn",
} as const;

/** Words of a field's value; 'not known' for null, '(empty)' for an empty text. @param country in whose money prices are */
export function useFieldFormatter(
  country: string,
): <Field extends EditField>(field: Field, value: PlaceContent[Field]) => string {
  const { t, i18n } = useTranslation();
  const format = useFormatter();
  const feeText = ({ fee, price }: PlaceContent["fee"]) => {
    if (price === null) return t(fee === "unknown" ? "change.unknown" : `addPlace.fee.${fee}`);
    const currency = currencyOf(country);
    return currency === null
      ? t("places.fact.localPrice", { amount: format.amount(price) })
      : format.money(price, currency);
  };
  const hoursText = (hours: PlaceContent["hours"]) => {
    const text = hours.opening_hours ?? textOfWeek(weekOf(hours));
    if (text === "") return t("change.unknown");
    const result = formatHours(text, { t, language: i18n.language });
    return result.isComplete ? result.sentence : text;
  };
  const positionText = ({ latitude, longitude, approximate }: PlaceContent["position"]) => {
    const point = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
    return approximate ? `${point} (${t("change.approximate")})` : point;
  };
  return (field, value) => {
    if (value === null) return t("change.unknown");
    if (value === "") return t("change.empty");
    if (field === "fee") return feeText(value as PlaceContent["fee"]);
    if (field === "hours") return hoursText(value as PlaceContent["hours"]);
    if (field === "position") return positionText(value as PlaceContent["position"]);
    const text = String(value);
    if (field === "country") return format.country(text);
    if (field === "wheelchair")
      return t(wheelchairMessages[text as keyof typeof wheelchairMessages]);
    if (field === "access") return t(accessMessages[text as keyof typeof accessMessages]);
    if (field === "changing_table_room") return t(roomMessages[text as keyof typeof roomMessages]);
    if (field === "door_width") return `${text} cm`;
    const isAnswer = !isContent(field) && (text === "yes" || text === "no");
    return isAnswer && !isWritten(field) ? t(answerLabel(field, text)) : text;
  };
}

/** A text of a contributor's may be the word 'no' too. */
function isWritten(field: EditField): boolean {
  return writtenFacts.some((fact) => fact === field);
}

interface ChangeTextProps<Field extends EditField> {
  field: Field;
  from: PlaceContent[Field];
  to: PlaceContent[Field];
  country: string;
}

/** One field's value before and after. A position is told by its distance, with both points on another map. */
export function ChangeText<Field extends EditField>(change: ChangeTextProps<Field>) {
  const { field, from, to, country } = change;
  const { t } = useTranslation();
  const formatField = useFieldFormatter(country);
  if (field === "position") {
    return <MoveText from={from as PlaceContent["position"]} to={to as PlaceContent["position"]} />;
  }
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      <span className="sr-only">{t("change.from")} </span>
      <del className="text-muted decoration-1">{formatField(field, from)}</del>
      <Icon name="chevron-right" className="mx-1 inline size-4 align-middle text-muted" />
      <span className="sr-only"> {t("change.to")} </span>
      <ins className="font-bold no-underline">{formatField(field, to)}</ins>
    </p>
  );
}

function MoveText({ from, to }: { from: PlaceContent["position"]; to: PlaceContent["position"] }) {
  const { t } = useTranslation();
  const format = useFormatter();
  const meters = distanceMeters([from.longitude, from.latitude], [to.longitude, to.latitude]);
  const isMoved = from.latitude !== to.latitude || from.longitude !== to.longitude;
  return (
    <div>
      <p className="font-bold">
        {isMoved && t("change.moved", { distance: format.distance(Math.max(meters, 10)) })}
        {isMoved && from.approximate !== to.approximate && ", "}
        {from.approximate !== to.approximate &&
          t(to.approximate ? "change.nowApproximate" : "change.nowExact")}
      </p>
      {isMoved && (
        <p className="flex flex-wrap gap-x-4">
          <PointLink point={from}>{t("change.before")}</PointLink>
          <PointLink point={to}>{t("change.after")}</PointLink>
        </p>
      )}
    </div>
  );
}

function PointLink({ point, children }: { point: PlaceContent["position"]; children: string }) {
  const { t } = useTranslation();
  return (
    <a
      href={openStreetMapUrl(point)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t("moderation.mapsService.label", { name: children })}
      className="text-link inline-block py-2.5"
    >
      {children}
    </a>
  );
}

interface ChangeListProps {
  change: PlaceChange;
  fields: readonly EditField[];
  country: string;
}

/** Fields of a change, each with its values before and after. */
export function ChangeList({ change, fields, country }: ChangeListProps) {
  const nameOf = useFieldNames();
  return (
    <dl className="grid gap-2">
      {fields.map((field) => {
        const { from, to } = change[field]!;
        return (
          <div key={field} className="min-w-0">
            <dt className="text-sm text-muted">{nameOf(field)}</dt>
            <dd className="m-0">
              <ChangeText field={field} from={from} to={to} country={country} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
