import type { OutputOf } from '#contract/index.ts'
import { loginPath, paths } from '#contract/paths.ts'
import { decode, encode } from './cipher.ts'
import { announceCompanyChange } from './company-change.ts'
import type { Role } from './guard.ts'
import { leaveNotice, noticeWaits } from './notice.ts'
import { portal } from './portal.ts'
import { forgetAnswers } from './remembered.ts'
import { keys, read, remove, tabKeys, write } from './storage.ts'
import { store, withoutAccount } from './store.ts'
import { reachOf } from './stored-reach.ts'
import { defaultMenu } from './stored-tabs.ts'
import { keepWanted } from './wanted-address.ts'

type LoginAnswer = OutputOf<'wLogin'>
export type UserInfo = LoginAnswer['user_info']

/** Milliseconds after which a stored token is exchanged for a new one. */
export const refreshAge = 259_200_000

/** Removed when a session turns out to be invalid. The manager flag remains, so that the console tab can lead to a new login. */
const invalidated = [
  keys.phone,
  keys.userInfo,
  keys.token,
  keys.signature,
  keys.articleIds,
  keys.articleTitles,
  keys.remainDays,
]
/**
 * Kept on logout, while everything else is removed: the theme, the lists' appearance and the closed announcements belong to the
 * browser, not to the account.
 */
const ownedByBrowser: readonly string[] = [keys.theme, keys.columns, keys.density, keys.announcements]
const signedOut = Object.values(keys)
  .filter(key => !ownedByBrowser.includes(key))
  // Removed first, because other tabs, which get one event per key, recognise a logout by it.
  .sort((one, other) => Number(other === keys.startTime) - Number(one === keys.startTime))
/** Data of one account in this browser tab. */
const ownedByTab = [tabKeys.tabs, tabKeys.menu, tabKeys.basket, tabKeys.drafts, tabKeys.places]

const expired = '登录已过期，请重新登录'

// An answer may arrive after its session has ended: it must not restore what was cleared.
const ended = () => session.sid() === ''

/** Another account that logs in, in this tab or another one, must not see the former account's data in this tab. */
function claimTab(owner: string | undefined): void {
  if (!owner) return
  const before = read(tabKeys.owner, 'session')
  if (before === owner) return
  write(tabKeys.owner, owner, 'session')
  if (before === null) return
  remove(ownedByTab, 'session')
  store.set({ tabs: [], menu: defaultMenu, pageName: null })
}

function setManager(manager: 0 | 1): void {
  if (ended()) return
  write(keys.manager, String(manager))
  write(keys.role, manager ? 'admin' : 'user')
  store.set({ manager })
}

/**
 * Person-days the company can still assign. Every call that returns a newer balance stores it here, so that all places
 * show the same.
 */
function setRemainDays(days: number | null): void {
  if (ended()) return
  if (days === null) remove([keys.remainDays])
  else write(keys.remainDays, String(days))
  store.set({ remainDays: days })
}

/** A user who changes companies, here or in another tab, must not see the former company's lists. */
function followCompany(company: string | null | undefined): void {
  const before = store.get().company
  if (before === company) return
  store.set({ company })
  if (before === undefined) return
  forgetAnswers()
  announceCompanyChange()
}

/** Stores a newer copy of the account: a new name, days used, the manager role. */
function setUserInfo(info: UserInfo): void {
  // Another account may have logged in meanwhile, whose copy this one would replace.
  if (ended() || (session.userInfo()?.account_id ?? info.account_id) !== info.account_id) return
  storeUserInfo(info)
}

function storeUserInfo(info: UserInfo): void {
  followCompany(info.company_name)
  setPhone(info.phone)
  setManager(info.is_company_manager)
  write(keys.userInfo, encode(JSON.stringify(info), portal().passphrase))
  setRemainDays(info.company_remain_days)
  if (info.duty) write(keys.reach, reachOf(info.duty, info.duty_departments !== null))
  else remove([keys.reach])
  // An older version stored none.
  const offered = info.toured === false ? 'offered' : null
  store.set({
    account: info.account_id,
    duty: info.duty,
    dutyDepartments: info.duty_departments,
    tour: store.get().tour === 'running' ? 'running' : offered,
  })
}

