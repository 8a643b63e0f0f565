import './hours.css'
import { DatePicker, Form, Space } from 'antd'
import { useEffect, useState } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { maxPersonDays } from '#contract/people.ts'
import { forWhom, namesOf } from '#web/console/departments/move-people.tsx'
import { api } from '#web/data/api.ts'
import { session } from '#web/data/session.ts'
import { usePreview } from '#web/data/use-preview.ts'
import { Alert } from '#web/ui/alert.tsx'
import { chinaNow } from '#web/ui/china-time.ts'
import type { Dayjs } from '#web/ui/dayjs.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDraft, useFormDraft } from '#web/ui/form-draft.tsx'
import { count, day } from '#web/ui/format.ts'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import { ReachedLink } from '#web/ui/reached-link.tsx'
import { RetryNote } from '#web/ui/retry-note.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { between, within } from '#web/ui/whole.ts'
import { WholeNumber } from '#web/ui/whole-number.tsx'
import { type Employee, extended } from '../employee.ts'

interface AssignDialogProps extends ChangeDialogProps {
  people: readonly Employee[]
  more?: boolean | undefined
}

interface Values {
  by: 'days' | 'until'
  days: number | null
  until: Dayjs | null
}

const usual = [30, 90, 180, 365]
/** Returns the amount in the fields; undefined while they hold no valid one. */
const amountOf = ({ by, days, until }: Partial<Values>) => {
  if (by === 'until') return until ? { until: until.format('YYYY-MM-DD') } : undefined
  return within(days, 1, maxPersonDays) ? { days } : undefined
}
const isEqual = (one: ReturnType<typeof amountOf>, other: ReturnType<typeof amountOf>) =>
  JSON.stringify(one) === JSON.stringify(other)
const presets = () => [
  { label: '本月底', value: chinaNow().endOf('month') },
  { label: '下月底', value: chinaNow().add(1, 'month').endOf('month') },
  { label: '今年底', value: chinaNow().endOf('year') },
  { label: '一年后', value: chinaNow().add(1, 'year') },
]

