import { type ReactNode, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { loginPath } from '#contract/paths.ts'
import { accessOf } from '#web/data/guard.ts'
import { useStore } from '#web/data/use-store.ts'
import { Brand } from '#web/ui/brand.tsx'
import { Button } from '#web/ui/button.tsx'
import { usePageFocus } from '#web/ui/keyboard/kept-focus.ts'
import { NoticeBell } from '#web/ui/notices/notice-bell.tsx'
import { PhoneMenu } from '#web/ui/phone-menu.tsx'
import { SiteTabs } from '#web/ui/site-tabs.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'

/** The frame of all app pages outside the console: the bar with the public pages' tabs above one column. */
export function AccountFrame({ className = '', children }: { className?: string; children: ReactNode }) {
  const isSignedIn = useStore(state => state.sid !== '')
  const { pathname } = useLocation()
  usePageFocus(pathname)
  return (
    <>
      <SkipLink />
      <header className="bar site-bar">
        <Brand />
        <SiteTabs />
        <div className="bar-end">
          {isSignedIn ? (
            // The bell makes calls, and an expired session would lead to the login and away from an invitation that is being
            // answered.
            accessOf(pathname) !== 'public' && <NoticeBell />
          ) : (
            <Button look="text" href={loginPath}>
              手机号登录
            </Button>
          )}
          <ThemeSwitch />
          {isSignedIn && <PhoneMenu />}
        </div>
      </header>
      <main className={`column ${className}`} id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}

/** The layout of account pages outside the console, for logged-in users. */
export const AccountLayout = () => (
  <AccountFrame>
    <Suspense>
      <Outlet />
    </Suspense>
  </AccountFrame>
)
