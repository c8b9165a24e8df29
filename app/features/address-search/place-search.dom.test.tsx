import { waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderMapPage, stubGeolocation, stubServer } from "#tests/support/app/render-map-page.tsx";

const server = stubServer();
const geolocation = stubGeolocation();

const byRole = (role: string, { container }: { container: HTMLElement }) =>
  container.querySelectorAll<HTMLElement>(`search [role=${role}]`);

/** The map's page, with its search open, which suggests a settlement of the typed name. */
async function openSearch(path = "/") {
  server.responses.set("/api/v1/geo/suggest", ({ searchParams }) => {
    const name = searchParams.get("q") ?? "";
    const found = { id: "1", name, detail: "Bács-Kiskun" };
    const isHouse = /\d/.test(name);
    const precision = isHouse
      ? { precision: "street", approximate: true }
      : { precision: "settlement" };
    return Response.json([{ ...found, ...precision }], { headers: { "x-geo-level": "embedded" } });
  });
  const page = await renderMapPage({ server, path });
  await page.user.click(page.getByRole("textbox", { name: "Hely keresése" }));
  const field = await page.findByRole("combobox");
  await waitFor(() => expect(document.activeElement).toBe(field));
  return {
    ...page,
    field: field as HTMLInputElement,
    options: () => [...byRole("option", page)],
    announcements: () => byRole("status", page)[0]?.textContent,
  };
}

