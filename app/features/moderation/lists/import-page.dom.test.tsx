import { within } from "@testing-library/react";
import { data } from "react-router";
import { expect, it, onTestFinished, vi } from "vitest";
import type {
  EntryKind,
  EntryPage,
  ImportEntry,
  ImportView,
} from "#domain/source-list/import-view.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { placeInGyor } from "#tests/support/place-in-gyor.ts";
import { ImportPage } from "./import-page.tsx";
import type { ListFailure } from "./lists-page.tsx";

const view: ImportView = {
  ...{ id: 7, fileName: "wc.csv", state: "preview", firstRows: [["47,68", "", "0-24"]] },
  columns: [
    { header: "Szélesség", meaning: "latitude", isSure: true, samples: ["47,68"] },
    { header: "Kerület", meaning: "none", isSure: true, samples: [] },
    { header: "Mikor", meaning: "hours", isSure: false, samples: ["0-24"] },
  ],
  mapping: { columns: { Szélesség: "latitude", Kerület: "none", Mikor: "hours" }, epsg: 23700 },
  asksWinter: true,
  coordinateSystems: [{ epsg: 23700, title: "HD72 / EOV" }],
  counts: { new: 1, here: 3, look: 1, "left-out": 2 },
  changing: 2,
  hours: { read: 4, unknown: 1, none: 2, "asks-winter": 0 },
  ...{ missing: [], missingCount: 0, source: null, progress: 1, failure: null },
  ...{ at: "2026-05-08T10:00:00.000Z", endedAt: null, undoableUntil: null },
};

const place = { ...placeInGyor, distance: 40 };

const entry: ImportEntry = {
  ...{
    kind: "new",
    line: 2,
    key: "a",
    title: "Fő tér 1.",
    country: "HU",
    position: [17.63, 47.68],
  },
  says: { address: "Fő tér 1.", city: "Győr", fee: { fee: "costs", price: 200 } },
  ...{ hours: { kind: "none" }, place: null, change: {}, kept: {} },
  ...{ doubt: null, near: [], refusal: null },
};

/** Without the forms, whose many options cost time. */
const done = { state: "done", endedAt: view.at } as const;

function show(given: Partial<ImportView> = {}, entries: Partial<EntryPage> = {}) {
  const sent: [string, string][][] = [];
  const marked: number[] = [];
  const shown: EntryPage = { kind: "new", page: 1, entries: [entry], ...entries };
  const page = renderPage([
    {
      path: "/",
      action: async ({ request }) => {
        sent.push([...(await request.formData())] as [string, string][]);
        const failure: ListFailure = {
          code: "error.parameter",
          fields: ["link"],
          typed: { title: "Győr mosdói", licence: "", link: "gyor" },
        };
        return data(failure, { status: 422 });
      },
      Component: ({ actionData }: { actionData?: ListFailure }) => (
        <ImportPage
          view={{ ...view, ...given }}
          entries={shown}
          result={actionData}
          renderMap={(rows) => {
            marked.splice(0, marked.length, ...rows.map(({ line }) => line));
            return <p>térkép</p>;
          }}
        />
      ),
    },
  ]);
  return { sent, marked, ...page };
}

const ofKind = (kind: EntryKind, given: Partial<ImportEntry>): Partial<EntryPage> => {
  return { kind, entries: [{ ...entry, kind, ...given }] };
};

it("asks what an unclear column means, and sends the meaning of every column", async () => {
  const { sent, user, findByRole, getByRole, getByText } = show();
  const unclear = await findByRole("combobox", { name: "Mikor" });
  expect(unclear.getAttribute("aria-describedby")).toBe("column-3-asked");
  expect(getByRole("link", { name: "Mikor" }).getAttribute("href")).toBe("#column-3");
  expect(getByRole("combobox", { name: "Szélesség" }).hasAttribute("aria-describedby")).toBe(false);
  getByText("1 oszlop nem egyértelmű: válaszd ki, mit jelent, vagy hagyd ki.");
  expect(getByRole("link", { name: "Mikor van tél?" }).getAttribute("href")).toBe("#winter");
  getByText("Koordináta-rendszer: HD72 / EOV");
  await user.selectOptions(unclear, "megjegyzés");
  getByText(/^Módosítottál valamit/);
  await user.selectOptions(getByRole("combobox", { name: "Ettől" }), "november");
  await user.click(getByRole("button", { name: "Lista újraolvasása így" }));
  expect(sent).toEqual([
    [
      ["intent", "remap"],
      ...[
        ["header", "Szélesség"],
        ["meaning", "latitude"],
        ["header", "Kerület"],
      ],
      ...[
        ["meaning", "none"],
        ["header", "Mikor"],
        ["meaning", "comment"],
      ],
      ...[
        ["winterFrom", "11"],
        ["winterTo", ""],
        ["epsg", "23700"],
      ],
    ],
  ]);
});

it("counts four kinds, each a page of its own, and shows what a new row says, also on the map", async () => {
  const { marked, findByRole, getByText } = show(done);
  const kinds = within(await findByRole("navigation", { name: "Mi lesz a sorokból?" }));
  expect(
    kinds.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]),
  ).toEqual([
    ["Új (1)", "/moderation/lists/7?kind=new"],
    ["Már megvan (3)", "/moderation/lists/7?kind=here"],
    ["Átnézendő (1)", "/moderation/lists/7?kind=look"],
    ["Kihagyva (2)", "/moderation/lists/7?kind=left-out"],
  ]);
  expect(marked).toEqual([2]);
  const row = getByText("Fő tér 1.").closest("li")!;
  expect(row.textContent).toContain("Település:Győr");
  expect(row.textContent).toMatch(/Ár:200\sFt/);
  expect(row.querySelector("summary")?.textContent).toContain("ezt hozza: Település · Ár");
});

