import './header-session.css'
import { controlTab, paths } from '#contract/paths.ts'
import { maskPhone } from '#contract/rules.ts'
import { leadsBackTo } from '#web/data/after-login.ts'
import { api } from '#web/data/api.ts'
import { session, sessionExpired } from '#web/data/session.ts'
import { refreshSession, signOut, watchSession } from '#web/data/session-life.ts'
import { read, tabKeys, write } from '#web/data/storage.ts'
import { store } from '#web/data/store.ts'
import { showPersonalMenu } from '#web/data/tabs-store.ts'
import { enterConsole, isPlainClick } from '#web/ui/enter-console.ts'
import { reportLoadFailure } from '#web/ui/report-load-failure.ts'
import { toast } from '#web/ui/toast.ts'
import { currentView } from '../overlay/view.ts'

const container = () => document.querySelector<HTMLElement>('[data-session]')

async function askToLogIn(): Promise<void> {
  try {
    const overlay = await import('../overlay/open-overlay.tsx')
    overlay.openOverlay('login')
  } catch {
    reportLoadFailure(() => void askToLogIn())
  }
}

/** Adds the console's entry even if the token is gone: a request to log in explains more than a missing tab. */
async function openConsole(event: MouseEvent): Promise<void> {
  if (!isPlainClick(event)) return
  event.preventDefault()
  if (!session.sid()) {
    toast.error(sessionExpired)
    return askToLogIn()
  }
  await enterConsole(address => location.assign(address))
}

function menu(phone: string): HTMLElement[] {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'session-button'
  button.setAttribute('popovertarget', 'session-menu')
  button.append(phone ? maskPhone(phone) : '已登录')
  button.setAttribute('aria-label', `账号菜单 ${button.textContent}`)
  const list = document.createElement('div')
  list.id = 'session-menu'
  list.popover = 'auto'
  const personal = document.createElement('a')
  personal.href = paths.control
  personal.append('个人信息')
  personal.addEventListener('click', showPersonalMenu)
  const out = document.createElement('button')
  out.type = 'button'
  out.append('退出登录')
  out.addEventListener('click', () => void signOut())
  list.append(personal, out)
  list.addEventListener('toggle', () => {
    const { right, bottom } = button.getBoundingClientRect()
    list.style.top = `${bottom + 6}px`
    list.style.right = `${document.documentElement.clientWidth - right}px`
  })
  return [button, list]
}

let renderedState = ''

function render(): void {
  const { sid, phone, manager } = store.get()
  const state = JSON.stringify([sid !== '', phone, manager])
  if (state === renderedState) return
  renderedState = state
  document.documentElement.toggleAttribute('data-signed', sid !== '')
  container()?.replaceChildren(...(sid ? menu(phone) : []))
  for (const tab of document.querySelectorAll<HTMLElement>('[data-console-tab]')) tab.hidden = manager !== 1
}

/**
 * The stored phone may be damaged or from an older version. A user who manages no company may have been approved since the login,
 * which is checked once in each tab.
 */
function isProfileDue(): boolean {
  if (!session.sid()) return false
  if (!session.phone()) return true
  if (session.manager() === 1 || read(tabKeys.asked, 'session')) return false
  write(tabKeys.asked, '1', 'session')
  return true
}

async function askProfile(): Promise<void> {
  const answer = await api.wGetUserInfo({}, { background: true, keepSession: true })
  if (answer.ok) session.setUserInfo(answer.data.user_info)
}

/** Continues to the page to which the overlay's login would lead. */
function leaveOverlay(): void {
  const { open, next } = currentView()
  if (!open) return
  // Closing the overlay forgets both addresses, so they are read first.
  const address = leadsBackTo(next)
  document.querySelector<HTMLDialogElement>('.account-overlay')?.close()
  if (address) location.assign(address)
}

/** Handles a login in another tab on a page that was loaded without one. */
export function followLogin(): void {
  showSession()
  leaveOverlay()
}

/** Fills the header of a public page from the stored session and keeps it in sync with the other tabs. */
export function showSession(): void {
  session.restore()
  render()
  store.subscribe(render)
  watchSession(change => {
    if (change === 'opened') leaveOverlay()
  })
  for (const link of document.querySelectorAll<HTMLElement>(`[data-sign=${controlTab.sign}]`))
    link.addEventListener('click', event => void openConsole(event))
  void refreshSession()
  if (isProfileDue()) void askProfile()
}
