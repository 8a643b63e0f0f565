import './ui/tokens.css'
import './ui/app.css'
import './ui/print.css'
import './ui/ticks.css'
import './ui/dialogs.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { paths } from '#contract/paths.ts'
import { AppRouter } from './app-router.tsx'
import { entryAt, isPageLoaded } from './console/menu.tsx'
import { preloadScripts } from './console/preload.ts'
import { consolePageAt } from './data/console-pages.ts'
import { storeInviteCode } from './data/invite-code.ts'
import { leaveNotice } from './data/notice.ts'
import { portal } from './data/portal.ts'
import { session } from './data/session.ts'
import { refreshSession, watchSession } from './data/session-life.ts'
import { prefetchCall } from './data/use-call.ts'
import { AppRoutes } from './routes.tsx'
import { mobileAddress, promotionCodeIn } from './site/islands/address.ts'
import { isMobile } from './site/islands/system.ts'
import { showCarriedToast } from './ui/carried-toast.ts'
import { styleNonce } from './ui/style-nonce.ts'
import { followTheme } from './ui/theme.ts'

const mobile = isMobile(navigator.userAgent, navigator.maxTouchPoints) && mobileAddress(location, portal().mobileHosts)
/** Milliseconds for which the first render waits for answers that have already arrived. */
const readingTime = 50

/**
 * Reads the answers that the document fetched (web/site/early-script.ts) and the page's scripts before the first render, so that
 * the page is rendered once, with its rows. Answers that are still on their way are not waited for.
 */
async function readAhead(): Promise<void> {
  const calls = (globalThis.earlyRequests && consolePageAt(location.pathname)?.calls) ?? []
  await Promise.race([
    Promise.all([
      preloadScripts(entryAt(location.pathname) ?? {}),
      ...calls.map(([name, input]) => prefetchCall(name, input)),
    ]),
    new Promise(done => setTimeout(done, readingTime)),
  ])
}

async function start(): Promise<void> {
  styleNonce()
  followTheme()
  storeInviteCode(promotionCodeIn(location) ?? '')
  session.restore()
  showCarriedToast()
  void refreshSession()

  watchSession(change => {
    // Another account's page must not remain on the screen.
    if (change === 'other-account') return location.reload()
    if (change === 'ended') return session.leaveForLogin()
    if (change !== 'signed-out') return
    leaveNotice({ kind: 'info', text: '账号已在其他页面退出' })
    location.assign(paths.home)
  })

  await readAhead()
  const element = document.getElementById('app')
  if (!element) throw new Error('The shell has no #app')
  createRoot(element).render(
    <StrictMode>
      <AppRouter isLoaded={isPageLoaded}>
        <AppRoutes />
      </AppRouter>
    </StrictMode>,
  )
}

// A page that is about to be replaced must not use up what was stored for the next one.
if (mobile) location.replace(mobile)
else void start()
