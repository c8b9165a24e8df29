import { act, createEvent, fireEvent } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { MapHandle } from "#app/features/map/live/map-canvas.tsx";
import { parseMapPageQuery } from "#domain/map/map-page-query.ts";
import { formatMapView, type MapView } from "#domain/map/map-view.ts";
import { listOf, placesInGyor, stubServer } from "#tests/support/app/render-map-page.tsx";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { fridayAfternoon } from "#tests/support/place-in-gyor.ts";
import { PictureMap } from "./picture-map.tsx";

const server = stubServer();
const start: MapView = { longitude: 19, latitude: 47, zoom: 10 };
const [first] = placesInGyor;

afterEach(() => void vi.restoreAllMocks());

/** The map of pictures, 800 pixels wide and high. */
async function renderMap({ isInFrame = false } = {}) {
  for (const side of ["clientWidth", "clientHeight"] as const) {
    vi.spyOn(HTMLElement.prototype, side, "get").mockReturnValue(800);
  }
  HTMLElement.prototype.setPointerCapture = () => {};
  const parsed = parseMapPageQuery(new URLSearchParams());
  if (!parsed.ok) throw new Error("the plain address is valid");
  const ref = createRef<MapHandle>();
  const on = { choose: vi.fn(), moveEnd: vi.fn(), ready: vi.fn(), loadFailure: vi.fn() };
  const page = renderPage(
    <PictureMap
      ref={ref as never}
      query={parsed.query}
      initial={{ view: start, isRaised: false, isNamed: true }}
      chosen={null}
      position={null}
      lettered={[]}
      ringed={null}
      covered={() => ({ top: 0, bottom: 0 })}
      hrefOf={({ view }) => `/?view=${view && formatMapView(view)}`}
      isInFrame={isInFrame}
      onChoose={on.choose}
      onMoveEnd={on.moveEnd}
      onReady={on.ready}
      onLoadFailure={on.loadFailure}
    />,
  );
  const map = await page.findByRole("application");
  /** Moves fingers, each by its way in CSS pixels from a point of its own. */
  const drag = (
    ...fingers: readonly (readonly [x: number, y: number, byX: number, byY: number])[]
  ) => {
    const dispatch = (type: "pointerDown" | "pointerMove" | "pointerUp", part: 0 | 1) => {
      for (const [index, [x, y, byX, byY]] of fingers.entries()) {
        const at = { clientX: x + part * byX, clientY: y + part * byY };
        fireEvent[type](map, { pointerId: index + 1, pointerType: "touch", button: 0, ...at });
      }
    };
    dispatch("pointerDown", 0);
    dispatch("pointerMove", 1);
    dispatch("pointerUp", 1);
  };
  /** Turns the wheel in the middle; returns whether the page around scrolls. */
  const turn = (deltaY: number, ctrlKey = false) => {
    const wheel = createEvent.wheel(map, { deltaY, clientX: 400, clientY: 400 });
    // The wheel's event has no keys in this DOM.
    Object.defineProperty(wheel, "ctrlKey", { value: ctrlKey });
    fireEvent(map, wheel);
    return !wheel.defaultPrevented;
  };
  const view = (): MapView => on.moveEnd.mock.lastCall?.[0].view;
  return { ...page, map, on, ref, drag, turn, view };
}

