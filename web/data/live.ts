import { isSessionRefusal } from './answers.ts'
import { api } from './api.ts'
import { announceCompanyChange } from './company-change.ts'

/**
 * Notifies the pages of every tab when the company's data has changed on the server. One tab of a browser, the holder of a lock,
 * waits for all of them; when it closes, another takes over. Browsers without locks (http without TLS) update nothing
 * automatically.
 */
const name = 'hyl_live'

/** Milliseconds before the first wait. A page that has just been opened is up to date. */
const firstAfter = 5_000
const pause = { least: 5_000, most: 60_000 }
/** Milliseconds over which the pages of a company spread their requests. */
const spread = 250

/** Something has changed while this tab was hidden. */
let missed = false

function tell(): void {
  missed = document.visibilityState === 'hidden'
  if (!missed) announceCompanyChange()
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Waits for one change after the other until the signal aborts or the user is logged out. */
async function waitOn(signal: AbortSignal, changed: () => void): Promise<void> {
  let version: string | undefined
  let wait = pause.least
  while (!signal.aborted) {
    const answer = await api.waitForCompanyChange(version === undefined ? {} : { version }, {
      background: true,
      signal,
    })
    if (signal.aborted) return
    if (answer.ok) {
      wait = pause.least
      if (version !== undefined && answer.data.version === version) continue
      version = answer.data.version
      await sleep(Math.random() * spread, signal)
      changed()
    } else if (isSessionRefusal(answer)) return
    else {
      await sleep(wait, signal)
      wait = Math.min(2 * wait, pause.most)
    }
  }
}

/** Keeps this tab's lists up to date. Returns a function that stops it. */
export function keepLive(after = firstAfter): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const timer = setTimeout(begin, after)
  function begin(): void {
    // Only pages loaded over TLS have locks.
    const locks = navigator.locks as LockManager | null | undefined
    if (!locks) return
    const tabs = new BroadcastChannel(name)
    tabs.addEventListener('message', tell)
    const look = () => {
      if (missed && document.visibilityState === 'visible') tell()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', () => {
      tabs.close()
      document.removeEventListener('visibilitychange', look)
    })
    // Something may have changed between this page's answers and now. The holder of the lock detects it by the first version.
    tell()
    void locks
      .request(name, { signal }, () =>
        waitOn(signal, () => {
          tabs.postMessage('changed')
          tell()
        }),
      )
      // The wait for the lock was aborted.
      .catch(() => undefined)
  }
  return () => {
    clearTimeout(timer)
    ending.abort()
  }
}
