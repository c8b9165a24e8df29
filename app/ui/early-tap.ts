declare global {
  /** The last tap on a button that no script served yet. */
  var earlyTap: MouseEvent | undefined;

  interface HTMLButtonElement {
    /** Whether it was tapped before React served it. */
    isTapped?: true;
    /** Whether React serves it. */
    isLive?: true;
  }
}

/**
 * Script in a page's head: on a thin line a page is seen seconds before its scripts have arrived, and a
 * hurried visitor presses what is seen. It notes a press of a button that says `data-early`, and makes the
 * button pale, so that the visitor sees that it was felt; {@link makeLive} presses it again
 * (docs/product#early-presses).
 */
export const earlyTapScript =
  'addEventListener("click",function(e){var b=e.target.closest("button[data-early]");' +
  "b&&!b.isLive&&(earlyTap=e,b.ariaDisabled=b.isTapped=!0)},!0)";

/**
 * Says that React serves a button, and presses it again if it is the last one that was pressed before that.
 * To be given as the button's `ref`, which React calls as soon as the button has its handlers.
 */
export function makeLive(button: HTMLButtonElement | null): void {
  if (!button || button.isLive) return;
  button.isLive = true;
  if (button.isTapped) button.ariaDisabled = null;
  const tap = globalThis.earlyTap;
  if (!tap || !button.contains(tap.target as Node)) return;
  globalThis.earlyTap = undefined;
  // A press during which React takes the button over reaches its handler without us.
  if (tap.eventPhase === Event.NONE) queueMicrotask(() => button.click());
}
