import { controlTab, paths, tabs } from '#contract/paths.ts'
import { hashTarget } from '#web/data/hash-target.ts'
import { pageTitle } from '#web/data/page-title.ts'
import { portal } from '#web/data/portal.ts'
import { isMobile } from './system.ts'

/** Returns the mobile site's address for a phone or tablet, or undefined if the host has none. */
export function mobileAddress(from: Location, hosts: Record<string, string>): string | undefined {
  const host = Object.hasOwn(hosts, from.host) ? hosts[from.host] : undefined
  if (!host || host === from.host) return undefined
  const code = new URLSearchParams(from.search).get('code')
  // The mobile site has its routes in the hash, as the portal once had.
  const hash = from.hash || (from.pathname === paths.home ? '' : `#${from.pathname}`)
  return `${from.protocol}//${host}${code ? `/cusgroup?code=${encodeURIComponent(code)}` : `/${hash}`}`
}

function followHash(): void {
  if (!location.hash.startsWith('#/')) return
  // The target is a route of ours, or else the page that says there is none.
  location.replace(hashTarget(location.hash) ?? paths.badRequest)
}

/** Marks the tab named by `csssign` and sets the title from `name`; both accept known values only. */
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

/** Applies the query and the hash of the address. */
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
