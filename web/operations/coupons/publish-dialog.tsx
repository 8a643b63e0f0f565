import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { count } from '#web/ui/format.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import type { ListedType } from './coupon-type.ts'

interface PublishDialogProps extends ChangeDialogProps {
  type: ListedType
}

export function PublishDialog({ type, ...dialog }: PublishDialogProps) {
  const { coupon_type_id, name, published, way, figures } = type
  return (
    <ConfirmDialog
      title={published ? '下架优惠券' : '上架优惠券'}
      okText={published ? '下架' : '上架'}
      danger={published}
      {...dialog}
      call={api.setCouponTypePublished}
      input={{ coupon_type_id, published: !published }}
      message={published ? `已下架“${name}”` : `已上架“${name}”`}
    >
      <p>
        <strong>{name}</strong>
        {published
          ? `：企业不能再领取。已领取的 ${count(figures.claimed)} 张不受影响，可使用的 ${count(figures.unused)} 张仍可使用。`
          : way === 'center'
            ? '：在领取时间内，所有企业都能在领券中心看到并领取。'
            : way === 'promotion'
              ? '：通过绑定它的推广码注册的企业，认证后会自动得到一张。'
              : '：由您赠送给企业，领券中心不显示。'}
      </p>
    </ConfirmDialog>
  )
}
