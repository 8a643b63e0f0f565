import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { InputOf } from '#contract/index.ts'
import { isSessionRefusal, type Refused, sentence } from '#web/answers.ts'
import { api } from '#web/api.ts'
import { cashierPath } from '#web/paths.ts'
import { makeIntent } from '#web/ui/intent.ts'
import { toast } from '#web/ui/toast.ts'
import { useAsked } from '#web/ui/use-asked.ts'
import { usePreview } from '#web/ui/use-preview.ts'

export type Content = InputOf<'getUsableCoupon'>
/** A coupon's id; none on purpose; or undefined for the one that takes off most. */
export type CouponChoice = string | 'none' | undefined

const codes = { couponRefused: -49024, short: -49006, otherContent: -49007, otherPrice: -49008 }

interface OrderOptions {
  /** What is ordered; undefined while it is not chosen. */
  content: Content | undefined
  coupon: CouponChoice
  /** What is sold is not what was shown: read it again. */
  stale?: () => void
  ordered?: () => void
}

/** From a choice to an order: the coupons for it, its price by the server, and placing it once. */
export function useOrder({ content, coupon, stale, ordered }: OrderOptions) {
  const coupons = usePreview('getUsableCoupon', content)
  const best = coupons.data?.list.find(({ usable }) => usable)?.coupon_id
  const coupon_id = coupon === 'none' ? undefined : (coupon ?? best)
  const quote = usePreview('quoteOrder', content && { ...content, coupon_id })
  const changed = useAsked<{ before: number; after: number }>()
  const [intent] = useState(makeIntent)
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const navigate = useNavigate()
  // A coupon that does not count is not ordered with: the price shown is without it.
  const order = content && { ...content, coupon_id: quote.data?.coupon_problem ? undefined : coupon_id }

  function askAgain(): void {
    coupons.again()
    quote.again()
    stale?.()
  }

  /** Why the order was not placed. Only a new price is a question; the rest is said, and what is shown is asked for again. */
  async function refused(answer: Refused, payable: number): Promise<void> {
    if (isSessionRefusal(answer) || !order) return
    if (answer.code === codes.otherPrice) {
      const fresh = await api.quoteOrder(order, { quiet: true })
      askAgain()
      if (fresh.ok && fresh.data.payable !== payable) {
        changed.ask({ before: payable, after: fresh.data.payable })
        return
      }
    }
    if (answer.code === codes.otherContent) intent.end()
    if (answer.code === codes.short || answer.code === codes.couponRefused) askAgain()
    toast.error(answer.code === 0 ? `${answer.msg}，再次提交不会重复下单` : sentence(answer))
  }

  /** Answers whether it stands. `payable` is what the buyer saw. */
  async function submit(payable: number): Promise<boolean> {
    if (!order || sending.current) return false
    sending.current = true
    setBusy(true)
    const answer = await api.createOrder({ ...order, request_key: intent.keyFor(order), payable })
    sending.current = false
    setBusy(false)
    if (!answer.ok) {
      await refused(answer, payable)
      return false
    }
    intent.end()
    ordered?.()
    void navigate(cashierPath(answer.data.order_id))
    return true
  }

  return { coupons, coupon_id, quote, changed, busy, submit }
}

export type Order = ReturnType<typeof useOrder>
