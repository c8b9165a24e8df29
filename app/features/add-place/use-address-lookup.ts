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
  const take = useEffectEvent((address: GeoAddress | null) => {
    if (address === null) return setState("nothing");
    const isStreet = address.precision === "address" || address.precision === "street";
    setState(isStreet ? "found" : "settlement");
    onFound(address);
  });
  const { language } = i18n;

  useEffect(() => {
    if (point === null) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      findAddress(point, language, abort.signal).then(
        (address) => take(address),
        () => {
          if (!abort.signal.aborted) setState("failed");
        },
      );
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
