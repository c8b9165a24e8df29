/** Lends something that was opened, and releases it whatever happens: `await using` for Node 22. */
export async function withResource<Resource extends AsyncDisposable, Result>(
  opening: Promise<Resource>,
  use: (resource: Resource) => Promise<Result>,
): Promise<Result> {
  const resource = await opening;
  try {
    return await use(resource);
  } finally {
    await resource[Symbol.asyncDispose]();
  }
}
