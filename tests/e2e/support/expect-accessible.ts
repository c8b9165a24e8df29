import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { expect } from "./test.ts";

/**
 * Rules that a call may be limited to, where the rest of the page was checked before: those whose result depends
 * on colours, and those whose result depends on words.
 */
const limits = {
  contrast: ["color-contrast"],
  /** Contrast of level AAA (1.4.6). */
  "enhanced-contrast": ["color-contrast-enhanced"],
  words: [
    "aria-command-name",
    "button-name",
    "document-title",
    "html-has-lang",
    "html-lang-valid",
    "image-alt",
    "label",
    "label-content-name-mismatch",
    "link-name",
    "select-name",
    "summary-name",
    "valid-lang",
  ],
} as const;

const options = (limit: keyof typeof limits | undefined): RunOptions => ({
  ...(limit
    ? { runOnly: { type: "rule", values: [...limits[limit]] } }
    : {
        // WCAG 2.2 A and AA.
        runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
        rules: {
          // Axe's optional rule that a name begins with the visible text (2.5.3).
          "label-content-name-mismatch": { enabled: true },
          // No level of WCAG: parts of a page that a screen reader lists under the same name.
          "landmark-unique": { enabled: true },
        },
      }),
  // What passes is not described, and nothing is named by a selector: both take axe half of its time.
  resultTypes: ["violations"],
  selectors: false,
});

const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/**
 * Fails where axe finds a barrier on the page. Frames are not looked into: a check that covers them opens a second
 * page for each call. The product has none but the preview of `/embed`, which `map/embed.spec.ts` checks as a page.
 *
 * The page is checked as it lies unscrolled, with its sticky bars at their own places. A bar that has come
 * to lie on half of a control would make the control too small for axe, though a visitor scrolls on; and where
 * a page is scrolled to depends on when its parts arrive.
 *
 * @param only the rules to check; every rule without it
 * @param within the selector of the part that is checked; the whole page without it
 * @param isSoft whether the test goes on after a barrier, and fails at its end
 */
export async function expectAccessible(
  page: Page,
  {
    only,
    within = "html",
    isSoft = false,
  }: { only?: keyof typeof limits; within?: string; isSoft?: boolean } = {},
): Promise<void> {
  // Axe's script is half a megabyte: a page that is checked again has it.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const { violations, checked, frames } = await page.evaluate(
    async ({ within, settings }) => {
      const { axe } = window as unknown as {
        axe: { run(context: string, options: object): Promise<AxeResults> };
      };
      const scrolled = { left: scrollX, top: scrollY, behavior: "instant" } as const;
      const bars = [...document.querySelectorAll<HTMLElement>("body *")]
        .filter((element) => getComputedStyle(element).position === "sticky")
        .map((bar) => ({ bar, style: bar.getAttribute("style") }));
      // Relative, not static: what hangs on a bar goes on hanging there.
      for (const { bar } of bars) bar.style.cssText += "; position: relative; inset: auto";
      scrollTo({ top: 0, behavior: "instant" });
      const results = await axe.run(within, settings);
      for (const { bar, style } of bars) {
        if (style === null) bar.removeAttribute("style");
        else bar.setAttribute("style", style);
      }
      scrollTo(scrolled);
      const others = "frame, iframe:not([src^='/embed'])";
      const frames = document.querySelectorAll(others).length;
      // What axe could not decide, such as contrast over a picture, was looked at too.
      const checked = results.passes.length + results.incomplete.length;
      return { violations: results.violations, checked, frames };
    },
    { within, settings: options(only) },
  );
  expect(frames).toBe(0);
  // A page that nothing was checked on would pass as well.
  expect(checked).toBeGreaterThan(0);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
  const check = isSoft ? expect.soft : expect;
  check(found, `${page.url()}, ${only ?? "every rule"}`).toEqual([]);
}
