/** Processes batches of at most `batch` until one is not full or the portal stops. `work` returns the number of items found. */
export async function inBatches(
  { stopping, batch }: { stopping: AbortSignal; batch: number },
  work: () => Promise<number>,
): Promise<void> {
  while (!stopping.aborted && (await work()) === batch);
}
