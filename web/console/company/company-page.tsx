import './company.css'
import { useEffect } from 'react'
import { session } from '#web/data/session.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { May } from '#web/ui/may.tsx'
import { ClosingCard } from './closing-card.tsx'
import { Charts } from './company-charts.tsx'
import { CompanyHead } from './company-head.tsx'
import { LinesCard } from './lines-card.tsx'
import { RegisteredCard } from './registered-card.tsx'
import { TerminalCard } from './terminal-card.tsx'
import { TodoCard } from './todo-card.tsx'
import { TrialCard } from './trial-card.tsx'

/** The console's home page: the state of the company, the manager's tasks, and upcoming expiries. */
export function CompanyPage() {
  const info = useRemembered('getCompanyInfo', {})
  const figures = useRemembered('getCompanyData', {})
  const { data, current } = figures
  useEffect(() => {
    if (data && current) session.setRemainDays(data.balance)
  }, [data, current])
  if (info.refused && !info.data) return <Failure refused={info.refused} retry={info.reload} />
  return (
    <div className="sheets">
      <CompanyHead company={info.data} data={data} />
      {figures.refused && !data ? (
        <section className="sheet">
          <Failure refused={figures.refused} retry={figures.reload} />
        </section>
      ) : (
        <div className="overview">
          <TodoCard todo={data?.todo} />
          <Charts data={data} />
        </div>
      )}
      <May call="getTrial">
        <TrialCard />
      </May>
      <May call="getVplMap">
        <LinesCard />
      </May>
      <May call="getTerminalApproval">
        <TerminalCard />
      </May>
      <RegisteredCard company={info.data} changed={info.reload} />
      <May call="getClosingRequest">
        <ClosingCard name={info.data?.name} />
      </May>
    </div>
  )
}
