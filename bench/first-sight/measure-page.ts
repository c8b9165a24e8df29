import type { Browser, CDPSession } from "@playwright/test";

/** A visitor's phone: window, processor and line. */
export const phone = {
  viewport: { width: 390, height: 844 },
  /** How many times slower its processor is than this machine's. */
  slowdown: 4,
  latencyMs: 150,
  downBytesPerSecond: 1.6e6 / 8,
  upBytesPerSecond: 0.75e6 / 8,
} as const;

/** What a visitor who opens a page for the first time waits for. */
export interface FirstSight {
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  /** What was painted largest, as a short selector. */
  readonly largest: string;
  /** Total blocking time: what tasks of over 50 ms take beyond these, from the first paint on. */
  readonly blockingMs: number;
  /** The longest task but the one in which the live map is created. */
  readonly longestTaskMs: number;
  /** The live map's creation, as the page measures it; 0 on a page without. */
  readonly mapCreationMs: number;
  readonly layoutShift: number;
  /** Bytes on the line until the end of the watch, and those of script. */
  readonly bytes: number;
  readonly scriptBytes: number;
  readonly files: number;
}

/** Time after the load event in which tasks, paints and shifts are still watched. */
const watchMs = 4_000;

interface Observed {
  largest: { atMs: number; what: string };
  tasks: { startMs: number; durationMs: number }[];
  shift: number;
}

/** Opens a page as a new visitor on a phone, with nothing in the cache yet. */
export async function measureFirstSight(browser: Browser, address: string): Promise<FirstSight> {
  const context = await browser.newContext({
    viewport: phone.viewport,
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 1,
    locale: "hu-HU",
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const line = await slowDown(session);
    await page.addInitScript(observe);
    await page.goto(address, { waitUntil: "load", timeout: 60_000 });
    await page.waitForTimeout(watchMs);
    // The map comes later, over the same thin line.
    await page.waitForLoadState("networkidle", { timeout: 60_000 });
    await page.waitForTimeout(watchMs);
    const seen = await page.evaluate(() => {
      const observed = (globalThis as unknown as { observed: Observed }).observed;
      const paints = performance.getEntriesByName("first-contentful-paint");
      const creations = performance.getEntriesByName("map creation");
      return {
        ...observed,
        firstPaintMs: paints[0]?.startTime ?? Number.NaN,
        creations: creations.map(({ startTime, duration }) => ({ startTime, duration })),
      };
    });
    const late = seen.tasks.filter(
      ({ startMs, durationMs }) => startMs + durationMs > seen.firstPaintMs,
    );
    const other = late.filter(({ startMs, durationMs }) =>
      seen.creations.every(
        ({ startTime }) => startTime < startMs || startTime > startMs + durationMs,
      ),
    );
    return {
      firstPaintMs: seen.firstPaintMs,
      largestPaintMs: seen.largest.atMs,
      largest: seen.largest.what,
      blockingMs: late.reduce((sum, { durationMs }) => sum + durationMs - 50, 0),
      longestTaskMs: Math.max(0, ...other.map(({ durationMs }) => durationMs)),
      mapCreationMs: seen.creations.reduce((sum, { duration }) => sum + duration, 0),
      layoutShift: seen.shift,
      ...line,
    };
  } finally {
    await context.close();
  }
}

/** Slows the page's processor and line down; counts what comes over the line. */
async function slowDown(session: CDPSession) {
  const line = { bytes: 0, scriptBytes: 0, files: 0 };
  const scripts = new Set<string>();
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.mimeType.includes("javascript")) scripts.add(requestId);
  });
  // A file that the page fetches and then imports comes from the cache the second time.
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (encodedDataLength === 0) return;
    line.files++;
    line.bytes += encodedDataLength;
    if (scripts.has(requestId)) line.scriptBytes += encodedDataLength;
  });
  // The context's cache is empty.
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: phone.latencyMs,
    downloadThroughput: phone.downBytesPerSecond,
    uploadThroughput: phone.upBytesPerSecond,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: phone.slowdown });
  return line;
}

/** Runs in the page, before its own scripts. */
function observe() {
  const observed: Observed = { largest: { atMs: Number.NaN, what: "" }, tasks: [], shift: 0 };
  Object.assign(globalThis, { observed });
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    });
  watch("largest-contentful-paint", (entry) => {
    const { element } = entry as PerformanceEntry & { element: Element | null };
    const name = element?.id || element?.className.toString().split(" ")[0] || "";
    observed.largest = {
      atMs: entry.startTime,
      what: `${element?.tagName.toLowerCase() ?? "?"}${name && `.${name}`}`,
    };
  });
  watch("longtask", ({ startTime, duration }) =>
    observed.tasks.push({ startMs: startTime, durationMs: duration }),
  );
  watch("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    };
    if (!hadRecentInput) observed.shift += value;
  });
}
