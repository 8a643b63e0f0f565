import { isShown } from './is-shown.ts'

/** What takes the page's keys while it is open. A native dialog has its role without the attribute. */
const covers = 'dialog[open], [role="dialog"], [role="menu"]'
/** These stand beside the page, which stays usable below them. */
const beside = '.peek, .tour-card'
/** The windows of fields and buttons, which belong to what opened them. */
const windows = '.ant-popover, .ant-picker-dropdown'

/** Returns what lies over everything else, also while it is closing; undefined while nothing covers the page. */
export function topCover(): Element | undefined {
  const shown = [...document.querySelectorAll(covers)].filter(each => !each.closest(beside) && isShown(each))
  // The browser draws a native dialog above all others, wherever it stands in the document.
  return shown.findLast(each => each instanceof HTMLDialogElement) ?? shown.at(-1)
}

/** Reports whether an element is in something that opens over the page and goes away again. */
export const isPassing = (element: Element): boolean => element.closest(`${covers}, ${windows}`) !== null
