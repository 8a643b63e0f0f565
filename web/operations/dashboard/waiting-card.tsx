import { CheckCircleOutlined, RightOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { count } from '#web/ui/format.ts'
import { useReachable } from '../reachable.ts'
import { waitingFilters } from './lists.ts'

/** The queues for the operator's roles, in the order of the menu. */
export function WaitingCard({ waiting }: { waiting: Record<string, number> }) {
  const queues = useReachable().flatMap(({ key, name, path, icon }) => {
    const to = `${path}?${new URLSearchParams(waitingFilters[key])}`
    return waiting[key] ? [{ key, name, icon, to, count: waiting[key] }] : []
  })
  return (
    <section className="sheet waiting-card" aria-labelledby="waiting-title">
      <h2 id="waiting-title">待办</h2>
      {queues.length ? (
        <ul className="waiting">
          {queues.map(({ key, name, icon, to, count: waits }) => (
            <li key={key}>
              <Link to={to}>
                <span aria-hidden="true">{icon}</span>
                <span>{name}</span>
                <b>{count(waits)}</b>
                <RightOutlined />
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="waiting-none">
          <CheckCircleOutlined /> 没有等您处理的事项。
        </p>
      )}
    </section>
  )
}
