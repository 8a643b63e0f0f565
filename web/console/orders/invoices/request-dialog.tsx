import { Form, Input, Radio, Skeleton } from 'antd'
import { invoiceKindNames } from '#contract/shop.ts'
import { lineProblem, ruled } from '#web/account/rules.ts'
import { api } from '#web/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { yuan } from '#web/ui/format.ts'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { useAsked } from '#web/ui/use-asked.ts'
import { useCall } from '#web/ui/use-call.ts'
import { TitleDialog } from './title-dialog.tsx'

/** As many as the contract takes onto one invoice. */
export const mostOrders = 100

export interface RequestQuestion {
  orders: readonly { order_id: string; order_number: string; amount: number }[]
}

interface RequestDialogProps extends RequestQuestion {
  open: boolean
  close: () => void
  done: () => void
}

interface Values {
  title_id?: string
  remark: string
}

/** One invoice for the chosen orders: to whom, and what shall stand on it. */
export function RequestDialog({ orders, open, close, done }: RequestDialogProps) {
  const [form] = Form.useForm<Values>()
  const adding = useAsked<'new'>()
  const { data, refused, reload } = useCall('getInvoiceTitleList', {}, { quiet: true })
  const titles = data?.list
  const amount = orders.reduce((sum, order) => sum + order.amount, 0)

  async function send({ title_id, remark }: Values) {
    if (!title_id) return false
    const answer = await api.requestInvoice({
      order_ids: orders.map(({ order_id }) => order_id),
      title_id,
      remark: remark.trim(),
    })
    if (!answer.ok) {
      tellRefusal(form, answer, { [-51001]: 'title_id' })
      // Then the orders shown are old.
      if (answer.code === -51003) done()
      return answer.code === -51003
    }
    toast.success(answer.msg)
    done()
    return true
  }

  return (
    <>
      <DialogForm
        title={`申请发票 ${yuan(amount)}`}
        okText="申请发票"
        open={open}
        close={close}
        form={form}
        send={send}
      >
        <p className="dialog-about">
          {orders.length === 1 ? '订单' : `${orders.length} 个订单合开一张：`} {namesOf(orders)}
        </p>
        {refused && !titles ? (
          <Failure refused={refused} retry={reload} />
        ) : titles ? (
          <Form.Item
            name="title_id"
            label="发票抬头"
            initialValue={titles[0]?.title_id}
            rules={[{ required: true, message: titles.length ? '请选择发票抬头' : '请先新增发票抬头' }]}
          >
            <Radio.Group className="title-choice">
              {titles.map(({ title_id, title, kind, tax_number }) => (
                <Radio key={title_id} value={title_id}>
                  <span className="two-lines">
                    <span>{title}</span>
                    <span>
                      {invoiceKindNames[kind]} · {tax_number}
                    </span>
                  </span>
                </Radio>
              ))}
            </Radio.Group>
          </Form.Item>
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 3 }} />
        )}
        <p className="title-add">
          <button type="button" className="chip" onClick={() => adding.ask('new')}>
            新增抬头
          </button>
        </p>
        <Form.Item
          name="remark"
          label="备注（选填，印在发票上）"
          initialValue=""
          rules={[ruled(lineProblem('备注', 200, 0))]}
        >
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
        <p className="quiet">开具后会通知您，在“开票记录”里下载。</p>
      </DialogForm>
      <TitleDialog
        key={adding.round}
        title={undefined}
        open={adding.open}
        close={adding.close}
        done={title => {
          form.setFieldValue('title_id', title.title_id)
          reload()
        }}
      />
    </>
  )
}

const namesOf = (orders: RequestQuestion['orders']) =>
  orders
    .slice(0, 5)
    .map(({ order_number }) => order_number)
    .join('、') + (orders.length > 5 ? ` 等 ${orders.length} 个` : '')
