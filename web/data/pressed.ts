import { loading } from './loading.ts'

/** Milliseconds after which a click no longer explains why scripts are fetched: they may be wanted by an address or a timer. */
const recent = 1_000

let last: { control: Element; at: number } | undefined

if (typeof document !== 'undefined')
  document.addEventListener(
    'click',
    ({ target }) => {
      const control = target instanceof Element ? target.closest('button, a, [role="menuitem"], [role="option"]') : null
      last = control ? { control, at: performance.now() } : undefined
    },
    true,
  )

/** The pressed control, or the one that has the focus after the pressed entry's menu has closed. */
function pressedControl(): Element | undefined {
  if (!last || performance.now() - last.at > recent) return undefined
  if (last.control.isConnected && last.control.getClientRects().length) return last.control
  return document.activeElement?.closest('button, a') ?? undefined
}

/**
 * Counts as `loading.begin`, and marks the pressed control at once, for scripts that it needs: the overlay shows only once they take
 * long. Returns what ends both.
 */
export function beginScripts(): () => void {
  const come = loading.begin()
  const control = pressedControl()
  control?.setAttribute('data-coming', '')
  return () => {
    control?.removeAttribute('data-coming')
    come()
  }
}
