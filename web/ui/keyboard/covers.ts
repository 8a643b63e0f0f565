import { isShown } from './is-shown.ts'

/** Elements that take the page's keys while open. A native dialog has its role without the attribute. */
const covers = 'dialog[open], [role="dialog"], [role="menu"]'
/** These are shown beside the page, which remains usable below them. */
const beside = '.peek, .tour-card'
/** The popups of fields and buttons, which belong to the element that opened them. */
const windows = '.ant-popover, .ant-picker-dropdown'

/** Returns the topmost overlay, even while it is closing; undefined if nothing covers the page. */
export function topOverlay(): Element | undefined {
  const shown = [...document.querySelectorAll(covers)].filter(each => !each.closest(beside) && isShown(each))
  // The browser renders a native dialog above all others, wherever it is in the document.
  return shown.findLast(each => each instanceof HTMLDialogElement) ?? shown.at(-1)
}

/** Reports whether an element is inside an overlay or popup. */
export const isInOverlay = (element: Element): boolean => element.closest(`${covers}, ${windows}`) !== null
