import { useSyncExternalStore } from 'react'
import { type State, store } from './store.ts'

export const useStore = <Value>(select: (state: State) => Value): Value =>
  useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.get()),
  )
