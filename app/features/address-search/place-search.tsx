import { type ComponentType, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ChunkFailure } from "#app/ui/chunk-boundary.tsx";
import { SearchField } from "#app/ui/form/search-field.tsx";
import type { AddressSearchProps } from "./use-address-search.ts";

interface PlaceSearchProps
  extends Pick<AddressSearchProps, "near" | "onRetrieved" | "onPlace" | "onNearest"> {
  /** The search of a page without script. */
  text?: string;
  /** Label of the field, where it searches for something else than a place of the map. */
  label?: string;
  /** Whether it takes the focus as it appears. */
  isFocused?: boolean;
}

/**
 * Search field of a page, named `q` in a form around it. Its search loads when the field is first focused;
 * the typed text and the focus move over.
 */
export function PlaceSearch(given: PlaceSearchProps) {
  const { text: initialText, label: ownLabel, isFocused = false, ...props } = given;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { state, load } = useLoaded(input, isFocused);
  const label = ownLabel ?? t("search.label");
  const fieldProps = {
    label,
    placeholder: label,
    isLabelHidden: true,
  };
  if (state.kind === "failed") return <ChunkFailure />;
  if (state.kind === "loaded") {
    const { Search, text, hadFocus } = state;
    return (
      <Search
        {...fieldProps}
        {...props}
        initialText={text}
        ref={hadFocus ? focusAtEnd : undefined}
      />
    );
  }
  return (
    <SearchField
      ref={input}
      name="q"
      defaultValue={initialText}
      {...fieldProps}
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
      /** The field's text, and whether it had the focus, when the search was loaded. */
      text: string;
      hadFocus: boolean;
    };

function useLoaded(input: React.RefObject<HTMLInputElement | null>, isFocused: boolean) {
  const [state, setState] = useState<LoadState>({ kind: "waiting" });
  const load = async () => {
    if (state.kind !== "waiting") return;
    setState({ kind: "loading" });
    try {
      const { AddressSearch: Search } = await import("./address-search.tsx");
      const hadFocus = document.activeElement === input.current;
      const text = input.current?.value ?? "";
      // At once: a letter typed in between would be lost with the old field.
      flushSync(() => setState({ kind: "loaded", Search, text, hadFocus }));
    } catch {
      setState({ kind: "failed" });
    }
  };
  useEffect(() => {
    if (isFocused) input.current?.focus();
    // The visitor focused the field before the script was ready.
    if (document.activeElement === input.current) void load();
  }, []);
  return { state, load };
}

function focusAtEnd(field: HTMLInputElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
