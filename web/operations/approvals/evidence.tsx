import './evidence.css'
import { useState } from 'react'
import type { EvidenceLink } from '#contract/operations/approval-evidence.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { approvalNames } from '#contract/operations/operator-names.ts'
import type { CallState } from '#web/data/use-request.ts'
import { dateTime } from '#web/ui/format.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { Sentence } from '#web/ui/sentence.tsx'
import { approvalLooks } from '#web/ui/states.ts'
import { ActButton } from '../act.tsx'
import { FilePicture } from '../file-picture.tsx'
import { balancePath, companyPath, couponPath, operatedLinePath, salesOrderPath } from '../paths.ts'
import { ReachLink } from '../reach-link.tsx'
import { useOperation } from '../use-operation.ts'

type Found = OperationOutput<'getApprovalEvidence'>
type Row = Pick<Found['rows'][number], 'label' | 'value' | 'tone'> & Partial<Found['rows'][number]>

function pathOf(link: EvidenceLink): string {
  switch (link.page) {
    case 'company':
      return companyPath(link.company_id)
    case 'balance':
      return balancePath(link.company_id)
    case 'order':
      return salesOrderPath(link.order_number)
    case 'line':
      return operatedLinePath(link)
    case 'coupon':
      return couponPath(link.coupon_type_id)
  }
}

interface EvidenceProps {
  approvalId: string
  called: CallState<Found>
  /** The day's totals are today's, and irrelevant to a settled request. */
  settled?: boolean
}

/** Shows the evidence for a second operator's decision. Its links open in another tab, so that the decision stays in place. */
export function Evidence({ approvalId, called: { data, refused, reload }, settled = false }: EvidenceProps) {
  if (!data) return <Placeholder refused={refused} retry={reload} rows={4} />
  const { rows, rules, earlier } = data
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="evidence" tabIndex={0} aria-label="依据">
      {rows.length > 0 && <Rows rows={rows} approvalId={approvalId} />}
      {!settled && (
        <div>
          <h3>规则与今天的合计</h3>
          <Rows rows={rules} approvalId={approvalId} />
        </div>
      )}
      {earlier.length > 0 && (
        <div>
          <h3>相关的其他申请</h3>
          <ul className="evidence-earlier">
            {earlier.map(({ approval_id, kind, state, summary, requested_by, requested_at }) => (
              <li key={approval_id}>
                <Sentence text={summary} />
                <span className="quiet">
                  {approvalNames[kind]}，{approvalLooks[state].word}，{requested_by} {dateTime(requested_at)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

const Rows = ({ rows, approvalId }: { rows: readonly Row[]; approvalId: string }) => (
  <dl className="evidence-rows">
    {rows.map(({ label, value, tone, link, file }) => (
      <div key={`${label} ${value}`}>
        <dt>{label}</dt>
        <dd className={tone ?? undefined}>
          {link ? (
            <ReachLink to={pathOf(link)} target="_blank" rel="noreferrer">
              {value}
            </ReachLink>
          ) : (
            value
          )}
          {file && <OpenedFile approvalId={approvalId} file={file} label={label} />}
        </dd>
      </div>
    ))}
  </dl>
)

interface OpenedFileProps {
  approvalId: string
  file: NonNullable<Row['file']>
  label: string
}

/** The audit log records each opening, so a file opens only on demand. */
function OpenedFile({ approvalId, file, label }: OpenedFileProps) {
  const [opened, setOpened] = useState(false)
  if (opened) return <ApprovalFile approvalId={approvalId} file={file} label={label} />
  return (
    <ActButton call="openApprovalFile" size="small" onClick={() => setOpened(true)}>
      查看{label}
    </ActButton>
  )
}

function ApprovalFile({ approvalId, file: { file_id, content_type }, label }: OpenedFileProps) {
  const called = useOperation('openApprovalFile', { approval_id: approvalId, file_id })
  return <FilePicture called={called} contentType={content_type} name={label} />
}
