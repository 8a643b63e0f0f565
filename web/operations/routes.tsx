import { useEffect } from 'react'
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router'
import { portal } from '#web/data/portal.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { Reauthentication } from '#web/ui/reauthentication.tsx'
import { RecoveryCodes } from './account/recovery-codes.tsx'
import { ActingRoles } from './act.tsx'
import { api } from './api.ts'
import { OperationsLayout } from './layout.tsx'
import { LoginAgain } from './login/login-again.tsx'
import { LoginPage } from './login/login-page.tsx'
import { accountPage, maySee, menu } from './menu/menu.ts'
import { NoSuchPage } from './no-such-page.tsx'
import { useOperator } from './operator.ts'
import { loadOperator } from './operator-self.ts'
import { operationsPaths } from './paths.ts'

function useTitle(self: unknown): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const entry = menu.find(({ path }) => matchPath(path, pathname))
    document.title = `${self ? (entry?.name ?? '运营后台') : '登录'} - ${portal().brand.name}运营后台`
  }, [pathname, self])
}

const passkeyProof = {
  list: api.getOwnPasskeyList,
  begin: api.beginOwnPasskeyProof,
  prove: api.reauthenticateOperatorWithPasskey,
}

export function OperationsRoutes() {
  const self = useOperator()
  const { pathname } = useLocation()
  useEffect(() => {
    void loadOperator()
  }, [])
  useTitle(self)
  if (self === undefined) return <PageWait />
  if (self === null) return <LoginPage />
  const seen = menu.filter(entry => maySee(entry, self.roles))
  return (
    // The key resets the page for another operator, so that nothing of the previous one remains.
    <div className="scroller" key={self.operator_id}>
      <LoginAgain />
      <RecoveryCodes />
      <Reauthentication call={api.reauthenticateOperator} passkey={passkeyProof} code={self.totp} />
      <ErrorBoundary path={pathname}>
        <Routes>
          <Route element={<OperationsLayout />}>
            {self.must_bind || self.must_change_password ? (
              // The server refuses every other call until that is done.
              accountPage && <Route path="*" element={<accountPage.Page />} />
            ) : (
              <>
                <Route
                  path={operationsPaths.home}
                  element={<Navigate to={seen[0]?.path ?? operationsPaths.account} replace />}
                />
                {menu.map(entry => (
                  <Route
                    key={entry.key}
                    path={entry.path}
                    element={
                      // A page that is closed keeps its address, which would otherwise lead to a record called “new”.
                      seen.includes(entry) ? (
                        <ActingRoles value={entry.acts}>
                          {/* The key resets the page for another record, so that nothing of the previous one stands under its name. */}
                          <entry.Page key={pathname} />
                        </ActingRoles>
                      ) : (
                        <NoSuchPage />
                      )
                    }
                  />
                ))}
                <Route path="*" element={<NoSuchPage />} />
              </>
            )}
          </Route>
        </Routes>
      </ErrorBoundary>
    </div>
  )
}
