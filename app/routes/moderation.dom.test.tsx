import { act, waitFor, within } from "@testing-library/react";
import { data, useLoaderData } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  ModerationPage,
  type ModerationPageData,
} from "#app/features/moderation/moderation-page.tsx";
import { PositionPage } from "#app/features/moderation/position-page.tsx";
import type { AccountSearch } from "#app/features/moderation/queue/account-list.tsx";
import { UndoToast } from "#app/features/moderation/undo-toast.tsx";
import { ModeratedPlace } from "#app/moderated-place.tsx";
import App from "#app/root.tsx";
import {
  type ModerationPart,
  moderationParts,
  type ReportFilter,
} from "#domain/moderation/moderation-query.ts";
import type {
  ModeratedAccount,
  ModerationQueue,
  PendingProposal,
  ReportedPlace,
  ReportedReview,
  Task,
} from "#domain/moderation/moderation-queue.ts";
import type { ModerationResult } from "#domain/moderation/moderation-result.ts";
import { isTaskKind } from "#domain/moderation/task-kinds.ts";
import type { Language } from "#domain/text/language.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { placeInGyor } from "#tests/support/place-in-gyor.ts";

afterEach(() => {
  vi.useRealTimers();
});

const account: ModeratedAccount = {
  ...{ id: "anna", email: "anna@example.org", email_verified: true },
  ...{ disabled: false, moderator_since: null, own: false },
};

const at = "2026-05-08T10:00:00.000Z";
const name = "Széchenyi tér 1., Győr";

const pending: ModerationQueue["waiting"] = [
  {
    ...{ ...placeInGyor, accepted: false, adder: account, comments: "hátul" },
    opening_times: [...Array<string>(5).fill("08:00-18:00"), "-", "-"],
    spam_signs: ["link", "twin"],
    near_duplicates: [
      {
        id: 13,
        country: "HU",
        city: "Győr",
        address: "Fő tér 2.",
        comments: "",
        accepted: false,
        distance: 40,
      },
    ],
  },
  {
    ...{ ...placeInGyor, id: 14, address: "Fő tér 3.", accepted: false, adder: account },
    opening_times: Array<string>(7).fill("00:00-24:00"),
    spam_signs: [],
    near_duplicates: [],
  },
];

type CardReport = ReportedPlace["reports"][number];

const report: CardReport = {
  ...{ id: 5, reason: "hours", text: "Délben zárva", at, sender: account },
  ...{ by_visitor: false, by_import: false, proved: false },
};

/** Card of a place with these reports alone. */
function cardOf(reports: CardReport[], card: Partial<ReportedPlace> = {}): ReportedPlace {
  const reasons = [...new Set(reports.map(({ reason }) => reason))].map((reason) => {
    return { reason, count: reports.filter((other) => other.reason === reason).length };
  });
  return {
    ...{ place: placeInGyor, count: reports.length, reasons, reports, first: at, last: at },
    by_accounts: reports.filter(({ sender }) => sender).length,
    newest: Math.max(...reports.map(({ id }) => id)),
    ...card,
  };
}

interface Options {
  readonly queue?: Partial<ModerationQueue>;
  readonly search?: AccountSearch;
  readonly filter?: ReportFilter;
  /** Query of the page's URL. */
  readonly query?: string;
  readonly language?: Language;
  readonly respond?: (form: FormData) => ModerationResult | Promise<ModerationResult>;
  readonly isLoadHeld?: () => Promise<void> | undefined;
}

/** The result of a form that has succeeded. */
function done(form: FormData): ModerationResult {
  if (form.has("account")) {
    const intent = form.get("intent") as "disable";
    return { ok: true, intent, accountId: String(form.get("account")), changedCount: 0 };
  }
  const ids = form.getAll("id").map((id) => Number.parseInt(String(id), 10));
  const decided = {
    intent: form.get("intent"),
    kind: form.get("kind"),
    outcome: form.get("outcome"),
  };
  const { intent, kind, outcome } = decided as {
    intent: "decide";
    kind: "reports";
    outcome: "done";
  };
  const counts = { unknownIds: [], changedCount: 0, count: ids.length };
  return { ok: true, intent, kind, outcome, ids, ...counts };
}

/** Ids in a form that was sent. */
const idsOf = (form: [string, string][] = []) =>
  form.filter(([name]) => name === "id").map(([, id]) => id);

/** One list of the moderation page, with the notice above every page; its forms are recorded. */
function renderQueue(part: ModerationPart | null, options: Options = {}) {
  const { queue = {}, search = null, language, respond = done, isLoadHeld } = options;
  const { filter = {}, query = "" } = options;
  const { waiting, proposals, reported_places: reports, corrections, reviews } = queue;
  const tasks = Object.entries({ waiting, proposals, reports, corrections, reviews }).flatMap(
    ([kind, entries = []]) => entries.map((entry) => ({ kind, entry }) as Task),
  );
  const ofKind = part !== null && isTaskKind(part) ? part : null;
  const sent: [string, string][][] = [];
  const totals = Object.fromEntries(moderationParts.map((name) => [name, 0]));
  const pageData = {
    ...{ part, seesAccounts: true, search, filter, hourAgo: "2026-05-08T11:00:00.000Z" },
    ...{ kind: ofKind, tasks: ofKind || part === null ? tasks : null, found: queue.found ?? 0 },
    renderedAt: "2026-05-08T12:00:00.000Z",
    queue: { page: 1, per_page: 20, totals, ...queue },
  } as unknown as ModerationPageData;
  let loads = 0;
  const page = renderPage(
    [
      {
        path: "/moderation",
        loader: async () => {
          if (loads++ > 0) await isLoadHeld?.();
          return pageData;
        },
        action: async ({ request }) => {
          const form = await request.formData();
          sent.push([...form] as [string, string][]);
          const response = await respond(form);
          return response.ok ? response : data(response, { status: failureStatus(response.code) });
        },
        Component: () => (
          <>
            <UndoToast />
            <ModerationPage data={useLoaderData<ModerationPageData>()} result={undefined} />
          </>
        ),
      },
    ],
    { path: `/moderation${query}`, language },
  );
  return { sent, ...page };
}

