import { useEffect } from "react";
import { useFetcher } from "react-router";
import {
  fillGuide,
  type Guide,
  type GuidePicture,
  type GuideSection,
  type GuideText,
  guidePictureSize,
} from "#app/features/guide/guide-text.ts";
import { useOrigin } from "#app/features/layout/use-session.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { PageHandle } from "#app/page-start.ts";
import { PageDescription } from "#app/place/page-description.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { findText } from "#domain/text/i18n.ts";
import type { Language } from "#domain/text/language.ts";
import type { CacheablePage } from "#server/http/response-cache/cacheable-page.ts";
import { guideContext, i18nContext, publicConfigContext } from "#server/request-context.ts";
import type { Route } from "./+types/guide.ts";

export const cacheable: CacheablePage = { parameters: [] };

export function loader({ context }: Route.LoaderArgs) {
  const { language, messages } = context.get(i18nContext);
  const given = context.get(guideContext);
  const text = fillGuide(given.text as GuideText, (key) => findText(messages, key));
  const guide: Guide = { ...given, language, text };
  const { contactEmail } = context.get(publicConfigContext);
  return { guide, pictureSize: guidePictureSize, contactEmail };
}

export const handle: PageHandle = { isStatic: true, describesItself: true };

export default function GuideRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  return (
    <>
      <PageDescription name={t("guide.title")} url={`${useOrigin()}/guide`} />
      <GuidePage {...loaderData} />
    </>
  );
}

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

interface GuidePageProps {
  guide: Guide;
  pictureSize: PictureSize;
  /** Null where the operator names none: then the part about contact is left out. */
  contactEmail: string | null;
}

const contactId = "kapcsolat";

/** The guide: how the product is used, and what it does with its data (docs/product#guide). */
function GuidePage({ guide, pictureSize, contactEmail }: GuidePageProps) {
  const { t } = useTranslation();
  const { textLanguage, pictureLanguage, text } = useGuideInLanguage(guide);
  const entries = contactEmail
    ? [...text.sections, { id: contactId, title: text.contact.title }]
    : text.sections;
  return (
    <PageMain>
      <PageTitle screen={t("guide.title")} />
      <article lang={textLanguage}>
        <h1 className="text-2xl sm:text-3xl">{text.title}</h1>
        <nav aria-label={text.contents} className="my-6">
          <Disclosure
            title={text.contents}
            icon="list"
            className="rounded-card border border-line bg-raised px-4 py-1"
          >
            <ol className="mb-3 sm:columns-2">
              {entries.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`} className="text-link inline-flex min-h-11 items-center">
                    {title}
                  </a>
                </li>
              ))}
            </ol>
          </Disclosure>
        </nav>
        {text.sections.map((section) => (
          <GuideSectionView key={section.id} {...{ section, pictureLanguage, pictureSize }} />
        ))}
        {contactEmail && (
          <section aria-labelledby={contactId} className="mt-9">
            <h2 id={contactId} className="mb-3 text-xl">
              {text.contact.title}
            </h2>
            <p>
              {text.contact.text}{" "}
              <a href={`mailto:${contactEmail}`} className="text-link font-bold">
                {contactEmail}
              </a>
            </p>
          </section>
        )}
      </article>
    </PageMain>
  );
}

/** The guide that came with the page, or that of a newly chosen language once it has loaded. */
function useGuideInLanguage(guide: Guide): Guide {
  const { i18n } = useTranslation();
  const { data, load } = useFetcher<{ guide: Guide }>();
  const wanted = [guide, data?.guide].find((known) => known?.language === i18n.language);
  const isMissing = wanted === undefined;
  useEffect(() => {
    if (isMissing) void load(`/guide?lang=${i18n.language}`);
  }, [isMissing, i18n.language, load]);
  return wanted ?? guide;
}

interface GuideSectionViewProps {
  section: GuideSection;
  pictureLanguage: Language;
  pictureSize: PictureSize;
}

/** One part of the guide with its heading and anchor. */
function GuideSectionView({ section, pictureLanguage, pictureSize }: GuideSectionViewProps) {
  const { id, title, picture, paragraphs, items = [] } = section;
  return (
    <section aria-labelledby={id} className="mt-9 flow-root">
      <h2 id={id} className="mb-3 text-xl">
        {title}
      </h2>
      {picture && <Picture {...{ picture, pictureLanguage, pictureSize }} />}
      <Paragraphs texts={paragraphs} />
      {items.length > 0 && (
        <ul className="mb-3 list-disc space-y-1.5 pl-6 marker:text-brand">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface PictureProps {
  picture: GuidePicture;
  pictureLanguage: Language;
  pictureSize: PictureSize;
}

/** A phone's screen, in the colours that the visitor's device prefers. */
function Picture({ picture: { name, alt }, pictureLanguage, pictureSize }: PictureProps) {
  const { width, height } = pictureSize;
  return (
    <picture>
      <source
        srcSet={`/guide/${name}-dark-${pictureLanguage}.webp`}
        media="screen and (prefers-color-scheme: dark)"
      />
      <img
        src={`/guide/${name}-light-${pictureLanguage}.webp`}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        className="mx-auto mb-4 h-auto w-60 rounded-card border border-line sm:float-right sm:ml-6"
      />
    </picture>
  );
}

function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <p key={text} className="mb-3">
      {text}
    </p>
  ));
}
