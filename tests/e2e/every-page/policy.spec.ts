import { expect, test } from "#tests/e2e/support/test.ts";

/*
 * The content security policy in a browser: pages that are kept for all visitors name their scripts by
 * hash, others by nonce. Neither lets in an inline script or style that is not the page's own.
 */

// Each is reported, until the limit of a minute refuses that.
test.use({ expectedFaults: [/Content Security Policy|policy-reports/] });

const kept = ["/", "/places", "/guide", "/login"];
const madeEachTime = ["/places?x=1", "/birthday"];

for (const address of [...kept, ...madeEachTime]) {
  test(`runs no foreign inline script and takes no foreign style on ${address}`, {
    tag: "@phone",
  }, async ({ page }) => {
    await page.addInitScript(() => {
      const refused: string[] = [];
      Object.assign(window, { refused });
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
        refused.push(effectiveDirective),
      );
    });
    // Twice, so that a kept page comes as it was kept.
    await page.goto(address);
    await page.goto(address);
    expect(await page.evaluate(() => (window as unknown as { refused: string[] }).refused)).toEqual(
      [],
    );
    const outcome = await page.evaluate(async () => {
      const script = document.createElement("script");
      script.textContent = "window.foreign = true";
      const style = document.createElement("style");
      style.textContent = "body { display: none }";
      document.body.append(script, style);
      document.body.insertAdjacentHTML(
        "beforeend",
        '<img src="data:image/png,none" onerror="window.foreign = true">',
      );
      const { refused } = window as unknown as { refused: string[] };
      for (let waits = 0; new Set(refused).size < 3 && waits < 100; waits++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      const { foreign } = window as unknown as { foreign?: boolean };
      return { refused, foreign, display: getComputedStyle(document.body).display };
    });
    expect(outcome.foreign).toBeUndefined();
    expect(outcome.display).not.toBe("none");
    expect(outcome.refused).toEqual(
      expect.arrayContaining(["script-src-elem", "style-src-elem", "script-src-attr"]),
    );
  });
}
