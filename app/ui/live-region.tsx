import { createContext, type ReactNode, useCallback, useContext, useState } from "react";

type Announce = (message: string) => void;

const LiveRegionContext = createContext<Announce>(() => {});

/** The page's one polite live region (docs/product#announcements). Wrap the page in it once; `useAnnounce` speaks through it. */
export function LiveRegion({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState({ text: "", count: 0 });
  const announce = useCallback<Announce>((text) => {
    setMessage((last) => ({ text, count: last.count + 1 }));
  }, []);
  return (
    <LiveRegionContext value={announce}>
      {children}
      <div role="status" aria-live="polite" className="sr-only">
        <span key={message.count}>{message.text}</span>
      </div>
    </LiveRegionContext>
  );
}

/** Announces a visible change to screen readers: the count after a filter, the chosen place. */
export function useAnnounce(): Announce {
  return useContext(LiveRegionContext);
}
