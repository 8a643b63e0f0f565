import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { useReach } from '#web/data/reach.ts'
import { entryAt, menu } from './menu.tsx'
import { preloadPage, preloadWhenIdle } from './preload.ts'

const groups = [...new Set(menu.map(entry => entry.group))]

export function SideMenu() {
  const shown = entryAt(useLocation().pathname)
  const { isReached } = useReach()
  useEffect(preloadWhenIdle, [])
  const reached = groups.filter(group => menu.some(entry => entry.group === group && !entry.under && isReached(entry)))
  return (
    <nav className="side-menu" aria-label="控制台菜单">
      {reached.map(group => (
        <section key={group} aria-label={group}>
          <h2>{group}</h2>
          <ul>
            {menu
              .filter(entry => entry.group === group && !entry.under && isReached(entry))
              .map(entry => (
                <li key={entry.id}>
                  <Link
                    to={entry.path}
                    onPointerEnter={() => preloadPage(entry)}
                    onFocus={() => preloadPage(entry)}
                    aria-current={entry === shown ? 'page' : entry.path === shown?.under ? 'true' : undefined}
                  >
                    <span aria-hidden="true">{entry.icon}</span>
                    {entry.name}
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
