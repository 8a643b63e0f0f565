import type { Panel } from '../overlay/panel.ts'
import { applyAddress, requestedPanel } from './address.ts'

// The only script of the public pages. It stays small: everything that a visitor may not need is imported on demand.

const queryAll = <Found extends HTMLElement>(selector: string) => document.querySelectorAll<Found>(selector)
const query = <Found extends HTMLElement>(selector: string) => document.querySelector<Found>(selector)

// Disabled storage throws; the visitor then counts as logged out.
function readStorage(kind: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[kind].getItem(key)
  } catch {
    return null
  }
}

const overlay = () => import('../overlay/open-overlay.tsx')
const headerSession = () => import('./header-session.ts')
const inlineLogin = () => import('./inline-login.ts')
const signedIn = () => readStorage('localStorage', 'token') !== null

let forgetting = 0

/** Loads a part, and reports if it fails or takes long while a visitor `waits` for it. */
async function part<Loaded>(load: () => Promise<Loaded>, waits = true): Promise<Loaded | undefined> {
  const note = query('[data-wait-note]')
  const say = (text: string) => {
    clearTimeout(forgetting)
    if (note) note.textContent = text
  }
  const slow = waits ? setTimeout(say, 400, '正在打开，请稍候…') : 0
  try {
    const loaded = await load()
    if (waits) say('')
    return loaded
  } catch {
    say(navigator.onLine ? '没能打开。请检查网络，刷新页面后再试。' : '网络已断开。联网后请再试一次。')
    forgetting = window.setTimeout(say, 8000, '')
    return undefined
  } finally {
    clearTimeout(slow)
  }
}

async function openOverlay(panel: Panel, next?: string): Promise<void> {
  const loaded = await part(overlay)
  loaded?.openOverlay(panel, next)
}

let tapped: Element | undefined

/** A finger cannot hover: its first tap shows the city, the second one follows the link. */
function openCity(city: Element, event: MouseEvent): void {
  if (event instanceof PointerEvent && event.pointerType === 'touch' && tapped !== city) {
    tapped = city
    return
  }
  location.assign(city.getAttribute('href') ?? '')
}

/** Accepts plain clicks only, because a modifier key asks for a new tab or window. */
const isPlainClick = (event: MouseEvent) =>
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button)

/** Click actions of links and buttons, by the data attribute that marks them; they replace the default action. */
const actions: Record<string, (element: HTMLElement, event: MouseEvent) => unknown> = {
  overlay: element => openOverlay(element.dataset.overlay as Panel),
  needsLogin: element => {
    const { href, pathname, search } = element as HTMLAnchorElement
    return signedIn() ? location.assign(href) : openOverlay('login', pathname + search)
  },
  terms: async element =>
    (await part(() => import('#web/ui/terms-dialog.ts')))?.openTerms(element.dataset.terms as 'service' | 'private'),
  clientType: async element => (await part(() => import('./installer.ts')))?.download(element as HTMLAnchorElement),
  city: openCity,
  copy: async element => (await part(() => import('./copy.ts')))?.copy(element),
  themeSwitch: async () => (await part(() => import('../../ui/theme.ts')))?.switchTheme(),
  toTop: () => {
    document.body.scrollTop = 0
    query('#main')?.focus({ preventScroll: true })
  },
  dismiss: async element => (await part(() => import('./dismiss.ts')))?.dismiss(element),
  useful: async element => (await part(() => import('./vote.ts')))?.vote(element),
}

document.addEventListener('click', event => {
  const target = (event.target as Element).closest<HTMLElement>('a, button')
  const name = target && Object.keys(actions).find(each => target.dataset[each] !== undefined)
  if (!target || !name || !isPlainClick(event)) return
  event.preventDefault()
  actions[name]?.(target, event)
})
// The document's last script has recorded the buttons pressed until now (web/site/document.tsx).
window.onclick = null

document.addEventListener('submit', async event => {
  const form = event.target as HTMLFormElement
  if (form.dataset.inlineLogin === undefined) return
  event.preventDefault()
  await (await part(inlineLogin))?.submitInlineLogin(form)
})

// A part is loaded as soon as the pointer or focus reaches an element that needs it. A failure is reported when it is used.
for (const type of ['pointerover', 'focusin'])
  document.addEventListener(type, event => {
    const at = event.target as Element
    if (at.closest('[data-overlay], [data-needs-login]')) overlay().catch(() => {})
    if (at.closest('[data-inline-login]')) inlineLogin().catch(() => {})
  })

