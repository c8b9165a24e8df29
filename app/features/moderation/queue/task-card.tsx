import type { ReactNode } from "react";
import {
  accountHref,
  ModerationForm,
  moderationHref,
} from "#app/features/moderation/moderation-form.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { DrawnMap } from "#app/place/drawn-map.tsx";
import { placePath } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Button, type ButtonProps, buttonClass } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { ReasonField } from "#app/ui/form/counted-text-area.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { unconfirmedTextLimit } from "#domain/account/daily-limits.ts";
import type { FilteredPart, ReportFilter } from "#domain/moderation/moderation-query.ts";
import type { ModeratedAccount, NamedPlace } from "#domain/moderation/moderation-queue.ts";
import type { DecidedKind, DecidedOutcome } from "#domain/moderation/task-kinds.ts";

const cardClass = "min-w-0 rounded-card px-edge py-2 wrap-anywhere";

/** An entry of a list without a decision to take. */
export function EntryCard({ children }: { children: ReactNode }) {
  return (
    <li className="min-w-0">
      <article className={joinClasses(cardClass, "border border-line bg-raised")}>
        {children}
      </article>
    </li>
  );
}

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

interface TaskCardProps {
  /** Its place; without coordinates there is no map. */
  place?: NamedPlace & Partial<Point>;
  /** Name and position of an entry that may not be a place, and the page to which its map leads; no map without a position. */
  named?: { readonly name: string; readonly point?: Point; readonly to: string };
  /** Rest of the first lines. */
  lines?: ReactNode;
  /** What is decided on. */
  children?: ReactNode;
  /** The buttons, in one row where they fit. */
  actions?: ReactNode;
  /** What removes the place: at the end of the row, away from a hurried thumb. */
  grave?: ReactNode;
  /** Rare buttons, folded away. */
  more?: ReactNode;
}

/** Content of a task: its place with a small map, what is decided on, and the buttons. */
export function TaskCard(props: TaskCardProps) {
  const { place, named, lines, children, actions, grave, more } = props;
  const { t } = useTranslation();
  const nameOf = usePlaceTitles();
  const name = named?.name ?? (place ? nameOf(place).whole : "");
  const { latitude, longitude } = named?.point ?? place ?? {};
  const hasPoint = latitude !== undefined && longitude !== undefined;
  return (
    <>
      <div className="flex min-h-9 items-start gap-2">
        <div className="min-w-0 grow max-lg:group-data-ticks/list:pl-8">
          <h3 className="font-bold wrap-anywhere">{place ? <PlaceName place={place} /> : name}</h3>
          {lines}
        </div>
        {hasPoint && (
          <DrawnMap
            isSmall
            view={{ latitude, longitude, zoom: 16 }}
            to={named?.to ?? (place ? placePath(place.id) : "/")}
            alt={`${t("navigation.map")}: ${name}`}
            // A point other than a place's, which has a marker already.
            hasPin={named?.point !== undefined}
          />
        )}
      </div>
      {children}
      <div className="mt-1.5 flex flex-wrap items-start gap-x-1 gap-y-2">
        {actions}
        <div className="ml-auto has-open:basis-full">{grave}</div>
        {more && (
          <details className="open:basis-full">
            <summary
              aria-label={`${t("queue.more")}: ${name}`}
              title={t("queue.more")}
              className={buttonClass("quiet", "medium", "w-fit cursor-pointer list-none px-0!")}
            >
              <Icon name="chevron-down" />
            </summary>
            <div className="mt-2 flex flex-wrap items-start gap-2">{more}</div>
          </details>
        )}
      </div>
    </>
  );
}

/** Entries of the same account in the list: their ids, and what ticks them alone. */
export interface OfSender {
  readonly ids: readonly number[];
  readonly tick: () => void;
}

interface SentByProps {
  /** Undefined for a viewer who may not know; null where it is gone. */
  account: ModeratedAccount | null | undefined;
  /** Who it was without an account: a visitor, or an import. */
  by?: "visitor" | "import" | "rule" | "ruleOfDay";
  /** ISO 8601 instant. */
  at: string;
  /** Id of a deleted account, shown where there is no address. */
  accountId?: string | null;
  ofSender?: OfSender;
  /** List and filter that can be narrowed to the entries of the same account. */
  narrows?: { readonly part: FilteredPart; readonly filter: ReportFilter };
}

