import { OwnWords, type PageWords } from "#app/i18n/own-words.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";

/** A download, and its length in bytes; null while it is not kept. */
interface ShownDownload {
  readonly name: string;
  readonly bytes: number | null;
}

interface OpenDataProps {
  readonly licence: string;
  /** Whether the operator has named one. */
  readonly isLicenceStated: boolean;
  readonly attribution: string;
  /** ISO 8601 instant of the downloads, and their number of places; null while none are kept. */
  readonly exported: string | null;
  readonly count: number | null;
  readonly downloads: readonly ShownDownload[];
}

/** The open data, and the page's words. */
interface OpenDataPageProps extends PageWords {
  readonly openData: OpenDataProps;
}

/** All places to take away: licence, date, number, downloads (docs/product#downloads). */
export function OpenDataPage({ openData, ...given }: OpenDataPageProps) {
  return (
    <OwnWords given={given} address="/data">
      <OpenDataParts {...openData} />
    </OwnWords>
  );
}

function OpenDataParts(props: OpenDataProps) {
  const { licence, isLicenceStated, attribution, exported, count, downloads } = props;
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <PageMain>
      <PageTitle screen={t("openData.title")} />
      <h1 className="text-2xl">{t("openData.title")}</h1>
      <p className="mt-2 mb-5">{t("openData.text")}</p>
      <dl className="mb-6 grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_1fr]">
        <dt className="text-muted">{t("openData.licence")}</dt>
        <dd className="wrap-anywhere">
          {isLicenceStated ? licence : t("openData.unstated")}
          {attribution && <> {attribution}</>}
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
            <dd className="tabular">{format.number(count)}</dd>
          </>
        )}
      </dl>
      <h2 className="mb-2 text-xl">{t("openData.downloads")}</h2>
      <ul className="mb-6">
        {downloads.map(({ name, bytes }) => (
          <li key={name} className="border-b border-line py-1">
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
            <p className="text-muted">{t(`openData.file.${fileWords(name)}`)}</p>
          </li>
        ))}
      </ul>
      <h2 className="mb-2 text-xl">{t("openData.more")}</h2>
      <ul className="list-disc space-y-1 pl-6 marker:text-brand">
        {furtherAddresses.map(({ href, words }) => (
          <li key={href}>
            <a href={href} className="text-link inline-flex min-h-11 items-center">
              {t(`openData.further.${words}`)}
            </a>
          </li>
        ))}
      </ul>
    </PageMain>
  );
}

const furtherAddresses = [
  { href: "/data/feed.atom", words: "feed" },
  { href: "/data/catalog.jsonld", words: "catalog" },
  { href: "/api/docs", words: "api" },
] as const;

/** At least 1. */
function kilobytes(bytes: number): number {
  return Math.max(1, Math.round(bytes / 1000));
}

function fileWords(name: string): "geojson" | "csv" | "bom" | "json" {
  if (name === "places.geojson") return "geojson";
  if (name === "places.csv") return "csv";
  return name === "places.json" ? "json" : "bom";
}
