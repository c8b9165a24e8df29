import type { APIRequestContext } from "@playwright/test";
import { everyPage, inLanguage } from "#tests/e2e/support/every-page.ts";
import { readPage, textOf } from "#tests/e2e/support/plain-visitor.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

/*
 * What the server sends of pages, before any script of theirs: no browser looks at them here. Without a tag each
 * test would run for both sizes.
 */

/** The text of a page that the server sends. */
async function htmlOf(
  request: APIRequestContext,
  path: string,
  { headers, status = 200 }: { headers?: Record<string, string>; status?: number } = {},
): Promise<string> {
  const response = await request.get(path, { headers });
  expect.soft(response.status(), path).toBe(status);
  return response.text();
}

/** The text of a page's heading. */
const headingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1];

const legalAndGuide = [
  ["guide", "hu", "Útmutató", "Mi történik a helyzeteddel?"],
  ["guide", "en", "Guide", "What happens to your position?"],
  ["guide", "de", "Anleitung", "Was geschieht mit Ihrem Standort?"],
  ["privacy", "hu", "Adatkezelési tájékoztató", ""],
  ["privacy", "en", "Privacy notice", ""],
  ["privacy", "de", "Datenschutzerklärung", ""],
];

test("the guide and the privacy notice are in each language, with the operator's address", async ({
  request,
}) => {
  for (const [page, language, title, part] of legalAndGuide) {
    const html = await htmlOf(request, `/${page}?lang=${language}`);
    expect.soft(html).toContain(`<title>${title} | `);
    expect.soft(headingOf(html)).toBe(title);
    expect.soft(html).toMatch(new RegExp(`<article[^>]* lang="${language}"`));
    expect.soft(html).toContain(part);
    expect.soft(html).toContain('href="mailto:segitseg@mosdo.example"');
    // What only the administrator is told.
    expect.soft(html).not.toContain("SITE_OPERATOR");
  }
});

for (const language of ["hu", "en"]) {
  // In German axe looks for it (`each-page.spec.ts`).
  test(`what is pressed has a name with the words that are shown (WCAG 2.5.3), in ${language}`, async ({
    request,
  }) => {
    for (const path of ["/?view=-35,35,10", "/?place=1", ...everyPage]) {
      const status = { "/nowhere": 404, "/places?sort=nonsense": 422 }[path];
      const page = await readPage(request, inLanguage(path, language), { status });
      const labelled = page.querySelectorAll(":is(a, button, summary, [role])[aria-label]");
      const others = [...labelled].filter((element) => {
        const name = element.getAttribute("aria-label") ?? "";
        for (const hidden of element.querySelectorAll("[aria-hidden=true]")) hidden.remove();
        return !name.toLowerCase().includes(textOf(element).toLowerCase());
      });
      expect
        .soft(
          others.map(({ outerHTML }) => outerHTML),
          path,
        )
        .toEqual([]);
    }
  });
}

test("the end of a page leads to the privacy notice and names the map's source", async ({
  request,
}) => {
  for (const [language, link] of [
    ["hu", "Adatkezelés"],
    ["en", "Privacy"],
    ["de", "Datenschutz"],
  ]) {
    const html = await htmlOf(request, `/places?lang=${language}`);
    const [, end] = html.split("<footer");
    expect.soft(end).toMatch(new RegExp(`<a [^>]*href="/privacy"[^>]*>${link}</a>`));
    expect.soft(end).toContain("OpenStreetMap");
  }
});

test("an address that does not exist is a page with status 404", async ({ request }) => {
  for (const path of ["/nowhere", "/places/12/nothing", "/mail"]) {
    const html = await htmlOf(request, path, { status: 404 });
    expect.soft(headingOf(html)).toBe("Ez az oldal nem található");
    const [, main] = html.split("<main");
    expect.soft(main).toMatch(/<svg[^>]* role="img"|<img /);
    expect.soft(main).toMatch(/<a [^>]*href="\/"[^>]*>(?:(?!<\/a>).)*Vissza a térképre/);
  }
});

