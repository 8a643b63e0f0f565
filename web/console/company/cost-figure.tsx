import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useCall } from '#web/data/use-call.ts'
import { yuan } from '#web/ui/format.ts'
import { presentMonth } from '../costs/present-month.ts'

/** Shows the cost of the month from the call that the costs page makes, so that both agree. */
export function CostFigure() {
  const month = presentMonth()
  const { data, refused } = useCall('getCosts', { month, by: 'department', page: 1, page_size: 1 })
  return (
    <div>
      <dt>本月费用</dt>
      <dd>
        <Link to={`${paths.costs}?month=${month}`}>
          <span>{data ? yuan(data.amount) : refused ? '查看' : '…'}</span>
        </Link>
      </dd>
    </div>
  )
}
