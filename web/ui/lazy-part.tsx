import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { loading } from '#web/data/loading.ts'
import { framed } from './framed.tsx'
import { LostPart } from './lost-part.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

interface PartOptions<Props> {
  /** Most parts say it by `open`, their own or their dialog's. */
  isOpen?: (props: Props) => boolean
  /** Most parts have it as `close` or `hide`, their own or their dialog's. */
  closeOf?: (props: Props) => () => void
  /** Holds the place of a part that stands in the page. */
  waiting?: (props: Props) => ReactNode
}

/** How parts are opened and closed. */
interface Opening {
  open?: boolean
  close?: () => void
  hide?: () => void
  dialog?: { open: boolean; close: () => void }
}

const ahead = new Set<() => Promise<unknown>>()

/** What brings the parts that the pages that are here open later, one after the other; each is handed out once. */
export function* partsAhead(): Generator<() => Promise<unknown>> {
  for (const fetch of ahead) {
    ahead.delete(fetch)
    yield fetch
  }
}

function makePart<Props extends object>(load: Load<Props>, { isOpen, closeOf, waiting }: PartOptions<Props>) {
  let Part: ComponentType<Props> | undefined
  const fetch = async () => {
    Part ??= framed(await load())
  }
  // biome-ignore lint/correctness/noComponentHookFactories: a module makes each part once
  function LatePart(props: Props) {
    // What a part has of these is what they are for it.
    const { open: own, close, hide, dialog } = props as Opening
    const open = isOpen?.(props) ?? own ?? dialog?.open ?? true
    const [opened, setOpened] = useState(open)
    const [state, setState] = useState<'coming' | 'here' | 'lost'>('coming')
    if (open && !opened) setOpened(true)
    const bring = () =>
      fetch().then(
        () => setState('here'),
        () => setState('lost'),
      )
    // One that failed to come is asked for again whenever it is opened.
    // biome-ignore lint/correctness/useExhaustiveDependencies: its scripts are the same at every drawing
    useEffect(() => {
      if (!open || Part) return
      setState('coming')
      // Whoever pressed a button sees nothing else of it: a part with a place in the page shows there that it is coming.
      const come = waiting ? undefined : loading.begin()
      void bring().then(come)
      return come
    }, [open])
    if (!opened && !open) return null
    if (Part) return <Part {...props} />
    if (state !== 'lost') return waiting?.(props)
    return open && <LostPart retry={bring} close={closeOf?.(props) ?? close ?? hide ?? dialog?.close} />
  }
  return { LatePart, fetch }
}

/**
 * A part of a page that is in no script of its own page: it comes when it is opened first. It stays once it was open, because it closes
 * slowly. Where it fails to come, only it is missing: the page and what was typed stay, and it can be asked for again.
 */
export const latePart = <Props extends object>(load: Load<Props>, options: PartOptions<Props> = {}) =>
  makePart(load, options).LatePart

/** A late part that comes also when the browser is idle: a dialog, drawer or tab, for which the rows must not wait. */
export function lazyPart<Props extends object>(load: Load<Props>, options: PartOptions<Props> = {}) {
  const { LatePart, fetch } = makePart(load, options)
  ahead.add(fetch)
  return LatePart
}
