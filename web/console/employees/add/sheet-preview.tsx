import '#web/ui/list/list.css'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { FirstRows } from '#web/console/sheets/first-rows.tsx'
import { ImportCount } from '#web/console/sheets/import-table.tsx'
import { saveTable } from '#web/console/sheets/save-table.ts'
import { UnreadNote } from '#web/console/sheets/unread-note.tsx'
import { TemplateChoice } from '#web/console/templates/template-choice.tsx'
import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { count } from '#web/ui/format.ts'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import { RestoredNote } from '#web/ui/restored-note.tsx'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { useDepartments } from '../../departments/use-departments.ts'
import { maxRows } from './draft-rows.ts'
import { employeeColumns } from './employee-columns.ts'
import type { ForAll } from './for-all.ts'
import { saveForCorrection, waitingToBeMended } from './mending.ts'
import { ReserveDays, reserveProblem } from './reserve-days.tsx'

export type Preview = OutputOf<'previewEmployeeImport'> & { file: string }

/** A checked sheet, with the choices for all of its rows. */
export interface CheckedSheet extends Omit<ForAll, 'guest'> {
  preview: Preview
}

interface SheetPreviewProps {
  sheet: CheckedSheet
  change: (sheet: CheckedSheet) => void
  /** The sheet was checked before a reload, or before another page was visited. */
  restored: boolean
  again: () => void
  started: (id: string) => void
}

/** Previews the sheet, invalid rows first; nothing is written before the user confirms. */
export function SheetPreview({ sheet, change, restored, again, started }: SheetPreviewProps) {
  const { preview, invite, days, template } = sheet
  const { import_id, good, bad, rows, file } = preview
  const [short, setShort] = useState<string>()
  const input = {
    import_id,
    good_only: bad > 0,
    invite,
    ...(template ? { template_id: template } : days && { reserve_days: days }),
  }
  const isReady = good > 0 && (template !== undefined || reserveProblem(days) === undefined)
  const plan = usePlan('commitEmployeeImport', isReady ? input : undefined)

  const departments = useDepartments()
  const groups = useCall('getVplGroupList', {})
  // Without them every department and group of the rows to correct would seem not to exist.
  const unread = [departments, groups].find(({ data }) => !data)
  const navigate = useNavigate()
  const total = good + bad
  const wrong = rows.filter(({ problems }) => problems.length > 0)
  const mendable = wrong.slice(0, maxRows - waitingToBeMended())
  const mayLeaveRows = !wrong.length || !unread
  function keepWrong(): void {
    const names = groups.data?.list.map(({ group_id, name }) => [group_id, name] as const)
    saveForCorrection(mendable, departments.tree, new Map(names), { invite, days, template })
  }
  function mend(): void {
    keepWrong()
    again()
    void navigate(paths.addEmployee)
  }

  const { busy, submit } = useSubmission({
    call: api.commitEmployeeImport,
    message: '已开始导入',
    onRefused: refused => (refused.code === -47030 ? setShort(sentence(refused)) : showRefusal(refused)),
    onSuccess() {
      // Rows that were left out are kept in the grid, where they can be corrected.
      keepWrong()
      started(import_id)
    },
  })

  return (
    <div className="sheet import-preview">
      <div className="sheet-head">
        <h2>检查结果</h2>
        <span className="quiet">
          {file} · 共 {count(total)} 行
        </span>
      </div>
      {restored && (
        <p className="form-draft" role="status">
          <RestoredNote clear={again} />
        </p>
      )}
      <ImportCount
        good={good}
        bad={bad}
        note={
          bad
            ? good
              ? '可以修正表格后重新上传，全部一起导入；也可以现在只导入无误的行，有问题的行留在“逐个填写”里改好。'
              : '请按下面的原因在这里改好，或修正表格后重新上传。'
            : undefined
        }
      />
      <UnreadNote columns={preview.unread_columns} />
      <FirstRows columns={employeeColumns} rows={rows} total={total} label="检查结果表格" />
      {mendable.length < wrong.length && (
        <p className="quiet">
          “逐个填写”一次最多 {maxRows} 行，还放得下其中 {count(mendable.length)} 行；其余{' '}
          {count(wrong.length - mendable.length)} 行请先用“存下有问题的行”保存，改好之后再上传。
        </p>
      )}
      {good > 0 && (
        <TemplateChoice
          value={template}
          change={next => change({ ...sheet, template: next })}
          note="表格里写了的以表格为准"
        />
      )}
      {good > 0 && !template && (
        <ReserveDays
          value={days}
          change={next => {
            setShort(undefined)
            change({ ...sheet, days: next })
          }}
          people={good}
          note="表格里写了时长的以表格为准"
          problem={short ?? reserveProblem(days)}
        />
      )}
      {isReady && <Plan plan={plan} />}
      {!mayLeaveRows && unread?.refused && <Failure refused={unread.refused} retry={unread.reload} />}
      <div className="draft-foot">
        <Checkbox checked={invite} onChange={event => change({ ...sheet, invite: event.target.checked })}>
          同时发送邀请短信
        </Checkbox>
        <div className="row">
          <Button onClick={again}>重新上传</Button>
          {wrong.length > 0 && (
            <>
              <Button onClick={() => saveTable('有问题的行.csv', employeeColumns, wrong)}>存下有问题的行</Button>
              {!good && mendable.length > 0 && (
                <Button look="primary" disabled={!mayLeaveRows} onClick={mend}>
                  在这里改好 {count(mendable.length)} 行
                </Button>
              )}
            </>
          )}
          {good > 0 && (
            <Button
              className="main-act"
              look="primary"
              loading={busy}
              disabled={!isReady || plan.loading || !mayLeaveRows}
              onClick={() => void submit(input)}
            >
              {bad ? `只导入无误的 ${count(good)} 行` : `导入全部 ${count(good)} 行`}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
