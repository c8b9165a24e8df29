import { act } from "@testing-library/react";
import { createRef, Suspense, useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { BaseMapState } from "#app/features/map/base-map/base-map-state.ts";
import type { MapHandle } from "./map-canvas.tsx";
import type { PlaceMapOptions } from "./place-map.ts";

const view = { longitude: 19, latitude: 47, zoom: 10 };
const made: { options: PlaceMapOptions; isRemoved: boolean }[] = [];

vi.mock("./place-map.ts", () => ({
  /** The live map without its drawing. */
  PlaceMap: class {
    readonly #entry;
    constructor(options: PlaceMapOptions) {
      this.#entry = { options, isRemoved: false };
      made.push(this.#entry);
    }
    remove() {
      this.#entry.isRemoved = true;
    }
    begin() {}
    update() {}
    guide() {}
    retitle() {}
  },
}));

afterEach(() => {
  vi.doUnmock("./place-map.ts");
  vi.resetModules();
});

it("is made anew on the embedded base map where it cannot draw the other, and the page says so", async () => {
  vi.resetModules();
  // All that share a context with the canvas.
  const { MapCanvas } = await import("./map-canvas.tsx");
  const { BaseMapNotice } = await import("#app/features/map/base-map/base-map-notice.tsx");
  const { LiveRegion } = await import("#app/ui/live-region.tsx");
  const { renderPage } = await import("#tests/support/app/render-page.tsx");
  function Stage() {
    const [baseMap, setBaseMap] = useState<BaseMapState | null>(null);
    const nothing = () => {};
    return (
      <LiveRegion>
        <Suspense>
          <MapCanvas
            ref={createRef<MapHandle>() as never}
            initial={{ view, isRaised: false, isNamed: true }}
            filterSearch=""
            chosen={null}
            guidance={null}
            mayLocate={undefined}
            position={null}
            covered={() => ({ top: 0, bottom: 0 })}
            onBaseMap={setBaseMap}
            onReady={nothing}
            onChoose={nothing}
            onMoveEnd={nothing}
            onPosition={nothing}
            onLoadFailure={nothing}
            onContextGone={nothing}
          />
        </Suspense>
        <BaseMapNotice baseMap={baseMap} view={view} beyond="beyond" className="" />
      </LiveRegion>
    );
  }
  const page = renderPage(<Stage />);
  await vi.waitFor(() => expect(made).toHaveLength(1));
  expect(made[0]?.options.baseMap.isFallback).toBe(false);
  expect(page.queryByText(/^A részletes térkép most nem érhető el/)).toBeNull();
  act(() => made[0]?.options.onStyleFailure());
  expect(made).toHaveLength(2);
  expect(made[0]?.isRemoved).toBe(true);
  expect(made[1]?.options.baseMap.isFallback).toBe(true);
  expect(page.getAllByText(/^A részletes térkép most nem érhető el/).length).toBeGreaterThan(0);
});
