import { useState } from "react";
import { useRevalidator } from "react-router";

/**
 * Shows what a write has changed: `refresh` loads the page's data again, and `version` grows, for the
 * parts that fetch for themselves.
 */
export function useRefresh(): { version: number; refresh: () => void } {
  const [version, setVersion] = useState(0);
  const { revalidate } = useRevalidator();
  const refresh = () => {
    setVersion((last) => last + 1);
    void revalidate();
  };
  return { version, refresh };
}
