import { act, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Place } from "#domain/place/place.ts";
import type { Way } from "#domain/way/way.ts";
import {
  placesInGyor,
  renderMapPage,
  stubGeolocation,
  stubServer,
} from "#tests/support/app/render-map-page.tsx";
import { StubCaches } from "#tests/support/app/stub-caches.ts";
import { fridayAfternoon } from "#tests/support/place-in-gyor.ts";

const server = stubServer();
const geolocation = stubGeolocation();

const minutesLater = (minutes: number) =>
  new Date(fridayAfternoon.getTime() + minutes * 60_000).toISOString();

/** A way of 12 km in three hours, past places at some minutes. */
function wayPast(passed: readonly (readonly [Place, number, "open" | "unknown" | null])[]): Way {
  return {
    kind: "straight",
    geometry: {
      type: "LineString",
      coordinates: [
        [17.6, 47.6],
        [17.6, 47.708],
      ],
    },
    ...{ distance: 12_000, duration: 3 * 3_600, departs: fridayAfternoon.toISOString() },
    places: passed.map(([place, minutes, stop]) => ({
      ...{ place, along: minutes * 66.7, detour: 120, arrives: minutesLater(minutes) },
      ...{ open_status: stop === "open" ? "open" : "none", stop },
    })),
    longest_gap: { from: 0, to: 0, distance: 0, duration: 0 },
  };
}

const [first, second, third] = placesInGyor;
const towns = [first, { ...second, city: "Szob" }, { ...third, city: "Vác" }] as const;
const ends = "from=17.6,47.6&from_name=Eleje&to=17.6,47.708&to_name=V%C3%A9ge";

type Page = Awaited<ReturnType<typeof renderMapPage>>;

function show(way: Way | Response): void {
  server.responses.set("/api/v1/ways", () =>
    way instanceof Response ? way.clone() : Response.json(way),
  );
}
const findSentence = (page: Page, text: RegExp) => page.findByText(text, { selector: "b" });
const plain = (text: string | null) => (text ?? "").replaceAll("\u00a0", " ");
const panelOf = (page: Page) => page.findByRole("region", { name: "Mosdók egy út mentén" });
const waysAsked = () => server.requests.filter((path) => path.startsWith("/api/v1/ways"));

