import { type ReactNode, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { AccountLayout } from './account/account-layout.tsx'
import { menu } from './console/menu.tsx'
import { guard } from './guard.ts'
import { NotFound } from './not-found.tsx'
import { invitationRoute, paths } from './paths.ts'
import { session } from './session.ts'
import { page } from './ui/page.ts'
import { PageFrame } from './ui/page-frame.tsx'

const Realname = page(() => import('./account/realname/realname-page.tsx'), 'RealnamePage')
const Personal = page(() => import('./account/personal/personal-page.tsx'), 'PersonalPage')
const PaymentResult = page(() => import('./account/payment-result/payment-result-page.tsx'), 'PaymentResultPage')
const Test = page(() => import('./test-page/test-page.tsx'), 'TestPage')
const Invitation = page(() => import('./account/invitation/invitation-page.tsx'), 'InvitationPage')
const Console = page(() => import('./console/layout.tsx'), 'ConsoleLayout')

/** Asks the guard at every navigation, from the storage: another tab may have changed it. */
function Guarded({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const elsewhere = guard(pathname, { token: session.sid(), role: session.role() })
  // Home is a document of the server, not a page of the app.
  const home = elsewhere === paths.home
  useEffect(() => {
    if (home) location.replace(paths.home)
  }, [home])
  if (home) return null
  return elsewhere ? <Navigate to={elsewhere} replace /> : children
}

export const AppRoutes = () => (
  <PageFrame>
    <Guarded>
      <Routes>
        <Route element={<AccountLayout />}>
          <Route path={paths.realname('yes')} element={<Realname />} />
          <Route path={paths.realname('no')} element={<Realname />} />
          <Route path={paths.personalDetails} element={<Personal />} />
          <Route path={paths.test} element={<Test />} />
          <Route path={paths.buySuccess} element={<PaymentResult />} />
          <Route path={paths.buyFailed} element={<PaymentResult />} />
        </Route>
        <Route path={invitationRoute} element={<Invitation />} />
        <Route path={paths.control} element={<Console />}>
          {menu.map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="*" element={<NotFound />} />
        </Route>
        <Route
          path="*"
          element={
            <main>
              <NotFound />
            </main>
          }
        />
      </Routes>
    </Guarded>
  </PageFrame>
)
