import { paths, signPath } from '#contract/paths.ts'
import type { SiteFrame, SitePage } from '#contract/site.ts'
import { Icon } from '../icons.tsx'
import { TrialDialog } from '../trial-dialog.tsx'

export const promotionMeta = {
  title: '合作伙伴专属注册通道',
  description: '通过合作伙伴的推广码为企业注册账号，领取产品试用资格。',
  hidden: true,
} as const

const gains = [
  ['专属原生 IP', '一条线路一个当地地址，企业独享'],
  ['一键组网', '装好客户端，登录即可使用'],
  ['企业控制台', '员工、设备、线路与权限统一管理'],
] as const

export function PromotionPage({ page, frame }: { page: Extract<SitePage, { kind: 'promotion' }>; frame: SiteFrame }) {
  return (
    <section className="promotion">
      <div className="wrap promotion-columns">
        <div className="promotion-text">
          <p className="partner">
            <span>{page.partner.name}</span>诚邀您体验
          </p>
          <h1>{frame.settings.brand.name}企业试用</h1>
          <p className="english" lang="en">
            A trial for your company, from a partner you know
          </p>
          {page.partner.greeting ? <blockquote>{page.partner.greeting}</blockquote> : null}
          <ul className="ticks">
            {gains.map(([title, text]) => (
              <li key={title}>
                <Icon name="check" />
                <span>
                  <b>{title}</b>　{text}
                </span>
              </li>
            ))}
          </ul>
          <p className="code-line">
            推广码 <code>{page.code}</code>
          </p>
        </div>
        <div className="promotion-form" data-promotion={page.code}>
          <h2>企业注册</h2>
          <noscript>
            <p>
              填写注册资料需要启用浏览器的 JavaScript。
              {frame.settings.brand.supportPhone && `您也可以致电客服办理：${frame.settings.brand.supportPhone}`}
            </p>
          </noscript>
        </div>
      </div>
      <TrialDialog frame={frame} />
    </section>
  )
}

const reasons = {
  unknown: ['没有找到这个推广码', '请核对链接或向给您链接的合作伙伴确认，推广码由 6 位字母或数字组成。'],
  closed: ['活动不在有效期内', '活动尚未开始或已经结束。您仍然可以直接注册，或请合作伙伴提供新的链接。'],
  spent: ['名额已经用完', '这个推广码的使用次数已达上限。您仍然可以直接注册，或请合作伙伴提供新的链接。'],
  tooMany: ['尝试次数过多', '您所在的网络打开了太多无效的推广码，请十分钟后再打开链接。您仍然可以直接注册。'],
} as const

export function PromotionClosedPage({
  page,
  frame,
}: {
  page: Extract<SitePage, { kind: 'promotionClosed' }>
  frame: SiteFrame
}) {
  const [title, text] = reasons[page.reason]
  return (
    <section className="message">
      <div className="wrap">
        <p className="message-mark">
          <code>{page.code}</code>
        </p>
        <h1>{title}</h1>
        <p>{text}</p>
        <p className="actions">
          <a className="button" href={signPath('register')} data-overlay="register">
            直接注册
          </a>
          <a className="button quiet" href={paths.home}>
            返回首页
          </a>
        </p>
        {frame.settings.brand.supportPhone ? (
          <p className="hint">需要帮助？致电客服 {frame.settings.brand.supportPhone}</p>
        ) : null}
      </div>
    </section>
  )
}
