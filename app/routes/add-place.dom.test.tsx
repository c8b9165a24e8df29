import { act, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { emptyDraft, type PlaceDraft } from "#app/features/place-form/form/place-draft.ts";
import { storeDraft } from "#app/features/place-form/form/use-place-form.ts";
import type { GeoAddress, GeoSuggestion } from "#domain/address-search/geo-address.ts";
import type { Writes } from "#server/services.ts";
import { placeList, renderPlaces } from "#tests/support/app/render-places.tsx";
import { fridayAfternoon, placeInGyor } from "#tests/support/place-in-gyor.ts";

type CheckAndAdd = Writes["checkAndAddPlace"];
type Added = Awaited<ReturnType<CheckAndAdd>>;

const added: Added = { ok: true, place: { ...placeInGyor, accepted: false } };

const found: GeoAddress = {
  ...{ address_line1: "Piac utca", address_line2: "", place: "Debrecen", county: "" },
  ...{ postcode: "4024", country: "HU", latitude: 47.53, longitude: 21.63 },
  ...{ confidence: "high", precision: "street" },
};

/** Stubs whether the browser gives the visitor's position without a question. */
function stubPermission(state: PermissionState) {
  vi.spyOn(navigator.permissions, "query").mockResolvedValue({ state } as PermissionStatus);
}

beforeEach(() => stubPermission("prompt"));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

interface StubbedApi {
  /** What the search suggests, and what it finds for that. */
  readonly address?: GeoAddress;
}

/** Stubs the calls of the form. */
function stubApi({ address = found }: StubbedApi = {}) {
  const { address_line1, place, precision } = address;
  const suggestion: GeoSuggestion = {
    id: "x",
    name: address_line1 || place,
    detail: "",
    precision,
  };
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.startsWith("/api/v1/geo/suggest")) return Response.json([suggestion]);
    if (path.startsWith("/api/v1/geo/")) return Response.json(address);
    return Response.json({ code: "error.unavailable" }, { status: 503 });
  });
}

/** A place on the map that only has to be sent. */
const onMap = {
  ...{ mode: "manual", place: "Makó", address_line1: "Fő tér 1." },
  ...{ latitude: "46.2", longitude: "20.4" },
} as const satisfies Partial<PlaceDraft>;

interface FormOptions extends Omit<NonNullable<Parameters<typeof renderPlaces>[0]>, "places"> {
  /** Content of the form. */
  readonly draft?: Partial<PlaceDraft>;
  /** Results of the use case that adds a place, one an attempt. */
  readonly results?: readonly Added[];
}

/** Opens the form of a contributor, filled. */
async function openForm({ draft = {}, results = [added], ...options }: FormOptions = {}) {
  storeDraft({ ...emptyDraft, ...draft });
  const pending = [...results];
  const checkAndAddPlace = vi.fn<CheckAndAdd>(async () => pending.shift() ?? added);
  const page = renderPlaces({
    search: "?add=1",
    addsLeft: 5,
    ...options,
    places: { checkAndAddPlace, listPlaces: async () => placeList([]) },
  });
  const region = await page.findByRole("region", {
    name: /^(Új mosdó felvétele|Neue Toilette hinzufügen)$/,
  });
  const form = within(region);
  await form.findAllByRole("tab");
  const send = () => page.user.click(form.getByRole("button", { name: /^Mosdó beküldése$/ }));
  const hasResponse = () =>
    waitFor(() => expect(region.querySelector("form")?.getAttribute("aria-busy")).toBe("false"));
  const field = (name: string | RegExp) => form.getByRole("textbox", { name });
  /** A text at once: each key renders the form, and costs as much as a press. */
  const fill = async (input: HTMLElement, text: string) => {
    await page.user.click(input);
    await page.user.paste(text);
  };
  const bannerOf = async () => (await form.findByRole("button", { name: "Bezárás" })).parentElement;
  return { ...page, checkAndAddPlace, form, send, hasResponse, field, fill, bannerOf };
}

const day = (form: ReturnType<typeof within>, name: string) =>
  within(form.getByRole("group", { name }));

function expectDescribed(field: HTMLElement, text: RegExp) {
  expect(field.getAttribute("aria-invalid")).toBe("true");
  const id = field.getAttribute("aria-describedby")?.split(" ").at(-1) ?? "";
  expect(document.getElementById(id)?.textContent).toMatch(text);
}

