import '../coupons/coupons.css'
import './channels.css'
import type { OperationOutput } from '#contract/operations/index.ts'
import { dayjs } from '#web/ui/dayjs.ts'
import { Failure } from '#web/ui/failure.tsx'
import { count, day, yuan } from '#web/ui/format.ts'
import { date } from '#web/ui/list/address.ts'
import { DaysFilter } from '#web/ui/list/days-filter.tsx'
import { FilterBar } from '#web/ui/list/filters.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useOperation } from '../use-operation.ts'

type Figures = OperationOutput<'getChannelResults'>['all']

/** The figures, each with an exact definition, which the page shows below them. */
const figures = [
  { name: 'registrations', title: '注册账号', show: count, about: '这些天里用推广码注册的账号；注销的不再计入。' },
  { name: 'companies', title: '认证企业', show: count, about: '这些天里通过认证、由推广码注册的账号建立的企业。' },
  {
    name: 'paying_companies',
    title: '付费企业',
    show: count,
    about: '这些天里至少支付了一个订单的企业，不论何时认证。',
  },
  { name: 'paid', title: '已付款', show: yuan, about: '这些天里付款的订单的实付金额，已减去优惠。' },
  { name: 'refunded', title: '已退款', show: yuan, about: '上述订单至今已退回的金额。' },
  { name: 'revenue', title: '实收', show: yuan, about: '已付款减去已退款。' },
  {
    name: 'commission',
    title: '佣金',
    show: yuan,
    about: '逐单按实收乘以佣金比例，不足一分的舍去；已结算的订单按结算时的比例，其余按现在的比例。',
  },
] as const satisfies readonly { name: keyof Figures; title: string; show: (value: number) => string; about: string }[]

const fields = { from: date, to: date }

export function Results({ id }: { id: string }) {
  const at = useListAddress(fields)
  const to = at.filters.to ?? day(Date.now())
  const from = at.filters.from ?? dayjs(to).subtract(29, 'day').format('YYYY-MM-DD')
  const { data, refused, reload } = useOperation('getChannelResults', { channel_id: id, from, to })
  return (
    <>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <DaysFilter label="日期" from={from} to={to} onChange={at.filter} />
      </FilterBar>
      {refused ? (
        <Failure refused={refused} retry={reload} />
      ) : (
        <div className="sheets channel-results">
          <section className="sheet" aria-label="渠道结果" aria-busy={!data}>
            <dl className="sums">
              {figures.map(({ name, title, show }) => (
                <div key={name}>
                  <dt>{title}</dt>
                  <dd>{data ? show(data.all[name]) : '—'}</dd>
                </div>
              ))}
            </dl>
          </section>
          {data && <ByCode codes={data.codes} />}
          <section className="sheet" aria-labelledby="results-meaning">
            <h2 id="results-meaning">各项的含义</h2>
            <dl className="meanings">
              {figures.map(({ name, title, about }) => (
                <div key={name}>
                  <dt>{title}</dt>
                  <dd>{about}</dd>
                </div>
              ))}
            </dl>
            <p className="quiet">日期按北京时间，含首尾两天。推广页的访问量没有记录。</p>
          </section>
        </div>
      )}
    </>
  )
}

const ByCode = ({ codes }: { codes: OperationOutput<'getChannelResults'>['codes'] }) =>
  codes.length > 0 && (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="table-frame" tabIndex={0} aria-label="各推广码的结果">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">推广码</th>
            {figures.map(({ name, title }) => (
              <th key={name} scope="col" className="table-end">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {codes.map(code => (
            <tr key={code.promotion_code}>
              <th scope="row">
                <code>{code.promotion_code}</code>
              </th>
              {figures.map(({ name, show }) => (
                <td key={name} className="table-end">
                  {show(code[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
