import { useLocation } from "react-router";
import { cached } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { previewSize } from "#domain/map/preview-picture.ts";
import {
  intlLocale,
  type Language,
  type Locale,
  languages,
  toLanguage,
} from "#domain/text/language.ts";

interface PageDescriptionProps {
  /** What the page is about, without the product's name. */
  name: string;
  /** The product's where it is left out. */
  description?: string;
  /** The page's one address in any language, whole. */
  url: string;
  /** What is on the page's own picture for a preview of a link ({@link previewUrl}); without one it is the product's. */
  pictureAlt?: string;
  /** What it is in the words of schema.org. */
  data?: object;
}

/** Language and territory as Open Graph writes them: `hu_HU`. */
const territoryOf = cached((locale: Locale) => {
  const { language, region } = new Intl.Locale(intlLocale(locale)).maximize();
  return `${language}_${region}`;
});

/** Address of the picture for a preview of a link to a page that has one of its own. */
export function previewUrl(url: string, language: string): string {
  return `${url}/preview.png?lang=${language}`;
}

/**
 * What a page tells search engines and link previews (docs/product#found-pages); its route's handle has
 * `describesItself`.
 * A page in a language (`?lang=`) is a URL of its own, or search engines would pass over the languages.
 */
export function PageDescription(props: PageDescriptionProps) {
  const { name, url, pictureAlt, data } = props;
  const { t } = useTranslation();
  const { search } = useLocation();
  const requested = toLanguage(new URLSearchParams(search).get("lang") ?? "");
  const own = requested === null ? url : inLanguage(url, requested);
  const description = props.description ?? t("app.description");
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={own} />
      {/* Browsers share the canonical address; what only other readers want comes with the document alone. */}
      {import.meta.env.SSR && <ForOtherReaders {...{ name, description, url, own, pictureAlt }} />}
      {data && (
        <script
          type="application/ld+json"
          // What it holds cannot end the element.
          dangerouslySetInnerHTML={{ __html: scriptText(data) }}
        />
      )}
    </>
  );
}

function inLanguage(url: string, language: Language): string {
  return `${url}${url.includes("?") ? "&" : "?"}lang=${language}`;
}

interface ForOtherReadersProps
  extends Required<Pick<PageDescriptionProps, "name" | "description" | "url">> {
  pictureAlt: string | undefined;
  /** The page's URL, in its language where the visitor asked for that. */
  own: string;
}

/** Its languages, and Open Graph. */
function ForOtherReaders({ name, description, url, own, pictureAlt }: ForOtherReadersProps) {
  const { t, i18n } = useTranslation();
  const { language, locale } = i18n;
  const pictured = pictureAlt === undefined ? new URL(url).origin : url;
  return (
    <>
      {languages.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={inLanguage(url, other)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={t("app.title")} />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={own} />
      <meta property="og:locale" content={territoryOf(locale)} />
      {languages
        .filter((other) => other !== language)
        .map((other) => (
          <meta key={other} property="og:locale:alternate" content={territoryOf(other)} />
        ))}
      <meta property="og:image" content={previewUrl(pictured, language)} />
      <meta property="og:image:width" content={String(previewSize.width)} />
      <meta property="og:image:height" content={String(previewSize.height)} />
      <meta property="og:image:alt" content={pictureAlt ?? t("app.title")} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** The data as the content of a script element, which nothing in it can end: `<` stands as its code. */
export function scriptText(value: object): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
