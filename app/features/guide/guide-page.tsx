import { useTranslation } from "react-i18next";
import { PageTitle } from "#app/i18n/page-title.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { PageMain } from "#app/ui/page-main.tsx";
import { GuideSectionView } from "./guide-section-view.tsx";
import type { GuideText } from "./guide-text.ts";

interface GuidePageProps {
  text: GuideText;
  /** Null where the operator gave none: then the part about contact is left out. */
  contactEmail: string | null;
}

const contactId = "kapcsolat";

/** The guide: Hungarian only, with notices in English and German (specification, section 2). */
export function GuidePage({ text, contactEmail }: GuidePageProps) {
  const { t } = useTranslation();
  const entries = contactEmail
    ? [...text.sections, { id: contactId, title: text.contact.title }]
    : text.sections;
  return (
    <PageMain>
      <PageTitle screen={t("guide.title")} />
      <div className="mb-6 space-y-2 rounded-card border border-line bg-raised px-4 py-3 text-sm text-muted">
        <p lang="en">{text.notices.en}</p>
        <p lang="de">{text.notices.de}</p>
      </div>
      <article lang="hu">
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
          <GuideSectionView key={section.id} section={section} />
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
