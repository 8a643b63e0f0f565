import { Link } from 'react-router'
import { count } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { addressesAt, linesAt } from '../paths.ts'

/** The counts of one place. */
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

/** Links a figure to its list, unless it is zero. */
const Counted = ({ to, value }: { to: string; value: number }) =>
  value ? <Link to={to}>{count(value)}</Link> : <span className="quiet">0</span>

type Of<Row> = (row: Row) => { region_id: string } | { access_way_id: string }

/** Columns whose figures link to the lists they count. */
export const figureColumns = <Row extends Figures>(of: Of<Row>): Column<Row>[] => [
  {
    key: 'lines',
    title: '专线',
    end: true,
    render: row => <Counted to={linesAt(of(row))} value={row.lines} />,
  },
  { key: 'left', title: '可售', end: true, render: row => count(row.free - row.reserved) },
  {
    key: 'free',
    title: '空闲',
    end: true,
    render: row => <Counted to={addressesAt({ ...of(row), state: 'free' })} value={row.free} />,
  },
  { key: 'reserved', title: '已承诺', end: true, extra: true, render: row => count(row.reserved) },
  {
    key: 'bound',
    title: '已绑定',
    end: true,
    render: row => <Counted to={addressesAt({ ...of(row), state: 'bound' })} value={row.bound} />,
  },
  {
    key: 'held',
    title: '保留',
    end: true,
    render: row => <Counted to={addressesAt({ ...of(row), state: 'held' })} value={row.held} />,
  },
  {
    key: 'cooling',
    title: '冷却中',
    end: true,
    render: row => <Counted to={addressesAt({ ...of(row), state: 'cooling' })} value={row.cooling} />,
  },
  {
    key: 'retired',
    title: '已停用',
    end: true,
    extra: true,
    render: row => <Counted to={addressesAt({ ...of(row), state: 'retired' })} value={row.retired} />,
  },
  { key: 'skus', title: '规格', end: true, render: row => count(row.skus) },
]
