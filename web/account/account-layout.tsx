import { type ReactNode, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Brand } from '#web/ui/brand.tsx'
import { usePageFocus } from '#web/ui/keyboard/kept-focus.ts'
import { NoticeBell } from '#web/ui/notices/notice-bell.tsx'
import { PhoneMenu } from '#web/ui/phone-menu.tsx'
import { SiteTabs } from '#web/ui/site-tabs.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'

/** The frame of every app page outside the console: the bar with the public pages' tabs above one column. */
export function AccountFrame({
  end = <ThemeSwitch />,
  className = '',
  children,
}: {
  /** What stands at the end of the bar. */
  end?: ReactNode
  className?: string
  children: ReactNode
}) {
  usePageFocus(useLocation().pathname)
  return (
    <>
      <SkipLink />
      <header className="bar site-bar">
        <Brand />
        <SiteTabs />
        <div className="bar-end">{end}</div>
      </header>
      <main className={`column ${className}`} id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}

/** The layout of account pages that somebody who is logged in opens outside the console. */
export const AccountLayout = () => (
  <AccountFrame
    end={
      <>
        <NoticeBell />
        <ThemeSwitch />
        <PhoneMenu />
      </>
    }
  >
    <Suspense>
      <Outlet />
    </Suspense>
  </AccountFrame>
)
