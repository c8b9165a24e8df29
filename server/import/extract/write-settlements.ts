import type { Coordinates } from "#domain/coordinates.ts";
import type { Database } from "#server/database/connect.ts";
import { countryAt } from "../country-at.ts";
import { settlementRow } from "./extract-rows.ts";
import { type AdministrativeArea, contains } from "./find-areas.ts";
import { RowBuffer } from "./row-buffer.ts";
import type { Settlement } from "./settlement.ts";
import type { SettlementLocator } from "./settlement-locator.ts";

interface FoundSettlements {
  readonly settlements: readonly Settlement[];
  readonly areas: readonly AdministrativeArea[];
  readonly locator: SettlementLocator<Settlement>;
}

/** @returns the ids that they got */
export async function writeSettlements(
  { database, extractId }: { readonly database: Database; readonly extractId: number },
  { settlements, areas, locator }: FoundSettlements,
): Promise<Map<Settlement | null, number>> {
  const rows = await RowBuffer.open(database, "settlement");
  const ids = new Map<Settlement | null, number>();
  for (const settlement of settlements) ids.set(settlement, rows.nextId());
  for (const settlement of settlements) {
    const at: Coordinates = [settlement.longitude, settlement.latitude];
    const whole = settlement.isPart ? locator.find(at) : null;
    rows.add(
      settlementRow(settlement, {
        id: ids.get(settlement)!,
        extractId,
        partOf: ids.get(whole) ?? null,
        county: countyAt(areas, at),
        country: countryOf(areas, at),
      }),
    );
    await rows.flush();
  }
  await rows.close();
  return ids;
}

/** Levels of what people call a county, the most fitting first. */
const countyLevels = [6, 5, 4];

/** Empty where the extract has none. */
function countyAt(areas: readonly AdministrativeArea[], at: Coordinates): string {
  for (const level of countyLevels) {
    const county = areas.find((area) => area.level === level && contains(area, at));
    if (county) return county.relation.tags.name;
  }
  return "";
}

/** An extract holds the outline of its own country, rarely of its neighbours. */
function countryOf(areas: readonly AdministrativeArea[], at: Coordinates): string {
  const country = areas.find((area) => area.level === 2 && contains(area, at))?.relation.tags;
  const code = country?.["ISO3166-1:alpha2"] ?? country?.["ISO3166-1"] ?? "";
  return /^[A-Z]{2}$/.test(code) ? code : (countryAt(at) ?? "ZZ");
}
