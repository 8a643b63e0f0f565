import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { beginScripts } from '#web/data/pressed.ts'
import { framed } from './framed.tsx'
import { LostPart } from './lost-part.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

interface PartOptions<Props> {
  /** Reports whether the part is open; by default from `open`, its own or its dialog's. */
  isOpen?: (props: Props) => boolean
  /** Returns the function that closes the part; by default `close` or `hide`, its own or its dialog's. */
  closeOf?: (props: Props) => () => void
  /** The placeholder for a part within the page. */
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

/** Yields the loaders of parts that the present pages open later; each is yielded once. */
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
    // The cast holds because a part with these properties uses them in this sense.
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
      // The pressed button shows no other reaction; a part within the page shows its own placeholder.
      const come = waiting ? undefined : beginScripts()
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
 * A part of a page outside the page's own script, loaded when it is first opened. It stays mounted afterwards, because it closes
 * with an animation. If loading fails, only this part is missing: the page and its input remain, and a retry is offered.
 */
export const onDemandPart = <Props extends object>(load: Load<Props>, options: PartOptions<Props> = {}) =>
  makePart(load, options).LatePart

/** An on-demand part that is also loaded when the browser is idle: a dialog, drawer or tab, for which the rows must not wait. */
export function idlePart<Props extends object>(load: Load<Props>, options: PartOptions<Props> = {}) {
  const { LatePart, fetch } = makePart(load, options)
  ahead.add(fetch)
  return LatePart
}
