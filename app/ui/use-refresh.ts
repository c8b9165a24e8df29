import { useState } from "react";
import { useRevalidator } from "react-router";

/** Shows the result of a write: `refresh` loads the page's data, and a new `version` lets parts load their own. */
export function useRefresh(): { version: number; refresh: () => void } {
  const [version, setVersion] = useState(0);
  const { revalidate } = useRevalidator();
  const refresh = () => {
    setVersion((last) => last + 1);
    void revalidate();
  };
  return { version, refresh };
}
