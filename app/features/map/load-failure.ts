/** Whether MapLibre's error is an answer with an error status, or none at all, as opposed to a fault of ours. */
export function isLoadFailure(error: { message: string }): boolean {
  return "status" in error || error instanceof TypeError || error instanceof DOMException;
}
