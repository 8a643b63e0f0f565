import { controlTab, paths, tabs } from '#contract/paths.ts'
import { hashTarget } from '#web/data/hash-target.ts'
import { labelOf, pageTitle } from '#web/data/page-title.ts'
import { portal } from '#web/data/portal.ts'
import type { Panel } from '../overlay/panel.ts'
import { isMobile } from './system.ts'

/** Returns the promotion code in the query. An identity provider's answer also has a `code`, which is only for its own page. */
export const promotionCodeIn = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | undefined =>
  (pathname !== paths.signIn && new URLSearchParams(search).get('code')) || undefined

/** Returns the mobile site's address for a phone or tablet, or undefined if the host has none. */
export function mobileAddress(from: Location, hosts: Record<string, string>): string | undefined {
  const host = Object.hasOwn(hosts, from.host) ? hosts[from.host] : undefined
  if (!host || host === from.host) return undefined
  const code = promotionCodeIn(from)
  return `${from.protocol}//${host}${code ? `/cusgroup?code=${encodeURIComponent(code)}` : `/${mobileHash(from)}`}`
}

/** The mobile site has its routes in the hash, as the portal once had, so the whole address goes there. */
function mobileHash({ pathname, search, hash }: Location): string {
  if (hash.startsWith('#/')) return hash
  const place = pathname + search + hash
  return place === paths.home ? '' : `#${place}`
}

function followHash(): void {
  if (!location.hash.startsWith('#/')) return
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
  if (labelOf(location.search)) document.title = pageTitle('', location.search, portal().brand.name)
}

/**
 * Returns the panel of the overlay that the query opens. `sign` comes from pages that require a login, and its value may
 * name another panel; `csssign` is `login` or `close`.
 */
export function requestedPanel(query: URLSearchParams): Panel | undefined {
  const [sign, state] = [query.get('sign'), query.get('csssign')]
  if (state === 'close' || (sign === null && state !== 'login')) return undefined
  return sign === 'register' || sign === 'forgot' ? sign : 'login'
}

/** Applies the query and the hash of the address. Reports whether the visitor stays instead of being sent to the mobile site. */
export function applyAddress(): boolean {
  const mobile =
    isMobile(navigator.userAgent, navigator.maxTouchPoints) && mobileAddress(location, portal().mobileHosts)
  if (mobile) {
    location.replace(mobile)
    return false
  }
  followHash()
  addEventListener('hashchange', followHash)
  applyQuery()
  return true
}
