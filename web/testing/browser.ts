import { vi } from 'vitest'

class MemoryStorage {
  #values = new Map<string, string>()
  get length() {
    return this.#values.size
  }
  key = (index: number) => [...this.#values.keys()][index] ?? null
  getItem = (key: string) => this.#values.get(key) ?? null
  setItem = (key: string, value: string) => void this.#values.set(key, String(value))
  removeItem = (key: string) => void this.#values.delete(key)
  clear = () => this.#values.clear()
}

export const passphrase = 'haiyilian-portal'

/**
 * Stubs the browser interfaces that the client modules use, for tests that run in Node: two storages, the location, the portal's
 * settings.
 */
export function fakeBrowser(settings: { apiBase?: string } = {}) {
  const local = new MemoryStorage()
  const tab = new MemoryStorage()
  const visits: string[] = []
  const portal = JSON.stringify({ apiBase: '/api', passphrase, ...settings })
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', tab)
  const place = { pathname: '/control/device', search: '?keyword=138', hash: '', origin: 'https://portal.test' }
  vi.stubGlobal('location', { ...place, assign: (path: string) => visits.push(path) })
  // The loading overlay renders only if there is a body.
  vi.stubGlobal('document', {
    getElementById: () => ({ textContent: portal }),
    createElement: () => ({ append() {}, remove() {}, showPopover() {} }),
    body: { append() {} },
  })
  return { local, tab, visits }
}

export const userInfo = {
  account_id: '01a1f850-d383-7b23-af32-e16528d31aa3',
  phone: '13800000001',
  display_name: '林海舟',
  is_company_manager: 1 as const,
  duty: null,
  duty_departments: null,
  company_name: '深圳市蓝帆跨境电商有限公司',
  frozen_reason: null,
  company_remain_days: 1280,
  service_ends_at: null,
  toured: true,
}
