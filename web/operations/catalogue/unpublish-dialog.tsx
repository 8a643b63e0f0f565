import { skuName } from '#contract/operations/catalogue-names.ts'
import { isSessionRefusal, sentence } from '#web/answers.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'
import type { ListedSku } from './new-prices.ts'

interface UnpublishDialogProps {
  skus: readonly ListedSku[]
  open: boolean
  close: () => void
  done: () => void
}

/** Names that are told one by one. */
const told = 5

export function UnpublishDialog({ skus, open, close, done }: UnpublishDialogProps) {
  async function send() {
    const answer = await api.unpublishSkus({ sku_ids: skus.map(({ sku_id }) => sku_id) })
    if (!answer.ok) {
      if (!isSessionRefusal(answer)) toast.error(sentence(answer))
      return false
    }
    toast.success(`已下架 ${answer.data.unpublished} 个规格`)
    done()
    return true
  }
  return (
    <ConfirmDialog title={`下架 ${skus.length} 个规格`} okText="下架" danger open={open} close={close} send={send}>
      <p>
        <strong>{skus.slice(0, told).map(skuName).join('、')}</strong>
        {skus.length > told && ` 等 ${skus.length} 个规格`}
        立即停售
        {skus.some(({ region_id }) => region_id) && '，使用它们的专线也不能再续费'}
        ；已付款的订单与已开通的服务不受影响。
      </p>
      <p className="quiet">再次上架须由另一位操作员确认价格。</p>
    </ConfirmDialog>
  )
}
