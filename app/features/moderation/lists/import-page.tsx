import { type ReactNode, useEffect, useId } from "react";
import { Form, useRevalidator } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { fieldClass, joinClasses } from "#app/ui/class-names.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Choice } from "#app/ui/form/choice.tsx";
import { ConfirmedSubmit } from "#app/ui/form/confirmed-submit.tsx";
import { useIsSending } from "#app/ui/form/use-form-failure.ts";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ChipLink } from "#app/ui/toggle-chip.tsx";
import {
  type EntryPage,
  entriesPerPage,
  entryKinds,
  type ImportView,
  isAtWork,
  type ListSource,
} from "#domain/source-list/import-view.ts";
import { pageCountOf } from "#domain/validation/pagination.ts";
import { importPath, listsPath, moderationHref } from "../moderation-form.tsx";
import { PlaceName } from "../queue/task-card.tsx";
import { ColumnForm } from "./column-list.tsx";
import { EntryList } from "./entry-list.tsx";
import { AddressField, BackLink, FailureText, FaultText, type ListFailure } from "./lists-page.tsx";

/** A row of a list on the map, with its number in the list below it. */
interface MarkedRow {
  readonly line: number;
  readonly number: number;
  readonly coordinates: readonly [longitude: number, latitude: number];
}

/** Parts of the page, by their ids. */
const parts = {
  columns: "lists.columns.title",
  rows: "lists.rows.title",
  source: "lists.source.title",
} as const;

interface ImportPageProps {
  view: ImportView;
  entries: EntryPage;
  result: ListFailure | undefined;
  /** Renders the map with the rows, which is another feature. */
  renderMap: (rows: readonly MarkedRow[]) => ReactNode;
}

