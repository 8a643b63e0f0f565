import { expect, onTestFinished, test, vi } from 'vitest'
import { controlTab } from '#contract/paths.ts'
import { session } from '#web/data/session.ts'
import { userInfo } from '#web/testing/browser.ts'
import { loadListening } from '#web/testing/load-listening.ts'
import { openView } from '../overlay/view.ts'
import { showSession } from './header-session.ts'

test('a page loaded without a login follows those of another tab, on to the page that its overlay waits for', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 500, msg: '服务出现问题', data: null }))
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  document.body.innerHTML = '<dialog class="account-overlay"></dialog>'
  const root = document.documentElement
  onTestFinished(() => {
    root.removeAttribute('data-signed')
  })
  const tell = (key: string) => window.dispatchEvent(new StorageEvent('storage', { key }))
  const token = (value: string) => {
    localStorage.setItem('token', value)
    if (!value) localStorage.removeItem('token')
    tell('token')
  }
  localStorage.setItem('startTokenTime', String(Date.now()))
  await loadListening(() => import('./loader.ts'))
  const closed = vi.spyOn(document.querySelector('dialog') as HTMLDialogElement, 'close')
  openView('login', undefined, '/control/device?keyword=138')
  tell('hyl_theme')
  token('x'.repeat(43))
  await vi.waitFor(() => expect(assign.mock.calls).toEqual([['/control/device?keyword=138']]))
  expect(root.hasAttribute('data-signed')).toBe(true)
  expect(closed).toHaveBeenCalledTimes(1)
  token('')
  expect(root.hasAttribute('data-signed')).toBe(false)
  openView('login', undefined, '/control/lines')
  token('x'.repeat(43))
  expect(assign.mock.calls.slice(1)).toEqual([['/control/lines']])
})

test('a page that Back shows as the browser kept it has not missed who logged in or out', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 500, msg: '服务出现问题', data: null }))
  const root = document.documentElement
  const back = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  document.body.innerHTML = '<div data-session></div>'
  showSession()
  expect(root.hasAttribute('data-signed')).toBe(false)
  localStorage.setItem('token', 'x'.repeat(43))
  localStorage.setItem('startTokenTime', String(Date.now()))
  back()
  expect(root.hasAttribute('data-signed')).toBe(true)
  expect(document.querySelector('[data-session] button')).not.toBeNull()
  sessionStorage.setItem('hyl_basket', '["专线"]')
  for (const key of ['token', 'startTokenTime']) localStorage.removeItem(key)
  back()
  expect(root.hasAttribute('data-signed')).toBe(false)
  expect(document.querySelector('[data-session] button')).toBeNull()
  expect(sessionStorage.getItem('hyl_basket')).toBeNull()
})

test('a click for a new tab is left to the browser; a plain one asks for the role first', async () => {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url.split('/').at(-1) ?? '')
    return Response.json({ code: 500, msg: '服务出现问题', data: null })
  })
  localStorage.setItem('token', 'x'.repeat(43))
  document.body.innerHTML = `<a href="#console" data-sign="${controlTab.sign}">控制台</a>`
  showSession()
  const click = (init: MouseEventInit) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init })
    document.querySelector('a')?.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(click({ ctrlKey: true })).toBe(false)
  expect(click({ metaKey: true })).toBe(false)
  expect(requests).not.toContain('checkManager')
  expect(click({})).toBe(true)
  await vi.waitFor(() => expect(requests).toContain('checkManager'))
})

test('whoever was approved since the login gets the console’s tab, which each tab asks for once', async () => {
  let requests = 0
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/wGetUserInfo')) requests += 1
    const data = { user_info: userInfo, user_status: 1, registered_at: '2026-11-26T00:00:00.000Z', last_login_at: null }
    return Response.json({ code: 200, msg: '成功', data })
  })
  localStorage.setItem('token', 'x'.repeat(43))
  session.setUserInfo({ ...userInfo, is_company_manager: 0 })
  document.body.innerHTML = '<a data-console-tab hidden>控制台</a>'
  showSession()
  const tab = document.querySelector<HTMLElement>('[data-console-tab]')
  expect(tab?.hidden).toBe(true)
  await vi.waitFor(() => expect(tab?.hidden).toBe(false))
  session.setManager(0)
  showSession()
  expect(requests).toBe(1)
})
