import type { APIRequestContext } from "@playwright/test";
import type { Place, PlaceList } from "#domain/place/place.ts";
import { languages } from "#domain/text/language.ts";
import { readPage, structuredDataOf, textOf } from "#tests/e2e/support/plain-visitor.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { schemaOrgErrors } from "#tests/support/schema-org.ts";
import "#tests/support/open-languages.ts";

/*
 * What pages are for those who read them without a browser: statuses, addresses, descriptions, structured data.
 * These tests send requests alone.
 */

/** The sample place with the best reviews. */
async function bestPlace(request: APIRequestContext): Promise<Place> {
  const response = await request.get("/api/v1/places?sort=rating-desc");
  return ((await response.json()) as PlaceList).places[0];
}

/** A page as it comes from the server. */
async function read(request: APIRequestContext, path: string) {
  const document = await readPage(request, path);
  const attribute = (selector: string, name: string) =>
    document.querySelector(selector)?.getAttribute(name) ?? null;
  const content = (property: string) => attribute(`meta[property="${property}"]`, "content");
  const canonical = new URL(attribute('link[rel="canonical"]', "href") ?? "");
  return { document, attribute, content, canonical, data: structuredDataOf(document) };
}

for (const [language, name, locale] of [
  ["hu", "Mosdókereső", "hu_HU"],
  ["de", "Toilettenfinder", "de_DE"],
] as const) {
  test(`a place says what it is, in ${language}`, async ({ request }) => {
    const place = await bestPlace(request);
    const page = await read(request, `/places/${place.id}?lang=${language}`);
    expect(page.document.title).toBe(`${place.address}, ${place.city} | ${name}`);
    expect(textOf(page.document.querySelector("h1"))).toContain(place.address);
    const main = textOf(page.document.querySelector("main"));
    expect(main).toContain(`(${place.comments})`);
    expect(main).toMatch(new RegExp(`(Vélemények|Bewertungen) ?\\(${place.rating_count}\\)`));
    // No street map: the embedded map from as far as its rivers are true.
    expect(page.attribute("main figure img, main img", "src")).toMatch(/,9\.5&size=page/);
    expect(page.content("og:site_name")).toBe(name);
    expect(page.content("og:locale")).toBe(locale);
    expect(page.content("og:title")).toBe(`${place.address}, ${place.city}`);
    const picture = new URL(page.content("og:image") ?? "");
    expect(picture.pathname + picture.search).toBe(
      `/places/${place.id}/preview.png?lang=${language}`,
    );
    const shown = await request.get(picture.pathname + picture.search);
    expect(shown.headers()["content-type"]).toBe("image/png");
    expect(page.document.querySelectorAll('meta[name="description"]')).toHaveLength(1);
    expect(page.attribute('meta[name="description"]', "content")).toContain(place.address);
    // The page in a language is an address of its own; the plain one is for all others.
    expect(page.canonical.pathname + page.canonical.search).toBe(
      `/places/${place.id}?lang=${language}`,
    );
    expect(page.content("og:url")).toBe(page.canonical.href);
    const plain = page.canonical.origin + page.canonical.pathname;
    expect(page.attribute('link[hreflang="x-default"]', "href")).toBe(plain);
    expect(languages).toContain(language);
    const others = [...page.document.querySelectorAll('link[rel="alternate"][hreflang]')];
    expect(others.map((link) => link.getAttribute("hreflang"))).toEqual([
      ...languages,
      "x-default",
    ]);
    expect(await schemaOrgErrors(page.data)).toEqual([]);
    expect(page.data).toMatchObject({
      "@type": "PublicToilet",
      url: plain,
      geo: { latitude: place.latitude, longitude: place.longitude },
      aggregateRating: { ratingCount: place.rating_count },
    });
  });
}

test("a place speaks Hungarian where no language is named, and has one plain address", async ({
  request,
  baseURL,
}) => {
  const { id } = await bestPlace(request);
  const textIn = async (language: string) => {
    const headers = { "Accept-Language": language };
    return (await request.get(`/places/${id}`, { headers })).text();
  };
  const html = await textIn("*");
  expect(html).toContain('<html lang="hu"');
  expect(html).toContain(`<link rel="canonical" href="${baseURL}/places/${id}"/>`);
  expect(html).toContain("| Mosdókereső</title>");
  expect(await textIn("fr")).toContain('<html lang="en"');
  const named = await request.get(`/places/${id}/eger-dobo-ter-3?lang=de`, { maxRedirects: 0 });
  expect(named.status()).toBe(301);
  expect(named.headers().location).toBe(`/places/${id}?lang=de`);
  for (const path of [
    "/places/999999",
    "/places/0",
    "/places/x",
    "/places/x/eger-dobo-ter",
    "/places/1?page=x",
    "/places/999999/sign",
  ]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});

test("the list has a status and a language of its own", async ({ request }) => {
  const wrong = await request.get("/places?sort=nonsense&page=0&utm_source=mail");
  expect(wrong.status()).toBe(422);
  expect(await wrong.text()).toContain("page, sort");
  const german = await request.get("/places?utm_source=mail&fbclid=1", {
    headers: { "Accept-Language": "de-AT" },
  });
  expect(german.status()).toBe(200);
  expect(german.headers()["content-language"]).toBe("de");
  expect(await german.text()).toContain("Liste der Toiletten | Toilettenfinder</title>");
});

test("a town has one address, its open places first, and all of them in its data", async ({
  request,
}) => {
  const status = async (path: string) => (await request.get(path, { maxRedirects: 0 })).status();
  const other = await request.get("/towns/BUDAPEST?lang=de", { maxRedirects: 0 });
  expect(other.status()).toBe(301);
  expect(other.headers().location).toBe("/towns/Budapest?lang=de");
  for (const path of [
    "/towns/Nowhere",
    "/towns/Budapest?page=999",
    "/towns/Budapest?page=x",
    "/towns?page=2",
  ]) {
    expect(await status(path), path).toBe(404);
  }
  const page = await read(request, "/towns/Budapest?lang=de");
  expect(page.document.title).toBe("Öffentliche Toiletten in Budapest | Toilettenfinder");
  expect(page.document.querySelectorAll('meta[name="description"]')).toHaveLength(1);
  expect(page.canonical.pathname).toBe("/towns/Budapest");
  expect(await schemaOrgErrors(page.data)).toEqual([]);
  expect(page.data.itemListElement).toHaveLength(page.data.numberOfItems);
  expect(page.attribute('link[type="application/atom+xml"]', "href")).toBe(
    "/data/feed.atom?town=Budapest&lang=de",
  );
  const badges = [...page.document.querySelectorAll("section li:has(> a)")];
  const isOpen = badges.map(({ textContent }) => /geöffnet|schließt bald/i.test(textContent));
  expect(isOpen.length).toBeGreaterThan(1);
  expect(isOpen).toEqual(isOpen.toSorted((a, b) => Number(b) - Number(a)));
  expect(await schemaOrgErrors((await read(request, "/towns")).data)).toEqual([]);
});

test("the open data say what they are, in the words of schema.org", async ({ request }) => {
  const page = await read(request, "/data?lang=de");
  expect(await schemaOrgErrors(page.data)).toEqual([]);
  expect(page.data["@type"]).toBe("Dataset");
  expect(page.data.distribution).toHaveLength(4);
  for (const { contentUrl, encodingFormat } of page.data.distribution) {
    const response = await request.head(contentUrl);
    expect(response.headers()["content-type"]).toContain(encodingFormat);
  }
  expect(page.document.querySelectorAll('meta[name="description"]')).toHaveLength(1);
  expect(page.canonical.pathname).toBe("/data");
});
