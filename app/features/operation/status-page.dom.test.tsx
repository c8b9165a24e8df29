import { describe, expect, it } from "vitest";
import { type OperatingStatus, usageKinds } from "#domain/operation/operating-status.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { StatusPage } from "./status-page.tsx";

const counts = (count: number) =>
  Object.fromEntries(
    usageKinds.map((kind) => [kind, count]),
  ) as OperatingStatus["usage"][0]["counts"];

const status: OperatingStatus = {
  now: "2026-06-17T08:31:00.000Z",
  versions: { product: "1.0.0", node: "v24.0.0", postgres: "18.1" },
  startedAt: "2026-06-17T08:00:00.000Z",
  memoryBytes: 150e6,
  database: { sizeBytes: 20e6, isEmbedded: true },
  connections: { open: 2, idle: 1, queued: 0 },
  index: { places: 62, schedules: 12, ageSeconds: 1, changedAt: "2026-06-17T08:00:00.000Z" },
  mails: { queued: 0, oldestSeconds: 0, lastTrouble: null, hasServer: true },
  map: { provider: "embedded", baseMapHost: null, hasRoutes: false, extracts: [] },
  lists: [],
  disk: { freeBytes: 50e9, totalBytes: 100e9 },
  backup: { lastAt: "2026-06-17T00:00:00.000Z" },
  browserReports: { error: 1, policy: 2 },
  usage: [
    { day: "2026-06-16", counts: counts(1000) },
    { day: "2026-06-17", counts: counts(5) },
  ],
};

describe.each([
  ["hu", "Állapot", ["Adatbázis", "E-mailek"], "18.1 (saját"],
  ["de", "Zustand", ["Datenbank", "E-\u2060Mails"], "18.1 ("],
  ["en", "Status", ["Database", "E-mails"], "18.1 ("],
] as const)("StatusPage in %s", (language, title, headings, postgres) => {
  it("has every part with its messages, and the newest day of use first", () => {
    const page = renderPage(<StatusPage status={status} language={language} messages={{}} />, {
      language,
    });
    expect(page.getByRole("heading", { level: 1 }).textContent).toBe(title);
    for (const name of headings) page.getByRole("heading", { level: 2, name });
    const facts = page.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(facts).toContainEqual(expect.stringContaining(postgres));
    expect(facts).toContainEqual(expect.stringContaining("npm run routing:install"));
    expect(page.container.textContent).not.toContain("operation.");
    const rows = page.getAllByRole("row").map((row) => row.querySelector("td")?.textContent);
    expect(rows.map((text) => text?.replaceAll(/\D/g, ""))).toEqual([
      undefined,
      "5",
      "1000",
      "1005",
    ]);
  });
});

it("leads to a list that was not read, and to one that waits", () => {
  const list = { title: "Pest", checkedAt: status.now, failure: null, waitingImport: null };
  const lists = [
    list,
    { ...list, title: "Vác", failure: { code: "unreachable" } as const },
    { ...list, title: "Szob", waitingImport: 7 },
  ];
  const listed = { ...status, lists };
  const { getAllByRole } = renderPage(<StatusPage status={listed} language="hu" messages={{}} />);
  const hrefs = getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual(["/moderation/lists", "/moderation/lists/7"]);
});

it("puts a trouble first, as an alert where visitors notice it", () => {
  const away = { ...status, database: { sizeBytes: null, isEmbedded: true } };
  const { getByRole } = renderPage(<StatusPage status={away} language="hu" messages={{}} />);
  expect(getByRole("alert").textContent).not.toBe("");
});

it("does not call a server well whose mail and backups are not set up", () => {
  const fresh = { ...status, mails: { ...status.mails, hasServer: false }, backup: null };
  const page = renderPage(<StatusPage status={fresh} language="en" messages={{}} />, {
    language: "en",
  });
  page.getByRole("heading", { level: 2, name: "2 things to set up" });
  const lines = page.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(lines).toEqual([
    expect.stringContaining("SMTP_URL="),
    expect.stringContaining("BACKUP_DIR="),
  ]);
  expect(page.queryByText("All is well.")).toBeNull();
});
