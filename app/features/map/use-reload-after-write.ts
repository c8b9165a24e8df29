import { useEffect, useRef } from "react";
import type { MapPageData } from "./map-page-data.ts";

/**
 * Calls `reload` when the route has answered the same question again: it does so after a form was
 * sent, and then the list and the map may have changed too.
 */
export function useReloadAfterWrite(data: MapPageData, reload: () => void): void {
  const last = useRef(data);
  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  });
  useEffect(() => {
    const isSameQuestion = last.current.query.place === data.query.place;
    if (last.current !== data && isSameQuestion) latest.current();
    last.current = data;
  }, [data]);
}