it("lists the tasks of all kinds, each with its kind and without a box, and shows the chosen one", async () => {
  const { user, findAllByRole, getByRole, queryByRole } = renderQueue(null, {
    queue: { waiting: [pending[1]], reported_places: [cardOf([report])] },
  });
  const [first, second] = await findAllByRole("article");
  expect(document.title).toBe("Moderálás | Mosdókereső");
  expect(queryByRole("checkbox", { name: /^Kijelölés/ })).toBeNull();
  const isShownOnDesk = () => [first, second].map((card) => !card.classList.contains("lg:hidden"));
  expect(isShownOnDesk()).toEqual([true, false]);
  const row = getByRole("link", { name: /^Széchenyi tér 1\., Győr\s*Bejelentés · 2026/ });
  expect(row.getAttribute("href")).toBe("/moderation?task=reports-5");
  await user.click(row);
  expect(isShownOnDesk()).toEqual([false, true]);
  expect(row.getAttribute("aria-current")).toBe("true");
  expect(document.activeElement).toBe(second);
  await user.keyboard("k");
  expect(isShownOnDesk()).toEqual([true, false]);
});

it("shows the task in the page's URL, also without script", async () => {
  const { findAllByRole } = renderQueue("waiting", {
    queue: { waiting: pending },
    query: "?part=waiting&task=waiting-14",
  });
  const cards = await findAllByRole("article");
  expect(cards.map((card) => card.classList.contains("lg:hidden"))).toEqual([true, false]);
});

describe("reported reviews", () => {
  it("show what they said, and are decided by the words that are shown", async () => {
    const place = { ...placeInGyor };
    const reviews: ModerationQueue["reviews"] = [
      {
        ...{ id: 8, place, rating: 5, text: "Szép", added: at, changed: true, author: account },
        count: 1,
        reports: [
          {
            ...{ reason: "spam", text: "", at, by_visitor: true, by_rule: false, sender: null },
            proved: false,
            said: { rating: 1, text: "Reklám" },
          },
        ],
      },
    ];
    const { sent, user, findByRole, findByText, getByLabelText } = renderQueue("reviews", {
      queue: { reviews },
      respond: () => ({
        ...{ ok: false, intent: "decide", kind: "reviews", outcome: "keep" },
        code: "error.conflict",
      }),
    });
    await findByText("Szép");
    expect(getByLabelText("Így szólt, amikor bejelentették").textContent).toContain("★ Reklám");
    await user.click(await findByRole("button", { name: /^Marad:/ }));
    expect(sent.at(-1)).toEqual(
      expect.arrayContaining([
        ["intent", "decide"],
        ["kind", "reviews"],
        ["id", `8@${Date.parse(at)}`],
        ["outcome", "keep"],
      ]),
    );
    await findByText(/^A szerző közben átírta a véleményt\./);
  });
});

it("narrows reported reviews as it does reports of places", async () => {
  const visitors = { reason: "insult", text: "", at, by_visitor: true, by_rule: false } as const;
  const reports: ReportedReview["reports"] = [
    { ...visitors, by_visitor: false, sender: account, proved: true },
    { ...visitors, at: "2026-05-08T10:01:00.000Z", sender: null, proved: false },
  ];
  const place = { ...placeInGyor };
  const current = { rating: 1, text: "Szép", added: at, changed: false, author: null };
  const { findByRole, findByText } = renderQueue("reviews", {
    ...{ filter: { reason: "insult" }, query: "?reason=insult&part=reviews" },
    queue: { found: 41, reviews: [{ ...current, id: 8, place, count: 5, reports }] },
  });
  await findByText("Szűrés: 41 vélemény");
  await findByText("Korábbi bejelentései igaznak bizonyultak");
  await findByText("és még 3");
  for (const [label, href] of [
    ["Sértő vagy bántó", "/moderation?part=reviews"],
    ["Reklám vagy spam", "/moderation?reason=spam&part=reviews"],
    ["Fiók nélkül", "/moderation?reason=insult&from=visitors&part=reviews"],
    ["Mind tőle", "/moderation?sender=anna&part=reviews&selected=1"],
    ["3. oldal, összesen 3", "/moderation?reason=insult&part=reviews&page=3"],
  ]) {
    expect((await findByRole("link", { name: label })).getAttribute("href")).toBe(href);
  }
});

