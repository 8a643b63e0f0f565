import { type ComponentType, lazy } from 'react'

/** A page in a file of its own, loaded when it is first opened. */
export const lazyPage = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }))
