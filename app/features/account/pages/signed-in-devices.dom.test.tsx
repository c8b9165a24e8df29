import { waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import type { ShownSession } from "#domain/account/session-list.ts";
import type { Language } from "#domain/text/language.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { lostForm } from "#tests/support/app/stub-responses.ts";
import { SignedInDevices } from "./signed-in-devices.tsx";

const at = { created_at: "2026-05-04T10:00:00.000Z", last_used_at: "2026-06-16T10:00:00.000Z" };
const own: ShownSession = { id: "own", device: "Chrome, Linux", current: true, ...at };
const phone: ShownSession = { id: "phone", device: "Firefox, Android", current: false, ...at };
const program: ShownSession = { id: "program", device: null, current: false, ...at };

const messages = {
  hu: {
    own: "Ez az eszköz",
    unknown: "Ismeretlen eszköz",
    since: "Bejelentkezés: 2026. máj. 4.",
    signOut: "Kijelentkeztetés",
    signOutOthers: "A többi kijelentkeztetése",
    signedOut: "Ott kijelentkeztettünk.",
  },
  de: {
    own: "Dieses Gerät",
    unknown: "Unbekanntes Gerät",
    since: "Angemeldet am 04.05.2026",
    signOut: "Dort abmelden",
    signOutOthers: "Überall sonst abmelden",
    signedOut: "Sie sind dort abgemeldet.",
  },
} as const;

interface ServersPart {
  readonly language?: Language;
  readonly others?: readonly ShownSession[];
  /** Instead of ending the sessions. */
  readonly respond?: () => unknown;
}

/** The list; its action, the server's part, ends the sessions that the form names. */
function renderDevices({ language, others = [phone, program], respond }: ServersPart = {}) {
  let left = others;
  const named = vi.fn();
  const page = renderPage(
    [
      {
        path: "/",
        HydrateFallback: () => null,
        loader: () => [own, ...left],
        action: async ({ request }) => {
          const session = (await request.formData()).get("session");
          named(session);
          if (respond) return respond();
          left = left.filter(({ id }) => session !== "others" && id !== session);
          return { failure: null };
        },
        Component: ({ loaderData, actionData }) => (
          <SignedInDevices
            sessions={loaderData as ShownSession[]}
            hasPassword
            result={actionData as { failure: null } | undefined}
          />
        ),
      },
    ],
    { language },
  );
  return { ...page, named };
}

describe.each(["hu", "de"] as const)("SignedInDevices in %s", (language) => {
  const t = messages[language];

  it("has this device first, without a button, and the others with one", async () => {
    const { findAllByRole, getAllByText } = renderDevices({ language });
    const entries = await findAllByRole("listitem");
    const texts = entries.map(({ textContent }) => textContent);
    expect(texts).toEqual([
      expect.stringMatching(new RegExp(`^Chrome, Linux${t.own}`)),
      expect.stringMatching(/^Firefox, Android/),
      expect.stringMatching(new RegExp(`^${t.unknown}`)),
    ]);
    for (const text of texts) expect(text?.replaceAll("\u00a0", " ")).toContain(t.since);
    expect(getAllByText(t.own)).toHaveLength(1);
    expect(entries.map((entry) => entry.querySelectorAll("button").length)).toEqual([0, 1, 1]);
  });

  it("signs out on one device, and the message takes the focus", async () => {
    const { user, named, findByRole, findByText, getAllByRole } = renderDevices({ language });
    await user.click(await findByRole("button", { name: `${t.signOut} Firefox, Android` }));
    await findByText(t.signedOut);
    expect(named).toHaveBeenCalledExactlyOnceWith("phone");
    await waitFor(() => expect(getAllByRole("listitem")).toHaveLength(2));
    await waitFor(() => expect(document.activeElement?.textContent).toBe(t.signedOut));
  });

  it("signs out on all others at once", async () => {
    const { user, named, findByRole, findByText, getAllByRole, queryByRole } = renderDevices({
      language,
    });
    await user.click(await findByRole("button", { name: t.signOutOthers }));
    await findByText(t.signedOut);
    expect(named).toHaveBeenCalledExactlyOnceWith("others");
    await waitFor(() => expect(getAllByRole("listitem")).toHaveLength(1));
    expect(queryByRole("button")).toBeNull();
  });
});

it("offers to sign out on all others only where there are several", async () => {
  const { findAllByRole, queryByRole } = renderDevices({ others: [phone] });
  expect(await findAllByRole("listitem")).toHaveLength(2);
  expect(queryByRole("button", { name: messages.hu.signOutOthers })).toBeNull();
});

it("says that it failed, keeps the list, and goes on afterwards", async () => {
  let isOffline = true;
  const respond = () =>
    isOffline ? actionWithFallback(lostForm, (failure) => ({ failure })) : { failure: null };
  const { user, findByRole, findByText, getAllByRole, queryByRole } = renderDevices({ respond });
  const button = { name: "Kijelentkeztetés Firefox, Android" };
  await user.click(await findByRole("button", button));
  expect((await findByRole("alert")).textContent).toContain("Valami hiba történt.");
  expect(getAllByRole("listitem")).toHaveLength(3);
  isOffline = false;
  await user.click(await findByRole("button", button));
  await findByText("Ott kijelentkeztettünk.");
  expect(queryByRole("alert")).toBeNull();
});
