import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clipText } from "#domain/text/entered-text.ts";
import { factsOfTags, tagsOfFacts } from "./facts-of-tags.ts";
import { factsOf, factValues, type PlaceFacts, picklistFacts } from "./place-facts.ts";

const read = (tags: Record<string, string>) => factsOfTags(tags, clipText);

describe("factsOfTags", () => {
  it.each<[Record<string, string>, PlaceFacts]>([
    [{}, {}],
    [{ wheelchair: "yes" }, { wheelchair: "yes" }],
    [{ wheelchair: "designated" }, { wheelchair: "yes" }],
    [{ wheelchair: "limited" }, { wheelchair: "limited" }],
    [{ wheelchair: "no", "toilets:wheelchair": "yes" }, { wheelchair: "yes" }],
    [{ wheelchair: "unknown" }, {}],
    [{ access: "yes" }, { access: "everyone" }],
    [{ access: "permissive" }, { access: "everyone" }],
    [{ access: "customers" }, { access: "customers" }],
    [{ access: "private", "toilets:access": "customers" }, { access: "customers" }],
    [{ access: "key" }, { access: "key" }],
    [{ access: "code" }, { access: "key" }],
    [{ access: "no" }, { access: "private" }],
    [{ access: "members" }, { access: "restricted" }],
    [{ access: "constructor" }, { access: "restricted" }],
    [{ access: "unknown" }, {}],
    [{ fee: "donation" }, { donation: "yes" }],
    [{ charge: "donation" }, { donation: "yes" }],
    [{ "payment:cash": "yes" }, { pay_coins: "yes" }],
    [{ "payment:coins": "no", "payment:cash": "yes" }, { pay_coins: "no" }],
    [{ "payment:cards": "only" }, { pay_card: "yes", pay_coins: "no" }],
    [
      { "payment:contactless": "only", "payment:cash": "yes" },
      { pay_contactless: "yes", pay_coins: "yes" },
    ],
    [{ "mosdo:charge": "10 NOK" }, { charge: "10 NOK" }],
    [{ "payment:credit_cards": "no", "payment:debit_cards": "yes" }, { pay_card: "yes" }],
    [{ "payment:credit_cards": "no" }, { pay_card: "no" }],
    [{ changing_table: "limited" }, { changing_table: "yes" }],
    [{ diaper: "no" }, { changing_table: "no" }],
    [{ "changing_table:location": "female_toilet" }, { changing_table_room: "women" }],
    [{ "changing_table:location": "female_toilet;male_toilet" }, { changing_table_room: "all" }],
    [
      { "changing_table:location": "wheelchair_toilet;dedicated_room" },
      { changing_table_room: "own" },
    ],
    [{ "changing_table:location": "attic" }, {}],
    [{ gender_segregated: "yes" }, { women: "yes", men: "yes", all_genders: "no" }],
    [{ gender_segregated: "no" }, { all_genders: "yes" }],
    [
      { female: "yes", male: "no" },
      { women: "yes", men: "no" },
    ],
    [{ unisex: "yes" }, { all_genders: "yes" }],
    [{ "toilets:position": "seated;urinal" }, { seated: "yes", squat: "no", urinals_only: "no" }],
    [{ "toilets:position": "urinals" }, { seated: "no", squat: "no", urinals_only: "yes" }],
    [{ "toilets:position": "standing" }, {}],
    [{ centralkey: "eurokey" }, { euro_key: "yes" }],
    [{ centralkey: "no" }, { euro_key: "no" }],
    [{ centralkey: "radar" }, { key_scheme: "radar" }],
    [{ "door:width": "0.9" }, { door_width: 90 }],
    [{ "door:width": "0,85 m" }, { door_width: 85 }],
    [{ "door:width": "90 cm" }, { door_width: 90 }],
    [{ "door:width": "90" }, {}],
    [{ "door:width": "0.29" }, {}],
    [{ "door:width": "0.3" }, { door_width: 30 }],
    [{ "door:width": "3" }, { door_width: 300 }],
    [{ "door:width": "3.01" }, {}],
    [{ level: "-1; 0" }, { level: "-1;0" }],
    [{ level: "cellar" }, {}],
    [{ operator: " MÁV\n Zrt. " }, { operator: "MÁV Zrt." }],
    [{ operator: "x".repeat(101) }, { operator: "x".repeat(100) }],
    [{ nette_toilette: "yes" }, { scheme: "Nette Toilette" }],
  ])("reads %j", (tags, facts) => {
    expect(read(tags)).toEqual(facts);
  });
});

describe("tagsOfFacts", () => {
  it("writes what factsOfTags reads", () => {
    // Answers that the tags say of each other: a toilet of urinals has no seats.
    const implied = ["seated", "squat", "urinals_only"];
    const answers = Object.fromEntries(
      picklistFacts
        .filter((fact) => !implied.includes(fact))
        .map((fact) => [fact, fc.constantFrom(...factValues[fact])]),
    );
    const facts = fc.record(
      {
        ...answers,
        donation: fc.constant("yes"),
        door_width: fc.integer({ min: 30, max: 300 }),
        level: fc.constantFrom("-1", "0;1", "2"),
        operator: fc.constantFrom("MÁV", "Ő & fia"),
        name: fc.constantFrom("Templom tér"),
        inside: fc.constantFrom("Westend"),
        door: fc.constantFrom("a mozgólépcső mögött"),
        scheme: fc.constantFrom("Nette Toilette"),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(facts, (any) => {
        const known = factsOf(any as PlaceFacts);
        expect(read(tagsOfFacts(known))).toEqual(known);
      }),
    );
  });

  it.each<[PlaceFacts, string]>([
    [{ seated: "yes", squat: "no", urinals_only: "no" }, "seated"],
    [{ seated: "yes", squat: "yes", urinals_only: "no" }, "seated;squat"],
    [{ seated: "no", squat: "no", urinals_only: "yes" }, "urinal"],
  ])("names the kinds of %j as %s", (facts, tag) => {
    expect(tagsOfFacts(facts)["toilets:position"]).toBe(tag);
    expect(read(tagsOfFacts(facts))).toEqual(facts);
  });
});
