import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { askServer } from "#app/network/ask-server.ts";
import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import { type Coordinates, formatDegrees } from "#domain/geography/coordinates.ts";

/** Delay before the lookup, so that a moving pin asks for nothing. */
const settleMs = 300;

type LookupState = "idle" | "asking" | "found" | "settlement" | "nothing" | "failed";

/** Looks up the address of the last point. */
export function useAddressLookup(onFound: (address: GeoAddress) => void) {
  const { i18n } = useTranslation();
  const [point, setPoint] = useState<Coordinates | null>(null);
  const [state, setState] = useState<LookupState>("idle");
  const take = useEffectEvent((address: GeoAddress | "nothing" | "failed") => {
    if (typeof address === "string") return setState(address);
    const isStreet = address.precision === "address" || address.precision === "street";
    setState(isStreet ? "found" : "settlement");
    onFound(address);
  });
  const { language } = i18n;

  useEffect(() => {
    if (point === null) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const address = await findAddress(point, language, abort.signal);
      if (!abort.signal.aborted) take(address);
    }, settleMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [point, language]);

  return {
    state,
    ask: (next: Coordinates) => {
      setPoint(next);
      setState("asking");
    },
  };
}

/**
 * The address of a point; `nothing` where there is none near, `failed` where no answer came.
 *
 * @param language of the names, such as `hu`
 */
export async function findAddress(
  [longitude, latitude]: Coordinates,
  language: string,
  signal: AbortSignal,
): Promise<GeoAddress | "nothing" | "failed"> {
  const query = `lng=${formatDegrees(longitude)}&lat=${formatDegrees(latitude)}&lang=${language}`;
  const answer = await askServer<GeoAddress>(`/api/v1/geo/reverse?${query}`, { signal });
  if (answer.ok) return answer.body;
  return answer.code === "error.notfound" ? "nothing" : "failed";
}
