import { expect, it } from "vitest";
import { readModerationForm } from "./read-moderation-form.ts";

const read = (body: string) => {
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(body)) form.append(name, value);
  return readModerationForm(form);
};

const decided = { intent: "decide", versions: {}, filter: {}, reason: "", fields: null };

it.each([
  [
    "intent=decide&kind=places&outcome=open&id=7&id=8@2&id=7",
    { ...decided, kind: "places", outcome: "open", ids: [7, 8], versions: { 8: 2 } },
  ],
  [
    "intent=decide&kind=waiting&outcome=accept&id=7@3&id=8&id=9@1&id=7@3",
    { ...decided, kind: "waiting", outcome: "accept", ids: [7, 8, 9], versions: { 7: 3, 9: 1 } },
  ],
  [
    "intent=decide&kind=waiting&outcome=delete&id=7@3&id=8&reasonFor=delete&reason=R%C3%A9gi",
    {
      ...{ ...decided, kind: "waiting", outcome: "delete", ids: [7, 8], versions: { 7: 3 } },
      reason: "Régi",
    },
  ],
  [
    // The reason is one for another outcome.
    "intent=decide&kind=corrections&reasonFor=declined&reason=R%C3%A9gi&outcome=done&id=7",
    { ...decided, kind: "corrections", outcome: "done", ids: [7] },
  ],
  [
    // All reports of their places that were seen.
    "intent=decide&kind=reports&outcome=done&id=7@9&id=8@8&filter=from%3Dvisitors",
    {
      ...{ ...decided, kind: "reports", outcome: "done", ids: [7, 8], versions: { 7: 9, 8: 8 } },
      filter: { from: "visitors" },
    },
  ],
  [
    // Reviews as they were written at that time.
    "intent=decide&kind=reviews&outcome=remove&id=7@1778234400000&id=8",
    {
      ...{ ...decided, kind: "reviews", outcome: "remove", ids: [7, 8] },
      versions: { 7: 1_778_234_400_000 },
    },
  ],
  [
    "intent=decide&kind=proposals&outcome=accepted&id=7@3&byField=1&field=hours&field=paper",
    {
      ...{ ...decided, kind: "proposals", outcome: "accepted", ids: [7], versions: { 7: 3 } },
      fields: ["hours", "paper"],
    },
  ],
  [
    "intent=undo&kind=reviews&outcome=keep&id=7",
    { ...decided, intent: "undo", kind: "reviews", outcome: "keep", ids: [7] },
  ],
  ["intent=disable&account=a-b", { intent: "disable", accountId: "a-b" }],
])("reads %s", (body, request) => {
  expect(read(body)).toEqual(request);
});

const accept = "intent=decide&kind=waiting&outcome=accept";

it.each([
  [""],
  ["intent=purge&id=7"],
  ["intent=decide&kind=waiting&id=7"],
  ["intent=decide&outcome=accept&id=7"],
  ["intent=decide&kind=constructor&outcome=accept&id=7"],
  [accept],
  [`${accept}&id=7&id=x`],
  [`${accept}&id=7@`],
  [`${accept}&id=7@x`],
  [`${accept}&id=7@0`],
  [`${accept}&id=7@3@4`],
  [`${accept}&id=0`],
  [`${accept}&id=2147483648`],
  [`${accept}&${Array.from({ length: 101 }, (_, index) => `id=${index + 1}`).join("&")}`],
  ["intent=decide&kind=reports&outcome=declined&id=7@3&filter=from%3Dimports"],
  ["intent=decide&kind=reports&outcome=done&id=7@2147483648"],
  ["intent=decide&kind=reviews&outcome=keep&id=7@1778234400000000"],
  ["intent=decide&kind=proposals&outcome=accepted&id=7@3&byField=1"],
  ["intent=decide&kind=proposals&outcome=accepted&id=7@3&byField=1&field=rating"],
  ["intent=disable"],
  ["intent=disable&account="],
  ["intent=disable&account=a%00b"],
])("refuses '%s'", (body) => {
  expect(read(body)).toBeNull();
});
