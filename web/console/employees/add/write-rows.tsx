import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Checkbox, Input } from 'antd'
import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { employeeFields, employeeLines, employeeSheet } from '#contract/records/employee-fields.ts'
import { TemplateChoice } from '#web/console/templates/template-choice.tsx'
import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { useMay } from '#web/data/may.ts'
import { useLeadOn } from '#web/data/use-lead-on.ts'
import { useStore } from '#web/data/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import { RestoredNote } from '#web/ui/restored-note.tsx'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { DepartmentSelect } from '../../departments/department-select.tsx'
import { useDepartments } from '../../departments/use-departments.ts'
import { GuestUntil } from '../guest-until.tsx'
import { broughtProblems, problemsOf, rowsLeft, withKnownDepartment } from './draft-problems.ts'
import {
  type DraftRow,
  employeesOf,
  emptyRow,
  hasAssets,
  isEmpty,
  maxRows,
  problemsAfter,
  type RowProblem,
  rowsToBegin,
} from './draft-rows.ts'
import {
  dropAddDraft,
  type ForAll,
  isFilled,
  nothingForAll,
  readAddDraft,
  storedAddDraft,
  writeAddDraft,
} from './for-all.ts'
import { FieldProblem, GivenFields } from './given-fields.tsx'
import { rowsToCorrect } from './mending.ts'
import { groupsNamedIn, leftOutText, pastedCells, withPasted } from './pasting.ts'
import { ReserveDays, reserveProblem } from './reserve-days.tsx'

/** A typed phone may contain blanks and dashes, so it can be longer than its digits. */
const phoneInput = { name: 'phone', label: employeeFields.phone.label, max: 20, placeholder: '11 位手机号' } as const
const inputs = [
  phoneInput,
  ...employeeLines.map(name => {
    const { label, max, required } = employeeFields[name]
    return { name, label, max, placeholder: required ? label : '选填' }
  }),
]

const withoutGroups = employeeSheet.filter(name => name !== 'groups')

