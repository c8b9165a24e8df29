import type { EntryContext } from "react-router";
import { describe, expect, it } from "vitest";
import { isStatic, postponeStart } from "./postpone-start.ts";

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
    ["a page that failed", { statusCode: 500 }, false],
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

describe("postponeStart", () => {
  const start = '<script nonce="abc" type="module" async="">import "/a.js";</script>';
  const page = `<html><head><link rel="modulepreload" href="/a.js"/></head><body>${start}</body></html>`;

  it("makes the starting script text, which keeps its nonce, and drops the preloads", () => {
    const html = postponeStart(page);
    expect(html).not.toContain("modulepreload");
    expect(html).not.toContain('type="module"');
    expect(html).toContain(
      '<script nonce="abc" type="text/plain" data-postponed async="">import "/a.js";</script>',
    );
    expect(html).toMatch(
      /<script async src="[^"]*start-on-use[^"]*" data-later="[^"]*save-while-reading[^"]*"><\/script><\/body>/,
    );
  });

  it("leaves a page without a starting script as it is", () => {
    const still = page.replace(start, "");
    expect(postponeStart(still)).toBe(still);
  });
});