it("shows which fields of a toilet that is here change, and which stay because a person set them", async () => {
  const { findByText } = show(
    done,
    ofKind("here", {
      place,
      change: { comments: { from: "hátul", to: "az udvarban" } },
      kept: { wheelchair: { from: "no", to: "yes" } },
      hours: { kind: "unknown", words: "park nyitvatartása szerint" },
    }),
  );
  const row = (await findByText("Fő tér 1.")).closest("li")!;
  expect(within(row).getByRole("link").getAttribute("href")).toContain(String(place.id));
  expect(row.querySelector("del")?.textContent).toBe("hátul");
  expect(row.querySelector("ins")?.textContent).toBe("az udvarban");
  expect(row.textContent).toMatch(
    /Marad, mert itt valaki beállította.*Nem \(a lista szerint: Igen\)/,
  );
  expect(row.querySelector("q")?.textContent).toBe("park nyitvatartása szerint");
});

it.each([
  ["look", { doubt: "near", near: [place] }, /75 méteren belül van egy mosdó.*40\sm/],
  ["left-out", { refusal: "swapped", position: null }, /fel lehet cserélve/],
] as const)("says of a row of kind %s why", async (kind, given, reason) => {
  const { marked, findByText } = show(done, ofKind(kind, given));
  const row = (await findByText("Fő tér 1.")).closest("li")!;
  expect(row.textContent).toMatch(reason);
  expect(marked).toEqual(kind === "look" ? [2] : []);
});

it("asks whose the list is, and keeps what was typed where it is refused", async () => {
  const { sent, user, findByLabelText, findByRole, getByLabelText, getByText } = show();
  await user.type(await findByLabelText("A lista neve"), "Győr");
  await user.type(getByLabelText("Licenc"), "CC BY 4.0");
  const passingOn = getByLabelText("A licenc megengedi az adatok továbbadását") as HTMLInputElement;
  expect(passingOn.checked).toBe(false);
  await user.click(passingOn);
  await user.click(getByText("Átvétel (3)"));
  expect(Object.fromEntries(sent[0])).toMatchObject({
    ...{ intent: "take-over", title: "Győr", licence: "CC BY 4.0", allowsPassingOn: "1" },
  });
  expect((await findByRole("alert")).textContent).toContain("Nézd meg a megjelölt mezőket");
  expect(getByLabelText(/^A lista weboldala/).getAttribute("aria-invalid")).toBe("true");
});

it.each([
  [{ state: "running", progress: 0.4 }, "progressbar", /^átvétel alatt$/],
  [
    { state: "failed", failure: { code: "no-header", sheet: "Lap1" } },
    "alert",
    /oszlopneveknek.*\(„Lap1” munkalap\)/,
  ],
  [{ state: "waiting" }, "status", /a sorok több mint ötöde/],
  [done, "status", /1 új mosdó\. 2 mosdó módosult\./],
] as const)("says where an import is: %j", async (given, role, text) => {
  const { findByRole, queryByText } = show(given);
  const found = await findByRole(role);
  expect(found.getAttribute("aria-label") ?? found.textContent).toMatch(text);
  const mayTakeOver = given.state === "waiting";
  expect(queryByText(/^Átvétel/) !== null).toBe(mayTakeOver);
  expect(queryByText("Ellenőrizd") !== null).toBe(mayTakeOver);
});

it("looks at an import at work again once the last look has come back", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const slow = Promise.withResolvers<null>();
  const loader = vi.fn(async () => null).mockResolvedValueOnce(null);
  loader.mockReturnValueOnce(slow.promise);
  const entries: EntryPage = { kind: "new", page: 1, entries: [] };
  const { findByRole } = renderPage([
    {
      path: "/",
      loader,
      HydrateFallback: () => null,
      Component: () => (
        <ImportPage
          view={{ ...view, state: "running" }}
          entries={entries}
          result={undefined}
          renderMap={() => null}
        />
      ),
    },
  ]);
  await findByRole("progressbar");
  await vi.advanceTimersByTimeAsync(6_000);
  expect(loader).toHaveBeenCalledTimes(2);
  slow.resolve(null);
  await vi.waitFor(() => expect(loader).toHaveBeenCalledTimes(3), { timeout: 3_000 });
});

it("offers another file after a refused one", async () => {
  const { sent, user, findByRole, getByRole } = show({ state: "failed", columns: [] });
  await findByRole("link", { name: "Másik fájl választása" });
  await user.click(getByRole("button", { name: "Import elvetése" }));
  expect(sent).toEqual([[["intent", "discard"]]]);
});

it("undoes a whole import after a question, as long as it can be", async () => {
  const done = {
    state: "done",
    endedAt: view.at,
    undoableUntil: "2026-06-07T10:00:00.000Z",
  } as const;
  const { sent, user, findByText, getByRole } = show(done);
  await user.click(await findByText("Az egész import visszavonása"));
  await findByText(/Eddig lehetséges: 2026\. jún\. 7\./);
  await user.click(getByRole("button", { name: "Igen, visszavonom" }));
  expect(sent).toEqual([[["intent", "undo"]]]);
});
