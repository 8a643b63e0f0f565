import type { Refused } from '#web/data/answers.ts'
import { isSessionRefusal, sentence } from '#web/data/answers.ts'
import { Button } from './button.tsx'
import { HelpLink } from './help-link.tsx'

/** Replaces data that failed to load by the reason and a retry. */
export function Failure({ refused, retry }: { refused: Refused; retry: () => void }) {
  // The browser is already on its way to the login.
  if (isSessionRefusal(refused)) return null
  return (
    <div className="failure" role="alert">
      <p>{sentence(refused)}</p>
      <Button onClick={retry}>重试</Button>
      <HelpLink />
    </div>
  )
}
