import { Form, Select } from 'antd'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import type { DialogProps } from '#web/ui/use-dialog.ts'
import { noTitles, useTitles } from './period-dialog.tsx'

const off = 'off'

/** Sets whether invoices are requested automatically each month, and their title. */
export function AutomaticDialog(dialog: DialogProps) {
  const { titles, found } = useTitles()
  const { data, refused, reload } = useCall('getInvoiceSetting', {})
  return (
    <DialogForm
      title="每月自动开票"
      subject={undefined}
      okText="保存"
      {...dialog}
      waiting={!titles || !data}
      call={api.setInvoiceSetting}
      input={({ title_id }: { title_id: string }) => ({ title_id: title_id === off ? null : title_id })}
      fieldOf={{ [-51001]: 'title_id' }}
    >
      <p className="dialog-about">
        每月初自动为上月完成且尚未申请的订单合开一张；开具后发送到抬头的邮箱，也可以在这里下载。
        {data?.automatic && `现由${data.automatic.set_by}设置为开启。`}
      </p>
      {data && titles ? (
        <Form.Item
          name="title_id"
          label="自动开票"
          initialValue={data.automatic?.title_id ?? off}
          extra={!titles.length && noTitles}
        >
          <Select options={[{ value: off, label: '不自动开票' }, ...titles]} />
        </Form.Item>
      ) : (
        <Placeholder
          refused={refused ?? found.refused}
          retry={() => {
            reload()
            found.reload()
          }}
          rows={1}
        />
      )}
    </DialogForm>
  )
}
