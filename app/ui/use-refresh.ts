import { useState } from "react";
import { useRevalidator } from "react-router";

/**
 * Shows the result of a write: `refresh` loads the page's data again, and `version` grows, for parts that
 * load their own data.
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
