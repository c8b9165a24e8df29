import { languageHints, rememberLanguage } from "#app/i18n/browser-language.ts";
import { queueKey } from "#app/network/queued-writes.ts";
import { reportWebVitals } from "#app/network/report-web-vitals.ts";
import { leadToOwnMap } from "#app/place/own-map.ts";
import { shareLink } from "#app/place/share-link.ts";
import { whenIdle } from "#app/ui/when-idle.ts";

/*
 * The only script of a static page (docs/decisions/026) until the visitor uses it; then it starts the application.
 * Links, menus and forms work before that as they do without script.
 */

/** What a visitor uses the application by: the bar, links to other pages, and what forms consist of. */
const used =
  'header :is(a, button, summary), main :is(a[href^="/"], button, input, select, textarea, label)';
/** What says so first: a pointer that comes near, a finger, the keyboard. */
const signs = ["pointerover", "pointerdown", "focusin"] as const;

/** Time after which the application starts in a page that says whether something is open. */
const maxWaitMs = 60_000;

/** Delay of the measurements, so that nothing else waits for them. */
const vitalsDelayMs = 4_000;

/** Delay of saving places, so that a visitor who just looks in pays nothing for it. */
const saveAfterMs = 8_000;

/** Runs the application's own starting script, which the server has sent as text. */
function start() {
  for (const sign of signs) removeEventListener(sign, startWhenUsed);
  removeEventListener("offline", start);
  const postponed = document.querySelector<HTMLScriptElement>("script[data-postponed]");
  if (postponed === null) return;
  delete postponed.dataset.postponed;
  postponed.dataset.started = "";
  const script = document.createElement("script");
  script.type = "module";
  script.nonce = postponed.nonce;
  script.textContent = postponed.textContent;
  document.body.append(script);
}

/** Loads what saves the page's places; once the application has started, that does it. */
function savePlaces(path: string) {
  if (!document.querySelector("script[data-postponed]")) return;
  import(/* @vite-ignore */ path).catch(() => {
    // Without it, or without storage, the page needs its connection.
  });
}

function startWhenUsed({ target }: Event) {
  if (target instanceof Element && target.closest(used)) start();
}

/** Whether the visitor came before this script: to a button, into a field, or to a box, which a finger does not focus. */
function wasUsed(): boolean {
  const boxes = [...document.querySelectorAll<HTMLInputElement>("main input")];
  return (
    globalThis.earlyTap !== undefined ||
    document.activeElement?.closest(used) != null ||
    boxes.some(({ checked, defaultChecked }) => checked !== defaultChecked)
  );
}

/** Whether writes wait in this browser, which the application sends. */
function hasQueued(): boolean {
  try {
    return localStorage.getItem(queueKey) !== null;
  } catch {
    return false;
  }
}

/** Shares at once: a browser that waited for the application would not allow it any more. */
function shareEarly(event: MouseEvent) {
  if (event.defaultPrevented || !(event.target instanceof Element)) return;
  const link = event.target.closest<HTMLAnchorElement>("a[data-share]");
  if (link === null) return;
  event.preventDefault();
  link.earlyShare = shareLink(link);
  start();
}

/** The link to the visitor's own map, before the application serves it. */
function openOwnMap({ target }: MouseEvent) {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[data-geo]");
  if (link) leadToOwnMap(link);
}

/** Stores the language of the URL. Where storage, which the server cannot see, names another, the application decides. */
function takeLanguage() {
  const { lang } = document.documentElement;
  const [hint = lang] = languageHints();
  if (hint !== lang) start();
  else if (new URLSearchParams(location.search).has("lang")) rememberLanguage(lang);
}

/** Such a page is sent to visitors without a session alone (docs/product#sign-in-record). */
function forgetSignIn() {
  try {
    localStorage.removeItem("auth");
  } catch {
    // Without storage there is no record.
  }
}

for (const sign of signs) addEventListener(sign, startWhenUsed, { passive: true });
// A click that the application serves has come to it before, and is prevented.
addEventListener("click", shareEarly);
addEventListener("click", openOwnMap);
// The application says so, if the browser has stored it.
addEventListener("offline", start);
if (document.querySelector("[data-turns]")) {
  // What the page says of this moment does not hold for long; the application keeps it true.
  setTimeout(start, maxWaitMs);
  addEventListener("visibilitychange", () => document.hidden || start());
}
takeLanguage();
if (wasUsed() || hasQueued()) start();
forgetSignIn();
setTimeout(reportWebVitals, vitalsDelayMs);
const later = document.currentScript?.dataset.later;
if (later) setTimeout(() => whenIdle(() => savePlaces(later)), saveAfterMs);
