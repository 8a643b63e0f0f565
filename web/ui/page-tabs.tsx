import './page-tabs.css'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { scrollAcross } from './scroll-across.ts'

interface PageTabsProps {
  /** Names the page to which the tabs belong. */
  label: string
  path: string
  /** The first tab has no name in the address. */
  tabs: readonly { tab: string | null; name: string }[]
  active: string | null
}

/** The tabs of one page, selected by the address's `tab`; none if a role sees only one. On a phone they scroll, and the current one is in view. */
export function PageTabs({ label, path, tabs, active }: PageTabsProps) {
  const strip = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current one is another
  useEffect(() => {
    const current = strip.current?.querySelector('[aria-current]')
    if (strip.current && current) scrollAcross(strip.current, current)
  }, [active])
  if (tabs.length < 2) return null
  return (
    <nav ref={strip} className="page-tabs" aria-label={label}>
      {tabs.map(({ tab, name }) => (
        <Link key={name} to={tab ? `${path}?tab=${tab}` : path} aria-current={tab === active ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
