import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

/**
 * Leads from a page to the next one after an answer, and reports whether it does: a user who has left the page meanwhile stays where
 * they are, even if that is the same page opened again.
 */
export function useLeadOn(): (to: string, options?: NavigateOptions) => boolean {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return useCallback(
    (to, options) => {
      // The router stays on a page until the scripts of the next one are loaded.
      const leads = isHere.current && location.pathname === pathname
      if (leads) void navigate(to, options)
      return leads
    },
    [navigate, pathname],
  )
}
