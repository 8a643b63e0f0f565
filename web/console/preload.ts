import { prefetchCall } from '#web/data/use-call.ts'
import { partsAhead } from '#web/ui/lazy-part.tsx'
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
/** What any dialog, and the next page with a tree, waits for comes as soon as the page is there. */
const soon = 300

const idle = () =>
  new Promise<void>(done => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => done(), { timeout: 2_000 })
    else setTimeout(done, 200)
  })

/** The dialogs of the page, the scripts of the menu's pages, and their dialogs. */
function* everything(): Generator<() => Promise<unknown>> {
  yield* partsAhead()
  for (const entry of menu) yield () => preloadScripts(entry)
  yield* partsAhead()
}

/** Fetches everything else one by one, each once the browser has nothing else to do. Returns what stops it before the next. */
export function preloadWhenIdle(): () => void {
  let stopped = false
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection
  const early = setTimeout(async () => {
    if (connection?.saveData) return
    await idle()
    await import('#web/ui/antd-frame.tsx').catch(() => undefined)
  }, soon)
  const timer = setTimeout(async () => {
    for (const load of everything()) {
      if (stopped || connection?.saveData) return
      await idle()
      // One that fails to come is asked for again when it is opened.
      await load().catch(() => undefined)
    }
  }, rest)
  return () => {
    stopped = true
    clearTimeout(early)
    clearTimeout(timer)
  }
}
