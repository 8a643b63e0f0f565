import { costGroupNames, type costGroups } from '#contract/cost-names.ts'
import { useCall } from '#web/data/use-call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { count, dateTime, yuan } from '#web/ui/format.ts'
import { Empty } from '#web/ui/list/data-list.tsx'
import { Pages } from '#web/ui/list/pages.tsx'
import { TwoLines } from '#web/ui/two-lines.tsx'

interface MonthTableProps {
  month: string
  by: (typeof costGroups)[number]
  page: number
  size: number
  go: (page: number, size: number) => void
}

const usedNames = { department: '人数', employee: '用过的专线', line: '用过的人' }

export function MonthTable({ month, by, page, size, go }: MonthTableProps) {
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
                  <TwoLines first={name} second={by !== 'department' && detail} />
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
      {data && <Pages current={page} pageSize={size} total={data.total} rows={data.list.length} onChange={go} />}
    </>
  )
}
