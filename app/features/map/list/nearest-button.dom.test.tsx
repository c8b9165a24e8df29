import { act, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { positionPatienceMs } from "#app/ui/find-position.ts";
import type { Place } from "#domain/place/place.ts";
import {
  listOf,
  placesInGyor,
  renderMapPage,
  stubGeolocation,
  stubServer,
} from "#tests/support/app/render-map-page.tsx";

const server = stubServer();
const geolocation = stubGeolocation();
const [far, near] = placesInGyor;

const open = (distance: number): Place => ({ ...far, distance, facts: {} });
const unknown = (distance: number): Place => ({
  ...near,
  ...{ distance, facts: {}, open_status: "none" },
});

/** Sets the server's answer about the nearest places; the best bet is the nearer one. */
function respondNearest(open: Place | null, unknown: Place | null): void {
  const best = unknown ?? open;
  server.responses.set("/api/v1/places/nearest", () =>
    Response.json({ best, open, unknown, limit_meters: 3000 }),
  );
}

const requestedNear = () =>
  server.requests
    .filter((requests) => requests.startsWith("/api/v1/places/nearest"))
    .map((requests) => new URLSearchParams(requests.split("?")[1]).get("near"));

describe("the big button, where the position is known", () => {
  it("leads to the best bet and says what it is, with the surely open place beside it", async () => {
    geolocation.move([17.63, 47.68]);
    respondNearest(open(1_200), unknown(40));
    const page = await renderMapPage({ server });
    await page.findByRole("button", { name: /^Biztosan nyitva: 1,2\skm\s· kb\.\s21\sperc$/ });
    const button = {
      name: /^Legközelebbi mosdó: 40\sm · kb\. 1\sperc, ismeretlen nyitvatartás$/,
    };
    await page.user.click(await page.findByRole("button", button));
    await page.expectUrl(/\?place=2\b/);
    const title = await page.findByRole("heading", { level: 2, name: /tér 2\./ });
    await waitFor(() => expect(document.activeElement).toBe(title));
    // The one beside the big button, and the one in the panel.
    const sure = await page.findAllByRole("button", { name: /^Biztosan nyitva/ });
    expect(sure).toHaveLength(2);
    await page.user.click(sure[1]);
    await page.expectUrl(/\?place=1\b/);
    await page.findByRole("heading", { level: 2, name: /tér 1\./ });
    expect(page.getAllByRole("button", { name: /^Biztosan nyitva/ })).toHaveLength(1);
  });

  it("leads to the open place where it is hardly farther, with the nearer one beside it", async () => {
    geolocation.move([17.63, 47.68]);
    server.responses.set("/api/v1/places/nearest", () =>
      Response.json({ best: open(90), open: open(90), unknown: unknown(40), limit_meters: 3000 }),
    );
    const page = await renderMapPage({ server });
    await page.findByRole("button", {
      name: /^Közelebb, ismeretlen nyitvatartással: 40\sm · kb\. 1\sperc$/,
    });
    const button = { name: /^Legközelebbi nyitott mosdó: 90\sm\s· kb\.\s2\sperc$/ };
    await page.user.click(await page.findByRole("button", button));
    await page.expectUrl(/\?place=1\b/);
  });

  it("says of a place for customers that it is one", async () => {
    geolocation.move([17.63, 47.68]);
    respondNearest({ ...open(70), facts: { access: "customers" } }, null);
    const page = await renderMapPage({ server });
    await page.findByRole("button", {
      name: /^Legközelebbi mosdó: 70\sm · kb\. 1\sperc, vendégeknek$/,
    });
  });

  it("leads to the list by distance where no place is near, and to unknown ones on demand", async () => {
    geolocation.move([19.05363, 47.49761]);
    server.responses.set("/api/v1/places/nearest", ({ searchParams }) => {
      const best = searchParams.has("unknown") ? unknown(70) : null;
      return Response.json({ best, open: null, unknown: best, limit_meters: 3000 });
    });
    const page = await renderMapPage({ server, path: "/?open=1" });
    await page.user.click(page.getByRole("button", { name: "Legközelebbi mosdó" }));
    await page.findByText(/^3\skm-en belül nem tudunk/);
    const list = await page.findByRole("link", { name: "Lista távolság szerint" });
    expect(list.getAttribute("href")).toBe("/places?sort=near&open=1&near=19.0536,47.4976");
    await page.user.click(page.getByRole("button", { name: "Az ismeretlen nyitvatartásúak is" }));
    await page.expectUrl(/\?place=2\b/);
  });

  it("shows the nearest known place beyond a walk, beside the message and in the empty list", async () => {
    geolocation.move([19.05363, 47.49761]);
    respondNearest(null, null);
    server.responses.set("/api/v1/places", ({ searchParams }) =>
      Response.json(listOf(searchParams.has("bbox") ? [] : [open(12_000)])),
    );
    const page = await renderMapPage({ server });
    const known = { name: /^Legközelebbi ismert: 12\skm – mutasd$/ };
    const listed = await page.findByRole("link", known);
    expect(listed.getAttribute("href")).toBe("/?place=1");
    await page.user.click(page.getByRole("button", { name: "Legközelebbi mosdó" }));
    await page.findByText(/^3\skm-en belül nem tudunk/);
    await page.user.click((await page.findAllByRole("link", known))[0]);
    await page.expectUrl(/\?place=1\b/);
    await page.findByRole("heading", { level: 2, name: /tér 1\./ });
    expect(page.queryByText(/^3\skm-en belül/)).toBeNull();
  });

  it("has it from one question at the start of the page", async () => {
    geolocation.move([17.63, 47.68]);
    respondNearest(open(1_200), null);
    const page = await renderMapPage({ server });
    await page.findByRole("button", {
      name: /^Legközelebbi nyitott mosdó: 1,2\skm\s· kb\.\s21\sperc$/,
    });
    expect(geolocation.calls).toEqual(["getCurrentPosition"]);
  });
});

describe("the big button, where the position is not known", () => {
  const press = async (page: Awaited<ReturnType<typeof renderMapPage>>) =>
    page.user.click(page.getByRole("button", { name: "Legközelebbi mosdó" }));
  const pointButton = { name: "Koppints oda, ahol vagy" };

  it("offers to say where one is, first, and then says how to allow the position", async () => {
    const page = await renderMapPage({ server, path: "/?view=17.63,47.68,15" });
    await press(page);
    const offer = await page.findByRole("button", pointButton);
    const help = page.getByText(/Nem látjuk, hol vagy\. Ha engedélyezed/);
    expect(offer.compareDocumentPosition(help)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const message = offer.closest<HTMLElement>("[role=status]")!;
    await page.user.click(within(message).getByRole("button", { name: "Hely keresése" }));
    expect(document.activeElement?.closest(".map-search")).not.toBeNull();
    await page.user.click(within(message).getByRole("button", { name: "Bezárás" }));
    await waitFor(() => expect(page.queryByRole("button", pointButton)).toBeNull());
    expect(requestedNear()).toEqual([]);
  });

  it("leads from the point that a press on the map says; a press from afar zooms in first", async () => {
    respondNearest(null, unknown(250));
    const page = await renderMapPage({ server, path: "/?view=17.63,47.68,11" });
    await press(page);
    await page.user.click(await page.findByRole("button", pointButton));
    await page.findByText(/^Koppints a térképen oda, ahol vagy\./);
    const map = await page.findByRole("application");
    map.focus();
    await page.user.keyboard("{Enter}");
    expect(requestedNear()).toEqual([]);
    await page.user.keyboard("{Enter}");
    await page.expectUrl(/\bplace=2\b/);
    expect(new Set(requestedNear())).toEqual(new Set(["17.63,47.68"]));
    expect(page.queryByText(/^Koppints a térképen/)).toBeNull();
  });

  it("says how roughly it is known as the page begins, shows that circle, and gives no metres", async () => {
    geolocation.move([17.63, 47.68], 5_000);
    const page = await renderMapPage({ server });
    await page.findByText(/^Csak nagyjából tudjuk, hol vagy: 5\skm/);
    page.getByRole("button", pointButton);
    await waitFor(() => {
      const shown = page.container.querySelector("img.map-picture");
      expect(shown?.getAttribute("src")).toMatch(/view=17\.63,47\.6\d*,1[01]\b/);
    });
    expect(page.container.querySelector(".map-circle")).not.toBeNull();
    expect(page.container.querySelector(".map-dot")).toBeNull();
    await page.user.click(
      within(page.container.querySelector<HTMLElement>("[data-map-notice]")!).getByRole("button", {
        name: "Lista kinyitása",
      }),
    );
    expect(page.container.querySelector(".map-sheet")?.getAttribute("data-snap")).toBe("half");
    expect(page.queryByText(/\d\sm\b/)).toBeNull();
    expect(requestedNear()).toEqual([]);
  });

  it("answers after some seconds where the browser never says where it is", async () => {
    geolocation.move("silent");
    const page = await renderMapPage({ server, path: "/?view=17.63,47.68,15" });
    vi.useFakeTimers({ toFake: ["setTimeout", "Date"], shouldAdvanceTime: true });
    await press(page);
    await page.findByRole("button", { name: "Keresünk…" });
    await act(() => vi.advanceTimersByTimeAsync(positionPatienceMs));
    await page.findByRole("button", pointButton);
    page.getByText(/Nem sikerült megtudni, hol vagy\./);
  });
});
