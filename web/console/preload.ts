import { prefetchCall } from '#web/data/use-call.ts'
import { partsAhead } from '#web/ui/lazy-part.tsx'
import { type MenuEntry, menu } from './menu.tsx'

/** Loads the scripts of a page, if it has a chunk of its own. */
export const preloadScripts = async ({ Page }: Pick<MenuEntry, 'Page'>): Promise<void> => {
  if (Page && 'preload' in Page) await Page.preload()
}

/** Loads a page's scripts and first answers when the pointer is over a link to it. */
export function preloadPage(entry: MenuEntry): void {
  void preloadScripts(entry)
  for (const [name, input] of entry.calls ?? []) void prefetchCall(name, input)
}

/** Milliseconds to wait after the frame is rendered, because a page that is still loading needs the connection. */
const rest = 4_000
/** Milliseconds after which the parts that any dialog, and the next page with a tree, need are loaded. */
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

/** Loads everything else one by one, each when the browser is idle. Returns a function that stops it before the next. */
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
      // A part that fails to load is requested again when it is opened.
      await load().catch(() => undefined)
    }
  }, rest)
  return () => {
    stopped = true
    clearTimeout(early)
    clearTimeout(timer)
  }
}
