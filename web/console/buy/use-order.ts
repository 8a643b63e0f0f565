import { useEffect, useRef, useState } from 'react'
import type { InputOf } from '#contract/index.ts'
import { cashierPath } from '#contract/paths.ts'
import { type Refused, sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { useLeadOn } from '#web/data/use-lead-on.ts'
import { usePreview } from '#web/data/use-preview.ts'
import { makeIntent } from '#web/ui/intent.ts'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'

export type Content = InputOf<'getUsableCoupon'>
/** A coupon's id; 'none' for no coupon; undefined for the one with the largest discount. */
export type CouponChoice = string | 'none' | undefined

/** A choice for a line that the server could not honour. */
export interface WishProblem {
  position: number
  field: 'ip_id' | 'group_id' | 'name'
  text: string
}

const wishFields: Record<number, WishProblem['field']> = { [-59740]: 'ip_id', [-59741]: 'group_id', [-59742]: 'name' }

const codes = { couponRefused: -49024, short: -49006, otherContent: -49007, otherPrice: -49008 }

type Placed = Content & Pick<InputOf<'createOrder'>, 'coupon_id' | 'line_wishes'>

interface OrderOptions {
  /** The content of the order; undefined while it is incomplete. */
  content: Content | undefined
  coupon: CouponChoice
  wishes?: InputOf<'createOrder'>['line_wishes']
  /** Called when the offers have changed and must be reloaded. */
  stale?: () => void
  ordered?: () => void
}

/** The cashier, which follows every order. It is loaded while the user chooses, so that the order does not wait for its scripts. */
const loadCashier = () => import('../orders/cashier/cashier-page.tsx')

/** Turns a selection into an order: its coupons, its price from the server, and a submission that takes effect once. */
export function useOrder({ content, coupon, wishes, stale, ordered }: OrderOptions) {
  const coupons = usePreview('getUsableCoupon', content)
  const best = coupons.data?.list.find(({ usable }) => usable)?.coupon_id
  const coupon_id = coupon === 'none' ? undefined : (coupon ?? best)
  const quote = usePreview('quoteOrder', content && { ...content, coupon_id })
  const changed = useDialog<{ before: number; after: number }>()
  const [intent] = useState(makeIntent)
  const [refusedWish, setRefusedWish] = useState<WishProblem>()
  /**
   * The amount the buyer saw. It is not part of the order's content: a retry at a new price is still the same order.
   */
  const seen = useRef(0)
  const leadOn = useLeadOn()
  useEffect(() => void loadCashier().catch(() => undefined), [])
  // A coupon that does not apply is left out of the order, because the displayed price is without it.
  const order = content && { ...content, coupon_id: quote.data?.coupon_problem ? undefined : coupon_id }

  function askAgain(): void {
    coupons.reload()
    quote.reload()
    stale?.()
  }

  /** Handles a refused order. A new price is put to the buyer; any other refusal is reported and the displayed data reloaded. */
  async function onRefused(answer: Refused): Promise<void> {
    if (order && answer.code === codes.otherPrice) {
      const fresh = await api.quoteOrder(order)
      askAgain()
      if (fresh.ok && fresh.data.payable !== seen.current) {
        changed.show({ before: seen.current, after: fresh.data.payable })
        return
      }
    }
    const field = wishFields[answer.code]
    if (field && typeof answer.data === 'number') {
      setRefusedWish({ position: answer.data, field, text: sentence(answer) })
      return
    }
    if (answer.code === codes.otherContent) intent.end()
    if (answer.code === codes.short || answer.code === codes.couponRefused) askAgain()
    showRefusal(answer, { unanswered: '再次提交不会重复下单' })
  }

  const placing = useSubmission({
    call: (input: Placed, { idempotencyKey: request_key, ...options }) =>
      api.createOrder({ ...input, request_key, payable: seen.current }, options),
    intent,
    message: '',
    onRefused,
    onSuccess({ data }) {
      ordered?.()
      // Back from the cashier must not lead to the same choice, which would be ordered a second time.
      if (!leadOn(cashierPath(data.order_id), { replace: true })) toast.success('订单已提交，请在订单记录里支付')
    },
  })

  /** Returns whether the order was placed. `payable` is the amount the buyer saw. */
  async function submit(payable: number): Promise<boolean> {
    if (!order || placing.busy) return false
    seen.current = payable
    setRefusedWish(undefined)
    return placing.submit({ ...order, line_wishes: wishes })
  }

  return { coupons, coupon_id, quote, changed, refusedWish, busy: placing.busy, submit }
}

export type Order = ReturnType<typeof useOrder>
