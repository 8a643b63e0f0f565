import { Link } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { Alert } from '#web/ui/alert.tsx'
import { fromNow } from '#web/ui/format.ts'
import { Sentence } from '#web/ui/sentence.tsx'
import { operationsPaths } from '../paths.ts'

const waitingApprovals = `${operationsPaths.approvals}?state=waiting`

interface WaitingRequestProps {
  request: OperationOutput<'getCompanyOverview'>['waiting'][number]
  className?: string
}

/** Shows a colleague's pending request on the page of its subject. */
export const WaitingRequest = ({ request: { summary, requested_by, requested_at }, ...box }: WaitingRequestProps) => (
  <Alert
    {...box}
    type="info"
    title={
      <>
        <Sentence text={summary} />：{requested_by} {fromNow(requested_at)}提交，
        <Link to={waitingApprovals}>等待另一位同事确认</Link>
      </>
    }
  />
)
