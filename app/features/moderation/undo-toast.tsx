import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { Alert } from "#app/ui/alert.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import { useModeration } from "./moderation-form.tsx";
import { ModerationOutcome } from "./moderation-outcome.tsx";

/** Time to read a sentence and to press 'undo'; it pauses while the notice is hovered or focused. */
const undoTimeoutMs = 20_000;

/**
 * Notice above any page of the staff's with the result of the last form, and 'undo' after a deletion.
 * It takes the focus where the form's button is gone. After a conflict the page below is loaded again: a failure
 * alone would leave it as it was.
 */
export function UndoToast() {
  const moderation = useModeration();
  // A result can be there before this component's script; the server has written no notice to take over.
  const data = useIsHydrated() ? moderation.data : undefined;
  const { state } = moderation;
  // Counted, so that a repeated result is announced again, and one that came before this component too.
  const [latest, setLatest] = useState({ result: undefined as typeof data, count: 0 });
  const [dismissedCount, setDismissedCount] = useState(0);
  if (latest.result !== data) setLatest({ result: data, count: latest.count + 1 });
  const isOpen = data !== undefined && latest.count !== dismissedCount;
  const isSettled = state === "idle";
  const toast = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen || !isSettled) return;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) toast.current?.focus();
  }, [isOpen, isSettled]);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (data !== undefined && !data.ok && data.code === "error.conflict") void revalidate();
  }, [data, revalidate]);
  if (!isOpen) return null;
  return (
    <div
      ref={toast}
      tabIndex={-1}
      className="fixed inset-x-3 top-[calc(env(safe-area-inset-top)+4.5rem)] z-40 mx-auto max-w-[36rem] rounded-control shadow-float"
    >
      <Alert
        key={latest.count}
        kind={data.ok ? "success" : "danger"}
        timeoutMs={data.ok ? undoTimeoutMs : undefined}
        onDismiss={() => setDismissedCount(latest.count)}
      >
        <ModerationOutcome result={data} />
      </Alert>
    </div>
  );
}
