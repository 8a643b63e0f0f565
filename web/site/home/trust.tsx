import { addressCoolingDays, autoRenewLeadDays, lineGraceDays, rebindsPerMonth } from '#contract/line-names.ts'
import { articlePath, paths, termsAddress } from '#contract/paths.ts'
import { refundDays } from '#contract/shop.ts'
import type { SiteFrame, SitePage } from '#contract/site.ts'
import { Icon, type IconName } from '../icons.tsx'
import { Copy, Pair, Terms } from '../parts.tsx'

type Home = Extract<SitePage, { kind: 'home' }>

/** The numbers are the constants of the server's rules, so that the page cannot promise anything else. */
const rules: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'key',
    title: '地址怎样保持独享',
    text: `一个地址同一时间只能绑在一条线路上，由数据库的唯一约束保证，不靠人工登记。释放的地址先冷却 ${addressCoolingDays} 天，才会再给别人。`,
  },
  {
    icon: 'clock',
    title: '到期与续费',
    text: `到期后保留地址 ${lineGraceDays} 天，期内续费，地址与授权不变。开启自动续费的线路，提前 ${autoRenewLeadDays} 天生成订单：预存的余额足够时从余额扣款，不足时等您付款，不会从支付宝或微信扣款。`,
  },
  {
    icon: 'route',
    title: '更换地址',
    text: `每条线路每个自然月可更换 ${rebindsPerMonth} 次，首次绑定不计。换下的地址进入冷却，不能马上换回。`,
  },
  {
    icon: 'wallet',
    title: '退款',
    text: `付款后 ${refundDays} 天内、整单还没有使用的可以申请：线路没有绑定过地址也没有续费，时长没有分配，续费的日子还没有开始；用过的可以按未用的天数申请。审核通过后原路退回。`,
  },
]

const security = [
  ['只有您公司的人和设备', '账号实名，设备逐台由您的管理员审核；离职交接一次收回线路、设备与时长。'],
  ['别的企业看不到您的数据', '企业之间的数据在数据库里就隔开，不是靠页面隐藏。'],
  ['谁做了什么，都有记录', '授权、绑定、付款与设备登录都留下记录；一条线路在过去某一刻谁有权使用，随时查得到。'],
  ['密码与证件', '密码不可还原地保存，证件号码加密，页面只显示掩码；审核人员查看完整号码须写明原因，并留下记录。'],
] as const

function Filings({ frame }: { frame: SiteFrame }) {
  const filings = [
    frame.telecomLicence ? { name: '增值电信业务经营许可证', text: frame.telecomLicence, link: undefined } : undefined,
    frame.icp ? { name: 'ICP 备案', text: frame.icp.number, link: frame.icp.link } : undefined,
    frame.police ? { name: '公安备案', text: frame.police.number, link: frame.police.link } : undefined,
  ].filter(each => each !== undefined)
  if (!filings.length) return null
  return (
    <dl className="filings">
      {filings.map(({ name, text, link }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {link ? (
              <a href={link} rel="noopener nofollow">
                {text}
              </a>
            ) : (
              text
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function Trust({ page, frame }: { page: Home; frame: SiteFrame }) {
  return (
    <section className="band soft" aria-labelledby="trust">
      <div className="wrap">
        <Pair id="trust" title="规则先说清楚" english="The rules, before you pay" />
        <div className="trust">
          <ul className="rules">
            {rules.map(rule => (
              <li key={rule.title}>
                <Icon name={rule.icon} />
                <div>
                  <h3>{rule.title}</h3>
                  <p>
                    <Copy>{rule.text}</Copy>
                  </p>
                </div>
              </li>
            ))}
          </ul>
          <div className="safe">
            <h3>
              <Icon name="shield" />
              安全，说人话
            </h3>
            <dl>
              <Terms of={security} />
            </dl>
            <Filings frame={frame} />
            <p className="safe-links">
              {page.law ? <a href={articlePath('guide', page.law.slug)}>{page.law.title}</a> : null}
              <a href={termsAddress(frame.settings, 'service')} data-terms="service">
                用户服务协议
              </a>
              <a href={`${paths.details}#questions`}>常见问题</a>
            </p>
          </div>
        </div>
      </div>
    </section>
  )
}
