import type { ShopPlatform } from '#contract/connection-names.ts'
import { usePreview } from '#web/data/use-preview.ts'
import { Alert } from '#web/ui/alert.tsx'
import { day } from '#web/ui/format.ts'
import { shopLabel } from './shop.ts'

interface ConflictsProps {
  svp_id: string | null | undefined
  platforms: ShopPlatform[]
  /** The shops about to be bound. */
  shop_ids: string[]
}

/** Warns of other shops on these platforms that the marketplace sees, or has seen, at the address of a line. */
export function Conflicts({ svp_id, platforms, shop_ids }: ConflictsProps) {
  const { data } = usePreview(
    'getShopConflicts',
    svp_id && platforms.length ? { svp_id, platforms, shop_ids } : undefined,
  )
  const list = svp_id ? (data?.list ?? []).filter(({ platform }) => platforms.includes(platform)) : []
  const bound = list.filter(({ is_bound }) => is_bound)
  const past = list.filter(({ is_bound }) => !is_bound)
  if (!list.length) return null
  return (
    <Alert
      className="same-platform"
      type="warning"
      title={[
        ...(bound.length ? [`这条专线已绑定 ${bound.map(shopLabel).join('、')}`] : []),
        ...past.map(each => `这个地址曾由 ${shopLabel(each)} 使用${each.last_at ? `至 ${day(each.last_at)}` : ''}`),
      ].join('；')}
      description={`同一平台的两家店铺从一个地址登录，平台可能判定它们有关联。请换一条${past.length ? '地址没有用过的' : ''}专线${bound.length ? '，或先解除另一家的绑定' : ''}。`}
    />
  )
}
