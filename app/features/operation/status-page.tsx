import { type ReactNode, useId } from "react";
import { type PageMessages, PageMessagesProvider } from "#app/i18n/page-messages.tsx";
import { type Formatter, useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { placePagePath } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Alert } from "#app/ui/alert.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import {
  type OperatingStatus,
  setupCommands,
  type Trouble,
  troublesOf,
  usageDays,
  usageKinds,
} from "#domain/operation/operating-status.ts";
import { lengthOf } from "#domain/operation/walk-through.ts";

interface StatusPageProps extends PageMessages {
  readonly status: OperatingStatus;
}

/** Whether all is well with server and database, for the administrator (docs/product#status-page). */
export function StatusPage({ status, ...given }: StatusPageProps) {
  return (
    <PageMessagesProvider given={given} path="/status">
      <StatusSections status={status} />
    </PageMessagesProvider>
  );
}

function StatusSections({ status }: SectionProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const found = troublesOf(status);
  const missing = found.filter((trouble) => trouble in setupCommands);
  return (
    <PageMain>
      <PageTitle screen={t("navigation.status")} />
      <h1 className="text-2xl">{t("navigation.status")}</h1>
      <p className="mt-2 mb-5 text-muted">
        {t("operation.asOf", { time: format.dateTime(status.now) })}
      </p>
      <div className="mb-6 grid grid-cols-1 gap-3">
        {found.length === 0 && <Alert kind="success">{t("operation.well")}</Alert>}
        {found
          .filter((trouble) => !missing.includes(trouble))
          .map((trouble) => (
            <Alert key={trouble} kind={isGrave(trouble) ? "danger" : "warning"}>
              <TroubleText trouble={trouble} />
            </Alert>
          ))}
        {missing.length > 0 && <SetupAlert missing={missing} />}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <ServerSection status={status} />
        <DatabaseSection status={status} />
        <PlacesSection status={status} />
        <MailsSection status={status} />
        <MapSection status={status} />
        {status.lists.length > 0 && <ListsSection status={status} />}
      </div>
      <UsageSection status={status} />
      <CompletenessSection status={status} />
      <WalkSection status={status} />
    </PageMain>
  );
}

function TroubleText({ trouble }: { trouble: Trouble }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="font-bold">{t(`operation.trouble.${trouble}.title`)}</p>
      <p>{t(`operation.trouble.${trouble}.text`)}</p>
    </>
  );
}

/** What a new server still lacks, each with the command that sets it up. */
function SetupAlert({ missing }: { missing: readonly Trouble[] }) {
  const { t } = useTranslation();
  return (
    <Alert kind="warning">
      <h2 className="text-lg font-bold">{t("operation.toSetUp", { count: missing.length })}</h2>
      <ul className="mt-2 grid grid-cols-1 gap-3">
        {missing.map((trouble) => (
          <li key={trouble}>
            <TroubleText trouble={trouble} />
            <code
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
              tabIndex={0}
              className="mt-1 block overflow-x-auto font-mono text-sm whitespace-nowrap"
            >
              {setupCommands[trouble]}
            </code>
          </li>
        ))}
      </ul>
      <p className="mt-3">{t("operation.afterSetup")}</p>
    </Alert>
  );
}

const graveTroubles: ReadonlySet<Trouble> = new Set(["databaseAway", "indexBehind", "diskLow"]);

/** Whether visitors notice it, now or soon. */
function isGrave(trouble: Trouble): boolean {
  return graveTroubles.has(trouble);
}

interface SectionProps {
  status: OperatingStatus;
}

function ServerSection({ status }: SectionProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { versions, startedAt, memoryBytes, disk, browserReports } = status;
  return (
    <StatusCard title={t("operation.server")}>
      <Fact name={t("operation.version")}>{versions.product}</Fact>
      <Fact name="Node.js">{versions.node.replace("v", "")}</Fact>
      <Fact name={t("operation.since")}>{format.dateTime(startedAt)}</Fact>
      <Fact name={t("operation.memory")}>{bytes(format, memoryBytes)}</Fact>
      {disk && (
        <Fact name={t("operation.disk")}>
          {t("operation.freeOf", {
            free: bytes(format, disk.freeBytes),
            total: bytes(format, disk.totalBytes),
          })}
        </Fact>
      )}
      <Fact name={t("operation.browserReports")}>
        {browserReports === null
          ? t("operation.noBrowserReports")
          : t("operation.browserReportCounts", {
              errors: format.number(browserReports.error),
              refused: format.number(browserReports.policy),
            })}
      </Fact>
    </StatusCard>
  );
}