describe("the page of a way", () => {
  it("says the longest stretch first, then the places with the minute at which one passes them", async () => {
    show(
      wayPast([
        [towns[0], 10, "open"],
        [towns[1], 50, "open"],
        [towns[2], 97, "open"],
      ]),
    );
    const page = await renderMapPage({ server, path: `/way?${ends}&by=bicycle` });
    await findSentence(page, /A leghosszabb szakasz .*: 1 óra 23 perc, Vác és Vége között\./);
    await waitFor(() => expect(page.announcement()).toMatch(/1\sóra\s23\sperc/));
    expect(waysAsked()).toEqual(["/api/v1/ways?from=17.6,47.6&to=17.6,47.708&by=bicycle"]);
    const rows = (await page.findAllByRole("listitem")).filter((row) =>
      row.querySelector("[data-place]"),
    );
    expect(rows.map((row) => plain(row.textContent).match(/\d\d:\d\d · .*?perc/)?.[0])).toEqual([
      "17:10 · 670 m · 120 m-re az úttól · +10 perc",
      "17:50 · 3,3 km · 120 m-re az úttól · +40 perc",
      "18:37 · 6,5 km · 120 m-re az úttól · +47 perc",
    ]);
    // As one passes it, not as it is now.
    expect(rows[2]?.textContent).toContain("Zárva");
  });

  it("says what it would be with those of unknown hours, and marks long stretches with a way out", async () => {
    show(
      wayPast([
        [towns[1], 50, "unknown"],
        [towns[2], 97, "open"],
      ]),
    );
    server.responses.set("/api/v1/places/nearest", () =>
      Response.json({ best: null, open: { ...first, distance: 900 }, unknown: null }),
    );
    const page = await renderMapPage({ server, path: `/way?${ends}&stretch=60` });
    await findSentence(page, /: 1 óra 37 perc, Eleje és Vác között\./);
    page.getByText("Az ismeretlen nyitvatartásúakkal együtt: 1 óra 23 perc, Vác és Vége között.");
    const marked = page
      .getAllByText(/nyitott mosdó nélkül, /)
      .map(({ textContent }) => plain(textContent));
    expect(marked).toEqual([
      "1 óra 37 perc nyitott mosdó nélkül, Eleje és Vác között",
      "1 óra 23 perc nyitott mosdó nélkül, Vác és Vége között",
    ]);
    const [other] = await page.findAllByRole("link", { name: /nyitott az úton kívül: .* 900/ });
    expect(other?.getAttribute("href")).toMatch(/^\/way\?.*place=1/);
    // In the middle of each, at the minute at which one is there.
    const asked = server.requests.filter((path) => path.includes("/nearest"));
    expect(asked.map((path) => path.match(/at=[^&]*/)?.[0])).toEqual([
      ...["at=2026-05-08T17:48", "at=2026-05-08T19:18"],
    ]);
  });

  it("says that nothing is surely open, and that the line is no route", async () => {
    show(wayPast([]));
    const page = await renderMapPage({ server, path: `/way?${ends}` });
    await findSentence(page, /egy mosdó sincs biztosan nyitva neked: 3 óra nélküle/);
    page.getByRole("heading", { name: /^Az úttól 300\s?m távolságon belül nincs mosdó$/ });
    const why = page.getByText(/Egyenes vonal, nem útvonal\./);
    const signIn = within(why).getByRole("link");
    expect(decodeURIComponent(signIn.getAttribute("href") ?? "")).toContain(
      `/way?${ends.slice(0, 14)}`,
    );
  });

  it("is the same with other filters, another detour and by other means", async () => {
    show(wayPast([]));
    const page = await renderMapPage({ server, path: `/way?${ends}` });
    await findSentence(page, /3 óra nélküle/);
    await page.user.click(page.getByRole("button", { name: "Ingyenes" }));
    await page.user.click(page.getByText("Gyalog · legfeljebb 300 m kitérő"));
    await page.user.selectOptions(page.getByLabelText("Kitérő legfeljebb"), "500");
    await page.expectUrl(/^\/way\?from=17.6,47.6&.*&detour=500&free=1/);
    await waitFor(() => expect(waysAsked().at(-1)).toMatch(/detour=500&free=1$/));
    await page.user.click(page.getByRole("link", { name: "Autóval" }));
    await page.expectUrl(/^\/way\?.*&by=car&free=1/);
    await waitFor(() => expect(waysAsked().at(-1)).toMatch(/by=car&free=1$/));
  });

  it("shows a place as one passes it, and goes back to the way", async () => {
    show(wayPast([[towns[2], 97, "open"]]));
    const page = await renderMapPage({ server, path: `/way?${ends}` });
    await page.user.click(await page.findByRole("link", { name: /Széchenyi tér 3/ }));
    await page.findByText("18:37, amikor arra jársz");
    await page.expectUrl(/^\/way\?.*place=3/);
    await page.user.click(await page.findByRole("link", { name: "Bezárás" }));
    await page.expectUrl(/^\/way\?(?!.*place=)/);
    await page.findByText(/18:37 ·/);
  });

  it("has a place that is passed twice once, with both minutes", async () => {
    show(
      wayPast([
        [towns[2], 97, "open"],
        [towns[2], 20, "open"],
      ]),
    );
    const page = await renderMapPage({ server, path: `/way?${ends}&place=3` });
    await page.findByText("18:37 · 17:20, amikor arra jársz");
    await page.user.click(await page.findByRole("link", { name: "Bezárás" }));
    await page.findByText("Egy mosdó az úton");
  });

  it("begins now, also after some minutes; another day is named", async () => {
    vi.useFakeTimers({ now: fridayAfternoon, shouldAdvanceTime: true });
    show(wayPast([[towns[2], 10 * 60, "open"]]));
    const page = await renderMapPage({ server, path: `/way?${ends}` });
    await page.findByText(/^máj. 9. 03:00 · /);
    expect(waysAsked()).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));
    expect(waysAsked()).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    await waitFor(() => expect(waysAsked()).toHaveLength(2));
  });

  it.each([
    ["error.parameter", 422, "legfeljebb 300 km"],
    ["error.toomanyrequests", 429, "Túl sok kérés"],
    ["error.error", 500, "Az utat nem sikerült betölteni"],
  ])("says why there is none: %s", async (code, status, text) => {
    show(Response.json({ code }, { status }));
    const page = await renderMapPage({ server, path: `/way?${ends}` });
    await page.findByText(new RegExp(text));
    // The ends are still there to be changed.
    page.getByRole("button", { name: "Honnan Eleje" });
  });
});

