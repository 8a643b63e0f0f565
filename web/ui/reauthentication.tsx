import { useEffect, useState } from 'react'
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
  const [answer, setAnswer] = useState<(proved: boolean) => void>()
  useEffect(() => {
    let waiting: ((proved: boolean) => void) | undefined
    const end = takeProofQuestions(
      () =>
        new Promise(resolve => {
          waiting = resolve
          setAnswer(() => resolve)
        }),
    )
    return () => {
      end()
      // Otherwise the pending call would wait forever.
      waiting?.(false)
    }
  }, [])
  if (!answer) return null
  const finish = (proved: boolean) => {
    setAnswer(undefined)
    answer(proved)
  }
  return <Dialog {...props} finish={finish} />
}
