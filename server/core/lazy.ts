/** Returns a function that makes its value at the first call and keeps it. A promise that fails is made anew at the next call. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    if (!made) {
      const making = { value: make() }
      made = making
      if (making.value instanceof Promise)
        making.value.catch(() => {
          if (made === making) made = undefined
        })
    }
    return made.value
  }
}
