import '#web/ui/tiles.css'
import { Link } from 'react-router'
import { lineStates } from '#contract/line-names.ts'
import { companyFields } from '#contract/records/company-fields.ts'
import { couponSourceNames } from '#contract/shop.ts'
import { Facts } from '#web/ui/facts.tsx'
import { count, dateTime, day, fromNow } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { couponLooks } from '#web/ui/states.ts'
import { useMayRead } from '../operator.ts'
import { accountPath, companyPath, verificationPath } from '../paths.ts'
import { ReachLink } from '../reach-link.tsx'
import { Unmask } from '../support/unmask.tsx'
import type { Company, CompanyTabProps } from './company.ts'

interface Figure {
  label: string
  value: number
  unit: string
  of?: string
  tab?: string
  /** The filters of the tab's list, so that it shows exactly what is counted. */
  filters?: Record<string, string>
  warn?: boolean
}

const figuresOf = ({ figures: { balance, employees, devices, lines }, sessions }: Company): Figure[] => [
  { label: '可分配时长', value: balance, unit: '人天', tab: 'hours', warn: !balance },
  {
    label: '在职人员',
    value: employees.active,
    unit: '人',
    of: `服务中 ${count(employees.in_service)}`,
    tab: 'people',
    filters: { state: 'active' },
  },
  {
    label: '专线',
    value: lineStates.reduce((sum, state) => sum + (state === 'released' ? 0 : lines[state]), 0),
    unit: '条',
    of: `使用中 ${count(lines.active + lines.expiring)}`,
    tab: 'lines',
  },
  { label: '设备', value: devices.total, unit: '台', of: `在线 ${count(devices.online)}`, tab: 'devices' },
  {
    label: '待审核设备',
    value: devices.pending,
    unit: '台',
    tab: 'devices',
    filters: { audit_state: 'pending' },
    warn: devices.pending > 0,
  },
  { label: '有效登录', value: sessions, unit: '个', tab: 'sessions' },
]

const none = <span className="quiet">—</span>

export function Overview({ company }: CompanyTabProps) {
  const { info, owner, verification, channel, coupons, figures, last_order_at, closed_at } = company
  const may = useMayRead(['support'])
  // Finance has no pages for these.
  const linked = (tab: string | undefined) => tab && (may || tab === 'hours')
  return (
    <div className="sheets">
      <dl className="tiles support-figures">
        {figuresOf(company).map(({ label, value, unit, of, tab, filters, warn }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-tone={warn ? 'warn' : undefined}>
              {linked(tab) ? <Link to={companyPath(info.company_id, tab, filters)}>{count(value)}</Link> : count(value)}
              <small>
                {unit}
                {of && ` · ${of}`}
              </small>
            </dd>
          </div>
        ))}
      </dl>
      <section className="sheet" aria-labelledby="company-data">
        <h2 id="company-data">资料</h2>
        <Facts
          list={[
            {
              label: '所有者',
              value: owner ? (
                <>
                  <ReachLink to={accountPath(owner.account_id)}>{owner.name}</ReachLink>{' '}
                  <Unmask of="account" id={owner.account_id} name={owner.name} masked={owner.phone} />
                </>
              ) : (
                none
              ),
            },
            {
              label: '联系人',
              value: (
                <>
                  {info.contact_name ?? none}{' '}
                  {info.contact_phone && (
                    <Unmask
                      of="company"
                      id={info.company_id}
                      name={info.contact_name ?? companyFields.contact_name.short}
                      masked={info.contact_phone}
                    />
                  )}
                </>
              ),
            },
            { label: companyFields.industry.label, value: info.industry ?? none },
            { label: companyFields.size.short, value: info.size ?? none },
            { label: companyFields.address.short, value: info.address || none },
            { label: '渠道', value: channel ? `${channel.name}（${channel.promotion_code}）` : '自然到访' },
            { label: '创建时间', value: dateTime(info.created_at) },
            {
              label: '最近下单',
              value: last_order_at ? `${dateTime(last_order_at)}（${fromNow(last_order_at)}）` : '从未',
            },
          ]}
        />
      </section>
      <div className="support-pair">
        <section className="sheet" aria-labelledby="company-verification">
          <div className="sheet-head">
            <h2 id="company-verification">企业认证</h2>
            {verification && (
              <ReachLink to={verificationPath(verification.verification_id)} otherwise={null}>
                查看认证与营业执照
              </ReachLink>
            )}
          </div>
          {verification ? (
            <Facts
              list={[
                { label: '认证名称', value: verification.company_name },
                { label: '经办人', value: `${verification.person_name}（${verification.id_number}）` },
                { label: '提交', value: dateTime(verification.submitted_at) },
                { label: '通过', value: verification.reviewed_at ? dateTime(verification.reviewed_at) : none },
              ]}
            />
          ) : (
            <p className="quiet">没有保留认证材料（申请人已注销）。</p>
          )}
        </section>
        {/* A closed company has no managers. */}
        {!closed_at && (
          <section className="sheet" aria-labelledby="company-todo">
            <h2 id="company-todo">管理员的待办</h2>
            <ul className="support-list">
              {figures.todo.map(({ kind, text }) => (
                <li key={kind}>{text}</li>
              ))}
              {!figures.todo.length && <li className="quiet">没有待办</li>}
            </ul>
          </section>
        )}
      </div>
      <section className="sheet" aria-labelledby="company-coupons">
        <div className="sheet-head">
          <h2 id="company-coupons">优惠券</h2>
          <span className="quiet">
            可使用 {coupons.counts.unused} · 订单占用 {coupons.counts.locked} · 已使用 {coupons.counts.used} · 已过期{' '}
            {coupons.counts.expired}
          </span>
        </div>
        <ul className="support-list">
          {coupons.list.map(coupon => (
            <li key={coupon.coupon_id}>
              <span>{coupon.name}</span>
              <StateTag state={couponLooks[coupon.state]} />
              <span className="quiet">
                {couponSourceNames[coupon.source]} · {day(coupon.claimed_at)} 领取 · 有效至 {day(coupon.valid_until)}
              </span>
            </li>
          ))}
          {!coupons.list.length && <li className="quiet">还没有领取过优惠券</li>}
        </ul>
      </section>
    </div>
  )
}