test("offers no sign-in with Google without Google's settings", async ({ request }) => {
  const [, main] = (await htmlOf(request, "/login")).split("<main");
  expect(main).toContain("Bejelentkezés");
  expect(main.split("</main>")[0]).not.toMatch(/Google|vagy/);
  await htmlOf(request, "/auth/google", { status: 404 });
});

test("the open data has its downloads, in the visitor's language", async ({ request }) => {
  const html = await htmlOf(request, "/data");
  expect(headingOf(html)).toBe("Nyílt adatok");
  const links = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(places[^<]*)</g)];
  const names = ["places.geojson", "places.csv", "places-bom.csv", "places.json"];
  expect(links.map(([, , name]) => name)).toEqual(names);
  for (const [, path] of links) {
    expect.soft((await request.get(path)).status(), path).toBe(200);
  }
  expect(headingOf(await htmlOf(request, "/data?lang=de"))).toBe("Offene Daten");
});

test("a page is in the language that the request asks for", async ({ request }) => {
  for (const [acceptLanguage, language, title] of [
    ["de-AT,de;q=0.9", "de", "Toilettenfinder"],
    ["fr-FR,fr;q=0.9", "en", "Toilet Finder"],
    ["fr,en;q=0.3,hu;q=0.8", "hu", "Mosdókereső"],
  ]) {
    const response = await request.get("/login", {
      headers: { "Accept-Language": acceptLanguage },
    });
    expect.soft(response.headers()["content-language"]).toBe(language);
    const html = await response.text();
    expect.soft(html).toContain(`<html lang="${language}"`);
    expect.soft(html).toMatch(new RegExp(`<title>[^<]+ \\| ${title}</title>`));
  }
});

test("a page is found by one address", async ({ request, baseURL }) => {
  for (const [path, canonical, title] of [
    ["/", "/", "Mosdókereső"],
    ["/?view=19.04,47.5,12&free=1", "/", "Mosdókereső"],
    ["/places", "/places", "Mosdók listája"],
    ["/places?page=2", "/places?page=2", "Mosdók listája"],
    ["/places?page=2&free=1", "/places", "Mosdók listája"],
    ["/places?sort=rating-desc", "/places", "Mosdók listája"],
    ["/guide", "/guide", "Útmutató"],
    ["/terms", "/terms", "Feltételek közreműködőknek"],
    ["/for-your-website?height=400", "/for-your-website", "A saját weboldaladra"],
  ]) {
    const html = await htmlOf(request, path);
    const own = `${baseURL}${canonical}`.replaceAll("&", "&amp;");
    expect.soft(html).toContain(`<link rel="canonical" href="${own}"/>`);
    expect.soft(html).toContain(`<meta property="og:url" content="${own}"/>`);
    expect.soft(html).toContain(`<meta property="og:title" content="${title}"/>`);
    expect.soft(html.match(/<meta name="description"/g), path).toHaveLength(1);
    const alternates = /<link rel="alternate" hrefLang="(hu|en|de|x-default)"/g;
    expect.soft(html.match(alternates), path).toHaveLength(4);
  }
});

test("metrics are for callers on this machine, with pages by their pattern", async ({
  request,
}) => {
  await request.get("/places?accessible=1");
  await request.get("/places/7/history");
  const response = await request.get("/metrics");
  expect(response.status()).toBe(200);
  const text = await response.text();
  const count = "mosdo_http_request_duration_seconds_count";
  expect
    .soft(text)
    .toMatch(new RegExp(`^${count}\\{method="GET",route="/places",status="2xx"\\} `, "m"));
  expect
    .soft(text)
    .toMatch(new RegExp(`^${count}\\{method="GET",route="/places/:id/history"`, "m"));
  expect.soft(text).toMatch(/^mosdo_kept_answer_misses_total\{memory="pages"\} [1-9]/m);
  expect.soft(text).not.toContain("accessible");

  // Visitors behind a proxy get the page for an address that does not exist.
  const headers = { "X-Forwarded-For": "127.0.0.1", Accept: "text/html" };
  const asVisitor = await htmlOf(request, "/metrics", { headers, status: 404 });
  const elsewhere = await htmlOf(request, "/nothing-here", { headers, status: 404 });
  expect(headingOf(asVisitor)).toBe(headingOf(elsewhere));
});