describe("the ends of a way", () => {
  it("are chosen by the visitor's position, and by the search of the map", async () => {
    show(wayPast([]));
    const vac = { id: "own.1", name: "Vác", detail: "", precision: "settlement" };
    server.responses.set("/api/v1/geo/suggest", () => Response.json([vac]));
    server.responses.set("/api/v1/geo/retrieve/", () =>
      Response.json({
        ...{ ...vac, place: "Vác", address_line1: "", address_line2: "" },
        ...{ longitude: 19.13, latitude: 47.78 },
      }),
    );
    const page = await renderMapPage({ server, path: "/way" });
    const panel = await panelOf(page);
    await page.user.click(await within(panel).findByRole("button", { name: "Honnan Válassz" }));
    geolocation.move([19.05, 47.5]);
    await page.user.click(await within(panel).findByRole("button", { name: "Ahol vagyok" }));
    await page.expectUrl("/way?from=19.05,47.5");
    const search = await page.findByRole("combobox", { name: "Hová mész?" });
    expect(document.activeElement).toBe(search);
    await page.user.type(search, "Vác");
    await page.user.click(await page.findByRole("option", { name: /Vác/ }));
    await page.expectUrl("/way?from=19.05,47.5&to=19.13,47.78&to_name=V%C3%A1c");
    const heading = await page.findByRole("heading", { name: "47,5 · 19,05 – Vác" });
    expect(document.activeElement).toBe(heading);
    await page.user.click(page.getByText(/^Gyalog · /));
    await page.user.click(page.getByRole("link", { name: "A két vége felcserélése" }));
    await page.expectUrl("/way?from=19.13,47.78&from_name=V%C3%A1c&to=19.05,47.5");
  });

  it("are given up with Escape", async () => {
    const page = await renderMapPage({ server, path: "/way" });
    const panel = await panelOf(page);
    await page.user.click(await within(panel).findByRole("button", { name: "Hová Válassz" }));
    await within(panel).findByText("Hová mész?");
    act(() => page.getByRole("main").focus());
    await page.user.keyboard("{Escape}");
    await within(panel).findByRole("button", { name: "Hová Válassz" });
  });
});

describe("a track", () => {
  const track = JSON.stringify({
    type: "LineString",
    coordinates: [
      [17.6, 47.6],
      [17.6, 47.7],
    ],
  });

  it("is sent as a line with its speed, saved, and asked for again where it is not known", async () => {
    vi.stubGlobal("caches", new StubCaches("http://localhost"));
    const bodies: unknown[] = [];
    server.responses.set("/api/v1/ways", (_url, { body }) => {
      bodies.push(body);
      const geometry = { type: "LineString", coordinates: JSON.parse(track).coordinates } as const;
      return Response.json({ ...wayPast([]), geometry });
    });
    const page = await renderMapPage({ server, path: "/way" });
    const field = await page.findByLabelText("Nyomvonal megnyitása (GPX, GeoJSON)");
    await page.user.upload(field, new File(["{"], "broken.json"));
    await page.findByText("Ez nem GPX és nem GeoJSON, vagy sérült.");
    await page.user.upload(field, new File([track], "tour.geojson"));
    await page.expectUrl(/^\/way\?track=tour.geojson~\w+$/);
    const path = page.url() ?? "";
    await page.findByRole("heading", { name: "tour.geojson" });
    await findSentence(page, /3 óra nélküle/);
    expect(bodies).toEqual([track]);
    await page.user.click(page.getByText(/^Gyalog · /));
    await page.user.selectOptions(page.getByLabelText("Sebesség"), "6");
    await page.expectUrl(/^\/way\?track=tour.geojson~\w+&speed=6/);
    await waitFor(() => expect(waysAsked().at(-1)).toBe("/api/v1/ways?speed=6"));
    await page.user.click(page.getByRole("button", { name: "Megőrzés internet nélkülre" }));
    await page.findByRole("button", { name: "Megőrizve" });
    page.unmount();

    // The saved way has the line, which is asked about anew; without a connection it is what there is.
    const saved = await renderMapPage({ server, path });
    await findSentence(saved, /3 óra nélküle/);
    expect(JSON.parse(String(bodies.at(-1)))).toEqual(JSON.parse(track));
    saved.unmount();
    server.responses.delete("/api/v1/ways");
    const offline = await renderMapPage({ server, path });
    await findSentence(offline, /3 óra nélküle/);
    offline.unmount();

    const asked = waysAsked().length;
    const again = await renderMapPage({ server, path: "/way?track=other.gpx" });
    await again.findByText(/A nyomvonal nincs benne a linkben/);
    expect(waysAsked()).toHaveLength(asked);
  });

  it("has stretches between places of no town, and its own ends", async () => {
    show(wayPast([[{ ...third, city: "" }, 97, "open"]]));
    const page = await renderMapPage({ server, path: "/way" });
    const field = await page.findByLabelText("Nyomvonal megnyitása (GPX, GeoJSON)");
    await page.user.upload(field, new File([track], "tour.geojson"));
    await findSentence(
      page,
      /: 1 óra 37 perc, az indulás és Széchenyi tér 3\. \(6,5\skm\) között\./,
    );
  });
});
