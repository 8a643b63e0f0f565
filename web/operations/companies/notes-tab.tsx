import type { OperationOutput } from '#contract/operations/index.ts'
import { dateTime, day, fromNow } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { ActButton } from '../act.tsx'
import { api } from '../api.ts'
import { useRemembered } from '../use-operation.ts'
import type { CompanyTabProps } from './company.ts'
import { NoteDialog } from './note-dialog.tsx'

type Note = OperationOutput<'getCompanyNoteList'>['list'][number]

const fields = {}

/** Formats the distance of a day from today, as 今天 or 3 天后. */
function fromToday(date: string) {
  const today = day(Date.now())
  return date === today ? '今天' : fromNow(date, Date.parse(today))
}

const columns: Column<Note>[] = [
  { key: 'text', title: '内容', render: ({ text }) => <span className="notice-text ticket-text">{text}</span> },
  { key: 'author', title: '记录', render: ({ author_name, created_at }) => `${author_name} ${dateTime(created_at)}` },
  {
    key: 'follow',
    title: '跟进',
    render: ({ follow_up_on, assignee_name, done_at, done_by }) =>
      follow_up_on ? (
        <TwoLines
          first={`${follow_up_on} ${assignee_name ?? ''}`}
          second={
            <StateTag
              state={
                done_at
                  ? { word: `${done_by ?? ''}于 ${dateTime(done_at)} 完成`, tone: 'good' }
                  : { word: `未完成，${fromToday(follow_up_on)}`, tone: 'busy' }
              }
            />
          }
        />
      ) : (
        '—'
      ),
  },
]

/** Shows colleagues' notes on the company, with their planned follow-ups. */
export function NotesTab({ company: { info } }: CompanyTabProps) {
  const at = useListAddress(fields)
  const adding = useDialog<true>()
  const { company_id } = info
  const called = useRemembered('getCompanyNoteList', { company_id, page: at.page, page_size: at.size })
  const finishing = useSubmission({ call: api.finishFollowUp, done: called.reload, outdatedBy: [-57003] })
  return (
    <>
      <div className="support-tools">
        <span className="quiet">只有同事可见，企业看不到。</span>
        <ActButton look="primary" onClick={() => adding.show(true)}>
          写备注
        </ActButton>
      </div>
      <DataList
        name="operations-company-notes"
        noun="条备注"
        at={at}
        called={called}
        columns={columns}
        idOf={({ note_id }) => note_id}
        labelOf={({ text }) => text.slice(0, 20)}
        actions={({ note_id, follow_up_on, done_at, text }) =>
          follow_up_on &&
          !done_at && (
            <ActButton
              size="small"
              aria-label={`完成 ${text.slice(0, 20)}`}
              onClick={() => void finishing.submit({ note_id })}
            >
              完成
            </ActButton>
          )
        }
        empty={{ title: '还没有备注', text: '把同事应当知道的事写在这里；带日期的会在当天提醒负责的人。' }}
      />
      {adding.subject && <NoteDialog key={adding.key} companyId={company_id} {...adding.props} done={called.reload} />}
    </>
  )
}
