import { announceCompanyChange } from '#web/data/company-change.ts'

/** Milliseconds between two calls. Unchanged data is answered by its tag only (docs/decisions/0054-unchanged-answers.md). */
const every = 10_000
/** Milliseconds without input after which the user counts as absent: a page that polls forever would keep an idle session open. */
const present = 5 * 60_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/**
 * Polls the page's lists and figures while the user is present, and immediately when they return to the tab. The back office shows
 * every company and data that belongs to none, so the announcements of one company's changes would not cover it.
 */
export function keepCurrent(): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let [seenAt, askedAt] = [Date.now(), Date.now()]
  function look(): void {
    if (document.visibilityState === 'hidden' || Date.now() - seenAt > present || Date.now() - askedAt < every / 2)
      return
    askedAt = Date.now()
    announceCompanyChange()
  }
  function seen(): void {
    const away = Date.now() - seenAt > every
    seenAt = Date.now()
    if (away) look()
  }
  for (const sign of signs) addEventListener(sign, seen, { signal, passive: true })
  document.addEventListener('visibilitychange', look, { signal })
  const timer = setInterval(look, every)
  return () => {
    clearInterval(timer)
    ending.abort()
  }
}
