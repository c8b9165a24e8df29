/** Item of a header such as `Accept-Language`, with its weight. */
export interface WeightedItem {
  /** In the sender's letter case, trimmed. */
  readonly item: string;
  /** 0 (not acceptable) … 1. */
  readonly quality: number;
}

/**
 * Parses a list with weights (RFC 9110, 12.4.2), in its own order: `hu, en;q=0.8`. An item without weight has
 * quality 1, one with a malformed weight or another parameter 0.
 */
export function parseQualityList(header: string): WeightedItem[] {
  return header.split(",").flatMap((text) => {
    const [item, ...parameters] = text.split(";");
    return item.trim() === "" ? [] : [{ item: item.trim(), quality: qualityOf(parameters) }];
  });
}

function qualityOf(parameters: readonly string[]): number {
  if (parameters.length === 0) return 1;
  const match = /^\s*q=(0(\.\d{0,3})?|1(\.0{0,3})?)\s*$/i.exec(parameters[0]);
  return match !== null && parameters.length === 1 ? Number(match[1]) : 0;
}
