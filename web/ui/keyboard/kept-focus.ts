import { useEffect } from 'react'
import { isInOverlay } from './covers.ts'
import { isShown } from './is-shown.ts'

/** An element that had the focus, with its ancestors, innermost first. */
interface Place {
  element: Element
  around: readonly Element[]
  /** The index of its row in the list. */
  row: number
}

const rowsIn = (element: Element) => [...element.querySelectorAll<HTMLElement>('[data-row]')]
const isFocusable = (element: Element) => isShown(element) && !element.matches(':disabled')
const main = () => document.getElementById('main')
const isNowhere = () => document.activeElement === null || document.activeElement === document.body

function placeOf(element: Element): Place {
  const around: Element[] = []
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) around.push(at)
  const row = element.closest<HTMLElement>('[data-row]')
  const list = row?.closest('.data-list, [data-rows]')
  return { element, around, row: row && list ? rowsIn(list).indexOf(row) : -1 }
}

/** Returns the row that has replaced the removed one, or the nearest ancestor that can have the focus. */
function nearest({ element, around, row }: Place): HTMLElement | undefined {
  if (element instanceof HTMLElement && isFocusable(element)) return element
  const left = around.filter(isShown)
  const [closest] = left
  const gone = closest && row >= 0 && !around.some(each => each.matches('[data-row]') && each.isConnected)
  const rows = gone ? rowsIn(closest) : []
  return (
    rows[Math.min(row, rows.length - 1)] ??
    left.find((each): each is HTMLElement => each instanceof HTMLElement && each.hasAttribute('tabindex'))
  )
}

/**
 * Keeps the focus in the page when the element that had it is removed: a processed row, the bar of bulk actions, a dialog whose
 * opener is gone, a page that was left. Otherwise the keyboard and screen readers would start again at the top.
 */
export function keepFocus(): () => void {
  let outside: Place | undefined
  /** The last focus inside a dialog or menu, which is temporary. */
  let inside: Place | undefined
  let frame = 0

  function note({ target }: FocusEvent): void {
    if (!(target instanceof Element) || target === document.body) return
    if (isInOverlay(target)) inside = placeOf(target)
    else [outside, inside] = [placeOf(target), undefined]
  }
  function restore(): void {
    frame = 0
    const last = inside ?? outside
    // A user who clicked on nothing has dropped the focus deliberately; a busy button becomes enabled again.
    if (!last || !isNowhere() || isShown(last.element)) return
    const to = (inside && nearest(inside)) ?? (outside && nearest(outside)) ?? main()
    to?.focus({ preventScroll: true })
  }
  /** Waits for elements rendered together, which may take the focus themselves. */
  function look(): void {
    if (!frame && isNowhere()) frame = requestAnimationFrame(restore)
  }

  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', note)
  document.addEventListener('focusout', look)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', note)
    document.removeEventListener('focusout', look)
    cancelAnimationFrame(frame)
  }
}

/** The displayed page, whichever its layout; undefined for the first one, where the browser sets the focus. */
let shown: string | undefined

/** Focuses the content of a new page, wherever the link to it was, unless an element in it takes the focus itself. */
export function usePageFocus(pathname: string): void {
  useEffect(() => {
    const before = shown
    shown = pathname
    if (before === undefined || before === pathname) return
    const at = document.activeElement
    if (!main()?.contains(at) && !(at && isInOverlay(at))) main()?.focus({ preventScroll: true })
  }, [pathname])
  useEffect(keepFocus, [])
}
