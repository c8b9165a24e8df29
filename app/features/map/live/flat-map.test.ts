import { EventEmitter } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { watchStyle } from "./flat-map.ts";

/** A map that only emits events. */
function watched() {
  const map = new EventEmitter();
  const onRefused = vi.fn();
  watchStyle(map, onRefused);
  // A listener is needed: an emitter throws an error without one.
  map.on("error", () => {});
  return { map, onRefused };
}

const fault = new Error('layers[0]: source "nowhere" not found');

describe("watchStyle", () => {
  it("calls back once for a refused style, however many faults it has", () => {
    const { map, onRefused } = watched();
    map.emit("error", { error: fault });
    map.emit("error", { error: fault });
    expect(onRefused).toHaveBeenCalledOnce();
  });

  it("does not call back once the style is accepted", () => {
    const { map, onRefused } = watched();
    map.emit("style.load");
    map.emit("error", { error: fault });
    expect(onRefused).not.toHaveBeenCalled();
  });

  it("does not call back for a failed load", () => {
    const { map, onRefused } = watched();
    map.emit("error", { error: new TypeError("Failed to fetch") });
    map.emit("error", { error: Object.assign(new Error("not there"), { status: 404 }) });
    expect(onRefused).not.toHaveBeenCalled();
    map.emit("error", { error: fault });
    expect(onRefused).toHaveBeenCalledOnce();
  });
});
