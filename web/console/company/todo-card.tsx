import { CheckCircleOutlined, RightOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/index.ts'
import { renewAllPath } from '#contract/paths.ts'
import { useMay } from '#web/data/may.ts'
import { useReach } from '#web/data/reach.ts'
import { count } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { May } from '#web/ui/may.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { todoLook } from './todo-looks.tsx'

type Todo = OutputOf<'getCompanyData'>['todo'][number]

/** The tasks, each linked to the list that shows it. Tasks outside the user's duty are left out. */
export function TodoCard({ todo: all }: { todo: Todo[] | undefined }) {
  const { reaches } = useReach()
  const may = useMay()
  // Proposals are on the page of the orders, which is open to more duties.
  const todo = all?.filter(({ kind, link }) => reaches(link) && (kind !== 'proposal_open' || may('getProposalList')))
  return (
    <section className="sheet todo-card" aria-labelledby="todo-title">
      <div className="sheet-head">
        <h2 id="todo-title">待办</h2>
        {todo && todo.length > 0 && <span className="quiet">{count(todo.length)} 项</span>}
      </div>
      {!todo && <Skeleton title={false} rows={4} />}
      {todo?.length === 0 && (
        <div className="todo-none">
          <CheckCircleOutlined />
          <p>没有待办事项。有设备或员工申请等待审核、服务即将到期时，会列在这里。</p>
        </div>
      )}
      {todo && todo.length > 0 && (
        <ul className="todo">
          {todo.map(({ kind, text, link }) => (
            <li key={kind}>
              <Link to={link} className="todo-link">
                <span className="todo-mark" data-tone={todoLook(kind).tone} aria-hidden="true">
                  {todoLook(kind).icon}
                </span>
                <span>{text}</span>
                <RightOutlined />
              </Link>
              <TodoAct kind={kind} link={link} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Offers the act that settles a task in one step, where viewing the list is not enough. */
function TodoAct({ kind, link }: Pick<Todo, 'kind' | 'link'>) {
  if (kind === 'service_ending' || kind === 'service_ended')
    return (
      <May call="setCompanyUserService">
        <LinkButton size="small" to={`${link}&ask=extend`}>
          全部延长
        </LinkButton>
      </May>
    )
  if (kind !== 'line_expiring' && kind !== 'line_expired') return null
  return (
    <May call="createOrder">
      <LinkButton size="small" to={renewAllPath(kind === 'line_expiring' ? 'expiring' : 'expired')}>
        全部续费
      </LinkButton>
    </May>
  )
}
