import { type ComponentType, useEffect, useState } from 'react'
import { beginScripts } from '#web/data/pressed.ts'
import { framed } from './framed.tsx'
import { reportLoadFailure } from './report-load-failure.ts'

/** The user's input to the stand-in, which the part takes over once loaded. */
export interface Taken {
  /** The stand-in had the focus. */
  autoFocus: boolean
  /** The stand-in was pressed, so the part opens immediately. */
  defaultOpen: boolean
}

/** Milliseconds after the page, which by then has loaded everything that it needs itself. */
const rest = 10_000

/**
 * A part that is not needed to see the page: it is loaded when its stand-in is hovered or focused. Its scripts are preloaded some
 * seconds after the page, so that it then appears immediately. `load` must be a constant.
 */
export function useStandIn<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): { Part: ComponentType<Props> | undefined; taken: Taken; standIn: StandIn } {
  const [part, setPart] = useState<{ Part: ComponentType<Props> }>()
  const [taken, setTaken] = useState<Taken>({ autoFocus: false, defaultOpen: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is a constant
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), rest)
    return () => clearTimeout(timer)
  }, [])
  const bring = () => load().then(Part => setPart({ Part: framed(Part) }))
  const point = () => void bring().catch(() => undefined)
  const press = () =>
    void bring()
      .catch(() => reportLoadFailure(press))
      .finally(beginScripts())
  const take = (some: Partial<Taken>) => setTaken(before => ({ ...before, ...some }))
  return {
    Part: part?.Part,
    taken,
    standIn: {
      onMouseEnter: point,
      onFocus() {
        take({ autoFocus: true })
        point()
      },
      onBlur: () => take({ autoFocus: false }),
      // The part may be loaded between the mouse's press and release, which together make a click. Keys click without either.
      onMouseDown: () => take({ autoFocus: true, defaultOpen: true }),
      onClick() {
        take({ autoFocus: true, defaultOpen: true })
        press()
      },
    },
  }
}

export type StandIn = Record<'onMouseEnter' | 'onFocus' | 'onBlur' | 'onMouseDown' | 'onClick', () => void>
