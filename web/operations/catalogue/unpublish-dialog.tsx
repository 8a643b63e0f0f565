import { skuName } from '#contract/operations/catalogue-names.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import type { ListedSku } from './new-prices.ts'

interface UnpublishDialogProps extends ChangeDialogProps {
  skus: readonly ListedSku[]
}

/** The most names listed one by one. */
const maxNamed = 5

export function UnpublishDialog({ skus, ...dialog }: UnpublishDialogProps) {
  return (
    <ConfirmDialog
      title={`下架 ${skus.length} 个规格`}
      okText="下架"
      danger
      {...dialog}
      call={api.unpublishSkus}
      input={{ sku_ids: skus.map(({ sku_id }) => sku_id) }}
      message={({ data }) => `已下架 ${data.unpublished} 个规格`}
    >
      <p>
        <strong>{skus.slice(0, maxNamed).map(skuName).join('、')}</strong>
        {skus.length > maxNamed && ` 等 ${skus.length} 个规格`}
        {' 立即停售'}
        {skus.some(({ region_id }) => region_id) && '，使用它们的专线也不能再续费'}
        ；已付款的订单与已开通的服务不受影响。
      </p>
      <p className="quiet">再次上架须由另一位操作员确认价格。</p>
    </ConfirmDialog>
  )
}
