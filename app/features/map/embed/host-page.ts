import { useEffect, useEffectEvent } from "react";
import {
  type EmbedMessage,
  type EmbedOrigins,
  embedVersion,
  type HostMessage,
  isEmbedOrigin,
  messageTargets,
  readHostMessage,
} from "#domain/embed/embed-messages.ts";

/** Posts a message to the page around the frame (docs/embedding.md); outside of a frame, to none. */
export function postToHost(origins: EmbedOrigins, message: EmbedMessage): void {
  if (parent === window) return;
  for (const target of messageTargets(withOwn(origins), parentOrigin())) {
    parent.postMessage({ ...message, version: embedVersion }, target);
  }
}

/** Listens for messages of the page around the frame, and posts that it is ready. */
export function useHostMessages(
  origins: EmbedOrigins,
  onMessage: (message: HostMessage) => void,
): void {
  const hear = useEffectEvent(({ source, origin, data }: MessageEvent) => {
    if (source !== parent || parent === window || !isEmbedOrigin(origin, withOwn(origins))) return;
    const message = readHostMessage(data);
    if (message) onMessage(message);
  });
  const postReady = useEffectEvent(() => postToHost(origins, { type: "mosdo:ready" }));
  useEffect(() => {
    const listener = (event: MessageEvent) => hear(event);
    addEventListener("message", listener);
    postReady();
    return () => removeEventListener("message", listener);
  }, []);
}

/** Our own page that makes snippets shows the frame too. */
function withOwn(origins: EmbedOrigins): EmbedOrigins {
  return origins === "everyone" ? origins : [...origins, location.origin];
}

/** Origin of the page around the frame; null where the browser does not disclose it. */
function parentOrigin(): string | null {
  const [nearest] = location.ancestorOrigins ?? [];
  if (nearest) return nearest;
  return document.referrer === "" ? null : new URL(document.referrer).origin;
}
