import { useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router";
import { ModerationForm } from "#app/features/moderation/moderation-form.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Button } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { Choice } from "#app/ui/form/choice.tsx";
import { ConfirmedSubmit } from "#app/ui/form/confirmed-submit.tsx";
import { ReasonField } from "#app/ui/form/counted-text-area.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { restoreDays, undoMinutes } from "#domain/moderation/decision.ts";
import { type ReportFilter, reportFilterText } from "#domain/moderation/moderation-query.ts";
import type { ClosedPlace, Task } from "#domain/moderation/moderation-queue.ts";
import { seenPlaceText } from "#domain/moderation/moderation-request.ts";
import type { TaskKind } from "#domain/moderation/task-kinds.ts";
import { closed } from "./kinds/closed.tsx";
import { corrections } from "./kinds/corrections.tsx";
import { proposals } from "./kinds/proposals.tsx";
import { reports } from "./kinds/reports.tsx";
import { reviews } from "./kinds/reviews.tsx";
import { rows } from "./kinds/rows.tsx";
import type { TaskView } from "./kinds/task-view.ts";
import { waiting } from "./kinds/waiting.tsx";
import { cardsOfPage, QueueKeys } from "./queue-keys.tsx";

/** A task, or a place that is closed. */
type ListedTask = Task | { readonly kind: "closed"; readonly entry: ClosedPlace };

const views = { waiting, proposals, reports, corrections, reviews, rows, closed };

interface TaskListProps {
  tasks: readonly ListedTask[];
  /** Kind of all tasks, of which several can be ticked; null where they are of several kinds. */
  kind: TaskKind | "closed" | null;
  /** What let the tasks through, which are reports. */
  filter: ReportFilter;
  now: Date;
}

/** Id of the form to which the boxes of all tasks belong. */
const formId = "ticked";

/** Parameters of a page's URL: one that ticks all its tasks, and one that shows a task, also without script. */
const [selectedParameter, taskParameter] = ["selected", "task"];

/** Tasks, each with its card; on a desk the chosen one alone, beside the list. */
export function TaskList({ tasks, kind, filter, now }: TaskListProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const nameOf = usePlaceTitles();
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  const isSelected = params.get(selectedParameter) === "1";
  const [ticks, setTicks] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [chosen, setChosen] = useState({ key: params.get(taskParameter), index: 0 });
  const items = tasks.map(({ kind, entry }) => {
    const view = views[kind] as TaskView<unknown>;
    const [id, place] = [view.idOf(entry), view.placeOf(entry)];
    const name = typeof place === "string" ? place || t("moderation.unnamed") : nameOf(place).whole;
    const sender = view.senderOf?.(entry)?.id;
    return { kind, entry, view, id, key: `${kind}-${id}`, name, sender };
  });
  const found = items.findIndex(({ key }) => key === chosen.key);
  // After a decision the next task has the number of the one that is gone.
  const current = found < 0 ? Math.min(chosen.index, items.length - 1) : found;
  const choose = (index: number) => {
    flushSync(() => setChosen({ key: items[index].key, index }));
    cardsOfPage()[index]?.focus();
  };
  const hrefOf = (key: string) => {
    const shown = new URLSearchParams(params);
    shown.set(taskParameter, key);
    return `${pathname}?${shown}`;
  };
  const isTicked = (id: number) => ticks.get(id) ?? isSelected;
  const tickAll = (ids: readonly number[], isTicked: (id: number) => boolean) =>
    setTicks(new Map([...ticks, ...ids.map((id) => [id, isTicked(id)] as const)]));
  const ids = items.map(({ id }) => id);
  return (
    <>
      <ul
        data-ticks={kind === null ? undefined : ""}
        className="group/list grid grid-cols-1 gap-4 lg:grid-cols-[20rem_minmax(0,1fr)] lg:grid-rows-[repeat(20,auto)_1fr] lg:gap-x-6 lg:gap-y-0"
      >
        {items.map(({ kind: ownKind, entry, view, id, key, name, sender }, index) => {
          const isCurrent = index === current;
          const since = view.sinceOf(entry);
          const own = items.filter((item) => sender !== undefined && item.sender === sender);
          const ofSender = own.map((item) => item.id);
          return (
            <li key={key} className="relative min-w-0 lg:contents">
              <div
                className={joinClasses(
                  "lg:static lg:col-start-1 lg:flex lg:items-start lg:border-b lg:border-line lg:pl-2",
                  kind === null ? "mb-1" : "absolute top-2 left-edge z-1",
                  isCurrent && "lg:bg-brand-tint",
                )}
              >
                {kind !== null && (
                  <Tick
                    {...{ id, name, isTicked: isTicked(id), version: view.versionOf?.(entry) }}
                    onTick={(isTicked) => tickAll([id], () => isTicked)}
                  />
                )}
                {kind === null && (
                  <p className="text-sm font-bold text-muted lg:hidden">
                    {t(`queue.kind.${ownKind as TaskKind}`)}
                  </p>
                )}
                <PageLink
                  to={hrefOf(key)}
                  preventScrollReset
                  aria-current={isCurrent ? "true" : undefined}
                  onClick={(event) => {
                    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                    event.preventDefault();
                    choose(index);
                  }}
                  className="hidden min-h-11 min-w-0 grow px-2 py-1.5 text-text no-underline lg:block"
                >
                  <span className="line-clamp-2 font-bold wrap-anywhere">{name}</span>
                  <span className="block text-sm text-muted">
                    {kind === null && `${t(`queue.kind.${ownKind as TaskKind}`)} · `}
                    {since && <time dateTime={since}>{format.dateTime(since)}</time>}
                  </span>
                </PageLink>
              </div>
              <article
                className={joinClasses(
                  "min-w-0 scroll-my-24 rounded-card px-edge py-2 wrap-anywhere focus:outline-3! focus:outline-offset-2 focus:outline-brand! lg:sticky lg:top-20 lg:col-start-2 lg:row-[1/-1] lg:max-h-[calc(100dvh-11rem)] lg:self-start lg:overflow-y-auto",
                  ownKind === "waiting"
                    ? "border-l-4 border-waiting-edge bg-waiting-card"
                    : "border border-line bg-raised",
                  !isCurrent && "lg:hidden",
                )}
              >
                <view.Card
                  {...{ entry, filter, now }}
                  ofSender={{
                    ids: kind === null ? [] : ofSender,
                    tick: () => tickAll(ids, (other) => ofSender.includes(other)),
                  }}
                />
              </article>
            </li>
          );
        })}
      </ul>
      {kind !== null && (
        <TickedDecisions
          view={views[kind] as TaskView<unknown>}
          {...{ filter, isSelected }}
          entries={items.filter(({ id }) => isTicked(id)).map(({ entry }) => entry)}
          hasAll={items.every(({ id }) => isTicked(id))}
          onTickAll={(isTicked) => tickAll(ids, () => isTicked)}
        />
      )}
      {kind !== "closed" && <QueueKeys choose={choose} />}
    </>
  );
}

interface TickedDecisionsProps {
  view: TaskView<unknown>;
  filter: ReportFilter;
  /** Whether the page's URL ticks all. */
  isSelected: boolean;
  entries: readonly unknown[];
  hasAll: boolean;
  onTickAll: (isTicked: boolean) => void;
}

/** The decisions on all that is ticked: as usual, or after a question, which removes it. */
function TickedDecisions(props: TickedDecisionsProps) {
  const { view, filter, isSelected, entries, hasAll, onTickAll } = props;
  const { decided, usual, removal, countOf = () => 1 } = view;
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  if (isSelected) params.delete(selectedParameter);
  else params.set(selectedParameter, "1");
  const count = entries.reduce<number>((sum, entry) => sum + countOf(entry), 0);
  const passed = reportFilterText(filter);
  return (
    <ModerationForm
      kind={decided}
      formId={formId}
      className="sticky bottom-0 z-10 -mx-edge mt-4 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-edge py-3"
    >
      <Choice
        type="checkbox"
        checked={hasAll}
        onChange={() => onTickAll(!hasAll)}
        className="grow noscript:hidden"
      >
        {t("moderation.accept.all")}
      </Choice>
      <PageLink
        to={`${pathname}?${params}`}
        className="text-link hidden grow py-2.5 noscript:block"
      >
        {t(isSelected ? "queue.unselect" : "queue.selectPage")}
      </PageLink>
      <Button
        type="submit"
        name="outcome"
        value={usual.outcome}
        variant="primary"
        icon={usual.icon}
        className="max-sm:px-2.5! max-sm:[&>svg]:hidden"
      >
        {t(usual.label)}
        {count > 0 && <span className="tabular">({count})</span>}
      </Button>
      {passed !== "" && <input type="hidden" name="filter" value={passed} />}
      <input type="hidden" name="reasonFor" value={removal.outcome} />
      {/* A row less on a phone while nothing is ticked. */}
      <div className={joinClasses(count === 0 && "max-sm:not-noscript:hidden")}>
        <ConfirmedSubmit
          name="outcome"
          value={removal.outcome}
          icon={removal.icon}
          label={t(removal.label) + (count > 0 ? ` (${count})` : "")}
          question={t(removal.question, { days: restoreDays, minutes: undoMinutes })}
          field={removal.reason && <ReasonField label={t(removal.reason)} />}
          confirmLabel={t(removal.confirmLabel)}
        />
      </div>
    </ModerationForm>
  );
}

interface TickProps {
  id: number;
  /** Version of what is shown, where the decision is about that. */
  version: number | undefined;
  name: string;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
}

function Tick({ id, version, name, isTicked, onTick }: TickProps) {
  const { t } = useTranslation();
  return (
    <label className="-mt-2.5 -mr-2 -ml-2.5 flex size-11 shrink-0 items-center justify-center lg:mt-0">
      <input
        type="checkbox"
        name="id"
        value={seenPlaceText(id, version)}
        form={formId}
        checked={isTicked}
        onChange={(event) => onTick(event.target.checked)}
        aria-label={t("moderation.accept.tick", { name })}
        className="size-6 accent-brand"
      />
    </label>
  );
}
