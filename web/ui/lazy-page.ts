import { type ComponentType, createElement, lazy, useState } from 'react'
import { framed } from './framed.tsx'

/** A page in a separate chunk. `preload` loads it before it is opened. */
export type LazyPage = ComponentType & { preload: () => Promise<unknown>; isLoaded: () => boolean }

/** A page that is loaded when it is first opened, or when the pointer reaches a link to it. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): LazyPage {
  let loaded: ComponentType | undefined
  const preload = async () => {
    loaded = framed((await load())[name])
    return { default: loaded }
  }
  const Waiting = lazy(preload)
  // React would show the placeholder for a moment even for a page that is there already. A page that is open stays the same one.
  // biome-ignore lint/correctness/noComponentHookFactories: a module makes each page once
  const Page = () => createElement(useState(() => ({ Shown: loaded ?? Waiting }))[0].Shown)
  // A chunk that fails to load is requested again, and reported, when the page is opened.
  return Object.assign(Page, { preload: () => preload().catch(() => undefined), isLoaded: () => loaded !== undefined })
}
