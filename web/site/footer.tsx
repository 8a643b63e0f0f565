import { paths, tabAddress, tabs, termsAddress } from '#contract/paths.ts'
import type { SiteFrame } from '#contract/site.ts'
import { BrandMark } from './header.tsx'
import { SupportQr } from './parts.tsx'

type Group = { title: string; items: { label: string; href: string; terms?: 'service' | 'private' }[] }

const linksOf = ({ settings }: SiteFrame): Group[] => [
  {
    title: '产品',
    items: [
      { label: '产品介绍', href: paths.details },
      { label: '价格', href: paths.product },
      ...tabs.filter(tab => tab.sign === 'scene').map(tab => ({ label: tab.label, href: tabAddress(tab) })),
    ],
  },
  {
    title: '支持',
    items: [
      ...tabs
        .filter(tab => tab.sign === 'help' || tab.sign === 'cheats')
        .map(tab => ({ label: tab.label, href: tabAddress(tab) })),
      { label: '用户服务协议', href: termsAddress(settings, 'service'), terms: 'service' },
      { label: '隐私协议', href: termsAddress(settings, 'private'), terms: 'private' },
    ],
  },
]

const downloads = [
  { label: 'Windows', system: 'windows', clientType: 1 },
  { label: 'Mac', system: 'mac', clientType: 4 },
  { label: 'Android', system: 'android', clientType: 2 },
] as const

export function Footer({ frame }: { frame: SiteFrame }) {
  const { brand } = frame.settings
  return (
    <footer className="bottom">
      <div className="wrap bottom-columns">
        <div className="bottom-brand">
          <p className="brand">
            <BrandMark />
            <span>{brand.name}</span>
          </p>
          <p>为企业提供专属原生 IP 与全球多节点线路，员工、设备与权限在一个控制台里管理。</p>
        </div>
        {linksOf(frame).map(group => (
          <nav key={group.title} aria-label={group.title}>
            <h2>{group.title}</h2>
            <ul>
              {group.items.map(item => (
                <li key={item.href}>
                  <a href={item.href} data-terms={item.terms}>
                    {item.label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <nav aria-label="客户端下载">
          <h2>客户端下载</h2>
          <ul>
            {downloads.map(item => (
              <li key={item.system}>
                <a
                  href={`${paths.download}/${item.system}`}
                  data-system={item.system}
                  data-client-type={item.clientType}
                  rel="nofollow"
                >
                  {item.label}
                </a>
              </li>
            ))}
            <li>
              <a
                href={frame.ios?.link ?? `${paths.download}#ios`}
                data-system="ios"
                rel={frame.ios ? 'noopener' : undefined}
              >
                iOS
              </a>
            </li>
          </ul>
        </nav>
        {frame.supportQr ? (
          <div className="bottom-qr">
            <SupportQr frame={frame} />
            <p>扫码联系客服</p>
          </div>
        ) : null}
      </div>
      <div className="wrap bottom-legal">
        {frame.copyright ? (
          <span>
            © {frame.year} {frame.copyright} 版权所有
          </span>
        ) : null}
        {frame.icp ? (
          <a href={frame.icp.link} rel="noopener nofollow">
            {frame.icp.number}
          </a>
        ) : null}
        {frame.police ? (
          <a href={frame.police.link} rel="noopener nofollow">
            {frame.police.number}
          </a>
        ) : null}
        {frame.telecomLicence ? <span>增值电信业务经营许可证：{frame.telecomLicence}</span> : null}
      </div>
    </footer>
  )
}
