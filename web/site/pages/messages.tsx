import { isAgreement } from '#contract/content-names.ts'
import { paths, tabAddress, tabs } from '#contract/paths.ts'
import type { SitePage } from '#contract/site.ts'
import { Copy } from '../parts.tsx'
import { SearchBox } from './articles.tsx'

export const notFoundMeta = { title: '页面不存在', description: '您访问的页面不存在。', hidden: true } as const

/** A drawing of a line that ends in the sea. */
function LostLine() {
  return (
    <svg className="art lost" viewBox="0 0 360 120" aria-hidden="true">
      <path
        className="faint"
        d="M10 96c16-10 32-10 48 0s32 10 48 0 32-10 48 0 32 10 48 0 32-10 48 0 32 10 48 0 32-10 48 0"
      />
      <path className="accent" d="M40 70C90 10 160 10 196 44" />
      <path className="danger dashed" d="M202 50c20 20 60 24 110 6" />
      <circle className="brand-fill" cx="40" cy="70" r="8" />
      <path className="danger" d="m192 36 16 16m0-16-16 16" />
      <circle className="faint" cx="320" cy="54" r="9" />
    </svg>
  )
}

export function NotFoundPage() {
  return (
    <section className="message">
      <div className="wrap">
        <LostLine />
        <p className="message-mark">404</p>
        <h1>页面不存在</h1>
        <p>
          <Copy>地址可能输错了，或者页面已经移走。搜一搜帮助文章，或从下面的入口继续。</Copy>
        </p>
        <SearchBox kind="help" />
        <p className="actions">
          <a className="button" href={paths.home}>
            返回首页
          </a>
          {tabs.slice(1).map(tab => (
            <a className="button quiet" key={tab.sign} href={tabAddress(tab)}>
              {tab.label}
            </a>
          ))}
        </p>
      </div>
    </section>
  )
}

const faults = {
  429: ['访问过于频繁', '您的网络在短时间内打开了太多页面，请过几分钟再试。'],
  500: ['页面打不开了', '服务出现问题，我们已记录下这次错误。请稍后重试。'],
  503: ['服务暂时不可用', '系统正在维护或繁忙，您的数据不受影响。请稍后重试。'],
} as const

export const unavailableMeta = ({ status }: Extract<SitePage, { kind: 'unavailable' }>) =>
  ({ title: faults[status][0], description: faults[status][1], hidden: true }) as const

export function UnavailablePage({ page }: { page: Extract<SitePage, { kind: 'unavailable' }> }) {
  const [title, text] = faults[page.status]
  return (
    <section className="message">
      <div className="wrap">
        <LostLine />
        <h1>{title}</h1>
        <p>{text}</p>
        <p className="hint">
          联系客服时请提供编号 <code>{page.requestId}</code>
        </p>
        <p className="actions">
          <a className="button" href={page.retry}>
            重试
          </a>
          <a className="button quiet" href={paths.home}>
            返回首页
          </a>
        </p>
      </div>
    </section>
  )
}

const termsPath = { service: paths.serviceTerms, private: paths.privateTerms }

export function TermsPage({ page }: { page: Extract<SitePage, { kind: 'terms' }> }) {
  return (
    <main className="terms prose">
      <h1>{page.title}</h1>
      {page.current || !isAgreement(page.which) ? null : (
        <p className="terms-note">
          这是版本 {page.version}，不是现行版本。<a href={termsPath[page.which]}>查看现行版本</a>
        </p>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, sanitised on the server */}
      <div dangerouslySetInnerHTML={{ __html: page.html }} />
      {page.versions.length ? (
        <nav className="terms-versions" aria-label="各个版本">
          <h2>各个版本</h2>
          <ul>
            {page.versions.map(({ version, effectiveOn, address, current }) => (
              <li key={version}>
                <a href={address} aria-current={version === page.version ? 'page' : undefined}>
                  {version}
                </a>
                {effectiveOn ? `，${effectiveOn} 起生效` : null}
                {current ? '（现行）' : null}
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </main>
  )
}
