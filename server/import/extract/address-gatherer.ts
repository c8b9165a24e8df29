import type { Coordinates } from "#domain/geography/coordinates.ts";
import { middleOf } from "#server/geometry/line.ts";
import type { OsmTags, OsmVisitor } from "#server/import/osm-element.ts";
import type { ExtractGeometry } from "./extract-geometry.ts";
import { addressRow } from "./extract-rows.ts";
import type { Settlement } from "./find-settlements.ts";
import type { RowBuffer } from "./row-buffer.ts";
import type { SettlementLocator } from "./settlement-locator.ts";
import type { StreetCollector } from "./street-collector.ts";
import { addressStreet, isAddress, isStreet } from "./wanted-elements.ts";

interface GathererParts {
  readonly extractId: number;
  readonly locator: SettlementLocator<Settlement>;
  readonly streets: StreetCollector;
  readonly addressRows: RowBuffer;
}

/** Collector of an extract's streets, which hands addresses on as they come. */
export class AddressGatherer implements OsmVisitor {
  readonly #parts: GathererParts;
  readonly #geometry: ExtractGeometry;

  constructor(parts: GathererParts, geometry: ExtractGeometry) {
    this.#parts = parts;
    this.#geometry = geometry;
  }

  node(id: number, longitude: number, latitude: number, tags: OsmTags): void {
    if (isAddress(tags)) this.#addAddress(`node/${id}`, [longitude, latitude], tags);
  }

  way(id: number, refs: readonly number[], tags: OsmTags): void {
    const isNamedStreet = isStreet(tags);
    if (!isNamedStreet && !isAddress(tags)) return;
    const line = this.#geometry.line(refs);
    const middle = middleOf(line);
    if (middle === null) return;
    const { locator, streets } = this.#parts;
    if (isNamedStreet) streets.addLine(locator.find(middle), tags.name, line);
    if (isAddress(tags)) this.#addAddress(`way/${id}`, middle, tags);
  }

  afterBlock(): Promise<void> {
    return this.#parts.addressRows.flush();
  }

  /** Addresses of areas that several ways outline. */
  addAreas(): void {
    for (const relation of this.#geometry.relations) {
      if (!isAddress(relation.tags)) continue;
      const middle = this.#geometry.middle(relation);
      if (middle) this.#addAddress(`relation/${relation.id}`, middle, relation.tags);
    }
  }

  #addAddress(osmId: string, at: Coordinates, tags: OsmTags): void {
    const { extractId, locator, streets, addressRows } = this.#parts;
    const street = addressStreet(tags);
    if (street === null) return;
    const settlement = locator.find(at);
    const postcode = tags["addr:postcode"] ?? "";
    addressRows.add(
      addressRow({
        id: addressRows.nextId(),
        extractId,
        osmId,
        streetId: streets.addAddress(settlement, street, at, postcode),
        housenumber: tags["addr:housenumber"],
        postcode,
        city: tags["addr:city"] ?? settlement?.name ?? "",
        at,
      }),
    );
  }
}
