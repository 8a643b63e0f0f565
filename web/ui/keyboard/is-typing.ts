import { topOverlay } from './covers.ts'

const fields =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="combobox"]'

/** Reports whether the focus is in a field, which then handles the keys itself. */
export const isInField = (): boolean => Boolean(document.activeElement?.closest(fields))

/**
 * Reports whether a key belongs to a field, an open dialog or menu, or the browser: no single-key shortcut of a page may act on it
 * then.
 */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return true
  if (isInField()) return true
  return topOverlay() !== undefined
}
