import { describe, expect, it } from "vitest";
import { shortcutKeys, shortcutOf } from "./shortcuts.ts";

const press = { ctrlKey: false, altKey: false, metaKey: false };

describe("shortcutOf (docs/product#shortcuts)", () => {
  it.each(shortcutKeys)("accepts %s", (key) => {
    expect(shortcutOf({ ...press, key })).toBe(key);
  });

  it("accepts a letter with Caps Lock on", () => {
    expect(shortcutOf({ ...press, key: "N" })).toBe("n");
  });

  it.each(["a", "Enter", "Escape", "Tab", " ", "ArrowDown", "", "nn"])("ignores '%s'", (key) => {
    expect(shortcutOf({ ...press, key })).toBeNull();
  });

  it.each(["ctrlKey", "altKey", "metaKey"])("leaves presses with %s to the browser", (name) => {
    expect(shortcutOf({ ...press, key: "n", [name]: true })).toBeNull();
  });
});
