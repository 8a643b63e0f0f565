import { Form, Input, Radio } from 'antd'
import { invoiceFields } from '#contract/records/invoice-fields.ts'
import { invoiceKindNames } from '#contract/shop.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { lineProblem, ruled } from '#web/ui/form-rules.ts'
import { yuan } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { TitleDialog } from './title-dialog.tsx'

/** The most orders in one invoice, as in the contract. */
export const maxOrders = 100

const { remark } = invoiceFields

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

/** Requests one invoice for the selected orders: its recipient and its content. */
export function RequestDialog({ orders, open, close, done }: RequestDialogProps) {
  const [form] = Form.useForm<Values>()
  const adding = useDialog<'new'>()
  const { data, refused, reload } = useCall('getInvoiceTitleList', {})
  const titles = data?.list
  const amount = orders.reduce((sum, order) => sum + order.amount, 0)

  return (
    <>
      <DialogForm
        title={`申请发票 ${yuan(amount)}`}
        subject={orders.map(({ order_id }) => order_id)}
        okText="申请发票"
        open={open}
        close={close}
        form={form}
        waiting={!titles}
        call={api.requestInvoice}
        input={({ title_id, remark }) =>
          title_id === undefined
            ? undefined
            : {
                order_ids: orders.map(({ order_id }) => order_id),
                title_id,
                remark: remark.trim(),
              }
        }
        fieldOf={{ [-51001]: 'title_id' }}
        outdatedBy={[-51003]}
        done={done}
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
            rules={[{ required: true, message: titles.length ? '请选择发票抬头' : '请先新建发票抬头' }]}
          >
            <Radio.Group className="title-choice">
              {titles.map(({ title_id, title, kind, tax_number }) => (
                <Radio key={title_id} value={title_id}>
                  <TwoLines first={title} second={`${invoiceKindNames[kind]} · ${tax_number}`} />
                </Radio>
              ))}
            </Radio.Group>
          </Form.Item>
        ) : (
          <Skeleton title={false} rows={3} />
        )}
        <p className="title-add">
          <button type="button" className="chip" onClick={() => adding.show('new')}>
            新建抬头
          </button>
        </p>
        <Form.Item
          name="remark"
          label={`${remark.label}（选填，印在发票上）`}
          initialValue=""
          rules={[ruled(lineProblem(remark.label, remark.max, remark.min))]}
        >
          <Input maxLength={remark.max} autoComplete="off" />
        </Form.Item>
        <p className="quiet">开具后会通知您，在“开票记录”里下载。</p>
      </DialogForm>
      <TitleDialog
        key={adding.key}
        title={undefined}
        {...adding.props}
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
