/**
 * Browsers by their marks in a `User-Agent`, each with the major version, in the order of the search: most name others
 * too, Edge and Samsung Internet also Chrome, and Chrome also Safari.
 */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\/(\d{0,4})/, "Edge"],
  [/\b(?:OPR|OPX|OPT|Opera)\/(\d{0,4})/, "Opera"],
  [/\bSamsungBrowser\/(\d{0,4})/, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\/(\d{0,4})/, "Firefox"],
  [/\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\/(\d{0,4})/, "Chrome"],
  [/\bVersion\/(\d{0,4})\S* (?:Mobile\/\S+ )?Safari\//, "Safari"],
];

/** Systems, in the same way: Android names Linux, and an iPhone Mac OS X. */
const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  // An iPad that requests desktop pages claims to be a Mac; browsers of other makers show it by their own mark.
  [/\bMacintosh\b.*\b(?:FxiOS|CriOS|EdgiOS|OPT)\//, "iPad"],
  [/\bMacintosh\b/, "macOS"],
  [/\bWindows\b/, "Windows"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/**
 * Browser and system of a device, the same in all our languages (`Firefox, Android`), from the header
 * `User-Agent`; one of them where the other is unknown, null where both are, as for programs. Nothing else of
 * the header is used, neither version nor model (docs/product#devices-of-an-account).
 */
export function deviceOf(userAgent: string): string | null {
  const nameIn = (names: typeof browsers) => names.find(([mark]) => mark.test(userAgent))?.[1];
  const known = [nameIn(browsers), nameIn(systems)].filter((name) => name !== undefined);
  return known.length > 0 ? known.join(", ") : null;
}

/** Family and major version of a browser, `Firefox 128`; `other` for an unknown one. */
export function browserOf(userAgent: string | undefined): string {
  for (const [mark, name] of browsers) {
    const version = mark.exec(userAgent ?? "")?.[1];
    if (version) return `${name} ${version}`;
  }
  return "other";
}
