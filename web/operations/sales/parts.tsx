import '#web/ui/order/order.css'
import './sales.css'
import { Link } from 'react-router'
import { isNumberOrAmount } from '#contract/amount.ts'
import { keysOf } from '#contract/typed-keys.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { fromNow } from '#web/ui/format.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { salesOrderPath } from '../paths.ts'

export const OrderLink = ({ number }: { number: string }) => <Link to={salesOrderPath(number)}>{number}</Link>

/** Marks a request that awaits a second operator's confirmation; the requester cannot confirm it. */
export const RequestedBy = ({ approval }: { approval: { requested_by: string; requested_at: string } | null }) =>
  approval && (
    <span className="quiet requested-by">
      {approval.requested_by} {fromNow(approval.requested_at)}提交，待另一人确认
    </span>
  )

/** A number with a copy button, for use elsewhere, where it may have to be written differently. */
export const Copied = ({ text, label, shown = text }: { text: string; label: string; shown?: string }) => (
  <span className="copied-number">
    {shown}
    <CopyButton text={text} label={label} />
  </span>
)

/** Returns the filters for what is searched: a number or an amount is looked for in all states, as it says nothing of one. */
export const searchedFor = (keyword: string | undefined): { keyword: string | undefined; state?: 'all' } =>
  keyword && isNumberOrAmount(keyword) ? { keyword, state: 'all' } : { keyword }

interface QueuesProps<Value extends string> {
  label: string
  value: Value
  names: Record<Value, string>
  onChange: (value: Value) => void
}

/** Selects a part of a list: the waiting items first, all of them last. */
export const Queues = <Value extends string>({ label, value, names, onChange }: QueuesProps<Value>) => (
  <div className="sales-queues">
    <Segmented
      aria-label={label}
      value={value}
      options={keysOf(names).map(key => ({ value: key, label: names[key] }))}
      onChange={onChange}
    />
  </div>
)