describe("places that are closed", () => {
  const closed: ModerationQueue["closed"] = [
    {
      place: {
        ...placeInGyor,
        closed_for_now: { reason: "out-of-order", by: "visitor", since: at, until: at },
      },
      reports: 2,
    },
    { place: { ...placeInGyor, id: 14, address: "Fő tér 3." }, reports: 1 },
  ];

  it.each([
    ["hu", "Kijelöltek megnyitása", "2 bejelentés vár", "2 mosdót újra megnyitottál."],
    ["de", "Ausgewählte öffnen", "2 Meldungen warten", "2 Toiletten sind wieder geöffnet."],
  ] as const)("are opened several at once, in %s", async (language, open, reports, result) => {
    const { sent, user, findByRole, findByText, getByRole, getAllByRole } = renderQueue("closed", {
      language,
      queue: { closed },
    });
    await findByText(reports);
    const [first, second] = getAllByRole("article");
    expect(first.textContent).toMatch(/jelezte \d+ \S+ ezelőtt|hat es vor \d+ /);
    expect(second.textContent).toMatch(/szokatlanul sok|ungewöhnlich viele/);
    await user.click(await findByRole("checkbox", { name: language === "hu" ? "Mind" : "Alle" }));
    await user.click(getByRole("button", { name: `${open} (2)` }));
    await findByText(result);
    expect(Object.fromEntries(sent.at(-1) ?? [])).toMatchObject({
      ...{ intent: "decide", kind: "places", outcome: "open" },
    });
    expect(idsOf(sent.at(-1))).toEqual(["12@1", "14@1"]);
  });

  it("are deleted several at once after one question, without a reason, and restored", async () => {
    const page = renderQueue("closed", { queue: { closed } });
    const { sent, user, findByRole, findByText, getByRole, queryByRole } = page;
    await user.click(await findByRole("checkbox", { name: "Mind" }));
    await user.click(await findByText("Kijelöltek törlése (2)"));
    await findByText(/^Biztosan törlöd a kijelölt mosdókat/);
    expect(queryByRole("textbox")).toBeNull();
    await user.click(getByRole("button", { name: "Igen, törlöm" }));
    await findByText("2 mosdót töröltél.");
    expect(sent.at(-1)?.at(-1)).toEqual(["outcome", "delete"]);
    expect(idsOf(sent.at(-1))).toEqual(["12@1", "14@1"]);
    await user.click(getByRole("button", { name: "Visszavonás" }));
    await findByText("2 mosdót visszaállítottál.");
    expect(idsOf(sent.at(-1))).toEqual(["12", "14"]);
  });
});

describe("pending places", () => {
  it("are accepted several at once, with their near duplicates and weeks in view", async () => {
    const page = renderQueue("waiting", {
      queue: { waiting: pending },
      respond: (form) =>
        form.has("id") ? done(form) : { ok: false, intent: "decide", code: "error.parameter" },
    });
    const { sent, user, findAllByRole, findByText, getByRole, getAllByRole } = page;
    const [first, second] = await findAllByRole("article");
    expect(document.title).toBe("Új mosdók – Moderálás | Mosdókereső");
    expect(first.textContent).toContain("Lehet, hogy ez az:");
    expect(first.textContent).toContain(
      "Spamnek látszik: link a címben, ugyanattól még egy ugyanitt",
    );
    expect(first.textContent).toMatch(/\(40\sm, ez is vár\)/);
    expect(first.textContent).toContain("anna@example.org");
    expect(first.textContent).toMatch(/hétfő–péntek\s*08:00–18:00/);
    expect(first.textContent).toMatch(/szombat–vasárnap\s*nincs megadva/);
    expect(second.textContent).toMatch(/minden nap\s*éjjel-nappal/);

    await user.click(getByRole("button", { name: "Kijelöltek elfogadása" }));
    await findByText("Jelölj ki legalább egyet.");
    for (const box of getAllByRole("checkbox", { name: /^Kijelölés/ })) await user.click(box);
    await user.click(getByRole("button", { name: "Kijelöltek elfogadása (2)" }));
    await findByText("2 mosdót elfogadtál.");
    expect(Object.fromEntries(sent.at(-1) ?? [])).toMatchObject({
      ...{ intent: "decide", kind: "waiting", outcome: "accept", reasonFor: "delete" },
    });
    expect(idsOf(sent.at(-1))).toEqual(["12@1", "14@1"]);
  });

  it("are not decided on where they were changed since: the changes are shown, and the list comes again", async () => {
    let loads = 0;
    const changes = { comments: { from: "hátul", to: "A kód 1234" } };
    const conflict = { country: "HU", accepted: false, changes };
    const { sent, user, findAllByRole, findByText, queryByText, getAllByRole } = renderQueue(
      "waiting",
      {
        queue: { waiting: pending },
        isLoadHeld: () => {
          loads++;
          return undefined;
        },
        respond: (form) => {
          const outcome = form.getAll("outcome").at(-1) as "accept" | "delete";
          const decided = { intent: "decide", kind: "waiting", outcome } as const;
          if (form.getAll("id").length > 1) {
            return { ok: true, ...decided, ids: [12], unknownIds: [], changedCount: 1, count: 1 };
          }
          const isLater = outcome === "delete";
          const found = isLater ? { ...conflict, accepted: true, changes: {} } : conflict;
          return { ok: false, ...decided, code: "error.conflict", conflict: found };
        },
      },
    );
    const [first] = (await findAllByRole("article")).map((article) => within(article));
    await user.click(first.getByRole("button", { name: /^Elfogadás/ }));
    const notice = await findByText(/miután megnézted. Nem történt semmi/);
    const message = notice.closest("[role=alert]")?.textContent;
    expect(message).toContain("Megjegyzés");
    expect(message).toContain("A kód 1234");
    await waitFor(() => expect(loads).toBe(1));

    await user.click(first.getByText("Törlés"));
    await user.click(first.getByRole("button", { name: "Igen, törlöm" }));
    await findByText(/elfogadták, miután megnézted, ezért nem töröltük/);
    expect(queryByText("A kód 1234")).toBeNull();
    await waitFor(() => expect(loads).toBe(2));
    expect(sent.at(-1)).toEqual([
      ["intent", "decide"],
      ["kind", "waiting"],
      ["outcome", "delete"],
      ["id", "12@1"],
      ["reason", ""],
    ]);

    for (const box of getAllByRole("checkbox", { name: /^Kijelölés/ })) await user.click(box);
    await user.click((await findAllByRole("button", { name: /^Kijelöltek elfogadása/ }))[0]);
    await findByText(/^1 mosdót megváltoztattak, miután megnézted/);
  });

  it("are deleted after a question, and restored, in German", async () => {
    const { sent, user, findAllByRole, findByText, getByRole } = renderQueue("waiting", {
      queue: { waiting: pending },
      language: "de",
    });
    const [row] = (await findAllByRole("article")).map((article) => within(article));
    await user.click(row.getByText("Löschen"));
    row.getByText(/30 Tage lang können Sie die Toilette wiederherstellen/);
    expect(sent).toEqual([]);
    await user.click(row.getByRole("button", { name: "Ja, löschen" }));
    await findByText("Die Toilette ist gelöscht.");
    expect(sent.at(-1)).toEqual([
      ["intent", "decide"],
      ["kind", "waiting"],
      ["outcome", "delete"],
      ["id", "12@1"],
      ["reason", ""],
    ]);
    await user.click(getByRole("button", { name: "Rückgängig machen" }));
    await findByText("Die Toilette ist wiederhergestellt.");
    expect(sent.at(-1)).toEqual([
      ["intent", "undo"],
      ["kind", "waiting"],
      ["outcome", "delete"],
      ["id", "12"],
    ]);
    await user.click(row.getByRole("button", { name: /^Freigeben/ }));
    await findByText("1 Toilette freigegeben.");
  });

  it("are pending again where the acceptance of many is undone, of the versions that were read", async () => {
    const { sent, user, findByRole, findByText, getByRole } = renderQueue("waiting", {
      queue: { waiting: pending },
      respond: (form) => {
        const response = done(form);
        if (!response.ok || response.intent !== "undo") {
          return { ...response, versions: { 12: 1, 14: 3 } } as ModerationResult;
        }
        return { ...response, ids: [12], count: 1, changedCount: 1 };
      },
    });
    await user.click(await findByRole("checkbox", { name: "Mind" }));
    await user.click(getByRole("button", { name: "Kijelöltek elfogadása (2)" }));
    await findByText("2 mosdót elfogadtál.");
    await user.click(getByRole("button", { name: "Visszavonás" }));
    await findByText("1 mosdó újra elfogadásra vár.");
    await findByText(/^1 maradt, mert közben megváltozott/);
    expect(sent.at(-1)).toEqual([
      ["intent", "undo"],
      ["kind", "waiting"],
      ["outcome", "accept"],
      ["id", "12@1"],
      ["id", "14@3"],
    ]);
  });

  it("are restored before the list has come again, and the same form is sent once", async () => {
    const held = Promise.withResolvers<void>();
    const { sent, user, findAllByRole, findByText, getByRole } = renderQueue("waiting", {
      queue: { waiting: pending },
      isLoadHeld: () => held.promise,
    });
    const [row] = (await findAllByRole("article")).map((article) => within(article));
    await user.click(row.getByText("Törlés"));
    const remove = row.getByRole("button", { name: "Igen, törlöm" });
    await user.click(remove);
    await findByText("A mosdót törölted.");
    await user.click(remove);
    await user.click(getByRole("button", { name: "Visszavonás" }));
    await findByText("A mosdót visszaállítottad.");
    held.resolve();
    expect(sent.map(([[, intent]]) => intent)).toEqual(["decide", "undo"]);
  });
});

