import './page-tabs.css'
import { Link } from 'react-router'

interface PageTabsProps {
  /** Whose parts they are. */
  label: string
  path: string
  /** The first has no name in the address. */
  tabs: readonly { tab: string | null; name: string }[]
  shown: string | null
}

/** The parts of one page, by the address's `tab`. */
export const PageTabs = ({ label, path, tabs, shown }: PageTabsProps) => (
  <nav className="page-tabs" aria-label={label}>
    {tabs.map(({ tab, name }) => (
      <Link key={name} to={tab ? `${path}?tab=${tab}` : path} aria-current={tab === shown ? 'page' : undefined}>
        {name}
      </Link>
    ))}
  </nav>
)
