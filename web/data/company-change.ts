import { noteChange } from './remembered.ts'

/** What is shown of the company asks again by this when somebody else has changed it. */
const listeners = new Set<() => void>()

export function onCompanyChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tellCompanyChange(): void {
  noteChange()
  for (const listener of listeners) listener()
}
