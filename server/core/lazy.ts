/** Returns a function that creates its value on the first call and keeps it. A rejected promise is replaced on the next call. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    if (!made) {
      made = { value: make() }
      if (made.value instanceof Promise)
        made.value.catch(() => {
          made = undefined
        })
    }
    return made.value
  }
}
