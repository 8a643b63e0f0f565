import './site-tabs.css'
import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { controlTab, tabAddress, tabs } from '#contract/paths.ts'
import { useStore } from '#web/data/use-store.ts'
import { enterConsole, isPlainClick } from './enter-console.ts'

/** Enters the console on a plain click, after querying the server for the role: where it was left, or at the given page. */
export function useConsoleEntry(to?: string) {
  const navigate = useNavigate()
  return (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    void enterConsole(address => void navigate(to ?? address))
  }
}

/** The public pages' tabs for a page of the app; `csssign` marks the active one. */
export function SiteTabs() {
  const manager = useStore(state => state.manager)
  const sign = new URLSearchParams(useLocation().search).get('csssign')
  const enter = useConsoleEntry()
  const current = (tab: { sign: string }) => (tab.sign === sign ? ('page' as const) : undefined)
  return (
    <nav className="site-tabs" aria-label="主导航">
      <ul>
        {tabs.map(tab => (
          <li key={tab.sign}>
            <a href={tabAddress(tab)} aria-current={current(tab)}>
              {tab.label}
            </a>
          </li>
        ))}
        {manager === 1 && (
          <li className="console-tab">
            <a href={tabAddress(controlTab)} aria-current={current(controlTab)} onClick={enter}>
              {controlTab.label}
            </a>
          </li>
        )}
      </ul>
    </nav>
  )
}
