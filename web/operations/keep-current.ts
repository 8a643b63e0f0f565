import { tellCompanyChange } from '#web/data/company-change.ts'

/** Milliseconds between two looks. What has not changed is answered by its tag alone (docs/decisions/0054-unchanged-answers.md). */
const every = 10_000
/** Milliseconds after which nobody is taken to be there: a page that asks forever would keep an idle session open. */
const present = 5 * 60_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/**
 * Asks for the lists and figures of the page again and again while somebody is at it, and at once when they come back to the
 * tab. The back office shows every company and what belongs to none, so that no announcement of a company's changes tells of all
 * of it.
 */
export function keepCurrent(): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let [seenAt, askedAt] = [Date.now(), Date.now()]
  function look(): void {
    if (document.visibilityState === 'hidden' || Date.now() - seenAt > present || Date.now() - askedAt < every / 2)
      return
    askedAt = Date.now()
    tellCompanyChange()
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
