import { hashTarget } from '../../hash-target.ts'
import { pageTitle } from '../../page-title.ts'
import { controlTab, paths, tabs } from '../../paths.ts'
import { portal } from '../../portal.ts'
import { isMobile } from './system.ts'

/** Where a phone or tablet goes on a host that has a mobile site; undefined to stay. */
export function mobileAddress(from: Location, hosts: Record<string, string>): string | undefined {
  const host = Object.hasOwn(hosts, from.host) ? hosts[from.host] : undefined
  if (!host || host === from.host) return undefined
  const code = new URLSearchParams(from.search).get('code')
  // The path is what was the hash when the portal's routes lived in it.
  const hash = from.hash || (from.pathname === paths.home ? '' : `#${from.pathname}`)
  return `${from.protocol}//${host}${code ? `/cusgroup?code=${encodeURIComponent(code)}` : `/${hash}`}`
}

function followHash(): void {
  if (!location.hash.startsWith('#/')) return
  // A route of ours, or the page that says there is none.
  location.replace(hashTarget(location.hash) ?? paths.badRequest)
}

/** Marks the tab that `csssign` names and takes the title from `name`; both from what is known alone. */
function applyQuery(): void {
  const query = new URLSearchParams(location.search)
  const sign = query.get('csssign')
  if ([...tabs, controlTab].some(tab => tab.sign === sign))
    for (const tab of document.querySelectorAll('.tabs [data-sign]')) {
      if (tab.getAttribute('data-sign') === sign) tab.setAttribute('aria-current', 'page')
      else tab.removeAttribute('aria-current')
    }
  const name = query.get('name')
  if (tabs.some(tab => tab.label === name)) document.title = pageTitle('', location.search, portal().brand.name)
}

/** What the address asks for beyond its path. */
export function applyAddress(): void {
  const mobile =
    isMobile(navigator.userAgent, navigator.maxTouchPoints) && mobileAddress(location, portal().mobileHosts)
  if (mobile) {
    location.replace(mobile)
    return
  }
  followHash()
  addEventListener('hashchange', followHash)
  applyQuery()
}
