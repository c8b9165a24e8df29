import type { ReactNode } from "react";
import { ModerationForm } from "#app/features/moderation/moderation-form.tsx";
import { accountHref } from "#app/features/moderation/moderation-paths.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { DrawnMap } from "#app/place/drawn-map.tsx";
import { editPath, placePath } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Button, ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { ReasonField } from "#app/ui/form/reason-field.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { unconfirmedTextLimit } from "#domain/account/daily-limits.ts";
import { staffClosureDays } from "#domain/feedback/closed-for-now.ts";
import { type ClosureStep, type Outcome, outcomes } from "#domain/moderation/decision.ts";
import type {
  ModeratedAccount,
  NamedPlace,
  ReportedPlace,
} from "#domain/moderation/moderation-queue.ts";
import { Tick, type TickProps } from "./ticked-list.tsx";

/** One entry of a moderation list. */
export function EntryCard({ children }: { children: ReactNode }) {
  return (
    <li className="min-w-0">
      <EntryArticle>{children}</EntryArticle>
    </li>
  );
}

interface EntryArticleProps {
  /** Whether it is a place that is pending acceptance. */
  isPending?: boolean;
  children: ReactNode;
}

/** The same within an item of a list. */
export function EntryArticle({ isPending = false, children }: EntryArticleProps) {
  return (
    <article
      className={joinClasses(
        "min-w-0 scroll-my-24 rounded-card px-edge py-2 wrap-anywhere focus:outline-3! focus:outline-offset-2 focus:outline-brand!",
        isPending
          ? "border-l-4 border-waiting-edge bg-waiting-card"
          : "border border-line bg-raised",
      )}
    >
      {children}
    </article>
  );
}

interface EntryHeadProps {
  /** Its box, where several can be ticked. */
  box?: ReactNode;
  point: { latitude: number; longitude: number };
  /** Page to which the map leads. */
  to: string;
  /** Name of the place, for people who do not see the map. */
  name: string;
  children: ReactNode;
}

/** First lines of an entry, with a small map of its place beside them. */
export function EntryHead({ box, point, to, name, children }: EntryHeadProps) {
  const { t } = useTranslation();
  return (
    <div className="flex items-start gap-2">
      {box}
      <div className="min-w-0 grow">{children}</div>
      <DrawnMap
        isSmall
        view={{ ...point, zoom: 16 }}
        to={to}
        alt={`${t("navigation.map")}: ${name}`}
        hasPin
      />
    </div>
  );
}

interface PlaceEntryHeadProps {
  place: NamedPlace & EntryHeadProps["point"];
  box: TickProps;
  /** Version of the place that is shown, where the decision is about that. */
  seenVersion?: number;
  children: ReactNode;
}

/** First lines of an entry about a place, which can be ticked: its name, and what follows. */
export function PlaceEntryHead({ place, box, seenVersion, children }: PlaceEntryHeadProps) {
  const name = usePlaceTitles()(place).whole;
  return (
    <EntryHead
      box={<Tick {...box} seenVersion={seenVersion} name={name} />}
      point={place}
      to={placePath(place.id)}
      name={name}
    >
      <h3 className="font-bold">
        <PlaceName place={place} />
      </h3>
      {children}
    </EntryHead>
  );
}

interface EntryActionsProps {
  children: ReactNode;
  /** What removes the place: at the end of the row, away from a hurried thumb. */
  grave?: ReactNode;
  /** Rare buttons, folded away. */
  more?: ReactNode;
  /** Name of the place, for people who hear only the buttons. */
  name: string;
}

/** The buttons of an entry, in one row where they fit. */
export function EntryActions({ children, grave, more, name }: EntryActionsProps) {
  const { t } = useTranslation();
  return (
    <div className="mt-1.5 flex flex-wrap items-start gap-x-1 gap-y-2">
      {children}
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
  );
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
  /** Entries of the same account in the list, that can be ticked at once. */
  ofSender?: TickProps["ofSender"];
  /** Page with all entries of the same account, selected. */
  allPath?: string | undefined;
}

