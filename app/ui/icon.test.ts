import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { iconNames } from "./icon.tsx";

const sprite = readFileSync(new URL("./icons.svg", import.meta.url), "utf8");

it("names exactly the symbols of the sprite", () => {
  const ids = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map((match) => match[1]);
  expect(ids.toSorted()).toEqual(iconNames.toSorted());
});

it("draws every icon with strokes of 1.75 in the colour of the text", () => {
  const symbols = sprite.match(/<symbol (?!id="stars")[^>]*>/g) ?? [];
  for (const symbol of symbols) {
    expect(symbol).toContain('stroke="currentColor" stroke-width="1.75"');
  }
});
