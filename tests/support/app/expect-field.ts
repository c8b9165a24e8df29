import { waitFor } from "@testing-library/react";
import { expect } from "vitest";

/** Text that describes a field to assistive technology, as `aria-describedby` names it. */
function descriptionOf(field: HTMLElement): string {
  const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? `no ${id}`).join(" ");
}

/**
 * Asserts that a field has a form's validation error: it is marked, described by the message, and focused, which
 * may come a moment after the message.
 */
export async function expectInvalid(field: HTMLElement, message: string): Promise<void> {
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(descriptionOf(field)).toContain(message);
}

/** Asserts that a field has no validation error, or none any more: `message` does not describe it. */
export function expectValid(field: HTMLElement, message: string): void {
  expect(field.hasAttribute("aria-invalid")).toBe(false);
  expect(descriptionOf(field)).not.toContain(message);
}

/** An element that is an input, with its value. */
export function asInput(element: HTMLElement): HTMLInputElement {
  if (element instanceof HTMLInputElement) return element;
  throw new Error(`not an input: ${element.tagName}`);
}
