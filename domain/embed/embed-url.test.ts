import { expect, test } from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import { isEmbedPath } from "./embed-path.ts";
import { type EmbedQuery, embedSnippet, embedUrl, readEmbedHeight } from "./embed-url.ts";

const query: EmbedQuery = {
  place: null,
  view: null,
  filters: noFilters,
  includeUnknown: false,
  language: null,
};

test.each<[Partial<EmbedQuery>, string]>([
  [{}, "/embed"],
  [{ language: "hu" }, "/embed?lang=hu"],
  [{ place: 7 }, "/embed?place=7"],
  [
    {
      filters: { ...noFilters, free: true },
      view: { longitude: 19, latitude: 47, zoom: 12 },
      language: "de",
    },
    "/embed?free=1&view=19,47,12&lang=de",
  ],
])("the URL of %o", (part, url) => {
  expect(embedUrl({ ...query, ...part })).toBe(url);
});

test.each([
  ["/embed", true],
  ["/embed/", true],
  ["/embed//", true],
  ["/embed.data", true],
  ["/", false],
  ["/embedded", false],
  ["/embed/x", false],
  ["/places/embed", false],
])("%s is the page for frames: %s", (path, is) => {
  expect(isEmbedPath(path)).toBe(is);
});

test.each([
  ["", 480],
  [" ", 480],
  ["319", null],
  ["320", 320],
  [" 600 ", 600],
  ["1200", 1200],
  ["1201", null],
  ["12000", null],
  ["-400", null],
  ["400.5", null],
  ["4e2", null],
])("a typed height of '%s' is %s", (text, height) => {
  expect(readEmbedHeight(text)).toBe(height);
});

test("the lines for another page can hold no markup of ours or of a name", () => {
  const snippet = embedSnippet({
    origin: "https://mosdo.example",
    query: { ...query, filters: { ...noFilters, free: true }, place: 7 },
    height: 400,
    title: '"><script>',
    link: "A & B's",
  });
  expect(snippet).toBe(
    '<iframe src="https://mosdo.example/embed?place=7&amp;free=1" title="&quot;&gt;&lt;script&gt;" width="100%" height="400" loading="lazy" style="border: 0"></iframe>\n' +
      '<p><a href="https://mosdo.example/?place=7&amp;free=1">A &amp; B\'s</a></p>',
  );
});
