import type { Document } from "happy-dom";
import { expect, requestTest } from "#tests/e2e/support/accounts-test.ts";
import { readPage, textOf } from "#tests/e2e/support/plain-visitor.ts";

/* The page of the status, as the server sends it: no script is needed. Its parts are tested beside its component. */

/** Pages of 30 days, whichever day it is by now. */
const viewCount = (page: Document) =>
  Number(textOf(page.querySelector("tfoot td")).replaceAll(/\D/g, ""));

requestTest(
  "the administrator finds the status in the menu, and counts as a visitor",
  async ({ request, administratorCookie }) => {
    const headers = { Cookie: await administratorCookie() };
    const guide = await readPage(request, "/guide", { headers });
    expect(textOf(guide.querySelector("a[href='/status']"))).toBe("Állapot");
    const page = await readPage(request, "/status", { headers });
    expect(page.title).toBe("Állapot | Mosdókereső");
    const main = textOf(page.querySelector("main"));
    for (const part of ["Adatbázis", "E-mailek"]) expect(main).toContain(part);
    expect(main).toMatch(/\d+\.\d+ \(saját/);
    const later = await readPage(request, "/status", { headers });
    expect(viewCount(later)).toBeGreaterThan(viewCount(page));
  },
);
