import type { Feature } from "./feature.ts";
import type { Position } from "./geometry.ts";
import { decimalsAt } from "./tolerance.ts";

/** A GeoJSON FeatureCollection as text, its coordinates rounded to what is worth writing at their place. */
export function encodeFeatures(features: readonly Feature[]): string {
  const lines = features.map((feature) => JSON.stringify(feature, roundPosition));
  return `{"type":"FeatureCollection","features":[\n${lines.join(",\n")}\n]}\n`;
}

function roundPosition(_key: string, value: unknown): unknown {
  if (!isPosition(value)) return value;
  const scale = 10 ** decimalsAt(value);
  return value.map((degrees) => Math.round(degrees * scale) / scale);
}

function isPosition(value: unknown): value is Position {
  return (
    Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "number")
  );
}
