import { isSessionRefusal } from './answers.ts'
import { api } from './api.ts'
import { tellCompanyChange } from './company-change.ts'

/**
 * Notifies the pages of every tab when something of the company has changed on the server. One tab of a browser, the holder of a
 * lock, waits for all of them; when it closes, another takes over. Browsers without locks (http without TLS) update nothing by
 * themselves.
 */
const name = 'hyl_live'

/** Milliseconds. A page that has just been opened is as new as can be. */
const firstAfter = 5_000
const pause = { least: 5_000, most: 60_000 }
/** The pages of a company do not all ask in the same moment. */
const spread = 250

/** Something has changed while nobody looked at this tab. */
let missed = false

function tell(): void {
  missed = document.visibilityState === 'hidden'
  if (!missed) tellCompanyChange()
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Waits for one change after the other until the signal ends it, or nobody is logged in any more. */
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

/** Keeps this tab's lists up to date until it is called off. */
export function keepLive(after = firstAfter): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const timer = setTimeout(begin, after)
  function begin(): void {
    // Only a page that came by TLS has them.
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
    // Something may have changed between the answers of this page and now. The holder of the lock learns it by the first version.
    tell()
    void locks
      .request(name, { signal }, () =>
        waitOn(signal, () => {
          tabs.postMessage('changed')
          tell()
        }),
      )
      // The wait for the lock was called off.
      .catch(() => undefined)
  }
  return () => {
    clearTimeout(timer)
    ending.abort()
  }
}
