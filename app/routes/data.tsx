import {
  type PageMessages,
  PageMessagesProvider,
  pageMessagesOf,
} from "#app/i18n/page-messages.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { PageHandle } from "#app/page-start.ts";
import { PageDescription } from "#app/place/page-description.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import type { Translate } from "#domain/text/i18n.ts";
import { i18nContext, originContext, servicesContext } from "#server/request-context.ts";
import type { Route } from "./+types/data.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const described = await context.get(servicesContext).openData.describe();
  const openData = { ...described, origin: context.get(originContext) };
  return { openData, ...pageMessagesOf(context.get(i18nContext), "openData") };
}

export const handle: PageHandle = { isStatic: true, describesItself: true };

export default function OpenDataRoute({ loaderData }: Route.ComponentProps) {
  return <OpenDataPage {...loaderData} />;
}

/** A download, and its length in bytes; null while it is not stored. */
interface ShownDownload {
  readonly name: string;
  readonly bytes: number | null;
}

interface OpenDataProps {
  readonly origin: string;
  readonly licence: string;
  /** Whether the operator has named one. */
  readonly isLicenceStated: boolean;
  readonly attribution: string;
  /** Towns' lists that have brought some of the places. */
  readonly sources: readonly {
    readonly title: string;
    readonly attribution: string;
    readonly licence: string;
    readonly link: string;
  }[];
  /** Whether there are sample places, which are not counted. */
  readonly hasSamples: boolean;
  /** ISO 8601 instant of the downloads, and their number of places; null while none are stored. */
  readonly exported: string | null;
  readonly count: number | null;
  readonly downloads: readonly ShownDownload[];
}

/** The open data, and the page's messages. */
interface OpenDataPageProps extends PageMessages {
  readonly openData: OpenDataProps;
}

/** All places to take away: licence, date, number, downloads (docs/product#downloads). */
export function OpenDataPage({ openData, ...given }: OpenDataPageProps) {
  return (
    <PageMessagesProvider given={given} path="/data">
      <OpenDataSections {...openData} />
    </PageMessagesProvider>
  );
}

function OpenDataSections(props: OpenDataProps) {
  const { origin, licence, isLicenceStated, attribution, sources } = props;
  const { hasSamples, exported, count, downloads } = props;
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <PageMain>
      <PageTitle screen={t("openData.title")} />
      <PageDescription
        name={t("openData.title")}
        description={t("openData.text")}
        url={`${origin}/data`}
        data={datasetOf(props, { t, origin })}
      />
      <link
        rel="alternate"
        type="application/atom+xml"
        href={feedPath}
        title={t("openData.further.feed")}
      />
      <h1 className="text-2xl">{t("openData.title")}</h1>
      <p className="mt-2 mb-5">{t("openData.text")}</p>
      <dl className="mb-6 grid gap-x-4 sm:grid-cols-[max-content_1fr] sm:gap-y-1 [&_dd]:mb-3 sm:[&_dd]:mb-0">
        <dt className="text-muted">{t("openData.licence")}</dt>
        <dd className="wrap-anywhere">
          {isLicenceStated ? (
            <Licence text={licence} />
          ) : (
            <>
              {t("openData.unstated")}{" "}
              <PageLink to="/terms" className="text-link">
                {t("openData.unstatedTerms")}
              </PageLink>
            </>
          )}
          {attribution.includes("OpenStreetMap") && (
            <p>
              <a href="https://www.openstreetmap.org/copyright" className="text-link">
                {t("openData.ofOsm")}
              </a>
            </p>
          )}
          {sources.map(({ title, attribution, licence, link }) => (
            <p key={title}>
              {link ? (
                <a href={link} className="text-link">
                  {attribution}
                </a>
              ) : (
                attribution
              )}{" "}
              ({licence})
            </p>
          ))}
        </dd>
        {exported !== null && (
          <>
            <dt className="text-muted">{t("openData.date")}</dt>
            <dd>{format.dateTime(exported)}</dd>
          </>
        )}
        {count !== null && (
          <>
            <dt className="text-muted">{t("openData.count")}</dt>
            <dd>
              <span className="tabular">{format.number(count)}</span>
              {hasSamples && <p>{t("openData.noSamples")}</p>}
            </dd>
          </>
        )}
      </dl>
      <h2 className="mb-2 text-xl">{t("openData.downloads")}</h2>
      <ul className="mb-6">
        {downloads.map(({ name, bytes }) => (
          <li key={name} className="border-b border-line pt-1 pb-3">
            <a
              href={`/data/${name}`}
              className="text-link inline-flex min-h-11 items-center font-bold"
              download
            >
              {name}
            </a>{" "}
            <span className="tabular text-muted">
              {bytes !== null && t("openData.size", { size: format.number(kilobytes(bytes)) })}
            </span>
            <p className="text-muted">{t(`openData.file.${formatOf(name)}`)}</p>
          </li>
        ))}
      </ul>
      <h2 className="mb-2 text-xl">{t("openData.more")}</h2>
      <ul className="list-disc space-y-1 pl-6 marker:text-brand">
        {furtherLinks.map(({ href, message }) => (
          <li key={href}>
            <a href={href} className="text-link inline-flex min-h-11 items-center">
              {t(`openData.further.${message}`)}
            </a>
          </li>
        ))}
      </ul>
    </PageMain>
  );
}

const urlInText = /https?:\/\/\S+/;

/** A licence, as a link where its text has a URL. */
function Licence({ text }: { text: string }) {
  const [href] = urlInText.exec(text) ?? [];
  if (href === undefined) return text;
  const name = text.replace(href, "").replace(/[\s,]+$/, "");
  return (
    <a href={href} className="text-link">
      {name === "" ? href : name}
    </a>
  );
}

/** The data as a data set of schema.org, for those who search for data. */
function datasetOf(
  { licence, isLicenceStated, exported, downloads }: OpenDataProps,
  { t, origin }: { readonly t: Translate; readonly origin: string },
) {
  const [licenceUrl] = urlInText.exec(licence) ?? [];
  return {
    "@context": "https://schema.org",
    "@type": "Dataset",
    "@id": `${origin}/data#places`,
    url: `${origin}/data`,
    name: `${t("openData.title")} (${t("app.title")})`,
    description: t("openData.text"),
    isAccessibleForFree: true,
    ...(isLicenceStated && licenceUrl && { license: licenceUrl }),
    ...(exported !== null && { dateModified: exported }),
    distribution: downloads.map(({ name }) => ({
      "@type": "DataDownload",
      name,
      contentUrl: `${origin}/data/${name}`,
      encodingFormat: mediaTypes[formatOf(name)],
    })),
  };
}

const mediaTypes = {
  geojson: "application/geo+json",
  csv: "text/csv",
  bom: "text/csv",
  json: "application/json",
} as const;

const feedPath = "/data/feed.atom";

const furtherLinks = [
  { href: feedPath, message: "feed" },
  { href: "/data/catalog.jsonld", message: "catalog" },
  { href: "/api/docs", message: "api" },
] as const;

/** At least 1. */
function kilobytes(bytes: number): number {
  return Math.max(1, Math.round(bytes / 1000));
}

function formatOf(name: string): "geojson" | "csv" | "bom" | "json" {
  if (name === "places.geojson") return "geojson";
  if (name === "places.csv") return "csv";
  return name === "places.json" ? "json" : "bom";
}
