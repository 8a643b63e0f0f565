import './page-tabs.css'
import { Link } from 'react-router'

interface PageTabsProps {
  /** Names the page that the tabs belong to. */
  label: string
  path: string
  /** The first tab has no name in the address. */
  tabs: readonly { tab: string | null; name: string }[]
  active: string | null
}

/** The tabs of one page, selected by the address's `tab`. */
export const PageTabs = ({ label, path, tabs, active }: PageTabsProps) => (
  <nav className="page-tabs" aria-label={label}>
    {tabs.map(({ tab, name }) => (
      <Link key={name} to={tab ? `${path}?tab=${tab}` : path} aria-current={tab === active ? 'page' : undefined}>
        {name}
      </Link>
    ))}
  </nav>
)
