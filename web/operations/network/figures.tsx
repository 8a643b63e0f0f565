import { Link } from 'react-router'
import { count } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { addressesAt, linesAt } from '../paths.ts'

/** What lies at a place, by number. */
interface Figures {
  lines: number
  free: number
  reserved: number
  held: number
  bound: number
  cooling: number
  retired: number
  skus: number
}

type Of<Row> = (row: Row) => { region_id: string } | { access_way_id: string }

/** Each figure leads to the list of what it counts. */
export const figureColumns = <Row extends Figures>(of: Of<Row>): Column<Row>[] => [
  {
    key: 'lines',
    title: '专线',
    end: true,
    render: row => <Link to={linesAt(of(row))}>{count(row.lines)}</Link>,
  },
  { key: 'left', title: '可售', end: true, render: row => count(row.free - row.reserved) },
  {
    key: 'free',
    title: '空闲',
    end: true,
    render: row => <Link to={addressesAt({ ...of(row), state: 'free' })}>{count(row.free)}</Link>,
  },
  { key: 'reserved', title: '已承诺', end: true, extra: true, render: row => count(row.reserved) },
  {
    key: 'bound',
    title: '已绑定',
    end: true,
    render: row => <Link to={addressesAt({ ...of(row), state: 'bound' })}>{count(row.bound)}</Link>,
  },
  {
    key: 'held',
    title: '保留',
    end: true,
    render: row => <Link to={addressesAt({ ...of(row), state: 'held' })}>{count(row.held)}</Link>,
  },
  {
    key: 'cooling',
    title: '冷却中',
    end: true,
    render: row => <Link to={addressesAt({ ...of(row), state: 'cooling' })}>{count(row.cooling)}</Link>,
  },
  {
    key: 'retired',
    title: '已停用',
    end: true,
    extra: true,
    render: row => <Link to={addressesAt({ ...of(row), state: 'retired' })}>{count(row.retired)}</Link>,
  },
  { key: 'skus', title: '规格', end: true, render: row => count(row.skus) },
]
