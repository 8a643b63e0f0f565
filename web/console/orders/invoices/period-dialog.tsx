import { Form, Select } from 'antd'
import { invoiceKindNames } from '#contract/shop.ts'
import { api } from '#web/data/api.ts'
import { serverNow } from '#web/data/server-time.ts'
import { useCall } from '#web/data/use-call.ts'
import { usePreview } from '#web/data/use-preview.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { count, yuan } from '#web/ui/format.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { RetryNote } from '#web/ui/retry-note.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'

/** The last twelve months in China, newest first, each with its first and last day. */
export function months(now: number): { month: string; from: string; to: string }[] {
  const china = new Date(now + 8 * 3_600_000)
  return Array.from({ length: 12 }, (_, ago) => {
    const first = new Date(Date.UTC(china.getUTCFullYear(), china.getUTCMonth() - ago, 1))
    const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0))
    const [from, to] = [first, last].map(day => day.toISOString().slice(0, 10)) as [string, string]
    return { month: from.slice(0, 7), from, to }
  })
}

/** The company's titles as options of a select, and how they load. */
export function useTitles() {
  const { data, ...found } = useCall('getInvoiceTitleList', {})
  const titles = data?.list.map(({ title_id, title, kind, email }) => ({
    value: title_id,
    label: `${title}（${invoiceKindNames[kind]}，${email}）`,
  }))
  return { titles, found }
}

/** Said before anything is filled in, because the dialog is left for it. */
export const noTitles = '还没有发票抬头，请先在“发票抬头”里新建'

interface Values {
  month: string
  title_id: string
}

/** The orders of the chosen month, before an invoice for them is requested. */
function MonthOrders({ data, refused, loading, reload }: ReturnType<typeof usePreview<'getInvoiceableOrderList'>>) {
  if (loading) return '…'
  if (refused) return <RetryNote refused={refused} reload={reload} />
  if (!data) return null
  return data.total ? `${count(data.total)} 个订单，合计 ${yuan(data.amount_total)}` : '这个月没有可以开票的订单'
}

/** Requests one invoice for all orders of a month that have none. */
export function PeriodDialog(dialog: ChangeDialogProps) {
  const [form] = Form.useForm<Values>()
  const { titles, found } = useTitles()
  const choices = months(serverNow())
  const month = Form.useWatch('month', form)
  const chosen = choices.find(each => each.month === month)
  const covered = usePreview(
    'getInvoiceableOrderList',
    dialog.open && chosen ? { from: chosen.from, to: chosen.to, page_size: 1 } : undefined,
    0,
  )
  return (
    <DialogForm
      title="按月合开一张发票"
      subject={undefined}
      okText="申请发票"
      {...dialog}
      form={form}
      waiting={!titles || covered.loading || !covered.data?.total}
      call={api.requestPeriodInvoice}
      input={({ title_id }: Values) => chosen && { from: chosen.from, to: chosen.to, title_id }}
      message={({ data }) => `已申请：${data.orders} 个订单，合计 ${yuan(data.amount)}`}
      fieldOf={{ [-51001]: 'title_id', [-51006]: 'month' }}
    >
      <p className="dialog-about">所选月份里完成、实付大于零且尚未申请发票的订单合开一张；充值本身不开票。</p>
      <Form.Item
        name="month"
        label="月份"
        initialValue={choices[0]?.month}
        rules={[{ required: true }]}
        extra={
          <span role="status">
            <MonthOrders {...covered} />
          </span>
        }
      >
        <Select options={choices.map(({ month }) => ({ value: month, label: month }))} />
      </Form.Item>
      {titles ? (
        <Form.Item
          name="title_id"
          label="发票抬头"
          initialValue={titles[0]?.value}
          rules={[{ required: true, message: '请选择发票抬头' }]}
          extra={!titles.length && noTitles}
        >
          <Select options={titles} placeholder="请选择" />
        </Form.Item>
      ) : (
        <Placeholder refused={found.refused} retry={found.reload} rows={1} />
      )}
    </DialogForm>
  )
}
