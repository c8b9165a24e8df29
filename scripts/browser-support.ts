import { type AnyNode, parse } from "acorn";
import { features } from "web-features";

/**
 * The oldest browsers that the product supports (docs/decisions/044, README.md): the build writes for them, and
 * `scripts/check-browsers.ts` reads what was built. Edge has Chrome's numbers.
 */
const oldestBrowsers = { chrome: 120, firefox: 128, safari: 17, safari_ios: 17 } as const;

/** The same as text, as in README.md. */
export const supportSummary = [
  `Chrome and Edge ${oldestBrowsers.chrome}`,
  `Firefox ${oldestBrowsers.firefox}`,
  `Safari ${oldestBrowsers.safari}`,
  `iOS ${oldestBrowsers.safari_ios}`,
].join(", ");

/** ECMAScript version of the built scripts, which all of these browsers support completely. */
const ecmaVersion = 2022;

/** Targets of the build, in Vite's form. */
export const buildTargets = Object.entries({ ...oldestBrowsers, edge: oldestBrowsers.chrome }).map(
  ([name, version]) => `${name === "safari_ios" ? "ios" : name}${version}`,
);

/** First version of each browser with a feature, by the key of MDN's data. */
type Support = Readonly<Record<string, string | undefined>>;

const support: ReadonlyMap<string, Support> = new Map(
  Object.values(features).flatMap((feature) =>
    "status" in feature
      ? Object.entries(feature.status.by_compat_key ?? {}).map(
          ([key, status]) => [key, status.support as Support] as const,
        )
      : [],
  ),
);

/** Objects that every page has, and the interface of each. */
const interfaces: Readonly<Record<string, string>> = {
  navigator: "Navigator",
  document: "Document",
  window: "Window",
  globalThis: "Window",
  self: "Window",
  history: "History",
  performance: "Performance",
};

/** Interfaces whose methods pages call on values; of others, a page names the global first. */
const commonInterfaces =
  /^api\.(Abort\w*|Blob|Document|DocumentFragment|DOM\w+|Element|Event|EventTarget|File|FormData|Headers|HTML\w*|Node|NodeList|Request|Response|ReadableStream|URL|URLSearchParams|Window)\.\w+$/;

const isGlobal = (name: string) =>
  Object.hasOwn(interfaces, name) ||
  [`javascript.builtins.${name}`, `api.${name}`].some((key) => support.has(key));

/** Keys of MDN's data by the name of a method that is called on a value. */
const methods = new Map<string, string[]>();
for (const key of support.keys()) {
  // Disposables have short names (`use`, `move`) that other objects have too.
  const isBuiltIn = /^javascript\.builtins\.(?!\w*DisposableStack)\w+\.\w+$/.test(key);
  if (!isBuiltIn && !commonInterfaces.test(key)) continue;
  const name = key.slice(key.lastIndexOf(".") + 1);
  methods.set(name, [...(methods.get(name) ?? []), key]);
}

/** A feature that one of the supported browsers lacks. */
export interface LateFeature {
  readonly key: string;
  /** Such as `safari 17.4`; `never` in place of the version where none has it. */
  readonly since: string;
}

function lateFeature(key: string): LateFeature[] {
  const versions = support.get(key);
  if (!versions) return [];
  const late = Object.entries(oldestBrowsers).filter(([browser, oldest]) => {
    // `≤15`: in that version or before it.
    const since = Number.parseFloat(versions[browser]?.replace("≤", "") ?? "Infinity");
    return since > oldest;
  });
  const since = late.map(([browser]) => `${browser} ${versions[browser] ?? "never"}`).join(", ");
  return late.length > 0 ? [{ key, since }] : [];
}

/** The features among these keys, where each is late: a name may be that of an older feature. */
function lateWhereAllAre(keys: readonly string[]): LateFeature[] {
  const late = keys.map(lateFeature);
  return late.every(({ length }) => length > 0) ? late.flat().slice(0, 1) : [];
}

/**
 * Features in a script that a supported browser lacks, by name; values have no types here, so a
 * method that shares its name with an older one is not found.
 *
 * @throws {SyntaxError} where the script is not of the ECMAScript version
 */
export function lateInScript(text: string): LateFeature[] {
  const late = new Map<string, LateFeature>();
  const add = (found: LateFeature[]) => {
    for (const feature of found) late.set(feature.key, feature);
  };
  const known = (...keys: string[]) => keys.filter((key) => support.has(key));
  const visit = (node: AnyNode) => {
    if (node.type === "MemberExpression" && node.property.type === "Identifier" && !node.computed) {
      const { name } = node.property;
      const object = node.object.type === "Identifier" ? node.object.name : "";
      const of = Object.hasOwn(interfaces, object) ? interfaces[object] : object;
      add(known(`javascript.builtins.${of}.${name}`, `api.${of}.${name}`).flatMap(lateFeature));
      add(known(`api.${of}.${name}_static`).flatMap(lateFeature));
    }
    if (node.type === "CallExpression" || node.type === "NewExpression") {
      const { callee } = node;
      if (callee.type === "Identifier") {
        const { name } = callee;
        const keys = [`javascript.builtins.${name}`, `api.${name}`, `api.Window.${name}`];
        add(known(...keys).flatMap(lateFeature));
      } else if (
        callee.type === "MemberExpression" &&
        callee.property.type === "Identifier" &&
        !(callee.object.type === "Identifier" && isGlobal(callee.object.name))
      ) {
        add(lateWhereAllAre(methods.get(callee.property.name) ?? []));
      }
    }
    for (const child of Object.values(node).flat()) {
      if (child !== null && typeof child === "object" && "type" in child) visit(child as AnyNode);
    }
  };
  visit(parse(text, { ecmaVersion, sourceType: "module" }));
  return [...late.values()];
}

/** Features in a style sheet that a supported browser lacks, outside `@supports`. */
export function lateInStyles(text: string): LateFeature[] {
  const keys = new Set<string>();
  const styles = withoutSupports(text.replaceAll(/\/\*.*?\*\//gs, ""));
  for (const [, property, value] of styles.matchAll(/[{;]([a-z-]+):([^;{}]*)/g)) {
    keys.add(`css.properties.${property}`);
    for (const [, name] of value.matchAll(/([a-z-]+)\(/g)) {
      keys.add(`css.types.${name}`).add(`css.types.color.${name}`);
    }
  }
  for (const [, name] of styles.matchAll(/@([a-z-]+)/g)) keys.add(`css.at-rules.${name}`);
  // Selectors are before a brace; text before a semicolon is a value.
  for (const [rule] of styles.matchAll(/[^{};]+(?=\{)/g)) {
    // Within these a browser ignores unknown selectors; elsewhere it ignores the whole rule.
    const selector = rule.replaceAll(/:(?:is|where)\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "");
    for (const [, name] of selector.matchAll(/::?([a-z-]+)/g)) keys.add(`css.selectors.${name}`);
  }
  return [...keys].flatMap(lateFeature);
}

/** A style sheet without its `@supports` blocks, whose braces are counted. */
function withoutSupports(text: string): string {
  const start = text.indexOf("@supports");
  if (start < 0) return text;
  let end = text.indexOf("{", start) + 1;
  for (let depth = 1; depth > 0 && end < text.length; end++) {
    if (text[end] === "{") depth += 1;
    if (text[end] === "}") depth -= 1;
  }
  return text.slice(0, start) + withoutSupports(text.slice(end));
}
