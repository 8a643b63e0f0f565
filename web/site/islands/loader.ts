import type { Panel } from '../../account/overlay/panel.ts'
import { applyAddress } from './address.ts'

// The public pages' one script. It stays small: whatever a visitor may never ask for is imported when asked for.

const all = <Found extends HTMLElement>(selector: string) => document.querySelectorAll<Found>(selector)
const one = <Found extends HTMLElement>(selector: string) => document.querySelector<Found>(selector)

// Storage that is switched off throws; nobody is logged in then.
function stored(kind: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[kind].getItem(key)
  } catch {
    return null
  }
}

const overlay = () => import('../../account/overlay.tsx')
const signedIn = () => stored('localStorage', 'token') !== null

async function openOverlay(panel: Panel, next?: string): Promise<void> {
  ;(await overlay()).openOverlay(panel, next === undefined ? {} : { notice: '登录后继续购买', next })
}

/** Plain clicks alone: who holds a key wants a new tab or window. */
const plain = (event: MouseEvent) => !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button)

/** What a click on a link or button with such a mark does instead of following it. */
const actions: Record<string, (element: HTMLElement) => unknown> = {
  overlay: element => openOverlay(element.dataset.overlay as Panel),
  needsLogin: element => {
    const { href, pathname, search } = element as HTMLAnchorElement
    return signedIn() ? location.assign(href) : openOverlay('login', pathname + search)
  },
  terms: async element => (await import('./terms.ts')).openTerms(element.dataset.terms as 'service' | 'private'),
  clientType: async element => (await import('./installer.ts')).download(element as HTMLAnchorElement),
  copy: async element => (await import('./copy.ts')).copy(element),
  themeSwitch: async () => (await import('../../ui/theme.ts')).switchTheme(),
  toTop: () => {
    document.body.scrollTop = 0
    one('#main')?.focus({ preventScroll: true })
  },
  dismiss: async element => (await import('./dismiss.ts')).dismiss(element),
  useful: async element => (await import('./vote.ts')).vote(element),
}

document.addEventListener('click', event => {
  const target = (event.target as Element).closest<HTMLElement>('a, button')
  const name = target && Object.keys(actions).find(each => target.dataset[each] !== undefined)
  if (!target || !name || !plain(event)) return
  event.preventDefault()
  actions[name]?.(target)
})

// The overlay is fetched as soon as someone points at it.
for (const type of ['pointerover', 'focusin'])
  document.addEventListener(type, event => {
    if ((event.target as Element).closest('[data-overlay], [data-needs-login]')) void overlay()
  })

/** Imports what a place on the page needs when that place comes near. */
function near(selector: string, load: (element: HTMLElement) => unknown): void {
  const element = one(selector)
  if (!element) return
  const observer = new IntersectionObserver(
    entries => {
      if (!entries.some(entry => entry.isIntersecting)) return
      observer.disconnect()
      load(element)
    },
    // The body is what scrolls: a margin counts from there.
    { root: document.body, rootMargin: '300px' },
  )
  observer.observe(element)
}

function backToTop(): void {
  const button = one('[data-to-top]')
  if (!button) return
  const show = () => {
    button.hidden = document.body.scrollTop < innerHeight * 0.8
  }
  document.body.addEventListener('scroll', show, { passive: true })
  show()
}

/** The installer of the visitor's system behind the big button. */
function markSystem(): void {
  // Found by the document's first script.
  const { system } = document.documentElement.dataset
  if (!system) return
  const button = one<HTMLAnchorElement>('[data-download]')
  const link = one<HTMLAnchorElement>(`.bottom [data-system=${system}]`)
  const label = one('[data-download-label]')
  if (!button || !link || !label) return
  button.href = link.href
  if (link.dataset.clientType) button.dataset.clientType = link.dataset.clientType
  label.textContent = `下载 ${link.textContent} 客户端`
}

/** The list an article stands in, for older clients that read it from the storage. */
function keepArticles(): void {
  const list = [...all('[data-article]')]
  if (!list.length) return
  try {
    localStorage.articIdList = JSON.stringify(list.map(link => link.dataset.article))
    localStorage.articTitleList = JSON.stringify(
      list.map(link => (link.querySelector('h3') ?? link).textContent?.trim()),
    )
  } catch {}
}

function start(): void {
  applyAddress()
  const query = new URLSearchParams(location.search)
  if (query.has('code')) void import('../../account/invite-code.ts').then(kept => kept.keepInviteCode(location.search))
  if (signedIn() || stored('localStorage', 'hyl_manager') === '1')
    void import('../../account/header-session.ts').then(header => header.showSession())
  const sign = query.get('sign')
  // Whoever comes with `sign` was told to log in, unless it names another panel.
  if (sign !== null) void openOverlay(sign === 'register' || sign === 'forgot' ? sign : 'login')
  if (stored('sessionStorage', 'hyl_notice'))
    void import('../../ui/carried-toast.ts').then(toast => toast.showCarriedToast())
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    void import('../../ui/theme.ts').then(theme => theme.followTheme())
  })
  markSystem()
  backToTop()
  keepArticles()
  near('[data-inline-login]', async element => {
    if (!signedIn()) (await import('../../account/inline-login.tsx')).mountInlineLogin(element)
  })
  near('[data-promotion]', async element => (await import('./promotion.tsx')).mountPromotion(element))
  near('[data-calculator]', async element => (await import('./calculator.ts')).calculate(element as HTMLFormElement))
  near('.contents', async element => (await import('./contents.ts')).followReading(element))
}

start()
