import './figures.css'
import { DatePicker, Table } from 'antd'
import { Link } from 'react-router'
import { type FigureName, figureWords, maxFigureMonths, stockPaceDays } from '#contract/operations/figures-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { useSearch } from '#web/data/use-search.ts'
import { dayjs } from '#web/ui/dayjs.ts'
import { Failure } from '#web/ui/failure.tsx'
import { count, dateTime, day, yuan } from '#web/ui/format.ts'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ActExport } from '../act.tsx'
import { api } from '../api.ts'
import { addressesAt, channelPath, figureRowsPath } from '../paths.ts'
import { ReachLink } from '../reach-link.tsx'
import { useRemembered } from '../use-operation.ts'
import { TicketSheet } from './ticket-sheet.tsx'

type Figures = OperationOutput<'getFigures'>
interface Range {
  from: string
  to: string
}

const thisMonth = () => day(Date.now()).slice(0, 7)
const monthPattern = /^\d{4}-\d\d$/

/** The months in the address; by default this one and the eleven before. */
function useRange(): [Range, (range: Range) => void] {
  const [search, changeSearch] = useSearch()
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
  const range =
    monthPattern.test(from) && monthPattern.test(to)
      ? { from, to }
      : { from: dayjs(`${thisMonth()}-01`).subtract(11, 'month').format('YYYY-MM'), to: thisMonth() }
  return [range, ({ from: first, to: last }) => changeSearch(() => new URLSearchParams({ from: first, to: last }))]
}

/** The figures by which the owner runs the business. Figures that are sums of rows link to their list. */
export function FiguresPage() {
  const [range, setRange] = useRange()
  const { data, refused, reload } = useRemembered('getFigures', range)
  return (
    <>
      <ListHead title="经营数字" text={data ? `截至 ${dateTime(data.at)}。点带链接的数字看它由哪些明细相加。` : '　'}>
        <DatePicker.RangePicker
          className="figures-range"
          picker="month"
          aria-label="月份"
          allowClear={false}
          // The server sums up no more months than these.
          disabledDate={(month, { from }) =>
            from !== undefined && Math.abs(month.diff(from, 'month')) >= maxFigureMonths
          }
          value={[dayjs(`${range.from}-01`), dayjs(`${range.to}-01`)]}
          onChange={months => {
            const [first, last] = months ?? []
            if (first && last) setRange({ from: first.format('YYYY-MM'), to: last.format('YYYY-MM') })
          }}
        />
        <ActExport load={() => api.exportFigures(range)} disabled={!data} />
      </ListHead>
      {refused && !data ? (
        <Failure refused={refused} retry={reload} />
      ) : data ? (
        <Sheets data={data} range={range} />
      ) : (
        <Skeleton rows={14} />
      )}
    </>
  )
}

const shown = (figure: FigureName, value: number) =>
  ({ fen: yuan(value), days: `${count(value)} 人天`, count: count(value) })[figureWords[figure].unit]

interface FigureProps extends Range {
  figure: FigureName
  value: number
  channel?: string
}

/** A number that links to its rows. */
const Figure = ({ figure, value, ...range }: FigureProps) => (
  <Link
    to={figureRowsPath({ figure, ...range })}
    aria-label={`${figureWords[figure].name} ${shown(figure, value)} 的明细`}
  >
    {shown(figure, value)}
  </Link>
)

/** The number of rows of a figure that is the sum of their values. */
const CountOfRows = ({ figure, value, ...range }: FigureProps) => (
  <Link to={figureRowsPath({ figure, ...range })} aria-label={`${figureWords[figure].name} ${count(value)} 项的明细`}>
    {count(value)}
  </Link>
)

const main = ['net', 'received', 'refunded', 'coupons_used', 'hours', 'prepaid', 'coupons_open'] as const

