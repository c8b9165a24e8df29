import type { Page } from "@playwright/test";

/** More stops than any page has. */
const mostStops = 250;

/**
 * A function that presses Tab, or Shift and Tab. Hundreds of presses by `page.keyboard` cost a picture of the page's
 * elements each, for the record of a test that fails.
 */
export async function tabKey(page: Page): Promise<(isBack?: boolean) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const shift = 8;
  return async (isBack = false) => {
    for (const type of ["rawKeyDown", "keyUp"] as const) {
      await session.send("Input.dispatchKeyEvent", {
        type,
        key: "Tab",
        code: "Tab",
        windowsVirtualKeyCode: 9,
        modifiers: isBack ? shift : 0,
      });
    }
  };
}

/** Presses of Tab between two looks at whether the focus has left the page. */
const pressesAtOnce = 10;

/** An element that got the focus. */
export interface Stop {
  readonly name: string;
  /** Whether an outline of 2 pixels or more shows the focus. */
  readonly isSeen: boolean;
}

/** Presses Tab until the focus, having left the page at its end, is where it began; returns the stops. */
export async function tabThrough(page: Page): Promise<readonly Stop[]> {
  const walk = await page.evaluateHandle(() => {
    const stops: { name: string; isSeen: boolean }[] = [];
    const found = { stops, isOver: false };
    let first: Element | null = null;
    addEventListener("focusin", ({ target }) => {
      if (found.isOver || !(target instanceof Element)) return;
      found.isOver = target === first;
      first ??= target;
      if (found.isOver) return;
      // A box to tick may have its ring at its label, and a link of a whole card round the card.
      const shown = [target, target.parentElement, target.closest("label")].filter(
        (one) => one !== null,
      );
      const styles = [
        ...shown.map((one) => getComputedStyle(one)),
        getComputedStyle(target, "::after"),
      ];
      const isSeen = styles.some(
        ({ outlineStyle, outlineWidth }) =>
          outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
      );
      stops.push({ name: target.outerHTML.slice(0, 120), isSeen });
    });
    // Where no element has the focus it has left the page, once for a walk that began in the middle.
    let leaves = 0;
    addEventListener("keydown", () => {
      if (document.activeElement !== document.body || stops.length === 0) return;
      leaves += 1;
      found.isOver ||= leaves === 2;
    });
    return found;
  });
  const pressTab = await tabKey(page);
  for (let presses = 0; presses < mostStops; presses += pressesAtOnce) {
    for (let press = 0; press < pressesAtOnce; press++) await pressTab();
    const { stops, isOver } = await walk.jsonValue();
    if (isOver) return stops;
  }
  const { stops } = await walk.jsonValue();
  throw new Error(`the focus is still in the page after ${mostStops} stops: ${stops.at(-1)?.name}`);
}
