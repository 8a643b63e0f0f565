import { paths, signPath } from '#contract/paths.ts'
import type { SiteFrame, SitePage } from '#contract/site.ts'
import { Icon } from '../icons.tsx'
import { Pair, SupportQr } from '../parts.tsx'
import { TrialDialog } from '../trial-dialog.tsx'
import { World } from '../world.tsx'
import { Advantages, Problems, Strength } from './home-parts.tsx'

type Home = Extract<SitePage, { kind: 'home' }>

export const homeMeta = {
  title: '企业出海网络：专属原生 IP 与全球多节点线路',
  description:
    '为出海企业提供专属原生 IP、全球多节点虚拟专线和一键组网客户端，员工、设备、线路与权限在同一个控制台里管理。',
  keywords: '出海网络,专属IP,原生IP,虚拟专线,跨境电商网络,直播专线,一键组网',
}

export function HomePage({ page, frame }: { page: Home; frame: SiteFrame }) {
  const { regions, accessWays, articleCount } = page
  const counted = { countries: new Set(regions.map(region => region.country)).size, cities: regions.length }
  const figures = [
    { value: counted.countries, unit: '个', label: '国家/地区', href: paths.product },
    { value: counted.cities, unit: '座', label: '节点城市', href: paths.product },
    { value: accessWays.length, unit: '种', label: '接入方式', href: `${paths.details}#access` },
    { value: articleCount, unit: '篇', label: '帮助与攻略', href: paths.help },
  ].filter(figure => figure.value > 0)
  return (
    <>
      <section className="hero">
        <div className="wrap hero-text">
          <h1>全球业务，一键组网</h1>
          <p className="english" lang="en">
            Your team and the world, one click apart
          </p>
          <p className="lead">
            {frame.settings.brand.name}
            为企业提供专属原生 IP 与全球多节点线路。装上客户端就能用，员工、设备和权限在一个控制台里管清楚。
          </p>
          <p className="hero-actions">
            <a className="button large" href={paths.download} data-download>
              <Icon name="download" />
              <span data-download-label>下载客户端</span>
            </a>
            <a className="button large on-deep when-signed-out" href={signPath('login')} data-overlay="login">
              登录账号
            </a>
            <a className="button large on-deep when-signed-in" href={paths.personalDetails}>
              我的账号
            </a>
          </p>
        </div>
        <div className="hero-world">
          <World regions={regions} />
        </div>
        {figures.length ? (
          <dl className="wrap figures">
            {figures.map(figure => (
              <div key={figure.label}>
                <dt>
                  <a href={figure.href}>{figure.label}</a>
                </dt>
                <dd>
                  <b>{figure.value}</b> {figure.unit}
                </dd>
              </div>
            ))}
          </dl>
        ) : null}
      </section>
      <Problems counted={counted} />
      <Advantages />
      <Strength />
      <Contact frame={frame} />
      <TrialDialog frame={frame} />
    </>
  )
}

function Contact({ frame }: { frame: SiteFrame }) {
  const { supportPhone, supportHours } = frame.settings.brand
  return (
    <section className="band soft" aria-labelledby="contact">
      <div className="wrap contact">
        <div>
          <Pair id="contact" title="联系我们" english="Talk to us">
            想先了解哪条线路适合您的业务，或者需要对公开通，都可以直接找我们。
          </Pair>
          <dl className="contact-list">
            {frame.officeAddress ? (
              <div>
                <dt>
                  <Icon name="pin" />
                  办公地址
                </dt>
                <dd>{frame.officeAddress}</dd>
              </div>
            ) : null}
            {supportPhone ? (
              <div>
                <dt>
                  <Icon name="phone" />
                  客服电话
                </dt>
                <dd>
                  <a href={`tel:${supportPhone.replaceAll(/[^\d+]/g, '')}`}>{supportPhone}</a>
                </dd>
              </div>
            ) : null}
            <div>
              <dt>
                <Icon name="clock" />
                客服时间
              </dt>
              <dd>{supportHours}</dd>
            </div>
          </dl>
          {frame.supportQr ? (
            <div className="contact-qr">
              <SupportQr frame={frame} />
              <p>
                <b>扫码添加客服</b>
                <br />
                说明企业名称和目标市场，我们会给出线路建议。
              </p>
            </div>
          ) : null}
        </div>
        <div className="login-panel">
          <div className="login-form">
            <h3>登录</h3>
            <div data-inline-login>
              <noscript>
                <p>登录需要启用浏览器的 JavaScript。</p>
              </noscript>
            </div>
          </div>
          <div className="login-done">
            <h3>您已登录</h3>
            <p>进入个人信息，或由企业管理员前往控制台管理员工、设备与线路。</p>
            <p>
              <a className="button" href={paths.personalDetails}>
                个人信息
              </a>
            </p>
          </div>
        </div>
      </div>
    </section>
  )
}
