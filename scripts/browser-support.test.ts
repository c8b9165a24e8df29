import { describe, expect, it } from "vitest";
import { buildTargets, lateInScript, lateInStyles } from "./browser-support.ts";

const keysOf = (late: readonly { key: string }[]) => late.map(({ key }) => key);

describe("lateInScript", () => {
  it.each([
    // Safari has it since 17.4, and since 17.
    ["Map.groupBy(days, name)", ["javascript.builtins.Map.groupBy"]],
    ["URL.canParse(address)", []],
    ["URL.parse(address)", ["api.URL.parse_static"]],
    ["navigator.share(place)", ["api.Navigator.share"]],
    ["navigator.clipboard.writeText(place)", []],
    ["requestIdleCallback(draw)", ["api.Window.requestIdleCallback"]],
    ["new VideoFrame(picture)", ["api.VideoFrame"]],
    ["places.union(others)", ["javascript.builtins.Set.union"]],
    // Sets have it since Safari 17, arrays for ever.
    ["places.map(draw); places.toSorted()", []],
    ["menu.showPopover(); row.checkVisibility()", ["api.Element.checkVisibility"]],
  ])("finds in %s", (text, keys) => {
    expect(keysOf(lateInScript(text))).toEqual(keys);
  });

  it("lists for each browser the first version with the feature", () => {
    expect(lateInScript("URL.parse(address)")).toEqual([
      { key: "api.URL.parse_static", since: "chrome 126, safari 18, safari_ios 18" },
    ]);
  });

  it("reads ES2022, and nothing newer", () => {
    expect(() => lateInScript("class A { static { a.b ??= c?.d.at(-1); } #e = 1; }")).not.toThrow();
    expect(() => lateInScript("using door = open();")).toThrow(SyntaxError);
    expect(() => lateInScript("/a/v")).toThrow(SyntaxError);
  });
});

describe("lateInStyles", () => {
  it.each([
    ["a{color:oklch(50% .1 200)}", []],
    ["a{color:light-dark(red,blue)}", ["css.types.color.light-dark"]],
    ["a{field-sizing:content}", ["css.properties.field-sizing"]],
    ["@layer base{a{inset:0}}", []],
    ["@starting-style{a{opacity:0}}", ["css.at-rules.starting-style"]],
    ["details:open{color:red}", ["css.selectors.open"]],
    // `:is` ignores unknown selectors.
    ["details:is([open],:popover-open,:open) p{color:red}", []],
    ["@supports (field-sizing:content){a{field-sizing:content}}a{top:0}", []],
  ])("finds in %s", (text, keys) => {
    expect(keysOf(lateInStyles(text))).toEqual(keys);
  });
});

it("lists the browsers in the build's form", () => {
  expect(buildTargets).toEqual(["chrome120", "firefox128", "safari17", "ios17", "edge120"]);
});