/** Fills a place on the page; if its part fails to load, a retry is offered. */
async function fill(element: HTMLElement, load: () => Promise<(element: HTMLElement) => void>): Promise<void> {
  const use = await part(load, false)
  if (use) return use(element)
  const again = document.createElement('button')
  again.className = 'button'
  again.textContent = '没有加载成功，重试'
  again.onclick = () => {
    again.remove()
    void fill(element, load)
  }
  element.append(again)
}

/** Fills a place on the page when it comes near the viewport. */
function whenNear(selector: string, load: () => Promise<(element: HTMLElement) => void>): void {
  const element = query(selector)
  if (!element) return
  const observer = new IntersectionObserver(
    entries => {
      if (!entries.some(entry => entry.isIntersecting)) return
      observer.disconnect()
      void fill(element, load)
    },
    // The body is the scroll container, so the margin is relative to it.
    { root: document.body, rootMargin: '300px' },
  )
  observer.observe(element)
}

function backToTop(): void {
  const button = query('[data-to-top]')
  if (!button) return
  const show = () => {
    button.hidden = document.body.scrollTop < innerHeight * 0.8
  }
  document.body.addEventListener('scroll', show, { passive: true })
  show()
}

/** Sets the big buttons to the installer for the visitor's system. */
function markSystem(): void {
  // The document's first script has detected it.
  const { system } = document.documentElement.dataset
  const link = system && query<HTMLAnchorElement>(`.bottom [data-system=${system}]`)
  if (!link) return
  for (const button of queryAll<HTMLAnchorElement>('[data-download]')) {
    button.href = link.href
    if (link.dataset.clientType) button.dataset.clientType = link.dataset.clientType
    const label = button.querySelector('[data-download-label]')
    if (label) label.textContent = `下载 ${link.textContent} 客户端`
  }
}

/** The document's first script reads this at the next visit. */
function rememberVisit(): void {
  try {
    localStorage.hyl_visited ??= Date.now()
  } catch {}
}

/** Stores the list that contains the article, for older clients that read it from the storage. */
function storeArticles(): void {
  const list = [...queryAll('[data-article]')]
  if (!list.length) return
  try {
    localStorage.articIdList = JSON.stringify(list.map(link => link.dataset.article))
    localStorage.articTitleList = JSON.stringify(
      list.map(link => (link.querySelector('h3') ?? link).textContent?.trim()),
    )
  } catch {}
}

/** Events after which somebody may be logged in: in another tab, or on a page after this one, from which Back leads here. */
const loginEvents = ['storage', 'pageshow']

/** Handles such a login. The header's script then follows the storage itself. */
function followLogin(): void {
  if (!signedIn()) return
  for (const type of loginEvents) removeEventListener(type, followLogin)
  void part(headerSession, false).then(header => header?.followLogin())
}

/** The document's first script took the system's colours, which may have changed until this script came. */
function followSystem(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => void import('../../ui/theme.ts').then(theme => theme.followTheme())
  dark.addEventListener('change', follow)
  const isStale = dark.matches !== (document.documentElement.dataset.theme === 'dark')
  if (isStale && !readStorage('localStorage', 'hyl_theme')) follow()
}

function start(): void {
  if (!applyAddress()) return
  const params = new URLSearchParams(location.search)
  // A partner's page also stores its code: its visitor may register in the overlay, or on another day.
  const code = params.get('code') ?? query('[data-promotion]')?.dataset.promotion
  if (code) void import('#web/data/invite-code.ts').then(module => module.storeInviteCode(code))
  if (signedIn() || readStorage('localStorage', 'hyl_manager') === '1')
    void part(headerSession, false).then(header => header?.showSession())
  else for (const type of loginEvents) addEventListener(type, followLogin)
  const panel = requestedPanel(params)
  // The overlay shows the previous page's message above its fields.
  if (panel) void openOverlay(panel)
  else if (readStorage('sessionStorage', 'hyl_notice'))
    void import('../../ui/carried-toast.ts').then(toast => toast.showCarriedToast())
  followSystem()
  markSystem()
  backToTop()
  storeArticles()
  rememberVisit()
  whenNear('[data-promotion]', async () => (await import('./promotion.tsx')).mountPromotion)
  whenNear('[data-calculator]', async () => (await import('./calculator.ts')).calculate)
  whenNear('[data-passport]', async () => (await import('./passport.ts')).checkPassports)
  whenNear('.contents', async () => (await import('./contents.ts')).followReading)
}

start()
