import { useState } from 'react'
import { planKinds } from '#contract/directory-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { keysOf } from '#contract/typed-keys.ts'
import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { count } from '#web/ui/format.ts'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'

type Plan = OutputOf<'planDirectory'>
type Directory = OutputOf<'getDirectory'>

interface PlanCardProps {
  directory: Directory
  settings: NonNullable<Directory['settings']>
  done: () => void
}

/** Previews the directory's changes before it is turned on; afterwards it starts a full comparison by hand. */
export function PlanCard({ settings, done }: PlanCardProps) {
  const [plan, setPlan] = useState<Plan>()
  const [busy, setBusy] = useState(false)
  const starting = useDialog<true>()
  const running = useSubmission({
    call: api.runDirectory,
    message: ({ data }) => `已核对：${summaryOf(data) || '没有变化'}`,
    done,
    // Whatever the refusal, the page shows the present state of the directory.
    outdatedBy: 'any',
  })
  async function ask() {
    setBusy(true)
    const answer = await api.planDirectory({})
    setBusy(false)
    if (answer.ok) setPlan(answer.data)
    else toast.error(sentence(answer))
  }
  const isActive = settings.state === 'active'
  return (
    <section className="sheet" aria-labelledby="plan-title">
      <div className="sheet-head">
        <h2 id="plan-title">计划</h2>
        <Button loading={busy} onClick={() => void ask()}>
          {plan ? '重新计算' : '看看会做什么'}
        </Button>
      </div>
      <p className="quiet">
        {!isActive
          ? '收到的内容先只留着；看过计划并启用之后才生效。'
          : settings.problem
            ? '核对出错：收到的变化可能没有生效，每夜会再试。'
            : '目录同步中：收到的变化随即生效，每夜全部核对一次。'}
      </p>
      {plan && <PlanList plan={plan} />}
      <div className="row">
        {isActive && settings.source === 'scim' && (
          <Button loading={running.busy} onClick={() => void running.submit({})}>
            立即全部核对
          </Button>
        )}
        {!isActive && plan && (
          <Button look="primary" onClick={() => starting.show(true)}>
            照计划执行并启用
          </Button>
        )}
      </div>
      {plan && (
        <ConfirmDialog
          key={starting.key}
          {...starting.props}
          title="照计划执行并启用？"
          okText="启用目录"
          danger={plan.alarming}
          call={api.startDirectory}
          input={{ leaving: plan.totals.disabled + plan.totals.removed }}
          message={({ data }) => `目录已启用：${summaryOf(data) || '没有变化'}`}
          onSuccess={() => setPlan(undefined)}
          outdatedBy={[-59201, -59203]}
          onRefused={refused => {
            showRefusal(refused)
            if (refused.code === -59203) void ask()
          }}
          done={done}
        >
          <p>{summaryOf(plan) || '现在没有要改变的。'}</p>
          <p>受邀的人会收到短信，本人同意之后才成为员工。</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

const kinds = keysOf(planKinds)

const summaryOf = ({ totals, departments }: Plan): string =>
  [
    departments.added && `新建部门 ${count(departments.added)} 个`,
    departments.changed && `修改部门 ${count(departments.changed)} 个`,
    departments.deleted && `删除部门 ${count(departments.deleted)} 个`,
    ...kinds.map(kind => totals[kind] && `${planKinds[kind]} ${count(totals[kind])} 人`),
  ]
    .filter(Boolean)
    .join('，')

function PlanList({ plan }: { plan: Plan }) {
  const summary = summaryOf(plan)
  const named = plan.entries.length
  const all = kinds.reduce((sum, kind) => sum + plan.totals[kind], 0)
  return (
    <>
      {plan.alarming && <Alert type="warning" title="要停用或移除的人很多，请先确认目录没有出错。" />}
      <p role="status">{summary || '与目录一致，没有要改变的。'}</p>
      {kinds
        .filter(kind => plan.entries.some(entry => entry.kind === kind))
        .map(kind => (
          <details key={kind} open={kind !== 'added'}>
            <summary>
              {planKinds[kind]} {count(plan.totals[kind])} 人
            </summary>
            <ul>
              {plan.entries
                .filter(entry => entry.kind === kind)
                .map(({ name, detail }) => (
                  <li key={`${name} ${detail}`}>
                    {name}
                    {detail && `：${detail}`}
                  </li>
                ))}
            </ul>
          </details>
        ))}
      {all > named && <p className="quiet">只列出前 {count(named)} 项。</p>}
    </>
  )
}
