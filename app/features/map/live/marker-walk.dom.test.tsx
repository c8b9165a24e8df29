import { act, fireEvent, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { describe, expect, it, vi } from "vitest";
import type { ShownMarker } from "#app/features/map/live/map-style.ts";
import type { PlaceMap } from "#app/features/map/live/place-map.ts";
import { placesInGyor, stubServer } from "#tests/support/app/render-map-page.tsx";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { MarkerWalk } from "./marker-walk.tsx";

const server = stubServer();

const markerOf = (id: number): ShownMarker => {
  const [place] = placesInGyor.filter((known) => known.id === id);
  if (!place) throw new Error(`no place ${id}`);
  const { coordinates, accepted } = place;
  const feature = {
    kind: "place",
    marker: { id, coordinates, accepted, status: "open" },
    isSmall: false,
  } as const;
  return { key: `place ${id}`, feature, coordinates, x: 100 * id, y: 100 } as ShownMarker;
};

/** A walk over the markers of a map that is not drawn; `show` changes them. */
async function renderWalk(first: readonly ShownMarker[]) {
  let markers = first;
  let renew = () => {};
  const zooms: number[] = [];
  const map = {
    get markers() {
      return markers;
    },
    place: (marker: ShownMarker) => marker,
    nearestMarker: (marker: ShownMarker, shown: readonly ShownMarker[]) =>
      shown.find(({ key }) => key === marker.key) ?? shown[0] ?? null,
    watchMarkers: (_: () => void, changed: () => void) => {
      renew = changed;
      return () => {};
    },
    zoomBy: (zoom: number) => zooms.push(zoom),
  } as unknown as PlaceMap;
  const onPress = vi.fn();
  const onEnd = vi.fn();
  const walk = <MarkerWalk map={map} chosen={null} from={null} onPress={onPress} onEnd={onEnd} />;
  const page = await act(async () => renderPage(<Suspense>{walk}</Suspense>));
  return {
    ...page,
    onPress,
    onEnd,
    zooms,
    focused: () => document.activeElement?.textContent ?? "",
    show: (next: readonly ShownMarker[]) => {
      markers = next;
      act(() => renew());
    },
    /** Draws the same markers anew, and presses a key before the walk has them. */
    pressWhileRenewed: (key: string) => {
      markers = markers.map((marker) => ({ ...marker }));
      act(() => {
        renew();
        fireEvent.keyDown(document.activeElement!, { key });
      });
    },
  };
}

describe("MarkerWalk", () => {
  it("goes from marker to marker with the arrows, Home and End, as one stop of the keyboard", async () => {
    const walk = await renderWalk([1, 2, 3].map(markerOf));
    await waitFor(() => expect(walk.focused()).toMatch(/Széchenyi tér 1\..*1\/3$/));
    for (const [key, at] of [
      ["ArrowDown", 2],
      ["ArrowRight", 3],
      // The end is an end.
      ["ArrowDown", 3],
      ["ArrowUp", 2],
      ["Home", 1],
      ["ArrowLeft", 1],
      ["End", 3],
    ] as const) {
      await walk.user.keyboard(`{${key}}`);
      expect(walk.focused(), key).toMatch(new RegExp(`${at}/3$`));
    }
    expect(walk.container.querySelectorAll("[tabindex='0']")).toHaveLength(1);
    await walk.user.keyboard("+-");
    expect(walk.zooms).toEqual([1, -1]);
    await walk.user.keyboard("{Enter}");
    expect(walk.onPress).toHaveBeenCalledWith(markerOf(3).feature);
    await walk.user.keyboard("{Escape}");
    expect(walk.onEnd).toHaveBeenCalledWith(true);
  });

  it("follows the map, and ends where it shows nothing", async () => {
    const walk = await renderWalk([1, 2, 3].map(markerOf));
    await waitFor(() => expect(walk.focused()).toContain("tér 1."));
    await walk.user.keyboard("{End}");
    walk.show([2, 3].map(markerOf));
    await waitFor(() => expect(walk.focused()).toMatch(/tér 3\..*2\/2$/));
    walk.show([]);
    expect(walk.onEnd).toHaveBeenCalledWith(true);
  });

  it("goes on from a marker that a key reached while the map was drawn anew", async () => {
    const walk = await renderWalk([1, 2, 3].map(markerOf));
    await waitFor(() => expect(walk.focused()).toContain("tér 1."));
    walk.pressWhileRenewed("End");
    expect(walk.focused()).toMatch(/3\/3$/);
    await walk.user.keyboard("{ArrowUp}");
    expect(walk.focused()).toMatch(/2\/3$/);
  });

  it("loads the place of the marker that it reaches, and of its neighbours, once", async () => {
    const walk = await renderWalk([1, 2, 3].map(markerOf));
    await waitFor(() => expect(walk.focused()).toContain("tér 1."));
    await walk.user.keyboard("{ArrowDown}{ArrowUp}");
    const requests = server.requests.filter((request) => request.startsWith("/api/v1/places/"));
    expect(requests.toSorted()).toEqual([1, 2, 3].map((id) => `/api/v1/places/${id}`));
  });
});
