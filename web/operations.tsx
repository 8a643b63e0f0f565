import './ui/tokens.css'
import './ui/app.css'
import './ui/print.css'
import './ui/ticks.css'
import './ui/dialogs.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AppRouter } from './app-router.tsx'
import { setDraftOwner } from './data/draft.ts'
import { operator } from './operations/operator.ts'
import { OperationsRoutes } from './operations/routes.tsx'
import { AntdFrame } from './ui/antd-frame.tsx'
import { styleNonce } from './ui/style-nonce.ts'
import { followTheme } from './ui/theme.ts'

styleNonce()
followTheme()
setDraftOwner({ owner: () => operator.get()?.operator_id ?? '', company: () => undefined })

const element = document.getElementById('app')
if (!element) throw new Error('The shell has no #app')
createRoot(element).render(
  <StrictMode>
    <AntdFrame>
      <AppRouter isLoaded={() => false}>
        <OperationsRoutes />
      </AppRouter>
    </AntdFrame>
  </StrictMode>,
)
