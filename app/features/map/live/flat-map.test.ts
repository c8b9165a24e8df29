import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { onMapIdle, showOnceDrawn, watchContext, watchStyle } from "./flat-map.ts";

/** A map that only emits events. */
function watched() {
  const map = new EventEmitter();
  const onRefused = vi.fn();
  watchStyle(map, onRefused);
  // A listener is needed: an emitter throws an error without one.
  map.on("error", () => {});
  return { map, onRefused };
}

const styleError = new Error('layers[0]: source "nowhere" not found');

describe("watchStyle", () => {
  it("calls back once for a refused style, however many errors it has", () => {
    const { map, onRefused } = watched();
    map.emit("error", { error: styleError });
    map.emit("error", { error: styleError });
    expect(onRefused).toHaveBeenCalledOnce();
  });

  it("does not call back once the style is accepted", () => {
    const { map, onRefused } = watched();
    map.emit("style.load");
    map.emit("error", { error: styleError });
    expect(onRefused).not.toHaveBeenCalled();
  });

  it("does not call back for a failed load", () => {
    const { map, onRefused } = watched();
    map.emit("error", { error: new TypeError("Failed to fetch") });
    map.emit("error", { error: Object.assign(new Error("not there"), { status: 404 }) });
    expect(onRefused).not.toHaveBeenCalled();
    map.emit("error", { error: styleError });
    expect(onRefused).toHaveBeenCalledOnce();
  });
});

/** A map whose graphics have done what they were given once `isDone` is set. */
function drawing() {
  const graphics = {
    isDone: false,
    SYNC_GPU_COMMANDS_COMPLETE: 0x9117,
    TIMEOUT_EXPIRED: 0x911b,
    CONDITION_SATISFIED: 0x911c,
    fenceSync: () => ({}),
    flush: vi.fn(),
    deleteSync: vi.fn(),
    clientWaitSync: () =>
      graphics.isDone ? graphics.CONDITION_SATISFIED : graphics.TIMEOUT_EXPIRED,
  };
  const canvas = { style: { display: "" }, getContext: () => graphics };
  const emitter = new EventEmitter();
  const map = {
    getCanvas: () => canvas as unknown as HTMLCanvasElement,
    on: (name: "idle", listener: () => void) => emitter.on(name, listener),
    once: (name: "idle", listener: () => void) => emitter.once(name, listener),
    fire: (name: "idle") => emitter.emit(name),
  };
  const onIdle = vi.fn();
  showOnceDrawn(map);
  onMapIdle(map, onIdle);
  return { map, canvas, graphics, onIdle };
}

describe("showOnceDrawn", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("shows the canvas when the graphics have drawn the first picture, and the map is idle then", async () => {
    const { map, canvas, graphics, onIdle } = drawing();
    expect(canvas.style.display).toBe("none");
    map.fire("idle");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(canvas.style.display).toBe("none");
    expect(onIdle).not.toHaveBeenCalled();
    graphics.isDone = true;
    await vi.advanceTimersByTimeAsync(16);
    expect(canvas.style.display).toBe("");
    expect(onIdle).toHaveBeenCalledOnce();
    expect(graphics.flush).toHaveBeenCalled();
    map.fire("idle");
    expect(onIdle).toHaveBeenCalledTimes(2);
  });

  it("waits five seconds at most", async () => {
    const { map, canvas, onIdle } = drawing();
    map.fire("idle");
    await vi.advanceTimersByTimeAsync(4_980);
    expect(canvas.style.display).toBe("none");
    await vi.advanceTimersByTimeAsync(40);
    expect(canvas.style.display).toBe("");
    expect(onIdle).toHaveBeenCalledOnce();
  });
});

describe("watchContext", () => {
  const page = Object.assign(new EventTarget(), { hidden: false });
  const show = (isSeen: boolean) => {
    page.hidden = !isSeen;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("document", page);
    show(true);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function lost() {
    const map = new EventEmitter();
    const onGone = vi.fn();
    const end = watchContext(map, onGone);
    map.emit("webglcontextlost");
    return { map, onGone, end };
  }

  it("calls back after three seconds without the context", () => {
    const { onGone } = lost();
    vi.advanceTimersByTime(2_999);
    expect(onGone).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onGone).toHaveBeenCalledOnce();
  });

  it("does not call back for a context that came back, nor after the end", () => {
    const { map, onGone, end } = lost();
    map.emit("webglcontextrestored");
    vi.advanceTimersByTime(3_000);
    map.emit("webglcontextlost");
    end();
    vi.advanceTimersByTime(3_000);
    show(true);
    vi.advanceTimersByTime(3_000);
    expect(onGone).not.toHaveBeenCalled();
  });

  it("counts from when the page is seen again", () => {
    const { onGone } = lost();
    vi.advanceTimersByTime(2_000);
    show(false);
    vi.advanceTimersByTime(60_000);
    show(true);
    vi.advanceTimersByTime(2_999);
    expect(onGone).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onGone).toHaveBeenCalledOnce();
  });
});