it("leads to where its position is given, until it has one", async () => {
  const { user, form } = await openForm();
  await user.click(form.getByRole("button", { name: "Tovább: add meg, hol van" }));
  expect(document.activeElement).toBe(form.getByRole("combobox", { name: "Cím keresése" }));
});

describe("a form that was refused", () => {
  it.each([
    ["error.duplicate", "Ez a mosdó már szerepel nálunk"],
    ["error.limit", "24 óra alatt legfeljebb 5 mosdót vehetsz fel."],
  ] as const)("says why, for ten seconds, and keeps what was typed: %s", async (code, message) => {
    vi.useFakeTimers({ now: fridayAfternoon, shouldAdvanceTime: true });
    const page = await openForm({ draft: onMap, results: [{ ok: false, code }] });
    await page.send();
    const banner = await page.bannerOf();
    expect(banner?.textContent).toContain(message);
    await act(() => vi.advanceTimersByTimeAsync(9_000));
    expect(banner?.isConnected).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(1_100));
    expect(banner?.isConnected).toBe(false);
    expect(page.field("Település")).toHaveProperty("value", "Makó");
    expect(page.form.queryByRole("region", { name: "Ezek közül az egyik?" })).toBeNull();
  });

  it("leads to the sign-in where the session has ended, and keeps the form", async () => {
    vi.useFakeTimers({ now: fridayAfternoon, shouldAdvanceTime: true });
    const page = await openForm({ draft: onMap, results: [{ ok: false, code: "error.signin" }] });
    await page.send();
    const banner = await page.bannerOf();
    expect(banner?.textContent).toContain("Ehhez be kell jelentkezned.");
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(banner?.isConnected).toBe(true);
    const link = page.form.getByRole("link", { name: "Bejelentkezés" });
    expect(link.getAttribute("href")).toBe("/login?continueUrl=%2Fplaces%3Fadd%3D1");
  });

  it("keeps what was typed where no response comes, and is sent again", async () => {
    let isAway = true;
    const page = await openForm({
      draft: onMap,
      beforeAction: () => {
        if (isAway) throw new TypeError("Failed to fetch");
      },
    });
    await page.send();
    expect((await page.bannerOf())?.textContent).toContain("Amit beírtál, megmarad");
    expect(page.field("Település")).toHaveProperty("value", "Makó");
    isAway = false;
    await page.send();
    await waitFor(() => expect(page.router.path).toBe("/places?added=1"));
  });
});

it("thanks for five seconds, and has forgotten what was typed", async () => {
  vi.useFakeTimers({ now: fridayAfternoon, shouldAdvanceTime: true });
  const page = await openForm({ draft: onMap });
  await page.send();
  const thanks = await page.findByText(/^Köszönjük! Elmentettük a mosdót/);
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(thanks.isConnected).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(1_100));
  expect(thanks.isConnected).toBe(false);
  await waitFor(() => expect(page.router.path).toBe("/places"));
  expect(sessionStorage.getItem("mosdo:place-draft")).toBeNull();
});