function setPhone(phone: string): void {
  if (ended()) return
  write(keys.phone, encode(phone, portal().passphrase))
  store.set({ phone })
}

export const session = {
  sid: () => read(keys.token) ?? '',
  phone: () => decode(read(keys.phone) ?? '', portal().passphrase) ?? '',
  role: (): Role => (read(keys.role) === 'admin' ? 'admin' : 'user'),
  manager: (): 0 | 1 => (read(keys.manager) === '1' ? 1 : 0),
  remainDays(): number | null {
    const stored = read(keys.remainDays)
    return stored !== null && /^\d+$/.test(stored) ? Number(stored) : null
  },

  userInfo(): UserInfo | undefined {
    try {
      const value: unknown = JSON.parse(decode(read(keys.userInfo) ?? '', portal().passphrase) ?? '')
      // The cast holds because an object that decodes with the passphrase was written by setUserInfo.
      return typeof value === 'object' && value !== null ? (value as UserInfo) : undefined
    } catch {
      return undefined
    }
  },

  open(answer: LoginAnswer): void {
    write(keys.token, answer.sid)
    write(keys.startTime, String(Date.now()))
    write(keys.signature, answer.signature)
    claimTab(answer.user_info.account_id)
    storeUserInfo(answer.user_info)
    store.set({ sid: answer.sid })
  },

  setManager,
  setUserInfo,
  setRemainDays,
  setPhone,

  /** Loads the store from the storage, at the start of a page and after another tab changed it. */
  restore(): void {
    const info = session.userInfo()
    claimTab(info?.account_id)
    store.set({
      sid: session.sid(),
      phone: session.phone(),
      account: info?.account_id ?? '',
      manager: session.manager(),
      remainDays: session.remainDays(),
      // An older version stored none.
      duty: info?.duty ?? null,
      dutyDepartments: info?.duty_departments ?? null,
    })
    if (info) followCompany(info.company_name)
  },

  /**
   * Reports whether the token is old enough to be exchanged. The start time deliberately stays that of the login, so that from then
   * on every page exchanges it.
   */
  refreshDue(now = Date.now()): boolean {
    const start = Number(read(keys.startTime))
    return session.sid() !== '' && start > 0 && now - start > refreshAge
  },

  /** Stores the token given in exchange for another one, unless that has ended meanwhile or was replaced by a new login. */
  renew(sid: string, exchanged: string): void {
    if (session.sid() !== exchanged) return
    write(keys.token, sid)
    store.set({ sid })
  },

  /**
   * Forgets an invalid session and goes to the login on the home page, which shows why and leads back here. `reason` is the
   * server's, for example that the session was ended elsewhere. Only the first call that fails learns it; later calls just have no
   * session.
   */
  invalidate(reason = expired): void {
    if (ended() && noticeWaits()) return
    remove(invalidated)
    session.leaveForLogin(reason)
  },

  /** Does the same after another tab has found the session ended and removed the shared values. */
  leaveForLogin(reason = expired): void {
    keepWanted(location)
    forgetAnswers()
    store.set({ sid: '', phone: '', account: '', remainDays: null })
    leaveNotice({ kind: 'error', text: reason })
    location.assign(loginPath)
  },

  /** Handles a role that was taken away elsewhere: the session continues, but the console and its loaded data are dropped. */
  leaveConsole(info: UserInfo): void {
    setUserInfo(info)
    forgetAnswers()
    leaveNotice({ kind: 'error', text: '您已不是企业管理员，不能再使用控制台' })
    location.assign(paths.personalDetails)
  },

  /** Removes everything of the account from this browser, after a logout or the deletion of the account. */
  forget(): void {
    remove(signedOut)
    session.emptyTab()
  },

  /**
   * Forgets the account's data in this tab. The shared values are removed by the tab that logs out: another session may have begun
   * before the other tabs notice.
   */
  emptyTab(): void {
    forgetAnswers()
    remove([...ownedByTab, tabKeys.owner, tabKeys.target, tabKeys.signIn, tabKeys.asked], 'session')
    store.set(withoutAccount)
  },
}

export const sessionExpired = expired