export function AssignDialog({ people, more, open, close, done }: AssignDialogProps) {
  const [form] = Form.useForm<Values>()
  const by = Form.useWatch('by', form) ?? 'days'
  const waiting = people.filter(({ state }) => state === 'invited')
  // For people who have yet to agree, days are reserved, which begin when they do.
  const getting = people.filter(({ state }) => state === 'active' || (state === 'invited' && by === 'days'))
  const without = people.filter(person => !getting.includes(person))
  const days = Form.useWatch('days', form)
  const until = Form.useWatch('until', form)
  const amount = amountOf({ by, days, until })
  const employee_ids = getting.map(({ employee_id }) => employee_id)
  const input = amount && getting.length ? { employee_ids, ...amount } : undefined
  const { data, refused, loading, reload } = usePreview(
    'setCompanyUserService',
    open && input ? { ...input, preview: true } : undefined,
  )
  const short = data && data.balance < 0
  const plan = usePlan('setCompanyUserService', open && input && data && !short ? input : undefined)

  const { busy, submit } = useSubmission({
    call: api.setCompanyUserService,
    message: ({ data: { employees, cost_days, balance } }) =>
      `已给 ${count(employees)} 人分配 ${count(cost_days)} 人天，企业剩余 ${count(balance)} 人天`,
    onSuccess: ({ data }) => session.setRemainDays(data.balance),
    done,
  })
  const draft = useFormDraft()
  const closed = !getting.length || short || refused !== undefined || plan.loading
  // An Enter may precede the preview: it takes effect once the preview arrives, and only for the previewed amount.
  const [entered, setEntered] = useState<ReturnType<typeof amountOf>>()
  const ready = entered && !loading && !plan.loading && isEqual(entered, amount)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the Enter counts once
  useEffect(() => {
    if (!ready) return
    setEntered(undefined)
    if (!closed) void assign()
  }, [ready])
  function enter(values: Values): void {
    const wanted = amountOf(values)
    // The Enter that takes a date from the picker does not submit.
    if (values.by === 'days' || (!closed && !loading && isEqual(wanted, amount))) setEntered(wanted)
  }
  /** The form only reports typed values: setting a value otherwise must cancel a pending Enter explicitly. */
  function chooseDays(next: number): void {
    form.setFieldValue('days', next)
    changed({ days: next })
  }
  function changed(...values: Parameters<typeof draft.keep>): void {
    setEntered(undefined)
    draft.keep(...values)
  }
  async function assign() {
    if (!input) return
    // The server has checked the amount in the preview, and the list shows the outcome; a refusal is reported and the amount kept.
    close()
    if (await submit(input)) draft.drop()
  }

  return (
    <Dialog
      title={getting.length ? `给${forWhom(getting)}分配时长` : '分配时长'}
      open={open}
      onCancel={close}
      giveUp={draft.drop}
      onOk={() => form.submit()}
      okText="分配"
      okButtonProps={{ disabled: closed }}
      confirmLoading={busy || entered !== undefined}
      mask={{ closable: false }}
      width={500}
    >
      <Form
        form={form}
        layout="vertical"
        className="dialog-form"
        initialValues={{ by: 'days', days: 30, until: null }}
        onFinish={enter}
        onValuesChange={changed}
      >
        <FormDraft
          name="assign"
          subject={people.map(({ employee_id }) => employee_id)}
          draft={draft}
          restored={() => setEntered(undefined)}
        />
        {getting.length > 1 && <p className="dialog-about">{namesOf(getting)}</p>}
        {more && (
          <Alert
            type="warning"
            title={`符合条件的不止这 ${count(people.length)} 人，这一次只给他们分配；其余的人请按部门或到期日期筛选，分几次做`}
          />
        )}
        <Form.Item name="by">
          <Segmented
            aria-label="分配方式"
            options={[
              { value: 'days', label: '按天数' },
              { value: 'until', label: '到某一天' },
            ]}
          />
        </Form.Item>
        {by === 'days' ? (
          <Form.Item label="每人增加的天数" htmlFor="days" className="days-field">
            <Space wrap>
              <Form.Item
                noStyle
                name="days"
                rules={[{ required: true, message: '请输入天数' }, between(1, maxPersonDays, '天')]}
              >
                <WholeNumber id="days" suffix="天" autoFocus />
              </Form.Item>
              {usual.map(each => (
                <button key={each} type="button" className="chip" onClick={() => chooseDays(each)}>
                  {each} 天
                </button>
              ))}
            </Space>
          </Form.Item>
        ) : (
          <Form.Item
            name="until"
            label="服务到（当日结束）"
            rules={[{ required: true, message: '请选择日期' }]}
            extra="已经更晚到期的员工保持不变"
          >
            <DatePicker
              autoFocus
              presets={presets()}
              disabledDate={date =>
                date.isBefore(chinaNow(), 'day') || date.isAfter(chinaNow().add(maxPersonDays - 1, 'day'))
              }
              style={{ width: '100%' }}
            />
          </Form.Item>
        )}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        <div className="quote" aria-live="polite" aria-busy={loading} data-tone={refused || short ? 'bad' : undefined}>
          {refused ? (
            <RetryNote refused={refused} reload={reload} />
          ) : data && input ? (
            <Quote data={data} people={getting} {...amount} />
          ) : (
            '填写后显示需要的人天'
          )}
        </div>
        {input && data && !short && !refused && <Plan plan={plan} />}
        {by === 'days' && waiting.length > 0 && (
          <p className="quiet">待本人同意的人：先从企业余额预留，自同意加入时起算；谢绝、过期或撤回邀请时全部退回。</p>
        )}
        {without.length > 0 && <p className="quiet">不分配（已停用、未加入的只能按天数预留）：{namesOf(without)}</p>}
      </Form>
    </Dialog>
  )
}

interface QuoteProps {
  data: OutputOf<'setCompanyUserService'>
  people: readonly Employee[]
  days?: number
  until?: string
}

/** “3 人的服务到 2026-12-31，共 90 人天，分配后剩余 410 人天。” */
function Quote({ data, people, days, until }: QuoteProps) {
  const { employees, unchanged, cost_days, balance } = data
  const [only] = people
  return (
    <>
      <p>
        {until
          ? `${count(employees)} 人的服务到 ${until}`
          : people.length === 1 && only && days
            ? only.state === 'invited'
              ? `预留 ${days} 天，待加入后起算`
              : `服务到 ${day(extended(only.service_ends_at, days))}`
            : `${count(employees)} 人各增加 ${days} 天`}
        ，共 <b>{count(cost_days)}</b> 人天
        {unchanged > 0 && `；${count(unchanged)} 人到期更晚，保持不变`}
      </p>
      <p>
        {balance < 0 ? (
          <>
            企业剩余时长不足，还缺 <b>{count(-balance)}</b> 人天，
            <ReachedLink to={paths.buyHours} otherwise="请联系企业管理员购买">
              去购买时长
            </ReachedLink>
          </>
        ) : (
          <>
            分配后企业剩余 <b>{count(balance)}</b> 人天
          </>
        )}
      </p>
    </>
  )
}
