import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { lateInScript, lateInStyles, supportSummary } from "./browser-support.ts";

/**
 * `node scripts/check-browsers.ts`, after a build: fails where a built script is not of the
 * ECMAScript version that every supported browser has, where a script or style sheet uses a feature
 * that one of them lacks, where an exception below is not needed any more, and where README.md
 * lists other browsers.
 */

/** Features that a supported browser may lack, and why that does no harm. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  "asked for before use": [
    "api.Document.startViewTransition",
    "api.Navigator.canShare",
    "api.Navigator.share",
    "api.Navigator.connection",
    "api.Navigator.vibrate",
    "api.Navigator.wakeLock",
    "api.VideoFrame",
    "api.Window.cancelIdleCallback",
    "api.Window.requestIdleCallback",
  ],
  "a property whose absence is an answer": [
    "api.Document.prerendering",
    "api.Document.wasDiscarded",
  ],
  "missing in part only, and we use the rest": [
    "api.AbortSignal.timeout_static",
    "api.Request.formData",
    "api.Window.devicePixelRatio",
    "api.Window.open",
    "css.properties.paint-order",
  ],
  "a method or variable of another thing": [
    "api.HTMLAnchorElement.ping",
    "api.Window.viewport",
    "javascript.builtins.Iterator.take",
    "javascript.builtins.Iterator.toArray",
    "javascript.builtins.Set.difference",
  ],
  "nicer where it is, and nothing is lost without it": [
    "css.properties.accent-color",
    "css.properties.baseline-shift",
    "css.properties.content-visibility",
    "css.properties.forced-color-adjust",
    "css.properties.hyphenate-limit-chars",
    "css.properties.overscroll-behavior",
    "css.properties.resize",
    "css.properties.scrollbar-width",
    "css.properties.text-size-adjust",
    "css.properties.text-wrap",
    "css.selectors.details-content",
    "css.selectors.fullscreen",
    "css.selectors.marker",
    "css.selectors.selection",
  ],
  "the build writes the prefixed name beside it": ["css.properties.user-select"],
};

const root = fileURLToPath(new URL("..", import.meta.url));
const paths = globSync("build/client/**/*.{js,css}", { cwd: root });
const unused = new Set(Object.values(exceptions).flat());
const excused = new Set(unused);
const errors: string[] = [];

for (const path of paths) {
  const text = readFileSync(`${root}/${path}`, "utf8");
  try {
    for (const { key, since } of path.endsWith(".js") ? lateInScript(text) : lateInStyles(text)) {
      if (!excused.has(key)) errors.push(`${path} uses ${key}: ${since}`);
      unused.delete(key);
    }
  } catch (error) {
    errors.push(`${path}: ${error}`);
  }
}
for (const key of unused) errors.push(`the exception of ${key} is not needed any more`);
if (!readFileSync(`${root}/README.md`, "utf8").includes(supportSummary)) {
  errors.push(`README.md does not say "${supportSummary}"`);
}
// Success proves nothing where nothing was read.
if (paths.length === 0) errors.push("there is no build: npm run build");
for (const message of errors) console.error(message);
if (errors.length > 0) process.exit(1);
console.log(`${paths.length} built files run in ${supportSummary}`);
