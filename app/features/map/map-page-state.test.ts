import { describe, expect, it } from "vitest";
import type { Guidance } from "#app/features/map/live/route.ts";
import type { ShownAddress } from "#domain/address-search/shown-address.ts";
import { initialView } from "#domain/map/initial-view.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { placeInGyor } from "#tests/support/place-in-gyor.ts";
import {
  beginMapPage,
  type MapPageContext,
  type MapPageState,
  nextMapPage,
  shownSnap,
} from "./map-page-state.ts";

const query = { place: null, filters: noFilters, includeUnknown: false, view: null };
const looking: MapPageContext = { query, placeId: null, isOpenedHere: false, support: "live" };
const chosen: MapPageContext = { ...looking, query: { ...query, place: 7 }, placeId: 7 };
const guidance: Guidance = { route: null, position: [19, 47], heading: null, raisesSheet: false };

const view = { longitude: 19, latitude: 47, zoom: 14 };
const area = { view, size: { width: 390, height: 844 } };
const elsewhere = { ...area, view: { ...view, latitude: 48 } };
const begun = beginMapPage(query, initialView(null, null));
const ready: MapPageState = { ...begun, area, isMapReady: true };
const pointing = { ...ready, isPointing: true };
const guided = { ...ready, guidance };

const { coordinates, accepted } = placeInGyor;
const marker = { id: 7, coordinates, accepted, status: "open" } as const;
const find = {
  place: { ...placeInGyor, id: 7 },
  from: [19, 47],
  measured: null,
  beside: null,
} as const;
const found: ShownAddress = { name: "Piac utca, Debrecen", coordinates: [21, 47.5], zoom: 16 };

describe("a press on a marker", () => {
  it("pushes the place's URL, in the frame of the press", () => {
    const { page, go } = nextMapPage(ready, looking, "markerPressed", marker);
    expect(page.pressed).toBe(marker);
    expect(go).toEqual([
      "/?place=7",
      expect.objectContaining({ state: { openedHere: true }, flushSync: true }),
    ]);
  });

  it("from another place has no way back to the page without one", () => {
    const { go } = nextMapPage(ready, { ...chosen, placeId: 8 }, "markerPressed", marker);
    expect(go?.[1]).toMatchObject({ state: undefined });
  });

  it("does nothing for the chosen place, nor for a guided visitor", () => {
    expect(nextMapPage(ready, chosen, "markerPressed", marker).go).toBeUndefined();
    expect(nextMapPage(guided, looking, "markerPressed", marker)).toEqual({ page: guided });
  });
});

describe("a guided visitor", () => {
  it.each([
    ["held", [19, 47]],
    ["placeSearched", 8],
    ["nearestWanted", undefined],
    ["pressed", [19, 47]],
  ] as const)("loses the route by nothing: %s", (kind, detail) => {
    expect(nextMapPage(guided, chosen, kind, detail as never)).toEqual({ page: guided });
  });

  it("keeps the place while looking elsewhere, and the URL the view", () => {
    const { page, go } = nextMapPage(guided, chosen, "searched", found, area.size);
    expect(go?.[0]).toBe("/?place=7&view=21,47.5,16");
    expect(page.sight).toMatchObject({ to: "show" });
    expect(nextMapPage(guided, chosen, "moved", elsewhere).page).toMatchObject({
      area: elsewhere,
      view: null,
    });
    const entry = { view, place: null };
    expect(nextMapPage(guided, chosen, "crossed", entry, true).page.sight).toMatchObject({
      to: "recentre",
    });
  });

  it("points no more, and the sheet shows more of the map unless there is a warning or no map", () => {
    const { page } = nextMapPage(pointing, chosen, "guided", guidance);
    expect(page.isPointing).toBe(false);
    expect(shownSnap(page, chosen)).toBe("peek");
    const warned = { ...page, guidance: { ...guidance, raisesSheet: true } };
    expect(shownSnap(warned, chosen)).toBe("half");
    expect(shownSnap(page, { ...chosen, support: "none" })).toBe("half");
  });
});

describe("Escape", () => {
  const press = (page: MapPageState, context: MapPageContext) => {
    const next = nextMapPage(page, context, "escaped");
    return { ...next, snap: shownSnap(next.page, context) };
  };

  it("ends pointing first, then closes the place, then lowers the sheet", () => {
    expect(press(pointing, chosen)).toMatchObject({ page: { isPointing: false } });
    expect(press(pointing, chosen).go).toBeUndefined();
    expect(press(ready, chosen).go).toEqual(["/", expect.objectContaining({ replace: true })]);
    expect(press(ready, { ...chosen, isOpenedHere: true }).go).toBe("back");
    const raised = nextMapPage(ready, looking, "snapped", "full").page;
    expect(press(raised, looking).snap).toBe("half");
  });

  it("does not end the guidance", () => {
    const raised = nextMapPage(guided, chosen, "snapped", "half").page;
    expect(press(raised, chosen)).toMatchObject({ snap: "peek", go: undefined });
  });
});

