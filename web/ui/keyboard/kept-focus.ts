import { useEffect } from 'react'
import { isPassing } from './covers.ts'
import { isShown } from './is-shown.ts'

/** An element that had the focus, with what it stood in, innermost first. */
interface Place {
  element: Element
  around: readonly Element[]
  /** Which row of its list it was in. */
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

/** The row that has taken the place of the one that is gone, or the nearest surroundings that can have the focus. */
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
 * Keeps the focus in the page when the element that had it goes away: a row that was dealt with, the bar of actions on chosen rows,
 * a dialog whose opener is gone, a page that was left. Otherwise the keys, and what a screen reader says, would begin at the top.
 */
export function keepFocus(): () => void {
  let outside: Place | undefined
  /** In a dialog or a menu, which passes. */
  let inside: Place | undefined
  let frame = 0

  function note({ target }: FocusEvent): void {
    if (!(target instanceof Element) || target === document.body) return
    if (isPassing(target)) inside = placeOf(target)
    else [outside, inside] = [placeOf(target), undefined]
  }
  function restore(): void {
    frame = 0
    const last = inside ?? outside
    // Somebody who clicked beside everything has left it themselves; a button that is busy comes back.
    if (!last || !isNowhere() || isShown(last.element)) return
    const to = (inside && nearest(inside)) ?? (outside && nearest(outside)) ?? main()
    to?.focus({ preventScroll: true })
  }
  /** Waits for what is drawn with it, which may take the focus by itself. */
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

/** The page that is shown, whichever layout it has; undefined while the first one, where the browser begins by itself. */
let shown: string | undefined

/** Another page begins at its content, wherever the link to it was, unless something in it has the focus by itself. */
export function usePageFocus(pathname: string): void {
  useEffect(() => {
    const before = shown
    shown = pathname
    if (before === undefined || before === pathname) return
    const at = document.activeElement
    if (!main()?.contains(at) && !(at && isPassing(at))) main()?.focus({ preventScroll: true })
  }, [pathname])
  useEffect(keepFocus, [])
}
