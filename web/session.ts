import type { OutputOf } from '#contract/index.ts'
import { decode, encode } from './cipher.ts'
import { leaveNotice } from './notice.ts'
import { loginPath } from './paths.ts'
import { portal } from './portal.ts'
import { keys, read, remove, tabKeys, write } from './storage.ts'
import { store } from './store.ts'

type Opened = OutputOf<'wLogin'>
export type UserInfo = Opened['user_info']
export type Role = 'admin' | 'user'

/** Milliseconds after which a stored token is exchanged for a new one. */
export const refreshAge = 259_200_000

/** Gone when a session turns out to be invalid. The manager flag stays: the console tab then asks to log in again. */
const invalidated = [
  keys.phone,
  keys.userInfo,
  keys.token,
  keys.signature,
  keys.articleIds,
  keys.articleTitles,
  keys.remainDays,
]
/** Gone on logging out: everything but light or dark and the lists' columns, which are the browser's and not the account's. */
const signedOut = Object.values(keys).filter(key => key !== keys.theme && key !== keys.columns)

const expired = '登录已过期，请重新登录'

function setManager(manager: 0 | 1): void {
  write(keys.manager, String(manager))
  write(keys.role, manager ? 'admin' : 'user')
  store.set({ manager })
}

/** Person-days the company can still hand out. Whatever call answers a newer balance brings it here, so that every place shows the same. */
function keepRemainDays(days: number | null): void {
  if (days === null) remove([keys.remainDays])
  else write(keys.remainDays, String(days))
  store.set({ remainDays: days })
}

/** What the account may see of itself changed: a new name, days used, made a manager. */
function keepUserInfo(info: UserInfo): void {
  write(keys.userInfo, encode(JSON.stringify(info), portal().passphrase))
  keepRemainDays(info.company_remain_days)
}

function keepPhone(phone: string): void {
  write(keys.phone, encode(phone, portal().passphrase))
  store.set({ phone })
}

export const session = {
  sid: () => read(keys.token) ?? '',
  phone: () => decode(read(keys.phone) ?? '', portal().passphrase) ?? '',
  role: (): Role => (read(keys.role) === 'admin' ? 'admin' : 'user'),
  manager: (): 0 | 1 => (read(keys.manager) === '1' ? 1 : 0),
  remainDays(): number | null {
    const kept = read(keys.remainDays)
    return kept !== null && /^\d+$/.test(kept) ? Number(kept) : null
  },

  userInfo(): UserInfo | undefined {
    try {
      const value: unknown = JSON.parse(decode(read(keys.userInfo) ?? '', portal().passphrase) ?? '')
      // An object that decodes with the passphrase was written by keepUserInfo.
      return typeof value === 'object' && value !== null ? (value as UserInfo) : undefined
    } catch {
      return undefined
    }
  },

  /** Keeps what a login or a registration answered. */
  open(answer: Opened): void {
    write(keys.token, answer.sid)
    write(keys.startTime, String(Date.now()))
    write(keys.signature, answer.signature)
    keepUserInfo(answer.user_info)
    keepPhone(answer.user_info.phone)
    setManager(answer.user_info.is_company_manager)
    store.set({ sid: answer.sid })
  },

  setManager,
  keepUserInfo,
  keepRemainDays,
  keepPhone,

  /** Fills the store from the storage, at the start of a page and after another tab changed it. */
  restore(): void {
    store.set({
      sid: session.sid(),
      phone: session.phone(),
      manager: session.manager(),
      remainDays: session.remainDays(),
    })
  },

  /** Whether the token is old enough to be exchanged. Its start time stays that of the login on purpose, so each page asks anew from then on. */
  refreshDue(now = Date.now()): boolean {
    const start = Number(read(keys.startTime))
    return session.sid() !== '' && start > 0 && now - start > refreshAge
  },

  renew(sid: string): void {
    write(keys.token, sid)
    store.set({ sid })
  },

  /** The session is no longer valid: forgets it and leads to the login on the home page. */
  invalidate(): void {
    remove(invalidated)
    store.set({ sid: '', phone: '', remainDays: null })
    leaveNotice({ kind: 'error', text: expired })
    location.assign(loginPath)
  },

  /** Logged out on purpose, or account deleted: nothing of the account stays in this browser. */
  forget(): void {
    remove(signedOut)
    remove([tabKeys.tabs, tabKeys.menu, tabKeys.basket], 'session')
    store.set({ sid: '', phone: '', manager: 0, remainDays: null, errors: [], tabs: [] })
  },
}

export const sessionExpired = expired
