import { validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import { describe, expect, it } from "vitest";
import { baseMapAttributions } from "#domain/map/base-map-source.ts";
import { mapPalettes } from "#domain/map/map-palettes.ts";
import { languages } from "#domain/text/language.ts";
import { readFeatures } from "#tests/support/map-data/base-map-tiles.ts";
import { embeddedStyle } from "./embedded-style.ts";
import { baseMapFont, baseMapFonts } from "./style-parts.ts";

describe("the base map's style", () => {
  // Themes differ in colours and languages in one field of names: each once.
  it.each([
    { theme: "light", language: "hu" },
    { theme: "dark", language: "de" },
  ] as const)("is valid in $theme and $language", (appearance) => {
    expect(validateStyleMin(embeddedStyle(appearance))).toEqual([]);
  });

  it("sends no request to another host, and needs neither sprite nor glyph server", () => {
    const style = embeddedStyle({ theme: "light", language: "hu" });
    const { attribution, ...world } = { attribution: "", ...style.sources.world };
    const text = JSON.stringify({ ...style, sources: { ...style.sources, world } });
    expect(text).not.toMatch(/https?:|blob:|data:/);
    expect(style.sprite ?? style.glyphs).toBeUndefined();
    for (const { name } of baseMapAttributions) expect(attribution).toContain(name);
  });

  it("fades its sea and lakes to the tone of the land where it is not exact any more", () => {
    const { layers } = embeddedStyle({ theme: "light", language: "hu" });
    const { water, abroad } = mapPalettes.light;
    const fade = (useful: unknown, gone: unknown) => [
      "interpolate",
      ["linear"],
      ["zoom"],
      9.5,
      useful,
      10,
      gone,
    ];
    expect(layers[0]).toMatchObject({ paint: { "background-color": fade(water, abroad) } });
    const lakes = layers.find(({ id }) => id === "lakes");
    expect(lakes).toMatchObject({ paint: { "fill-opacity": fade(1, 0) } });
  });

  it("draws every name with the interface's font", () => {
    for (const layer of embeddedStyle({ theme: "dark", language: "de" }).layers) {
      if (layer.type === "symbol") expect(layer.layout?.["text-font"]).toEqual([baseMapFont]);
    }
  });

  it("has names only of letters in its font files", async () => {
    const ranges = baseMapFonts[baseMapFont].flatMap((face) => face["unicode-range"]);
    const missing = [...new Set(await readNames())].filter(
      (letter) => !ranges.some((range) => covers(range, letter.codePointAt(0) ?? 0)),
    );
    expect(missing).toEqual([]);
  });
});

async function readNames(): Promise<string> {
  const features = await readFeatures(["label", "river"]);
  return features
    .map(({ properties }) => languages.map((language) => properties[language] ?? "").join(""))
    .join("");
}

function covers(range: string, codePoint: number): boolean {
  const [first, last = first] = range
    .slice(2)
    .split("-")
    .map((hex) => Number.parseInt(hex, 16));
  return codePoint >= first && codePoint <= last;
}