describe("the ticked entries of any list", () => {
  const correction = (id: number) => ({
    ...{ id, action: "edit", reason: "", longitude: 17.6, latitude: 47.7, at, place_id: 12 },
    ...{ changes: { address: "Új utca 2." }, place_name: name, sender: account },
  });
  const review = (id: number): ReportedReview => ({
    ...{ id, place: placeInGyor, rating: 1, text: "Reklám", added: at, changed: false, count: 1 },
    author: account,
    reports: [
      {
        ...{ reason: "spam", text: "", at, by_visitor: true, by_rule: false },
        ...{ proved: false, sender: null },
      },
    ],
  });
  const proposal = (id: number): PendingProposal => ({
    ...{ id, place: placeInGyor, version: 1, note: "", at, sender: account },
    fields: [{ field: "paper", stored: "no", from: "no", to: "yes", state: "open" }],
  });

  it.each([
    {
      part: "waiting",
      queue: { waiting: pending },
      remove: "Kijelöltek törlése (2)",
      question: /^Biztosan törlöd a kijelölt mosdókat\? 30 napig/,
      confirm: "Igen, törlöm",
      result: "2 mosdót töröltél.",
      outcome: "delete",
      ids: ["12@1", "14@1"],
      undone: "2 mosdót visszaállítottál.",
    },
    {
      part: "proposals",
      queue: { proposals: [proposal(3), proposal(4)] },
      remove: "Elutasítás (2)",
      question: /^Biztosan elutasítod a kijelölt javaslatokat\?/,
      confirm: "Igen, elutasítom",
      result: "2 javaslatot elutasítottál.",
      outcome: "declined",
      ids: ["3@1", "4@1"],
      undone: "2 javaslat újra vár.",
    },
    {
      part: "reports",
      queue: { reported_places: [cardOf([report]), cardOf([{ ...report, id: 6 }])] },
      remove: "Nem változtatok (2)",
      question: /^Biztosan változtatás nélkül intézed el a kijelölt bejelentéseket\?/,
      confirm: "Igen, elintézem",
      result: "2 bejelentést változtatás nélkül elintéztél.",
      outcome: "declined",
      ids: ["5", "6"],
      undone: "2 bejelentés újra vár.",
    },
    {
      part: "corrections",
      queue: { corrections: [correction(6), correction(7)] },
      remove: "Nem változtatok (2)",
      question: /^Biztosan változtatás nélkül intézed el a kijelölt javításokat\?/,
      confirm: "Igen, elintézem",
      result: "2 javítást változtatás nélkül elintéztél.",
      outcome: "declined",
      ids: ["6", "7"],
      undone: "2 javítás újra vár.",
    },
    {
      part: "reviews",
      queue: { reviews: [review(8), review(9)] },
      remove: "Törlés (2)",
      question: /^Biztosan törlöd a kijelölt véleményeket\? 10 percig/,
      confirm: "Igen, törlöm",
      result: "2 véleményt töröltél.",
      outcome: "remove",
      ids: [`8@${Date.parse(at)}`, `9@${Date.parse(at)}`],
      undone: "2 vélemény újra vár.",
    },
  ] as const)("are removed with one question, one reason and one undo: $part", async (list) => {
    const { sent, user, findAllByRole, findByText, getByRole } = renderQueue(list.part, {
      queue: list.queue,
    });
    for (const box of await findAllByRole("checkbox", { name: /^Kijelölés/ }))
      await user.click(box);
    await user.click(await findByText(list.remove));
    const question = within(getByRole("group", { name: list.question }));
    await user.type(question.getByRole("textbox"), "Reklám");
    expect(sent).toEqual([]);
    await user.click(question.getByRole("button", { name: list.confirm }));
    await findByText(list.result);
    const decided = { kind: list.part, outcome: list.outcome };
    expect(Object.fromEntries(sent.at(-1) ?? [])).toMatchObject({
      ...{ intent: "decide", ...decided, reason: "Reklám" },
    });
    expect(idsOf(sent.at(-1))).toEqual(list.ids);
    await user.click(getByRole("button", { name: "Visszavonás" }));
    await findByText(list.undone);
    expect(sent.at(-1)).toEqual([
      ["intent", "undo"],
      ...Object.entries(decided),
      ...list.ids.map((id) => ["id", id.replace(/@.*/, "")]),
    ]);
  });
});

