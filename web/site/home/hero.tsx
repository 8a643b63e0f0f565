import { paths, signPath } from '#contract/paths.ts'
import type { SiteFrame, SitePage } from '#contract/site.ts'
import { yuan } from '#web/ui/format.ts'
import { Icon } from '../icons.tsx'
import { Copy } from '../parts.tsx'
import { cityOffers, fromPrices } from '../prices.ts'
import { Cities } from '../world.tsx'
import type { SampleLine } from './samples.ts'
import { ProductPicture } from './windows.tsx'

type Home = Extract<SitePage, { kind: 'home' }>

/** The loader points it at the installer for the visitor's system. */
const Download = ({ className }: { className: string }) => (
  <a className={className} href={paths.download} data-download>
    <Icon name="download" />
    <span data-download-label>下载客户端</span>
  </a>
)

/**
 * Shows the goods, their audience and the lowest price. The first script marks returning visitors, for whom the download comes
 * first from the first paint on.
 */
export function Hero({ page, frame, lines }: { page: Home; frame: SiteFrame; lines: SampleLine[] }) {
  const { line, hours } = fromPrices(page.catalogues)
  return (
    <section className="hero">
      <div className="wrap hero-row">
        <div className="hero-text">
          <h1>
            <span>给跨境团队的</span>
            <span>专属原生 IP</span>
          </h1>
          <p className="english" lang="en">
            A native IP of your own, for teams that work abroad
          </p>
          <p className="lead">
            <Copy>
              跨境电商、直播社媒、海外办公，都怕登录地忽东忽西。一条线路绑定一个当地地址，只归您一家企业；谁能用、在哪台设备上用，由您的管理员决定。
            </Copy>
          </p>
          {line === undefined ? null : (
            <p className="hero-price">
              <span>
                线路每月 <b>{yuan(line)}</b> 起
              </span>
              {hours === undefined ? null : (
                <span>
                  员工每人每月 <b>{yuan(hours)}</b> 起
                </span>
              )}
              <small>每月按 30 天计</small>
            </p>
          )}
          <p className="hero-actions">
            <Download className="button large when-back" />
            <a className="button large when-signed-out primary" href={signPath('register')} data-overlay="register">
              免费注册
            </a>
            <a className="button large when-signed-in primary" href={paths.personalDetails}>
              我的账号
            </a>
            <a className="button large on-deep" href={paths.product}>
              查看价格
            </a>
            <Download className="hero-download when-new" />
          </p>
          <noscript>
            <p className="hint">注册与登录需要启用浏览器的 JavaScript；价格与帮助不需要。</p>
          </noscript>
        </div>
        <ProductPicture lines={lines} brand={frame.settings.brand.name} />
      </div>
      <Cities offers={cityOffers(page)} accessWays={page.accessWays.length} />
    </section>
  )
}