function Sheets({ data, range }: { data: Figures; range: Range }) {
  const { totals } = data
  const ended = totals.renewed + totals.lost
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`
  const rate = (part: number) => (ended ? percent(part / ended) : '—')
  return (
    <div className="sheets">
      <dl className="figures-main">
        {main.map(figure => (
          <div key={figure}>
            <dt>{figureWords[figure].name}</dt>
            <dd>
              <Figure figure={figure} value={totals[figure]} {...range} />
            </dd>
            <dd className="quiet">{figureWords[figure].about}</dd>
          </div>
        ))}
        <div>
          <dt>专线续费率</dt>
          <dd>{rate(totals.renewed)}</dd>
          <dd className="quiet">
            续费 <Figure figure="renewed" value={totals.renewed} {...range} /> 次
          </dd>
        </div>
        <div>
          <dt>专线流失率</dt>
          <dd>{rate(totals.lost)}</dd>
          <dd className="quiet">
            流失 <Figure figure="lost" value={totals.lost} {...range} /> 条；两率的分母都是续费的次数与流失的专线之和
          </dd>
        </div>
        <div>
          <dt>企业流失率</dt>
          <dd>{totals.left + totals.serving ? percent(totals.left / (totals.left + totals.serving)) : '—'}</dd>
          <dd className="quiet">
            流失 <Figure figure="left" value={totals.left} {...range} /> 家；服务中{' '}
            <Figure figure="serving" value={totals.serving} {...range} /> 家付费企业
          </dd>
        </div>
      </dl>
      <MonthsSheet data={data} />
      <DueSheet data={data} />
      <ChannelsSheet data={data} range={range} />
      <CohortsSheet data={data} />
      <TicketSheet range={range} />
      <StockSheet data={data} />
    </div>
  )
}

const table = { pagination: false as const, size: 'small' as const, scroll: { x: 'max-content' } }
const end = { align: 'right' as const }
const of = (month: string): Range => ({ from: month, to: month })

const MonthsSheet = ({ data: { months } }: { data: Figures }) => (
  <section className="sheet" aria-labelledby="figures-months">
    <h2 id="figures-months">每月</h2>
    <Table
      {...table}
      rowKey="month"
      dataSource={months.toReversed()}
      columns={[
        { title: '月份', dataIndex: 'month' },
        ...(['received', 'refunded', 'net', 'renewed', 'lost', 'left'] as const).map(figure => ({
          ...end,
          key: figure,
          title: figureWords[figure].name,
          render: (_: unknown, row: Figures['months'][number]) => (
            <Figure figure={figure} value={row[figure]} {...of(row.month)} />
          ),
        })),
      ]}
    />
  </section>
)

const DueSheet = ({ data: { due } }: { data: Figures }) => (
  <section className="sheet" aria-labelledby="figures-due">
    <h2 id="figures-due">待续费</h2>
    <p className="quiet">{figureWords.due.about}</p>
    <Table
      {...table}
      rowKey="month"
      dataSource={due}
      columns={[
        { title: '到期的月份', dataIndex: 'month' },
        {
          ...end,
          title: '专线',
          render: (_: unknown, { month, lines }: Figures['due'][number]) => (
            <CountOfRows figure="due" value={lines} {...of(month)} />
          ),
        },
        {
          ...end,
          title: '金额',
          render: (_: unknown, { month, amount }: Figures['due'][number]) => (
            <Figure figure="due" value={amount} {...of(month)} />
          ),
        },
      ]}
    />
  </section>
)

const ChannelsSheet = ({ data: { channels }, range }: { data: Figures; range: Range }) => (
  <section className="sheet" aria-labelledby="figures-channels">
    <h2 id="figures-channels">各渠道</h2>
    <p className="quiet">付款企业所属的合作伙伴；未扣佣金。</p>
    <Table
      {...table}
      rowKey={({ channel_id }) => channel_id ?? 'own'}
      dataSource={channels}
      columns={[
        {
          title: '渠道',
          render: (_: unknown, { channel_id, name }: Figures['channels'][number]) =>
            channel_id ? <Link to={channelPath(channel_id)}>{name}</Link> : name,
        },
        {
          ...end,
          title: figureWords.payers.name,
          render: (_: unknown, row: Figures['channels'][number]) => (
            <Figure figure="payers" value={row.companies} channel={row.channel_id ?? 'own'} {...range} />
          ),
        },
        ...(['received', 'refunded', 'net'] as const).map(figure => ({
          ...end,
          key: figure,
          title: figureWords[figure].name,
          render: (_: unknown, row: Figures['channels'][number]) => (
            <Figure figure={figure} value={row[figure]} channel={row.channel_id ?? 'own'} {...range} />
          ),
        })),
      ]}
    />
  </section>
)

const CohortsSheet = ({ data: { cohorts } }: { data: Figures }) => (
  <section className="sheet" aria-labelledby="figures-cohorts">
    <h2 id="figures-cohorts">批次</h2>
    <p className="quiet">按认证的月份；第 n 列为认证后第 n 个月付过款的企业数，当月为 0。</p>
    <Table
      {...table}
      rowKey="month"
      dataSource={cohorts.toReversed()}
      columns={[
        { title: '认证月份', dataIndex: 'month' },
        {
          ...end,
          title: '企业',
          render: (_: unknown, { month, companies }: Figures['cohorts'][number]) => (
            <CountOfRows figure="cohort" value={companies} {...of(month)} />
          ),
        },
        ...Array.from({ length: Math.max(0, ...cohorts.map(({ paying }) => paying.length)) }, (_, nth) => ({
          ...end,
          key: `month-${nth}`,
          title: String(nth),
          render: (_value: unknown, { paying }: Figures['cohorts'][number]) => paying[nth] ?? '',
        })),
        {
          ...end,
          title: '迄今净收入',
          render: (_: unknown, { month, net }: Figures['cohorts'][number]) => (
            <Figure figure="cohort" value={net} {...of(month)} />
          ),
        },
      ]}
    />
  </section>
)

const StockSheet = ({ data: { stock } }: { data: Figures }) => (
  <section className="sheet" aria-labelledby="figures-stock">
    <h2 id="figures-stock">库存可用天数</h2>
    <p className="quiet">按最近 {stockPaceDays} 天售出的速度；不含已承诺的地址。</p>
    <Table
      {...table}
      rowKey={({ region_id, access_way_id }) => `${region_id} ${access_way_id}`}
      dataSource={stock}
      columns={[
        { title: '地区', dataIndex: 'city' },
        { title: '接入方式', dataIndex: 'access_way' },
        {
          ...end,
          title: '可售',
          render: (_: unknown, { free, region_id, access_way_id }: Figures['stock'][number]) => (
            <ReachLink to={addressesAt({ region_id, access_way_id, state: 'free' })}>{count(free)}</ReachLink>
          ),
        },
        { ...end, title: `近 ${stockPaceDays} 天售出`, dataIndex: 'taken', render: count },
        {
          ...end,
          title: '可用',
          dataIndex: 'days_left',
          render: (days: number | null) => (days === null ? '没有售出' : `${count(days)} 天`),
        },
      ]}
    />
  </section>
)