const senderMessages = {
  visitor: "moderation.visitor",
  import: "moderation.import",
  rule: "moderation.rule",
  ruleOfDay: "moderation.ruleOfDay",
} as const;

/** The sender and the time of an entry. */
export function SentBy({ account, by, at, accountId, ofSender, narrows }: SentByProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const sender = by ? senderMessages[by] : "moderation.nobody";
  const name = account?.email ?? accountId ?? t(sender, { max: unconfirmedTextLimit });
  const isNamed = account !== undefined || by !== undefined;
  return (
    <p className="text-sm wrap-anywhere text-muted">
      {account ? (
        <PageLink to={accountHref(account.email)} className="text-link -my-1 inline-block py-1">
          {name}
        </PageLink>
      ) : (
        isNamed && name
      )}
      {account?.disabled && ` (${t("moderation.account.disabled")})`}
      {isNamed && " · "}
      <time dateTime={at}>{format.dateTime(at)}</time>
      {ofSender && <TickOfSender {...ofSender} />}
      {account && narrows && narrows.filter.sender === undefined && (
        <PageLink
          to={moderationHref(narrows.part, 1, {
            filter: { sender: account.id },
            isSelected: true,
          })}
          className="text-link -my-1 ml-2 inline-block py-1"
        >
          {t("queue.allOfSender")}
        </PageLink>
      )}
    </p>
  );
}

/** Ticks all entries of the list that the same account sent, where there are several. */
export function TickOfSender({ ids, tick }: OfSender) {
  const { t } = useTranslation();
  if (ids.length < 2) return null;
  return (
    <button
      type="button"
      onClick={tick}
      className="text-link -my-1 ml-2 inline-block cursor-pointer py-1 noscript:hidden"
    >
      {t("queue.ofAccount", { count: ids.length })}
    </button>
  );
}

/** Word that earlier reports of a sender proved true (docs/product#whose-word-proved-true). */
export function Proved({
  message = "queue.proved",
}: {
  message?: "queue.proved" | "queue.many.proved";
}) {
  const { t } = useTranslation();
  return (
    <p className="flex items-center gap-1 text-sm text-text">
      <Icon name="confirmed" className="size-4 shrink-0 text-brand" />
      {t(message)}
    </p>
  );
}

interface DecisionFormProps {
  kind: DecidedKind;
  id: number;
  /** Version that is shown, where the decision is about that. */
  version?: number | undefined;
  /** Title of the field for a reason; null where there is nobody to notify. */
  answer: string | null;
  fields?: ReactNode;
  children: ReactNode;
}

/** Decides on a task, which leaves its list; its sender can be notified of the reason. */
export function DecisionForm({ kind, id, version, answer, fields, children }: DecisionFormProps) {
  return (
    <ModerationForm kind={kind} ids={[id]} versions={{ [id]: version }} className="basis-full">
      {fields}
      {answer !== null && (
        <Disclosure title={answer} className="mb-2">
          <ReasonField label={answer} isLabelHidden />
        </Disclosure>
      )}
      <div className="flex flex-wrap items-start gap-2">{children}</div>
    </ModerationForm>
  );
}

interface OutcomeButtonProps extends ButtonProps {
  value: DecidedOutcome;
  label: string;
  /** Name of the place, for people who hear only the button. */
  about: string;
}

/** Button that decides on a task in one way. */
export function OutcomeButton({ label, about, ...rest }: OutcomeButtonProps) {
  return (
    <Button {...rest} type="submit" name="outcome" aria-label={`${label}: ${about}`}>
      {label}
    </Button>
  );
}

/** A place's name, with a link to the map. */
export function PlaceName({ place }: { place: NamedPlace }) {
  const nameOf = usePlaceTitles();
  return (
    <PageLink
      to={placePath(place.id)}
      className="text-link -my-1.5 inline-block py-1.5 wrap-anywhere"
    >
      {nameOf(place).whole}
    </PageLink>
  );
}
