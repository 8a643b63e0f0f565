import { topCover } from './covers.ts'

const fields =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="combobox"]'

/** Reports whether the focus is in a field, whose keys are its own. */
export const isInField = (): boolean => Boolean(document.activeElement?.closest(fields))

/**
 * Reports whether a key belongs to somebody who is typing, to an open dialog or menu, or to the browser: then no single key of a
 * page may act on it.
 */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return true
  if (isInField()) return true
  return topCover() !== undefined
}