function DatabaseSection({ status }: SectionProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { versions, database, connections, backup } = status;
  return (
    <StatusCard title={t("operation.database")}>
      <Fact name="PostgreSQL">
        {versions.postgres ?? t("operation.noAnswer")}
        {database.isEmbedded && ` (${t("operation.own")})`}
      </Fact>
      {database.sizeBytes !== null && (
        <Fact name={t("operation.size")}>{bytes(format, database.sizeBytes)}</Fact>
      )}
      <Fact name={t("operation.connections")}>
        {t("operation.connectionCounts", {
          open: format.number(connections.open),
          used: format.number(connections.open - connections.idle),
          waiting: format.number(connections.queued),
        })}
      </Fact>
      <Fact name={t("operation.backup")}>
        {backup === null && t("operation.noBackups")}
        {backup && (backup.lastAt ? format.dateTime(backup.lastAt) : t("operation.none"))}
      </Fact>
    </StatusCard>
  );
}

function PlacesSection({ status }: SectionProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { places, schedules, ageSeconds, changedAt } = status.index;
  return (
    <StatusCard title={t("operation.places")}>
      <Fact name={t("operation.placeCount")}>{format.number(places)}</Fact>
      <Fact name={t("operation.scheduleCount")}>{format.number(schedules)}</Fact>
      <Fact name={t("operation.checked")}>
        {t("operation.secondsAgo", { count: Math.round(ageSeconds) })}
      </Fact>
      <Fact name={t("operation.changed")}>{format.dateTime(changedAt)}</Fact>
    </StatusCard>
  );
}

function MailsSection({ status }: SectionProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { queued: waiting, oldestSeconds, lastTrouble, hasServer } = status.mails;
  return (
    <StatusCard title={t("operation.mails")}>
      <Fact name={t("operation.mailServer")}>
        {t(hasServer ? "operation.mailServerSet" : "operation.outbox")}
      </Fact>
      {waiting !== null && (
        <Fact name={t("operation.waiting")}>
          {format.number(waiting)}
          {waiting > 0 && ` (${t("operation.oldest", { age: format.minutes(oldestSeconds) })})`}
        </Fact>
      )}
      <Fact name={t("operation.lastFailure")}>
        {lastTrouble
          ? `${format.dateTime(lastTrouble.at)}: ${t(`operation.mail.${lastTrouble.kind}`)}`
          : t("operation.none")}
      </Fact>
    </StatusCard>
  );
}

function MapSection({ status }: SectionProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { provider: level, baseMapHost, hasRoutes, extracts } = status.map;
  return (
    <StatusCard title={t("operation.map")}>
      <Fact name={t("operation.level")}>{t(`operation.levels.${level}`)}</Fact>
      <Fact name={t("operation.directions")}>
        {t(hasRoutes ? "operation.routes" : "operation.noRoutes")}
      </Fact>
      <Fact name={t("operation.baseMap")}>{baseMapHost ?? t("operation.ownFile")}</Fact>
      <Fact name={t("operation.extracts")}>
        {extracts.length === 0
          ? t("operation.none")
          : extracts.map(({ name, dataAt, importedAt }) => (
              <span key={name} className="block">
                {name}, {format.date(dataAt ?? importedAt)}
              </span>
            ))}
      </Fact>
    </StatusCard>
  );
}

/** Lists of towns that are read from an address, or that wait. */
function ListsSection({ status }: SectionProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <StatusCard title={t("operation.lists")}>
      {status.lists.map(({ title, checkedAt, failure, waitingImport }) => (
        <Fact key={title} name={title}>
          {checkedAt === null ? t("operation.none") : format.dateTime(checkedAt)}
          {failure && (
            <PageLink to="/moderation/lists" className="text-link block">
              {t("operation.listNotRead")}
            </PageLink>
          )}
          {waitingImport !== null && (
            <PageLink to={`/moderation/lists/${waitingImport}`} className="text-link block">
              {t("operation.listWaits")}
            </PageLink>
          )}
        </Fact>
      ))}
    </StatusCard>
  );
}

/** Use of the last days, the newest first (docs/product#usage-statistics). */
function UsageSection({ status }: SectionProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const id = useId();
  const days = [...status.usage].reverse();
  const sums = usageKinds.map((kind) => days.reduce((sum, { counts }) => sum + counts[kind], 0));
  const named = usageKinds.map((kind) => t(`operation.use.${kind}`));
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="text-xl">
        {t("operation.usage", { count: usageDays })}
      </h2>
      <p className="mt-2 mb-3 text-muted">{t("operation.usageNote")}</p>
      <FiguresTable
        head={[t("operation.day"), ...named]}
        rows={days.map(({ day, counts }) => [
          format.dayOfMonth(day),
          ...usageKinds.map((kind) => format.number(counts[kind])),
        ])}
        sum={[t("operation.sum"), ...sums.map((sum) => format.number(sum))]}
      />
    </section>
  );
}

