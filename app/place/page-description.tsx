import { useTranslation } from "#app/i18n/use-translation.tsx";
import { fallbackLanguage, languages, toLanguage } from "#domain/text/language.ts";

interface PageDescriptionProps {
  /** What the page is about, without the product's name. */
  name: string;
  description: string;
  /** The page's one address, whole. */
  address: string;
  /** Picture for a preview of a link; null without one. */
  image?: PreviewImage | null;
  /** What it is in the words of schema.org. */
  data: object;
}

/** Picture that is shown with a link to a page. */
interface PreviewImage {
  /** Whole address. */
  readonly address: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/**
 * What a page tells search engines and whoever shows a link to it (docs/product#found-pages); React moves it
 * into the head. The route's handle has `describesItself`.
 */
export function PageDescription(props: PageDescriptionProps) {
  const { name, description, address, image = null, data } = props;
  const { t, i18n } = useTranslation();
  const language = toLanguage(i18n.language) ?? fallbackLanguage;
  const inLanguage = (other: string) =>
    `${address}${address.includes("?") ? "&" : "?"}lang=${other}`;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {languages.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={inLanguage(other)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={t("app.title")} />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={language} />
      {image !== null && (
        <>
          <meta property="og:image" content={image.address} />
          <meta property="og:image:width" content={String(image.width)} />
          <meta property="og:image:height" content={String(image.height)} />
          <meta property="og:image:alt" content={image.alt} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      <script
        type="application/ld+json"
        // What it holds cannot end the element.
        dangerouslySetInnerHTML={{ __html: scriptText(data) }}
      />
    </>
  );
}

/**
 * The data as the content of a script element. Nothing in it can end the element, whatever people have
 * written: `<` stands as its code.
 */
export function scriptText(value: object): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
