import { Form, InputNumber } from 'antd'
import { packageDays } from '#contract/records/catalogue-fields.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { dateTime } from '#web/ui/format.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { refreshSelf } from '../operator-self.ts'
import { requestedMessage } from '../requested-message.ts'
import type { ListedCategory } from './category-tree.tsx'
import { HoldsFrom, holdsFrom, type WhenValues } from './holds-from.tsx'
import { DiscountField, type ListedPackage, SortField } from './package-fields.tsx'

export function PackageAddDialog({ category, open, close, done }: ChangeDialogProps & { category: ListedCategory }) {
  return (
    <DialogForm
      title={`新建套餐：${category.name}`}
      subject={category.category_id}
      okText="新建"
      open={open}
      close={close}
      call={api.addPackageType}
      input={(values: { days: number; discount_percent: number; sort: number }) => ({
        ...values,
        category_id: category.category_id,
      })}
      fieldOf={{ [-53402]: 'days' }}
      message="已新建；在操作里点“启用”，经另一位操作员确认后客户才能选择"
      done={done}
    >
      <Form.Item name="days" label={packageDays.label} rules={[{ required: true, message: '请输入天数' }]}>
        <InputNumber min={1} max={packageDays.max} precision={0} suffix="天" />
      </Form.Item>
      <DiscountField />
      <SortField sort={100} />
    </DialogForm>
  )
}

export interface DiscountQuestion {
  row: ListedPackage
  /** Makes the package selectable together with the discount. */
  publish: boolean
}

export function DiscountDialog({
  question: { row, publish },
  open,
  close,
  done,
}: ChangeDialogProps & { question: DiscountQuestion }) {
  const [form] = Form.useForm<WhenValues & { discount_percent: number }>()
  const { scheduled } = row
  const now = scheduled?.discount_percent ?? row.discount_percent
  function inputOf({ discount_percent, ...when }: WhenValues & { discount_percent: number }) {
    if (publish || discount_percent !== now)
      return {
        packages: [{ package_type_id: row.package_type_id, old_discount: now, discount_percent }],
        publish,
        holds_from: holdsFrom(when),
      }
    form.setFields([{ name: 'discount_percent', errors: [`已经是优惠 ${now}%`] }])
  }
  return (
    <DialogForm
      title={publish ? `启用 ${row.days} 天套餐` : `调整 ${row.days} 天套餐的折扣`}
      subject={row.package_type_id}
      okText="提交确认"
      open={open}
      close={close}
      form={form}
      message={requestedMessage}
      call={api.requestPrices}
      input={inputOf}
      onSuccess={() => void refreshSelf()}
      done={done}
    >
      {scheduled && (
        <Alert
          type="info"
          title={`已安排 ${dateTime(scheduled.holds_from)} 起优惠 ${scheduled.discount_percent}%：新的折扣须晚于它。`}
        />
      )}
      <DiscountField percent={now} />
      <HoldsFrom later={Boolean(scheduled)} />
      <p className="quiet">现为优惠 {row.discount_percent}%。按审批规则须第二人的，由另一位操作员确认后才会执行。</p>
    </DialogForm>
  )
}

export function PackageSortDialog({ row, ...dialog }: ChangeDialogProps & { row: ListedPackage }) {
  const { package_type_id } = row
  return (
    <DialogForm
      title={`修改 ${row.days} 天套餐的排序`}
      subject={package_type_id}
      okText="保存"
      {...dialog}
      call={api.setPackageSort}
      record={row}
      input={({ sort }: { sort: number }, seen) => ({ package_type_id, sort, seen: { sort: seen.sort } })}
    >
      <SortField sort={row.sort} />
    </DialogForm>
  )
}

export const ArchivePackageDialog = ({
  category,
  row,
  open,
  close,
  done,
}: ChangeDialogProps & { category: ListedCategory; row: ListedPackage }) => (
  <ConfirmDialog
    title="停用套餐"
    okText="停用"
    danger
    open={open}
    close={close}
    call={api.archivePackageType}
    input={{ package_type_id: row.package_type_id }}
    done={done}
  >
    <p>
      “{category.name}”的{' '}
      <strong>
        {row.days} 天套餐（优惠 {row.discount_percent}%）
      </strong>
      立即不能再选，续费也不再享受它的折扣；已下的订单不受影响。
    </p>
    <p className="quiet">再次启用须由另一位操作员确认折扣。</p>
  </ConfirmDialog>
)