describe("keys of the page", () => {
  const focusedCard = () => document.activeElement?.closest("article")?.textContent ?? "";

  it("go from card to card, accept, and ask before they delete", async () => {
    const { sent, user, findAllByRole, findByText, getAllByRole } = renderQueue("waiting", {
      queue: { waiting: pending },
    });
    await findAllByRole("article");
    // Nothing is decided before a card was chosen.
    await user.keyboard("a");
    expect(sent).toEqual([]);
    for (const [key, text] of [
      ["j", "Széchenyi tér 1."],
      ["j", "Fő tér 3."],
      ["j", "Fő tér 3."],
      ["k", "Széchenyi tér 1."],
      ["k", "Széchenyi tér 1."],
    ]) {
      await user.keyboard(key);
      expect(focusedCard(), key).toMatch(new RegExp(`^${text}`));
    }
    await user.keyboard("{Control>}a{/Control}");
    expect(sent).toEqual([]);
    await user.keyboard("a");
    await findByText("1 mosdót elfogadtál.");
    expect(sent.at(-1)).toEqual([
      ["intent", "decide"],
      ["kind", "waiting"],
      ["outcome", "accept"],
      ["id", "12@1"],
    ]);
    await user.keyboard("r");
    expect(sent).toHaveLength(1);
    expect(getAllByRole("group").some((group) => group === document.activeElement)).toBe(true);
    expect(document.activeElement?.textContent).toContain("Biztosan törlöd");
  });

  it("do nothing while staff type, or where they are switched off", async () => {
    const { sent, user, findAllByRole, getAllByRole, getByRole, getByText } = renderQueue(
      "reports",
      { queue: { reported_places: [cardOf([report])] } },
    );
    const [card] = await findAllByRole("article");
    await user.click(within(card).getByText(/^Üzenet a beküldőnek/, { selector: "summary *" }));
    const message = within(card).getByRole("textbox");
    await user.type(message, "ja");
    expect(message).toHaveProperty("value", "ja");
    expect(sent).toEqual([]);
    await user.click(getByText("Billentyűk"));
    await user.click(getByRole("checkbox", { name: "Egybillentyűs parancsok" }));
    act(() => getAllByRole("article")[0].querySelector<HTMLElement>("a")?.focus());
    await user.keyboard("a");
    expect(sent).toEqual([]);
    await user.click(getByRole("checkbox", { name: "Egybillentyűs parancsok" }));
    act(() => getAllByRole("article")[0].querySelector<HTMLElement>("a")?.focus());
    await user.keyboard("r");
    await waitFor(() => expect(sent.at(-1)).toContainEqual(["outcome", "declined"]));
  });
});

it("shows a result for twenty seconds, a failure until it is closed", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const responses: ModerationResult[] = [
    {
      ...{ ok: true, intent: "decide", kind: "waiting", outcome: "accept" },
      ...{ ids: [12], unknownIds: [], changedCount: 0, count: 1 },
    },
    { ok: false, intent: "decide", code: "error.notfound" },
  ];
  const { user, findAllByRole, findByText, queryByText, getByRole } = renderQueue("waiting", {
    queue: { waiting: pending },
    respond: () => responses.shift() as ModerationResult,
  });
  const [row] = (await findAllByRole("article")).map((article) => within(article));
  await user.click(row.getByRole("button", { name: /^Elfogadás/ }));
  await findByText("1 mosdót elfogadtál.");
  act(() => (document.activeElement as HTMLElement).blur());
  await user.unhover(await findByText("1 mosdót elfogadtál."));
  await act(() => vi.advanceTimersByTimeAsync(21_000));
  expect(queryByText("1 mosdót elfogadtál.")).toBeNull();
  await user.click(row.getByRole("button", { name: /^Elfogadás/ }));
  await findByText("Ez már nincs meg. Frissítsd az oldalt.");
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  await user.click(getByRole("button", { name: "Bezárás" }));
  expect(queryByText("Ez már nincs meg. Frissítsd az oldalt.")).toBeNull();
});

