import { useEffect, useState } from 'react'
import type { PasskeyAssertion, PasskeyRequest } from '#contract/webauthn.ts'
import type { Answered } from '#web/data/answers.ts'
import { type BeginPasskey, usingPasskey } from '#web/data/passkeys.ts'
import { Button } from './button.tsx'
import { useSubmission } from './use-submission.ts'

export interface PasskeyProofCalls {
  list: (input: Record<string, never>, options: { background: true }) => Promise<Answered<{ list: unknown[] }>>
  begin: BeginPasskey<PasskeyRequest>
  prove: (input: { passkey: PasskeyAssertion }) => Promise<Answered<object>>
}

/** The alternative proof of identity; it is offered only to users who have a passkey. */
export function PasskeyProof({ calls, onProved }: { calls: PasskeyProofCalls; onProved: () => void }) {
  const [offered, setOffered] = useState(false)
  useEffect(() => {
    let gone = false
    void calls.list({}, { background: true }).then(answer => {
      if (!gone) setOffered(answer.ok && answer.data.list.length > 0)
    })
    return () => {
      gone = true
    }
  }, [calls])
  const { busy, submit } = useSubmission({
    call: (_: object) => usingPasskey(calls.begin, calls.prove),
    message: '',
    onSuccess: onProved,
  })
  if (!offered) return null
  return (
    <Button block loading={busy} onClick={() => void submit({})}>
      用通行密钥验证
    </Button>
  )
}
