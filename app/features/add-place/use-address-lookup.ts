import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Coordinates } from "#domain/coordinates.ts";
import type { GeoAddress } from "#domain/geo/geo-address.ts";
import { findAddress } from "./find-address.ts";

/** A pin that is still on its way asks nothing. */
const settleMs = 300;

type LookupState = "idle" | "asking" | "found" | "settlement" | "nothing" | "failed";

/** Looks up the address of the point asked about last. */
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
