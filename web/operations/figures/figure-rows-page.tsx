import { Link } from 'react-router'
import { figures, figureWords } from '#contract/operations/figures-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { count, dateTime, day, yuan } from '#web/ui/format.ts'
import { oneOf, text } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { companyColumn } from '../company-link.tsx'
import { salesOrderPath } from '../paths.ts'
import { useRemembered } from '../use-operation.ts'

type Row = OperationOutput<'getFigureRows'>['list'][number]

const fields = { figure: oneOf(figures), from: text(10), to: text(10), channel: text(36) }

/** Lists the rows that make up one figure, with their sum above. */
export function FigureRowsPage() {
  const at = useListAddress(fields)
  const { figure = 'net', from = day(Date.now()).slice(0, 7), to = from, channel } = at.filters
  const { name, about, unit, now } = figureWords[figure]
  const shown = (value: number) => ({ fen: yuan(value), days: `${count(value)} 人天`, count: count(value) })[unit]
  const called = useRemembered('getFigureRows', { figure, from, to, channel, page: at.page, page_size: at.size })
  const columns: Column<Row>[] = [
    companyColumn,
    { key: 'label', title: '内容', render: ({ label }) => label },
    {
      key: 'order',
      title: '订单',
      render: ({ order_number }) =>
        order_number ? <Link to={salesOrderPath(order_number)}>{order_number}</Link> : '—',
    },
    { key: 'at', title: '时间', render: ({ at: instant }) => (instant ? dateTime(instant) : '—') },
    { key: 'value', title: '数值', end: true, fixed: true, render: ({ value }) => shown(value) },
  ]
  return (
    <>
      <ListHead
        title={`${name}${called.data ? ` ${shown(called.data.sum)}` : ''}`}
        text={now ? `${about}。` : `${from === to ? from : `${from} 至 ${to}`}：${about}。`}
      />
      <DataList
        name="operations-figure-rows"
        noun="项明细"
        at={{ ...at, filtered: false }}
        called={called}
        columns={columns}
        idOf={({ row_id }) => row_id}
        labelOf={({ company_name, label }) => `${company_name} ${label}`}
        empty={{ title: '没有明细', text: now ? '现在没有计入这个数字的事。' : '这段时间里没有计入这个数字的事。' }}
      />
    </>
  )
}
