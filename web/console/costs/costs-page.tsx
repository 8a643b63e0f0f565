import './costs.css'
import { costGroupNames, costGroups, costMonths } from '#contract/cost-names.ts'
import { api } from '#web/data/api.ts'
import { Columns } from '#web/ui/columns.tsx'
import { oneOf } from '#web/ui/list/address.ts'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { LateSelect } from '#web/ui/list/late-select.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { May } from '#web/ui/may.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { IdleCard } from './idle-card.tsx'
import { MonthTable } from './month-table.tsx'
import { OverviewCard } from './overview-card.tsx'
import { PackCard } from './pack-card.tsx'
import { presentMonth } from './present-month.ts'

const monthText = /^2\d{3}-(0[1-9]|1[0-2])$/

const fields = {
  month: (text: string) => (monthText.test(text) ? text : undefined),
  by: oneOf(costGroups),
}

/** Returns the present month and earlier ones, newest first. */
function months() {
  const present = presentMonth()
  return Array.from({ length: costMonths }, (_, ago) => {
    const at = new Date(Date.UTC(Number(present.slice(0, 4)), Number(present.slice(5)) - 1 - ago))
    return { value: at.toISOString().slice(0, 7), label: `${at.getUTCFullYear()} 年 ${at.getUTCMonth() + 1} 月` }
  })
}

const groups = costGroups.map(value => ({ value, label: costGroupNames[value] }))

/** Shows the cost of hours and lines, by whom, and the idle part of it. */
export function CostsPage() {
  const at = useListAddress(fields)
  const options = months()
  const month = at.filters.month ?? options[0]?.value ?? ''
  const by = at.filters.by ?? 'department'
  return (
    <>
      <ListHead
        title="费用"
        text="已付的钱按用掉的时间分摊：专线分给当月连接过它的人，时长分给用掉它的人；部门、人员与专线的合计相同。"
      >
        <May call="exportCosts">
          <ExportButton load={() => api.exportCosts({ month })}>导出当月</ExportButton>
        </May>
      </ListHead>
      <div className="sheets">
        <OverviewCard month={month} pick={picked => at.filter({ month: picked })} />
        <Columns
          left={
            <section className="sheet" aria-labelledby="costs-month">
              <div className="sheet-head">
                <h2 id="costs-month">当月明细</h2>
                <span className="row costs-choice">
                  <LateSelect
                    label="月份"
                    required
                    value={month}
                    options={options}
                    onChange={picked => at.filter({ month: picked })}
                  />
                  <Segmented
                    aria-label="分组"
                    value={by}
                    options={groups}
                    onChange={picked => at.filter({ by: picked })}
                  />
                </span>
              </div>
              <MonthTable month={month} by={by} page={at.page} size={at.size} go={at.go} />
            </section>
          }
          right={
            <>
              <IdleCard />
              <May call="getCompliancePacks">
                <PackCard />
              </May>
            </>
          }
        />
      </div>
    </>
  )
}
