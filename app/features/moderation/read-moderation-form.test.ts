import { describe, expect, it } from "vitest";
import { readModerationForm } from "./read-moderation-form.ts";

const read = (body: string) => {
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(body)) form.append(name, value);
  return readModerationForm(form);
};

describe("readModerationForm", () => {
  it.each([
    ["intent=open&id=7&id=8@2&id=7", { intent: "open", ids: [7, 8], versions: { 8: 2 } }],
    ["intent=accept&id=7", { intent: "accept", ids: [7], versions: {} }],
    [
      "intent=accept&id=7@3&id=8&id=9@1&id=7@3",
      { intent: "accept", ids: [7, 8, 9], versions: { 7: 3, 9: 1 } },
    ],
    [
      "intent=delete&id=7",
      { intent: "delete", ids: [7], versions: {}, isPending: false, reason: "" },
    ],
    [
      // Sent by the button of a form whose own intent is another.
      "intent=accept&id=7@3&id=8&waiting=1&reason=R%C3%A9gi&intent=delete",
      { intent: "delete", ids: [7, 8], versions: { 7: 3 }, isPending: true, reason: "Régi" },
    ],
    [
      "intent=resolve-reports&reason=R%C3%A9gi&intent=decline-reports&id=7&id=8",
      { intent: "decline-reports", ids: [7, 8], versions: {}, filter: {}, reason: "Régi" },
    ],
    ["intent=restore&id=2147483647", { intent: "restore", ids: [2_147_483_647] }],
    [
      "intent=resolve-report&id=1&outcome=declined&reason=",
      {
        ...{ intent: "resolve-report", ids: [1], versions: {}, filter: {} },
        ...{ outcome: "declined", reason: "" },
      },
    ],
    [
      // All reports of their places that were seen.
      "intent=resolve-reports&id=7@9&id=8@8&filter=from%3Dvisitors",
      {
        ...{ intent: "resolve-reports", ids: [7, 8], versions: { 7: 9, 8: 8 } },
        filter: { from: "visitors" },
      },
    ],
    ["intent=disable&account=a-b", { intent: "disable", accountId: "a-b" }],
  ])("reads %s", (body, request) => {
    expect(read(body)).toEqual(request);
  });

  it.each([
    [""],
    ["intent=purge&id=7"],
    ["intent=accept"],
    ["intent=accept&id=7&id=x"],
    ["intent=accept&id=7@"],
    ["intent=accept&id=7@x"],
    ["intent=accept&id=7@0"],
    ["intent=accept&id=7@3@4"],
    [`intent=accept&${Array.from({ length: 101 }, (_, index) => `id=${index + 1}`).join("&")}`],
    ["intent=restore&id=7@3"],
    ["intent=reopen-reports&id=7@3"],
    ["intent=decline-reports&id=7@3&filter=from%3Dimports"],
    ["intent=delete&id=7&waiting=yes"],
    ["intent=delete&id=0"],
    ["intent=resolve-report&id=7&id=8&outcome=done"],
    ["intent=delete&id=2147483648"],
    ["intent=resolve-report&id=1"],
    ["intent=disable"],
    ["intent=disable&account="],
    ["intent=disable&account=a%00b"],
  ])("refuses '%s'", (body) => {
    expect(read(body)).toBeNull();
  });
});