describe("the sheet", () => {
  it("is half open for a chosen place, and as the visitor wants until another is chosen", () => {
    expect(shownSnap(ready, looking)).toBe("peek");
    expect(shownSnap(ready, chosen)).toBe("half");
    const { page } = nextMapPage(ready, chosen, "snapped", "full");
    expect(shownSnap(page, chosen)).toBe("full");
    expect(shownSnap(page, { ...chosen, placeId: 8 })).toBe("half");
    expect(shownSnap(page, looking)).toBe("peek");
  });

  it("comes back at the peek after a place, whatever the list's height was", () => {
    const list = nextMapPage(ready, looking, "snapped", "full").page;
    expect(shownSnap(nextMapPage(list, looking, "shown").page, looking)).toBe("full");
    const place = nextMapPage(list, chosen, "shown").page;
    expect(shownSnap(nextMapPage(place, looking, "shown").page, looking)).toBe("peek");
  });
});

describe("a press while the visitor says where they are", () => {
  it("sets the position and looks for the nearest place, from streets on", () => {
    const { page } = nextMapPage(pointing, looking, "pressed", [19.1, 47.1]);
    expect(page).toMatchObject({
      position: [19.1, 47.1],
      pointed: [19.1, 47.1],
      isPointing: false,
      nearestPresses: 1,
    });
  });

  it("zooms in from afar", () => {
    const far = { ...pointing, area: { ...area, view: { ...view, zoom: 12.9 } } };
    const { page } = nextMapPage(far, looking, "pressed", [19.1, 47.1]);
    expect(page.position).toBeNull();
    expect(page.sight).toMatchObject({ to: "begin", view: { longitude: 19.1, zoom: 15.9 } });
  });
});

describe("the visitor's position", () => {
  it("is where the map begins, once the places around are known", () => {
    const { page } = nextMapPage(begun, looking, "located", [19, 47]);
    expect(page).toMatchObject({ isPlacing: true, initial: { view: { longitude: 19 } } });
    expect(nextMapPage(page, looking, "placed", view).page).toMatchObject({
      isPlacing: false,
      initial: { view },
    });
  });

  it.each([
    ["of a named view or place", { ...begun, initial: { ...begun.initial, isNamed: true } }],
    ["of a live map, which goes there by itself", ready],
  ])("does not move the map %s", (_, page) => {
    const located = nextMapPage(page, looking, "located", [19, 47]).page;
    expect(located).toEqual({ ...page, position: [19, 47] });
  });

  it("counts as another from 25 m on", () => {
    const there = { ...ready, position: [19, 47] } as const;
    expect(nextMapPage(there, looking, "located", [19.0003, 47]).page).toEqual(there);
    expect(nextMapPage(there, looking, "located", [19.0004, 47]).page.position).toEqual([
      19.0004, 47,
    ]);
  });

  it("moves the map to the circle where it is rough, and no named view", () => {
    const rough = { position: [19, 47], accuracyMeters: 3_000 } as const;
    expect(nextMapPage(ready, looking, "roughlyLocated", rough, view).page).toMatchObject({
      rough,
      sight: { to: "begin", view },
    });
    const named = { ...ready, initial: { ...ready.initial, isNamed: true } };
    expect(nextMapPage(named, looking, "roughlyLocated", rough, view).page).toEqual(named);
  });
});

describe("a search", () => {
  it("closes the place and moves the map, which the list follows where there is none yet", () => {
    const { page, go } = nextMapPage(begun, chosen, "searched", found, area.size);
    expect(go).toEqual([
      "/?view=21,47.5,16",
      expect.objectContaining({ state: { searched: true } }),
    ]);
    expect(page.searched).toBe(found);
    expect(page.area?.view.zoom).toBe(16);
    expect(nextMapPage(ready, chosen, "searched", found, area.size).page.area).toBe(area);
  });

  it("is undone by Back, which shows the place of the entry", () => {
    const { page } = nextMapPage(ready, looking, "crossed", { view, place: 7 }, true);
    expect(page).toMatchObject({ view, sight: { to: "show", view, place: 7 } });
    expect(nextMapPage(ready, looking, "crossed", { view, place: 7 }, false).page.sight).toBeNull();
  });
});

describe("the big button", () => {
  it("chooses the place, opens the sheet and shows it with the visitor", () => {
    const { page, go } = nextMapPage(ready, looking, "nearestFound", find);
    expect(go?.[0]).toBe("/?place=7");
    const points = [placeInGyor.coordinates, [19, 47]];
    expect(page).toMatchObject({ find, sight: { to: "showBoth", points, place: 7 } });
    expect(shownSnap(page, chosen)).toBe("half");
  });
});

