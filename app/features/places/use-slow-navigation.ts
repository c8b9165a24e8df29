import { useEffect, useState } from "react";
import { useNavigation } from "react-router";

/** After this long a wait has to show. */
const slowMs = 300;

/**
 * Whether the way to another page at `pathname` has taken longer than 300 ms. A form that is being sent
 * leaves the page as it is.
 */
export function useSlowNavigation(pathname: string): boolean {
  const { location, formMethod } = useNavigation();
  const isSending = formMethod === "POST";
  const target = location?.pathname === pathname && !isSending ? location.key : null;
  const [slowTarget, setSlowTarget] = useState<string | null>(null);
  useEffect(() => {
    if (target === null) return;
    const timer = setTimeout(() => setSlowTarget(target), slowMs);
    return () => clearTimeout(timer);
  }, [target]);
  return target !== null && slowTarget === target;
}
