import { invalidateAnswers } from './remembered.ts'

/** Listeners for changes that others have made to the company, after which its pages reload. */
const listeners = new Set<() => void>()

export function onCompanyChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function announceCompanyChange(): void {
  invalidateAnswers()
  for (const listener of listeners) listener()
}
