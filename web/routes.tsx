import { type ReactNode, useEffect, useReducer } from 'react'
import { Navigate, Route, Routes, useLocation, useNavigate } from 'react-router'
import { invitationRoute, loginPath, paths } from '#contract/paths.ts'
import { AccountFrame, AccountLayout } from './account/account-layout.tsx'
import { ConsoleLayout } from './console/layout.tsx'
import { menu } from './console/menu.tsx'
import { isSessionRefusal, sentence } from './data/answers.ts'
import { api } from './data/api.ts'
import { closedConsole } from './data/closed-console.ts'
import { guard } from './data/guard.ts'
import { leaveNotice, noticeWaits } from './data/notice.ts'
import { plainPath } from './data/plain-path.ts'
import { session } from './data/session.ts'
import { useStore } from './data/use-store.ts'
import { keepWanted } from './data/wanted-address.ts'
import { NotFound } from './not-found.tsx'
import { PageFrame } from './page-frame.tsx'
import { lazyPage } from './ui/lazy-page.ts'
import { Reauthentication } from './ui/reauthentication.tsx'
import { toast } from './ui/toast.ts'

const Realname = lazyPage(() => import('./account/realname/realname-page.tsx'), 'RealnamePage')
const Personal = lazyPage(() => import('./account/personal/personal-page.tsx'), 'PersonalPage')
const PaymentResult = lazyPage(() => import('./account/payment-result/payment-result-page.tsx'), 'PaymentResultPage')
const Test = lazyPage(() => import('./account/test-page/test-page.tsx'), 'TestPage')
const Enterprise = lazyPage(() => import('./account/enterprise/enterprise-page.tsx'), 'EnterprisePage')
const Invitation = lazyPage(() => import('./account/invitation/invitation-page.tsx'), 'InvitationPage')

const personalPaths: readonly string[] = [paths.control, paths.managePersonal]

/** Runs the guard at every navigation. It reads the storage each time, because another tab may have changed it. */
function Guarded({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const elsewhere = guard(pathname, { token: session.sid(), role: session.role() })
  // Home is a document of the server, not a page of the app. It opens the login, which leads back here: a user who comes from a
  // message on the mobile site's host has no session there yet.
  const home = elsewhere === paths.home
  useEffect(() => {
    // Ending the session on this page has left a notice and a redirect already.
    if (!home || noticeWaits()) return
    keepWanted(location)
    leaveNotice({ kind: 'info', text: '请先登录，之后打开刚才的页面' })
    location.replace(loginPath)
  }, [home])
  // The menu's 个人信息 leads to /control, which for all users except managers is the way to their details.
  const unconfirmed = elsewhere === paths.personalDetails && !personalPaths.includes(plainPath(pathname))
  const [, reconsider] = useReducer((turn: number) => turn + 1, 0)
  // The stored role dates from the last visit. A user who has become a manager since often learns of it through a link to the
  // console.
  useEffect(() => {
    if (!unconfirmed) return
    let left = false
    void api.wGetUserInfo({}).then(answer => {
      if (answer.ok) session.setUserInfo(answer.data.user_info)
      // An expired session leads to the login.
      if (left || (!answer.ok && isSessionRefusal(answer))) return
      if (session.role() === 'admin') return reconsider()
      const { text, to } = answer.ok
        ? closedConsole(answer.data, pathname + search)
        : { text: sentence(answer), to: paths.personalDetails }
      toast.info(text)
      void navigate(to, { replace: true })
    })
    return () => {
      left = true
    }
  }, [unconfirmed, pathname, search, navigate])
  if (home || unconfirmed) return null
  return elsewhere ? <Navigate to={elsewhere} replace /> : children
}

const passkeyProof = {
  list: api.getPasskeyList,
  begin: api.beginPasskeyProof,
  prove: api.reauthenticateWithPasskey,
}

export function AppRoutes() {
  const manager = useStore(state => state.manager)
  const frame = <ConsoleLayout />
  return (
    <PageFrame>
      <Reauthentication call={api.reauthenticate} passkey={passkeyProof} />
      <Guarded>
        <Routes>
          <Route element={<AccountLayout />}>
            <Route path={paths.realname('yes')} element={<Realname />} />
            <Route path={paths.realname('no')} element={<Realname />} />
            <Route path={paths.personalDetails} element={<Personal />} />
            <Route path={paths.test} element={<Test />} />
          </Route>
          {/* The same element as in the console itself, so that its frame stays mounted on the way from the cashier. */}
          <Route element={manager === 1 ? frame : <AccountLayout />}>
            <Route path={paths.buySuccess} element={<PaymentResult />} />
            <Route path={paths.buyFailed} element={<PaymentResult />} />
          </Route>
          <Route path={paths.signIn} element={<Enterprise />} />
          <Route path={invitationRoute} element={<Invitation />} />
          <Route path={paths.control} element={frame}>
            {menu.map(({ path, Page }) => Page && <Route key={path} path={path} element={<Page />} />)}
            <Route path={paths.managePersonal} element={<Personal />} />
            <Route path="*" element={<NotFound />} />
          </Route>
          <Route
            path="*"
            element={
              <AccountFrame>
                <NotFound />
              </AccountFrame>
            }
          />
        </Routes>
      </Guarded>
    </PageFrame>
  )
}