/** An import of a town's list: what its columns mean, what becomes of its rows, its owner and licence (docs/product#page-of-a-list). */
export function ImportPage({ view, entries, result, renderMap }: ImportPageProps) {
  const { t } = useTranslation();
  const isSending = useIsSending(result);
  const { state, fileName, source } = view;
  const isOpen = state === "preview" || state === "waiting";
  const hasRows = state !== "reading" && view.columns.length > 0;
  const title = source?.title || fileName;
  return (
    <PageMain className="sm:py-6 lg:max-w-[76rem]">
      <PageTitle screen={`${title} – ${t("lists.title")}`} />
      <BackLink to={listsPath}>{t("lists.title")}</BackLink>
      <h1 className="text-2xl wrap-anywhere">{title}</h1>
      {title !== fileName && <p className="text-muted wrap-anywhere">{fileName}</p>}
      {result && (
        <Alert kind="danger" className="mt-3">
          <FailureText failure={result} />
        </Alert>
      )}
      <ImportProgress view={view} isSending={isSending} />
      {isOpen && (
        <nav aria-label={t("lists.parts")} className="mt-2 max-md:hidden">
          <ul className="flex flex-wrap gap-x-5">
            {Object.entries(parts).map(([part, title]) => (
              <li key={part}>
                <a href={`#${part}`} className="text-link inline-flex min-h-11 items-center">
                  {t(title)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {isOpen ? (
        <>
          <div>
            <section aria-labelledby="columns" className="mt-6">
              <h2 id="columns" className="mb-2 text-xl">
                {t("lists.columns.title")}
              </h2>
              <p className="mb-3 text-muted">{t("lists.columns.text")}</p>
              <ColumnForm key={JSON.stringify(view.mapping)} view={view} isSending={isSending} />
            </section>
            <Rows view={view} entries={entries} renderMap={renderMap} />
            <OnwardBar view={view} />
          </div>
          <TakeOverForm view={view} result={result} isSending={isSending} />
        </>
      ) : (
        hasRows && <Rows view={view} entries={entries} renderMap={renderMap} />
      )}
    </PageMain>
  );
}

/** Bar above the form that takes the list over: what that changes, and a link to the form. It stays visible. */
function OnwardBar({ view: { counts, changing } }: { view: ImportView }) {
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <div className="list-onward sticky bottom-0 z-10 -mx-edge mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line bg-raised px-edge py-2 print:hidden">
      <p className="tabular">
        {counts.new + changing + counts.look === 0
          ? t("lists.unchanged")
          : t("lists.toTakeOver", {
              new: format.number(counts.new),
              changed: format.number(changing),
              look: format.number(counts.look),
            })}
      </p>
      <a href="#source" className={buttonClass("primary")}>
        {t("lists.next")}
      </a>
    </div>
  );
}

/** Milliseconds from a response about a running import to the next request. */
const lookAgainMs = 2_000;

/** State of the import, with the actions that it allows. */
function ImportProgress({ view, isSending }: { view: ImportView; isSending: boolean }) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { id, state, progress, failure, counts, changing, endedAt, undoableUntil } = view;
  const { missing, missingCount } = view;
  const working = isAtWork(state);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!working) return;
    let timer = setTimeout(look, lookAgainMs);
    let isOver = false;
    // A look that begins before the last one has come back ends that one: none would come back from a slow server.
    async function look() {
      await revalidate();
      if (!isOver) timer = setTimeout(look, lookAgainMs);
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [working, revalidate]);
  return (
    <div className="mt-3 grid gap-3">
      {working && (
        <div role="status" className="rounded-control border border-line bg-raised px-4 py-3">
          <p className="mb-2 font-bold">{t(`lists.state.${state}`)}</p>
          <progress
            max={1}
            value={progress}
            aria-label={t(`lists.state.${state}`)}
            className="list-progress"
          />
          <p className="text-sm text-muted">{t("lists.background")}</p>
          <div className="mt-2 hidden noscript:block">
            <ButtonLink to={importPath(id)} icon="retry">
              {t("lists.lookAgain")}
            </ButtonLink>
          </div>
        </div>
      )}
      {state === "failed" && (
        <>
          <Alert kind="danger">
            {failure ? <FaultText fault={failure} /> : t("lists.failure.broken")}
          </Alert>
          <div className="flex flex-wrap items-start gap-3">
            <ButtonLink to={listsPath} variant="primary" icon="list">
              {t("lists.another")}
            </ButtonLink>
            <DiscardForm isSending={isSending} />
          </div>
        </>
      )}
      {state === "waiting" && <Alert kind="warning">{t("lists.waiting")}</Alert>}
      {state === "undone" && <Alert kind="info">{t("lists.undone")}</Alert>}
      {state === "done" && (
        <Alert kind="success">
          <p>
            {t("lists.done", { time: format.dateTime(endedAt ?? view.at) })}{" "}
            {(counts.new > 0 || changing === 0) && t("lists.doneNew", { count: counts.new })}{" "}
            {changing > 0 && t("lists.doneChanged", { count: changing })}
          </p>
          {counts.look > 0 && (
            <ButtonLink to={moderationHref("rows")} variant="primary" icon="list" className="mt-2">
              {t("lists.toQueue", { count: counts.look })}
            </ButtonLink>
          )}
        </Alert>
      )}
      {missingCount > 0 && (
        <Alert kind="warning">
          <Disclosure title={t("lists.missing", { count: missingCount })}>
            <ul className="pb-1">
              {missing.map((place) => (
                <li key={place.id} className="py-2.5">
                  <PlaceName place={place} />
                </li>
              ))}
            </ul>
            {missingCount > missing.length && (
              <p>{t("queue.many.more", { count: missingCount - missing.length })}</p>
            )}
          </Disclosure>
        </Alert>
      )}
      {undoableUntil && state === "done" && (
        <Form method="post">
          <input type="hidden" name="intent" value="undo" />
          <ConfirmedSubmit
            icon="retry"
            label={t("lists.undo.action")}
            question={t("lists.undo.question", { date: format.date(undoableUntil) })}
            confirmLabel={t("lists.undo.confirm")}
            aria-disabled={isSending}
          />
        </Form>
      )}
    </div>
  );
}

interface RowsProps {
  view: ImportView;
  entries: EntryPage;
  renderMap: ImportPageProps["renderMap"];
}

/** What becomes of the rows: their numbers, and those of one kind on the map and below it. */
function Rows({ view, entries: { kind, page, entries }, renderMap }: RowsProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { id, state, counts, hours, changing } = view;
  const isOver = state === "done" || state === "undone";
  const marked = entries.flatMap(({ line, position }, index) =>
    position ? [{ line, number: index + 1, coordinates: position }] : [],
  );
  return (
    <section aria-labelledby="rows" className="mt-8">
      <h2 id="rows" className="mb-2 text-xl">
        {t("lists.rows.title")}
      </h2>
      <nav aria-label={t("lists.rows.title")}>
        <ul className="flex flex-wrap gap-2">
          {entryKinds.map((name) => (
            <li key={name}>
              <ChipLink to={importPath(id, name)} isCurrent={name === kind} preventScrollReset>
                {t(`lists.kind.${name}`)}{" "}
                <span className="tabular">({format.number(counts[name])})</span>
              </ChipLink>
            </li>
          ))}
        </ul>
      </nav>
      <p className="my-2 text-muted">
        {(!isOver || kind === "left-out") && t(`lists.kindText.${kind}`)}
        {!isOver && kind === "here" && ` ${t("lists.changing", { count: changing })}`}
      </p>
      {hours.unknown + hours["asks-winter"] > 0 && (
        <p className="mb-2 text-sm text-muted">
          {t("lists.hours", {
            read: format.number(hours.read),
            unknown: format.number(hours.unknown + hours["asks-winter"]),
          })}
        </p>
      )}
      {entries.length === 0 ? (
        <p>{t("lists.rows.none")}</p>
      ) : (
        <div className="list-rows grid gap-4">
          {marked.length > 0 && (
            <div className="list-map lg:sticky lg:self-start">{renderMap(marked)}</div>
          )}
          <EntryList entries={entries} />
        </div>
      )}
      <Pagination
        current={page}
        pageCount={pageCountOf(counts[kind], entriesPerPage)}
        toPage={(page) => importPath(id, kind, page)}
      />
    </section>
  );
}

/** Licences under which towns publish lists. */
const licences = [
  "CC BY 4.0",
  "CC0 1.0",
  "ODbL 1.0",
  "Open Government Licence v3.0",
  "Licence Ouverte 2.0",
  "dl-de/by-2-0",
  "dl-de/zero-2-0",
] as const;

interface TakeOverFormProps {
  view: ImportView;
  result: ListFailure | undefined;
  isSending: boolean;
}

/** Owner and licence of the list, and the button that takes it over. */
function TakeOverForm({ view, result, isSending }: TakeOverFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const { source, counts, changing, fileName } = view;
  const typed = result?.typed;
  const wrong = result?.typed ? (result.fields ?? []) : [];
  const address = /^https:/i.test(fileName) ? fileName : "";
  const textOf = (name: TextField) => typed?.[name] ?? source?.[name] ?? "";
  const allowsPassingOn = typed
    ? typed.allowsPassingOn === "1"
    : (source?.allowsPassingOn ?? false);
  return (
    <section aria-labelledby="source" className="mt-8 max-w-[720px]">
      <h2 id="source" className="mb-2 text-xl">
        {t("lists.source.title")}
      </h2>
      <p className="mb-3 text-muted">{t("lists.source.text")}</p>
      <Form method="post" aria-busy={isSending}>
        <input type="hidden" name="intent" value="take-over" />
        <input type="hidden" name="name" value={source?.name ?? ""} />
        {textFields.map((name) => {
          const isWrong = wrong.includes(name);
          return (
            <div key={name} className="mb-3">
              <label htmlFor={`${id}-${name}`} className="mb-1 block font-bold">
                {t(`lists.source.field.${name}`)}
              </label>
              <input
                id={`${id}-${name}`}
                name={name}
                required={name === "title" || name === "licence"}
                type={name === "link" ? "url" : "text"}
                list={name === "licence" ? `${id}-licences` : undefined}
                autoComplete="off"
                defaultValue={textOf(name)}
                aria-invalid={isWrong || undefined}
                aria-describedby={`${id}-${name}-hint`}
                className={fieldClass}
              />
              <p
                id={`${id}-${name}-hint`}
                className={joinClasses(
                  "mt-1 text-sm",
                  isWrong ? "font-bold text-closed" : "text-muted",
                )}
              >
                {t(`lists.source.hint.${name}`)}
              </p>
            </div>
          );
        })}
        <datalist id={`${id}-licences`}>
          {licences.map((licence) => (
            <option key={licence} value={licence} />
          ))}
        </datalist>
        <Choice
          type="checkbox"
          name="allowsPassingOn"
          value="1"
          defaultChecked={allowsPassingOn}
          className="mb-3"
        >
          {t("lists.source.passingOn")}
        </Choice>
        <Disclosure
          title={t("lists.address.title")}
          open={address !== "" || textOf("address") !== ""}
          className="mb-3"
        >
          <AddressField value={textOf("address") || address} isWrong={wrong.includes("address")} />
        </Disclosure>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant="primary"
            size="large"
            icon="check"
            aria-disabled={isSending}
          >
            {t("lists.takeOver", { total: counts.new + changing })}
          </Button>
        </div>
      </Form>
      <div className="mt-3">
        <DiscardForm isSending={isSending} />
      </div>
    </section>
  );
}

function DiscardForm({ isSending }: { isSending: boolean }) {
  const { t } = useTranslation();
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="discard" />
      <Button type="submit" variant="quiet" icon="delete" aria-disabled={isSending}>
        {t("lists.discard")}
      </Button>
    </Form>
  );
}

const textFields = ["title", "licence", "attribution", "link"] as const;

type TextField = (typeof textFields)[number] | ("address" & keyof ListSource);