describe("reports and corrections", () => {
  it("show the place as it is, and are settled", async () => {
    const { sent, user, findByRole, findByText, getByRole } = renderQueue("reports", {
      queue: { reported_places: [cardOf([report])] },
    });
    await findByRole("link", { name });
    await findByText("Rossz a nyitvatartás");
    await findByText("Délben zárva");
    const described = await findByText("A mosdó mostani leírása:");
    expect(described.parentElement?.textContent).toContain("Nyitvatartás:");
    expect(getByRole("link", { name: `Javítás: ${name}` }).getAttribute("href")).toBe(
      "/places/12/edit?report=5",
    );
    await user.click(getByRole("button", { name: `Elintézve: ${name}` }));
    await findByText("1 bejelentést elintéztél.");
    expect(Object.fromEntries(sent.at(-1) ?? [])).toEqual({
      ...{ intent: "decide", kind: "reports", id: "5" },
      ...{ reason: "", outcome: "done" },
    });
  });

  it("of one place are one card: how many, by whom, of when, and each behind a disclosure", async () => {
    const visitors: CardReport = {
      ...{ ...report, text: "Zárva", sender: null, by_visitor: true },
      ...{ reason: "out-of-order", closing: {} },
    };
    const reports = [
      { ...report, proved: true },
      { ...visitors, id: 6 },
      { ...visitors, id: 7 },
    ];
    const card = cardOf(reports, { count: 12, first: "2026-05-07T22:00:00.000Z", newest: 20 });
    const { sent, user, findByRole, findByText, getByText, getByRole } = renderQueue("reports", {
      queue: { reported_places: [card] },
      respond: (form) => ({ ...done(form), count: 12 }) as ModerationResult,
    });
    const article = await findByRole("article");
    expect(article.textContent).toContain("Rossz a nyitvatartás (1)Nem működik (2)");
    expect(article.textContent).toContain("12 bejelentés vár, 1 fiókkal");
    expect(article.textContent).toContain(
      "Egyik beküldőjének korábbi bejelentései igaznak bizonyultak",
    );
    expect(article.querySelector("time")?.dateTime).toBe("2026-05-07T22:00:00.000Z");
    const details = getByText("Bejelentések (12)").closest("details");
    expect(details?.open).toBe(false);
    expect(details?.textContent).toMatch(/Délben zárva.*Zárva.*Zárva.*és még 9/);
    expect(getByRole("link", { name: `Javítás: ${name}` }).getAttribute("href")).toBe(
      "/places/12/edit?report=5%4020",
    );
    getByRole("button", { name: `Bezárás 30 napra: ${name}` });
    await user.click(getByRole("button", { name: `Elintézve: ${name}` }));
    await findByText("12 bejelentést elintéztél.");
    // By the report by which the place could be closed.
    expect(idsOf(sent.at(-1))).toEqual(["6@20"]);
    await user.click(getByRole("button", { name: "Visszavonás" }));
    await findByText("12 bejelentés újra vár.");
    expect(sent.at(-1)).toEqual([
      ["intent", "undo"],
      ["kind", "reports"],
      ["outcome", "done"],
      ["id", "6"],
    ]);
  });

  it("are narrowed by links, and selected by the page's URL; the decision is on what is shown", async () => {
    const filter = { from: "visitors" } as const;
    const visitors = { ...report, sender: null, by_visitor: true };
    const { sent, user, findByRole, findAllByRole, findByText, getByRole } = renderQueue(
      "reports",
      {
        ...{ filter, query: "?from=visitors&part=reports&selected=1" },
        queue: {
          found: 41,
          reported_places: [
            cardOf([{ ...visitors, id: 6 }], { count: 30, newest: 40 }),
            cardOf([{ ...visitors, id: 7 }]),
          ],
        },
      },
    );
    const hrefOf = async (label: string) =>
      (await findByRole("link", { name: label })).getAttribute("href");
    await findByText("Szűrés: 41 mosdó");
    expect(await hrefOf("Fiók nélkül")).toBe("/moderation?part=reports");
    expect(await hrefOf("Fiókkal")).toBe("/moderation?from=accounts&part=reports");
    expect(await hrefOf("Nem működik")).toBe(
      "/moderation?reason=out-of-order&from=visitors&part=reports",
    );
    expect(await hrefOf("Az elmúlt óra, mind kijelölve")).toBe(
      "/moderation?from=visitors&since=2026-05-08T11%3A00%3A00.000Z&part=reports&selected=1",
    );
    // Three pages of twenty places.
    expect(await hrefOf("3. oldal, összesen 3")).toBe(
      "/moderation?from=visitors&part=reports&page=3",
    );
    const boxes = (await findAllByRole("checkbox", { name: /^Kijelölés/ })) as HTMLInputElement[];
    expect(boxes.map(({ checked }) => checked)).toEqual([true, true]);
    await user.click(boxes[1]);
    await user.click(getByRole("button", { name: "Elintézve (30)" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual(
      expect.arrayContaining([
        ["intent", "decide"],
        ["kind", "reports"],
        ["outcome", "done"],
        ["filter", "from=visitors"],
        ["id", "6@40"],
      ]),
    );
    expect(idsOf(sent[0])).toHaveLength(1);
  });

  it("lead to all of the same account, selected", async () => {
    const { findByRole } = renderQueue("reports", {
      queue: { reported_places: [cardOf([report])] },
    });
    expect((await findByRole("link", { name: "Mind tőle" })).getAttribute("href")).toBe(
      "/moderation?sender=anna&part=reports&selected=1",
    );
  });

  it.each([
    ["hu", "Bezárás eddig: 2026. jún. 12.", /^Újra nyitva/, "A mosdó egyelőre zárva"],
    ["de", "Schließen bis 12.06.2026", /^Wieder geöffnet/, "vorerst geschlossen"],
  ] as const)(
    "close a place until a day, or open it, in %s",
    async (language, until, open, text) => {
      const closed_for_now = {
        reason: "closed-until",
        by: "visitor",
        since: at,
        until: at,
      } as const;
      const place = { ...placeInGyor, closed_for_now } as typeof placeInGyor;
      const { sent, user, findByRole, findByText, getByRole } = renderQueue("reports", {
        language,
        queue: {
          reported_places: [
            cardOf([{ ...report, reason: "closed-until", closing: { opens_on: "2026-06-12" } }], {
              place,
            }),
          ],
        },
      });
      await user.click(await findByRole("button", { name: new RegExp(`^${until}`) }));
      await findByText(new RegExp(text));
      expect(sent.at(-1)).toContainEqual(["outcome", "close"]);
      await user.click(getByRole("button", { name: open }));
      await waitFor(() => expect(sent.at(-1)).toContainEqual(["outcome", "open"]));
    },
  );

  it("close a place that is out of order for thirty days", async () => {
    const { findByRole, queryByRole } = renderQueue("reports", {
      queue: {
        reported_places: [cardOf([{ ...report, reason: "out-of-order", closing: {} }])],
      },
    });
    await findByRole("button", { name: `Bezárás 30 napra: ${name}` });
    expect(queryByRole("button", { name: /^Újra nyitva/ })).toBeNull();
  });

  it("name the new address; their sender can be notified why nothing changes", async () => {
    const correction = {
      ...{ id: 6, action: "edit", reason: "", longitude: 17.6, latitude: 47.7, at },
      ...{ changes: { address: "Új utca 2." }, place_name: name, place_id: 12, sender: account },
    };
    const { sent, user, findByRole, findByText, getByText, getByRole } = renderQueue(
      "corrections",
      { queue: { corrections: [correction] } },
    );
    expect((await findByRole("term")).textContent).toBe("Cím");
    expect(getByRole("definition").textContent).toBe("Új utca 2.");
    await user.click(getByText(/^Üzenet a beküldőnek/, { selector: "summary *" }));
    await user.type(within(getByRole("article")).getByRole("textbox"), "Ez jó");
    await user.click(getByRole("button", { name: /^Nem változtatok: / }));
    await findByText("1 javítást változtatás nélkül elintéztél.");
    expect(Object.fromEntries(sent.at(-1) ?? [])).toEqual({
      ...{ intent: "decide", kind: "corrections", id: "6" },
      ...{ reason: "Ez jó", outcome: "declined" },
    });
  });
});

it("restores deleted places", async () => {
  const { sent, user, findByRole, findByText } = renderQueue("deleted", {
    queue: {
      deleted: [{ ...placeInGyor, deleted_at: at, deleted_by_email: "gazda@x.hu", days_left: 30 }],
    },
  });
  await findByText("Még 30 napig visszaállítható");
  await user.click(await findByRole("button", { name: `Visszaállítás: ${name}` }));
  await findByText("A mosdót visszaállítottad.");
  expect(sent.at(-1)).toEqual([
    ["intent", "decide"],
    ["kind", "places"],
    ["outcome", "restore"],
    ["id", "12"],
  ]);
});

it("shows the audit trail with the actor", async () => {
  const line = {
    ...{ id: 2, at, actor: "gazda", actor_email: "gazda@x.hu", place_id: 12 },
    ...{ place: { ...placeInGyor, deleted: false }, user_id: null, user_email: null },
  };
  const { findAllByRole } = renderQueue("audit", {
    queue: {
      audit: [
        { ...line, action: "restore-place" },
        { ...line, id: 1, action: "delete-place" },
      ],
    },
  });
  const texts = (await findAllByRole("listitem")).map(({ textContent }) => textContent ?? "");
  const lines = texts.filter((text) => text.includes("Végezte: gazda@x.hu"));
  expect(lines[0]).toContain("Mosdó visszaállítása");
  expect(lines[1]).toContain("Mosdó törlése");
});

describe("accounts", () => {
  const none = { places: 0, reviews: 0, reports: 0, corrections: 0, proposals: 0 };

  it.each([
    [
      "hu",
      "Minden törlése és a fiók letiltása",
      /^Törlöd mindazt, amit anna@example\.org .* letiltod a fiókját\?\s*3\smosdó, 2\svélemény, 4\sbejelentés\s*10 percig/,
      "Igen, törlöm és letiltom",
      /letiltottad a fiókot\.$/,
      "Visszavonás",
      "A fiók beküldései újra megvannak.",
    ],
    [
      "de",
      "Alles entfernen und Konto sperren",
      /^Alle Beiträge von anna@example\.org .* sperren\?\s*3\sToiletten, 2\sBewertungen, 4\sMeldungen\s*10 Minuten/,
      "Ja, entfernen und sperren",
      /das Konto ist gesperrt\.$/,
      "Rückgängig machen",
      "Die Beiträge des Kontos sind wieder da.",
    ],
  ] as const)(
    "are disabled with all that they sent, from a card, with one question and one undo: %s",
    async (language, label, question, confirm, result, undo, undone) => {
      const adder = { ...account, sent: { ...none, places: 3, reviews: 2, reports: 4 } };
      const { sent, user, findByText, getByRole, getByText } = renderQueue("waiting", {
        language,
        queue: { waiting: [{ ...pending[0], adder }] },
      });
      await user.click(await findByText(label));
      const group = getByRole("group", { name: question });
      expect(sent).toEqual([]);
      await user.click(within(group).getByRole("button", { name: confirm }));
      await findByText(result);
      expect(sent.at(-1)).toEqual([
        ["intent", "remove-sent"],
        ["account", "anna"],
      ]);
      await user.click(getByText(undo));
      await findByText(undone);
      expect(sent.at(-1)).toEqual([
        ["intent", "restore-sent"],
        ["account", "anna"],
      ]);
    },
  );

  it("are disabled after a question, and enabled", async () => {
    const search = { email: account.email, account: { ...account, sent: none } };
    const page = renderQueue("accounts", { queue: { accounts: [], moderators: [] }, search });
    await page.user.click(await page.findByText("Fiók letiltása"));
    page.getByText(/anna@example\.org azonnal kijelentkezik/);
    expect(page.sent).toEqual([]);
    await page.user.click(page.getByRole("button", { name: "Igen, letiltom" }));
    await page.findByText(/^A fiókot letiltottad/);
    expect(page.sent.at(-1)).toEqual([
      ["intent", "disable"],
      ["account", "anna"],
    ]);
    page.unmount();

    const disabled = { ...account, disabled: true };
    const other = renderQueue("accounts", { queue: { accounts: [disabled], moderators: [] } });
    await other.user.click(
      await other.findByRole("button", { name: "Fiók engedélyezése: anna@example.org" }),
    );
    await other.findByText("A fiókot újra engedélyezted.");
  });

  it("are reported as not there", async () => {
    const { findByText } = renderQueue("accounts", {
      queue: { accounts: [], moderators: [] },
      search: { email: "x@y.hu", code: "error.usernotfound" },
    });
    await findByText("Ezzel az e-mail-címmel nincs fiók.");
  });
});

describe("the staff's part of a card or panel", () => {
  const opening_hours = "Mo-Fr 08:00-12:00,13:00-18:00; PH off";
  const place = { ...placeInGyor, accepted: false, opening_hours };

  function renderCard(role: string | null, change: Partial<typeof placeInGyor> = {}) {
    const onGone = vi.fn();
    const page = renderPage(
      [
        {
          path: "/",
          Component: () => (
            <>
              <UndoToast />
              <ModeratedPlace place={{ ...place, ...change }} onGone={onGone} />
            </>
          ),
        },
        {
          path: "/moderation",
          action: async ({ request }) => done(await request.formData()),
        },
      ],
      { root: { session: role && { role, email: null, pendingCount: 0 } } },
    );
    return { onGone, ...page };
  }

  it.each(["user", null])("is not there for %s", async (role) => {
    const { container } = renderCard(role);
    expect(container.textContent).toBe("");
  });

  it("accepts, links to the map, its position, and reports a deletion", async () => {
    const { user, onGone, findByRole, findByText, getByRole, getByText } =
      renderCard("administrator");
    const map = await findByRole("link", { name: `${name}: OpenStreetMap (új lapon nyílik)` });
    expect(map.getAttribute("target")).toBe("_blank");
    expect(map.getAttribute("rel")).toContain("noopener");
    expect(map.getAttribute("href")).toBe(
      "https://www.openstreetmap.org/?mlat=47.68&mlon=17.63#map=19/47.68/17.63",
    );
    getByRole("link", { name: `Pozíció beállítása: ${name}` });
    await user.click(getByRole("button", { name: `Elfogadás: ${name}` }));
    await findByText("1 mosdót elfogadtál.");
    expect(onGone).not.toHaveBeenCalled();
    await user.click(getByText("Törlés"));
    await user.click(getByRole("button", { name: "Igen, törlöm" }));
    await findByText("A mosdót törölted.");
    await waitFor(() => expect(onGone).toHaveBeenCalledOnce());
  });

  it("offers neither acceptance nor position for an accepted place with an exact one", async () => {
    const { findByText, queryByRole } = renderCard("moderator", { accepted: true });
    await findByText("Törlés");
    expect(queryByRole("button", { name: /^Elfogadás/ })).toBeNull();
    expect(queryByRole("link", { name: /^Pozíció beállítása/ })).toBeNull();
  });
});

it("keeps a typed position that cannot be one, with the reason", async () => {
  const { getByRole } = renderPage(
    <PositionPage
      positioned={null}
      failure={{ error: "invalid", latitude: "91", longitude: "17" }}
      backPath="/"
      renderPinMap={() => null}
    />,
  );
  expect(getByRole("alert").textContent).toContain("Fokban add meg");
  expect(getByRole("textbox", { name: "Szélességi fok" })).toHaveProperty("value", "91");
});

it.each([
  ["moderator", Node.DOCUMENT_POSITION_FOLLOWING],
  ["administrator", Node.DOCUMENT_POSITION_FOLLOWING],
  ["user", Node.DOCUMENT_POSITION_PRECEDING],
])(
  "the request to accept the terms is below the page of staff, whose cards have 'Accept' too, else above: %s",
  async (role, place) => {
    const page = {
      index: true,
      Component: () => <button type="button">Elfogadás</button>,
    } as const;
    const { findByRole, getByRole } = renderPage(
      [{ path: "/places", Component: App, children: [page] }],
      {
        path: "/places",
        root: {
          session: { role, email: null, pendingCount: 0 },
          termsMessages: { language: "hu", messages: {} },
        },
      },
    );
    const region = await findByRole("region", { name: "A közreműködők feltételei" });
    const accept = getByRole("button", { name: "Elfogadás" });
    expect(accept.compareDocumentPosition(region)).toBe(place);
  },
);
