import '#web/ui/skeleton.css'
import '#web/ui/tiles.css'
import type { OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { consolePageAt } from '#web/data/console-pages.ts'
import { isLimited, useReach } from '#web/data/reach.ts'
import { useStore } from '#web/data/use-store.ts'
import { count } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { companyStates, verificationStates } from '#web/ui/states.ts'
import { FigureCell, figuresOf } from './company-figures.tsx'
import { CostFigure } from './cost-figure.tsx'

interface CompanyHeadProps {
  company: OutputOf<'getCompanyInfo'> | undefined
  data: OutputOf<'getCompanyData'> | undefined
}

export function CompanyHead({ company, data }: CompanyHeadProps) {
  const balance = useStore(state => state.remainDays)
  const limited = useStore(isLimited)
  const { isReached } = useReach()
  const costs = consolePageAt(paths.costs)
  const seesCosts = costs !== undefined && isReached(costs)
  return (
    <section className="sheet" aria-labelledby="company-title">
      <div className="company-head">
        <span className="initial" aria-hidden="true">
          {company && [...company.name][0]}
        </span>
        <div>
          <h1 id="company-title">{company?.name ?? <span className="skeleton-bar name-wait" />}</h1>
          <p>
            {company && (
              <>
                <StateTag state={verificationStates.approved} />
                <StateTag state={companyStates[company.state]} />
                <span className="quiet">
                  {[company.industry, company.size, `${count(company.department_count)} 个部门`]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </>
            )}
          </p>
        </div>
      </div>
      <dl className="tiles figures-row">
        {data ? (
          <>
            {figuresOf(data, balance ?? data.balance, limited).map(figure => (
              <FigureCell key={figure.label} {...figure} />
            ))}
            {seesCosts && <CostFigure />}
          </>
        ) : (
          Array.from({ length: seesCosts ? 8 : 7 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items are all the same
            <div key={index} aria-hidden="true">
              <dt>
                <span className="skeleton-bar" />
              </dt>
              <dd>&nbsp;</dd>
            </div>
          ))
        )}
      </dl>
    </section>
  )
}
