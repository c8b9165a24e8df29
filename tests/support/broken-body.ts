/** A body whose connection breaks in the middle. */
export function brokenBody(): ReadableStream<Uint8Array> {
  let hasBegun = false;
  return new ReadableStream({
    pull(controller) {
      // An error would drop what was not read yet: it comes once the beginning has been.
      if (hasBegun) return controller.error(new TypeError("network error"));
      hasBegun = true;
      controller.enqueue(new TextEncoder().encode('{"a":'));
    },
  });
}
