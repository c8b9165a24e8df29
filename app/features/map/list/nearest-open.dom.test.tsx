import { waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Place } from "#domain/place/place.ts";
import {
  placesInGyor,
  renderMapPage,
  stubGeolocation,
  stubServer,
} from "#tests/support/app/render-map-page.tsx";

const server = stubServer();
const geolocation = stubGeolocation();
const [far, near] = placesInGyor;

/** Sets the server's answer about the nearest places. */
function answerNearest(open: Place | null, unknown: Place | null): void {
  server.answers.set("/api/v1/places/nearest", () =>
    Response.json({ open, unknown, limit_meters: 3000 }),
  );
}

describe("the big button, where the position is known", () => {
  it("offers a nearer place of unknown opening times, also beside the place itself", async () => {
    geolocation.move([17.63, 47.68]);
    answerNearest({ ...far, distance: 1_200 }, { ...near, distance: 40 });
    const page = await renderMapPage({ server });
    await page.findByRole("button", { name: /^Ismeretlen nyitvatartás: 40\sm$/ });
    const button = { name: /^Legközelebbi nyitott mosdó: 1,2\skm$/ };
    await page.user.click(await page.findByRole("button", button));
    await page.expectAddress(/\?place=1\b/);
    const title = await page.findByRole("heading", { level: 2, name: /tér 1\./ });
    await waitFor(() => expect(document.activeElement).toBe(title));
    const nearer = { name: /^Közelebb, de ismeretlen nyitvatartással: / };
    await page.user.click(await page.findByRole("button", nearer));
    await page.expectAddress(/\?place=2\b/);
    await page.findByRole("heading", { level: 2, name: /tér 2\./ });
    expect(page.queryByRole("button", { name: /^Közelebb/ })).toBeNull();
  });

  it("says that no place is surely open within the limit, and offers one that may be", async () => {
    geolocation.move([17.63, 47.68]);
    answerNearest(null, { ...near, distance: 250 });
    const page = await renderMapPage({ server });
    await page.user.click(page.getByRole("button", { name: "Legközelebbi nyitott mosdó" }));
    await page.findByText(/3\skm-en belül egyik mosdóról sem tudjuk biztosan/);
    const unknown = { name: /^Ismeretlen nyitvatartás: 250\sm$/ };
    await page.user.click(page.getByRole("button", unknown));
    await page.expectAddress(/\?place=2\b/);
    await waitFor(() => expect(page.queryByText(/3\skm-en belül/)).toBeNull());
  });

  it("leads to the list by distance where no place is near, and to unknown ones on demand", async () => {
    geolocation.move([19.05363, 47.49761]);
    server.answers.set("/api/v1/places/nearest", ({ searchParams }) => {
      const unknown = searchParams.has("unknown") ? { ...near, distance: 70 } : null;
      return Response.json({ open: null, unknown, limit_meters: 3000 });
    });
    const page = await renderMapPage({ server, path: "/?open=1" });
    await page.user.click(page.getByRole("button", { name: "Legközelebbi nyitott mosdó" }));
    const list = await page.findByRole("link", { name: "Lista távolság szerint" });
    expect(list.getAttribute("href")).toBe("/places?sort=near&open=1&near=19.0536,47.4976");
    await page.user.click(page.getByRole("button", { name: "Az ismeretlen nyitvatartásúak is" }));
    await page.findByRole("button", { name: /^Ismeretlen nyitvatartás: 70\sm$/ });
  });

  it("has it from one question at the start of the page", async () => {
    geolocation.move([17.63, 47.68]);
    answerNearest({ ...far, distance: 1_200 }, null);
    const page = await renderMapPage({ server });
    await page.findByRole("button", { name: /^Legközelebbi nyitott mosdó: 1,2\skm$/ });
    expect(geolocation.calls).toEqual(["getCurrentPosition"]);
  });
});

describe("the big button, where the visitor has refused the position", () => {
  it("says what to do, until the visitor closes that", async () => {
    const page = await renderMapPage({ server });
    await page.user.click(page.getByRole("button", { name: "Legközelebbi nyitott mosdó" }));
    await page.findByText(/Engedélyezd a helymeghatározást/);
    await page.user.click(page.getByRole("button", { name: "Bezárás" }));
    await waitFor(() => expect(page.queryByText(/Engedélyezd/)).toBeNull());
    expect(server.requests.filter((asked) => asked.includes("nearest"))).toEqual([]);
  });
});
