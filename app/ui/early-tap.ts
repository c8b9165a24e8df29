declare global {
  /** The last tap on a button that no script served yet. */
  var earlyTap: MouseEvent | undefined;

  interface HTMLButtonElement {
    /** Whether React serves the button. */
    isLive?: true;
  }
}

/**
 * Script that stands in a page's head: on a thin line a page is seen seconds before its scripts have arrived,
 * and a hurried visitor presses what is seen. It notes a press of a button that does nothing without script,
 * and marks the button, so that the visitor sees that it was felt; {@link makeLive} presses it again.
 */
export const earlyTapScript =
  'addEventListener("click",function(e){var b=e.target.closest("button[type=button]");' +
  'if(b&&!b.isLive){earlyTap=e;b.dataset.tapped=""}},true)';

/**
 * Says that React serves a button, and presses it again if it is the last one that was pressed before that.
 * To be called as the button's `ref`, which React calls as soon as the button has its handlers.
 */
export function makeLive(button: HTMLButtonElement): void {
  if (button.isLive) return;
  button.isLive = true;
  delete button.dataset.tapped;
  const tap = globalThis.earlyTap;
  if (!(tap?.target instanceof Node && button.contains(tap.target))) return;
  globalThis.earlyTap = undefined;
  // A press during which React takes the button over reaches its handler without us.
  if (tap.eventPhase === Event.NONE) queueMicrotask(() => button.click());
}
