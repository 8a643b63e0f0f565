import './header-session.css'
import { maskPhone } from '#contract/rules.ts'
import { isSessionRefusal, sentence } from '#web/answers.ts'
import { api } from '#web/api.ts'
import { controlTab, paths, tabAddress } from '#web/paths.ts'
import { session, sessionExpired } from '#web/session.ts'
import { refreshSession, signOut, watchSession } from '#web/session-life.ts'
import { store } from '#web/store.ts'
import { toast } from '#web/ui/toast.ts'

const place = () => document.querySelector<HTMLElement>('[data-session]')

/** The console's entry, also for who has a token no longer: being asked to log in tells more than a tab that is gone. */
async function enterConsole(event: Event): Promise<void> {
  event.preventDefault()
  if (!session.sid()) {
    toast.error(sessionExpired)
    const { openOverlay } = await import('./overlay.tsx')
    openOverlay('login')
    return
  }
  const answer = await api.checkManager({})
  if (answer.ok) {
    session.setManager(answer.data.is_company_manager)
    location.assign(tabAddress(controlTab))
  } else if (!isSessionRefusal(answer)) toast.error(sentence(answer))
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

let drawn = ''

function draw(): void {
  const { sid, phone, manager } = store.get()
  const state = JSON.stringify([sid !== '', phone, manager])
  if (state === drawn) return
  drawn = state
  document.documentElement.toggleAttribute('data-signed', sid !== '')
  place()?.replaceChildren(...(sid ? menu(phone) : []))
  for (const tab of document.querySelectorAll<HTMLElement>('[data-console-tab]')) tab.hidden = manager !== 1
}

/** A token whose phone can't be read (stored by an older version, or damaged): asks the server whose it is. */
async function restorePhone(): Promise<void> {
  const answer = await api.wGetUserInfo({}, { quiet: true, keepSession: true })
  if (!answer.ok) return
  session.keepUserInfo(answer.data.user_info)
  session.keepPhone(answer.data.user_info.phone)
}

let shown = false

/** Fills the header of a public page from what is stored, and keeps it in step with the other tabs. */
export function showSession(): void {
  if (shown) return
  shown = true
  session.restore()
  draw()
  store.subscribe(draw)
  watchSession(() => {})
  for (const link of document.querySelectorAll(`[data-sign=${controlTab.sign}]`))
    link.addEventListener('click', event => void enterConsole(event))
  void refreshSession()
  if (session.sid() && !session.phone()) void restorePhone()
}
