import { type ComponentType, useEffect, useState } from 'react'

/**
 * A part that nobody needs to see the page: it comes when somebody points at its stand-in or, at the latest, some seconds after
 * the page. `load` must be a constant.
 */
export function useLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): { Part: ComponentType<Props> | undefined; fetch: () => void } {
  const [part, setPart] = useState<{ Part: ComponentType<Props> }>()
  const fetch = () =>
    void load().then(
      Part => setPart({ Part }),
      () => undefined,
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is a constant
  useEffect(() => {
    const timer = setTimeout(fetch, 2_500)
    return () => clearTimeout(timer)
  }, [])
  return { Part: part?.Part, fetch }
}