describe("validation errors", () => {
  it("stand on top until the banner is closed and at their fields for good, and nothing is sent", async () => {
    const hours = emptyDraft.hours;
    const range = (from: string, to: string) => ({ from, to });
    const ranges = (...given: { from: string; to: string }[]) => ({
      isClosed: false,
      ranges: hours.groups.daily.ranges.map((empty, index) => given[index] ?? empty),
    });
    const groups = {
      ...hours.groups,
      mo: ranges(range("08:00", "07:00")),
      tu: ranges(range("08:00", "")),
      we: ranges(range("08:00", "18:00"), range("17:59", "20:00")),
    };
    const page = await openForm({
      draft: { ...onMap, place: "", hours: { ...hours, kind: "days", groups } },
    });
    await page.send();
    const banner = await page.bannerOf();
    const linesOf = (banner: HTMLElement | null) =>
      [...(banner?.querySelectorAll("p") ?? [])].map((line) => line.textContent);
    const later = "A zárás legyen később, mint a nyitás.";
    const both = "A nyitás és a zárás idejét is add meg, vagy hagyd üresen mindkettőt.";
    const overlap =
      "Az időszakok nem fedhetik egymást, és a zárás nem lehet ugyanaz, mint a nyitás.";
    expect(linesOf(banner)).toEqual([
      ...["Írd be a települést.", later, both],
      "Valami hiányzik vagy nem jó. Nézd át a megjelölt mezőket.",
    ]);
    await waitFor(() => expect(document.activeElement).toBe(page.field("Település")));
    expectDescribed(page.field("Település"), /Írd be a települést/);
    await page.user.click(page.form.getByRole("button", { name: "Bezárás" }));
    expect(banner?.isConnected).toBe(false);
    expectDescribed(page.field("Település"), /Írd be a települést/);

    await page.fill(page.field("Település"), "Makó");
    expect(page.field("Település").hasAttribute("aria-invalid")).toBe(false);
    await page.send();
    expect(linesOf(await page.bannerOf())).toEqual([later, both, overlap]);
    const closing = day(page.form, "hétfő").getByLabelText("Zárás, 1. időszak");
    await waitFor(() => expect(document.activeElement).toBe(closing));
    for (const [name, label, text] of [
      ["hétfő", "Zárás, 1. időszak", later],
      ["kedd", "Zárás, 1. időszak", both],
      ["szerda", "Nyitás, 2. időszak", overlap],
    ]) {
      expectDescribed(day(page.form, name).getByLabelText(label), new RegExp(`^${text}$`));
    }
    expect(page.checkAndAddPlace).not.toHaveBeenCalled();
  });

  it("ask for the pin where the search knew only the town, until its mark is set", async () => {
    const page = await openForm({
      draft: {
        ...{ place: "Debrecen", address_line1: "Fő utca 77.", precision: "settlement" },
        ...{ confidence: "high", latitude: "47.53", longitude: "21.63" },
      },
    });
    await page.form.findByText(/a jelölő a közepén áll: akár 10\s?km/);
    await page.send();
    const mark = page.form.getByRole("checkbox", { name: /hozzávetőleges/ });
    await waitFor(() => expect(document.activeElement).toBe(mark));
    // In the banner and beside the pin.
    expect(page.form.getAllByText(/Tedd a jelölőt a bejárathoz, vagy/)).toHaveLength(2);
    expect(page.checkAndAddPlace).not.toHaveBeenCalled();
    await page.user.click(page.form.getByRole("button", { name: "Jelölő a bejárathoz" }));
    expect(page.form.queryByRole("button", { name: "Mosdó beküldése" })).toBeNull();
    await page.user.click(mark);
    await page.send();
    await waitFor(() => expect(page.checkAndAddPlace).toHaveBeenCalled());
    expect(page.checkAndAddPlace.mock.calls[0][0].place).toMatchObject({
      position_approximate: true,
      fee: "unknown",
    });
  });
});

describe("what is checked before the place is added", () => {
  const similar: Added = {
    ok: false,
    code: "check",
    similar: [{ ...placeInGyor, id: 7, address: "Fő tér 2.", distance: 12 }],
  };

  it("are similar places: 'is it one of these?'", async () => {
    const page = await openForm({ draft: onMap, results: [similar, similar, similar, added] });
    const name = "Ezek közül az egyik?";
    await page.send();
    const question = await page.form.findByRole("region", { name });
    await waitFor(() => expect(document.activeElement).toBe(question));
    const link = page.form.getByRole("link", { name: /Fő tér 2\., Győr/ });
    expect(link.getAttribute("href")).toBe("/?place=7");
    await page.user.click(page.form.getByRole("button", { name: "Vissza a szerkesztéshez" }));
    expect(page.form.queryByRole("region", { name })).toBeNull();
    await page.send();
    await page.hasResponse();
    await page.user.type(page.field(/^Megjegyzés/), "x");
    expect(page.form.queryByRole("region", { name })).toBeNull();
    await page.send();
    await page.hasResponse();
    await page.user.click(page.form.getByRole("button", { name: "Egyik sem, felveszem" }));
    await waitFor(() => expect(page.router.path).toBe("/places?added=1"));
    expect(page.checkAndAddPlace.mock.calls.map(([{ check }]) => check)).toEqual([
      ...["similar", "similar", "similar"],
      "none",
    ]);
  });

  it("is an address that no search was sure of; a press counts while the list is still loading", async () => {
    const held = Promise.withResolvers<void>();
    let isHeld = false;
    const page = await openForm({
      draft: { place: "Makó", address_line1: "Fő utca 2.", latitude: "46.2", longitude: "20.4" },
      results: [{ ok: false, code: "check", similar: [] }, added],
      beforeLoad: () => (isHeld ? held.promise : undefined),
    });
    isHeld = true;
    await page.send();
    const section = await page.form.findByRole("region", { name: "Még egy pillantás" });
    await waitFor(() => expect(document.activeElement).toBe(section));
    expect(section.textContent).toContain("Ezt a címet nem tudtuk ellenőrizni.");
    await page.user.click(page.form.getByRole("button", { name: "Rendben, felveszem" }));
    await waitFor(() => expect(page.checkAndAddPlace).toHaveBeenCalledTimes(2));
    held.resolve();
    await waitFor(() => expect(page.router.path).toBe("/places?added=1"));
    expect(page.checkAndAddPlace.mock.calls.map(([{ check }]) => check)).toEqual(["form", "none"]);
  });
});