describe("the map of pictures", () => {
  it("moves with a finger, and zooms with two", async () => {
    const { drag, view } = await renderMap();
    drag([400, 400, -256, 0]);
    // The world is 512 pixels wide at zoom 0.
    expect(view().longitude).toBeCloseTo(19 + 360 / 2 ** 11);
    expect(view()).toMatchObject({ zoom: 10 });
    drag([300, 400, -100, 0], [500, 400, 100, 0]);
    expect(view().zoom).toBeCloseTo(11);
  });

  it("keeps the last picture until the next is there, and says when it is idle", async () => {
    const { map, on, container, ref } = await renderMap();
    const pictures = () =>
      [...container.querySelectorAll("img")].map(
        ({ src }) => new URL(src).searchParams.get("view") ?? "",
      );
    expect(map.dataset.mapState).toBe("loading");
    fireEvent.load(container.querySelector("img")!);
    expect(map.dataset.mapState).toBe("idle");
    expect(on.ready).toHaveBeenCalledOnce();
    act(() => ref.current?.show({ ...start, zoom: 12 }));
    expect(pictures()).toEqual(["19,47,10", "19,47,12"]);
    fireEvent.load(container.querySelectorAll("img")[1]!);
    expect(pictures()).toEqual(["19,47,12"]);
  });

  it("zooms and moves with keys, buttons and the wheel", async () => {
    const { map, getByRole, turn, view } = await renderMap();
    vi.useFakeTimers({ now: fridayAfternoon });
    fireEvent.click(getByRole("link", { name: "Nagyítás" }));
    expect(view().zoom).toBe(11);
    fireEvent.keyDown(map, { key: "-" });
    expect(view().zoom).toBe(10);
    fireEvent.keyDown(map, { key: "ArrowUp" });
    expect(view().latitude).toBeGreaterThan(47);
    expect(turn(-400)).toBe(false);
    act(() => vi.advanceTimersByTime(200));
    expect(view().zoom).toBe(11);
  });

  it("chooses the place under a press, and shows more where there are several", async () => {
    const { map, on, view } = await renderMap();
    server.responses.set("/api/v1/places", () => Response.json(listOf([first], { total: 2 })));
    fireEvent.keyDown(map, { key: "Enter" });
    await vi.waitFor(() => expect(view().zoom).toBe(12));
    server.responses.set("/api/v1/places", () => Response.json(listOf([first])));
    fireEvent.keyDown(map, { key: "Enter" });
    await vi.waitFor(() => expect(on.choose).toHaveBeenCalledOnce());
    expect(on.choose.mock.lastCall?.[0]).toMatchObject({ id: first?.id, status: "open" });
    server.responses.delete("/api/v1/places");
    fireEvent.keyDown(map, { key: "Enter" });
    await vi.waitFor(() => expect(on.loadFailure).toHaveBeenCalledOnce());
  });

  it("goes to a place that is out of sight, and to both place and visitor", async () => {
    const { ref, on, view } = await renderMap();
    act(() => ref.current?.reveal([19.01, 47.01]));
    expect(on.moveEnd).not.toHaveBeenCalled();
    act(() => ref.current?.reveal([21, 47]));
    expect(view().longitude).toBe(21);
    act(() => ref.current?.showBoth([19, 47], [19.2, 47], { top: 0, bottom: 0 }));
    expect(view().longitude).toBeCloseTo(19.1);
  });
});

describe("in a frame of another site", () => {
  const messages = { fingers: /két ujj/, control: /Ctrl/ };

  it("a finger scrolls the page around, which is said for a while; two move the map", async () => {
    const { map, on, drag, queryByText } = await renderMap({ isInFrame: true });
    vi.useFakeTimers({ now: fridayAfternoon });
    // The browser scrolls the page, and takes the finger away from the map.
    expect(map.style.touchAction).toBe("pan-x pan-y");
    const finger = { pointerId: 1, pointerType: "touch", button: 0, clientX: 400, clientY: 400 };
    fireEvent.pointerDown(map, finger);
    fireEvent.pointerMove(map, { ...finger, clientY: 300 });
    fireEvent.pointerCancel(map, finger);
    expect(queryByText(messages.fingers)).not.toBeNull();
    act(() => vi.advanceTimersByTime(1_499));
    expect(queryByText(messages.fingers)).not.toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(queryByText(messages.fingers)).toBeNull();
    expect(on.moveEnd).not.toHaveBeenCalled();
    drag([300, 400, 50, 0], [500, 400, 50, 0]);
    expect(on.moveEnd).toHaveBeenCalled();
  });

  it("the wheel scrolls the page around, which is said; with Ctrl it zooms", async () => {
    const { on, turn, view, queryByText } = await renderMap({ isInFrame: true });
    vi.useFakeTimers({ now: fridayAfternoon });
    expect(turn(120)).toBe(true);
    expect(queryByText(messages.control)).not.toBeNull();
    expect(on.moveEnd).not.toHaveBeenCalled();
    expect(turn(-400, true)).toBe(false);
    act(() => vi.advanceTimersByTime(200));
    expect(view().zoom).toBe(11);
  });
});
