import { Link } from 'react-router'
import type { OutputOf } from '#contract/index.ts'
import { openMatterNames, ownMatters } from '#contract/operations/companies-names.ts'
import { paths } from '#contract/paths.ts'
import { count, yuan } from '#web/ui/format.ts'

type Matter = (typeof ownMatters)[number]

/** Where the owner settles each matter; trials end by themselves, and the provider clears wrong payments. */
const places: Partial<Record<Matter, string>> = {
  orders: paths.orderRecord,
  refunds: paths.orderRecord,
  lines: paths.manageLine,
  invoices: `${paths.orderRecord}?tab=invoices`,
  tickets: paths.tickets,
  balance: paths.balance,
}

/** Lists what has to be settled before the company can be closed. */
export function ClosingMatters({ open }: { open: OutputOf<'getClosing'>['open'] }) {
  const left = ownMatters.filter(matter => open[matter])
  if (left.length === 0) return <p>没有须先了结的事项。</p>
  return (
    <section className="quote" aria-label="须先了结">
      <p>办理之前须先了结，可以自己处理，也可以提交之后由客服协助：</p>
      <ul>
        {left.map(matter => {
          const words = openMatterNames[matter](matter === 'balance' ? yuan(open.balance) : count(open[matter]))
          const place = places[matter]
          return <li key={matter}>{place ? <Link to={place}>{words}</Link> : words}</li>
        })}
      </ul>
    </section>
  )
}