describe("PlaceSearch", () => {
  it("suggests from the third letter on, tells their number, and marks the active one", async () => {
    const page = await openSearch();
    await page.user.keyboard("Ba");
    await waitFor(() => expect(page.announcements()).toContain("Írj be legalább 3 betűt."));
    await page.user.keyboard("ja");
    await waitFor(() => expect(page.options()).toHaveLength(1));
    expect(page.options()[0]?.textContent).toContain("Bács-Kiskun · település");
    expect(page.announcements()).toContain("1 javaslat");
    await page.user.keyboard("{ArrowDown}{ArrowUp}{Home}");
    expect(page.options()[0]?.getAttribute("aria-selected")).toBe("true");
    expect(page.field.getAttribute("aria-activedescendant")).toBe(page.options()[0]?.id);
    await page.user.keyboard(" 50");
    const approximate = "Bács-Kiskun · hozzávetőleges hely";
    await waitFor(() => expect(page.options()[0]?.textContent).toContain(approximate));
  });

  it("closes its list on Escape and then empties the field; Tab goes on; the chosen place stays", async () => {
    const page = await openSearch("/?place=1");
    await page.user.keyboard("Baja");
    await waitFor(() => expect(page.options()).toHaveLength(1));
    await page.user.keyboard("{Escape}");
    expect(page.options()).toHaveLength(0);
    expect(page.field.value).toBe("Baja");
    await page.user.keyboard("{ArrowDown}");
    expect(page.options()).toHaveLength(1);
    await page.user.tab();
    expect(page.options()).toHaveLength(0);
    expect(document.activeElement).not.toBe(page.field);
    page.field.focus();
    await page.user.keyboard("{Escape}{Escape}");
    await waitFor(() => expect(page.field.value).toBe(""));
    await page.user.keyboard("{Enter}");
    await waitFor(() => expect(page.announcements()).toContain("Írd be, mit keresel"));
    expect(page.url()).toBe("/?place=1");
  });

  it("says that the search fails, without suggestions, and finds again later", async () => {
    const page = await openSearch();
    const good = server.responses.get("/api/v1/geo/suggest");
    await page.user.keyboard("Pécs");
    await waitFor(() => expect(page.options()).toHaveLength(1));
    server.responses.set("/api/v1/geo/suggest", () => Response.json({}, { status: 503 }));
    await page.user.keyboard("v");
    await waitFor(() => expect(page.announcements()).toContain("A keresés most nem működik."));
    expect(page.options()).toHaveLength(0);
    if (good) server.responses.set("/api/v1/geo/suggest", good);
    await page.user.keyboard("{Backspace}");
    await waitFor(() => expect(page.options()).toHaveLength(1));
    server.responses.set("/api/v1/geo/retrieve/", () => Response.json({}, { status: 503 }));
    await page.user.keyboard("{Enter}");
    await waitFor(() => {
      expect(page.announcements()).toContain("Ezt a helyet most nem sikerült megnyitni.");
    });
  });

  it("aborts an older query for a newer one, and names a better search that did not respond", async () => {
    const page = await openSearch();
    const requests: string[] = [];
    let isAborted = false;
    server.responses.set("/api/v1/geo/suggest", ({ searchParams }, { signal }) => {
      const name = searchParams.get("q") ?? "";
      requests.push(name);
      if (name !== "győ") {
        return Response.json([{ id: "1", name, detail: "", precision: "settlement" }], {
          headers: { "x-geo-level": "embedded", "x-geo-fallback": "1" },
        });
      }
      // The older one is never answered.
      return new Promise((_, reject) => {
        signal?.addEventListener("abort", () => {
          isAborted = true;
          reject(signal.reason);
        });
      });
    });
    await page.user.keyboard("győ");
    await waitFor(() => expect(requests).toEqual(["győ"]));
    await page.user.keyboard("r");
    await waitFor(() => expect(page.options()[0]?.textContent).toMatch(/^győr/));
    expect(isAborted).toBe(true);
    expect(page.announcements()).toContain("A részletes kereső most nem válaszol");
    expect(requests).toEqual(["győ", "győr"]);
  });

  it("lists the places near the result and focuses the map, pictures too, in place of a chosen place", async () => {
    const page = await openSearch("/?place=1");
    server.responses.set("/api/v1/geo/retrieve/", () =>
      Response.json({
        longitude: 20.15,
        latitude: 46.25,
        precision: "settlement",
        address_line1: "",
        address_line2: "",
        place: "Szeged",
      }),
    );
    await page.user.keyboard("Szeged");
    await waitFor(() => expect(page.options()).toHaveLength(1));
    await page.user.keyboard("{Enter}");
    await waitFor(() => {
      const lists = server.requests.filter((requests) => requests.startsWith("/api/v1/places?"));
      expect(lists.at(-1)).toContain("near=20.15,46.25");
    });
    await waitFor(() => expect(page.url()).not.toContain("place="));
    expect(document.activeElement).toBe(page.getByRole("application"));
  });

  it("opens a place of the product", async () => {
    const page = await openSearch("/?free=1");
    server.responses.set("/api/v1/geo/suggest", () =>
      Response.json([
        {
          id: "place.1",
          name: "Széchenyi tér 1.",
          detail: "Győr",
          precision: "address",
          place_id: 1,
        },
      ]),
    );
    await page.user.keyboard("széchenyi");
    await waitFor(() => expect(page.options()[0]?.textContent).toContain("WC · Győr"));
    await page.user.click(page.options()[0] as HTMLElement);
    await page.expectUrl("/?place=1&free=1");
  });

  it("leads to the nearest toilet where toilets are typed, by the same rule as the big button", async () => {
    geolocation.move([17.63, 47.69]);
    const page = await openSearch();
    server.responses.set("/api/v1/places/nearest", () =>
      Response.json({ best: null, open: null, unknown: null, limit_meters: 3000 }),
    );
    await page.user.keyboard("wc");
    await waitFor(() => expect(page.options()[0]?.textContent).toBe("Legközelebbi mosdó"));
    expect(page.announcements()).not.toContain("Írj be legalább");
    await page.user.keyboard("{Enter}");
    await waitFor(() =>
      expect(server.requests.some((path) => path.startsWith("/api/v1/places/nearest"))).toBe(true),
    );
    expect(page.options()).toHaveLength(0);
  });

  it("offers no nearest toilet for a text that only has such a word in it", async () => {
    const page = await openSearch();
    await page.user.keyboard("Mosdós");
    await waitFor(() => expect(page.options()).toHaveLength(1));
    expect(page.options()[0]?.textContent).not.toContain("Legközelebbi");
  });
});
