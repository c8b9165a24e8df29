import { EventEmitter } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { watchStyle } from "./flat-map.ts";

/** A map of which nothing but its events is looked at. */
function watched() {
  const map = new EventEmitter();
  const onRefused = vi.fn();
  watchStyle(map, onRefused);
  // Somebody always listens: an emitter throws what nobody does.
  map.on("error", () => {});
  return { map, onRefused };
}

const fault = new Error('layers[0]: source "nowhere" not found');

describe("watchStyle", () => {
  it("tells once of a style that is refused, however much is wrong with it", () => {
    const { map, onRefused } = watched();
    map.emit("error", { error: fault });
    map.emit("error", { error: fault });
    expect(onRefused).toHaveBeenCalledOnce();
  });

  it("is content once the style is taken", () => {
    const { map, onRefused } = watched();
    map.emit("style.load");
    map.emit("error", { error: fault });
    expect(onRefused).not.toHaveBeenCalled();
  });

  it("does not mind what only failed to load", () => {
    const { map, onRefused } = watched();
    map.emit("error", { error: new TypeError("Failed to fetch") });
    map.emit("error", { error: Object.assign(new Error("not there"), { status: 404 }) });
    expect(onRefused).not.toHaveBeenCalled();
    map.emit("error", { error: fault });
    expect(onRefused).toHaveBeenCalledOnce();
  });
});
