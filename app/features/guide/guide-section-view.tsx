import type { GuideSection } from "./guide-text.ts";

/** One part of the guide under its own heading and anchor. */
export function GuideSectionView({ section }: { section: GuideSection }) {
  const { id, title, paragraphs, items = [] } = section;
  return (
    <section aria-labelledby={id} className="mt-9">
      <h2 id={id} className="mb-3 text-xl">
        {title}
      </h2>
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

function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <p key={text} className="mb-3">
      {text}
    </p>
  ));
}
