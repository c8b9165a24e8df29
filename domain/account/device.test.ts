import { describe, expect, it } from "vitest";
import { browserOf, deviceOf } from "./device.ts";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const linux = "Mozilla/5.0 (X11; Linux x86_64)";
const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)";
const ipad = "Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X)";
const iosKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const android = "Mozilla/5.0 (Linux; Android 10; K)";

describe("deviceOf", () => {
  it.each([
    ["Chrome, Windows", `${windows} ${webKit} Chrome/138.0.0.0 Safari/537.36`],
    ["Chrome, macOS", `${mac} ${webKit} Chrome/138.0.0.0 Safari/537.36`],
    ["Chrome, Linux", `${linux} ${webKit} Chrome/138.0.0.0 Safari/537.36`],
    ["Chrome, Linux", `${linux} ${webKit} HeadlessChrome/138.0.0.0 Safari/537.36`],
    ["Chrome, Android", `${android} ${webKit} Chrome/138.0.0.0 Mobile Safari/537.36`],
    [
      "Chrome, Android",
      `Mozilla/5.0 (Linux; Android 14; SM-A546B; wv) ${webKit} Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36`,
    ],
    ["Chrome, iPhone", `${iphone} ${iosKit} CriOS/138.0.7204.119 Mobile/15E148 Safari/604.1`],
    ["Chrome, iPad", `${ipad} ${iosKit} CriOS/138.0.7204.119 Mobile/15E148 Safari/604.1`],
    ["Chrome, iPad", `${mac} ${iosKit} CriOS/138 Version/11.1.1 Safari/605.1.15`],
    [
      "Chrome, ChromeOS",
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/138.0.0.0 Safari/537.36`,
    ],
    ["Edge, Windows", `${windows} ${webKit} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.3351.77`],
    ["Edge, macOS", `${mac} ${webKit} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.3351.77`],
    [
      "Edge, Android",
      `${android} ${webKit} Chrome/138.0.0.0 Mobile Safari/537.36 EdgA/138.0.3351.77`,
    ],
    [
      "Edge, iPhone",
      `${iphone} ${iosKit} Version/18.0 EdgiOS/138.0.3351.77 Mobile/15E148 Safari/604.1`,
    ],
    [
      "Firefox, Windows",
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
    ],
    [
      "Firefox, macOS",
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0",
    ],
    [
      "Firefox, Linux",
      "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    ],
    ["Firefox, Android", "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"],
    ["Firefox, iPhone", `${iphone} ${iosKit} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`],
    ["Firefox, iPad", `${mac} ${iosKit} FxiOS/140.0 Safari/605.1.15`],
    ["Safari, macOS", `${mac} ${iosKit} Version/18.5 Safari/605.1.15`],
    ["Safari, iPhone", `${iphone} ${iosKit} Version/18.5 Mobile/15E148 Safari/604.1`],
    ["Safari, iPad", `${ipad} ${iosKit} Version/17.7 Mobile/15E148 Safari/604.1`],
    [
      "Samsung Internet, Android",
      `${android} ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    ],
    ["Opera, Windows", `${windows} ${webKit} Chrome/135.0.0.0 Safari/537.36 OPR/120.0.0.0`],
  ])("is %s", (device, userAgent) => {
    expect(deviceOf(userAgent)).toBe(device);
  });

  it("has one half where the other is unknown", () => {
    // The window that an application opens within itself.
    expect(deviceOf(`${iphone} ${iosKit} Mobile/15E148`)).toBe("iPhone");
    expect(deviceOf("Firefox/140.0")).toBe("Firefox");
    // The browser of old Android telephones, which ends like Safari.
    expect(
      deviceOf(
        "Mozilla/5.0 (Linux; U; Android 4.0.3; hu-hu) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30",
      ),
    ).toBe("Android");
  });

  it.each(["", "curl/8.5.0", "node", "<b>Edgy</b>", "\u0000", "Version/".repeat(2_000)])(
    "does not know %j",
    (userAgent) => {
      expect(deviceOf(userAgent)).toBeNull();
    },
  );

  // A pattern that tried every way through the longest header would not end at all.
  it.each([
    ["Firefox, macOS", `Firefox/1 ${"Macintosh ".repeat(1_500)}<script>`],
    ["Firefox, iPad", `${"Macintosh ".repeat(1_500)} FxiOS/`],
    ["Linux", `${"Version/1 Mobile/".repeat(900)} Linux`],
  ])("has no other part of a long header: %s", (device, userAgent) => {
    expect(deviceOf(userAgent)).toBe(device);
  });
});

describe("browserOf", () => {
  it.each([
    [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/141.0.0.0 Safari/537.36`, "Chrome 141"],
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/141.0.0.0 Safari/537.36`,
      "Chrome 141",
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.1.2`,
      "Edge 141",
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/141.0.0.0 Safari/537.36 OPR/125.0`,
      "Opera 125",
    ],
    [
      `Mozilla/5.0 (Linux; Android 14) ${webKit} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
      "Samsung Internet 28",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox 128"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari 18",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1",
      "Chrome 141",
    ],
    ["Anna's own browser/1", "other"],
    ["", "other"],
    [undefined, "other"],
  ])("%s", (userAgent, expected) => {
    expect(browserOf(userAgent)).toBe(expected);
  });
});
