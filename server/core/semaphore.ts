/** Runs at most `width` pieces of work at a time; the others wait their turn. */
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
      // The place goes straight to the next in line, so a newcomer can't take it in between.
      if (next) next()
      else running -= 1
    }
  }
}
