/** Returns a function that makes its value at the first call and keeps it. A promise that fails is made anew at the next call. */
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
