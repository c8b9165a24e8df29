import { type ReactNode, useId, useRef, useState } from "react";
import { Form } from "react-router";
import { importPath, moderationPath } from "#app/features/moderation/moderation-form.tsx";
import { type Formatter, useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { fieldClass, joinClasses } from "#app/ui/class-names.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { ConfirmedSubmit } from "#app/ui/form/confirmed-submit.tsx";
import { useFormFailure, useIsSending } from "#app/ui/form/use-form-failure.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import {
  entryKinds,
  type ImportState,
  type ImportSummary,
  type SourceSummary,
} from "#domain/source-list/import-view.ts";
import type { ListFault } from "#domain/source-list/list-fault.ts";
import { sourceListLimits } from "#domain/source-list/source-list.ts";
import "./lists-page.css";

/** Why a form of these pages failed. */
export interface ListFailure {
  readonly code:
    | "error.parameter"
    | "error.licence"
    | "error.notfound"
    | "error.toomanyrequests"
    | "error.unavailable"
    | "error.error";
  /** Why the file was refused. */
  readonly fault?: ListFault | undefined;
  /** Fields that are wrong. */
  readonly fields?: readonly string[];
  /** What was typed, by field. */
  readonly typed?: Readonly<Record<string, string>>;
}

interface ListsPageProps {
  imports: readonly ImportSummary[];
  sources: readonly SourceSummary[];
  result: ListFailure | undefined;
}

/** Starts the import of a town's list, and shows the former imports and their sources (docs/product#page-of-a-list). */
export function ListsPage({ imports, sources, result }: ListsPageProps) {
  const { t } = useTranslation();
  return (
    <PageMain>
      <PageTitle screen={t("lists.title")} />
      <BackLink to={moderationPath}>{t("moderation.title")}</BackLink>
      <h1 className="text-2xl">{t("lists.title")}</h1>
      <p className="mt-2">{t("lists.intro")}</p>
      <p className="mb-4">
        <PageLink to={guidePath} className="text-link inline-flex min-h-11 items-center gap-2">
          <Icon name="guide" />
          {t("lists.guide")}
        </PageLink>
      </p>
      <StartForms result={result} />
      {imports.length > 0 && (
        <section aria-labelledby="imports" className="mt-8">
          <h2 id="imports" className="mb-2 text-xl">
            {t("lists.imports")}
          </h2>
          <ul className="divide-y divide-line border-y border-line">
            {imports.map((imported) => (
              <ImportLine key={imported.id} imported={imported} />
            ))}
          </ul>
        </section>
      )}
      {sources.length > 0 && (
        <section aria-labelledby="sources" className="mt-8">
          <h2 id="sources" className="mb-2 text-xl">
            {t("lists.sources")}
          </h2>
          <ul className="grid gap-4">
            {sources.map((source) => (
              <SourceCard key={source.name} source={source} />
            ))}
          </ul>
        </section>
      )}
    </PageMain>
  );
}

/** The guide for owners of a list. */
const guidePath = "/your-list";

/** Formats that are read, as the browser's dialog offers them. */
const fileEndings = ".csv,.tsv,.txt,.xlsx,.ods,.json,.geojson";

/** A file, or an address: each a form of its own. */
function StartForms({ result }: { result: ListFailure | undefined }) {
  const { t } = useTranslation();
  const format = useFormatter();
  const id = useId();
  const isSending = useIsSending(result);
  const { failure, count, fail, clear } = useFormFailure(result, (given) => given ?? null);
  const fileInput = useRef<HTMLInputElement>(null);
  const [hasFile, setHasFile] = useState(false);
  const isOfAddress = failure?.typed?.address !== undefined;
  const alert = failure && (
    <Alert key={count} kind="danger" className="mb-3">
      <FailureText failure={failure} />
    </Alert>
  );
  return (
    <>
      <Form
        method="post"
        encType="multipart/form-data"
        aria-busy={isSending}
        onSubmit={(event) => {
          const [file] = fileInput.current?.files ?? [];
          const fault = file ? faultOf(file) : null;
          if (fault) {
            event.preventDefault();
            fail({ code: "error.parameter", fault });
          } else if (isSending) event.preventDefault();
        }}
      >
        {!isOfAddress && alert}
        <label htmlFor={`${id}-file`} className="mb-1 block font-bold">
          {t("lists.file.label")}
        </label>
        <input
          ref={fileInput}
          id={`${id}-file`}
          type="file"
          name="file"
          required
          accept={fileEndings}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            setHasFile(target.files?.length !== 0);
            clear();
          }}
          className={joinClasses(
            "list-file block w-full min-w-0 cursor-pointer rounded-card border-2 border-dashed px-edge py-6",
            hasFile ? "border-brand bg-brand-tint" : "border-control-line bg-surface",
          )}
        />
        <p id={`${id}-hint`} className="mt-1 mb-3 text-sm text-muted">
          {t("lists.file.hint", limitsIn(format))}
        </p>
        <Button type="submit" variant="primary" icon="list" aria-disabled={isSending}>
          {t("lists.file.read")}
        </Button>
      </Form>
      <Disclosure title={t("lists.address.title")} className="mt-4" open={isOfAddress}>
        <Form method="post" aria-busy={isSending} className="pb-2">
          {isOfAddress && alert}
          <AddressField
            value={failure?.typed?.address ?? ""}
            isWrong={isOfAddress && failure?.fault === undefined}
          />
          <Button type="submit" icon="list" aria-disabled={isSending}>
            {t("lists.address.read")}
          </Button>
        </Form>
      </Disclosure>
    </>
  );
}

