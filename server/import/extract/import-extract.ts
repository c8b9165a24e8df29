import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import { boundsOf } from "../geometry/line.ts";
import type { OnProgress, OsmPbfFile } from "../pbf/osm-pbf-file.ts";
import { AddressGatherer } from "./address-gatherer.ts";
import type { ExtractGeometry } from "./extract-geometry.ts";
import { formatBox, streetRow } from "./extract-rows.ts";
import { findAreas } from "./find-areas.ts";
import { findSettlements } from "./find-settlements.ts";
import { RowBuffer } from "./row-buffer.ts";
import { SettlementLocator } from "./settlement-locator.ts";
import { StreetCollector } from "./street-collector.ts";
import { writeSettlements } from "./write-settlements.ts";

export interface ExtractSource {
  readonly file: OsmPbfFile;
  readonly geometry: ExtractGeometry;
  /** `hungary`: what an earlier import of that name wrote is replaced. */
  readonly name: string;
  /** Of the file and of how it is read. */
  readonly digest: string;
}

/** How many rows an extract has come to. */
export interface ExtractCounts {
  readonly settlements: number;
  readonly streets: number;
  readonly addresses: number;
}

/**
 * Replaces the settlements, streets and addresses of an extract, all in one transaction: whoever
 * searches meanwhile finds the former ones, and a failure leaves them as they are. None of these is
 * a place, so the transaction may be as long as it takes.
 */
export function importExtract(
  database: Database,
  source: ExtractSource,
  onProgress: OnProgress,
): Promise<ExtractCounts> {
  return database.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
    const areas = findAreas(source.geometry);
    const settlements = findSettlements(source.geometry, areas);
    const locator = new SettlementLocator(settlements.filter(({ isPart }) => !isPart));
    const extractId = await replaceExtract(transaction, source);
    const context = { database: transaction, extractId };
    const ids = await writeSettlements(context, { settlements, areas, locator });

    const streetRows = await RowBuffer.open(transaction, "street");
    const streets = new StreetCollector(() => streetRows.nextId());
    const addressRows = await RowBuffer.open(transaction, "address");
    const gatherer = new AddressGatherer(
      { extractId, locator, streets, addressRows },
      source.geometry,
    );
    await source.file.visit(gatherer, onProgress);
    gatherer.addAreas();
    await addressRows.close();

    for (const street of streets.streets()) {
      streetRows.add(streetRow(street, extractId, ids.get(street.settlement) ?? null));
      await streetRows.flush();
    }
    await streetRows.close();
    return { settlements: ids.size, streets: streetRows.count, addresses: addressRows.count };
  });
}

async function replaceExtract(database: Database, source: ExtractSource): Promise<number> {
  const { name, digest, file, geometry } = source;
  await database.deleteFrom("extract").where("name", "=", name).execute();
  const points = geometry.placeNodes.map(({ longitude, latitude }) => [longitude, latitude]);
  const bounds = points.length === 0 ? ([0, 0, 0, 0] as const) : boundsOf(points);
  const row = { name, digest, data_at: file.header.dataAt, bounds: formatBox(bounds) };
  const { id } = await database
    .insertInto("extract")
    .values(row)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