describe("the address search", () => {
  it("keeps the typed house number of a chosen street, whose notice goes with the pin", async () => {
    stubApi();
    const page = await openForm();
    expect(
      page.form.queryByRole("button", { name: "Mosdó beküldése", hidden: false })?.className,
    ).toContain("hidden!");
    await page.fill(await page.form.findByRole("combobox", { name: "Cím keresése" }), "piac u 77");
    await page.user.click(await page.findByRole("option", { name: /^Piac utca/ }));
    await waitFor(() =>
      expect(page.field("Utca, házszám")).toHaveProperty("value", "Piac utca 77"),
    );
    page.form.getByText(/csak az utcát ismeri/);
    await page.user.click(page.form.getByRole("button", { name: "Jelölő a bejárathoz" }));
    const map = within(await page.form.findByRole("group", { name: "A mosdó a térképen" }));
    await page.user.type(await map.findByRole("textbox", { name: "Szélességi fok" }), "1{Enter}");
    await page.user.click(page.form.getByRole("button", { name: "Mentés" }));
    expect(page.form.queryByText(/csak az utcát ismeri/)).toBeNull();
  });

  it("is not doubted where it was sure of the house", async () => {
    stubApi({ address: { ...found, address_line1: "Piac utca 1.", precision: "address" } });
    const page = await openForm();
    await page.fill(await page.form.findByRole("combobox", { name: "Cím keresése" }), "piac");
    await page.user.click(await page.findByRole("option", { name: /^Piac utca/ }));
    await waitFor(() =>
      expect(page.field("Utca, házszám")).toHaveProperty("value", "Piac utca 1."),
    );
    await page.user.type(page.field(/^Épület/), "B");
    await page.send();
    await waitFor(() => expect(page.router.path).toBe("/places?added=1"));
    expect(page.checkAndAddPlace.mock.calls[0][0].check).toBe("similar");
  });
});

it("fills the town of a point alone, in German; a place that is accepted at once has no thanks", async () => {
  stubApi({ address: { ...found, precision: "settlement" } });
  const page = await openForm({
    language: "de",
    draft: { mode: "manual" },
    results: [{ ok: true, place: placeInGyor }],
  });
  const map = within(await page.form.findByRole("group", { name: "Die Toilette auf der Karte" }));
  await page.user.click(await map.findByRole("textbox", { name: /^Breite/ }));
  await page.user.paste("47.53; 21.63");
  await page.user.keyboard("{Enter}");
  await page.form.findByText(/Von diesem Punkt kennen wir nur den Ort/);
  expect(page.field("Ort")).toHaveProperty("value", "Debrecen");
  expect(page.field(/^Straße/)).toHaveProperty("value", "");
  await page.fill(page.field(/^Straße/), "Fő u 1");
  await page.user.click(page.form.getByRole("radio", { name: "Kostet etwas" }));
  const country = page.form.getByRole("combobox", { name: "Land" });
  await page.user.selectOptions(country, "AT");
  page.form.getByPlaceholderText("Euro");
  await page.user.selectOptions(country, "JP");
  page.form.getByPlaceholderText("Landeswährung");
  await page.user.click(page.form.getByRole("button", { name: "Toilette eintragen" }));
  await waitFor(() => expect(page.router.path).toBe("/places"));
  expect(page.queryByText("Vielen Dank!")).toBeNull();
  await page.findByRole("link", { name: "Toilette hinzufügen" });
});