/** The limits as their messages take them. */
function limitsIn(format: Formatter) {
  const { bytes, rows, columns } = sourceListLimits;
  return {
    megabytes: format.number(bytes / 1_000_000),
    rows: format.number(rows),
    columns: format.number(columns),
  };
}

/** What a browser knows of a file without reading it. */
function faultOf({ size }: File): ListFault | null {
  return size > sourceListLimits.bytes ? { code: "too-large" } : null;
}

/** An address that is read each night. */
export function AddressField({ value, isWrong = false }: { value: string; isWrong?: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="mb-3">
      <label htmlFor={id} className="mb-1 block font-bold">
        {t("lists.address.label")}
      </label>
      <input
        id={id}
        name="address"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        defaultValue={value}
        aria-invalid={isWrong || undefined}
        aria-describedby={`${id}-hint`}
        className={fieldClass}
      />
      <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
        {t("lists.address.hint")}
      </p>
    </div>
  );
}

/** What was wrong with a form: of a file, and where in it. */
export function FailureText({ failure: { code, fault } }: { failure: ListFailure }) {
  const { t } = useTranslation();
  if (fault) return <FaultText fault={fault} />;
  if (code === "error.parameter") return t("lists.failure.parameter");
  if (code === "error.licence") return t("lists.failure.licence");
  if (code === "error.notfound") return t("lists.failure.state");
  return t(code);
}

/** Why a file was refused, and where in it. */
export function FaultText({ fault }: { fault: ListFault }) {
  const { code, sheet, line, column, status } = fault;
  const { t } = useTranslation();
  const format = useFormatter();
  const where = [
    sheet && t("lists.where.sheet", { sheet }),
    line && t("lists.where.line", { line: format.number(line) }),
    column && t("lists.where.column", { column }),
  ].filter(Boolean);
  return (
    <>
      {t(`lists.fault.${code}`, { ...limitsIn(format), status })}
      {where.length > 0 && ` (${where.join(", ")})`}
    </>
  );
}

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p>
      <PageLink to={to} className="text-link inline-flex min-h-11 items-center gap-1">
        <Icon name="chevron-left" />
        {children}
      </PageLink>
    </p>
  );
}

const stateClasses: Partial<Record<ImportState, string>> = {
  done: "bg-open-tint text-open",
  failed: "bg-closed-tint text-closed",
  waiting: "bg-soon-tint text-soon",
};

function ImportLine({ imported }: { imported: ImportSummary }) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { id, title, fileName, state, at, counts } = imported;
  const counted = entryKinds.filter((kind) => counts[kind] > 0);
  return (
    <li className="py-2 wrap-anywhere">
      <p className="flex flex-wrap items-center justify-between gap-x-3">
        <PageLink
          to={importPath(id)}
          className="text-link inline-flex min-h-11 min-w-0 items-center font-bold"
        >
          {title ?? fileName}
        </PageLink>
        <span
          className={joinClasses(
            "rounded-full border border-line px-3 py-0.5 text-sm font-bold",
            stateClasses[state],
          )}
        >
          {t(`lists.state.${state}`)}
        </span>
      </p>
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <time dateTime={at}>{format.dateTime(at)}</time>
        {title && <span>{fileName}</span>}
        {counted.map((kind) => (
          <span key={kind}>
            {t(`lists.kind.${kind}`)}:{" "}
            <span className="tabular">{format.number(counts[kind])}</span>
          </span>
        ))}
      </p>
    </li>
  );
}

/** A source, with the address that is read each night, which can be changed. */
function SourceCard({ source }: { source: SourceSummary }) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { name, title, licence, link, address, places, checkedAt, failure } = source;
  return (
    <li className="min-w-0 rounded-card border border-line bg-raised px-edge py-3 wrap-anywhere">
      <h3 className="font-bold">
        {link ? (
          <a
            href={link}
            target="_blank"
            rel="noopener"
            className="text-link -my-2.5 inline-block py-2.5"
          >
            {title}
          </a>
        ) : (
          title
        )}
      </h3>
      <p className="text-sm text-muted">
        {licence} · {t("lists.source.places", { count: places })}
      </p>
      {failure && (
        <Alert kind="warning" className="mt-2">
          {t("lists.source.unread")} <FaultText fault={failure} />
        </Alert>
      )}
      <Disclosure
        title={
          <>
            {t(address ? "lists.source.nightly" : "lists.address.title")}
            {checkedAt && (
              <span className="block text-sm text-muted">
                {t("lists.source.checked", { time: format.dateTime(checkedAt) })}
              </span>
            )}
          </>
        }
      >
        <Form method="post" className="pb-2">
          <input type="hidden" name="intent" value="set-address" />
          <input type="hidden" name="source" value={name} />
          <AddressField value={address} />
          <Button type="submit">{t("lists.source.save")}</Button>
        </Form>
      </Disclosure>
      {places === 0 && (
        <Form method="post" className="mt-2">
          <input type="hidden" name="intent" value="forget" />
          <input type="hidden" name="source" value={name} />
          <ConfirmedSubmit
            icon="delete"
            label={t("lists.source.forget")}
            about={title}
            question={t("lists.source.forgetQuestion")}
            confirmLabel={t("lists.source.forgetConfirm")}
          />
        </Form>
      )}
    </li>
  );
}
