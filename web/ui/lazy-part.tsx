import { type ComponentType, lazy, Suspense, useState } from 'react'

const waiting = new Set<() => Promise<unknown>>()

/** Brings what the pages that are here open later: dialogs, drawers and tabs. One that fails to come is asked for again when opened. */
export async function loadParts(): Promise<void> {
  for (const load of waiting) {
    waiting.delete(load)
    await load().catch(() => undefined)
  }
}

/**
 * A dialog, drawer or tab that is in no script of its page, because the rows must not wait for what somebody may open later: it comes
 * when it is opened first, or when the browser is idle. It stays once it was open, because it closes slowly.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isOpen: (props: Props) => boolean = () => true,
): ComponentType<Props> {
  waiting.add(load)
  // `lazy` can't tell that a component with these properties takes these properties.
  const Part = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
  // biome-ignore lint/correctness/noComponentHookFactories: a module makes each part once
  return function LazyPart(props: Props) {
    const open = isOpen(props)
    const [opened, setOpened] = useState(open)
    if (open && !opened) setOpened(true)
    if (!opened && !open) return null
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}
