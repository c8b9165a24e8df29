import { type ComponentType, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { ChunkFailure } from "#app/ui/chunk-boundary.tsx";
import { SearchField } from "#app/ui/form/search-field.tsx";
import type { AddressSearchProps } from "./use-address-search.ts";

interface PlaceSearchProps extends Pick<AddressSearchProps, "near" | "onRetrieved" | "onPlace"> {
  /** What was searched for without script. */
  text?: string;
}

/**
 * The search field of a page, named `q` in a form around it. What makes it search is loaded when it is
 * first focused; what was typed by then, and the focus, go over.
 */
export function PlaceSearch({ text: given, ...props }: PlaceSearchProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { state, load } = useLoaded(input);
  const look = { label: t("search.label"), placeholder: t("search.label"), isLabelHidden: true };
  if (state.kind === "failed") return <ChunkFailure />;
  if (state.kind === "loaded") {
    const { Search, text, hadFocus } = state;
    return (
      <Search {...look} {...props} initialText={text} ref={hadFocus ? focusAtEnd : undefined} />
    );
  }
  return (
    <SearchField
      ref={input}
      name="q"
      defaultValue={given}
      {...look}
      isBusy={state.kind === "loading"}
      onFocus={load}
    />
  );
}

type LoadState =
  | { kind: "waiting" | "loading" | "failed" }
  | {
      kind: "loaded";
      Search: ComponentType<AddressSearchProps>;
      /** What the field held, and whether it had the focus, when the search had come. */
      text: string;
      hadFocus: boolean;
    };

function useLoaded(input: React.RefObject<HTMLInputElement | null>) {
  const [state, setState] = useState<LoadState>({ kind: "waiting" });
  const load = async () => {
    if (state.kind !== "waiting") return;
    setState({ kind: "loading" });
    try {
      const { AddressSearch: Search } = await import("./address-search.tsx");
      const hadFocus = document.activeElement === input.current;
      const text = input.current?.value ?? "";
      // Not a moment later: a letter that is typed in between would be lost with the old field.
      flushSync(() => setState({ kind: "loaded", Search, text, hadFocus }));
    } catch {
      setState({ kind: "failed" });
    }
  };
  useEffect(() => {
    // Somebody was faster than the script.
    if (document.activeElement === input.current) void load();
  }, []);
  return { state, load };
}

function focusAtEnd(field: HTMLInputElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
