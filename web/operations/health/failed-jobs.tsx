import type { OperationOutput } from '#contract/operations/index.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../act.tsx'
import { api } from '../api.ts'
import { useRemembered } from '../use-operation.ts'

const fields = {}

type Job = OperationOutput<'getFailedJobs'>['list'][number]

const columns: Column<Job>[] = [
  { key: 'task', title: '任务', render: row => row.task, fixed: true },
  { key: 'error', title: '最后的错误', render: row => row.error || '没有说明', fixed: true },
  { key: 'attempts', title: '尝试次数', end: true, render: row => row.attempts },
  {
    key: 'failed',
    title: '失败时间',
    render: row => <span title={dateTime(row.failed_at)}>{fromNow(row.failed_at)}</span>,
  },
  { key: 'created', title: '创建时间', extra: true, render: row => dateTime(row.created_at) },
]

/** Jobs whose attempts are used up. Nothing happens to them before somebody retries them. */
export function FailedJobs({ done }: { done: () => void }) {
  const at = useListAddress(fields)
  const called = useRemembered('getFailedJobs', at.query)
  const dialog = useDialog<Job>()
  const job = dialog.subject
  return (
    <section className="sheet" aria-labelledby="health-failed-jobs">
      <h2 id="health-failed-jobs">失败的任务</h2>
      <DataList
        name="operations-failed-jobs"
        noun="个任务"
        at={at}
        called={called}
        columns={columns}
        idOf={row => row.job_id}
        labelOf={row => `${row.task} ${row.job_id}`}
        actions={row => (
          <ActButton size="small" aria-label={`重试任务 ${row.task} ${row.job_id}`} onClick={() => dialog.show(row)}>
            重试
          </ActButton>
        )}
        empty={{ title: '没有失败的任务', text: '任务用尽尝试次数后会出现在这里，可以在排除原因后重试。' }}
      />
      {job && (
        <ConfirmDialog
          key={dialog.key}
          title="重试任务"
          okText="重试"
          {...dialog.props}
          input={{ job_id: job.job_id }}
          call={api.retryJob}
          outdatedBy={[-53020]}
          done={() => {
            called.reload()
            done()
          }}
        >
          <p>
            任务 {job.task}（编号 {job.job_id}）立即重新执行，尝试次数重新计算。重试记入审计日志。
          </p>
          <p className="quiet">上次的错误：{job.error || '没有说明'}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