interface FiguresTableProps {
  readonly head: readonly string[];
  /** Each as long as `head`; the first cell is the row's name. */
  readonly rows: readonly (readonly string[])[];
  readonly sum?: readonly string[];
}

function FiguresTable({ head, rows, sum }: FiguresTableProps) {
  const cellsOf = ([name, ...figures]: readonly string[]) => (
    <tr key={name}>
      <th scope="row" className="py-1.5 text-left [font-weight:inherit]">
        {name}
      </th>
      {figures.map((figure, at) => (
        <td key={head[at + 1]} className="tabular py-1.5 pl-2 text-right sm:pl-3">
          {figure}
        </td>
      ))}
    </tr>
  );
  return (
    <table className="w-full">
      <thead className="text-sm text-muted">
        <tr className="align-bottom">
          {head.map((name) => (
            <th
              key={name}
              scope="col"
              className="py-1.5 text-left font-normal not-first:pl-2 sm:not-first:pl-3 not-first:text-right"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-y border-line">{rows.map(cellsOf)}</tbody>
      {sum && <tfoot className="font-bold">{cellsOf(sum)}</tfoot>}
    </table>
  );
}

/** Share of the places of which hours, price and access are known, the newest week first (docs/product#what-is-known). */
function CompletenessSection({ status }: SectionProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const id = useId();
  const weeks = [...status.completeness].reverse();
  if (weeks.length === 0) return null;
  const names = ["hours", "price", "access"] as const;
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="text-xl">
        {t("operation.known.title")}
      </h2>
      <p className="my-2">
        <a href="/api/v1/status/completeness" download="completeness.csv" className="text-link">
          {t("operation.known.csv")}
        </a>
      </p>
      <FiguresTable
        head={[
          t("operation.known.week"),
          t("operation.placeCount"),
          ...names.map((name) => t(`operation.known.${name}`)),
        ]}
        rows={weeks.map((week) => [
          format.dayOfMonth(week.week),
          format.number(week.places),
          ...names.map((name) =>
            week.places === 0
              ? "–"
              : `${format.number(Math.round((100 * week[name]) / week.places))} %`,
          ),
        ])}
      />
    </section>
  );
}

/** Places that are looked at most and of which least is known, in the order of a walk, to print. */
function WalkSection({ status }: SectionProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const nameOf = usePlaceTitles();
  const id = useId();
  const { unknownPlaces } = status;
  if (unknownPlaces.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-8 break-before-page">
      <h2 id={id} className="text-xl">
        {t("operation.walk.title")}
      </h2>
      <p className="mt-2 mb-3 text-muted">
        {t("operation.walk.text", { distance: format.distance(lengthOf(unknownPlaces)) })}
      </p>
      <ol className="divide-y divide-line border-y border-line">
        {unknownPlaces.map((place, index) => {
          const unknown = (["hours", "price", "access"] as const).filter(
            (name) => !place[`has_${name}`],
          );
          return (
            <li key={place.id} className="flex gap-3 py-2 break-inside-avoid wrap-anywhere">
              <span className="tabular min-w-6 text-muted">{index + 1}.</span>
              <span className="min-w-0">
                <PageLink to={placePagePath(place.id)} className="text-link font-bold">
                  {nameOf(place).whole}
                </PageLink>
                <span className="flex flex-wrap gap-x-4 text-sm">
                  {unknown.map((name) => (
                    <span key={name}>□ {t(`operation.known.${name}`)}</span>
                  ))}
                  <span className="text-muted print:hidden">
                    {t("operation.walk.views", { count: place.views })}
                  </span>
                </span>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function StatusCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-raised p-5">
      <h2 id={id} className="mb-3 text-xl">
        {title}
      </h2>
      <dl className="grid gap-2.5">{children}</dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="tabular wrap-anywhere">{children}</dd>
    </div>
  );
}

const megabyte = 1024 ** 2;

/** `231 MB`, `4,2 GB`; the units are the same in every language. */
function bytes(format: Formatter, count: number): string {
  const megabytes = count / megabyte;
  if (megabytes < 1024) return `${format.number(Math.round(megabytes))}\u00a0MB`;
  return `${format.number(Math.round(megabytes / 102.4) / 10)}\u00a0GB`;
}
