import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { readJson, remove, tabKeys, write } from '#web/data/storage.ts'
import { operator } from './operator.ts'

/** The parameters with which this browser tab last showed each page, the latest last. They identify companies and people. */
interface LastAddresses {
  operator_id: string
  searches: [pathname: string, search: string][]
}

const isLastAddresses = (value: unknown): value is LastAddresses =>
  typeof value === 'object' &&
  value !== null &&
  'operator_id' in value &&
  'searches' in value &&
  Array.isArray(value.searches) &&
  value.searches.every(each => Array.isArray(each) && each.length === 2 && each.every(part => typeof part === 'string'))

/** The most pages kept; an operator may view many companies in a row. */
const most = 50

function searches(): LastAddresses['searches'] {
  const kept = readJson(tabKeys.addresses, isLastAddresses, 'session')
  return kept && kept.operator_id === operator.get()?.operator_id ? kept.searches : []
}

export const forgetAddresses = (): void => remove([tabKeys.addresses], 'session')

/** Keeps the address of each page that is shown. */
export function useKeptAddress(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    const operator_id = operator.get()?.operator_id
    if (!operator_id) return
    const others = searches().filter(([path]) => path !== pathname)
    others.push([pathname, search])
    const kept: LastAddresses = { operator_id, searches: others.slice(-most) }
    write(tabKeys.addresses, JSON.stringify(kept), 'session')
  }, [pathname, search])
}

/** Returns the address at which this browser tab last showed a page, or otherwise its plain path. */
export const lastAddressOf = (pathname: string): string =>
  pathname + (searches().find(([path]) => path === pathname)?.[1] ?? '')
