import { useCallback, useEffect, useRef, useState } from 'react'
import { takeProofQuestions } from '#web/data/reauthentication.ts'
import { onDemandPart } from './lazy-part.tsx'
import type { PasskeyProofCalls } from './passkey-proof.tsx'
import type { Reauthenticate } from './reauthentication-dialog.tsx'

const Dialog = onDemandPart(async () => (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog, {
  closeOf:
    ({ finish }) =>
    () =>
      finish(false),
})

interface ReauthenticationProps {
  call: Reauthenticate
  passkey: PasskeyProofCalls
  /** An authenticator is bound, so its code is required as well. */
  code?: boolean
}

/** An app's one dialog for the password or a passkey when a call demands it. The page below remains unchanged. */
export function Reauthentication(props: ReauthenticationProps) {
  const [open, setOpen] = useState(false)
  /** The question that is open now. A passkey may be used only after its dialog was closed, and proves as much then. */
  const waiting = useRef<(proved: boolean) => void>(undefined)
  const finish = useCallback((proved: boolean) => {
    setOpen(false)
    waiting.current?.(proved)
  }, [])
  useEffect(() => {
    const end = takeProofQuestions(
      () =>
        new Promise(resolve => {
          waiting.current = resolve
          setOpen(true)
        }),
    )
    return () => {
      end()
      // Otherwise the pending call would wait forever.
      waiting.current?.(false)
    }
  }, [])
  if (!open) return null
  return <Dialog {...props} finish={finish} />
}