/** Adds people, one per row; pasting cells from a sheet creates a row for each of theirs. */
export function WriteRows({ deptId }: { deptId: string | null }) {
  const { tree, data: departments } = useDepartments()
  const [draft] = useState(readAddDraft)
  const [rows, setRows] = useState(() => rowsToBegin(draft.rows, deptId))
  const [forAll, setForAll] = useState<ForAll>(draft)
  /** The current rows when an answer arrives, which may differ from those that were sent. */
  const latest = useRef(rows)
  latest.current = rows
  /** Unsent rows that existed before the page was opened for a department. */
  const [unsent, setUnsent] = useState(() => (deptId ? rows.filter(row => !isEmpty(row)).length : 0))
  const [short, setShort] = useState<string>()
  /** The parts of the last pasted sheet that were left out. */
  const [leftOut, setLeftOut] = useState('')
  const [shown, setShown] = useState(false)
  const [more, setMore] = useState(() => rows.some(hasAssets))
  const limited = useStore(state => state.dutyDepartments) !== null
  // Users limited to departments can add people only to these.
  const { invite, days, template, guest } = forAll
  const home = limited ? (tree.roots[0]?.dept_id ?? null) : null
  const mayGroup = useMay()('getVplGroupList')
  const form = useRef<HTMLFormElement>(null)
  const leadOn = useLeadOn()
  const sent = useRef('')
  const filled = rows.filter(row => !isEmpty(row))
  const draftRows = (filled.length ? filled : rows.slice(0, 1))
    .map(row => ({ ...row, dept_id: row.dept_id ?? home }))
    .map(row => (departments ? withKnownDepartment(row, tree) : row))
  const problems = problemsOf(draftRows)
  // A reload, Back or the end of the session must not lose a hundred rows.
  useEffect(() => writeAddDraft({ ...forAll, rows }), [forAll, rows])

  const input = { employees: employeesOf(draftRows, guest), invite, ...(template && { template_id: template }) }
  // The effects of a template or a row are shown before it is saved.
  const isPlanned = !problems.size && (template !== undefined || draftRows.some(hasAssets))
  const plan = usePlan('addCompanyUser', isPlanned ? input : undefined)

  const change = (key: number, field: RowProblem['field'], some: Partial<DraftRow>) =>
    setRows(before =>
      before.map(row => (row.key === key ? { ...row, problems: problemsAfter(row, [field]), ...some } : row)),
    )

  const mended = useRef(rows.some(row => row.problems?.length)).current
  const [restored, setRestored] = useState(isFilled(draft) && !mended)
  function clear(): void {
    setRows([emptyRow(deptId)])
    setForAll(nothingForAll)
    setUnsent(0)
    setRestored(false)
  }
  // For rows of a sheet, the focus begins at the first that needs correction.
  const [refusals, setRefusals] = useState(mended ? 1 : 0)
  useEffect(() => {
    if (refusals) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  async function paste(event: ClipboardEvent, { key, dept_id }: DraftRow) {
    const pasted = pastedCells(event.clipboardData.getData('text'), mayGroup ? employeeSheet : withoutGroups)
    if (!pasted) return
    event.preventDefault()
    // Without the departments each of them would seem not to exist.
    if (!departments && pasted.rows.some(({ dept_path }) => dept_path))
      return toast.error('部门还没有读到，请稍后再粘贴')
    const groups = await groupsNamedIn(pasted.rows)
    if (!groups) return
    const added = rowsToCorrect(pasted.rows, tree, groups).map(row =>
      row.dept_id || row.dept_text ? row : { ...row, dept_id },
    )
    const { rows: next, left } = withPasted(latest.current, key, added)
    setRows(next)
    if (next.some(hasAssets)) setMore(true)
    setLeftOut(leftOutText(left, pasted.others))
  }

  /** The first problem gets the focus once it is rendered, which after an answer may be later than the next frame. */
  const focusFirst = () => setRefusals(before => before + 1)

  /** Moves the focus, once a change is rendered, to the first of these that is there. */
  function focusNext(...queries: string[]) {
    requestAnimationFrame(() => {
      const found = queries.map(query => form.current?.querySelector<HTMLElement>(query))
      found.find(Boolean)?.focus()
    })
  }
  /** The button disappears, and the focus moves to the new fields. */
  function giveMore() {
    setMore(true)
    focusNext('.draft-given input')
  }
  function addRow() {
    setRows(before => [...before, emptyRow(before.at(-1)?.dept_id)])
    focusNext('.draft-rows > li:last-child input')
  }
  /** The focus goes to the row that takes the place of the deleted one, from where more can be deleted. */
  function removeRow(key: number, index: number) {
    setRows(before => before.filter(row => row.key !== key))
    const row = `.draft-rows > li:nth-child(${Math.min(index + 1, rows.length - 1)})`
    focusNext(`${row} > .btn:not([disabled])`, `${row} input`)
  }

  const { busy, submit } = useSubmission({
    call: api.addCompanyUser,
    message: '',
    onRefused(refused) {
      // With a template, the plan shows what is short.
      if (refused.code !== -47030 || template) return showRefusal(refused)
      setShort(sentence(refused))
      focusFirst()
    },
    onSuccess({ data: { added, results } }) {
      const left = rowsLeft(latest.current, draftRows, results)
      if (!left.length) {
        toast.success(`已邀请 ${added} 人，待本人同意`)
        // A user who has left and come back may have written more since.
        if (leadOn(`${paths.employees}?state=invited`) || storedAddDraft() === sent.current) dropAddDraft()
        return
      }
      setShown(false)
      setLeftOut('')
      setRows(left)
      const refused = results.filter(({ problem }) => problem).length
      if (!refused) return toast.success(`已邀请 ${added} 人，待本人同意；之后填写的 ${left.length} 行还没有添加`)
      toast.error(added ? `已添加 ${added} 人，还有 ${refused} 人没有添加，原因见各行` : '没有添加成功，原因见各行')
      focusFirst()
    },
  })
  function send(event: FormEvent) {
    event.preventDefault()
    setShown(true)
    sent.current = storedAddDraft()
    if (problems.size || (!template && reserveProblem(days))) focusFirst()
    else void submit({ ...input, ...(days && !template && { reserve_days: days }) })
  }

  return (
    <form ref={form} className="sheet" noValidate onSubmit={send}>
      {restored && (
        <p className="form-draft" role="status">
          <RestoredNote clear={clear} />
        </p>
      )}
      {unsent > 0 && (
        <p className="quiet" role="status">
          {unsent < maxRows
            ? `上次没有发出的 ${unsent} 行还在，最后一行的部门已选好。`
            : `上次没有发出的 ${unsent} 行还在，已到一次的上限；发出之后再添加到这个部门。`}
        </p>
      )}
      <ol className="draft-rows">
        {rows.map((each, index) => {
          const row = departments ? withKnownDepartment(each, tree) : each
          const wrong = { ...broughtProblems(row), ...(shown && problems.get(row.key)) }
          return (
            <li key={row.key} aria-label={`第 ${index + 1} 行`}>
              {inputs.map(({ name, label, max, placeholder }) => {
                const problem = wrong[name]
                return (
                  <div key={name} className="draft-field">
                    <label htmlFor={`${name}-${row.key}`}>{label}</label>
                    <Input
                      id={`${name}-${row.key}`}
                      value={row[name]}
                      maxLength={max}
                      placeholder={placeholder}
                      autoFocus={index === (unsent < maxRows ? unsent : 0) && name === 'phone' && !mended}
                      autoComplete="off"
                      inputMode={name === 'phone' ? 'tel' : undefined}
                      status={problem ? 'error' : undefined}
                      aria-invalid={problem ? true : undefined}
                      aria-describedby={problem ? `problem-${row.key}-${name}` : undefined}
                      onPaste={event => void paste(event, row)}
                      onChange={event => change(row.key, name, { [name]: event.target.value })}
                    />
                    <FieldProblem id={`problem-${row.key}-${name}`} text={problem} />
                  </div>
                )
              })}
              <div className="draft-field">
                <span aria-hidden="true">{employeeFields.dept_path.label}</span>
                <DepartmentSelect
                  tree={tree}
                  aria-label={`第 ${index + 1} 行的部门`}
                  noneText="未分配部门"
                  // An unknown department is shown as written until the user chooses one.
                  value={row.dept_text ?? row.dept_id ?? home}
                  onChange={dept_id => change(row.key, 'dept_path', { dept_id, dept_text: undefined })}
                  {...(wrong.dept_path && {
                    status: 'error' as const,
                    'aria-invalid': true,
                    'aria-describedby': `problem-${row.key}-dept_path`,
                  })}
                />
                <FieldProblem id={`problem-${row.key}-dept_path`} text={wrong.dept_path} />
              </div>
              <Button
                look="text"
                icon={<DeleteOutlined />}
                aria-label={`删除第 ${index + 1} 行`}
                disabled={rows.length === 1}
                onClick={() => removeRow(row.key, index)}
              />
              {more && (
                <GivenFields
                  row={row}
                  place={index + 1}
                  problems={wrong}
                  change={(field, some) => change(row.key, field, some)}
                />
              )}
            </li>
          )
        })}
      </ol>
      <div className="draft-more">
        <Button look="dashed" icon={<PlusOutlined />} disabled={rows.length >= maxRows} onClick={addRow}>
          再加一行
        </Button>
        {!more && <Button onClick={giveMore}>各人另给时长{mayGroup ? '、设备上限与专线组' : '与设备上限'}</Button>}
        <span className="quiet">也可以从 Excel 连同标题行复制，粘贴到手机号一栏；一次最多 {maxRows} 人。</span>
      </div>
      {leftOut && (
        <p className="quiet" role="status">
          {leftOut}。
        </p>
      )}
      <TemplateChoice value={template} change={next => setForAll({ ...forAll, template: next })} />
      {isPlanned && (
        <div className="draft-plan">
          <Plan plan={plan} />
        </div>
      )}
      {!template && (
        <ReserveDays
          value={days}
          change={next => {
            setShort(undefined)
            setForAll({ ...forAll, days: next })
          }}
          people={draftRows.filter(({ days: own }) => own === null).length}
          problem={short ?? (shown ? reserveProblem(days) : undefined)}
        />
      )}
      <div className="draft-field reserve-days">
        <label htmlFor="guest-until">{employeeFields.guest_until.label}（选填）</label>
        <GuestUntil id="guest-until" value={guest} onChange={next => setForAll({ ...forAll, guest: next })} />
        <span className="quiet">{guest ? '以上各人为访客，到期自动移除' : '选择后以上各人为访客，到期自动移除'}</span>
      </div>
      <div className="draft-foot">
        <Checkbox checked={invite} onChange={event => setForAll({ ...forAll, invite: event.target.checked })}>
          同时发送邀请短信
        </Checkbox>
        <Button look="primary" type="submit" loading={busy}>
          {filled.length > 1 ? `添加 ${filled.length} 名员工` : '添加员工'}
        </Button>
      </div>
    </form>
  )
}
