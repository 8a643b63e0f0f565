import type { OperationOutput } from '#contract/operations/index.ts'
import { jobName } from '#contract/operations/job-names.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActMenu } from '../act.tsx'
import { api } from '../api.ts'
import { useRemembered } from '../use-operation.ts'

const fields = {}

type Job = OperationOutput<'getFailedJobs'>['list'][number]

const columns: Column<Job>[] = [
  {
    key: 'task',
    title: '任务',
    // The log names the kind.
    render: ({ task }) => (
      <>
        {jobName(task)} <span className="quiet">{task}</span>
      </>
    ),
    fixed: true,
  },
  { key: 'error', title: '最后的错误', render: row => row.error || '没有说明', fixed: true },
  { key: 'attempts', title: '尝试次数', end: true, render: row => row.attempts },
  {
    key: 'failed',
    title: '失败时间',
    render: row => <span title={dateTime(row.failed_at)}>{fromNow(row.failed_at)}</span>,
  },
  { key: 'created', title: '创建时间', extra: true, render: row => dateTime(row.created_at) },
]

interface Question {
  act: 'retry' | 'retry-all' | 'remove'
  job: Job
}

/** Jobs whose attempts are used up. They remain until an operator retries or removes them. */
export function FailedJobs({ done }: { done: () => void }) {
  const at = useListAddress(fields)
  const called = useRemembered('getFailedJobs', at.query)
  const dialog = useDialog<Question>()
  const question = dialog.subject
  const decided = () => {
    called.reload()
    done()
  }
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
        labelOf={row => `${jobName(row.task)} ${row.job_id}`}
        actions={job => (
          <ActMenu
            label={`任务 ${jobName(job.task)} ${job.job_id} 的操作`}
            actions={[
              { key: 'retry', label: '重试', run: () => dialog.show({ act: 'retry', job }) },
              { key: 'retry-all', label: '重试这一种', run: () => dialog.show({ act: 'retry-all', job }) },
              null,
              { key: 'remove', label: '移除', danger: true, run: () => dialog.show({ act: 'remove', job }) },
            ]}
          />
        )}
        empty={{ title: '没有失败的任务', text: '任务用尽尝试次数后会出现在这里，可以在排除原因后重试。' }}
      />
      {question?.act === 'retry' && (
        <ConfirmDialog
          key={dialog.key}
          title="重试任务"
          okText="重试"
          {...dialog.props}
          input={{ job_id: question.job.job_id }}
          call={api.retryJob}
          outdatedBy={[-53020]}
          done={decided}
        >
          <p>
            任务“{jobName(question.job.task)}”（编号 {question.job.job_id}
            ）立即重新执行，尝试次数重新计算。重试记入审计日志。
          </p>
          <p className="quiet">上次的错误：{question.job.error || '没有说明'}</p>
        </ConfirmDialog>
      )}
      {question?.act === 'retry-all' && (
        <ConfirmDialog
          key={dialog.key}
          title="重试这一种任务"
          okText="全部重试"
          {...dialog.props}
          input={{ task: question.job.task }}
          call={api.retryJobsOfTask}
          outdatedBy={[-53020]}
          done={decided}
        >
          <p>失败的“{jobName(question.job.task)}”全部立即重新执行，尝试次数重新计算。重试记入审计日志。</p>
        </ConfirmDialog>
      )}
      {question?.act === 'remove' && (
        <ConfirmDialog
          key={dialog.key}
          title="移除任务"
          okText="移除"
          danger
          {...dialog.props}
          input={{ job_id: question.job.job_id }}
          call={api.removeJob}
          outdatedBy={[-53020]}
          done={decided}
        >
          <p>
            任务“{jobName(question.job.task)}”（编号 {question.job.job_id}
            ）不再执行，它要做的也不再做。移除记入审计日志，不能撤销。
          </p>
          <p className="quiet">上次的错误：{question.job.error || '没有说明'}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
