import { Button } from 'antd'
import type { Refused } from '#web/answers.ts'
import { isSessionRefusal, sentence } from '#web/answers.ts'

/** Where data should stand and none came: why, and another try. */
export function Failure({ refused, retry }: { refused: Refused; retry: () => void }) {
  // The browser is on its way to the login already.
  if (isSessionRefusal(refused)) return null
  return (
    <div className="failure" role="alert">
      <p>{sentence(refused)}</p>
      <Button onClick={retry}>重试</Button>
    </div>
  )
}
