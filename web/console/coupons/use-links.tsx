import { paths } from '#contract/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import type { Product } from '../buy/offers.ts'
import { productsOf, type Shelf } from '../buy/offers.ts'

const pages: Record<Product, { path: string; name: string }> = {
  hours: { path: paths.buyHours, name: '购买时长' },
  line: { path: paths.buyLines, name: '购买专线' },
}

interface UseLinksProps {
  /** Undefined until the offers are loaded. */
  shelves: readonly Shelf[] | undefined
  /** Preselected on the buy page; undefined if the id of the claimed coupon is unknown. */
  couponId?: string
  coupon: { name: string; categories: string[]; for_purchase: boolean }
}

/** Links to the buy pages where a coupon can be used, with the coupon selected. */
export function UseLinks({ shelves, couponId, coupon }: UseLinksProps) {
  if (!coupon.for_purchase) return <span className="quiet">续费专线时使用</span>
  if (!shelves) return null
  const query = couponId ? `?coupon=${encodeURIComponent(couponId)}` : ''
  return [...productsOf(shelves, coupon.categories)].map(product => (
    <LinkButton
      key={product}
      size="small"
      to={`${pages[product].path}${query}`}
      aria-label={`用“${coupon.name}”${pages[product].name}`}
    >
      {pages[product].name}
    </LinkButton>
  ))
}
