/** Runs at most `width` tasks concurrently; the others wait their turn. */
export function semaphore(width: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= width) await new Promise<void>(resolve => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The slot passes directly to the next in the queue, so that a newcomer cannot take it.
      if (next) next()
      else running -= 1
    }
  }
}
