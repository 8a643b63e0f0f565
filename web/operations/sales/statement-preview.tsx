import { type ReactNode, useState } from 'react'
import type { OperationInput, OperationOutput } from '#contract/operations/index.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { count } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { api } from '../api.ts'
import { refreshSelf } from '../operator-self.ts'
import { operationsPaths } from '../paths.ts'
import { inBatches } from './in-batches.ts'
import { recordedTitle, requestedTitle } from './recorded-title.ts'
import type { StatementRow } from './statement-row.ts'
import { StatementRows } from './statement-rows.tsx'

type Requested = OperationOutput<'requestStatement'>

/** Milliseconds for a call; the server creates a request for each of up to a thousand rows. */
const patience = 120_000

interface StatementPreviewProps {
  name: string
  rows: StatementRow[]
  again: () => void
}

/** The result of a statement. Its two parts are sent separately, and each remains here until it has been sent. */
export function StatementPreview({ name, rows, again }: StatementPreviewProps) {
  const [requested, setRequested] = useState<Requested>()
  const [recorded, setRecorded] = useState<OperationOutput<'recordTransferParts'>>()
  const matches = rows.flatMap(({ verdict, remark_code, amount, reference }) =>
    verdict === 'match' && remark_code && amount ? [{ remark_code, amount, reference }] : [],
  )
  const parts = rows.flatMap(({ verdict, remark_code, amount, reference }) =>
    (verdict === 'split' || verdict === 'part') && remark_code && amount ? [{ remark_code, amount, reference }] : [],
  )
  const requesting = useSubmission({
    call: (input: OperationInput<'requestStatement'>, options) =>
      inBatches(input.matches, { ...options, timeout: patience }, (rows, each) =>
        api.requestStatement({ matches: rows }, each),
      ),
    message: '',
    onSuccess({ data }) {
      void refreshSelf()
      setRequested(data)
    },
  })
  const recording = useSubmission({
    call: (input: OperationInput<'recordTransferParts'>, options) =>
      inBatches(input.parts, { ...options, timeout: patience }, (rows, each) =>
        api.recordTransferParts({ parts: rows }, each),
      ),
    message: '',
    onSuccess({ data }) {
      void refreshSelf()
      setRecorded(data)
    },
  })
  const toRequest = requested ? 0 : matches.length
  const toRecord = recorded ? 0 : parts.length
  return (
    <>
      <div className="statement-counts">
        <p>
          <strong>{name}</strong>：共 {count(rows.length)} 行，<strong>{count(matches.length)}</strong> 笔相符
        </p>
        {toRequest > 0 && (
          <Button look="primary" loading={requesting.busy} onClick={() => void requesting.submit({ matches })}>
            提交 {count(toRequest)} 笔待确认
          </Button>
        )}
        {toRecord > 0 && (
          <Button
            look={toRequest ? 'default' : 'primary'}
            loading={recording.busy}
            onClick={() => void recording.submit({ parts })}
          >
            登记 {count(toRecord)} 笔分次到账
          </Button>
        )}
        {(requested || recorded) && (
          <LinkButton to={`${operationsPaths.approvals}?state=waiting&kind=payment`}>查看待确认</LinkButton>
        )}
        <Button onClick={again}>{requested || recorded ? '再导入一份' : '换一个文件'}</Button>
      </div>
      <div className="statement-results" role="status" aria-label="结果">
        {requested && (
          <Outcome
            title={requestedTitle(requested)}
            refused={requested.refused}
            rest={toRecord > 0 && `还有 ${count(toRecord)} 笔分次到账没有登记。`}
          />
        )}
        {recorded && (
          <Outcome
            title={recordedTitle(recorded)}
            refused={recorded.refused}
            rest={toRequest > 0 && `还有 ${count(toRequest)} 笔相符的没有提交。`}
          />
        )}
      </div>
      <StatementRows rows={rows} />
    </>
  )
}

interface OutcomeProps {
  title: string
  refused: Requested['refused']
  /** Describes what remains of the other part. */
  rest: ReactNode
}

const Outcome = ({ title, refused, rest }: OutcomeProps) => (
  <Alert
    type={refused.length || rest ? 'warning' : 'success'}
    title={title}
    description={
      (refused.length > 0 || rest) && (
        <>
          {rest && <p>{rest}</p>}
          {refused.length > 0 && (
            <>
              <p>{count(refused.length)} 笔在核对之后有变化，没有办理：</p>
              <ul>
                {refused.map(({ remark_code, reason }, index) => (
                  // A code repeats where a transfer came in parts, and the rows of an answer don't move.
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <li key={index}>
                    <strong>{remark_code}</strong> {reason}
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )
    }
  />
)
