import type { EntryContext } from "react-router";
import { describe, expect, it } from "vitest";
import { earlyTapScript } from "#app/ui/button.tsx";
import { isStatic, orderPage, type PageParts } from "./page-start.ts";

const sheet = '<link nonce="" rel="stylesheet" href="/assets/root.css"/>';
const preload = (name: string) => `<link rel="modulepreload" href="/assets/${name}.js" nonce="n"/>`;
const link = (id: string, loading = "") =>
  `<link fetchpriority="low" id="${id}" ${loading}href="/${id}?v=1">`;
const textLinks = ["words", "languages"]
  .map((id) => link(id, 'rel="preload" as="fetch" crossorigin '))
  .join("");
const namedTexts = link("words") + link("languages");
const noting = `<script nonce="n">${earlyTapScript}</script>`;
const handoff = (data: string) => {
  const stream = "window.__reactRouterContext.streamController";
  return `<script nonce="n">${stream}.enqueue(${data});${stream}.close();</script>`;
};
const parts = { nonce: "n", data: "[]", messagesPath: "/words?v=1", localesPath: "/languages?v=1" };
/** The ordered page, without the script that hands the data on. */
const order = (html: string, changed: Partial<PageParts> = {}) =>
  orderWhole(html, changed).replace(handoff('"[]"'), "");
const orderWhole = (html: string, changed: Partial<PageParts> = {}) =>
  orderPage(html, {
    ...parts,
    ...{ off: [], colour: null, isPostponed: false },
    readSheet: (path) => (path === "/assets/root.css" ? Buffer.from("p{color:red}") : null),
    ...changed,
  }).toString();

describe("orderPage", () => {
  it("puts a style sheet into the head, and keeps its link for React, which loads nothing", () => {
    expect(order(`<head><title>a</title>${sheet}</head><body></body>`)).toBe(
      '<head><title>a</title><style nonce="n">p{color:red}</style>' +
        '<link disabled type="text/none" nonce="" rel="stylesheet" href="/assets/root.css"/></head>' +
        `<body>${namedTexts}</body>`,
    );
  });

  it("does so with a sheet that other chunks have too", () => {
    expect(order(`<head>${sheet.replace(".css", ".css#")}</head></body>`)).toContain(
      "p{color:red}",
    );
  });

  it.each(["browser-errors", "web-vitals", "offline"] as const)(
    "says where the operator has switched off %s",
    (name) => {
      const off = `<meta name="${name}" content="off">`;
      expect(order("<head></head><body></body>", { off: [name] })).toBe(
        `<head></head><body>${namedTexts}${off}</body>`,
      );
    },
  );

  it("ends the head with the operator's colour, under the page's nonce", () => {
    const html = order("<head></head><body></body>", { colour: "#0000ff" });
    expect(html).toMatch(
      /^<head><style nonce="n">html:root\{--brand:oklch\(.*\}@media screen and \(prefers-color-scheme:dark\)\{html:root\{.*\}\}<\/style><\/head>/,
    );
  });

  it("leaves a style sheet that is not of the build", () => {
    const other = '<link rel="stylesheet" href="/app/app.css"/>';
    expect(order(`<head>${other}</head></body>`)).toBe(`<head>${other}</head>${namedTexts}</body>`);
  });

  it("puts the texts' and the scripts' preloads after the content, in their order and without haste", () => {
    const html = `<head>${preload("a")}<title>t</title>${preload("b")}</head><body><p>x</p></body>`;
    const late = (name: string) => preload(name).replace("<link", '<link fetchpriority="low"');
    expect(order(html)).toBe(
      `<head><title>t</title>${noting}</head>` +
        `<body><p>x</p>${textLinks}${late("a")}${late("b")}</body>`,
    );
  });

  it("only names the texts where no script is loaded yet", () => {
    expect(order("<head></head><body></body>")).toBe(`<head></head><body>${namedTexts}</body>`);
  });

  it("hands the data on to the router after the content, and ends no script by it", () => {
    const data = '["</script><!--"]';
    const html = orderWhole("<head></head><body><p>x</p></body>", { data });
    const written = String.raw`"[\"\u003c/script>\u003c!--\"]"`;
    expect(html).toBe(`<head></head><body><p>x</p>${handoff(written)}${namedTexts}</body>`);
  });

  it("touches nothing in the body, however it looks", () => {
    const html = `<head></head><body>${sheet}${preload("a")}</body>`;
    expect(order(html)).toBe(html.replace("</body>", `${namedTexts}</body>`));
  });

  it("takes a sheet's text as it is", () => {
    const readSheet = () => Buffer.from("a{content:'$&$1'}");
    const html = order(`<head>${sheet}</head></body>`, { readSheet });
    expect(html).toContain("a{content:'$&$1'}");
  });
});

interface Rendered {
  statusCode?: number;
  handle?: unknown;
  root?: object;
}

function rendered({ statusCode = 200, handle, root = { session: null } }: Rendered): EntryContext {
  const staticHandlerContext = {
    statusCode,
    matches: [{ route: { id: "root" } }, { route: { id: "page" } }],
    loaderData: { root },
  };
  const routeModules = { root: {}, page: { handle } };
  return { staticHandlerContext, routeModules } as unknown as EntryContext;
}

describe("isStatic", () => {
  const handle = { isStatic: true };
  it.each([
    ["a page whose route says so", { handle }, true],
    ["a page whose route says nothing", {}, false],
    ["an address that does not exist", { statusCode: 404 }, true],
    ["a page that failed", { statusCode: 503, handle }, false],
    ["a visitor with a session", { handle, root: { session: { email: "a@b.hu" } } }, false],
    ["a 404 for a visitor with a session", { statusCode: 404, root: { session: {} } }, false],
    [
      "a session that could not be read",
      { handle, root: { session: null, isSessionUnread: true } },
      false,
    ],
    ["a page whose session is unknown", { handle, root: {} }, false],
  ])("%s", (_, page, expected) => {
    expect(isStatic(rendered(page))).toBe(expected);
  });
});

describe("orderPage of a postponed page", () => {
  const start = '<script nonce="abc" type="module" async="">import "/a.js";</script>';
  const page = `<html><head>${preload("a")}</head><body>${start}</body></html>`;

  it("makes the starting script text, which keeps its nonce, drops the preloads, and notes early presses", () => {
    const html = order(page, { isPostponed: true });
    expect(html).not.toContain("modulepreload");
    expect(html).toContain(noting);
    expect(html).toContain(
      '<script nonce="abc" type="text/plain" data-postponed async="">import "/a.js";</script>',
    );
    expect(html).toMatch(
      /<script async src="[^"]*start-on-use[^"]*" data-later="[^"]*save-while-reading[^"]*"><\/script><\/body>/,
    );
  });

  it("leaves a page without a starting script as it is", () => {
    const still = page.replace(start, "");
    expect(order(still, { isPostponed: true })).toBe(order(still));
  });
});
