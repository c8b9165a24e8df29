import { act } from "@testing-library/react";
import { createRef, Suspense, useState } from "react";
import { afterAll, expect, it, vi } from "vitest";
import type { BaseMapState } from "#app/features/map/base-map/base-map-state.ts";
import type { MapHandle } from "./map-canvas.tsx";
import type { PlaceMapOptions } from "./place-map.ts";
import type { Guidance } from "./route.ts";

const view = { longitude: 19, latitude: 47, zoom: 10 };
const made: { options: PlaceMapOptions; isRemoved: boolean; isNorthUp: boolean | null }[] = [];

vi.mock("./place-map.ts", () => ({
  /** The live map without its drawing. */
  PlaceMap: class {
    readonly #entry: (typeof made)[number];
    constructor(options: PlaceMapOptions) {
      this.#entry = { options, isRemoved: false, isNorthUp: null };
      made.push(this.#entry);
    }
    remove() {
      this.#entry.isRemoved = true;
    }
    begin() {}
    update() {}
    guide(_guidance: Guidance | null, isNorthUp: boolean) {
      this.#entry.isNorthUp = isNorthUp;
    }
    retitle() {}
  },
}));

afterAll(() => {
  vi.doUnmock("./place-map.ts");
  vi.resetModules();
});

async function renderCanvas(guidance: Guidance | null = null) {
  vi.resetModules();
  made.length = 0;
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
            lettered={[]}
            guidance={guidance}
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
  return page;
}

it("is made anew on the embedded base map where it cannot draw the other, and the page says so", async () => {
  const page = await renderCanvas();
  expect(made[0]?.options.baseMap.isFallback).toBe(false);
  expect(page.queryByText(/^A részletes térkép most nem érhető el/)).toBeNull();
  act(() => made[0]?.options.onStyleFailure());
  expect(made).toHaveLength(2);
  expect(made[0]?.isRemoved).toBe(true);
  expect(made[1]?.options.baseMap.isFallback).toBe(true);
  expect(page.getAllByText(/^A részletes térkép most nem érhető el/).length).toBeGreaterThan(0);
});

it("turns with a guided walker until one press puts north up", async () => {
  const position = [19, 47] as const;
  const geometry = { type: "LineString", coordinates: [position, position] } as const;
  const guidance = { position, heading: 90, raisesSheet: false };
  const page = await renderCanvas({ ...guidance, route: { kind: "route", geometry } });
  const northUp = await page.findByRole("button", { name: "Észak felül", pressed: false });
  expect(made[0]?.isNorthUp).toBe(false);
  act(() => northUp.click());
  expect(made[0]?.isNorthUp).toBe(true);
  act(() => northUp.click());
  expect(made[0]?.isNorthUp).toBe(false);
});
