import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import { randomNumbers } from "#tests/support/random-numbers.ts";
import { addPlaces, type TestPlace } from "./add-places.ts";

/** Names that tell a wrong alphabet: accents, digraphs, double letters, cases, both encoding forms. */
// biome-ignore format: a list of words
const cities = [
  "Abony", "Ábrahámhegy", "Aggtelek", "Ágfalva", "Cegléd", "Csór", "Csopak", "Czibakháza", "Cuca",
  "Dabas", "Dzsida", "Dunakeszi", "Eger", "Érd", "Encs", "Győr", "Gyor", "GYŐR", "győr",
  "Győr".normalize("NFD"), "Gödöllő", "Gomba", "Göd", "Gyula", "Lyon", "Lajosmizse", "Ludas",
  "Nyíregyháza", "Nagykanizsa", "Nzoia", "Ózd", "Orosháza", "Őriszentpéter", "Öskü", "Ostoros",
  "Szeged", "Sopron", "Siófok", "Szombathely", "Szabadszállás", "Sződ", "Sződ", "Tyukod", "Tata",
  "Tihany", "Úrkút", "Ukk", "Üllő", "Űrhida", "Zsámbék", "Zalaegerszeg", "Zug", "Wien", "Zürich",
  "Ужгород", "", "Bük", "Buk", "Nagy-Bajom", "Nagybajom", "Nagy Bajom", "Meggyes", "Megyes",
  "Kisszékely", "Kis-székely", "Ždiar", "Łódź", "Åre", "10. kerület", "2. kerület",
];

const weeks = [
  Array<string>(7).fill("-"),
  Array<string>(7).fill("00:00-24:00"),
  Array<string>(7).fill("08:00-18:00"),
  ["-", "-", "-", "-", "22:00-02:30", "20:00-06:00", "-"],
  ["-", "-", "-", "-", "22:00-02:29", "-", "-"],
  ["06:00-14:00", "06:00-14:00", "-", "06:00-14:00", "06:00-14:00", "02:30-12:00", "-"],
  ["10:00-20:00", "-", "-", "-", "-", "02:31-23:59", "12:00-24:00"],
];

const positions = [
  { country: "HU", west: 16.2, south: 45.8, width: 6.4, height: 2.6 },
  { country: "GB", west: -3, south: 51, width: 3, height: 2 },
  { country: "US", west: -120, south: 33, width: 45, height: 14 },
  { country: "NZ", west: 172, south: -45, width: 7.9, height: 9 },
  { country: "FJ", west: -179.99, south: -19, width: 1.5, height: 3 },
];

/**
 * Adds places made by chance, the same ones each time: with ties in everything that is sorted by,
 * reviews, deleted ones, and a few instants of adding that differ by a microsecond.
 */
export async function addGeneratedPlaces(database: Database, count: number): Promise<void> {
  const random = randomNumbers(20260502);
  const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)];
  const places = Array.from({ length: count }, (): TestPlace => {
    const { country, west, south, width, height } =
      random() < 0.6 ? positions[0] : oneOf(positions);
    return {
      country,
      city: oneOf(cities),
      longitude: west + random() * width,
      latitude: south + random() * height,
      price: oneOf([null, 0, 0.01, 100, 250.5]),
      facts: {
        ...(random() < 0.5 && { wheelchair: "yes" as const }),
        access: random() < 0.7 ? "everyone" : "restricted",
      },
      accepted: random() < 0.85,
      openingTimes: oneOf(weeks),
      added: sql<Date>`${`2026-01-0${1 + Math.floor(random() * 5)} 10:00:00.00000${oneOf([0, 1, 2])}`}::timestamptz`,
      added_by: oneOf([null, "user-1", "user-2"]),
      deleted_at: random() < 0.1 ? new Date("2026-04-01") : null,
    };
  });
  const ids = await addPlaces(database, places);
  const reviews = ids.flatMap((place_id) =>
    Array.from({ length: Math.floor(random() * 5) }, (_, reviewer) => ({
      place_id,
      user_id: `user-${reviewer}`,
      rating: 1 + Math.floor(random() * 5),
    })),
  );
  await database.insertInto("review").values(reviews).execute();
}