const senderMessages = {
  visitor: "moderation.visitor",
  import: "moderation.import",
  rule: "moderation.rule",
  ruleOfDay: "moderation.ruleOfDay",
} as const;

/** The sender and the time of an entry. */
export function SentBy({ account, by, at, accountId, ofSender, allPath }: SentByProps) {
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
      {allPath && (
        <PageLink to={allPath} className="text-link -my-1 ml-2 inline-block py-1">
          {t("queue.allOfSender")}
        </PageLink>
      )}
    </p>
  );
}

/** Ticks all entries of the list that the same account sent, where there are several. */
export function TickOfSender({ ids, tick }: TickProps["ofSender"]) {
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

interface SettleEntryProps {
  part: "reports" | "corrections";
  id: number;
  /** Newest report of its place that is shown with it, and what let them through, as {@link reportFilterText}. */
  seenVersion?: number;
  filter?: string;
  /** Name of the place that it is about. */
  name: string;
  /** Whether there may be a sender to notify. */
  notifiesSender: boolean;
  /** Further buttons that settle it. */
  children?: ReactNode;
}

/** Settles a report or a correction, which leaves its list; the sender can be notified of the reason. */
export function SettleEntry(props: SettleEntryProps) {
  const { part, id, seenVersion, filter, name, notifiesSender, children } = props;
  const { t } = useTranslation();
  return (
    <ModerationForm {...{ part, id, seenVersion }} intent="settle" className="basis-full">
      {filter && <input type="hidden" name="filter" value={filter} />}
      {notifiesSender && (
        <Disclosure title={t("moderation.answer")} className="mb-2">
          <ReasonField isLabelHidden />
        </Disclosure>
      )}
      <div className="flex flex-wrap gap-2">
        {outcomes.map((outcome) => (
          <OutcomeButton
            key={outcome}
            outcome={outcome}
            icon={outcome === "done" ? "check" : "close"}
            label={t(`moderation.outcome.${outcome}`)}
            name={name}
          />
        ))}
        {children}
      </div>
    </ModerationForm>
  );
}

interface OutcomeButtonProps {
  outcome: Outcome | ClosureStep;
  icon: IconName;
  label: string;
  /** Name of the place, for people who hear only the button. */
  name: string;
}

/** Button that settles an entry in one way. */
function OutcomeButton({ outcome, icon, label, name }: OutcomeButtonProps) {
  return (
    <Button
      type="submit"
      name="outcome"
      value={outcome}
      icon={icon}
      aria-label={`${label}: ${name}`}
    >
      {label}
    </Button>
  );
}

interface ClosureStepsProps {
  /** How the place can be closed; undefined where the report is of another matter. */
  closing: ReportedPlace["reports"][number]["closing"];
  isClosed: boolean;
  name: string;
}

/**
 * Buttons that settle a report that a place is closed by closing the place for now, or by opening it again
 * (docs/product#closing-a-place-from-a-report).
 */
export function ClosureSteps({ closing, isClosed, name }: ClosureStepsProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  if (closing === undefined) return null;
  const label = closing.opens_on
    ? t("moderation.closing.until", {
        date: format.date(`${closing.opens_on}T00:00:00.000Z`, "UTC"),
      })
    : t("moderation.closing.days", { days: staffClosureDays });
  return (
    <>
      <OutcomeButton outcome="close" icon="closed" label={label} name={name} />
      {isClosed && (
        <OutcomeButton
          outcome="open"
          icon="open"
          label={t("moderation.outcome.open")}
          name={name}
        />
      )}
    </>
  );
}

interface ApplyLinkProps {
  /** Query parameters that name the entry, such as `report=12`. */
  entry: string;
  placeId: number;
  /** Name of the place, for people who hear only the link. */
  name: string;
}

/** Link to the page that edits the place, and settles the entry with that. */
export function ApplyLink({ entry, placeId, name }: ApplyLinkProps) {
  const { t } = useTranslation();
  const label = t("moderation.apply");
  return (
    <ButtonLink
      to={`${editPath(placeId)}?${entry}`}
      icon="edit"
      variant="primary"
      aria-label={`${label}: ${name}`}
    >
      {label}
    </ButtonLink>
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
