import { prefetchCall } from '#web/data/use-call.ts'
import { loadParts } from '#web/ui/lazy-part.tsx'
import { type MenuEntry, menu } from './menu.tsx'

/** Brings the scripts of a page, if it has any of its own. */
export const preloadScripts = async ({ Page }: Pick<MenuEntry, 'Page'>): Promise<void> => {
  if (Page && 'preload' in Page) await Page.preload()
}

/** Brings a page's scripts and what it lists first, for somebody who points at what leads there. */
export function preloadPage(entry: MenuEntry): void {
  void preloadScripts(entry)
  for (const [name, input] of entry.calls ?? []) void prefetchCall(name, input)
}

/** Milliseconds after the frame is drawn. A page that is still loading needs the line for itself. */
const rest = 4_000

const idle = () =>
  new Promise<void>(done => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => done(), { timeout: 2_000 })
    else setTimeout(done, 200)
  })

/**
 * Fetches the dialogs of the page, the scripts of the menu's pages and their dialogs, one after the other, once the browser has
 * nothing else to do. Returns what stops it.
 */
export function preloadWhenIdle(): () => void {
  let stopped = false
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection
  const timer = setTimeout(async () => {
    for (const load of [loadParts, ...menu.map(entry => () => preloadScripts(entry)), loadParts]) {
      if (stopped || connection?.saveData) return
      await idle()
      await load()
    }
  }, rest)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
