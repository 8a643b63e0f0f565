import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { isTyping } from '../keyboard/is-typing.ts'

const interactive = 'a, button, input, label, select, textarea, [role="menu"], [role="menuitem"]'
/** The link or button that names a row and opens its page. */
const opener = '.table-name :is(a, button), .card-lead :is(a, button), [data-opens]'

/**
 * Opens a row that was clicked outside its links and buttons, unless its text is being selected. A row with its own drawer opens
 * that; one whose name leads to another page is shown beside the list by `peek`.
 */
export function openOnClick(event: MouseEvent<HTMLElement>, peek?: () => void): void {
  if (!(event.target instanceof Element) || event.target.closest(interactive)) return
  // A menu or dialog of the row is its child only in React.
  if (!event.currentTarget.contains(event.target) || getSelection()?.type === 'Range') return
  if (peek && !hasDrawer(event.currentTarget)) peek()
  else openerOf(event.currentTarget)?.click()
}

const hasDrawer = (row: HTMLElement) => openerOf(row)?.tagName === 'BUTTON'

const openerOf = (row: HTMLElement) => row.querySelector<HTMLElement>(opener)

/** Reports whether the key leads from the search of a list to its first row, which is a dozen stops of Tab away. */
const leavesSearch = ({ key, target, isComposing }: KeyboardEvent) =>
  key === 'ArrowDown' && !isComposing && target instanceof Element && target.matches('[data-searches-rows]')

/**
 * Moves through a list by `j` and `k`, or by the arrows from its search on, ticks a row by `x`, opens it by Enter and shows it beside
 * the list by `p`; `b` goes to the actions for the ticked rows. The row has the focus, so that screen readers read it and Tab continues
 * from there. The row shown beside the list follows, and is the starting point when the focus is in no row.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, peek?: { at: number; go: (at: number) => void }): void {
  const peeking = useRef(peek)
  peeking.current = peek
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const leaving = leavesSearch(event)
      if ((isTyping(event) && !leaving) || !list.current) return
      const rows = [...list.current.querySelectorAll<HTMLElement>('[data-row]')]
      const { at: peeked, go } = peeking.current ?? { at: -1 }
      const focused = rows.findIndex(row => row.contains(document.activeElement))
      const at = focused < 0 ? peeked : focused
      const row = rows[at]
      const onRow = row !== undefined && row === document.activeElement
      const down = event.key === 'j' || leaving || (onRow && event.key === 'ArrowDown')
      if (down || event.key === 'k' || (onRow && event.key === 'ArrowUp')) {
        const place = down ? Math.min(at + 1, rows.length - 1) : Math.max(at - 1, 0)
        const next = rows[place]
        if (peeked >= 0) go?.(place)
        next?.focus({ preventScroll: true })
        next?.scrollIntoView({ block: 'nearest' })
      } else if (event.key === 'x' && row) row.querySelector<HTMLElement>('input.check')?.click()
      else if (event.key === 'b') list.current.querySelector<HTMLElement>('.bulk-bar button')?.focus()
      // The same as a click outside its links.
      else if (event.key === 'p' && row) row.click()
      // A row whose name leads nowhere is clicked itself, which shows it beside the list.
      else if (event.key === 'Enter' && onRow) (openerOf(row) ?? row).click()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [list])
}
