import { useSyncExternalStore } from 'react'
import { keys, read, write } from '#web/data/storage.ts'

export type Density = 'roomy' | 'dense'

const listeners = new Set<() => void>()
const current = (): Density => (read(keys.density) === 'dense' ? 'dense' : 'roomy')

/** Returns the density of the rows of all lists, stored in this browser. */
export function useDensity(): [Density, (density: Density) => void] {
  const density = useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, current)
  return [
    density,
    next => {
      write(keys.density, next)
      for (const listener of listeners) listener()
    },
  ]
}
