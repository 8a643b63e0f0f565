import { Link } from 'react-router'
import type { OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { dateTime } from '#web/ui/format.ts'
import { May } from '#web/ui/may.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { ledgerLooks } from '#web/ui/states.ts'
import type { Employee } from '../employee.ts'

interface ServiceCardProps {
  employee: Employee
  ledger: OutputOf<'getCompanyUserDetail'>['ledger']
}

/** The service time from the person's view: days that the company assigned count as income. */
export const ServiceCard = ({ employee, ledger }: ServiceCardProps) => (
  <section className="sheet" aria-labelledby="ledger-title">
    <div className="sheet-head">
      <h2 id="ledger-title">时长记录</h2>
      <span className="quiet">
        {employee.reserved_days
          ? `已预留 ${employee.reserved_days} 天，自同意加入时起算`
          : `剩余 ${employee.remain_days} 天`}
        <May call="getServiceLedger">
          {' · '}
          <Link to={`${paths.employees}?tab=ledger&employee_id=${employee.employee_id}`}>在流水中查看</Link>
        </May>
      </span>
    </div>
    {ledger.length ? (
      <ul className="lines">
        {ledger.map(({ entry_id, kind, days, actor_name, note, created_at }) => (
          <li key={entry_id} className="line">
            <div className="details-entry">
              <StateTag state={ledgerLooks[kind]} />
              <b className="figures">{Math.abs(days)} 天</b>
              {note && <span className="quiet">{note}</span>}
            </div>
            <span className="quiet figures">
              {actor_name} · {dateTime(created_at)}
            </span>
          </li>
        ))}
      </ul>
    ) : (
      <p className="details-nothing">还没有分配过时长。</p>
    )}
  </section>
)
