import type { OperationOutput } from '#contract/operations/index.ts'
import { day } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { ActButton } from '../act.tsx'
import { api } from '../api.ts'
import { companyColumn } from '../company-link.tsx'
import { useRemembered } from '../use-operation.ts'

type FollowUp = OperationOutput<'getCompanyNoteList'>['list'][number]

const fields = {}

const columns: Column<FollowUp>[] = [
  companyColumn,
  { key: 'text', title: '内容', render: ({ text }) => <span className="notice-text">{text}</span> },
  {
    key: 'day',
    title: '日期',
    render: ({ follow_up_on }) => (
      <>
        {follow_up_on}{' '}
        {follow_up_on && follow_up_on <= day(Date.now()) && (
          <StateTag
            state={follow_up_on < day(Date.now()) ? { word: '已逾期', tone: 'bad' } : { word: '今天', tone: 'busy' }}
          />
        )}
      </>
    ),
  },
  { key: 'assignee', title: '负责', render: ({ assignee_name }) => assignee_name ?? '—' },
  { key: 'author', title: '记录', extra: true, render: ({ author_name }) => author_name },
]

/** Lists the follow-ups that operators plan, the earliest first. */
export function FollowUps() {
  const at = useListAddress(fields)
  const called = useRemembered('getCompanyNoteList', { open: true, page: at.page, page_size: at.size })
  const finishing = useSubmission({ call: api.finishFollowUp, done: called.reload, outdatedBy: [-57003] })
  return (
    <DataList
      name="operations-follow-ups"
      noun="项跟进"
      at={at}
      called={called}
      columns={columns}
      idOf={({ note_id }) => note_id}
      labelOf={({ company_name }) => company_name}
      actions={({ note_id, company_name }) => (
        <ActButton
          size="small"
          aria-label={`完成 ${company_name} 的跟进`}
          onClick={() => void finishing.submit({ note_id })}
        >
          完成
        </ActButton>
      )}
      empty={{ title: '没有要跟进的', text: '在企业详情的“备注”里写下要跟进的事与日期，当天会提醒负责的同事。' }}
    />
  )
}
