import { paths } from '#contract/paths.ts'
import { api } from './api.ts'
import { networkErrors } from './network-errors.ts'
import { leaveNotice } from './notice.ts'
import { forgetAnswers } from './remembered.ts'
import { session } from './session.ts'
import { keys, read } from './storage.ts'
import { type State, store } from './store.ts'

/**
 * Exchanges a token older than three days for a new one. Errors are ignored: if the old token has ended, the next call reports it.
 */
export async function refreshSession(): Promise<void> {
  if (!session.refreshDue()) return
  const exchanged = session.sid()
  const answer = await api.refreshSession({}, { background: true, keepSession: true })
  if (answer.ok) session.renew(answer.data.sid, exchanged)
}

export type SessionChange = 'ended' | 'signed-out' | 'opened' | 'other-account'

/** Returns how another tab of this browser changed the session; undefined if it only refreshed the token. */
export function changeBetween(
  before: Pick<State, 'sid' | 'account'>,
  after: Pick<State, 'sid' | 'account'>,
): Exclude<SessionChange, 'signed-out'> | undefined {
  if (before.sid && !after.sid) return 'ended'
  if (!before.sid && after.sid) return 'opened'
  if (before.account && after.account && before.account !== after.account) return 'other-account'
}

/** Keeps the store in sync with the other tabs. */
export function watchSession(changed: (change: SessionChange) => void): void {
  function follow(signedOut: boolean) {
    const { sid, account } = store.get()
    // A logout also clears this tab; an expired session keeps the user's input for the next login.
    if (signedOut) session.emptyTab()
    session.restore()
    const change = changeBetween({ sid, account }, store.get())
    if (!change) return
    forgetAnswers()
    changed(change === 'ended' && read(keys.startTime) === null ? 'signed-out' : change)
  }
  window.addEventListener('storage', event => {
    if (event.key === keys.networkErrors) store.set({ errors: networkErrors() })
    follow(event.key === keys.startTime && event.newValue === null)
  })
  // Back may show a page as the browser kept it, which was told nothing meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow(store.get().sid !== '' && read(keys.startTime) === null)
  })
}

/**
 * Begins the session of a user who has logged in. A session that was open here is also ended on the server, where it would
 * otherwise remain valid, and data of another account is removed from the browser.
 */
export async function beginSession(opened: Parameters<typeof session.open>[0]): Promise<void> {
  if (session.sid()) {
    await api.signOut({}, { keepSession: true })
    if (session.userInfo()?.account_id !== opened.user_info.account_id) session.forget()
  }
  session.open(opened)
}

/** Ends the session on the server and in this browser, then goes to the home page. */
export async function signOut(): Promise<void> {
  // This browser forgets the account even if the server does not answer.
  if (session.sid()) await api.signOut({}, { keepSession: true })
  session.forget()
  leaveNotice({ kind: 'success', text: '退出成功' })
  location.assign(paths.home)
}
