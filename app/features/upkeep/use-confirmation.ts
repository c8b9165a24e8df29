import { useState } from "react";
import { localDateAt } from "#domain/local-date.ts";
import type { KeptPlace } from "./kept-place.ts";
import { sendConfirmation } from "./send-upkeep.ts";
import type { UpkeepFailure } from "./upkeep-failure.ts";

type Sending = "idle" | "sending" | "thanks" | UpkeepFailure;

/** When a place was last confirmed, and the viewer's own confirmation of today. */
export function useConfirmation(place: KeptPlace, now: Date) {
  const [own, setOwn] = useState<string | null>(null);
  const [state, setState] = useState<Sending>("idle");
  const day = (instant: Date) => localDateAt(instant, place.time_zone);
  const isOwnOfToday = own !== null && day(new Date(own)) >= day(now);
  const isConfirmed = isOwnOfToday || place.confirmed_today === true;

  async function confirm() {
    if (isConfirmed || state === "sending") return;
    setState("sending");
    const sent = await sendConfirmation(place.id);
    if (sent.ok) setOwn(sent.lastConfirmed);
    setState(sent.ok ? "thanks" : sent.failure);
  }

  const lastConfirmed =
    own !== null && own > (place.last_confirmed ?? "") ? own : place.last_confirmed;
  return { state, isConfirmed, lastConfirmed, confirm };
}
