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
  completeness: [],
  unknownPlaces: [],
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

it("shows week by week what is known, with a download, and a walk to what is not", () => {
  const known = { week: "2026-06-15", places: 200, hours: 10, price: 100, access: 0 };
  const unknown = {
    ...{ id: 7, country: "HU", city: "Vác", address: "Fő tér 1.", comments: "", facts: {} },
    ...{ longitude: 19.1, latitude: 47.8, views: 12 },
    ...{ has_hours: false, has_price: true, has_access: false },
  };
  const other = { ...unknown, id: 8, address: "Köztársaság út 2.", longitude: 19.11 };
  const given = { ...status, completeness: [known], unknownPlaces: [unknown, other] };
  const page = renderPage(<StatusPage status={given} language="en" messages={{}} />, {
    language: "en",
  });
  const table = page.getAllByRole("table").at(-1)!;
  expect(table.querySelectorAll("tbody td")[0].textContent).toBe("200");
  expect([...table.querySelectorAll("tbody td")].slice(1).map((cell) => cell.textContent)).toEqual([
    ...["5 %", "50 %", "0 %"],
  ]);
  const csv = page.getByRole("link", { name: /CSV/ });
  expect(csv.getAttribute("href")).toBe("/api/v1/status/completeness");
  const stops = page.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(stops[0]).toMatch(/^1\.Fő tér 1\..*Opening hours.*Who may go in.*12 views$/);
  expect(stops[0]).not.toContain("Price");
  expect(page.getByRole("link", { name: /Köztársaság/ }).getAttribute("href")).toBe("/places/8");
});
