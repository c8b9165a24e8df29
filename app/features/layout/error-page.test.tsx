import type { ErrorResponse } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import { renderInLanguage } from "#tests/support/app/render-in-language.tsx";
import { ErrorPage } from "./error-page.tsx";

const response = (status: number): ErrorResponse & { internal: boolean } => ({
  status,
  statusText: "",
  data: null,
  internal: false,
});
const heading = (html: string) => /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1];

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("ErrorPage", () => {
  it.each([
    ["an address that leads nowhere", response(404), "Seite nicht gefunden"],
    ["a server that can't answer now", response(503), "Zurzeit nicht verfügbar"],
    ["a network without answer", new TypeError("Failed to fetch"), "Keine Verbindung"],
    [
      "an answer that broke off",
      new Error("Unable to decode", { cause: new TypeError("network error") }),
      "Keine Verbindung",
    ],
    ["a fault of ours", new Error("boom"), "Unerwarteter Fehler"],
    ["a wrong type in our code", new TypeError("x is undefined"), "Unerwarteter Fehler"],
    ["an answer with status 500", response(500), "Unerwarteter Fehler"],
  ])("names %s", async (_, error, title) => {
    // The page of a 404 is a chunk of its own.
    await vi.waitFor(() => {
      expect(heading(renderInLanguage(<ErrorPage error={error} />, "de"))).toBe(title);
    }, 20_000);
  });

  it.each([
    ["no connection, which the visitor may mend", new TypeError("Failed to fetch"), "offline"],
    ["a server that can't answer now", response(503), "warning"],
    ["a fault of ours", new Error("boom"), "warning"],
  ])("shows the sign of %s", async (_, error, icon) => {
    await vi.waitFor(() => {
      expect(renderInLanguage(<ErrorPage error={error} />, "hu")).toContain(`#${icon}"`);
    }, 20_000);
  });

  it("links back to the map from a URL that does not exist, with an image", async () => {
    await vi.waitFor(() => {
      const html = renderInLanguage(<ErrorPage error={response(404)} />, "hu");
      expect(html).toContain('href="/"');
      expect(html).toContain('role="img"');
    }, 20_000);
  });

  it("hides the error's message and stack in production", () => {
    vi.stubEnv("DEV", false);
    const html = renderInLanguage(<ErrorPage error={new Error("secret thing")} />, "hu");
    expect(html).not.toContain("secret thing");
    expect(html).not.toContain("error-page.test");
  });
});
