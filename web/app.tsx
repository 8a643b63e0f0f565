import './ui/tokens.css'
import './ui/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { keepInviteCode } from './account/invite-code.ts'
import { leaveNotice } from './notice.ts'
import { paths } from './paths.ts'
import { portal } from './portal.ts'
import { AppRoutes } from './routes.tsx'
import { session } from './session.ts'
import { refreshSession, watchSession } from './session-life.ts'
import { mobileAddress } from './site/islands/address.ts'
import { isMobile } from './site/islands/system.ts'
import { showCarriedToast } from './ui/carried-toast.ts'
import { Look } from './ui/look.tsx'
import { styleNonce } from './ui/style-nonce.ts'
import { followTheme } from './ui/theme.ts'

const mobile = isMobile(navigator.userAgent, navigator.maxTouchPoints) && mobileAddress(location, portal().mobileHosts)
if (mobile) location.replace(mobile)

const nonce = styleNonce()
followTheme()
keepInviteCode(location.search)
session.restore()
showCarriedToast()
void refreshSession()

watchSession(change => {
  // Another account's page must not stay on the screen.
  if (change === 'other-account') return location.reload()
  if (change !== 'ended') return
  leaveNotice({ kind: 'info', text: '账号已在其他页面退出' })
  location.assign(paths.home)
})

const element = document.getElementById('app')
if (!element) throw new Error('The shell has no #app')
createRoot(element).render(
  <StrictMode>
    <Look nonce={nonce}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </Look>
  </StrictMode>,
)
