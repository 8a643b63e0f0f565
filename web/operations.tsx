import './ui/tokens.css'
import './ui/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { OperationsRoutes } from './operations/routes.tsx'
import { Look } from './ui/look.tsx'
import { styleNonce } from './ui/style-nonce.ts'
import { followTheme } from './ui/theme.ts'

const nonce = styleNonce()
followTheme()

const element = document.getElementById('app')
if (!element) throw new Error('The shell has no #app')
createRoot(element).render(
  <StrictMode>
    <Look nonce={nonce}>
      <BrowserRouter>
        <OperationsRoutes />
      </BrowserRouter>
    </Look>
  </StrictMode>,
)
