import { useState } from 'react'
import { wishesPerOrder } from '#contract/shop.ts'
import { Button } from '#web/ui/button.tsx'
import { count } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import type { LineWishesProps } from './wish-rows.tsx'

const WishRows = idlePart(async () => (await import('./wish-rows.tsx')).WishRows)

/** The name, the address and the group of each ordered line, for buyers who want to choose them now. */
export function LineWishes({ lines, others, wanted: requested, change, problem }: LineWishesProps) {
  const [unfolded, setOpen] = useState(requested !== undefined)
  const open = unfolded || problem !== undefined
  if (!lines.length) return null
  return (
    <section className="sheet" aria-labelledby="wishes-title">
      <div className="sheet-head">
        <h2 id="wishes-title">名称、地址与专线组</h2>
        <Button look="link" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起' : '现在就选'}
        </Button>
      </div>
      <p className="quiet">
        {open
          ? '都可以不填，付款后再设置。地址在付款时才归您，付款前可能被他人选走；选了地址的专线付款后即绑定，不能再整单退款。'
          : requested
            ? `已为 ${count(requested.length)} 条专线做了选择，付款后自动设置。`
            : '可以现在就给专线起名、选地址、放进专线组，付款后自动设置。'}
      </p>
      {open && <WishRows lines={lines} change={change} problem={problem} />}
      {open && others > 0 && (
        <p className="quiet">
          一次最多为 {wishesPerOrder} 条选择，其余 {count(others)} 条付款后在专线页设置。
        </p>
      )}
    </section>
  )
}
