import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrastRatio, isReadableOnWhite, siteColours } from "#domain/branding/site-colour.ts";

const css = readFileSync(new URL("../app.css", import.meta.url), "utf8");

/** The custom properties of the nth `:root` block: light is the first, dark the second, more contrast the third. */
function tokens(block: number): Record<string, string> {
  const body = [...css.matchAll(/:root \{([^}]*)\}/g)][block][1];
  return Object.fromEntries([...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((m) => [m[1], m[2]]));
}

const themes = { light: tokens(0), dark: { ...tokens(0), ...tokens(1) } };

const surfaces = ["surface", "raised", "brand-tint"];
const cards = ["accepted-card", "waiting-card"];
const statuses = ["open", "soon", "opening", "closed", "unknown"];
const textPairs = [
  ...[...surfaces, ...cards].flatMap((ground) => [
    ["text", ground],
    ["muted", ground],
    ["brand", ground],
    ["brand-strong", ground],
  ]),
  ...statuses.flatMap((status) => [
    [status, `${status}-tint`],
    [status, "surface"],
    [status, "raised"],
    ["text", `${status}-tint`],
  ]),
  ["on-brand", "brand"],
  ["on-brand", "brand-strong"],
];
const shapePairs = [
  ...surfaces.flatMap((ground) => [
    ["control-line", ground],
    ["focus", ground],
  ]),
  ...cards.flatMap((ground) => [
    ["focus", ground],
    ["control-line", ground],
  ]),
  // A star's outline contrasts with its own colours, and with pale grounds.
  ["star-edge", "star"],
  ["star-edge", "star-off"],
];

describe.each(Object.entries(themes))("the %s theme", (_, theme) => {
  it.each(textPairs)("has %s readable on %s", (text, ground) => {
    expect(contrastRatio(theme[text], theme[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(shapePairs)("has %s visible on %s", (shape, ground) => {
    expect(contrastRatio(theme[shape], theme[ground])).toBeGreaterThanOrEqual(3);
  });

  it("has text of 7 to 1 where the visitor wants more contrast", () => {
    const stronger = { ...theme, ...tokens(2) };
    const colourOf = (name: string) => {
      const [, other] = /^var\(--([\w-]+)\)$/.exec(stronger[name]) ?? [];
      return stronger[other ?? name];
    };
    const faint = textPairs.filter(([a, b]) => contrastRatio(colourOf(a), colourOf(b)) < 7);
    expect(faint).toEqual([]);
  });
});

const chosen = [
  "#000000",
  "#0000ff",
  "#767676",
  "#8a7500",
  "#b3005e",
  "#008000",
  "#d00000",
  "#5c5c00",
];

describe.each(chosen)("the operator's colour %s", (colour) => {
  const own = siteColours(colour);

  it.each(Object.entries(themes))("is readable wherever the %s theme uses it", (name, theme) => {
    const tokens: Record<string, string> = { ...theme, ...own[name as keyof typeof own] };
    const faint = [
      ...textPairs.map((pair) => ({ pair, least: 4.5 })),
      ...shapePairs.map((pair) => ({ pair, least: 3 })),
    ].filter(({ pair: [a = "", b = ""], least }) => contrastRatio(tokens[a], tokens[b]) < least);
    expect(faint).toEqual([]);
  });
});

it.each([
  ["#767676", true],
  ["#777777", false],
  ["#0000ff", true],
  ["#ff0000", false],
  ["#000000", true],
  ["#ffffff", false],
])("takes the operator's colour %s: %s", (colour, isTaken) => {
  expect(isReadableOnWhite(colour)).toBe(isTaken);
});

it("shows a dark colour of the operator as it is", () => {
  expect(contrastRatio(siteColours("#0000ff").light.brand, "#0000ff")).toBeCloseTo(1, 1);
});

it("measures black on white as 21 and a colour on itself as 1", () => {
  expect(contrastRatio("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrastRatio("oklch(0.5 0.1 200)", "oklch(0.5 0.1 200)")).toBe(1);
  expect(contrastRatio("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
  expect(contrastRatio("oklch(1 0 0)", "#000000")).toBeCloseTo(21, 3);
});

const darkFiles = globSync("app/**/*.{css,tsx}").filter((path) =>
  /prefers-color-scheme: dark/.test(readFileSync(path, "utf8")),
);

it.each(darkFiles)(
  "%s has dark colours and pictures on screens alone, since paper is white",
  (path) => {
    const queries = readFileSync(path, "utf8").matchAll(/(.*)\(prefers-color-scheme: dark\)(.*)/g);
    for (const [line, before] of queries) {
      // Browsers colour their own bar by this element.
      if (!line.includes("theme-color")) expect(before).toContain("screen and ");
    }
  },
);
