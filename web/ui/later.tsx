import { type ComponentType, useEffect, useState } from 'react'

/** What somebody did to the stand-in, which the part takes over when it comes. */
export interface Taken {
  /** The stand-in had the focus. */
  autoFocus: boolean
  /** It was pressed, so the part opens at once. */
  defaultOpen: boolean
}

/** Milliseconds after the page in which nobody has pointed at it. By then the page itself has everything it needs. */
const rest = 10_000

/**
 * A part that nobody needs to see the page: it comes when somebody points at its stand-in or focuses it or, at the latest, some
 * seconds after the page. `load` must be a constant.
 */
export function useLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): { Part: ComponentType<Props> | undefined; taken: Taken; standIn: StandIn } {
  const [part, setPart] = useState<{ Part: ComponentType<Props> }>()
  const [taken, setTaken] = useState<Taken>({ autoFocus: false, defaultOpen: false })
  const fetch = () =>
    void load().then(
      Part => setPart({ Part }),
      () => undefined,
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is a constant
  useEffect(() => {
    const timer = setTimeout(fetch, rest)
    return () => clearTimeout(timer)
  }, [])
  const take = (some: Partial<Taken>) => {
    setTaken(before => ({ ...before, ...some }))
    fetch()
  }
  return {
    Part: part?.Part,
    taken,
    standIn: {
      onMouseEnter: fetch,
      onFocus: () => take({ autoFocus: true }),
      onBlur: () => take({ autoFocus: false }),
      onClick: () => take({ autoFocus: true, defaultOpen: true }),
    },
  }
}

type StandIn = Record<'onMouseEnter' | 'onFocus' | 'onBlur' | 'onClick', () => void>
