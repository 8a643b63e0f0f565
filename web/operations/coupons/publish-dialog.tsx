import { isSessionRefusal, sentence } from '#web/answers.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { count } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'
import type { ListedType } from './coupon-type.ts'

interface PublishDialogProps {
  type: ListedType
  open: boolean
  close: () => void
  done: () => void
}

export function PublishDialog({ type, open, close, done }: PublishDialogProps) {
  const { coupon_type_id, name, published, way, figures } = type
  async function send() {
    const answer = await api.setCouponTypePublished({ coupon_type_id, published: !published })
    if (answer.ok) {
      toast.success(published ? `已下架“${name}”` : `已上架“${name}”`)
      done()
    } else if (!isSessionRefusal(answer)) toast.error(sentence(answer))
    return answer.ok
  }
  return (
    <ConfirmDialog
      title={published ? '下架优惠券' : '上架优惠券'}
      okText={published ? '下架' : '上架'}
      danger={published}
      open={open}
      close={close}
      send={send}
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
