import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { takeStep } from './steps.ts'

/**
 * The parameters of the address, and what changes some of them. A change begins with the address as it is now: what was typed or asked
 * a moment ago must not bring back what somebody has chosen since, nor lead back to a page that is being left. What opens over the page
 * is a step, which Back undoes.
 */
export function useSearch() {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const change = useCallback(
    (next: (now: URLSearchParams) => URLSearchParams, { step = false } = {}): void => {
      // The router stays on a page until the scripts of the next one are loaded.
      if (location.pathname !== pathname) return
      if (step) takeStep()
      void navigate({ pathname, search: `${next(new URLSearchParams(location.search))}` }, { replace: true })
    },
    [navigate, pathname],
  )
  return [search, change] as const
}
