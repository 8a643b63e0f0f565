import './costs.css'
import { Segmented, Select } from 'antd'
import { costGroupNames, costGroups, costMonths } from '#contract/cost-names.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { dayjs } from '#web/ui/dayjs.ts'
import { Failure } from '#web/ui/failure.tsx'
import { count, dateTime, yuan } from '#web/ui/format.ts'
import { oneOf } from '#web/ui/list/address.ts'
import { Empty } from '#web/ui/list/data-list.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { Pages } from '#web/ui/list/pages.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { May } from '#web/ui/may.tsx'
import { IdleCard } from './idle-card.tsx'
import { OverviewCard } from './overview-card.tsx'
import { PackCard } from './pack-card.tsx'
import { presentMonth } from './present-month.ts'

const monthText = /^2\d{3}-(0[1-9]|1[0-2])$/
const fields = {
  month: (text: string) => (monthText.test(text) ? text : undefined),
  by: oneOf(costGroups),
}

/** The present month and those before, the newest first. */
const months = () =>
  Array.from({ length: costMonths }, (_, ago) => dayjs(presentMonth()).subtract(ago, 'month').format('YYYY-MM')).map(
    value => ({
      value,
      label: `${value.slice(0, 4)} 年 ${Number(value.slice(5))} 月`,
    }),
  )

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
        <section className="sheet" aria-labelledby="costs-month">
          <div className="sheet-head">
            <h2 id="costs-month">当月明细</h2>
            <span className="row costs-choice">
              <Select
                aria-label="月份"
                value={month}
                options={options}
                onChange={(picked: string) => at.filter({ month: picked })}
              />
              <Segmented aria-label="分组" value={by} options={groups} onChange={picked => at.filter({ by: picked })} />
            </span>
          </div>
          <MonthTable month={month} by={by} page={at.page} size={at.size} go={at.go} />
        </section>
        <IdleCard />
        <May call="getCompliancePacks">
          <PackCard />
        </May>
      </div>
    </>
  )
}

interface MonthTableProps {
  month: string
  by: (typeof costGroups)[number]
  page: number
  size: number
  go: (page: number, size: number) => void
}

const usedNames = { department: '人数', employee: '用过的专线', line: '用过的人' }

function MonthTable({ month, by, page, size, go }: MonthTableProps) {
  const { data, refused, reload, loading } = useCall('getCosts', { month, by, page, page_size: size })
  if (refused && !data) return <Failure refused={refused} retry={reload} />
  if (data && !data.total)
    return <Empty title="这个月没有费用" text="购买并交付的专线与分配出去的时长，从用掉的那一天起计入。" />
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className="table-frame" tabIndex={0} aria-label="明细表" aria-busy={loading}>
        <table className="table costs-table">
          <thead>
            <tr>
              <th scope="col">{costGroupNames[by]}</th>
              <th scope="col" className="table-end">
                {usedNames[by]}
              </th>
              <th scope="col" className="table-end">
                时长
              </th>
              <th scope="col" className="table-end">
                专线
              </th>
              <th scope="col" className="table-end">
                合计
              </th>
            </tr>
          </thead>
          <tbody>
            {data?.list.map(({ id, name, detail, used, hours_amount, lines_amount, amount }) => (
              <tr key={id ?? name}>
                <td>
                  <span className="two-lines">
                    <span>{name}</span>
                    {by !== 'department' && <span>{detail}</span>}
                  </span>
                </td>
                <td className="table-end">{used ? count(used) : ''}</td>
                <td className="table-end">{yuan(hours_amount)}</td>
                <td className="table-end">{yuan(lines_amount)}</td>
                <td className="table-end">{yuan(amount)}</td>
              </tr>
            ))}
          </tbody>
          {data && (
            <tfoot>
              <tr>
                <th scope="row" colSpan={2}>
                  合计
                </th>
                <td className="table-end">{yuan(data.hours_amount)}</td>
                <td className="table-end">{yuan(data.lines_amount)}</td>
                <td className="table-end">{yuan(data.amount)}</td>
              </tr>
            </tfoot>
          )}
        </table>
      </section>
      {data && (
        <p className="quiet costs-kept">
          {data.closed_at
            ? `这个月已于 ${dateTime(data.closed_at)} 结定，不再改变；以后发现的差额列在下一个月，写明更正的是哪个月。`
            : '这个月尚未结定，数字还会变化。'}
        </p>
      )}
      {data && data.total > size && (
        <Pages current={page} pageSize={size} total={data.total} showSizeChanger={false} onChange={go} />
      )}
    </>
  )
}
