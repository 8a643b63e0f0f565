import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between checks for more items while some are still being processed. */
const lookEvery = 250
/** Milliseconds up to which the run waits for the next due item instead of starting again for it. */
const shortWait = 500

interface Work<Item> {
  /** The number of items processed concurrently. */
  atOnce: number
  stopping: AbortSignal
  /** Takes at most `most` further items. */
  take(most: number): Promise<readonly Item[]>
  work(item: Item): Promise<void>
  /** Milliseconds until an item is due; undefined if none is waiting. Without this function only available items are taken. */
  dueIn?: () => Promise<number | undefined>
}

/**
 * Processes several items concurrently until none is left, and takes the next one as soon as a slot is free, so that a slow item
 * delays only itself. After a failure it takes no more; the error is thrown once the others have ended.
 */
export async function runConcurrently<Item>({ atOnce, stopping, take, work, dueIn }: Work<Item>): Promise<void> {
  const busy = new Set<Promise<void>>()
  const errors: unknown[] = []
  const begin = (item: Item) => {
    const working = work(item)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => busy.delete(working))
    busy.add(working)
  }
  /** Returns the milliseconds to wait, or undefined if there is nothing to wait for. */
  async function pause(): Promise<number | undefined> {
    const due = await dueIn?.()
    if (busy.size) return Math.min(due ?? lookEvery, lookEvery)
    return due !== undefined && due <= shortWait ? due : undefined
  }
  try {
    while (!stopping.aborted && !errors.length) {
      const items = busy.size < atOnce ? await take(atOnce - busy.size) : []
      for (const item of items) begin(item)
      if (items.length) continue
      const wait = await pause()
      if (wait === undefined) break
      await anyOf(busy, wait, stopping)
    }
  } finally {
    await Promise.all(busy)
  }
  if (errors.length) throw errors[0]
}

/** Waits until one has ended, the time is over or the portal stops. */
async function anyOf(busy: ReadonlySet<Promise<void>>, wait: number, stopping: AbortSignal): Promise<void> {
  const over = new AbortController()
  const signal = AbortSignal.any([stopping, over.signal])
  await Promise.race([...busy, sleep(Math.max(1, wait), undefined, { signal }).catch(() => {})])
  over.abort()
}
