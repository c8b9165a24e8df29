import { sql } from "kysely";
import { searchKey } from "#domain/text/search-key.ts";
import type { Database } from "#server/database/connect.ts";
import { randomNumbers } from "#tests/support/random-numbers.ts";
import { generateTowns } from "../generate-towns.ts";

const settlementCount = 3_200;
const streetsEach = 60;
const housesEach = 5;
const insertAtOnce = 500;

const persons =
  "Kossuth Lajos,Petőfi Sándor,Rákóczi Ferenc,Széchenyi István,Ady Endre,Arany János,Dózsa György,Táncsics Mihály,Béke,Fő,Szabadság,Jókai Mór,József Attila,Bem József,Bartók Béla,Vörösmarty Mihály,Deák Ferenc,Damjanich János,Hunyadi János,Mátyás király,Szent István,Árpád,Zrínyi Miklós,Kölcsey Ferenc,Akácfa,Rózsa,Tölgyfa,Nefelejcs,Május 1.,Március 15.,Temető,Templom,Iskola,Vasút,Kertész,Malom".split(
    ",",
  );
const kinds = "utca út tér köz sor körút sétány".split(" ");

/** Fills the tables of an extract with about as much as Hungary has; the same each time. */
export function fillExtract(database: Database): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await fill(transaction);
  });
}

async function fill(database: Database): Promise<void> {
  const random = randomNumbers(1);
  const { id: extractId } = await database
    .insertInto("extract")
    .values({ name: "bench", digest: "", bounds: "(23,49),(16,45)" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const towns = generateTowns(random, settlementCount);
  for (let from = 0; from < towns.length; from += insertAtOnce) {
    const settlements = towns.slice(from, from + insertAtOnce).map((town, index) => ({
      id: from + index + 1,
      extract_id: extractId,
      osm_id: `node/${from + index + 1}`,
      kind: town.weight > 50 ? "city" : "village",
      name: town.name,
      country: town.country,
      population: Math.round(town.weight * 1000),
      longitude: town.longitude,
      latitude: town.latitude,
      search_key: searchKey(town.name),
    }));
    await insert(database, "settlement", settlements);
    await insert(
      database,
      "street",
      settlements.flatMap((settlement) => streetsOf(settlement, random)),
    );
  }
  await sql`
    insert into address
      (extract_id, osm_id, street_id, housenumber, housenumber_key, longitude, latitude)
    select extract_id, 'node/0', street.id, n, n, longitude + n * 0.0001, latitude + n * 0.0001
    from street, generate_series(1, ${housesEach}::int) n`.execute(database);
  await sql`vacuum analyze`.execute(database);
}

interface Settlement {
  readonly id: number;
  readonly extract_id: number;
  readonly name: string;
  readonly longitude: number;
  readonly latitude: number;
}

function streetsOf(settlement: Settlement, random: () => number) {
  const { id, extract_id, name: town } = settlement;
  const names = new Set<string>();
  while (names.size < streetsEach) {
    const person = persons[Math.floor(random() * persons.length)];
    names.add(`${person} ${kinds[Math.floor(random() ** 2 * kinds.length)]}`);
  }
  return [...names].map((name) => {
    const longitude = settlement.longitude + (random() - 0.5) * 0.03;
    const latitude = settlement.latitude + (random() - 0.5) * 0.02;
    return {
      extract_id,
      settlement_id: id,
      name,
      longitude,
      latitude,
      lines: [[longitude, latitude, longitude + 0.001, latitude]],
      bounds: `(${longitude + 0.001},${latitude}),(${longitude},${latitude})`,
      postcode: "",
      search_key: searchKey(`${name} ${town}`),
      name_key: searchKey(name),
    };
  });
}

/** Rows of the same columns; identities that are given are kept. */
async function insert(
  database: Database,
  table: "settlement" | "street",
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0]).map((name) => sql.ref(name)));
  await sql`
    insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(
      null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(database);
}
