import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between two looks at whether there is more to take, while some are still being worked on. */
const lookEvery = 250
/** Milliseconds that are waited for what is due next, rather than coming again for it. */
const shortWait = 500

interface Work<Item> {
  /** The number of items that are worked on at a time. */
  atOnce: number
  stopping: AbortSignal
  /** Takes at most so many more. */
  take(most: number): Promise<readonly Item[]>
  work(item: Item): Promise<void>
  /** Milliseconds until there is something to take; undefined where nothing waits. Without it only what is there is taken. */
  dueIn?: () => Promise<number | undefined>
}

/**
 * Works on several items side by side until none is left, and takes the next one as soon as a place is free, so that a slow one
 * holds up nothing but itself. After a failure it takes no more; the error is thrown once the others have ended.
 */
export async function sideBySide<Item>({ atOnce, stopping, take, work, dueIn }: Work<Item>): Promise<void> {
  const busy = new Set<Promise<void>>()
  const errors: unknown[] = []
  const begin = (item: Item) => {
    const working = work(item)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => busy.delete(working))
    busy.add(working)
  }
  /** Returns how long to wait, undefined where there is nothing to wait for. */
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
