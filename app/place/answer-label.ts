import type { MessageKey } from "#domain/text/i18n.ts";

/** Facts that a place does or is; of the others, which are things, Hungarian says 'there is' and 'there is none'. */
const statements: readonly string[] = [
  "all_genders",
  "euro_key",
  "pay_coins",
  "pay_notes",
  "pay_card",
  "pay_contactless",
  "pay_app",
  "donation",
  "urinals_only",
  "seasonal",
];

/** Label of the answer to a question of yes or no. */
export function answerLabel(fact: string, answer: "yes" | "no"): MessageKey {
  if (!statements.includes(fact)) return `addPlace.facts.${answer}`;
  return answer === "yes" ? "addPlace.facts.wheelchairYes" : "addPlace.facts.wheelchairNo";
}
