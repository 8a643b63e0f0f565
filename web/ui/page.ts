import { type ComponentType, lazy } from 'react'

/** A page in a file of its own, fetched when it is first shown. */
export const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }))
