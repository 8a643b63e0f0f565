import { noteChange } from './remembered.ts'

/** Listeners for changes that somebody else has made to the company, so that its pages ask again. */
const listeners = new Set<() => void>()

export function onCompanyChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tellCompanyChange(): void {
  noteChange()
  for (const listener of listeners) listener()
}