describe("a way", () => {
  const ends = { from: null, to: null, track: null };
  const plan = { ...ends, by: "foot", detour: 300, stretch: null, speed: 4 } as const;
  const planned: MapPageContext = { ...looking, query: { ...query, way: plan } };
  const vaduz = { name: "Vaduz", coordinates: [9.52, 47.14] } as const;
  const begin: MapPageContext = { ...planned, query: { ...query, way: { ...plan, from: vaduz } } };
  const aiming = { ...ready, aim: "from" } as const;
  const ended = "/way?from=9.52,47.14&from_name=Vaduz";

  it("has its first end where a search leads, around which the next one is looked for", () => {
    const { page, go } = nextMapPage(
      aiming,
      planned,
      "searched",
      { ...vaduz, zoom: 17 },
      area.size,
    );
    expect(go?.[0]).toBe(ended);
    expect(page).toMatchObject({
      aim: "to",
      sight: { to: "show", view: { longitude: 9.52, latitude: 47.14, zoom: 12 } },
    });
    expect(shownSnap(page, begin)).toBe("peek");
  });

  it("has its other end where the map is pressed, and is then shown as a whole", () => {
    const { page, go } = nextMapPage({ ...aiming, aim: "to", view }, begin, "pressed", [9.5, 47.2]);
    expect(go?.[0]).toBe(`${ended}&to=9.5,47.2`);
    expect(page).toMatchObject({ aim: null, view: null });
    expect(shownSnap(page, begin)).toBe("half");
    const corners = [
      [9.5, 47.14],
      [9.52, 47.2],
    ] as const;
    expect(nextMapPage(page, begin, "wayFound", corners).page.sight).toEqual({
      to: "showBoth",
      points: corners,
    });
  });

  it("is a track until an end is chosen", () => {
    const track = { name: "tour.gpx", line: [vaduz.coordinates] };
    const { page, go } = nextMapPage(aiming, begin, "tracked", track);
    expect(go?.[0]).toBe(`${ended}&track=tour.gpx`);
    expect(page).toMatchObject({ track, aim: null });
    const tracked = { ...planned, query: { ...query, way: { ...plan, track: "tour.gpx" } } };
    const next = nextMapPage({ ...page, aim: "from" }, tracked, "ended", vaduz, "from");
    expect(next).toMatchObject({ page: { track: null }, go: [ended, expect.anything()] });
  });

  it("begins with the search where it has no ends", () => {
    const { page, go } = nextMapPage(ready, planned, "searched", { ...vaduz, zoom: 9 }, area.size);
    expect(go?.[0]).toBe(ended);
    expect(page.aim).toBe("to");
  });

  it("is zoomed into by a press from far away, which is no end yet", () => {
    const far = { ...area, view: { ...view, zoom: 8 } };
    const { page, go } = nextMapPage({ ...aiming, area: far }, planned, "pressed", [9.5, 47.2]);
    expect(go).toBeUndefined();
    expect(page).toMatchObject({
      aim: "from",
      sight: { to: "begin", view: { longitude: 9.5, latitude: 47.2, zoom: 11 } },
    });
    const near = { ...area, view: { ...view, zoom: 9 } };
    expect(nextMapPage({ ...aiming, area: near }, planned, "held", [9.5, 47.2]).go?.[0]).toBe(
      "/way?from=9.5,47.2",
    );
  });

  it("takes an end by no press that is not asked for", () => {
    expect(nextMapPage(ready, begin, "pressed", [9.5, 47.2])).toEqual({ page: ready });
    expect(nextMapPage(ready, begin, "ended", vaduz, "from")).toEqual({ page: ready });
    // A position that comes late is not of the other end.
    expect(nextMapPage(aiming, begin, "ended", vaduz, "to")).toEqual({ page: aiming });
    expect(nextMapPage(aiming, begin, "escaped").page.aim).toBeNull();
    // Back has left the page of the way.
    const { go } = nextMapPage(aiming, looking, "searched", found, area.size);
    expect(go?.[0]).toMatch(/^\/\?view=21,47.5/);
  });

  it("keeps its ends where detour or time change", () => {
    const way = { ...plan, from: vaduz, detour: 500, stretch: 30 };
    const [path, options] = nextMapPage(ready, begin, "planned", way).go ?? [];
    expect(path).toBe(`${ended}&detour=500&stretch=30`);
    expect(options).toMatchObject({ replace: true });
  });
});

describe("the URL", () => {
  it("follows the map, but for a view that it has not left", () => {
    expect(nextMapPage(ready, looking, "moved", elsewhere).page.view).toBe(elsewhere.view);
    expect(nextMapPage(ready, looking, "moved", area).page.view).toBeNull();
  });

  it("names the view at the visitor when the map is ready, and no view that was not chosen", () => {
    const there = { ...begun, position: [19, 47] } as const;
    expect(nextMapPage(there, looking, "ready", area).page.view).toBe(view);
    expect(nextMapPage(begun, looking, "ready", area).page.view).toBeNull();
  });

  it("turns a filter, and keeps a place that is loading with an entry of its own", () => {
    const [path, options] = nextMapPage(ready, looking, "filtered", "free").go ?? [];
    expect([path, options]).toEqual(["/?free=1", expect.objectContaining({ replace: true })]);
    const loading = { ...looking, placeId: 7 };
    expect(nextMapPage(ready, loading, "filtered", "free").go).toEqual([
      "/?place=7&free=1",
      expect.objectContaining({ replace: false }),
    ]);
  });

  it("leads to a new place at a long press", () => {
    expect(nextMapPage(ready, looking, "held", [19, 47]).go).toEqual(["/places?add=1&at=19,47"]);
  });
});