it("begins with the operator's country, and says that a point lies outside the area", async () => {
  const ring = [
    ...[
      [14.24, 48.21],
      [14.41, 48.21],
      [14.41, 48.38],
      [14.24, 48.38],
    ],
    [14.24, 48.21],
  ];
  vi.stubGlobal("fetch", async (path: string) =>
    path === "/border.json?v=1"
      ? Response.json({ type: "Polygon", coordinates: [ring] })
      : Response.json({ code: "error.unavailable" }, { status: 503 }),
  );
  const page = await openForm({
    draft: { mode: "manual", country: "AT" },
    root: { home: { country: "AT", timeZone: "Europe/Vienna", border: "/border.json?v=1" } },
  });
  const map = within(await page.form.findByRole("group", { name: "A mosdó a térképen" }));
  const latitude = await map.findByRole("textbox", { name: "Szélességi fok" });
  for (const [point, isOutside] of [
    ["48.3; 14.409", false],
    ["48.3; 14.411", true],
    ["48.379; 14.3", false],
    ["48.381; 14.3", true],
  ] as const) {
    await page.user.clear(latitude);
    await page.user.paste(point);
    await page.user.keyboard("{Enter}");
    await map.findByText(`A jelölő helye: ${point.replace(";", ",")}`);
    const hint = "Ez a pont kívül esik a területünkön. Ettől még felveheted.";
    await waitFor(() => expect(page.form.queryByText(hint) !== null).toBe(isOutside));
  }
  const country = page.form.getByRole("combobox", { name: "Ország" });
  expect(country).toHaveProperty("value", "AT");
  expect(country.firstElementChild?.getAttribute("value")).toBe("AT");
});

it("takes opening hours with two taps", async () => {
  const page = await openForm({ draft: onMap });
  await page.user.click(page.form.getByRole("radio", { name: "Mindig nyitva" }));
  await page.send();
  await waitFor(() => expect(page.checkAndAddPlace).toHaveBeenCalled());
  expect(page.checkAndAddPlace.mock.calls[0][0].place).toMatchObject({ opening_hours: "24/7" });
});

it("keeps a draft over a reload, until it is discarded", async () => {
  const page = await openForm({ draft: onMap });
  await waitFor(() => expect(page.field("Település")).toHaveProperty("value", "Makó"));
  await page.user.type(page.field("Település"), "n");
  expect(sessionStorage.getItem("mosdo:place-draft")).toContain('"Makón"');
  await page.user.click(page.form.getByRole("link", { name: "Elvetés" }));
  await waitFor(() => expect(page.router.path).toBe("/places"));
  expect(sessionStorage.getItem("mosdo:place-draft")).toBeNull();
  await page.user.click(await page.findByRole("link", { name: "Mosdó felvétele" }));
  expect(await page.findByRole("tab", { name: "Cím szerint", selected: true })).not.toBeNull();
});

it.each([
  ["Cím szerint", "", "prompt"],
  ["Térképen", "", "granted"],
  ["Térképen", "&near=20.25,46.75", "prompt"],
])("opens %s with %j where the position is %s", async (name, search, state) => {
  stubPermission(state as PermissionState);
  const page = renderPlaces({ search: `?add=1${search}`, addsLeft: 5 });
  expect(await page.findByRole("tab", { name, selected: true })).not.toBeNull();
});

it("opens at the point of its URL, in place of a draft's, and looks its address up", async () => {
  stubApi({ address: { ...found, address_line1: "Piac utca 3.", precision: "address" } });
  const page = await openForm({
    search: "?add=1&at=21.63,47.53",
    draft: { ...onMap, comments: "a kútnál", address_line1: "", place: "" },
  });
  const position = () =>
    ["longitude", "latitude"].map((name) => {
      const input = document.querySelector<HTMLInputElement>(`[name=${name}]`);
      return input?.value;
    });
  await waitFor(() => expect(position()).toEqual(["21.63", "47.53"]));
  await waitFor(() => expect(page.field("Település")).toHaveProperty("value", "Debrecen"));
  expect(page.field("Utca, házszám")).toHaveProperty("value", "Piac utca 3.");
  expect(page.field(/^Megjegyzés/)).toHaveProperty("value", "a kútnál");
  // A reload must not put a moved pin back.
  await waitFor(() => expect(page.router.path).toBe("/places?add=1"));
});
